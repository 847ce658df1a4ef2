"""The computers of a match: their jobs in the engine, and what they have thought before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from kalahgui.core.search import Finding
from kalahgui.engine.engine import Engine, Job, Move, Mover, Ponder, Priority, Report
from kalahgui.engine.judgement import turn_of
from kalahgui.match.match import Match
from kalahgui.match.node import NO_SEARCH, SWAP, Node, SearchStatistics, Thought

# Thoughts are shown so many seconds after one another at least: sooner, nobody can read them.
GLANCE = 0.2


def mover_on(match: Match, side: int, node: Node) -> Mover:
    """Return the computer that has a side at a node, for the engine's tasks."""
    computer = match.player_of(side, node).computer
    level = computer is not None and computer.level is not None
    return Mover(match, match.seat_of(side, node), level)


class Computer:
    """Finds the moves of the computer to move, at the end of the line that is being played.

    ``job`` is the engine's job, ``thought`` the latest finding.
    """

    def __init__(self, match: Match, engine: Engine) -> None:
        self.job: Job | None = None
        self.thought: Thought | None = None
        self._latest: Report | None = None  # of a finding that is not shown yet
        self._until_next = 0.0  # seconds in which no other thought is shown
        self._match = match
        self._engine = engine
        self._answer: list[int] = []
        self._statistics = NO_SEARCH
        self._behind: Thought | None = None
        self._seconds = self._allowance = 0.0

    @property
    def has_answer(self) -> bool:
        """Return whether there are plies that are found and not played yet."""
        return bool(self._answer)

    def think(self) -> None:
        """Start a job for the next turn."""
        self.thought = self._latest = None
        match, end = self._match, self._match.end
        self._seconds = self._until_next = 0.0
        if match.clock is not None:
            self._allowance = match.clock.allowance(match.seat_to_move_at(end))
        player = match.mover_at(end)
        limit = player.limit(match.game, match.start)
        if match.swap_to_come_at(end) and not limit.errs:
            limit = replace(limit, even=True)
        judged = match.game.with_evaluation(end.position, limit.judge)
        mover = mover_on(match, end.position.turn, end)
        self.job = self._engine.start(Move(judged.copy(), limit, mover), Priority.MOVE)

    def listen(self, dt: float) -> str:
        """Take the engine's reports of the last ``dt`` seconds.

        Return the words of a failure, empty without one.
        """
        if self.job is None:
            return ""
        for report in self.job.reports():
            if isinstance(report.answer, Finding):
                self._latest = report
            if report.done:
                self._show_latest()
                self.job = None
                return self._take_answer(report)
        self._until_next -= dt
        if self._until_next <= 0.0:
            self._show_latest()
        return ""

    def _show_latest(self) -> None:
        if self._latest is None:
            return
        assert self.job is not None
        assert isinstance(self.job.task, Move)
        finding = self._latest.answer
        assert isinstance(finding, Finding)
        task, end = self.job.task, self._match.end
        seat = self._match.seat_to_move_at(end)
        swaps = self._swaps(finding)
        seconds = self._latest.seconds
        self.thought = Thought(task.position, finding, task.limit, seconds, seat, swaps)
        self._latest, self._until_next = None, GLANCE

    def _swaps(self, finding: Finding) -> bool:
        return self._match.can_swap_at(self._match.end) and finding.value < 0

    def _take_answer(self, report: Report) -> str:
        finding = report.answer
        if report.failure or not isinstance(finding, Finding):
            return report.failure or "no move was found"
        self._statistics = SearchStatistics.of(finding, report.seconds)
        self._behind = self.thought
        if self._swaps(finding):
            self._answer = [SWAP]
        else:
            self._answer = turn_of(self._match.end.position, finding.line)
        return ""

    def play(self, *, one_ply: bool) -> None:
        """Play the next ply of the answer; after ``one_ply`` the rest is searched anew."""
        ply = self._answer.pop(0)
        if one_ply:
            self._answer = []
        self._match.play_at_end(ply)
        # The other plies of the answer are from the same search.
        end = self._match.end
        end.search_statistics, self._statistics = self._statistics, NO_SEARCH
        end.thought, self._behind = self._behind, None

    def elapse(self, seconds: float) -> float:
        """Advance its clock by ``seconds``; it answers before it has used more than its allowance.

        Return the seconds that the search has taken: an answer may have waited for the rest.
        """
        assert self.job is not None
        if self.job.done:
            seconds = max(0.0, min(seconds, self.job.seconds - self._seconds))
        if self._seconds < self._allowance:
            # It is told to answer when the next frame comes: a late one is not its own fault.
            seconds = min(seconds, self._allowance - self._seconds)
        self._seconds += seconds
        if self._seconds >= self._allowance:
            self.hurry()
        return seconds

    def hurry(self) -> bool:
        """Have the engine answer with the best move it has; return whether it was searching."""
        if self.job is not None:
            self.job.stop()
        return self.job is not None

    def drop(self, *, answer: bool) -> None:
        """Stop the job; with ``answer`` drop the plies that are not played yet, too."""
        if self.job is not None:
            self.job.stop()
            self.job = self.thought = self._latest = None
        if answer:
            self._answer = []


class Pondering:
    """Has the engine search while a person is to move, for the computer that will answer.

    That is one job at the end of the line that is being played; any other interrupts it. ``failed``
    is called with what went wrong, in words.
    """

    def __init__(self, match: Match, engine: Engine, failed: Callable[[str], None]) -> None:
        self._match = match
        self._engine = engine
        self._failed = failed
        self._node: Node | None = None
        self._job: Job | None = None

    def update(self, wanted: bool) -> None:
        """Start, continue or stop the job, by whether it is wanted at the match's present node."""
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
        """Stop the job; the next update may start one."""
        if self._job is not None:
            self._job.stop()
        self._node = self._job = None

    @property
    def _persons_turn(self) -> bool:
        """Return whether a person is to move, and looks at that position."""
        match = self._match
        end = match.end
        return not match.walking and not end.over and match.mover_at(end).person

    def _begin(self, node: Node) -> Job | None:
        """Return a job for the other player; None unless that is a computer that may ponder."""
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


_MOST_MATCHES = 30


class _Found(NamedTuple):
    statistics: SearchStatistics | None
    thought: Thought | None


class RememberedThoughts:
    """Remembers the thoughts behind the plies of the last matches, each by its identifier."""

    def __init__(self) -> None:
        self._matches: dict[int, dict[tuple[int, ...], _Found]] = {}

    def keep(self, identifier: int | None, match: Match) -> None:
        """Remember what the nodes of a match know; one that was never kept has no identifier."""
        if identifier is None:
            return
        self._matches.pop(identifier, None)
        self._matches[identifier] = {
            tuple(node.plies): _Found(node.search_statistics, node.thought)
            for node in match.root.below()
            if node.search_statistics is not None
        }
        while len(self._matches) > _MOST_MATCHES:
            del self._matches[next(iter(self._matches))]

    def restore(self, identifier: int | None, match: Match) -> None:
        """Let the nodes of a match that was opened again know what was found for them."""
        for plies, kept in self._matches.get(identifier or 0, {}).items():
            node: Node | None = match.root
            for ply in plies:
                node = None if node is None else node.child(ply)
            if node is not None and node.thought is None:
                node.search_statistics, node.thought = kept
