"""The three measures of 8x8 Reversi: the worked example, minimax by it, and its sign."""

import random

import pytest
from reference import full_width

from kalahgui.articles.weights_experiment import play_game, scores
from kalahgui.core.reversi_measures import PUBLISHED, WEIGHTS, Measures, measured, measures
from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import Table
from kalahgui.core.textbook import Textbook
from kalahgui.games import GAMES

REVERSI = GAMES["reversi"]


def random_positions(seed, count):
    chance = random.Random(seed)
    found = []
    while len(found) < count:
        position = REVERSI.start("8x8")
        for _ in range(chance.randrange(50)):
            if not position.over:
                position.play(chance.choice(position.moves()))
        if not position.over:
            found.append(position)
    return found


def slow_worth(position, side, sign):
    """Add up a side's worth from the board as it is shown."""
    cells = REVERSI.cells(position)
    board = position.copy()
    board.own, board.opp, board.turn = position.discs(side), position.discs(1 - side), side
    own = sum(WEIGHTS[i] for i, cell in enumerate(cells) if cell == side + 1)
    opp = sum(WEIGHTS[i] for i, cell in enumerate(cells) if cell == 2 - side)
    mobility = sum(20 + WEIGHTS[move] for move in board.moves())
    stable = position.stable(side).bit_count()
    return 10 * own + sign * 15 * opp + 10 * mobility + 30 * stable


def test_the_weights_mirror_the_printed_quarter():
    assert WEIGHTS[:16] == (30, -10, 2, 1, 1, 2, -10, 30, -10, -20, -3, -3, -3, -3, -20, -10)
    assert WEIGHTS[16:32] == (2, -3, 2, 0, 0, 2, -3, 2, 1, -3, 0, 0, 0, 0, -3, 1)
    assert WEIGHTS[::-1] == WEIGHTS


def test_the_published_value_adds_the_opponent_s_squares_and_playing_subtracts_them():
    for position in random_positions(1, 60):
        side = position.turn
        judged = measured(position)
        assert judged.published() == slow_worth(position, side, 1)
        difference = slow_worth(position, side, -1) - slow_worth(position, 1 - side, -1)
        assert judged.evaluate() == max(-63, min(63, difference // 128))
        assert measured(position, subtracts=True).published() == slow_worth(position, side, -1)
        assert measured(position, judge=1 - side).published() == -slow_worth(position, 1 - side, 1)


def minimax(position, depth, judge):
    """Return the judge's worth after minimax, and the first best move."""
    if depth == 0 or position.over:
        return slow_worth(position, judge, 1), None
    values = []
    for move in position.moves():
        child = position.copy()
        again = child.play(move)
        values.append((minimax(child, depth - (not again), judge)[0], move))
    best = (max if position.turn == judge else min)(value for value, _ in values)
    return best, next(move for value, move in values if value == best)


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta", "nega-alpha", "nega-scout"])
def test_searches_judge_every_leaf_for_the_same_side(algorithm):
    for position in random_positions(2, 4):
        judge = position.turn
        book = Textbook(algorithm)
        value, move = minimax(position, 2, judge)
        assert book.run(measured(position, judge=judge), 2) == value
        assert book.line()[0] == move


def test_measures_that_differ_in_anything_judge_apart():
    """Nothing of one may be taken for the other's: neither a position nor a table's values."""
    other = [Measures((*PUBLISHED[:i], 7, *PUBLISHED[i + 1 :])) for i in range(4)]
    other += [Measures(judge=0), Measures(judge=1), Measures(subtracts=True)]
    start = REVERSI.start("8x8")
    families = {start.family()}
    for evaluation in (Measures(), *other):
        judged = start.copy()
        judged.evaluation = evaluation
        assert judged.family() not in families
        families.add(judged.family())
    assert len({Measures(), Measures(PUBLISHED), *other}) == 1 + len(other)
    assert measured(start).family() in families


def test_only_the_8x8_board_has_weights():
    with pytest.raises(ValueError, match="8x8 board, not for 24 squares"):
        measured(REVERSI.start("diamond"))
    with pytest.raises(ValueError, match="8x8 board, not for 24 squares"):
        measures(REVERSI.start("diamond"), 0)


def test_the_sums_are_those_that_are_weighed():
    for position in random_positions(3, 20):
        for side in (0, 1):
            points = zip(PUBLISHED, measures(position, side), strict=True)
            assert sum(factor * total for factor, total in points) == slow_worth(position, side, 1)


def test_the_playing_search_judges_its_leaves_by_the_measures():
    for position in random_positions(4, 4):
        judged = measured(position)
        assert Search(Table(16)).value(judged, 2) == full_width(judged, 2)


@pytest.mark.compiled
def test_the_experiment_can_be_repeated():
    factors = PUBLISHED, (10, 15, 10, 0)
    first = play_game(factors, random.Random(5), StopWord())
    assert first == play_game(factors, random.Random(5), StopWord())
    assert len(scores(*factors, 4, 0, StopWord())) == 4
