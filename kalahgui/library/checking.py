"""Reading a whole library: every page of its file, and every game."""

from __future__ import annotations

from typing import NamedTuple

from kalahgui.engine.interrupt import YieldToFrames
from kalahgui.library.saved import stored_of
from kalahgui.library.store import MatchRecord, Store
from kalahgui.library.store_file import StoreBusy, StoreError, Unreadable


class Found(NamedTuple):
    """How many games were read, those that make no sense, and whether an index was mended."""

    games: int
    unreadable: list[MatchRecord]
    mended: bool


class Check:
    """A library that is read from end to end; another thread sees how far, and may stop it.

    ``count`` is 0 until the pages are read.
    """

    def __init__(self, yield_to_frames: YieldToFrames) -> None:
        self.done = self.count = 0
        self.stopped = False
        self._yield_to_frames = yield_to_frames

    def run(self, store: Store) -> Found:
        """Read a library, and replay each game outside the bin; Unreadable when pages are damaged.

        Returns what was found until then when it is stopped.
        """
        mended = _mend_indexes(store)
        identifiers = store.rows("SELECT id FROM matches WHERE deleted = '' ORDER BY saved DESC")
        self.count = len(identifiers)
        unreadable = []
        for (identifier,) in identifiers:
            if self.stopped:
                break
            self._yield_to_frames()
            record = store.match(identifier)  # one after the other: nobody waits meanwhile
            if record is not None and not _is_sound(record):
                unreadable.append(record)
            self.done += 1
        return Found(self.done, unreadable, mended)


def _is_sound(record: MatchRecord) -> bool:
    try:
        stored_of(record)
    except ValueError:
        return False
    return True


def _mend_indexes(store: Store) -> bool:
    """Make indexes anew where they do not agree with the games; tell whether that was needed."""
    if store.pages_are_sound():
        return False
    try:
        store.change("REINDEX")
    except StoreBusy:
        raise
    except StoreError as error:
        raise Unreadable from error
    if not store.pages_are_sound():
        raise Unreadable
    return True
