"""The back-up that the program writes by itself after play."""

from __future__ import annotations

import logging
from functools import partial

from kalahgui.gui.services.background import Errand
from kalahgui.gui.services.services import Services
from kalahgui.library import rotation
from kalahgui.library.store_file import StoreError
from kalahgui.words import say, why

_LOGGER = logging.getLogger(__name__)
_REST = 2.0  # seconds on the home screen, so that going on to the next game is not disturbed


class DailyBackup:
    """Writes one while the window rests on the home screen, at most once a day."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._left: float | None = None  # seconds until it is time
        self._told = False

    def come_home(self) -> None:
        """Hear that the home screen is shown anew: something may have been played."""
        self._left = _REST

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass on the home screen."""
        if self._left is None:
            return
        self._left -= dt
        if self._left > 0:
            return
        self._left = None
        today = self._services.clock().date()
        try:
            due = rotation.is_due(self._services.autosave.store, today)
        except (OSError, StoreError) as error:
            self._tell(error)
            return
        if due:
            errand = Errand(yield_to_frames=self._services.frame_yield)
            job = partial(rotation.back_up_daily, today=today, yield_to_frames=errand.go_on)
            self._services.background_jobs.start(job, self._tell, errand)

    def _tell(self, outcome: bool | Exception) -> None:
        """Say once why there is no back-up; the next day tries again, and the next start."""
        if isinstance(outcome, Exception):
            _LOGGER.warning("the games could not be backed up", exc_info=outcome)
            if not self._told:
                self._services.notices.add(say("library_not_backed_up", why=why(outcome)))
            self._told = True
