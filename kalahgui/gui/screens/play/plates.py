"""The players' plates beside the board."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.discs import disc
from kalahgui.gui.services import naming
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.match import Match
from kalahgui.match.session import Session

# How far the bar, and what stands below a plate, reach out of it, in units of the layout.
_BAR, _BELOW = 6, 42
# A clock stands beside the name where a plate is wide enough, else below it.
_WIDE, _CLOCK_WIDTH, _CLOCK_HEIGHT = 300, 70, 32
_FEW_SECONDS = 20


def opposite(place: pygame.Rect, board: pygame.Rect) -> pygame.Rect:
    """Return the place of what stands at a player's left hand for who sits opposite."""
    return place.move(board.left + board.right - place.left - place.right, 0)


def clock_faces(match: Match) -> list[str]:
    """Return what the clocks of a match show."""
    return [] if match.clock is None else [naming.clock_face(left) for left in match.clock.left]


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
        place, room = _reach(screen, rect, session.match)
        inside = rect.move(-place.x, -place.y)
        draw_plate(
            room, screen, inside, session, side, to_move=to_move, narrow=narrow, turned=False
        )
        surface.blit(pygame.transform.rotate(room, 180), place)
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
    if match.clock is not None:
        place = _clock_place(screen, rect, beside_discs=match.game.counts_pieces)
        _draw_clock(surface, screen, place, match.clock.left[seat], to_move=to_move)
        narrow = True
        if place.y < rect.bottom:
            room_left = place.x - left - px(12)
    fits = theme.font(scale.heading, True).size(name)[0] <= room_left
    size = scale.heading if fits else scale.small
    at = (left, rect.y + px(12))
    screen.write(surface, name, at, size, palette.ink, bold=True, room=room_left)
    words = naming.plate_words(match, seat, side, narrow)
    if theme.font(scale.small).size(words)[0] > room_left:
        words = naming.plate_words(match, seat, side, narrow=True)
    y = theme.below(rect.y + px(12), size, scale.small, px(21))
    screen.write(surface, words, (left, y), scale.small, room=room_left)
    if match.game.counts_pieces:
        count = session.shown.cells.count(side + 1)
        _draw_discs(surface, screen, (left + px(10), rect.bottom + px(24)), side, count)


def _reach(screen: Screen, rect: pygame.Rect, match: Match) -> tuple[pygame.Rect, pygame.Surface]:
    """Return the place of a plate with all that sticks out of it, and an empty picture as large."""
    px = screen.scale.px
    reaches = match.game.counts_pieces or match.clock is not None
    above, below = px(_BAR), px(_BELOW if reaches else _BAR)
    whole = pygame.Rect(rect.x, rect.y - above, rect.width, above + rect.height + below)
    return whole, pygame.Surface(whole.size, pygame.SRCALPHA)


def _clock_place(screen: Screen, rect: pygame.Rect, *, beside_discs: bool) -> pygame.Rect:
    px = screen.scale.px
    place = pygame.Rect(0, 0, px(_CLOCK_WIDTH), px(_CLOCK_HEIGHT))
    if rect.width >= px(_WIDE):
        place.midright = (rect.x + px(_WIDE), rect.centery)
    elif beside_discs:
        place.midright = (rect.right, rect.bottom + px(24))
    else:
        place.midleft = (rect.x + px(64), rect.bottom + px(24))
    return place


def _draw_clock(
    surface: pygame.Surface, screen: Screen, place: pygame.Rect, left: float, *, to_move: bool
) -> None:
    """Draw what a player's clock shows, so that one sees whether it runs and that it runs out."""
    scale, palette, px = screen.scale, screen.palette, screen.scale.px
    short = left < _FEW_SECONDS
    ground = palette.bad if short and to_move else palette.banner if to_move else palette.raised
    ink = palette.on_accent if short and to_move else palette.on_banner if to_move else palette.ink
    surface.blit(theme.rounded(place.size, px(8), ground), place)
    theme.write(surface, naming.clock_face(left), place.center, scale.title, ink, True, "center")


def _draw_discs(
    surface: pygame.Surface, screen: Screen, place: tuple[int, int], side: int, count: int
) -> None:
    """Draw how many discs a player has on the board as it is shown."""
    px, palette = screen.scale.px, screen.palette
    # A thin ring keeps a black disc apart from a dark ground, and a white one from paper.
    ring = theme.outline((px(28), px(28)), px(14), max(1, px(1)), palette.quiet)
    surface.blit(ring, ring.get_rect(center=place))
    picture = disc(side, px(24), palette.patterned)
    surface.blit(picture, picture.get_rect(center=place))
    at = (place[0] + px(20), place[1])
    theme.write(surface, str(count), at, px(22), palette.ink, True, "midleft")
