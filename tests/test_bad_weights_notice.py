"""The window tells what is wrong with the learnt weights, and plays without them."""

import pytest
from driver import Driver

from kalahgui.games import GAMES, kalah_weights
from kalahgui.gui.kit import words
from kalahgui.gui.kit.words import say


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("what", ["missing", "damaged"])
def test_a_notice_says_that_the_hand_set_evaluation_takes_over(
    tmp_path, monkeypatch, language, what
):
    monkeypatch.setattr("kalahgui.games.weights.asset", lambda *parts: tmp_path / parts[-1])
    if what == "damaged":
        (tmp_path / "kalah-6x6.weights").write_bytes(b"nothing of the kind")
    monkeypatch.setattr(words, "system_language", lambda: language)
    kalah_weights._found.cache_clear()
    try:
        driver = Driver(tmp_path / "games.sqlite3")
        notice = say(f"notice_weights_{what}", file="kalah-6x6.weights")
        assert "%{" not in notice
        assert notice in driver.app.notices.waiting
        start = GAMES["kalah"].start("6x6")
        assert GAMES["kalah"].judged(start, "").evaluation is None
        driver.close()
    finally:
        kalah_weights._found.cache_clear()
        words.choose("en")
