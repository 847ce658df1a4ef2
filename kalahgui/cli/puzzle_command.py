"""``puzzle``: a puzzle of a board, with its solution."""

from __future__ import annotations

import argparse
from argparse import Namespace
from datetime import date
from typing import Any

from kalahgui.cli import arguments
from kalahgui.cli.output import (
    name_words,
    print_board,
    print_facts,
    print_text,
    report,
    side_words,
    signed,
)
from kalahgui.games.game import Game
from kalahgui.games.user_error import UserError
from kalahgui.learning.puzzles import BOARDS, Puzzle, number_of_day, puzzles_of
from kalahgui.words import listed, say

_DESCRIPTION = """\
Print a puzzle: a position in which one turn keeps the value with best play and
all others lose something. Values are exact, for the side to move, and the game
is played to the last stone or disc. Without a number it is today's, the same
for everybody. --solution adds the solution, which JSON always has.
"""
_EXAMPLES = """\
examples:
  python main.py puzzle kalah:6x6 --solution
  python main.py puzzle reversi:8x8 --number 12 --json
  python main.py puzzle reversi:8x8 --today 2026-01-31
  python main.py puzzle kalah:6x4 --count
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about = "print a puzzle"
    parser = arguments.add_command(commands, "puzzle", run, about, _DESCRIPTION, _EXAMPLES)
    known = ", ".join(f"{key}:{variant}" for key, variant in BOARDS)
    parser.add_argument(
        "board", metavar="GAME[:VARIANT]", type=arguments.board, help=f"one of {known}"
    )
    text = "which puzzle of the board's list, from 1"
    arguments.add_number(parser, "--number", "N", (1, 10**9), text)
    parser.add_argument(
        "--today",
        metavar="DATE",
        nargs="?",
        type=_day,
        const=date.today(),
        help="the puzzle of today, or of a date such as 2026-01-31",
    )
    parser.add_argument("--count", action="store_true", help="print how many puzzles there are")
    parser.add_argument("--solution", action="store_true", help="print the solution, too")
    arguments.add_json(parser)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(say("terminal_date", text=text)) from None


def run(options: Namespace) -> int:
    """Run the command."""
    game, named = options.board
    if sum((options.number is not None, options.today is not None, options.count)) > 1:
        raise arguments.BadArguments(say("terminal_puzzle_one"))
    variant = named or game.variant
    with arguments.refusing(UserError):
        puzzles = puzzles_of(game, variant)
        if options.count:
            return report(
                options,
                {"count": len(puzzles)},
                lambda document: print_text(str(document["count"])),
            )
        day = options.today or date.today()
        number = options.number or number_of_day(game, variant, day)
        if number > len(puzzles):
            raise UserError("refused_puzzle_number", most=len(puzzles))
    puzzle = puzzles[number - 1]
    return report(
        options, _document(game, puzzle), lambda said: _print(game, puzzle, said, options.solution)
    )


def _document(game: Game, puzzle: Puzzle) -> dict[str, Any]:
    return {
        "game": f"{game.key}:{game.variant_of(puzzle.position)}",
        "number": puzzle.number,
        "position": game.position_text(puzzle.position),
        "rating": puzzle.rating,
        "themes": list(puzzle.themes),
        "solution": [list(map(game.text, turn)) for turn in puzzle.turns],
        "value": puzzle.value,
        "gap": puzzle.gap,
    }


def _print(game: Game, puzzle: Puzzle, said: dict[str, Any], solved: bool) -> None:
    """Print a puzzle for people: the board first, the solution last where it is wanted."""
    print_board(game, puzzle.position)
    turns = (
        f"({' '.join(turn)})" if index % 2 else " ".join(turn)
        for index, turn in enumerate(said["solution"])
    )
    facts = {
        "puzzle": f"{said['game']} {said['number']}",
        "turn": side_words(game, puzzle.position.turn),
        "position": said["position"],
        "rating": str(said["rating"]),
        "themes": listed(*(name_words("puzzle_theme", theme) for theme in said["themes"])),
        "value": signed(said["value"]),
        "next_best": signed(said["value"] - said["gap"]),
    }
    if solved:
        facts["solution"] = ", ".join(turns)
    print_facts((say(f"terminal_{name}"), fact) for name, fact in facts.items())
    if solved:
        print_text("\n" + say("terminal_solution_read"))
