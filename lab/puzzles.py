"""``puzzles``: make the puzzles of a board, and add them to its list."""

from __future__ import annotations

import functools
import time
from argparse import Namespace
from itertools import count
from pathlib import Path
from typing import Any

from kalahgui.assets import asset
from kalahgui.cli import arguments
from kalahgui.cli.output import going_on, print_document, report, uninterrupted, working
from kalahgui.core.search import StopWord
from kalahgui.games import game_and_variant
from kalahgui.games.game import Game
from kalahgui.games.user_error import UserError
from kalahgui.learning.puzzles import Puzzle, file_name, read_lines, written
from kalahgui.match.tournament import in_order
from kalahgui.solving.program_digest import program_digest
from lab.many_games import GameTask
from lab.puzzle_making import RECIPES, marks_of, puzzles_of_game

_COUNT = 500

_DESCRIPTION = """\
Make the puzzles of a board and add them to its list: positions of games between
the levels in which one turn keeps the exact value and all others lose something.
A puzzle's number is that of its line, so lines are only ever added. Each has the
number of its game, and the same seed plays the same games; so the same command
goes on where it was stopped, and the list is the same as if it had not been.
"""
_EXAMPLES = """\
examples:
  python -m lab puzzles kalah:6x6
  python -m lab puzzles reversi:diamond --count 20 --out some.txt
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about = "make the puzzles of a board"
    parser = arguments.add_command(commands, "puzzles", run, about, _DESCRIPTION, _EXAMPLES)
    known = ", ".join(RECIPES)
    parser.add_argument(
        "board", metavar="GAME[:VARIANT]", type=arguments.board, help=f"one of {known}"
    )
    text = f"how many puzzles the list is to have ({_COUNT})"
    arguments.add_number(parser, "--count", "N", (1, 10**6), text, _COUNT)
    arguments.add_seed(parser)
    arguments.add_jobs(parser)
    arguments.add_store(parser)
    arguments.add_file(parser, "--out", "the list (the one that comes with the program)")
    arguments.add_json(parser)


class PuzzleFile:
    """A list of puzzles that grows: what it has, and which games it is from."""

    def __init__(self, game: Game, variant: str, path: Path) -> None:
        """Read what is there; what a program that was killed left of a line is dropped.

        UserError when the file holds something else, OSError when it cannot be read.
        """
        self._game, self._variant, self._path = game, variant, path
        text = path.read_text("ascii", errors="replace") if path.exists() else ""
        whole = text[: text.rfind("\n") + 1]
        puzzles = self._read(whole.splitlines())
        if whole != text:
            path.write_text(whole, "ascii")
        self.count = len(puzzles)
        # The last game may have been left in the middle: what it has brought is known.
        self.next_game = puzzles[-1].origin if puzzles else 0
        self._marks = {mark for puzzle in puzzles for mark in marks_of(puzzle)}

    def add(self, lines: list[str], most: int) -> None:
        """Write what is new of a game's puzzles, until the list has so many."""
        new = []
        for line, puzzle in zip(lines, self._read(lines), strict=True):
            marks = marks_of(puzzle)
            if self.count < most and not marks & self._marks:
                self._marks |= marks
                self.count += 1
                new.append(line + "\n")
        if new:
            said = f"{self._path} cannot be written: "
            with (
                arguments.refusing(OSError, before=said),
                self._path.open("a", encoding="ascii") as file,
            ):
                file.write("".join(new))

    def _read(self, lines: list[str]) -> list[Puzzle]:
        return read_lines(self._game, self._variant, lines, self._path.name)


def run(options: Namespace) -> int:
    """Run the command."""
    game, named = options.board
    variant = named or game.variant
    board = f"{game.key}:{variant}"
    if board not in RECIPES:
        raise arguments.BadArguments(f"there are puzzles of {', '.join(RECIPES)}, not of {board}")
    path = options.out or asset("puzzles", file_name(game, variant))
    arguments.check_folder(path)
    with arguments.refusing(OSError, UserError, before=f"the file {path} cannot be used: "):
        kept = PuzzleFile(game, variant, path)
    begin = time.perf_counter()
    before, first = kept.count, kept.next_game
    with going_on(lambda: f"with {kept.count} puzzles in {path}"):
        uninterrupted(lambda interrupt: _fill(kept, board, options, interrupt.word()))
    figures = {
        "board": board,
        "puzzles": kept.count,
        "new": kept.count - before,
        "games": kept.next_game - first,
        "bytes": path.stat().st_size,
        "file": str(path),
        "seconds": round(time.perf_counter() - begin, 3),
    }
    return report(options, figures, print_document)


def _lines_of_game(seed: int, task: GameTask) -> list[str]:
    """Return the puzzles of a game as lines, which another process can be sent."""
    game, _ = game_and_variant(task.board)
    return [written(game, puzzle) for puzzle in puzzles_of_game(seed, task)]


def _fill(kept: PuzzleFile, board: str, options: Namespace, stop: StopWord) -> None:
    first = kept.next_game
    tasks = (GameTask(board, number) for number in count(first))
    store = arguments.store(options, f"puzzles {options.seed}, program {program_digest()}")
    work = functools.partial(_lines_of_game, options.seed)
    with working(options, board, options.count, kept.count) as (bar, workers):
        if kept.count >= options.count:
            return
        results = workers.results(work, tasks, stop, store)
        for number, lines in in_order((task.number - first, lines) for task, lines in results):
            kept.add(lines, options.count)
            kept.next_game = first + number + 1
            bar.show(description=f"{board}, game {kept.next_game}", completed=kept.count)
            if kept.count >= options.count:
                return
