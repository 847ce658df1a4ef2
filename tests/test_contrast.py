"""What is written can be read: contrasts of both themes, and of the buttons made of them."""

from __future__ import annotations

import json

import pygame
import pytest

from kalahgui.assets import asset
from kalahgui.gui.paint.theme import PALETTES, Palette, Scale
from kalahgui.gui.widgets.manager import _theme

READABLE = 4.5
VISIBLE = 3.0  # what is no writing: edges, bars, large letters

pytestmark = pytest.mark.parametrize("name", PALETTES)


def luminance(colour: pygame.Color) -> float:
    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(colour.r) + 0.7152 * linear(colour.g) + 0.0722 * linear(colour.b)


def contrast(one: pygame.Color, other: pygame.Color) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def grounds(palette: Palette) -> dict[str, pygame.Color]:
    names = ("paper_top", "paper_bottom", "card", "raised", "accent_soft", "sunken")
    return {name: getattr(palette, name) for name in names}


def test_black_on_white_is_as_the_definition_says(name):
    assert contrast(pygame.Color("black"), pygame.Color("white")) == pytest.approx(21)


@pytest.mark.parametrize("ink", ["ink", "quiet", "best", "bad"])
def test_every_ink_can_be_read_on_every_ground(name, ink):
    palette = PALETTES[name]
    found = {
        ground: contrast(getattr(palette, ink), colour)
        for ground, colour in grounds(palette).items()
    }
    assert min(found.values()) >= READABLE, found


def test_what_is_written_on_colours_can_be_read(name):
    palette = PALETTES[name]
    for ground in (palette.accent, palette.best, palette.other, palette.bad):
        assert contrast(palette.on_accent, ground) >= READABLE
    assert contrast(palette.on_banner, palette.banner) >= READABLE
    # The card of the theatre on the home screen, whose second line is quieter.
    quiet = palette.stage.lerp(palette.on_stage, 0.85)
    assert contrast(quiet, palette.stage) >= READABLE


def test_what_is_no_writing_can_be_seen(name):
    palette = PALETTES[name]
    for ground in grounds(palette).values():
        assert contrast(palette.accent, ground) >= VISIBLE
    assert contrast(palette.edge, palette.card) >= VISIBLE
    assert contrast(palette.edge, palette.sunken) >= VISIBLE


def test_the_words_of_every_button_can_be_read_in_every_state(name):
    made = _theme(Scale(), PALETTES[name])
    common = made["defaults"]["colours"]
    for style in json.loads(asset("theme.json").read_text("utf-8")):
        colours = common | made[style].get("colours", {})
        for state in ("normal", "hovered", "active", "selected"):
            ink, ground = (pygame.Color(colours[f"{state}_{part}"]) for part in ("text", "bg"))
            assert contrast(ink, ground) >= READABLE, (style, state)


def test_what_cannot_be_used_looks_so(name):
    """Weaker than what can be used, and still to be seen."""
    palette = PALETTES[name]
    colours = _theme(Scale(), palette)["defaults"]["colours"]
    ink, ground = (pygame.Color(colours[f"disabled_{part}"]) for part in ("text", "bg"))
    assert ink == palette.faded
    assert 1.6 < contrast(ink, ground) < 3
    assert contrast(palette.ink, palette.raised) > 3 * contrast(ink, ground)
    assert contrast(ground, palette.paper_top) < contrast(palette.raised, palette.paper_top)
