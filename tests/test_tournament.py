"""Tournaments: balanced openings, pairs of games, and figures that say no more than they do."""

import json
import random
from itertools import islice

import pytest

from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import Table
from kalahgui.engine.interrupt import Interrupt
from kalahgui.games import GAMES
from kalahgui.games.limit import Limit
from kalahgui.match.openings import (
    DEPTH,
    EVEN,
    NoOpening,
    balanced_openings,
    most_plies,
    random_opening,
    random_openings,
)
from kalahgui.match.tournament import Contest, Tally, play_match

KALAH = GAMES["kalah"]


def played(board, players, pairs, seed=1, plies=4):
    contest = Contest("kalah", board, (), players, seed)
    openings = islice(random_openings(contest.start, plies, seed), pairs)
    return play_match(contest, openings, Interrupt())


def figures(*margins):
    return Tally(margins=list(margins)).document()


def test_the_error_comes_from_the_scores_of_the_pairs():
    # Pairs of 1, 1/2, 0 and 3/4: a mean of 0.5625 and a deviation of 0.4270.
    document = figures(2, 2, 1, -1, -4, -2, 6, 0)
    assert (document["score"], document["draws"]) == (0.5625, 1)
    assert document["error"] == pytest.approx(0.4270 / 2, abs=1e-4)
    mirrored = figures(3, -3, 5, -5, -1, 1)  # is no evidence of chance
    assert (mirrored["score"], mirrored["error"], mirrored["wins"]) == (0.5, 0.0, [3, 3])


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


# -- balanced openings


# Boards on which the depth is searched in no time, also by the interpreted core.
SMALL = (("kalah", "3x3"), ("reversi", "4x4"), ("tictactoe", "3x3"))


def found(key, variant, wanted=8, seed=1, plies=None):
    game = GAMES[key]
    plies = game.opening_plies if plies is None else plies
    return balanced_openings(game.start(variant), plies, wanted, seed, StopWord())


def after(key, variant, opening):
    position = GAMES[key].start(variant)
    for move in opening.moves:
        position.play(move)
    return position


@pytest.mark.parametrize(("key", "variant"), SMALL)
def test_openings_are_distinct_and_even(key, variant):
    plies = 3  # so that the second side is to move after some
    balanced = found(key, variant, plies=plies)
    assert balanced.even == len(balanced.openings) == 8
    positions = [after(key, variant, opening) for opening in balanced.openings]
    assert len(set(positions)) == 8
    for opening, position in zip(balanced.openings, positions, strict=True):
        assert len(opening.moves) == plies
        assert not position.over
        *_, finding = Search(Table(12)).deepen(position.to_the_end(), DEPTH)
        assert opening.value == (finding.value if position.turn == 0 else -finding.value)
        assert abs(opening.value) <= balanced.within


def test_where_only_winning_counts_even_is_a_draw():
    assert found("tictactoe", "3x3").within == 0
    assert found("kalah", "3x3").within == EVEN


def test_a_seed_decides_the_openings():
    assert found("kalah", "3x3", seed=1) == found("kalah", "3x3", seed=1)
    assert found("kalah", "3x3", seed=1) != found("kalah", "3x3", seed=2)


def test_where_there_are_too_few_the_most_even_ones_are_taken():
    # Nobody can draw at Eight, so none is even; on the little board some are.
    eight = found("eight", "8", wanted=20)
    assert eight.even == 0
    assert len(eight.openings) == eight.looked_at < 20
    small = found("kalah", "2x3", wanted=12, plies=3)
    values = [abs(opening.value) for opening in small.openings]
    assert 0 < small.even < len(values) <= 12
    assert max(values[: small.even]) <= EVEN < min(values[small.even :])
    assert values[small.even :] == sorted(values[small.even :])


def test_a_tiny_board_has_shorter_openings():
    start = GAMES["kalah"].start("2x1")
    plies = most_plies(start, 6)
    assert 0 < plies < 6
    assert len(random_opening(start, plies, random.Random(1))) == plies
    with pytest.raises(NoOpening):
        balanced_openings(start, 6, 2, 1, StopWord())
    with pytest.raises(NoOpening, match="60 random moves"):
        random_opening(KALAH.start("1x1"), 60, random.Random(1))


@pytest.fixture
def match(command):
    """Play a match from balanced openings; return its document, and what is said."""

    def run(*line):
        status, out, err = command("match", *line, "--openings", "balanced", "--json")
        assert status == 0
        return json.loads(out), err

    return run


def test_each_opening_is_played_both_ways(match):
    figures, err = match("kalah:3x3", "search:1", "search:1", "--games", "12")
    assert err == ""
    openings = figures["openings"]
    assert (openings["kind"], openings["within"], openings["even"]) == ("balanced", EVEN, 6)
    assert len({tuple(line["moves"]) for line in openings["lines"]}) == 6
    # The same player on both sides: what one game of a pair wins the other loses.
    assert (figures["games"], figures["score"], figures["error"]) == (12, 0.5, 0.0)


def test_results_do_not_depend_on_the_processes_and_are_kept(match, tmp_path):
    line = ("kalah:3x3", "2 varied", "search:2", "--games", "4", "--seed", "3", "--jobs")
    kept = ("2", "--store", tmp_path / "results.sqlite3")
    one, two, again = (match(*line, *more)[0] for more in (["1"], kept, kept))
    assert two == again, "with the seconds that were measured before"
    del one["seconds_per_move"], two["seconds_per_move"]
    assert one == two
    assert one["reproducible"]


def test_games_by_the_clock_are_marked_as_not_reproducible(match, printed):
    line = ("tictactoe", "search:0.001s", "1", "--games", "2")
    assert not match(*line)[0]["reproducible"]
    assert "no: players think for seconds" in printed("match", *line)


def test_too_few_openings_are_told(match):
    figures, err = match("eight", "search:1", "search:2", "--games", "20")
    assert figures["games"] == 20
    assert "too few even openings for 10 pairs of games" in err
    assert len(err.splitlines()) == 1


def test_levels_that_a_board_lacks_and_too_few_cores_for_clocks_are_one_line(refused):
    said = "reversi:4x4 has no level 9; its levels go from 1 to 3"
    assert said in refused("match", "reversi:4x4", "9", "1")
    line = ("match", "kalah:3x3", "search:0.01s", "2", "--games", "2", "--jobs", "61")
    assert "players with seconds need a core for each process" in refused(*line)
