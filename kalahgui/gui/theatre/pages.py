"""The tabs of the theatre, in their order."""

from __future__ import annotations

from kalahgui.gui.theatre.classics_page import ClassicsPage
from kalahgui.gui.theatre.order_page import OrderPage
from kalahgui.gui.theatre.page import TheatrePage
from kalahgui.gui.theatre.quiz_page import QuizPage
from kalahgui.gui.theatre.race_page import RacePage
from kalahgui.gui.theatre.watch_page import WatchPage

PAGES: dict[str, type[TheatrePage]] = {
    "watch": WatchPage,
    "race": RacePage,
    "order": OrderPage,
    "classics": ClassicsPage,
    "quiz": QuizPage,
}
