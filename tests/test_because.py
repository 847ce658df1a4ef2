"""Why something was cut: numbers are those of the tree, and whoever is named has what is said."""

import random

import pytest
from examples import examples
from test_mtd_f import random_position
from test_quiz import minimax

from kalahgui.core.textbook import ALGORITHMS, Textbook
from kalahgui.games import GAMES
from kalahgui.theatre.because import Source, because
from kalahgui.theatre.game_tree import TreeNode, read_tree
from kalahgui.theatre.playback import Bound, Phase, Playback
from kalahgui.theatre.recorder import record
from kalahgui.theatre.recording import Plan
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
    found = set()
    for cut in playback.cuts:
        why = because(playback, cut)
        found.add(why.source)
        node = nodes[why.node]
        assert node.mover == why.mover
        reached = truth_of(recording, node.children[why.place])
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
            held = truth_of(recording, holder.children[why.holder_place])
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
    return found


@pytest.mark.parametrize("text", TREES)
@pytest.mark.parametrize("algorithm", PRUNING)
def test_values_that_look_like_a_nodes_own(text, algorithm):
    tree = read_tree(text)
    holds(record(Plan(WrittenSubject(tree), algorithm, tree.height)))


@pytest.mark.law
@pytest.mark.parametrize("algorithm", PRUNING)
def test_every_reason_is_true_on_random_trees(algorithm):
    chance = random.Random(f"because {algorithm}")
    found = set()
    for _ in range(examples(1200)):
        tree = random_tree(chance, 4)
        if tree.height:
            found |= holds(record(Plan(WrittenSubject(tree), algorithm, tree.height)))
    assert (
        found
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
    for node in range(len(playback.recording.nodes)):
        seen = playback.seen(node)
        if seen.phase is not Phase.DONE:
            continue
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


def test_a_leaf_is_worth_what_it_is_whatever_the_window():
    playback = Playback(record(Plan(WrittenSubject(read_tree(TREES[0])), "mtd-f", 3)))
    playback.go_to(playback.length)
    leaves = [n for n, node in enumerate(playback.recording.nodes) if not node.moves]
    assert {playback.seen(leaf).bound for leaf in leaves} == {Bound.EXACT}


def test_going_back_to_a_node_shows_its_last_moment_that_is_over():
    playback = Playback(record(Plan(WrittenSubject(read_tree(TREES[0])), "mtd-f", 3)))
    steps = playback.recording.steps
    moments = [i + 1 for i, step in enumerate(steps) if step.kind in ("cut", "leave")]
    node = steps[moments[0] - 1].node
    told = [
        i + 1
        for i, step in enumerate(steps)
        if step.node == node
        and (step.kind == "cut" or (step.kind == "leave" and steps[i - 1].kind != "cut"))
    ]
    assert len(told) > 1
    playback.go_to(told[1])
    assert playback.moment_of(node) == told[1]
    playback.go_to(0)
    assert playback.moment_of(node) == told[0]
