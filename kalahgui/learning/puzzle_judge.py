"""The judge of a puzzle: right, solved, or what a wrong turn gives away and what refutes it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from kalahgui.core.search import StopWord
from kalahgui.engine.judgement import turn_of
from kalahgui.engine.knowledge import machine_knowledge
from kalahgui.games.game import Position
from kalahgui.games.user_error import Message
from kalahgui.learning.exercise import Answer, Grade, Judge
from kalahgui.learning.puzzles import Puzzle, Turn, ends_of_turn
from kalahgui.match.match import Match
from kalahgui.solving.solver import solve

_machine = cache(machine_knowledge)  # opening a database takes a while
_SECONDS = 3.0  # to read what a wrong turn gives away; most take a hundredth of it


class _Situation(NamedTuple):
    """How far somebody has come: the turn being played or just ended, and the position."""

    turn: int
    ended: bool
    position: Position


class PuzzleJudge(Judge):
    """Answers tries at a puzzle, turn by turn, in a match that began at its position.

    A chain of moves may be played in any order that comes to the same. The turn before a reply is
    right, the last one is done, and of a wrong one it is told what it gives away. The replies are
    those of the list. The board plays by the rules to the end (``Game.rules_to_the_end``).
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._goals = puzzle.goals

    def answer(self, match: Match) -> Answer:
        """Answer the last ply of the match's line, which is the solver's."""
        situation = self._situation(match.here.plies)
        goal = self._goals[situation.turn // 2]
        if not situation.ended:
            reached = goal in ends_of_turn(situation.position)
            return Answer(Grade.RIGHT) if reached else self._refuted(situation)
        if situation.position != goal:
            return self._refuted(situation)
        if situation.turn + 1 == len(self._puzzle.turns):
            return Answer(
                Grade.DONE, Message.of("puzzle_solved", result=result(self._puzzle.value))
            )
        return Answer(Grade.RIGHT, None, self._puzzle.turns[situation.turn + 1])

    def next_plies(self, match: Match) -> Turn:
        """Return what is left of the right turn here; nothing once the turn is wrong."""
        situation = self._situation(match.here.plies)
        turn = situation.turn + situation.ended
        if turn % 2 or turn >= len(self._puzzle.turns):
            return ()
        if match.here.plies == [*chain(*self._puzzle.turns[:turn])]:
            return self._puzzle.turns[turn]
        return ends_of_turn(situation.position).get(self._goals[turn // 2], ())

    def _situation(self, plies: Sequence[int]) -> _Situation:
        here = self._puzzle.position.copy()
        turn, ended = 0, False
        for ply in plies:
            turn += ended
            ended = not here.play(ply)
        return _Situation(turn, ended, here)

    def _refuted(self, situation: _Situation) -> Answer:
        """Answer a turn, or the beginning of one, that loses something."""
        here, sign = situation.position, -1 if situation.ended else 1
        solution = solve(here, StopWord(), _SECONDS, inform=_machine().informed)
        # A turn that is not over goes on as well as it can, and then comes the answer.
        reply = turn_of(here, solution.line, 1 if situation.ended else 2)
        if not solution.exact:
            return Answer(Grade.WRONG, Message.of("puzzle_wrong"), tuple(reply))
        value = sign * solution.value
        loss = self._puzzle.value - value
        message = Message.of("puzzle_gives_away", loss=loss, result=result(value))
        return Answer(Grade.WRONG, message, tuple(reply))


def result(value: int) -> Message:
    """Return what the solver gets in the end with best play."""
    if value == 0:
        return Message.of("result_draw")
    key = "result_wins_by_you" if value > 0 else "puzzle_result_lost"
    return Message(key, {"points": abs(value)})
