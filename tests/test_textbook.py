"""The textbook searches: the published tables, and agreement with each other."""

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from kalahgui.articles import TABLES, PublishedTable, reproduce
from kalahgui.core import COMPILED
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import ALGORITHMS, MAX_DEPTH, Textbook
from kalahgui.games import GAMES

KALAH = GAMES["kalah"]
SMALL = [[2, 2], [3, 2], [2, 3], [3, 3]]


def rows_of(name, wanted):
    table = TABLES[name]
    cells = tuple(cell for cell in table.cells if wanted(cell.case))
    return list(reproduce(PublishedTable(name, table.title, cells, table.measure)))


@pytest.mark.parametrize("name", ["kalah-minimax", "kalah-alpha-beta"])
def test_the_published_games(name):
    small = SMALL[:1] if name == "kalah-minimax" else SMALL
    rows = rows_of(name, lambda case: COMPILED or case in small)
    assert len(rows) == (16 if COMPILED else len(small))
    assert all(row["matches"] for row in rows)


def test_a_row_says_what_is_printed_and_what_is_right():
    cell = next(c for c in TABLES["kalah-minimax"].cells if c.case == [3, 2])
    assert cell.published == {"stones": [43, 17], "evaluations": 90968}
    assert cell.corrected == {"stones": [43, 17], "evaluations": 90698}
    cell = next(c for c in TABLES["kalah-minimax"].cells if c.case == [4, 4])
    assert cell.published["stones"] == [38, 34]
    assert cell.corrected["stones"] == [34, 38]
    misprints = [c.case for table in TABLES.values() for c in table.cells if c.corrected]
    assert [3, 2] in misprints
    (row,) = rows_of("kalah-alpha-beta", lambda case: case == [2, 2])
    assert row == {
        "table": "kalah-alpha-beta",
        "case": [2, 2],
        "stones": [41, 31],
        "evaluations": 6207,
        "published": {"evaluations": 6207},
        "corrected": None,
        "matches": True,
    }


def test_a_stopped_table_has_no_rows():
    stop = StopWord()
    stop.raised = True
    assert not list(reproduce(TABLES["kalah-minimax"], stop))


boards = st.sampled_from(["6x6", "6x3", "4x4", "3x2", "8x9", "2x5"])
choices = st.lists(st.integers(0, 99), max_size=30)


def somewhere(board, choices, rules=()):
    here = KALAH.start(board, rules)
    for choice in choices:
        if here.over:
            break
        here.play(here.moves()[choice % len(here.moves())])
    return here


def slow_minimax(here, depth):
    if depth == 0 or here.over:
        return here.published()
    values = []
    for move in here.moves():
        child = here.copy()
        if child.play(move):
            values.append(slow_minimax(child, depth))
        else:
            values.append(-slow_minimax(child, depth - 1))
    return max(values)


@settings(max_examples=examples(60))
@given(board=boards, choices=choices, depth=st.integers(1, 3))
def test_all_algorithms_give_the_value_of_minimax(board, choices, depth):
    here = somewhere(board, choices)
    expected = slow_minimax(here, depth)
    counts = {}
    for algorithm in ALGORITHMS:
        book = Textbook(algorithm)
        assert book.run(here, depth) == expected
        counts[algorithm] = book.evaluations
        follow(here, book.line(), depth, expected)
    assert counts["nega-alpha"] <= counts["alpha-beta"] <= counts["minimax"]


def follow(here, line, depth, expected):
    """Check that a line is legal, ends where the search ended and is worth the value."""
    here = here.copy()
    sign = 1
    changes = 0
    for move in line:
        if not here.play(move):
            sign = -sign
            changes += 1
    assert sign * here.published() == expected
    assert changes == depth or here.over


def test_the_line_starts_with_the_first_of_equal_moves():
    book = Textbook("minimax")
    value = book.run(KALAH.start("6x6"), 2)
    values = []
    for move in KALAH.start("6x6").moves():
        child = KALAH.start("6x6")
        again = child.play(move)
        values.append(slow_minimax(child, 2) if again else -slow_minimax(child, 1))
    assert book.line()[0] == values.index(value)


def test_impossible_arguments_are_refused():
    with pytest.raises(ValueError, match="unknown algorithm"):
        Textbook("magic")
    for depth in (0, -1, MAX_DEPTH + 1):
        with pytest.raises(ValueError, match="depth"):
            Textbook("minimax").run(KALAH.start("6x6"), depth)


def test_a_raised_stop_word_ends_a_search():
    stop = StopWord()
    stop.raised = True
    book = Textbook("minimax", stop=stop)
    book.run(KALAH.start("6x6"), MAX_DEPTH)
    assert book.nodes < 1000
