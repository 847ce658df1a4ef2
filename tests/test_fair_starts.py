"""The fair starts that come with the program are what they claim to be."""

import random
from datetime import date, timedelta

import pytest

from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import table_for
from kalahgui.engine.judgement import judge_once
from kalahgui.engine.knowledge import MovesByHeart, machine_knowledge
from kalahgui.games import GAMES
from kalahgui.gui.services.settings import CATALOGUE, CardChoices
from kalahgui.solving.solver import solve
from kalahgui.solving.solving_memory import machine_endgame

KALAH = GAMES["kalah"]
STARTS = KALAH.fair_starts("6x4")
RULES = {(): STARTS, ("empty-capture",): KALAH.fair_starts("6x4", ("empty-capture",))}
DAY = date(2026, 11, 24)


@pytest.mark.parametrize("rules", RULES, ids=["standard", "empty-capture"])
def test_each_is_the_boards_own_start_with_one_or_two_stones_moved(rules):
    published = 254 if rules else 323  # the counts of Pham and Neller
    assert len(RULES[rules]) == len(set(RULES[rules])) == published
    for text in RULES[rules]:
        position = KALAH.parse_position(text, rules, "6x4")
        before, after = KALAH.cells(KALAH.start("6x4")), KALAH.cells(position)
        assert (sum(after), position.turn) == (48, 0)
        assert sum(max(0, now - was) for was, now in zip(before, after, strict=True)) in (1, 2)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    "rules",
    [pytest.param(rules, marks=[pytest.mark.long] * (rules == ())) for rules in RULES],
    ids=["standard", "empty-capture"],
)
def test_they_are_a_draw_with_best_play(rules):
    for text in random.Random(1).sample(RULES[rules], 2):
        stop = StopWord()
        start = KALAH.parse_position(text, rules, "6x4")
        solution = solve(start, stop, inform=machine_endgame(stop, 1, 1e9).inform)
        assert (solution.value, solution.exact) == (0, True)


@pytest.mark.parametrize("rules", RULES, ids=["standard", "empty-capture"])
def test_they_are_known_by_heart_to_be_a_draw(rules):
    knowledge = machine_knowledge()
    for text in random.Random(2).sample(RULES[rules], 5):
        start = KALAH.parse_position(text, rules, "6x4")
        assert knowledge.moves_by_heart(start, 8) == (0, {})
        judged = judge_once(start, 4, Search(table_for(start, 12)), None, MovesByHeart(0, {}))
        assert judged.most == 0 == judged.value
        start.play(start.moves()[0])
        assert knowledge.moves_by_heart(start, 8).most != 0


def test_todays_follows_from_the_day_alone():
    offer, card = CATALOGUE["kalah"], CardChoices("6x4", fair="today")
    days = [DAY + timedelta(days) for days in range(12)]
    starts = [card.begin(offer, day, 0) for day in days]
    assert starts == [card.begin(offer, day, chance) for chance, day in enumerate(days)]
    assert {KALAH.position_text(start) for start in starts} <= {*STARTS}
    assert len({*map(KALAH.position_text, starts)}) > 1


def test_one_at_random_follows_from_chance_and_other_boards_begin_as_usual():
    offer, card = CATALOGUE["kalah"], CardChoices("6x4", fair="random")
    drawn = {KALAH.position_text(card.begin(offer, DAY, chance)) for chance in range(12)}
    assert drawn <= {*STARTS} and len(drawn) > 1
    card = CardChoices("6x5", fair="random")
    assert card.begin(offer, DAY, 0) == KALAH.start("6x5")
    assert CardChoices("6x4").begin(offer, DAY, 0) == KALAH.start("6x4")
