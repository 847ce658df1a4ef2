"""A recording at any moment, against a replay from its beginning."""

import random

import pytest
from test_mtd_f import random_position

from kalahgui.core.textbook import ALGORITHMS
from kalahgui.games import GAMES
from kalahgui.theatre.game_tree import read_tree
from kalahgui.theatre.playback import Bound, Phase, Playback, Seen
from kalahgui.theatre.recorder import record
from kalahgui.theatre.recording import Plan
from kalahgui.theatre.subject import PositionSubject, WrittenSubject

EIGHT_LEAVES = "R(A(C(G=1 H=3) D(I=4 J=2)) B(E(K=2 L=1) F(M=3 N=5)))"


@pytest.fixture
def article():
    return Playback(record(Plan(WrittenSubject(read_tree(EIGHT_LEAVES)), "alpha-beta", 3)))


def named(playback):
    return {node.text or "R": number for number, node in enumerate(playback.recording.nodes)}


def replayed(recording, moment):
    """Return phase, value and window of every node entered, by going through all the steps."""
    known = {}
    for step in recording.steps[:moment]:
        if step.kind == "enter":
            known[step.node] = [Phase.OPEN, None, step.alpha, step.beta]
        elif step.kind in ("better", "cut"):
            known[step.node][1:] = [step.value, step.alpha, step.beta]
        elif step.kind in ("leaf", "known"):
            known[step.node][1] = known[step.node][1] if step.kind == "known" else step.value
        elif step.kind == "leave":
            known[step.node][:2] = [Phase.DONE, step.value]
    return known


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_moment_is_what_a_replay_comes_to(algorithm):
    chance = random.Random(algorithm)
    for game in GAMES.values():
        plan = Plan(PositionSubject(game, random_position(game, chance)), algorithm, 3)
        playback = Playback(record(plan))
        for _ in range(12):
            playback.go_to(chance.randrange(playback.length + 1))
            known = replayed(playback.recording, playback.at)
            for node in range(len(playback.recording.nodes)):
                seen = playback.seen(node)
                if node in known:
                    found = [seen.phase, seen.value, seen.alpha, seen.beta]
                    assert found == known[node]
                else:
                    assert seen.phase in (Phase.WAITING, Phase.CUT_OFF)


def test_a_value_that_met_its_window_is_a_bound(article):
    article.go_to(article.length)
    places = named(article)
    assert article.seen(places["D"]).bound is Bound.AT_LEAST
    assert article.seen(places["B"]).bound is Bound.AT_MOST
    assert article.seen(places["A"]).bound is Bound.EXACT
    assert article.seen(places["D"]).cut_after == 0


def test_stepping_values_and_leaves_a_leaf_at_once(article):
    kinds = []
    while not article.finished:
        article.forward()
        kinds.append(article.step.kind)
    assert "leaf" not in kinds
    back = []
    while article.at:
        back.append(article.step.kind)
        article.back()
    assert back[::-1] == kinds


def test_before_the_first_step_nothing_is_known(article):
    assert article.seen(0) == Seen(Phase.WAITING)
    assert (article.node, article.path, article.step) == (0, [0], None)
    article.go_to(-3)
    article.back()
    assert article.at == 0
    article.go_to(10**6)
    assert article.finished


def test_two_bounds_that_meet_are_an_exact_value():
    """NegaScout first learns that B is worth 4 or more, and then that it is no more."""
    tree = WrittenSubject(read_tree("R(A(3 5) B(4 9))"))
    playback = Playback(record(Plan(tree, "usual-nega-scout", 2)))
    places = named(playback)
    steps = playback.recording.steps
    left = [i for i, s in enumerate(steps) if s.kind == "leave" and s.node == places["B"]]
    playback.go_to(left[0] + 1)
    assert playback.seen(places["B"]).bound is Bound.AT_LEAST
    playback.go_to(left[1] + 1)
    assert steps[left[1]].alpha == steps[left[1]].value == 4
    assert playback.seen(places["B"]).bound is Bound.EXACT
