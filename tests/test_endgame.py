"""The endgame database of Kalah: its values, its numbering, its layers and its checksums."""

import hashlib
import itertools
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_kalah import at_random, best_gain, built, word

from kalahgui.core import COMPILED
from kalahgui.core.constants import UNDECIDED
from kalahgui.core.endgame import (
    BLOCK,
    MOST_STONES,
    Endgame,
    entries_of,
    layer_ends,
    most_stones_within,
    placings,
)
from kalahgui.core.kalah import KalahPosition
from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import table_for
from kalahgui.engine.endgame_build import slices, work_out

ROOT = Path(__file__).parent.parent
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
    return [bytes(endgame.layer(total)[0]) for total in range(1, endgame.layers + 1)]


def all_placings(pits, stones):
    """Yield all ways in which so many stones can lie in one side's pits."""
    for bars in itertools.combinations(range(stones + pits - 1), pits - 1):
        edges = (-1, *bars, stones + pits - 1)
        yield [b - a - 1 for a, b in itertools.pairwise(edges)]


@pytest.mark.parametrize("empty_capture", [False, True])
@pytest.mark.parametrize(("pits", "stones"), SMALL)
def test_every_gain_is_that_of_plain_minimax(pits, stones, empty_capture):
    endgame = built(pits, stones, empty_capture)
    chance = random.Random(f"{pits} {empty_capture}")
    known = {}
    for _ in range(1000 if COMPILED else 100):
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
        data, _ = endgame.layer(total)
        # As many bytes are filled as there are placings: none was filled twice.
        assert asked == entries_of(pits, total) == sum(map(bool, data))


@pytest.mark.skipif(COMPILED, reason="the numbers cannot be seen in the compiled core")
@pytest.mark.parametrize(("pits", "stones"), [(1, 5), (2, 6), (3, 5), (5, 4), (6, 4)])
def test_the_numbers_of_placings_run_from_0_without_a_gap(pits, stones):
    endgame = Endgame(pits, stones)
    ends = layer_ends(pits, stones)
    for total in range(2, stones + 1):
        found = [
            endgame._index(word(own), word(opp), total) - ends[total - 1]
            for mine in range(1, total)
            for own in all_placings(pits, mine)
            for opp in all_placings(pits, total - mine)
        ]
        assert sorted(found) == list(range(entries_of(pits, total)))


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


def test_slices_in_any_order_give_the_same_bytes():
    stones = 8 if COMPILED else 5
    endgame = Endgame(4, stones)
    chance = random.Random(1)
    for total in range(1, stones + 1):
        for fewer in range(1, total // 2 + 1):
            rows = list(range(endgame.rows(total, fewer)))
            chance.shuffle(rows)
            for row in rows:
                endgame.work_out(total, fewer, row, row + 1)
        endgame.finish_layer()
    assert layers(endgame) == layers(built(4, stones))


def test_slices_cover_a_layer():
    endgame = Endgame(6, 9)
    for fewer in range(1, 5):
        rows = [part for part in slices(endgame, 9, 5000) if part.fewer == fewer]
        assert [part.first for part in rows[1:]] == [part.last for part in rows[:-1]]
        assert (rows[0].first, rows[-1].last) == (0, placings(6, fewer))


def digest(endgame):
    whole = hashlib.sha256()
    for total in range(1, endgame.layers + 1):
        data, checksums = endgame.layer(total)
        whole.update(bytes(data) + checksums.tobytes())
    return whole.hexdigest()


_DIGEST = """
import sys
sys.path.insert(0, "tests")
from small_kalah import built
from test_endgame import digest
print(digest(built(3, 7)), digest(built(2, 8, True)), digest(built(8, 3)))
"""


@pytest.mark.compiled
def test_both_cores_work_out_the_same_bytes():
    ours = [digest(built(3, 7)), digest(built(2, 8, True)), digest(built(8, 3))]
    theirs = subprocess.run(
        [sys.executable, "-c", _DIGEST],
        cwd=ROOT,
        env=os.environ | {"KALAHGUI_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert theirs.stdout.split() == ours


def mapped(endgame):
    """Return the data and the checksums of a database, as a file has them."""
    parts = [endgame.layer(total) for total in range(1, endgame.stones + 1)]
    checksums = parts[0][1]
    for _, more in parts[1:]:
        checksums.extend(more)
    return bytearray(b"".join(data for data, _ in parts)), checksums


def test_a_block_is_held_against_its_checksum_when_it_is_first_used():
    stones = 7 if COMPILED else 5
    endgame = built(6, stones)
    data, checksums = mapped(endgame)
    spoilt = layer_ends(6, stones)[-2] + 5
    data[spoilt] ^= 1
    again = Endgame(6, stones, False, bytes(data), checksums)
    assert again.gain(word([1, 0]), word([0, 1])) == endgame.gain(word([1, 0]), word([0, 1]))
    assert not again.damaged
    # The first placing of a layer: one stone of the mover's, next to the store.
    own, opp = word([0, 0, 0, 0, 0, 1]), word([0, 0, 0, 0, 0, stones - 1])
    assert endgame.gain(own, opp) is not None
    assert again.gain(own, opp) is None and again.damaged
    assert again.gain(own, opp) is None, "it stays unknown"
    assert again.gain(word([1, 0]), word([0, 1])) is not None, "the others stay"


def test_a_block_in_the_place_of_another_fails():
    endgame = built(6, 6 if COMPILED else 5)
    data, checksums = mapped(endgame)
    data[:BLOCK], data[BLOCK : 2 * BLOCK] = data[BLOCK : 2 * BLOCK], data[:BLOCK]
    checksums[0], checksums[1] = checksums[1], checksums[0]
    again = Endgame(6, endgame.stones, False, bytes(data), checksums)
    assert not again.verify() and again.damaged


@given(bit=st.integers(0, 8 * BLOCK - 1))
def test_a_single_wrong_bit_is_noticed(bit):
    data, checksums = mapped(_SAMPLE)
    data[bit // 8] ^= 1 << bit % 8
    assert not Endgame(2, 3, False, bytes(data), checksums).verify()


_SAMPLE = built(2, 3)


def test_what_is_not_worked_out_is_unknown():
    endgame = Endgame(4, 6)
    assert endgame.gain(word([1]), word([1])) is None
    assert not endgame.damaged, "nothing is wrong with it"
    assert endgame.gain(word([9]), word([9])) is None, "more stones than it has"
    whole = built(4, 4)
    assert whole.gain(word([2]), 0) is whole.gain(0, word([2])) is None, "the game is over"


def test_a_layer_is_taken_only_when_it_is_sound():
    whole = built(4, 5)
    endgame = Endgame(4, 5)
    for total in range(1, 5):
        assert endgame.take_layer(*whole.layer(total))
    data, checksums = whole.layer(5)
    spoilt = bytearray(data)
    spoilt[7] ^= 3
    assert not endgame.take_layer(spoilt, checksums)
    assert not endgame.take_layer(spoilt[:-1], checksums)
    assert endgame.layers == 4 and endgame.gain(word([4]), word([1])) is None
    assert work_out(endgame, StopWord())
    assert layers(endgame) == layers(whole), "nothing of it was left"


@pytest.mark.parametrize(
    "arguments", [(0, 4), (9, 4), (6, 1), (6, MOST_STONES + 1), (6, 4, False, b"", [])]
)
def test_what_cannot_be_is_refused(arguments):
    with pytest.raises(ValueError, match=r"pits|stones|bytes"):
        Endgame(*arguments)


@pytest.mark.parametrize("rows", [(3, 1, 0, 1), (2, 2, 0, 1), (2, 1, 0, 99), (2, 1, 1, 0)])
def test_rows_of_no_split_of_the_next_layer_are_refused(rows):
    endgame = Endgame(2, 4)
    endgame.finish_layer()
    with pytest.raises(ValueError, match="split"):
        endgame.work_out(*rows)


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
