"""Where the reader of the articles is, and what was measured for them."""

from __future__ import annotations

from pathlib import Path

from kalahgui.articles.contents import ARTICLES, Article, Section
from kalahgui.engine.engine import Engine
from kalahgui.gui.screens.articles.results import Results
from kalahgui.gui.screens.articles.trials import Trials


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
