"""``match_checkouts``: two checkouts of the program play against each other at equal time.

Games come in pairs from balanced openings, each checkout once the first. Time is that of the
processor, so what else runs on the machine changes little.
"""

from __future__ import annotations

from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

from kalahgui.cli import arguments
from kalahgui.cli.output import Bar, print_document, report
from kalahgui.core.search import StopWord
from kalahgui.engine.thinker import LEVEL_BITS
from kalahgui.games.game import Game, Position
from kalahgui.match.openings import balanced_openings
from kalahgui.match.tournament import Tally
from lab.compare_checkouts import Checkout, add_checkouts, opened

_DESCRIPTION = """\
Let two checkouts of the program play against each other from balanced openings,
with so many processor seconds for every move. Score and margin are the second
checkout's; errors are standard errors, from the pairs.
"""
_EXAMPLES = """\
example:
  python -m lab match_checkouts ../before . reversi:8x8 --seconds 0.1 --games 200
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about, name = "let two checkouts play against each other", "match_checkouts"
    parser = arguments.add_command(commands, name, run, about, _DESCRIPTION, _EXAMPLES)
    add_checkouts(parser)
    arguments.add_board(parser)
    arguments.add_seconds(parser, "of the processor for each move (0.1)", 0.1)
    parser.add_argument(
        "--games", metavar="N", type=arguments.even, default=20, help="number, even (20)"
    )
    arguments.add_seed(parser, "choose the openings; ")
    arguments.add_number(parser, "--jobs", "J", (1, arguments.MAX_JOBS), "pairs at once (1)", 1)
    arguments.add_json(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    game, start = options.board.game, arguments.start(options)
    pairs = options.games // 2
    balanced = balanced_openings(start, game.opening_plies, pairs, options.seed, StopWord())
    tally = Tally()
    with ExitStack() as stack, Bar("games", options.games) as bar:
        idle = [opened(options, stack) for _ in range(options.jobs)]

        def play(opening: list[int]) -> Tally:
            players = idle.pop()
            try:
                return _pair(game, start, str(options.board), opening, players, options.seconds)
            finally:
                idle.append(players)

        with ThreadPoolExecutor(options.jobs) as pool:
            for played in pool.map(play, [opening.moves for opening in balanced.openings]):
                tally.take(played)
                bar.show(completed=len(tally.margins))
    figures = tally.document()
    del figures["evaluations"]  # searches do not count them
    document = {"seconds": options.seconds, "openings": len(balanced.openings)} | figures
    return report(options, document, print_document)


def _pair(
    game: Game,
    start: Position,
    board: str,
    opening: list[int],
    players: list[Checkout],
    seconds: float,
) -> Tally:
    """Return the results of two games from an opening, seen by the second player."""
    tally = Tally()
    for first in (0, 1):
        position = start.to_the_end()
        for move in opening:
            position.play(move)
        fresh = {0, 1}
        while not position.over:
            player = first ^ position.turn
            answer = players[player].ask(
                "move_in",
                position=(board, game.position_text(position)),
                seconds=seconds,
                bits=LEVEL_BITS,
                fresh=player in fresh,
            )
            fresh.discard(player)
            tally.add(1 - player, answer["processor_seconds"], None)
            position.play(answer["move"])
        tally.margins.append(position.final() * (1 if first ^ position.turn else -1))
    return tally
