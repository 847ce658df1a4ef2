"""The card below the board: what can be and what cannot, the position as text, and what to lay."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.games.draft import Draft, Drafting, Verdict
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
from kalahgui.gui.paint.theme import icon
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.editing import Editing
from kalahgui.match.match import Match, Player

_BUTTON = 36
_MARK = 22  # the disc with the sign that says whether the position can be played


def match_of(editing: Editing) -> Match:
    """Return a match of two persons from the draft, or from the start where it is no position."""
    draft, drafting, position = editing.draft, editing.drafting, editing.verdict.position
    game = drafting.game
    variant = draft.variant
    if position is not None:
        for other in drafting.starts(game.variant_of(position)):
            if position == game.start(other, draft.rules):
                variant = other
    return Match(game, variant, draft.rules, (Player(), Player()), start=position)


def verdict_words(verdict: Verdict, match: Match) -> str:
    """Say whether a draft can be played, and if not why."""
    if verdict.ended is not None:
        why = naming.message_words(verdict.ended, match)
        return say(verdict.message.key, why=why)
    return naming.message_words(verdict.message, match)


class VerdictCard:
    """Says what the rules say of the draft, and has the buttons that lay the whole board."""

    def __init__(
        self, screen: Screen, editing: Editing, rect: pygame.Rect, change: Callable[[Draft], None]
    ) -> None:
        """Add the buttons; ``rect`` is the card."""
        self.rect = rect
        self._screen = screen
        self._editing = editing
        self._change = change
        self._right = rect.right - screen.scale.px(20)
        self._add_buttons()

    def _add_buttons(self) -> None:
        screen, drafting, draft = self._screen, self._editing.drafting, self._editing.draft
        px = screen.scale.px
        starts = drafting.starts(draft.variant)
        buttons: list[tuple[str, Callable[[], Draft]]] = [
            (
                say("edit_start") if len(starts) == 1 else say(f"board_{variant}"),
                partial(drafting.start, variant, draft.rules),
            )
            for variant in starts
        ]
        if any(drafting.start(draft.variant).cells):
            buttons.append((say("edit_empty"), lambda: drafting.empty(self._editing.draft)))
        if drafting.swaps:
            buttons.append((say("edit_swap"), lambda: drafting.swapped(self._editing.draft)))
        if drafting.counts:
            words = say("edit_even_out", n=drafting.whole(draft))
            buttons.append((words, lambda: drafting.evened(self._editing.draft)))
        x, y = self.rect.x + px(24), self.rect.bottom - px(18 + _BUTTON)
        face = theme.font(screen.scale.body, True)
        for words, draft_of in buttons:
            width = face.size(words)[0] + px(28)
            rect = pygame.Rect(x, y, width, px(_BUTTON))
            lay = partial(self._lay, draft_of)
            screen.controls.button(rect, words, lay, style="soft")
            x += width + px(10)
        self._stepper: tuple[int, int, str] | None = None
        if drafting.counts:
            self._add_stepper(drafting, draft, y)

    def _lay(self, draft_of: Callable[[], Draft]) -> None:
        self._change(draft_of())

    def _add_stepper(self, drafting: Drafting, draft: Draft, y: int) -> None:
        screen, px = self._screen, self._screen.scale.px
        stones = drafting.begins_with(draft)
        words = say("edit_per_pit", n=stones)
        room = theme.font(screen.scale.small).size(say("edit_per_pit", n=drafting.most_to_begin))[
            0
        ] + px(12)
        plus = pygame.Rect(self._right - px(_BUTTON), y, px(_BUTTON), px(_BUTTON))
        minus = plus.move(-room - px(_BUTTON), 0)
        for rect, label, step in ((minus, "\u2212", -1), (plus, "+", 1)):
            screen.controls.button(
                rect,
                label,
                partial(self._step_begin, step),
                style="segment",
                enabled=1 <= stones + step <= drafting.most_to_begin,
            )
        self._stepper = ((minus.right + plus.left) // 2, plus.centery, words)

    def _step_begin(self, step: int) -> None:
        drafting, draft = self._editing.drafting, self._editing.draft
        self._change(drafting.begin_with(draft, drafting.begins_with(draft) + step))

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the words and the position as text; the screen draws the card and the buttons."""
        screen, verdict = self._screen, self._editing.verdict
        scale, palette, px = screen.scale, screen.palette, screen.scale.px
        x, y = self.rect.x + px(24), self.rect.y + px(34)
        colour = palette.best if verdict.playable else palette.bad
        size = px(_MARK)
        disc = theme.rounded((size, size), size // 2, colour)
        place = disc.get_rect(midleft=(x, y))
        surface.blit(disc, place)
        if verdict.playable:
            sign = icon("check", round(size * 0.72), palette.card)
            surface.blit(sign, sign.get_rect(center=place.center))
        else:
            theme.write(surface, "!", place.center, scale.body, palette.card, True, "center")
        words = verdict_words(verdict, match_of(self._editing))
        self._write_verdict(surface, words, place.right + px(12), y)
        if verdict.text:
            self._write_text(surface, verdict.text, x)
        if self._stepper is not None:
            left, middle, words = self._stepper
            at = (left, middle)
            screen.write(surface, words, at, scale.small, anchor="center")

    def _write_verdict(self, surface: pygame.Surface, words: str, x: int, y: int) -> None:
        """Write the verdict in one line, or in two smaller ones."""
        scale, palette = self._screen.scale, self._screen.palette
        room = self._right - x
        if theme.font(scale.title, True).size(words)[0] <= room:
            theme.write(surface, words, (x, y), scale.title, palette.ink, True, "midleft")
            return
        # Without a text below there is room for another line.
        lines = wrap(words, scale.heading, room, True)[:3]
        at = (x, y - line_height(scale.heading) // 2)
        write_lines(surface, lines, at, scale.heading, palette.ink, True, "midleft")

    def _write_text(self, surface: pygame.Surface, text: str, x: int) -> None:
        scale, palette = self._screen.scale, self._screen.palette
        middle, room = self.rect.y + scale.px(70), self._right - x
        at, ink = (x, middle), palette.ink
        place = self._screen.write(surface, text, at, scale.body, ink, room=room)
        keys, at = say("edit_copy_keys"), (self._right, middle)
        # A long text takes all of the line; the buttons above say their keys, too.
        if theme.font(scale.small).size(keys)[0] + scale.px(16) <= self._right - place.right:
            self._screen.write(surface, keys, at, scale.small, anchor="midright")
