"""What commands that play many games have in common."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from kalahgui.cli import arguments
from kalahgui.cli.output import going_on, report, uninterrupted, working
from kalahgui.core.search import StopWord
from kalahgui.solving.program_digest import program_digest


class GameTask(NamedTuple):
    """A game to be played: its board as ``GAME:VARIANT``, its number from 0, and a level if any."""

    board: str
    number: int
    level: int = 0


def add_options(parser: ArgumentParser, games: int, where: str) -> None:
    """Add the options of such a command; ``games`` is the default number of games."""
    arguments.add_number(
        parser, "--games", "N", (1, 1_000_000), f"how many {where} ({games})", games
    )
    arguments.add_seed(parser)
    arguments.add_jobs(parser)
    arguments.add_store(parser)
    arguments.add_file(parser, "--out", "write what is found to a file, too")
    arguments.add_json(parser)


class Measuring(Protocol):
    """Games to be played, and what was found in them: taken as JSON has it, printed for people."""

    def tasks(self) -> Sequence[GameTask]: ...
    def take(self, task: GameTask, result: Any) -> None: ...
    def document(self) -> dict[str, Any]: ...
    def print(self) -> None: ...


def run(
    options: Namespace, subject: str, work: Callable[[GameTask], Any], measuring: Measuring
) -> int:
    """Play all games, write what was found to ``--out`` and print it; return the exit status.

    ``work`` is a function of a module, which plays a game and returns what it found. That is kept
    for the same program, ``subject`` and game.
    """
    arguments.check_folder(options.out)
    store = arguments.store(options, f"{subject}, program {program_digest()}")
    tasks, done = measuring.tasks(), 0

    def play(stop: StopWord) -> None:
        nonlocal done
        with working(options, "games", len(tasks)) as (bar, workers):
            for task, result in workers.results(work, tasks, stop, store):
                measuring.take(task, result)
                done += 1
                bar.show(description=task.board, completed=done)

    with going_on(lambda: f"after {done} of {len(tasks)} games"):
        uninterrupted(lambda interrupt: play(interrupt.word()))
    document = measuring.document()
    if options.out:
        arguments.write_file(options.out, json.dumps(document, indent=2) + "\n")
    return report(options, document, lambda _: measuring.print())
