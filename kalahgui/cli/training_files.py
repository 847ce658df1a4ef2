"""What is there already under the names of the files that a training writes."""

from __future__ import annotations

import json
import re
from pathlib import Path

from kalahgui.cli.arguments import BadArguments
from kalahgui.games import weights

LOG_SUFFIX = ".json"


def check_ending(out: Path) -> None:
    """Raise BadArguments when the weights would have the name of their log."""
    # There are file systems that take .JSON for the same.
    if out.suffix.lower() == LOG_SUFFIX:
        raise BadArguments(
            f"{out} cannot be the file of weights: their log has a name that ends with "
            f"{LOG_SUFFIX}, so give another one"
        )


def check_not_of_another(out: Path, command: str) -> None:
    """Raise BadArguments when weights or a log are there that another command has made.

    How many games were asked for makes no difference: with more, a training goes on.
    """
    log = out.with_suffix(LOG_SUFFIX)
    for path, made in ((out, _made_weights), (log, _made_log)):
        if path.exists() and path.stat().st_size and _subject(made(path)) != _subject(command):
            raise another(path)


def another(path: Path) -> BadArguments:
    """Return the complaint that a file belongs to something else."""
    return BadArguments(
        f"{path} belongs to another board, other settings or something else: "
        "name another file with --out"
    )


def _subject(command: str) -> str:
    return re.sub(r" --games [0-9]+", "", command)


def _made_weights(path: Path) -> str:
    """Return the command that made a file of weights; an empty one when it is none."""
    try:
        return weights.read(path).made
    except weights.BadWeights:
        return ""


def _made_log(path: Path) -> str:
    """Return the command that a log tells of; an empty one when it is none."""
    try:
        return str(json.loads(path.read_text("utf-8"))["command"])
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return ""
