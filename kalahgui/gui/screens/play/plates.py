"""The plates of the players: who has which side, whose turn it is, clocks and discs."""

from __future__ import annotations

import pygame

from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.elements.element import Element, Look
from kalahgui.gui.elements.layout import Column, Row, Space
from kalahgui.gui.elements.writing import Live, Text, wide
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.discs import disc
from kalahgui.gui.services import naming
from kalahgui.match.match import Match
from kalahgui.match.session import Session
from kalahgui.words import say

# Lengths in units of the layout.
HEIGHT, _BELOW = 56, 32
_WIDE, _NARROW, _WITH_CLOCK = 380, 200, 300
_FACE, _CLOCK, _DISC = 40, (70, 32), 24
_FREE_OF_FACE = 0.62  # of a disc with a pattern, for an initial
_FEW_SECONDS = 20


def clock_faces(match: Match) -> list[str]:
    """Return what the clocks of a match show."""
    return [] if match.clock is None else [naming.clock_face(left) for left in match.clock.left]


class Plate(Column):
    """Says who has a side; a bar marks the one to move, clock and discs follow the game.

    A clock stands beside the name where a plate is ``broad``, else below it, and the name of an
    algorithm goes on in another line. ``named`` is as wide as what is written.
    """

    def __init__(self, session: Session, side: int, *, broad: bool) -> None:
        match = session.match
        seat, discs, timed = match.seat_of(side), match.game.counts_pieces, match.clock is not None
        name = naming.player_name(match, seat, whole=True)
        narrow = timed or not broad
        subtitle, short = (naming.plate_words(match, seat, side, brief) for brief in (narrow, True))
        shorter = [short, subtitle.partition(" · ")[0]]
        computer = match.players[seat].computer
        if broad or computer is None or computer.level is not None:
            words = Text(subtitle, "small", "quiet", line=True, shorter=shorter)
        else:
            words = Text(subtitle, "small", "quiet")
        self.named = Column(Text(name, "heading", bold=True, line=True, smaller="small"), words)
        clock = _Clock(session, side) if timed else None
        above = Row(
            _Mark(session, side),
            Face(name[:1].upper(), side, discs=discs),
            Row(self.named, Space(grow=1), grow=1),
            clock if broad else None,
            gap=10,
        )
        if broad:
            super().__init__(above, width=_WITH_CLOCK if timed else _WIDE)
            return
        count = _Count(session, side) if discs else None
        below = Row(
            count, Space(grow=1) if discs else None, clock, height=_BELOW, padding=(64, 0, 0, 0)
        )
        super().__init__(above, below, width=_NARROW)


def _moves(session: Session, side: int) -> bool:
    return session.side_shown == side and (session.moving or not session.match.here.over)


class _Mark(Element):
    def __init__(self, session: Session, side: int) -> None:
        super().__init__(width=4, height=HEIGHT)
        self._session, self._side = session, side

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        if _moves(self._session, self._side):
            bar = theme.rounded(self.rect.size, look.px(2), look.palette.accent)
            surface.blit(bar, self.rect)


class Face(Element):
    """The initial of a player on a disc of the side's colour, or on one of the game's."""

    def __init__(self, initial: str, side: int, *, discs: bool) -> None:
        super().__init__(width=_FACE, height=_FACE)
        self._initial, self._side, self._discs = initial, side, discs

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, rect, side = look.palette, self.rect, self._side
        ink = palette.on_accent
        if self._discs:
            rim = rect.inflate(look.px(2), look.px(2))
            surface.blit(theme.rounded(rim.size, rim.width // 2, palette.quiet), rim)
            theme.stamp(surface, disc(side, rect.width, palette.pieces), rect.center)
            ink, ground = map(pygame.Color, ("white", "black")[:: 1 - 2 * side])
            if palette.patterned:  # a mark in its middle makes room for the initial
                across = round(rect.width * _FREE_OF_FACE)
                theme.draw_dot(surface, rect.center, across, ground)
        else:
            colour = palette.accent if side == 0 else palette.other
            surface.blit(theme.rounded(rect.size, rect.width // 2, colour), rect)
        theme.write(surface, self._initial, rect.center, look.type("heading"), ink, True, "center")


class _Clock(Element):
    """What a player's clock shows, so that one sees whether it runs and that it runs out."""

    role = Role.TEXT

    def __init__(self, session: Session, side: int) -> None:
        super().__init__(width=_CLOCK[0], height=_CLOCK[1])
        self._session, self._side = session, side

    @property
    def name(self) -> str:  # type: ignore[override]
        return clock_faces(self._session.match)[self._session.match.seat_of(self._side)]

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, match = look.palette, self._session.match
        assert match.clock is not None
        ground, ink = palette.raised, palette.ink
        if _moves(self._session, self._side):
            short = match.clock.left[match.seat_of(self._side)] < _FEW_SECONDS
            ground = palette.bad if short else palette.banner
            ink = palette.on_accent if short else palette.on_banner
        surface.blit(theme.rounded(self.rect.size, look.px(8), ground), self.rect)
        at, size = self.rect.center, look.type("title")
        theme.write(surface, self.name, at, size, ink, True, "center")


class _Count(Element):
    role = Role.TEXT

    def __init__(self, session: Session, side: int) -> None:
        super().__init__(width=64, height=_BELOW)
        self._session, self._side = session, side

    @property
    def name(self) -> str:  # type: ignore[override]
        return str(self._session.shown.cells.count(self._side + 1))

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        px, palette = look.px, look.palette
        at = (self.rect.x + px(10), self.rect.centery)
        # A thin ring keeps a black disc apart from a dark ground, and a white one from paper.
        theme.draw_ring(surface, at, px(_DISC + 4), max(1, px(1)), palette.quiet)
        theme.stamp(surface, disc(self._side, px(_DISC), palette.pieces), at)
        beside = (at[0] + px(20), at[1])
        theme.write(surface, self.name, beside, px(22), palette.ink, True, "midleft")


class Thinking(Live):
    """Says that a player thinks and, among ``figures``, how far ahead, behind a dot that breathes.

    What a search has counted so far is in the panel alone. It ends at the right edge of a ``wide``
    one.
    """

    def __init__(self, session: Session, *, figures: bool, wide: bool) -> None:
        self._session, self._figures, self._wide = session, figures, wide
        align, grow = ("right", 1.0) if wide else ("left", 0.0)
        super().__init__(self._said, "small", colour="quiet", align=align, grow=grow)

    def _said(self) -> str:
        session = self._session
        if self._figures and session.thought is not None:
            return say("thinking_depth", count=session.thought.finding.depth)
        return say("hidden_thinking")

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        super().draw(surface, look)
        words = min(self.rect.width, wide(self.name, look.type("small"), False))
        left = self.rect.right - words if self._wide else self.rect.x
        across = look.px(6 + 5 * abs((self._session.seconds * 0.9) % 2 - 1))
        theme.draw_dot(surface, (left - look.px(14), self.rect.centery), across, look.palette.other)
