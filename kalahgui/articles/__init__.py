"""The published tables as data, and the runner that reproduces them."""

from __future__ import annotations

from kalahgui.articles import diamond, example_trees, kalah, three_measures, tictactoe
from kalahgui.articles.published import Cell, Figures, PublishedTable, reproduce

__all__ = ["TABLES", "Cell", "Figures", "PublishedTable", "reproduce", "weights"]

TABLES = {
    table.name: table
    for table in (
        *kalah.TABLES,
        kalah.EIGHT,
        example_trees.TABLE,
        diamond.TABLE,
        three_measures.TABLE,
        tictactoe.TABLE,
    )
}
