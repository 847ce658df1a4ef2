"""The tabs Race and Order of the theatre, driven by posted events."""

from __future__ import annotations

import pygame
import pytest
from driver import Driver

from kalahgui.core.textbook import Textbook
from kalahgui.games import GAMES
from kalahgui.gui.paint.charts import GrowthChart, GrowthLine
from kalahgui.gui.paint.paragraph import line_height
from kalahgui.gui.screens.theatre.order_page import OrderPage
from kalahgui.gui.screens.theatre.race_page import RacePage
from kalahgui.gui.services import words
from kalahgui.gui.services.navigation import TheatreOf
from kalahgui.theatre.game_tree import read_tree
from kalahgui.theatre.order import Order
from kalahgui.theatre.order_counts import CountedOrder
from kalahgui.theatre.race import DECADE, MINIMAX, QUICK, RACERS, Lap
from kalahgui.theatre.subject import PositionSubject, WrittenSubject

BOARDS = [
    ("kalah", "6x6"),
    ("reversi", "diamond"),
    ("reversi", "8x8"),
    ("tictactoe", GAMES["tictactoe"].variant),
    ("eight", GAMES["eight"].variant),
]
SIZES = [(800, 500), (1280, 800), (1920, 1200)]
TREE = "R(A(C(1 3) D(4 2)) B(E(2 1) F(3 5)))"


def start_of(key, variant):
    return PositionSubject(GAMES[key], GAMES[key].start(variant))


def opened(window: Driver, subject, tab: str, **how):
    window.app.open(TheatreOf(subject, tab=tab, how=how))
    window.frames(2)
    return window.app.screen.page


def race(window: Driver, subject=None) -> RacePage:
    page = opened(window, subject or start_of("kalah", "6x6"), "race")
    assert isinstance(page, RacePage)
    return page


def order(window: Driver, subject=None, **how) -> OrderPage:
    how = {"depth": 3, "algorithm": "nega-alpha", "order": "rising"} | how
    page = opened(window, subject or start_of("kalah", "6x6"), "order", **how)
    assert isinstance(page, OrderPage)
    window.wait_for(lambda: not page.ordering.running)
    window.frames(2)
    return page


def counted(page: OrderPage, name: str = "") -> CountedOrder:
    found = page.ordering.counted(Order(name) if name else page.ordering.chosen)
    assert isinstance(found, CountedOrder)
    return found


# -- the race


@pytest.mark.few(1)
@pytest.mark.parametrize("key, variant", BOARDS)
def test_the_race_runs_on_the_boards_of_all_games(window, key, variant):
    page = race(window, start_of(key, variant))
    window.key(pygame.K_3, "3")
    window.wait_for(lambda: not page.moving)
    results = page.racing.results
    assert results.depth == 3
    assert all(map(results.finished, range(len(RACERS))))
    assert all(results.agrees(racer) for racer in QUICK)
    assert not page.racing.slowed


def test_the_counts_shown_are_the_textbooks(window):
    page = race(window)
    window.press("4")
    window.wait_for(lambda: not page.moving)
    book = Textbook("minimax")
    book.run(GAMES["kalah"].start("6x6"), 4)
    assert page.racing.results.evaluations(MINIMAX) == book.evaluations == 1907
    assert page.rows.arrived(MINIMAX)


@pytest.mark.slow
def test_quick_searches_are_played_back_slower_and_it_is_said(window):
    window.services.choose(pace="normal")
    page = race(window)
    page.choose_depth(3)
    window.wait_for(lambda: not page.racing.running)
    window.frames(1)
    assert page.racing.replay.behind(page.racing.results)
    assert page.moving
    assert "slower" in page._status()[0]
    assert not page.rows.arrived(MINIMAX)
    # Three powers of ten at most lie before the 329 evaluations of minimax.
    window.frames(3, DECADE)
    assert not page.moving
    assert page.rows.arrived(MINIMAX)
    assert "took" in page._status()[0]


def test_space_and_the_button_start_again(window):
    page = race(window)
    page.choose_depth(2)
    window.wait_for(lambda: not page.moving)
    before = page.racing.results
    window.key(pygame.K_SPACE)
    assert page.racing.results is not before
    window.wait_for(lambda: not page.moving)
    before = page.racing.results
    window.press("Start again")
    assert page.racing.results is not before


@pytest.mark.slow
@pytest.mark.compiled
def test_minimax_is_stopped_alone_and_the_race_as_a_whole(window):
    subject = start_of("kalah", "6x6")
    for _ in range(3):
        subject.root.play(subject.root.moves()[0])
    page = race(window, subject)
    # Deeper than minimax could get.
    page.choose_depth(11)
    window.wait_for(lambda: page.racing.quick_are_done)
    window.wait_for(lambda: page.racing.results.evaluations(MINIMAX) > 1000)
    window.frames(40)
    window.press("Stop minimax")
    window.wait_for(lambda: not page.racing.running)
    results = page.racing.results
    lap = results.lap(MINIMAX)
    assert lap is not None and lap.value is None and lap.evaluations > 1000
    assert page.rows._note_words(MINIMAX)[0].startswith("stopped at")
    assert results.reference == 1
    assert all(results.agrees(racer) for racer in QUICK[1:])
    page.start()
    window.wait_for(lambda: page.racing.results.evaluations(MINIMAX) > 1000)
    window.frames(40)
    window.press("Stop")
    assert not page.racing.running
    assert page.racing.results.lap(MINIMAX).evaluations > 1000


@pytest.mark.compiled
def test_leaving_the_tab_stops_the_race(window):
    page = race(window)
    page.choose_depth(11)
    job = page.racing._job
    window.key(pygame.K_PAGEDOWN)
    assert window.app.screen.visit.tab == "order"
    assert job.interrupt.raised
    assert not page.racing.running


def test_a_written_tree_is_refused_in_words(window):
    page = race(window, WrittenSubject(read_tree(TREE)))
    assert "written tree" in " ".join(page._lines)
    for key, sign in ((pygame.K_3, "3"), (pygame.K_SPACE, " "), (pygame.K_m, "m")):
        window.key(key, sign)
    assert not page.racing.running


def test_who_needs_more_than_the_one_above_is_told_on_the_row(window):
    page = race(window)
    page.choose_depth(3)
    window.wait_for(lambda: not page.moving)
    results = page.racing.results
    above = results.finished(3)
    results.add(Lap(4, results.depth, 1, 2 * above.evaluations, above.value))
    words_said, loud = page.rows._note_words(4)
    assert words_said == "2.0 times as many as the one above"
    assert loud


def test_the_chart_rises_by_equal_steps_for_equal_powers():
    palette = pygame.Color(0, 0, 0)
    chart = GrowthChart(pygame.Rect(0, 0, 400, 200), palette, 12, 3)
    series = [GrowthLine("a", "disc", (0, 0, 0, 255), ((1, 1), (2, 10), (3, 1000)))]
    assert chart.powers(series) == 3
    assert abs(chart.x_of(3) - 2 * chart.x_of(2) + chart.x_of(1)) <= 2  # whole pixels
    assert chart.power_step(3) == 1
    assert chart.power_step(30) > 1


# -- the order


def test_every_order_stands_beside_the_smallest_tree(window):
    page = order(window)
    assert page.ordering.values == {0: 2, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1}
    assert (counted(page, "rising").nodes, counted(page, "rising").evaluations) == (95, 68)
    smallest = page.ordering.smallest
    assert (smallest.value, smallest.nodes, smallest.evaluations) == (2, 83, 56)
    for name in page.table.names:
        assert counted(page, name).evaluations >= smallest.evaluations
        assert counted(page, name).value == 2


def test_a_dragged_move_changes_the_counts(window):
    page = order(window)
    chips = page.chips
    start, end = chips.place_rect(0).center, chips.place_rect(5).center
    window.move_to(start)
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    window.frames()
    window.move_to(end)
    assert page.ordering.chosen.listed == (1, 2, 3, 4, 5, 0)
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    window.frames()
    assert not chips.held
    window.wait_for(lambda: not page.ordering.running)
    window.frames()
    book = Textbook("nega-alpha", root_order=[1, 2, 3, 4, 5, 0])
    book.run(GAMES["kalah"].start("6x6"), 3)
    found = counted(page)
    assert (found.nodes, found.evaluations) == (book.nodes, book.evaluations)
    assert found.evaluations > counted(page, "rising").evaluations


def test_keys_carry_a_move_and_choose_an_order(window):
    page = order(window)
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_RIGHT)
    assert page.chips.focus == 1
    window.key(pygame.K_LEFT, mod=pygame.KMOD_SHIFT)
    assert page.ordering.chosen.listed == (1, 0, 2, 3, 4, 5)
    window.wait_for(lambda: not page.ordering.running)
    window.key(pygame.K_DOWN)
    assert page.ordering.chosen == Order("rising")
    window.key(pygame.K_DOWN)
    window.frames()
    assert page.chips.moves == (5, 4, 3, 2, 1, 0)
    window.key(pygame.K_UP)
    window.key(pygame.K_UP)
    assert page.ordering.chosen.listed == (1, 0, 2, 3, 4, 5)


def test_a_row_is_clicked_to_choose_its_order(window):
    page = order(window)
    place = page.table.names.index("worst") + 1
    window.click(page.table.row(place).center)
    assert page.ordering.chosen == Order("worst")
    assert page.chips.moves[-1] == 0
    window.click(page.table.row(0).center)
    assert page.ordering.chosen == Order("worst")


@pytest.mark.slow
def test_algorithm_and_depth_are_those_of_the_whole_theatre(window):
    page = order(window)
    window.key(pygame.K_4, "4")
    window.press("Minimax")
    window.wait_for(lambda: not page.ordering.running)
    assert (page.visit.depth, page.visit.algorithm) == (4, "minimax")
    assert counted(page, "falling").evaluations == 1907
    window.key(pygame.K_a)
    assert page.visit.algorithm == "alpha-beta"
    window.key(pygame.K_a, mod=pygame.KMOD_SHIFT)
    assert page.visit.algorithm == "minimax"


def test_the_order_is_taken_along_to_be_watched(window):
    page = order(window, WrittenSubject(read_tree(TREE)), depth=1)
    assert page.depth == 3
    assert counted(page, "rising").evaluations == 5
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_RIGHT, mod=pygame.KMOD_SHIFT)
    window.wait_for(lambda: not page.ordering.running)
    assert counted(page).evaluations == 6
    window.press("Watch this order")
    visit = window.app.screen.visit
    assert (visit.tab, visit.order, visit.depth) == ("watch", "B,A", 3)


@pytest.mark.slow
def test_an_order_is_watched_to_the_depth_it_was_counted_to(window):
    page = order(window, stop="conspiracy:3")
    window.press("Watch this order")
    visit = window.app.screen.visit
    assert (visit.tab, visit.stop, visit.depth) == ("watch", "fixed", 3)
    watched = window.app.screen.page.watching
    window.wait_for(lambda: watched.shown)
    assert watched.shown.recording.visits == counted(page).nodes


@pytest.mark.slow
def test_watching_an_order_keeps_the_way_back(window):
    below = window.app.screen
    window.app.open(TheatreOf(start_of("kalah", "6x6"), tab="order", over=True))
    window.frames(2)
    page = window.app.screen.page
    page.choose_row(page.table.names.index("worst") + 1)
    window.key(pygame.K_RETURN)
    theatre = window.app.screen
    assert (theatre.visit.tab, theatre.visit.order) == ("watch", "worst")
    assert not page.ordering.running
    window.key(pygame.K_ESCAPE)
    assert window.app.screen is below


def test_the_order_watched_is_the_order_shown(window):
    page = order(window, WrittenSubject(read_tree(TREE)), order="B,A")
    assert page.ordering.chosen.listed == (1, 0)
    assert page.chips.moves == (1, 0)
    assert counted(page).evaluations == 6


def test_leaving_the_tab_stops_the_counting(window):
    page = opened(window, start_of("kalah", "6x6"), "order", depth=7, algorithm="minimax")
    jobs = list(page.ordering._jobs)
    assert jobs
    window.key(pygame.K_PAGEUP)
    assert all(job.interrupt.raised for job in jobs)


def test_coming_back_finds_the_own_order_again(window):
    page = order(window)
    page.chips.step(1, False)
    page.chips.step(1, True)
    assert page.ordering.running
    window.key(pygame.K_PAGEUP)
    window.key(pygame.K_PAGEDOWN)
    assert page.ordering.chosen.listed == (1, 0, 2, 3, 4, 5)
    window.wait_for(lambda: not page.ordering.running)
    assert counted(page).value == 2
    page.visit.search_by(order="falling")
    window.key(pygame.K_PAGEUP)
    window.key(pygame.K_PAGEDOWN)
    assert page.ordering.chosen == Order("falling")


# -- looks


@pytest.mark.slow
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme_name", ["paper", "slate"])
def test_everything_lies_on_its_card(window, tmp_path, size, language, theme_name):
    driver = Driver(tmp_path / "other.sqlite3", size)
    driver.services.choose(pace="off", theme=theme_name)
    driver.speak(language)
    for key, variant in BOARDS:
        page = race(driver, start_of(key, variant))
        page.choose_depth(3)
        driver.wait_for(lambda page=page: not page.moving)
        driver.frames(2)
        assert page._right.contains(page.rows.rect)
        assert page._right.contains(page.chart.rect)
        assert page.chart.plot.height > 3 * page.scale.small
        assert page.rows.below(len(RACERS) - 1) < page.chart.rect.y
        bottom = page._words_at[1] + page._lesson.height
        note = page.scale.px(16) + 2 * line_height(page.scale.small)
        assert bottom <= page.depths.y - note
        page = order(driver, start_of(key, variant))
        assert page._right.contains(page.chips.rect)
        assert page.table.row(len(page.table.names) + 1).bottom <= page._right.bottom
        assert page.table.pitch >= page.scale.body * 1.2
    driver.close()
