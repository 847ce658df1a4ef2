"""The evaluation bar: how the position looked at stands, north's share above and south's below."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.match.session import Session

_RGB = tuple[int, int, int]
_GLIDE = 6.0  # how quickly the border moves: a share of the way in a second
_STILL = 0.002
# Where all that counts is who wins, even a lost side keeps a visible share.
_DECIDED = 0.92
_SPAN = 1 / 3  # of all points: the lead that takes about half of the other's share


def share_of(match: Match, margin: int) -> float:
    """Return the first side's share of the bar, 0 to 1, at a margin."""
    if not match.game.has_points:
        return 0.5 + (_DECIDED - 0.5) * ((margin > 0) - (margin < 0))
    most = max(map(abs, match.start.bounds()))
    return 0.5 + 0.5 * math.tanh(margin / (_SPAN * most))


class EvaluationBar:
    """Shows how the position looked at stands; it outlasts the screen's laying out."""

    def __init__(
        self,
        screen: Screen,
        session: Session,
        *,
        says_exact: bool = True,
        node: Callable[[], Node] | None = None,
    ) -> None:
        """Follow a session.

        ``says_exact`` says below whether the number is certain. The number is that of a ``node``,
        by default the one looked at.
        """
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._screen = screen
        self._session = session
        self._says_exact = says_exact
        self._node = node or (lambda: session.match.here)
        self._south = 0
        self._shown = 0.5  # the first side's share as it is drawn

    def place(self, rect: pygame.Rect, south: int) -> None:
        """Stand in a rectangle, with a side at the bottom; the number stands below it."""
        self.rect = rect
        self._south = south

    @property
    def share(self) -> float:
        """Return the first side's share as far as it is known now."""
        evaluation = self._session.analysis.evaluation(self._node())
        return 0.5 if evaluation is None else share_of(self._session.match, evaluation.margin)

    @property
    def moving(self) -> bool:
        """Tell whether the bar is on its way."""
        return abs(self.share - self._shown) > _STILL

    def update(self, dt: float) -> None:
        """Let the border glide to where it belongs."""
        way = self.share - self._shown
        self._shown += way if abs(way) <= _STILL else way * (1 - math.exp(-_GLIDE * dt))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the bar and, below it, south's lead and whether that is certain."""
        screen, palette, px = self._screen, self._screen.palette, self._screen.scale.px
        colours = palette.accent, palette.other
        share = self._shown if self._south == 0 else 1 - self._shown
        north = round(self.rect.height * (1 - share))
        picture = _bar(
            self.rect.size, north, _rgb(colours[1 - self._south]), _rgb(colours[self._south])
        )
        surface.blit(picture, self.rect)
        evaluation = self._session.analysis.evaluation(self._node())
        if evaluation is None or not self._session.match.game.has_points:
            return
        lead = evaluation.margin if self._south == 0 else -evaluation.margin
        ahead = self._south if lead >= 0 else 1 - self._south
        colour = palette.accent if ahead == 0 else palette.other.lerp(palette.ink, 0.35)
        size = screen.scale.small
        at = (self.rect.centerx, self.rect.bottom + px(8) + size // 2)
        place = theme.write(surface, naming.signed(lead), at, size, colour, True, "center")
        if evaluation.exact and self._says_exact:
            at = (self.rect.centerx, place.bottom + size // 2)
            theme.write(surface, say("exact"), at, size, palette.best, anchor="center")


def _rgb(colour: pygame.Color) -> _RGB:
    return colour.r, colour.g, colour.b


@kept(4)
def _bar(size: theme.Size, north: int, above: _RGB, below: _RGB) -> pygame.Surface:
    """Render the bar with so many pixels of the colour above."""
    picture = theme.render_rounded(size, size[0] // 2, below)
    whole = theme.render_rounded(size, size[0] // 2, above)
    top = (0, 0, size[0], max(0, min(size[1], north)))
    picture.fill((0, 0, 0, 0), top)
    picture.blit(whole, (0, 0), top, special_flags=pygame.BLEND_RGBA_ADD)
    return picture
