"""Pictures written as PNG are read as they were."""

from __future__ import annotations

import io
import random

import pygame
import pytest

from kalahgui.gui.services.saving import png_of


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (3, 7), (64, 40)])
@pytest.mark.parametrize("level", [1, 6])
@pytest.mark.parametrize("alpha", [False, True])
def test_what_is_written_is_read(size, level, alpha):
    chance = random.Random(5)
    picture = pygame.Surface(size, pygame.SRCALPHA if alpha else 0, 32)
    for x in range(size[0]):
        for y in range(size[1]):
            picture.set_at((x, y), [chance.randrange(256) for _ in range(4)])
    read = pygame.image.load(io.BytesIO(png_of(picture, level)), "picture.png")
    assert read.get_size() == size
    kind = "RGBA" if alpha else "RGB"
    assert pygame.image.tobytes(read, kind) == pygame.image.tobytes(picture, kind)
    assert bool(read.get_flags() & pygame.SRCALPHA) == alpha
