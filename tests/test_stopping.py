"""Where lines stop, by every rule alike; and the smallest tree that proves a value."""

import contextlib
import gc
import json
import math
import random
from itertools import product

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from test_tree_layout import growing_trees

from kalahgui.assets import asset
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import ALGORITHMS, MTD_F, Textbook
from kalahgui.games import GAMES
from kalahgui.theatre import stopping
from kalahgui.theatre.cut_reasons import Reason, ending, leaf_turns
from kalahgui.theatre.game_tree import TreeNode, read_tree, walk
from kalahgui.theatre.order import ORDERS, Order
from kalahgui.theatre.recording import Plan, Stopped, record
from kalahgui.theatre.smallest_tree import TooManyPositions, smallest_tree
from kalahgui.theatre.stopping import Conspiracy, Fixed, Realization, TimedDeepening
from kalahgui.theatre.subject import PositionSubject, WrittenSubject

COUNTED = {
    board: counts
    for path in asset("games").glob("*/move-classes.json")
    for board, counts in json.loads(path.read_text("utf-8"))["boards"].items()
}
KALAH, REVERSI = GAMES["kalah"], GAMES["reversi"]
# Boards whose squares or pits were counted, and with which others.
ALIKE = {
    "kalah": ["kalah:6x3", "kalah:6x4", "kalah:6x5", "kalah:6x6"],
    "reversi:diamond": ["reversi:diamond", "reversi:diamond-parallel"],
    "reversi:diamond-parallel": ["reversi:diamond", "reversi:diamond-parallel"],
}
BOARDS = [
    (game, variant)
    for key, game in GAMES.items()
    for variant in game.variants
    if key in {board.partition(":")[0] for board in COUNTED}
]
EXACT = [name for name in ALGORITHMS if name != MTD_F]
every_board = pytest.mark.parametrize("board", BOARDS, ids=lambda b: f"{b[0].key}:{b[1]}")


def random_positions(board, count, first_seed=0):
    """Return unfinished positions of random games."""
    game, variant = board
    positions = []
    seed = first_seed
    while len(positions) < count:
        chance = random.Random(f"{game.key} {variant} {seed}")
        seed += 1
        here = game.start(variant)
        for _ in range(chance.randrange(40)):
            after = here.copy()
            after.play(chance.choice(here.moves()))
            if after.over:
                break
            here = after
        positions.append(here)
    return positions


def probabilities(board):
    """Divide the counts of the boards that are alike."""
    game, variant = board
    name = f"{game.key}:{variant}"
    alike = ALIKE.get(name) or ALIKE.get(game.key) or [name]
    all_boards = [board_name for board_name in COUNTED if board_name.split(":")[0] == game.key]
    shares = {}
    for key in game.move_classes:
        for boards in (alike, all_boards):
            played = sum(COUNTED[board_name]["classes"][key]["played"] for board_name in boards)
            legal = sum(COUNTED[board_name]["classes"][key]["legal"] for board_name in boards)
            if legal and key not in shares:
                shares[key] = played / legal
    return shares


class Slow:
    """Minimax under a rule, without a window, an order or a recording; it sees what is cut off."""

    def __init__(self, board, *, threshold=None, better=None):
        self.game = board[0]
        self.shares = probabilities(board)
        self.threshold = threshold
        self.better = better
        self.stopped = self.leaves = 0

    def value(self, here, depth, spent):
        """Return the value for the side to move; ``spent`` is the line's product or sum so far."""
        done = spent <= self.threshold if self.better is None else spent > self.better
        if depth == 0 or here.over or done:
            self.leaves += 1
            self.stopped += done and depth > 0 and not here.over
            return here.published()
        children = []
        for move in here.moves():
            child = here.copy()
            sign = 1 if child.play(move) else -1
            children.append((move, child, sign))
        worths = {move: sign * child.published() for move, child, sign in children}
        values = []
        for move, child, sign in children:
            if self.better is not None:
                below = spent + len([w for w in worths.values() if w > worths[move]])
            elif len(children) == 1:
                below = spent
            else:
                below = spent * self.shares[self.game.move_class(here, move)]
            values.append(sign * self.value(child, depth - (sign < 0), below))
        return max(values)


RULES = [Realization(0.3), Realization(0.05), Conspiracy(0), Conspiracy(2)]
DEPTH = 3


def slowly(board, here, rule, depth):
    """Return minimax's value under a rule for the root's player, its leaves, and those stopped."""
    if isinstance(rule, Realization):
        slow, spent = Slow(board, threshold=rule.threshold), 1.0
    else:
        slow, spent = Slow(board, better=rule.threshold), 0
    return slow.value(here, depth, spent), slow.leaves, slow.stopped


def recorded(board, here, algorithm, depth, rule, order="rising"):
    subject = PositionSubject(board[0], here, board[1])
    return record(Plan(subject, algorithm, depth, Order(order), rule))


@pytest.mark.few(2)
@every_board
@pytest.mark.parametrize("rule", RULES, ids=str)
def test_every_search_finds_the_value_of_minimax_under_the_rule(board, rule):
    for number, here in enumerate(random_positions(board, 8)):
        value, leaves, _ = slowly(board, here, rule, DEPTH)
        whole = recorded(board, here, "minimax", DEPTH, rule)
        assert (whole.value, whole.evaluations) == (value, leaves), number
        for algorithm in EXACT:
            order = ORDERS[number % len(ORDERS)]
            recording = recorded(board, here, algorithm, DEPTH, rule, order)
            assert recording.value == value, f"{algorithm} {order} {board[0].position_text(here)}"


@pytest.mark.few(3)
@every_board
@pytest.mark.parametrize("rule", [Realization(0.3), Conspiracy(0)], ids=str)
def test_a_rule_stops_some_lines_and_not_others(board, rule):
    """The law above would hold for a rule that does nothing as well."""
    stopped, deepest = 0, set()
    for here in random_positions(board, 20):
        stopped += slowly(board, here, rule, DEPTH + 1)[2]
        recording = recorded(board, here, "minimax", DEPTH + 1, rule)
        deepest |= {node.turns for node in recording.nodes if not node.moves}
    assert stopped > 0
    assert len(deepest) > 1


def kalah(text):
    return PositionSubject(KALAH, KALAH.parse_position(text))


def test_a_line_ends_at_the_threshold_and_not_above_it():
    subject = kalah("<3,0,0,3,1,0,2,2,2>")
    again = probabilities((KALAH, "3x2"))["again"]
    at, below = Realization(again), Realization(math.nextafter(again, 0))
    measure, _ = at.after(subject, subject.root, (0, 1), at.begin(subject))
    assert at.ends(measure)
    assert not below.ends(measure)
    assert [Conspiracy(2).ends(count) for count in (1, 2, 3)] == [False, False, True]


@pytest.mark.parametrize(
    "rule", [Realization(0.1), Realization(0.25), Realization(1e-07), Conspiracy(12)], ids=str
)
def test_a_rule_that_depends_on_the_path_needs_a_game_and_no_memory(rule):
    assert stopping.parse(str(rule)) == rule
    subject = PositionSubject(KALAH, KALAH.start("6x6"))
    with pytest.raises(ValueError, match="mtd-f needs a transposition table") as error:
        Plan(subject, MTD_F, 3, rule=rule)
    assert str(rule) in str(error.value)
    tree = WrittenSubject(read_tree("R(A(3 5) B(2 9))"))
    with pytest.raises(ValueError, match=r"needs a game: .*written tree"):
        record(Plan(tree, "minimax", 2, rule=rule))
    for free in (Fixed(), TimedDeepening(1.0)):
        assert not free.by_path
        Plan(subject, MTD_F, 3, rule=free)


PROBABILITY = "a probability above 0 and below 1"
WHOLE = "a whole number of at least 0"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *((f"realization{rest}", PROBABILITY) for rest in ("", ":", ":0", ":1", ":-0.5", ":1.5")),
        *((f"realization:{rest}", PROBABILITY) for rest in ("nan", "inf", "x", "0.1:2", "1e-999")),
        *((f"conspiracy{rest}", WHOLE) for rest in ("", ":", ":-1", ":1.5", ":x", ":1e3", ":²")),
        ("realisation:0.1", "does not say where lines end"),
        ("", "does not say where lines end"),
    ],
)
def test_a_wrong_rule_is_one_sentence(text, words):
    with pytest.raises(ValueError, match=words) as error:
        stopping.parse(text)
    assert "\n" not in str(error.value)


# -- why a line ends


def leaves(recording):
    return [number for number, node in enumerate(recording.nodes) if not node.moves]


def test_a_fixed_depth_ends_every_line_that_the_game_does_not():
    recording = record(
        Plan(PositionSubject(GAMES["eight"], GAMES["eight"].start("8")), "minimax", 4)
    )
    for leaf in leaves(recording):
        reason = ending(recording, leaf).reason
        assert reason is (Reason.OVER if recording.state(leaf).over else Reason.DEPTH)
    assert {ending(recording, leaf).reason for leaf in leaves(recording)} == {
        Reason.OVER,
        Reason.DEPTH,
    }
    assert max(leaf_turns(recording)) == 4


# -- the smallest tree that proves a value


def counts(subject, depth=64, **options):
    smallest = smallest_tree(subject, depth, **options)
    return smallest.value, smallest.nodes, smallest.evaluations


@pytest.mark.parametrize("most", [150_000, 50])
def test_nothing_of_a_smallest_tree_waits_for_a_collection_of_garbage(most):
    subject = PositionSubject(GAMES["kalah"], GAMES["kalah"].start("6x4"))
    gc.collect()
    gc.disable()
    try:
        with contextlib.suppress(TooManyPositions):
            smallest_tree(subject, 3, most=most)
        left = [type(instance).__name__ for instance in gc.get_objects()]
    finally:
        gc.enable()
    assert "_Situation" not in left


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


small = growing_trees(height=3).filter(lambda tree: len(list(tree.leaves())) <= 10)


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


def test_the_start_of_kalah_and_how_many_positions_are_too_many():
    start, stop = PositionSubject(KALAH, KALAH.start("6x6")), StopWord()
    assert counts(start, 4) == (1, 166, 83)
    with pytest.raises(TooManyPositions, match=r"^more than 50 positions: look fewer turns ahead$"):
        counts(start, 4, most=50)
    stop.raised = True
    with pytest.raises(Stopped):
        counts(start, 4, stop=stop)
