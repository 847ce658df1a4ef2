"""How plies are written and drawn behind each other: with the disc of a side before each turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from kalahgui.games.game import Game
from kalahgui.gui.boards.view import View
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.discs import disc
from kalahgui.gui.panels.move_rows import Piece, Sizes
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.node import SWAP, Node

JOINT = "–"
# Lengths in units of the layout.
_DISC, _SMALL_DISC = 11, 9
_AFTER_DISC = 9
_BESIDE_JOINT = 5
_BADGE = 17


class Badge(NamedTuple):
    """A sign on a small disc behind a ply, such as what a review calls the move."""

    sign: str
    colour: pygame.Color


def side_disc(screen: Screen, game: Game, side: int, size: int) -> pygame.Surface:
    """Return a small disc of a side: its pieces', or the colour of its player's plate."""
    if not game.counts_pieces:
        colour = screen.palette.accent if side == 0 else screen.palette.other
        return theme.rounded((size, size), size // 2, colour)
    picture = pygame.Surface((size + 2, size + 2), pygame.SRCALPHA)
    piece = disc(side, size, screen.palette.patterned)
    picture.blit(piece, piece.get_rect(center=picture.get_rect().center))
    # A thin ring keeps a black disc apart from a dark ground, and a white one from paper.
    ring = theme.outline(picture.size, size // 2 + 1, 1, screen.palette.quiet)
    picture.blit(ring, (0, 0))
    return picture


def ply_words(view: View, node: Node) -> str:
    """Write the ply that led to a node as the window writes moves."""
    assert node.parent is not None and node.ply is not None
    if node.ply == SWAP:
        return say("swap_short")
    return view.move_text(node.ply, node.parent.position.turn)


def sizes_for(
    screen: Screen, width: int, turns: int, buttons: int, badge_of: Callable[[Node], Badge | None]
) -> Sizes:
    """Return the widths of a list of so many turns of each side."""
    scale, px = screen.scale, screen.scale.px

    def words(text: str, small: bool) -> int:
        # The ply looked at is written in bold: none may be too wide for its place then.
        return theme.font(scale.small if small else scale.body, True).size(text)[0]

    return Sizes(
        width=width,
        number=words("0" * max(2, len(str(turns))), False) + px(12),
        disc=px(_DISC + _AFTER_DISC),
        joint=words(JOINT, False) + 2 * px(_BESIDE_JOINT),
        gap=px(12),
        indent=px(10),
        buttons=buttons,
        words=words,
        badge=lambda node: px(_BADGE + 5) if badge_of(node) else 0,
    )


def row_height(screen: Screen, small: bool) -> int:
    """Return the height of a row of plies, in pixels."""
    scale = screen.scale
    if small:
        return max(scale.px(25), round(scale.small * 1.5))
    return max(scale.px(30), round(scale.body * 1.5))


class PliesPainter:
    """Draws pieces of rows; the node ``looked_at`` is marked, the one ``hovered`` is lit."""

    def __init__(
        self,
        screen: Screen,
        game: Game,
        badge_of: Callable[[Node], Badge | None] = lambda node: None,
        looked_at: Node | None = None,
        hovered: Node | None = None,
    ) -> None:
        self._screen = screen
        self._game = game
        self._badge_of = badge_of
        self._looked_at = looked_at
        self._hovered = hovered

    def draw(
        self, surface: pygame.Surface, piece: Piece, origin: tuple[int, int], small: bool
    ) -> None:
        """Draw a piece in a row whose left end has its middle at ``origin``."""
        scale, palette, px = self._screen.scale, self._screen.palette, self._screen.scale.px
        size = scale.small if small else scale.body
        left, middle = origin[0] + piece.left, origin[1]
        looked_at = piece.node is not None and piece.node is self._looked_at
        if piece.node is not None and piece.node in (self._looked_at, self._hovered):
            back = pygame.Rect(0, 0, piece.width + px(9), row_height(self._screen, small) - px(4))
            back.center = (left + piece.width // 2, middle)
            colour = palette.accent_soft if looked_at else palette.sunken
            surface.blit(theme.rounded(back.size, px(7), colour), back)
        if piece.opens:
            drawn = side_disc(
                self._screen, self._game, piece.side, px(_SMALL_DISC if small else _DISC)
            )
            at = (left - px(_AFTER_DISC) - px(_DISC) // 2, middle)
            surface.blit(drawn, drawn.get_rect(center=at))
        else:
            at = (left - px(_BESIDE_JOINT), middle)
            theme.write(surface, JOINT, at, size, palette.quiet, anchor="midright")
        ink = palette.quiet if piece.node is None else palette.ink
        theme.write(surface, piece.words, (left, middle), size, ink, looked_at, "midleft")
        badge = None if piece.node is None else self._badge_of(piece.node)
        if badge is not None:
            self._draw_badge(surface, badge, (left + piece.width + px(_BADGE / 2 + 5), middle))

    def _draw_badge(
        self, surface: pygame.Surface, badge: Badge, centre: tuple[float, float]
    ) -> None:
        px, palette = self._screen.scale.px, self._screen.palette
        ground = theme.rounded((px(_BADGE), px(_BADGE)), px(_BADGE) // 2, badge.colour)
        surface.blit(ground, ground.get_rect(center=centre))
        size = max(9, px(12))
        theme.write(surface, badge.sign, centre, size, palette.on_accent, True, "center")


def distance(piece: Piece, x: int) -> int:
    """Return how far a point lies beside the words of a piece, in pixels."""
    return max(piece.left - x, x - piece.left - piece.width, 0)


def nearest(pieces: tuple[Piece, ...], x: int, reach: int) -> Node | None:
    """Return the node of the ply at a point of its row: the nearest one within reach."""
    plies = [piece for piece in pieces if piece.node is not None]
    found = min(plies, key=lambda piece: distance(piece, x), default=None)
    return found.node if found is not None and distance(found, x) <= reach else None
