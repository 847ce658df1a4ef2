"""Whole games as they were played once: any change of a rule or a notation shows here.

A game begins with a line ``game VARIANT [RULES]`` and its start position; then come a move and
the position after it on each line, and ``final MARGIN`` for the side that would be to move.
"""

from pathlib import Path

import pytest

from kalahgui.games import GAMES

FILES = sorted((Path(__file__).parent / "games").glob("*/*.txt"))


def test_every_board_has_a_transcript():
    boards = {(game.key, variant) for game in GAMES.values() for variant in game.variants}
    assert boards <= {(path.parent.name, path.stem) for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_games_of_a_transcript_are_played_again(path):
    game = GAMES[path.parent.name]
    here = None
    games = 0
    for line in path.read_text("utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "game":
            variant, _, rules = rest.partition(" ")
            assert variant == path.stem
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
    assert games
