"""The clocks of a match while it is played: when they run, and when they are saved."""

from __future__ import annotations

from collections.abc import Callable

from kalahgui.match.match import Match
from kalahgui.match.node import Node

# Seconds of a clock after which it is saved, so that nobody gains time by ending the program.
_SECONDS = 5.0
# Seconds: the longest frame that is no stall, and longer than any stall of the program.
_STALL, _INTERRUPTION = 0.25, 5.0


class Timekeeper:
    """Runs the clocks of a match, if it has any, from one reading of the time to the next.

    ``now`` returns seconds of a monotonic clock. ``passed`` are the seconds between the last two
    readings, ``of_turn`` those of them that belong to the turn.
    """

    def __init__(self, match: Match, now: Callable[[], float]) -> None:
        self._match = match
        self._now = now
        self._looked: float | None = None
        self._since = 0.0
        self.passed = self.of_turn = 0.0
        self.note_kept()

    def look(self) -> None:
        """Read the time; before the first reading no time has passed."""
        now = self._now()
        if self._looked is None:
            self._looked = self._since = now
        self.passed, self.of_turn = now - self._looked, now - self._since
        self._looked = self._since = now

    def look_away(self) -> None:
        """Have the next reading count as the first."""
        self._looked = None

    def begin_turn(self) -> None:
        """Begin the time of the player to move."""
        self._since = self._now()

    @property
    def of_persons_turn(self) -> float:
        """Return the seconds of the turn that a person could use: of a stall only the start."""
        return min(self.of_turn, _STALL)

    @property
    def interrupted(self) -> bool:
        """Return whether it has stalled for so long that the machine must have slept."""
        return self.passed > _INTERRUPTION

    @property
    def seat(self) -> int | None:
        """Return the seat whose clock may run: that of the player to move in a game that has begun.

        None before the game's first move, and in side lines.
        """
        match = self._match
        if match.clock is None or match.aside or match.tip.over or not match.tip.parent:
            return None
        return match.seat_to_move_at(match.tip)

    def run(self, seat: int, seconds: float) -> None:
        """Take so many seconds from a player's clock."""
        assert self._match.clock is not None
        self._match.clock = self._match.clock.ran(seat, seconds)

    def press(self, before: Node) -> None:
        """Add the time that a move brings to the clock of the player who has made it.

        ``before`` is the node where the game was before the move.
        """
        match, node = self._match, self._match.tip
        if match.clock is not None and node is not before:
            seat = match.seat_before(node)
            match.clock = match.clock.moved(seat, self._turns(seat))
            self.begin_turn()

    def _turns(self, seat: int) -> int:
        """Return the number of turns that a player has ended in the game."""
        match, line = self._match, self._match.tip.line
        moved = [match.seat_before(node) for node in line]
        to_move = [*moved[1:], match.seat_to_move_at(match.tip)]
        return sum(a == seat != b for a, b in zip(moved, to_move, strict=True))

    def has_run_out(self, seat: int) -> bool:
        """Return whether a player has no time left."""
        return self._match.clock is not None and self._match.clock.left[seat] <= 0.0

    @property
    def differs(self) -> bool:
        """Return whether the clocks differ from those that were saved last."""
        return self._match.clock is not self._kept

    @property
    def due(self) -> bool:
        """Return whether the clocks should be saved now."""
        clock, kept = self._match.clock, self._kept
        return clock is not None and (kept is None or clock.away(kept) >= _SECONDS)

    def note_kept(self) -> None:
        """Note that the match has been saved as it is."""
        self._kept = self._match.clock
