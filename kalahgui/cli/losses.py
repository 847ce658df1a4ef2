"""``losses``: what the levels lose a move."""

from __future__ import annotations

import functools
from argparse import Namespace
from typing import Any

from rich.table import Table as RichTable

from kalahgui.cli import arguments, many_games
from kalahgui.cli.output import print_table
from kalahgui.research.level_losses import (
    LONGEST_OPENING,
    TIMED_PART,
    LossMeasuring,
    Plan,
    measure_game,
)

GAMES_EACH = 4
SECONDS = 6.0
BOARDS = (
    "kalah:6x3",
    "kalah:6x4",
    "kalah:6x6",
    "reversi:diamond",
    "reversi:6x6",
    "reversi:8x8",
)

_DESCRIPTION = f"""\
Measure what the levels lose a move: neighbouring levels play games against each
other, and every game is reviewed. 0 to {LONGEST_OPENING} random moves begin a game; they are not
counted. Levels that think for seconds play 1/{TIMED_PART} of the games. The same seed
begins the same games in whatever order, but players and reviews that keep to a
time do what the machine allows.

Games that are only won or lost tell the levels apart badly and are left out,
unless they are named. By the file a player is told which level plays like
that. It is made by
  python main.py losses --out assets/tables/level-losses.json
"""
_EXAMPLES = f"""\
examples:
  python main.py losses kalah:6x4 --games 10
  python main.py losses tictactoe eight --seconds 1 --json

without a board: {", ".join(BOARDS)}
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    parser = commands.add_parser(
        "losses",
        help="measure what the levels lose a move",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
    )
    parser.add_argument(
        "boards",
        metavar="GAME[:VARIANT]",
        nargs="*",
        type=_board,
        help="a board, such as kalah:6x4; a game alone is its usual one",
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=arguments.whole(1, 1_000_000),
        default=GAMES_EACH,
        help=f"how many each two neighbours play on a board ({GAMES_EACH})",
    )
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=arguments.seconds,
        default=SECONDS,
        help=f"for the review of a game ({SECONDS:g})",
    )
    arguments.add_seed(parser)
    arguments.add_jobs(parser)
    parser.add_argument(
        "--out", metavar="FILE", type=arguments.file, help="write the losses to a file, too"
    )
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def _board(text: str) -> str:
    """Return the board that an argument stands for."""
    game, variant = arguments.board(text)
    return f"{game.key}:{game.variant if variant is None else variant}"


def run(options: Namespace) -> int:
    """Run the command."""
    boards = list(dict.fromkeys(options.boards or BOARDS))
    measuring = LossMeasuring(boards, options.games, Plan(options.seed, options.seconds))
    return many_games.run(
        options,
        measuring,
        functools.partial(measure_game, measuring.plan),
        take=lambda task, lost: measuring.take(task, lost),
        done=lambda: measuring.measured,
        show=lambda: _print(measuring),
    )


def _print(measuring: LossMeasuring) -> None:
    for board, losses in measuring.losses.items():
        table = RichTable(title=board, title_justify="left")
        for heading in ("level", "moves", "lost", "loss a move"):
            table.add_column(heading, justify="right")
        for number, loss in enumerate(losses, start=1):
            mean = f"{loss.lost / loss.moves:.2f}" if loss.moves else "?"
            table.add_row(str(number), f"{loss.moves:,}", f"{loss.lost:,}", mean)
        print_table(table)
