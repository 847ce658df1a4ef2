"""Small trees drawn whole: by the same painter, what the labels say and nothing outside."""

import pygame
import pytest
from driver import Driver  # makes pygame ready to draw nowhere

from kalahgui.articles.trees import TREES
from kalahgui.games import GAMES
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.tree_pen import tree_inks
from kalahgui.gui.paint.tree_picture import TreePicture
from kalahgui.gui.panels.figures import outcome_labels
from kalahgui.theatre.game_tree import walk, whole_tree
from kalahgui.theatre.node_labels import NodeState, game_labels

EIGHT = whole_tree(GAMES["eight"], GAMES["eight"].start("8"))
PAPER = theme.PALETTES["paper"]


@pytest.fixture(autouse=True)
def display():
    assert Driver
    pygame.init()
    return pygame.display.set_mode((1280, 800))


def drawn(picture, labels, ground=PAPER.card):
    """Return a surface somewhat larger than the picture, with it."""
    surface = pygame.Surface((picture.rect.right + 20, picture.rect.bottom + 20))
    surface.fill(ground)
    picture.draw(surface, labels)
    return surface


@pytest.mark.parametrize("size", [(260, 160), (500, 100), (500, 260), (900, 420)])
@pytest.mark.parametrize("case", [*TREES, "eight"])
def test_a_tree_fills_its_place_and_keeps_within(size, case):
    rect = pygame.Rect((20, 20), size)
    if case == "eight":
        picture = TreePicture(EIGHT, rect, PAPER, inks=tree_inks(PAPER, best=PAPER.accent))
        surface = drawn(picture, game_labels(EIGHT, (1, 0)))
    else:
        picture = TreePicture(TREES[case], rect, PAPER, 8 if size[0] < 300 else 13, ("up", "down"))
        surface = drawn(picture, outcome_labels(TREES[case], True))
    surface.set_colorkey(PAPER.card)
    around = surface.get_bounding_rect()
    assert rect.contains(around), "also in the first frame"
    assert around.width > 0.6 * rect.width or around.height > 0.8 * rect.height


@pytest.mark.parametrize("path", [(), (1,), (1, 0, 1)])
def test_the_labels_of_games_tell_what_can_still_come(path):
    labels = game_labels(EIGHT, path)
    for way, node in walk(EIGHT):
        label = labels[way]
        assert label.winner == node.value
        assert label.value == {1: "+", -1: "\u2212"}[node.value]
        assert label.lit == (way == path[: len(way)])
        ruled_out = not label.lit and way[: len(path)] != path
        assert (label.state is NodeState.RULED_OUT) == ruled_out
        over = not ruled_out and (way == path or not node.children)
        assert (label.state is NodeState.DONE) == over


def test_a_picture_shows_new_labels_and_is_found_by_its_nodes():
    picture = TreePicture(EIGHT, pygame.Rect(20, 20, 900, 300), PAPER)
    shots = [drawn(picture, game_labels(EIGHT, path)) for path in ((), (2,), (2,))]
    ruled_out = picture.centre((0,))
    colours = [shot.get_at((ruled_out[0], ruled_out[1] - picture.side // 2)) for shot in shots]
    assert colours[0] != colours[1] == colours[2]
    for path, _ in walk(EIGHT):
        assert picture.path_at(picture.centre(path)) == path
    assert picture.path_at((5, 5)) is None
