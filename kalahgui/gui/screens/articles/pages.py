"""Which page shows which kind of section."""

from __future__ import annotations

from typing import Any

import pygame

from kalahgui.articles import contents
from kalahgui.gui.screens.articles.about_page import AboutPage
from kalahgui.gui.screens.articles.crossed_page import CrossedPage
from kalahgui.gui.screens.articles.experiment_page import ExperimentPage
from kalahgui.gui.screens.articles.games_page import GamesPage
from kalahgui.gui.screens.articles.page import Page
from kalahgui.gui.screens.articles.reading import ArticleReading
from kalahgui.gui.screens.articles.rows_page import RowsPage
from kalahgui.gui.screens.articles.subtree_page import SubtreePage
from kalahgui.gui.screens.articles.tree_page import TreePage
from kalahgui.gui.screens.articles.whole_page import WholePage
from kalahgui.gui.screens.articles.worked_page import WorkedPage
from kalahgui.gui.widgets.screen import Screen

_PAGES: dict[type[contents.Section], type[Page[Any]]] = {
    contents.About: AboutPage,
    contents.ExampleTree: TreePage,
    contents.WholeTree: WholePage,
    contents.PositionTree: SubtreePage,
    contents.Crossed: CrossedPage,
    contents.Rows: RowsPage,
    contents.WorkedExample: WorkedPage,
    contents.Experiment: ExperimentPage,
    contents.ArticleGames: GamesPage,
}


def page_of(screen: Screen, reading: ArticleReading, rect: pygame.Rect) -> Page[Any]:
    """Lay out the page of the section that is read."""
    return _PAGES[type(reading.section)](screen, reading, rect)
