"""Every game in the window: whole games by mouse and by keys, and what each board says."""

from __future__ import annotations

import itertools
import random

import pygame
import pytest

from kalahgui.games import GAMES
from kalahgui.games.game import Again, Flip
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.eight import path_of
from kalahgui.gui.panels.board import value_labels
from kalahgui.gui.screens.home.home import ARTICLES_CARD, THEATRE_CARD, rows_of
from kalahgui.gui.screens.play.ending import EndCard
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services import words
from kalahgui.gui.services.game_catalogue import CATALOGUE, entry_of
from kalahgui.gui.services.naming import title_of
from kalahgui.gui.services.settings import Seat
from kalahgui.library import saved
from kalahgui.match.timeline import duration
from kalahgui.theatre.game_tree import whole_tree

OTHERS = [key for key in CATALOGUE if key != "kalah"]


def place(play: Play, move: int) -> tuple[int, int]:
    cell = play.view.cell_of(move, play.match.position)
    if hasattr(play.view, "tiles"):
        return play.view.tiles.tile_rect(cell).center
    return play.view.board.centre(cell)


@pytest.mark.few(3)
@pytest.mark.parametrize("offer", CATALOGUE)
@pytest.mark.parametrize("by_mouse", [True, False])
def test_a_whole_game_by_mouse(window, offer, by_mouse):
    play = window.start(offer, second=Seat(person=False, level=4))

    def choose(move: int) -> None:
        if by_mouse:
            window.click(place(play, move))
        else:
            window.type(play.view.move_text(move, play.match.position.turn))

    rng = random.Random(2)
    while not play.match.over:
        window.wait_for(lambda: play.match.over or play.session.persons_turn)
        window.settle()
        if play.session.persons_turn:
            choose(rng.choice(play.match.position.moves()))
    window.settle()
    assert isinstance(window.app.screen, EndCard)
    assert window.app.store.matches()[0].result == saved.result_of(play.match) != ""


@pytest.mark.few(1)
@pytest.mark.parametrize("offer", CATALOGUE)
def test_arrows_and_enter_play(window, offer):
    play = window.start(offer)
    window.key(pygame.K_RIGHT)
    while play.view.move_of(play.hands.selected, play.match.position) is None:
        window.key(pygame.K_RIGHT)
    window.key(pygame.K_RETURN)
    assert len(play.match.plies) == 1


@pytest.mark.few(2)
@pytest.mark.parametrize("offer", CATALOGUE)
def test_what_is_shown_follows_the_rules(window, offer):
    play = window.start(offer)
    rng = random.Random(5)
    while not play.match.over:
        play.session.play(rng.choice(play.match.position.moves()))
        cells = play.match.game.cells(play.match.position)
        shown = play.session.shown
        if offer == "eight":
            assert [sum(shown.numbers), shown.numbers[-1]] == cells
        elif offer == "kalah":
            assert list(map(len, shown.cells)) == cells
            assert sorted(itertools.chain(*shown.cells)) == list(range(sum(cells)))
        else:
            assert shown.cells == cells


@pytest.mark.few(1)
@pytest.mark.parametrize("offer", OTHERS)
def test_the_values_of_all_moves_can_be_seen(window, offer):
    play = window.start(offer)
    window.key(pygame.K_v)
    # In Eight a look ahead says nothing before it comes to the end.
    window.wait_for(lambda: (found := play.session.judgement) and (found.exact or offer != "eight"))
    values = value_labels(play.session, play.view, "?")
    assert set(values) == {
        play.view.cell_of(move, play.match.position) for move in play.match.position.moves()
    }
    # In Eight every first number loses, and none of them is painted as good.
    assert any(best for _, best in values.values()) == (offer != "eight")


def test_a_click_that_turns_nothing_gets_a_sentence(window):
    play = window.start("diamond")
    window.click(play.view.board.centre(0))
    assert play.session.message.key == "turns_nothing"
    taken = play.match.game.cells(play.match.position).index(1)
    window.click(play.view.board.centre(taken))
    assert play.session.message.key == "square_taken"
    assert play.match.plies == []


def test_the_number_just_named_is_refused(window):
    play = window.start("eight")
    window.type("2")
    window.type("2")
    assert play.session.message.key == "number_just_named"
    assert play.match.plies == [2]


@pytest.mark.slow
def test_discs_turn_one_after_the_other(window):
    play = window.start("reversi", pace="normal")
    game, rng = play.match.game, random.Random(1)
    position = play.match.position
    while True:
        move = rng.choice(position.moves())
        if sum(isinstance(event, Flip) for event in game.tell(position, move)) >= 3:
            break
        play.match.play(move)
        position = play.match.position
    play.session.motion.shown = play.view.shown(play.match)
    before = list(play.session.shown.cells)
    play.session.play(move)
    changed = set()
    while play.session.moving:
        now = play.session.shown.cells
        changed.add(sum(a != b for a, b in zip(before, now, strict=True)))
        window.frames()
    assert {1, 2, 3} <= changed


def test_a_pass_is_announced_and_waits(window):
    play = window.start("small", board="4x4", pace="normal")
    match, rng = play.match, random.Random(0)

    def passing() -> list[int]:
        told = {
            move: list(match.game.tell(match.position, move)) for move in match.position.moves()
        }
        return [move for move, events in told.items() if isinstance(events[-1], Again)]

    while not passing():
        match.play(rng.choice(match.position.moves()))
    play.session.motion.shown = play.view.shown(match)
    play.session.play(passing()[0])
    while not isinstance(play.session.timeline.event, Again):
        window.frames()
    event = play.session.timeline.event
    assert play.view.said(event, play.session.shown, match).key == "said_pass"
    assert duration(event) > 1.0


def test_the_tree_of_eight_is_whole(window):
    play = window.start("eight")
    root = whole_tree(play.match.game, play.match.start)
    assert sum(1 for _ in root.nodes()) == 62
    assert root.value == -1
    assert path_of(root, [2, 1, 3]) == [1, 0, 1]


def test_a_handicap_gives_black_corners(window):
    play = window.start("reversi", handicap=2)
    cells = play.match.game.cells(play.match.position)
    corners = play.match.game.board(play.match.position).corners
    assert [cells[corner] for corner in corners] == [1, 1, 0, 0]
    window.click(place(play, play.match.position.moves()[0]))
    record = window.app.store.matches()[0]
    assert saved.stored_of(record).match.position == play.match.position
    window.do("new")
    window.key(pygame.K_RETURN)
    assert window.app.screen.match.position == play.match.start


def test_every_card_shows_a_game_of_its_own(window):
    for offer in CATALOGUE.values():
        match = offer.picture()
        assert not match.over
        assert entry_of(match) is offer or match.variant not in offer.boards


@pytest.mark.parametrize("count", range(1, 20))
@pytest.mark.parametrize("first", ["kalah", "reversi"])
def test_any_number_of_cards_is_dealt_evenly(count, first):
    cards = [first] + ["small"] * (count - 1)
    rows = rows_of(cards)
    assert [card for row in rows for card in row] == cards
    widths = [sum(2 if VIEWS[CATALOGUE[card].game.key].wide else 1 for card in row) for row in rows]
    assert max(widths) <= 5
    assert widths == sorted(widths, reverse=True)


def test_every_game_has_a_view_and_every_view_a_card(window):
    assert set(VIEWS) == set(GAMES)
    keys = [card.key for game in GAMES.values() for card in game.cards]
    assert sorted(keys) == sorted(CATALOGUE)
    assert set(window.app.screen._cards) == {*CATALOGUE, ARTICLES_CARD, THEATRE_CARD}


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_game_and_board_has_its_words(language):
    words.choose(language)
    for offer in CATALOGUE.values():
        keys = [f"card_{offer.key}", f"card_{offer.key}_what"]
        keys += [f"turn_{offer.game.key}", f"turn_{offer.game.key}_you"]
        keys += offer.game.rule_words(())
        if len(offer.boards) > 1 and offer.game.key != "kalah":
            keys += [f"board_{board}" for board in offer.boards]
        keys = [key for key in keys if words.say(key, count=2) == f"kalahgui.{key}"]
        assert keys == []
        for board in offer.boards:
            assert "kalahgui." not in title_of(offer.game, board)
