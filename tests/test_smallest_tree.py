"""The smallest tree that proves a value, against brute force and against searches."""

from itertools import product

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from test_node_labels import trees

from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook
from kalahgui.games import GAMES
from kalahgui.theatre.game_tree import TreeNode, walk
from kalahgui.theatre.recorder import Stopped
from kalahgui.theatre.smallest_tree import TooManyPositions, smallest_tree
from kalahgui.theatre.subject import PositionSubject, WrittenSubject


def counts(subject, depth=64, **options):
    found = smallest_tree(subject, depth, **options)
    return found.value, found.nodes, found.evaluations


# -- brute force: every part of the tree that has the root is tried


def bounds(node, path, known):
    """Return what is sure of a node's value when only some leaves are known."""
    if not node.children:
        return (node.value, node.value) if path in known else (-1000, 1000)
    below = [bounds(child, (*path, i), known) for i, child in enumerate(node.children)]
    pick = min if node.mover else max
    return pick(low for low, _ in below), pick(high for _, high in below)


def brute_force(tree):
    """Return the value, and the fewest nodes and leaves that leave no doubt about it."""
    leaves = [path for path, node in walk(tree) if not node.children]
    value = bounds(tree, (), leaves)[0]
    proofs = []
    for choice in product((False, True), repeat=len(leaves)):
        known = {leaf for leaf, taken in zip(leaves, choice, strict=True) if taken}
        if known and bounds(tree, (), known) == (value, value):
            nodes = {leaf[:length] for leaf in known for length in range(len(leaf) + 1)}
            proofs.append((len(nodes), len(known)))
    return value, *map(min, zip(*proofs, strict=True))


small = trees(height=3).filter(lambda tree: len(list(tree.leaves())) <= 10)


@given(small)
@settings(max_examples=examples(150))
def test_nothing_smaller_proves_the_value_of_a_random_tree(tree):
    assert counts(WrittenSubject(tree)) == brute_force(tree)


@pytest.mark.parametrize("width, depth", [(2, 4), (3, 3), (2, 5), (4, 2)])
def test_uniform_trees_have_the_known_number_of_leaves(width, depth):
    def grown(turns, mover=0):
        children = tuple(grown(turns - 1, 1 - mover) for _ in range(width)) if turns else ()
        return TreeNode("x", 0, mover, children)

    _, _, evaluations = counts(WrittenSubject(grown(depth)))
    assert evaluations == width ** (depth // 2) + width ** (depth - depth // 2) - 1


STARTS = {
    "kalah": ["6x6", "6x4", "3x2"],
    "reversi": ["diamond", "8x8", "4x4"],
    "tictactoe": [GAMES["tictactoe"].variant],
    "eight": [GAMES["eight"].variant],
}
PLACES = [(key, variant) for key, variants in STARTS.items() for variant in variants]


@given(st.sampled_from(PLACES), st.lists(st.integers(0, 99), max_size=12), st.integers(1, 3))
@settings(max_examples=examples(60))
def test_no_search_without_memory_gets_by_with_less(place, choices, depth):
    key, variant = place
    position = GAMES[key].start(variant)
    for choice in choices:
        before = position.copy()
        position.play(position.moves()[choice % len(position.moves())])
        if position.over:
            position = before
            break
    value, nodes, evaluations = counts(PositionSubject(GAMES[key], position), depth)
    for algorithm in ("minimax", "alpha-beta", "nega-alpha", "nega-scout", "usual-nega-scout"):
        for order in (range(64), range(63, -1, -1)):
            book = Textbook(algorithm, order)
            assert book.run(position, depth) == value
            assert nodes <= book.nodes
            assert evaluations <= book.evaluations


def test_the_start_of_kalah():
    assert counts(PositionSubject(GAMES["kalah"], GAMES["kalah"].start("6x6")), 4) == (1, 166, 83)


def test_too_many_positions_are_refused_in_one_sentence():
    with pytest.raises(TooManyPositions, match=r"^more than 50 positions: look fewer turns ahead$"):
        counts(PositionSubject(GAMES["kalah"], GAMES["kalah"].start("6x6")), 4, most=50)


def test_the_stop_word_stops():
    stop = StopWord()
    stop.raised = True
    with pytest.raises(Stopped):
        counts(PositionSubject(GAMES["kalah"], GAMES["kalah"].start("6x6")), 4, stop=stop)
