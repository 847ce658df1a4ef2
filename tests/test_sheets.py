"""The five buttons above a board, and the sheets that they open."""

from __future__ import annotations

import pygame
import pytest

from kalahgui.gui.elements.cards import Question
from kalahgui.gui.elements.layout import Column, Space
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.sheet import Sheet, Tool, labelled_row
from kalahgui.gui.screens.play import tools
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services.settings import Seat
from kalahgui.words import say

COMPUTER = Seat(person=False, level=1)


def button(play: Play, command: str) -> pygame.Rect:
    return next(control.rect for control in play.controls.all if control.key == command)


def commands(play: Play) -> set[str]:
    """Return what the buttons and the sheets offer."""
    session, view, choices = play.session, play.view, play.services.choices
    sheets = (
        tools.row(session, hint=False),
        tools.show(session, choices, view.numbering),
        tools.study(session),
        tools.menu(session, choices, turns_round=view.turns_round, full=False),
    )
    return {tool.command for sheet in sheets for tool in sheet}


def test_a_sheet_opens_below_its_button_and_its_switches_stay(window):
    play = window.start("kalah", second=COMPUTER)
    place = button(play, "show")
    window.click(place.center)
    sheet = window.app.screen
    assert isinstance(sheet, Sheet) and sheet.card.top > place.bottom
    window.press(say("show_bar"))
    assert window.app.screen is sheet and window.services.choices.bar
    window.key(pygame.K_v, "v")  # a key that stands there
    assert window.app.screen is sheet and window.services.choices.values
    window.type("1")  # one that does not
    assert not play.match.plies
    window.key(pygame.K_ESCAPE)
    assert window.app.screen is play
    window.click(place.center)
    window.click(play.view.rect.center)  # beside it
    assert window.app.screen is play and not play.match.plies


def test_the_key_of_another_sheet_opens_that_one_and_help_its_card(window):
    window.start("kalah", second=COMPUTER)
    window.key(pygame.K_F2)
    first = window.app.screen
    window.key(pygame.K_F3)
    second = window.app.screen
    assert isinstance(second, Sheet) and second is not first and first not in window.app.screens
    window.key(pygame.K_QUESTION, "?")
    assert not isinstance(window.app.screen, Sheet) and second not in window.app.screens


def test_a_sheet_follows_the_game_and_the_window_below_it(window):
    play = window.start("kalah", second=COMPUTER, pace="off")
    window.type("2")
    window.do("study")
    window.frames()
    why = window.button(say("study_why"))
    assert why is not None and not why.enabled
    window.wait_for(lambda: play.session.persons_turn)
    assert window.button(say("study_why")).enabled
    before = button(play, "study").right
    pygame.display.set_mode((900, 600), pygame.RESIZABLE)
    window.app.rebuild()
    assert window.app.screen.card.right == button(play, "study").right != before


def test_a_sheet_is_used_by_keys_alone(window):
    play = window.start("kalah", second=COMPUTER)
    window.key(pygame.K_F10)
    window.key(pygame.K_UP)  # to the last one
    window.key(pygame.K_RETURN, "\r")
    assert isinstance(window.app.screen, Question)
    window.key(pygame.K_RETURN, "\r")
    assert play.match.over


@pytest.mark.parametrize("card", ["kalah", "reversi", "tictactoe", "eight"])
def test_every_command_of_a_game_stands_somewhere(window, card):
    play = window.start(card, second=COMPUTER)
    always = {"undo", "redo", "replay", "new", "hint", "values", "bar", "graph", "thinking"}
    always |= {"figures", "pause", "search", "review", "why", "edit", "share", "resign"}
    always |= {"settings", "help"}
    if card == "kalah":
        always |= {"flip", "numbers"}
    if card == "reversi":
        always |= {"measures", "numbers"}
    sheets = {"show", "study", "menu"}
    assert commands(play) - sheets - {"full"} == always
    assert commands(play) <= set(play.commands)


def test_two_computers_can_be_paused_where_there_is_nothing_to_hint_at(window):
    play = window.start("kalah", first=COMPUTER, second=COMPUTER)
    assert "hint" not in commands(play) and "step" in commands(play)
    window.click(button(play, "pause").center)
    assert play.session.paused
    window.frames(2)
    assert window.labels().count(say("go_on")) <= 1
    window.press(say("row_resume"))
    assert not play.session.paused


class Head(Screen):
    """A screen of which there is only the row of buttons."""

    def content(self):
        tools = (Tool("undo", "undo", "undo"), Tool("eye", "row_show", "show", False, opens=True))
        tools += (Tool("menu", "row_menu", "menu", usable=lambda: False, opens=True),)
        return Column(labelled_row(self, tools), Space(grow=1))

    @property
    def commands(self):
        return {"show": lambda: self.app.pop()}


@pytest.mark.parametrize(("size", "under"), [((800, 500), True), ((1280, 800), False)])
def test_a_row_of_buttons_says_all_words_and_does_their_commands(new_window, size, under):
    window = new_window(size)
    window.app.push(head := Head(window.app))
    window.frames()
    undo, show, menu = head.controls.all
    assert undo.rect.right < show.rect.x and (undo.rect.height > undo.rect.width / 2) == under
    assert [control.enabled for control in (undo, show, menu)] == [True, True, False]
    assert [control.chosen for control in (undo, show, menu)] == [None, False, None]
    assert {say("undo"), say("row_show"), say("row_menu")} <= set(window.said())
    window.press(say("row_show"))
    assert head not in window.app.screens


def test_a_sheet_that_is_higher_than_the_window_is_in_it_and_scrolls_with_the_focus(window):
    window.app.push(head := Head(window.app))
    tools = [Tool("eye", "row_show", f"show {number}") for number in range(40)]
    place = pygame.Rect(1200, 300, 60, 40)
    window.app.push(sheet := Sheet(head, lambda: place, lambda: tools, title=say("row_menu")))
    window.frames(2)
    assert pygame.Rect((0, 0), window.app.size).contains(sheet.card)
    last = sheet.controls.all[-1]
    assert not sheet.card.contains(last.rect)
    window.key(pygame.K_UP)
    assert sheet.controls.focus is last and sheet.card.contains(last.rect)
