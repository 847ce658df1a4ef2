"""``exactness``: how near the end of a game the program knows exact values.

A checkout is asked about one position of each game, one step nearer to the end after an estimate,
and one step farther away after an exact value. So the sizes of the positions swing about the median
(the up-and-down method of Dixon and Mood), and few searches tell it.
"""

from __future__ import annotations

import statistics
from argparse import Namespace
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from kalahgui.cli import arguments
from kalahgui.cli.output import Bar, print_document, report
from kalahgui.engine.levels import levels_on
from kalahgui.games.game import Position
from kalahgui.match.analysis import REVIEW_SECONDS
from kalahgui.match.match import Match
from lab.compare_checkouts import Checkout
from lab.losses import play_neighbours
from lab.many_games import GameTask

_GAMES, _REVIEWED = 200, 20  # of the games, one in so many is reviewed
_FARTHEST = 1000  # turns of a game whose end cannot be counted on
_DESCRIPTION = """\
Tell how many squares are empty, or how many stones are in the pits, when values
become exact in a checkout: of a hint and of the strongest level in so many
processor seconds a thread, and in the review of a whole game, which has 2.5 seconds
for each position. Games are those of neighbouring levels that do not think by the
clock.
"""
_EXAMPLES = """\
example:
  python -m lab exactness ../before reversi:8x8 --games 200
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about, name = "tell how near the end of a game values become exact", "exactness"
    parser = arguments.add_command(commands, name, run, about, _DESCRIPTION, _EXAMPLES)
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="the checkout")
    arguments.add_board(parser)
    parser.add_argument("--python", metavar="FILE", type=Path, help="its interpreter")
    arguments.add_number(parser, "--games", "N", (1, 10_000), f"({_GAMES})", _GAMES)
    arguments.add_number(parser, "--threads", "T", (1, 64), "of every search (1)", 1)
    arguments.add_seconds(parser, "for a hint, and a move of the level (1)", 1.0)
    arguments.add_seed(parser)
    arguments.add_json(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    game, start = options.board.game, arguments.start(options)
    board = f"{game.key}:{game.variant_of(start)}"
    if _size(start) >= _FARTHEST:
        raise arguments.BadArguments(f"{board} has no end that comes nearer move by move")
    matches = [_match(options.seed, board, number) for number in range(options.games)]
    document: dict[str, Any] = {"board": board, "threads": options.threads}
    with closing(Checkout(options.folder, options.python)) as checkout, Bar("positions") as bar:

        def ask(position: Position, **details: Any) -> bool:
            text = (board, game.position_text(position))
            bar.show(advance=1)
            details["threads"] = options.threads
            return bool(checkout.ask("exact_in", position=text, **details)["exact"])

        for asked in ("hint", "level"):
            sizes = [2 * _size(start) // 5]
            for match in matches:
                line = _line(match)
                near = (here for here in line if _size(here) <= sizes[-1] and not here.over)
                if position := next(near, None):
                    exact = ask(position, seconds=options.seconds, asked=asked)
                    sizes.append(max(2, sizes[-1] + (1 if exact else -1)))
            document[asked] = round(statistics.mean(sizes[_turn(sizes) :]), 1)
        ends = []
        for match in matches[::_REVIEWED]:
            details = {"seconds": REVIEW_SECONDS, "threads": options.threads}
            answer = checkout.ask(
                "review", board=board, moves=match.ply_texts(match.tip), **details
            )
            ends.append(_reaches(_line(match), answer["exact"]))
            bar.show(advance=1)
        document["review"] = statistics.median(ends)
    return report(options, document, print_document)


def _match(seed: int, board: str, number: int) -> Match:
    game, variant = arguments.board(board)
    quick = [level for level in levels_on(game, variant or "") if level.limit.seconds is None]
    task = GameTask(board, number, 1 + number % (len(quick) - 1))
    return play_neighbours(seed, task)[0]


def _line(match: Match) -> list[Position]:
    return [node.position.to_the_end() for node in (match.root, *match.tip.line)]


def _reaches(line: Sequence[Position], exact: Sequence[bool]) -> int:
    """Return the size of the first position from which on all of a line are exact."""
    size = 0
    for position, known in reversed(list(zip(line, exact, strict=False))):
        if not known:
            break
        size = _size(position)
    return size


def _turn(sizes: Sequence[int]) -> int:
    """Return where sizes turn back for the first time; they come from afar before that."""
    turns = (at for at in range(1, len(sizes) - 1) if sizes[at - 1] == sizes[at + 1])
    return next(turns, 0)


def _size(position: Position) -> int:
    """Return the empty squares, or the stones in the pits."""
    return min(position.most_turns(), position.size() or _FARTHEST)
