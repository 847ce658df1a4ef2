"""Which hands edit the board of a game."""

from __future__ import annotations

from kalahgui.gui.screens.editor.input import EditorInput
from kalahgui.gui.screens.editor.numbers_input import NumbersInput
from kalahgui.gui.screens.editor.pits_input import PitsInput
from kalahgui.gui.screens.editor.squares_input import SquaresInput

HANDS: dict[str, type[EditorInput]] = {
    "kalah": PitsInput,
    "reversi": SquaresInput,
    "tictactoe": SquaresInput,
    "eight": NumbersInput,
}
