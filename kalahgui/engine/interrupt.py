"""Stopping work that runs many searches on another thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook

Found = TypeVar("Found")


class Interrupt:
    """A wish to stop or to pause, as the work on another thread sees it.

    Every search looks at one stop word and at nothing else; the wish raises the word now in use.
    A search that counts nodes is ``watched`` while it runs.
    """

    def __init__(self) -> None:
        self.raised = False
        self.paused = False
        self.watched: Textbook | None = None
        self._word = StopWord()

    def word(self) -> StopWord:
        """Return a new stop word, for the next search."""
        word = self._word = StopWord()
        # Looked at after the word is in its place: a wish that comes just now raises one of both.
        if self.raised or self.paused:
            word.raised = True
        return word

    def stop(self) -> None:
        """Stop the search that runs and those to come."""
        self.raised = True
        self._word.raised = True

    def pause(self) -> None:
        """Stop the search that runs; others are stopped at once until ``resume``."""
        self.paused = True
        self._word.raised = True

    def resume(self) -> None:
        """Let the work go on."""
        self.paused = False


def whole(work: Callable[[StopWord], Found | None], interrupt: Interrupt) -> Iterator[Found | None]:
    """Yield what a piece of work finds, and None before for every pause that cut it short.

    Nothing more comes once the interrupt is raised.
    """
    while not interrupt.raised:
        found = work(interrupt.word())
        if interrupt.raised:
            return
        if not interrupt.paused:
            yield found
            return
        yield None
