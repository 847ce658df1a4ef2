"""The terms of search: each explains itself in one sentence, with the figures of the node shown."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from kalahgui.gui.elements.element import Element, Look
from kalahgui.gui.elements.layout import Column, Layers
from kalahgui.gui.elements.tips import draw_tip
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import line_height
from kalahgui.gui.screens.theatre.step_words import Wording
from kalahgui.gui.screens.theatre.theatre_page import TheatrePage
from kalahgui.theatre.node_labels import cut_words, negated
from kalahgui.theatre.playback import Phase, Playback
from kalahgui.theatre.recording import KNOWN, LEAF, finite
from kalahgui.words import say

# What each is called in a text stands in the translations.
TERMS = ("minimax", "evaluation", "alpha", "beta", "cut", "null_window", "table")


def term_words(term: str, playback: Playback, wording: Wording, number: int | None = None) -> str:
    """Explain a term by a node, by default that of the step shown."""
    return _SENTENCES[term](playback, wording, playback.node if number is None else number)


def node_words(number: int, playback: Playback, wording: Wording) -> str:
    """Say in one sentence what a search does at a node; nothing of one it has not come to."""
    node, seen = playback.recording.nodes[number], playback.seen(number)
    if seen.phase not in (Phase.OPEN, Phase.DONE):
        return ""
    if not node.moves:
        return "" if seen.value is None else term_words("evaluation", playback, wording, number)
    alpha, beta = finite(seen.alpha), finite(seen.beta)
    term = "minimax"
    if seen.cut is not None:
        term = "cut"
    elif alpha is not None and beta is not None and beta - alpha == 1:
        term = "null_window"
    return term_words(term, playback, wording, number)


def _inner(playback: Playback, number: int) -> int:
    """Return a node, or the one above a leaf."""
    node = playback.recording.nodes[number]
    return number if node.moves or node.parent is None else node.parent


def _minimax(playback: Playback, wording: Wording, number: int) -> str:
    node = _inner(playback, number)
    mover = playback.recording.nodes[node].mover
    eyes, seen = wording.eyes(mover), playback.seen(node)
    value = _so_far(seen.value, wording, eyes)
    way = "large" if eyes == mover else "small"
    return wording.say(f"term_minimax_{way}_{wording.who(mover)}", value=value)


def _so_far(value: int | None, wording: Wording, eyes: int) -> str:
    return say("term_none") if value is None else wording.number(value, eyes)


def _evaluation(playback: Playback, wording: Wording, number: int) -> str:
    node = playback.recording.nodes[number]
    value = playback.seen(number).value
    if not node.moves and value is not None:
        shown = wording.value_for(value, node.mover)
        return say("term_evaluation_here", value=shown)
    return say("term_evaluation", count=_count(playback, LEAF))


def _count(playback: Playback, kind: str) -> int:
    steps = playback.recording.steps
    return sum(steps[at].kind == kind for at in range(playback.at))


def _bounds(
    playback: Playback, wording: Wording, number: int
) -> tuple[int, int | None, int | None]:
    """Return in whose eyes the window of a node is told, and the window."""
    node = _inner(playback, number)
    eyes = wording.eyes(playback.recording.nodes[node].mover)
    seen = playback.seen(node)
    alpha, beta = finite(seen.alpha), finite(seen.beta)
    return (eyes, negated(beta), negated(alpha)) if eyes else (eyes, alpha, beta)


def _bound(which: int, playback: Playback, wording: Wording, number: int) -> str:
    """Say what alpha (0) or beta (1) is."""
    eyes, *bounds = _bounds(playback, wording, number)
    key = f"term_{('alpha', 'beta')[which]}_{wording.who(eyes)}"
    return wording.say(key, value=_so_far(bounds[which], wording, 0))


def _cut(playback: Playback, wording: Wording, number: int) -> str:
    node = _inner(playback, number)
    mover, seen = playback.recording.nodes[node].mover, playback.seen(node)
    if seen.cut is None or seen.value is None:
        return say("term_cut", count=bisect_left(playback.cuts, playback.at))
    flip = bool(wording.eyes(mover))
    return say("term_cut_here", values=cut_words(seen.value, seen.alpha, seen.beta, mover, flip))


def _null_window(playback: Playback, wording: Wording, number: int) -> str:
    _, alpha, beta = _bounds(playback, wording, number)
    if alpha is not None and beta is not None and beta - alpha == 1:
        return say("term_null_window_here", bound=wording.number(alpha))
    return say("term_null_window")


def _table(playback: Playback, wording: Wording, number: int) -> str:
    node = playback.recording.nodes[number]
    step = playback.step
    if step is not None and step.node == number and step.kind == KNOWN and step.value is not None:
        bound = playback.seen(number, playback.at + 1).bound
        return say("term_table_here", value=wording.value_for(step.value, node.mover, bound))
    return say("term_table", count=_count(playback, KNOWN))


_SENTENCES: dict[str, Callable[[Playback, Wording, int], str]] = {
    "minimax": _minimax,
    "evaluation": _evaluation,
    "alpha": partial(_bound, 0),
    "beta": partial(_bound, 1),
    "cut": _cut,
    "null_window": _null_window,
    "table": _table,
}


def terms_in(words: str) -> Iterator[tuple[str, int, int]]:
    """Yield the terms that words name, and where each begins and ends."""
    for term in TERMS:
        named = re.escape(say(f"term_{term}_named"))
        # A word of its own in English; in Japanese whatever stands beside it.
        pattern = f"(?<![A-Za-z-]){named}s?(?![A-Za-z-])"
        for matched in re.finditer(pattern, words, re.IGNORECASE):
            yield term, *matched.span()


@dataclass(frozen=True)
class TermSpot:
    """A place where a term stands, with what is ``around`` it.

    It is explained by the ``node`` that it stands beside, or by that of the step shown.
    """

    term: str
    rect: pygame.Rect
    around: pygame.Rect
    node: int | None = None


class TermText(Text):
    """Words in which terms are underlined: each of them is a spot."""

    def __init__(self, spots: TermSpots, words: str, *look: Any, **text: Any) -> None:
        super().__init__(words, *look, **text)
        self.around: pygame.Rect | None = None  # on which no term explains itself
        self.spots: list[TermSpot] = []
        spots.texts.append(self)

    def arrange(self, look: Look) -> None:
        super().arrange(look)
        (size, lines), at = self._in_place(look), 0
        words = lines[0] if lines[0] in self._shorter else self.name
        face, named = theme.font(size, self._bold), list(terms_in(words))
        self.spots = []
        for row, line in enumerate(lines):
            begin = words.find(line, at)
            if begin < 0:  # shortened
                continue
            at = begin + len(line)
            rect = pygame.Rect(self.rect.topleft, face.size(line))
            if self._line:
                rect.centery = self.rect.centery
                rect.x = self.rect.right - rect.width if self._align == "right" else rect.x
            rect.y += row * line_height(size)
            for term, first, last in named:
                first, last = max(first, begin) - begin, min(last, at) - begin
                if first < last:
                    spot = rect.copy()
                    spot.x += face.size(line[:first])[0]
                    spot.width = face.size(line[first:last])[0]
                    self.spots.append(TermSpot(term, spot, self.around or self.rect))

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        super().draw(surface, look)
        side = look.px(1.5)
        base = theme.font(self._in_place(look)[0], self._bold).get_ascent() + 2 * side
        dot = pygame.Surface((side, side))
        dot.fill(look.palette.best)
        for rect in (spot.rect for spot in self.spots):
            steps = range(rect.x, rect.right - side + 1, 3 * side)
            surface.fblits([(dot, (x, rect.y + base)) for x in steps])


class TermSection(Column):
    """Texts and drawings of one thing: no term in it explains itself on any of them."""

    def arrange(self, look: Look) -> None:
        for element in self.all:
            if isinstance(element, TermText):
                element.around = self.rect
        super().arrange(look)


class Explaining(Layers):
    """Draws over its content what a term in it means."""

    def __init__(self, content: Element, spots: TermSpots) -> None:
        super().__init__(content)
        self._spots = spots

    def draw_over(self, surface: pygame.Surface, look: Look) -> None:
        self._spots.draw(surface)


class TermSpots:
    """Shows what one of the terms that stand on a page means.

    A term tells of itself under the mouse; once tapped it does so until something else is.
    """

    def __init__(
        self,
        page: TheatrePage,
        beside: Callable[[], Sequence[TermSpot]],
        words_of: Callable[[str, int | None], str],
    ) -> None:
        """``beside`` returns the terms that stand beside nodes of a page.

        ``words_of`` explains a term by a node, or by that of the step shown.
        """
        self.texts: list[TermText] = []
        self._page, self._beside, self._words_of = page, beside, words_of
        self._tapped: tuple[str, int | None] | None = None

    @property
    def spots(self) -> list[TermSpot]:
        """Return where terms stand."""
        return [*(spot for text in self.texts for spot in text.spots), *self._beside()]

    @property
    def _shown(self) -> TermSpot | None:
        """Return the term that tells of itself: the one under the mouse, else the one tapped."""
        tapped = (spot for spot in self.spots if (spot.term, spot.node) == self._tapped)
        return self._at(self._page.pointer) or next(tapped, None)

    def _at(self, point: tuple[int, int]) -> TermSpot | None:
        return next((spot for spot in self.spots if spot.rect.collidepoint(point)), None)

    def tap(self, event: pygame.Event) -> bool:
        """Show what a term that is tapped means, or no more; return True where there is one."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        here = self._at(event.pos)
        self._tapped = None if here is None else (here.term, here.node)
        return here is not None

    @property
    def shown(self) -> str:
        """Return the term that tells of itself; empty without any."""
        return self._shown.term if self._shown else ""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what the term means, not on the text around."""
        spot, screen = self._shown, self._page.screen
        if spot is not None:
            words = self._words_of(spot.term, spot.node)
            draw_tip(surface, words, spot.rect, screen.scale, screen.palette, (spot.around,))
