"""The picture on the home screen's card of the theatre: a small tree with its cut."""

from __future__ import annotations

import pygame

from kalahgui.articles.example_trees import tree_of
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.tree_picture import TreePicture
from kalahgui.gui.panels.outcome_labels import outcome_labels
from kalahgui.theatre.tree_painter import TreeInks

# Small enough to be read on a card, large enough for a cut.
_TREE = tree_of({"A": {"C": 3, "D": 4}, "B": {"E": 2, "F": 5}})
_LETTER = 1  # for no names
_WIDEST = 1.25  # of the height
_LEFT_OUT = 0.4  # how strongly what was left out is drawn


def draw_search(surface: pygame.Surface, rect: pygame.Rect, palette: theme.Palette) -> None:
    """Draw how alpha-beta searches a small tree, in light ink on a coloured card."""
    ink, ground = palette.on_stage, palette.stage
    faint = ground.lerp(ink, _LEFT_OUT)
    place = rect.inflate(min(0, round(rect.height * _WIDEST) - rect.width), 0)
    inks = TreeInks(ground, ink, ground, ink, ink, faint, faint, ink, ink, ground)
    tree = TreePicture(_TREE, place, palette, _LETTER, inks=inks)
    tree.draw(surface, outcome_labels(_TREE, True, told=False))
