"""Moves and commands that are typed as words, in the line at the foot of a board."""

from itertools import combinations
from unittest.mock import patch

import pygame
import pytest

from kalahgui import words
from kalahgui.games import GAMES
from kalahgui.gui.panels.telling import TYPED, TypedLine
from kalahgui.gui.screens.play.ending import EndCard
from kalahgui.gui.services.navigation import LearnOf
from kalahgui.gui.services.settings import Seat
from kalahgui.learning.course import LessonRun
from kalahgui.words import say


def type_line(window, text):
    """Type into the line, which opens with its key, and do it."""
    opens = not isinstance(window.app.screen, TypedLine)
    for sign in f"/{text}" if opens else text:
        window.key(ord(sign), sign)
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=sign))
        window.frames()
    window.key(pygame.K_RETURN)
    window.frames(2)
    return " ".join(window.said())


def test_a_game_is_played_with_words_alone(window):
    window.services.choose(pace="off")
    play = window.start("tictactoe", Seat(name="Ann"), Seat(name="Bob"))
    assert "Ann: a1" in type_line(window, "a1")
    assert say("square_taken") in type_line(window, "A 1")
    assert say("typed_unknown", text="zz") in type_line(window, "zz")
    type_line(window, "take back")
    assert not play.match.plies
    assert "Ann, nought: none. Bob, cross: none. Ann to move." in type_line(window, "board")
    for move in ("a1", "b1", "ａ２", "b2", "a3"):
        type_line(window, move)
    window.end()
    assert isinstance(window.app.screen, EndCard), "the line has given way"
    window.press(say("look"))
    type_line(window, "board")
    assert isinstance(window.app.screen, TypedLine), "it is open in a finished game, too"


def test_words_of_both_languages_are_known_and_the_line_closes(window):
    play = window.start("kalah", Seat(), Seat())
    type_line(window, "4")
    type_line(window, "待った")
    assert not play.match.plies
    type_line(window, "hint")
    assert play.hint.wanted
    window.key(pygame.K_ESCAPE)
    assert window.app.screen is play
    window.key(pygame.K_SLASH, "/")
    window.click((640, 300))
    assert window.app.screen is play
    assert not play.match.plies


def test_a_lesson_is_done_with_words(window):
    window.services.choose(pace="off")
    window.app.open(LearnOf("kalah", "sow"))
    window.frames(2)
    steps = window.app.screen.run.steps
    assert "Your pits: 4, 4, 4, 4, 4, 4. Store 0." in type_line(window, "board")
    type_line(window, "3")
    run = window.app.screens[-2].run
    window.wait_for(lambda: run.steps.behind > steps.behind)
    window.app.open(LearnOf("kalah", "end"))
    window.frames(2)
    with patch.object(LessonRun, "note") as note:
        type_line(window, "6")  # options are asked for, of which there is no sixth
    assert not note.called


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("variant", [each for each in GAMES["kalah"].variants if each != "3x2"])
def test_a_pit_of_the_other_side_is_told_to_be_that(window, language, variant):
    window.speak(language)
    window.choose(pit_numbers="article")
    play = window.start("kalah", Seat(), Seat(), board=variant)
    names = play.view.move_names
    for name in (names.all_of(1)[0], names.all_of(1)[-1]):
        assert say("typed_other_side", text=name) in type_line(window, name)
    assert say("typed_unknown", text="99") in type_line(window, "99")
    assert not play.match.plies


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_word_means_two_commands_of_a_screen(language):
    together = [{"back", "before"}, {"on", "next"}]
    with words.spoken(language):
        said = {command: {*say(f"typed_{command}").split(say("list_joint"))} for command in TYPED}
    for one, other in combinations(TYPED, 2):
        assert not said[one] & said[other] or {one, other} in together, (one, other)
