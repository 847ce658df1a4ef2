"""The turns of an expected line, with what each of them brings about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from kalahgui.engine.judgement import turn_of
from kalahgui.games.game import Game, Position

# The effects that are told of, by the reasons that a game gives for its moves; the first of those
# that a turn has decides what is said.
_EFFECTS = {
    "move_reason_wins": "wins",
    "move_reason_captures": "took",
    "move_reason_corner": "corner",
    "move_reason_again": "again",
    "move_reason_no_moves": "no_moves",
    "move_reason_turns": "turned",
}


class Turn(NamedTuple):
    """A turn: its moves, the side that made it, how much it had of each effect, and its end."""

    moves: Sequence[int]
    side: int
    effects: Counter[str]
    after: Position

    @property
    def key(self) -> str:
        """Return the name of what is told of the turn; empty where nothing is."""
        found = [each for each in _EFFECTS.values() if self.effects[each]]
        return found[0] if found else ""


def turns_of(game: Game, position: Position, line: Sequence[int], most: int = 3) -> list[Turn]:
    """Return the first turns of a line, as whole as the line has them."""
    turns: list[Turn] = []
    here, rest = position.copy(), list(line)
    while rest and not here.over and len(turns) < most:
        moves, side = turn_of(here, rest), here.turn
        effects: Counter[str] = Counter()
        for move in moves:
            for reason in game.move_reasons(here, move):
                if reason.key in _EFFECTS:
                    effects[_EFFECTS[reason.key]] += int(str(reason.values.get("count", 1)))
            here.play(move)
        turns.append(Turn(moves, side, effects, here.copy()))
        rest = rest[len(moves) :]
    return turns
