"""Boards of squares drawn in signs that every terminal shows."""

from __future__ import annotations

from collections.abc import Sequence

from kalahgui.games.game import Grid


def grid_drawing(board: Grid, cells: Sequence[int], marks: str) -> str:
    """Draw a board of squares with its labels; nothing stands where no square exists.

    ``marks`` are the signs of an empty square, the first and the second player.

    >>> board = Grid(("a", "b"), ("1", "2"), ((0, 0), (1, 0), (1, 1)), (0, 1, 3))
    >>> print(grid_drawing(board, [1, 0, 2], "-XO"))
      a b
    1 X -
    2   O
    """
    lines = [" ".join((" ", *board.column_labels))]
    for row, label in enumerate(board.row_labels):
        found = [board.cell_at(column, row) for column in range(board.columns)]
        signs = (" " if cell is None else marks[cells[cell]] for cell in found)
        lines.append(" ".join((label, *signs)).rstrip())
    return "\n".join(lines)
