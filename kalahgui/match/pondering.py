"""The computer's thinking on the person's time."""

from __future__ import annotations

from collections.abc import Callable

from kalahgui.engine.engine import Engine, Job, Ponder, Priority
from kalahgui.match.computer import mover_on
from kalahgui.match.match import Match
from kalahgui.match.node import Node


class Pondering:
    """Has the engine look into what a person may play, for the computer who is to answer.

    That is one job at the end of the line that is being played, which anything else interrupts.
    ``failed`` is told in words what went wrong.
    """

    def __init__(self, match: Match, engine: Engine, failed: Callable[[str], None]) -> None:
        self._match = match
        self._engine = engine
        self._failed = failed
        self._node: Node | None = None
        self._job: Job | None = None

    def update(self, wanted: bool) -> None:
        """Begin, go on or stop, as it is wanted where the match is now."""
        end = self._match.end
        if not (wanted and self._persons_turn):
            self.drop()
        elif end is not self._node:
            self.drop()
            self._node = end
            self._job = self._begin(end)
        if self._job is not None:
            for report in self._job.reports():
                if report.failure:
                    self._failed(report.failure)

    def drop(self) -> None:
        """Stop; the next update may begin anew."""
        if self._job is not None:
            self._job.stop()
        self._node = self._job = None

    @property
    def _persons_turn(self) -> bool:
        """Tell whether a person is to move where the match is, and looks at it."""
        match = self._match
        end = match.end
        return not match.walking and not match.over_at(end) and match.mover_at(end).person

    def _begin(self, node: Node) -> Job | None:
        """Ask the engine, if the other player is a computer who thinks for long."""
        match, position = self._match, node.position
        other = match.player_of(1 - position.turn, node)
        if other.person:
            return None
        limit = other.limit(match.game, match.start)
        if not limit.ponders:
            return None
        judged = match.game.with_evaluation(position, limit.judge)
        mover = mover_on(match, 1 - position.turn, node)
        return self._engine.start(Ponder(judged.copy(), limit, mover), Priority.PONDERING)
