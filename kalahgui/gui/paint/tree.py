"""A whole small game tree drawn in a rectangle, with the path that was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.tree_layout import pack
from kalahgui.theatre.tree import Node, Path, walk

_FINE = 3
_KEPT = 8  # pictures, one for each path shown last


@dataclass(frozen=True)
class _Spot:
    """Where a node is drawn."""

    node: Node
    path: Path
    x: float
    y: float


class TreePicture:
    """Lay out and paint a tree: squares where the first player moves, circles for the second."""

    def __init__(
        self,
        root: Node,
        rect: pygame.Rect,
        palette: theme.Palette = theme.PALETTES["paper"],
        ground: pygame.Color | None = None,
    ) -> None:
        """Lay out; ``ground`` is the colour the tree is drawn on, a card's by default."""
        self.root = root
        self.rect = pygame.Rect(rect)
        self.palette = palette
        self.ground = ground or palette.card
        self.height = max(len(path) for path, _ in walk(root))
        across = pack(root)
        left, right = min(across.values()), max(across.values())
        pitch = self.rect.width / (right - left + 1)
        row = self.rect.height / (self.height + 1)
        self.size = max(8, 2 * int(min(pitch * 0.39, row * 0.26, self.rect.width * 0.03)))
        values = [abs(node.value) for _, node in walk(root) if node.value is not None]
        self._signs_only = max(values, default=0) <= 1
        inset = self.size * 0.7 + 2
        step = (self.rect.height - 2 * inset) / max(1, self.height)
        self._spots = {
            path: _Spot(node, path, (across[path] - left + 0.5) * pitch, inset + len(path) * step)
            for path, node in walk(root)
        }
        self._pictures: dict[Path, pygame.Surface] = {}

    # -- geometry

    def centre(self, path: Sequence[int]) -> tuple[int, int]:
        """Give the middle of the node at the end of a path."""
        spot = self._spots[tuple(path)]
        return self.rect.left + round(spot.x), self.rect.top + round(spot.y)

    def path_at(self, point: Sequence[float]) -> Path | None:
        """Find the node under a point: the way to it from the root."""
        here = pygame.Vector2(point) - self.rect.topleft
        reach = self.size * 0.7
        found = (s for s in self._spots.values() if here.distance_to((s.x, s.y)) <= reach)
        spot = next(found, None)
        return None if spot is None else spot.path

    def words(self, value: int | None) -> str:
        """Write a value for the first player so that it is read without its colour."""
        if value is None:
            return "?"
        if self._signs_only:
            return "−0+"[value + 1]
        return f"{value:+d}".replace("-", "−") if value else "0"

    # -- painting

    def draw(
        self,
        surface: pygame.Surface,
        path: Sequence[int] = (),
        *,
        hovered: Sequence[int] | None = None,
    ) -> None:
        """Paint the tree, the path played in amber and what it ruled out in pale."""
        picture = self._picture(tuple(path))
        surface.blit(picture, self.rect, special_flags=pygame.BLEND_PREMULTIPLIED)
        if hovered is not None and tuple(hovered) in self._spots:
            size = self.size + 2 * max(3, self.size // 5)
            node = self._spots[tuple(hovered)].node
            radius = size if node.mover else max(3, size // 4)
            ring = theme.outline((size, size), radius, max(2, self.size // 9), self.palette.lit)
            surface.blit(ring, ring.get_rect(center=self.centre(hovered)))

    def _picture(self, path: Path) -> pygame.Surface:
        if path not in self._pictures:
            if len(self._pictures) >= _KEPT:
                self._pictures.pop(next(iter(self._pictures)))
            self._pictures[path] = self._render(path)
        return self._pictures[path]

    def _render(self, path: Path) -> pygame.Surface:
        picture = pygame.Surface(self.rect.size, pygame.SRCALPHA).premul_alpha()
        # Fade from the pale edges up to the played ones, so that amber lies on top.
        edges = [spot for spot in self._spots.values() if spot.path]
        edges.sort(key=lambda spot: (_open(spot.path, path), _played(spot.path, path)))
        lines = pygame.Surface([each * _FINE for each in self.rect.size], pygame.SRCALPHA)
        lines.fill((*self.palette.quiet[:3], 0))
        for spot in edges:
            self._edge(lines, spot, path)
        lines = pygame.transform.smoothscale(lines.premul_alpha(), self.rect.size)
        picture.blit(lines, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        layer = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        for spot in edges:
            self._label(layer, spot, path)
        for spot in self._spots.values():
            self._node(layer, spot, path)
        picture.blit(layer.premul_alpha(), (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        return picture

    def _edge(self, lines: pygame.Surface, spot: _Spot, path: Path) -> None:
        above = self._spots[spot.path[:-1]]
        start = pygame.Vector2(above.x, above.y) * _FINE
        end = pygame.Vector2(spot.x, spot.y) * _FINE
        thin = max(1.0, self.size / 18)
        if _played(spot.path, path):
            colour, width = self.palette.accent, 2.6 * thin
        elif _open(spot.path, path):
            colour, width = self.palette.quiet, thin
        else:
            colour, width = self.palette.line.lerp(self.palette.quiet, 0.18), 0.8 * thin
        across = (end - start).rotate(90).normalize() * width * _FINE / 2
        corners = (start + across, end + across, end - across, start - across)
        pygame.draw.polygon(lines, colour, corners)

    def _label(self, layer: pygame.Surface, spot: _Spot, path: Path) -> None:
        above = self._spots[spot.path[:-1]]
        size = max(9, round(self.size * 0.58))
        # Nearer the child, where the edges of one parent have parted.
        start, end = pygame.Vector2(above.x, above.y), pygame.Vector2(spot.x, spot.y)
        gap = max(1.0, end.y - start.y)
        middle = start.lerp(end, max(0.5, 1 - (self.size * 0.5 + size * 0.78) / gap))
        played, still_open = _played(spot.path, path), _open(spot.path, path)
        colour = self.palette.ink if still_open else self.ground.lerp(self.palette.quiet, 0.45)
        if played:
            colour = self.palette.accent
        halo = theme.rounded((round(size * 0.86), round(size * 1.04)), size, self.ground)
        layer.blit(halo, halo.get_rect(center=(round(middle.x), round(middle.y))))
        theme.write(layer, spot.node.label, (middle.x, middle.y), size, colour, played, "center")

    def _node(self, layer: pygame.Surface, spot: _Spot, path: Path) -> None:
        node, size = spot.node, self.size
        radius = size if node.mover else max(2, size // 4)
        colour = self._colour(node.value)
        edge = max(1, round(size / 13))
        fill, ink = self.ground, colour
        if not _open(spot.path, path):
            colour = ink = self.ground.lerp(colour, 0.34)
        elif not node.children or spot.path == path:
            fill, ink = colour, self.palette.on_accent
        if _played(spot.path, path):
            edge = max(2, round(size / 7))
            box = theme.rounded((size + 2 * edge,) * 2, radius + edge, self.palette.accent)
            layer.blit(box, box.get_rect(center=(round(spot.x), round(spot.y))))
            if spot.path != path:
                fill, ink = self.ground, colour
        else:
            box = theme.rounded((size, size), radius, colour)
            layer.blit(box, box.get_rect(center=(round(spot.x), round(spot.y))))
            size -= 2 * edge
            radius = max(1, radius - edge)
        body = theme.rounded((size, size), radius, fill)
        layer.blit(body, body.get_rect(center=(round(spot.x), round(spot.y))))
        words = self.words(node.value)
        letter = round(self.size * (0.74 if len(words) < 2 else 0.54))
        theme.write(layer, words, (spot.x, spot.y), max(8, letter), ink, True, "center")

    def _colour(self, value: int | None) -> pygame.Color:
        if not value:
            return self.palette.quiet
        return self.palette.best if value > 0 else self.palette.other


def _played(here: Path, path: Path) -> bool:
    """Tell whether a node lies on the path played."""
    return here == path[: len(here)]


def _open(here: Path, path: Path) -> bool:
    """Tell whether a node was played or can still be reached."""
    return _played(here, path) or here[: len(path)] == path
