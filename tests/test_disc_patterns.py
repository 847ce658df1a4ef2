"""8x8 Reversi judged by patterns: states that follow moves, symmetry, exactness all the same."""

import random
from array import array

import pytest
from examples import examples

from kalahgui.core import COMPILED
from kalahgui.core.disc_patterns import (
    ERRORS,
    LENGTHS,
    PATTERNS,
    PHASES,
    ROW_LENGTH,
    DiscPatterns,
)
from kalahgui.core.search import Search
from kalahgui.core.table import Table
from kalahgui.games import GAMES

REVERSI = GAMES["reversi"]


def made_up(seed=0, size=40):
    """Return weights by chance."""
    numbers = random.Random(seed).randbytes(PHASES * ROW_LENGTH)
    return array("h", [number % (2 * size + 1) - size for number in numbers])


WEIGHTS = made_up()
PLAIN = DiscPatterns(WEIGHTS)
# Sure of what is quite wrong: shallow searches stand in for deep ones all the time.
RASH = DiscPatterns(WEIGHTS, array("h", [0] * ERRORS))


def position(seed, plies, evaluation=PLAIN):
    """Return a position after some random moves."""
    chance = random.Random(f"{seed} {plies}")
    here = REVERSI.start("8x8")
    while plies and not here.over:
        here.play(chance.choice(here.moves()))
        plies -= 1
    here.evaluation = evaluation
    return here


def test_patterns_cover_the_board_alike():
    assert len(PATTERNS) == 46
    counts = [sum(square in squares for _, squares in PATTERNS) for square in range(64)]
    for square in range(64):
        row, column = divmod(square, 8)
        mirrored = {8 * row + 7 - column, 8 * (7 - row) + column, 8 * column + row}
        assert {counts[other] for other in mirrored} == {counts[square]}
    assert min(counts) >= 3


def naive(here):
    """Return the estimate as it is described, with patterns read square by square."""
    discs = (here.own | here.opp).bit_count()
    row = min(max(discs - 4, 0) // 5, PHASES - 1) * ROW_LENGTH
    other = here.copy()
    other.own, other.opp = here.opp, here.own
    total = WEIGHTS[row]
    total += WEIGHTS[row + 1 + len(here.moves())] + WEIGHTS[row + 33 + len(other.moves())]
    sizes = [3**length for length in LENGTHS]
    for kind, squares in PATTERNS:
        table = 65 + sum(sizes[:kind])
        entry = sum(
            ((here.own >> square & 1) - (here.opp >> square & 1) + 1) * 3**digit
            for digit, square in enumerate(squares)
        )
        total += WEIGHTS[row + table + entry]
    return min(max((total + 64) // 128, -63), 63)


def test_an_estimate_is_the_sum_of_its_weights_whatever_the_colour_to_move():
    for plies in range(0, 60, 3):
        here = position("sum", plies)
        value = here.evaluate()
        assert value == naive(here)
        here.turn = 1 - here.turn
        assert here.evaluate() == value


@pytest.mark.parametrize("plies", [4, 20, 37, 44, 48])
@pytest.mark.parametrize("evaluation", [PLAIN, RASH], ids=["plain", "rash"])
def test_states_that_follow_moves_are_those_made_afresh(evaluation, plies):
    """A search that judges every leaf from nothing finds the same, node by node."""
    afresh = DiscPatterns(WEIGHTS, array("h", [0] * ERRORS) if evaluation.probcut else None)
    afresh.state_size = 0
    depth = 6 if COMPILED else 3
    for seed in range(examples(4, few=2) if COMPILED else 1):
        searches = []
        for judge in (evaluation, afresh):
            here = position(seed, plies, judge)
            searches.append([(f.value, f.nodes) for f in Search(Table(10)).deepen(here, depth)])
        assert searches[0] == searches[1]


def test_a_search_goes_on_from_any_position():
    """What a search keeps of one position is not taken for that of another."""
    search = Search(Table(10))
    for plies in (3, 30, 9, 41):
        here = position("next", plies)
        alone = Search(Table(10)).value(here, 3)
        search.table.clear()
        assert search.value(here, 3) == alone


@pytest.mark.parametrize("plies", [20, 46])
def test_a_search_that_reaches_the_end_is_taken_for_one_to_the_end(plies):
    here = position("whole", plies)
    left = here.most_turns()
    assert here.whole_depth(left - 7) == here.whole_depth(left) == left
    assert here.whole_depth(left - 8) == left - 8
    assert here.whole_depth(left + 1) == left + 1


@pytest.mark.parametrize("bits", [0, 4, 14])
@pytest.mark.parametrize("rules", [(), ("empties-winner",)])
def test_what_is_exact_owes_nothing_to_probcut(bits, rules):
    """Shallow searches are always believed and always wrong; the end is exact all the same."""
    search = Search(Table(bits))
    for seed in range(12 if COMPILED else 2):
        here = position(seed, 49 if COMPILED else 51, RASH)
        while not here.over and here.most_turns() > (10 if COMPILED else 8):
            here.play(here.moves()[0])
        if here.over:
            continue
        plain = REVERSI.start("8x8", rules)
        plain.own, plain.opp, plain.turn = here.own, here.opp, here.turn
        here = plain.copy()
        here.evaluation = RASH
        *_, finding = search.deepen(here)
        assert finding.exact and finding.value == exact_value(plain)
        assert finding.depth <= here.most_turns()


@pytest.mark.compiled
@pytest.mark.parametrize("goals", [range(-24, 25, 6), range(24, -25, -6)], ids=["up", "down"])
def test_null_windows_one_after_the_other_prove_true_bounds(goals):
    """What the table knows of the moves by one window settles another one only where it may."""
    for seed in range(examples(60, few=6)):
        here = position(seed, 44, RASH)
        true = exact_value(position(seed, 44, None))
        search = Search(Table(14))
        assert all(-64 <= finding.value <= 64 for finding in search.foresee(here))
        for goal in goals:
            bound = search.bound(here, goal)
            assert goal <= bound <= true if true >= goal else true <= bound < goal


def exact_value(plain):
    *_, finding = Search(Table(14)).deepen(plain)
    return finding.value


@pytest.mark.compiled
def test_probcut_never_calls_itself_exact():
    misled = 0
    for seed in range(12):
        here = position(seed, 46, RASH)
        if here.over:
            continue
        true = exact_value(position(seed, 46, None))
        search = Search(Table(12))
        for finding in search.deepen(here):
            assert not finding.exact or finding.value == true
            misled += finding.value != true and finding.depth >= here.most_turns() - 1
    assert misled, "no search was misled, so nothing was tried"


def test_evaluations_are_told_apart():
    same, other = DiscPatterns(WEIGHTS), DiscPatterns(made_up(1))
    assert same == PLAIN and hash(PLAIN) == hash(same)
    assert other != PLAIN and PLAIN != RASH
    here, there = position("alike", 10), position("alike", 10, other)
    assert here.family() != there.family()


def test_weights_of_a_wrong_length_are_refused():
    with pytest.raises(ValueError, match="rows"):
        DiscPatterns(WEIGHTS[:-1])
    with pytest.raises(ValueError, match="errors"):
        DiscPatterns(WEIGHTS, array("h", [1]))
