"""Leaving the window: what is not kept yet is told first, and may be waited for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kalahgui.gui.elements.cards import Question
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.writing import Bar, Text
from kalahgui.gui.services.keymap import Commands
from kalahgui.words import say

_PATIENCE = 1.0  # seconds; what takes no longer is waited for without a word


class Leaving:
    """The wish to close the window, which is granted as soon as all is kept."""

    def __init__(
        self, app: Host, unkept: Callable[[], list[str]], leave_now: Callable[[], None]
    ) -> None:
        """``unkept`` says in sentences what is not kept yet; ``leave_now`` leaves all the same."""
        self._app, self._unkept, self._leave_now = app, unkept, leave_now
        self._since: float | None = None  # in seconds; None while nobody wants to leave

    @property
    def waits(self) -> bool:
        """Tell whether somebody wants to leave and does not know yet why that takes long."""
        return self._since is not None and self._card is None

    def ask(self) -> None:
        """Leave as soon as all is kept; at once when the card already says what is not."""
        if self._card is not None:
            self._leave_now()
            return
        self._since = _PATIENCE if self.waits else 0.0
        self._app.services.autosave.write()
        self.update(0.0)

    def update(self, dt: float) -> None:
        """Let time pass: leave when all is kept, and show what is not when that takes long."""
        if self._since is None:
            return
        unkept = self._unkept()
        self._since += dt
        if not unkept:
            self._leave_now()
        elif self._card is not None:
            self._card.tell(unkept)
        elif self._since >= _PATIENCE or self._app.services.autosave.failing:
            self._app.push(LeavingCard(self._app, unkept, self._leave_now, self._forget))

    def stay(self) -> None:
        """Leave no more: there is something to be read."""
        card = self._card
        if card is not None:
            self._app.screens.remove(card)
            self._app.wake()
        self._forget()

    def _forget(self) -> None:
        self._since = None

    @property
    def _card(self) -> LeavingCard | None:
        cards = (screen for screen in self._app.screens if isinstance(screen, LeavingCard))
        return next(cards, None)


_MOST = 4  # sentences


class LeavingCard(Question):
    """Show what is not kept yet, until it is; closing the card means to stay."""

    card_width = 520
    answer_width = 200

    def __init__(
        self,
        app: Host,
        unkept: Sequence[str],
        leave_now: Callable[[], None],
        stay: Callable[[], None],
    ) -> None:
        """``leave_now`` and ``stay`` are told what was chosen."""
        self._stay = stay
        self._patient = False  # as has been said
        self._unkept, self._share = list(unkept), app.services.background_jobs.share
        super().__init__(app, "leaving_title", "leaving_wait", "leaving_now", leave_now)

    def tell(self, unkept: Sequence[str]) -> None:
        """Show what is not kept now."""
        now = list(unkept), self.services.background_jobs.share
        if now != (self._unkept, self._share):
            self._unkept, self._share = now
            self.refresh()

    @property
    def _failing(self) -> bool:
        return self.services.autosave.failing

    @property
    def _words(self) -> tuple[str, str]:
        sentences, others = self._unkept[:_MOST], len(self._unkept) - _MOST
        if others > 0:
            sentences.append(say("leaving_more", count=others))
        closes = [] if self._failing else [say("leaving_closes")]
        return "\n".join(sentences), "\n".join([*closes, say("leaving_lost")])

    def details(self) -> list[Element]:
        sentences, meant = self._words
        bar = [] if self._share is None else [Bar(self._share, self.title_words)]
        return [Column(Text(sentences), *bar, Text(meant, colour="quiet"), gap=10)]

    def answers(self) -> list[Element]:
        wait = "leaving_again" if self._failing else "leaving_wait"
        waits = self._failing or not self._patient
        return [
            *([self.answer(wait, self._wait, "primary")] if waits else []),
            self.answer("leaving_now", self._act, "soft"),
        ]

    def _wait(self) -> None:
        """Try again what failed; what is under way needs no more than patience."""
        if self._failing:
            self.services.autosave.write()
            if self._failing:
                self.services.notices.show_now(say("leaving_still"))
        else:
            self._patient = True
        self.refresh()

    @property
    def commands(self) -> Commands:
        return {**super().commands, "yes": self._wait}

    def close(self) -> None:
        self._stay()

    @property
    def said(self) -> str:
        return "\n".join([self.title_words, *self._words])

    @property
    def said_about(self) -> object:
        return self.title  # and not of every game more
