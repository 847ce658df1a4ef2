"""A match being played: turn-taking, the computers' moves, clocks and animation.

A person may look at other nodes of the match meanwhile: the computer goes on at the end of the line
that is being played.

The session draws nothing and receives no events of the mouse. The screen calls it with the player's
commands and with the passing of time, and shows its state. Animation follows the time between
frames that the screen gives, the players' clocks the true time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from kalahgui.engine.engine import Engine, Job
from kalahgui.engine.judgement import Judgement
from kalahgui.games.game import Event, Message
from kalahgui.match import edits
from kalahgui.match.analysis import Analysis
from kalahgui.match.computer import Computer, Pondering
from kalahgui.match.edits import Edit
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Forfeit, Node, Thought
from kalahgui.match.timekeeper import Timekeeper
from kalahgui.match.timeline import Motion, Timeline

# Seconds between the end of an animation and a computer's answer, at least.
SHORTEST_PAUSE = 0.45


class Session:
    """Plays one match in the window.

    Whoever shows it sets whether the engine is to judge the node looked at (``values_wanted``) and
    the line that is being played (``line_wanted``), and whether computers may ponder.
    """

    def __init__(
        self,
        match: Match,
        engine: Engine,
        board_of: Callable[..., Any],
        save: Callable[[], None],
        on_event: Callable[[Event, bool], None],
        now: Callable[[], float],
    ) -> None:
        """Set up the playing of a match.

        ``board_of`` makes the board as it is shown after some plies, ``save`` saves the match after
        every ply, ``on_event`` is called with each event as it begins (False) and ends (True).
        ``now`` returns seconds of a monotonic clock.
        """
        self.match = match
        self.motion = Motion(match, board_of, on_event)
        self.analysis = Analysis(match, engine, partial(self._say_failed, "values_failed"))
        self.values_wanted = self.line_wanted = self.pondering_wanted = False
        self.paused = False
        self.seconds = 0.0
        self.message: Message | None = None
        self._computer = Computer(match, engine)
        self._pondering = Pondering(match, engine, partial(self._say_failed, "pondering_failed"))
        self._keep = save
        self._timekeeper = Timekeeper(match, now)
        self._answer_in = 0.0  # seconds, at least
        self._one_step = False
        self._last_edit: Edit | None = None

    # -- what is shown

    @property
    def shown(self) -> Any:
        """Return the board as it is shown."""
        return self.motion.shown

    @property
    def timeline(self) -> Timeline | None:
        """Return the animation on the board; None without one."""
        return self.motion.timeline

    @property
    def moving(self) -> bool:
        """Return whether an animation runs."""
        return self.motion.timeline is not None

    @property
    def replaying(self) -> bool:
        """Return whether the animated ply was played before, and is only looked at."""
        return self.motion.replaying

    @property
    def job(self) -> Job | None:
        """Return the engine's job for the computer to move; None without one."""
        return self._computer.job

    @property
    def thought(self) -> Thought | None:
        """Return the latest finding of a computer in the line looked at; None without one."""
        thought = self._computer.thought
        if thought is None or self.thinking:
            return thought
        was = thought.position
        before = (self.match.root, *self.match.here.line)
        known = any(
            (node.position.own, node.position.opp, node.position.turn)
            == (was.own, was.opp, was.turn)
            for node in before
        )
        return thought if known else None

    @property
    def thinking(self) -> bool:
        """Return whether a computer searches for its move."""
        return self.job is not None

    @property
    def nodes_so_far(self) -> int:
        """Return the nodes of a search that has found nothing yet; 0 if unknown."""
        return 0 if self.job is None else self.job.nodes

    @property
    def busy(self) -> bool:
        """Return whether what is shown will change by itself."""
        busy = self.motion.lasting or self.thinking or self.computer_moves
        return busy or self.analysis.busy

    @property
    def judgement(self) -> Judgement | None:
        """Return the judgement of the node looked at; None without one."""
        return self.analysis.of(self.match.here)

    @property
    def waits(self) -> bool:
        """Return whether the game stands still until it is to go on."""
        return self.paused and not (self._one_step or self.match.end.over)

    @property
    def persons_turn(self) -> bool:
        """Return whether a person is to move."""
        return not self.match.here.over and self.match.mover.person

    @property
    def without_person(self) -> bool:
        """Return whether two computers play."""
        return not any(player.person for player in self.match.players)

    @property
    def side_shown(self) -> int:
        """Return the side to move, or the side whose move is still animated."""
        before = self.match.here.parent
        if self.moving and before is not None:
            return before.position.turn
        return self.match.position.turn

    # -- what the player does

    def play(self, ply: int) -> None:
        """Play a person's move or swap here; an animation is finished at once.

        At an earlier position this begins a side line, in which the computer answers, too.
        """
        self.rest()
        end, tip = self.match.end, self.match.tip
        self.match.play(ply)
        self._timekeeper.press(tip)
        if self.match.end is not end and self.match.here.parent is not end:
            self._drop()
        self._follow(moved=True)

    def rest(self) -> None:
        """Finish the animation at once, and show no more nodes of a line."""
        self.motion.rest()

    def undo(self) -> bool:
        """Undo the last ply of a person and the answers to it; return whether there was one.

        A change of the match's tree after which nothing was played is undone alone.
        """
        if self._last_edit is not None:
            self.take_back_edit()
            return True
        if not self.match.can_undo:
            self.message = Message("no_undo_walking" if self.match.walking else "no_undo")
            return False
        self._drop()
        self.match.undo()
        if self.without_person:
            self.pause()
        self._set_down()
        return True

    def redo(self) -> bool:
        """Redo what was undone; return whether there was something."""
        if not self.match.can_redo:
            self.message = Message("no_redo")
            return False
        self._drop()
        self.match.redo()
        self._set_down()
        return True

    def resign(self) -> None:
        """Resign for the person to move, or for the only person, whatever is looked at."""
        match = self.match
        if match.tip.over:
            return
        seat = match.seat_to_move_at(match.tip)
        if not match.players[seat].person:
            seat = 1 - seat
        self._lose(Forfeit(seat))

    def _lose(self, forfeit: Forfeit) -> None:
        """Record the loss of a player at the end of the game, before it is over on the board."""
        if self.match.here is not self.match.tip:
            self.back_to_the_game()
        self._drop()
        self.rest()
        self.message = None
        self.match.lose(forfeit, self.match.tip)
        self._last_edit = None
        self._save()

    # -- walking about in the match

    def go_to(self, node: Node) -> None:
        """Look at a node: the next one by an animation of its move, any other one at once."""
        self.rest()
        self.message = None
        self.motion.look_at(node)

    def step_by(self, count: int) -> None:
        """Look at the next node of the line, or at the one before."""
        match = self.match
        if count < 0:
            node = match.here.parent
        else:
            ahead = [node for node in match.end.line if node.parent is match.here]
            node = next(iter(ahead + match.here.children), None)
        if node is None:
            self.rest()
        else:
            self.go_to(node)

    def go_to_start(self) -> None:
        """Look at the start."""
        self.go_to(self.match.root)

    def go_to_end(self) -> None:
        """Look at the end of the line that is being played."""
        self.match.go_to(self.match.end)
        self._lay_out()

    def back_to_the_game(self) -> None:
        """Leave a side line, and play on at the end of the main line; with clocks, after a pause.

        A move in the side line, where none runs, may have ended a pause.
        """
        if self.match.aside and self.match.clock is not None:
            self.pause()
        elif self.match.aside:
            self._drop()
        self.match.back_to_the_match()
        self._lay_out()

    def show_line(self, node: Node, plies: Iterable[int]) -> None:
        """Look at a node, and then at the nodes that some plies lead to, one after the other."""
        self.go_to(node)
        self.motion.show_next(self.match.glimpse(node, plies))

    def promote(self, node: Node) -> None:
        """Make the line through a node the game; ValueError as in ``edits.promote``."""
        self._edit(edits.promote(self.match, node), "line_promoted")

    def delete(self, node: Node) -> None:
        """Delete a node with all below it; ValueError as in ``edits.delete``."""
        self._edit(edits.delete(self.match, node), "line_deleted")

    @property
    def can_take_back_edit(self) -> bool:
        """Return whether the last command has changed the match's tree."""
        return self._last_edit is not None

    def take_back_edit(self) -> None:
        """Undo the last change of the tree."""
        assert self._last_edit is not None
        self._last_edit.take_back()
        self._drop()
        self._set_down()

    def _edit(self, edit: Edit, said: str) -> None:
        self._drop()
        self._set_down()
        self._last_edit = edit
        self.message = Message(said)

    def _lay_out(self) -> None:
        self.message = None
        self.motion.lay_out()

    def replay_last_turn(self) -> None:
        """Animate the last turn again from its beginning."""
        turn = self.match.last_turn
        if not turn:
            self.message = Message.of("no_replay")
            return
        self.rest()
        self.motion.replay(turn)

    def pause(self) -> None:
        """Stop the clocks and the computers until the game is to go on."""
        self._drop()
        self.paused = True

    def go_on(self) -> None:
        """Go on with a game that is paused."""
        if self.paused:
            self.paused = self._one_step = False
            self.message = None

    def toggle_pause(self) -> None:
        """Pause the game, or let it go on."""
        if self.paused:
            self.go_on()
        else:
            self.pause()

    def step(self) -> None:
        """Have a paused computer make one move."""
        end = self.match.end
        if self.paused and not end.over and not self.match.mover_at(end).person:
            self.rest()
            self._one_step = True

    def move_now(self) -> None:
        """Have the computer play the best move that it has found so far."""
        if self._computer.hurry():
            self._answer_in = 0.0

    def set_aside(self) -> None:
        """Stop all jobs while nobody looks; the next update starts them again.

        An answer that has been found waits to be played.
        """
        self.analysis.drop()
        self._pondering.drop()
        self._computer.drop(answer=False)
        self._timekeeper.look_away()

    def close(self) -> None:
        """Leave the match: stop all jobs, and save the clocks."""
        self._drop()
        if self._timekeeper.differs:
            self._save()

    # -- time

    def elapse(self) -> bool:
        """Advance by the true time, whether or not anything is drawn.

        The game's clocks run, and background work goes on. Return whether a game with clocks is
        paused from now on, because the program was interrupted.
        """
        timekeeper = self._timekeeper
        timekeeper.look()
        waits = timekeeper.interrupted and self._interrupt()
        if not timekeeper.interrupted:
            if not (self.waits or self.match.end.over):
                self.seconds += timekeeper.passed
            self._run_clock()
        self.analysis.update()
        self._pondering.update(self.pondering_wanted and not self.paused)
        return waits

    @property
    def clock_runs(self) -> bool:
        """Return whether a player's clock runs, or waits only for a move to be shown."""
        return self._running_seat is not None

    @property
    def _running_seat(self) -> int | None:
        seat = self._timekeeper.seat
        if seat is None:
            return None
        person = self.match.players[seat].person
        return seat if (not self.paused if person else self.computer_moves) else None

    def _interrupt(self) -> bool:
        if not self.clock_runs:
            return False
        self.pause()
        return True

    def _save(self) -> None:
        self._timekeeper.note_kept()
        self._keep()

    def _run_clock(self) -> None:
        """Run the clock of the player to move; a person's stops while a move is animated."""
        timekeeper, seat = self._timekeeper, self._running_seat
        if seat is None:
            return
        if self.thinking:
            timekeeper.run(seat, self._computer.elapse(timekeeper.of_turn))
        elif self.match.players[seat].person and (self.replaying or not self.moving):
            timekeeper.run(seat, timekeeper.of_persons_turn)
        if timekeeper.has_run_out(seat):
            self._lose(Forfeit(seat, on_time=True))
        elif timekeeper.due:
            self._save()

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds: animation, and the computers' searches and moves."""
        failure = self._computer.listen(dt)
        if failure:
            self.pause()
            self.message = Message.of("engine_failed", why=failure)
        if not self.moving:
            self._answer_in = max(0.0, self._answer_in - dt)
        self.motion.update(dt)
        if self.computer_moves:
            if self._computer.has_answer:
                if not self.motion.lasting and self._answer_in <= 0.0:
                    self._play_answer()
            elif self.job is None:
                self._answer_in = SHORTEST_PAUSE
                self._timekeeper.begin_turn()
                self._computer.think()
        # The computer's own search is deeper in the position where it is to move.
        at_work = self.computer_moves and not self.match.walking
        self.analysis.want(self.values_wanted and not at_work, self.line_wanted)
        self.analysis.update()

    @property
    def computer_moves(self) -> bool:
        """Return whether a computer is to move and not paused."""
        end = self.match.end
        if end.over or self.match.mover_at(end).person:
            return False
        return not self.paused or self._one_step

    def _play_answer(self) -> None:
        one_step, self._one_step = self._one_step, False
        tip, here = self.match.tip, self.match.here
        self._computer.play(one_ply=one_step)
        self._timekeeper.press(tip)
        self._follow(moved=self.match.here is not here)

    def _say_failed(self, key: str, why: str) -> None:
        self.message = Message.of(key, why=why)

    def _follow(self, *, moved: bool) -> None:
        """Save a ply that was played, and show it if it has ``moved`` what is looked at.

        Somebody who walks about may have stepped ahead to that very ply, which is shown then.
        """
        node = self.match.here
        self._last_edit = None
        self._save()
        if not moved:
            self._answer_in = SHORTEST_PAUSE
            return
        self.message = None
        if node.ply == SWAP:
            self._answer_in = SHORTEST_PAUSE
            self.message = Message.of("said_swap", seat=self.match.seat_before(node))
            return
        self.motion.move_to(node)
        going_on = self.moving and self._computer.has_answer
        self._answer_in = 0.0 if going_on else SHORTEST_PAUSE

    def _set_down(self) -> None:
        self._computer.thought = None
        self._last_edit = None
        self._lay_out()
        self._save()

    def _drop(self) -> None:
        self.analysis.drop()
        self._pondering.drop()
        self._computer.drop(answer=True)
        self._one_step = False
