"""The whole library as one file, and back into a library: nothing that is there is lost."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import fields
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from kalahgui.files import put_in_place
from kalahgui.library import learnt
from kalahgui.library.listing import bring_back
from kalahgui.library.reviews import COUNTED
from kalahgui.library.saved import BEGINNING, MARKS, Added
from kalahgui.library.store import NEWER, MatchRecord, ReviewFigures, Store
from kalahgui.library.store_file import StoreError

_Key = tuple[object, ...]
_Facts = frozenset[object]
_NOTES = ("comments", "noted", "resigned", "out_of_time", "recorded")


class _Known(NamedTuple):
    """A match of the library, and all that is to be said of its tree."""

    id: int
    moves: str
    facts: _Facts


class KnownMatches:
    """Matches, found by what they have in common with another one, however many there are."""

    def __init__(self, matches: Iterable[tuple[int, MatchRecord]]) -> None:
        """Know matches by their ids; of several that are the same the first one counts."""
        self._whole: dict[_Key, int] = {}
        self._begun: defaultdict[_Key, list[tuple[int, MatchRecord]]] = defaultdict(list)
        # Nodes have numbers, the same in all trees: by the number of the parent and the ply.
        self._nodes: dict[tuple[int, str], int] = {}
        # Trees are only read where a match with the same beginning is looked for.
        self._having: dict[_Key, dict[object, list[_Known]]] = {}
        for identifier, record in matches:
            if isinstance(record.moves, str):
                self._whole.setdefault(_whole(record), identifier)
                self._begun[_begun(record)].append((identifier, record))

    def find(self, record: MatchRecord) -> int | None:
        """Return the id of a match that has all that another one has; None without one.

        It was begun at the same moment by the same players, and its tree has every node of the
        other one, every comment, forfeit and tag; and the result, where the other one has ended.
        """
        found = self._whole.get(_whole(record))
        key = _begun(record)
        if found is not None or key not in self._begun:
            return found
        facts = self._facts(record)
        if facts is None:
            return None
        tip = self._line(record.moves)[-1]
        known = [each for each in self._known(key).get(tip, ()) if facts <= each.facts]
        same_moves = (each for each in known if each.moves == record.moves)
        best = next(same_moves, known[0] if known else None)
        return None if best is None else best.id

    def _known(self, key: _Key) -> dict[object, list[_Known]]:
        """Return the matches with a beginning, by each of their facts."""
        if key not in self._having:
            having: defaultdict[object, list[_Known]] = defaultdict(list)
            for identifier, record in self._begun[key]:
                known = _Known(identifier, record.moves, self._facts(record) or frozenset())
                for fact in known.facts:
                    having[fact].append(known)
            self._having[key] = having
        return self._having[key]

    def _facts(self, record: MatchRecord) -> _Facts | None:
        """Return nodes, comments, forfeits, tags and the result; None when they make no sense."""
        nodes = self._line(record.moves)
        facts: set[object] = set()
        if record.result:
            facts.add(("ended", nodes[-1], record.result))
        try:
            facts.update(self._side_facts(nodes, record.side_lines))
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            return None
        return frozenset(facts.union(nodes))

    def _side_facts(self, nodes: list[int], text: str) -> Iterator[object]:
        """Add the nodes of the side lines, and yield what is said of any."""
        found = json.loads(text) if text else {}
        for parent, ply in found.pop("nodes", []):
            nodes.append(self._node(nodes[parent], ply))
        for name, value in found.pop("tags", {}).items():
            yield "tag", name, value
        for note in _NOTES:
            for number, value in found.pop(note, {}).items():
                yield note, nodes[int(number)], value
        for mark in MARKS:
            found.pop(mark, None)
        if found:
            raise ValueError(f"nobody knows what {', '.join(found)} means")

    def _line(self, moves: str) -> list[int]:
        """Return the nodes of a main line, from the start on."""
        nodes = [0]
        for ply in moves.split():
            nodes.append(self._node(nodes[-1], ply))
        return nodes

    def _node(self, parent: int, ply: str) -> int:
        return self._nodes.setdefault((parent, ply), len(self._nodes) + 1)


# What two matches have in common that may be the same.
_begun = attrgetter("begun", *BEGINNING)


def _whole(record: MatchRecord) -> _Key:
    return (*_begun(record), record.moves, record.result, record.side_lines)


SUFFIX = ".kalahgui"

_TYPES = {"str": str, "int": int}
_MATCH = [field for field in fields(MatchRecord) if field.name != "id"]
_REVIEW = [field for field in fields(ReviewFigures) if field.name != "match"]
_OF_MATCH = tuple(field.name for field in _MATCH)
_OF_REVIEW = tuple(field.name for field in _REVIEW)
_MATCH_TYPES = [_TYPES[str(field.type)] for field in _MATCH]
_REVIEW_TYPES = [*(_TYPES[str(field.type)] for field in _REVIEW), str]  # and the text
_COPIED = ", ".join((*_OF_MATCH, "name", "starred"))
_FIGURES = ", ".join((*_OF_REVIEW, "text"))
_TAKE_OVER = """
    UPDATE matches SET name = CASE name WHEN '' THEN ?1 ELSE name END, starred = max(starred, ?2)
    WHERE id = ?3 AND (name = '' AND ?1 != '' OR starred < ?2)
"""


class BadBackup(Exception):
    """A file is no back-up that can be read; ``newer`` when a newer version wrote it."""

    def __init__(self, newer: bool = False) -> None:
        super().__init__("a newer version wrote the file" if newer else "no back-up, or damaged")
        self.newer = newer


class _Theirs(NamedTuple):
    """A match of a back-up, whether it has a review, and where it is in the library if it is."""

    id: int
    record: MatchRecord
    name: str
    starred: int
    reviewed: bool
    here: int | None
    in_bin: bool


def back_up(store: Store, path: Path) -> None:
    """Write the whole library to a file, all of it or nothing; OSError or StoreError if not."""
    unfinished = path.with_name(f"{path.name}.part")
    unfinished.unlink(missing_ok=True)
    try:
        store.copy_to(unfinished)
        put_in_place(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def count(path: Path) -> int:
    """Return how many matches a back-up has; BadBackup unless it is one."""
    with tempfile.TemporaryDirectory() as folder, closing(_opened(path, Path(folder))) as other:
        [(number,)] = other.rows("SELECT count(*) FROM matches WHERE deleted = ''")
        return int(number)


def merge(store: Store, path: Path) -> Added:
    """Add the matches of a back-up that are not in a library yet, all of them or none.

    What is there already takes over a name, a star and a review that it lacks, and is taken out of
    the bin. BadBackup unless the file is a back-up, StoreError when nothing could be added.
    """
    with tempfile.TemporaryDirectory() as folder, closing(_opened(path, Path(folder))) as other:
        # Other programs can write while the matches are compared.
        found = _compared(store, other)
        with store.together():
            return _merged(store, other, found)


def _compared(store: Store, other: Store) -> list[_Theirs]:
    """Find out which matches of a back-up are in a library."""
    library, in_bin = _known(store, "deleted = ''"), _known(store, "deleted != ''")
    reviewed = {identifier for (identifier,) in other.rows("SELECT match FROM reviews")}
    found = []
    for identifier, name, starred, record in _records(other, "deleted = ''"):
        _check((name, starred), (str, int))
        _check((getattr(record, column) for column in _OF_MATCH), _MATCH_TYPES)
        here = library.find(record)
        binned = in_bin.find(record) if here is None else None
        there = binned if here is None else here
        has_review = identifier in reviewed
        found.append(
            _Theirs(identifier, record, name, starred, has_review, there, binned is not None)
        )
    return found


def _records(store: Store, which: str) -> Iterator[tuple[int, str, int, MatchRecord]]:
    """Yield matches in the order of their ids: id, name, star and record."""
    for identifier, *values, name, starred in store.rows(
        f"SELECT id, {_COPIED} FROM matches WHERE {which} ORDER BY id"
    ):
        yield identifier, name, starred, MatchRecord(*values)


def _known(store: Store, which: str) -> KnownMatches:
    return KnownMatches((identifier, record) for identifier, _, _, record in _records(store, which))


def _merged(store: Store, other: Store, found: list[_Theirs]) -> Added:
    added = 0
    for theirs in found:
        here = theirs.here
        # A match that was in the bin may have gone for good since it was compared.
        if here is None or (theirs.in_bin and not bring_back(store, here)):
            here = _add(store, theirs)
            added += 1
        else:
            added += theirs.in_bin
            if theirs.name or theirs.starred:
                store.change(_TAKE_OVER, theirs.name, theirs.starred, here)
        if theirs.reviewed:
            _copy_review(store, other, theirs, here)
    if any(theirs.reviewed for theirs in found):
        store.set_setting(COUNTED, 0)  # an earlier version may have counted them
    try:
        learnt.merge(store, other)
    except (TypeError, ValueError) as error:
        raise BadBackup from error
    return Added(added, len(found) - added)


def _add(store: Store, theirs: _Theirs) -> int:
    """Add a match and return its id."""
    values = [getattr(theirs.record, name) for name in _OF_MATCH]
    marks = ", ".join("?" * (len(values) + 2))
    statement = f"INSERT INTO matches ({_COPIED}) VALUES ({marks})"
    store.change(statement, *values, theirs.name, theirs.starred)
    [(identifier,)] = store.rows("SELECT last_insert_rowid()")
    return int(identifier)


def _copy_review(store: Store, other: Store, theirs: _Theirs, here: int) -> None:
    """Take along the review of a match, unless there is one already or it is of other moves."""
    for values in other.rows(f"SELECT {_FIGURES} FROM reviews WHERE match = ?", theirs.id):
        _check(values, _REVIEW_TYPES)
        marks = ", ".join("?" * len(values))
        store.change(
            f"INSERT OR IGNORE INTO reviews (match, {_FIGURES}) SELECT ?, {marks} "
            "WHERE EXISTS (SELECT 1 FROM matches WHERE id = ? AND moves = ?)",
            here,
            *values,
            here,
            theirs.record.moves,
        )


def _check(values: Iterable[object], types: Sequence[type]) -> None:
    """Refuse what SQLite lets stand in a column of another type."""
    if any(type(value) is not wanted for value, wanted in zip(values, types, strict=True)):
        raise BadBackup


def _opened(path: Path, folder: Path) -> Store:
    """Open a copy of a file, which may have to be brought up to date, by the store's own checks."""
    copied = folder / "library.sqlite3"
    try:
        shutil.copyfile(path, copied)
        empty = not copied.stat().st_size
    except OSError as error:
        raise StoreError(error.strerror or str(error)) from error
    if empty:
        raise BadBackup
    store = Store(copied, own=False)
    if store.notice is not None:
        newer = store.notice.code == NEWER
        store.close()
        raise BadBackup(newer)
    return store
