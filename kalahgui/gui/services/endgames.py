"""The endgame databases of the window: built in the background, and said quietly."""

from __future__ import annotations

from collections.abc import Callable

from kalahgui.engine.endgame_store import DEFAULT_SIZE, EndgameBuilds, EndgameStore, Kind, News
from kalahgui.engine.knowledge import Knowledge
from kalahgui.gui.services.words import say

# The board that most people play is there first, before it is asked for.
_FIRST_BOARD = (6, False)


class Endgames:
    """The databases that the engine looks things up in, and what there is to say of them."""

    def __init__(self, store: EndgameStore, size: int = DEFAULT_SIZE) -> None:
        """Begin to build what is missing of the usual board; others follow when they are played."""
        self._store = store
        self._builds = EndgameBuilds(store, size)
        self.knowledge = Knowledge(store, self._builds)
        self._builds.wish(*_FIRST_BOARD)

    def update(self, notify: Callable[[str], None]) -> None:
        """Say what has happened since the last frame."""
        for news in self._store.news():
            notify(self._sentence(news))

    def close(self, timeout: float = 1.0) -> None:
        """Stop building, and wait at most ``timeout`` seconds; what is not finished is lost."""
        self._builds.close(timeout)

    def _sentence(self, news: News) -> str:
        file = self._store.path(news.shape).name
        if news.kind is Kind.BEGUN:
            return say("notice_endgame_begun")
        if news.kind is Kind.READY:
            return say("notice_endgame_ready", pits=news.shape.pits, stones=news.shape.stones)
        if news.kind is Kind.SET_ASIDE:
            return say("notice_endgame_set_aside", file=file)
        if news.kind is Kind.UNREADABLE:
            return say("notice_endgame_unreadable", file=file, why=news.why)
        return say("notice_endgame_not_kept", why=news.why)
