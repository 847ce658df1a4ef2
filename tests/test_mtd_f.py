"""MTD(f): null windows over a memory close in on the value, and prove the move and the line."""

import random

import pytest

from kalahgui.core.textbook import Textbook
from kalahgui.games import GAMES

REVERSI = GAMES["reversi"]
VARIANTS = {
    "kalah": ("6x6", "6x3", "4x2", "3x3"),
    "reversi": ("diamond", "8x8", "4x4", "6x6"),
}


def random_position(game, chance):
    """Return an unfinished position after some random moves."""
    start = game.start(chance.choice(VARIANTS.get(game.key, game.variants)))
    while True:
        here = start.copy()
        for _ in range(chance.randrange(30)):
            if here.over:
                break
            here.play(chance.choice(here.moves()))
        if not here.over:
            return here


def value_after(position, moves, depth):
    """Return the minimax value of a line for the side to move where it begins."""
    here = position.copy()
    sign = 1
    for move in moves:
        if not here.play(move):
            sign, depth = -sign, depth - 1
    if here.over or depth == 0:
        return sign * here.published()
    return sign * Textbook("minimax").run(here, depth)


def reaches_the_leaf(position, moves, depth):
    """Tell whether a line goes on as far as the search looked."""
    here = position.copy()
    for move in moves:
        depth -= not here.play(move)
    return here.over or depth == 0


def agrees(algorithm, positions, seed):
    """Check an algorithm's value, its first move and its line against minimax."""
    for key, game in GAMES.items():
        chance = random.Random(f"{seed} {key}")
        for _ in range(positions):
            here = random_position(game, chance)
            depth = chance.randrange(1, 5)
            right = Textbook("minimax").run(here, depth)
            book = Textbook(algorithm)
            assert book.run(here, depth) == right, game.position_text(here)
            line = book.line()
            assert value_after(here, line[:1], depth) == right, game.position_text(here)
            assert value_after(here, line, depth) == right, game.position_text(here)
            assert reaches_the_leaf(here, line, depth), game.position_text(here)


@pytest.mark.parametrize("algorithm", ["mtd-f", "usual-nega-scout"])
def test_it_agrees_with_minimax(algorithm):
    agrees(algorithm, 25, "quick")


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("algorithm", ["mtd-f", "usual-nega-scout"])
def test_it_agrees_with_minimax_on_a_thousand_positions_of_every_game(algorithm):
    agrees(algorithm, 1000, "thorough")


@pytest.mark.parametrize("guess", [-40, -1, 0, 3, 40])
def test_the_first_guess_changes_the_work_and_not_the_value(guess):
    start = GAMES["kalah"].start("6x4")
    book = Textbook("mtd-f")
    assert book.run(start, 4, guess=guess) == Textbook("minimax").run(start, 4)


def test_evaluations_beyond_sixteen_bits_are_kept_whole():
    """The measures of Reversi with large factors reach values of millions."""
    here = REVERSI.with_evaluation(REVERSI.start("8x8"), "measures:1000,1000,1000,1000")
    here.play(here.moves()[0])
    right = Textbook("minimax").run(here, 3)
    assert abs(right) > 1 << 16
    assert Textbook("mtd-f").run(here, 3) == right


# Value, evaluations by the usual NegaScout and by MTD(f): the articles print no count of these.
COUNTED = {"diamond": (0, 1207763, 367907), "diamond-parallel": (10, 437351, 161013)}


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("variant", COUNTED)
def test_the_diamond_is_read_out_with_fewer_evaluations(variant):
    value, *counts = COUNTED[variant]
    for algorithm, evaluations in zip(("usual-nega-scout", "mtd-f"), counts, strict=True):
        book = Textbook(algorithm, REVERSI.article_order)
        assert book.run(REVERSI.start(variant), 20, -50, 50) == value
        assert book.evaluations == evaluations


# The same in both cores: evaluations and nodes, six turns from the start of the diamond.
ALIKE = {
    "minimax": (2976, 3869),
    "alpha-beta": (230, 360),
    "nega-alpha": (99, 191),
    "nega-scout": (143, 287),
    "usual-nega-scout": (103, 199),
    "mtd-f": (68, 155),
}


@pytest.mark.parametrize("algorithm", ALIKE)
def test_both_cores_count_alike(algorithm):
    book = Textbook(algorithm, REVERSI.article_order)
    book.run(REVERSI.start("diamond"), 6)
    assert (book.evaluations, book.nodes) == ALIKE[algorithm]


def test_depths_are_remembered_apart():
    start = GAMES["kalah"].start("6x4")
    book = Textbook("mtd-f")
    for depth in (5, 4, 3, 2, 1, 5):
        assert book.run(start, depth) == Textbook("minimax").run(start, depth)


def test_leads_are_remembered_apart():
    """The published evaluation of Kalah does not follow the lead: it jumps at a majority."""
    book = Textbook("mtd-f")
    for stores in ("17,10", "10,17", "23,4"):
        here = GAMES["kalah"].parse_position(f"<6,{stores},1,0,2,3,0,1,2,2,0,5,4,1>")
        assert book.run(here, 4) == Textbook("minimax").run(here, 4)


def test_turns_are_remembered_apart():
    """The measures judge a leaf for one side, whoever is to move there."""
    here = REVERSI.start("8x8")
    for _ in range(6):
        here.play(here.moves()[0])
    here = REVERSI.with_evaluation(here, "measures")
    other = here.copy()
    other.turn = 1 - here.turn
    right = [Textbook("minimax").run(position, 2) for position in (here, other)]
    assert right[0] != right[1]
    book = Textbook("mtd-f")
    assert [book.run(position, 2) for position in (here, other)] == right


def test_a_raised_stop_word_leaves_no_line():
    book = Textbook("mtd-f")
    book.stop.raised = True
    book.run(GAMES["kalah"].start("6x6"), 5)
    assert book.line() == []
