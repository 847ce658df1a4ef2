"""The plates of the players: whom they stand beside, and how one reads them who sits opposite."""

from __future__ import annotations

import pygame
import pytest

from kalahgui.games import GAMES
from kalahgui.gui.screens.play import play as module
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.screens.play.status import draw_plate, opposite
from kalahgui.gui.services.navigation import GameOf
from kalahgui.match.match import Match, Player

PERSONS = (Player("Ann"), Player("Bob"))


def begun(window, key: str, variant: str, **choices) -> Play:
    window.services.choose(face="both", **choices)
    window.app.open(GameOf(Match(GAMES[key], variant, (), PERSONS, pie=True)))
    window.frames(2)
    return window.app.screen


def plate(play: Play, rect: pygame.Rect, side: int, turned: bool) -> pygame.Surface:
    surface = pygame.Surface(play.size)
    draw_plate(
        surface, play, rect, play.session, side, to_move=True, narrow=False, turned=turned
    )  # fmt: skip
    return surface


def places(window, monkeypatch) -> dict[int, tuple[pygame.Rect, bool]]:
    """Return where the window draws the plates, and whether they are turned."""
    told = {}

    def note(surface, screen, rect, session, side, **how):
        told[side] = (rect, how["turned"])

    with monkeypatch.context() as patch:
        patch.setattr(module, "draw_plate", note)
        window.app._draw()
    return told


@pytest.mark.few(1)
@pytest.mark.parametrize(("key", "variant"), [("kalah", "6x4"), ("reversi", "8x8")])
def test_who_sits_opposite_has_the_plate_at_the_left_hand(window, monkeypatch, key, variant):
    play = begun(window, key, variant)
    (south, south_turned), (north, north_turned) = map(places(window, monkeypatch).get, (0, 1))
    assert (south_turned, north_turned) == (False, True)
    if key == "reversi":  # beside a square board there is but one place
        assert north == play.layout.plate(False)
        return
    board = play.layout.board
    assert south.left - board.left == board.right - north.right
    assert south.size == north.size
    assert north.centerx > board.centerx
    play.session.play(0)
    window.frames(3)
    button = play._swap_button
    assert button.element.visible
    assert button.rect.center == opposite(play.layout.swap(False), board).center
    assert not button.rect.colliderect(places(window, monkeypatch)[1][0])


@pytest.mark.few(1)
@pytest.mark.parametrize(("key", "variant"), [("kalah", "6x4"), ("reversi", "8x8")])
def test_a_turned_plate_is_the_other_one_upside_down_with_all_that_belongs_to_it(
    window, key, variant
):
    play = begun(window, key, variant)
    rect = pygame.Rect(300, 200, 380, 44)
    straight, turned = (plate(play, rect, 1, way) for way in (False, True))
    # One may lie higher than the other; nothing of either is cut.
    parts = [each.subsurface(_painted(each)) for each in (straight, turned)]
    turned_back = pygame.transform.rotate(parts[1], 180)
    assert parts[0].get_size() == turned_back.get_size()
    assert parts[0].get_height() > (60 if play.match.game.counts_pieces else 50)
    assert pygame.image.tobytes(parts[0], "RGB") == pygame.image.tobytes(turned_back, "RGB")


def _painted(surface: pygame.Surface) -> pygame.Rect:
    copy = surface.convert()
    copy.set_colorkey((0, 0, 0))
    return copy.get_bounding_rect()
