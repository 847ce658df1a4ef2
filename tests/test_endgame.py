"""The endgame database of Kalah: its values, its numbering, its layers; and when it pays."""

import hashlib
import itertools
import random

import pytest
from examples import examples
from small_kalah import Minimax, at_random, best_gain, built, word

from kalahgui.core import COMPILED
from kalahgui.core.constants import UNDECIDED
from kalahgui.core.endgame import (
    MOST_STONES,
    Endgame,
    entries_of,
    layer_ends,
    most_stones_within,
)
from kalahgui.core.kalah import KalahPosition
from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import table_for
from kalahgui.engine import endgame_store
from kalahgui.engine.endgame_store import EndgameShape, EndgameStore, Kind, shape_of
from kalahgui.games import GAMES
from kalahgui.solving import solver, solving_memory
from kalahgui.solving.solver import solve
from kalahgui.solving.solving_memory import SolvingEndgame, worthwhile

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


def test_sizes_are_those_that_the_commands_promise():
    assert most_stones_within(6, 32 << 20) == 16
    assert 224e6 < layer_ends(6, 20)[-1] < 226e6
    assert 1.25e9 < layer_ends(6, 24)[-1] < 1.26e9


@pytest.mark.parametrize(
    ("pits", "stones", "threads"), [(6, 9 if COMPILED else 5, 5), (3, 9 if COMPILED else 6, 2)]
)
def test_threads_give_the_same_bytes_as_one(pits, stones, threads):
    assert layers(built(pits, stones, threads=threads)) == layers(built(pits, stones))


def digests():
    endgames = built(3, 7), built(2, 8, True), built(8, 3)
    return [hashlib.sha256(endgame.data).hexdigest() for endgame in endgames]


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


def test_what_cannot_be_is_refused():
    for arguments in ((0, 4), (9, 4), (6, 1), (6, MOST_STONES + 1), (6, 4, False, b"")):
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


# -- the endgame database of a solution


KALAH, REVERSI = GAMES["kalah"], GAMES["reversi"]
SHAPE = EndgameShape(3, 7)
START = KALAH.start("3x2")  # 12 stones


@pytest.fixture
def pays(monkeypatch):
    """Let a database of SHAPE pay from 10 stones on, compiled or not."""
    monkeypatch.setattr(solving_memory, "COMPILED", True)
    monkeypatch.setattr(solving_memory, "SIZES", ((10, SHAPE.size),))
    monkeypatch.setattr(solver, "GUESS_DEPTH", 1)


@pytest.fixture
def store(tmp_path):
    return EndgameStore(tmp_path / "cache")


def kinds(store):
    return [news.kind for news in store.news()]


def files(store):
    return sorted(path.name for path in store.folder.glob("*") if path.suffix != ".lock")


def solved(store, stop=None, position=START, watch=lambda shape, share: None):
    stop = StopWord() if stop is None else stop
    endgame = SolvingEndgame(store, stop, 1, watch=watch)
    return solve(position, stop, with_moves=True, inform=endgame.inform)


def right(solution, position=START):
    here = position.to_the_end()
    minimax = Minimax(here.pits)
    return (solution.value, solution.exact) == (minimax.value(here), True) and solution.moves == {
        move: minimax.value_of(here, move) for move in here.moves()
    }


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("board", "stones"), [("6x3", None), ("6x4", 20), ("6x5", 24), ("6x6", 24), ("4x5", None)]
)
def test_what_pays_is_built(monkeypatch, board, stones):
    monkeypatch.setattr(solving_memory, "machine_memory", lambda: 16 << 30)
    for rules in ((), ("empty-capture",)):
        shape = worthwhile(KALAH.start(board, rules))
        expected = EndgameShape(int(board[0]), stones, bool(rules)) if stones else None
        assert shape == expected


@pytest.mark.compiled
def test_much_memory_and_many_positions_make_a_larger_one_pay(monkeypatch):
    monkeypatch.setattr(solving_memory, "machine_memory", lambda: 24 << 30)
    stones = [worthwhile(KALAH.start(board)).stones for board in ("6x4", "6x5")]
    assert stones == [20, 27]
    assert worthwhile(KALAH.start("6x4"), many=True).stones == 27
    assert worthwhile(KALAH.start("6x2"), many=True) is None
    assert worthwhile(KALAH.start("4x7")).size <= 5 << 28 < worthwhile(KALAH.start("6x5")).size


def test_a_short_time_is_not_spent_on_it(pays, store, monkeypatch):
    assert worthwhile(START) == SHAPE
    assert worthwhile(KALAH.parse_position("<3,20,20,2,1,2,1,1,2>")) is None, "stones in stores"
    monkeypatch.setattr(solving_memory, "BYTES_A_SECOND", SHAPE.size)
    short = SolvingEndgame(store, StopWord(), 2, seconds=1.9)
    assert short.inform(START) is START
    assert files(store) == []
    enough = SolvingEndgame(store, StopWord(), 2, seconds=2.0)
    assert enough.inform(START).endgame.stones == SHAPE.stones


def test_it_is_built_once_and_kept(pays, store):
    shares = []
    assert right(solved(store, watch=lambda shape, share: shares.append((shape, share))))
    assert files(store) == [f"{SHAPE.name}.endgame"]
    assert {shape for shape, _ in shares} == {SHAPE} and shares[-1][1] == 1.0
    shares.clear()
    again = EndgameStore(store.folder)
    assert right(solved(again, watch=lambda shape, share: shares.append(share)))
    assert shares == [] and kinds(store) == kinds(again) == []


def test_what_is_there_is_used_where_nothing_is_built(store):
    here = KALAH.start("3x1")
    assert worthwhile(here) is None
    for start in (here, REVERSI.start("4x4")):
        assert SolvingEndgame(store, StopWord(), 1).inform(start) is start
    assert not store.folder.exists()
    small = store.build(SHAPE._replace(stones=4), StopWord())
    assert SolvingEndgame(store, StopWord(), 1).inform(here).endgame is small
    assert len(files(store)) == 1


def test_a_stop_in_the_midst_leaves_what_there_is(pays, store, monkeypatch):
    monkeypatch.setattr(endgame_store, "SLICE", 1)
    small = store.build(SHAPE._replace(stones=3), StopWord())
    stop = StopWord()

    def watch(shape, share):
        stop.raised = share > 0.5

    assert SolvingEndgame(store, stop, 1, watch=watch).inform(START).endgame is small
    assert files(store) == [f"{SHAPE._replace(stones=3).name}.endgame"]
    solution = solved(store, stop)
    assert not solution.exact and solution.bounds == START.bounds()
    assert right(solved(store)) and shape_of(store.find(3, False)) == SHAPE


@pytest.mark.parametrize("place", [40, SHAPE.size // 2, SHAPE.size - 40])
def test_a_damaged_one_is_set_aside_and_every_value_is_right(pays, store, place):
    store.build(SHAPE, StopWord())
    path = store.path(SHAPE)
    whole = path.read_bytes()
    spoilt = bytearray(whole)
    for here in range(place, place + 40):
        spoilt[here] ^= 0x14
    path.write_bytes(spoilt)
    again = EndgameStore(store.folder)
    assert right(solved(again))
    assert kinds(again) == [Kind.SET_ASIDE]
    assert right(solved(again)) and path.read_bytes() == whole
