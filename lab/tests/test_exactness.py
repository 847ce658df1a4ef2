"""How near the end of a game values become exact: games swing about the size that is sought."""

import json
from pathlib import Path

from kalahgui.games import GAMES, game_and_variant
from kalahgui.match.match import Match, Player
from lab import exactness

ROOT = Path(__file__).parents[2]


class Checkout:
    """A checkout that knows exact values from a number of empty squares on."""

    def exact_from(self, asked):
        return {"hint": 7, "level": 9, "review": 5}[asked]

    def __init__(self, folder, python):
        self.asked = []

    def ask(self, question, seconds, threads, position=None, asked="", board="", moves=()):
        assert (seconds, threads) == (2.5 if question == "review" else 0.5, 2)
        if question == "review":
            here = Match(GAMES["reversi"], board.split(":")[1], (), (Player("one"), Player("two")))
            here.replay_texts(moves)
            sizes = [node.parent.position.most_turns() for node in here.tip.line]
            return {"exact": [size <= self.exact_from("review") for size in sizes]}
        assert question == "exact_in"
        game, variant = game_and_variant(position[0])
        left = game.parse_position(position[1], (), variant).most_turns()
        return {"exact": left <= self.exact_from(asked)}

    def close(self):
        pass


def test_the_sizes_that_are_told_are_those_from_which_on_values_are_exact(command, monkeypatch):
    monkeypatch.setattr(exactness, "Checkout", Checkout)
    asked = ("exactness", ROOT, "reversi:4x4", "--games", 12, "--seconds", 0.5, "--threads", 2)
    status, out, _ = command(*asked, "--json")
    document = json.loads(out)
    assert status == 0
    assert (document["board"], document["threads"], document["review"]) == ("reversi:4x4", 2, 5)
    assert 7 <= document["hint"] <= 8 and 9 <= document["level"] <= 10
