"""``match``: two computer players against each other, with equal chances for both."""

from __future__ import annotations

import argparse
from argparse import Namespace
from typing import Any

from rich.progress import Progress
from rich.table import Table as RichTable

from kalahgui.cli import arguments
from kalahgui.cli.output import print_json, print_table, progress, uninterrupted
from kalahgui.cli.show import Announcer
from kalahgui.core.textbook import ALGORITHMS
from kalahgui.engine import method
from kalahgui.engine.levels import LEVELS
from kalahgui.engine.limit import Limit
from kalahgui.games import GAMES
from kalahgui.games.game import Game, Position
from kalahgui.research.tournament import NoOpening, Spectator, Tally, play_match

MAX_OPENING = 60

_DESCRIPTION = """\
Let two computer players play. Games come in pairs: both games of a pair begin
with the same random moves, and each player is once the first.
"""
_EVALUATIONS = "; ".join(
    f"{key}: {', '.join(game.evaluations)}" for key, game in GAMES.items() if game.evaluations
)
_EXAMPLES = f"""\
players:
  1 to {len(LEVELS)}          a level, 1 is the easiest
  alpha-beta:5    a textbook algorithm that looks 5 turns ahead:
                  {", ".join(ALGORITHMS)}
  alpha-beta:1s   ... as far ahead as 1 second for each thought allows
  search:8        the playing search, 8 turns ahead
  search:1.5s     the playing search, 1.5 seconds for each thought
  search:8:measures
                  ... by an evaluation ({_EVALUATIONS})
  minimax:4:rising
                  ... trying the moves in an order ({", ".join(method.ORDERS)}), for the
                  textbook algorithms; on the diamond the article's is theirs anyway
  measures:4      8x8 Reversi: an article's program, minimax by three measures
  measures:4:10,15,10,30:20
                  ... with factors of own squares, the opponent's squares, mobility
                  and stable discs, and one move in 20 at random
  table           tic-tac-toe: the best moves of a table made beforehand
  "6 varied"      any of these with " varied" behind it chooses at random among
                  equally good moves; the blank needs quotes in a shell

figures (--json):
  score           the share of the first-named player: a win 1, a draw 1/2
  error           standard error of the score, from the scores of the pairs; null (?)
                  when there is one pair alone
  margin          mean final margin of the first-named player
  evaluations     how many positions each player has judged in all games, a player with
                  seconds in the depths it finished; null (?) for the playing search,
                  which does not count them

examples:
  python main.py match kalah:6x6 6 4
  python main.py match kalah:6x4 alpha-beta:3 search:8 --games 100 --json
  python main.py match reversi:8x8 measures:4 "3 varied" --games 2 --show
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    parser = commands.add_parser(
        "match", help="let two computers play", description=_DESCRIPTION, epilog=_EXAMPLES
    )
    arguments.add_board(parser)
    for name in ("first", "second"):
        parser.add_argument(name, metavar=name.upper(), help="a level or an algorithm, see below")
    parser.add_argument(
        "--games", metavar="N", type=_even, default=20, help="how many, an even number (20)"
    )
    arguments.add_seed(parser, "choose the random openings; ")
    parser.add_argument(
        "--opening-plies",
        metavar="P",
        type=arguments.whole(0, MAX_OPENING),
        default=4,
        help="how many random moves begin a game (4)",
    )
    arguments.add_show(parser, "print every move with the board after it")
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def _player(text: str, game: Game, start: Position) -> Limit:
    try:
        return method.parse(text, game).limit(game, start)
    except ValueError as error:
        raise arguments.BadArguments(str(error)) from None


def _even(text: str) -> int:
    games = arguments.whole(2, 1_000_000)(text)
    if games % 2:
        raise argparse.ArgumentTypeError(
            f"games are played in pairs, so give an even number, not {games}"
        )
    return games


def run(options: Namespace) -> int:
    """Run the command."""
    arguments.check_show(options)
    start = arguments.start(options)
    game, _ = options.board
    players = (_player(options.first, game, start), _player(options.second, game, start))
    try:
        tally = _play(options, game, start, players)
    except NoOpening as error:
        raise arguments.BadArguments(str(error)) from None
    if options.json:
        print_json(tally.document())
    else:
        _print(tally)
    return 0


class _Counter(Spectator):
    """Counts the games of a match on a progress bar."""

    def __init__(self, bar: Progress, games: int) -> None:
        self._bar = bar
        self._task = bar.add_task("games", total=games)

    def end(self, position: Position, margin: int) -> None:
        self._bar.advance(self._task)


def _play(options: Namespace, game: Game, start: Position, players: tuple[Limit, Limit]) -> Tally:
    def play(spectator: Spectator) -> Tally:
        return uninterrupted(
            lambda interrupt: play_match(
                game,
                start,
                players,
                options.games,
                options.seed,
                options.opening_plies,
                interrupt,
                spectator,
            )
        )

    if options.show:
        return play(Announcer(game, start, (options.first, options.second), options.games))
    with progress() as bar:
        return play(_Counter(bar, options.games))


def _print(tally: Tally) -> None:
    figures = tally.document()
    table = RichTable(show_header=False, box=None)
    table.add_row("games", str(figures["games"]))
    table.add_row("won by the first", str(figures["wins"][0]))
    table.add_row("won by the second", str(figures["wins"][1]))
    table.add_row("drawn", str(figures["draws"]))
    error = "?" if figures["error"] is None else f"{figures['error']:.3f}"
    table.add_row("score of the first", f"{figures['score']:.3f} ± {error}")
    table.add_row("mean margin", f"{figures['margin']:+.2f}")
    first, second = figures["seconds_per_move"]
    counts = ("?" if count is None else f"{count:,}" for count in figures["evaluations"])
    table.add_row("evaluations", ", ".join(counts))
    table.add_row("seconds a thought", f"{first:.4f}, {second:.4f}")
    print_table(table)
