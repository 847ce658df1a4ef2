"""Games measured on several processes: what ``classes`` and ``losses`` have in common."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

from kalahgui.cli import arguments
from kalahgui.cli.output import INTERRUPTED, complain, print_json, progress, uninterrupted
from kalahgui.core.search import StopWord
from kalahgui.engine.workers import WorkerLost, Workers


class GameToPlay(Protocol):
    """A game to be played."""

    @property
    def board(self) -> str:
        """Return the board that it is played on, as ``GAME:VARIANT``."""


Task = TypeVar("Task", bound=GameToPlay)
Found = TypeVar("Found", contravariant=True)


class Measuring(Protocol[Task, Found]):
    """Games to be measured, and what was found in those that are ``done``."""

    done: int

    @property
    def total(self) -> int:
        """Return the number of games."""

    def tasks(self) -> Iterator[Task]:
        """Yield all games."""

    def take(self, task: Task, found: Found) -> None:
        """Add what was found in a game."""

    def document(self) -> dict[str, Any]:
        """Return what was found, as it is written to a file."""

    def print(self) -> None:
        """Print what was found for people."""


def add_options(parser: ArgumentParser, games: int, each: str) -> None:
    """Add the options of such a command; ``games`` is the default number of games."""
    parser.add_argument(
        "--games",
        metavar="N",
        type=arguments.whole(1, 1_000_000),
        default=games,
        help=f"how many {each} ({games})",
    )
    arguments.add_seed(parser)
    arguments.add_jobs(parser)
    parser.add_argument(
        "--out", metavar="FILE", type=arguments.file, help="write what is found to a file, too"
    )
    arguments.add_json(parser)


def run(
    options: Namespace,
    measuring: Measuring[Task, Found],
    work: Callable[[Task, StopWord], Found | None],
) -> int:
    """Play all games, keep what was found in ``--out`` and print it; return the exit status.

    ``work`` is a function of a module, which plays a game and returns what it found; None when
    stopped.
    """
    arguments.check_folder(options.out)

    def play(stop: StopWord) -> None:
        with progress() as bar, Workers(options.jobs) as workers:
            doing = bar.add_task("games", total=measuring.total)
            for task, found in workers.results(work, measuring.tasks(), stop):
                if found is not None:
                    measuring.take(task, found)
                    bar.update(doing, description=task.board, completed=measuring.done)

    try:
        uninterrupted(lambda interrupt: play(interrupt.word()))
    except KeyboardInterrupt:
        games = f"{measuring.done} of {measuring.total} games"
        complain(f"interrupted after {games}: nothing is kept")
        return INTERRUPTED
    except WorkerLost as error:
        complain(f"{error}; nothing is kept")
        return 1
    document = measuring.document()
    if options.out:
        arguments.write_file(options.out, json.dumps(document, indent=2) + "\n")
    if options.json:
        print_json(document)
    else:
        measuring.print()
    return 0
