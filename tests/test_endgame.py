"""The endgame database of Kalah: its values, its numbering and its layers."""

import hashlib
import itertools
import random

import pytest
from examples import examples
from small_kalah import at_random, best_gain, built, word

from kalahgui.core import COMPILED
from kalahgui.core.constants import UNDECIDED
from kalahgui.core.endgame import (
    MOST_STONES,
    Endgame,
    entries_of,
    layer_ends,
    most_stones_within,
    placings,
)
from kalahgui.core.kalah import KalahPosition
from kalahgui.core.search import Search
from kalahgui.core.table import table_for

# Boards, and the most stones that each core works out in a moment.
BOARDS = [
    (1, 18, 18),
    (2, 12, 8),
    (3, 10, 6),
    (4, 10, 5),
    (5, 9, 5),
    (6, 8, 5),
    (7, 7, 4),
    (8, 7, 4),
]
SMALL = [(pits, most if COMPILED else few) for pits, most, few in BOARDS]


def layers(endgame):
    ends = layer_ends(endgame.pits, endgame.layers)
    return [bytes(endgame.data[begin:end]) for begin, end in itertools.pairwise(ends)]


def all_placings(pits, stones):
    """Yield all ways in which so many stones can lie in one side's pits."""
    for bars in itertools.combinations(range(stones + pits - 1), pits - 1):
        edges = (-1, *bars, stones + pits - 1)
        yield [b - a - 1 for a, b in itertools.pairwise(edges)]


@pytest.mark.law
@pytest.mark.few(5)
@pytest.mark.parametrize("empty_capture", [False, True])
@pytest.mark.parametrize(("pits", "stones"), SMALL)
def test_every_gain_is_that_of_plain_minimax(pits, stones, empty_capture):
    endgame = built(pits, stones, empty_capture)
    chance = random.Random(f"{pits} {empty_capture}")
    known = {}
    for _ in range(examples(1000)):
        own, opp = at_random(chance, pits, stones)
        expected = best_gain(pits, own, opp, empty_capture, known)
        assert endgame.gain(word(own), word(opp)) == expected, (own, opp)


@pytest.mark.parametrize(("pits", "stones"), [(1, 9), (2, 7), (3, 5), (4, 4), (6, 4), (8, 3)])
def test_every_placing_has_a_byte_of_its_own(pits, stones):
    endgame = built(pits, stones)
    for total in range(2, stones + 1):
        asked = 0
        for mine in range(1, total):
            for own in all_placings(pits, mine):
                for opp in all_placings(pits, total - mine):
                    assert endgame.gain(word(own), word(opp)) is not None
                    asked += 1
        # As many bytes are filled as there are placings: none was filled twice.
        data = layers(endgame)[total - 1]
        assert asked == entries_of(pits, total) == len(data) == sum(map(bool, data))


def test_there_are_as_many_placings_as_the_formula_says():
    for pits, stones in ((1, 4), (2, 5), (3, 6), (6, 4)):
        assert placings(pits, stones) == len(list(all_placings(pits, stones)))


def test_sizes_are_those_that_the_commands_promise():
    assert most_stones_within(6, 32 << 20) == 16
    assert 86e6 < layer_ends(6, 18)[-1] < 87e6
    assert 1.25e9 < layer_ends(6, 24)[-1] < 1.26e9


@pytest.mark.parametrize("threads", [2, 5])
@pytest.mark.parametrize(("pits", "stones"), [(6, 9 if COMPILED else 5), (3, 9 if COMPILED else 6)])
def test_threads_give_the_same_bytes_as_one(pits, stones, threads):
    assert layers(built(pits, stones, threads=threads)) == layers(built(pits, stones))


def digests():
    found = built(3, 7), built(2, 8, True), built(8, 3)
    return [hashlib.sha256(endgame.data).hexdigest() for endgame in found]


@pytest.mark.compiled
def test_both_cores_work_out_the_same_bytes(interpreted):
    assert interpreted("test_endgame", "digests()") == digests()


def test_what_is_not_worked_out_is_unknown():
    endgame = Endgame(4, 6)
    assert endgame.gain(word([1]), word([1])) is None
    assert endgame.gain(word([9]), word([9])) is None, "more stones than it has"
    whole = built(4, 4)
    assert whole.gain(word([2]), 0) is whole.gain(0, word([2])) is None, "the game is over"


def test_the_bytes_of_a_larger_database_begin_with_those_of_a_smaller_one():
    whole = built(4, 5)
    smaller = Endgame(4, 4, False, whole.data[: layer_ends(4, 4)[-1]])
    assert layers(smaller) == layers(built(4, 4))
    assert smaller.gain(word([2]), word([2])) == whole.gain(word([2]), word([2]))
    assert smaller.gain(word([3]), word([2])) is None


@pytest.mark.parametrize(
    "arguments", [(0, 4), (9, 4), (6, 1), (6, MOST_STONES + 1), (6, 4, False, b"")]
)
def test_what_cannot_be_is_refused(arguments):
    with pytest.raises(ValueError, match=r"pits|stones|bytes"):
        Endgame(*arguments)


def test_a_search_that_looks_its_last_stones_up_finds_what_minimax_does():
    chance = random.Random(4)
    for empty_capture in (False, True):
        endgame = built(4, 6, empty_capture)
        known = {}
        for _ in range(100 if COMPILED else 10):
            own, opp = at_random(chance, 4, 9)
            position = KalahPosition(4, 72, empty_capture, majority=False).knowing(endgame)
            position.own, position.opp = word(own), word(opp)
            search = Search(table_for(position, 4))
            *_, finding = search.deepen(position)
            assert finding.exact
            assert finding.value == best_gain(4, own, opp, empty_capture, known)


def test_a_position_is_decided_by_the_lead_and_the_gain():
    endgame = built(4, 6)
    position = KalahPosition(4, 72, majority=False).knowing(endgame)
    position.own, position.opp, position.lead = word([1, 1, 0, 1]), word([1, 0, 0, 1]), 7
    gain = endgame.gain(position.own, position.opp)
    assert position.decided(-999, 999) == 7 + gain
    position.own += 9
    assert position.decided(-999, 999) == UNDECIDED


def test_a_database_of_another_board_is_refused():
    for other in (built(4, 3), built(5, 3, True)):
        with pytest.raises(ValueError, match="another board"):
            KalahPosition(5, 60).knowing(other)
