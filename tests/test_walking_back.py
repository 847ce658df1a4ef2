"""A game that is looked back into is the game that it is, for every command but moves there."""

import pygame
import pytest
from driver import Driver

from kalahgui.gui.elements.cards import Question
from kalahgui.gui.screens.play import tools
from kalahgui.gui.screens.play.ending import EndCard
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services.navigation import LearnOf
from kalahgui.match.match import Series
from kalahgui.words import say

WON = ["a1", "b1", "a2", "b2", "a3"]
RUNNING = WON[:3]

# What is about the position on the board, or walks about itself; all else is about the game.
ABOUT_HERE = {
    *("back", "on", "turn_back", "turn_on", "to_start", "to_end", "up", "down", "left", "right"),
    *("play", "search", "edit", "why", "replay", "undo", "redo", "hint", "swap", "promote"),
    *("delete", "tell_board", "tell_near", "tell_far", "tell_cell", "next", "before", "type"),
    *("copy_position", "show", "study", "menu"),  # sheets, whose tools are compared below
}


COMMANDS = ("new", "resign", "result", "leave")

GAMES = pytest.mark.parametrize(
    ("texts", "resigned"), [(WON, False), (RUNNING, False), (RUNNING, True)], ids=str
)


def looking(window: Driver, texts: list[str], *, back: bool, resigned: bool = False) -> Play:
    """Play a game of two persons so far, and look at its start or at its end."""
    play = window.start("tictactoe", pace="off")
    for text in texts:
        play.session.play(play.match.parse(text))
    if resigned:
        play.session.resign()
    window.settle()
    if play.match.over:
        window.end()
        window.press(say("look"))
    if back:
        play.session.go_to_start()
        window.frames(3)
    return play


def answer(window: Driver, play: Play, command: str) -> tuple[object, ...]:
    """Do a command; return what has come of it."""
    before, begun = window.app.screen, play.match
    play.commands[command]()
    window.frames(3)
    screen, match = window.app.screen, getattr(window.app.screen, "match", None)
    message = play.session.message
    return (
        type(screen),
        screen is before,
        getattr(screen, "title", ""),
        None if match in (None, begun) else (match.plies, screen.stored.series),
        None if message is None else message.key,
        list(window.services.notices.waiting),
        (play.match.over, play.session.paused),
    )


@pytest.mark.few(1)
@GAMES
def test_commands_answer_the_same_wherever_one_looks(window, texts, resigned, commands=COMMANDS):
    for command in commands:
        answers = []
        for back in (False, True):
            window.services.notices.waiting.clear()
            play = looking(window, texts, back=back, resigned=resigned)
            answers.append(answer(window, play, command))
        assert answers[0] == answers[1], command


@pytest.mark.slow
@GAMES
def test_every_command_answers_the_same_wherever_one_looks(window, texts, resigned):
    play = looking(window, texts, back=False, resigned=resigned)
    commands = sorted(set(play.commands) - ABOUT_HERE - {*COMMANDS})
    test_commands_answer_the_same_wherever_one_looks(window, texts, resigned, commands)


@GAMES
def test_the_menu_offers_the_same_wherever_one_looks(window, texts, resigned):
    offered = []
    for back in (False, True):
        play = looking(window, texts, back=back, resigned=resigned)
        menu = tools.menu(play.session, window.services.choices, turns_round=True, full=False)
        offered.append([tool.command for tool in menu])
    assert offered[0] == offered[1]
    assert ("resign" in offered[0]) != play.match.over == ("result" in offered[0])


def test_a_running_game_that_is_looked_back_into_is_left_after_a_question(window):
    play = looking(window, RUNNING, back=True)
    window.key(pygame.K_n, "n")
    assert isinstance(window.app.screen, Question)
    window.press(say("resign_no"))
    assert window.app.screen is play and play.match.here is play.match.root


def test_a_finished_game_that_is_looked_back_into_counts_and_is_not_said_to_wait(window):
    looking(window, WON, back=True)
    window.key(pygame.K_n, "n")
    again = window.app.screen
    assert isinstance(again, Play) and not again.match.has_begun
    assert again.stored.series == Series((1, 0))
    looking(window, WON, back=True)
    window.app.open(LearnOf())
    assert say("game_left") not in window.services.notices.waiting


def test_the_result_of_a_game_that_is_looked_back_into_is_shown_at_its_end(window):
    play = looking(window, WON, back=True)
    window.do("result")
    window.frames(3)
    assert isinstance(window.app.screen, EndCard)
    assert play.match.here is play.match.tip
