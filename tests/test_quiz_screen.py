"""The quiz in the theatre, taken by mouse and by keys."""

from __future__ import annotations

import re

import pygame
import pytest
from driver import Driver

from kalahgui.gui.paint.paragraph import line_height, wrap
from kalahgui.gui.screens.theatre.quiz_page import QuizPage, step_words, verdict_words
from kalahgui.gui.services import words
from kalahgui.gui.services.navigation import Room, TheatreOf
from kalahgui.theatre.node_labels import NodeState
from kalahgui.theatre.quiz import DIFFICULTIES, KINDS, LEAVES, VALUE, question
from kalahgui.theatre.quiz_session import Cut, QuizSession, explain


def quiz(window: Driver, seed: str = "screen", **choice: str) -> QuizPage:
    window.app.open(TheatreOf(tab="quiz"))
    page = window.app.screen.page
    assert isinstance(page, QuizPage)
    page.session.begin(seed)
    page.session.choose(**choice)
    window.app.screen.refresh()
    window.frames(2)
    return page


def notices(window: Driver) -> list[str]:
    return list(window.services.notices.waiting)


# -- answering


def test_leaves_are_marked_by_the_mouse_and_checked(window):
    page = quiz(window)
    for leaf in page.session.question.left_out:
        window.click(page.tree.leaf_rect(leaf).center)
    window.press("Check")
    assert page.session.checked.right
    assert set(page.tree.verdicts().values()) == {"found"}
    window.press("Next question")
    assert page.session.checked is None
    assert (page.session.right, page.session.asked, page.session.number) == (1, 1, 1)


def test_leaves_are_marked_by_keys_and_checked(window):
    page = quiz(window, difficulty="medium")
    session = page.session
    for leaf in session.question.leaves:
        assert session.leaf == leaf
        if leaf in session.question.left_out:
            window.key(pygame.K_SPACE, " ")
        window.key(pygame.K_RIGHT)
    assert session.leaf == session.question.leaves[0]
    window.key(pygame.K_LEFT)
    assert session.leaf == session.question.leaves[-1]
    window.key(pygame.K_RETURN)
    assert session.checked.right
    window.key(pygame.K_RETURN)
    assert session.number == 1


def test_wrong_and_missed_leaves_have_signs_of_their_own(window):
    page = quiz(window)
    session = page.session
    looked = next(leaf for leaf in session.question.leaves if leaf not in session.question.left_out)
    window.click(page.tree.leaf_rect(looked).center)
    window.press("Check")
    signs = page.tree.verdicts()
    assert signs.pop(looked) == "wrong"
    assert set(signs) == session.question.left_out
    assert set(signs.values()) == {"missed"}


def test_a_value_is_typed_and_checked(window):
    page = quiz(window, kind=VALUE)
    window.type("99x")
    assert page.session.typed == "99"
    window.key(pygame.K_BACKSPACE)
    window.key(pygame.K_BACKSPACE)
    window.type(str(page.session.question.value))
    window.key(pygame.K_RETURN)
    assert page.session.checked.right


def test_a_value_is_taken_from_a_leaf(window):
    page = quiz(window, kind=VALUE, difficulty="hard")
    leaf = page.session.question.leaves[3]
    window.click(page.tree.leaf_rect(leaf).center)
    assert page.session.typed == page.session.labels()[leaf].value


@pytest.mark.few(1)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_to_check_is_said_and_not_counted(window, kind):
    page = quiz(window, kind=kind)
    window.key(pygame.K_RETURN)
    assert page.session.checked is None
    assert page.session.asked == 0
    assert notices(window) == [words.say(f"quiz_unanswered_{kind}")]


# -- what is shown and what is hidden


@pytest.mark.few(1)
@pytest.mark.parametrize("kind", KINDS)
def test_only_the_values_of_leaves_are_shown_before_the_check(window, kind):
    page = quiz(window, kind=kind, difficulty="hard")
    session = page.session
    for path, label in session.labels().items():
        assert label.state is NodeState.DONE
        assert label.value.isdecimal() if path in session.question.leaves else label.value == "?"


def test_the_explanation_is_walked_by_keys_and_by_buttons(window):
    page = quiz(window, difficulty="hard")
    session = page.session
    window.key(pygame.K_SPACE, " ")
    window.key(pygame.K_RETURN)
    window.key(pygame.K_RIGHT)
    window.press("Next step")
    window.key(pygame.K_RIGHT)
    window.press("Back")
    assert session.at == 2
    for _ in range(len(session.steps) + 3):
        window.key(pygame.K_RIGHT)
    assert session.explained is session.steps[-1]
    labels = session.labels()
    assert labels[()].value == str(session.question.value)
    out = {path for path, label in labels.items() if label.state is NodeState.LEFT_OUT}
    assert session.question.left_out == {path for path in out if path in session.question.leaves}
    cuts = {path for path, label in labels.items() if label.state is NodeState.CUT}
    assert cuts == {step.at for step in session.steps if isinstance(step, Cut)}


@pytest.mark.few(1)
@pytest.mark.parametrize("by_key", [True, False])
def test_the_search_of_a_question_is_watched_and_the_quiz_waits(window, by_key):
    page = quiz(window, difficulty="medium")
    session = page.session
    window.key(pygame.K_w, "w")
    assert page.visit.tab == "quiz"  # not before the check
    window.key(pygame.K_SPACE, " ")
    window.key(pygame.K_RETURN)
    if by_key:
        window.key(pygame.K_w, "w")
    else:
        window.press("watch the search of this tree")
    visit = page.visit
    assert visit.tab == "watch"
    assert visit.subject.root is session.question.tree
    assert (visit.algorithm, visit.depth, visit.order) == ("nega-alpha", 3, "rising")
    window.app.screen.show_tab("quiz")
    window.frames(2)
    assert window.app.screen.page.session is session
    assert session.checked is not None


# -- choosing


@pytest.mark.slow
def test_kind_difficulty_and_seed_are_chosen(window):
    page = quiz(window)
    window.press("What is it worth?")
    window.press("hard")
    assert page.session.question == question("screen", VALUE, "hard", 0)
    entry = next(c for c in window.app.screen.controls.all if c.changed is not None)
    window.click(entry.rect.center)
    for _ in "screen":
        window.key(pygame.K_BACKSPACE)
    window.press("Begin")
    assert notices(window) == [words.say("quiz_seed_empty")]
    assert page.session.seed == "screen"
    page = window.app.screen.page
    page._type_seed(" moon ")
    window.press("Begin")
    assert page.session.question == question("moon", VALUE, "hard", 0)


def test_the_quiz_is_found_again_as_it_was_left(window):
    page = quiz(window, difficulty="medium")
    window.key(pygame.K_SPACE, " ")
    marks = page.session.marks
    window.app.open(Room.HOME)
    window.app.open(TheatreOf(tab="quiz"))
    window.frames(2)
    assert window.app.screen.page.session.marks == marks


# -- words


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_every_sentence_has_its_words_and_true_numbers(language, difficulty):
    words.choose(language)
    for number in range(8):
        asked = question("sentences", LEAVES, difficulty, number)
        values = {str(leaf.value) for leaf in asked.tree.leaves()}
        for step in explain(asked):
            said = step_words(asked, step)
            assert said and "quiz_" not in said and "%{" not in said
            assert set(re.findall(r"\d+", said)) <= values
            if isinstance(step, Cut):
                assert len(re.findall(r"\d+", said)) == 2 + len(step.leaves)
    words.choose("en")


@pytest.mark.slow
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("size", [(800, 500), (1280, 800)])
def test_the_longest_sentence_has_room_beside_the_tree(tmp_path, language, size):
    driver = Driver(tmp_path / "games.sqlite3", size)
    driver.speak(language)
    page = quiz(driver, difficulty="hard")
    for number in range(30):
        asked = question("room", LEAVES, "hard", number)
        looked = frozenset(asked.leaves) - asked.left_out
        verdict = verdict_words(asked, asked.check_marks(looked))
        body, width = page.scale.body, page._inside.width
        left = max(14, page.scale.px(20)) + page.scale.px(8)
        above = line_height(page.scale.title) + line_height(page.scale.small) + page.scale.px(16)
        above += line_height(body) * len(wrap(verdict, body, width - left, True))
        page.session.question = asked
        longest = max(len(wrap(step_words(asked, s), body, width)) for s in explain(asked))
        bottom = page._words_top + above + line_height(body) * longest
        # The buttons of the explanation stand above the one for the next question.
        assert bottom <= page._words_bottom - page._height - page.scale.px(8)
    words.choose("en")
    driver.close()


def test_a_session_begins_with_a_seed_of_its_own(window):
    window.app.open(TheatreOf(tab="quiz"))
    window.frames(2)
    session = window.app.screen.page.session
    assert isinstance(session, QuizSession)
    assert re.fullmatch("[1-9]{4}", session.seed)
