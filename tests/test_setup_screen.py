"""The set-up screen: what its buttons choose can always be played."""

from __future__ import annotations

import pytest
from driver import Driver

from kalahgui.core.kalah import MAX_PITS, MAX_STONES
from kalahgui.engine.levels import levels_of
from kalahgui.games import GAMES
from kalahgui.gui.paint import theme
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services.game_catalogue import CATALOGUE
from kalahgui.gui.services.navigation import SetUpOf
from kalahgui.gui.services.settings import Seat
from kalahgui.gui.services.words import say
from kalahgui.library.store import MatchRecord

MINUS, PLUS = "\u2212", "+"
MOST_TURNS = 20


@pytest.fixture
def window(tmp_path):
    driver = Driver(tmp_path / "games.sqlite3")
    driver.choose(pace="off")
    yield driver
    driver.close()


def seat_after(window: Driver, button: str, **custom) -> Seat:
    """Return the first seat after its stepper's button was pressed once."""
    window.choose(first=Seat(person=False, custom=True, **custom), second=Seat())
    window.app.open(SetUpOf("kalah"))
    window.frames()
    window.press(button)
    return window.services.choices.cards["kalah"].first


@pytest.mark.few(2)
@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta"])
@pytest.mark.parametrize(
    ("turns", "button", "after"),
    [
        (1, MINUS, 1),
        (2, MINUS, 1),
        (1, PLUS, 2),
        (MOST_TURNS - 1, PLUS, MOST_TURNS),
        (MOST_TURNS, PLUS, MOST_TURNS),
        (MOST_TURNS, MINUS, MOST_TURNS - 1),
    ],
)
def test_turns_go_step_by_step_from_one_to_the_most(window, algorithm, turns, button, after):
    seat = seat_after(window, button, algorithm=algorithm, turns=turns)
    assert seat.turns == after
    assert seat.makes_sense


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("seconds", "button", "after"),
    [
        (0.2, MINUS, 0.2),
        (0.5, MINUS, 0.2),
        (0.2, PLUS, 0.5),
        (2.0, PLUS, 3.0),
        (30.0, PLUS, 60.0),
        (60.0, PLUS, 60.0),
        (60.0, MINUS, 30.0),
    ],
)
def test_seconds_go_from_the_least_to_the_most_and_never_round(window, seconds, button, after):
    seat = seat_after(window, button, algorithm="search", seconds=seconds, timed=True)
    assert seat.seconds == after
    assert seat.makes_sense


def press_all(window: Driver, label: str) -> None:
    """Click every button with a label; each click lays the screen out anew, in the same places."""
    places = [
        control.rect.center
        for control in window.app.screen.controls.all
        if getattr(control.element, "text", "") == label
    ]
    for place in places:
        window.click(place)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("board", "label", "after"),
    [
        ("5x3", PLUS, "6x4"),
        ("5x3", MINUS, "4x2"),
        ("1x1", MINUS, "1x1"),
        (f"{MAX_PITS}x{MAX_STONES}", PLUS, f"{MAX_PITS}x{MAX_STONES}"),
    ],
)
def test_pits_and_stones_stay_on_a_board_that_there_is(window, board, label, after):
    window.choose(first=Seat(), second=Seat())
    window.choose_card("kalah", board=board, more_boards=True)
    window.app.open(SetUpOf("kalah"))
    window.frames()
    press_all(window, label)
    assert window.services.choices.cards["kalah"].board == after


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("board", "usual"), [("5x9", "6x6"), ("8x1", "6x3"), ("2x5", "6x5"), ("6x4", "6x4")]
)
def test_the_usual_boards_take_the_nearest_one_in_place_of_an_unusual(window, board, usual):
    window.choose(first=Seat(), second=Seat())
    window.choose_card("kalah", board=board, more_boards=True)
    window.app.open(SetUpOf("kalah"))
    window.frames()
    window.press(say("usual_boards"))
    card = window.services.choices.cards["kalah"]
    assert (card.more_boards, card.board) == (False, usual)
    assert card.makes_sense(CATALOGUE["kalah"])
    window.press(say("start"))
    assert isinstance(window.app.screen, Play)
    assert window.app.screen.match.variant == usual


def test_more_boards_keep_the_board_and_come_back_to_it(window):
    window.choose_card("kalah", board="6x5")
    window.app.open(SetUpOf("kalah"))
    window.frames()
    window.press(say("more_boards"))
    card = window.services.choices.cards["kalah"]
    assert (card.more_boards, card.board) == (True, "6x5")
    window.press(say("usual_boards"))
    card = window.services.choices.cards["kalah"]
    assert (card.more_boards, card.board) == (False, "6x5")


def test_players_stay_with_their_card(window):
    window.choose(first=Seat(), second=Seat(person=False))
    window.app.open(SetUpOf("kalah"))
    window.frames()
    window.press("6")
    window.app.open(SetUpOf("diamond"))
    window.frames()
    window.press("swap")
    cards = window.services.choices.cards
    assert [seat.level for seat in cards["kalah"].seats] == [4, 6]
    assert [seat.person for seat in cards["kalah"].seats] == [True, False]
    assert [seat.person for seat in cards["diamond"].seats] == [False, True]
    assert cards["diamond"].first.level == 4


def test_a_board_with_fewer_levels_takes_the_strongest_in_place_of_one_it_lacks(window):
    window.choose(first=Seat(), second=Seat(person=False, level=9))
    window.app.open(SetUpOf("diamond"))
    window.frames()
    most = len(levels_of(GAMES["reversi"], GAMES["reversi"].start("diamond")))
    assert most < 9
    window.press(say("start"))
    assert window.app.screen.match.players[1].computer.level == most
    assert window.services.choices.cards["kalah"].second.level == 9


def test_the_set_up_says_how_one_did_and_what_may_suit(window, monkeypatch):
    written = []
    write = theme.write

    def noted(surface, words, *arguments, **options):
        written.append(words)
        return write(surface, words, *arguments, **options)

    start = GAMES["kalah"].position_text(GAMES["kalah"].start("6x6"))
    for number, result in enumerate(("first", "second", "first", "first")):
        record = MatchRecord(
            "kalah",
            "6x6",
            "",
            start,
            "",
            '[["",""],["","4"]]',
            result,
            0,
            f"2026-0{number + 1}",
            "x",
        )
        window.services.autosave.store.save(record)
    window.choose(first=Seat(), second=Seat(person=False, level=4))
    monkeypatch.setattr(theme, "write", noted)
    window.app.open(SetUpOf("kalah"))
    window.frames()
    assert "your record: 3 won, 1 lost · Level 5 may suit you now" in written
    window.press("5")
    written.clear()
    window.frames()
    assert "Level 5 · Amateur" in written
    assert "Level 5 may suit you now" not in " ".join(written)
    assert not any("your record" in words for words in written)
