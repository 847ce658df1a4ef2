"""Sentences at the foot of the window, one after the other."""

from __future__ import annotations

from collections.abc import Callable

SECONDS, PASSING_SECONDS = 7.0, 1.6


class Notices:
    """Sentences that wait to be read, each shown for a while."""

    def __init__(self, wake: Callable[[], None], tell: Callable[[str], None]) -> None:
        """``wake`` has the window drawn, where nothing else moves; ``tell`` hears what is said."""
        self._wake = wake
        self._tell = tell
        self.waiting: list[str] = []
        self._passing = ""
        self._shown_for = 0.0

    def add(self, notice: str) -> None:
        """Show a sentence after those before it."""
        if notice not in self.waiting:
            self.waiting.append(notice)
            self._tell(notice)
            self._wake()

    def show_now(self, notice: str) -> None:
        """Show a passing sentence at once, in place of a passing one before it."""
        if self._passing in self.waiting:
            self.waiting.remove(self._passing)
        self._passing = notice
        self.waiting.insert(0, notice)
        self._tell(notice)
        self._wake()
        self._shown_for = SECONDS - PASSING_SECONDS

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass; a sentence that was shown long enough goes."""
        if not self.waiting:
            return
        self._shown_for += dt
        if self._shown_for > SECONDS:
            self._shown_for = 0.0
            self.waiting.pop(0)
            self._wake()
