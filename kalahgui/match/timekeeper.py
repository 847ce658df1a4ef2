"""The clocks of a match while it is played: when they run, and when they are to be kept."""

from __future__ import annotations

from kalahgui.match.match import Match
from kalahgui.match.node import Node

# What a clock has lost is kept as often as this, so that nobody wins time by ending the program.
_SECONDS = 5.0


class Timekeeper:
    """Runs the clocks of a match, where it has any."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.note_kept()

    @property
    def seat(self) -> int | None:
        """Return whose clock may run: of who is to move in the game, nobody's before it began.

        Both clocks stand in side lines.
        """
        match = self._match
        if match.clock is None or match.aside or match.over_at(match.tip) or not match.tip.parent:
            return None
        return match.seat_to_move_at(match.tip)

    def run(self, seat: int, dt: float) -> None:
        """Let a player lose so many seconds."""
        assert self._match.clock is not None
        self._match.clock = self._match.clock.ran(seat, dt)

    def press(self, before: Node) -> None:
        """Give the player who has moved in the game what a move brings by the clock.

        ``before`` is where the game stood.
        """
        match, node = self._match, self._match.tip
        if match.clock is not None and node is not before:
            seat = match.seat_before(node)
            match.clock = match.clock.moved(seat, self._turns(seat))

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
