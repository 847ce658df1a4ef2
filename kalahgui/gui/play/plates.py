"""The players' plates beside the board."""

from __future__ import annotations

import pygame

from kalahgui.gui.kit import naming, theme
from kalahgui.gui.kit.screen import Screen
from kalahgui.gui.paint.discs import disc
from kalahgui.match.session import Session

# How far the bar, and the count of discs, reach out of a plate, in units of the layout.
_BAR, _DISCS = 6, 42


def opposite(place: pygame.Rect, board: pygame.Rect) -> pygame.Rect:
    """Return the place of what stands at a player's left hand for who sits opposite."""
    return place.move(board.left + board.right - place.left - place.right, 0)


def draw_plate(
    surface: pygame.Surface,
    screen: Screen,
    rect: pygame.Rect,
    session: Session,
    side: int,
    *,
    to_move: bool,
    narrow: bool,
    turned: bool,
) -> None:
    """Draw who has a side; a bar marks the one to move; ``turned`` for a reader opposite."""
    if turned:
        _draw_turned(surface, screen, rect, session, side, to_move=to_move, narrow=narrow)
        return
    match, scale, palette, px = session.match, screen.scale, screen.palette, screen.scale.px
    seat = match.seat_of(side)
    if to_move:
        bar = pygame.Rect(rect.x, rect.y - px(_BAR), px(4), rect.height + 2 * px(_BAR))
        surface.blit(theme.rounded(bar.size, px(2), palette.accent), bar)
    colour = palette.accent if side == 0 else palette.other
    disc = pygame.Rect(rect.x + px(12), rect.y + px(2), px(40), px(40))
    surface.blit(theme.rounded(disc.size, px(20), colour), disc)
    name = naming.player_name(match, seat)
    initial = name[:1].upper()
    theme.write(surface, initial, disc.center, scale.heading, palette.on_accent, True, "center")
    left, room_left = disc.right + px(12), rect.width - px(64)
    fits = theme.font(scale.heading, True).size(name)[0] <= room_left
    size = scale.heading if fits else scale.small
    shown = theme.fit(name, size, room_left, True)
    theme.write(surface, shown, (left, rect.y + px(12)), size, palette.ink, True, "midleft")
    words = naming.plate_words(match, seat, side, narrow)
    if theme.font(scale.small).size(words)[0] > room_left:
        words = naming.plate_words(match, seat, side, narrow=True)
    words = theme.fit(words, scale.small, room_left)
    y = theme.below(rect.y + px(12), size, scale.small, px(21))
    theme.write(surface, words, (left, y), scale.small, palette.quiet, anchor="midleft")
    if match.game.counts_pieces:
        count = session.shown.cells.count(side + 1)
        _draw_discs(surface, screen, (left + px(10), rect.bottom + px(24)), side, count)


def _draw_turned(
    surface: pygame.Surface,
    screen: Screen,
    rect: pygame.Rect,
    session: Session,
    side: int,
    *,
    to_move: bool,
    narrow: bool,
) -> None:
    """Draw a plate with all that sticks out of it, upside down."""
    px = screen.scale.px
    above, below = px(_BAR), px(_DISCS if session.match.game.counts_pieces else _BAR)
    whole = pygame.Rect(rect.x, rect.y - above, rect.width, above + rect.height + below)
    room = pygame.Surface(whole.size, pygame.SRCALPHA)
    inside = rect.move(-whole.x, -whole.y)
    draw_plate(room, screen, inside, session, side, to_move=to_move, narrow=narrow, turned=False)
    surface.blit(pygame.transform.rotate(room, 180), whole)


def _draw_discs(
    surface: pygame.Surface, screen: Screen, place: tuple[int, int], side: int, count: int
) -> None:
    """Draw how many discs a player has on the board as it is shown."""
    px, palette = screen.scale.px, screen.palette
    # A thin ring keeps a black disc apart from a dark ground, and a white one from paper.
    ring = theme.outline((px(28), px(28)), px(14), max(1, px(1)), palette.quiet)
    surface.blit(ring, ring.get_rect(center=place))
    picture = disc(side, px(24))
    surface.blit(picture, picture.get_rect(center=place))
    at = (place[0] + px(20), place[1])
    theme.write(surface, str(count), at, px(22), palette.ink, True, "midleft")
