"""Where the reader of the articles is, and what was measured for them while the program runs."""

from __future__ import annotations

from pathlib import Path

from kalahgui.articles.contents import ARTICLES, Article, Section
from kalahgui.articles.published import (
    DIFFERS,
    SAME,
    CellMeasured,
    Figures,
    Measurement,
    PublishedTable,
    comparable,
    verdict,
)
from kalahgui.articles.weights_experiment import (
    FILE_NAME,
    INFERRED_GAMES,
    PlayTrials,
    TrialPlayed,
    TrialResults,
    Tuning,
)
from kalahgui.engine.engine import Engine, Job, Priority
from kalahgui.gui.services.words import why


class Sheet:
    """One table's figures, as far as they are measured, and the job that measures them."""

    def __init__(self, table: PublishedTable) -> None:
        self.table = table
        self.figures: dict[int, Figures] = {}
        self.seconds = 0.0
        self.seconds_before = 0.0  # what earlier jobs took
        self.failure = ""
        self.job: Job | None = None
        self.revision = 0  # counts the changes

    @property
    def running(self) -> bool:
        """Tell whether the table is being measured, or waits for it."""
        return self.job is not None

    @property
    def missing(self) -> tuple[int, ...]:
        """Return the places of the cells that are not measured."""
        return tuple(i for i in range(len(self.table.cells)) if i not in self.figures)

    @property
    def count(self) -> int:
        """Return how many cells are measured."""
        return len(self.figures)

    @property
    def total(self) -> int:
        """Return how many cells there are."""
        return len(self.table.cells)

    @property
    def done(self) -> bool:
        """Tell whether every cell is measured."""
        return not self.missing

    @property
    def at_work(self) -> int | None:
        """Return the place of the cell that is being measured."""
        return self.missing[0] if self.running and self.missing else None

    def verdict(self, place: int) -> str:
        """Tell how a measured cell stands to the article; empty for a table of chance."""
        if place not in self.figures or self.table.chance:
            return ""
        return verdict(self.table.cells[place], self.figures[place])

    @property
    def tally(self) -> tuple[int, int, int]:
        """Return how many cells agree, how many differ, and how many can be compared."""
        found = [self.verdict(place) for place in self.figures]
        published = sum(map(comparable, self.table.cells))
        return found.count(SAME), found.count(DIFFERS), published


class Results:
    """The sheets of all tables."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._sheets: dict[str, Sheet] = {}

    def sheet(self, table: PublishedTable) -> Sheet:
        """Return the sheet of a table."""
        return self._sheets.setdefault(table.name, Sheet(table))

    def measure(self, table: PublishedTable) -> None:
        """Measure what is missing, or everything again when nothing is."""
        sheet = self.sheet(table)
        if sheet.running:
            return
        if sheet.done:
            sheet.figures.clear()
        sheet.seconds_before = sheet.seconds if sheet.figures else 0.0
        sheet.seconds = sheet.seconds_before
        sheet.failure = ""
        sheet.revision += 1
        sheet.job = self._engine.start(Measurement(table, sheet.missing), Priority.ANALYSIS)

    def stop(self, table: PublishedTable) -> None:
        """Stop measuring a table; what was found stays."""
        sheet = self.sheet(table)
        if sheet.job is not None:
            self._take(sheet, sheet.job)
        if sheet.job is not None:
            sheet.job.stop()
            sheet.job = None
            sheet.revision += 1

    def stop_all(self) -> None:
        """Stop measuring."""
        for sheet in self._sheets.values():
            self.stop(sheet.table)

    @property
    def running(self) -> bool:
        """Tell whether anything is being measured."""
        return any(sheet.running for sheet in self._sheets.values())

    def update(self, dt: float) -> None:
        """Take what was found in the meantime; ``dt`` seconds have passed."""
        at_work = next((sheet for sheet in self._sheets.values() if sheet.running), None)
        if at_work is not None:
            at_work.seconds += dt
        for sheet in self._sheets.values():
            if sheet.job is not None:
                self._take(sheet, sheet.job)

    def _take(self, sheet: Sheet, job: Job) -> None:
        for report in job.reports():
            sheet.revision += 1
            sheet.seconds = sheet.seconds_before + report.seconds
            found = report.answer
            if isinstance(found, CellMeasured):
                sheet.figures[found.place] = found.figures
            if report.done:
                sheet.failure = report.failure
                sheet.job = None


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


class ArticleReading:
    """The article, the section and the cells chosen last, kept as long as the program runs."""

    def __init__(self, engine: Engine, folder: Path | None = None) -> None:
        """``folder`` is where results last that take long to find; None keeps them in memory."""
        self.results = Results(engine)
        self.trials = Trials(engine, folder)
        self.article_key = next(iter(ARTICLES))
        self._sections: dict[str, int] = {}
        self._cells: dict[tuple[str, str], int] = {}
        # Whether the arrow keys go from cell to cell, and not from article to article.
        self.inside = False
        self.pruned = False  # whether example trees are shown with alpha-beta

    @property
    def running(self) -> bool:
        """Tell whether anything is being measured."""
        return self.results.running or self.trials.running

    def update(self, dt: float) -> None:
        """Take what was found in the meantime; ``dt`` seconds have passed."""
        self.results.update(dt)
        self.trials.update(dt)

    def stop(self) -> None:
        """Stop measuring; what was found stays."""
        self.results.stop_all()
        self.trials.stop()

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
        """Return the place of the section that is read."""
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

    def open_section(self, place: int) -> None:
        """Go to a section by its place in the article."""
        self._sections[self.article_key] = place
        self.inside = False

    @property
    def cell(self) -> int:
        """Return the place of the cell chosen in this section."""
        return self._cells.get((self.article_key, self.section.key), 0)

    @cell.setter
    def cell(self, place: int) -> None:
        self._cells[self.article_key, self.section.key] = place
