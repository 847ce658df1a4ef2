"""What the articles hold, why a search cut, and tables measured cell by cell."""

import random
import time

import pytest

from kalahgui.articles import diamond, three_measures
from kalahgui.articles.contents import ARTICLES, ArticleGames, Crossed, Rows
from kalahgui.articles.example_trees import (
    KALAH_ARTICLE,
    MINIMAX_ARTICLE,
    REVERSI_ARTICLE,
    alpha_beta,
    minimax,
    tree_of,
)
from kalahgui.articles.published import (
    DIFFERS,
    SAME,
    UNPUBLISHED,
    Cell,
    PublishedTable,
    comparable,
    judged,
    misprints,
    verdict,
)
from kalahgui.assets import words_of
from kalahgui.engine.engine import Each, Engine
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.method import parse
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.games.user_error import Message
from kalahgui.gui.screens.articles.reading_state import ArticleReading
from kalahgui.theatre.game_tree import whole_tree
from kalahgui.words import LANGUAGES

# -- why a search cut


def test_the_windows_with_which_alpha_beta_comes_to_a_node_and_what_it_leaves_out():
    windows = alpha_beta(KALAH_ARTICLE).windows
    assert windows["R"] == windows["A"] == windows["C"] == (None, None)
    assert windows["D"] == (None, 3)
    assert windows["B"] == windows["E"] == (3, None)
    assert "F" not in windows
    leaves = list(MINIMAX_ARTICLE.leaves())
    assert (len(leaves), len(list(MINIMAX_ARTICLE.nodes())) - len(leaves)) == (9, 4)
    assert alpha_beta(MINIMAX_ARTICLE).left_out == ["S32", "S33"]
    outcome = alpha_beta(REVERSI_ARTICLE)
    assert (outcome.cuts, outcome.line) == ([], ["A2"])


def random_tree(chance, depth):
    if depth == 0 or chance.random() < 0.1:
        return chance.randint(-9, 9)
    return {str(chance.random()): random_tree(chance, depth - 1) for _ in range(3)}


def test_alpha_beta_finds_the_minimax_value_and_misses_no_leaf():
    chance = random.Random(3)
    for _ in range(50):
        tree = tree_of({"A": random_tree(chance, 4), "B": random_tree(chance, 4)})
        whole, cut = minimax(tree), alpha_beta(tree)
        assert cut.value == whole.value
        assert cut.line == whole.line
        assert sorted(cut.evaluated + cut.left_out) == sorted(leaf.label for leaf in tree.leaves())


# -- the top of a tree


def test_after_two_marks_every_move_but_one_wins():
    game = GAMES["tictactoe"]
    tree = whole_tree(game, game.parse_position(".x..o...."), 2)
    assert {child.label: child.value for child in tree.children if child.value != 1} == {"b3": 0}
    for child in tree.children:
        assert child.value == min(reply.value for reply in child.children)


# -- the worked example


@pytest.mark.parametrize("cell", three_measures.TABLE.cells, ids=lambda cell: cell.case)
def test_the_terms_of_a_sum_are_those_of_its_diagram_and_of_the_article(cell):
    printed = {
        "own squares": [0, 0, 0, 0, -3],
        "opponent's squares": [0, 0, 0, 0, 2, -3],
        "mobility": [20, 20, 17, 17, 21],
        "stable discs": [1, 1, 1, 1],
        "all together": [-30, -15, 950, 120],
    }
    terms = [sum(parts) for parts in three_measures.terms(cell.case)]
    assert sorted(terms) == sorted(printed[cell.case])
    assert sum(terms) == cell.right.get("sum", cell.right["points"])


# -- what the articles hold


def _watched():
    for article in ARTICLES.values():
        for section in article.sections:
            if isinstance(section, ArticleGames):
                yield from section.watched
            if isinstance(section, Crossed | Rows):
                for cell in section.table.cells:
                    yield section.watched(cell.case)


def test_every_game_to_watch_can_be_played():
    for watched in _watched():
        game = GAMES[watched.game]
        position = game.start(watched.variant)
        for text in watched.opening.split():
            position.play(game.parse_move(text))
        for text in watched.players:
            parse(text, game).limit(game, position)


# -- measuring


def squares(case, stop):
    return {"square": case * case}


def table_of(*cells: Cell, measure=squares, name="squares") -> PublishedTable:
    return PublishedTable(name, Message("terminal_table_eight"), cells, measure)


RIGHT = tuple(Cell(n, {"square": n * n}, {"square": n * n}) for n in range(4))


def test_a_figure_is_judged_by_what_is_right_and_published():
    cell = Cell(0, {"nodes": 7064, "value": 1, "faster": True}, {"nodes": 7046, "time": 3})
    figures = {"nodes": 7064, "value": 1, "faster": True, "time": 9}
    assert judged(cell, figures, "nodes") == SAME
    assert judged(cell, figures, "value") == UNPUBLISHED
    assert judged(cell, figures, "time") == UNPUBLISHED
    assert judged(cell, figures, "faster") == SAME
    assert judged(cell, figures | {"nodes": 7046}, "nodes") == DIFFERS
    assert verdict(cell, figures) == SAME
    assert verdict(cell, figures | {"value": 0}) == DIFFERS
    assert misprints(cell) == [("nodes", 7046, 7064)]
    assert not comparable(Cell(0, {"nodes": 62}, {}))


def test_work_that_is_interrupted_is_done_again_and_when_it_is_stopped_says_nothing():
    interrupt, tried = Interrupt(), []

    def square(number, stop):
        tried.append(number)
        if tried == [0, 1]:
            interrupt.pause()
        if number == 3:
            interrupt.stop()
        return None if stop.raised else number * number

    answers = Each(square, range(9)).answers(Thinker(), interrupt)
    assert next(answers) == (0, 0)
    assert next(answers) is None
    interrupt.resume()
    assert list(answers) == [(1, 1), (2, 4)]
    assert tried == [0, 1, 1, 2, 3]


# -- results


@pytest.fixture
def reading():
    engine = Engine()
    yield ArticleReading(engine)
    engine.close()


def finish(reading: ArticleReading) -> None:
    end = time.monotonic() + 30
    while reading.running:
        reading.update(0.01)
        assert time.monotonic() < end


def test_results_count_what_agrees_and_what_differs(reading):
    wrong = Cell(5, {"square": 24}, {"square": 24})
    unpublished = Cell(6, {"square": 36}, {})
    table = table_of(*RIGHT, wrong, unpublished)
    sheet = reading.sheet(table)
    assert sheet.tally == (0, 0, 5)
    reading.sheet(table).start()
    assert sheet.at_work == 0
    finish(reading)
    assert sheet.done and sheet.seconds > 0
    assert sheet.tally == (4, 1, 5)
    assert sheet.verdict(4) == DIFFERS


def test_a_failing_measurement_is_told(reading):
    def measure(case, stop):
        raise ValueError("no such case")

    table = table_of(*RIGHT, measure=measure)
    reading.sheet(table).start()
    finish(reading)
    assert reading.sheet(table).failure == "ValueError: no such case"


@pytest.mark.parametrize("language", LANGUAGES)
def test_shares_in_the_words_of_the_diamond_are_those_of_its_table(language):
    counts = {tuple(cell.case): cell.right["evaluations"] for cell in diamond.TABLE.cells}
    for start in ("cross", "parallel"):
        saved = 1 - counts[start, "nega-scout"] / counts[start, "nega-alpha"]
        assert f"{saved:.0%}".replace("%", " %") in words_of(language)["article_diamond_read_found"]
