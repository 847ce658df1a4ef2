"""``match``: two computer players against each other, with equal chances for both."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any, NamedTuple

from kalahgui.cli import arguments
from kalahgui.cli.output import (
    Announcer,
    Bar,
    complain,
    complain_of_book,
    print_facts,
    report,
    uninterrupted,
    working,
)
from kalahgui.core.textbook import ALGORITHMS
from kalahgui.engine import method
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.levels import MOST_LEVELS
from kalahgui.games import GAMES
from kalahgui.games.game import Game, Position
from kalahgui.games.limit import Limit
from kalahgui.library import earlier_versions
from kalahgui.match.openings import (
    DEPTH,
    Balanced,
    NoOpening,
    balanced_openings,
    most_plies,
    random_openings,
)
from kalahgui.match.tournament import Contest, Spectator, Tally, play_match
from kalahgui.solving.program_digest import program_digest
from kalahgui.words import listed, number, say

MAX_OPENING = 60
_RANDOM, _BALANCED = "random", "balanced"
_PLIES = 4  # of random openings

_DESCRIPTION = """\
Let two computer players play. Games come in pairs: both games of a pair begin
with the same random moves, and each player is once the first. Balanced openings
are all different, and worth at most 3 points to either side by a search 8 turns
ahead. In games without points they are draws. Where there are too few, the most
even ones are played, and a message says so.
"""
_EVALUATIONS = "; ".join(
    f"{key}: {', '.join(game.evaluations)}" for key, game in GAMES.items() if game.evaluations
)
_PLIES_OF_GAMES = ", ".join(f"{key} {game.opening_plies}" for key, game in GAMES.items())
_EXAMPLES = f"""\
players:
  1 to {MOST_LEVELS}         a level, 1 is the easiest; a small board has fewer
  old:1 to old:{earlier_versions.MOST_LEVELS}  a level of the first edition, as stored games keep it
  simple          plays at random, but takes a capture, a move again, a corner or a
                  win at once when it sees one (in Kalah, Reversi, the other games)
  alpha-beta:5    a textbook algorithm that looks 5 turns ahead:
                  {", ".join(ALGORITHMS)}
  alpha-beta:1s   ... as far ahead as 1 second for each thought allows
  search:8        the playing search, 8 turns ahead
  search:1.5s     the playing search, 1.5 seconds for each thought
  search:8:measures
                  ... by an evaluation ({_EVALUATIONS})
  minimax:4:rising
                  ... trying the moves in an order ({", ".join(method.ORDERS)}), for the
                  textbook algorithms; on the diamond they use the article's anyway
  measures:4      8x8 Reversi: an article's program, minimax by three measures
  measures:4:10,15,10,30:20
                  ... with weights of own squares, the opponent's squares, mobility
                  and stable discs, and one move in 20 at random
  table           tic-tac-toe: the best moves of a table made beforehand
  "6 varied"      any of these with " varied" behind it chooses at random among
                  equally good moves; the blank needs quotes in a shell

figures (--json):
  score           the share of the first-named player: a win 1, a draw 1/2
  error           standard error of the score, from the scores of the pairs; null (?)
                  when there is one pair alone
  margin          mean final margin of the first-named player
  margin_error    its standard error, from the pairs as well
  reproducible    whether the same seed plays the same games: not with seconds
  evaluations     how many positions each player evaluated in all games, a player with
                  seconds in the depths it finished; null (?) for the playing search,
                  which does not count them
  openings        of balanced ones: the depth and the points that bound what one is
                  worth, how many of those looked at are so even, and the moves of
                  each with its value for the side that began

examples:
  python main.py match kalah:6x6 6 4
  python main.py match kalah:6x4 alpha-beta:3 search:8 --games 100 --json
  python main.py match kalah:6x6 search:6 search:5 --openings balanced --jobs 2
  python main.py match reversi:8x8 measures:4 "3 varied" --games 2 --show
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about = "let two computers play"
    parser = arguments.add_command(commands, "match", run, about, _DESCRIPTION, _EXAMPLES)
    arguments.add_board(parser)
    for name in ("first", "second"):
        parser.add_argument(name, metavar=name.upper(), help="a level or an algorithm, see below")
    parser.add_argument(
        "--games",
        metavar="N",
        type=arguments.even,
        default=20,
        help="number of games, even (20)",
    )
    arguments.add_seed(parser, "choose the random openings; ")
    text = f"number of random moves that begin a game ({_PLIES}; balanced ones: {_PLIES_OF_GAMES})"
    arguments.add_number(parser, "--opening-plies", "P", (0, MAX_OPENING), text)
    parser.add_argument(
        "--openings",
        choices=(_RANDOM, _BALANCED),
        default=_RANDOM,
        help="any random moves, or even ones that favour neither side (random)",
    )
    arguments.add_jobs(parser, 1)
    text = "keep pairs of games in a file as they end, so that the same command goes on"
    arguments.add_file(parser, "--store", text)
    arguments.add_show(parser, "print every move with the board after it")
    arguments.add_json(parser)


def _player(text: str, game: Game, start: Position) -> Limit:
    with arguments.refusing(ValueError):
        return earlier_versions.parse_method(text, game).limit(game, start)


def run(options: Namespace) -> int:
    """Run the command."""
    arguments.check_show(options)
    contest = _contest(options)
    arguments.check_jobs(options, contest.timed)
    arguments.check_folder(options.store)
    if any(limit.reads_books for limit in contest.players):
        complain_of_book(contest.start)
    with arguments.refusing(NoOpening):
        openings = _openings(options, contest)
        tally = _play(options, contest, openings)
    document = tally.document() | {"reproducible": not contest.timed}
    if openings.balanced:
        document["openings"] = _document(contest, openings.balanced)
    return report(options, document, _print)


def _contest(options: Namespace) -> Contest:
    """Return who plays whom; BadArguments when a player does not suit the board."""
    start = arguments.start(options)
    game, variant = options.board
    players = (_player(options.first, game, start), _player(options.second, game, start))
    return Contest(game.key, variant or game.variant, options.rules, players, options.seed)


class _Openings(NamedTuple):
    """The openings of a match, one a pair; where they are balanced, what was found of them."""

    moves: Iterator[list[int]]
    balanced: Balanced | None = None


def _openings(options: Namespace, contest: Contest) -> _Openings:
    plies, start, pairs = options.opening_plies, contest.start, options.games // 2
    if options.openings == _RANDOM:
        plies = _PLIES if plies is None else plies
        return _Openings(islice(random_openings(start, plies, contest.seed), pairs))
    if plies is None:
        plies = most_plies(start, contest.game.opening_plies)
    with Bar(say("terminal_openings"), pairs) as bar:
        balanced = uninterrupted(
            lambda interrupt: balanced_openings(
                start,
                plies,
                pairs,
                contest.seed,
                interrupt.word(),
                lambda even: bar.show(completed=even),
            )
        )
    if balanced.even < pairs:
        complain(_too_few(balanced, pairs, plies))
    lines = [opening.moves for opening in balanced.openings]
    return _Openings(islice(cycle(lines), pairs), balanced)


def _too_few(balanced: Balanced, pairs: int, plies: int) -> str:
    key = "terminal_openings_within" if balanced.within else "terminal_openings_drawn"
    said = say(
        "terminal_openings_few",
        pairs=pairs,
        even=balanced.even,
        looked_at=balanced.looked_at,
        plies=plies,
        how=say(key, points=balanced.within),
    )
    if len(balanced.openings) < pairs:
        said = say("terminal_openings_again", said=said, n=len(balanced.openings))
    return said


def _document(contest: Contest, balanced: Balanced) -> dict[str, Any]:
    return {
        "kind": _BALANCED,
        "depth": DEPTH,
        "within": balanced.within,
        "even": balanced.even,
        "looked_at": balanced.looked_at,
        "lines": [
            {"moves": list(map(contest.game.text, opening.moves)), "value": opening.value}
            for opening in balanced.openings
        ],
    }


class _Counter(Spectator):
    """Counts the games of a match on a progress bar."""

    def __init__(self, bar: Bar) -> None:
        self._bar = bar

    def end(self, position: Position, margin: int) -> None:
        self._bar.show(advance=1)


def _play(options: Namespace, contest: Contest, openings: _Openings) -> Tally:
    announcer = None
    if options.show:
        players = (options.first, options.second)
        announcer = Announcer(contest.game, contest.start, players, options.games)
    elsewhere = options.jobs > 1 or options.cluster or options.store

    def play(interrupt: Interrupt) -> Tally:
        store = None
        if options.store:
            store = arguments.opened(options.store, f"match, program {program_digest()}")
        said = say("terminal_games")
        with working(options, said, options.games, quiet=options.show) as (bar, workers):
            spectator = announcer or _Counter(bar)
            with_workers = (workers, store) if elsewhere else ()
            return play_match(contest, openings.moves, interrupt, spectator, *with_workers)

    return uninterrupted(play)


def _print(figures: dict[str, Any]) -> None:
    margin_error = _chance(figures["margin_error"], 2)
    first, second = figures["seconds_per_move"]
    counts = ("?" if count is None else number(count) for count in figures["evaluations"])
    facts = [
        (say("terminal_games"), str(figures["games"])),
        (say("terminal_won_first"), str(figures["wins"][0])),
        (say("terminal_won_second"), str(figures["wins"][1])),
        (say("terminal_drawn"), str(figures["draws"])),
        (say("terminal_score"), f"{figures['score']:.3f} ± {_chance(figures['error'], 3)}"),
        (say("terminal_margin"), f"{figures['margin']:+.2f} ± {margin_error}"),
        (say("terminal_evaluations"), listed(*counts)),
        (say("terminal_thought"), listed(f"{first:.4f}", f"{second:.4f}")),
    ]
    if not figures["reproducible"]:
        facts.append((say("terminal_reproducible"), say("terminal_not_reproducible")))
    if "openings" in figures:
        facts.append((say("terminal_openings"), _opened(figures["openings"])))
    print_facts(facts)


def _chance(error: float | None, digits: int) -> str:
    return "?" if error is None else f"{error:.{digits}f}"


def _opened(openings: dict[str, Any]) -> str:
    most = max(abs(line["value"]) for line in openings["lines"])
    return say("terminal_openings_even", n=len(openings["lines"]), most=most)
