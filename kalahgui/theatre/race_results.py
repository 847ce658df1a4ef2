"""What a race says: who needed how much, and how the counters are shown when that was too quick."""

from __future__ import annotations

from kalahgui.theatre.race import MINIMAX, RACERS, Lap, Running

# How long the counters take from one power of ten to the next.
DECADE = 0.65


class RaceResults:
    """The laps of a race to a depth, and how the racers compare there.

    A ``running`` search counts as far as it has come.
    """

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.running: Running | None = None
        self._laps: dict[tuple[int, int], Lap] = {}

    def add(self, lap: Lap) -> None:
        """Take what a racer has counted at a depth."""
        self._laps[lap.racer, lap.depth] = lap

    def lap(self, racer: int) -> Lap | None:
        """Return a racer's lap at the race's depth, also one that was given up."""
        return self._laps.get((racer, self.depth))

    def finished(self, racer: int) -> Lap | None:
        """Return a racer's lap at the race's depth when it has come to the end."""
        lap = self.lap(racer)
        return None if lap is None or lap.value is None else lap

    def evaluations(self, racer: int) -> int:
        """Return how many evaluations a racer has made at the race's depth so far."""
        lap, running = self.lap(racer), self.running
        if lap is not None:
            return lap.evaluations
        if running is not None and (running.racer, running.depth) == (racer, self.depth):
            return running.evaluations
        return 0

    # -- comparing

    def share(self, racer: int) -> float | None:
        """Return a racer's evaluations as a share of minimax's, once both are known."""
        lap, minimax = self.finished(racer), self.finished(MINIMAX)
        return None if lap is None or minimax is None else lap.evaluations / minimax.evaluations

    def at_most(self, racer: int) -> float | None:
        """Return what share of minimax's a racer's evaluations cannot exceed.

        It goes by what minimax has counted so far; None while that is less.
        """
        lap, counted = self.finished(racer), self.evaluations(MINIMAX)
        if lap is None or counted < lap.evaluations:
            return None
        return lap.evaluations / counted

    def more_than_above(self, racer: int) -> float | None:
        """Return how many times the evaluations of the racer above one needs; None if no more."""
        if racer == MINIMAX:
            return None
        lap, above = self.finished(racer), self.finished(racer - 1)
        if lap is None or above is None or lap.evaluations <= above.evaluations:
            return None
        return lap.evaluations / above.evaluations

    @property
    def reference(self) -> int | None:
        """Return whose value the others are compared with: the topmost that has one."""
        return next((racer for racer in range(len(RACERS)) if self.finished(racer)), None)

    def agrees(self, racer: int) -> bool | None:
        """Tell whether a racer's value is the reference's; None where there is nothing to say."""
        lap, reference = self.finished(racer), self.reference
        if lap is None or reference is None or reference == racer:
            return None
        other = self.finished(reference)
        return other is not None and other.value == lap.value

    def by_depth(self, racer: int) -> list[tuple[int, int]]:
        """Return the depths that a racer has finished, each with its evaluations."""
        return [
            (lap.depth, lap.evaluations)
            for (place, _), lap in sorted(self._laps.items())
            if place == racer and lap.value is not None
        ]


class Replay:
    """Counters that run as if all racers were equally quick, ten times as far every moment.

    Nobody is shown ahead of what was really counted. A search too quick for the eye is thereby
    played back slower, and one that takes long is shown as it is.
    """

    def __init__(self) -> None:
        self._elapsed = 0.0

    def elapse(self, seconds: float) -> None:
        """Let time pass."""
        self._elapsed += seconds

    def finish(self) -> None:
        """Show everything that was counted."""
        self._elapsed = float("inf")

    @property
    def reach(self) -> float:
        """Return how many evaluations may be shown by now."""
        # A float has no more than three hundred powers of ten.
        powers = self._elapsed / DECADE
        return float("inf") if powers > 300 else 10.0**powers

    def shown(self, counted: int) -> int:
        """Return how much of a count is shown."""
        return int(min(counted, self.reach))

    def behind(self, results: RaceResults) -> bool:
        """Tell whether less is shown than was counted."""
        return any(results.evaluations(racer) > self.reach for racer in range(len(RACERS)))
