"""What was measured of the articles' tables, kept as long as the program runs."""

from __future__ import annotations

from kalahgui.articles.measuring import (
    DIFFERS,
    SAME,
    CellMeasured,
    Measurement,
    comparable,
    verdict,
)
from kalahgui.articles.published import Figures, PublishedTable
from kalahgui.engine.engine import Engine, Job, Priority


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
