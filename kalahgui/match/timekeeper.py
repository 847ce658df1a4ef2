"""The clocks of a match while it is played: when they run, and when they are to be kept."""

from __future__ import annotations

from collections.abc import Callable

from kalahgui.match.match import Match
from kalahgui.match.node import Node

# What a clock has lost is kept as often as this, so that nobody wins time by ending the program.
_SECONDS = 5.0
# Longer than a frame takes, and longer than any stall of the program.
_STALL, _INTERRUPTION = 0.25, 5.0


class Timekeeper:
    """Runs the clocks of a match, where it has any, from one look at the time to the next.

    ``now`` tells the time in seconds and never goes back. ``passed`` are the seconds before the
    last look, ``of_turn`` as many of them as belong to the turn.
    """

    def __init__(self, match: Match, now: Callable[[], float]) -> None:
        self._match = match
        self._now = now
        self._looked: float | None = None
        self._since = 0.0
        self.passed = self.of_turn = 0.0
        self.note_kept()

    def look(self) -> None:
        """Look at the time; before the first look none has passed."""
        now = self._now()
        if self._looked is None:
            self._looked = self._since = now
        self.passed, self.of_turn = now - self._looked, now - self._since
        self._looked = self._since = now

    def look_away(self) -> None:
        """Have the next look be the first one again."""
        self._looked = None

    def begin_turn(self) -> None:
        """Let the time of whoever is to move begin now."""
        self._since = self._now()

    @property
    def stalled(self) -> bool:
        """Tell whether the program stood still before the last look, so that nobody could move."""
        return self.passed > _STALL

    @property
    def interrupted(self) -> bool:
        """Tell whether it stood still for so long that the machine has slept."""
        return self.passed > _INTERRUPTION

    @property
    def seat(self) -> int | None:
        """Return whose clock may run: of who is to move in the game, nobody's before it began.

        Both clocks stand in side lines.
        """
        match = self._match
        if match.clock is None or match.aside or match.over_at(match.tip) or not match.tip.parent:
            return None
        return match.seat_to_move_at(match.tip)

    def run(self, seat: int, seconds: float) -> None:
        """Let a player lose so many seconds."""
        assert self._match.clock is not None
        self._match.clock = self._match.clock.ran(seat, seconds)

    def press(self, before: Node) -> None:
        """Give the player who has moved in the game what a move brings by the clock.

        ``before`` is where the game stood.
        """
        match, node = self._match, self._match.tip
        if match.clock is not None and node is not before:
            seat = match.seat_before(node)
            match.clock = match.clock.moved(seat, self._turns(seat))
            self.begin_turn()

    def _turns(self, seat: int) -> int:
        """Return how many turns a player has ended in the game."""
        match, line = self._match, self._match.tip.line
        moved = [match.seat_before(node) for node in line]
        to_move = [*moved[1:], match.seat_to_move_at(match.tip)]
        return sum(a == seat != b for a, b in zip(moved, to_move, strict=True))

    def has_run_out(self, seat: int) -> bool:
        """Tell whether a player has no time left."""
        return self._match.clock is not None and self._match.clock.left[seat] <= 0.0

    @property
    def differs(self) -> bool:
        """Tell whether the clocks show something else than what was kept last."""
        return self._match.clock is not self._kept

    @property
    def due(self) -> bool:
        """Tell whether the clocks should be kept now."""
        clock, kept = self._match.clock, self._kept
        return clock is not None and (kept is None or clock.away(kept) >= _SECONDS)

    def note_kept(self) -> None:
        """Take note that the match was kept as it stands."""
        self._kept = self._match.clock
