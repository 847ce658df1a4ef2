"""The picture on the home screen's card of the theatre: a small tree with its cut."""

from __future__ import annotations

import pygame

from kalahgui.articles.example_trees import alpha_beta, tree_of
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.tree_layout import pack
from kalahgui.theatre.tree import Path, walk

# Small enough to be read on a card, large enough for a cut.
_TREE = tree_of({"A": {"C": 3, "D": 4}, "B": {"E": 2, "F": 5}})
_FINE = 4
_NODE_SHARE = 0.24  # a node's diameter, of the height
_LEFT_OUT = 0.4  # how strongly what was left out is drawn


def draw_search(surface: pygame.Surface, rect: pygame.Rect, palette: theme.Palette) -> None:
    """Draw how alpha-beta searches a small tree, in light ink on a coloured card."""
    outcome = alpha_beta(_TREE)
    ink = palette.on_stage
    faint = palette.stage.lerp(ink, _LEFT_OUT)
    places = _places(rect)
    size = round(rect.height * _NODE_SHARE)
    lit = {_TREE.label, *outcome.line}
    lines = pygame.Surface([side * _FINE for side in rect.size], pygame.SRCALPHA)
    lines.fill((*ink[:3], 0))
    for path, node in walk(_TREE):
        if path:
            start, end = (pygame.Vector2(places[each]) - rect.topleft for each in (path[:-1], path))
            seen = node.label in outcome.values
            width = size / (9 if node.label in lit else 16)
            _line(lines, start, end, width, ink if seen else faint, dashed=not seen)
    surface.blit(pygame.transform.smoothscale(lines, rect.size), rect)
    for path, node in walk(_TREE):
        seen = node.label in outcome.values
        radius = size if node.mover else size // 4
        disc = theme.rounded((size, size), radius, ink if seen else faint)
        surface.blit(disc, disc.get_rect(center=places[path]))
        if seen:
            words = str(outcome.values[node.label])
            letter = round(size * 0.56)
            theme.write(surface, words, places[path], letter, palette.stage, True, "center")


def _places(rect: pygame.Rect) -> dict[Path, tuple[int, int]]:
    across = pack(_TREE)
    first, last = min(across.values()), max(across.values())
    size = rect.height * _NODE_SHARE
    pitch = min((rect.width - size) / (last - first), rect.height * 0.5)
    step = (rect.height - size) / _TREE.height
    middle = (first + last) / 2
    return {
        path: (
            round(rect.centerx + (across[path] - middle) * pitch),
            round(rect.y + size / 2 + len(path) * step),
        )
        for path, _ in walk(_TREE)
    }


def _line(
    lines: pygame.Surface,
    start: pygame.Vector2,
    end: pygame.Vector2,
    width: float,
    colour: pygame.Color,
    dashed: bool,
) -> None:
    parts = 9 if dashed else 1
    for part in range(0, parts, 2):
        a, b = (start.lerp(end, min(1.0, at / parts)) * _FINE for at in (part, part + 1))
        across = (b - a).rotate(90).normalize() * width * _FINE / 2
        pygame.draw.polygon(lines, colour, (a + across, b + across, b - across, a - across))
