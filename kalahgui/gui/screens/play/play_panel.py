"""The panel beside the board: the moves, and below them sections as far as there is room."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pygame

from kalahgui.games.game import Message
from kalahgui.gui.boards.view import View
from kalahgui.gui.elements.element import Act, Element
from kalahgui.gui.elements.layout import Card, Column, Fitting, Row
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.panels.graph import Graph, line_shown
from kalahgui.gui.panels.move_list import MoveList
from kalahgui.gui.panels.move_rows import pairs_of, row_height, turns_along
from kalahgui.gui.panels.reviewed_course import mistake_beside
from kalahgui.gui.panels.section import note, opening_note, section
from kalahgui.gui.panels.turn_words import turn_sentences
from kalahgui.gui.screens.play.status import Whereabouts
from kalahgui.gui.screens.play.thinking import (
    ExpectedLine,
    measures_section,
    measures_shown,
    thinking_section,
    words_section,
)
from kalahgui.gui.services import naming
from kalahgui.library.saved import StoredMatch
from kalahgui.match.match import Series
from kalahgui.match.node import Node
from kalahgui.match.session import Session
from kalahgui.review.review_rows import ReviewRow, is_mistake, mistakes_in, rows_of
from kalahgui.words import say

FEWEST_ROWS = 5  # of moves, whatever else is shown

# A section as it is, and as it is where it has to tell less: nothing of one that goes.
Sides = tuple[Element | None, Element | None]


def giving_way(sections: Sequence[Sides]) -> Iterator[list[Element | None]]:
    """Yield what is shown of sections, the last one giving way first."""
    shown = [whole for whole, _ in sections]
    yield shown
    for index in reversed(range(len(sections))):
        shown = [*shown[:index], sections[index][1], *shown[index + 1 :]]
        yield shown


# Lengths in units of the layout.
_SIDE, _FOOT = 20, 12
_CURVE, _SHORT_CURVE = 64, 30


class Panel:
    """Says what is in the panel."""

    def __init__(
        self,
        screen: Screen,
        session: Session,
        stored: StoredMatch,
        view: Callable[[], View],
        walk: Callable[[Act], None],
        changed: Act,
    ) -> None:
        """Belong to a playing screen, whose board is a ``view``.

        ``walk`` has another position looked at, ``changed`` is told when the tree is another one.
        """
        self._screen = screen
        self._session = session
        self._stored = stored
        self._match = session.match
        self._view = view
        self._walk = walk
        self.whereabouts = Whereabouts(session.match)
        self._judged: dict[Node, ReviewRow] = {}
        self._judged_for: object = None
        self._sentences: list[str] = []
        self._said_for: object = None
        self.moves = MoveList(
            screen,
            session,
            view=view,
            go_to=self._go_to,
            step=lambda count: walk(partial(session.step_by, count)),
            step_mistake=self._step_mistake,
            changed=changed,
        )
        self.graph = Graph(screen, session, view=view, go_to=self._go_to, dot_of=self._dot_of)
        self.line = ExpectedLine(screen, session, view, walk)
        self.card = Card(Column())

    @property
    def rect(self) -> pygame.Rect:
        """Return where the panel stands."""
        return self.card.rect

    # -- what is in it

    @property
    def _thinks(self) -> bool:
        persons = (player.person for player in self._match.players)
        return self._screen.choices.thinking and not all(persons)

    @property
    def state(self) -> tuple[object, ...]:
        """Return what decides what is in the panel."""
        session, match = self._session, self._match
        thinks = (session.thinking, session.thought, bool(session.nodes_so_far), *self._said())
        measured = match.here if measures_shown(match, self._screen.choices) else None
        opening = match.opening_to(match.here)
        return self.whereabouts.elsewhere, measured, opening, thinks if self._thinks else ()

    def content(self, back: Element, *, why: bool) -> Element:
        """Return the panel with a button that asks ``why`` and the one that leads ``back``."""
        screen, moves = self._screen, self.moves
        asks = self._why() if why else None
        least = FEWEST_ROWS * row_height(screen, False) / screen.scale.layout
        head = Row(
            Heading(say("moves"), line=True),
            opening_note(self._match, self._match.here),
            None if self._thinks else asks,
            gap=12,
            padding=(_SIDE, 12, _SIDE, 0),
            height=44,
        )
        listed = Column(moves.element(height=least, grow=1), grow=1, padding=(12, 0, 6, 8))
        below = (_SIDE, 0.0, _SIDE, _FOOT)
        ways = giving_way([*self._sections(asks, back)])
        versions = (Column(head, listed, Column(*way, padding=below)) for way in ways)
        self.card = Card(Fitting(*versions))
        return self.card

    def _why(self) -> Element:
        """Return the button that asks why, a large one below what the computer did in words."""
        worded = self._thinks and not self._screen.choices.figures
        words, height = (say("why_show"), 38) if worded else (say("why"), 28)
        return self._screen.does("why", words, style="soft", height=height)

    def _sections(self, why: Element | None, back: Element) -> Iterator[Sides]:
        """Yield the sections from above, the first ones more important than the others."""
        choices, screen, session = self._screen.choices, self._screen, self._session
        if choices.graph:
            yield self._graph(_CURVE), self._graph(_SHORT_CURVE)
        if measures_shown(self._match, choices):
            measures = measures_section(self._match)
            yield measures, measures
        if self._thinks and choices.figures:
            yield (
                thinking_section(screen, session, self.line.element(2), why, 5),
                thinking_section(screen, session, self.line.element(1), why, 1),
            )
        elif self._thinks:
            said = self._said()
            yield (
                words_section(screen, session, said, why, 4),
                words_section(screen, session, said, why, 2),
            )
        if self.whereabouts.elsewhere:
            yield back, back
        elif self._stored.series.counting(self._match) != Series():
            score = naming.score_words(self._stored.series.counting(self._match))
            names = Text(naming.names_words(self._match), colour="quiet", line=True)
            score_text = Text(score, bold=True, line=True, align="right", grow=1)
            yield section(say("score"), names, beside=[score_text]), None

    def _graph(self, height: float) -> Element:
        curve = self.graph.element(self.moves.words_of, height=height)
        return section(say("graph_heading"), curve, beside=[note(self._exact_words, good=True)])

    def _exact_words(self) -> str:
        node = self.graph.exact_from()
        if node is None:
            return ""
        turns = pairs_of(turns_along(self._match, node.line))
        return say("graph_exact_from", n=max(1, len(turns)))

    def _said(self) -> list[str]:
        """Return what the computer did and hopes for, said anew at every position."""
        here = self._match.here
        if here is not self._said_for and not self._session.thinking:
            self._said_for = here
            self._sentences = turn_sentences(self._match, self._view().move_text)
        return self._sentences

    def _dot_of(self, node: Node) -> pygame.Color | None:
        row = self._rows().get(node)
        if row is None or not is_mistake(row.kind):
            return None
        palette, match = self._screen.palette, self._match
        return palette.bad if match.players[match.seat_before(node)].person else palette.other

    def _go_to(self, node: Node) -> None:
        self._walk(partial(self._session.go_to, node))

    def _rows(self) -> dict[Node, ReviewRow]:
        """Return what the moves of the line looked at came to, by the nodes that they led to."""
        line, analysis = line_shown(self._session), self._session.analysis
        known = (line, analysis.changes)
        if known != self._judged_for:
            self._judged_for = known
            self._judged = {row.node: row for row in rows_of(self._match, line[1:], analysis.of)}
        return self._judged

    def _step_mistake(self, step: int) -> None:
        at, mistakes = len(self._match.here.line), mistakes_in(self._match, self._rows().values())
        row = mistake_beside(mistakes, at, step)
        if row is None:
            self._session.message = Message("list_no_mistake")
        else:
            self._go_to(row.node)
