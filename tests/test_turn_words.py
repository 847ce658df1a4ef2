"""What the panel says of a computer's turn: true by the events of its line, or nothing."""

from __future__ import annotations

import random

import pygame
import pytest

from kalahgui import words
from kalahgui.engine.method import Method
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.games.game import Again, Capture, Flip, fold
from kalahgui.games.limit import Limit
from kalahgui.gui.panels.turn_words import turn_sentences
from kalahgui.gui.services.settings import Seat
from kalahgui.match.match import Match, Player
from kalahgui.match.node import Thought
from kalahgui.review.move_reasons import turns_of
from kalahgui.words import say

BOARDS = [("kalah", "6x4"), ("kalah", "3x2"), ("reversi", "6x6"), ("reversi", "diamond")]


def positions(key: str, board: str, count: int) -> list:
    game, chance, samples = GAMES[key], random.Random(f"{key}{board}"), []
    while len(samples) < count:
        position = game.start(board, ()).to_the_end()
        for _ in range(chance.randrange(12)):
            if not position.over:
                position.play(chance.choice(list(position.moves())))
        if not position.over:
            samples.append(position)
    return samples


@pytest.mark.parametrize("key, board", BOARDS)
def test_what_is_told_of_a_line_follows_from_its_events(key, board):
    game = GAMES[key]
    for position in positions(key, board, 25):
        line = Thinker().best(position.copy(), Limit("alpha-beta", turns=3)).line
        here = position.copy()
        for turn in turns_of(game, position, line):
            assert turn.side == here.turn
            took = turned = again = 0
            for move in turn.moves:
                cells, events = game.cells(here), list(game.tell(here, move))
                for number, event in enumerate(events):
                    if isinstance(event, Capture):
                        standing = fold(cells, events[:number])
                        took += sum(standing[cell] for cell in event.cells)
                    turned += isinstance(event, Flip)
                    again += isinstance(event, Again)
                here.play(move)
            effects = turn.effects
            assert effects["took"] == took
            assert effects["turned"] == turned
            assert bool(effects["again"] + effects["no_moves"]) == bool(again)
            assert here == turn.after


def computers_turn(position, turns: int) -> Match:
    """Return a match in which a computer has moved again, and then by a search."""
    match = Match(
        GAMES["kalah"], "6x4", (), (Player(computer=Method(level=4)), Player()), start=position
    )
    match.play(2)
    limit = Limit("alpha-beta", turns=turns)
    finding = Thinker(0).best(match.position.copy(), limit)
    searched = match.here
    for number, move in enumerate(finding.line):
        if match.seat_to_move_at(match.here):
            break
        match.play(move)
        if not number:
            match.here.thought = Thought(searched.position, finding, limit, 0.1, 0)
    return match


def said_of(match: Match) -> list[str]:
    return turn_sentences(match, lambda move, side: match.game.text(move))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_turn_and_the_hope_are_said_and_a_line_without_an_answer_has_no_hope(language):
    start = GAMES["kalah"].start("6x4").to_the_end()
    with words.spoken(language):
        for turns in (1, 3):
            match = computers_turn(start, turns)
            said = said_of(match)
            assert len(said) == (1 if turns == 1 else 2)
            assert all(text in said[0] for text in match.ply_texts(match.here))
            assert all("%{" not in line for line in said)
            before = match.here
            match.play(match.position.moves()[0])
            assert said_of(match) == said  # until it moves again
            match.go_to(before.parent)
            assert len(said_of(match)) <= 1  # it had not come so far
            match.go_to(match.root)
            assert said_of(match) == []


def test_the_button_that_asks_why_is_seen_as_soon_as_it_is_there(window):
    play = window.start("kalah", Seat(), Seat(person=False, level=2))
    window.type("2")
    window.wait_for(lambda: play.session.persons_turn)
    window.settle()  # and nothing comes after that
    place = window.button(say("why_show")).rect

    def seen() -> bytes:
        window.draw()
        return pygame.image.tobytes(window.app.surface.subsurface(place), "RGB")

    at_once = seen()
    play.refresh()
    assert at_once == seen()


def test_the_panel_says_what_the_computer_did_and_figures_come_with_their_switch(window):
    play = window.start("kalah", Seat(), Seat(person=False, level=5), pace="off")
    window.type("2")
    window.wait_for(lambda: play.session.persons_turn and not play.session.moving)
    window.frames(2)
    assert say("thinking_heading") in window.said() and say("nodes") not in window.said()
    assert "It " in window.says()
    window.do("to_start")  # before the turn that was told of
    assert "It " not in window.says()
    window.do("to_end")
    assert "It " in window.says()
    window.press(say("show_figures"))
    window.key(27)
    assert say("nodes") in window.said()
