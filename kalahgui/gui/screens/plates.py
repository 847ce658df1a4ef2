"""The players' plates beside the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from kalahgui.gui import naming, theme
from kalahgui.gui.discs import disc

if TYPE_CHECKING:
    from kalahgui.gui.screens.play import Play


def draw_plate(
    play: Play,
    surface: pygame.Surface,
    rect: pygame.Rect,
    seat: int,
    side: int,
    to_move: bool,
    turned: bool,
) -> None:
    """Draw who has a side; a bar marks the one to move; ``turned`` for a reader opposite."""
    if turned:
        room = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
        draw_plate(play, room, rect, seat, side, to_move, False)
        plate = pygame.transform.rotate(room.subsurface(rect), 180)
        surface.blit(plate, rect)
        return
    scale, palette, px = play.scale, play.palette, play.scale.px
    if to_move:
        bar = pygame.Rect(rect.x, rect.y - px(6), px(4), rect.height + px(12))
        surface.blit(theme.rounded(bar.size, px(2), palette.accent), bar)
    colour = palette.accent if side == 0 else palette.other
    disc = pygame.Rect(rect.x + px(12), rect.y + px(2), px(40), px(40))
    surface.blit(theme.rounded(disc.size, px(20), colour), disc)
    name = naming.player_name(play.match, seat)
    initial = name[:1].upper()
    theme.write(surface, initial, disc.center, px(17), palette.on_accent, True, "center")
    left, room_left = disc.right + px(12), rect.width - px(64)
    shown = theme.fit(name, px(17), room_left, True)
    theme.write(surface, shown, (left, rect.y + px(12)), px(17), palette.ink, True, "midleft")
    words = theme.fit(
        naming.plate_words(play.match, seat, side, not play.wide), scale.small, room_left
    )
    at = (left, rect.y + px(33))
    theme.write(surface, words, at, scale.small, palette.quiet, anchor="midleft")
    if play.match.game.key == "reversi":
        _draw_discs(play, surface, (left + px(10), rect.bottom + px(24)), side)


def _draw_discs(play: Play, surface: pygame.Surface, place: tuple[int, int], side: int) -> None:
    """Draw how many discs a player has on the board as it is shown."""
    px = play.scale.px
    # A thin ring keeps a black disc apart from a dark ground, and a white one from paper.
    ring = theme.outline((px(28), px(28)), px(14), max(1, px(1)), play.palette.quiet)
    surface.blit(ring, ring.get_rect(center=place))
    picture = disc(side, px(24))
    surface.blit(picture, picture.get_rect(center=(place[0], place[1])))
    count = str(play.session.shown.cells.count(side + 1))
    at = (place[0] + px(20), place[1])
    theme.write(surface, count, at, px(22), play.palette.ink, True, "midleft")
