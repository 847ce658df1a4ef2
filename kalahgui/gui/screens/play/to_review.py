"""From a match into its review, and what the playing screen knows of it."""

from __future__ import annotations

from collections.abc import Callable

from kalahgui.gui.panels.course import Course
from kalahgui.gui.panels.sentences import Teller
from kalahgui.gui.panels.wording import MoveText
from kalahgui.gui.services.navigation import Destination, ReviewOf
from kalahgui.gui.widgets.screen import Host
from kalahgui.library.saved import StoredMatch
from kalahgui.match.session import Session


class ToReview:
    """Takes the review of a match up from the store, opens its screen and keeps what was found."""

    def __init__(self, app: Host, session: Session, stored: StoredMatch, *, kept: bool) -> None:
        """Take up what the store knows; a match that is only watched is not ``kept``."""
        self._app = app
        self._session = session
        self._stored = stored
        self._kept = kept
        judged = app.services.autosave.review_of(stored) if kept else {}
        whole = bool(judged) and app.services.autosave.has_whole_review(stored)
        self._asked = bool(judged)  # values that nobody asked a review of are not kept
        session.analysis.restore(judged, whole)
        # The end of the line whose whole review is kept.
        self._written = session.match.tip if whole else None
        self._course: Course | None = None
        self._decided_words = ""
        self._decided_for: object = None

    def open(self, back: Callable[[], None], leave: Destination | None = None) -> None:
        """Lay the review over the playing screen; ``back`` is done when the board is seen again.

        Leaving the review leads to the board, or where ``leave`` says.
        """
        self._asked = True
        self._app.open(ReviewOf(self._session, self._stored, self.keep, back, leave))

    def update(self) -> None:
        """Keep a review that has come to its end behind the game."""
        session = self._session
        if session.analysis.reviewed and self._written is not session.match.tip:
            self.keep()

    def keep(self) -> None:
        """Keep what was found, if a review was asked for."""
        analysis = self._session.analysis
        self._written = self._session.match.tip if analysis.reviewed else None
        if self._kept and self._asked:
            self._app.services.autosave.keep_review(
                self._stored, analysis.judged, analysis.reviewed
            )

    def decided_words(self, move_text: MoveText) -> str:
        """Say which move decided the match; empty while nobody knows.

        An estimate is not said before the review has come to its end: it may still change.
        """
        match, analysis = self._session.match, self._session.analysis
        if self._course is None:
            self._course = Course(match, analysis)
        self._course.update()
        known = (self._course.stamp, analysis.reviewed, move_text)
        if known != self._decided_for:
            self._decided_for = known
            self._decided_words = self._say_decided(self._course, move_text)
        return self._decided_words

    def _say_decided(self, course: Course, move_text: MoveText) -> str:
        match, analysis = self._session.match, self._session.analysis
        row = course.decided
        if row is None or not (row.exact or analysis.reviewed):
            return ""
        return Teller(match, analysis, move_text).decided(row, course.numbers[row.node])
