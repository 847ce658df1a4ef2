"""One position, searched to one depth by five algorithms: the race, its results and their replay.

The quick searches come first, so that they never wait for minimax, which may be given up alone.
Every racer also runs all shallower depths, for what a turn more costs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from kalahgui.core.search import StopWord
from kalahgui.core.textbook import LIKELY, NEGA_ALPHA, Textbook
from kalahgui.engine.engine import Engine, Job, Priority
from kalahgui.engine.interrupt import Interrupt, whole
from kalahgui.engine.thinker import Thinker
from kalahgui.games.game import Position


@dataclass(frozen=True)
class Racer:
    """An algorithm, whether it tries likely moves first, and whether it remembers positions."""

    key: str
    algorithm: str
    likely: bool = False
    remembers: bool = False

    def textbook(self, stop: StopWord) -> Textbook:
        """Return a search that has not begun."""
        order = LIKELY if self.likely else None
        return Textbook(self.algorithm, order, stop, remembers=self.remembers)


# From above to below on the screen.
RACERS = (
    Racer("minimax", "minimax"),
    Racer("published", "alpha-beta"),
    Racer("ordered", NEGA_ALPHA, likely=True),
    Racer("remembering", NEGA_ALPHA, likely=True, remembers=True),
    Racer("scout", "usual-nega-scout", likely=True),
)
MINIMAX = 0
QUICK = tuple(index for index in range(len(RACERS)) if index != MINIMAX)


@dataclass(frozen=True)
class Lap:
    """What a racer, by its index, has counted at a depth.

    Without a value it is under way, or was given up.
    """

    racer: int
    depth: int
    nodes: int
    evaluations: int
    value: int | None


class Race:
    """Search a position to a depth, and to every smaller one, with every racer."""

    def __init__(self, position: Position, depth: int) -> None:
        self.position = position
        self.depth = depth
        self._running: tuple[int, int, Textbook] | None = None
        self._without_minimax = False

    @property
    def running(self) -> Lap | None:
        """Return what the search under way has counted so far; it may be asked at any time."""
        running = self._running
        if running is None:
            return None
        racer, depth, textbook = running
        return Lap(racer, depth, int(textbook.nodes), int(textbook.evaluations), None)

    def give_minimax_up(self) -> None:
        """Stop minimax wherever it is; the others go on. Another thread may say so."""
        self._without_minimax = True
        running = self._running  # which the other thread may change at any moment
        if running is not None and running[0] == MINIMAX:
            running[2].stop.raised = True

    def answers(self, thinker: Thinker, interrupt: Interrupt) -> Iterator[Lap | None]:
        """Yield lap after lap; None for one that a pause cut short, which is run again."""
        quick = [(index, depth) for depth in range(1, self.depth + 1) for index in QUICK]
        # The last but one would keep the race waiting, and adds no more than a point to a chart.
        long = [(MINIMAX, depth) for depth in range(1, self.depth - 1)]
        long += [(MINIMAX, depth) for depth in (self.depth, self.depth - 1) if depth]
        for index, depth in quick + long:
            if not self._given_up(index):
                yield from whole(partial(self._lap, index, depth, interrupt), interrupt)
        self._running = None

    def _given_up(self, index: int) -> bool:
        return index == MINIMAX and self._without_minimax

    def _lap(self, index: int, depth: int, interrupt: Interrupt, stop: StopWord) -> Lap:
        textbook = RACERS[index].textbook(stop)
        self._running = index, depth, textbook
        interrupt.watched = textbook
        # Looked at after the textbook is in its place: who gives up just now finds it there.
        if self._given_up(index):
            stop.raised = True
        value = textbook.run(self.position, depth)
        result = None if stop.raised else value
        return Lap(index, depth, int(textbook.nodes), int(textbook.evaluations), result)


# How long the counters take from one power of ten to the next.
DECADE = 0.65


class RaceResults:
    """The laps of a race to a depth, and how the racers compare there.

    A ``running`` search counts as far as it has come.
    """

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.running: Lap | None = None
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
            for (index, _), lap in sorted(self._laps.items())
            if index == racer and lap.value is not None
        ]


class Racing:
    """One race after the other, as a job of the engine, and its counters.

    These run as if all racers were equally quick, ten times as far every moment. Nobody is shown
    ahead of what was really counted. A search too quick for the eye is thereby played back slower,
    and one that takes long is shown as it is.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._job: Job | None = None
        self._race: Race | None = None
        self.position: Position | None = None
        self._show_nothing(0)

    def _show_nothing(self, depth: int) -> None:
        self.results = RaceResults(depth)
        self._shown_for = 0.0
        self.slowed = False
        self.failure = ""
        self.seconds = 0.0

    def start(self, position: Position, depth: int, at_once: bool = False) -> None:
        """Begin a race; ``at_once`` shows what is counted without any playing back."""
        self.stop()
        self.position = position
        self._show_nothing(depth)
        if at_once:
            self._shown_for = math.inf
        self._race = Race(position, depth)
        self._job = self._engine.start(self._race, Priority.ANALYSIS)

    def stop(self) -> None:
        """Stop the race; who has come to the end still counts."""
        job, race = self._job, self._race
        if job is None or race is None:
            return
        job.stop()
        self._take(job)
        running = race.running
        if running is not None and self.results.lap(running.racer) is None:
            self.results.add(running)
        self._job = None
        self.results.running = None

    def forget(self) -> None:
        """Stop the race, so that it can begin again on the same position."""
        self.stop()
        self.position = None

    def give_minimax_up(self) -> None:
        """Stop minimax alone."""
        if self._race is not None:
            self._race.give_minimax_up()

    @property
    def running(self) -> bool:
        """Tell whether something is still being searched."""
        return self._job is not None

    @property
    def minimax_goes_on(self) -> bool:
        """Tell whether minimax is still to come to an end."""
        return self.running and self.results.lap(MINIMAX) is None

    @property
    def reach(self) -> float:
        """Return how many evaluations may be shown by now."""
        # A float has no more than three hundred powers of ten.
        powers = self._shown_for / DECADE
        return math.inf if powers > 300 else 10.0**powers

    def shown(self, counted: int) -> int:
        """Return how much of a count is shown."""
        return int(min(counted, self.reach))

    @property
    def behind(self) -> bool:
        """Tell whether less is shown than was counted."""
        return any(self.results.evaluations(racer) > self.reach for racer in range(len(RACERS)))

    @property
    def moving(self) -> bool:
        """Tell whether the counters still change."""
        return self.running or self.behind

    def elapse(self, dt: float) -> None:
        """Take what was found in the meantime; ``dt`` seconds have passed."""
        job, race = self._job, self._race
        if job is not None and race is not None:
            self.results.running = race.running
            self._take(job)
        if self.moving:
            self._shown_for += dt
        # A counter that is behind while its search goes on is no more than a frame late.
        quick_are_done = all(self.results.finished(racer) for racer in QUICK)
        self.slowed |= (job is None or quick_are_done) and self.behind

    def _take(self, job: Job) -> None:
        for report in job.reports():
            if isinstance(report.answer, Lap):
                self.results.add(report.answer)
            self.seconds = report.seconds
            if report.done:
                self.failure = report.failure
                self._job = None
                self.results.running = None
