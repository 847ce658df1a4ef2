"""The rules in words, and the table of keys.

``python tests/test_help.py`` writes the tables of docs/guide.md and docs/guide.ja.md anew.
"""

from pathlib import Path

import pygame
import pytest
from japanese_keys import JAPANESE
from sources import reads_sources, sources

from kalahgui import words
from kalahgui.games import GAMES
from kalahgui.gui.elements.cards import KeysCard
from kalahgui.gui.elements.layout import Scroll
from kalahgui.gui.screens.help import KEYS, TABS, Help, columns_of
from kalahgui.gui.services import keymap
from kalahgui.gui.services.keymap import PLACES, KeyPlace, KeyRow, press
from kalahgui.gui.services.navigation import (
    ArticleOf,
    EditorOf,
    GameOf,
    LearnOf,
    MainScreen,
    RulesOf,
    SetUpOf,
    TheatreOf,
)
from kalahgui.match.match import Match, Player
from kalahgui.words import say


def opened(window, tab: str = "") -> Help:
    window.app.open(RulesOf())
    window.frames(2)
    screen = window.app.screen
    assert isinstance(screen, Help)
    if tab:
        screen.open_tab(tab)
        window.frames(2)
    return screen


def test_the_rules_of_every_game_are_written_and_lead_to_its_course(window):
    for game, names in ((key, game.rule_parts) for key, game in GAMES.items()):
        screen = opened(window, game)
        written = window.says()
        assert all(say(f"rules_step_{game}_{name}") in written for name in names)
        if not GAMES[game].courses:
            assert say("learn_how") not in window.labels()
            continue
        window.press(say("learn_how"))
        assert window.app.screen.page.chosen == game
        assert screen not in window.app.screens


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


def test_every_key_is_said_once_and_in_two_columns():
    groups = list(keymap.groups().items())
    all_words = [row.words for _, rows in groups for row in rows]
    assert len(set(all_words)) == len(all_words)
    left, right = columns_of(groups)
    assert [*left, *right] == groups
    heights = [sum(len(rows) + 2 for _, rows in column) for column in (left, right)]
    assert abs(heights[0] - heights[1]) <= max(len(rows) + 2 for _, rows in groups)


def scroller_of(screen):
    """Return what moves the card."""
    return next(
        element for element in screen.controls.root.all if isinstance(element, Scroll)
    ).scroller


def test_all_keys_are_in_sight_in_the_smallest_window_and_scroll_in_a_smaller_one(new_window):
    for text in ("normal", "large"):  # with the mouse, where the whole picture grows
        window = new_window((800, 500), text=text)
        assert scroller_of(opened(window, KEYS)).longest == 0
    window = new_window((800, 400), text="normal")
    scroller = scroller_of(opened(window, KEYS))
    window.key(pygame.K_PAGEDOWN)
    assert 0 < scroller.offset <= scroller.longest
    window.key(pygame.K_PAGEUP)
    assert scroller.offset == 0


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_what_groups_of_keys_are_called_stands_clear_of_their_rows(new_window, language):
    window = new_window((800, 500), language)
    opened(window, "keys")
    names, written = {say(f"keys_{name}") for name in keymap.groups()}, window.written()
    heads = [place for said, place in written if said in names]
    rows = [place.inflate(0, -place.height // 4) for said, place in written if said not in names]
    assert len(heads) >= len(names)
    assert [head for head in heads if head.collidelist(rows) != -1] == []


# -- the table of keys


DOCS = Path(__file__).parent.parent / "docs"
GUIDES = {"en": DOCS / "guide.md", "ja": DOCS / "guide.ja.md"}
HEADS = {
    "en": "| Key | What it does | Where |",
    "ja": "| キー | すること | 場所 |",
}
BEGIN, END = "<!-- keys -->\n", "<!-- end of the keys -->\n"


def written(language: str) -> str:
    """Return the table of a guide that tells of every key."""
    rows = [HEADS[language], "|---|---|---|"]
    own = JAPANESE if language == "ja" else {}
    with words.spoken(language):
        for place in PLACES.values():
            title = own.get(place.title, place.title)
            rows += [
                f"| `{row.printed}` | {own.get(row.words, row.words)} | {title} |"
                for row in place.rows
            ]
    return "\n".join(rows) + "\n"


def told_around(guide: Path) -> tuple[str, str, str]:
    """Return what a guide says before its table of keys, the table, and what comes after."""
    before, _, rest = guide.read_text("utf-8").partition(BEGIN)
    table, _, after = rest.partition(END)
    return before, table, after


def down(key: int, sign: str = "", mod: int = 0) -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=key, unicode=sign, mod=mod)


def meant(place: KeyPlace, event: pygame.Event) -> str:
    """Return the command that a key means first."""
    return next(place.meant(event, modified=False), "")


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_guide_tells_of_every_key(language):
    table = told_around(GUIDES[language])[1]
    assert table == written(language), "python tests/test_help.py writes the tables anew"


def test_the_japanese_guide_has_words_for_all_that_only_the_guides_tell():
    titles = {place.title for place in PLACES.values()}
    notes = {row.words for place in PLACES.values() for row in place.rows if not row.what}
    assert {*JAPANESE} == titles | notes


@reads_sources
def test_keys_are_named_in_one_table_alone():
    naming = [path.name for path in sources() if "pygame.K_" in path.read_text("utf-8")]
    assert naming == ["keymap.py"]


def test_no_key_means_two_things_in_one_place():
    for title, place in PLACES.items():
        strokes = [
            stroke.name
            for row in place.rows
            for command_strokes in row.strokes.values()
            for stroke in command_strokes
        ]
        assert len(set(strokes)) == len(strokes), title


def test_every_stroke_is_a_key_or_a_sign_that_can_be_typed():
    for place in PLACES.values():
        for stroke in (stroke for row in place.rows for s in row.strokes.values() for stroke in s):
            assert stroke.keys or len(stroke.sign) == 1, (place.title, stroke.name)


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


# What each question has its own answers for; is heard by a part of the page; has no such depth.
CHOICES = {f"choice_{number}" for number in range(1, 7)}
NOT_NOW = {*CHOICES, "zoom_in", "zoom_out", "whole", "fold", "depth_9", "look", "cut"}
NOT_NOW |= {f"walk_{way}" for way in ("up", "down", "left", "right")}


def test_a_screen_has_a_command_for_every_key_of_its_places(window):
    app = window.app
    match = Match(GAMES["kalah"], "6x4", (), (Player("Ann"), Player("Ben")))
    match.replay_texts(["1", "2"])
    game, theatre = GameOf(match), ("watch", "race", "order", "classics", "quiz")
    for key, *places in (
        ("home", MainScreen.HOME),
        ("setup", SetUpOf("kalah")),
        ("board", game),
        ("library", game, MainScreen.LIBRARY),
        ("edit", EditorOf()),
        ("articles", ArticleOf()),
        ("learn", LearnOf("kalah")),
        ("exercise", LearnOf("kalah", "again")),
        ("themes", LearnOf("kalah 6x3", "", "puzzles")),
        ("puzzle", LearnOf("kalah 6x3", "run", "puzzles")),
        ("search_lesson", LearnOf("computer", "look")),
        *((tab, TheatreOf(tab=tab)) for tab in theatre),
        ("review", game),
    ):
        for place in places:
            app.open(place)
            window.settle()
        if key == "review":
            app.screen.review()
        shown = app.screen
        key_places, commands = [*shown.key_places], {*shown.commands}
        if key in theatre:
            key_places += shown.page.key_places
            commands |= {*shown.page.commands}
        assert key in key_places
        missing = commands_of(*key_places) - ELSEWHERE - commands
        not_now = NOT_NOW if key in theatre else CHOICES if key == "search_lesson" else set()
        assert missing <= not_now, key


if __name__ == "__main__":
    for spoken, page in GUIDES.items():
        before, _, after = told_around(page)
        page.write_text(f"{before}{BEGIN}{written(spoken)}{END}{after}", "utf-8")
