"""A computer of one's own choice: every player of every board, chosen by mouse and by keys."""

from __future__ import annotations

import pygame
import pytest
from driver import Driver

from kalahgui.core.reversi_measures import PUBLISHED
from kalahgui.core.textbook import ALGORITHMS
from kalahgui.engine.method import Method, players
from kalahgui.games import GAMES
from kalahgui.gui.paint import theme
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.screens.setup.custom import LEFT, Custom
from kalahgui.gui.services import naming, words
from kalahgui.gui.services.game_catalogue import CATALOGUE
from kalahgui.gui.services.navigation import SetUpOf
from kalahgui.gui.services.settings import Seat
from kalahgui.gui.services.words import say

MINUS, PLUS = "\u2212", "+"
BOARDS = [(key, board) for key, offer in CATALOGUE.items() for board in offer.boards]


@pytest.fixture
def window(tmp_path):
    driver = Driver(tmp_path / "games.sqlite3", (800, 500))
    driver.choose(pace="off")
    driver.services.notices.waiting.clear()
    yield driver
    driver.close()
    words.choose("en")


def set_up(window: Driver, card: str, **custom) -> None:
    """Open the set-up of a card with a computer of one's own choice as the second player."""
    custom = {"algorithm": "minimax", "turns": 2} | custom
    window.choose(first=Seat(), second=Seat(person=False, custom=True, **custom))
    window.app.open(SetUpOf(card))
    window.frames()


def open_custom(window: Driver) -> Custom:
    window.press("chevron_down")
    assert isinstance(window.app.screen, Custom)
    return window.app.screen


def started(window: Driver) -> Play:
    """Close the card, if it is open, and start the game."""
    if isinstance(window.app.screen, Custom):
        window.key(pygame.K_ESCAPE)
    window.press(say("start"))
    assert isinstance(window.app.screen, Play)
    return window.app.screen


def method_of(play: Play) -> Method:
    method = play.match.players[1].computer
    assert method is not None
    return method


def steppers(window: Driver, label: str) -> list[pygame.Rect]:
    """Return the places of the buttons with a label on the topmost screen, from above."""
    found = [
        c.rect for c in window.app.screen.controls.all if label == getattr(c.element, "text", "")
    ]
    return sorted(found, key=lambda rect: rect.y)


@pytest.mark.few(2)
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize(("card", "board"), BOARDS)
def test_every_player_of_a_board_can_be_chosen_and_reads_as_it_is_called(
    window, card, board, language
):
    window.speak(language)
    window.choose_card(card, board=board)
    set_up(window, card)
    screen = open_custom(window)
    shown = [getattr(control.element, "text", "") for control in screen.controls.all]
    offer = CATALOGUE[card]
    offered = players(offer.game, offer.game.start(board))
    assert [each for each in shown if each in map(say, offered)] == list(map(say, offered))
    assert screen.app.surface.get_rect().contains(screen.card)
    for name in offered:
        window.press(say(name))
        assert window.services.choices.cards[card].second.algorithm == name
        for line in naming.about_words(name).split("\n"):
            room = screen.scale.px(screen.card_width - 32 - LEFT)
            assert theme.fit(line, screen.scale.small, room) == line
        for control in window.app.screen.controls.all:
            assert screen.card.contains(control.rect)
            assert "\u2026" not in getattr(control.element, "text", "")


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("card", "algorithm"),
    [(card, name) for card in ("kalah", "diamond") for name in (*ALGORITHMS, "search")]
    + [("reversi", "measures"), ("tictactoe", "table")],
)
def test_every_player_plays(window, card, algorithm):
    set_up(window, card)
    open_custom(window)
    window.press(say(algorithm))
    play = started(window)
    assert method_of(play).algorithm == algorithm
    while play.session.persons_turn:
        play.session.play(play.match.position.moves()[0])
        window.frames()
    window.wait_for(lambda: play.session.persons_turn)
    finding = play.session.thought.finding
    assert (finding.evaluations is None) == (algorithm == "search")
    assert play.match.plies


@pytest.mark.slow
def test_up_and_down_go_through_the_players_and_round(window):
    set_up(window, "kalah")
    open_custom(window)
    names = players(GAMES["kalah"], GAMES["kalah"].start("6x6"))
    seen = []
    for _ in names:
        window.key(pygame.K_DOWN)
        seen.append(window.services.choices.cards["kalah"].second.algorithm)
    assert sorted(seen) == sorted(names)
    assert seen[-1] == "minimax"
    window.key(pygame.K_UP)
    assert window.services.choices.cards["kalah"].second.algorithm == seen[-2]


def test_tab_and_enter_choose(window):
    set_up(window, "kalah")
    open_custom(window)
    for _ in range(2):  # past the button that closes the card
        window.key(pygame.K_TAB)
    window.key(pygame.K_RETURN)
    assert window.services.choices.cards["kalah"].second.algorithm == "search"


@pytest.mark.few(1)
@pytest.mark.parametrize("algorithm", ["minimax", "mtd-f", "search"])
def test_turns_or_seconds(window, algorithm):
    set_up(window, "kalah", algorithm=algorithm)
    open_custom(window)
    window.press(say("by_seconds"))
    window.press(PLUS)
    window.key(pygame.K_ESCAPE)
    window.press(PLUS)  # the set-up screen itself changes the same number
    assert method_of(started(window)) == Method(algorithm=algorithm, seconds=5.0)
    set_up(window, "kalah", algorithm=algorithm, timed=True)
    open_custom(window)
    window.press(say("by_turns"))
    window.press(PLUS)
    assert method_of(started(window)) == Method(algorithm=algorithm, turns=3)


@pytest.mark.slow
def test_the_measures_begin_as_published(window):
    set_up(window, "reversi", turns=9, timed=True)
    open_custom(window)
    window.press(say("measures"))
    play = started(window)
    assert method_of(play) == Method(algorithm="measures", turns=4)
    assert naming.player_name(play.match, 1) == "Three measures"


def test_measures_that_are_chosen_again_keep_what_they_were_told(window):
    set_up(window, "reversi", algorithm="measures", turns=2, timed=True)
    open_custom(window)
    window.press(say("measures"))
    seat = window.services.choices.cards["reversi"].second
    assert (seat.turns, seat.timed) == (2, True)


@pytest.mark.slow
def test_the_factors_and_the_random_moves_can_be_changed(window):
    set_up(window, "reversi", algorithm="measures")
    open_custom(window)
    for row, label, presses in ((1, MINUS, 3), (2, PLUS, 1), (3, PLUS, 2), (4, PLUS, 20)):
        for _ in range(presses):
            window.click(steppers(window, label)[row].center)
    window.press(say("one_in", n=20))
    method = method_of(started(window))
    assert method.factors == (0, 20, 20, 100)
    assert method.one_in == 20
    assert method.factors != PUBLISHED


@pytest.mark.slow
def test_a_factor_stays_within_its_bounds(window):
    set_up(window, "reversi", algorithm="measures", factors=(0, 100, 2, 99))
    open_custom(window)
    for row, label in ((1, MINUS), (2, PLUS), (3, MINUS), (4, PLUS)):
        window.click(steppers(window, label)[row].center)
    assert window.services.choices.cards["reversi"].second.factors == (0, 100, 0, 100)


@pytest.mark.slow
def test_the_order_of_moves_is_asked_for_where_an_article_has_one(window):
    set_up(window, "diamond")
    open_custom(window)
    window.press(say("player_order_rising"))
    assert method_of(started(window)).order == "rising"
    set_up(window, "diamond", order="rising")
    open_custom(window)
    window.press(say("player_order_article"))
    assert method_of(started(window)).order == "article"
    for card in ("kalah", "reversi", "small"):
        set_up(window, card, order="rising")
        open_custom(window)
        labels = [getattr(c.element, "text", "") for c in window.app.screen.controls.all]
        assert say("player_order_rising") not in labels
        assert method_of(started(window)).order == ""


@pytest.mark.few(1)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_hand_set_evaluation_can_be_chosen_where_another_one_was_learnt(window, language):
    window.speak(language)
    set_up(window, "kalah", algorithm="search")
    open_custom(window)
    window.press(say("evaluation_handmade"))
    play = started(window)
    assert method_of(play) == Method(algorithm="search", turns=2, evaluation="handmade")
    assert say("judged_handmade") in naming.method_words(method_of(play), play.match.game)
    set_up(window, "kalah", algorithm="search", evaluation="handmade")
    open_custom(window)
    window.press(say("evaluation_learnt"))
    assert method_of(started(window)).evaluation == ""


@pytest.mark.few(1)
@pytest.mark.parametrize(("card", "algorithm"), [("diamond", "search"), ("kalah", "minimax")])
def test_there_is_no_evaluation_to_choose_where_there_is_but_one(window, card, algorithm):
    set_up(window, card, algorithm=algorithm, evaluation="handmade")
    open_custom(window)
    labels = [getattr(c.element, "text", "") for c in window.app.screen.controls.all]
    assert say("evaluation_handmade") not in labels
    assert method_of(started(window)).evaluation == ""


def test_a_player_that_a_board_has_not_is_seen_to_be_replaced(window, monkeypatch):
    set_up(window, "reversi", algorithm="measures")
    window.app.open(SetUpOf("kalah"))
    window.frames()
    said = []
    write = theme.write
    with monkeypatch.context() as patch:
        patch.setattr(theme, "write", lambda s, w, *a, **k: said.append(w) or write(s, w, *a, **k))
        window.app._draw()
    assert say("not_for_board", name=say("measures")) in said
    labels = [getattr(c.element, "text", "") for c in window.app.screen.controls.all]
    assert say("alpha-beta") in labels
    assert say("measures") not in labels
    assert method_of(started(window)).algorithm == "alpha-beta"
    window.app.open(SetUpOf("reversi"))
    window.frames()
    assert method_of(started(window)).algorithm == "measures"


@pytest.mark.few(2)
@pytest.mark.parametrize("card", CATALOGUE)
def test_every_card_can_have_a_varied_computer(window, card):
    window.choose(varied=False)
    set_up(window, card)
    window.press(say("varied"))
    assert method_of(started(window)).varied
    window.app.open(SetUpOf(card))
    window.frames()
    window.press(say("varied"))
    assert not method_of(started(window)).varied


def test_lines_of_the_rules_stay_above_the_buttons(window):
    window.choose(varied=True)
    window.choose_card("kalah", rules=("empty-capture", "last-stone"), pie=True)
    set_up(window, "kalah")
    places = []
    write = theme.write

    def note(surface, label, *args, **kwargs):
        places.append(write(surface, label, *args, **kwargs))
        return places[-1]

    theme.write, original = note, theme.write
    try:
        window.app.screen._form.draw(window.app.surface)
    finally:
        theme.write = original
    buttons = [c.rect for c in window.app.screen.controls.all]
    below = max(places, key=lambda place: place.bottom)
    assert len(places) >= 6
    assert below.collidelist(buttons) == -1
