"""Whole games as they were played once: any change of a rule or a notation shows here.

A game begins with a line ``game VARIANT [RULES]`` and its start position; then come a move and
the position after it on each line, and ``final MARGIN`` for the side that would be to move.
"""

from pathlib import Path

import pytest

from kalahgui.games import GAMES

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("key", GAMES)
def test_the_games_of_the_transcript_are_played_again(key):
    game = GAMES[key]
    here = None
    games = 0
    for line in (GOLDEN / f"{key}.txt").read_text("utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "game":
            variant, _, rules = rest.partition(" ")
            here = game.start(variant, [rule for rule in rules.split(",") if rule])
            fresh = True
        elif word == "final":
            assert here.over
            assert here.final() == int(rest)
            games += 1
        elif fresh:
            assert game.position_text(here) == line
            fresh = False
        elif line:
            here.play(game.parse_move(word))
            assert game.position_text(here) == rest, line
    assert games >= 3
