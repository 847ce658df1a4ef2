"""The quiz asks what can be answered, knows the answers, and explains them truly."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kalahgui.theatre.game_tree import Path, TreeNode, walk
from kalahgui.theatre.quiz import DIFFICULTIES, KINDS, LEAVES, VALUE, QuizQuestion, question
from kalahgui.theatre.quiz_session import Cut, QuizSession, Valued, explain

QUESTIONS = st.builds(
    question,
    st.integers(0, 10**6).map(str),
    st.sampled_from(KINDS),
    st.sampled_from(list(DIFFICULTIES)),
    st.integers(0, 100),
)


def minimax(node: TreeNode) -> int:
    if not node.children:
        return node.value
    return (min if node.mover else max)(map(minimax, node.children))


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


def with_values(node: TreeNode, values: dict[Path, int], path: Path = ()) -> TreeNode:
    """Return a tree with other values at some of its leaves."""
    if not node.children:
        return replace(node, value=values.get(path, node.value))
    children = tuple(
        with_values(child, values, (*path, place)) for place, child in enumerate(node.children)
    )
    return replace(node, children=children)


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
    cuts = [step for step in explain(asked) if isinstance(step, Cut)]
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
    steps, told, out = explain(asked), [], []
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
    for step in explain(asked):
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
        session.go_on()
    assert (session.right, session.asked) == (2, 3)


def test_a_mark_is_taken_away_again_and_nothing_changes_after_the_check():
    session = QuizSession("marks")
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
    assert session.question == question("keep", LEAVES, "hard", 0)
    assert (session.right, session.asked) == (1, 1)
    session.begin("other")
    assert (session.right, session.asked, session.number) == (0, 0, 0)
    assert session.question == question("other", LEAVES, "hard", 0)
