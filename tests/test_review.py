"""A review: what it says of every move is what the solver says."""

from __future__ import annotations

import random

import pytest

from kalahgui.core.search import StopWord
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.judgement import Judgement
from kalahgui.engine.solver import solve
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.match.match import Match, Player
from kalahgui.match.node import SWAP
from kalahgui.review.judgements import judge_moves
from kalahgui.review.rows import (
    BEST,
    BLUNDER,
    DUBIOUS,
    FINE,
    KINDS,
    MISTAKE,
    ONLY,
    Summary,
    is_mistake,
    kind_of,
    rows_of,
    summary_of,
    turning_point,
)

KALAH = GAMES["kalah"]
REVERSI = GAMES["reversi"]
TICTACTOE = GAMES["tictactoe"]
ENOUGH = 600.0  # seconds; a review ends as soon as everything is exact


def random_match(key, variant, rules=(), seed=0, plies=None):
    """Return a match of random moves, finished unless it has so many plies."""
    chance = random.Random(f"{seed} {key} {variant} {rules}")
    match = Match(GAMES[key], variant, tuple(rules), (Player(), Player()))
    while not match.over and (plies is None or len(match.plies) < plies):
        match.play(chance.choice(match.position.moves()))
    return match


def reviewed(match, seconds=ENOUGH, table_bits=16):
    thinker = Thinker(table_bits=table_bits)
    judged = judge_moves(match, match.tip.line, seconds, thinker, Interrupt())
    return rows_of(match, match.tip.line, judged.get)


def check_against_the_solver(match):
    rows = reviewed(match)
    assert [row.ply for row in rows] == list(range(1, len(match.tip.line) + 1))
    for row in rows:
        solution = solve(row.node.parent.position, StopWord(), with_moves=True)
        assert row.exact
        assert row.move == row.node.ply
        assert row.value == solution.moves[row.move]
        assert row.best_value == solution.value
        assert solution.moves[row.best] == solution.value
        assert row.loss == solution.value - solution.moves[row.move] >= 0
        assert row.side == row.seat == row.node.parent.position.turn
    return rows


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("key", "variant", "rules", "seed"),
    [
        ("kalah", "3x2", (), 0),
        ("kalah", "2x4", ("last-stone", "empty-capture"), 1),
        ("tictactoe", "3x3", (), 2),
        ("eight", "8", (), 3),
        pytest.param("kalah", "4x3", (), 0, marks=pytest.mark.compiled),
        pytest.param("reversi", "4x4", (), 0, marks=pytest.mark.compiled),
        pytest.param("reversi", "diamond", ("empties-winner",), 0, marks=pytest.mark.compiled),
    ],
)
def test_finished_games_agree_with_the_solver(key, variant, rules, seed):
    assert check_against_the_solver(random_match(key, variant, rules, seed))


def test_under_the_majority_rule_values_are_those_of_the_very_end():
    # 13 of 24 stones end the game at once; the values go on to the last stone.
    start = KALAH.parse_position("<4,10,4,0,0,1,1,5,1,1,1>")
    match = Match(KALAH, "4x3", (), (Player(), Player()), start=start)
    match.replay_texts(["4"])
    (row,) = reviewed(match)
    unlimited = KALAH.parse_position("<4,10,4,0,0,1,1,5,1,1,1>", ("last-stone",))
    solution = solve(unlimited, StopWord(), with_moves=True)
    assert (row.value, row.best_value) == (solution.moves[3], solution.value)


def test_a_hurried_review_has_every_move():
    match = random_match("kalah", "6x6", plies=12)
    rows = reviewed(match, seconds=1e-6)
    assert len(rows) == 12
    assert all(1 <= row.depth < 20 for row in rows)
    assert all(row.loss >= 0 for row in rows)


def test_an_interrupt_ends_a_review_with_what_is_known():
    match = random_match("kalah", "6x6", plies=12)
    interrupt = Interrupt()
    told = []

    def watch(progress):
        told.append(progress)
        if len(told) == 3:
            interrupt.stop()

    judged = judge_moves(match, match.tip.line, 1.0, Thinker(table_bits=16), interrupt, watch)
    assert len(judged) == 3
    assert len(rows_of(match, match.tip.line, judged.get)) == 3
    assert told == sorted(told)


def judgement(values, exact=True):
    exact_moves = frozenset(values) if exact else frozenset()
    return Judgement(7, values, exact_moves, {move: [move] for move in values})


def test_rows_leave_out_what_nobody_judged_and_swaps():
    match = Match(KALAH, "6x4", (), (Player(), Player()), pie=True)
    match.replay_texts(["1", "swap", "2", "3"])
    root, first, swapped, second, third = match.root, *match.tip.line
    assert swapped.ply == SWAP
    judged = {
        root: judgement({0: 1, 1: 4, 2: 4, 3: 0, 4: 0, 5: 0}),
        first: judgement(dict.fromkeys(range(6), 0)),
        swapped: judgement({0: -3, 1: -3, 2: -4, 3: -5, 4: -5, 5: -5}, exact=False),
    }
    one, three = rows_of(match, match.tip.line, judged.get)
    assert (one.node, one.ply, one.side, one.seat, one.move) == (first, 1, 0, 0, 0)
    assert (one.value, one.best, one.best_value, one.loss, one.exact) == (1, 1, 4, 3, True)
    # Who had the first side has the second one now.
    assert (three.node, three.ply, three.side, three.seat) == (second, 3, 1, 0)
    # The first pit is as good: the move played is the best one.
    assert (three.best, three.loss, three.exact, three.depth) == (1, 0, False, 7)
    assert third not in judged


@pytest.mark.parametrize(
    ("game", "values", "kinds"),
    [
        # In stones: from two, three and six on. A best move that is not alone is no "only".
        (KALAH, [20, 20, 19, 18], [BEST, BEST, FINE, DUBIOUS]),
        (KALAH, [20, 20, 17, 15, 14], [BEST, BEST, MISTAKE, MISTAKE, BLUNDER]),
        (REVERSI, [20, 20, 18, 17], [BEST, BEST, DUBIOUS, DUBIOUS]),
        (REVERSI, [20, 20, 16, 13, 12], [BEST, BEST, MISTAKE, MISTAKE, BLUNDER]),
        # A won game is given away, or a draw.
        (KALAH, [1, 1, 0, -1], [BEST, BEST, MISTAKE, MISTAKE]),
        (KALAH, [0, 0, -1], [BEST, BEST, MISTAKE]),
        (KALAH, [-1, -1, -2], [BEST, BEST, FINE]),
        # Where only winning counts: by how much the result changes.
        (TICTACTOE, [1, 1, 0, -1], [BEST, BEST, MISTAKE, BLUNDER]),
        (TICTACTOE, [0, 0, -1], [BEST, BEST, MISTAKE]),
        # The only good move.
        (KALAH, [20, 17, 14], [ONLY, MISTAKE, BLUNDER]),
        (KALAH, [20, 18, 14], [BEST, DUBIOUS, BLUNDER]),
        (KALAH, [1, 0, 0], [ONLY, MISTAKE, MISTAKE]),
        (TICTACTOE, [0, -1, -1], [ONLY, MISTAKE, MISTAKE]),
        (KALAH, [-30], [BEST]),
    ],
)  # fmt: skip
def test_what_a_move_is_called(game, values, kinds):
    known = judgement(dict(enumerate(values)))
    assert [kind_of(game, known, move) for move in range(len(values))] == kinds
    assert set(kinds) <= set(KINDS)


def test_an_estimate_gives_no_game_away():
    assert kind_of(KALAH, judgement({0: 1, 1: 0}, exact=False), 1) == FINE
    assert kind_of(KALAH, judgement({0: 1, 1: -5}, exact=False), 1) == BLUNDER


def test_mistakes_are_mistakes_and_blunders():
    assert [kind for kind in KINDS if is_mistake(kind)] == [MISTAKE, BLUNDER]


def test_a_summary_counts_moves_best_ones_losses_and_mistakes():
    match = random_match("kalah", "3x2", seed=5)
    rows = reviewed(match)
    assert rows
    for side in (0, 1):
        own = [row for row in rows if row.side == side]
        summary = summary_of(own)
        assert summary.moves == len(own)
        assert summary.found == sum(row.value == row.best_value for row in own)
        assert summary.lost == sum(row.loss for row in own)
        assert summary.mistakes == sum(row.kind in (MISTAKE, BLUNDER) for row in own)
        assert summary.loss_a_move == summary.lost / summary.moves
    assert summary_of([]) == Summary() and Summary().loss_a_move == 0.0


def judged_match(texts, values):
    """Return a match of tic-tac-toe and rows with some values of the moves, best and played."""
    match = Match(TICTACTOE, "3x3", (), (Player(), Player()))
    match.replay_texts(texts)
    judged = {}
    for node, (best, value) in zip(match.tip.line, values, strict=True):
        before = node.parent
        others = dict.fromkeys(before.position.moves(), best)
        judged[before] = judgement(others | {node.ply: value})
    return match, rows_of(match, match.tip.line, judged.get)


# First wins: o a1, x b1?, o a2, x b2, o a3.
WON = ["a1", "b1", "a2", "b2", "a3"]


@pytest.mark.parametrize(
    ("values", "ply"),
    [
        # The second side threw the draw away with its first move.
        ([(0, 0), (0, -1), (1, 1), (-1, -1), (1, 1)], 2),
        # Both gave it away in turns; the last time counts.
        ([(0, 0), (0, -1), (1, 0), (0, -1), (1, 1)], 4),
        # A won game thrown away and won back by the other side's mistake.
        ([(0, 0), (0, -1), (1, -1), (1, -1), (1, 1)], 4),
        # Won from the start: nothing decided it.
        ([(1, 1), (-1, -1), (1, 1), (-1, -1), (1, 1)], None),
        # The value drifted without a mistake.
        ([(0, 0), (0, 0), (1, 1), (-1, -1), (1, 1)], None),
    ],
)
def test_the_turning_point_is_the_last_change_of_the_result(values, ply):
    match, rows = judged_match(WON, values)
    found = turning_point(match, rows)
    assert (found and found.ply) == ply
    if found is not None:
        assert found.best_value > found.value


def test_there_is_no_turning_point_before_the_end_is_known():
    match, rows = judged_match(WON, [(0, 0), (0, -1), (1, 1), (-1, -1), (1, 1)])
    assert turning_point(match, rows[:-1]) is None
    assert turning_point(match, [row for row in rows if row.ply != 4]) is None
    assert turning_point(match, [row for row in rows if row.ply != 1]).ply == 2
    match.undo()
    assert turning_point(match, rows[:-1]) is None


def test_a_resignation_in_a_won_game_was_not_decided_by_a_move():
    match, rows = judged_match(WON[:4], [(0, 0), (0, -1), (1, 1), (-1, -1)])
    match.resign(1)
    assert turning_point(match, rows).ply == 2
    match.undo()
    match.resign(0)
    assert turning_point(match, rows) is None


def test_after_a_swap_the_turning_point_goes_by_sides():
    found = 0
    for seed in range(3):
        chance = random.Random(seed)
        match = Match(KALAH, "3x2", (), (Player(), Player()), pie=True)
        match.replay_texts(["1", "swap"])
        while not match.over:
            match.play(chance.choice(match.position.moves()))
        margins = {}
        rows = reviewed(match)
        for row in rows:
            for name, value in (("best", row.best_value), ("played", row.value)):
                margins[row.ply, name] = value if row.side == 0 else -value
        # Signs of what was possible and of what was played, to the end.
        same = [((margin > 0) - (margin < 0)) for margin in margins.values()]
        pairs = zip(rows, same[::2], same[1::2], strict=True)
        changes = [row for row, best, played in pairs if best != played]
        assert turning_point(match, rows) is (changes[-1] if changes else None)
        found += bool(changes)
    assert found
