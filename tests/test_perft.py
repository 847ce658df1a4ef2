"""Published counts of the move trees."""

import pytest

from kalahgui.core.perft import perft
from kalahgui.core.search import StopWord
from kalahgui.games import GAMES, game_and_variant

COUNTS = {
    "kalah:6x6": (6, 35, 190, 1056, 5882, 32243),
    "reversi:diamond": (4, 12, 44, 156, 672, 2960),
    "reversi:diamond-parallel": (4, 12, 52, 180, 810),
    "reversi:4x4": (4, 12, 44, 128, 436, 1296),
    "reversi:6x6": (4, 12, 56, 244, 1364, 7604),
    "reversi:8x8": (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005320),
}


@pytest.mark.parametrize(
    ("name", "depth", "leaves"),
    [
        pytest.param(name, depth, leaves, marks=[pytest.mark.compiled] if leaves > 50000 else [])
        for name, counts in COUNTS.items()
        for depth, leaves in enumerate(counts, start=1)
    ],
)
def test_published_counts(name, depth, leaves):
    game, variant = game_and_variant(name)
    assert perft(game.start(variant), depth) == leaves


def test_depth_0_is_the_position_itself():
    game, variant = game_and_variant("reversi:8x8")
    assert perft(game.start(variant), 0) == 1


def test_a_finished_game_is_one_leaf():
    game = GAMES["reversi"]
    assert perft(game.parse_position("X" * 16 + " O"), 5) == 1


def test_a_negative_depth_is_refused():
    game, variant = game_and_variant("reversi:4x4")
    with pytest.raises(ValueError, match="must not be negative"):
        perft(game.start(variant), -1)


def test_a_raised_stop_word_ends_the_count():
    game, variant = game_and_variant("reversi:8x8")
    stop = StopWord()
    stop.raised = True
    assert perft(game.start(variant), 30, stop) is None
