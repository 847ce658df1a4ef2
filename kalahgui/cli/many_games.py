"""What the commands have in common that measure something in games spread over processes."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

from kalahgui.cli import arguments
from kalahgui.cli.output import INTERRUPTED, complain, print_json, progress, uninterrupted
from kalahgui.core.search import StopWord
from kalahgui.research.workers import WorkerLost, Workers


class Game(Protocol):
    """A game to be played."""

    @property
    def board(self) -> str:
        """Return the board that it is played on."""


Task = TypeVar("Task", bound=Game)
Yielded = TypeVar("Yielded", bound=Game, covariant=True)
Result = TypeVar("Result")


class Measuring(Protocol[Yielded]):
    """Games to be measured, and what was found in them."""

    @property
    def total(self) -> int:
        """Return the number of games."""

    def tasks(self) -> Iterator[Yielded]:
        """Yield all games."""

    def document(self) -> dict[str, Any]:
        """Return what was found, as it is written to a file."""


def run(
    options: Namespace,
    measuring: Measuring[Task],
    work: Callable[[Task, StopWord], Result | None],
    take: Callable[[Task, Result], None],
    done: Callable[[], int],
    show: Callable[[], None],
) -> int:
    """Play all games, keep what was found in ``--out`` and print it; return the exit status.

    ``work`` is a function of a module and plays a game, ``take`` takes what it found, ``done`` says
    of how many games that was, and ``show`` prints it where ``--json`` was not asked for.
    """
    arguments.check_folder(options.out)

    def play(stop: StopWord) -> None:
        with progress() as bar, Workers(options.jobs) as workers:
            doing = bar.add_task("games", total=measuring.total)
            for task, found in workers.results(work, measuring.tasks(), stop):
                if found is not None:
                    take(task, found)
                    bar.update(doing, description=task.board, completed=done())

    try:
        uninterrupted(lambda interrupt: play(interrupt.word()))
    except KeyboardInterrupt:
        complain(f"interrupted after {done()} of {measuring.total} games: nothing is kept")
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
        show()
    return 0
