"""Which hands edit the board of a game."""

from __future__ import annotations

from kalahgui.gui.editor.hands import BoardHands
from kalahgui.gui.editor.numbers_hands import NumbersHands
from kalahgui.gui.editor.pits_hands import PitsHands
from kalahgui.gui.editor.squares_hands import SquaresHands

HANDS: dict[str, type[BoardHands]] = {
    "kalah": PitsHands,
    "reversi": SquaresHands,
    "tictactoe": SquaresHands,
    "eight": NumbersHands,
}
