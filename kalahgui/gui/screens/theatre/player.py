"""What moves along a recording: the commands of the time line's buttons and keys."""

from __future__ import annotations

from collections.abc import Callable

from kalahgui.gui.screens.theatre.transport import PlaybackClock
from kalahgui.theatre.playback import Playback


class RecordingPlayer:
    """Plays a recording, steps through it and leaps in it.

    ``playback`` is what is shown, if anything is. ``moved`` is told of every step that somebody
    has asked for, and whether it wants to be seen from near; ``changed`` that the clock was
    started or stopped, and ``nothing`` the key of a sentence where there is nowhere to leap.
    """

    def __init__(
        self,
        moved: Callable[[bool], None],
        changed: Callable[[], None],
        nothing: Callable[[str], None],
    ) -> None:
        self.clock = PlaybackClock()
        self.playback: Playback | None = None
        self._moved = moved
        self._changed = changed
        self._nothing = nothing

    def update(self, dt: float) -> None:
        """Play on for ``dt`` seconds."""
        playback = self.playback
        if playback is None or not self.clock.playing:
            return
        for _ in range(self.clock.steps_in(dt, playback.length)):
            playback.forward()
        if playback.finished:
            self.stand_still()

    def stand_still(self) -> None:
        """Stop playing."""
        if self.clock.playing:
            self.clock.stop()
            self._changed()

    def to_start(self) -> None:
        """Go to before the first step."""
        self.go_to(0)

    def to_end(self) -> None:
        """Go to behind the last step."""
        if self.playback is not None:
            self.go_to(self.playback.length)

    def go_to(self, step: int) -> None:
        """Go to where so many steps have been taken, and stand still."""
        self.stand_still()
        if self.playback is not None:
            self.playback.go_to(step)
            self._moved(False)

    def go_to_node(self, node: int) -> None:
        """Go to the moment at which a node is worth seeing, and stand still."""
        self.stand_still()
        if self.playback is not None:
            self.playback.go_to(self.playback.moment_of(node))

    def step(self, by: int) -> None:
        """Go a step forward or back, and stand still."""
        self.stand_still()
        if self.playback is not None:
            (self.playback.forward if by > 0 else self.playback.back)()
            self._moved(True)

    def next_cut(self) -> None:
        """Go to the next cut."""
        self.stand_still()
        if self.playback is not None:
            self._leap(self.playback.next_cut(), "watch_no_cut")

    def next_change(self) -> None:
        """Go to where the root's best move changes next."""
        self.stand_still()
        if self.playback is not None:
            self._leap(self.playback.next_change_of_mind(), "watch_no_change")

    def _leap(self, found: bool, nothing: str) -> None:
        if found:
            self._moved(True)
        else:
            self._nothing(nothing)

    def toggle_play(self) -> None:
        """Play, or stand still."""
        self._toggle(winding=False)

    def wind(self) -> None:
        """Play the whole recording in a few seconds, or stand still."""
        self._toggle(winding=True)

    def _toggle(self, winding: bool) -> None:
        playing = self.clock.playing and self.clock.winding == winding
        self.clock.stop()
        if not playing and self.playback is not None:
            if self.playback.finished:
                self.playback.go_to(0)
            self.clock.start(winding)
            self._moved(not winding)
        self._changed()

    def change_speed(self) -> None:
        """Play at another speed."""
        self.clock.change_speed()
        self._changed()
