"""``perft``: count the leaves at a depth, as a check of the rules."""

from __future__ import annotations

import time
from argparse import Namespace
from typing import Any

from rich.console import Console

from kalahgui.cli import arguments
from kalahgui.cli.output import print_json, uninterrupted
from kalahgui.core.perft import perft

MAX_DEPTH = 200

_DESCRIPTION = """\
Count the positions exactly DEPTH moves ahead. A game that ends earlier counts
once; a player who moves again makes one more move, a pass is none; games are
played to the last stone or disc. The count is the last word printed.
"""
_EXAMPLES = """\
examples:
  python main.py perft kalah:6x6 6
  python main.py perft kalah:4x3 8 --rules empty-capture
  python main.py perft reversi:8x8 9
  python main.py perft kalah 4 --position '<2,0,0,1,2,1,2>'
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    parser = commands.add_parser(
        "perft", help="count leaves", description=_DESCRIPTION, epilog=_EXAMPLES
    )
    arguments.add_board(parser)
    parser.add_argument(
        "depth", metavar="DEPTH", type=arguments.whole(0, MAX_DEPTH), help="how many moves ahead"
    )
    arguments.add_position(parser)
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Run the command."""
    position = arguments.start(options)
    begin = time.perf_counter()
    with Console(stderr=True).status("counting"):
        leaves = uninterrupted(lambda interrupt: perft(position, options.depth, interrupt.word()))
    seconds = time.perf_counter() - begin
    if options.json:
        print_json(
            {
                "game": options.board.game.key,
                "position": options.board.game.position_text(position),
                "depth": options.depth,
                "leaves": leaves,
                "seconds": round(seconds, 3),
            }
        )
    else:
        print(f"{options.board}, depth {options.depth}, {seconds:.2f} s, leaves: {leaves}")
    return 0
