"""The quiz: what it asks and explains, and how it is taken by mouse and by keys."""

import math
import random
import re

import pygame
import pytest
from driver import Driver
from hypothesis import example, given
from hypothesis import strategies as st
from reference import minimax, with_values

from kalahgui.gui.screens.theatre.quiz_page import QuizPage, step_words
from kalahgui.gui.services import words
from kalahgui.gui.services.navigation import Room, TheatreOf
from kalahgui.theatre.explanation import Cut, Valued, explain
from kalahgui.theatre.game_tree import Path, TreeNode, walk
from kalahgui.theatre.node_labels import NodeState
from kalahgui.theatre.quiz import DIFFICULTIES, KINDS, LEAVES, VALUE, QuizQuestion, question
from kalahgui.theatre.quiz_session import QuizSession


def quiz(window: Driver, seed: str = "screen", kind: str = LEAVES, **choice: str) -> QuizPage:
    window.app.open(TheatreOf(tab="quiz"))
    page = window.app.screen.page
    assert isinstance(page, QuizPage)
    page.session.begin(seed)
    page.session.choose(kind=kind, **choice)
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
    session.mark(session.question.leaves[0])
    session.check()
    values = {path: int(label.value) for path, label in session.labels().items()}
    assert values[()] == session.question.value, "an answer has the true values beside it"
    for path, node in walk(session.question.tree):
        below = [values[*path, place] for place in range(len(node.children))]
        assert not below or values[path] == (max, min)[len(path) % 2](below)


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


def test_the_first_question_is_the_easy_one_and_nobody_sees_a_seed(window):
    window.app.open(TheatreOf(tab="quiz"))
    window.frames(2)
    session = window.app.screen.page.session
    assert (session.kind, session.difficulty) == (VALUE, "easy")
    assert session.seed not in window.says()
    assert not any(control.changed for control in window.app.screen.controls.all)


def test_kind_difficulty_and_row_of_questions_are_chosen(window):
    page = quiz(window)
    window.press("What is it worth?")
    window.press("hard")
    assert page.session.question == question("screen", VALUE, "hard", 0)
    window.press(words.say("quiz_row"))
    window.frames()
    entry = next(c for c in window.app.screen.controls.all if c.changed is not None)
    window.click(entry.rect.center)
    for _ in "screen":
        window.key(pygame.K_BACKSPACE)
    window.press("Begin")
    assert notices(window) == [words.say("quiz_seed_empty")]
    window.app.screen._type(" moon ")
    window.press("Begin")
    assert window.app.screen.page is page
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
        for step in explain(asked.recording, asked.tree):
            said = step_words(asked, step)
            assert said and "quiz_" not in said and "%{" not in said
            assert set(re.findall(r"\d+", said)) <= values
            if isinstance(step, Cut):
                assert len(re.findall(r"\d+", said)) == 2 + len(step.leaves)


def test_a_session_begins_with_a_seed_of_its_own(window):
    window.app.open(TheatreOf(tab="quiz"))
    window.frames(2)
    session = window.app.screen.page.session
    assert isinstance(session, QuizSession)
    assert re.fullmatch("[1-9]{4}", session.seed)


# -- what is asked, and the answers


QUESTIONS = st.builds(
    question,
    st.integers(0, 10**6).map(str),
    st.sampled_from(KINDS),
    st.sampled_from(list(DIFFICULTIES)),
    st.integers(0, 100),
)


def looked_at(root: TreeNode, at_equality: bool = True) -> list[int]:
    """Return the values of the leaves that alpha-beta looks at, without anything of the program."""
    seen = []

    def search(node: TreeNode, alpha: float, beta: float, largest: bool) -> float:
        if not node.children:
            seen.append(node.value)
            return node.value
        best = -math.inf if largest else math.inf
        for child in node.children:
            value = search(child, alpha, beta, not largest)
            if largest:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta if at_equality else alpha > beta:
                break
        return best

    search(root, -math.inf, math.inf, True)
    return seen


def value_at(asked: QuizQuestion, path: Path) -> int:
    return minimax(dict(walk(asked.tree))[path])


@given(QUESTIONS, st.integers(0, 10**6))
def test_the_answer_is_that_of_alpha_beta_written_by_hand(asked, seed):
    """Equal values and what the leaves left out are worth make no difference."""
    values = [leaf.value for leaf in asked.tree.leaves()]
    seen = looked_at(asked.tree)
    assert seen == looked_at(asked.tree, at_equality=False)
    assert {value_at(asked, leaf) for leaf in asked.left_out} == {*values} - {*seen}
    assert len({*values}) == len(values)
    chance = random.Random(seed)
    for far in (0, 10, 1000):
        others = {leaf: chance.randint(-far, far) for leaf in asked.left_out}
        assert minimax(with_values(asked.tree, others)) == asked.value == minimax(asked.tree)


# By chance the largest leaf of the first tree is its root's value.
@example(question("extreme", VALUE, "medium", 3))
@given(QUESTIONS)
def test_every_question_is_worth_asking(asked):
    values = [leaf.value for leaf in asked.tree.leaves()]
    assert 1 <= len(asked.left_out) <= 0.6 * len(values)
    assert min(values) < asked.value < max(values)
    labels = [node.label for node in asked.tree.nodes()]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("number", range(10))
def test_a_difficulty_has_its_shape(difficulty, number):
    shape = DIFFICULTIES[difficulty]
    asked = question("shapes", LEAVES, difficulty, number)
    assert asked.tree.height == shape.turns
    assert shape.leaves[0] <= len(asked.leaves) <= shape.leaves[1]
    cuts = [step for step in explain(asked.recording, asked.tree) if isinstance(step, Cut)]
    assert len(cuts) >= shape.cuts
    assert sum(step.above != step.at[:-1] for step in cuts) >= shape.deep


def test_a_seed_has_its_questions_and_another_one_others():
    def row(seed):
        return [question(seed, LEAVES, "medium", number).tree for number in range(5)]

    assert row("a") == row("a")
    assert len({*row("a"), *row("b")}) == 10


# -- the explanation


@given(QUESTIONS)
def test_what_is_explained_is_true_and_complete(asked):
    """True of the tree as it is, and of one whose leaves left out have other values."""
    chance = random.Random(5)
    other = {leaf: chance.randint(-99, 99) for leaf in asked.left_out}
    trees = [dict(walk(tree)) for tree in (asked.tree, with_values(asked.tree, other))]
    steps, told, out = list(explain(asked.recording, asked.tree)), [], []
    for step in steps:
        if isinstance(step, Valued):
            told.append(step.at)
            assert step.known[step.at].value is not None
        else:
            out += step.leaves
        for path, known in step.known.items():
            assert all(known.low <= minimax(tree[path]) <= known.high for tree in trees)
            # A value reaches the node above when its node is left, and not before.
            if path not in asked.leaves and known.value is not None:
                assert any(child[:-1] == path for child in told if child)
    assert told[-1] == ()
    assert steps[-1].known[()].low == steps[-1].known[()].high == asked.value
    assert sorted(out + [path for path in told if path in asked.leaves]) == sorted(asked.leaves)
    assert set(out) == asked.left_out


@given(QUESTIONS)
def test_a_cut_names_a_bound_that_is_held(asked):
    for step in explain(asked.recording, asked.tree):
        if not isinstance(step, Cut):
            continue
        smallest = bool(len(step.at) % 2)
        # The one who holds the bound moves at a node above, and chooses the other way round.
        assert step.at[: len(step.above)] == step.above
        assert len(step.above) % 2 != len(step.at) % 2
        held = step.known[step.above]
        assert (held.low if smallest else held.high) == step.bound
        here = step.known[step.at]
        assert (here.high if smallest else here.low) == step.value
        assert step.value < step.bound if smallest else step.value > step.bound


# -- taking it


def answered(session: QuizSession, right: bool) -> None:
    if session.kind == VALUE:
        value = session.question.value + (0 if right else 1)
        for digit in str(value):
            session.type(digit)
    else:
        leaves = sorted(session.question.left_out)
        for leaf in leaves if right else leaves[1:] or session.question.leaves[:1]:
            session.mark(leaf)
    session.check()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_right_and_wrong_answers_are_counted(kind, difficulty):
    session = QuizSession("count")
    session.choose(kind=kind, difficulty=difficulty)
    for right in (True, False, True):
        answered(session, right)
        assert session.checked.right is right
        session.ask_next()
    assert (session.right, session.asked) == (2, 3)


def test_a_mark_is_taken_away_again_and_nothing_changes_after_the_check():
    session = QuizSession("marks")
    session.choose(kind=LEAVES)
    first, second = session.question.leaves[:2]
    session.mark(first)
    session.mark(first)
    assert session.marks == set()
    session.check()  # nothing to check yet
    assert session.checked is None
    session.mark(second)
    session.check()
    session.mark(first)
    session.check()
    assert session.marks == {second}
    assert session.asked == 1


def test_another_choice_asks_anew_and_keeps_the_count():
    session = QuizSession("keep")
    answered(session, True)
    session.choose(difficulty="hard")
    assert session.checked is None
    assert session.question == question("keep", VALUE, "hard", 0)
    assert (session.right, session.asked) == (1, 1)
    session.begin("other")
    assert (session.right, session.asked, session.number) == (0, 0, 0)
    assert session.question == question("other", VALUE, "hard", 0)
