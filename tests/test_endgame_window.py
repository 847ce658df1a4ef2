"""The window builds its endgame database in the background, says so, and plays on with it."""

import pytest

from kalahgui.core import COMPILED
from kalahgui.engine.endgame_store import EndgameStore, Kind, shape_within
from kalahgui.gui.services.services import Endgames
from kalahgui.gui.shell.program import Program
from kalahgui.library.store import Store

SIZE = 300_000 if COMPILED else 30_000
SHAPE = shape_within(6, size=SIZE)


@pytest.fixture
def endgames(tmp_path):
    endgames = Endgames(EndgameStore(tmp_path / "cache"), SIZE)
    yield endgames
    endgames.close()


def heard(window, endgames, words):
    """Wait until a sentence with these words is said; return all that was."""
    said = []
    window.app.endgames = endgames
    window.services.notices.add = said.append
    window.wait_for(lambda: any(words in sentence for sentence in said))
    return said


def test_the_usual_board_is_built_first_and_said(window, endgames, tmp_path):
    begun, ready = heard(window, endgames, "known exactly")
    assert "in the background" in begun
    assert f"6 pits, every ending of up to {SHAPE.stones} stones" in ready
    assert EndgameStore(tmp_path / "cache").as_large(SHAPE) is not None
    # What is there already is used without a word.
    said = []
    window.app.endgames = Endgames(EndgameStore(tmp_path / "cache"), SIZE)
    window.services.notices.add = said.append
    window.app.endgames.close()
    window.frames(3)
    assert said == []


def test_the_engine_is_given_what_the_window_knows(window, endgames):
    assert window.services.engine._thinker._knowledge is None, "without databases it knows nothing"
    program = Program(Store(None), endgames=endgames)
    assert program.services.engine._thinker._knowledge is endgames.knowledge
    program.close()


def test_closing_the_window_stops_the_building(window, endgames):
    window.app.endgames = endgames
    window.app.close()
    assert not endgames._builds._thread.is_alive()


@pytest.mark.few(4)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("kind", Kind)
def test_every_news_is_a_sentence_in_the_window(window, tmp_path, kind, language):
    window.speak(language)
    store = EndgameStore(tmp_path / "cache")
    endgames = Endgames(store, SIZE)
    endgames.close()
    store.news()
    store.tell(kind, SHAPE, "no reason")
    said = []
    endgames.update(said.append)
    [sentence] = said
    assert "%{" not in sentence and "notice" not in sentence
