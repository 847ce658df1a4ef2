"""The endgame database of a solution: built where it pays, and never in its way."""

import pytest
from small_kalah import Minimax

from kalahgui.core.search import StopWord
from kalahgui.engine import endgame_store, solver, solving_memory
from kalahgui.engine.endgame_store import EndgameShape, EndgameStore, Kind, shape_of
from kalahgui.engine.solver import solve
from kalahgui.engine.solving_memory import SolvingEndgame, worthwhile
from kalahgui.games import GAMES

KALAH, REVERSI = GAMES["kalah"], GAMES["reversi"]
SHAPE = EndgameShape(3, 7)
START = KALAH.start("3x2")  # 12 stones


@pytest.fixture
def pays(monkeypatch):
    """Let a database of SHAPE pay from 10 stones on, compiled or not."""
    monkeypatch.setattr(solving_memory, "COMPILED", True)
    monkeypatch.setattr(solving_memory, "_SIZES", ((10, SHAPE.size),))
    monkeypatch.setattr(solver, "_GUESS_DEPTH", 1)


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


def right(found, position=START):
    here = position.to_the_end()
    minimax = Minimax(here.pits)
    return (found.value, found.exact) == (minimax.value(here), True) and found.moves == {
        move: minimax.value_of(here, move) for move in here.moves()
    }


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("board", "stones"), [("6x3", None), ("6x4", 18), ("6x5", 24), ("6x6", 24), ("4x5", None)]
)
def test_what_pays_is_built(monkeypatch, board, stones):
    monkeypatch.setattr(solving_memory, "machine_memory", lambda: 16 << 30)
    for rules in ((), ("empty-capture",)):
        shape = worthwhile(KALAH.start(board, rules))
        expected = EndgameShape(int(board[0]), stones, bool(rules)) if stones else None
        assert shape == expected


def test_a_short_time_is_not_spent_on_it(pays, store, monkeypatch):
    monkeypatch.setattr(solving_memory, "_BYTES_A_SECOND", SHAPE.size)
    short = SolvingEndgame(store, StopWord(), 2, seconds=1.9)
    assert short.inform(START) is START
    assert files(store) == []
    enough = SolvingEndgame(store, StopWord(), 2, seconds=2.0)
    assert enough.inform(START).endgame.stones == SHAPE.stones


def test_stones_in_the_stores_do_not_count(pays):
    assert worthwhile(START) == SHAPE
    assert worthwhile(KALAH.parse_position("<3,20,20,2,1,2,1,1,2>")) is None


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
    assert SolvingEndgame(store, StopWord(), 1).inform(here) is here
    small = store.build(SHAPE._replace(stones=4), StopWord())
    assert SolvingEndgame(store, StopWord(), 1).inform(here).endgame is small
    assert len(files(store)) == 1


def test_other_games_know_nothing(store):
    start = REVERSI.start("4x4")
    assert SolvingEndgame(store, StopWord(), 1).inform(start) is start
    assert not store.folder.exists()


def test_a_stop_in_the_midst_leaves_what_there_is(pays, store, monkeypatch):
    monkeypatch.setattr(endgame_store, "SLICE", 1)
    small = store.build(SHAPE._replace(stones=3), StopWord())
    stop = StopWord()

    def watch(shape, share):
        stop.raised = share > 0.5

    assert SolvingEndgame(store, stop, 1, watch=watch).inform(START).endgame is small
    assert files(store) == [f"{SHAPE._replace(stones=3).name}.endgame"]
    found = solved(store, stop)
    assert not found.exact and found.bounds == START.bounds()
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
