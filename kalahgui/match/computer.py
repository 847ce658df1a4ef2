"""The computers of a match: what the engine is asked for them, and what it answers."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from kalahgui.core.search import Finding
from kalahgui.engine.engine import Engine, Job, Move, Mover, Priority, Report
from kalahgui.engine.limit import SEARCH, Limit
from kalahgui.engine.turns import turn_of
from kalahgui.games.game import Position
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node
from kalahgui.match.search_statistics import NO_SEARCH, SearchStatistics


class Thought(NamedTuple):
    """What a computer has found so far, of which position, within what limit and how long.

    ``seat`` is the index of the computer that thinks. It ``swaps`` when it is to answer with a swap
    of sides, as far as it has found.
    """

    position: Position
    finding: Finding
    limit: Limit
    seconds: float
    seat: int
    swaps: bool = False

    @property
    def value(self) -> int:
        """Return what the computer expects for itself, on the side that it is to have."""
        return -self.finding.value if self.swaps else self.finding.value

    @property
    def published(self) -> bool:
        """Tell whether an article's evaluation has judged."""
        return self.limit.algorithm != SEARCH

    @property
    def measured(self) -> bool:
        """Tell whether the value is in points of an evaluation that is not the game's own."""
        return self.published and bool(self.limit.evaluation)


def mover_on(match: Match, side: int, node: Node) -> Mover:
    """Return the computer that has a side at a node, as the engine knows it."""
    computer = match.player_of(side, node).computer
    level = computer is not None and computer.level is not None
    return Mover(match, match.seat_of(side, node), level)


class Computer:
    """Thinks at the end of the line that is being played, for whichever computer is to move.

    ``job`` is the engine's, ``thought`` what was found last.
    """

    def __init__(self, match: Match, engine: Engine) -> None:
        self.job: Job | None = None
        self.thought: Thought | None = None
        self._match = match
        self._engine = engine
        self._answer: list[int] = []
        self._statistics = NO_SEARCH
        self._seconds = self._allowance = 0.0

    @property
    def has_answer(self) -> bool:
        """Tell whether plies have been found that are not played yet."""
        return bool(self._answer)

    def think(self) -> None:
        """Ask the engine for the next turn."""
        self.thought = None
        match, end = self._match, self._match.end
        self._seconds = 0.0
        if match.clock is not None:
            self._allowance = match.clock.allowance(match.seat_to_move_at(end))
        player = match.mover_at(end)
        limit = player.limit(match.game, match.start)
        if match.swap_to_come_at(end) and not limit.errs:
            limit = replace(limit, even=True)
        judged = match.game.with_evaluation(end.position, limit.judge)
        mover = mover_on(match, end.position.turn, end)
        self.job = self._engine.start(Move(judged.copy(), limit, mover), Priority.MOVE)

    def listen(self) -> str:
        """Take what the engine has found; return in words what went wrong, if anything."""
        if self.job is not None:
            for report in self.job.reports():
                if isinstance(report.answer, Finding):
                    self._take_finding(report.answer, report.seconds)
                if report.done:
                    self.job = None
                    return self._take_answer(report)
        return ""

    def _take_finding(self, finding: Finding, seconds: float) -> None:
        assert self.job is not None
        assert isinstance(self.job.task, Move)
        task, end = self.job.task, self._match.end
        seat = self._match.seat_to_move_at(end)
        swaps = self._swaps(finding)
        self.thought = Thought(task.position, finding, task.limit, seconds, seat, swaps)

    def _swaps(self, finding: Finding) -> bool:
        """Tell whether a finding is answered by a swap of sides."""
        return self._match.can_swap_at(self._match.end) and finding.value < 0

    def _take_answer(self, report: Report) -> str:
        finding = report.answer
        if report.failure or not isinstance(finding, Finding):
            return report.failure or "no move was found"
        self._statistics = SearchStatistics.of(finding, report.seconds)
        if self._swaps(finding):
            self._answer = [SWAP]
        else:
            self._answer = turn_of(self._match.end.position, finding.line)
        return ""

    def play(self, *, one_ply: bool) -> None:
        """Play the next ply of the answer; after ``one_ply`` the rest is thought about anew."""
        ply = self._answer.pop(0)
        if one_ply:
            self._answer = []
        self._match.go_on(ply)
        # What else the answer holds has been found by the same search.
        self._match.end.search_statistics, self._statistics = self._statistics, NO_SEARCH

    def elapse(self, seconds: float) -> float:
        """Let its time run by the clock: it answers before it has used up too much.

        Return how much of it the thinking took: an answer may have waited for the rest.
        """
        assert self.job is not None
        if self.job.done:
            seconds = max(0.0, min(seconds, self.job.seconds - self._seconds))
        self._seconds += seconds
        if self._seconds >= self._allowance:
            self.hurry()
        return seconds

    def hurry(self) -> bool:
        """Have the engine answer with the best it has; tell whether it was thinking."""
        if self.job is not None:
            self.job.stop()
        return self.job is not None

    def drop(self, *, answer: bool) -> None:
        """Ask the engine no more; drop what it had answered as well, or keep that to be played."""
        if self.job is not None:
            self.job.stop()
            self.job = self.thought = None
        if answer:
            self._answer = []
