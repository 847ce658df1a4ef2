"""The boards, rules and notation of Reversi, and the published searches on the diamond."""

import random
from pathlib import Path

import pytest
from reference import worth

from kalahgui.core.reversi import ReversiPosition, shape_of
from kalahgui.core.search import Search
from kalahgui.core.table import Table
from kalahgui.core.textbook import Textbook
from kalahgui.games import GAMES
from kalahgui.games.game import Again, Flip, Place

REVERSI = GAMES["reversi"]
DIAMOND_ORDER = [11, 12, 25, 30, 33, 38, 51, 52, 18, 21, 42, 45, 19, 20, 26, 29, 34, 37, 43, 44]


def squares(word):
    return [square for square in range(64) if word >> square & 1]


def test_the_diamond_has_the_squares_of_the_article():
    shape = REVERSI.start("diamond").shape
    rows = [(11, 12), range(18, 22), range(25, 31), range(33, 39), range(42, 46), (51, 52)]
    assert squares(shape.squares) == [square for row in rows for square in row]
    assert squares(shape.corners) == [11, 12, 25, 30, 33, 38, 51, 52]
    assert squares(shape.edges) == [18, 21, 42, 45]


@pytest.mark.parametrize(
    ("variant", "size", "first", "last"),
    [
        ("diamond", 24, "d2", "e7"),
        ("4x4", 16, "c3", "f6"),
        ("6x6", 36, "b2", "g7"),
        ("8x8", 64, "a1", "h8"),
    ],
)
def test_the_squares_of_every_board(variant, size, first, last):
    board = REVERSI.board(REVERSI.start(variant))
    assert len(board.moves) == len(board.places) == size
    assert REVERSI.text(board.moves[0]) == first
    assert REVERSI.text(board.moves[-1]) == last
    assert board.cell(board.moves[3]) == 3
    for cell, (column, row) in enumerate(board.places):
        assert board.cell_at(column, row) == cell
        label = board.column_labels[column] + board.row_labels[row]
        assert label == REVERSI.text(board.moves[cell])
    assert board.cell_at(board.columns, 0) is None


def test_discs_turn_from_the_placed_one_outwards():
    marks = "-OOX" + "O---" + "O---" + "X---"
    position = REVERSI.parse_position(marks + " X")
    events = list(REVERSI.tell(position, REVERSI.parse_move("c3")))
    assert events[0] == Place(0, 0)
    assert events[1:5] == [Flip(1, 0), Flip(4, 0), Flip(2, 0), Flip(8, 0)]


def test_a_player_without_a_move_passes():
    position = REVERSI.parse_position("XO--" + "----" + "----" + "XO--" + " X")
    move = REVERSI.parse_move("e3")
    assert list(REVERSI.tell(position, move)) == [Place(2, 0), Flip(1, 0), Again(0, passed=True)]
    assert position.play(move)
    assert position.turn == 0
    assert REVERSI.position_text(position) == "XXX---------XO-- X"


def test_a_position_read_with_a_player_to_pass_lets_the_other_move():
    position = REVERSI.parse_position("XO-------------- O")
    assert REVERSI.position_text(position) == "XO-------------- X"
    assert position.moves() == [REVERSI.parse_move("e3")]


def test_the_end_is_no_pass():
    position = REVERSI.parse_position("XO-------------- X")
    assert not position.play(REVERSI.parse_move("e3"))
    assert position.over
    assert position.turn == 1


@pytest.mark.parametrize(
    ("rules", "margin"), [((), 3), (("empties-nobody",), 3), (("empties-winner",), 16)]
)
def test_empty_squares_at_the_end(rules, margin):
    position = REVERSI.parse_position("XXX------------- X", rules)
    assert position.over
    assert position.final() == margin


def test_empty_squares_count_for_the_winner_on_the_8x8_board():
    text = "OO" + "-" * 62 + " X"
    assert REVERSI.parse_position(text).final() == -64
    assert REVERSI.parse_position(text, ["empties-nobody"]).final() == -2


def test_a_draw_gives_the_empty_squares_to_nobody():
    assert REVERSI.parse_position("X--------------O X", ["empties-winner"]).final() == 0


@pytest.mark.parametrize(
    ("text", "variant", "sentence"),
    [
        ("X" * 17 + " X", None, "16, 24, 36, 64 squares, not 17"),
        ("X" * 16, None, "the side to move, X or O"),
        ("X" * 16 + " Y", None, "the side to move, X or O"),
        ("X" * 16 + " X X", None, "the side to move, X or O"),
        ("", None, "the side to move, X or O"),
        ("-" * 16 + " X", None, "never without a disc"),
        ("X" * 15 + "? X", None, "written X, O and -"),
        ("X" * 16 + " X", "diamond", "a diamond board has 24 squares, not 16"),
        ("X" * 16 + " X", "5x5", "there is no Reversi board '5x5'"),
    ],
)
def test_impossible_positions_are_refused_with_one_sentence(text, variant, sentence):
    with pytest.raises(ValueError, match=sentence.replace("?", r"\?")) as caught:
        REVERSI.parse_position(text, variant=variant)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "a9", "i1", "a", "A1x", "11", "pass"])
def test_what_is_no_square_is_refused(text):
    with pytest.raises(ValueError, match="a square from a1 to h8"):
        REVERSI.parse_move(text)


def test_rules_that_contradict_are_refused():
    with pytest.raises(ValueError, match="not both"):
        REVERSI.start("8x8", ["empties-nobody", "empties-winner"])


def test_the_evaluation_stays_inside_the_final_margins():
    chance = random.Random(1)
    for variant in REVERSI.variants:
        for _ in range(10):
            position = REVERSI.start(variant)
            while not position.over:
                assert abs(position.evaluate()) < position.shape.size
                position.play(chance.choice(position.moves()))


def wall_positions(count):
    """Return random positions on boards of odd shapes with few squares, and their shapes."""
    chance = random.Random(7)
    found = []
    while len(found) < count:
        columns, rows = chance.randint(3, 5), chance.randint(2, 4)
        grid = [8 * row + column for row in range(rows) for column in range(columns)]
        kept = [square for square in grid if chance.random() < 0.85]
        position = ReversiPosition(shape_of(sum(1 << s for s in kept)))
        empties = 0
        for square in kept:
            mark = chance.choice("XOXO-")
            empties += mark == "-"
            position.own |= (mark == "X") << square
            position.opp |= (mark == "O") << square
        position.settle()
        if empties <= 6:
            found.append(position)
    return found


def ever_turned(position, black, white, seen):
    """Return the discs among ``black`` and ``white`` that some continuation turns."""
    if position in seen:
        return 0
    seen.add(position)
    turned = (black & ~position.discs(0)) | (white & ~position.discs(1))
    for move in position.moves():
        child = position.copy()
        child.play(move)
        turned |= ever_turned(child, black, white, seen)
    return turned


def square_names(word):
    return " ".join(REVERSI.text(square) for square in range(64) if word >> square & 1)


def test_stable_discs_are_never_turned():
    """What brute force finds beyond the discs counted is listed in a file beside the tests."""
    counted = 0
    beyond = []
    for position in wall_positions(150):
        black, white = position.discs(0), position.discs(1)
        turned = ever_turned(position, black, white, set())
        stable = position.stable(0) | position.stable(1)
        assert not stable & turned
        counted += stable.bit_count()
        missed = (black | white) & ~turned & ~stable
        if missed:
            beyond.append(
                f"black {square_names(black)} / white {square_names(white)} / "
                f"to move {'XO'[position.turn]} / never turned, not counted: {square_names(missed)}"
            )
    assert counted > 0
    listed = Path(__file__).with_name("stable-discs-beyond.txt")
    assert listed.read_text("utf-8").splitlines() == beyond


def test_bounds_hold_in_every_continuation():
    def finals(position):
        if position.over:
            return {position.final() if position.turn == 0 else -position.final()}
        return set().union(*(finals(played(position, move)) for move in position.moves()))

    for position in wall_positions(60):
        low, high = position.bounds()
        if position.turn:
            low, high = -high, -low
        margins = finals(position)
        assert low <= min(margins)
        assert max(margins) <= high


def played(position, move):
    child = position.copy()
    child.play(move)
    return child


def test_the_last_squares_are_played_out_like_minimax():
    for position in wall_positions(150):
        if not position.over:
            assert position.decided(-1000, 1000) == worth(position)


LINES = {
    ("diamond", "nega-alpha"): "19 34 45 21 33 26 20 29 37 12 11 44 38 30 52 51 18 25 43 42",
    ("diamond", "nega-scout"): "19 34 45 21 33 42 51 11 20 37 44 29 12 26 30 52 25 18 43 38",
    ("diamond-parallel", "nega-alpha"): (
        "18 21 29 37 42 20 38 26 12 11 30 25 19 43 34 44 33 45 52 51"
    ),
    ("diamond-parallel", "nega-scout"): (
        "18 21 29 37 42 20 30 38 12 11 19 26 34 25 33 43 45 52 51 pass 44"
    ),
}


@pytest.mark.few(2)
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("variant", "algorithm", "value", "evaluations"),
    [
        ("diamond", "nega-alpha", 0, 1690895),
        ("diamond", "nega-scout", 0, 1309977),
        ("diamond-parallel", "nega-alpha", 10, 898585),
        ("diamond-parallel", "nega-scout", 10, 524627),
    ],
)
def test_the_published_searches_of_the_diamond(variant, algorithm, value, evaluations):
    start = REVERSI.start(variant)
    book = Textbook(algorithm, DIAMOND_ORDER)
    assert book.run(start, 20, -50, 50) == value
    assert book.evaluations == evaluations
    texts = REVERSI.line_texts(start, book.line())
    numbers = [text if text == "pass" else str(REVERSI.parse_move(text)) for text in texts]
    assert " ".join(numbers) == LINES[variant, algorithm]


def solve(position, bits=20):
    *_, finding = Search(Table(bits)).deepen(position)
    assert finding.exact
    return finding


@pytest.mark.compiled
@pytest.mark.parametrize(("variant", "value"), [("diamond", 0), ("diamond-parallel", 10)])
def test_the_diamonds_are_solved(variant, value):
    assert solve(REVERSI.start(variant)).value == value


FFO = {
    40: ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38, "a2"),
    41: ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0, "h4"),
    43: ("--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12, "g3 c7"),
    44: ("--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14, "d2 b8"),
}


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("number", FFO)
def test_exact_endgames_of_the_ffo_suite(number):
    text, value, moves = FFO[number]
    finding = solve(REVERSI.parse_position(text), 22)
    assert finding.value == value
    assert REVERSI.text(finding.line[0]) in moves.split()
