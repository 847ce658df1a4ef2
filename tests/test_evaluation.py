"""An evaluation is a part of a position: it judges, it is copied, and it tells positions apart."""

import pytest

from kalahgui.core.position import Evaluation
from kalahgui.core.search import Search
from kalahgui.core.table import Table
from kalahgui.core.textbook import Textbook
from kalahgui.games import GAMES
from kalahgui.games.game import children

STARTS = [game.start(variant) for game in GAMES.values() for variant in game.variants]
every_start = pytest.mark.parametrize("start", STARTS, ids=lambda start: str(start.family()[0]))


class Weighed(Evaluation):
    """Stands for evaluations of a kind that differ in their factors."""

    def __init__(self, *factors):
        super().__init__()
        self.factors = factors

    def identity(self):
        return ("weighed", *self.factors)


def judged(position, *factors):
    """Return a copy of a position with an evaluation."""
    copy = position.copy()
    copy.evaluation = Weighed(*factors)
    return copy


@every_start
def test_a_copy_carries_the_evaluation_and_equal_ones_make_equal_positions(start):
    assert start.evaluation is start.to_the_end().evaluation is None
    position, same = judged(start, 1, 2), judged(start, 1, 2)
    assert position.evaluation is not same.evaluation
    assert (position, hash(position), position.family()) == (same, hash(same), same.family())
    for copy in (position.copy(), position.to_the_end(), position.copy().to_the_end().copy()):
        assert copy.evaluation is position.evaluation
    assert position.to_the_end().rules() == start.to_the_end().rules()


@every_start
def test_other_evaluations_make_other_positions(start):
    one = judged(start, 1, 2)
    for different in (start, *(judged(start, *factors) for factors in ((), (1,), (1, 3), (0, 2)))):
        assert one != different
        assert hash(one) != hash(different)
        assert one.family() != different.family()
        assert one.to_the_end().family() != different.to_the_end().family()


def test_evaluations_of_two_kinds_are_never_equal():
    class Weighted(Weighed):
        pass

    assert Weighed(1) == Weighed(1)
    assert Weighed(1) != Weighted(1)
    assert Weighed(1) != ("weighed", 1)
    assert Evaluation() == Evaluation()


def test_an_evaluation_judges_in_place_of_the_game():
    # Evaluation itself is the plainest there is: the lead.
    position = GAMES["kalah"].parse_position("<4,20,0,4,3,2,1,0,0,1,0>")
    own = position.evaluate(), position.published()
    assert own[1] == 99
    assert position.lead not in own
    position.evaluation = Evaluation()
    assert (position.evaluate(), position.published()) == (position.lead, position.lead)
    position.evaluation = None
    assert (position.evaluate(), position.published()) == own


def test_both_searches_judge_their_leaves_by_the_evaluation():
    won = GAMES["kalah"].parse_position("<2,9,0,1,1,0,1>")
    assert Textbook("minimax").run(won, 1) == won.published() == 99
    won.evaluation = Evaluation()
    assert Textbook("minimax").run(won, 1) == Textbook("nega-scout").run(won, 1) == won.lead
    start = GAMES["kalah"].start("6x4").to_the_end()
    by_the_lead = start.copy()
    by_the_lead.evaluation = Evaluation()
    # One stone goes into the store and then the lead is all there is to see.
    assert Search(Table(10)).value(by_the_lead, 1) == highest_lead(by_the_lead)
    assert Search(Table(10)).value(start, 1) != highest_lead(start)


def highest_lead(position):
    """Return the best lead that a turn leads to."""
    if position.over:
        return position.final()
    return max(
        highest_lead(child) if sign > 0 else -child.lead for _, child, sign in children(position)
    )


def test_a_table_is_shared_within_a_board_and_its_rules_only():
    starts = [
        game.start(variant, rules)
        for key, variants in {
            "kalah": ("6x4", "5x4"),
            "reversi": ("6x6", "8x8", "diamond"),
            "tictactoe": ("3x3",),
            "eight": ("8",),
        }.items()
        for game in (GAMES[key],)
        for variant in variants
        for rules in [(), *((rule,) for rule in game.rules)]
    ]
    families = {start.family() for start in starts}
    # A rule that is named although it is the board's own leaves the position as it is.
    assert len(families) == len(set(starts))
    for start in starts:
        later = start.copy()
        later.play(later.moves()[0])
        assert later.family() == start.family()
