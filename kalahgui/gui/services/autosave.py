"""Writes matches and choices to the store; what cannot be written now is tried again."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Future, wait
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import cached_property, partial
from typing import Any, TypeVar

from kalahgui.engine.judgement import Judgement
from kalahgui.engine.levels import first_level
from kalahgui.games.game import Game
from kalahgui.gui.services import settings
from kalahgui.gui.services.background import Worker
from kalahgui.gui.services.settings import Choices
from kalahgui.learning import mistakes
from kalahgui.library import learnt, listing, reviews, rotation, saved
from kalahgui.library.learnt import PuzzleTry, StoredExercise
from kalahgui.library.saved import StoredMatch
from kalahgui.library.statistics import LevelResults, level_results
from kalahgui.library.store import MatchRecord, Store, StoreConflict, StoreLost
from kalahgui.library.store_file import StoreBusy, StoreError
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.review.like_level import BadLevelLosses
from kalahgui.words import as_text, listed, say, why

T = TypeVar("T")
_LOGGER = logging.getLogger(__name__)
PAGE = 20  # matches to go on with that are read at a time
_LAST_TRIES, _BETWEEN_TRIES = 3.0, 0.05  # seconds that a busy store is waited for in the end
LAST_SYNC = 10.0  # seconds
SYNCED_WITHIN = 10.0  # seconds after a change; a slow disk takes some more
_FIRST_PAUSE, _LONGEST_PAUSE = 2.0, 60.0  # seconds between two tries
MOST = 1000  # of what waits
_CHOICES, _LEARNT, _MATCH, _REVIEW = "choices", "learnt", "match", "review"
_FINE = StoreError()


@dataclass(eq=False)
class Unfinished:
    """A match that can be continued, replayed only when somebody wants to see it."""

    record: MatchRecord
    tell: Callable[[MatchRecord], None]
    queued: StoredMatch | None = None

    @cached_property
    def stored(self) -> StoredMatch | None:
        """Return the match, as it waits to be written; None, and say so, if it cannot be read."""
        try:
            return self.queued or saved.stored_of(self.record)
        except ValueError:
            self.tell(self.record)
            return None


class Autosave:
    """The queue of what is to be written, in the order in which it came."""

    def __init__(self, store: Store, choices: Choices, notify: Callable[[str], None]) -> None:
        self.store = store
        self._choices = choices
        self._notify = notify
        # By the kind and what is written, or what stands for it.
        self._queue: dict[tuple[str, Any], Callable[[], object]] = {}
        self._trouble = _FINE  # of the last try
        self._failure = ""  # as it was told
        self._pause, self._until_try = _FIRST_PAUSE, 0.0
        self._gave_up = False  # something that can never be written
        self._told: set[str] = set()
        self._disk = Worker("disk", (), awaited=False)  # which may take long
        self._sync: Future[None] | None = None

    def keep_choices(self) -> None:
        """Write the choices once with all that are made on this frame, or as soon as it can be."""
        self._queue[_CHOICES, None] = self._write_choices
        self._until_try = 0.0

    def _write_choices(self) -> None:
        settings.save(self.store, self._choices)

    def keep_learnt(self, change: Callable[[Store], object]) -> None:
        """Write what a learner has done on this frame, or as soon as the store is free."""
        self._keep(_LEARNT, change, lambda: change(self.store))

    def keep_answer(self, idea: str, correct: bool) -> None:
        """Write a graded answer about an idea of search."""
        moment = saved.now()
        self.keep_learnt(lambda store: learnt.keep_answer(store, idea, correct, moment))

    def answers(self) -> dict[str, list[bool]]:
        """Return for each idea of search the graded answers, the first one first."""
        return self._read({}, learnt.answers)

    def count_exercises_of(self, match: Match) -> int:
        """Return how many exercises came of a match."""
        return self._read(0, mistakes.count_of, match)

    def count_due(self, at: datetime) -> int:
        """Return how many exercises are due on the day of a time."""
        return self._read(0, mistakes.count_due, at)

    def exercises(self, at: datetime | None = None) -> list[StoredExercise]:
        """Return the exercises from the learner's mistakes, or those due on the day of a time."""
        if at is None:
            return self._read([], learnt.exercises)
        return self._read([], mistakes.due, at)

    def tries(self, game: str) -> list[PuzzleTry]:
        """Return the tries at the puzzles of a game, the first one first."""
        return self._read([], learnt.tries, game)

    def stars(self, course: str) -> dict[str, int]:
        """Return the stars of the lessons of a course that were done."""
        return self._read({}, learnt.stars, course)

    def is_new_to(self, game: Game, course: str) -> bool:
        """Tell whether nobody has played a game here, nor done a lesson about it."""
        played = self._read(True, listing.has_matches, game.key)
        return not played and not self.stars(course)

    def keep_match(self, stored: StoredMatch) -> None:
        """Write a match on this frame, or as soon as the store is free."""
        if stored.has_something:
            self._keep(_MATCH, stored, partial(self._write_match, stored))

    def keep_review(
        self, stored: StoredMatch, judged: Mapping[Node, Judgement], whole: bool = False
    ) -> None:
        """Write what is known of a match's main line, on this frame or when the store is free.

        ``judged`` is read when it is written; a ``whole`` review has come to its end, unless the
        match has gone on when it is written. A match that is not kept has no review.
        """
        if stored.has_something:
            if stored.identifier is None:
                self.keep_match(stored)
            tip = stored.match.tip if whole else None
            self._keep(_REVIEW, stored, partial(self._write_review, stored, judged, tip))

    def review_of(self, stored: StoredMatch) -> dict[Node, Judgement]:
        """Return what is kept of a match's review; what cannot be read is told once."""
        try:
            return self._read({}, reviews.restored, stored)
        except ValueError:
            self._tell_once(f"review {stored.identifier}", say("notice_bad_review"))
        return {}

    def has_whole_review(self, stored: StoredMatch) -> bool:
        """Tell whether a match has a review that can be read and had come to its end."""
        return bool(self.review_of(stored)) and self._read(False, reviews.is_whole, stored)

    def level_like(self, match: Match) -> int | None:
        """Return the level that the person plays like by the games reviewed; None if unknown."""
        try:
            return self._read(None, reviews.level_like, match.game, match.variant)
        except BadLevelLosses:
            self._tell_once("losses", say("notice_no_losses"))
        return None

    def level_results(self, game: Game, variant: str) -> LevelResults:
        """Return how a person did against the levels of a board, nothing where it is unknown."""
        unknown = LevelResults({}, first_level(game, variant))
        return self._read(unknown, level_results, game, variant)

    @property
    def waiting(self) -> bool:
        """Tell whether something else than choices is not written yet."""
        return any(kind != _CHOICES for kind, _ in self._queue)

    @property
    def failing(self) -> bool:
        """Tell whether something could not be written, for another reason than a busy store."""
        return bool(self._failure)

    def unkept(self) -> list[str]:
        """Say what is not written yet, and why; nothing when all is."""
        if not self._queue:
            return []
        kinds = Counter(kind for kind, _ in self._queue)
        new = [self._count_new(stored) for kind, stored in self._queue if kind == _MATCH]
        counts = {
            "leaving_moves": sum(new),
            "leaving_games": new.count(0),
            "leaving_reviews": kinds[_REVIEW],
            "leaving_learnt": kinds[_LEARNT],
            "leaving_choices": kinds[_CHOICES],
        }
        what = listed(*(say(key, count=count) for key, count in counts.items() if count))
        return [say("leaving_unsaved", what=what, why=why(self._trouble))]

    def _count_new(self, stored: StoredMatch) -> int:
        number = stored.identifier
        record = None if number is None else self._read(None, Store.match, number)
        before = 0 if record is None else len(record.moves.split())
        return max(0, len(stored.match.tip.line) - before)

    def _keep(self, kind: str, what: object, write: Callable[[], object]) -> None:
        """Write something, or have it wait, in the place of what waits of the same."""
        self._queue[kind, what] = write
        if len(self._queue) > MOST:
            _LOGGER.warning("too much waits to be saved")
            self._give_up(next(iter(self._queue)))
        self.write()

    def _give_up(self, key: tuple[str, Any]) -> None:
        del self._queue[key]
        self._gave_up = True

    def update(self, dt: float) -> None:
        """Try again what a busy store made wait, and now and then what could not be written."""
        if self.store.unsynced > SYNCED_WITHIN and (self._sync is None or self._sync.done()):
            self._sync = self._disk.submit(self._bring_onto_disk)
        self._until_try -= dt
        if self._queue and self._until_try <= 0:
            self.write()
            if self._queue and not isinstance(self._trouble, StoreBusy):
                self._pause = min(2 * self._pause, _LONGEST_PAUSE)

    def _bring_onto_disk(self) -> None:
        """Have the disk keep what was written; what cannot be brought there now is tried again."""
        try:
            self.store.sync()
        except StoreBusy:
            pass
        except StoreError:
            _LOGGER.warning("saved games could not be brought onto the disk", exc_info=True)

    def write(self) -> None:
        """Write what waits; a busy store leaves it for the next frame, other trouble for later.

        What is refused keeps nothing else from being written.
        """
        self._trouble = _FINE
        for key in sorted(self._queue, key=lambda key: key[0] == _REVIEW):
            kind, what = key
            if kind == _REVIEW and (_MATCH, what) in self._queue:
                continue  # it is of moves that are not written yet
            try:
                self._write(key)
            except StoreBusy as error:
                self._trouble, self._until_try = error, 0.0
                return
            except StoreError as error:
                self._trouble = error
            except Exception:
                _LOGGER.exception("something could not be saved")
                self._give_up(key)
        self._until_try = self._pause
        self._tell()

    def _write(self, key: tuple[str, Any]) -> None:
        self._do(self._queue[key])
        del self._queue[key]

    def _do(self, change: Callable[[], object]) -> None:
        """Change the store; where that has another file now, say so, and change that."""
        try:
            change()
        except StoreLost as lost:
            name = lost.aside.name if lost.aside else ""
            words = say(f"notice_{lost.code}", path=name)
            if lost.code == "overwritten" and rotation.kept(self.store, date.max):
                words = as_text(words, say("notice_earlier_days"))
            self._notify(words)
            change()

    def _tell(self) -> None:
        """Tell of what could not be written, once for each reason, and when it is written."""
        if self._queue:
            failure = say("notice_not_saved_yet", why=why(self._trouble))
            if failure != self._failure:
                self._notify(failure)
            self._failure = failure
        elif self._failure:
            self._failure, self._pause = "", _FIRST_PAUSE
            self._notify(say("notice_saved_now"))

    def _write_match(self, stored: StoredMatch) -> None:
        try:
            record = self.store.save(_record_of(stored))
        except StoreConflict:
            stored.identifier, stored.revision = None, 0
            self._notify(say("notice_copy"))
            record = self.store.save(_record_of(stored))
        stored.identifier, stored.revision = record.id, record.revision
        listing.put_away_when_hardly_begun(self.store, stored)

    def _write_review(
        self, stored: StoredMatch, judged: Mapping[Node, Judgement], tip: Node | None
    ) -> None:
        whole = tip is stored.match.tip
        try:
            reviews.keep(self.store, stored, judged, whole)
        except StoreConflict:
            # Another program has the match, or has deleted it: it becomes a copy, as when it is
            # played on.
            self._write_match(stored)
            reviews.keep(self.store, stored, judged, whole)

    def count_unfinished(self) -> int:
        """Return how many matches are offered to be gone on with."""
        return self._read(0, listing.count_offered)

    def unfinished(self, after: Unfinished | None = None) -> list[Unfinished]:
        """Return the next PAGE matches that are offered, the one saved last first."""
        before = None if after is None else after.record
        records: list[MatchRecord] = self._read([], listing.offered, PAGE, before)
        return [Unfinished(record, self._tell_bad, self._queued(record)) for record in records]

    def stored_of(self, record: MatchRecord) -> StoredMatch:
        """Return the match of a record, as it is here if that is not written yet; or ValueError."""
        return self._queued(record) or saved.stored_of(record)

    def _queued(self, record: MatchRecord) -> StoredMatch | None:
        queued = (what for kind, what in self._queue if kind == _MATCH)
        return next((stored for stored in queued if stored.identifier == record.id), None)

    def newest(self) -> Unfinished | None:
        """Return the first match offered that can be read; what cannot be is told once."""
        page = self.unfinished()
        while page:
            for game in page:
                if game.stored is not None:
                    return game
            page = self.unfinished(page[-1])
        return None

    def alike(self, stored: StoredMatch) -> StoredMatch | None:
        """Return the match that is kept already and was played like one that comes in."""
        try:
            return self._read(None, saved.find_alike, stored)
        except ValueError:  # nothing to go on with
            return None

    def discard(self, game: Unfinished) -> bool:
        """Put a match into the bin; return whether that was done, and say why when it was not."""
        assert game.record.id is not None
        try:
            self._do(partial(listing.discard, self.store, game.record.id))
        except StoreError as error:
            self._notify(say("notice_not_deleted", why=why(error)))
            return False
        return True

    def put_all_away(self) -> bool:
        """Offer no match any more; return whether that was done, and say why when it was not."""
        try:
            self._do(partial(listing.put_all_away, self.store))
        except StoreError as error:
            self._notify(say("notice_not_put_away", why=why(error)))
            return False
        return True

    def discard_hardly_begun(self, moment: datetime) -> None:
        """Put what was left in its first moves a day before into the bin, or at another time."""
        try:
            self._do(partial(listing.discard_hardly_begun, self.store, moment))
        except StoreError:
            _LOGGER.info("games that were hardly begun stay for now", exc_info=True)

    def _read(self, otherwise: T, read: Callable[..., T], *what: object) -> T:
        """Read from the store; return ``otherwise`` when that fails, which is told once."""
        try:
            return read(self.store, *what)
        except StoreError as error:
            self._tell_once("store", say("notice_not_read", why=why(error)))
        return otherwise

    def _tell_bad(self, record: MatchRecord) -> None:
        self._tell_once(f"match {record.id}", say("notice_bad_match"))

    def _tell_once(self, what: str, notice: str) -> None:
        if what not in self._told:
            self._told.add(what)
            self._notify(notice)

    def close(self) -> bool:
        """Write what is not written yet and close the store; tell whether something is lost.

        The choices are written in any case, and no loss: they have where the window stands.
        """
        asked = set(self._queue)
        self._queue[_CHOICES, None] = self._write_choices
        end = time.monotonic() + _LAST_TRIES
        self.write()
        while isinstance(self._trouble, StoreBusy) and time.monotonic() < end:
            if self._sync is None or self._sync.done():
                time.sleep(_BETWEEN_TRIES)  # another program tells nobody when it has done
            else:
                wait([self._sync], _BETWEEN_TRIES)
            self.write()
        if self._sync is None or wait([self._sync], LAST_SYNC).done:
            self.store.close()
        else:  # closing would take its locks from what is under way, and wait for the same disk
            _LOGGER.warning("the disk takes too long; what was changed stands in the log")
        return self._gave_up or bool(asked.intersection(self._queue))


def _record_of(stored: StoredMatch) -> MatchRecord:
    """Return a match as a record; one that is kept here was saved after it was begun.

    By that the store tells the matches to go on with from those of files.
    """
    record = saved.record_of(stored)
    if not record.from_file:
        return record
    after = datetime.fromisoformat(record.begun) + timedelta(milliseconds=1)
    return replace(record, saved=after.isoformat(timespec="milliseconds"))
