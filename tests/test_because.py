"""A recording at any moment, and why something was cut: every number is that of the tree."""

import random

import pytest
from examples import examples
from reference import minimax, random_position

from kalahgui.core.textbook import ALGORITHMS, Textbook
from kalahgui.games import GAMES
from kalahgui.theatre.cut_reasons import Source, because
from kalahgui.theatre.game_tree import TreeNode, read_tree
from kalahgui.theatre.playback import Bound, Phase, Playback, Seen
from kalahgui.theatre.recording import Plan, record
from kalahgui.theatre.subject import PositionSubject, WrittenSubject

PRUNING = [name for name in ALGORITHMS if name != "minimax"]
# Windows that are handed down, and values that only look like what a node has found by itself.
TREES = [
    "n(na(naa(naaa=0 naab=2) nab(naba=2 nabb=3)) nb=6)",
    "n(na=0 nb(nba(nbaa=1 nbab=3) nbb(nbba=5 nbbb=5 nbbc=3)))",
    "n(na(naa=3 nab(naba=0 nabb=2)) nb=0)",
]


def random_tree(
    chance, height, values=range(7), moves=(1, 2, 2, 3), early=0.15, mover=0, label="n"
):
    """Return a tree; its few different values meet often, and some of its lines end early."""
    if height == 0 or (label != "n" and chance.random() < early):
        return TreeNode(label, chance.choice(values), mover)
    shape = (values, moves, early, 1 - mover)
    count = chance.choice(moves)
    children = (random_tree(chance, height - 1, *shape, f"{label}{i}") for i in range(count))
    return TreeNode(label, None, mover, tuple(children))


def truth_of(recording, node):
    """Return a node's minimax value, in the eyes of the root's player."""
    at = recording.nodes[node]
    state = recording.state(node)
    if isinstance(state, TreeNode):
        return minimax(state)
    depth = recording.plan.depth - at.turns
    leaf = depth == 0 or state.over
    value = state.published() if leaf else Textbook("minimax").run(state, depth)
    return -value if at.mover else value


def holds(recording):
    """Check every cut of a recording; return where the bounds came from."""
    playback = Playback(recording)
    nodes, steps = recording.nodes, recording.steps
    sources = set()
    for cut in playback.cuts:
        why = because(playback, cut)
        sources.add(why.source)
        node = nodes[why.node]
        assert node.mover == why.mover
        reached = truth_of(recording, node.children[why.move_index])
        assert reached <= why.value if why.mover else reached >= why.value
        if why.bound is None:
            assert why.source is Source.ASKED
            assert recording.plan.algorithm == "nega-scout"
            continue
        assert why.value <= why.bound if why.mover else why.value >= why.bound
        assert why.holder in recording.path(why.node)
        if why.source is Source.HELD:
            holder = nodes[why.holder]
            assert holder.mover != why.mover
            held = truth_of(recording, holder.children[why.holder_move_index])
            assert held >= why.bound if why.mover else held <= why.bound
        else:
            last = playback.entered(why.holder, cut) - 1
            assert steps[last].node == why.holder
            wanted = steps[last].alpha if why.mover else steps[last].beta
            assert wanted == why.bound
            assert steps[last].kind == ("probe" if why.source is Source.ASKED else "again")
        if why.source is Source.ASKED and why.holder:
            # What the other side holds is no question of theirs.
            assert nodes[nodes[why.holder].parent].mover == why.mover
        if why.source is Source.SHOWN:
            asker = nodes[nodes[why.holder].parent].mover
            assert asker != why.mover
            shown = truth_of(recording, why.holder)
            assert shown >= why.bound if why.mover else shown <= why.bound
    return sources


@pytest.mark.parametrize("text", TREES)
@pytest.mark.parametrize("algorithm", PRUNING)
def test_values_that_look_like_a_nodes_own(text, algorithm):
    tree = read_tree(text)
    holds(record(Plan(WrittenSubject(tree), algorithm, tree.height)))


@pytest.mark.law
@pytest.mark.parametrize("algorithm", PRUNING)
def test_every_reason_is_true_on_random_trees(algorithm):
    chance = random.Random(f"because {algorithm}")
    sources = set()
    for _ in range(examples(1200)):
        tree = random_tree(chance, 4)
        if tree.height:
            sources |= holds(record(Plan(WrittenSubject(tree), algorithm, tree.height)))
    assert (
        sources
        == {
            "alpha-beta": {Source.HELD},
            "nega-alpha": {Source.HELD},
            "nega-scout": {Source.HELD, Source.ASKED, Source.SHOWN},
            "usual-nega-scout": {Source.HELD, Source.ASKED, Source.SHOWN},
            "mtd-f": {Source.ASKED},
        }[algorithm]
    )


@pytest.mark.parametrize("algorithm", PRUNING)
def test_every_reason_is_true_in_games(algorithm):
    chance = random.Random(f"games {algorithm}")
    for game in GAMES.values():
        for _ in range(3):
            plan = Plan(PositionSubject(game, random_position(game, chance)), algorithm, 3)
            holds(record(plan))


def tells_the_truth(playback):
    """Check what is known of every node at the present moment."""
    bounds = set()
    for node, at in enumerate(playback.recording.nodes):
        seen = playback.seen(node)
        if seen.phase is not Phase.DONE:
            continue
        assert at.moves or seen.bound is Bound.EXACT, "a leaf is worth what it is"
        bounds.add(seen.bound)
        truth = truth_of(playback.recording, node)
        if seen.bound is Bound.EXACT:
            assert truth == seen.value
        elif seen.bound is Bound.AT_LEAST:
            assert truth >= seen.value
        else:
            assert truth <= seen.value
    return bounds


@pytest.mark.few(2)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_what_is_known_of_a_node_is_true_at_every_moment(algorithm):
    chance = random.Random(f"seen {algorithm}")
    bounds = set()
    for _ in range(150):
        tree = random_tree(chance, 4)
        if not tree.height:
            continue
        playback = Playback(record(Plan(WrittenSubject(tree), algorithm, tree.height)))
        for _ in range(4):
            playback.go_to(chance.randrange(playback.length + 1))
            bounds |= tells_the_truth(playback)
    assert bounds == ({Bound.EXACT} if algorithm == "minimax" else set(Bound))


def test_going_back_to_a_node_shows_its_last_moment_that_is_over():
    playback = Playback(record(Plan(WrittenSubject(read_tree(TREES[0])), "mtd-f", 3)))
    steps = playback.recording.steps
    moments = [i + 1 for i, step in enumerate(steps) if step.kind in ("cut", "leave")]
    node = steps[moments[0] - 1].node
    ends = [
        i + 1
        for i, step in enumerate(steps)
        if step.node == node
        and (step.kind == "cut" or (step.kind == "leave" and steps[i - 1].kind != "cut"))
    ]
    assert len(ends) > 1
    playback.go_to(ends[1])
    assert playback.moment_of(node) == ends[1]
    playback.go_to(0)
    assert playback.moment_of(node) == ends[0]


# -- a recording at any moment


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
                    state = [seen.phase, seen.value, seen.alpha, seen.beta]
                    assert state == known[node]
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
    assert article.seen(0) == Seen(Phase.WAITING)
    assert (article.node, article.path, article.step) == (0, [0], None)
    kinds, back = [], []
    while not article.finished:
        article.forward()
        kinds.append(article.step.kind)
    assert "leaf" not in kinds
    while article.at:
        back.append(article.step.kind)
        article.back()
    assert back[::-1] == kinds
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
