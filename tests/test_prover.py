"""The prover: bounds on the right side of every goal, as plain minimax has them."""

import random

import pytest
from small_kalah import Minimax, at_random, built, cells, placed

from kalahgui.core import COMPILED
from kalahgui.core.prover import Prover
from kalahgui.core.search import StopWord
from kalahgui.core.table import Table, table_for
from kalahgui.games import GAMES

KALAH = GAMES["kalah"]
# Boards, and the most stones that minimax, and each core, looks through in a moment.
BOARDS = [
    (1, 18, 18),
    (2, 14, 10),
    (3, 12, 9),
    (4, 10, 7),
    (5, 9, 6),
    (6, 8, 6),
    (7, 6, 5),
    (8, 6, 5),
]
SMALL = [(pits, most if COMPILED else few) for pits, most, few in BOARDS]
# What is proven of positions with few stones is not put into the table, unless a database stands
# in for the search of even fewer.
KNOWN_STONES = (0, 2, 4)
NODES = [1484, 984, 424, 235, 164, 143, 3480, 933]


def informed(position, endgame):
    return position if endgame is None else position.knowing(endgame)


def is_true(bound, goal, value):
    """Tell whether a bound says rightly that a value reaches a goal, or that it does not."""
    return goal <= bound <= value if value >= goal else value <= bound < goal


@pytest.mark.few(5)
@pytest.mark.parametrize("empty_capture", [False, True])
@pytest.mark.parametrize(("pits", "stones"), SMALL)
def test_every_bound_is_true(pits, stones, empty_capture):
    chance = random.Random(f"{pits} {empty_capture}")
    minimax = Minimax(pits, empty_capture)
    endgames = [built(pits, few, empty_capture) if few else None for few in KNOWN_STONES]
    provers = [
        (Prover(Table(bits, narrow=pits <= 6)), endgame)
        for bits in (2, 5, 12)
        for endgame in endgames
    ]
    for _ in range(250 if COMPILED else 8):
        position = minimax.any_position(chance, stones)
        value = minimax.value(position)
        prover, endgame = chance.choice(provers)
        position = informed(position, endgame)
        for beside in chance.sample((-30, -7, -3, -2, -1, 0, 1, 2, 3, 8, 31), 6):
            found = prover.bound(position, value + beside, hopeful=chance.random() < 0.5)
            assert is_true(found, value + beside, value), (cells(position), value, beside, found)


@pytest.mark.few(2)
@pytest.mark.compiled
@pytest.mark.parametrize("empty_capture", [False, True])
@pytest.mark.parametrize(("pits", "stones"), [(4, 16), (6, 12), (7, 11), (8, 10)])
def test_bounds_agree_with_a_database(pits, stones, empty_capture):
    """With more stones than plain minimax has time for: most of them meet in the table."""
    chance = random.Random(pits)
    whole = built(pits, stones, empty_capture)
    for bits in (2, 14):
        prover = Prover(Table(bits, narrow=pits <= 6))
        for _ in range(150):
            own, opp = at_random(chance, pits, stones)
            position = placed(pits, own, opp, empty_capture, chance.randint(-9, 9))
            value = position.lead + whole.gain(position.own, position.opp)
            for beside in chance.sample(range(-4, 5), 3):
                found = prover.bound(position, value + beside, hopeful=chance.random() < 0.5)
                assert is_true(found, value + beside, value)


@pytest.mark.few(2)
@pytest.mark.parametrize("bits", [2, 12])
@pytest.mark.parametrize(("pits", "stones"), [(3, 11 if COMPILED else 7), SMALL[5], SMALL[7]])
def test_the_move_that_is_remembered_keeps_the_value(pits, stones, bits):
    chance = random.Random(pits)
    minimax = Minimax(pits)
    endgame = built(pits, 2)
    prover = Prover(Table(bits, narrow=pits <= 6))
    remembered = 0
    for _ in range(200 if COMPILED else 15):
        position = minimax.any_position(chance, stones).knowing(endgame)
        value = minimax.value(position)
        prover.bound(position, value)
        move = prover.remembered(position)
        if move is not None:
            remembered += 1
            assert minimax.value_of(position, move) == value
        if position.proven(value + 1) is None:
            # What is tried first does not tell what a move is worth that reaches no goal.
            prover.bound(position, value + 1)
            assert prover.remembered(position) is None
    assert remembered > 5


def test_pits_that_reach_the_store_are_sure_gains():
    position = placed(6, [6, 0, 4, 0, 2, 1], [9, 9, 9, 9, 9, 9])
    rest = 13 + 54
    assert position.proven(8 - rest) == 8 - rest
    assert position.proven(9 - rest) is None
    assert placed(6, [5, 1, 3, 2, 1, 0], [9, 9, 9, 9, 9, 9]).proven(-66 + 1) is None


def test_a_database_decides_at_once():
    endgame = built(4, 5)
    position = placed(4, [1, 0, 2, 0], [0, 1, 1, 0], lead=3).knowing(endgame)
    value = Minimax(4).value(position)
    prover = Prover(table_for(position, 2))
    assert [prover.bound(position, goal) for goal in (value, value + 1)] == [value, value]
    assert prover.nodes == 0


def test_a_raised_stop_word_proves_nothing():
    stop = StopWord()
    stop.raised = True
    position = KALAH.start("6x6").to_the_end()
    assert Prover(table_for(position, 10), stop).bound(position, 0) is None


def count():
    """Count the nodes of proofs from the starts of some boards, each with a table of its own."""
    nodes = []
    for board, stones, value in (("3x3", 0, 2), ("6x1", 3, 2), ("4x2", 4, 6), ("7x1", 2, 5)):
        for rules in ((), ("empty-capture",)):
            position = KALAH.start(board, rules).to_the_end()
            if stones:
                position = position.knowing(built(position.pits, stones, bool(rules)))
            prover = Prover(table_for(position, 8))
            for goal in (value + 1, value, value - 3):
                prover.bound(position, goal, hopeful=goal <= value)
            nodes.append(prover.nodes)
    return nodes


def test_the_count_of_nodes_is_known():
    assert count() == NODES, "the prover has changed; if that is meant, say so here"


@pytest.mark.slow
@pytest.mark.compiled
def test_both_cores_count_the_same_nodes(interpreted):
    assert interpreted("test_prover", "count()") == NODES
