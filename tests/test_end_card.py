"""The card at the end of a game, and the row of matches whose score it tells."""

from __future__ import annotations

import random

import pygame
import pytest
from driver import Driver

from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.gui.screens.play.ending import EndCard
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services import naming, words
from kalahgui.gui.services.navigation import GameOf, StoredGame
from kalahgui.gui.services.words import say
from kalahgui.match.match import Match, Player, Series

PERSONS = (Player(), Player())
LONG = (Player("Bartholomew Mann"), Player("Maximiliane Wolf"))
COMPUTERS = tuple(
    Player(computer=Method(algorithm=name, turns=1)) for name in ("minimax", "alpha-beta")
)
SENTENCES = {
    "en": "Your 4th move seems to have decided it: as far as it was read, 6 instead of 3 would have"
    " won by 6 stones.",
    "ja": "勝負を分けたのはあなたの 4 手目のようです。読んだ範囲では、3 ではなく 6 なら 6 個差で"
    "勝ちでした。",
}


@pytest.fixture
def open_window(tmp_path):
    """Open windows of a size, language, theme and size of text."""
    opened = []

    def one(size=(1280, 800), language="en", text="normal") -> Driver:
        driver = Driver(tmp_path / f"{len(opened)}.sqlite3", size)
        driver.services.choose(pace="off", text=text)
        driver.speak(language)
        driver.app.rebuild()
        driver.services.notices.waiting.clear()
        opened.append(driver)
        return driver

    yield one
    words.choose("en")
    for driver in opened:
        driver.close()


def ended(window: Driver, key: str, variant: str, players=PERSONS) -> EndCard:
    """Play a random game to its end card."""
    match = Match(GAMES[key], variant, (), players)
    rng = random.Random(7)
    window.app.open(GameOf(match))
    play = window.app.screen
    while not match.over:
        play.session.play(rng.choice(match.position.moves()))
    window.end()
    assert isinstance(window.app.screen, EndCard)
    return window.app.screen


@pytest.mark.few(1)
@pytest.mark.parametrize("size", [(800, 500), (1280, 800), (2560, 1440)])
@pytest.mark.parametrize(
    ("key", "variant"), [("kalah", "6x4"), ("reversi", "4x4"), ("tictactoe", "3x3"), ("eight", "8")]
)
def test_the_card_covers_the_panel_and_not_the_board(open_window, size, key, variant):
    window = open_window(size)
    card = ended(window, key, variant, LONG).card
    play = window.app.screens[0]
    assert card.contains(play.panel.rect)
    assert window.app.surface.get_rect().contains(card)
    assert not card.colliderect(play.layout.board)
    for south in (True, False):
        assert not card.colliderect(play.layout.plate(south))


@pytest.mark.few(1)
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("text", ["normal", "large"])
@pytest.mark.parametrize("size", [(800, 500), (1280, 800)])
@pytest.mark.parametrize("players", [LONG, COMPUTERS])
def test_nothing_on_the_card_overlaps_or_sticks_out(open_window, size, text, language, players):
    window = open_window(size, language, text)
    card = ended(window, "kalah", "6x6", players)
    card._review, card._decided = (lambda: None), (lambda: SENTENCES[language])
    card.refresh()
    said = [place for _, place in window.written(card.draw)]
    buttons = [control.rect for control in card.controls.all]
    assert len(buttons) == 4
    for place in (*said, *buttons):
        assert card.card.contains(place)
    lines = [place.inflate(0, -place.height // 2) for place in said]
    for n, place in enumerate((*lines, *buttons)):
        assert place.collidelist((*lines, *buttons)[n + 1 :]) == -1


def test_the_card_says_who_won_by_how_much_and_why(open_window):
    window = open_window()
    card = ended(window, "kalah", "6x4")
    match = card._session.match
    assert match.winner == 1
    said = window.said(card.draw)
    first, second = match.game.points(match.position)
    assert said[0] == naming.headline_words(match)
    assert said[1] == f"{max(first, second)} to {min(first, second)}"
    assert said[2] == naming.why_over_words(match)


@pytest.mark.slow
def test_what_decided_the_game_is_said_when_it_is_known(open_window):
    window = open_window()
    card = ended(window, "kalah", "6x4")
    known = []
    card._decided = lambda: SENTENCES["en"] if known else ""
    before = window.written(card.draw)
    assert not card.moving
    known.append(True)
    assert card.moving, "the window draws a frame by itself"
    window.frames(2)
    after = window.written(card.draw)
    new = " ".join(label for label, _ in after if label not in dict(before))
    assert new == SENTENCES["en"]
    assert not card.moving


@pytest.mark.few(1)
@pytest.mark.parametrize(("key", "variant"), [("kalah", "6x4"), ("reversi", "4x4")])
def test_a_button_beside_the_board_calls_the_card_back(open_window, key, variant):
    window = open_window()
    card = ended(window, key, variant)
    play = window.app.screens[0]
    assert isinstance(play, Play)

    def shown() -> bool:
        return bool(play._result_button.element.visible)

    window.frames(2)
    assert not shown()
    window.press(say("look"))
    assert window.app.screen is play
    window.frames(2)
    assert shown()
    if play.layout.wide:
        assert not play.layout.board.colliderect(play._result_button.rect)
    window.press(say("end_show"))
    assert isinstance(window.app.screen, EndCard)
    assert window.app.screen is not card
    window.frames(40)
    window.key(pygame.K_z)
    assert window.app.screen is play
    window.frames(2)
    assert not shown(), "the game goes on"


@pytest.mark.slow
def test_the_card_goes_when_somebody_walks_through_the_game(open_window):
    window = open_window()
    ended(window, "reversi", "4x4")
    play = window.app.screens[0]
    play.match.go_to(play.match.here.parent)
    window.app.wake()
    window.frames(2)
    assert window.app.screen is play


def test_the_card_takes_no_key_and_no_click_in_its_first_half_second(open_window):
    window = open_window()
    ended(window, "tictactoe", "3x3")
    window.press(say("look"))
    play = window.app.screen
    play.ending.show()
    card = window.app.screen
    look = next(each for each in card.controls.all if each.element.text == say("look"))
    window.click(look.rect.center)
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_z, "z")
    assert window.app.screen is card and play.match.over
    window.frames(30)
    window.click(look.rect.center)
    assert window.app.screen is play


@pytest.mark.slow
def test_the_wheel_over_the_card_scrolls_nothing_below(open_window):
    window = open_window()
    card = ended(window, "reversi", "6x6")
    window.move_to(card.card.center)
    moves = window.app.screens[0].panel.moves
    before = moves.rows_shown
    pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=3, precise_x=0.0, precise_y=3.0))
    window.frames(2)
    window.app._draw()
    assert moves.rows_shown == before


@pytest.mark.slow
def test_a_game_that_was_taken_up_again_tells_no_time(open_window):
    window = open_window()
    card = ended(window, "tictactoe", "3x3")
    moves = say("n_moves", count=len(card._session.match.plies))
    said = window.said(card.draw)
    assert any(label.startswith(f"{moves} · ") for label in said)
    window.app.open(StoredGame(card._stored))
    window.end()
    said = window.said(window.app.screen.draw)
    assert moves in said


@pytest.mark.slow
def test_the_card_of_an_end_comes_once_also_when_its_line_becomes_the_game(open_window):
    window = open_window()
    ended(window, "tictactoe", "3x3")
    window.app.pop()
    play = window.app.screen
    session, match = play.session, play.match
    session.go_to_start()
    chance = random.Random(2)
    while not match.over or not match.aside:
        session.play(chance.choice(match.position.moves()))
    window.end()
    assert isinstance(window.app.screen, EndCard)
    window.app.pop()
    session.promote(match.end)
    play.changed()
    window.frames(90)
    assert window.app.screen is play
    assert session.undo()


KALAH = GAMES["kalah"]
NAMED = (Player("Ann"), Player("Bob"))
BEFORE = Series((3, 1), 2)


def before_the_last_move(first: int, second: int) -> Match:
    """Return a match of 2 pits and 3 stones; after the move "2" it stands ``first : second``."""
    text = f"<2,{first - 1},{second - 1},0,1,0,1>"
    start = KALAH.parse_position(text, ["last-stone"])
    return Match(KALAH, "2x3", ("last-stone",), NAMED, start=start)


def played(first: int, second: int) -> Match:
    match = before_the_last_move(first, second)
    match.replay_texts(["2"])
    assert match.over
    return match


def test_a_match_under_way_counts_nothing():
    assert BEFORE.counting(before_the_last_move(9, 3)) == BEFORE


@pytest.mark.parametrize(
    ("first", "second", "after"),
    [(9, 3, Series((4, 1), 2)), (3, 9, Series((3, 2), 2)), (6, 6, Series((3, 1), 3))],
)
def test_a_match_counts_for_its_winner_or_as_drawn(first, second, after):
    assert BEFORE.counting(played(first, second)) == after


@pytest.mark.parametrize(("seat", "after"), [(0, Series((3, 2), 2)), (1, Series((4, 1), 2))])
def test_who_resigns_gives_the_win_to_the_other(seat, after):
    match = before_the_last_move(9, 3)
    match.resign(seat)
    assert BEFORE.counting(match) == after


def test_a_win_goes_to_the_seat_and_not_to_the_side_after_a_swap():
    match = Match(KALAH, "6x4", (), NAMED, pie=True)
    match.replay_texts(["1", "swap"])
    rng = random.Random(5)
    while not match.over:
        match.play(rng.choice(match.position.moves()))
    assert match.margin != 0, "another seed is needed: this one ends in a draw"
    winner_sits_first = match.margin < 0  # who sat down first has the second side now
    wins = (4, 1) if winner_sits_first else (3, 2)
    assert BEFORE.counting(match) == Series(wins, 2)


def test_exchanged_seats_take_their_wins_along():
    assert BEFORE.swapped == Series((1, 3), 2)
    assert BEFORE.swapped.swapped == BEFORE


@pytest.mark.few(1)
@pytest.mark.parametrize(("first", "second"), [(9, 3), (3, 9), (6, 6)])
def test_the_end_card_counts_the_match_that_was_just_played(window, first, second):
    match = before_the_last_move(first, second)
    window.app.open(GameOf(match, BEFORE))
    window.type("2")
    window.end()
    card = window.app.screen
    assert isinstance(card, EndCard)
    standing = naming.score_words(BEFORE.counting(match))
    assert standing != naming.score_words(BEFORE)
    assert [words for words in window.said(card.draw) if words.endswith(standing)] == [
        f"Ann – Bob   {standing}"
    ]
