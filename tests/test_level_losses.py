"""The level that a player is like, and the file of what the levels lose a move."""

from __future__ import annotations

import json

import pytest

from kalahgui.games import GAMES
from kalahgui.review.like_level import (
    FEWEST_GAMES,
    BadLevelLosses,
    LevelLoss,
    ReviewedGame,
    falling_means,
    known_losses,
    like_level,
    read,
)

KALAH = GAMES["kalah"]

# -- like which level

# On one board 10, 9, ... 1 points a move; on the other a tenth of it.
MEASURED = {
    "kalah": {
        "6x6": [LevelLoss(100, 100 * lost) for lost in range(10, 0, -1)],
        "6x7": [LevelLoss(100, 10 * lost) for lost in range(10, 0, -1)],
        "6x3": [LevelLoss(100, 100)] * 8,
        "4x3": [LevelLoss(100, 100)] * 8,
    }
}


def level(variant, *games):
    reviewed = [ReviewedGame(*game) for game in games]
    return like_level(KALAH, variant, reviewed, MEASURED)


@pytest.mark.parametrize(
    ("lost", "number"), [(200, 1), (100, 1), (98, 1), (94, 2), (41, 7), (10, 10), (0, 10)]
)
def test_a_player_is_like_the_level_that_loses_about_as_much(lost, number):
    games = [("6x6", 10, lost)] * FEWEST_GAMES
    assert level("6x6", *games) == number
    # Games of boards with the same pits count together, each by its own measure.
    mixed = [("6x6", 10, lost), ("6x7", 100, lost)] * 3
    assert level("6x6", *mixed) == level("6x7", *mixed) == number


def test_nothing_is_said_below_five_games_or_of_a_board_that_was_not_measured():
    assert FEWEST_GAMES == 5
    four = [("6x6", 10, 30)] * 4
    assert level("6x6", *four) is None
    assert level("6x6", *four, ("4x3", 10, 30)) is None
    assert level("6x6", *four, ("6x8", 10, 30)) is None
    assert level("6x6", *four, ("6x6", 0, 0)) is None
    assert level("6x6", *four, ("6x7", 10, 3)) == 8
    # Its levels are others, so they cannot be asked together.
    assert level("6x6", *four, ("6x3", 10, 30)) is None
    assert level("5x3", *[("5x3", 10, 10)] * 9) is None
    assert like_level(GAMES["eight"], "8", [ReviewedGame("8", 3, 0)] * 9, MEASURED) is None


def test_of_levels_that_lose_the_same_it_is_the_strongest():
    assert level("4x3", *[("4x3", 10, 10)] * 5) == 8


def test_levels_measured_the_other_way_round_are_taken_together():
    measured = [LevelLoss(10, lost) for lost in (80, 90, 40, 20, 30, 25, 5, 0)]
    found = falling_means(measured)
    assert found == [8.5, 8.5, 4.0, 2.5, 2.5, 2.5, 0.5, 0.0]
    weighted = falling_means([LevelLoss(10, 10), LevelLoss(30, 60), LevelLoss(10, 0)])
    assert weighted == [1.75, 1.75, 0.0]


# -- the file


def document(**changes):
    levels = [{"moves": 10, "lost": lost} for lost in range(100, 0, -10)]
    found = {"version": 2, "boards": {"kalah:6x6": {"levels": levels}}}
    return found | changes


def write(path, found):
    path.write_text(json.dumps(found), "utf-8")
    return path


def test_a_file_is_read(tmp_path):
    found = read(write(tmp_path / "losses.json", document()))
    assert found["kalah"]["6x6"][0] == LevelLoss(10, 100)
    never = [{"moves": 0, "lost": 0}] * 10
    boards = document()["boards"] | {"kalah:6x7": {"levels": never}}
    assert list(read(write(tmp_path / "losses.json", document(boards=boards)))["kalah"]) == ["6x6"]


@pytest.mark.parametrize(
    "damaged",
    [
        [],
        {},
        document(version=1),
        document(boards=[]),
        document(boards={"chess:8x8": {"levels": []}}),
        document(boards={"kalah:6x6": {"levels": [{"moves": 10, "lost": 1}] * 9}}),
        document(boards={"kalah:6x6": {"levels": [{"moves": 10, "lost": -1}] * 10}}),
        document(boards={"kalah:6x6": {"levels": [{"moves": 1.5, "lost": 1}] * 10}}),
        document(boards={"kalah:6x6": {"levels": [{"moves": 10}] * 10}}),
        document(boards={"kalah:6x6": 7}),
    ],
)
def test_a_damaged_file_is_told_in_one_sentence(tmp_path, damaged):
    with pytest.raises(BadLevelLosses, match="is damaged: make it anew"):
        read(write(tmp_path / "losses.json", damaged))


def test_a_file_that_is_no_json_or_missing_is_told(tmp_path):
    path = tmp_path / "losses.json"
    path.write_text("[" * 100_000, "utf-8")
    with pytest.raises(BadLevelLosses, match="is damaged"):
        read(path)
    path.unlink()
    with pytest.raises(BadLevelLosses, match="cannot be read"):
        read(path)


def test_the_file_that_comes_with_the_program_has_the_boards_that_people_play():
    found = known_losses()
    assert {"6x3", "6x4", "6x6"} <= set(found["kalah"])
    assert {"diamond", "6x6"} <= set(found["reversi"])
    for boards in found.values():
        for levels in boards.values():
            means = falling_means(levels)
            # However the dice fell: beginners lose several times what the strongest do.
            assert means[0] > 2 * means[-1]
            assert means == sorted(means, reverse=True)
