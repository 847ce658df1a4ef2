"""What a person has scored against the levels of a board, and which level may suit them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kalahgui.engine import method
from kalahgui.engine.levels import EDITION, levels_on
from kalahgui.games.game import Game
from kalahgui.library.saved import DRAW, SEATS
from kalahgui.library.store import MatchRecord, Store

LAST_GAMES = 4  # that a suggestion goes by
CLEARLY = 3  # of them won, or lost


class LevelRecord(NamedTuple):
    """The games of a person against a level."""

    won: int = 0
    lost: int = 0
    drawn: int = 0


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
        won, lost, drawn = records.get(level, LevelRecord())
        won, lost = won + (points == 1), lost + (points == 0)
        records[level] = LevelRecord(won, lost, drawn + (points == 0.5))
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
    """Return how one person did against a level; None for any other game, or a damaged one."""
    try:
        (_, first), (_, second) = json.loads(record.players)
        computers = [method.parse(text, game) if text else None for text in (first, second)]
        if computers.count(None) != 1:
            return None
        person = computers.index(None)
        computer = computers[1 - person]
        if computer is None or computer.level is None or computer.edition != EDITION:
            return None
        return _Result(computer.level, _points(record.result, person))
    except (ValueError, TypeError, RecursionError):
        return None


def _points(result: str, person: int) -> float:
    """Return the points of a seat: ``first`` and ``second resigned`` are wins of the first one."""
    if result == DRAW:
        return 0.5
    seat, _, resigned = result.partition(" ")
    return float((SEATS.index(seat) == person) != bool(resigned))
