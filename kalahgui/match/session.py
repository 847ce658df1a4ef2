"""A match being played: whose turn it is, the computer's thinking, the stones in motion.

Somebody may walk about in the match meanwhile: the computer goes on at the end of the line that is
being played, whatever is looked at.

The session draws nothing and hears no mouse. The screen tells it what the player wants and lets
time pass; it answers with what to show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from kalahgui.core.search import Finding
from kalahgui.engine.engine import Engine, Job, Move, Priority, Report
from kalahgui.engine.limit import SEARCH, Limit
from kalahgui.engine.thinker import Judgement, turn_of
from kalahgui.games.game import Event, Message, Position
from kalahgui.match import edits
from kalahgui.match.analysis import Analysis
from kalahgui.match.edits import Edit
from kalahgui.match.effort import NO_EFFORT, Effort
from kalahgui.match.match import SWAP, Match, Node
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
        self.analysis = Analysis(match, engine, self._say_analysis_failed)
        self.values_wanted = self.line_wanted = False
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
        self._last_edit: Edit | None = None
        self._to_show: list[Node] = []  # what is still to be walked through, one after the other

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
        busy = self.moving or self.thinking or self.computer_moves or bool(self._to_show)
        return busy or self.analysis.busy

    @property
    def judgement(self) -> Judgement | None:
        """Return what the moves at the node looked at are worth, as far as it is known."""
        return self.analysis.of(self.match.here)

    @property
    def judging(self) -> bool:
        """Tell whether the engine looks for the values of the moves looked at."""
        return self.analysis.judging

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
        """Play a person's move or swap here; stones still in motion come to rest at once.

        At an earlier position that opens a side line, and the computer answers there.
        """
        self.rest()
        end = self.match.end
        if self.match.walking:
            self.match.play(ply)
            if self.match.end is not end:
                self._drop_job()
                self._answer = None
        else:
            self.match.go_on(ply)
        self._follow(self.match.here)

    def rest(self) -> None:
        """Finish the stones' motion at once, and show no more of a line."""
        self._to_show.clear()
        if self.timeline is not None:
            self.timeline.finish()
            self.timeline = None
            self.replaying = False

    def undo(self) -> bool:
        """Take back the last sowing of a person and what was answered; tell if there was any.

        A change of the match's tree that nothing was played after is taken back alone.
        """
        if self._last_edit is not None:
            self.take_back_edit()
            return True
        if not self.match.can_undo:
            self.message = Message("no_undo_walking" if self.match.walking else "no_undo")
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
        """Let the person to move, or the only person, give up the game, wherever they look."""
        match = self.match
        if match.over_at(match.tip):
            return
        if match.here is not match.tip:
            self.back_to_the_game()
        seat = match.seat_of(match.position.turn)
        if not match.players[seat].person:
            seat = 1 - seat
        self._drop_job()
        self.rest()
        self.message = None
        match.resign(seat)
        self._last_edit = None
        self._save()

    # -- walking about in the match

    def go_to(self, node: Node) -> None:
        """Look at a node; the next one is reached by its move, any other at once."""
        self.rest()
        self._look_at(node)

    def step_by(self, count: int) -> None:
        """Look at the next node of the line, or at the one before."""
        match = self.match
        self.rest()
        if count < 0:
            node = match.here.parent
        else:
            ahead = [node for node in match.end.line if node.parent is match.here]
            node = next(iter(ahead + match.here.children), None)
        if node is not None:
            self._look_at(node)

    def go_to_start(self) -> None:
        """Look at the start."""
        self.go_to(self.match.root)

    def go_to_end(self) -> None:
        """Look at the end of the line that is being played."""
        self.rest()
        self.match.go_to(self.match.end)
        self._lay_out()

    def back_to_the_game(self) -> None:
        """Leave a side line, and play on where the game stands."""
        if self.match.aside:
            self._drop_job()
            self._answer = None
        self.rest()
        self.match.back_to_the_match()
        self._lay_out()

    def show_line(self, node: Node, plies: Iterable[int]) -> None:
        """Look at a node, and then at what some plies lead to, one after the other."""
        self.go_to(node)
        self._to_show = self.match.glimpse(node, plies)

    def promote(self, node: Node) -> None:
        """Make the line through a node the game; ValueError as in ``edits.promote``."""
        self._edit(edits.promote(self.match, node), "line_promoted")

    def delete(self, node: Node) -> None:
        """Delete a node with all below it; ValueError as in ``edits.delete``."""
        self._edit(edits.delete(self.match, node), "line_deleted")

    @property
    def can_take_back_edit(self) -> bool:
        """Tell whether the last thing that was done has changed the match's tree."""
        return self._last_edit is not None

    def take_back_edit(self) -> None:
        """Have the tree as it was before it was changed last."""
        assert self._last_edit is not None
        self._last_edit.take_back()
        self._drop_job()
        self._set_down()

    def _edit(self, edit: Edit, said: str) -> None:
        self._drop_job()
        self._set_down()
        self._last_edit = edit
        self.message = Message(said)

    def _look_at(self, node: Node) -> None:
        """Have a node looked at, by its move where that is the next one."""
        match = self.match
        forward = node.parent is match.here and node.ply != SWAP and self.pace > 0
        match.go_to(node)
        self.message = None
        if forward:
            self.timeline = Timeline(self.shown, match.events([node]), self.pace, self._on_event)
        else:
            self._lay_out()

    def _lay_out(self) -> None:
        """Lay the stones as they are at the node looked at."""
        self.timeline = None
        self.replaying = False
        self.message = None
        self.shown = self._board_of(self.match)

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
        self.analysis.drop()
        if self.job is not None:
            self.job.stop()
            self.job = self.thought = None

    def close(self) -> None:
        """Leave the match: stop thinking."""
        self._drop_job()

    # -- time

    def elapse(self, dt: float) -> None:
        """Count the time of the game, whether or not anything is drawn."""
        if not self.match.over_at(self.match.end):
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
        if self.timeline is None and self._to_show:
            self._look_at(self._to_show.pop(0))
        if self.computer_moves:
            if self._answer is not None:
                if self.timeline is None and self._pause <= 0.0:
                    self._play_answer()
            elif self.job is None:
                self._think()
        # The computer's own search says more of the position it moves in.
        at_work = self.computer_moves and not self.match.walking
        self.analysis.want(self.values_wanted and not at_work, self.line_wanted)
        self.analysis.update()

    @property
    def computer_moves(self) -> bool:
        """Tell whether the computer is to move and is let to."""
        end = self.match.end
        if self.match.over_at(end) or self.match.mover_at(end).person:
            return False
        return not self.paused or self._one_step

    def _think(self) -> None:
        self._pause = SHORTEST_PAUSE
        self.thought = None
        match, end = self.match, self.match.end
        limit = match.mover_at(end).limit(match.game, match.start)
        if match.swap_to_come_at(end) and not limit.slip:
            limit = replace(limit, even=True)
        judged = match.game.judged(end.position, limit.evaluation)
        self.job = self.engine.start(Move(judged.copy(), limit), Priority.MOVE)

    def _take_reports(self) -> None:
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

    def _take_answer(self, report: Report) -> None:
        finding = report.answer
        if report.failure or not isinstance(finding, Finding):
            why = report.failure or "no move was found"
            self.message = Message.of("engine_failed", why=why)
            self.paused = True
            self._one_step = False
            return
        self._effort = Effort.of(finding, report.seconds)
        end = self.match.end
        if self.match.can_swap_at(end) and finding.value < 0:
            self._answer = [SWAP]
        else:
            self._answer = turn_of(end.position, finding.line)

    def _play_answer(self) -> None:
        assert self._answer is not None
        ply = self._answer.pop(0)
        if not self._answer:
            self._answer = None
        if self._one_step:
            self._one_step = False
            # The rest of the chain is thought about anew after a single step.
            self._answer = None
        self.match.go_on(ply)
        end = self.match.end
        # What else the answer holds has been found by the same search.
        end.effort, self._effort = self._effort, NO_EFFORT
        self._follow(end)

    def want_values(self, wanted: bool) -> None:
        """Have the engine say what every move looked at is worth, or no longer."""
        self.values_wanted = wanted

    def want_line(self, wanted: bool) -> None:
        """Have the engine say how the line that is being played has gone, or no longer."""
        self.line_wanted = wanted

    def _say_analysis_failed(self, why: str) -> None:
        self.message = Message.of("values_failed", why=why)

    def _follow(self, node: Node) -> None:
        """Show and keep what was played; who looks elsewhere sees nothing of it on the board."""
        self._last_edit = None
        self._save()
        if node is not self.match.here:
            self._pause = SHORTEST_PAUSE
            return
        self.message = None
        if node.ply == SWAP:
            self._answer = None
            self._pause = SHORTEST_PAUSE
            self.message = Message.of("said_swap", seat=self.match.seat_before(node))
            return
        events = list(self.match.events([node]))
        if self.pace == 0.0:
            Timeline(self.shown, events).finish()
            self._pause = SHORTEST_PAUSE
        else:
            self.timeline = Timeline(self.shown, events, self.pace, self._on_event)
            self._pause = SHORTEST_PAUSE if self._answer is None else 0.0

    def _set_down(self) -> None:
        """Lay the stones as the match has them, after something was taken back or replayed."""
        self._to_show.clear()
        self.thought = None
        self._last_edit = None
        self._lay_out()
        self._save()

    def _drop_job(self) -> None:
        """Ask the engine no more; what it had finished stays to be seen."""
        self.analysis.drop()
        if self.job is not None:
            self.job.stop()
            self.thought = None
        self.job = None
        self._answer = None
        self._one_step = False
