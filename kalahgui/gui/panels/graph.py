"""How positions stand: the bar of the one looked at, and the graph of a game."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import pygame

from kalahgui.gui.boards.view import View
from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.layout import Painted
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.theme import Colour
from kalahgui.gui.panels.sentences import value_words
from kalahgui.gui.services import naming
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.match.session import Session
from kalahgui.words import listed, say, with_label

_GLIDE = 6.0  # how quickly the border moves: a share of the way in a second
_STILL = 0.002
# Where all that counts is who wins, even a lost side keeps a visible share.
_DECIDED = 0.92
_SPAN = 1 / 3  # of all points: the lead that takes about half of the other's share


def share_of(match: Match, margin: int) -> float:
    """Return the first side's share of the bar, 0 to 1, at a margin."""
    if not match.game.has_points:
        return 0.5 + (_DECIDED - 0.5) * ((margin > 0) - (margin < 0))
    most = max(map(abs, match.start.bounds()))
    return 0.5 + 0.5 * math.tanh(margin / (_SPAN * most))


def lead_words(match: Match, margin: int, side: int) -> str:
    """Say how a side stands where the first one leads by a margin."""
    lead = -margin if side else margin
    name = naming.player_name(match, match.seat_of(side))
    return f"{value_words(match.game, lead)} {name}"


class EvaluationBar:
    """Shows how the position looked at stands; it outlasts the screen's laying out."""

    def __init__(
        self,
        screen: Screen,
        session: Session,
        view: Callable[[], View],
        *,
        says_exact: bool = True,
        node: Callable[[], Node] | None = None,
    ) -> None:
        """Follow a session, with the south of a ``view`` at the bottom.

        ``says_exact`` says below whether the number is certain. The number is that of a ``node``,
        by default the one looked at.
        """
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._screen = screen
        self._session = session
        self._view = view
        self._says_exact = says_exact
        self._node = node or (lambda: session.match.here)
        self._shown = 0.5  # the first side's share as it is drawn

    def place(self, rect: pygame.Rect) -> None:
        """Stand in a rectangle; the number stands below it."""
        self.rect = rect

    @property
    def _south(self) -> int:
        return self._view().south

    def element(self, **box: Any) -> Painted:
        """Return the bar as an element of a screen, with room as a ``box`` has it."""
        return Painted(self.draw, placed=self.place, nodes=lambda: [self.part()], key="bar", **box)

    @property
    def share(self) -> float:
        """Return the first side's share as far as it is known now."""
        evaluation = self._session.analysis.evaluation(self._node())
        return 0.5 if evaluation is None else share_of(self._session.match, evaluation.margin)

    @property
    def moving(self) -> bool:
        """Tell whether the bar is on its way."""
        return abs(self.share - self._shown) > _STILL

    def part(self) -> AccessibleNode:
        """Return how the position stands, in words."""
        evaluation = self._session.analysis.evaluation(self._node())
        words = say("value_open")
        if evaluation is not None:
            words = lead_words(self._session.match, evaluation.margin, self._south)
            if evaluation.exact and self._says_exact:
                words = listed(words, say("exact"))
        rect = self.rect.inflate(0, 4 * self._screen.scale.small)
        return AccessibleNode(Role.TEXT, with_label(say("graph_heading"), words), rect, "bar")

    def update(self, dt: float) -> None:
        """Let the border glide to where it belongs."""
        way = self.share - self._shown
        self._shown += way if abs(way) <= _STILL else way * (1 - math.exp(-_GLIDE * dt))

    def draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the bar and, below it, south's lead and whether that is certain."""
        screen, palette, px = self._screen, self._screen.palette, self._screen.scale.px
        colours = palette.accent, palette.other
        share = self._shown if self._south == 0 else 1 - self._shown
        north = round(rect.height * (1 - share))
        below, above = colours[self._south], colours[1 - self._south]
        surface.blit(_bar(rect.size, north, above, below), rect)
        evaluation = self._session.analysis.evaluation(self._node())
        if evaluation is None or not self._session.match.game.has_points:
            return
        lead = evaluation.margin if self._south == 0 else -evaluation.margin
        ahead = self._south if lead >= 0 else 1 - self._south
        colour = palette.as_ink((palette.accent, palette.other)[ahead])
        size = screen.scale.small
        at = (rect.centerx, rect.bottom + px(8) + size // 2)
        written = theme.write(surface, naming.signed(lead), at, size, colour, True, "center")
        if evaluation.exact and self._says_exact:
            # Beside the bar there is little room before the panel.
            half = theme.font(size).size(say("exact"))[0] // 2
            at = (min(rect.centerx, rect.right + px(22) - half), written.bottom + size // 2)
            theme.write(surface, say("exact"), at, size, palette.best, anchor="center")


@kept(4)
def _bar(size: theme.Size, north: int, above: Colour, below: Colour) -> pygame.Surface:
    picture = theme.render_rounded(size, size[0] // 2, below)
    whole = theme.render_rounded(size, size[0] // 2, above)
    top = (0, 0, size[0], max(0, min(size[1], north)))
    picture.fill((0, 0, 0, 0), top)
    picture.blit(whole, (0, 0), top, special_flags=pygame.BLEND_RGBA_ADD)
    if 0 < north < size[1]:  # both colours are about as light
        picture.fill((0, 0, 0, 0), (0, north - size[0] // 8, size[0], max(2, size[0] // 4)))
    return picture


_FINE = 3  # how many times finer the curve is drawn before it is scaled down
_LEAST = 4  # points that the graph is high at least, up and down
_POINT, _LEAST_POINT = 9, 5  # across, in units of the layout


class _Point(NamedTuple):
    """A known position: its ply in the line, the south side's lead, and whether it is certain."""

    ply: int
    lead: int
    exact: bool


def line_shown(session: Session) -> list[Node]:
    """Return the nodes of the line that is looked at: the one being played, or a side line."""
    match = session.match
    played = [match.root, *match.end.line]
    if match.here in played:
        return played
    return [match.root, *match.line_through(match.here)]


class Graph:
    """Draws the analysis of a line on a card; it outlasts the screen's laying out.

    ``line`` are its nodes, the start first. ``dot_of`` gives the colour of a dot on the ply that
    led to a node, such as a mistake; in the second side's colour it is drawn as a ring. ``marked``
    is the node at which a mark stands. The lead of the south of a ``view`` goes up. A ``plain`` one
    is the curve alone, without figures.
    """

    def __init__(
        self,
        screen: Screen,
        session: Session,
        *,
        view: Callable[[], View],
        line: Callable[[], list[Node]] | None = None,
        go_to: Callable[[Node], None],
        dot_of: Callable[[Node], pygame.Color | None],
        marked: Callable[[], Node] | None = None,
        plain: bool = False,
    ) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._screen = screen
        self._session = session
        self._view = view
        self._line = line or (lambda: line_shown(session))
        self._go_to = go_to
        self._dot_of = dot_of
        self._marked = marked or (lambda: session.match.here)
        self._plain = plain

    def place(self, rect: pygame.Rect) -> None:
        """Stand in a rectangle."""
        self.rect = rect

    @property
    def _south(self) -> int:
        return self._view().south

    def element(self, words_of: Callable[[Node], str], **box: Any) -> Painted:
        """Return the graph as an element of a screen, with room as a ``box`` has it.

        ``words_of`` says the ply that led to a node.
        """
        return Painted(
            self.draw,
            placed=self.place,
            hears=self.handle,
            nodes=lambda: [self.part(words_of)],
            key="graph",
            **box,
        )

    # -- what is shown

    @property
    def points(self) -> list[_Point]:
        """Return what is known of the line."""
        match, points = self._session.match, []
        for index, node in enumerate(self._line()):
            evaluation = self._session.analysis.evaluation(node)
            if evaluation is not None:
                # The curve is that of the player who now has the side, through a swap of sides.
                turned = self._south ^ match.here.swapped ^ node.swapped
                lead = -evaluation.margin if turned else evaluation.margin
                points.append(_Point(index, lead, evaluation.exact))
        return points

    def exact_from(self) -> Node | None:
        """Return the first node from which on all that is shown is certain."""
        line = self._line()
        first: Node | None = None
        for node in reversed(line):
            evaluation = self._session.analysis.evaluation(node)
            if evaluation is None or not evaluation.exact:
                break
            first = node
        return first

    def _plot(self) -> pygame.Rect:
        """Return where the curve lies: above the line that tells what is exact."""
        px = self._screen.scale.px
        half = px(_POINT) // 2
        plot = self.rect.inflate(-2 * half, -2 * half)
        plot.height -= px(6)
        return plot

    def x(self, index: int, count: int) -> int:
        """Return where one of so many nodes stands, in pixels."""
        plot = self._plot()
        return plot.x + round(plot.width * index / max(1, count - 1))

    def part(self, words_of: Callable[[Node], str]) -> AccessibleNode:
        """Return the graph as a list: an item for each ply, in its words, and its value."""
        match, leads = self._session.match, {point.ply: point.lead for point in self.points}
        line, marked, step = self._line(), self._marked(), self.x(1, 2) - self.x(0, 2)
        plot, items = self._plot(), []
        for index, node in enumerate(line):
            words = [words_of(node) if index else say("access_start")]
            if index in leads:
                words.append(value_words(match.game, leads[index]))
                if index and self._dot_of(node) is not None:
                    words.append(say("access_mistake"))
            x = self.x(index, len(line)) - step // max(1, 2 * len(line))
            rect = pygame.Rect(x, plot.y, max(1, step // max(1, len(line))), plot.height)
            rect = rect.clip(self.rect)
            go, name = partial(self._go_to, node), listed(str(index or ""), *words)
            chosen, useful = node is marked, False  # the list of moves leads there, too
            items.append(
                AccessibleNode(
                    Role.ITEM, name, rect, id(node), on=chosen, useful=useful, act=go, take=go
                )
            )
        name = naming.player_name(match, match.seat_of(self._south))
        name = with_label(say("graph_heading"), name)
        return AccessibleNode(Role.LIST, name, self.rect, "graph", tuple(items))

    # -- the mouse

    def node_at(self, x: int) -> Node:
        """Return the node of the line that is nearest to an x, in pixels of the picture."""
        line, plot = self._line(), self._plot()
        index = round((x - plot.x) / max(1, plot.width) * (len(line) - 1))
        return line[min(max(0, index), len(line) - 1)]

    def handle(self, event: pygame.Event) -> bool:
        """Go where the mouse is pressed or drawn along; return True when the event was used."""
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        held = self._screen.controls.held is not None  # from here: it is heard of no other
        if not (pressed or (held and event.type == pygame.MOUSEMOTION)):
            return False
        node = self.node_at(event.pos[0])
        if node is not self._marked():
            self._go_to(node)
        return True

    # -- drawing

    def draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the curve with its dots, the node looked at and what is exact."""
        line, points, plot = self._line(), self.points, self._plot()
        palette, px = self._screen.palette, self._screen.scale.px
        most = max(
            [_LEAST if self._session.match.game.has_points else 1]
            + [abs(point.lead) for point in points]
        )
        half = plot.height / 2

        def at(point: _Point) -> tuple[int, int]:
            return self.x(point.ply, len(line)), round(plot.centery - point.lead / most * half)

        places = tuple((x - self.rect.x, y - self.rect.y) for x, y in map(at, points))
        accent = palette.accent if self._south == 0 else palette.other
        area = accent.lerp(palette.card, 0.72)
        zero = plot.centery - self.rect.y
        runs = tuple(_runs(points))
        thick = max(1.5, px(2))
        curve = _curve(self.rect.size, places, runs, zero, thick, accent, area, palette.edge)
        surface.blit(curve, self.rect, special_flags=pygame.BLEND_PREMULTIPLIED)
        # Where plies stand close, their dots are smaller, and leave the curve in sight.
        step = plot.width / max(1, len(line) - 1)
        across = max(px(_LEAST_POINT), min(px(_POINT), round(step)))
        if self._plain:
            across = px(_POINT)
        dots: list[tuple[tuple[int, int], pygame.Color, int, bool]] = []
        for point in points:
            colour = self._dot_of(line[point.ply])
            if colour is not None:
                dots.append((at(point), colour, across, colour == palette.other))
            elif line[point.ply] is self._marked() and len(line) > 1 and not self._plain:
                dots.append((at(point), accent, px(_POINT), False))
        if not self._plain:
            keep_off = [centre for centre, *_ in dots]
            if self._marked() in line:
                marked = self.x(line.index(self._marked()), len(line))
                keep_off += [(marked, plot.top), (marked, plot.bottom)]
            course = [(at(one), at(two)) for one, two in pairwise(points)]
            self._draw_scale(surface, most if points else 0, keep_off, course)
            self._draw_exact(surface, line, points)
        self._draw_marked(surface, line)
        for dot in dots:
            self._draw_dot(surface, *dot)

    def _draw_scale(
        self,
        surface: pygame.Surface,
        most: int,
        keep_off: Sequence[tuple[int, int]],
        course: Sequence[tuple[tuple[int, int], tuple[int, int]]],
    ) -> None:
        """Write how far up and down the graph goes, and for whom.

        That is clear of the points to ``keep_off``, and where it covers least of the ``course``.
        """
        match, size = self._session.match, self._screen.scale.small
        if not most or not match.game.has_points or self._plot().height < 4 * size:
            return
        quiet, reach = self._screen.palette.quiet, self._screen.scale.px(_POINT)
        for side, top in ((self._south, True), (1 - self._south, False)):
            lead = naming.signed(most if top else -most)
            name = naming.player_name(match, match.seat_of(side))
            words = theme.fit(f"{lead} {name}", size, self.rect.width // 2)
            plot = self._plot()
            y = plot.y + size // 2 if top else plot.bottom - size // 2
            # As high as figures are: the curve may pass close by.
            room = pygame.Rect(0, 0, theme.font(size).size(words)[0], round(0.9 * size))
            room.midleft = (self.rect.x, y)

            ways = range(0, max(1, self.rect.width - room.width), size)
            room.x += min(ways, key=partial(_covered, room, keep_off, course, reach))
            surface.fill(self._screen.palette.card, room)  # the curve may pass behind
            theme.write(surface, words, room.midleft, size, quiet, anchor="midleft")

    def _draw_exact(
        self, surface: pygame.Surface, line: Sequence[Node], points: Sequence[_Point]
    ) -> None:
        palette, px = self._screen.palette, self._screen.scale.px
        y, width = self.rect.bottom - px(3), max(2, px(2.5))
        exact = {point.ply for point in points if point.exact}
        for index in exact:
            if index + 1 in exact:
                left, right = self.x(index, len(line)), self.x(index + 1, len(line))
                surface.fill(palette.best, (left, y, right - left, width))
            elif index - 1 not in exact:
                surface.fill(palette.best, (self.x(index, len(line)) - px(2), y, px(4), width))

    def _draw_marked(self, surface: pygame.Surface, line: Sequence[Node]) -> None:
        node, px = self._marked(), self._screen.scale.px
        if node not in line or node is line[-1]:
            return
        x, dash = self.x(line.index(node), len(line)), max(2, px(3))
        for y in range(self.rect.y, self.rect.bottom, 2 * dash):
            height = min(dash, self.rect.bottom - y)
            surface.fill(self._screen.palette.ink, (x, y, max(1, px(1.5)), height))

    def _draw_dot(
        self,
        surface: pygame.Surface,
        centre: tuple[int, int],
        colour: pygame.Color,
        across: int,
        ring: bool,
    ) -> None:
        """Draw a dot, or a ring: a mistake that was not the player's."""
        card = self._screen.palette.card
        theme.draw_dot(surface, centre, across + 2 * max(1, self._screen.scale.px(1.5)), card)
        theme.draw_dot(surface, centre, across, colour)
        if ring:
            theme.draw_dot(surface, centre, across // 2, card)


def _covered(
    room: pygame.Rect,
    keep_off: Sequence[tuple[int, int]],
    course: Sequence[tuple[tuple[int, int], tuple[int, int]]],
    reach: int,
    way: int,
) -> tuple[int, int]:
    """Return what a room would cover that far to the right: points to keep off, and the course."""
    rect = room.move(way, 0)
    touched = sum(map(rect.inflate(2 * reach, 2 * reach).collidepoint, keep_off))
    return touched, sum(bool(rect.clipline(*segment)) for segment in course)


def _runs(points: Sequence[_Point]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for index, point in enumerate(points):
        if index and point.ply == points[index - 1].ply + 1:
            runs[-1] = (runs[-1][0], index + 1)
        else:
            runs.append((index, index + 1))
    return runs


@kept(4)
def _curve(
    size: theme.Size,
    places: tuple[tuple[int, int], ...],
    runs: tuple[tuple[int, int], ...],
    zero: int,
    width: float,
    line: Colour,
    area: Colour,
    even: Colour,
) -> pygame.Surface:
    # Opaque shapes on nothing at all: scaled down, they are premultiplied.
    large = pygame.Surface((size[0] * _FINE, size[1] * _FINE), pygame.SRCALPHA)
    fine = [(x * _FINE, y * _FINE) for x, y in places]
    for begin, end in runs:
        part = fine[begin:end]
        if len(part) > 1:
            foot = [(part[-1][0], zero * _FINE), (part[0][0], zero * _FINE)]
            pygame.draw.polygon(large, area, part + foot)
    large.fill(even, (0, zero * _FINE, large.get_width(), max(_FINE, round(width * _FINE / 2))))
    thick = max(1, round(width * _FINE))
    for begin, end in runs:
        for here, there in zip(fine[begin : end - 1], fine[begin + 1 : end], strict=True):
            pygame.draw.line(large, line, here, there, thick)
        for point in fine[begin:end]:
            pygame.draw.circle(large, line, point, thick / 2)
    return pygame.transform.smoothscale(large, size)
