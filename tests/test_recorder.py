"""Recorded searches: those of the compiled core, every step true; and trees as text."""

import random
import threading
from collections import Counter

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import minimax, random_position, with_values

from kalahgui.core.search import StopWord
from kalahgui.core.textbook import ALGORITHMS, LIKELY, Textbook
from kalahgui.games import GAMES
from kalahgui.theatre import recording
from kalahgui.theatre.game_tree import TreeNode, read_tree, walk, written
from kalahgui.theatre.order import Order
from kalahgui.theatre.recording import KINDS, STEPS, TIME, Plan, Stopped, TooManySteps, record
from kalahgui.theatre.stopping import TimedDeepening, parse
from kalahgui.theatre.subject import PositionSubject, WrittenSubject

KALAH, REVERSI = GAMES["kalah"], GAMES["reversi"]
EIGHT_LEAVES = "R(A(C(G=1 H=3) D(I=4 J=2)) B(E(K=2 L=1) F(M=3 N=5)))"


def trees():
    """Return a strategy for written trees of two to four turns."""
    leaf = st.integers(-9, 9)
    below = leaf
    for _ in range(3):
        below = st.one_of(leaf, st.lists(below, min_size=1, max_size=3))
    return st.lists(below, min_size=2, max_size=3).map(lambda drawn: as_tree(drawn, 0))


def as_tree(drawn, mover, label="n"):
    if isinstance(drawn, int):
        return TreeNode(label, drawn, mover)
    children = tuple(as_tree(below, 1 - mover, f"{label}{i}") for i, below in enumerate(drawn))
    return TreeNode(label, None, mover, children)


def random_order(chance, game, position):
    """Return an order, and what the compiled search must be given for the same."""
    moves = position.moves()
    chance.shuffle(moves)
    listed = moves[: chance.randrange(1, len(moves) + 1)]
    article = {"order": game.article_order} if game.has_article_order(position) else {}
    options = {
        "rising": {},
        "falling": {"order": range(63, -1, -1)},
        "likely": {"order": LIKELY},
        "article": article,
    }
    name = chance.choice([*options, ""])
    return (Order(name), options[name]) if name else (Order("", (*listed,)), {"root_order": listed})


def keeps_the_law(positions, deepest, seed):
    for key, game in GAMES.items():
        chance = random.Random(f"{seed} {key}")
        for _ in range(positions):
            here = random_position(game, chance)
            depth = chance.randrange(1, deepest + 1)
            order, options = random_order(chance, game, here)
            guess = chance.randrange(-3, 4)
            for algorithm in ALGORITHMS:
                book = Textbook(algorithm, **options)
                value = book.run(here, depth, guess=guess)
                plan = Plan(PositionSubject(game, here), algorithm, depth, order, guess=guess)
                try:
                    recorded = record(plan)
                except TooManySteps:
                    assert book.nodes > recording.MOST_STEPS // 8
                    continue
                assert (recorded.value, recorded.moves) == (value, book.line()), (plan, here)
                counts = recorded.visits, recorded.evaluations, recorded.read_out
                assert counts == (book.nodes, book.evaluations, book.read_out), (plan, here)
                holds_together(recorded)


def holds_together(recorded):
    """Check the steps of a recording against each other and its sums."""
    kinds = Counter(step.kind for step in recorded.steps)
    assert set(kinds) <= set(KINDS)
    assert kinds["enter"] == kinds["leave"] == recorded.visits
    assert kinds["leaf"] == recorded.evaluations
    assert kinds["cut"] == recorded.cuts
    entered = []
    for step in recorded.steps:
        if step.kind == "enter":
            parent = recorded.nodes[step.node].parent
            assert entered == recorded.path(step.node)[:-1]
            assert parent == (entered[-1] if entered else None)
            entered.append(step.node)
        elif step.kind == "leave":
            assert entered.pop() == step.node
        elif step.kind in ("leaf", "better", "cut", "known"):
            assert entered[-1] == step.node
        if step.kind == "cut":
            assert step.alpha >= step.beta
            assert step.value == (step.beta if recorded.nodes[step.node].mover else step.alpha)
    assert not entered
    assert recorded.steps[-1].value == recorded.value


def test_every_search_is_that_of_the_core():
    keeps_the_law(12, 3, "quick")


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.long)])
def test_every_search_is_that_of_the_core_on_many_positions_of_every_game(count):
    keeps_the_law(count, 4, "thorough")


def test_the_tree_of_the_first_article_is_searched_as_it_says():
    recorded = record(Plan(WrittenSubject(read_tree(EIGHT_LEAVES)), "alpha-beta", 3))
    valued = [recorded.nodes[step.node].text for step in recorded.steps if step.kind == "leaf"]
    assert valued == ["G", "H", "I", "K", "L"]
    cuts = [step for step in recorded.steps if step.kind == "cut"]
    assert [(recorded.nodes[cut.node].text, cut.alpha, cut.beta) for cut in cuts] == [
        ("D", 4, 3),
        ("B", 3, 2),
    ]
    assert (recorded.value, recorded.line) == (3, ["A", "C", "H"])


@settings(max_examples=examples(200))
@given(trees(), st.sampled_from(ALGORITHMS), st.integers(-20, 20))
def test_any_tree_is_worth_what_minimax_finds(tree, algorithm, other):
    """Whatever the leaves are worth that were not looked at."""
    recorded = record(Plan(WrittenSubject(tree), algorithm, tree.height))
    holds_together(recorded)
    seen = {tuple(recorded.moves_to(n)) for n, node in enumerate(recorded.nodes) if not node.moves}
    unseen = [path for path, node in walk(tree) if not node.children and path not in seen]
    assert algorithm != "minimax" or not unseen
    changed = with_values(tree, dict.fromkeys(unseen, other))
    assert recorded.value == minimax(tree) == minimax(changed)


def test_a_stopped_search_is_no_recording_but_the_first_depth_of_a_deepening_is():
    stop, subject = StopWord(), PositionSubject(KALAH, KALAH.start("6x4"))
    stop.raised = True
    with pytest.raises(Stopped):
        record(Plan(subject, "minimax", 3), stop)
    recorded = record(Plan(subject, "minimax", 9, rule=TimedDeepening(1000)), stop)
    assert (recorded.depth, recorded.ended_by) == (1, TIME)


def test_deepening_ends_with_the_last_depth_and_hands_mtd_f_the_value_before():
    subject = PositionSubject(KALAH, KALAH.start("6x4"))
    recorded = record(Plan(subject, "alpha-beta", 3, rule=TimedDeepening(1000)))
    *before, last = (record(Plan(subject, "alpha-beta", depth)) for depth in (1, 2, 3))
    assert (recorded.depth, recorded.value, recorded.moves) == (3, last.value, last.moves)
    assert recorded.visits == last.visits
    assert recorded.before == (
        sum(earlier.visits for earlier in before),
        sum(earlier.evaluations for earlier in before),
    )
    depths = list(recording.deepening(Plan(subject, "mtd-f", 4), StopWord()))
    assert [recorded.plan.guess for recorded in depths[1:]] == [
        recorded.value for recorded in depths[:-1]
    ]
    assert any(recorded.plan.guess for recorded in depths)


def test_the_time_of_a_deepening_is_up_some_day():
    """It would go on for hours; the timer is left to end by itself as soon as it is over."""
    subject = PositionSubject(KALAH, KALAH.start("6x4"))
    stop = StopWord()
    recorded = record(Plan(subject, "alpha-beta", 60, rule=TimedDeepening(0.001)), stop)
    assert recorded.depth < 60
    threads = [thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)]
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()


def test_deepening_ends_where_a_depth_would_take_too_many_steps(monkeypatch):
    monkeypatch.setattr(recording, "MOST_STEPS", 300)
    subject = PositionSubject(KALAH, KALAH.start("6x4"))
    recorded = record(Plan(subject, "minimax", 9, rule=TimedDeepening(1000)))
    assert 1 <= recorded.depth < 9
    assert recorded.ended_by == STEPS
    with pytest.raises(TooManySteps, match="look fewer turns ahead"):
        record(Plan(subject, "minimax", recorded.depth + 1))


def test_best_goes_by_the_values_under_the_rule():
    """Conspiracy ends lines, so the true values there are others than at the whole depth."""
    chance = random.Random("best under a rule")
    rule = parse("conspiracy:1")
    for _ in range(12):
        subject = PositionSubject(KALAH, random_position(KALAH, chance))
        recorded = record(Plan(subject, "minimax", 3, Order("best"), rule))
        values = []
        for child in recorded.nodes[0].children:
            left = [s.value for s in recorded.steps if s.kind == "leave" and s.node == child]
            values.append(left[-1])
        assert values == sorted(values, reverse=True)


def test_best_and_worst_go_by_the_true_values_at_every_node():
    tree = read_tree("R(A(3 5) B(2 9) C(7 8))")
    subject = WrittenSubject(tree)
    for name, moves, replies in (("best", "CAB", "37"), ("worst", "BAC", "92")):
        recorded = record(Plan(subject, "minimax", 2, Order(name)))
        root = recorded.nodes[0]
        assert "".join(root.texts) == moves
        first = recorded.nodes[root.children[0]]
        assert first.texts[0] == ("7" if name == "best" else "9"), replies


def test_what_does_not_go_together_is_said():
    subject = PositionSubject(KALAH, KALAH.start("6x4"))
    with pytest.raises(ValueError, match="there is no algorithm 'negamax'"):
        Plan(subject, "negamax", 3)
    with pytest.raises(ValueError, match="1 to 64 turns ahead, not 0"):
        Plan(subject, "minimax", 0)
    with pytest.raises(ValueError, match="look 3 turns ahead, not 2"):
        Plan(WrittenSubject(read_tree(EIGHT_LEAVES)), "minimax", 2)
    over = REVERSI.start("4x4")
    while not over.over:
        over.play(over.moves()[0])
    with pytest.raises(ValueError, match="the game is over"):
        PositionSubject(REVERSI, over)


# -- trees as text


@given(trees())
def test_what_is_written_is_read_again(tree):
    assert read_tree(written(tree)) == tree


def test_names_numbers_and_blanks():
    tree = read_tree("  Root ( a( -3 +4 )\n b(\u22125 x=7) 6 ) ")
    assert [child.label for child in tree.children] == ["a", "b", "6"]
    assert [leaf.value for leaf in tree.leaves()] == [-3, 4, -5, 7, 6]
    assert [child.mover for child in tree.children] == [1, 1, 1]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "ends before"),
        ("R", "neither a whole number nor a name"),
        ("5", "the root is a leaf"),
        ("R(A(3 5) B(2 9)", "the bracket of R is not closed"),
        ("R(A(3 5) B(2 9)))", r"the tree ends before '\)'"),
        ("R()", "the brackets of R are empty"),
        ("R(A() 3)", "the brackets of A are empty"),
        ("R(A(3 x) 2)", "'x' is neither a whole number"),
        ("(3 5)", "a name is missing"),
        ("R((3 5))", "a name is missing"),
        ("R(3=)", "cannot be read"),
        ("R(A=3(4))", "is a leaf and has no moves"),
        ("R(3.5 2)", "'3.5' is neither a whole number"),
        ("R(1234567 2)", "'1234567' is too large"),
        ("R(" * 80 + "1" + ")" * 80, "at most"),
    ],
)
def test_what_is_no_tree_is_refused_in_a_sentence(text, why):
    with pytest.raises(ValueError, match=why) as refused:
        read_tree(text)
    assert "\n" not in str(refused.value)
