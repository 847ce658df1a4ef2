"""``perft``: count the leaves at a depth, as a check of the rules."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from rich.console import Console

from kalahgui.cli import arguments
from kalahgui.cli.output import print_json
from kalahgui.game import Position

MAX_DEPTH = 200

_DESCRIPTION = """\
Count the positions exactly DEPTH moves ahead. A game that ends earlier counts
once; a player who moves again makes one more move; games are played to the last
stone. The count is the last word printed.
"""
_EXAMPLES = """\
examples:
  python main.py perft kalah:6x6 6
  python main.py perft kalah:4x3 8 --rules empty-capture
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
    leaves = 0
    with Console(stderr=True).status("counting") as status:
        for depth, leaves in enumerate(counts(position, options.depth)):
            status.update(f"depth {depth}: {leaves:,}")
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


def counts(position: Position, depth: int) -> Iterator[int]:
    """Yield the number of leaves at each depth from 0 to ``depth``.

    The two words alone decide how a game can go on, so positions that share them are expanded
    once, with the number of ways that lead to them.
    """
    here = position.to_the_end()
    level = {(here.own, here.opp): 1}
    finished = 0
    yield 1
    for step in range(1, depth + 1):
        leaves = 0
        following: dict[tuple[int, int], int] = {}
        for (own, opp), ways in level.items():
            here.own, here.opp = own, opp
            moves = here.moves()
            leaves += ways * len(moves)
            if not moves:
                finished += ways
            elif step < depth:
                for move in moves:
                    here.own, here.opp, here.lead = own, opp, 0
                    here.play(move)
                    key = (here.own, here.opp)
                    following[key] = following.get(key, 0) + ways
        yield finished + leaves
        level = following
