"""Where the reader of the articles is, and what was measured for them while the program runs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import partial
from pathlib import Path
from typing import Any

from kalahgui.articles.contents import ARTICLES, Article, Section
from kalahgui.articles.published import (
    DIFFERS,
    SAME,
    Figures,
    PublishedTable,
    comparable,
    verdict,
)
from kalahgui.articles.weights_experiment import (
    INFERRED_GAMES,
    Trial,
    Tuning,
    trial_score,
    trial_subject,
)
from kalahgui.engine.engine import Each, Engine, Job, Priority, Task
from kalahgui.gui.elements.element import Path as ElementPath
from kalahgui.solving.result_store import FILE_NAME, ResultStore
from kalahgui.words import why


class MeasuringJob(ABC):
    """What is measured step by step: the job at work on it, and how far it is."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.job: Job | None = None
        self.seconds = 0.0
        self._seconds_before = 0.0  # what earlier jobs took
        self.failure = ""
        self.revision = 0  # counts the changes

    @abstractmethod
    def task(self) -> Task:
        """Return what is to be done next."""

    @abstractmethod
    def take(self, step: Any, result: Any) -> None:
        """Keep what a step has found; OSError when it cannot be kept."""

    @property
    @abstractmethod
    def count(self) -> int:
        """Return how many steps are done."""

    @property
    @abstractmethod
    def total(self) -> int:
        """Return how many steps there are."""

    @property
    def done(self) -> bool:
        """Tell whether all steps are done."""
        return self.count == self.total

    @property
    def running(self) -> bool:
        """Tell whether the job is at work, or waits for it."""
        return self.job is not None

    def start(self) -> None:
        """Measure what is missing."""
        self.failure = ""
        self.revision += 1
        self._seconds_before = self.seconds
        self.job = self._engine.start(self.task(), Priority.ANALYSIS)

    def stop(self) -> None:
        """Stop measuring; what was found stays."""
        self.update()
        if self.job is not None:
            self.revision += 1
            self.job.stop()
            self.job = None

    def update(self) -> None:
        """Take what was found in the meantime."""
        job = self.job
        for report in job.reports() if job is not None else ():
            self.revision += 1
            self.seconds = self._seconds_before + report.seconds
            try:
                # A job that is done says its last answer again.
                if isinstance(report.answer, tuple) and not report.done:
                    self.take(*report.answer)
            except OSError as error:
                assert job is not None, "a job has reported"
                job.stop()
                self.job, self.failure = None, why(error)
                return
            if report.done:
                self.job = None
                self.failure = report.failure


class Sheet(MeasuringJob):
    """One table's figures, as far as they are measured."""

    def __init__(self, engine: Engine, table: PublishedTable) -> None:
        super().__init__(engine)
        self.table = table
        self.figures: dict[int, Figures] = {}

    def task(self) -> Task:
        cells, measure = self.table.cells, self.table.measure
        return Each(lambda index, stop: measure(cells[index].case, stop), self.missing)

    def take(self, step: int, result: Figures) -> None:
        self.figures[step] = result

    def start(self) -> None:
        """Measure what is missing, or everything again when nothing is."""
        if self.done:
            self.figures.clear()
        if not self.figures:
            self.seconds = 0.0
        super().start()

    @property
    def missing(self) -> tuple[int, ...]:
        """Return the indices of the cells that are not measured."""
        return tuple(index for index in range(self.total) if index not in self.figures)

    @property
    def count(self) -> int:
        return len(self.figures)

    @property
    def total(self) -> int:
        return len(self.table.cells)

    @property
    def at_work(self) -> int | None:
        """Return the index of the cell that is being measured."""
        return self.missing[0] if self.running and self.missing else None

    def verdict(self, index: int) -> str:
        """Tell how a measured cell stands to the article; empty for a table of chance."""
        if index not in self.figures or self.table.chance:
            return ""
        return verdict(self.table.cells[index], self.figures[index])

    @property
    def tally(self) -> tuple[int, int, int]:
        """Return how many cells agree, how many differ, and how many can be compared."""
        verdicts = [self.verdict(index) for index in self.figures]
        published = sum(map(comparable, self.table.cells))
        return verdicts.count(SAME), verdicts.count(DIFFERS), published


_SEED = 0


class Trials(MeasuringJob):
    """The games of the experiment, played a stage at a time."""

    def __init__(self, engine: Engine, folder: Path | None) -> None:
        super().__init__(engine)
        self._path = None if folder is None else folder / FILE_NAME
        self._tuning: Tuning | None = None

    @property
    def tuning(self) -> Tuning:
        """Return the experiment; its file is read when it is first asked for."""
        if self._tuning is None:
            try:
                store = ResultStore(self._path, trial_subject(_SEED))
            except OSError as error:
                self.failure = why(error)
                store = ResultStore()
            self._tuning = Tuning(INFERRED_GAMES, _SEED, store)
        return self._tuning

    def task(self) -> Task:
        return Each(partial(trial_score, _SEED), tuple(self.tuning.stage.waiting()))

    def take(self, step: Trial, result: float) -> None:
        self.tuning.take(step, result)

    def start(self) -> None:
        """Play on, as long as there are games left."""
        if not self.done:
            super().start()

    def update(self) -> None:
        running = self.running
        super().update()
        if running and not self.running and not self.failure:
            self.start()  # the next stage

    @property
    def count(self) -> int:
        return self.tuning.played

    @property
    def total(self) -> int:
        return self.tuning.total

    @property
    def done(self) -> bool:
        return self.tuning.finished


class ArticleReading:
    """The article, the section and the cells chosen last, kept as long as the program runs."""

    def __init__(self, engine: Engine, folder: Path | None = None) -> None:
        """``folder`` is where results last that take long to find; None keeps them in memory."""
        self._engine = engine
        self._sheets: dict[str, Sheet] = {}
        self.trials = Trials(engine, folder)
        self.article_key = next(iter(ARTICLES))
        self._sections: dict[str, int] = {}
        self._cells: dict[tuple[str, str], int] = {}
        # Whether the arrow keys go from cell to cell, and not from article to article.
        self.inside = False
        self.kept: dict[
            ElementPath, Any
        ] = {}  # of the screen's elements, as how far it is scrolled
        self.pruned = False  # whether example trees are shown with alpha-beta

    def sheet(self, table: PublishedTable) -> Sheet:
        """Return the sheet of a table."""
        return self._sheets.setdefault(table.name, Sheet(self._engine, table))

    @property
    def _at_work(self) -> list[MeasuringJob]:
        return [job for job in (*self._sheets.values(), self.trials) if job.running]

    @property
    def running(self) -> bool:
        """Tell whether anything is being measured."""
        return bool(self._at_work)

    def update(self, dt: float) -> None:
        """Take what was found in the meantime; ``dt`` seconds have passed."""
        for index, job in enumerate(self._at_work):
            # Of several sheets all but the first wait.
            if index == 0 or job is self.trials:
                job.seconds += dt
            job.update()

    def stop(self) -> None:
        """Stop measuring; what was found stays."""
        for job in self._at_work:
            job.stop()

    @property
    def article(self) -> Article:
        """Return the article that is read."""
        return ARTICLES[self.article_key]

    @property
    def section(self) -> Section:
        """Return the section that is read."""
        return self.article.sections[self.section_place]

    @property
    def section_place(self) -> int:
        """Return the index of the section that is read."""
        return self._sections.get(self.article_key, 0)

    def step_article(self, step: int) -> None:
        """Go to another article."""
        keys = list(ARTICLES)
        self.open_article(keys[(keys.index(self.article_key) + step) % len(keys)])

    def open_article(self, key: str) -> None:
        """Go to an article."""
        self.article_key = key
        self.inside = False

    def step_section(self, step: int) -> None:
        """Go to another section of the article."""
        self.open_section((self.section_place + step) % len(self.article.sections))

    def open_section(self, index: int) -> None:
        """Go to a section by its index in the article."""
        self._sections[self.article_key] = index
        self.inside = False

    @property
    def cell(self) -> int:
        """Return the index of the cell chosen in this section."""
        return self._cells.get((self.article_key, self.section.key), 0)

    @cell.setter
    def cell(self, index: int) -> None:
        self._cells[self.article_key, self.section.key] = index
