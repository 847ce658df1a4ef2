"""You search: taken by mouse, by touch and by keys, broken, and asked about on the way."""

from functools import partial
from unittest.mock import patch

import pygame
import pytest
from driver import Driver, Reader

from kalahgui import words
from kalahgui.core.textbook import ALGORITHMS
from kalahgui.engine.engine import Engine
from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.elements.layout import Scroll
from kalahgui.gui.screens.theatre.watch.watch_page import WatchPage
from kalahgui.gui.screens.theatre.you_search.you_page import YouPage
from kalahgui.gui.searching.break_panel import BreakPanel
from kalahgui.gui.searching.question_card import choice_words, question_words
from kalahgui.gui.searching.search_panel import OUTER, tree_picture
from kalahgui.gui.searching.tree_parts import value_words
from kalahgui.gui.searching.window_line import Shown, WindowLine
from kalahgui.gui.services.navigation import MainScreen, TheatreOf
from kalahgui.learning.being_search import Kind, Reply, questions
from kalahgui.learning.breaking import FEW, NO_CUT, ORDERED, TARGETS, TWICE, Breaking
from kalahgui.learning.mastery import EXAMINED, examination
from kalahgui.learning.misconceptions import number_of, sentence
from kalahgui.learning.random_trees import random_search
from kalahgui.learning.search_task import SearchRow, SearchTask
from kalahgui.theatre.game_tree import Path, TreeNode, leaves_of, walk
from kalahgui.theatre.node_labels import NodeLabel, NodeState
from kalahgui.words import say


def you(window: Driver, seed: str = "you", **choice: str) -> YouPage:
    window.app.open(TheatreOf(tab="quiz"))
    page = window.app.screen.page
    assert isinstance(page, YouPage)
    page.visit.searches = SearchRow(seed, window.services.autosave.keep_answer)
    page.row.choose(**choice)
    window.app.screen.refresh()
    window.frames(2)
    return page


def go_to(page: YouPage, kind: str, truth: object = None) -> None:
    """Answer until a question of some kind comes."""
    task = page.row.task
    while task.question.kind != kind or truth not in (None, task.question.truth):
        task.answer(task.question.truth)
    page.screen.refresh()


def press_choice(window: Driver, page: YouPage, choice: object) -> None:
    window.press(choice_words(page.row.task.question, choice))


@pytest.mark.parametrize("touch", [False, True])
def test_a_search_is_done_by_clicking_nodes_and_buttons(window, touch):
    page = you(window, algorithm="nega-alpha")
    task = page.row.task
    while not task.done:
        here = task.question
        if here.kind == Kind.NODE:
            window.click(page.panel.tree.centre(here.truth), touch)
        elif here.truth == Reply.LOOK and touch:
            window.click(page.panel.tree.centre(here.next), touch)
        else:
            press_choice(window, page, here.truth)
        assert task.question is not here
    assert (page.panel.done, page.panel.mistakes, task.right) == (True, 0, len(task.row))
    kept = window.services.autosave.answers()
    assert sum(map(len, kept.values())) == len(task.row)
    assert all(all(answer) for answer in kept.values())
    assert say("you_search_mastery") in window.says()
    window.press(say("you_search_next_search"))
    assert page.row.number == 1 and page.row.task is not task


def test_a_search_is_done_by_keys_alone(window):
    page = you(window, algorithm="usual-nega-scout")
    task = page.row.task
    while not task.done:
        here = task.question
        if here.kind == Kind.NODE:
            for _ in range(30):
                if page.panel.cursor == here.truth:
                    break
                at, to = map(page.panel.tree.centre, (page.panel.cursor, here.truth))
                down, right = to[1] > at[1] + 5, to[0] > at[0]
                window.key(pygame.K_DOWN if down else pygame.K_RIGHT if right else pygame.K_LEFT)
            window.key(pygame.K_RETURN)
        elif here.kind == Kind.PRUNE:
            window.key(*((pygame.K_c, "c") if here.truth == Reply.CUT else (pygame.K_l, "l")))
        else:
            window.type(str(here.choices.index(here.truth) + 1))
        assert task.question is not here, here
    assert task.mistakes == 0
    window.key(pygame.K_RETURN)
    assert page.row.number == 1


def test_a_wrong_answer_gets_its_sentence_and_the_answer_is_shown_on_demand(window, monkeypatch):
    lines = []
    monkeypatch.setattr(window.services.voice, "tell", lines.append)
    page = you(window)
    go_to(page, Kind.PRUNE, Reply.CUT)
    task, asked, look = page.row.task, page.row.task.question, say("you_search_choice_look")
    assert lines[-1] == page.panel.question.words and say("you_search_ask_prune") in lines[-1]
    place = window.button(look).rect.copy()
    window.press(look)
    assert window.button(look).rect == place
    assert task.question is asked and page.panel.mistakes == 1
    assert task.wrong in ("stale_bound", "cut_missed", "less_than")
    assert lines[-1].startswith(say("you_search_not_quite")) and lines[-1] in shown(window)
    assert sentence(asked, Reply.LOOK).said(say) in lines[-1]
    window.click(page.panel.tree.centre((0, 0)))  # what was looked at is no answer
    window.key(pygame.K_RETURN)
    assert page.panel.mistakes == 1 and task.answered != (0, 0)
    window.press("Show me")
    assert task.helped and task.question is not asked
    node = task.recording.nodes[asked.node].text
    assert say("you_search_shown", node=node) in shown(window)
    assert window.services.autosave.answers()[asked.idea][-1] is False


def lowest(task: SearchTask) -> str:
    """Return the value below all leaves, which may be tried."""
    return number_of(min(leaf.value for leaf in task.tree.leaves()) - 1)


def highest(task: SearchTask) -> str:
    """Return the value above all leaves, which may be tried."""
    return number_of(max(leaf.value for leaf in task.tree.leaves()) + 1)


def node_told(window: Driver, path: Path) -> str:
    """Return what is told of a node of the tree."""
    nodes = window.app.screen.accessible_node().all
    return next(part.name for part in nodes if part.role is Role.NODE and part.key == path)


def test_a_leaf_is_tried_with_any_value_which_changes_nothing_where_it_is_cut(window):
    page = you(window)
    task, changes = page.row.task, set()
    while task.question.kind != Kind.PRUNE or task.question.truth != Reply.CUT:
        if task.ahead() is not None and task.question.truth == Reply.LOOK:
            low = lowest(task)
            window.press(low)
            changes.add(say("you_search_try_changes", n=low) in window.said())
        page.panel.show_me()
    leaf, high = task.ahead(), highest(task)
    for value in (lowest(task), high):
        window.press(value)
        assert say("you_search_try_same", n=value) in window.said()
        assert value_words(value) in node_told(window, leaf)
    window.press(say("you_search_choice_cut"))  # it may be tried afterwards, too
    assert task.ahead() == leaf
    window.press(high)
    assert say("you_search_try_same", n=high) in window.said()
    assert task.index == task.row.index(task.question)
    while not task.done:
        if task.ahead() is not None and task.question.truth == Reply.LOOK:
            low = lowest(task)
            window.press(low)
            changes.add(say("you_search_try_changes", n=low) in window.said())
        page.panel.show_me()
    assert True in changes


def test_a_row_in_which_both_players_move_has_no_name(window):
    you(window)
    below = TreeNode("1", 1, 1), TreeNode("2", 2, 1)
    again, other = TreeNode("A", None, 0, below), TreeNode("B", None, 1, below)
    room = pygame.Rect(0, 0, 600, 400)
    for children, named in (((again, other), False), ((other, other), True)):
        tree = TreeNode("R", None, 0, children)
        labels = {path: NodeLabel(NodeState.OPEN) for path, _ in walk(tree)}
        picture = tree_picture(window.app.screen, tree, room)
        said = window.said(partial(picture.draw, labels=labels))
        assert said.count(say("article_row_max")) == 1
        assert (say("article_row_min") in said) == named


def test_the_name_of_a_bound_stands_at_its_own_wall(window):
    line = WindowLine(0, 10, window.app.screen.palette, window.app.screen.scale)
    line.show(Shown(5, 2, None, "alpha", "beta"), at_once=True)
    rect = pygame.Rect(0, 0, 600, 100)
    written = dict(window.written(lambda surface: line.draw(surface, rect)))
    assert written["beta"].x < written["alpha"].x


def test_nothing_is_told_before_it_is_asked(window):
    """The window's own bound and the value are those before the answer."""
    page = you(window)
    go_to(page, Kind.BOUND)
    asked = page.row.task.question
    bound = "α" if asked.largest else "β"
    assert f"{bound} {number_of(asked.truth)}" not in window.said()
    go_to(page, Kind.VALUE)
    assert (
        page.row.task.labels()[page.row.task.question.path].value.strip("≤≥")
        != str(page.row.task.question.truth)
        or page.row.task.question.truth == page.row.task.question.value
    )


def test_algorithm_difficulty_and_eyes_are_chosen_and_found_again(window):
    page = you(window)
    window.press("MTD(f)")
    window.press("hard")
    window.key(pygame.K_v, "v")
    row = page.row
    assert (row.algorithm, row.difficulty, row.as_mover) == ("mtd-f", "hard", True)
    assert all(question.largest for question in row.task.row)
    window.press("easy")
    assert row.as_mover
    window.key(pygame.K_a, "a")
    assert row.algorithm == ALGORITHMS[0]
    page.panel.show_me()
    place = row.task.index
    window.app.open(MainScreen.HOME)
    window.app.open(TheatreOf(tab="quiz"))
    window.frames(2)
    page = window.app.screen.page
    assert page.row.task.index == place == 1
    page.row.choose(algorithm="alpha-beta", difficulty="medium")
    window.speak("ja")
    window.frames(2)
    assert {"答えを見る", "新しい木"} <= set(window.labels())
    window.key(pygame.K_w, "w")
    visit = page.visit
    assert visit.tab == "watch" and visit.subject.root is page.row.task.tree
    assert (visit.algorithm, visit.depth) == ("alpha-beta", 3)


@pytest.mark.few(4)
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_question_has_its_words_and_finds_room(new_window, monkeypatch, language, algorithm):
    words.choose(language)
    asked = [question for _, question in examination(algorithm)]
    asked += questions(random_search("words", algorithm, "hard", 0))
    for question in asked:
        chosen = [] if question.kind in (Kind.NODE, Kind.ORDER) else question.choices[:2]
        for text in (*question_words(question), *(choice_words(question, c) for c in chosen)):
            assert text and "you_search" not in text and "%{" not in text
    window = new_window((800, 500))
    window.speak(language)
    page = you(window, algorithm=algorithm, difficulty="hard")
    reader = Reader(monkeypatch)
    for _ in range(12):
        if not page.row.task.done:
            asked = page.row.task.question
            page.panel.answer(next(c for c in asked.choices if c != asked.truth))
            window.draw()
            shown = window.app.screen.controls.root.all
            assert not any(
                element.scroller.longest for element in shown if isinstance(element, Scroll)
            )
            page.panel.show_me()
            window.draw()
    # Figures in small nodes fill them to the edge.
    assert [line for line in reader.cut + reader.outside if not line.isdecimal()] == []


def take_test(window: Driver, page: YouPage, wrong: set[int]) -> None:
    for number in range(10):
        here = page.asked.question
        if number in wrong:
            window.press("Show me")
        elif here.kind == Kind.ORDER:  # of the root's moves; no other node is an answer
            for node in ((), (*here.truth, 0), here.truth):
                window.click(page.panel.tree.centre(node))
        else:
            window.press(choice_words(here, here.truth))
        assert (page.panel.done, page.panel.mistakes) == (True, 0)
        if number < 9:
            right = number + 1 - len([earlier for earlier in wrong if earlier <= number])
            assert say("you_search_test_so_far", right=right, all=number + 1) in shown(window)
            window.key(*((pygame.K_RETURN,) if number % 2 else (pygame.K_n, "n")))


def shown(window: Driver) -> str:
    return window.says().replace("\n", " ")


def test_ten_questions_before_and_ten_after_show_what_was_gained(window, monkeypatch):
    page = you(window)
    window.press("Ten questions")
    window.press("Show me")
    window.key(pygame.K_b, "b")
    assert page.mode == "break"
    assert EXAMINED not in window.services.autosave.answers(), "it was broken off"
    window.key(pygame.K_t, "t")
    take_test(window, page, {0, 3, 4, 5})
    assert say("you_search_test_done", right=6, all=10) in shown(window)
    assert say("you_search_test_first", right=6) not in shown(window)
    first = page.asked.recording
    window.press("Next")  # back to the trees
    assert page.mode == "search"
    window.key(pygame.K_t, "t")
    take_test(window, page, {7})
    assert page.asked.recording.steps != first.steps
    assert say("you_search_test_done", right=9, all=10) in shown(window)
    assert say("you_search_test_first", right=6) in shown(window)
    # It ends also where nothing can be kept.
    monkeypatch.setattr(window.services.autosave, "keep_learnt", lambda change: None)
    window.press("Next")
    window.key(pygame.K_t, "t")
    take_test(window, page, set())
    assert say("you_search_test_done", right=10, all=10) in shown(window)


@pytest.mark.parametrize("size", [(800, 500), (1280, 800)])
def test_the_ring_of_the_cursor_keeps_off_the_names_of_nodes(new_window, size):
    window = new_window(size)
    panel = you(window).panel
    window.key(pygame.K_DOWN)
    path, ring = panel.cursor, pygame.Surface(size, pygame.SRCALPHA)
    panel.tree.ring(ring, path, pygame.Color("black"), OUTER)
    name = dict(walk(panel.tree.tree))[path].label
    anew = tree_picture(panel.screen, panel.tree.tree, panel.tree.rect)
    written = window.written(lambda surface: anew.draw(surface, panel.task.labels()))
    [place] = [place for words, place in written if words == name]
    assert not ring.get_bounding_rect().colliderect(place)


# -- break it


def breaking(window: Driver, target: str) -> YouPage:
    page = you(window)
    window.press("Break it")
    page.visit.breaking = Breaking("tests", TARGETS.index(target))
    window.app.screen.refresh()
    assert isinstance(page.panel, BreakPanel) and not page.panel.done
    return page


def test_why_a_node_is_cut_is_not_cut_itself_in_a_small_window(new_window):
    window = new_window((800, 500))
    for target in TARGETS:
        tree = breaking(window, target).panel.tree
        window.draw()
        assert all(tree.rect.contains(place) for _, _, place in tree.terms())


@pytest.mark.few(2)
@pytest.mark.parametrize("by_keys", [False, True])
@pytest.mark.parametrize("target", [NO_CUT, TWICE])
def test_a_search_is_broken_by_changing_leaves(window, target, by_keys):
    page = breaking(window, target)
    task = page.visit.breaking
    leaves = leaves_of(task.tree)
    # Where each leaf is better than those before it nothing is cut, and all is searched twice.
    for value, leaf in enumerate(leaves):
        if by_keys:
            while task.leaf != leaf:
                window.key(pygame.K_RIGHT)
        else:
            window.click(page.panel.tree.centre(leaf))
        while not task.met and (off := value - dict(walk(task.tree))[leaf].value):
            if by_keys:
                window.key(pygame.K_UP if off > 0 else pygame.K_DOWN)
            else:
                window.press("+1" if off > 0 else "−1")
    assert page.panel.done
    assert say("you_search_break_met") in window.says()
    window.press("Begin again")
    assert not page.panel.done and task.tree == task.first
    window.press("Next task")
    assert task.number == TARGETS.index(target) + 1


@pytest.mark.parametrize("by_keys", [False, True])
def test_a_search_is_broken_by_another_order(window, by_keys):
    page = breaking(window, FEW)
    task = page.visit.breaking
    tree = task.tree
    for _ in range(2):
        if task.met:
            break
        if by_keys:
            window.key(pygame.K_RIGHT)
            window.key(pygame.K_DOWN)
        else:
            nodes = window.app.screen.accessible_node().all
            places = [part.rect.center for part in nodes if part.role is Role.ITEM]
            window.mouse(pygame.MOUSEBUTTONDOWN, places[0])
            window.move_to(places[2])
            window.mouse(pygame.MOUSEBUTTONUP, places[2])
    assert sorted(task.order) == [0, 1, 2] != list(task.order)
    assert task.tree is tree
    shown = [child.label for child in page.panel.tree.tree.children]
    assert shown == [tree.children[move].label for move in task.order]
    for place, move in enumerate(task.order):
        leaf = tree.children[move].children[0]
        assert value_words(leaf.label) in node_told(window, (place, 0))
    orders = {task.order: task.recording.evaluations}
    assert task.met is (orders[task.order] <= task.most)


@pytest.mark.parametrize("target", TARGETS)
def test_every_task_to_break_can_be_done_and_is_not_done_yet(target):
    for round_ in range(4):
        task = Breaking("law", len(TARGETS) * round_ + TARGETS.index(target))
        assert task.target == target and not task.met
        if target in ORDERED:
            at_first, costs = task.recording.evaluations, []
            for order in task_orders():
                task.arrange(order)
                costs.append(task.recording.evaluations)
            assert task.most == (min if target == FEW else max)(costs) != at_first
            for order in task_orders():
                task.arrange(order)
                if task.met:
                    break
        else:
            for place, leaf in enumerate(leaves_of(task.tree)):
                task.leaf = leaf
                task.change(-99)
                task.change(9 + place)
                seen = task.recording.evaluations
                assert target == TWICE or task.met is (seen == len(leaves_of(task.tree)))
        assert task.met
        task.begin_again()
        assert not task.met


def task_orders():
    return [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]


# -- ask me


@pytest.fixture
def watching(window):
    window.app.open(TheatreOf(tab="watch"))
    page = window.app.screen.page
    window.wait_for(lambda: page.playback is not None and not page.watching.counting)
    window.key(pygame.K_q, "q")
    window.wait_for(lambda: not page.asking.waits)
    return page


def marked(window: Driver, page: WatchPage) -> bool:
    """Tell whether marks stand out of the line of steps."""
    window.draw()
    track, mark = page.line.track, page.screen.palette.best
    return mark in (
        window.app.surface.get_at((x, track.y - 1)) for x in range(track.x, track.right)
    )


def test_a_search_that_is_watched_stops_and_asks(window, watching):
    asking = watching.asking
    assert asking is not None and not marked(window, watching)
    window.key(pygame.K_w, "w")  # also one that flies by stops at the moment of the question
    watching.player.update(3.0)
    window.frames()
    assert asking.open and watching.playback.at == asking.task.question.at
    window.key(pygame.K_q, "q")
    window.key(pygame.K_HOME)
    with patch.object(Engine, "start") as start:
        start.return_value.reports.return_value = []
        window.key(pygame.K_q, "q")
    window.key(pygame.K_SPACE, " ")
    window.frames(3, 5.0)
    assert watching.asking.waits and watching.player.playing and watching.playback.at == 0
    for _ in range(2):
        window.key(pygame.K_q, "q")
    window.key(pygame.K_HOME)
    window.wait_for(lambda: not watching.asking.waits)
    asking = watching.asking
    watching.player.change_speed()
    window.key(pygame.K_SPACE, " ")
    for _ in range(3):
        window.wait_for(lambda: asking.open)
        asked = asking.task.question
        assert watching.playback.at == asked.at and not watching.player.playing
        wrong = next(choice for choice in asked.choices if choice != asked.truth)
        window.press(choice_words(asked, wrong))
        assert asking.open and say("you_search_not_quite") in window.says()
        window.key(*((pygame.K_c, "c") if asked.truth == Reply.CUT else (pygame.K_l, "l")))
        assert not asking.open and watching.player.playing
    assert asking.task.mistakes == 3
    assert sum(map(len, window.services.autosave.answers().values())) == 3


def test_questions_follow_wherever_one_goes_until_they_are_switched_off(window, watching):
    asking, row = watching.asking, watching.asking.task.row
    watching.player.go_to(row[0].at - 1)
    window.frames(2)
    window.key(pygame.K_RIGHT)
    assert asking.open
    window.press("Show me")
    assert not asking.open and not watching.player.playing
    window.key(pygame.K_END)
    window.frames(2)
    assert not asking.open and asking.task.done
    window.key(pygame.K_HOME)
    window.frames(2)
    assert asking.task.index == 0
    window.press(say("you_search_ask_on"))
    assert watching.asking is None and marked(window, watching)
    watching.player.go_to(row[3].at)  # who asks half way is asked from there
    window.key(pygame.K_q, "q")
    window.wait_for(lambda: not watching.asking.waits)
    window.key(pygame.K_SPACE, " ")
    window.wait_for(lambda: watching.asking.open)
    assert watching.playback.at == row[4].at
    watching.player.go_to(watching.playback.length)
    window.frames(2)
    window.key(pygame.K_SPACE, " ")  # from the start
    window.wait_for(lambda: watching.asking.open)
    assert watching.playback.at == row[0].at
    watching.visit.as_mover = True
    window.app.screen.refresh()
    window.wait_for(lambda: not watching.asking.waits)
    assert not watching.asking.open and watching.asking.task.question.at > watching.playback.at
