"""The tabs of the theatre, in their order."""

from __future__ import annotations

from kalahgui.gui.screens.theatre.classics_page import ClassicsPage
from kalahgui.gui.screens.theatre.order_page import OrderPage
from kalahgui.gui.screens.theatre.page import TheatrePage
from kalahgui.gui.screens.theatre.quiz_page import QuizPage
from kalahgui.gui.screens.theatre.race_page import RacePage
from kalahgui.gui.screens.theatre.watch_page import WatchPage

PAGES: dict[str, type[TheatrePage]] = {
    "watch": WatchPage,
    "race": RacePage,
    "order": OrderPage,
    "classics": ClassicsPage,
    "quiz": QuizPage,
}
