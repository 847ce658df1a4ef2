"""The tabs Race and Order of the theatre: by posted events, and the searches of a race."""

from unittest.mock import patch

import pygame
import pytest
from driver import Driver

from kalahgui.assets import words_of
from kalahgui.core.textbook import Textbook
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.elements.layout import Painted
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import GrowthChart, GrowthLine
from kalahgui.gui.screens.theatre.order.order_page import OrderPage
from kalahgui.gui.screens.theatre.order.order_table import refusal_words
from kalahgui.gui.screens.theatre.race.race_page import RacePage
from kalahgui.gui.screens.theatre.race.race_rows import racer_name
from kalahgui.gui.services.navigation import TheatreOf
from kalahgui.theatre.game_tree import read_tree
from kalahgui.theatre.order import Order, TooMuch
from kalahgui.theatre.order_counts import CountedOrder
from kalahgui.theatre.race import (
    DECADE,
    MINIMAX,
    QUICK,
    RACERS,
    Lap,
    Race,
    RaceResults,
    Racing,
)
from kalahgui.theatre.recording import TooManySteps
from kalahgui.theatre.smallest_tree import TooManyPositions
from kalahgui.theatre.subject import PositionSubject, WrittenSubject
from kalahgui.words import LANGUAGES, say

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
    counted_order = page.ordering.counted(Order(name) if name else page.ordering.chosen)
    assert isinstance(counted_order, CountedOrder)
    return counted_order


# -- the race


def filled(window: Driver, page: RacePage, racer: int) -> float:
    """Return how much of its track a racer's bar fills in the picture."""
    window.draw()
    cell = window.row(racer_name(racer)).children[1]
    bar = next(element.rect for element in cell.all if isinstance(element, Painted))
    seen = [window.app.surface.get_at((x, bar.centery)) for x in range(bar.x, bar.right)]
    track = [colour == page.screen.palette.line for colour in seen]
    return track.index(True) / bar.width if True in track else 1.0


def test_a_race_is_run_looked_at_and_begun_again(window):
    page = race(window)
    window.press("4")
    window.wait_for(lambda: not page.moving)
    window.frames(2)
    book, results = Textbook("minimax"), page.racing.results
    book.run(GAMES["kalah"].start("6x6"), 4)
    assert results.evaluations(MINIMAX) == book.evaluations == 1907
    assert page.rows.arrived(MINIMAX) and not page.racing.slowed
    assert all(results.agrees(racer) for racer in QUICK)
    for racer in range(len(RACERS)):
        assert filled(window, page, racer) == pytest.approx(results.share(racer), abs=0.006)
    window.press("logarithmic bars")
    assert page.visit.logarithmic and filled(window, page, 1) > 3 * results.share(1)
    window.key(pygame.K_l, "l")
    assert filled(window, page, 1) == pytest.approx(results.share(1), abs=0.006)
    above = results.finished(3)
    results.add(Lap(4, results.depth, 1, 2 * above.evaluations, above.value))
    window.frames(10)
    assert "2.0 times as many as the one above" in window.said()
    window.key(pygame.K_2, "2")
    for begin in (lambda: window.key(pygame.K_SPACE), lambda: window.press("Start again")):
        window.wait_for(lambda: not page.moving)
        before = page.racing.results
        begin()
        assert page.racing.results is not before and page.racing.results.depth == 2


@pytest.mark.slow
def test_the_race_runs_on_the_boards_of_all_games(window):
    for key, game in GAMES.items():
        page = race(window, start_of(key, game.variant))
        window.key(pygame.K_3, "3")
        window.wait_for(lambda page=page: not page.moving)
        assert page.racing.results.depth == 3
        assert all(map(page.racing.results.agrees, QUICK))


@pytest.mark.slow
def test_quick_searches_are_played_back_slower_and_it_is_said(window):
    window.services.choose(pace="normal")
    page = race(window)
    page.choose_depth(3)
    window.wait_for(lambda: not page.racing.running)
    window.frames(7)  # the counters are written some times a second
    assert page.racing.behind
    assert page.moving
    assert "more slowly" in window.says()
    assert not page.rows.arrived(MINIMAX)
    # Three powers of ten at most lie before the 329 evaluations of minimax.
    window.frames(3, DECADE)
    assert not page.moving
    assert page.rows.arrived(MINIMAX)
    assert "took" in window.says()


@pytest.mark.slow
@pytest.mark.compiled
def test_minimax_is_stopped_alone_and_the_race_as_a_whole(window):
    subject = start_of("kalah", "6x6")
    for _ in range(3):
        subject.root.play(subject.root.moves()[0])
    page = race(window, subject)
    # Deeper than minimax could get.
    page.choose_depth(11)
    window.wait_for(lambda: all(map(page.racing.results.finished, QUICK)))
    window.wait_for(lambda: page.racing.results.evaluations(MINIMAX) > 1000)
    window.frames(40)
    window.press("Stop minimax")
    window.wait_for(lambda: not page.moving)
    results = page.racing.results
    lap = results.lap(MINIMAX)
    assert lap is not None and lap.value is None and lap.evaluations > 1000
    assert "stopped at" in window.says()
    assert results.reference == 1
    assert all(results.agrees(racer) for racer in QUICK[1:])
    page.start()
    window.wait_for(lambda: page.racing.results.evaluations(MINIMAX) > 1000)
    window.frames(40)
    window.press("Stop")
    assert not page.racing.running
    assert page.racing.results.lap(MINIMAX).evaluations > 1000


@pytest.mark.compiled
def test_leaving_the_tab_stops_the_race_which_begins_again_there(window):
    page = race(window)
    page.choose_depth(11)
    before = page.racing.results
    window.press(say("theatre_tab_race"))
    assert page.racing.running and page.racing.results is before, "it is where it was"
    window.key(pygame.K_PAGEDOWN)
    assert window.app.screen.visit.tab == "order"
    assert not page.racing.running
    window.wait_for(lambda: not window.services.engine.busy, 30)
    window.key(pygame.K_PAGEUP)
    assert window.app.screen.page is page
    assert page.racing.running and page.racing.results is not before


def test_a_written_tree_is_refused_in_words(window):
    page = race(window, WrittenSubject(read_tree(TREE)))
    assert "written tree" in " ".join(window.said())
    for key, sign in ((pygame.K_3, "3"), (pygame.K_SPACE, " "), (pygame.K_m, "m")):
        window.key(key, sign)
    assert not page.racing.running


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
    for name, _ in page.table.orders[1:]:
        assert counted(page, name).evaluations >= smallest.evaluations
        assert counted(page, name).value == 2


def test_what_cannot_be_counted_says_why():
    sentences = [refusal_words(reason) for reason in (TooManySteps, TooManyPositions, TooMuch)]
    keys = ("order_too_many_steps", "order_too_many_positions", "order_values_take_long")
    assert sentences == list(map(say, keys))


def test_moves_are_dragged_and_orders_clicked(window):
    page = order(window)
    for name in ("worst", "own", "smallest"):  # the others are no orders yet
        window.click(window.row(say(f"order_{name}")).rect.center)
        assert page.ordering.chosen == Order("worst") and page.chips.moves[-1] == 0
    window.click(window.row(say("order_rising")).rect.center)
    nodes = window.app.screen.accessible_node().all
    places = [part.rect.center for part in nodes if part.role is Role.ITEM]
    # A move that went under the hand is held no more.
    window.mouse(pygame.MOUSEBUTTONDOWN, places[0])
    window.key(pygame.K_TAB, mod=pygame.KMOD_CTRL)
    window.mouse(pygame.MOUSEBUTTONUP, places[0])
    window.key(pygame.K_TAB, mod=pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert window.app.screen.page is page
    window.move_to(places[5])
    assert page.chips.moves == (0, 1, 2, 3, 4, 5), "nothing is pressed"
    window.click(window.row(say("order_falling")).rect.center)
    assert page.chips.moves == (5, 4, 3, 2, 1, 0), "no move is in the hand"
    window.click(window.row(say("order_rising")).rect.center)
    window.mouse(pygame.MOUSEBUTTONDOWN, places[0])
    window.move_to(places[5])
    assert page.ordering.chosen.listed == (1, 2, 3, 4, 5, 0)
    window.mouse(pygame.MOUSEBUTTONUP, places[5])
    assert page.chips.held is None
    window.wait_for(lambda: not page.ordering.running)
    window.frames()
    book = Textbook("nega-alpha", root_order=[1, 2, 3, 4, 5, 0])
    book.run(GAMES["kalah"].start("6x6"), 3)
    counted_order = counted(page)
    assert (counted_order.nodes, counted_order.evaluations) == (book.nodes, book.evaluations)
    assert counted_order.evaluations > counted(page, "rising").evaluations


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_dragged_has_dots_and_whatever_says_so_names_them(new_window, language):
    drag, dots = {"en": ("drag", "dots"), "ja": ("ドラッグ", "点の印")}[language]
    said = {
        key: words
        for key, words in words_of(language).items()
        if key.startswith(("order_", "you_search_break", "lesson_computer_order"))
        and drag in str(words).lower()
    }
    assert len(said) >= 5
    assert [key for key, words in said.items() if dots not in words] == []
    window = new_window((800, 500))
    window.speak(language)
    order(window)
    drawn = []
    with patch.object(theme, "draw_dot", lambda surface, at, *look: drawn.append(at)):
        window.draw()
    nodes = window.app.screen.accessible_node().all
    chips = [part.rect for part in nodes if part.role is Role.ITEM]
    assert len(chips) == 6
    for chip in chips:
        grip = [at for at in drawn if chip.collidepoint(at)]
        assert len(grip) == 6 and max(x for x, _ in grip) < chip.centerx
    assert say("order_moves") in window.says()


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


def test_the_order_watched_is_the_order_shown_and_is_taken_along(window):
    page = order(window, WrittenSubject(read_tree(TREE)), depth=1, order="B,A")
    assert page.depth == 3
    assert page.ordering.chosen.listed == page.chips.moves == (1, 0)
    assert (counted(page).evaluations, counted(page, "rising").evaluations) == (6, 5)
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_RIGHT, mod=pygame.KMOD_SHIFT)
    window.wait_for(lambda: not page.ordering.running)
    assert counted(page).evaluations == 5
    window.press("Watch this order")
    visit = window.app.screen.visit
    assert (visit.tab, visit.order, visit.depth) == ("watch", "A,B", 3)


def test_leaving_the_tab_stops_the_counting_and_coming_back_finds_the_own_order(window):
    page = opened(window, start_of("kalah", "6x6"), "order", depth=7, algorithm="minimax")
    jobs = list(page.ordering._jobs)
    assert jobs
    window.key(pygame.K_PAGEUP)
    assert all(job.interrupt.raised for job in jobs)
    page.visit.search_by(depth=3, algorithm="nega-alpha", order="rising")
    window.key(pygame.K_PAGEDOWN)
    page.chips.step(1, False)
    page.chips.step(1, True)
    window.key(pygame.K_PAGEUP)
    window.key(pygame.K_PAGEDOWN)
    assert page.ordering.chosen.listed == (1, 0, 2, 3, 4, 5)
    window.wait_for(lambda: not page.ordering.running)
    assert counted(page).value == 2
    page.visit.search_by(order="falling")
    window.key(pygame.K_PAGEUP)
    window.key(pygame.K_PAGEDOWN)
    assert page.ordering.chosen == Order("falling")


@pytest.mark.parametrize("tab", ["race", "order"])
def test_words_for_which_there_is_no_room_are_scrolled(new_window, tab):
    window = new_window((1280, 800), "ja", text="large")
    page = opened(window, None, tab)
    words = (say(f"{tab}_words", count=page.depth), say(f"{tab}_words_more"))
    (text,) = (element for element in page.screen.shown.all if element.name == "\n\n".join(words))
    assert text.measure(page.screen.controls.look, text.rect.width)[1] <= text.rect.height


# -- the searches of a race


STARTS = [
    ("kalah", "6x4", 4),
    ("reversi", "diamond", 5),
    ("reversi", "8x8", 4),
    ("tictactoe", GAMES["tictactoe"].variant, 4),
    ("eight", GAMES["eight"].variant, 6),
]


def race_laps(position, depth, interrupt=None):
    race = Race(position, depth)
    return list(race.answers(Thinker(), interrupt or Interrupt()))


def results_of(depth, *laps):
    made = RaceResults(depth)
    for racer, evaluations, value in laps:
        made.add(Lap(racer, depth, 2 * evaluations, evaluations, value))
    return made


@pytest.mark.parametrize("key, variant, depth", STARTS)
def test_every_racer_finds_the_same_value_at_every_depth(key, variant, depth):
    laps = race_laps(GAMES[key].start(variant), depth)
    assert {(lap.racer, lap.depth) for lap in laps} == {
        (racer, turns) for racer in range(len(RACERS)) for turns in range(1, depth + 1)
    }
    for turns in range(1, depth + 1):
        assert len({lap.value for lap in laps if lap.depth == turns}) == 1


# In tic-tac-toe the same position comes up again and again, so that a memory tells.
@pytest.mark.parametrize("key, depth, apart", [("tictactoe", 5, (2, 3)), ("kalah", 4, (2, 4))])
def test_the_counts_are_those_of_the_textbook_searches(key, depth, apart):
    start = GAMES[key].start(GAMES[key].variant)
    laps = {lap.racer: lap for lap in race_laps(start, depth) if lap.depth == depth}
    for racer, (algorithm, order, remembers) in enumerate(
        [
            ("minimax", None, False),
            ("alpha-beta", None, False),
            ("nega-alpha", "likely", False),
            ("nega-alpha", "likely", True),
            ("usual-nega-scout", "likely", False),
        ]
    ):
        book = Textbook(algorithm, order, remembers=remembers)
        value = book.run(start, depth)
        lap = laps[racer]
        assert (lap.value, lap.nodes, lap.evaluations) == (value, book.nodes, book.evaluations)
    assert laps[MINIMAX].evaluations > laps[1].evaluations > laps[2].evaluations
    one, other = apart
    assert laps[one].evaluations != laps[other].evaluations


def test_minimax_comes_last_and_its_longest_search_before_the_last_of_the_chart():
    laps = race_laps(GAMES["kalah"].start("6x4"), 4)
    assert [lap.racer for lap in laps] == [*QUICK * 4, *[MINIMAX] * 4]
    assert [lap.depth for lap in laps if lap.racer == MINIMAX] == [1, 2, 4, 3]
    laps = race_laps(GAMES["kalah"].start("6x4"), 1)
    assert [lap.depth for lap in laps if lap.racer == MINIMAX] == [1]


def test_minimax_given_up_leaves_the_others():
    race = Race(GAMES["kalah"].start("6x4"), 3)
    laps = []
    for lap in race.answers(Thinker(), Interrupt()):
        laps.append(lap)
        if lap.racer == MINIMAX and lap.depth == 1:
            race.give_minimax_up()
    finished = {(lap.racer, lap.depth) for lap in laps if lap.value is not None}
    assert finished == {(racer, depth) for racer in QUICK for depth in (1, 2, 3)} | {(MINIMAX, 1)}


def test_a_pause_repeats_the_lap_it_cut_short_and_a_stop_says_nothing_more():
    interrupt = Interrupt()
    steps = Race(GAMES["kalah"].start("6x4"), 2).answers(Thinker(), interrupt)
    interrupt.pause()
    assert next(steps) is None
    interrupt.resume()
    assert (QUICK[0], 1) == ((lap := next(steps)).racer, lap.depth)
    assert lap.evaluations == 10
    interrupt.stop()
    assert list(steps) == []


def test_shares_are_of_minimax_and_bounds_while_it_runs():
    made = results_of(3, (1, 20, 4))
    assert made.share(1) is made.at_most(1) is None
    for depth, counted, seen, most in ((3, 10, 10, None), (3, 200, 200, 0.1), (2, 200, 0, None)):
        made.running = Lap(MINIMAX, depth, 0, counted, None)
        assert (made.evaluations(MINIMAX), made.at_most(1)) == (seen, most)
    made.add(Lap(MINIMAX, 3, 0, 80, 4))
    assert [made.share(racer) for racer in (1, MINIMAX, 2)] == [0.25, 1.0, None]


def test_values_are_compared_with_the_topmost_and_costs_with_the_one_above():
    made = results_of(3, (MINIMAX, 400, None), (1, 20, 4), (2, 10, 4))
    assert made.share(1) is None and made.at_most(1) == 0.05
    assert (made.reference, made.agrees(1), made.agrees(2)) == (1, None, True)
    made = results_of(3, (MINIMAX, 400, 4), (1, 20, 4), (2, 20, 5), (3, 30, 4))
    assert [made.agrees(racer) for racer in range(5)] == [None, True, False, True, None]
    assert [made.more_than_above(racer) for racer in range(5)] == [None, None, None, 1.5, None]


# -- playing back


def test_counters_go_a_power_of_ten_further_every_moment():
    racing = Racing(None)
    racing.results = results_of(3, (1, 20, 4), (2, 500, 4))
    assert racing.shown(500) == 1
    racing.elapse(DECADE)
    assert (racing.shown(500), racing.shown(7)) == (10, 7)
    assert racing.behind
    racing.elapse(2 * DECADE)
    assert racing.shown(500) == 500
    assert not racing.behind
