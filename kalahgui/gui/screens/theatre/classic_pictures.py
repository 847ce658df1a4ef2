"""Small pictures of the classics: the tree of an article, or the board of a position."""

from __future__ import annotations

import pygame

from kalahgui.articles.classics import CLASSICS, Classic, PlayedClassic, WrittenClassic
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.tree_picture import TreePicture
from kalahgui.gui.panels.outcome_labels import outcome_labels
from kalahgui.match.match import Match
from kalahgui.match.player import Player

_LETTER_SHARE = 0.055  # of a picture's height
_NAME_SHARE = 0.08  # of a picture's width, for a letter of the longest name
_SHADOW = 0.06  # of a picture's height, below and above a board


@kept(2 * len(CLASSICS))
def classic_picture(key: str, size: tuple[int, int], palette: theme.Palette) -> pygame.Surface:
    """Paint what a classic is about, on the colour of a card."""
    picture = pygame.Surface(size)
    picture.fill(palette.card)
    _PAINTERS[type(CLASSICS[key])](picture, CLASSICS[key], palette)
    return picture


def _tree(picture: pygame.Surface, classic: Classic, palette: theme.Palette) -> None:
    """Paint a tree with what its search finds, without the windows; a tiny one without names."""
    assert isinstance(classic, WrittenClassic)
    letter = round(picture.get_height() * _LETTER_SHARE)
    names = max(len(node.label) for node in classic.tree.nodes())
    letter = min(letter, round(picture.get_width() * _NAME_SHARE / names))
    tree = TreePicture(classic.tree, picture.get_rect(), palette, letter)
    tree.draw(picture, outcome_labels(classic.tree, classic.algorithm != "minimax", told=False))


def _board(picture: pygame.Surface, classic: Classic, palette: theme.Palette) -> None:
    assert isinstance(classic, PlayedClassic)
    game = classic.rules
    match = Match(game, classic.variant, (), (Player(), Player()))
    match.replay_texts(classic.moves.split())
    rect = picture.get_rect().inflate(0, -round(2 * _SHADOW * picture.get_height()))
    view = VIEWS[game.key](game, match.start, rect, 0, palette)
    view.draw_still(picture, view.shown(match))


_PAINTERS = {WrittenClassic: _tree, PlayedClassic: _board}
