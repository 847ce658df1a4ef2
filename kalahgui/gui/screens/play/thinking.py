"""What the computer thinks and expects, what its searches took, and the measures of an article."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from kalahgui.games.game import MEASURES, Game, Measured
from kalahgui.games.limit import SEARCH
from kalahgui.gui.boards.view import View
from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.element import Element, Look
from kalahgui.gui.elements.layout import Column, Fitting, Layers, Painted, Space
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.discs import disc
from kalahgui.gui.paint.paragraph import line_height
from kalahgui.gui.panels.move_rows import (
    Piece,
    PliesPainter,
    RowBuilder,
    nearest,
    ply_words,
    row_height,
    sizes_for,
    turns_along,
)
from kalahgui.gui.panels.section import Fact, note, section
from kalahgui.gui.services import naming
from kalahgui.gui.services.settings import Choices
from kalahgui.match.match import Match
from kalahgui.match.node import Node, SearchStatistics, SearchTotals, Thought
from kalahgui.match.session import Session
from kalahgui.words import as_text, say

_COLUMN = 58  # of values, in units of the layout
_PARTS = ("own", "opponent", "mobility", "stable")
_SIGNS = (1, -1, 1, 1)


def has_measures(match: Match) -> bool:
    """Tell whether an article measures the board of a match."""
    return bool(match.game.square_weights(match.start))


def factors_of(match: Match) -> Sequence[int]:
    """Return the factors of a player who plays by the measures, else the published ones."""
    methods = (player.computer for player in match.players)
    chosen = (
        method.factors for method in methods if method is not None and method.algorithm == MEASURES
    )
    return next(chosen, match.game.published_factors)


def both_sides(match: Match) -> list[Measured]:
    """Return the measures of the first and the second side here."""
    factors = factors_of(match)
    return [match.game.measured(match.position, side, factors) for side in (0, 1)]


def measures_shown(match: Match, choices: Choices) -> bool:
    """Tell whether a match has measures and they are to be seen."""
    return choices.measures and has_measures(match)


def marked_on_board(match: Match, choices: Choices) -> dict[str, Any]:
    """Return what a board's ``Look`` has to say of the measures."""
    if not measures_shown(match, choices):
        return {}
    stable = [cell for side in both_sides(match) for cell in side.stable_cells]
    return {"weights": match.game.square_weights(match.position), "stable": stable}


def _measure_words(part: str) -> list[str]:
    """Return what a measure is called, and a shorter name where that is long."""
    words = say(f"measure_{part}")
    return [words, say(f"measure_{part}_short", default=words)]


def measures_section(match: Match) -> Element:
    """Return a column for each side, the parts unweighted and their sum."""
    sides = both_sides(match)
    rows = [
        (
            [f"{words} ×{naming.number(sign * factor)}" for words in _measure_words(part)],
            [naming.number(getattr(side, part)) for side in sides],
        )
        for part, factor, sign in zip(_PARTS, factors_of(match), _SIGNS, strict=True)
    ]
    rows.append(([say("measure_sum")], [naming.number(side.sum) for side in sides]))
    facts = (
        Fact(label, *values, shorter=shorter, columns=_COLUMN) for (label, *shorter), values in rows
    )
    discs = (_Disc(side) for side in (0, 1))
    return section(say("measures_heading"), *facts, beside=[*discs])


_DISC, _BESIDE = 20, 12  # a disc's height, and the gap beside it


class _Disc(Element):
    def __init__(self, side: int) -> None:
        # The second one is as wide as its column, the first one leaves room to the heading.
        super().__init__(width=_COLUMN - _BESIDE if side else _DISC, height=_DISC)
        self._side = side

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        picture = disc(self._side, self.rect.height, look.palette.pieces)
        surface.blit(picture, picture.get_rect(midright=self.rect.midright))


def words_section(
    screen: Screen, session: Session, sentences: Sequence[str], why: Element | None, rows: int
) -> Element | None:
    """Return what the computer did and hopes for; that it thinks is said beside its name alone.

    Before there is anything to say it is nothing. Then it is always as high as so many ``rows``, so
    that the button below stays where it is.
    """
    if not sentences:
        return None
    height = _height_of(screen, rows)
    shown: Element = Space(height=height)
    if not session.thinking:
        shown = Column(Fitting(Text(as_text(*sentences)), Text(sentences[0])), height=height)
    return section(say("thinking_heading"), shown, Space(height=8), why or Space(height=38))


def _height_of(screen: Screen, rows: int) -> float:
    return rows * line_height(screen.scale.body) / screen.scale.layout


def thinking_section(
    screen: Screen, session: Session, line: Element, why: Element | None, rows: int
) -> Element:
    """Return what a search took, which stays there until the next one, and the expected line.

    It is as high as so many ``rows`` of figures in any case, of which one is the value.
    """
    thought, beside = session.thought, [why] if why is not None else []
    if thought is not None:
        facts = _facts(session, thought)
        facts = facts if rows > 1 else facts[1:2]
        if thought.finding.exact:
            beside.append(note(say("exact"), good=True))
        elif _selective(thought, session.match.game):
            beside.append(note(say("selective_alone"), good=False))
    elif session.nodes_so_far:
        count = lambda: naming.count_words(session.nodes_so_far)  # noqa: E731
        facts = [Fact(say("nodes"), count, columns=2 * _COLUMN)]
    else:
        words = say("hidden_thinking" if session.thinking else "idle_thinking")
        facts = [Text(words, colour="quiet", line=True)]
    room = Space(height=_height_of(screen, rows))
    return section(say("thinking"), Layers(room, Column(*facts)), line, beside=beside)


def _facts(session: Session, thought: Thought) -> list[Element]:
    """Return what is known of a search; what nobody counted has no row."""
    match, finding = session.match, thought.finding
    statistics = SearchStatistics.of(finding, thought.seconds)
    # The thought is one about the line that is being played, whatever is looked at.
    name = naming.player_name(match, thought.seat, match.end)
    value = say("expected_value")
    label = value if thought.measured else say("expected_lead", name=name)
    counts = {"evaluations": statistics.evaluations, "nodes": statistics.nodes}
    counted = [(name, count) for name, count in counts.items() if count is not None]
    return [
        Fact(say("turns_ahead"), naming.count_words(finding.depth or None)),
        Fact(label, naming.thought_words(match.game, thought), shorter=[value]),
        *(Fact(say(name), naming.count_words(count)) for name, count in counted),
        Fact(say("time_taken"), naming.seconds_words(statistics.seconds)),
    ]


def _selective(thought: Thought, game: Game) -> bool:
    limit = thought.limit
    return limit.algorithm == SEARCH and game.uses_probcut(thought.position, limit.judge)


_REACH = 16  # how far beside its words a ply can be hit, in units of the layout
_MORE = "…"


class ExpectedLine:
    """Shows the plies that a thought expects in as many rows as it needs."""

    def __init__(
        self,
        screen: Screen,
        session: Session,
        view: Callable[[], View],
        walk: Callable[[Callable[[], None]], None],
    ):
        """``view`` writes plies, ``walk`` has something done that leads to another position."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._screen = screen
        self._session = session
        self._view = view
        self._walk = walk
        self._line: list[Node] = []
        self._rows: list[tuple[Piece, ...]] = []
        self._cut = False
        self._built_for: object = None

    def element(self, rows: int) -> Element:
        """Return the line with room for so many rows."""
        height = rows * row_height(self._screen, True) / self._screen.scale.layout
        return Painted(
            self.draw, placed=self.place, pressed=self.press, nodes=self.parts, height=height
        )

    def place(self, rect: pygame.Rect) -> None:
        """Stand in a rectangle."""
        self.rect = rect

    def parts(self) -> list[AccessibleNode]:
        """Return the plies that are shown as a list; the list of moves leads there, too."""
        self._build()
        shown = [
            AccessibleNode(
                Role.ITEM,
                ply_words(self._view(), piece.node),
                self.place_of(piece.node) or self.rect,
                id(piece.node),
                useful=False,
                act=partial(self._go_to, piece.node),
            )
            for pieces in self._rows
            for piece in pieces
            if piece.node is not None
        ]
        return (
            [AccessibleNode(Role.LIST, say("thinking"), self.rect, "expected", shown)]
            if shown
            else []
        )

    @property
    def nodes(self) -> list[Node]:
        """Return the nodes that the expected plies lead to."""
        self._build()
        return self._line

    def _build(self) -> None:
        match, thought = self._session.match, self._session.thought
        view = self._view()
        wanted = (thought, match.end, view, self.rect.size)
        if wanted == self._built_for:
            return
        self._built_for = wanted
        self._line = [] if thought is None else self._glimpse(match, thought)
        sizes = sizes_for(self._screen, self.rect.width, 1, 0, lambda node: None)
        builder = RowBuilder(match, lambda node: ply_words(view, node), sizes)
        rows = builder.flow(turns_along(match, self._line), 0, self.rect.width, True)
        room = max(1, self.rect.height // row_height(self._screen, True))
        self._cut = len(rows) > room
        self._rows = rows[:room] if self._line else []

    def _glimpse(self, match: Match, thought: Thought) -> list[Node]:
        """Return the nodes of the line; those found before stay the same."""
        node = thought_node(match, thought)
        if node is None:
            return []
        known = {(old.parent, old.ply): old for old in self._line}
        line: list[Node] = []
        for ply in thought.finding.line:
            child = node.child(ply) or known.get((node, ply))
            if child is None:
                child = next(iter(match.glimpse(node, [ply])), None)
            if child is None:
                break
            line.append(child)
            node = child
        return line

    def press(self, point: tuple[int, int]) -> bool:
        """Show the ply at a point as it is made; return True when there is one."""
        node = self._node_at(point)
        if node is not None:
            self._go_to(node)
        return node is not None

    def _go_to(self, node: Node) -> None:
        def show() -> None:
            if node.parent is not None and self._session.match.here is not node.parent:
                self._session.go_to(node.parent)
            self._session.go_to(node)

        self._walk(show)

    def place_of(self, node: Node) -> pygame.Rect | None:
        """Return where a ply of the line stands on the screen; None where it has no room."""
        height = row_height(self._screen, True)
        for index, pieces in enumerate(self._rows):
            for piece in pieces:
                if piece.node is node:
                    left, top = self.rect.x + piece.left, self.rect.y + index * height
                    return pygame.Rect(left, top, piece.width, height)
        return None

    def _node_at(self, point: tuple[int, int]) -> Node | None:
        if not self.rect.collidepoint(point) or not self._screen.reached:
            return None
        row = (point[1] - self.rect.y) // row_height(self._screen, True)
        if row >= len(self._rows):
            return None
        return nearest(self._rows[row], point[0] - self.rect.x, self._screen.scale.px(_REACH))

    def draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the line; where it is longer than its rectangle, it ends with three dots."""
        self._build()
        screen, match = self._screen, self._session.match
        hovered = self._node_at(screen.scale.magnifier.pointer())
        painter = PliesPainter(screen, match.game, looked_at=match.here, hovered=hovered)
        height = row_height(screen, True)
        for index, pieces in enumerate(self._rows):
            middle = self.rect.y + height * index + height // 2
            last = self._cut and index == len(self._rows) - 1
            shown = pieces
            if last:
                dots = theme.font(screen.scale.small).size(_MORE)[0] + screen.scale.px(6)
                fits = [p for p in pieces if p.left + p.width + dots <= self.rect.width]
                shown = tuple(fits) or pieces[:1]
            for piece in shown:
                painter.draw(surface, piece, (self.rect.x, middle), True)
            if last:
                at = (self.rect.x + shown[-1].left + shown[-1].width + screen.scale.px(6), middle)
                colour = screen.palette.quiet
                theme.write(surface, _MORE, at, screen.scale.small, colour, anchor="midleft")


def thought_node(match: Match, thought: Thought) -> Node | None:
    """Return the node of the line being played whose position a thought is about."""
    for node in reversed((match.root, *match.end.line)):
        judged = match.game.with_evaluation(node.position, thought.limit.judge)
        if judged == thought.position:
            return node
    return None


def game_sums(match: Match) -> list[list[Element]]:
    """Return the sums of the computers of a match that is over, in versions that tell less.

    That is all, those of each player, the last ones, and nothing.
    """
    seats = [seat for seat, player in enumerate(match.players) if not player.person]
    named = [(naming.player_name(match, seat), match.search_totals_of(seat)) for seat in seats]
    players = [(name, totals) for name, totals in named if _known(totals)]
    whole = list(players)
    if len(players) > 1:
        whole.append((say("both_players"), match.search_totals_of(*seats)))
    return [_sums(tables) for tables in (whole, players, whole[-1:], whole[:0])]


def _known(totals: SearchTotals) -> list[tuple[str, str]]:
    """Return rows of a label and a sum; what nobody counted has no row."""
    rows = [
        (say("evaluations"), naming.sum_words(totals.evaluations)),
        (say("nodes"), naming.sum_words(totals.nodes)),
        (say("time_taken"), naming.sum_words(totals.seconds, naming.seconds_words)),
    ]
    unknown = naming.count_words(None)
    return [row for row in rows if row[1] != unknown]


def _sums(tables: Sequence[tuple[str, SearchTotals]]) -> list[Element]:
    elements: list[Element] = []
    for name, totals in tables:
        facts = (Fact(*row, type="small", bold=False) for row in _known(totals))
        elements.append(Column(Text(name, "small", bold=True, line=True), *facts))
    columns = [column for _, totals in tables for column in totals.columns]
    if not all(column is None or column.whole for column in columns):
        elements.append(Text(say("at_least"), "small", "quiet", line=True, align="right"))
    return elements
