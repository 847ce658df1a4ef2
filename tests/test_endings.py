"""Why the lines of a recorded search end where they do."""

import pytest

from kalahgui.games import GAMES
from kalahgui.theatre.because import Reason, ending, leaf_turns
from kalahgui.theatre.recorder import record
from kalahgui.theatre.recording import Plan
from kalahgui.theatre.stopping import parse
from kalahgui.theatre.subject import PositionSubject

EIGHT, KALAH = GAMES["eight"], GAMES["kalah"]


def leaves(recording):
    return [number for number, node in enumerate(recording.nodes) if not node.moves]


def test_a_fixed_depth_ends_every_line_that_the_game_does_not():
    found = record(Plan(PositionSubject(EIGHT, EIGHT.start("8")), "minimax", 4))
    for leaf in leaves(found):
        reason = ending(found, leaf).reason
        assert reason is (Reason.OVER if found.state(leaf).over else Reason.DEPTH)
    assert {ending(found, leaf).reason for leaf in leaves(found)} == {Reason.OVER, Reason.DEPTH}
    assert max(leaf_turns(found)) == 4


@pytest.mark.parametrize("rule", ["realization:0.05", "conspiracy:2"])
def test_a_rule_ends_lines_before_the_depth_and_says_by_what(rule):
    plan = Plan(PositionSubject(KALAH, KALAH.start("6x4")), "nega-alpha", 5, rule=parse(rule))
    found = record(plan)
    ended = {leaf: ending(found, leaf) for leaf in leaves(found)}
    by_rule = [leaf for leaf, why in ended.items() if why.reason is Reason.RULE]
    assert by_rule
    for leaf, why in ended.items():
        assert plan.rule.ends(why.measure) == (why.reason is Reason.RULE)
        if why.reason is Reason.DEPTH:
            assert found.nodes[leaf].turns == 5
    assert len(leaf_turns(found)) > 1
    assert sum(leaf_turns(found).values()) == len(ended)
