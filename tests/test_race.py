"""The race of five searches: its counts, its results, and how they are shown."""

from __future__ import annotations

import pytest

from kalahgui.core.textbook import Textbook
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.theatre.race import (
    DECADE,
    MINIMAX,
    QUICK,
    RACERS,
    Lap,
    Race,
    RaceResults,
    Replay,
)

STARTS = [
    ("kalah", "6x4", 4),
    ("reversi", "diamond", 5),
    ("reversi", "8x8", 4),
    ("tictactoe", GAMES["tictactoe"].variant, 4),
    ("eight", GAMES["eight"].variant, 6),
]


def run(position, depth, interrupt=None):
    race = Race(position, depth)
    return list(race.answers(Thinker(), interrupt or Interrupt()))


def results(depth, *laps):
    made = RaceResults(depth)
    for racer, evaluations, value in laps:
        made.add(Lap(racer, depth, 2 * evaluations, evaluations, value))
    return made


@pytest.mark.parametrize("key, variant, depth", STARTS)
def test_every_racer_finds_the_same_value_at_every_depth(key, variant, depth):
    laps = run(GAMES[key].start(variant), depth)
    assert {(lap.racer, lap.depth) for lap in laps} == {
        (racer, turns) for racer in range(len(RACERS)) for turns in range(1, depth + 1)
    }
    for turns in range(1, depth + 1):
        assert len({lap.value for lap in laps if lap.depth == turns}) == 1


# In tic-tac-toe the same position comes up again and again, so that a memory tells.
@pytest.mark.parametrize("key, depth, apart", [("tictactoe", 5, (2, 3)), ("kalah", 4, (2, 4))])
def test_the_counts_are_those_of_the_textbook_searches(key, depth, apart):
    start = GAMES[key].start(GAMES[key].variant)
    laps = {lap.racer: lap for lap in run(start, depth) if lap.depth == depth}
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
    laps = run(GAMES["kalah"].start("6x4"), 4)
    assert [lap.racer for lap in laps] == [*QUICK * 4, *[MINIMAX] * 4]
    assert [lap.depth for lap in laps if lap.racer == MINIMAX] == [1, 2, 4, 3]
    laps = run(GAMES["kalah"].start("6x4"), 1)
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


def test_a_stopped_race_says_nothing_more():
    interrupt = Interrupt()
    steps = Race(GAMES["kalah"].start("6x4"), 4).answers(Thinker(), interrupt)
    first = next(steps)
    assert (first.racer, first.depth) == (QUICK[0], 1)
    interrupt.stop()
    assert list(steps) == []


def test_a_pause_repeats_the_lap_it_cut_short():
    interrupt = Interrupt()
    steps = Race(GAMES["kalah"].start("6x4"), 2).answers(Thinker(), interrupt)
    interrupt.pause()
    assert next(steps) is None
    interrupt.resume()
    assert (QUICK[0], 1) == ((lap := next(steps)).racer, lap.depth)
    assert lap.evaluations == 10


# -- results


def test_shares_are_of_minimax_and_wait_for_it():
    made = results(3, (1, 20, 4))
    assert made.share(1) is None
    assert made.at_most(1) is None
    made.add(Lap(MINIMAX, 3, 0, 80, 4))
    assert made.share(1) == 0.25
    assert made.share(MINIMAX) == 1.0
    assert made.share(2) is None


def test_while_minimax_runs_a_share_is_a_bound():
    made = results(3, (1, 20, 4))
    made.running = Lap(MINIMAX, 3, 0, 10, None)
    assert made.evaluations(MINIMAX) == 10
    assert made.at_most(1) is None
    made.running = Lap(MINIMAX, 3, 0, 200, None)
    assert made.at_most(1) == 0.1
    made.running = Lap(MINIMAX, 2, 0, 200, None)
    assert made.evaluations(MINIMAX) == 0


def test_a_stopped_minimax_bounds_the_shares_and_compares_nothing():
    made = results(3, (MINIMAX, 400, None), (1, 20, 4), (2, 10, 4))
    assert made.share(1) is None
    assert made.at_most(1) == 0.05
    assert made.reference == 1
    assert made.agrees(1) is None
    assert made.agrees(2) is True
    assert not all(map(made.finished, range(len(RACERS))))


def test_values_are_compared_and_not_taken_for_granted():
    made = results(3, (MINIMAX, 400, 4), (1, 20, 4), (2, 10, 5))
    assert made.agrees(MINIMAX) is None
    assert made.agrees(1) is True
    assert made.agrees(2) is False
    assert made.agrees(3) is None


def test_who_needs_more_than_the_one_above_is_told():
    made = results(3, (MINIMAX, 400, 4), (1, 20, 4), (2, 20, 4), (3, 30, 4))
    assert [made.more_than_above(racer) for racer in range(5)] == [None, None, None, 1.5, None]


# -- playing back


def test_counters_go_a_power_of_ten_further_every_moment():
    replay = Replay()
    assert replay.shown(500) == 1
    replay.elapse(DECADE)
    assert (replay.shown(500), replay.shown(7)) == (10, 7)
    made = results(3, (1, 20, 4), (2, 500, 4))
    assert replay.behind(made)
    replay.elapse(2 * DECADE)
    assert replay.shown(500) == 500
    assert not replay.behind(made)
