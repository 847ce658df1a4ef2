"""Reversi: its boards, rules, notation, published searches, and the three measures."""

import random
from pathlib import Path

import pytest
from reference import full_width, worth

from kalahgui.articles.weights_experiment import Trial, play_game, trial_score
from kalahgui.core.reversi import ReversiPosition, shape_of
from kalahgui.core.reversi_measures import PUBLISHED, WEIGHTS, Measures, measured, measures
from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import Table
from kalahgui.core.textbook import Textbook
from kalahgui.games import GAMES
from kalahgui.games.game import Again, Flip, Place, children
from kalahgui.games.plain_text import folded
from kalahgui.games.reversi.openings import named_openings
from kalahgui.solving import solver
from kalahgui.words import LANGUAGES

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


def test_a_player_without_a_move_passes_but_not_at_the_end():
    position = REVERSI.parse_position("XO--" + "----" + "----" + "XO--" + " X")
    move = REVERSI.parse_move("e3")
    assert list(REVERSI.tell(position, move)) == [Place(2, 0), Flip(1, 0), Again(0, passed=True)]
    assert position.play(move)
    assert position.turn == 0
    assert REVERSI.position_text(position) == "XXX---------XO-- X"
    # Read with a player who has to pass, the other one moves.
    position = REVERSI.parse_position("XO-------------- O")
    assert REVERSI.position_text(position) == "XO-------------- X"
    assert position.moves() == [move]
    assert not position.play(move)
    assert position.over
    assert position.turn == 1


@pytest.mark.parametrize(
    ("text", "rules", "margin"),
    [
        ("XXX------------- X", (), 3),
        ("XXX------------- X", ("empties-nobody",), 3),
        ("XXX------------- X", ("empties-winner",), 16),
        ("OO" + "-" * 62 + " X", (), -64),  # the rule of the 8x8 board
        ("OO" + "-" * 62 + " X", ("empties-nobody",), -2),
        ("X--------------O X", ("empties-winner",), 0),  # a draw gives them to nobody
    ],
)
def test_empty_squares_at_the_end(text, rules, margin):
    position = REVERSI.parse_position(text, rules)
    assert position.over
    assert position.final() == margin


@pytest.mark.parametrize(
    ("text", "variant", "sentence"),
    [
        ("X" * 17 + " X", None, "16, 24, 36, 64 squares, not 17"),
        ("X" * 16, None, "the side to move, X or O"),
        ("X" * 16 + " Y", None, "the side to move, X or O"),
        ("X" * 16 + " X X", None, "the side to move, X or O"),
        ("", None, "the side to move, X or O"),
        ("-" * 16 + " X", None, "always has at least one disc"),
        ("X" * 15 + "? X", None, "written X, O and -"),
        ("X" * 16 + " X", "diamond", "a diamond board has 24 squares, not 16"),
        ("X" * 16 + " X", "5x5", "there is no Reversi board '5x5'"),
    ],
)
def test_impossible_positions_are_refused_with_one_sentence(text, variant, sentence):
    with pytest.raises(ValueError, match=sentence.replace("?", r"\?")) as caught:
        REVERSI.parse_position(text, variant=variant)
    assert "\n" not in str(caught.value)


def test_what_is_no_square_and_rules_that_contradict_are_refused():
    for text in ("", "a9", "i1", "a", "A1x", "11", "pass"):
        with pytest.raises(ValueError, match="a square from a1 to h8"):
            REVERSI.parse_move(text)
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
    positions = []
    while len(positions) < count:
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
            positions.append(position)
    return positions


def late_positions(count):
    """Return random positions with at most five empty squares, most of them lopsided."""
    chance = random.Random(8)
    shapes = [REVERSI.start(variant).shape for variant in ("8x8", "6x6", "diamond", "4x4")]
    positions = []
    while len(positions) < count:
        shape = shapes[len(positions) % len(shapes)]
        position = ReversiPosition(shape, empties_winner=chance.random() < 0.5)
        empty = chance.sample(squares(shape.squares), chance.randint(3, 5))
        share = chance.choice((0.1, 0.3, 0.5, 0.7, 0.9))
        for square in set(squares(shape.squares)).difference(empty):
            if chance.random() < share:
                position.own |= 1 << square
            else:
                position.opp |= 1 << square
        position.settle()
        if not position.over:
            positions.append(position)
    return positions


def test_the_last_squares_are_bounded_rightly_in_every_window():
    for position in late_positions(400):
        value = worth(position)
        for alpha in range(value - 3, value + 3):
            bound = position.decided(alpha, alpha + 1)
            assert (bound > alpha) == (value > alpha)
            assert bound <= value if bound > alpha else bound >= value
        assert position.decided(value - 2, value + 2) == value


def ever_turned(position, black, white, seen):
    """Return the discs among ``black`` and ``white`` that some continuation turns."""
    if position in seen:
        return 0
    seen.add(position)
    turned = (black & ~position.discs(0)) | (white & ~position.discs(1))
    for _, child, _ in children(position):
        turned |= ever_turned(child, black, white, seen)
    return turned


def square_names(word):
    return " ".join(REVERSI.text(square) for square in range(64) if word >> square & 1)


def test_stable_discs_are_never_turned_and_the_last_squares_played_out():
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
        if not position.over:  # the last squares are played out like minimax
            assert position.decided(-1000, 1000) == worth(position)
    assert counted > 0
    listed = Path(__file__).with_name("stable-discs-beyond.txt")
    assert listed.read_text("utf-8").splitlines() == beyond


def test_bounds_hold_in_every_continuation():
    def finals(position):
        if position.over:
            return {position.final() if position.turn == 0 else -position.final()}
        return set().union(*(finals(child) for _, child, _ in children(position)))

    for position in wall_positions(60):
        low, high = position.bounds()
        if position.turn:
            low, high = -high, -low
        margins = finals(position)
        assert low <= min(margins)
        assert max(margins) <= high


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


# With the best moves, and millions of nodes that are somewhat more than it takes.
FFO = {
    40: ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38, "a2", 9),
    41: ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0, "h4", 13),
    42: ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6, "g2", 12),
    43: ("--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12, "g3 c7", 8),
    44: ("--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14, "d2 b8", 13),
    45: ("---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X", 6, "b2", 170),
    46: ("---XXX----OOOX----OOOXX--OOOOXXX--OOOOXX--OXOXXX--XXOO---XXXX-O- X", -8, "b3", 31),
    47: ("-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX-- O", 4, "g2", 10),
    48: ("-----X--X-XXX---XXXXOO--XOXOOXX-XOOXXX--XOOXX-----OOOX---XXXXXX- O", 28, "f6", 75),
    49: ("--OX-O----XXOO--OOOOOXX-OOOOOX--OOOXOXX-OOOOXX-----OOX----X-O--- X", 16, "e1", 250),
}


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    "number",
    [pytest.param(number, marks=[pytest.mark.long] * (FFO[number][3] > 100)) for number in FFO],
)
def test_exact_endgames_of_the_ffo_suite(monkeypatch, number):
    monkeypatch.setattr(solver, "table_bits", lambda position: 22)
    text, value, moves, millions = FFO[number]
    position = REVERSI.with_evaluation(REVERSI.parse_position(text), "")
    solution = solver.solve(position, StopWord())
    assert solution.exact and solution.value == value
    assert REVERSI.text(solution.line[0]) in moves.split()
    assert solution.nodes < millions * 1_000_000


# -- openings with names

OPENINGS = dict(named_openings())
# How a board can be turned or mirrored, by a row and a column, and lie at the start as before.
SAME_START = (
    lambda row, column: (row, column),
    lambda row, column: (7 - row, 7 - column),
    lambda row, column: (column, row),
    lambda row, column: (7 - column, 7 - row),
)


def moves_of(line, way=SAME_START[0]):
    moves = (REVERSI.parse_move(line[at : at + 2]) for at in range(0, len(line), 2))
    return [8 * row + column for row, column in (way(*divmod(move, 8)) for move in moves)]


def reached(moves, variant="8x8"):
    position = REVERSI.start(variant)
    for move in moves:
        assert move in position.moves(), moves
        position.play(move)
    return position


def test_the_openings_with_names_are_legal_and_each_is_another_one():
    assert len(OPENINGS) >= 100
    positions = set()
    for line, opening in OPENINGS.items():
        assert line.startswith("f5") and opening.plies == len(moves_of(line))
        alike = (reached(moves_of(line, way)) for way in SAME_START)
        positions.add(min((position.own, position.opp) for position in alike))
    assert len(positions) == len(OPENINGS)
    assert max(opening.plies for opening in OPENINGS.values()) == REVERSI.named_plies["8x8"]
    for language in LANGUAGES:
        names = [folded(opening.name(language)) for opening in OPENINGS.values()]
        assert len({*names}) == len(names) and all(names)


def test_an_opening_is_known_whichever_way_the_board_lies():
    for line, opening in OPENINGS.items():
        for way in SAME_START:
            assert REVERSI.named_opening(reached(moves_of(line, way))) == opening


@pytest.mark.parametrize(
    ("line", "english", "japanese"),
    [
        ("f5d6c3d3c4", "Tiger", "虎定石"),
        ("c4e3f6e6f5", "Tiger", "虎定石"),
        ("d3c5f6f5e6", "Tiger", "虎定石"),
        ("f5d6c5f4e3", "Rabbit", "兎定石"),
        ("f5d6c4d3c5", "Cat", "猫定石"),
        ("f5f6e6f4e3", "Cow", "牛定石"),
        ("f5f6e6d6c5", "Cow", "牛定石"),
        ("f5f6e6f4c3", "Buffalo", "バッファロー定石"),
        ("f5f6e6f4g5", "Heath", "飛び出し牛"),
        ("f5f4e3f6d3", "Mouse", "鼠定石"),
        ("e6d6", "Parallel", "平行取り"),
        ("d3c3", "Diagonal", "斜め取り"),
        ("c4e3", "Perpendicular", "縦取り"),
        ("f5d6c3d3c4f4f6", "Stephenson", "Stephenson"),
    ],
)
def test_well_known_openings_have_their_names(line, english, japanese):
    opening = REVERSI.named_opening(reached(moves_of(line)))
    assert (opening.name("en"), opening.name("ja")) == (english, japanese)


def test_only_positions_of_the_full_board_have_names():
    assert REVERSI.named_opening(reached(moves_of("f5d6c3d3"))) is None
    for key, game in GAMES.items():
        for variant in game.variants:
            position = game.start(variant)
            for _ in range(4):
                named = game.named_opening(position) is not None
                assert not named or (key, variant) == ("reversi", "8x8")
                position.play(position.moves()[0])


# -- the three measures


def random_positions(seed, count):
    chance = random.Random(seed)
    positions = []
    while len(positions) < count:
        position = REVERSI.start("8x8")
        for _ in range(chance.randrange(50)):
            if not position.over:
                position.play(chance.choice(position.moves()))
        if not position.over:
            positions.append(position)
    return positions


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
    values = [
        (minimax(child, depth - (sign < 0), judge)[0], move)
        for move, child, sign in children(position)
    ]
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
    diamond = REVERSI.start("diamond")
    for judge in (measured, lambda position: measures(position, 0)):
        with pytest.raises(ValueError, match="8x8 board, not for 24 squares"):
            judge(diamond)


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
    trials = (Trial(*factors, number) for number in range(4))
    assert {trial_score(0, trial, StopWord()) for trial in trials} <= {0.0, 0.5, 1.0}
