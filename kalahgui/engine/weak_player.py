"""Players who look at the board and do not search.

A weak level does not throw moves away on purpose. It overlooks what people overlook: sowings that
end far away, the later moves of a long chain, a capture across the board, a disc turned at the far
end of a line, a corner that the answer takes. What it notices it plays well.
"""

from __future__ import annotations

import random

from kalahgui.core.search import Finding
from kalahgui.engine.traced import Look, Traced
from kalahgui.games.game import Game, Position, children
from kalahgui.games.limit import Attention


def simple_move(game: Game, position: Position, chance: random.Random) -> int:
    """Return a random move among those that catch the eye, or among all where none does."""
    moves = position.moves()
    striking = [move for move in moves if game.catches_the_eye(position, move)]
    return chance.choice(striking or moves)


def best_looking_moves(game: Game, position: Position) -> list[int]:
    """Return the moves whose child positions have the best value, seen without a search."""
    values = {move: game.child_value(child) for move, child, _ in children(position)}
    best = max(values.values())
    return [move for move, value in values.items() if value == best]


class WeakPlayer:
    """Looks at a position a few turns ahead, and notices some moves and misses others."""

    def __init__(self, game: Game, attention: Attention, chance: random.Random) -> None:
        self._game = game
        self._attention = attention
        self._chance = chance
        self._nodes = 0

    def best(self, position: Position, turns: int) -> Traced:
        """Return the finding of a move that seems to gain most, with what was noticed of each.

        All legal moves are considered. The effect of a move counts if it is noticed, and so do the
        answers to it.
        """
        self._nodes = 1
        looks = tuple(self._look(position, move, turns) for move in position.moves())
        most = max(look.gain for look in looks)
        move = self._chance.choice([look.move for look in looks if look.gain == most])
        value = self._game.at_a_glance(position) + most
        return Traced.of(Finding(turns, value, [move], self._nodes, False), looks=looks)

    def _look(self, position: Position, move: int, turns: int) -> Look:
        """Return whether a move is noticed, and the points that it seems to gain for its side."""
        child, again, gain = self._played(position, move)
        if not self._notices(position, move, 0):
            # That the same side moves again has not been noticed either.
            return Look(move, False, 0 if again else -self._answer(child, turns, 0))
        if again:
            return Look(move, True, gain + self._most(child, turns, 0))
        return Look(move, True, gain - self._answer(child, turns, 0))

    def _answer(self, position: Position, turns: int, height: int) -> int:
        """Return the points that the other side seems to gain by its answer; 0 without a look."""
        return self._most(position, turns - 1, height) if turns > 1 else 0

    def _most(self, position: Position, turns: int, height: int) -> int:
        """Return the most points that the side to move seems to gain by a noticed move."""
        most = 0
        if height + 1 < self._attention.chain:
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
        """Return whether a move is noticed that comes after ``height`` others of the same turn."""
        near, attention = self._attention.near, self._attention
        farther = max(0, self._game.reach(position, move) - near)
        return self._chance.random() < attention.keen**farther * attention.ahead**height
