"""The evaluation by pairs of pits: as it is described, and the same in both cores."""

import random
from array import array

import pytest

from kalahgui.core.kalah import KalahPosition, start
from kalahgui.core.pair_patterns import PHASES, PairPatterns, row_length
from kalahgui.core.search import Search
from kalahgui.core.table import table_for
from kalahgui.core.textbook import Textbook
from kalahgui.games import GAMES

KALAH = GAMES["kalah"]


def made_up(pits, span=401):
    """Return weights without any pattern, the same everywhere."""
    return array(
        "h",
        (
            (number * 2654435761 >> 9) % span - span // 2
            for number in range(PHASES * row_length(pits))
        ),
    )


def described(position, weights):
    """Return the estimate as the description has it, pair by pair."""
    pits = position.pits
    cells = [position.pit(position.turn, i) for i in range(pits)]
    cells += [position.pit(1 - position.turn, i) for i in range(pits)]
    rest = sum(cells)
    row = min(9, rest // 8) * row_length(pits)
    total = weights[row]
    before = row + 1
    for i in range(2 * pits - 1):
        later = 2 * pits - 1 - i
        for j in range(i + 1, 2 * pits):
            first, second = min(cells[i], 15), min(cells[j], 15)
            total += weights[before + first * later * 16 + (j - i - 1) * 16 + second]
        before += later * 256
    nearest = (total + 32) // 64
    return position.lead + max(1 - rest, min(rest - 1, nearest))


def judged(position, weights):
    other = position.copy()
    other.evaluation = PairPatterns(position.pits, weights)
    return other


def played(board, seed, games):
    chance = random.Random(seed)
    for _ in range(games):
        here = KALAH.start(board, ["last-stone"])
        while not here.over:
            yield here.copy()
            here.play(chance.choice(here.moves()))


@pytest.mark.few(2)
@pytest.mark.parametrize("board", ["1x4", "2x9", "3x6", "6x6", "6x9", "8x9"])
def test_it_judges_as_it_is_described(board):
    pits = int(board[0])
    weights = made_up(pits)
    seen = 0
    for position in played(board, 7, 6):
        assert judged(position, weights).evaluate() == described(position, weights)
        seen += 1
    assert seen > 10


# What both cores must make of positions with the weights of ``made_up``.
GOLDEN = {
    "<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>": -4,
    "<6,3,9,0,17,1,0,2,8,4,0,0,5,22,1>": -14,
    "<6,30,20,0,0,0,0,0,1,1,0,0,0,0,0>": 9,
    "<6,30,31,1,0,2,0,0,1,0,3,0,0,4,0> N": -11,
    "<3,0,0,6,6,6,6,6,6>": 2,
    "<3,11,4,0,1,9,2,0,9>": 10,
    "<8,5,2,0,0,40,1,9,3,0,6,2,2,2,0,18,0,7,1>": -14,
}


def test_both_cores_find_these_estimates():
    for text, estimate in GOLDEN.items():
        position = KALAH.parse_position(text)
        assert judged(position, made_up(position.pits)).evaluate() == estimate, text


# Most lines are cut near their leaves, by margins that the evaluation tells.
@pytest.mark.parametrize(
    ("text", "value", "nodes"),
    [
        ("<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>", 2, 634),
        ("<6,12,15,3,2,3,5,0,12,2,2,1,2,11,2>", -1, 640),
    ],
)
def test_both_cores_search_these_nodes(text, value, nodes):
    position = judged(KALAH.parse_position(text).to_the_end(), made_up(6, 41))
    *_, finding = Search(table_for(position, 12)).deepen(position, 5)
    assert (finding.value, finding.nodes) == (value, nodes)


def test_the_nearest_whole_number_of_stones_is_taken_but_never_all_that_is_left():
    for units, stones in ((31, 0), (32, 1), (-32, 0), (-33, -1), (95, 1)):
        weights = array("h", [0]) * (PHASES * row_length(6))
        weights[9 * row_length(6)] = units
        assert judged(start(6, 6), weights).evaluate() == stones
    position = KALAH.parse_position("<6,20,10,1,0,2,0,0,1,0,3,0,0,4,0>")
    for sign in (1, -1):
        weights = array("h", [32767 * sign]) * (PHASES * row_length(6))
        assert judged(position, weights).evaluate() == 10 + sign * 10


def test_weights_of_another_board_are_refused():
    with pytest.raises(ValueError, match="10 rows for 5 pits"):
        PairPatterns(5, made_up(6))


def test_other_weights_are_another_evaluation_and_family():
    weights = made_up(3)
    other = array("h", weights)
    other[-1] += 1
    here = start(3, 6)
    one, same, different = (
        judged(here, values) for values in (weights, array("h", weights), other)
    )
    assert one == same
    assert one.family() == same.family()
    assert hash(one.evaluation) == hash(same.evaluation)
    assert one.evaluation.identity() != different.evaluation.identity()
    assert one.family() != different.family() != here.family()


def test_textbook_searches_read_leaves_as_ever():
    here = start(4, 3)
    learnt = judged(here, made_up(4))
    for algorithm in ("minimax", "alpha-beta", "mtd-f"):
        books = [Textbook(algorithm) for _ in range(2)]
        values = [
            book.run(position, 4) for book, position in zip(books, (here, learnt), strict=True)
        ]
        assert values[0] == values[1]
        assert books[0].nodes == books[1].nodes
    won = KalahPosition(6, 72)
    won.own, won.opp, won.lead = 1, 1, 40
    assert judged(won, made_up(6)).published() == won.published() == 99
