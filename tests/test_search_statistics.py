"""What searches took: kept with the plies, summed over a game, and honest about what is missing."""

from __future__ import annotations

import pytest
from test_session import COMPUTER, PERSON, FakeEngine, session_of

from kalahgui.core.search import Finding
from kalahgui.games import GAMES
from kalahgui.match.match import Match
from kalahgui.match.node import NO_SEARCH, SWAP, SearchStatistics, SearchTotals, Sum


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ([], None),
        ([3, 4], Sum(7, True)),
        ([0, 0], Sum(0, True)),
        ([3, None], Sum(3, False)),
        ([None, None], None),
        ([0, None], None),
    ],
)
def test_a_sum_says_whether_it_is_whole_and_nothing_where_nobody_counted(counts, expected):
    assert Sum.of(counts) == expected


@pytest.mark.parametrize(
    ("finding", "expected"),
    [
        (Finding(5, 2, [1], 0, False, None), SearchStatistics(None, None, 0.5)),  # it was stopped
        (Finding(5, 2, [1], 90, True, None), SearchStatistics(None, 90, 0.5)),
        (Finding(0, 1, [1], 0, True, 0), SearchStatistics(0, 0, 0.5)),  # of a table
    ],
)
def test_a_search_has_the_counts_that_it_made(finding, expected):
    assert SearchStatistics.of(finding, 0.5) == expected


def game_of(statistics: dict[int, SearchStatistics | None], plies: list[int]) -> Match:
    """Return a game of Kalah in which some plies have statistics."""
    match = Match(GAMES["kalah"], "6x4", (), (COMPUTER, COMPUTER), pie=True)
    for ply in plies:
        match.play(ply)
    for number, node in enumerate(match.here.line):
        node.search_statistics = statistics.get(number)
    return match


def test_each_player_has_the_sum_of_his_own_plies():
    match = game_of(
        {
            0: SearchStatistics(10, 20, 0.5),
            1: SearchStatistics(3, 4, 0.25),
            2: SearchStatistics(1, 2, 1.0),
        },
        [0, 0, 1],
    )
    assert match.search_totals_of(0) == SearchTotals(Sum(11, True), Sum(22, True), Sum(1.5, True))
    assert match.search_totals_of(1) == SearchTotals(Sum(3, True), Sum(4, True), Sum(0.25, True))


def test_a_swap_of_sides_belongs_to_who_swapped():
    match = game_of({1: SearchStatistics(3, 4, 0.25), 2: SearchStatistics(5, 6, 1.0)}, [0, SWAP, 0])
    assert match.search_totals_of(1) == SearchTotals(Sum(3, True), Sum(4, True), Sum(0.25, True))
    # The first player's sowing was not counted, what came after the swap was.
    assert match.search_totals_of(0) == SearchTotals(Sum(5, False), Sum(6, False), Sum(1.0, False))


def test_what_is_taken_back_counts_no_more():
    match = game_of({0: SearchStatistics(10, 20, 0.5), 1: SearchStatistics(3, 4, 0.25)}, [0, 0])
    match.undo()
    assert match.search_totals_of(1) == SearchTotals()
    match.redo()
    assert match.search_totals_of(1).nodes == Sum(4, True)


def test_the_first_ply_of_a_turn_has_all_the_statistics():
    match = Match(GAMES["kalah"], "6x4", (), (COMPUTER, PERSON))
    engine = FakeEngine()
    engine.line = [2, 0]  # the third pit moves again
    session = session_of(match, engine)
    while not session.persons_turn:
        session.update(0.5)
    assert match.plies == [2, 0]
    assert [node.search_statistics for node in match.here.line] == [
        SearchStatistics(7, 9, 1.5),
        NO_SEARCH,
    ]
    assert match.search_totals_of(0) == SearchTotals(Sum(7, True), Sum(9, True), Sum(1.5, True))


def test_a_single_step_is_searched_anew_for_the_next_ply():
    match = Match(GAMES["kalah"], "6x4", (), (COMPUTER, PERSON))
    engine = FakeEngine()
    engine.line = [2, 0]
    session = session_of(match, engine)
    session.toggle_pause()
    for count in (1, 2):
        session.step()
        while len(match.plies) < count:
            session.update(0.5)
        engine.line = [0]
    assert [node.search_statistics for node in match.here.line] == [SearchStatistics(7, 9, 1.5)] * 2


def test_a_match_that_was_loaded_has_no_statistics():
    match = Match(GAMES["kalah"], "6x4", (), (COMPUTER, PERSON))
    match.replay_texts(["1", "1", "2"])
    assert match.search_totals_of(0) == SearchTotals()
