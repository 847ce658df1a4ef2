"""The published tables as data, and the runner that reproduces them."""

from __future__ import annotations

from kalahgui.articles import diamond, kalah, tictactoe, trees, weights
from kalahgui.articles.published import Cell, Figures, PublishedTable, reproduce

__all__ = ["TABLES", "Cell", "Figures", "PublishedTable", "reproduce", "weights"]

TABLES = {
    table.name: table
    for table in (
        *kalah.TABLES,
        kalah.EIGHT,
        trees.TABLE,
        diamond.TABLE,
        weights.TABLE,
        tictactoe.TABLE,
    )
}
