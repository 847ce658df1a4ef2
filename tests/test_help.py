"""The rules with pictures, and the table of keys.

``python tests/test_help.py`` writes the table of docs/guide.md anew.
"""

from pathlib import Path

import pygame
import pytest
from sources import reads_sources, sources

from kalahgui.games import GAMES
from kalahgui.games.game import Again, Capture, Flip, Sweep
from kalahgui.gui.screens.help import KEYS, STEPS, TABS, Help, RuleStep, columns_of
from kalahgui.gui.services import keymap, words
from kalahgui.gui.services.keymap import PLACES, KeyPlace, KeyRow, press
from kalahgui.gui.services.navigation import (
    ArticleOf,
    EditorOf,
    GameOf,
    Room,
    RulesOf,
    SetUpOf,
    TheatreOf,
)
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import KeysCard
from kalahgui.match.match import Match, Player


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


def test_the_tip_of_the_closing_button_names_the_key_that_closes_every_card(window):
    opened(window)
    window.app.push(KeysCard(window.app, ("theatre",)))
    for card in window.app.screens[-2:]:
        (close,) = [control for control in card.controls.all if control.icon == "close"]
        assert close.tip_words == "Close (Esc)"


def test_arrows_buttons_and_dots_go_through_the_steps(window):
    screen = opened(window, "kalah")
    pictures = set()
    for number in range(4):
        assert screen.number == number
        window.draw()
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
    new_window, text
):
    window = new_window((800, 500), text=text)
    scroller = opened(window, KEYS)._keys.scroller
    assert scroller.longest == 0
    scroller.height = scroller.rect.height + 300
    window.key(pygame.K_PAGEDOWN)
    assert 0 < scroller.offset <= 300
    window.key(pygame.K_PAGEUP)
    assert scroller.offset == 0


# -- the table of keys


GUIDE = Path(__file__).parent.parent / "docs" / "guide.md"
BEGIN, END = "<!-- keys -->\n", "<!-- end of the keys -->\n"


def written() -> str:
    """Return the table of the guide that tells of every key."""
    rows = ["| Key | What it does | Where |", "|---|---|---|"]
    with words.spoken("en"):
        for place in PLACES.values():
            rows += [f"| `{row.printed}` | {row.words} | {place.title} |" for row in place.rows]
    return "\n".join(rows) + "\n"


def told_around() -> tuple[str, str, str]:
    """Return what the guide says before its table of keys, the table, and what comes after."""
    before, _, rest = GUIDE.read_text("utf-8").partition(BEGIN)
    table, _, after = rest.partition(END)
    return before, table, after


def down(key: int, sign: str = "", mod: int = 0) -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=key, unicode=sign, mod=mod)


def meant(place: KeyPlace, event: pygame.Event) -> str:
    """Return the command that a key means first."""
    return next(place.meant(event, modified=False), "")


def test_the_guide_tells_of_every_key():
    assert told_around()[1] == written(), "python tests/test_help.py writes the table anew"


@reads_sources
def test_keys_are_named_in_one_table_alone():
    naming = [path.name for path in sources() if "pygame.K_" in path.read_text("utf-8")]
    assert naming == ["keymap.py"]


def test_no_key_means_two_things_in_one_place():
    for title, place in PLACES.items():
        strokes = [
            stroke.name for row in place.rows for each in row.strokes.values() for stroke in each
        ]
        assert len(set(strokes)) == len(strokes), title


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_what_is_printed_names_the_keys(language):
    with words.spoken(language):
        for row in (row for place in PLACES.values() for row in place.rows):
            printed = row.printed.replace("−", "-")
            if any(sign in printed for sign in ("rows", "矢印", "–", "〜")):
                continue  # many keys as one, as in "1 – 8"
            assert all(strokes[0].sign in printed for strokes in row.strokes.values()), printed


EXAMPLE = KeyPlace(
    "an example",
    KeyRow(copy="Ctrl+C", copy_all="Ctrl+Shift+C", cut="C", review="Shift+R", replay="R", more="+"),
    alone=pygame.KMOD_ALT,
)
CTRL, SHIFT, ALT, META = pygame.KMOD_CTRL, pygame.KMOD_SHIFT, pygame.KMOD_ALT, pygame.KMOD_META


@pytest.mark.parametrize(
    "key,sign,mod,command",
    [
        (pygame.K_c, "c", 0, "cut"),
        (pygame.K_c, "\x03", CTRL, "copy"),
        (pygame.K_c, "", META, "copy"),
        (pygame.K_c, "\x03", CTRL | SHIFT, "copy_all"),
        (pygame.K_c, "c", CTRL | ALT, ""),  # a letter on some keyboards
        (pygame.K_c, "c", ALT, ""),
        (pygame.K_x, "+", CTRL | ALT, "more"),
        (pygame.K_r, "R", SHIFT, "review"),
        (pygame.K_r, "r", 0, "replay"),
        (pygame.K_EQUALS, "+", SHIFT, "more"),
        (pygame.K_RIGHTBRACKET, "+", 0, "more"),
        (pygame.K_x, "x", 0, ""),
    ],
)
def test_a_key_means_what_most_is_held_for(key, sign, mod, command):
    assert meant(EXAMPLE, down(key, sign, mod)) == command


def test_a_command_that_means_nothing_now_lets_the_key_go_on():
    done = []
    commands = {"close": lambda: False, "leave": lambda: done.append("leave")}
    assert press(["card", "home", "library"], commands, down(pygame.K_ESCAPE))
    assert done == ["leave"]
    assert not press(["card"], commands, down(pygame.K_ESCAPE))


def commands_of(*places: str) -> set[str]:
    return {command for place in places for row in PLACES[place].rows for command in row.strokes}


ELSEWHERE = {"full", "paste", "open_file"}  # heard by the window, whatever the screen


def opened_screen(window, screen: str):
    """Open a screen in a state in which all of its keys mean something."""
    app = window.app
    match = Match(GAMES["kalah"], "6x4", (), (Player("Ann"), Player("Ben")))
    match.replay_texts(["1", "2"])
    if screen == "setup":
        app.open(SetUpOf("kalah"))
    elif screen in ("board", "review"):
        app.open(GameOf(match))
    elif screen == "library":
        app.open(GameOf(match))
        app.open(Room.LIBRARY)
    elif screen == "edit":
        app.open(EditorOf())
    elif screen == "articles":
        app.open(ArticleOf())
    elif screen != "home":
        app.open(TheatreOf(tab=screen))
    window.settle()
    if screen == "review":
        app.screen.review()
    return app.screen


@pytest.mark.parametrize(
    "screen", ["home", "setup", "board", "review", "library", "edit", "articles"]
)
def test_a_screen_has_a_command_for_every_key_of_its_places(window, screen):
    shown = opened_screen(window, screen)
    assert screen in shown.key_places
    assert commands_of(*shown.key_places) - ELSEWHERE <= set(shown.commands)


@pytest.mark.parametrize("tab", ["watch", "race", "order", "classics", "quiz"])
def test_a_tab_of_the_theatre_has_a_command_for_every_key(window, tab):
    theatre = opened_screen(window, tab)
    assert commands_of("tabs", "theatre") - ELSEWHERE <= set(theatre.commands)
    # The stage hears its own, the quiz explains after an answer, and no search looks 9 turns ahead.
    beside = {"zoom_in", "zoom_out", "whole", "fold", "depth_9", "watch"}
    digits = {f"type_{digit}" for digit in range(10)} | {"rub_out"}
    walks = {f"walk_{way}" for way in ("up", "down", "left", "right")}
    missing = commands_of(tab) - set(theatre.page.commands)
    assert missing <= beside | digits | walks


if __name__ == "__main__":
    before, _, after = told_around()
    GUIDE.write_text(f"{before}{BEGIN}{written()}{END}{after}", "utf-8")
