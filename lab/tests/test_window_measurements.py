"""Measurements in the window, here on little; games by restless hands, of which nothing stays."""

import gc

import pytest

from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.screens.theatre.theatre_screen import PAGES
from kalahgui.gui.services.navigation import GameOf
from kalahgui.match.match import Match
from lab.window import library, theatre
from lab.window import window as in_play
from lab.window.soak import Soak


def rising(times):
    return 0 < times["median"] <= times["99%"] <= times["most"]


@pytest.mark.slow
def test_the_frames_of_every_scene_and_of_every_tab_in_use_are_measured(window, monkeypatch):
    monkeypatch.setattr(theatre, "DEPTH", 3)
    monkeypatch.setattr(theatre, "TABS_DEPTH", 2)
    figures, tabs = theatre.measure_stage(seconds=0.1), theatre.measure_tabs(steps=4)
    assert [scene["scene"] for scene in figures["scenes"]] == list(theatre.STAGE_SCENES)
    assert [scene["scene"] for scene in tabs] == list(theatre.TAB_SCENES)
    assert {tab for tab, _ in theatre.TAB_SCENES.values()} == set(PAGES)
    assert figures["nodes"] <= figures["places"] < figures["steps"]
    for scene, frames in (
        *((scene, 6) for scene in figures["scenes"]),
        *((scene, 4) for scene in tabs),
    ):
        assert scene["frames"] == frames and scene["frames_a_second"] > 0
        assert rising(scene["work_ms"]) and rising(scene["processor_ms"])


@pytest.mark.slow
def test_the_window_is_measured_in_play_and_at_rest(window, capsys):
    figures = in_play.measure(share=0.05)
    assert rising(figures["work_ms"]) and rising(figures["interval_ms"])
    assert figures["first_frame"]["processor"] > 0 and figures["first_frame"]["seconds"] > 0
    assert figures["frames"] > 0 and figures["idle_share_of_a_core"] > 0
    in_play.print_figures(figures)
    assert f"{figures['frames']} frames" in capsys.readouterr().out


@pytest.mark.slow
def test_the_library_is_measured(window):
    figures = library.measure(games=25, frames=8)
    assert [scene["scene"] for scene in figures["scenes"]] == list(library.SCENES)
    assert figures["games"] == 25
    assert len(figures["search"]["letters"]) == len(figures["search"]["words"])
    for which in ("first", "again"):
        row = figures["opening"][which]
        assert 0 < row["rows_in_sight"]["ms"] <= row["all"]["ms"]


@pytest.mark.slow
def test_restless_hands_break_nothing_and_nothing_stays(fresh_pictures, window, monkeypatch):
    window.app.close()
    before = _matches()
    soak, matches = Soak(), []
    show = soak.app.open

    def note(destination):
        if isinstance(destination, GameOf):
            matches.append(destination.match)
        show(destination)

    with monkeypatch.context() as patch:
        patch.setattr(soak.app, "open", note)
        for number in range(12):
            soak.play(number)
    assert sum(match.root.children != [] for match in matches) > 8, "hands play, whatever else"
    matches.clear()
    soak.go_home()
    assert soak.rest(0.05) < 1.0
    assert _matches() <= before + 1, "the home screen offers to go on with the newest"
    assert [thing for thing in gc.get_objects() if isinstance(thing, Play)] == []
    soak.app.close()


def _matches() -> int:
    gc.collect()
    return sum(isinstance(thing, Match) for thing in gc.get_objects())
