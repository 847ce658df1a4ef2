"""A match being played: whose turn it is, the computer's thinking, the stones in motion.

The session draws nothing and hears no mouse. The screen tells it what the player wants and lets
time pass; it answers with what to show.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from kalahgui.core.search import Finding
from kalahgui.engine.engine import Engine, Job, Move, Priority, Report, Values
from kalahgui.engine.limit import SEARCH, Limit
from kalahgui.engine.thinker import Judgement, turn_of
from kalahgui.games.game import Event, Message, Position
from kalahgui.match.effort import NO_EFFORT, Effort
from kalahgui.match.match import SWAP, Match
from kalahgui.match.timeline import Timeline

# A computer never answers sooner than this after the board has come to rest (seconds).
SHORTEST_PAUSE = 0.45


class Thought(NamedTuple):
    """What a computer has found so far, of which position, within what limit and how long."""

    position: Position
    finding: Finding
    limit: Limit
    seconds: float

    @property
    def published(self) -> bool:
        """Tell whether an article's evaluation has judged."""
        return self.limit.algorithm != SEARCH

    @property
    def measured(self) -> bool:
        """Tell whether the value is in points of an evaluation that is not the game's own."""
        return self.published and bool(self.limit.evaluation)


class Session:
    """Plays one match in the window."""

    def __init__(
        self,
        match: Match,
        engine: Engine,
        board_of: Callable[..., Any],
        save: Callable[[], None],
        on_event: Callable[[Event, bool], None],
    ) -> None:
        """Take a match up.

        ``board_of`` makes the board as it is shown after some plies, ``save`` keeps the match after
        every ply, ``on_event`` is told each event as it begins (False) and as it ends (True).
        """
        self.match = match
        self.engine = engine
        self.pace = 1.0
        self._board_of = board_of
        self.shown: Any = self._board_of(match)
        self.timeline: Timeline | None = None
        self.job: Job | None = None
        self.thought: Thought | None = None
        self.values_wanted = False
        self.judgement: Judgement | None = None
        self._values_job: Job | None = None
        self._values_done = False
        self.paused = False
        self.replaying = False
        self.seconds = 0.0
        self.message: Message | None = None
        self._save = save
        self._on_event = on_event
        self._answer: list[int] | None = None
        self._effort = NO_EFFORT
        self._pause = 0.0
        self._one_step = False

    # -- what is shown

    @property
    def moving(self) -> bool:
        """Tell whether stones are in motion."""
        return self.timeline is not None

    @property
    def thinking(self) -> bool:
        """Tell whether the engine works for this match."""
        return self.job is not None

    @property
    def nodes_so_far(self) -> int:
        """Return how many nodes a search that has found nothing yet has visited; 0 if unknown."""
        return 0 if self.job is None else self.job.nodes

    @property
    def busy(self) -> bool:
        """Tell whether what is shown will change by itself."""
        busy = self.moving or self.thinking or self.computer_moves or self.judging
        return busy or self._values_due

    @property
    def persons_turn(self) -> bool:
        """Tell whether a person is to move."""
        return not self.match.over and self.match.mover.person

    @property
    def without_person(self) -> bool:
        """Tell whether two computers play."""
        return not any(player.person for player in self.match.players)

    @property
    def side_shown(self) -> int:
        """Return the side to move, or the side whose move is still in motion."""
        before = self.match.here.parent
        if self.timeline is not None and before is not None:
            return before.position.turn
        return self.match.position.turn

    @property
    def seat_shown(self) -> int:
        """Return the player to move, or the one whose move is still in motion."""
        return self.match.seat_of(self.side_shown)

    # -- what the player does

    def play(self, ply: int) -> None:
        """Play a person's move or swap; stones still in motion come to rest at once."""
        self.rest()
        self._play(ply)

    def rest(self) -> None:
        """Finish the stones' motion at once."""
        if self.timeline is not None:
            self.timeline.finish()
            self.timeline = None
            self.replaying = False

    def undo(self) -> bool:
        """Take back the last sowing of a person and what was answered; tell if there was any."""
        if not self.match.can_undo:
            self.message = Message("no_undo")
            return False
        self._drop_job()
        self.match.undo()
        if self.without_person:
            self.paused = True
        self._set_down()
        return True

    def redo(self) -> bool:
        """Play again what was taken back; tell if there was any."""
        if not self.match.can_redo:
            self.message = Message("no_redo")
            return False
        self._drop_job()
        self.match.redo()
        self._set_down()
        return True

    def resign(self) -> None:
        """Let the person to move, or the only person, give up."""
        match = self.match
        if match.over:
            return
        seat = match.seat_of(match.position.turn)
        if not match.players[seat].person:
            seat = 1 - seat
        self._drop_job()
        self.rest()
        self.message = None
        match.resign(seat)
        self._save()

    def replay_last_turn(self) -> None:
        """Show the last turn again from its beginning."""
        turn = self.match.last_turn
        if not turn:
            self.message = Message.of("no_replay")
            return
        self.rest()
        self.shown = self._board_of(self.match, turn[0].parent)
        events = self.match.events(turn)
        self.timeline = Timeline(self.shown, events, self.pace or 1.0, self._on_event)
        self.replaying = True

    def toggle_pause(self) -> None:
        """Stop the computer from moving, or let it go on."""
        self.paused = not self.paused
        if self.paused:
            self._drop_job()

    def step(self) -> None:
        """Let a paused computer make one move."""
        if self.paused and not self.match.over and not self.match.mover.person:
            self.rest()
            self._one_step = True

    def move_now(self) -> None:
        """Have the computer play the best it has found so far."""
        if self.job is not None:
            self.job.stop()
            self._pause = 0.0

    def set_aside(self) -> None:
        """Ask the engine nothing while nobody looks; with the next update all goes on.

        An answer that has been found already waits to be played.
        """
        self._drop_values()
        if self.job is not None:
            self.job.stop()
            self.job = self.thought = None

    def close(self) -> None:
        """Leave the match: stop thinking."""
        self._drop_job()

    # -- time

    def elapse(self, dt: float) -> None:
        """Count the time of the game, whether or not anything is drawn."""
        if not self.match.over:
            self.seconds += dt

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass: stones move, the computer thinks and plays."""
        self._take_reports()
        if self.timeline is not None:
            self.timeline.update(dt)
            if self.timeline.done:
                self.timeline = None
                self.replaying = False
        else:
            self._pause = max(0.0, self._pause - dt)
        if self.computer_moves:
            if self._answer is not None:
                if self.timeline is None and self._pause <= 0.0:
                    self._play_answer()
            elif self.job is None:
                self._think()
        elif self._values_due:
            self.judgement = None
            values = Values(self.match.position.copy())
            self._values_job = self.engine.start(values, Priority.VALUES)
            self._values_done = False

    @property
    def computer_moves(self) -> bool:
        """Tell whether the computer is to move and is let to."""
        if self.match.over or self.match.mover.person:
            return False
        return not self.paused or self._one_step

    def _think(self) -> None:
        self._pause = SHORTEST_PAUSE
        self.thought = None
        match = self.match
        limit = match.mover.limit(match.game, match.start)
        if match.swap_to_come and not limit.slip:
            limit = replace(limit, even=True)
        judged = match.game.judged(match.position, limit.evaluation)
        self.job = self.engine.start(Move(judged.copy(), limit), Priority.MOVE)

    def _take_reports(self) -> None:
        if self._values_job is not None:
            for report in self._values_job.reports():
                self._take_values(report)
        if self.job is not None:
            # An answer that ends the job may start another one.
            job = self.job
            for report in job.reports():
                if isinstance(report.answer, Finding):
                    self._take_finding(job, report.answer, report.seconds)
                if report.done:
                    self.job = None
                    self._take_answer(report)

    def _take_finding(self, job: Job, finding: Finding, seconds: float) -> None:
        assert isinstance(job.task, Move)
        self.thought = Thought(job.task.position, finding, job.task.limit, seconds)

    def _take_values(self, report: Report) -> None:
        if isinstance(report.answer, Judgement):
            self.judgement = report.answer
        self._values_done = report.done
        if report.failure:
            self.message = Message.of("values_failed", why=report.failure)

    def _take_answer(self, report: Report) -> None:
        finding = report.answer
        if report.failure or not isinstance(finding, Finding):
            why = report.failure or "no move was found"
            self.message = Message.of("engine_failed", why=why)
            self.paused = True
            self._one_step = False
            return
        self._effort = Effort.of(finding, report.seconds)
        if self.match.can_swap and finding.value < 0:
            self._answer = [SWAP]
        else:
            self._answer = turn_of(self.match.position, finding.line)

    def _play_answer(self) -> None:
        assert self._answer is not None
        ply = self._answer.pop(0)
        if not self._answer:
            self._answer = None
        if self._one_step:
            self._one_step = False
            # The rest of the chain is thought about anew after a single step.
            self._answer = None
        self._play(ply)
        # What else the answer holds has been found by the same search.
        self.match.here.effort, self._effort = self._effort, NO_EFFORT

    @property
    def judging(self) -> bool:
        """Tell whether the engine looks for the values of the moves."""
        return self._values_job is not None and not self._values_done

    @property
    def _values_due(self) -> bool:
        """Tell whether values are wanted that nobody has asked the engine for."""
        return self.values_wanted and self.persons_turn and self._values_job is None

    def want_values(self, wanted: bool) -> None:
        """Have the engine say what every move of a person is worth, or no longer."""
        self.values_wanted = wanted
        if not wanted:
            self._drop_values()

    def _drop_values(self) -> None:
        if self._values_job is not None:
            self._values_job.stop()
        self._values_job = self.judgement = None

    def _play(self, ply: int) -> None:
        self._drop_values()
        self.match.play(ply)
        self._save()
        self.message = None
        if ply == SWAP:
            self._answer = None
            self._pause = SHORTEST_PAUSE
            swapper = self.match.seat_before(self.match.here)
            self.message = Message.of("said_swap", seat=swapper)
            return
        events = list(self.match.events([self.match.here]))
        if self.pace == 0.0:
            Timeline(self.shown, events).finish()
            self._pause = SHORTEST_PAUSE
        else:
            self.timeline = Timeline(self.shown, events, self.pace, self._on_event)
            self._pause = SHORTEST_PAUSE if self._answer is None else 0.0

    def _set_down(self) -> None:
        """Lay the stones as the match has them, after something was taken back or replayed."""
        self.timeline = None
        self.replaying = False
        self.thought = None
        self.message = None
        self.shown = self._board_of(self.match)
        self._save()

    def _drop_job(self) -> None:
        """Ask the engine no more; what it had finished stays to be seen."""
        self._drop_values()
        if self.job is not None:
            self.job.stop()
            self.thought = None
        self.job = None
        self._answer = None
        self._one_step = False
