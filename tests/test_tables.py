"""The tables of the smaller games, and the experiment with the three measures."""

import pytest

from kalahgui.articles import TABLES, Cell, PublishedTable, reproduce, tictactoe, weights
from kalahgui.articles.tictactoe import moves_by_children
from kalahgui.cli import tables
from kalahgui.core.search import StopWord
from kalahgui.games import GAMES

NO_MISPRINT = ("kalah-alpha-beta", "eight", "trees", "diamond", "reversi-weights")


def rows_of(name):
    return {str(row["case"]): row for row in reproduce(TABLES[name])}


@pytest.mark.parametrize("name", ["trees", "eight", "reversi-weights"])
def test_a_small_table_is_reproduced(name):
    assert all(row["matches"] for row in reproduce(TABLES[name]))


@pytest.mark.slow
@pytest.mark.compiled
def test_the_diamond_is_reproduced_in_both_orders():
    rows = rows_of("diamond")
    assert len(rows) == 8
    assert all(row["matches"] for row in rows.values())


def test_what_an_article_does_not_print_is_not_published():
    published = {str(cell.case): cell.published for cell in TABLES["diamond"].cells}
    assert list(published["['cross', 'nega-alpha']"]) == ["value", "evaluations", "line"]
    assert list(published["['cross', 'nega-scout']"]) == ["value", "evaluations"]
    assert published["['cross', 'nega-alpha', 'rising']"] == {}
    eight = TABLES["eight"].cells[0]
    assert eight.published == {"height": 6}
    assert eight.right == {"nodes": 62, "winner": "second", "height": 6}
    trees = {cell.case: cell.published for cell in TABLES["trees"].cells}
    assert "R" not in trees["Kalah article"]["values"]
    assert trees["Reversi article"] == {"values": {"A1": 3, "B1": 7}, "move": "A2"}
    assert all("stones" not in cell.published for cell in TABLES["kalah-alpha-beta"].cells)


def test_a_figure_printed_in_part_or_not_at_all_is_no_misprint():
    assert Cell("part", {"values": {"A": 1, "B": 2}}, {"values": {"A": 1}}).corrected is None
    wrong = Cell("part", {"values": {"A": 1, "B": 2}}, {"values": {"A": 3}})
    assert wrong.corrected == {"values": {"A": 1}}
    assert Cell("none", {"nodes": 62}, {}).corrected is None
    beside = Cell("beside", {"nodes": 62}, {"nodes": 26, "seconds": 30})
    assert beside.corrected == {"nodes": 62, "seconds": 30}
    assert all(cell.corrected is None for name in NO_MISPRINT for cell in TABLES[name].cells)


def test_exchanged_headings_are_told_where_they_mislead():
    for name in ("kalah-minimax", "kalah-alpha-beta"):
        table = TABLES[name]
        assert "exchanged" in table.notes[0]
        for cell in table.cells:
            first, second = cell.case
            assert cell.note == ("" if first == second else table.notes[0])


def test_notes_are_in_the_rows_and_below_the_table(capsys):
    note = "Seven in the prose."
    cells = (Cell("one", {"n": 1}, {"n": 1}), Cell("two", {"n": 2}, {"n": 7}, note))
    measure = {"one": 1, "two": 2}
    table = PublishedTable(
        "t", "A table", cells, lambda case, stop: {"n": measure[case]}, notes=("All of it.",)
    )
    rows = list(reproduce(table))
    assert "note" not in rows[0]
    assert rows[1]["note"] == note
    tables._print(table, rows)
    out = capsys.readouterr().out
    assert "\nAll of it.\n" in out
    assert f"\ntwo: {note}\n" in out


@pytest.mark.compiled
def test_tic_tac_toe_is_reproduced_with_its_misprint():
    rows = rows_of("tictactoe")
    assert all(row["matches"] for row in rows.values())
    misprinted = rows["after (1,1), (1,0)"]
    assert misprinted["nodes"] == 7064
    assert misprinted["published"]["nodes"] == 7046
    assert misprinted["corrected"] == {"value": 1, "nodes": 7064}
    assert "7046" in misprinted["note"] and "7064" in misprinted["note"]
    assert rows["positions with a real choice"]["solved"] == 431
    table, children, search = (
        rows[name]
        for name in ("move from a table", "table against child values", "table against search")
    )
    assert table["microseconds"] < children["microseconds"] < search["microseconds"]
    assert 1 < children["times_faster"] < search["times_faster"]
    assert [row["published"]["microseconds"] for row in (table, children, search)] == [
        0.971,
        514,
        30_000_000,
    ]


def test_child_values_are_no_search():
    """They see a line at once and a threat, and nothing behind them."""
    game = GAMES["tictactoe"]

    def chosen(text):
        return [game.text(move) for move in moves_by_children(game.parse_position(text))]

    assert chosen("oo.xx....") == ["c1"]
    assert chosen("o..xx...o") == ["c2"]
    assert chosen(".........") == ["b2"]
    measured = tictactoe.table_against_children(StopWord())
    assert measured["positions"] == 431
    assert 200 < measured["solved"] < 431


@pytest.mark.slow
@pytest.mark.compiled
def test_the_experiment_plays_every_choice_of_factors():
    table = weights.experiment(2)
    rows = list(reproduce(table))
    assert len(rows) == 13
    assert all(row["percent"] in (0, 25, 50, 75, 100) for row in rows)
    assert all(row["matches"] is None for row in rows)
    assert all(0 <= row["error"] <= 50 for row in rows)
