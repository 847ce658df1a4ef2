"""The settings: every row of the table does what it says, at once, and is kept."""

from __future__ import annotations

from dataclasses import asdict

import pygame
import pytest

from kalahgui.gui.kit.words import say
from kalahgui.gui.option_rows import ROWS, Row
from kalahgui.gui.options import _LABEL, _ROW, _TOP, GROUPS, Options
from kalahgui.gui.settings import load


def opened(window) -> Options:
    window.app.open_options()
    window.frames(2)
    assert isinstance(window.app.screen, Options)
    return window.app.screen


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.name != "window"], ids=lambda row: row.name
)
def test_a_row_chooses_at_once_and_is_kept(window, row: Row):
    screen = opened(window)
    screen.open_group(row.group)
    window.frames(2)
    for value in [value for value, _ in row.options()][::-1]:
        before = asdict(window.app.choices)
        label = dict(row.options())[value]
        place = screen.rows.index(row)
        buttons = [c for c in screen.controls.all if getattr(c.element, "text", "") == label]
        top = screen.inside(0, _TOP + _ROW * place + _LABEL).y
        button = next(c for c in buttons if c.rect.y == top)
        was = row.value(window.app)
        window.click(button.rect.center)
        assert row.value(window.app) == value
        after = asdict(window.app.choices)
        changed = [name for name in after if after[name] != before[name]]
        assert len(changed) == (was != value)
    assert asdict(load(window.app.store)) == asdict(window.app.choices)


def test_the_window_is_filled_and_set_back(window, monkeypatch):
    row = next(row for row in ROWS if row.name == "window")
    toggled = []
    monkeypatch.setattr(window.app, "toggle_fullscreen", lambda: toggled.append(1))
    assert row.value(window.app) == "window"
    row.apply(window.app, "window")
    assert not toggled
    row.apply(window.app, "fullscreen")
    assert toggled


def test_up_and_down_go_through_the_groups_and_round(window):
    screen = opened(window)
    seen = []
    for _ in GROUPS:
        seen.append(screen.group)
        window.key(pygame.K_DOWN)
    assert tuple(seen) == GROUPS
    assert screen.group == GROUPS[0]
    window.key(pygame.K_UP)
    assert screen.group == GROUPS[-1]


def test_the_help_is_off_at_first(window):
    choices = window.app.choices
    assert not any((choices.values, choices.bar, choices.graph, choices.measures))


def test_every_group_fits_on_the_card(window):
    screen = opened(window)
    assert window.app.surface.get_rect().contains(screen.card)
    for group in GROUPS:
        window.press(say(f"settings_{group}"))
        assert screen.group == group
        for control in screen.controls.all:
            assert screen.card.contains(control.rect)
