"""The race on the engine's thread, and its counters as they are shown."""

from __future__ import annotations

from kalahgui.engine.engine import Engine, Job, Priority
from kalahgui.games.game import Position
from kalahgui.theatre.race import MINIMAX, QUICK, Lap, Race
from kalahgui.theatre.race_results import RaceResults, Replay


class Racing:
    """One race after the other; ``revision`` counts what has changed in what is shown."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._job: Job | None = None
        self._race: Race | None = None
        self.position: Position | None = None
        self.results = RaceResults(0)
        self.replay = Replay()
        self.slowed = False
        self.failure = ""
        self.seconds = 0.0

    def start(self, position: Position, depth: int, at_once: bool = False) -> None:
        """Begin a race; ``at_once`` shows what is counted without any playing back."""
        self.stop()
        self.position = position
        self.results = RaceResults(depth)
        self.replay = Replay()
        if at_once:
            self.replay.finish()
        self.slowed = False
        self.failure = ""
        self.seconds = 0.0
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
            counted = (running.depth, running.nodes, running.evaluations)
            self.results.add(Lap(running.racer, *counted, None))
        self._job = None
        self.results.running = None

    def give_minimax_up(self) -> None:
        """Stop minimax alone."""
        if self._race is not None:
            self._race.give_minimax_up()

    @property
    def running(self) -> bool:
        """Tell whether something is still being searched."""
        return self._job is not None

    @property
    def quick_are_done(self) -> bool:
        """Tell whether all but minimax have come to the end."""
        return all(self.results.finished(racer) for racer in QUICK)

    @property
    def minimax_goes_on(self) -> bool:
        """Tell whether minimax is still to come to an end."""
        return self.running and self.results.lap(MINIMAX) is None

    @property
    def moving(self) -> bool:
        """Tell whether the counters still change."""
        return self.running or self.replay.behind(self.results)

    def elapse(self, dt: float) -> None:
        """Take what was found in the meantime; ``dt`` seconds have passed."""
        job, race = self._job, self._race
        if job is not None and race is not None:
            self.results.running = race.running
            self._take(job)
        if self.moving:
            self.replay.elapse(dt)
        # A counter that is behind while its search goes on is no more than a frame late.
        finished = job is None or self.quick_are_done
        self.slowed |= finished and self.replay.behind(self.results)

    def _take(self, job: Job) -> None:
        for report in job.reports():
            if isinstance(report.answer, Lap):
                self.results.add(report.answer)
            self.seconds = report.seconds
            if report.done:
                self.failure = report.failure
                self._job = None
                self.results.running = None
