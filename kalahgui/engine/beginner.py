"""How somebody plays who does not search: what is not noticed is not seen.

A weak level is no strong one that throws moves away. It judges by what lies open, and overlooks
what people overlook: sowings that end far away, the later moves of a long chain, a capture across
the board, a disc turned at the far end of a line, a corner that the answer takes. A won game it
wins as long as it sees how.
"""

from __future__ import annotations

import random

from kalahgui.core.search import Finding
from kalahgui.engine.limit import Sight
from kalahgui.games.game import Game, Position


def simple_move(game: Game, position: Position, chance: random.Random) -> int:
    """Return a random move of those that catch the eye, or of all where none does."""
    moves = position.moves()
    striking = [move for move in moves if game.catches_the_eye(position, move)]
    return chance.choice(striking or moves)


class Glance:
    """A look at a position, a few turns ahead, that notices some moves and misses others."""

    def __init__(self, game: Game, sight: Sight, chance: random.Random) -> None:
        self._game = game
        self._sight = sight
        self._chance = chance
        self._nodes = 0

    def best(self, position: Position, turns: int) -> Finding:
        """Return a move of those that seem to gain most.

        All moves are known; what one brings about counts where it is noticed, and the answers to it
        where they are.
        """
        self._nodes = 1
        gains = {move: self._gain(position, move, turns, 0) for move in position.moves()}
        most = max(gains.values())
        move = self._chance.choice([move for move, gain in gains.items() if gain == most])
        value = self._game.at_a_glance(position) + most
        return Finding(turns, value, [move], self._nodes, False)

    def _gain(self, position: Position, move: int, turns: int, height: int) -> int:
        """Return what a move of the mover's own seems to gain."""
        child, again, gain = self._played(position, move)
        if not self._notices(position, move, height):
            # That the same side moves again has not been noticed either.
            return 0 if again else -self._answer(child, turns, height)
        if again:
            return gain + self._most(child, turns, height)
        return gain - self._answer(child, turns, height)

    def _answer(self, position: Position, turns: int, height: int) -> int:
        """Return what the other side seems to gain by its answer; nothing when it is not seen."""
        return self._most(position, turns - 1, height) if turns > 1 else 0

    def _most(self, position: Position, turns: int, height: int) -> int:
        """Return the most that the side to move seems to gain by a move that is noticed."""
        most = 0
        if height + 1 < self._sight.chain:
            for move in position.moves():
                if self._notices(position, move, height + 1):
                    child, again, gain = self._played(position, move)
                    if again:
                        gain += self._most(child, turns, height + 1)
                    else:
                        gain -= self._answer(child, turns, height + 1)
                    most = max(most, gain)
        return most

    def _played(self, position: Position, move: int) -> tuple[Position, bool, int]:
        """Return the position after a move, whether the same side moves, and the mover's gain."""
        self._nodes += 1
        child = position.copy()
        again = child.play(move)
        after = self._game.at_a_glance(child)
        return child, again, (after if again else -after) - self._game.at_a_glance(position)

    def _notices(self, position: Position, move: int, height: int) -> bool:
        sight = self._sight
        farther = max(0, self._game.reach(position, move) - sight.near)
        return self._chance.random() < sight.keen**farther * sight.ahead**height
