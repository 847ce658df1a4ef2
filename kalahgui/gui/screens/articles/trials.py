"""The experiment with the three measures, played in the window as far as it has come."""

from __future__ import annotations

from pathlib import Path

from kalahgui.articles.measuring import PlayTrials, TrialPlayed
from kalahgui.articles.tuning import FILE_NAME, TrialResults, Tuning
from kalahgui.articles.weights_experiment import INFERRED_GAMES
from kalahgui.engine.engine import Engine, Job, Priority
from kalahgui.gui.services.words import why

_SEED = 0


class Trials:
    """The games of the experiment and the job that plays them, a stage at a time."""

    def __init__(self, engine: Engine, folder: Path | None) -> None:
        self._engine = engine
        self._path = None if folder is None else folder / FILE_NAME
        self._tuning: Tuning | None = None
        self._job: Job | None = None
        self.seconds = 0.0
        self._seconds_before = 0.0  # what earlier jobs took
        self.failure = ""
        self.revision = 0  # counts the changes

    @property
    def tuning(self) -> Tuning:
        """Return the experiment; its file is read when it is first asked for."""
        if self._tuning is None:
            try:
                results = TrialResults(self._path, _SEED)
            except (OSError, ValueError) as error:
                self.failure = why(error)
                results = TrialResults(None, _SEED)
            self._tuning = Tuning(INFERRED_GAMES, _SEED, results)
        return self._tuning

    @property
    def running(self) -> bool:
        """Tell whether games are being played."""
        return self._job is not None

    @property
    def count(self) -> int:
        """Return how many games are played."""
        return self.tuning.played

    @property
    def total(self) -> int:
        """Return how many games there are in all stages."""
        return self.tuning.total

    @property
    def done(self) -> bool:
        """Tell whether all games are played."""
        return self.tuning.finished

    def toggle(self) -> None:
        """Play on, or stop."""
        if self.running:
            self.stop()
        elif not self.done:
            self.failure = ""
            self._start()

    def _start(self) -> None:
        self.revision += 1
        self._seconds_before = self.seconds
        trials = tuple(self.tuning.stage.waiting())
        self._job = self._engine.start(PlayTrials(_SEED, trials), Priority.ANALYSIS)

    def stop(self) -> None:
        """Stop playing; the games that were played stay."""
        if self._job is not None:
            self._take(self._job)
        if self._job is not None:
            self._job.stop()
            self._job = None
            self.revision += 1

    def update(self, dt: float) -> None:
        """Take the games that were played in the meantime; ``dt`` seconds have passed."""
        if self._job is not None:
            self.seconds += dt
            self._take(self._job)

    def _take(self, job: Job) -> None:
        for report in job.reports():
            self.revision += 1
            self.seconds = self._seconds_before + report.seconds
            found = report.answer
            try:
                # A job that is done says its last answer again.
                if isinstance(found, TrialPlayed) and not report.done:
                    self.tuning.take(found.trial, found.score)
            except OSError as error:
                self.failure = why(error)
                job.stop()
                self._job = None
                return
            if report.done:
                self._job = None
                self.failure = report.failure
                if not report.failure and not self.done:
                    self._start()
