"""What the computer thinks and expects, what its searches took, and the measures of an article."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from kalahgui.engine.limit import SEARCH
from kalahgui.games.game import MEASURES, Game, Measured
from kalahgui.gui.boards.view import View
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.discs import disc
from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
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
from kalahgui.gui.panels.section import FIRST_ROW, ROW, Section
from kalahgui.gui.services import naming
from kalahgui.gui.services.settings import Choices
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.match import Match
from kalahgui.match.node import Node, SearchStatistics, SearchTotals
from kalahgui.match.session import Session
from kalahgui.match.thought import Thought

MEASURES_HEIGHT = FIRST_ROW + 5 * ROW
_PARTS = ("own", "opponent", "mobility", "stable")
_SIGNS = (1, -1, 1, 1)


def has_measures(match: Match) -> bool:
    """Tell whether an article measures the board of a match."""
    return bool(match.game.square_weights(match.start))


def factors_of(match: Match) -> Sequence[int]:
    """Return the factors of a player who plays by the measures, else the published ones."""
    methods = (player.computer for player in match.players)
    chosen = (each.factors for each in methods if each is not None and each.algorithm == MEASURES)
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


def draw_measures_section(surface: pygame.Surface, section: Section, match: Match) -> None:
    """Draw the section: a column for each side, the parts unweighted and their sum."""
    section.heading(surface, say("measures_heading"))
    sides = both_sides(match)
    for side in (0, 1):
        section.picture(
            surface,
            disc(side, section.screen.scale.px(20), section.screen.palette.patterned),
            1 - side,
        )
    for number, (part, factor, sign) in enumerate(
        zip(_PARTS, factors_of(match), _SIGNS, strict=True)
    ):
        label = f"{say(f'measure_{part}')} ×{naming.number(sign * factor)}"
        values = [naming.number(getattr(each, part)) for each in sides]
        section.row(surface, number, label, values)
    totals = [naming.number(each.sum) for each in sides]
    section.row(surface, len(_PARTS), say("measure_sum"), totals)


# Lengths in units of the layout: what the computer did, in words, and the button that asks why.
_WORDS_TOP, _WORDS_ROW = 40, 23
_WORDS_ROWS, _FEW_WORDS_ROWS = 4, 2
_WHY, _WHY_GAP = 38, 10


def words_height(short: bool) -> float:
    """Return the height of the section in words, in units of the layout; a short one says less."""
    return (
        _WORDS_TOP + _WORDS_ROW * (_FEW_WORDS_ROWS if short else _WORDS_ROWS) + _WHY + 2 * _WHY_GAP
    )


def why_place(section: Section, short: bool) -> pygame.Rect:
    """Return the place of the button below the words."""
    top = section.y(words_height(short) - _WHY - _WHY_GAP)
    return pygame.Rect(
        section.left, top, section.right - section.left, section.screen.scale.px(_WHY)
    )


def draw_words_section(
    surface: pygame.Surface,
    section: Section,
    session: Session,
    sentences: Sequence[str],
    short: bool,
) -> None:
    """Draw what the computer did and hopes for; while it thinks, nothing but that."""
    if not (session.thinking or sentences):
        return
    section.heading(surface, say("thinking_heading"))
    screen, top = section.screen, section.y(_WORDS_TOP)
    if session.thinking:
        section.line(surface, FIRST_ROW, say("hidden_thinking"), quiet=True)
        return
    size, room = screen.scale.body, section.right - section.left
    most = section.y(words_height(short) - _WHY - _WHY_GAP) - top
    lines = list(wrap(" ".join(sentences), size, room))
    if len(lines) * line_height(size) > most:
        lines = list(wrap(sentences[0], size, room))
    write_lines(
        surface,
        lines[: max(1, most // line_height(size))],
        (section.left, top),
        size,
        screen.palette.ink,
    )


_ROWS, _FEW_ROWS = 5, 1
_LINE_ROW = 25
_LINE_ROWS, _FEW_LINE_ROWS = 2, 1


def thinking_height(short: bool) -> float:
    """Return the height of the section, in units of the layout; a short one tells less."""
    line, rows = line_place(short)
    return line + rows * _LINE_ROW + 8


def line_place(short: bool) -> tuple[float, int]:
    """Return where the expected line begins, in units from the section's top, and its rows."""
    rows = _FEW_ROWS if short else _ROWS
    return FIRST_ROW + ROW * rows - ROW / 2, _FEW_LINE_ROWS if short else _LINE_ROWS


def draw_thinking_section(
    surface: pygame.Surface, section: Section, session: Session, short: bool
) -> None:
    """Draw all but the expected line; what a search took stays there until the next one."""
    section.heading(surface, say("thinking"))
    thought = session.thought
    if thought is not None:
        _draw_thought(surface, section, thought, session, short)
    elif session.nodes_so_far:
        section.row(surface, 0, say("nodes_so_far"), [naming.count_words(session.nodes_so_far)])
    else:
        words = say("hidden_thinking" if session.thinking else "idle_thinking")
        section.line(surface, FIRST_ROW, words, quiet=True)


def _draw_thought(
    surface: pygame.Surface, section: Section, thought: Thought, session: Session, short: bool
) -> None:
    match, finding = session.match, thought.finding
    statistics = SearchStatistics.of(finding, thought.seconds)
    if finding.exact:
        section.note(surface, say("exact"), True)
    elif _selective(thought, match.game):
        section.note(surface, say("selective_alone"), False)
    # The thought is one about the line that is being played, whatever is looked at.
    name = naming.player_name(match, thought.seat, match.end)
    label = say("expected_value") if thought.measured else say("expected_lead", name=name)
    rows = [
        (say("turns_ahead"), naming.count_words(finding.depth or None)),
        (label, naming.thought_words(match.game, thought)),
        (say("evaluations"), naming.count_words(statistics.evaluations)),
        (say("nodes"), naming.count_words(statistics.nodes)),
        (say("time_taken"), naming.seconds_words(statistics.seconds)),
    ]
    for number, (words, value) in enumerate(rows[1 : 1 + _FEW_ROWS] if short else rows):
        section.row(surface, number, words, [value])


def _selective(thought: Thought, game: Game) -> bool:
    """Tell whether lines were left out that hardly matter."""
    limit = thought.limit
    return limit.algorithm == SEARCH and game.uses_probcut(thought.position, limit.judge)


_REACH = 16  # how far beside its words a ply can be hit, in units of the layout
_MORE = "…"


class ExpectedLine:
    """Shows the plies that a thought expects; it outlasts the screen's laying out.

    ``place`` puts it in a rectangle, of which it fills as many rows as it needs.
    """

    def __init__(
        self, screen: Screen, session: Session, walk: Callable[[Callable[[], None]], None]
    ):
        """``walk`` has something done that leads to another position."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._screen = screen
        self._session = session
        self._walk = walk
        self._view: View
        self._line: list[Node] = []
        self._rows: list[tuple[Piece, ...]] = []
        self._cut = False
        self._built_for: object = None
        self._mouse: tuple[int, int] | None = None

    def place(self, rect: pygame.Rect, view: View) -> None:
        """Stand in a rectangle of the screen; an empty one hides the line."""
        self.rect = rect
        self._view = view
        self._built_for = None

    @property
    def nodes(self) -> list[Node]:
        """Return the nodes that the expected plies lead to."""
        self._build()
        return self._line

    def _build(self) -> None:
        """Find the nodes of the line, and break it into rows, when there is another one."""
        match, thought = self._session.match, self._session.thought
        wanted = (thought, match.end)
        if self._built_for is not None and wanted == self._built_for:
            return
        self._built_for = wanted
        self._line = [] if thought is None else self._glimpse(match, thought)
        sizes = sizes_for(self._screen, self.rect.width, 1, 0, lambda node: None)
        builder = RowBuilder(
            match, lambda node: ply_words(self._view, node), say("pass_short"), sizes
        )
        rows = builder.flow(turns_along(match, self._line), 0, self.rect.width, True)
        room = max(1, self.rect.height // row_height(self._screen, True))
        self._cut = len(rows) > room
        self._rows = rows[:room] if self._line else []

    def _glimpse(self, match: Match, thought: Thought) -> list[Node]:
        """Return the nodes of the line; those found before stay the same."""
        node = thought_node(match, thought)
        if node is None:
            return []
        known = {(each.parent, each.ply): each for each in self._line}
        line: list[Node] = []
        for ply in thought.finding.line:
            found = node.child(ply) or known.get((node, ply))
            if found is None:
                found = next(iter(match.glimpse(node, [ply])), None)
            if found is None:
                break
            line.append(found)
            node = found
        return line

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; return True when it was for the line."""
        if event.type == pygame.MOUSEMOTION:
            self._mouse = event.pos
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        node = self._node_at(event.pos)
        if node is None:
            return False

        def show() -> None:
            """Have the ply seen as it is made."""
            if node.parent is not None and self._session.match.here is not node.parent:
                self._session.go_to(node.parent)
            self._session.go_to(node)

        self._walk(show)
        return True

    def place_of(self, node: Node) -> pygame.Rect | None:
        """Return where a ply of the line stands on the screen; None where it has no room."""
        height = row_height(self._screen, True)
        for place, pieces in enumerate(self._rows):
            for piece in pieces:
                if piece.node is node:
                    left, top = self.rect.x + piece.left, self.rect.y + place * height
                    return pygame.Rect(left, top, piece.width, height)
        return None

    def _node_at(self, point: tuple[int, int] | None) -> Node | None:
        if point is None or not self.rect.collidepoint(point) or not self._screen.reached:
            return None
        row = (point[1] - self.rect.y) // row_height(self._screen, True)
        if row >= len(self._rows):
            return None
        return nearest(self._rows[row], point[0] - self.rect.x, self._screen.scale.px(_REACH))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the line; where it is longer than its place, it ends with three dots."""
        if not self.rect.height:
            return
        self._build()
        screen, match = self._screen, self._session.match
        hovered = self._node_at(self._mouse)
        painter = PliesPainter(screen, match.game, looked_at=match.here, hovered=hovered)
        height = row_height(screen, True)
        for place, pieces in enumerate(self._rows):
            middle = self.rect.y + height * place + height // 2
            last = self._cut and place == len(self._rows) - 1
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


_LEADING = 1.6  # of the size of the letters
_PARTING = 6  # between two players, in units of the layout


class GameSums:
    """The sums of the computers of a match that is over; nothing where only persons play."""

    def __init__(self, match: Match) -> None:
        seats = [seat for seat, player in enumerate(match.players) if not player.person]
        self._players = [
            _Table.of(naming.player_name(match, seat), match.search_totals_of(seat))
            for seat in seats
        ]
        self._players = [table for table in self._players if table.rows]
        self._all = list(self._players)
        if len(self._players) > 1:
            self._all.append(_Table.of(say("both_players"), match.search_totals_of(*seats)))

    def fitting(self, screen: Screen, height: int) -> list[_Table]:
        """Return the tables that fit a height: all, those of the players, the last, or none."""
        for tables in (self._all, self._players, self._all[-1:]):
            if self.height(screen, tables) <= height:
                return tables
        return []

    def height(self, screen: Screen, tables: Sequence[_Table] | None = None) -> int:
        """Return the height that tables need (default: all), in pixels."""
        tables = self._all if tables is None else tables
        rows = sum(1 + len(table.rows) for table in tables) + _some_unknown(tables)
        gaps = max(0, len(tables) - 1)
        return rows * _row(screen) + gaps * screen.scale.px(_PARTING)

    def draw(self, surface: pygame.Surface, screen: Screen, place: pygame.Rect) -> None:
        """Draw the tables that fit a place, from its top."""
        size, ink, row = screen.scale.small, screen.palette.ink, _row(screen)
        tables = self.fitting(screen, place.height)
        y = place.y + row // 2
        for table in tables:
            at = (place.x, y)
            screen.write(surface, table.name, at, size, ink, bold=True, room=place.width)
            y += row
            for label, value in table.rows:
                screen.write(surface, label, (place.x, y), size)
                screen.write(surface, value, (place.right, y), size, ink, anchor="midright")
                y += row
            y += screen.scale.px(_PARTING)
        if _some_unknown(tables):
            at = (place.right, y - screen.scale.px(_PARTING))
            screen.write(surface, say("at_least"), at, size, anchor="midright")


@dataclass(frozen=True)
class _Table:
    """What some searches took: rows of a label and a sum; what nobody counted has no row."""

    name: str
    rows: Sequence[tuple[str, str]]
    whole: bool

    @classmethod
    def of(cls, name: str, totals: SearchTotals) -> _Table:
        rows = [
            (say("evaluations"), naming.sum_words(totals.evaluations)),
            (say("nodes"), naming.sum_words(totals.nodes)),
            (say("time_taken"), naming.sum_words(totals.seconds, naming.seconds_words)),
        ]
        unknown = naming.count_words(None)
        known = [row for row in rows if row[1] != unknown]
        return cls(name, known, all(each is None or each.whole for each in totals.columns))


def _some_unknown(tables: Sequence[_Table]) -> bool:
    return not all(table.whole for table in tables)


def _row(screen: Screen) -> int:
    return round(screen.scale.small * _LEADING)
