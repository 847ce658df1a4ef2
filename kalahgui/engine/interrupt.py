"""Stopping and pausing work on another thread that runs many searches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook

Found = TypeVar("Found")


class Interrupt:
    """A request to stop or to pause, as work on another thread sees it.

    A search looks at one stop word alone; a request raises the word now in use. A search that
    counts nodes is ``watched`` while it runs.
    """

    def __init__(self) -> None:
        self.raised = False
        self.paused = False
        self.watched: Textbook | None = None
        self._word = StopWord()

    def word(self) -> StopWord:
        """Return a new stop word, for the next search."""
        word = self._word = StopWord()
        # Checked after the word is set, so that a request at this moment raises one of the two.
        if self.raised or self.paused:
            word.raised = True
        return word

    def stop(self) -> None:
        """Stop the search that runs and those to come."""
        self.raised = True
        self._word.raised = True

    def pause(self) -> None:
        """Stop the search that runs, and those that begin before ``resume``."""
        self.paused = True
        self._word.raised = True

    def resume(self) -> None:
        """End a pause."""
        self.paused = False


def whole(work: Callable[[StopWord], Found | None], interrupt: Interrupt) -> Iterator[Found | None]:
    """Yield the result of ``work``, which is repeated after every pause; None for each pause.

    There is no result once the interrupt is raised.
    """
    while not interrupt.raised:
        found = work(interrupt.word())
        if interrupt.raised:
            return
        if not interrupt.paused:
            yield found
            return
        yield None
