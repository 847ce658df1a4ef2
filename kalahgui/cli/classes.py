"""``classes``: how often moves of a class are played where they are legal."""

from __future__ import annotations

import functools
from argparse import Namespace
from typing import Any

from rich.table import Table as RichTable

from kalahgui.cli import arguments, many_games
from kalahgui.cli.output import print_table
from kalahgui.research.class_counts import LONGEST_OPENING, PLAYER, ClassCounting, count_game

GAMES_EACH = 100

_DESCRIPTION = f"""\
Count how often the moves of a class are played where they are legal: the
positions in which one of them was played, divided by the positions in which one
was legal. Positions with a single legal move are left out. The games are played
by "{PLAYER}" on both sides, the strong levels' search with turns in place
of seconds, so that the same seed plays the same games. 0 to {LONGEST_OPENING} random moves begin
a game; they are not counted.

A game without a board stands for all of its usual boards. The file that "theatre
--stop realization:P" reads is made by
  python main.py classes kalah reversi tictactoe eight --out assets/tables/move-classes.json
"""
_EXAMPLES = """\
examples:
  python main.py classes kalah
  python main.py classes reversi:8x8 --games 20 --seed 1 --json
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    parser = commands.add_parser(
        "classes",
        help="count how often classes of moves are played",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
    )
    parser.add_argument(
        "boards",
        metavar="GAME[:VARIANT]",
        nargs="+",
        type=_boards,
        help="a game on its usual boards, or one board, such as kalah:6x4",
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=arguments.whole(1, 1_000_000),
        default=GAMES_EACH,
        help=f"how many on each board ({GAMES_EACH})",
    )
    arguments.add_seed(parser)
    arguments.add_jobs(parser)
    parser.add_argument(
        "--out", metavar="FILE", type=arguments.file, help="write the counts to a file, too"
    )
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def _boards(text: str) -> list[str]:
    """Return the boards that an argument stands for."""
    game, variant = arguments.board(text)
    variants = game.variants if variant is None else (variant,)
    return [f"{game.key}:{each}" for each in variants]


def run(options: Namespace) -> int:
    """Run the command."""
    boards = list(dict.fromkeys(board for named in options.boards for board in named))
    counting = ClassCounting(boards, options.games, options.seed)
    return many_games.run(
        options,
        counting,
        functools.partial(count_game, counting.seed),
        take=lambda task, counts: counting.take(task.board, counts),
        done=lambda: counting.counted,
        show=lambda: _print(counting),
    )


def _print(counting: ClassCounting) -> None:
    for name, board in counting.boards.items():
        games = "1 game" if board.games == 1 else f"{board.games} games"
        table = RichTable(title=f"{name}, {games}", title_justify="left")
        for heading in ("class", "played", "legal", "probability"):
            table.add_column(heading, justify="left" if heading == "class" else "right")
        for key, (played, legal) in board.counts.items():
            share = f"{played / legal:.3f}" if legal else "?"
            table.add_row(key, f"{played:,}", f"{legal:,}", share)
        print_table(table)
