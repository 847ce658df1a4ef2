"""Weights that were learnt: their files, and those that come with the program.

A file is one line of JSON, which says what the weights are and how they were made, and behind it
the weights: 16-bit integers, the lower byte first, compressed. It is the same for every game.
"""

from __future__ import annotations

import functools
import json
import sys
import zlib
from array import array
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from kalahgui.assets import asset
from kalahgui.core.position import Evaluation, checksum

VERSION = 1
SUFFIX = ".weights"
# A longer first line, or more weights, belong to no file of ours.
_LONGEST_HEADER = 65536
_MOST_WEIGHTS = 1 << 24

MISSING, DAMAGED, FOREIGN = "missing", "damaged", "foreign"
_WORDS = {
    MISSING: "is missing",
    DAMAGED: "is damaged",
    FOREIGN: "is made for something else",
}


class BadWeights(ValueError):
    """A file holds no weights that can be used: it is missing, damaged or foreign (``what``)."""

    def __init__(self, file: str, what: str) -> None:
        super().__init__(
            f"The file of weights {file} {_WORDS[what]}: the hand-set evaluation takes over."
        )
        self.file = file
        self.what = what


@dataclass(frozen=True)
class Weights:
    """What was learnt for a board and its rules: so many phases with so many weights in each.

    ``made`` is the command that made them.
    """

    game: str
    board: str
    rules: tuple[str, ...]
    evaluation: str
    phases: int
    values: array[int]
    made: str

    @property
    def name(self) -> str:
        """Return the name of the file of such weights, without its ending."""
        return name_of(self.game, self.board, self.rules)

    @property
    def checksum(self) -> str:
        """Return the SHA-256 of the values."""
        return str(checksum(self.values))


def name_of(game: str, board: str, rules: Iterable[str]) -> str:
    """Return the name of the file of weights for a board and rules, without its ending.

    >>> name_of("kalah", "6x6", ["standard"])
    'kalah-6x6'
    """
    return "-".join((game, board, *(rule for rule in rules if rule != "standard")))


def write(path: Path, weights: Weights) -> None:
    """Write a file of weights, whole or not at all; OSError when that fails."""
    header = asdict(weights)
    values = header.pop("values")
    header |= {"version": VERSION, "sha256": weights.checksum}
    line = json.dumps(header, sort_keys=True) + "\n"
    if sys.byteorder == "big":
        values.byteswap()
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_bytes(line.encode("utf-8") + zlib.compress(values.tobytes(), 9))
    unfinished.replace(path)


def read(path: Path) -> Weights:
    """Read a file of weights; BadWeights says in one sentence why it is of no use."""
    try:
        with path.open("rb") as file:
            line = file.readline(_LONGEST_HEADER)
            rest = file.read()
    except FileNotFoundError:
        raise BadWeights(path.name, MISSING) from None
    except OSError:
        raise BadWeights(path.name, DAMAGED) from None
    try:
        header = json.loads(line)
        version = header.pop("version")
        expected = header.pop("sha256")
        header["rules"] = tuple(header["rules"])
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise BadWeights(path.name, DAMAGED) from None
    if version != VERSION:
        raise BadWeights(path.name, FOREIGN)
    try:
        weights = Weights(values=_values(rest), **header)
    except (TypeError, ValueError, zlib.error):
        raise BadWeights(path.name, DAMAGED) from None
    words = (weights.game, weights.board, weights.evaluation, weights.made, *weights.rules)
    if weights.checksum != expected or not all(isinstance(word, str) for word in words):
        raise BadWeights(path.name, DAMAGED)
    return weights


def shipped(name: str) -> Weights:
    """Return weights that come with the program; BadWeights when they are of no use."""
    return read(asset("weights", name + SUFFIX))


@functools.cache
def learnt(name: str, make: Callable[[Weights], Evaluation | None]) -> Evaluation | BadWeights:
    """Return the evaluation that ``make`` has of weights with a name, or what is wrong with them.

    ``make`` returns None for weights of another kind.
    """
    try:
        weights = shipped(name)
    except BadWeights as error:
        return error
    made = make(weights) if weights.name == name else None
    return made or BadWeights(name + SUFFIX, FOREIGN)


def _values(packed: bytes) -> array[int]:
    unpacking = zlib.decompressobj()
    plain = unpacking.decompress(packed, 2 * _MOST_WEIGHTS)
    if not unpacking.eof:
        raise ValueError("there is more than there should be, or less")
    values = array("h")
    values.frombytes(plain)
    if sys.byteorder == "big":
        values.byteswap()
    return values
