"""Where everything stands on the playing screen."""

from __future__ import annotations

from collections.abc import Sequence

from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Layers, Row, Space
from kalahgui.gui.elements.writing import Text

# Lengths in units of the layout.
_HEAD, FOOT, _PANEL, _SIDE = 76, 62, 292, 32
_BESIDE = 56  # between a wide board and the panel, where the bar stands
_BELOW = 46  # what is said of values, below a wide board and its players
_PLATES = 250  # beside a square board


def whole(head: Row, board: Element, panel: Element, foot: Row, banner: Element) -> Element:
    """Return the screen: a board with its players and the panel beside it, and words over all."""
    head.height, foot.height = _HEAD, FOOT
    beside = Column(panel, padding=(0, 20, 0, 22), width=_PANEL)
    panel.grow = board.grow = 1
    body = Row(board, beside, grow=1, stretch=True, padding=(0, 0, _SIDE, 0))
    return Layers(Column(head, body, foot), banner)


def _notes(words: Sequence[str], align: str) -> list[Element]:
    return [Text(line, "small", "quiet", line=True, align=align) for line in words]


def wide_board(
    board: Element, bar: Element | None, far: Row, near: Row, words: Sequence[str]
) -> Element:
    """Return a board that lies between its players; below it is said how sure values are."""
    note = Column(*_notes(words, "right"), height=_BELOW, padding=(0, 4, _BESIDE + 36, 0))
    board.grow = 1
    beside = [Space(width=_BESIDE)] if bar is None else [Space(width=18), bar, Space(width=24)]
    return Column(
        far,
        Row(board, *beside, grow=1, stretch=True),
        Column(near, note),
        gap=19,
        padding=(40, 22, 0, 0),
    )


def players_row(*players: Element | None, turned: bool) -> Row:
    """Return what stands before or behind a wide board, from the left hand of who sits there."""
    left, right = (0, _BESIDE + 14) if turned else (14, _BESIDE)
    found = players[::-1] if turned else players
    return Row(*found, gap=16, padding=(left, 0, right, 0))


def square_board(
    board: Element,
    bar: Element | None,
    far: Element,
    near: Element,
    between: Sequence[Element | None],
    words: Sequence[str],
) -> Element:
    """Return a board that takes all the height, with the players at its left."""
    inner = Column(*between, gap=12, padding=(12, 0, 0, 0), grow=1)
    note = Column(*_notes(words, "left"), padding=(12, 0, 0, 0)) if words else None
    players = Column(far, inner, note, near, gap=12, width=_PLATES, padding=(54, 22, 0, 0))
    board.grow = 1
    beside = [Space(width=26)] if bar is None else [Space(width=14), bar, Space(width=24)]
    return Row(players, board, *beside, stretch=True, padding=(0, 0, 0, 14))
