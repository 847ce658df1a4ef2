"""What commands that play long have in common: options, many games, and lines that are kept."""

from __future__ import annotations

import json
import zlib
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from kalahgui.cli import arguments
from kalahgui.cli.output import INTERRUPTED, complain, progress, report, uninterrupted
from kalahgui.core.search import StopWord
from kalahgui.engine.workers import WorkerLost, Workers


class GameTask(NamedTuple):
    """A game to be played: its board as ``GAME:VARIANT``, its number from 0, and a level if any."""

    board: str
    number: int
    level: int = 0


Found = TypeVar("Found")


def add_options(parser: ArgumentParser, games: int, each: str) -> None:
    """Add the options of such a command; ``games`` is the default number of games."""
    arguments.add_number(
        parser, "--games", "N", (1, 1_000_000), f"how many {each} ({games})", games
    )
    arguments.add_seed(parser)
    arguments.add_jobs(parser)
    arguments.add_file(parser, "--out", "write what is found to a file, too")
    arguments.add_json(parser)


def run(
    options: Namespace,
    tasks: Sequence[GameTask],
    work: Callable[[GameTask], Found],
    take: Callable[[GameTask, Found], None],
    document: Callable[[], dict[str, Any]],
    show: Callable[[], None],
) -> int:
    """Play all games, write their ``document`` to ``--out`` and print it; return the exit status.

    ``work`` is a function of a module, which plays a game and returns what it found; ``take`` is
    called with each game and that. ``show`` prints for people.
    """
    arguments.check_folder(options.out)
    done = 0

    def play(stop: StopWord) -> None:
        nonlocal done
        with progress() as bar, Workers(options.jobs) as workers:
            doing = bar.add_task("games", total=len(tasks))
            for task, found in workers.results(work, tasks, stop):
                take(task, found)
                done += 1
                bar.update(doing, description=task.board, completed=done)

    try:
        uninterrupted(lambda interrupt: play(interrupt.word()))
    except KeyboardInterrupt:
        complain(f"interrupted after {done} of {len(tasks)} games: nothing is kept")
        return INTERRUPTED
    except WorkerLost as error:
        complain(f"{error}; nothing is kept")
        return 1
    if options.out:
        arguments.write_file(options.out, json.dumps(document(), indent=2) + "\n")
    return report(options, document(), lambda _: show())


class KeptLines:
    """A file of lines that end with a checksum each; a damaged line does not count.

    ``found`` are all lines that the file held at first, with their checksums. OSError when the file
    cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        """Read what the file holds, if there is one."""
        self._path = path
        text = path.read_text("ascii", errors="replace") if path.exists() else ""
        self.found = [line for line in text.splitlines() if line.strip()]
        # A program that was killed while it wrote may have left half a line.
        self._unfinished = bool(text) and not text.endswith("\n")

    def sound(self) -> list[str]:
        """Return the lines that are as they were written, without their checksums."""
        texts = [line.rpartition(" #")[0] for line in self.found]
        return [
            text
            for text, line in zip(texts, self.found, strict=True)
            if line == with_checksum(text)
        ]

    def add(self, *texts: str) -> None:
        """Write lines behind the others."""
        lines = "".join(f"{with_checksum(text)}\n" for text in texts)
        with self._path.open("a", encoding="ascii") as file:
            file.write("\n" * self._unfinished + lines)
        self._unfinished = False


def with_checksum(text: str) -> str:
    """Return a text as the line that is kept of it."""
    return f"{text} #{zlib.crc32(text.encode('ascii', 'replace')):08x}"
