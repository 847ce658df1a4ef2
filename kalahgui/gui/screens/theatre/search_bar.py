"""The buttons that choose algorithm and depth, below the position."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.services.theatre_visit import Visit
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen

# One button for each family of algorithms; the first of a family is its usual one.
_FAMILIES = (
    ("minimax",),
    ("alpha-beta", "nega-alpha"),
    ("usual-nega-scout", "nega-scout"),
    ("mtd-f",),
)
_MARGIN, _GAP, _HEIGHT = 24, 8, 34


def depth_words(visit: Visit, depth: int) -> str:
    """Write a depth on its button; the only one of a tree is that of its leaves."""
    return str(depth) if len(visit.depths) > 1 else say("watch_to_leaves", n=depth)


class SearchBar:
    """Two rows at the foot of a card; ``top`` is where what is above them ends."""

    def __init__(
        self,
        screen: Screen,
        visit: Visit,
        card: pygame.Rect,
        choose: Callable[[str], None],
        look: Callable[[int], None],
        open_card: Callable[[], None],
    ) -> None:
        """Add the buttons for an algorithm, for so many turns ahead, and for all choices."""
        self._screen = screen
        px = screen.scale.px
        left, right = card.x + px(_MARGIN), card.right - px(_MARGIN)
        high = max(20, px(_HEIGHT))
        y = card.bottom - px(18) - high
        more = pygame.Rect(right - high, y, high, high)
        screen.controls.button(more, "", open_card, icon="settings", tip=say("watch_how"))
        label = theme.font(screen.scale.small).size(say("watch_turns"))[0] + px(10)
        self._label_at = (left, y + high // 2)
        row = pygame.Rect(left + label, y, more.x - px(_GAP) - left - label, high)
        depths = [(str(depth), depth_words(visit, depth)) for depth in visit.depths]
        screen.controls.segments(row, depths, str(visit.depth), lambda depth: look(int(depth)))
        y -= px(_GAP) + high
        shown = [
            next((name for name in family if name == visit.algorithm), family[0])
            for family in _FAMILIES
        ]
        self._add_algorithms(
            shown, visit.algorithm, pygame.Rect(left, y, right - left, high), choose
        )
        self.top = y - px(_GAP)

    def _add_algorithms(
        self, names: Sequence[str], chosen: str, row: pygame.Rect, choose: Callable[[str], None]
    ) -> None:
        """Add a button for each algorithm, as wide as its name asks for."""
        scale, controls = self._screen.scale, self._screen.controls
        gap, face = scale.px(4), theme.font(scale.small)
        wanted = [face.size(say(f"watch_{name}"))[0] for name in names]
        spare = (row.width - gap * (len(names) - 1) - sum(wanted)) / len(names)
        x = float(row.x)
        for name, width in zip(names, wanted, strict=True):
            place = pygame.Rect(round(x), row.y, round(width + spare), row.height)
            tips = [say(f"about_{name}").replace("\n", " ")]
            controls.segments(place, [(name, say(f"watch_{name}"))], chosen, choose, tips)
            x += width + spare + gap

    def draw(self, surface: pygame.Surface) -> None:
        """Write what the figures count."""
        screen = self._screen
        words, small, quiet = say("watch_turns"), screen.scale.small, screen.palette.quiet
        theme.write(surface, words, self._label_at, small, quiet, anchor="midleft")
