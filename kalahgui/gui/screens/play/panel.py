"""The panel beside the board: which sections have room, and what they draw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import pygame

from kalahgui.games.game import Message
from kalahgui.gui.boards.view import View
from kalahgui.gui.elements.layout import with_focus
from kalahgui.gui.paint import theme
from kalahgui.gui.panels.course import mistake_beside
from kalahgui.gui.panels.graph import Graph, line_shown
from kalahgui.gui.panels.move_list import MoveList
from kalahgui.gui.panels.move_rows import pairs_of, row_height, turns_along
from kalahgui.gui.panels.section import HEADING, Section
from kalahgui.gui.panels.turn_words import turn_sentences
from kalahgui.gui.screens.play.status import Whereabouts
from kalahgui.gui.screens.play.thinking import (
    MEASURES_HEIGHT,
    ExpectedLine,
    draw_measures_section,
    draw_thinking_section,
    draw_words_section,
    line_place,
    measures_shown,
    thinking_height,
    why_place,
    words_height,
)
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.control import Action, Control
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Screen
from kalahgui.gui.widgets.tips import draw_tip
from kalahgui.library.saved import StoredMatch
from kalahgui.match.match import Series
from kalahgui.match.node import Node
from kalahgui.match.session import Session
from kalahgui.review.rows import ReviewRow, is_mistake, mistakes_in, rows_of

FEWEST_ROWS = 5  # of moves, whatever else is shown


class Wanted(NamedTuple):
    """A section that is wanted: its height, and the one it has when it tells less.

    ``short`` is 0 where it goes altogether; all in units of the layout.
    """

    name: str
    height: float
    short: float


@dataclass(frozen=True)
class Planned:
    """A section with its place: how far its top lies above the panel's foot."""

    name: str
    top: float
    height: float
    short: bool


def plan(room: float, least: float, wanted: list[Wanted]) -> list[Planned]:
    """Place sections from the foot of the panel up, the last one at the foot.

    Of the ``room`` the moves keep ``least``. Sections give way in turn, the last one first, until
    all fit.
    """
    heights = {each.name: each.height for each in wanted}
    for each in reversed(wanted):
        if sum(heights.values()) <= room - least:
            break
        heights[each.name] = each.short
    planned = []
    top = 0.0
    for each in reversed(wanted):
        height = heights[each.name]
        if height:
            top += height
            planned.append(Planned(each.name, top, height, height != each.height))
    return planned[::-1]


# Lengths in units of the layout.
_HEADING = 26  # the middle of the heading of the moves
_LIST = 44  # where their list begins
_FOOT = 12
_SCORE = 72
_BACK = 58  # the button that leads back to the game
_BUTTON = 42
_GRAPH, _SHORT_GRAPH = 110, 76
_GRAPH_TOP = 38  # where the curve begins


class Panel:
    """Lays the panel out and draws it."""

    def __init__(
        self,
        screen: Screen,
        session: Session,
        stored: StoredMatch,
        walk: Callable[[Action], None],
        changed: Action,
    ) -> None:
        """Belong to a playing screen; ``place`` puts the panel in its place.

        ``walk`` has another position looked at, ``changed`` is told when the tree is another one.
        """
        self._screen = screen
        self._session = session
        self._stored = stored
        self._match = session.match
        self._walk = walk
        self.whereabouts = Whereabouts(session.match)
        self._judged: dict[Node, ReviewRow] = {}
        self._judged_for: object = None
        self.moves = MoveList(
            screen,
            session,
            view=lambda: self._view,
            go_to=self._go_to,
            step=lambda count: walk(partial(session.step_by, count)),
            step_mistake=self._step_mistake,
            changed=changed,
        )
        self.graph = Graph(
            screen, session, view=lambda: self._view, go_to=self._go_to, dot_of=self._dot_of
        )
        self.line = ExpectedLine(screen, session, walk)
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._sections: dict[str, Planned] = {}
        self._moves_area: Control | None = None

    @property
    def views(self) -> list[Part]:
        """Return what stands here besides words and controls."""
        focused = self._moves_area is not None and self._screen.heard_by(self._moves_area)
        focused = focused and self._screen.controls.focus is not None
        found = with_focus([self.moves.part]) if focused else [self.moves.part]
        if "graph" in self._sections:
            found.append(self.graph.part(self.moves.words_of))
        return found

    # -- layout

    def place(self, rect: pygame.Rect, view: View) -> None:
        """Stand in a rectangle; to be called whenever the screen is laid out."""
        screen, px = self._screen, self._screen.scale.px
        self.rect = rect
        self._left, self._right = rect.x + px(20), rect.right - px(20)
        unit = screen.scale.layout
        rows = FEWEST_ROWS * row_height(screen, False) / unit
        room = rect.height / unit - _FOOT
        planned = plan(room, _LIST + rows + 10, self._wanted())
        self._sections = {each.name: each for each in planned}
        top = rect.y + px(_LIST)
        bottom = self._section_top(planned[0]) if planned else rect.bottom - px(_FOOT)
        left, right = self._left - px(8), rect.right - px(6)
        self.moves.place(pygame.Rect(left, top, right - left, bottom - px(8) - top))
        focused = self._moves_area is not None and screen.controls.has_focus(self._moves_area)
        self._moves_area = screen.controls.area(self.moves.rect, None, say("moves"))
        if focused:
            screen.controls.focus_on(self._moves_area)
        graph = line = pygame.Rect(0, 0, 0, 0)  # what is not told has no room
        width = self._right - self._left
        if "graph" in self._sections:
            section, height = self._section("graph"), self._sections["graph"].height
            top, bottom = section.y(_GRAPH_TOP), section.y(height - 8)
            graph = pygame.Rect(self._left, top, width, bottom - top)
        self._view = view
        self._sentences: list[str] = []
        self._said_for: object = None
        if "thinking" in self._sections and self._figures:
            below, count = line_place(self._sections["thinking"].short)
            top = self._section("thinking").y(below)
            line = pygame.Rect(self._left, top, width, count * row_height(screen, True))
        self.graph.place(graph)
        self.line.place(line, view)

    def _wanted(self) -> list[Wanted]:
        """Return the sections from above, the first ones more important than the others."""
        choices = self._screen.services.choices
        wanted = []
        if choices.graph:
            wanted.append(Wanted("graph", _GRAPH, _SHORT_GRAPH))
        if measures_shown(self._match, choices):
            wanted.append(Wanted("measures", MEASURES_HEIGHT, MEASURES_HEIGHT))
        if choices.thinking and not all(player.person for player in self._match.players):
            height = thinking_height if choices.figures else words_height
            wanted.append(Wanted("thinking", height(False), height(True)))
        if self.whereabouts.elsewhere:
            wanted.append(Wanted("back", _BACK, _BACK))
        elif self._stored.series.counting(self._match) != Series():
            wanted.append(Wanted("score", _SCORE, 0))
        return wanted

    def _section_top(self, planned: Planned) -> int:
        px = self._screen.scale.px
        return self.rect.bottom - px(_FOOT) - px(planned.top)

    def _section(self, name: str) -> Section:
        top = self._section_top(self._sections[name])
        return Section(self._screen, self._left, self._right, top)

    @property
    def _figures(self) -> bool:
        return self._screen.services.choices.figures

    @property
    def why(self) -> tuple[pygame.Rect, str]:
        """Return the place of the button that asks why, and its words.

        It stands below the words about the computer's turn, or behind the heading of its figures;
        where both are hidden, behind the heading of the moves.
        """
        screen, px = self._screen, self._screen.scale.px
        told = "thinking" in self._sections
        if told and not self._figures:
            short = self._sections["thinking"].short
            return why_place(self._section("thinking"), short), say("why_show")
        words = say("thinking" if told else "moves")
        heading = theme.font(screen.scale.heading, True).size(words)[0]
        width = theme.font(screen.scale.body, True).size(say("why"))[0] + px(24)
        place = pygame.Rect(self._left + heading + px(12), 0, width, px(28))
        place.centery = self._section("thinking").y(HEADING) if told else self._heading_y
        return place, say("why")

    @property
    def back(self) -> pygame.Rect:
        """Return the place of the button that leads back to the game."""
        px = self._screen.scale.px
        place = pygame.Rect(self._left, 0, self._right - self._left, px(_BUTTON))
        place.bottom = self.rect.bottom - px(_FOOT + 6)
        return place

    @property
    def _heading_y(self) -> int:
        return self.rect.y + self._screen.scale.px(_HEADING)

    # -- events and drawing

    def handle(self, event: pygame.Event) -> bool:
        """Take what is meant for the panel; return True when the event was used."""
        if self._hears(event) or self.line.handle(event):
            return True
        return event.type == pygame.MOUSEBUTTONDOWN and self.rect.collidepoint(event.pos)

    def _hears(self, event: pygame.Event) -> bool:
        """Have the list of moves or the graph take what is meant for it."""
        moves, graph, controls = self.moves, self.graph, self._screen.controls
        if event.type == pygame.KEYDOWN:
            return (
                self._moves_area is not None
                and controls.has_focus(self._moves_area)
                and moves.handle(event)
            )
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if moves.rect.collidepoint(event.pos) and self._moves_area is not None:
                controls.focus_on(self._moves_area)
            return any(
                each.rect.collidepoint(event.pos) and each.handle(event) for each in (moves, graph)
            )
        return moves.handle(event) or graph.handle(event)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panel."""
        screen = self._screen
        screen.draw_card(surface, self.rect)
        if "graph" in self._sections:
            self._draw_graph(surface)
        if "measures" in self._sections:
            draw_measures_section(surface, self._section("measures"), self._match)
        if "thinking" in self._sections:
            self._draw_thinking(surface)
        if "score" in self._sections:
            self._draw_score(surface)
        at, size = (self._left, self._heading_y), screen.scale.heading
        theme.write(surface, say("moves"), at, size, screen.palette.ink, True, "midleft")
        self.moves.draw(surface, self.moves.rect)
        tip = self.moves.tip
        if tip is not None:
            draw_tip(surface, *tip, screen.scale, screen.palette)

    def _draw_thinking(self, surface: pygame.Surface) -> None:
        section, short = self._section("thinking"), self._sections["thinking"].short
        if self._figures:
            draw_thinking_section(surface, section, self._session, short)
            self.line.draw(surface)
        else:
            draw_words_section(surface, section, self._session, self._said(), short)

    def _said(self) -> list[str]:
        """Return what the computer did and hopes for, said anew at every position."""
        here = self._match.here
        if here is not self._said_for and not self._session.thinking:
            self._said_for = here
            self._sentences = turn_sentences(self._match, self._view.move_text)
        return self._sentences

    def _draw_graph(self, surface: pygame.Surface) -> None:
        """Draw how the game has gone, and from where on that is certain."""
        section = self._section("graph")
        section.heading(surface, say("graph_heading"))
        node = self.graph.exact_from()
        if node is not None:
            turns = pairs_of(turns_along(self._match, node.line))
            section.note(surface, say("graph_exact_from", n=max(1, len(turns))), True)
        self.graph.draw(surface, self.graph.rect)

    def _dot_of(self, node: Node) -> pygame.Color | None:
        """Return the colour of a mistake on the graph: a person's, or a computer's."""
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

    def _draw_score(self, surface: pygame.Surface) -> None:
        screen, section = self._screen, self._section("score")
        section.heading(surface, say("score"))
        score = naming.score_words(self._stored.series.counting(self._match))
        at = (self._right, section.y(HEADING))
        theme.write(surface, score, at, screen.scale.body, screen.palette.ink, True, "midright")
        section.line(surface, 52, naming.names_words(self._match), quiet=True)
