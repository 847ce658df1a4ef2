"""Every event has the sound that a board names for it, and none stands unused."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pygame
import pytest

import kalahgui.gui
from kalahgui.assets import asset
from kalahgui.games import GAMES
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint.theme import PALETTES

ELSEWHERE = {"win", "lose", "draw"}  # at the end of a game


def kept_sounds() -> set[str]:
    return {path.stem for path in asset("sounds").glob("*.wav")}


def sounds_of(key: str, seed: int) -> set[str]:
    """Return the sounds of a random game."""
    rng, game = random.Random(seed), GAMES[key]
    position = game.start(game.variant, game.rules[:1] if key == "kalah" else ())
    view = VIEWS[key](game, position, pygame.Rect(0, 0, 600, 400), 0, PALETTES["paper"])
    found: set[str] = set()
    while not position.over:
        move = rng.choice(position.moves())
        for event in game.tell(position, move):
            found |= {view.sound(event, ended) for ended in (False, True)}
        position.play(move)
    return found - {""}


@pytest.mark.parametrize("key", GAMES)
def test_every_sound_of_a_game_is_there(key):
    found = set.union(*(sounds_of(key, seed) for seed in range(5)))
    assert found
    assert found <= kept_sounds()


def test_no_sound_is_kept_in_vain():
    found = set.union(*(sounds_of(key, seed) for key in GAMES for seed in range(20)))
    assert found | ELSEWHERE == kept_sounds()
    sources = [path.read_text("utf-8") for path in Path(kalahgui.gui.__file__).parent.rglob("*.py")]
    played = {name for each in sources for name in re.findall(r'sounds\.play\("(\w+)"\)', each)}
    assert played == ELSEWHERE
