"""``train``: learn an evaluation from games that the program plays against itself."""

from __future__ import annotations

import importlib.util
import json
import re
from argparse import Namespace
from array import array
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kalahgui import __version__
from kalahgui.cli import arguments
from kalahgui.cli.output import (
    figures_table,
    going_on,
    print_table,
    report,
    uninterrupted,
    working,
)
from kalahgui.core.position import checksum
from kalahgui.core.search import StopWord
from kalahgui.games import weights
from lab.training.rounds import (
    LEARNINGS,
    LIBRARIES,
    Training,
    versions,
)

LOG_SUFFIX = ".json"
_GAMES = ", ".join(f"{key} {learning.games:,}" for key, learning in LEARNINGS.items())

_DESCRIPTION = """\
Learn an evaluation from games that the program plays against itself: in rounds,
of which the first is judged by the hand-set evaluation and each other one by what
was learnt before. Games are kept, a few at a time, so that the same command goes
on where it was stopped. The same seed gives the same weights on one machine. It needs
numpy and scipy: pip install -e ".[train]"

Beside FILE its log is written, with the ending .json: how the weights were made,
and by how many points the hand-set evaluation and the learnt one were wrong about
positions of games held out (root mean square).
"""
_EXAMPLES = """\
examples:
  python -m lab train kalah:6x6
  python -m lab train kalah:6x4 --rules empty-capture --games 6000 --jobs 1
  python -m lab train reversi:8x8 --jobs 2
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about = "learn an evaluation from games against itself"
    parser = arguments.add_command(commands, "train", run, about, _DESCRIPTION, _EXAMPLES)
    arguments.add_board(parser)
    text = f"how many in the last round ({_GAMES}); the ones before have fewer"
    arguments.add_number(parser, "--games", "N", (1, 10_000_000), text)
    arguments.add_seed(parser)
    arguments.add_jobs(parser)
    arguments.add_store(parser)
    text = "where the weights are written (GAME-BOARD.weights in this folder)"
    arguments.add_file(parser, "--out", text)
    arguments.add_json(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    game, variant = options.board
    arguments.start(options)
    if game.key not in LEARNINGS:
        known = ", ".join(LEARNINGS)
        raise arguments.BadArguments(f"train learns {known}, not {game.key}")
    _check_libraries()
    learning = LEARNINGS[game.key](variant or game.variant, options.rules)
    name = weights.name_of(game.key, learning.board, learning.rules)
    out = options.out or Path(name + weights.SUFFIX)
    arguments.check_folder(out)
    _check_ending(out)
    store = arguments.store(options, f"train {game.key}")
    training = Training(learning, options.games or learning.games, options.seed, store)
    _check_not_of_another(out, _command(options, training))
    with going_on(lambda: f"after {training.played} of {training.total} games"):
        learnt = _learn(training, options)
    log = _log(options, training, learnt)
    _write(out, training, learnt, log)
    return report(options, log, lambda log: _print(out, log))


def _check_libraries() -> None:
    if any(importlib.util.find_spec(name) is None for name in LIBRARIES):
        raise arguments.BadArguments(
            f'training needs {" and ".join(LIBRARIES)}: run pip install -e ".[train]" first'
        )


def _learn(training: Training, options: Namespace) -> array[int]:

    def work(stop: StopWord) -> array[int]:
        with working(options, total=training.total) as (bar, workers):
            return training.run(
                workers,
                stop,
                lambda doing: bar.show(description=doing, completed=training.played),
            )

    return uninterrupted(lambda interrupt: work(interrupt.word()))


def _command(options: Namespace, training: Training) -> str:
    learning = training.learning
    command = ["python -m lab train", f"{learning.game}:{learning.board}"]
    if learning.rules and "standard" not in learning.rules:
        command.append(f"--rules {','.join(learning.rules)}")
    command.append(f"--games {training.asked} --seed {options.seed}")
    return " ".join(command)


def _log(options: Namespace, training: Training, learnt: array[int]) -> dict[str, Any]:
    return {
        "command": _command(options, training),
        "versions": {"kalahgui": __version__} | versions(),
        "rounds": [asdict(result) for result in training.results],
        "sha256": checksum(learnt),
    }


def _write(out: Path, training: Training, learnt: array[int], log: dict[str, Any]) -> None:
    learning = training.learning
    learnt_weights = weights.Weights(
        game=learning.game,
        board=learning.board,
        rules=learning.rules,
        evaluation=learning.evaluation,
        phases=learning.layout.phases,
        values=learnt,
        made=log["command"],
    )
    with arguments.refusing(OSError, before=f"{out} cannot be written: "):
        weights.write(out, learnt_weights)
    arguments.write_file(out.with_suffix(LOG_SUFFIX), json.dumps(log, indent=2) + "\n")


def _print(out: Path, log: dict[str, Any]) -> None:
    headings = ("turns", "games", "positions", "held out", "spread", "hand-set", "learnt")
    table = figures_table(*headings, title=f"errors of {out}, in points")
    for result in log["rounds"]:
        counts = (result[name] for name in ("turns", "games", "positions", "held_out"))
        errors = (result[name] for name in ("spread", "error_hand_set", "error_learnt"))
        table.add_row(*(f"{n:,}" for n in counts), *(f"{error:.2f}" for error in errors))
    print_table(table)


# -- what is there already under the names of the files


def _check_ending(out: Path) -> None:
    # There are file systems that take .JSON for the same.
    if out.suffix.lower() == LOG_SUFFIX:
        raise arguments.BadArguments(
            f"{out} cannot be the file of weights: their log has a name that ends with "
            f"{LOG_SUFFIX}, so give another one"
        )


def _check_not_of_another(out: Path, command: str) -> None:
    """Raise arguments.BadArguments when weights or a log are there that another command has made.

    How many games were asked for makes no difference: with more, a training goes on.
    """
    log = out.with_suffix(LOG_SUFFIX)
    for path, made in ((out, _made_weights), (log, _made_log)):
        if path.exists() and path.stat().st_size and _subject(made(path)) != _subject(command):
            raise arguments.BadArguments(
                f"{path} belongs to another board, other settings or something else: "
                "name another file with --out"
            )


def _subject(command: str) -> str:
    """Return what a command learns, however the program that learnt it was called."""
    return re.sub(r" --games [0-9]+", "", command.partition(" train ")[2])


def _made_weights(path: Path) -> str:
    """Return the command that made a file of weights; an empty text when it is no such file."""
    try:
        return weights.read(path).made
    except weights.BadWeights:
        return ""


def _made_log(path: Path) -> str:
    """Return the command that a log names; an empty text when it is no log."""
    try:
        return str(json.loads(path.read_text("utf-8"))["command"])
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return ""
