"""What the matches on a board say of a person: against the levels, streaks, loss a move."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from kalahgui.engine.levels import first_level, levels_on
from kalahgui.games import GAMES
from kalahgui.games.game import Game, Opening
from kalahgui.library.listing import MatchRow, finished, openings_of
from kalahgui.library.saved import RESULTS, MatchPlayers, match_players, points_of
from kalahgui.library.store import Store
from kalahgui.review.like_level import ReviewedGame, like_level

FEWEST_IN_OPENING = 3  # games of an opening that is told of
LAST_GAMES = 20  # whose loss a move is told
WINDOW = 10  # games that a level of the course is told from
_AT_ONCE, _AT_ONCE_REPLAYED = 200, 25  # matches that are looked at, or replayed, in a step
_POINTS = 30  # of the course at most
_SUGGESTING = 4  # games with a level that a suggestion goes by
_CLEARLY = 3  # of them won, or lost


class LevelRecord(NamedTuple):
    """The games of a person against a level, or in an opening."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    def with_one(self, points: float) -> LevelRecord:
        """Return the record with another game, of 1 point for a win of the person, 0.5 or 0."""
        won, drawn, lost = points == 1, points == 0.5, points == 0
        return LevelRecord(self.won + won, self.lost + lost, self.drawn + drawn)

    @property
    def points_a_game(self) -> float:
        """Return the mean of the points; there are games."""
        return (self.won + self.drawn / 2) / sum(self)


class LevelResults(NamedTuple):
    """A person's results on a board, by level, and the level to be offered next.

    ``proven`` tells that the results say that it suits; else it is the one played last, or the
    first to try where there are no ``records``. ``won`` counts the last games that were all won
    against any level, ``lost`` those that were all lost against the level played last.
    """

    records: Mapping[int, LevelRecord]
    suits: int
    proven: bool = False
    won: int = 0
    lost: int = 0


class LikeLevel(NamedTuple):
    """The level that a person played like in the games up to a moment (ISO 8601)."""

    moment: str
    level: int


@dataclass
class Statistics:
    """A person's matches on a board against computers; none from a position set up counts.

    ``levels`` are those of the board, ``earlier`` counts all that no board has any more.
    ``streak`` is the longest row of wins, ``running`` the one that goes on; ``longest`` the plies
    of the longest match that was finished, whoever played. ``losses`` are of the last LAST_GAMES
    reviewed to the end, the oldest first; ``course`` of WINDOW games at a time. ``openings`` are
    those with names; a game counts in each that it went through.
    """

    levels: dict[int, LevelRecord] = field(default_factory=dict)
    earlier: LevelRecord = field(default_factory=LevelRecord)
    streak: int = 0
    running: int = 0
    longest: int = 0
    losses: list[ReviewedGame] = field(default_factory=list)
    course: list[LikeLevel] = field(default_factory=list)
    level: int | None = None
    openings: dict[Opening, LevelRecord] = field(default_factory=dict)

    @property
    def best_and_worst_opening(self) -> tuple[Opening, Opening] | None:
        """Return the openings with most and fewest points a game; None where all have as many.

        Of those alike it is the one with most games, and then the longest.
        """
        often = {
            opening: record
            for opening, record in self.openings.items()
            if sum(record) >= FEWEST_IN_OPENING
        }
        rank = lambda opening: (sum(often[opening]), opening.plies)  # noqa: E731
        ranked = sorted(often, key=rank, reverse=True)
        if not ranked:
            return None
        best = max(ranked, key=lambda opening: often[opening].points_a_game)
        worst = min(ranked, key=lambda opening: often[opening].points_a_game)
        return None if best is worst else (best, worst)

    @property
    def loss_a_move(self) -> float | None:
        """Return the mean loss of a move in ``losses``; None without a move."""
        moves = sum(loss.moves for loss in self.losses)
        return sum(loss.lost for loss in self.losses) / moves if moves else None


class _Played(NamedTuple):
    """A finished match of one person against a computer, from no position that was set up."""

    row: MatchRow
    seating: MatchPlayers
    person: int

    @property
    def points(self) -> float:
        """Return 1 for a win of the person, 0.5 for a draw, 0."""
        return points_of(self.row.result, self.person)

    @property
    def level(self) -> int | None:
        """Return the computer's level; None for one that has none, or that no board has now."""
        computer = self.seating.opponent
        return computer.level if computer is not None and computer.fixed is None else None


def _loss(played: _Played) -> ReviewedGame | None:
    """Return what the person lost in a match; None unless every move was judged."""
    row = played.row
    if not row.complete:
        return None
    if played.person:
        return ReviewedGame(row.variant, row.second_moves or 0, row.second_lost or 0)
    return ReviewedGame(row.variant, row.first_moves or 0, row.first_lost or 0)


def level_results(store: Store, game: Game, variant: str) -> LevelResults:
    """Return a person's results on a board; StoreError when they cannot be read."""
    played = _played(game, _finished(finished(store, game.key, variant)))
    results = [(match.level, match.points) for match in played if match.level is not None]
    records: dict[int, LevelRecord] = {}
    for level, points in results:
        records[level] = records.get(level, LevelRecord()).with_one(points)
    won = sum(1 for _ in takewhile(lambda result: result[1] == 1, results))
    lost = sum(1 for _ in takewhile(lambda result: result == (results[0][0], 0), results))
    return LevelResults(records, *_suits(results, game, variant), won, lost)


def _suits(results: Sequence[tuple[int, float]], game: Game, variant: str) -> tuple[int, bool]:
    """Return the level to be offered, and whether the last games say that it suits."""
    if not results:
        return first_level(game, variant), False
    level = results[0][0]
    last = [points for number, points in results if number == level][:_SUGGESTING]
    if last.count(1) >= _CLEARLY and level < len(levels_on(game, variant)):
        return level + 1, True
    if last.count(0) >= _CLEARLY and level > 1:
        return level - 1, True
    return level, 0 < sum(last) < len(last)


def statistics(game: Game, variant: str, rows: Iterable[MatchRow]) -> Statistics:
    """Return what the matches of a game say of a person on one of its boards.

    ``rows`` are sound and have all boards of the game: the level that somebody plays like is told
    by all boards alike. BadLevelLosses when what the levels lose cannot be read.
    """
    *_, last = counting(game, variant, rows)
    return last


def counting(game: Game, variant: str, rows: Iterable[MatchRow]) -> Iterator[Statistics]:
    """Yield ``statistics`` again and again while they are being found; the last ones are whole."""
    figures = Statistics()
    rows = sorted(_finished(rows), key=lambda row: (row.begun, row.id))
    yield figures
    board = _board(game.key, variant)
    played: list[_Played] = []
    for begin in range(0, len(rows), _AT_ONCE):
        some = rows[begin : begin + _AT_ONCE]
        played += [
            match for match in _played(game, some) if _board(game.key, match.row.variant) == board
        ]
        lengths = (row.plies for row in some if row.variant == variant and _usual(game, row))
        figures.longest = max([figures.longest, *lengths])
        yield figures
    here = [match for match in played if match.row.variant == variant]
    for begin in range(0, len(here), _AT_ONCE):
        for match in here[begin : begin + _AT_ONCE]:
            _count(figures, match)
        yield figures
    for _ in _count_openings(figures, here):
        yield figures
    losses = list(map(_loss, here))
    figures.losses = [loss for loss in losses if loss is not None and loss.moves][-LAST_GAMES:]
    yield figures
    for _ in _compare_with_levels(figures, game, variant, played):
        yield figures


@functools.lru_cache(maxsize=256)
def _board(game: str, variant: str) -> object:
    """Return the squares or pits of a board; None when the game has no such board."""
    try:
        return GAMES[game].board(GAMES[game].start(variant))
    except ValueError:
        return None


def _finished(rows: Iterable[MatchRow]) -> Iterator[MatchRow]:
    """Yield the matches with a result that were played here, unless the computer was teaching."""
    ended = (row for row in rows if row.result in RESULTS and not row.teaching)
    return (row for row in ended if not row.from_file)


def _played(game: Game, rows: Iterable[MatchRow]) -> Iterator[_Played]:
    """Yield the matches of one person that began as their boards do."""
    for row in rows:
        seating = match_players(row.players, row.game)
        if seating is None or seating.person is None:
            continue
        if _usual(game, row):
            yield _Played(row, seating, seating.person)


def _usual(game: Game, row: MatchRow) -> bool:
    """Tell whether a match began as its board does, and from no position that was set up."""
    return row.start in _usual_starts(game, row.variant, row.rules)


@functools.lru_cache(maxsize=256)
def _usual_starts(game: Game, variant: str, rules: str) -> tuple[str, ...]:
    try:
        return game.usual_starts(variant, [rule for rule in rules.split(",") if rule])
    except ValueError:
        return ()


def _count(figures: Statistics, played: _Played) -> None:
    points = played.points
    figures.running = figures.running + 1 if points == 1 else 0
    figures.streak = max(figures.streak, figures.running)
    computer = played.seating.opponent
    if computer is None or computer.level is None:
        return
    if computer.fixed is not None:
        figures.earlier = figures.earlier.with_one(points)
    else:
        before = figures.levels.get(computer.level, LevelRecord())
        figures.levels[computer.level] = before.with_one(points)


def _count_openings(figures: Statistics, played: Sequence[_Played]) -> Iterator[None]:
    """Count the games of every opening, with a pause after every few of them."""
    for index, match in enumerate(played):
        for opening in openings_of(match.row):
            record = figures.openings.get(opening, LevelRecord())
            figures.openings[opening] = record.with_one(match.points)
        if index % _AT_ONCE_REPLAYED == 0:
            yield


def _compare_with_levels(
    figures: Statistics, game: Game, variant: str, played: Sequence[_Played]
) -> Iterator[None]:
    """Find the level that the person plays like, by all games and in the course of time.

    There is a pause after every step.
    """
    reviewed: list[tuple[str, ReviewedGame]] = []
    for match in played:
        computer, loss = match.seating.opponent, _loss(match)
        if computer is not None and computer.fixed is None and loss is not None:
            reviewed.append((match.row.begun, loss))
    figures.level = like_level(game, variant, [loss for _, loss in reviewed])
    yield
    ends = range(WINDOW, len(reviewed) + 1)
    step = -(-len(ends) // _POINTS) if ends else 1
    for end in reversed(ends[::-1][::step]):
        window = [loss for _, loss in reviewed[end - WINDOW : end]]
        level = like_level(game, variant, window)
        if level is not None:
            figures.course.append(LikeLevel(reviewed[end - 1][0], level))
        yield
