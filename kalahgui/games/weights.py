"""Weights that were learnt: their files, and those that come with the program.

A file is one line of JSON, which says what the weights are and how they were made, and behind it
the weights: 16-bit integers, the lower byte first, compressed. It is the same for every game.
"""

from __future__ import annotations

import functools
import sys
from array import array
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kalahgui.assets import FOREIGN, BadPacked, asset, read_packed, write_packed
from kalahgui.core.position import Evaluation, checksum

VERSION = 1
SUFFIX = ".weights"
_MOST_WEIGHTS = 1 << 24  # more belong to no file of ours


class BadWeights(BadPacked):
    """A file holds no weights that can be used."""

    kind = "weights"


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
    write_packed(path, VERSION, header, little_endian(header.pop("values")))


def read(path: Path) -> Weights:
    """Read a file of weights; BadWeights says in one sentence why it is of no use."""
    return read_packed(path, VERSION, 2 * _MOST_WEIGHTS, _weights, BadWeights)


def _weights(header: dict[str, Any], data: bytes) -> Weights:
    header["rules"] = tuple(header["rules"])
    weights = Weights(values=from_little_endian("h", data), **header)
    words = (weights.game, weights.board, weights.evaluation, weights.made, *weights.rules)
    if not all(isinstance(word, str) for word in words):
        raise ValueError("words are not what they should be")
    return weights


def little_endian(values: array[int]) -> bytes:
    """Return numbers as bytes, the lower byte first."""
    ordered = values[:]
    if sys.byteorder == "big":
        ordered.byteswap()
    return ordered.tobytes()


def from_little_endian(kind: str, data: bytes) -> array[int]:
    """Return numbers of a kind (of ``array``) from their bytes, the lower byte first."""
    values = array(kind, data)
    if sys.byteorder == "big":
        values.byteswap()
    return values


def shipped(name: str) -> Weights:
    """Return weights that come with the program; BadWeights when they are of no use."""
    return read(asset("weights", name + SUFFIX))


@functools.cache
def learnt_from(name: str, make: Callable[[Weights], Evaluation | None]) -> Evaluation | BadWeights:
    """Return the evaluation that ``make`` has of weights with a name, or what is wrong with them.

    ``make`` returns None for weights of another kind.
    """
    try:
        weights = shipped(name)
    except BadWeights as error:
        return error
    made = make(weights) if weights.name == name else None
    return made or BadWeights(name + SUFFIX, FOREIGN)
