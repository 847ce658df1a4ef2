"""Stopping work that runs many searches on another thread."""

from __future__ import annotations

from kalahgui.core.search import StopWord


class Interrupt:
    """A wish to stop, as the work on another thread sees it: it raises the stop word in use."""

    def __init__(self) -> None:
        self.raised = False
        self._word = StopWord()

    def word(self) -> StopWord:
        """Return a new stop word, for a search that nothing else may stop."""
        self._word = StopWord()
        self._word.raised = self.raised
        return self._word

    def stop(self) -> None:
        """Stop the search that runs and those to come."""
        self.raised = True
        self._word.raised = True
