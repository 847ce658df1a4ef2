"""A match between two checkouts of the program: ``python -m kalahgui.research.match_checkouts``.

Each side is the program of a folder, asked for every move over pipes, so one that was written
before this script can play as well.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from kalahgui.core.search import StopWord
from kalahgui.games import game_and_variant
from kalahgui.games.game import Game, Position
from kalahgui.research import scripts
from kalahgui.research.checkouts import Checkout, CheckoutError
from kalahgui.research.openings import balanced_openings, most_plies
from kalahgui.research.tournament import Tally, margin_of_first_named
from kalahgui.research.workers import usable_cores

_DESCRIPTION = """\
Let the programs of two checkouts play each other. Each is run in its folder, by
the interpreter of the environment in it (.venv or venv) or the one that is named.
Games come in pairs that begin with the same balanced opening, each checkout once
the first; standard errors are those of the pairs.
"""
_EXAMPLES = """\
example:
  python -m kalahgui.research.match_checkouts . ../before kalah:6x6 search:0.1s \\
      --pythons .venv/bin/python ../before/.venv/bin/python --games 200 --json
"""
_ERRORS = (OSError, CheckoutError)
Desk = tuple[Checkout, Checkout]


@dataclass(frozen=True)
class Terms:
    """What is played: the board, the rules, both players as text, and the seed."""

    board: str
    rules: tuple[str, ...]
    players: tuple[str, str]
    seed: int

    @property
    def game(self) -> Game:
        """Return the game that is played."""
        return game_and_variant(self.board)[0]

    @property
    def start(self) -> Position:
        """Return the position that games begin with; ValueError for unknown rules."""
        game, variant = game_and_variant(self.board)
        position: Position = game.start(variant, self.rules)
        return position


@dataclass
class PlayedPair:
    """The two games of a pair: their figures, and how deep each checkout looked at each turn."""

    tally: Tally = field(default_factory=Tally)
    depths: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))


def play_pair(terms: Terms, number: int, opening: Sequence[int], desk: Desk) -> PlayedPair:
    """Play two games from an opening, the sides exchanged."""
    played = PlayedPair()
    for first in (0, 1):
        for player, checkout in enumerate(desk):
            checkout.ask(
                "begin",
                board=terms.board,
                rules=terms.rules,
                player=terms.players[player],
                seed=f"{terms.seed} {number} {first} {player}",
            )
        position = terms.start
        moves = []
        for move in opening:
            moves.append(terms.game.text(move))
            position.play(move)
        while not position.over:
            player = position.turn ^ first
            answer = desk[player].ask("turn", moves=moves)
            played.tally.add(player, answer["seconds"], None)
            played.depths[player].append(answer["depth"])
            moves += _play_turn(terms.game, position, answer["moves"], desk[player])
        played.tally.margins.append(margin_of_first_named(position, first))
    return played


def _play_turn(game: Game, position: Position, texts: list[str], checkout: Checkout) -> list[str]:
    """Play what a checkout answered; CheckoutError when the rules forbid it."""
    side = position.turn
    for text in texts:
        try:
            if position.turn != side:
                raise ValueError("it is the other side's turn")
            position.play(game.parse_move(text))
        except ValueError as error:
            raise CheckoutError(f"{checkout.folder} played {text!r}: {error}") from None
    if not texts:
        raise CheckoutError(f"{checkout.folder} played no move")
    return texts


class CheckoutMatch:
    """Pairs of games, played at several desks at once; each desk has both programs running."""

    def __init__(self, terms: Terms, openings: Sequence[Sequence[int]], desks: list[Desk]) -> None:
        self._terms = terms
        self._openings = openings
        self._desks = desks
        self.pairs: dict[int, PlayedPair] = {}

    def play(self, played: Callable[[], None] = lambda: None) -> None:
        """Play all pairs, calling ``played`` after each; the first error ends it."""
        free: SimpleQueue[Desk] = SimpleQueue()
        for desk in self._desks:
            free.put(desk)

        def play_one(number: int) -> PlayedPair:
            desk = free.get()
            try:
                return play_pair(self._terms, number, self._openings[number], desk)
            finally:
                free.put(desk)

        with ThreadPoolExecutor(len(self._desks)) as pool:
            running: dict[Future[PlayedPair], int] = {
                pool.submit(play_one, number): number for number in range(len(self._openings))
            }
            try:
                while running:
                    for done in wait(running, return_when=FIRST_COMPLETED).done:
                        self.pairs[running.pop(done)] = done.result()
                        played()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for desk in self._desks:
                    for checkout in desk:
                        checkout.close()  # what is asked of it now ends with an error
                raise

    def document(self) -> dict[str, Any]:
        """Return the figures of the pairs that were played to their end."""
        tally = Tally()
        depths: tuple[list[int], list[int]] = ([], [])
        for _, pair in sorted(self.pairs.items()):
            tally.take(pair.tally)
            for player in (0, 1):
                depths[player].extend(pair.depths[player])
        terms = self._terms
        document = tally.document() if tally.margins else {"games": 0}
        document.pop("evaluations", None)
        return document | {
            "mean_depths": [round(statistics.fmean(each), 2) if each else None for each in depths],
            "board": terms.board,
            "rules": list(terms.rules),
            "players": list(terms.players),
            "seed": terms.seed,
            "checkouts": [
                checkout.about | {"folder": str(checkout.folder)} for checkout in self._desks[0]
            ],
        }


def _parser() -> scripts.Parser:
    parser = scripts.Parser(
        prog="python -m kalahgui.research.match_checkouts",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
    )
    parser.add_argument("folders", metavar="FOLDER", nargs=2, type=Path, help="both checkouts")
    parser.add_argument("board", metavar="GAME[:VARIANT]", help="such as kalah:6x6")
    parser.add_argument("player", metavar="PLAYER", help="as ``match`` has it, such as search:0.1s")
    parser.add_argument("--other-player", metavar="PLAYER", help="how the second checkout plays")
    parser.add_argument("--rules", default="", help="rule options separated by commas")
    parser.add_argument(
        "--pythons", metavar="FILE", nargs=2, type=Path, default=(None, None), help="interpreters"
    )
    parser.add_argument("--games", metavar="N", type=_even, default=20, help="an even number (20)")
    parser.add_argument(
        "--opening-plies",
        metavar="P",
        type=scripts.whole(0, 60),
        help="how many random moves begin a game (by the game)",
    )
    parser.add_argument("--seed", metavar="K", type=scripts.whole(0, 10**12), default=0)
    parser.add_argument(
        "--jobs",
        metavar="J",
        type=scripts.whole(1, usable_cores()),
        default=1,
        help="how many games are played at once, at most one for each core (1)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def _even(text: str) -> int:
    games = scripts.whole(2, 1_000_000)(text)
    if games % 2:
        raise argparse.ArgumentTypeError(f"games come in pairs: give an even number, not {games}")
    return games


def _run(options: argparse.Namespace) -> int:
    other = options.other_player or options.player
    rules = tuple(rule.strip() for rule in options.rules.split(",") if rule.strip())
    terms = Terms(options.board, rules, (options.player, other), options.seed)
    start = terms.start
    plies = options.opening_plies
    if plies is None:
        plies = most_plies(start, terms.game.opening_plies)
    pairs = options.games // 2
    balanced = balanced_openings(start, plies, pairs, options.seed, StopWord())
    if balanced.even < pairs:
        scripts.complain(
            f"too few even openings for {pairs} pairs of games: {balanced.even} are; the most even "
            f"ones are played, {len(balanced.openings)} in all"
        )
    lines = [opening.moves for opening in balanced.openings]
    with ExitStack() as stack:
        first, second = zip(options.folders, options.pythons, strict=True)
        desks = [
            (stack.enter_context(Checkout(*first)), stack.enter_context(Checkout(*second)))
            for _ in range(options.jobs)
        ]
        match = CheckoutMatch(terms, list(islice(cycle(lines), pairs)), desks)
        interrupted = False
        with scripts.progress() as bar:
            task = bar.add_task("games", total=options.games)
            try:
                match.play(lambda: bar.advance(task, 2))
            except KeyboardInterrupt:
                interrupted = True
        _print(match.document(), options.json)
    if interrupted:
        scripts.complain(f"interrupted after {2 * len(match.pairs)} of {options.games} games")
        return scripts.INTERRUPTED
    return 0


def _print(document: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(document), flush=True)
        return
    print(f"games {document['games']}", end="")
    if document["games"]:
        error, margin_error = (
            "?" if document[name] is None else f"{document[name]:.3f}"
            for name in ("error", "margin_error")
        )
        first, second = document["wins"]
        print(f", won {first} and {second}, drawn {document['draws']}")
        print(f"score of the first: {document['score']:.3f} ± {error}")
        print(f"mean margin: {document['margin']:+.2f} ± {margin_error}")
        print("seconds a thought: {}, {}".format(*document["seconds_per_move"]))
        print("mean depth: {}, {}".format(*document["mean_depths"]), end="")
    print(flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the script and return its status."""
    options = _parser().parse_args(arguments)
    return scripts.status_of(lambda: _run(options))


if __name__ == "__main__":
    sys.exit(main())
