"""What a visitor of the theatre looks at, kept as long as the program runs."""

from __future__ import annotations

from typing import Any

from kalahgui.articles.classics import CLASSICS
from kalahgui.games.game import Message
from kalahgui.gui.theatre.why import Why
from kalahgui.theatre.quiz_session import QuizSession

START = Message("theatre_start")


class Visit:
    """The subject that is searched, how it is searched, and the tab shown.

    ``name`` says in words what the subject is besides its game. ``order`` and ``stop`` are the
    texts that the command line reads. ``as_mover`` shows values as the player to move sees them,
    and not as the root's player does. ``you`` is who is spoken to: the root's player (0) or the
    other one (1); ``why`` is set as long as the search shown explains a computer's turn.
    ``revision`` grows whenever a search would be another one.
    """

    def __init__(self) -> None:
        self.subject: Any = None
        self.name = START
        self.algorithm = "alpha-beta"
        self.depth = 3
        self.order = "rising"
        self.stop = "fixed"
        self.as_mover = False
        self.you = 0
        self.why: Why | None = None
        self.tab = "watch"
        self.revision = 0
        self.classic = next(iter(CLASSICS))
        self.quiz: QuizSession | None = None  # none was begun yet

    def open(
        self,
        subject: Any,
        *,
        name: Message = START,
        algorithm: str = "",
        depth: int | None = None,
        order: str = "",
        stop: str = "fixed",
        tab: str = "watch",
        you: int = 0,
        why: Why | None = None,
    ) -> None:
        """Look at a subject; what is left out is searched as the one before."""
        self.subject = subject
        self.name = name
        self.tab = tab
        self.search_by(
            algorithm=algorithm or self.algorithm,
            depth=self.depth if depth is None else depth,
            order=order or self.order,
            stop=stop,
        )
        self.you = you
        self.why = why

    def search_by(
        self,
        *,
        algorithm: str | None = None,
        depth: int | None = None,
        order: str | None = None,
        stop: str | None = None,
    ) -> None:
        """Search the subject in another way; None leaves what is chosen."""
        self.algorithm = self.algorithm if algorithm is None else algorithm
        self.depth = self.depth if depth is None else depth
        self.order = self.order if order is None else order
        self.stop = self.stop if stop is None else stop
        self.why = None
        self.revision += 1
