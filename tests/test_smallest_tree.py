"""The smallest tree that proves a value, against brute force and against searches."""

from itertools import product

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook
from kalahgui.games import GAMES
from kalahgui.theatre.recorder import Stopped
from kalahgui.theatre.smallest_tree import TooManyPositions, smallest_tree
from kalahgui.theatre.subject import PositionSubject


class Written:
    """A tree in nested lists, worth numbers for the root's player; paths are its states.

    A list whose first entry is "again" belongs to the same side as the one above it.
    """

    root = ()

    def __init__(self, nested):
        self.nested = nested

    def _at(self, path):
        here, mover = self.nested, 0
        for place in path:
            here = _children(here)[place]
            mover = mover if _again(here) else 1 - mover
        return here, mover

    def moves(self, path):
        here, _ = self._at(path)
        return tuple(range(len(_children(here))))

    def play(self, path, move):
        child = (*path, move)
        return child, self._at(child)[1] == self._at(path)[1]

    def worth(self, path):
        here, mover = self._at(path)
        return -_number(here) if mover else _number(here)

    def mover(self, path):
        return self._at(path)[1]


def _again(here):
    return isinstance(here, (list, tuple)) and bool(here) and here[0] == "again"


def _children(here):
    if isinstance(here, (int, tuple)):
        return []
    return here[1:] if _again(here) else here


def _number(here):
    """Return what a leaf is worth; also that of a node at which the depth ends."""
    if isinstance(here, list):
        return len(here) - 2
    return here[1] if isinstance(here, tuple) else here


def counts(tree, depth=64, **options):
    found = smallest_tree(tree, depth, **options)
    return found.value, found.nodes, found.evaluations


# -- brute force: every part of the tree that has the root is tried


def leaves_of(tree, path, depth):
    moves = tree.moves(path) if depth else ()
    if not moves:
        yield path
    for move in moves:
        child, again = tree.play(path, move)
        yield from leaves_of(tree, child, depth if again else depth - 1)


def bounds(tree, path, depth, known):
    """Return what is sure of a node's value when only some leaves are known."""
    moves = tree.moves(path) if depth else ()
    if not moves:
        worth = tree.worth(path) * (-1 if tree.mover(path) else 1)
        return (worth, worth) if path in known else (-1000, 1000)
    below = []
    for move in moves:
        child, again = tree.play(path, move)
        below.append(bounds(tree, child, depth if again else depth - 1, known))
    pick = min if tree.mover(path) else max
    return pick(low for low, _ in below), pick(high for _, high in below)


def brute_force(tree, depth=64):
    """Return the value, and the fewest nodes and leaves that leave no doubt about it."""
    leaves = list(leaves_of(tree, (), depth))
    value = bounds(tree, (), depth, leaves)[0]
    least_nodes = least_leaves = 10**6
    for choice in product((False, True), repeat=len(leaves)):
        known = {leaf for leaf, taken in zip(leaves, choice, strict=True) if taken}
        if known and bounds(tree, (), depth, known) == (value, value):
            nodes = {leaf[:length] for leaf in known for length in range(len(leaf) + 1)}
            least_nodes = min(least_nodes, len(nodes))
            least_leaves = min(least_leaves, len(known))
    return value, least_nodes, least_leaves


numbers = st.integers(-3, 3)
again_leaves = st.builds(lambda number: ("again", number), numbers)


def grown(below):
    lists = st.lists(below, min_size=1, max_size=3)
    return lists | lists.map(lambda children: ["again", *children])


small = st.recursive(numbers | again_leaves, grown, max_leaves=11).filter(
    lambda nested: len(list(leaves_of(Written(nested), (), 64))) <= 11
)


@given(small, st.integers(0, 4))
@settings(max_examples=examples(150))
def test_nothing_smaller_proves_the_value_of_a_random_tree(nested, depth):
    nested = nested[1] if isinstance(nested, tuple) else nested
    tree = Written(nested)
    assert counts(tree, depth) == brute_force(tree, depth)


@pytest.mark.parametrize("width, depth", [(2, 4), (3, 3), (2, 5), (4, 2)])
def test_uniform_trees_have_the_known_number_of_leaves(width, depth):
    nested = 0
    for _ in range(depth):
        nested = [nested] * width
    _, _, evaluations = counts(Written(nested))
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
