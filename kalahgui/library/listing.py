"""The list of all matches: light rows by pages, names, stars, what is put away, and a bin."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from kalahgui.games import GAMES
from kalahgui.games.game import Opening, Position
from kalahgui.library.rows import note, reader_of
from kalahgui.library.saved import StoredMatch, now, stored_of
from kalahgui.library.store import MatchRecord, Store
from kalahgui.match.match import Match, Series
from kalahgui.match.node import Node

BIN_TIME = timedelta(days=1)  # a deleted match can be brought back so long
FEW_MOVES = 4  # of persons: a match with fewer is hardly begun
LEFT_TIME = timedelta(days=1)  # a match that was left when hardly begun stays so long


class MatchRow(NamedTuple):
    """What a list says of a match without its moves, and the figures of its review.

    ``plies`` counts the moves of the main line. Without a review ``complete`` and the figures are
    None; ``complete`` tells that every move was judged. ``begins`` has as many moves as openings
    with names have at most on the board.
    """

    id: int
    game: str
    variant: str
    rules: str
    start: str
    players: str
    result: str
    begun: str
    saved: str
    revision: int
    name: str
    starred: int
    plies: int
    complete: int | None = None
    first_moves: int | None = None
    first_lost: int | None = None
    first_mistakes: int | None = None
    second_moves: int | None = None
    second_lost: int | None = None
    second_mistakes: int | None = None
    teaching: int = 0
    begins: str = ""

    @property
    def from_file(self) -> bool:
        """Tell whether the match came from elsewhere and was not played on here."""
        return self.saved == self.begun

    @property
    def mistakes(self) -> tuple[int, int]:
        """Return the mistakes of the players seated first and second, 0 without a review."""
        return self.first_mistakes or 0, self.second_mistakes or 0

    @property
    def judged(self) -> int:
        """Return how many moves were judged."""
        return (self.first_moves or 0) + (self.second_moves or 0)


_SIGNS = 3  # of a move, with the blank behind it
_COUNTED = "1 + length(moves) - length(replace(moves, ' ', ''))"
_BEGINS = " ".join(
    (
        "CASE",
        *(
            f"WHEN m.game = '{game.key}' AND m.variant = '{variant}'"
            f" THEN substr(m.moves, 1, {_SIGNS * plies})"
            for game in GAMES.values()
            for variant, plies in game.named_plies.items()
        ),
        "ELSE '' END",
    )
)
_SELECT = f"""
    SELECT m.id, m.game, m.variant, m.rules, m.start, m.players, m.result, m.begun, m.saved,
           m.revision, m.name, m.starred, CASE moves WHEN '' THEN 0 ELSE {_COUNTED} END,
           r.complete, r.first_moves, r.first_lost, r.first_mistakes,
           r.second_moves, r.second_lost, r.second_mistakes, m.teaching, {_BEGINS}
    FROM matches m LEFT JOIN reviews r INDEXED BY reviews_at_a_glance ON r.match = m.id
"""
_LATER = "AND (m.saved, m.id) < (?, ?)"
_PLIES = MatchRow._fields.index("plies")
_FIGURES = MatchRow._fields[_PLIES + 1 : -2]
_read_match = reader_of("matches", (*MatchRow._fields[:_PLIES], "teaching", "moves"))
_read_figures = reader_of("reviews", _FIGURES)


def page(store: Store, most: int, after: MatchRow | None = None) -> list[MatchRow]:
    """Return so many matches, the one saved last first, that come after another one."""
    later, values = ("", ()) if after is None else (_LATER, store.place_of(after.id, after.saved))
    return _rows(store, f"{later} ORDER BY m.saved DESC, m.id DESC LIMIT ?", *values, most)


def finished(store: Store, game: str, variant: str) -> list[MatchRow]:
    """Return the matches on a board that have a result, the one begun last first."""
    which = "AND m.game = ? AND m.variant = ? AND m.result != ''"
    return _rows(store, f"{which} ORDER BY m.begun DESC, m.id DESC", game, variant)


def has_matches(store: Store, game: str) -> bool:
    """Tell whether there is a match of a game."""
    return bool(store.rows("SELECT 1 FROM matches WHERE game = ? LIMIT 1", game))


def row_of(store: Store, identifier: int) -> MatchRow | None:
    """Return one match; None when it is not there or in the bin."""
    return next(iter(_rows(store, "AND m.id = ?", identifier)), None)


def _rows(store: Store, rest: str, *values: object) -> list[MatchRow]:
    rows = store.rows(f"{_SELECT} WHERE deleted = '' {rest}", *values)
    return [MatchRow._make(map(_shared, _read(row))) for row in rows]


def _read(row: Sequence[Any]) -> list[Any]:
    """Read the columns of a row; one whose review makes no sense has none."""
    *of_match, plies = row[: _PLIES + 1]
    *figures, teaching, begins = row[_PLIES + 1 :]
    *of_match, teaching, begins = _read_match((*of_match, teaching, begins))
    if figures[0] is not None:
        try:
            figures = _read_figures(figures)
        except ValueError:
            note("reviews")
            figures = [None] * len(figures)
    return [*of_match, plies, *figures, teaching, begins]


def _shared(value: object) -> object:
    """Return a value, one text for all that are the same: thousands of rows have few of them."""
    return sys.intern(value) if type(value) is str else value


def openings_of(row: MatchRow) -> tuple[Opening, ...]:
    """Return the openings with names that a match went through, the last one last."""
    return _openings(row.game, row.variant, row.start, row.begins) if row.begins else ()


@functools.lru_cache(maxsize=4096)
def _openings(game: str, variant: str, start: str, begins: str) -> tuple[Opening, ...]:
    known, found = GAMES[game], []
    try:
        position = _start(game, variant, start).copy()
        for text in begins.split():
            position.play(known.parse_move(text, position))
            found.append(known.named_opening(position))
    except ValueError:  # a damaged match has no more of them
        pass
    return tuple(opening for opening in found if opening is not None)


@functools.lru_cache(maxsize=16)
def _start(game: str, variant: str, start: str) -> Position:
    position: Position = GAMES[game].parse_position(start, (), variant)
    return position


def rename(store: Store, identifier: int, name: str) -> bool:
    """Give a match a name, or none; return whether it was there."""
    return bool(store.change("UPDATE matches SET name = ? WHERE id = ?", name, identifier))


def star(store: Store, identifier: int, starred: bool) -> bool:
    """Mark a match as one to keep, or not any more; return whether it was there."""
    statement = "UPDATE matches SET starred = ? WHERE id = ?"
    return bool(store.change(statement, int(starred), identifier))


# -- what is offered to be gone on with

# The setting with the matches that are not offered: their ids, as text, and the revisions that they
# had then. Whoever plays such a match on writes another revision, and it is offered again.
_PUT_AWAY = "put_away"
# The setting with the ids of those among them that may go into the bin.
_HARDLY_BEGUN = "hardly_begun"
_NUMBER = re.compile("[0-9]{1,18}")


def count_offered(store: Store) -> int:
    """Return how many matches there are to go on with that are not put away."""
    away = _put_away(store)
    if not away:
        return store.count_unfinished()
    revisions = store.unfinished_revisions().items()
    return sum(not _is_away(away, *match) for match in revisions)


def offered(store: Store, most: int, after: MatchRecord | None = None) -> list[MatchRecord]:
    """Return so many of those matches, the one saved last first, after another one."""
    away = _put_away(store)
    return store.unfinished(most, after, lambda *match: not _is_away(away, *match))


def put_all_away(store: Store) -> None:
    """Offer none of the matches that there are to go on with."""
    _put_some_away(store, store.unfinished_revisions())


def put_away_when_hardly_begun(store: Store, stored: StoredMatch) -> None:
    """Offer a match no more in which persons have made few moves or none, as it was written."""
    match, identifier = stored.match, stored.identifier
    if identifier is None or match.over or _persons_moves(match, match.tip.line) >= FEW_MOVES:
        return
    _put_some_away(store, {identifier: stored.revision})
    noted = _hardly_begun(store)
    if identifier not in noted and any(player.person for player in match.players):
        store.set_setting(_HARDLY_BEGUN, [*noted, identifier])


def _put_some_away(store: Store, revisions: Mapping[int, int]) -> None:
    """Add matches to those that are put away, and forget those that are no more to go on with."""
    there = store.unfinished_revisions()
    kept = {
        identifier: revision
        for identifier, revision in {**_put_away(store), **revisions}.items()
        if there.get(identifier, revision + 1) <= revision
    }
    store.set_setting(_PUT_AWAY, kept)


def _put_away(store: Store) -> dict[int, int]:
    """Return the revisions of the matches that are put away; what makes no sense is left out."""
    away = store.get_setting(_PUT_AWAY)
    items = away.items() if isinstance(away, dict) else ()
    return {
        int(text): revision
        for text, revision in items
        if _NUMBER.fullmatch(text) and type(revision) is int
    }


def _is_away(away: Mapping[int, int], identifier: int, revision: int) -> bool:
    return away.get(identifier, revision - 1) >= revision


def _hardly_begun(store: Store) -> list[int]:
    noted = store.get_setting(_HARDLY_BEGUN)
    return [n for n in noted if type(n) is int] if isinstance(noted, list) else []


def _persons_moves(match: Match, nodes: Iterable[Node]) -> int:
    return sum(match.players[match.seat_before(node)].person for node in nodes)


# -- the bin


def discard(store: Store, identifier: int, moment: str = "") -> bool:
    """Put a match into the bin; return whether it was there and not in it yet."""
    statement = "UPDATE matches SET deleted = ? WHERE id = ? AND deleted = ''"
    return bool(store.change(statement, moment or now(), identifier))


def discarded(store: Store) -> list[int]:
    """Return the matches in the bin, the one put there last first."""
    rows = store.rows("SELECT id FROM matches WHERE deleted != '' ORDER BY deleted DESC, id DESC")
    return [identifier for (identifier,) in rows]


def bring_back(store: Store, identifier: int) -> bool:
    """Take a match out of the bin; return whether it was there."""
    statement = "UPDATE matches SET deleted = '' WHERE id = ? AND deleted != ''"
    return bool(store.change(statement, identifier))


def discard_hardly_begun(store: Store, moment: datetime) -> None:
    """Put the matches into the bin that were left in their first moves LEFT_TIME ago.

    Those that somebody has made something of stay, and so does one that is brought back.
    """
    here = moment.astimezone(UTC)
    before = (here - LEFT_TIME).isoformat()
    noted, waiting, over = _hardly_begun(store), [], []
    for identifier in noted:
        row = row_of(store, identifier)
        if row is not None and (row.saved >= before or row.name or row.starred):
            waiting.append(identifier)
        elif row is not None and not row.result and _has_little(store, identifier):
            over.append(identifier)
    if waiting != noted:
        with store.together():
            store.set_setting(_HARDLY_BEGUN, waiting)
            for identifier in over:
                discard(store, identifier, here.isoformat(timespec="milliseconds"))


def _has_little(store: Store, identifier: int) -> bool:
    """Tell whether a match has few moves, side lines included, and nothing else that is missed."""
    record = store.match(identifier)
    try:
        stored = None if record is None else stored_of(record)
    except ValueError:
        stored = None
    if stored is None or stored.tags or stored.series != Series():
        return False
    if not stored.match.begins_usually:
        return False
    nodes = [*stored.match.root.below()]
    commented = any(node.comment for node in (stored.match.root, *nodes))
    return not commented and _persons_moves(stored.match, nodes) < FEW_MOVES


# The setting with the moment at which each match was found to be over its time first.
_OVER = "bin_over"


def empty_bin(store: Store, moment: datetime | None = None) -> int:
    """Forget what was found to be over BIN_TIME in the bin BIN_TIME ago; return how many matches.

    A clock may be wrong when a match is deleted, or when the bin is looked at. Two looks that are
    BIN_TIME apart have to find the match over its time, so that one wrong clock loses nothing: the
    time between two looks is right also by a clock that is wrong. A look that lies ahead was by a
    wrong clock, and this one comes in its place.
    """
    here = (moment or datetime.now(UTC)).astimezone(UTC)
    now, before = here.isoformat(), (here - BIN_TIME).isoformat()
    rows = store.rows("SELECT id FROM matches WHERE deleted != '' AND deleted < ?", before)
    known = store.get_setting(_OVER)
    known = known if isinstance(known, dict) else {}
    over = {
        str(identifier): min(str(known.get(str(identifier), now)), now) for (identifier,) in rows
    }
    gone = [identifier for identifier, first in over.items() if first < before]
    kept = {identifier: first for identifier, first in over.items() if first >= before}
    if kept != known:
        store.set_setting(_OVER, kept)
    statement = "DELETE FROM matches WHERE id = ? AND deleted != ''"
    return sum(store.change(statement, int(identifier)) for identifier in gone)
