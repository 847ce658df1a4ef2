"""The rules with pictures, and the keys."""

from __future__ import annotations

import pygame
import pytest
from driver import Driver

from kalahgui.games import GAMES
from kalahgui.games.game import Again, Capture, Flip, Sweep
from kalahgui.gui.screens.help import KEYS, STEPS, TABS, Help, RuleStep, columns_of
from kalahgui.gui.services import keymap
from kalahgui.gui.services.navigation import RulesOf
from kalahgui.gui.services.words import say


def opened(window, tab: str = "") -> Help:
    window.app.open(RulesOf())
    window.frames(2)
    screen = window.app.screen
    assert isinstance(screen, Help)
    if tab:
        screen.open_tab(tab)
        window.frames(2)
    return screen


def step_of(game: str, name: str) -> RuleStep:
    return next(step for step in STEPS[game] if step.name == name)


def told(game: str, name: str) -> list:
    """Return what the move that a step shows does, as the game tells it."""
    step = step_of(game, name)
    match = step.match(game)
    return list(match.game.tell(match.position, match.parse(step.move)))


def test_every_game_has_three_to_five_steps_from_true_positions():
    assert set(STEPS) == set(GAMES)
    for game, steps in STEPS.items():
        assert 3 <= len(steps) <= 5
        for step in steps:
            match = step.match(game)
            if step.move:
                assert match.parse(step.move) in match.position.moves()


def test_the_pictures_show_what_their_words_say():
    assert any(isinstance(event, Again) for event in told("kalah", "again"))
    [capture] = [event for event in told("kalah", "capture") if isinstance(event, Capture)]
    match = step_of("kalah", "capture").match("kalah")
    own = [match.game.board(match.position).cell(0, pit) for pit in range(6)]
    cells = match.game.cells(match.position)
    assert sum(cells[cell] for cell in capture.cells if cell not in own) == 6
    end = step_of("kalah", "end").match("kalah")
    assert end.over
    assert end.game.points(end.position) == (38, 10)
    last = end.here
    events = list(end.game.tell(last.parent.position, last.ply))
    assert any(isinstance(event, Sweep) for event in events)
    assert sum(isinstance(event, Flip) for event in told("reversi", "lines")) == 3
    passed = step_of("reversi", "pass").match("reversi")
    assert passed.seat_before(passed.here) == passed.position.turn == 1
    assert told("reversi", "corner")[0].cell in GAMES["reversi"].board(passed.position).corners
    final = step_of("reversi", "end").match("reversi")
    assert (final.over, final.game.points(final.position)) == (True, (40, 24))
    line, draw = (step_of("tictactoe", name).match("tictactoe") for name in ("line", "draw"))
    assert (line.winner, draw.over, draw.winner) == (0, True, None)
    assert step_of("eight", "win").match("eight").winner == 1
    over = step_of("eight", "over").match("eight")
    assert (over.over, over.game.cells(over.position)[0]) == (True, 9)


def test_the_board_opens_the_rules_of_its_game_and_home_lets_choose(window):
    window.app.open(RulesOf(GAMES["eight"]))
    assert window.app.screen.tab == "eight"
    window.key(pygame.K_SLASH, "?")
    assert not isinstance(window.app.screen, Help)
    window.key(pygame.K_F1)
    screen = window.app.screen
    assert isinstance(screen, Help)
    for tab in TABS:
        window.press(say(f"rules_tab_{tab}"))
        assert screen.tab == tab


def test_arrows_buttons_and_dots_go_through_the_steps(window):
    screen = opened(window, "kalah")
    pictures = set()
    for number in range(4):
        assert screen.number == number
        window.app._draw()
        pictures.add(pygame.image.tobytes(screen.picture, "RGB"))
        window.key(pygame.K_RIGHT)
    assert screen.number == 3  # there is no step behind the last one
    assert len(pictures) == 4
    window.press("chevron_left")
    assert screen.number == 2
    window.key(pygame.K_LEFT)
    assert screen.number == 1
    window.click(screen._dots[3].center)
    assert screen.number == 3
    enabled = {c.icon: c.enabled for c in screen.controls.all if c.icon.startswith("chevron")}
    assert enabled == {"chevron_left": True, "chevron_right": False}


def test_every_key_is_said_once_and_in_two_columns():
    groups = list(keymap.groups().items())
    told = [row.words for _, rows in groups for row in rows]
    assert len(set(told)) == len(told)
    left, right = columns_of(groups)
    assert [*left, *right] == groups
    heights = [sum(len(rows) + 2 for _, rows in column) for column in (left, right)]
    assert abs(heights[0] - heights[1]) <= max(len(rows) + 2 for _, rows in groups)


@pytest.mark.few(1)
@pytest.mark.parametrize("text", ["normal", "large"])
def test_all_keys_are_in_sight_in_the_smallest_window_and_scroll_where_they_have_no_room(
    tmp_path, text
):
    window = Driver(tmp_path / "games.sqlite3", (800, 500))
    window.services.choose(text=text)
    window.app.rebuild()
    scroller = opened(window, KEYS)._keys.scroller
    assert scroller.longest == 0
    scroller.height = scroller.rect.height + 300
    window.key(pygame.K_PAGEDOWN)
    assert 0 < scroller.offset <= 300
    window.key(pygame.K_PAGEUP)
    assert scroller.offset == 0
    window.close()
