"""Which page shows which kind of section."""

from __future__ import annotations

from typing import Any

import pygame

from kalahgui.articles import contents
from kalahgui.gui.articles.about_page import AboutPage
from kalahgui.gui.articles.crossed_page import CrossedPage
from kalahgui.gui.articles.experiment_page import ExperimentPage
from kalahgui.gui.articles.games_page import GamesPage
from kalahgui.gui.articles.page import Page
from kalahgui.gui.articles.reading import Reading
from kalahgui.gui.articles.rows_page import RowsPage
from kalahgui.gui.articles.subtree_page import SubtreePage
from kalahgui.gui.articles.tree_page import TreePage
from kalahgui.gui.articles.whole_page import WholePage
from kalahgui.gui.articles.worked_page import WorkedPage
from kalahgui.gui.kit.screen import Screen

_PAGES: dict[type[contents.Section], type[Page[Any]]] = {
    contents.About: AboutPage,
    contents.ExampleTree: TreePage,
    contents.WholeTree: WholePage,
    contents.PositionTree: SubtreePage,
    contents.Crossed: CrossedPage,
    contents.Rows: RowsPage,
    contents.WorkedExample: WorkedPage,
    contents.Experiment: ExperimentPage,
    contents.Games: GamesPage,
}


def page_of(screen: Screen, reading: Reading, rect: pygame.Rect) -> Page[Any]:
    """Lay out the page of the section that is read."""
    return _PAGES[type(reading.section)](screen, reading, rect)
