"""A section of the panel: a rule above, a heading, and rows of a label and its values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Row, Rule
from kalahgui.gui.elements.writing import Heading, Live, Text
from kalahgui.gui.services import naming
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.words import listed, say, with_label


def section(title: str, *content: Element | None, beside: Sequence[Element] = ()) -> Column:
    """Return a rule, a heading with what stands ``beside`` it, and what follows.

    The heading has the room that is left, unless something beside it grows.
    """
    grow = 0.0 if any(element.grow for element in beside) else 1.0
    head = Row(Heading(title, line=True, smaller="small", grow=grow), *beside, gap=12)
    return Column(Rule(), Column(head, *content, gap=1), gap=10, padding=(0, 0, 0, 8))


def note(words: str | Callable[[], str], *, good: bool) -> Element:
    """Return words at the right of a heading, which go where there is no room for them."""
    look: dict[str, Any] = {"align": "right", "shorter": [""], "grow": 1.0}
    return Live(_asked(words), "small", colour="best" if good else "quiet", bold=good, **look)


def opening_note(match: Match, node: Node) -> Element:
    """Return the name of the opening that the line to a node went through, if it has one."""
    name = naming.opening_words(match, node)
    words = with_label(say("opening"), name) if name else ""
    return Text(words, "small", "quiet", line=True, shorter=(name,), align="right", grow=1)


def _asked(words: str | Callable[[], str]) -> Callable[[], str]:
    return words if callable(words) else partial(str, words)


class Fact(Row):
    """A label and its values, in ``columns`` so many units wide where there are several rows.

    Where there is no room for the label, the first of ``shorter`` ones that has is written.
    """

    role = Role.TEXT

    def __init__(
        self,
        label: str,
        *values: str | Callable[[], str],
        type: str = "body",
        shorter: Sequence[str] = (),
        columns: float | None = None,
        bold: bool = True,
        height: float | None = None,
    ) -> None:
        words = Text(label, type, "quiet", line=True, shorter=shorter, silent=True, grow=1)
        look: dict[str, Any] = {"bold": bold, "silent": True, "align": "right"}
        # The first of several is as wide as its words: the label has what is left of its column.
        widths = [None if len(values) > 1 else columns, *(columns for _ in values[1:])]
        self._values = [
            Live(_asked(value), type, **look, width=width)
            for value, width in zip(values, widths, strict=True)
        ]
        labelled = Row(words, *self._values[:1], gap=8, grow=1)
        gap = 8 if columns is None else 0
        super().__init__(labelled, *self._values[1:], gap=gap, height=height)
        self._label = label

    @property
    def name(self) -> str:  # type: ignore[override]
        """Return the label and its values."""
        return with_label(self._label, listed(*(value.name for value in self._values)))
