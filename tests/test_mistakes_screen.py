"""My mistakes in the window: from a lost game by its review to exercises, asked again when due."""

import sys
import time
from datetime import UTC, datetime, timedelta

import pygame
import pytest
from driver import Driver

from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.gui.elements.layout import Card
from kalahgui.gui.screens.learn.mistakes_page import MistakesScreen
from kalahgui.gui.services.navigation import GameOf, LearnOf, MainScreen
from kalahgui.match.match import Match, Player
from kalahgui.words import say

NOW = datetime(2026, 11, 23, 12).astimezone()


def review(window: Driver, *players: Player, known: bool = False) -> None:
    """Take up a small game that the first player has lost, and review it to its end.

    All of it may be ``known`` already from the card of the end.
    """
    match = Match(GAMES["kalah"], "3x2", (), players)
    while not match.over:
        moves = match.position.moves()
        match.play(moves[0] if match.position.turn == 0 else moves[-1])
    window.services.clock = lambda: NOW
    window.app.open(GameOf(match))
    play = window.app.screen
    if known:
        window.wait_for(lambda: play.session.analysis.looked_back)
    play.review()
    screen = window.app.screen
    window.wait_for(lambda: screen.session.analysis.reviewed)
    window.frames(3)


def answer(window: Driver, right: bool) -> None:
    """Play the best move of the present exercise, or the worst one."""
    screen = window.app.screen
    judge, match = screen.exercise.judge, screen.match
    (best, *_) = judge.next_plies(match)
    moves = [move for move in match.position.moves() if move != best]
    move = best if right else max(moves, key=lambda ply: judge.loss(ply))
    before = screen.match.here
    window.move(move)
    window.wait_for(lambda: not screen.busy)
    if not right:
        assert screen.match.here is before  # the board has come back


@pytest.fixture(params=["", "JST-9 1", "PST8 23"])
def elsewhere(request, monkeypatch):
    """Live where UTC has another date at this hour, or where the tests run."""
    if not request.param:
        yield
        return
    if not hasattr(time, "tzset"):
        pytest.skip("the system's time zone cannot be changed")
    zone, hour = request.param.split()
    with monkeypatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        there = datetime(2026, 11, 23, int(hour)).astimezone()
        assert there.date() != there.astimezone(UTC).date()
        patch.setattr(sys.modules[__name__], "NOW", there)
        yield
    time.tzset()


@pytest.fixture
def lost(window):
    review(window, Player(), Player("", Method(level=1)))
    return window


def test_a_review_makes_exercises_and_leads_to_them(window):
    lost = window
    review(lost, Player(), Player("", Method(level=1)), known=True)
    count = len(lost.services.autosave.exercises())
    assert count
    lost.press(say("review_exercises", count=count))
    lost.frames(2)
    assert say("mistake_due", count=count) in lost.said()
    lost.app.open(MainScreen.HOME)
    lost.frames(2)
    assert say("mistake_card", count=count) in lost.said()


def test_without_mistakes_no_card_is_empty(window):
    window.app.open(LearnOf(tab="mistakes"))
    cards = [
        element for element in window.app.screen.controls.root.all if isinstance(element, Card)
    ]
    assert cards and all(any(element.words for element in card.all) for card in cards)


def test_what_is_right_comes_later_and_what_was_wrong_the_next_day(elsewhere, lost):
    autosave = lost.services.autosave
    lost.app.open(LearnOf(tab="mistakes"))
    lost.frames(2)
    lost.do("begin")
    screen = lost.app.screen
    assert isinstance(screen, MistakesScreen)
    wrong = screen.run.stored.id
    answer(lost, right=False)
    assert not screen.run.solved
    answer(lost, right=True)
    assert screen.run.solved
    due = [exercise.id for exercise in autosave.exercises(NOW)]
    assert wrong not in due
    tomorrow = (NOW + timedelta(days=1)).replace(hour=0)
    assert wrong in [exercise.id for exercise in autosave.exercises(tomorrow)]
    while lost.app.screen.commands["next"]():
        lost.frames(2)
        answer(lost, right=True)
    assert not autosave.exercises(NOW)
    lost.press(say("mistake_back"))
    lost.frames(2)
    assert {say("mistake_none_due"), say("mistake_next", count=1)} <= {*lost.said()}


def test_of_a_turn_that_is_shown_the_one_move_is_played_that_is_asked_for(lost):
    lost.app.open(LearnOf(tab="mistakes"))
    lost.do("begin")
    screen = lost.app.screen
    best, *others = screen.exercise.judge.next_plies(screen.match)
    assert others
    for _ in range(screen.run.patience):
        answer(lost, right=False)
    lost.do("show")
    lost.wait_for(lambda: screen.run.solved and not screen.busy)
    assert screen.match.here.plies == [best]


def test_an_exercise_can_be_put_away(lost):
    lost.app.open(LearnOf(tab="mistakes"))
    lost.do("begin")
    for put_away in (
        lambda: lost.key(pygame.K_DELETE),
        lambda: lost.press(say("mistake_put_away")),
    ):
        stored = lost.app.screen.run.stored
        put_away()
        kept = {exercise.id: exercise.retired for exercise in lost.services.autosave.exercises()}
        assert kept[stored.id]


def test_a_game_against_a_friend_makes_exercises_of_who_is_known_alone(window):
    choices = window.services.choices
    assert not choices.is_own("Ann")
    window.choose(first=choices.cards["kalah"].first)
    review(window, Player("Ann"), Player("Bob"))
    assert not window.services.autosave.exercises()


def test_what_is_to_be_trained_and_when_is_told_and_what_cannot_be_read_not_begun(lost):
    store = lost.services.autosave.store

    def page():
        lost.app.open(LearnOf(tab="mistakes"))
        lost.frames(2)
        return lost.app.screen

    for kind, found in (("other", False), ("missed_again", True)):
        store.change("UPDATE exercises SET kind = ? WHERE id = 1", kind)
        store.change("UPDATE exercises SET kind = 'other' WHERE id > 1")
        page()
        assert (say("mistake_kind_other") in lost.said()) is found
        assert say("mistake_train") in lost.said()
    store.change("UPDATE exercises SET judgement = '{}'")
    screen = page()
    screen.commands["begin"]()
    lost.frames(2)
    assert lost.app.screen is screen
    due = (NOW + timedelta(days=1, hours=9)).astimezone(UTC)  # tomorrow by the date
    store.change("UPDATE exercises SET due = ?", due.isoformat())
    page()
    assert say("mistake_next", count=1) in lost.said()
