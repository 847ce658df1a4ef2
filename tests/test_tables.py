"""The tables of the smaller games, and the experiment with the three measures."""

import pytest

from kalahgui.articles import TABLES, reproduce, weights


def rows_of(name):
    return {str(row["case"]): row for row in reproduce(TABLES[name])}


@pytest.mark.parametrize("name", ["trees", "eight", "reversi-weights"])
def test_a_small_table_is_reproduced(name):
    assert all(row["matches"] for row in reproduce(TABLES[name]))


@pytest.mark.compiled
def test_the_diamond_is_reproduced():
    rows = rows_of("diamond")
    assert all(row["matches"] for row in rows.values())
    row = rows["['parallel', 'nega-scout']"]
    assert (row["value"], row["evaluations"]) == (10, 524627)
    assert row["line"].endswith("52 51 pass 44")


@pytest.mark.compiled
def test_tic_tac_toe_is_reproduced_with_its_misprint():
    rows = rows_of("tictactoe")
    assert all(row["matches"] for row in rows.values())
    misprinted = rows["after (1,1), (1,0)"]
    assert misprinted["nodes"] == 7064
    assert misprinted["published"]["nodes"] == 7046
    assert misprinted["corrected"] == {"value": 1, "nodes": 7064}
    assert rows["positions with a real choice"]["solved"] == 431
    assert rows["table against search"]["times_faster"] > 1


def test_the_worked_example_of_the_measures():
    assert rows_of("reversi-weights")["all together"]["points"] == 1025


@pytest.mark.compiled
def test_the_experiment_plays_every_choice_of_factors():
    table = weights.experiment(2)
    rows = list(reproduce(table))
    assert len(rows) == 13
    assert all(row["percent"] in (0, 25, 50, 75, 100) for row in rows)
    assert all(row["matches"] is None for row in rows)
    assert all(0 <= row["error"] <= 50 for row in rows)
