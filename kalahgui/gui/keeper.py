"""Writes matches and choices to the store; what cannot be written now is tried again."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from kalahgui.gui import settings
from kalahgui.gui.kit.words import say
from kalahgui.gui.settings import Choices
from kalahgui.library import saved
from kalahgui.library.saved import StoredMatch
from kalahgui.library.store import MatchRecord, Store, StoreBusy, StoreError
from kalahgui.match.match import Match

_LOOKED_THROUGH = 20  # matches, for one to go on with
_LAST_TRIES = 40  # each waits up to 0.05 s for a busy store


class Keeper:
    """The queue of what is to be written, in the order in which it came."""

    def __init__(self, store: Store, choices: Choices, notify: Callable[[str], None]) -> None:
        self.store = store
        self._choices = choices
        self._notify = notify
        self._unsaved: list[StoredMatch] = []
        self._choices_unsaved = False

    def keep_choices(self) -> None:
        """Write the choices on this frame, or as soon as the store is free."""
        self._choices_unsaved = True
        self.write()

    def keep_match(self, stored: StoredMatch) -> None:
        """Write a match on this frame, or as soon as the store is free."""
        if stored.match.plies or stored.identifier is not None:
            self._unsaved.append(stored)
            self.write()

    @property
    def waiting(self) -> bool:
        """Tell whether something is not written yet."""
        return bool(self._unsaved) or self._choices_unsaved

    def write(self) -> None:
        """Write what waits; a busy store leaves the rest for the next time."""
        try:
            if self._choices_unsaved:
                settings.save(self.store, self._choices)
                self._choices_unsaved = False
            while self._unsaved:
                stored = self._unsaved[-1]
                record = saved.record_of(stored.match, stored.begun, stored.identifier)
                stored.identifier = self.store.save(record)
                self._unsaved = [other for other in self._unsaved if other is not stored]
        except StoreBusy:
            return  # the next frame tries again
        except StoreError as error:
            self._unsaved.clear()
            self._choices_unsaved = False
            self._notify(say("notice_not_saved", why=error))

    def unfinished(self) -> tuple[MatchRecord, Match] | None:
        """Return the newest match that can be continued."""
        with contextlib.suppress(StoreError):
            for record in self.store.matches(_LOOKED_THROUGH):
                if not record.result:
                    try:
                        return record, saved.match_of(record)
                    except ValueError:
                        self._notify(say("notice_bad_match"))
        return None

    def close(self) -> None:
        """Write what is not written yet and close the store."""
        for _ in range(_LAST_TRIES):
            self.write()
            if not self.waiting:
                break
        self.store.close()
