"""What a person has scored against the levels of a board, and which level may suit them."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kalahgui.engine.levels import levels_on
from kalahgui.games.game import Game
from kalahgui.library.players import RESULTS, match_players, points_of
from kalahgui.library.store import MatchRecord, Store

LAST_GAMES = 4  # that a suggestion goes by
CLEARLY = 3  # of them won, or lost


class LevelRecord(NamedTuple):
    """The games of a person against a level."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    def with_one(self, points: float) -> LevelRecord:
        """Return the record with another game, of 1 point for a win of the person, 0.5 or 0."""
        won, drawn, lost = points == 1, points == 0.5, points == 0
        return LevelRecord(self.won + won, self.lost + lost, self.drawn + drawn)


class LevelResults(NamedTuple):
    """A person's results on a board: by level, and which other level may suit, if one does."""

    records: Mapping[int, LevelRecord]
    suits: int | None


class _Result(NamedTuple):
    """A game of one person against a level; points are 1 for a win of the person, 0.5, 0."""

    level: int
    points: float


def level_results(store: Store, game: Game, variant: str) -> LevelResults:
    """Return a person's results on a board; StoreError when they cannot be read."""
    results = list(_results(store, game, variant))
    records: dict[int, LevelRecord] = {}
    for level, points in results:
        records[level] = records.get(level, LevelRecord()).with_one(points)
    return LevelResults(records, _suits(results, len(levels_on(game, variant))))


def _suits(results: list[_Result], levels: int) -> int | None:
    """Return the level beside the one played last, when the last games say so; else None."""
    if not results:
        return None
    level = results[0].level
    last = [points for number, points in results if number == level][:LAST_GAMES]
    if last.count(1) >= CLEARLY and level < levels:
        return level + 1
    if last.count(0) >= CLEARLY and level > 1:
        return level - 1
    return None


def _results(store: Store, game: Game, variant: str) -> Iterator[_Result]:
    """Yield the finished games of one person against a level, the last one first."""
    for record in store.finished(game.key, variant):
        found = _result(record, game)
        if found is not None:
            yield found


def _result(record: MatchRecord, game: Game) -> _Result | None:
    """Return how one person did against a level.

    None for any other game, a damaged one, one from a file, or from a position that was set up.
    """
    if record.from_file:
        return None
    seating = match_players(record.players, game.key)
    computer = seating.opponent if seating is not None else None
    if seating is None or computer is None or computer.level is None:
        return None
    if computer.fixed is not None or record.result not in RESULTS:
        return None
    if not begins_usually(game, record.variant, record.rules, record.start):
        return None
    return _Result(computer.level, points_of(record.result, seating.person))


def begins_usually(game: Game, variant: str, rules: str, start: str) -> bool:
    """Tell by a record's texts whether a match began as its board does.

    The others began at a position that was set up, and say nothing about levels.
    """
    return start in _usual_starts(game, variant, rules)


@functools.lru_cache(maxsize=256)
def _usual_starts(game: Game, variant: str, rules: str) -> tuple[str, ...]:
    try:
        return game.usual_starts(variant, [rule for rule in rules.split(",") if rule])
    except ValueError:
        return ()
