"""The whole library as one file, and back into a library: nothing that is there is lost."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.files import working_folder, written_whole
from kalahgui.library import foreign, learnt, salvage
from kalahgui.library.listing import bring_back
from kalahgui.library.reviews import COUNTED
from kalahgui.library.rows import UNREADABLE, note, read_rows
from kalahgui.library.saved import MARKS, Added
from kalahgui.library.store import MatchRecord, ReviewFigures, Store
from kalahgui.library.store_file import StoreError, translated

_Facts = frozenset[object]
_NOTES = ("comments", "noted", "resigned", "out_of_time", "recorded")
# Trees that are larger than a file may have them are not looked into: so many signs, and nodes.
_LARGEST_TREE, _MOST_NODES = 4_000_000, 100_000


class _Match(NamedTuple):
    """What is compared of two matches."""

    begun: Any
    game: Any
    variant: Any
    rules: Any
    start: Any
    pie: Any
    players: Any
    moves: Any
    result: Any
    side_lines: Any

    @property
    def beginning(self) -> tuple[Any, ...]:
        """Return what two matches have in common that may be the same."""
        return self[:7]


_COMPARED = ", ".join(_Match._fields)
_compared = attrgetter(*_Match._fields)


class KnownMatches:
    """The matches of a library, found by what they have in common with another one.

    However many there are, they need little memory: an index is kept on the disk, and a match is
    only read once more where it may be the one.
    """

    def __init__(self, store: Store, yield_to_frames: YieldToFrames = no_frames) -> None:
        """Know the matches of a library, also those in the bin; to be closed."""
        self._store = store
        self._index = sqlite3.connect("")  # a file that SQLite takes away
        try:
            with translated():
                self._index.execute("CREATE TABLE known (begun, whole, id)")
                rows = self._rows(yield_to_frames)
                self._index.executemany("INSERT INTO known VALUES (?, ?, ?)", rows)
                self._index.execute("CREATE INDEX known_by_begun ON known (begun, whole, id)")
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Forget the matches."""
        self._index.close()

    def _rows(self, yield_to_frames: YieldToFrames) -> Iterator[tuple[int, int, int]]:
        rows = self._store.each(
            f"SELECT CASE deleted WHEN '' THEN id ELSE -id END, {_COMPARED} FROM matches "
            "WHERE id > 0"
        )
        for identifier, *values in read_rows("matches", ("id", *_Match._fields), rows):
            yield_to_frames()
            match = _Match._make(values)
            yield hash(match.beginning), hash(match), identifier

    def find(self, record: MatchRecord) -> int:
        """Return the id of a match that has all that another one has; 0 without one.

        It was begun at the same moment by the same players, and its tree has every node of the
        other one, every comment, forfeit and tag; and the result, where the other one has ended.
        The id of a match in the bin is negative; it is only taken where there is no other one.
        """
        theirs = _Match._make(_compared(record))
        best = 0
        for identifier, ours in self._begun_like(theirs):
            if identifier < 0 < best:
                break
            if ours == theirs:
                return identifier
            if _has_all_of(ours, theirs):
                if ours.moves == theirs.moves:
                    return identifier
                best = best or identifier
        return best

    def _begun_like(self, theirs: _Match) -> Iterator[tuple[int, _Match]]:
        """Yield what began like a match: first what may be the same, and last what is in the bin.

        The index has short numbers, so others may be among them.
        """
        begun, whole = hash(theirs.beginning), hash(theirs)
        for which in (
            "whole = ?2 AND id > 0 ORDER BY id",
            "(whole != ?2 OR id < 0) ORDER BY id < 0, whole != ?2, abs(id)",
        ):
            query = f"SELECT id FROM known WHERE begun = ?1 AND {which}"
            for (identifier,) in self._index.execute(query, (begun, whole)):
                rows = self._store.rows(
                    f"SELECT {_COMPARED} FROM matches WHERE id = ?", abs(identifier)
                )
                for row in read_rows("matches", _Match._fields, rows):
                    ours = _Match._make(row)
                    if ours.beginning == theirs.beginning:
                        yield identifier, ours


def _has_all_of(ours: _Match, theirs: _Match) -> bool:
    """Tell whether a match has each node of another one, and all that is said of any."""
    # Nodes have numbers, the same in both trees: by the number of the parent and the ply.
    numbers: dict[tuple[int, str], int] = {}
    facts = _facts(theirs, numbers)
    return facts is not None and facts <= (_facts(ours, numbers) or frozenset())


def _facts(match: _Match, numbers: dict[tuple[int, str], int]) -> _Facts | None:
    """Return nodes, comments, forfeits, tags and the result; None when they make no sense."""
    facts: set[object] = set()
    nodes = [0]

    def add(parent: int, ply: str) -> None:
        if len(nodes) > _MOST_NODES:
            raise ValueError("the tree is too large")
        nodes.append(numbers.setdefault((parent, ply), len(numbers) + 1))

    try:
        if len(match.moves) + len(match.side_lines) > _LARGEST_TREE:
            return None
        for ply in match.moves.split():
            add(nodes[-1], ply)
        if match.result:
            facts.add(("ended", nodes[-1], match.result))
        side_lines = json.loads(match.side_lines) if match.side_lines else {}
        for parent, ply in side_lines.pop("nodes", []):
            add(nodes[parent], ply)
        facts.update(_said(side_lines, nodes))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None
    return frozenset(facts.union(nodes))


def _said(side_lines: dict[str, Any], nodes: list[int]) -> Iterator[object]:
    for name, value in side_lines.pop("tags", {}).items():
        yield "tag", name, value
    for kind in _NOTES:
        for number, value in side_lines.pop(kind, {}).items():
            yield kind, nodes[int(number)], value
    for mark in MARKS:
        side_lines.pop(mark, None)
    if side_lines:
        raise ValueError(f"nobody knows what {', '.join(side_lines)} means")


SUFFIX = ".kalahgui"

MOST_AT_ONCE, _LONGEST_AT_ONCE = 10_000, 10_000_000  # matches and signs that are added together

_OF_MATCH = tuple(field.name for field in fields(MatchRecord) if field.name != "id")
_OF_REVIEW = (*(field.name for field in fields(ReviewFigures) if field.name != "match"), "text")
_COPIED = ", ".join((*_OF_MATCH, "name", "starred"))
_INSERT = f"INSERT INTO matches ({_COPIED}) VALUES ({', '.join('?' * (len(_OF_MATCH) + 2))})"
_TAKE_OVER = """
    UPDATE matches SET name = CASE name WHEN '' THEN ?1 ELSE name END, starred = max(starred, ?2)
    WHERE id = ?3 AND (name = '' AND ?1 != '' OR starred < ?2)
"""


class _Theirs(NamedTuple):
    """A match of a back-up, and whether it has a review."""

    id: int
    reviewed: bool
    record: MatchRecord
    name: str
    starred: int


def back_up(store: Store, path: Path) -> None:
    """Write the whole library to a file, all of it or nothing; OSError or StoreError if not."""
    with written_whole(path) as unfinished:
        store.copy_to(unfinished)


def count(path: Path, yield_to_frames: YieldToFrames = no_frames) -> int:
    """Return how many matches a back-up has; BadBackup unless it is one."""
    with foreign.opened(path, yield_to_frames) as other:
        [(number,)] = other.rows("SELECT count(*) FROM matches WHERE deleted = ''")
        return int(number)


def merge(store: Store, path: Path, yield_to_frames: YieldToFrames = no_frames) -> Added:
    """Add the matches of a back-up that are not in a library yet.

    What is there already takes over a name, a star and a review that it lacks, and is taken out of
    the bin. BadBackup, with nothing changed, unless the file is a back-up; a row
    that makes no sense is left out. Ten thousand matches are
    added at once, all of them or none, so that no other program has to wait for a large back-up.
    On a StoreError, or what ``yield_to_frames`` raises, those that were added before stay; merging
    once more then adds the others.
    """
    with (
        foreign.opened(path, yield_to_frames) as other,
        closing(KnownMatches(store, yield_to_frames)) as known,
    ):
        with store.together():
            learnt.merge(store, other)
        total = Added(0, 0)
        # Other programs can write while matches are read and compared.
        for some in _at_once(other, known, yield_to_frames):
            with store.together():
                added = sum(_merge(store, other, theirs, here) for theirs, here in some)
                if any(theirs.reviewed for theirs, _ in some):
                    store.set_setting(COUNTED, 0)  # an earlier version may have counted them
            total = Added(total.added + added, total.known + len(some) - added)
            some.clear()  # before more of them are read
        return total


def merge_damaged(
    store: Store, path: Path, yield_to_frames: YieldToFrames = no_frames
) -> tuple[Added, int]:
    """Add the matches of a damaged library that can be read; return how many cannot, too.

    Raises what ``merge`` does.
    """
    with working_folder() as folder:
        readable = folder / "readable.sqlite3"
        try:
            lost = salvage.salvage(path, readable).lost
        except OSError as error:
            raise StoreError(error.strerror or str(error)) from error
        return merge(store, readable, yield_to_frames), lost


def _matches(other: Store) -> Iterator[_Theirs]:
    rows = other.each(
        f"SELECT id, EXISTS (SELECT 1 FROM reviews WHERE match = id), {_COPIED} FROM matches "
        "WHERE deleted = '' ORDER BY id"
    )
    columns = (
        "id",
        "starred",
        *_OF_MATCH,
        "name",
        "starred",
    )  # a review is there or not, as a star
    for identifier, reviewed, *values, name, starred in read_rows("matches", columns, rows):
        if UNREADABLE in values:
            note("matches")
        else:
            yield _Theirs(identifier, bool(reviewed), MatchRecord(*values), name, starred)


def _at_once(
    other: Store, known: KnownMatches, yield_to_frames: YieldToFrames
) -> Iterator[list[tuple[_Theirs, int]]]:
    """Yield matches with what is known of each, ten thousand at once, fewer of very long ones."""
    some: list[tuple[_Theirs, int]] = []
    size = 0
    for theirs in _matches(other):
        yield_to_frames()
        some.append((theirs, known.find(theirs.record)))
        size += sum(len(value) for value in vars(theirs.record).values() if isinstance(value, str))
        if len(some) == MOST_AT_ONCE or size > _LONGEST_AT_ONCE:
            yield some
            some, size = [], 0
    if some:
        yield some


def _merge(store: Store, other: Store, theirs: _Theirs, here: int) -> bool:
    """Add a match, or what a match of the library lacks; return whether there is one more."""
    in_bin, here = here < 0, abs(here)
    # A match that was in the bin may have gone for good since it was found.
    new = not here or (in_bin and not bring_back(store, here))
    if new:
        values = [getattr(theirs.record, name) for name in _OF_MATCH]
        store.change(_INSERT, *values, theirs.name, theirs.starred)
    elif theirs.name or theirs.starred:
        store.change(_TAKE_OVER, theirs.name, theirs.starred, here)
    if theirs.reviewed:
        if new:
            [(here,)] = store.rows("SELECT last_insert_rowid()")
        _copy_review(store, other, theirs, here)
    return new or in_bin


def _copy_review(store: Store, other: Store, theirs: _Theirs, here: int) -> None:
    """Take along the review of a match, unless there is one already or it is of other moves."""
    names, marks = ", ".join(_OF_REVIEW), ", ".join("?" * len(_OF_REVIEW))
    rows = other.rows(f"SELECT {names} FROM reviews WHERE match = ?", theirs.id)
    for values in read_rows("reviews", _OF_REVIEW, rows):
        store.change(
            f"INSERT OR IGNORE INTO reviews (match, {names}) SELECT ?, {marks} "
            "WHERE EXISTS (SELECT 1 FROM matches WHERE id = ? AND moves = ?)",
            here,
            *values,
            here,
            theirs.record.moves,
        )
