"""What screen readers are told of the window: all of it, each thing once, and nothing stale."""

import os
import random
import re
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple
from unittest.mock import patch

import accesskit
import pygame
import pytest
from driver import Driver

from kalahgui.articles.contents import ARTICLES
from kalahgui.games import GAMES
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.paint.theme import PALETTES
from kalahgui.gui.screens.settings_card import SettingsCard
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
from kalahgui.gui.services.settings import CATALOGUE
from kalahgui.gui.shell.accessibility import Accessibility, Told, begin
from kalahgui.library import learnt
from kalahgui.library.saved import StoredMatch
from kalahgui.match.match import Match, Player
from kalahgui.words import say


class Awake:
    """Somebody listens, and never now."""

    awake, due = True, False

    def drawn(self):
        pass


def told(window):
    """Return what is told of the window as it is drawn now, every part with its depth."""
    window.app.accessibility = Awake()
    window.frames(3)
    window.draw()
    window.draw()
    return list(walk(window.app.accessible_node()))


def walk(part):
    yield part
    for child in part.parts:
        yield from walk(child)


def a_game(window, key="kalah", moves="1 3 6 2", variant=""):
    match = Match(GAMES[key], variant or GAMES[key].variant, (), (Player(), Player()))
    match.replay_texts(moves.split())
    window.services.autosave.keep_match(StoredMatch(match))
    window.app.open(GameOf(match))
    window.frames(3)
    return window.app.screen


def theatre(window, tab):
    window.app.open(TheatreOf(tab=tab))
    window.frames(3)
    return window.app.screen.page


def article(window, key, place):
    window.app.open(ArticleOf(key))
    window.app.screen.open_section(place)


def sheet(window, command):
    a_game(window).commands[command]()


SCENES = {
    "home": lambda window: window.app.open(MainScreen.HOME),
    "settings": lambda window: window.app.open(MainScreen.SETTINGS),
    "library": lambda window: (a_game(window), window.app.open(MainScreen.LIBRARY)),
    "rules": lambda window: window.app.open(RulesOf()),
    "editor": lambda window: window.app.open(EditorOf()),
    "lesson": lambda window: window.app.open(LearnOf("kalah", "sow")),
    "review": lambda window: a_game(window).review(),
    **{f"play {key}": partial(a_game, key=key, moves="") for key in GAMES},
    **{
        f"set-up {card}": lambda window, card=card: window.app.open(SetUpOf(card))
        for card in CATALOGUE
    },
    **{
        f"learn {tab}": lambda window, tab=tab: window.app.open(LearnOf(tab=tab))
        for tab in ("", "puzzles", "mistakes")
    },
    **{
        f"theatre {tab}": lambda window, tab=tab: window.app.open(TheatreOf(tab=tab))
        for tab in ("first", "quiz", "order", "race", "classics", "watch")
    },
    "theatre break": lambda window: theatre(window, "quiz").choose_mode("break"),
    **{
        f"article {key} {place}": lambda window, key=key, place=place: article(window, key, place)
        for key, content in ARTICLES.items()
        for place in range(len(content.sections))
    },
    **{command: partial(sheet, command=command) for command in ("show", "study", "menu")},
}


@pytest.mark.parametrize("key", GAMES)
def test_the_cells_say_what_lies_on_the_board_after_every_ply(key):
    rng, game = random.Random(key), GAMES[key]
    for _ in range(5):
        match = Match(game, game.variant, (), (Player(), Player()))
        view = VIEWS[key](game, match.start, pygame.Rect(0, 0, 600, 400), 0, PALETTES["paper"])
        seen = sorted(cell for row in view.rows for cell in row)
        assert seen == list(view.cells(match.start))
        while not match.over:
            match.play(rng.choice(match.position.moves()))
            cells = game.cells(match.position)
            for cell in seen:
                words = view.cell_words(cell, match)
                if key == "kalah":
                    assert f", {cells[cell] if cells[cell] != 1 else 'one'} stone" in words
                elif key != "eight":
                    assert ("black" in words or "nought" in words) == (cells[cell] == 1)
                    assert ("white" in words or "cross" in words) == (cells[cell] == 2)


def test_the_card_at_the_end_takes_the_focus_from_the_board_and_gives_it_back(window):
    a_game(window, "eight", "2 1 2")
    [last] = [part for part in told(window) if part.role is Role.CELL and "wins" in part.name]
    last.act()
    window.end()
    [card] = [part for part in told(window) if part.focused]
    assert card.role is Role.DIALOG
    assert "wins" in card.name
    window.key(pygame.K_ESCAPE)
    [board] = [part for part in told(window) if part.focused]
    assert board.role is Role.TABLE


def test_a_search_tree_tells_whose_choice_a_node_is_and_why_the_rest_is_cut(window):
    page = theatre(window, "watch")
    window.wait_for(lambda: page.playback is not None and not page.watching.counting)
    window.key(pygame.K_c, "c")
    parts = told(window)
    [here] = [part for part in parts if part.role is Role.NODE and part.focused]
    cut = here.name.partition("cut, because: ")[2]
    assert cut in [part.name for part in parts if part.role is Role.TEXT]
    assert "you choose" in here.name
    assert "alpha" in here.name
    left_out = [node for node in here.parts if node.name.endswith("not looked at")]
    assert left_out
    seen = here.parts[0]
    seen.take()
    [focused] = [part for part in told(window) if part.focused]
    assert focused.key == seen.key == page.playback.node
    nodes = [part for part in parts if part.role is Role.NODE]
    assert len(nodes) < len(page.playback.recording.nodes)


def test_a_tree_that_is_searched_by_hand_does_not_tell_what_is_hidden(window):
    page = theatre(window, "quiz")
    leaves = {leaf.value for leaf in page.panel.task.tree.leaves()}
    nodes = [part for part in told(window) if part.role is Role.NODE and not part.parts]
    assert len(leaves) > 1
    assert {node.name for node in nodes} == {"a leaf, still to come"}


def test_the_table_of_an_article_says_its_headings_and_is_gone_through_by_keys(window):
    article(window, "kalah", 3)
    [table] = [part for part in told(window) if part.role is Role.TABLE]
    assert {len(row.parts) for row in table.parts} == {4}  # as long as nothing is measured
    assert table.parts[1].name.startswith("first: 3, second: 2, ")
    assert "evaluations (published): 90968" in table.parts[1].name
    while window.app.screen.controls.focus_words != table.name:
        window.key(pygame.K_TAB)
    window.key(pygame.K_DOWN)
    [focused] = [part for part in told(window) if part.focused]
    assert (focused.role, focused.on) == (Role.ROW, True)
    assert focused.name == table.parts[1].name


def test_a_review_lists_the_moves_with_their_values_and_the_mistakes(window):
    screen = a_game(window, moves="1 3 1 2 3 1", variant="3x2")
    screen.review()
    review = window.app.screen
    window.wait_for(lambda: review.session.analysis.reviewed)
    lists = {part.key: part for part in told(window) if part.role is Role.LIST}
    plies, graph, mistakes = lists["moves"].parts, lists["graph"].parts, lists["mistakes"].parts
    assert len(plies) == len(graph) - 1 == len(screen.match.main_line) - 1
    leads = {point.ply: point.lead for point in review.graph.points}
    for place, item in enumerate(graph):
        assert str(abs(leads[place])) in item.name
    assert len(mistakes) == len(review.course.mistakes) > 0
    mistakes[0].take()
    lists = {part.key: part for part in told(window) if part.role is Role.LIST}
    [mistake] = [item.key for item in lists["mistakes"].parts if item.on]
    assert mistake == mistakes[0].key
    [ply], [point] = ([row.key for row in lists[key].parts if row.on] for key in ("moves", "graph"))
    assert ply == point == id(review.course.mistakes[0].node)
    bar = next(part for part in told(window) if part.key == "bar")
    assert "First player" in bar.name


def test_a_lesson_tells_what_lies_on_the_board_and_takes_cells_but_gives_nothing_away(window):
    window.app.open(LearnOf("kalah", "reach"))
    screen = window.app.screen
    asking = screen.exercise.asking
    cells = [part for part in told(window) if part.role is Role.CELL]
    assert not [cell.name for cell in cells if "store:" in cell.name]
    right = {asking.next_choice(())}
    wrong = next(cell for cell in cells if cell.key not in right)
    wrong.act()
    window.wait_for(lambda: not screen.busy)
    assert not any(part.on for part in told(window) if part.role is Role.CELL)
    next(cell for cell in cells if cell.key in right).act()
    window.wait_for(lambda: not screen.busy)
    assert {part.key for part in told(window) if part.role is Role.CELL and part.on} == right


@pytest.mark.parametrize("key", GAMES)
def test_a_position_is_set_up_by_what_is_told(window, key):
    window.app.open(EditorOf())
    screen = window.app.screen
    game = say(f"rules_tab_{key}")
    next(part for part in told(window) if part.name.endswith(game) and part.act).act()
    before = screen.editing.draft
    cells = [part for part in told(window) if part.role is Role.CELL and part.act]
    cells[0].act()
    assert screen.editing.draft != before
    if key != "eight":
        after = next(part for part in told(window) if part.role is Role.CELL)
        assert cells[0].name.partition("press for ")[2] in after.name


def test_the_library_says_all_of_a_row_and_what_can_be_done_with_it(window):
    a_game(window, moves="1 3")
    window.app.open(MainScreen.LIBRARY)
    window.frames(30)
    window.key(pygame.K_DOWN)
    parts = told(window)
    games = next(part for part in parts if part.role is Role.LIST).parts
    assert [game.on for game in games] == [game.focused for game in games] == [False, True]
    assert "Kalah 6 × 6 · First player – Second player · unfinished" in games[1].name
    games[0].take()
    next(part for part in told(window) if part.key == "star").act()
    window.frames(3)
    games = next(part for part in told(window) if part.role is Role.LIST).parts
    assert [(game.on, "Starred" in game.name) for game in games] == [(True, True), (False, False)]


def test_a_game_is_played_by_what_is_told(window):
    screen = a_game(window, moves="")
    while not screen.match.over:
        cells = [part for part in told(window) if part.role is Role.CELL]
        legal = [
            screen.view.cell_of(move, screen.match.position)
            for move in screen.match.position.moves()
        ]
        before = screen.match.plies
        next(part for part in cells if part.key == legal[-1]).act()
        window.settle()
        assert screen.match.plies > before


def test_the_focus_stays_where_it_is_when_a_screen_is_laid_out_anew(window):
    """By refreshing, in another language and size, and below a card that comes and goes."""
    window.app.open(SetUpOf("kalah"))
    window.frames(2)
    screen = window.app.screen
    four = window.button("4")
    screen.controls.focus_on(four)
    window.key(pygame.K_RETURN)
    assert screen.controls.focus is not four
    for language in ("ja", "en"):
        window.speak(language)
        [focused] = [part for part in told(window) if part.focused]
        assert (focused.role, focused.name[-1], focused.on) == (Role.CHOICE, "4", True)
    window.app.open(MainScreen.SETTINGS)
    assert [part.role for part in told(window) if part.focused] == [Role.DIALOG]
    window.key(pygame.K_ESCAPE)
    assert [part for part in told(window) if part.focused] == [focused]


class Request(NamedTuple):
    """What a screen reader asks for."""

    action: Any
    target: int
    data: Any = None


class Listener:
    """An adapter that remembers what it was told."""

    def __init__(self, wake, ask, sleep):
        self.wake, self.ask, self.sleep = wake, ask, sleep
        self.updates, self.labels = [], {}

    def update_if_active(self, update):
        nodes = update().nodes
        self.updates.append([number for number, _ in nodes])
        self.labels |= {number: node.label or "" for number, node in nodes}

    def set_root_window_bounds(self, outer, inner):
        pass

    def update_window_focus_state(self, reached):
        pass


class Broken(Listener):
    """One whose library fails as accesskit does."""

    class PanicException(BaseException):
        pass

    def update_if_active(self, update):
        raise self.PanicException


@pytest.fixture
def listening(window):
    def begin(adapter=Listener):
        made = []
        window.app.accessibility = Accessibility(
            lambda *handlers: made.append(adapter(*handlers)) or made[0], now=window.services.now
        )
        window.app.patience = 1.0  # each frame is drawn
        return made[0]

    return begin


def test_a_frame_that_leaves_drawing_tells_nothing(window, listening, monkeypatch):
    listener = listening()
    listener.wake()
    window.frames(60)
    window.key(pygame.K_TAB)
    count = len(listener.updates)
    window.key(pygame.K_TAB)
    assert len(listener.updates) == count, "not so soon after the last time"
    late = window.app.patience + 1.0
    now = [0.0]
    monkeypatch.setattr("kalahgui.gui.shell.app.time.perf_counter", lambda: now[0])
    update = window.app.screen.update
    monkeypatch.setattr(
        window.app.screen, "update", lambda dt: (update(dt), now.append(now.pop() + late))
    )
    window.app.wake()
    window.frames(1, 1.0)
    assert len(listener.updates) == count
    window.app.wake()
    window.frames(1, 1.0)
    assert len(listener.updates) == count + 1


def test_nothing_is_told_until_somebody_listens_and_then_what_changes_alone(window, listening):
    listener = listening()
    window.frames(30)
    assert listener.updates == []
    listener.wake()
    window.frames(3)
    assert listener.updates == []  # whoever has woken it may hold its lock
    window.frames(30)
    (whole,) = listener.updates
    window.key(pygame.K_TAB)
    window.frames(10)
    assert [len(update) for update in listener.updates] == [len(whole), 0]  # the focus alone
    listener.sleep()
    window.app.open(MainScreen.LIBRARY)
    window.frames(200)
    assert len(listener.updates) == 2
    listener.wake()  # at rest
    window.frames(30)
    parts = list(walk(window.app.accessible_node()))
    written = [part for part in parts if part.role is Role.FIELD]  # a text of its own each
    assert len(listener.updates[2]) == len(parts) + len(written) > 10


def test_what_is_written_in_a_field_and_where_the_cursor_is_can_be_read(window, listening):
    class Reader(Listener):
        def update_if_active(self, update):
            tree_update = update()
            super().update_if_active(lambda: tree_update)
            read.update(tree_update.nodes)

    read: dict[int, Any] = {}
    listening(Reader).wake()
    window.app.open(MainScreen.LIBRARY)
    window.frames(30)
    [field] = window.fields()
    window.click(field.rect.center)
    pygame.event.post(pygame.Event(pygame.TEXTINPUT, text="Zoë 石"))
    window.frames(1)
    window.key(pygame.K_LEFT)
    window.key(pygame.K_LEFT, mod=pygame.KMOD_SHIFT)
    window.frames(30)
    [text_input] = [node for node in read.values() if node.role == accesskit.Role.TEXT_INPUT]
    [number] = text_input.children
    assert read[number].value == "Zoë 石"
    assert list(read[number].character_lengths) == [1, 1, 2, 1, 3]
    place = text_input.text_selection
    assert (place.anchor.character_index, place.focus.character_index) == (4, 3)
    assert place.anchor.node == place.focus.node == number


def test_a_failure_of_the_library_ends_nothing(window, listening, caplog):
    listener = listening(Broken)
    listener.wake()
    window.frames(30)
    assert window.app.accessibility is None
    assert "screen readers" in caplog.text
    window.app.open(MainScreen.LIBRARY)
    window.frames(3)


def test_what_is_asked_for_is_done_if_it_is_there_on_top_and_can_be_used(window, listening):
    listener = listening()
    listener.wake()

    def ask(action, name: str, times: int = 1) -> None:
        window.frames(30)
        number = next(number for number, label in listener.labels.items() if label.startswith(name))
        for _ in range(times):
            listener.ask(Request(action, number))
        listener.ask(Request(action, 10**6))
        window.frames(1)

    ask(accesskit.Action.CLICK, say("settings"), 2)
    assert [type(screen) for screen in window.app.screens[1:]] == [SettingsCard]
    ask(accesskit.Action.CLICK, f"{say('close')} (Esc)", 2)
    assert len(window.app.screens) == 1
    a_game(window, moves="")
    ask(accesskit.Action.FOCUS, "Take back")  # what cannot be used now
    assert window.app.screen.controls.focus is None


def test_one_that_comes_while_others_are_told_waits_until_its_lock_is_free(
    window, listening, monkeypatch
):
    listener = listening()
    listener.wake()
    update, came = accesskit.TreeUpdate, []

    def one_comes(*what):
        if not came:
            listener.sleep()
            listener.wake()
            came.append(len(listener.updates))
        return update(*what)

    monkeypatch.setattr(accesskit, "TreeUpdate", one_comes)
    window.frames(9)
    assert came == [0] and listener.updates == []
    window.frames(30)
    assert len(listener.updates[0]) == len(list(walk(window.app.accessible_node())))


def test_whoever_has_woken_the_layer_is_noted_after_the_time_to_wait():
    noted, made = [], []
    layer = Accessibility(
        lambda *handlers: made.append(Listener(*handlers)) or made[0],
        now=lambda: noted.append(layer.awake) or 5.0,
    )
    made[0].wake()
    assert noted == [False] and layer.awake and not layer.due


def test_it_is_told_when_something_can_be_pressed_from_now_on():
    part = AccessibleNode(Role.CELL, "d3", pygame.Rect(0, 0, 9, 9))
    assert Told(part, ()).likeness != Told(replace(part, act=print), ()).likeness


def test_a_start_that_has_hung_is_the_last_with_screen_readers(tmp_path, caplog, monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")  # elsewhere it is off by itself
    with patch("kalahgui.gui.shell.accessibility._system_adapter", lambda window: Listener):
        hung = begin(tmp_path, True, 0, float)
        assert hung is not None
        assert begin(tmp_path, None, 0, float) is not None, "both start just now"
        (mark,) = tmp_path.iterdir()
        os.utime(mark, (0, 0))
        assert begin(tmp_path, None, 0, float) is None
        assert "hung" in caplog.text
        again = begin(tmp_path, True, 0, float)  # by hand
        assert again is not None
        again.drawn()
        assert begin(tmp_path, True, 0, float) is not None
        assert begin(tmp_path, False, 0, float) is None


def test_who_closes_the_window_before_its_first_frame_has_not_hung(tmp_path):
    mark = tmp_path / "mark"
    mark.touch()
    window = Driver()
    window.app.accessibility = Accessibility(Listener, mark)
    window.close()
    assert not mark.exists()


def test_a_folder_without_room_for_a_mark_and_a_library_that_fails_leave_none(tmp_path):
    folder = tmp_path / "file" / "folder"
    folder.parent.touch()
    with patch("kalahgui.gui.shell.accessibility._system_adapter", lambda window: Listener):
        begin(folder, True, 0, float).drawn()
    with patch("kalahgui.gui.shell.accessibility._system_adapter", side_effect=ImportError):
        assert begin(tmp_path, True, 0, float) is None
    assert [*tmp_path.iterdir()] == [folder.parent]


def test_a_screen_says_what_it_is_and_a_course_what_is_done_of_its_lessons(window):
    window.app.open(MainScreen.HOME)
    assert told(window)[0].name.startswith("Home ")
    window.app.open(SetUpOf("kalah"))
    assert told(window)[0].name.startswith("New game: Kalah ")
    window.app.open(MainScreen.SETTINGS)
    window.key(pygame.K_DOWN)
    assert [part.name for part in told(window) if part.focused] == [say("settings_looks")]
    window.services.autosave.keep_learnt(lambda store: learnt.keep_stars(store, "kalah", "side", 2))
    window.app.open(LearnOf("kalah"))
    parts = told(window)
    assert any(re.fullmatch("2 of .* stars", part.name) for part in parts)
    lessons = next(part for part in parts if part.role is Role.LIST).parts
    assert [lesson.on for lesson in lessons].index(True) == 1
    assert lessons[0].name.endswith("done, 2 of 3 stars")
    assert lessons[1].name.endswith("next")
    lessons[6].act()
    lessons = next(part for part in told(window) if part.role is Role.LIST).parts
    assert [lesson.on for lesson in lessons].index(True) == 6
    lessons[0].act()
    window.key(pygame.K_RETURN)
    assert "Your side, your store" in told(window)[0].name


def test_the_values_of_moves_are_told_with_the_cells(window):
    screen = a_game(window, "tictactoe", "a1 b1")
    cells = [part.name for part in told(window) if part.role is Role.CELL]
    window.services.choose(values=True)
    window.wait_for(lambda: screen.session.judgement is not None and screen.session.judgement.exact)
    assert [part.name for part in told(window) if part.role is Role.CELL] != cells


def test_dots_in_place_of_a_value_are_told_to_nobody(window):
    window.app.open(EditorOf())
    window.frames(2)
    with patch.object(type(window.app.screen.value), "evaluation", None):
        names = [part.name for part in told(window)]
    assert say("edit_sought") in names
    assert "\u2026" not in names


def test_every_move_of_a_turn_has_the_number_of_the_turn(window):
    moves = "4 2 1 6 1 3 4 6 6 1 4 6 5 6 6 4 4 3 6 1 6 5 6 4 6 3"
    a_game(window, moves=moves)
    (listed,) = (part for part in told(window) if part.key == "moves" and part.role is Role.LIST)
    names = [part.name for part in listed.parts]
    assert len(names) == len(moves.split()) and all(name[0].isdigit() for name in names)


def test_the_library_names_its_search_and_both_ways_to_another_board(window):
    a_game(window)
    a_game(window, "tictactoe", "a1 b1")
    window.app.open(MainScreen.LIBRARY)
    window.frames(9)
    parts = told(window)
    assert say("library_search_name") in [part.name for part in parts if part.role is Role.FIELD]
    arrows = [part.name for part in parts if part.name.startswith(("The next", "The board"))]
    assert len(arrows) == len(set(arrows)) == 2
