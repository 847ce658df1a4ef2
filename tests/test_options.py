"""The settings: every row of the table does what it says, at once, and is kept."""

from __future__ import annotations

from dataclasses import asdict

import pygame
import pytest
from driver import Driver

from kalahgui.engine.method import Method
from kalahgui.engine.thinker import bits_within
from kalahgui.games import GAMES
from kalahgui.gui.screens import options
from kalahgui.gui.screens.options import _LABEL, _ROW, _TOP, GROUPS, ROWS, OptionRow, Options
from kalahgui.gui.services import settings
from kalahgui.gui.services.navigation import GameOf, Room
from kalahgui.gui.services.settings import Choices, load, save
from kalahgui.library.store import Store
from kalahgui.match.match import Match, Player


def opened(window) -> Options:
    window.app.open(Room.OPTIONS)
    window.frames(2)
    assert isinstance(window.app.screen, Options)
    return window.app.screen


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.field != "window"], ids=lambda row: row.field
)
def test_a_row_chooses_at_once_and_is_kept(window, row: OptionRow):
    screen = opened(window)
    screen.open_group(row.group)
    window.frames(2)
    for value in [value for value, _ in row.options()][::-1]:
        before = asdict(window.services.choices)
        label = dict(row.options())[value]
        place = screen.rows.index(row)
        buttons = [c for c in screen.controls.all if getattr(c.element, "text", "") == label]
        top = screen.inside(0, _TOP + _ROW * place + _LABEL).y
        button = next(c for c in buttons if c.rect.y == top)
        was = row.value(window.app)
        window.click(button.rect.center)
        assert row.value(window.app) == value
        after = asdict(window.services.choices)
        changed = [name for name in after if after[name] != before[name]]
        assert len(changed) == (was != value)
    assert asdict(load(window.app.store)) == asdict(window.services.choices)


def test_the_window_is_filled_and_set_back(window, monkeypatch):
    row = next(row for row in ROWS if row.field == "window")
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


def test_another_size_of_the_table_reaches_the_engine_and_keeps_the_game(window):
    app = window.app
    computer = Player(computer=Method(algorithm="search", turns=3))
    app.open(GameOf(Match(GAMES["kalah"], "4x3", (), (computer, Player()))))
    play = app.screen
    app.open(Room.OPTIONS)
    row = next(row for row in ROWS if row.field == "table_megabytes")
    row.apply(app, "16")
    app.pop()
    window.wait_for(lambda: play.session.persons_turn)
    assert app.screen is play
    assert play.match.tip is not play.match.root, "the computer has moved"
    window.wait_for(lambda: app.services.engine._thinker._table_bits == bits_within(16))
    assert app.services.choices.table_megabytes == load(app.store).table_megabytes == 16


def test_the_window_begins_with_the_size_that_was_kept(tmp_path):
    store = Store(tmp_path / "games.sqlite3")
    save(store, Choices(table_megabytes=32))
    store.close()
    driver = Driver(tmp_path / "games.sqlite3")
    assert driver.services.engine._thinker._table_bits == bits_within(32)
    driver.close()


def row_of(name) -> OptionRow:
    return next(row for row in ROWS if row.field == name)


def test_another_number_of_cores_reaches_the_engine(window, monkeypatch):
    app = window.app
    for place in (settings, options):
        monkeypatch.setattr(place, "usable_cores", lambda: 4)
    for chosen, threads in (("1", 1), ("3", 3), (str(settings.ALL_CORES), 4)):
        row_of("threads").apply(app, chosen)
        window.wait_for(lambda threads=threads: app.services.engine._thinker._threads == threads)
        assert load(app.store).threads == int(chosen)


@pytest.mark.few(1)
@pytest.mark.parametrize(("kept", "cores", "threads"), [(0, 8, 8), (2, 8, 2), (6, 4, 4)])
def test_the_window_begins_with_the_cores_that_were_kept(
    tmp_path, monkeypatch, kept, cores, threads
):
    monkeypatch.setattr(settings, "usable_cores", lambda: cores)
    store = Store(tmp_path / "games.sqlite3")
    save(store, Choices(threads=kept))
    store.close()
    driver = Driver(tmp_path / "games.sqlite3")
    assert driver.services.engine._thinker._threads == threads
    driver.close()


@pytest.mark.parametrize("kept", [-1, 1_000_000, "2", True])
def test_a_number_of_cores_that_is_none_is_all_of_them(kept):
    store = Store(None)
    store.set_setting("choices", {"threads": kept})
    assert load(store).threads == settings.ALL_CORES


@pytest.mark.few(1)
@pytest.mark.parametrize("cores", [1, 2, 8, 9, 128])
def test_the_numbers_of_cores_fit_into_a_row(window, monkeypatch, cores):
    monkeypatch.setattr(options, "usable_cores", lambda: cores)
    found = row_of("threads").options()
    assert len(found) <= 8
    window.services.choose(threads=cores)
    assert row_of("threads").value(window.app) in dict(found)
    screen = opened(window)
    screen.open_group("computer")
    window.frames(2)
    place = screen.rows.index(row_of("threads"))
    top = screen.inside(0, _TOP + _ROW * place + _LABEL).y
    labels = [c.element.text for c in screen.controls.all if c.rect.y == top]
    assert [label for _, label in found] == labels
