"""The classics can be watched, and what is said of them is true."""

from __future__ import annotations

import pytest

from kalahgui.articles.classics import CLASSICS, PlayedClassic, WrittenClassic
from kalahgui.articles.contents import ARTICLES, ExampleTree, PositionTree, WholeTree
from kalahgui.articles.trees import TREES
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook
from kalahgui.engine.solver import solve
from kalahgui.gui.services import words
from kalahgui.theatre import order
from kalahgui.theatre.recorder import MOST_STEPS, record
from kalahgui.theatre.recording import Plan

PLAYED = [key for key, each in CLASSICS.items() if isinstance(each, PlayedClassic)]
WRITTEN = [key for key, each in CLASSICS.items() if isinstance(each, WrittenClassic)]


def recorded(classic, algorithm=""):
    subject = classic.subject
    tried = order.parse(classic.order, subject)
    return record(Plan(subject, algorithm or classic.algorithm, classic.depth, tried))


@pytest.mark.parametrize("key", CLASSICS)
def test_a_classic_is_searched_as_it_says_within_the_cap(key):
    classic = CLASSICS[key]
    found = recorded(classic)
    assert (found.value, found.visits) == (classic.value, classic.visits)
    assert recorded(classic, "minimax").visits == classic.minimax
    assert len(found.steps) <= MOST_STEPS


@pytest.mark.parametrize("key", PLAYED)
def test_the_counts_are_those_of_the_compiled_searches(key):
    classic = CLASSICS[key]
    tried = classic.rules.article_order if classic.order == "article" else None
    for algorithm, visits in ((classic.algorithm, classic.visits), ("minimax", classic.minimax)):
        book = Textbook(algorithm, tried)
        assert book.run(classic.position, classic.depth) == classic.value
        assert book.nodes == visits


def test_every_example_tree_is_a_classic():
    assert [CLASSICS[key].case for key in WRITTEN] == list(TREES)
    assert all(CLASSICS[key].depth == CLASSICS[key].tree.height for key in WRITTEN)


def test_the_sections_of_the_articles_name_their_classics():
    for article in ARTICLES.values():
        for section in article.sections:
            if isinstance(section, ExampleTree):
                assert CLASSICS[section.classic].tree is section.tree
            elif isinstance(section, WholeTree):
                classic = CLASSICS[section.classic]
                assert (classic.game, classic.moves) == (section.game, "")
            elif isinstance(section, PositionTree):
                classic = CLASSICS[section.classic]
                assert classic.rules.position_text(classic.position) == section.position


def test_kalah_has_chains_to_see_and_both_searches_find_one_move():
    assert any(node.again for node in recorded(CLASSICS["kalah_2"]).nodes)
    kalah = CLASSICS["kalah_3"]
    assert recorded(kalah).line[0] == recorded(kalah, "minimax").line[0]


# -- the diamond


def test_the_diamond_has_six_squares_left_after_good_play():
    classic = CLASSICS["diamond"]
    position = classic.position
    assert len(classic.moves.split()) == 14
    assert classic.rules.cells(position).count(0) == 6
    # Both sides have played their best so far when the value is still that of the start.
    assert Textbook("nega-alpha", classic.rules.article_order).run(position, 6) == 0


@pytest.mark.slow
@pytest.mark.compiled
def test_no_move_of_the_line_of_the_diamond_loses_anything():
    classic = CLASSICS["diamond"]
    position = classic.rules.start(classic.variant)
    value = classic.value
    for text in classic.moves.split():
        assert solve(position, StopWord()).value == value
        again = position.play(classic.rules.parse_move(text))
        value = value if again else -value
    assert solve(position, StopWord()).value == value


def test_the_diamond_looks_again_and_pays_for_its_questions():
    """As its words say: some answer is yes, and nega-alpha needs fewer nodes."""
    found = recorded(CLASSICS["diamond"])
    assert any(step.kind == "again" for step in found.steps)
    assert found.visits > recorded(CLASSICS["diamond"], "nega-alpha").visits
    end = CLASSICS["diamond"].position
    for text in found.line:
        end.play(CLASSICS["diamond"].rules.parse_move(text))
    assert end.over
    assert end.final() == 0


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("key", CLASSICS)
def test_a_classic_has_its_words(language, key):
    words.choose(language)
    values = {"visits": "V", "minimax": "M"}
    for part in ("", "_title", "_where"):
        said = words.say(f"classics_{key}{part}", **values)
        assert said and "classics_" not in said
        assert "%{" not in said
    words.choose("en")
