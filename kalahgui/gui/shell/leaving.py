"""Leaving the window: what is not kept yet is told first, and may be waited for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kalahgui.gui.paint.charts import draw_bar
from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.naming import counted
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part, Role
from kalahgui.gui.widgets.screen import Host, Question

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
        """Leave as soon as all is kept; who knows what is not leaves all the same."""
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


_SIDE, _TOP, _BAR, _GAP = 32, 76, 12, 10  # units of the layout
_MOST = 4  # sentences


class LeavingCard(Question):
    """Show what is not kept yet, until it is; closing the card means to stay."""

    card_width = 520
    button_width = 200

    def __init__(
        self,
        app: Host,
        unkept: Sequence[str],
        leave_now: Callable[[], None],
        stay: Callable[[], None],
    ) -> None:
        """``leave_now`` and ``stay`` are told what was chosen."""
        self._told, self._stay = list(unkept), stay
        self._patient = False  # as has been said
        super().__init__(app, "leaving_title", "leaving_wait", "leaving_now", leave_now)

    def tell(self, unkept: Sequence[str]) -> None:
        """Show what is not kept now."""
        if list(unkept) != self._told:
            self._told = list(unkept)
            self.refresh()

    @property
    def _failing(self) -> bool:
        return self.services.autosave.failing

    @property
    def _share(self) -> float | None:
        return self.services.background_jobs.share

    @property
    def _words(self) -> tuple[str, str]:
        """Return what is not kept yet, and what that means."""
        told, others = self._told[:_MOST], len(self._told) - _MOST
        if others > 0:
            told.append(counted("leaving_more", others))
        closes = [] if self._failing else [say("leaving_closes")]
        return "\n".join(told), "\n".join([*closes, say("leaving_lost")])

    def lay_out(self) -> None:
        size, width = self.scale.body, self.scale.px(self.card_width - 2 * _SIDE)
        self._lines, self._meant = (wrap(words, size, width) for words in self._words)
        line = line_height(size) / self.scale.layout
        self._bar_top = _TOP + len(self._lines) * line + _GAP
        self._meant_top = self._bar_top + (0 if self._share is None else _BAR + _GAP)
        self.buttons_top = round(self._meant_top + len(self._meant) * line + 2 * _GAP)
        self.card_height = self.buttons_top + 44 + 24
        super().lay_out()

    def add_answers(self) -> None:
        left = _SIDE
        if self._failing or not self._patient:
            words = say("leaving_again" if self._failing else "leaving_wait")
            rect = self.inside(left, self.buttons_top, self.button_width, 44)
            self.controls.button(rect, words, self._wait, style="primary")
            left += self.button_width + 16
        rect = self.inside(left, self.buttons_top, self.button_width, 44)
        self.controls.button(rect, say("leaving_now"), self._act, style="soft")

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

    @property
    def _bar(self) -> pygame.Rect:
        return self.inside(_SIDE, self._bar_top, self.card_width - 2 * _SIDE, _BAR)

    @property
    def views(self) -> list[Part]:
        share = self._share
        if share is None:
            return []
        return [Part(Role.TEXT, f"{self.title_words}: {share:.0%}", self._bar, "share")]

    def draw_inside(self, surface: pygame.Surface) -> None:
        at, size = self.inside(_SIDE, _TOP).topleft, self.scale.body
        write_lines(surface, self._lines, at, size, self.palette.ink)
        at = self.inside(_SIDE, self._meant_top).topleft
        write_lines(surface, self._meant, at, size, self.palette.quiet)
        if self._share is not None:
            draw_bar(surface, self._bar, self._share, self.palette, self.palette.accent)
