"""Solving: the value, a line to the end that is worth it, and every move, on several threads."""

import random

import pytest
from examples import examples
from small_kalah import Minimax, built

from kalahgui.core import COMPILED
from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import table_for
from kalahgui.engine import parallel_search, solver
from kalahgui.engine.solver import solve
from kalahgui.engine.solving import Bounds
from kalahgui.games import GAMES

KALAH = GAMES["kalah"]
TINY, USUAL = 2, 14
# A board, and the most stones that minimax, and each core, looks through in a moment.
BOARDS = [(2, 12, 8), (3, 11, 7), (4, 10, 6), (6, 8, 5), (8, 6, 4)]


@pytest.fixture
def bad_guesses(monkeypatch):
    """Let guesses be so shallow that they are often wrong and never settle a value."""
    monkeypatch.setattr(solver, "_GUESS_DEPTH", 1)
    monkeypatch.setattr(solver, "_GUESS_BITS", 4)


@pytest.fixture
def table_of(monkeypatch):
    """Return what sets the size of the table that a solution gets."""
    return lambda bits: monkeypatch.setattr(solver, "table_bits", lambda position: bits)


def check_line(position, value, line, value_now=None):
    """Play a line to the end; at every ply it is worth the value."""
    here = position.copy()
    for move in line:
        assert value_now is None or value_now(here) == value
        value = value if here.play(move) else -value
    assert here.over and here.final() == value


@pytest.mark.few(6)
@pytest.mark.usefixtures("bad_guesses")
@pytest.mark.parametrize("bits", [TINY, USUAL])
@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize(("pits", "most", "few"), BOARDS)
def test_solutions_are_those_of_plain_minimax(table_of, pits, most, few, threads, bits):
    table_of(bits)
    for empty_capture in (False, True):
        chance = random.Random(f"{pits} {empty_capture}")
        minimax = Minimax(pits, empty_capture)
        # So few stones known that most positions stand in the table all the same.
        endgame = built(pits, 2, empty_capture)
        for _ in range(12 if COMPILED else 2):
            position = minimax.any_position(chance, most if COMPILED else few)
            found = solve(
                position,
                StopWord(),
                with_moves=True,
                threads=threads,
                inform=lambda here, endgame=endgame: here.knowing(endgame),
            )
            value = minimax.value(position)
            assert (found.value, found.exact, found.bounds) == (value, True, (value, value))
            check_line(position, value, found.line, minimax.value)
            assert found.moves == {m: minimax.value_of(position, m) for m in position.moves()}


@pytest.mark.few(2)
@pytest.mark.compiled
@pytest.mark.parametrize("bits", [TINY, 8, USUAL])
@pytest.mark.parametrize(
    ("board", "rules", "value"),
    [("4x2", (), 6), ("3x3", (), 2), ("5x2", ("empty-capture",), None), ("7x1", (), None)],
)
def test_threads_that_share_a_table_find_what_one_does(table_of, board, rules, value, bits):
    start = KALAH.start(board, rules)
    table_of(USUAL)
    alone = solve(start, StopWord(), with_moves=True)
    assert alone.exact and (value is None or alone.value == value)
    table_of(bits)
    for threads in (2, 4):
        together = solve(start, StopWord(), with_moves=True, threads=threads)
        assert (together.bounds, together.moves) == (alone.bounds, alone.moves)
        check_line(start.to_the_end(), alone.value, together.line)


@pytest.mark.usefixtures("bad_guesses")
def test_one_thread_counts_the_same_nodes_each_time():
    board = "4x2" if COMPILED else "3x3"
    counts = {solve(KALAH.start(board), StopWord()).nodes for _ in range(3)}
    assert len(counts) == 1 and counts.pop() > 100


@pytest.mark.few(1)
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("game", "board", "value"),
    [("tictactoe", "3x3", 0), ("eight", "8", -1), ("reversi", "4x4", -8)],
)
def test_other_games_are_solved_by_deepening(game, board, value, threads):
    start = GAMES[game].start(board)
    assert not start.proved_by_windows()
    found = solve(start, StopWord(), with_moves=True, threads=threads)
    assert found.exact and found.bounds == (found.value,) * 2
    best = max(found.moves.values())
    assert best == found.value == found.moves[found.line[0]]
    check_line(start, found.value, found.line)


def reversi_ending(board, seed, left, rules=()):
    """Return a position of a game by chance that can last so many turns."""
    chance = random.Random(seed)
    here = GAMES["reversi"].start(board, rules)
    while not here.over and here.most_turns() > left:
        here.play(chance.choice(here.moves()))
    return here


def value_of(position):
    *_, found = Search(table_for(position, 16)).deepen(position)
    assert found.exact
    return found.value


@pytest.mark.few(2)
@pytest.mark.compiled
@pytest.mark.parametrize("bits", [TINY, USUAL])
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("board", ["diamond", "6x6"])
def test_reversi_is_proven_by_windows(table_of, board, threads, bits):
    table_of(bits)
    for seed in range(examples(3, few=2)):
        start = reversi_ending(board, seed, 16, ("empties-winner",) if seed else ())
        found = solve(start, StopWord(), with_moves=True, threads=threads)
        value = value_of(start)
        assert (found.value, found.bounds, found.exact) == (value, (value, value), True)
        for move, worth in found.moves.items():
            child = start.copy()
            sign = 1 if child.play(move) else -1
            assert worth == sign * value_of(child)
        assert found.depth == start.most_turns()
        check_line(start, value, found.line)


@pytest.mark.few(1)
@pytest.mark.compiled
@pytest.mark.parametrize("threads", [1, 2])
def test_an_ending_of_the_full_board_is_proven_by_windows(threads):
    here = reversi_ending("8x8", 8, 17)
    found = solve(GAMES["reversi"].with_evaluation(here, ""), StopWord(), threads=threads)
    assert found.exact and found.value == value_of(here)
    check_line(here, found.value, found.line)


class Stopping:
    """A watch that raises a stop word at its n-th report, and remembers what it heard."""

    def __init__(self, report):
        self.stop = StopWord()
        self.reports = []
        self._report = report

    def __call__(self, report):
        self.reports.append(report)
        if len(self.reports) == self._report:
            self.stop.raised = True


@pytest.mark.slow
@pytest.mark.usefixtures("bad_guesses")
@pytest.mark.parametrize("threads", [1, 4])
def test_a_stop_at_any_moment_leaves_what_is_proven(monkeypatch, threads):
    monkeypatch.setattr(parallel_search, "_LOOK", 0.0001)
    start = KALAH.start("5x3" if COMPILED else "3x3").to_the_end()
    whole = solve(start, StopWord(), with_moves=True)
    inexact = 0
    for report in range(1, 60, 2 if COMPILED else 5):
        watch = Stopping(report)
        found = solve(start, watch.stop, with_moves=True, watch=watch, threads=threads)
        low, high = found.bounds
        assert low <= whole.value <= high and low <= found.value <= high
        assert found.exact == (low == high)
        inexact += not found.exact
        for move, value in found.moves.items():
            assert value in (None, whole.moves[move])
        here = start.copy()
        for move in found.line:
            here.play(move)
        for heard in watch.reports:
            if heard.move is None:
                assert heard.bounds[0] <= whole.value <= heard.bounds[1]
                assert heard.bounds[0] <= heard.value <= heard.bounds[1]
            else:
                assert heard.bounds[0] <= whole.moves[heard.move] <= heard.bounds[1]
    assert inexact


def test_a_finished_position_is_its_own_solution():
    here = KALAH.parse_position("<1,3,1,0,0>")
    found = solve(here, StopWord(), with_moves=True)
    assert (found.value, found.bounds, found.line, found.moves) == (2, (2, 2), [], {})


@pytest.mark.usefixtures("bad_guesses")
def test_after_a_stop_nothing_more_is_looked_into():
    stop = StopWord()
    stop.raised = True
    start = KALAH.start("3x1").to_the_end()
    found = solve(start, stop, with_moves=True)
    assert (found.bounds, found.exact) == (start.bounds(), False)


def test_bounds_decide_what_no_value_between_them_leaves_open():
    bounds = Bounds(2, 4)
    assert [value for value in range(8) if not bounds.decide(value)] == [3, 4]
    assert all(bounds.questions(guess) for guess in range(8))
    bounds.raise_low(4)
    assert bounds.meet and bounds.questions(4) == []
