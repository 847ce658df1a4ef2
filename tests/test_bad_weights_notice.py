"""The window tells what is wrong with the learnt weights, and plays without them."""

import pytest
from driver import Driver

from kalahgui.games import game_and_variant
from kalahgui.gui.services import words
from kalahgui.gui.services.words import say


@pytest.mark.few(3)
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("what", ["missing", "damaged"])
@pytest.mark.parametrize("board", ["kalah:6x6", "reversi:8x8"])
def test_a_notice_says_that_the_hand_set_evaluation_takes_over(
    own_weights, monkeypatch, language, what, board
):
    name = f"{board.replace(':', '-')}.weights"
    if what == "damaged":
        (own_weights / name).write_bytes(b"nothing of the kind")
    monkeypatch.setattr(words, "system_language", lambda: language)
    try:
        driver = Driver(own_weights / "games.sqlite3")
        notice = say(f"notice_weights_{what}", file=name)
        assert "%{" not in notice
        assert notice in driver.services.notices.waiting
        game, variant = game_and_variant(board)
        assert game.with_evaluation(game.start(variant), "").evaluation is None
        driver.close()
    finally:
        words.choose("en")
