"""Which matches are in a library already: what has all that another match has is the same."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable

from kalahgui.library.store import MatchRecord

_Key = tuple[object, ...]


class KnownMatches:
    """Matches, found by what they have in common with another one, however many there are."""

    def __init__(self, matches: Iterable[tuple[int, MatchRecord]]) -> None:
        """Know matches by their ids; of several that are the same the first one counts."""
        self._whole: dict[_Key, int] = {}
        self._lines: dict[_Key, int] = {}
        self._moves: dict[_Key, int] = {}
        self._sorted: defaultdict[_Key, list[str]] = defaultdict(list)
        for identifier, record in matches:
            if isinstance(record.moves, str):
                self._add(identifier, record)
        for moves in self._sorted.values():
            moves.sort()

    def _add(self, identifier: int, record: MatchRecord) -> None:
        key = _begun(record)
        self._whole.setdefault((*key, record.moves, record.result, record.side_lines), identifier)
        self._lines.setdefault((*key, record.moves, record.result), identifier)
        if (*key, record.moves) not in self._moves:
            self._moves[*key, record.moves] = identifier
            self._sorted[key].append(record.moves)

    def find(self, record: MatchRecord) -> int | None:
        """Return the id of a match that has all that another one has; None without one.

        It was begun at the same moment by the same players, and has the same moves, result and
        side lines; or more of them, where the other one has no side lines, and more moves or a
        result, where the other one has not ended either.
        """
        key, moves = _begun(record), record.moves
        found = self._whole.get((*key, moves, record.result, record.side_lines))
        if found is None and not record.side_lines:
            found = self._lines.get((*key, moves, record.result))
            if found is None and not record.result:
                found = self._played_on(key, moves)
        return found

    def _played_on(self, key: _Key, moves: str) -> int | None:
        """Return a match with these moves and, maybe, others after them."""
        if (*key, moves) in self._moves:
            return self._moves[*key, moves]
        begin = f"{moves} " if moves else ""
        known = self._sorted.get(key, [])
        place = bisect_left(known, begin)
        if place < len(known) and known[place].startswith(begin):
            return self._moves[*key, known[place]]
        return None


def _begun(record: MatchRecord) -> _Key:
    """Return what two matches have in common that may be the same."""
    return (
        record.begun,
        record.game,
        record.variant,
        record.rules,
        record.start,
        record.pie,
        record.players,
    )
