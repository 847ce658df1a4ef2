"""Tournaments: pairs of games, and figures that say no more than the games do."""

import random
from itertools import islice

import pytest

from kalahgui.core.search import StopWord
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.limit import Limit
from kalahgui.engine.workers import heeding
from kalahgui.games import GAMES
from kalahgui.match.openings import NoOpening, random_opening, random_openings
from kalahgui.match.tournament import Contest, Tally, play_match

KALAH = GAMES["kalah"]


def played(board, players, pairs, seed=1, plies=4):
    contest = Contest("kalah", board, (), players, seed)
    openings = islice(random_openings(contest.start, plies, seed), pairs)
    return play_match(contest, openings, Interrupt())


def figures(*margins):
    return Tally(margins=list(margins)).document()


def test_mirrored_pairs_that_split_are_no_evidence_of_chance():
    told = figures(3, -3, 5, -5, -1, 1)
    assert (told["score"], told["error"], told["wins"]) == (0.5, 0.0, [3, 3])


def test_the_error_comes_from_the_scores_of_the_pairs():
    # Pairs of 1, 1/2, 0 and 3/4: a mean of 0.5625 and a deviation of 0.4270.
    told = figures(2, 2, 1, -1, -4, -2, 6, 0)
    assert told["score"] == 0.5625
    assert told["error"] == pytest.approx(0.4270 / 2, abs=1e-4)
    assert told["draws"] == 1


def test_one_pair_tells_nothing_of_chance(printed, document):
    assert figures(3, 1)["error"] is None
    arguments = ["match", "kalah:2x2", "alpha-beta:1", "alpha-beta:2", "--games", "2"]
    assert "± ?" in printed(*arguments)
    assert document(*arguments)["error"] is None


def test_both_games_of_a_pair_begin_alike_with_sides_exchanged():
    limit = Limit("alpha-beta", turns=2)
    tally = played("6x3", (limit, limit), 4)
    assert tally.margins[::2] == [-margin for margin in tally.margins[1::2]]


def test_evaluations_are_summed_and_unknown_where_a_thought_does_not_count_them():
    players = (Limit("alpha-beta", turns=2), Limit("search", turns=2))
    tally = played("6x3", players, 1, plies=0)
    assert tally.document()["evaluations"][1] is None
    total = Tally()
    for count in (3, 4):
        total.add(0, 0.5, count)
        total.add(1, 0.5, count)
    total.add(1, 0.5, None)
    total.add(1, 0.5, 5)
    assert (total.evaluations, total.thoughts, total.seconds) == ([7, None], [2, 4], [1.0, 2.0])


@pytest.mark.parametrize(
    ("algorithm", "published"), [("minimax", (90698, 4383)), ("alpha-beta", (40657, 1757))]
)
def test_two_players_judge_as_often_as_the_article_published(algorithm, published):
    players = (Limit(algorithm, turns=3), Limit(algorithm, turns=2))
    tally = played("6x6", players, 1, plies=0)
    assert sum(tally.evaluations) == sum(published)


def test_an_opening_that_always_ends_the_game_is_refused():
    with pytest.raises(NoOpening, match="60 random moves"):
        random_opening(KALAH.start("1x1"), 60, random.Random(1))


def test_an_interrupt_heeds_the_word_of_its_process():
    stop = StopWord()
    with heeding(stop) as interrupt:
        word = interrupt.word()
        word.raised = True  # as a search does whose time is up
        assert not interrupt.word().raised
        stop.raised = True
        while not interrupt.raised:
            pass
        assert interrupt.word().raised


def test_levels_that_a_board_lacks_are_refused_in_one_line(refused):
    said = "reversi:4x4 has no level 9; its levels go from 1 to 3"
    assert said in refused("match", "reversi:4x4", "9", "1")
