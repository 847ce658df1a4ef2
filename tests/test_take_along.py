"""A search is taken along as files, and a recording is opened again."""

import json
from xml.etree import ElementTree

import pygame
import pytest
from driver import Driver

from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.gui.screens.theatre.take_along import OpenRecording, TakeAlong
from kalahgui.gui.services import saving
from kalahgui.gui.services.navigation import TheatreOf
from kalahgui.gui.services.theatre_visit import How
from kalahgui.theatre import export, recorder
from kalahgui.theatre.order import Order
from kalahgui.theatre.recorder import record
from kalahgui.theatre.recording import Plan
from kalahgui.theatre.subject import PositionSubject


@pytest.fixture
def driver(tmp_path, monkeypatch):
    monkeypatch.setattr(saving, "folder", lambda kind: tmp_path)
    window = Driver()
    kalah = GAMES["kalah"]
    subject = PositionSubject(kalah, kalah.start("6x4"))
    window.app.open(
        TheatreOf(subject, tab="watch", how=How(variant="6x4", algorithm="nega-alpha", depth=2))
    )
    wait_for_recording(window)
    yield window
    window.app.close()


def page(driver):
    return driver.app.screen.page


def wait_for_recording(driver):
    driver.wait_for(lambda: page(driver).playback is not None)


def save(driver, label):
    driver.key(pygame.K_s, "s", pygame.KMOD_CTRL)
    driver.press(label)
    driver.wait_for(lambda: not driver.app.screen._saver.busy)


@pytest.mark.slow
def test_the_tree_is_saved_as_a_picture_and_as_a_drawing(driver, tmp_path):
    page(driver).playback.go_to(10**6)
    save(driver, "The tree as a picture (PNG)")
    picture = pygame.image.load(str(tmp_path / "kalahgui-search.png"))
    assert picture.get_width() > 300
    save(driver, "The tree as a drawing (SVG)")
    drawing = ElementTree.parse(tmp_path / "kalahgui-search.svg").getroot()
    assert page(driver).playback.recording.value == 0
    assert "0" in [text.text for text in drawing.iter() if text.tag.endswith("text")]


def test_a_saved_recording_opens_from_the_card(driver, tmp_path):
    steps = page(driver).playback.recording.steps
    save(driver, "The search as a recording (JSON)")
    driver.app.screen.page.look(1)
    wait_for_recording(driver)
    driver.key(pygame.K_s, "s", pygame.KMOD_CTRL)
    driver.press("kalahgui-search")
    driver.wait_for(lambda: driver.app.screen.visit.depth == 2)
    driver.frames(3)
    assert page(driver).playback.recording.steps == steps
    assert driver.app.screen.visit.variant == "6x4"


def test_a_recording_of_another_search_opens_when_it_is_dropped(driver, tmp_path):
    game = GAMES["reversi"]
    found = record(Plan(PositionSubject(game, game.start("4x4")), "mtd-f", 3, guess=2))
    path = tmp_path / "elsewhere.json"
    path.write_text(json.dumps(export.document(found, True)), "utf-8")
    driver.app.screen.show_tab("quiz")
    pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(path)))
    driver.frames()
    driver.wait_for(lambda: driver.app.screen.visit.algorithm == "mtd-f")
    driver.frames(3)
    assert page(driver).playback.recording.steps == found.steps
    assert driver.app.screen.visit.tab == "watch"


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "No such file"),
        ("too long", "more than 20 steps: look fewer turns ahead"),
        *((text, "could not be opened") for text in ("", "{}", "\x00\x01", '{"game": "chess"}')),
    ],
)
def test_what_cannot_be_opened_is_said_and_changes_nothing(
    driver, tmp_path, monkeypatch, text, why
):
    before, path = page(driver).playback, tmp_path / "wrong.json"
    if text == "too long":
        text = json.dumps(export.document(before.recording, True))
        monkeypatch.setattr(recorder, "MOST_STEPS", 20)
    if text is not None:
        path.write_text(text, "utf-8")
    driver.app.screen.open_file(path)
    driver.settle()
    driver.frames(3)
    assert page(driver).playback is before
    assert why in driver.services.notices.waiting[0]


def test_a_file_that_is_opened_waits_while_something_more_urgent_runs(tmp_path):
    kalah = GAMES["kalah"]
    found = record(Plan(PositionSubject(kalah, kalah.start("6x4")), "nega-alpha", 2, Order("best")))
    path = tmp_path / "search.json"
    path.write_text(json.dumps(export.document(found, True)), "utf-8")
    interrupt = Interrupt()
    answers = OpenRecording(path).answers(Thinker(), interrupt)
    interrupt.pause()
    assert next(answers) is None
    interrupt.resume()
    assert next(answers).recording.steps == found.steps


def test_the_card_lists_what_was_saved(driver, tmp_path):
    driver.key(pygame.K_s, "s", pygame.KMOD_CTRL)
    assert isinstance(driver.app.screen, TakeAlong)
    driver.key(pygame.K_ESCAPE)
    for number in range(7):
        (tmp_path / f"kalahgui-search {number}.json").write_text("{}")
    driver.key(pygame.K_s, "s", pygame.KMOD_CTRL)
    labels = [getattr(c.element, "text", "") for c in driver.app.screen.controls.all]
    assert sum(label.startswith("kalahgui-search") for label in labels) == 5
