"""With reduced motion nothing flies and nothing glides, and all is seen that happens."""

from __future__ import annotations

import pytest
from driver import Driver

from kalahgui.gui.services.navigation import SetUpOf
from kalahgui.gui.services.settings import Seat
from kalahgui.gui.services.words import say


@pytest.fixture
def window(tmp_path):
    driver = Driver(tmp_path / "games.sqlite3")
    driver.choose(first=Seat(name="Ann"), second=Seat(name="Bob"), bar=True)
    yield driver
    driver.close()


def start(window, card, motion):
    window.services.choose(motion=motion)
    window.app.open(SetUpOf(card))
    window.frames()
    window.press(say("start"))
    return window.app.screen


def progress_drawn(window, play, monkeypatch) -> tuple[set[float], set[object]]:
    """Return how far events were drawn to have come while a move is shown, and those events."""
    seen: set[float] = set()
    events: set[object] = set()
    draw = play.view.draw

    def note(surface, shown, match, look):
        if look.event is not None:
            seen.add(look.progress)
            events.add(look.event)
        draw(surface, shown, match, look)

    monkeypatch.setattr(play.view, "draw", note)
    window.type("d3" if play.match.game.key == "reversi" else "3")
    window.frames(2)
    while play.session.moving:
        window.frames()
    return seen, events


@pytest.mark.few(1)
@pytest.mark.parametrize("card", ["kalah", "reversi"])
def test_events_are_seen_as_they_end(window, monkeypatch, card):
    play = start(window, card, "reduced")
    seen, events = progress_drawn(window, play, monkeypatch)
    assert seen == {1.0}
    assert events == set(play.match.events(play.match.tip.line))


@pytest.mark.slow
def test_in_full_motion_they_are_seen_on_their_way(window, monkeypatch):
    seen, _ = progress_drawn(window, start(window, "kalah", "full"), monkeypatch)
    assert len(seen) > 20


@pytest.mark.few(1)
@pytest.mark.parametrize(("motion", "glides"), [("full", True), ("reduced", False)])
def test_the_evaluation_bar_does_not_glide(window, monkeypatch, motion, glides):
    play = start(window, "kalah", motion)
    monkeypatch.setattr(type(play.bar), "share", property(lambda bar: 0.9))
    window.frames(2)
    assert play.bar.moving == glides
