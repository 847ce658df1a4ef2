"""What every board in the window can do; each game's view fills it in."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

import pygame

from kalahgui.games.game import Event, Game, Grid, Message, Position
from kalahgui.games.move_names import MoveNames, article_names, names_from_a1, notation_of
from kalahgui.gui.paint import stones
from kalahgui.gui.paint.move_marks import draw_arrow, draw_badge, draw_ring, has_badge, ring_colour
from kalahgui.gui.paint.theme import Palette
from kalahgui.gui.services.settings import PIT_NUMBERS, SQUARE_NAMES
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.match.timeline import Foldable
from kalahgui.review.pointers import MATTERS, TAKEN, Pointer
from kalahgui.words import as_text

# A mark's ring and badge, as shares of the marked cell.
_RING, _BADGE = 0.036, 0.27
# The width of an arrow, and how far from the middle of its cell it begins.
_ARROW, _OUT = 0.075, 0.34


@dataclass(frozen=True)
class MoveMark:
    """A ring around the cell of a move, ``dashed`` or whole, and a badge with what it is called.

    ``kind`` is one of the kinds of a review.
    """

    kind: str
    dashed: bool = False


@dataclass(frozen=True)
class Look:
    """What is shown on a board besides the pieces.

    ``cell`` is under the hand or chosen by keys (``by_keys``), ``to_move`` tells that a person
    may play now, ``marks`` and ``numbers`` whether legal squares and square numbers are shown,
    ``facing`` that somebody sits on the north side; ``values`` are words for cells and whether
    a cell's move is among the best. ``weights`` are what an article's measures give each cell,
    ``stable`` the cells whose disc can never be turned again. ``moves`` are the moves that are
    talked about, by their cells, and ``pointers`` what they do. ``event`` is in flight, with so
    much ``progress`` from 0 to 1. ``names`` tells that players are named on the board.
    """

    cell: int | None = None
    by_keys: bool = False
    to_move: bool = False
    marks: bool = True
    numbers: bool = False
    facing: bool = False
    values: Mapping[int, tuple[str, bool]] = field(default_factory=dict)
    weights: Sequence[int] = ()
    stable: Collection[int] = ()
    moves: Mapping[int, MoveMark] = field(default_factory=dict)
    pointers: Sequence[Pointer] = ()
    event: Event | None = None
    progress: float = 0.0
    names: bool = True


def chosen_names(game: Game, start: Position, pit_numbers: str, square_names: str) -> MoveNames:
    """Return what moves are called on the board of a start by the player's choice for such boards.

    An article's names are taken where the board has such.
    """
    has_squares = isinstance(game.board(start), Grid)
    choice = square_names if has_squares else pit_numbers
    names = article_names(game, start) if choice == "article" else None
    if names is None and has_squares and choice != "enclosing":
        return names_from_a1(game, start)
    return names or notation_of(game, start)


class View:
    """A game's board on the screen: where things lie, what a click means, how events look.

    Cells are those of the game's board; what a cell means as a move is the view's business.
    ``pit_numbers``, one of PIT_NUMBERS, ``square_names``, one of SQUARE_NAMES, ``tree_shown`` and
    ``effects_told``, whether cells say what their moves would do, may be changed at any time.
    """

    # Whether the board lies wide between its players, instead of wanting all the height.
    wide = False
    # Whether the tree of all games is small enough to be shown beside the board.
    has_tree = False
    # Whether the board may be turned round for the player on the other side.
    turns_round = False
    # The choice of the player by which cells show their numbers; empty where they have none.
    numbering = ""

    def __init__(
        self, game: Game, start: Position, rect: pygame.Rect, south: int, palette: Palette
    ) -> None:
        """Lay the board out in a rectangle, with one side at the bottom."""
        self.game = game
        self.rect = rect
        self.south = south
        self.palette = palette
        self.pit_numbers = PIT_NUMBERS[0]
        self.square_names = SQUARE_NAMES[0]
        self.tree_shown = True
        self.effects_told = True
        self._names = cache(partial(chosen_names, game, start))
        self.prepare(start)

    def prepare(self, start: Position) -> None:
        """Make ready what is needed to show the board of a start position."""

    @staticmethod
    def shown(match: Match, node: Node | None = None) -> Any:
        """Return a board in the form that ``draw`` takes, at a node of a match (default: here).

        It has a method ``apply``, by which the events of further moves change it.
        """
        raise NotImplementedError

    @property
    def tree_button(self) -> pygame.Rect:
        """Return the rectangle of the button that shows and hides the tree, where there is one."""
        raise NotImplementedError

    def cells(self, position: Position) -> range:
        """Return all cells that can be pressed."""
        return range(len(self.game.cells(position)))

    def cell_at(self, point: tuple[int, int]) -> int | None:
        """Return the cell under a point of the picture, in pixels; None beside all cells."""
        raise NotImplementedError

    def move_of(self, cell: int, position: Position) -> int | None:
        """Return the legal move that pressing a cell would play; None where there is none."""
        raise NotImplementedError

    def cell_of(self, move: int, position: Position) -> int:
        """Return the cell that is pressed to play a move of the side to move."""
        raise NotImplementedError

    def why_not(self, cell: int, match: Match) -> Message | None:
        """Return why a cell is no move for the person to move."""
        raise NotImplementedError

    def step(self, cell: int | None, right: int, down: int, position: Position) -> int | None:
        """Return the cell that an arrow key leads to."""
        raise NotImplementedError

    @property
    def move_names(self) -> MoveNames:
        """Return what moves are called by the player's choice: so they are shown, and so typed."""
        return self._names(self.pit_numbers, self.square_names)

    def typed(self, text: str, before: str, position: Position) -> tuple[int | None, str] | None:
        """Read a typed sign: the cell it names or None, and what is typed so far.

        ``before`` is what was typed already; the answer is None for a sign that means nothing.
        """
        names, typed = self.move_names, before + text
        if not text.isalnum():  # of a column and a row in brackets, nothing else
            return (None, before) if before and names.has_sign(text) else None
        if names.begins(typed, position.turn):
            return None, typed
        move = names.move(typed, position.turn)
        if move is not None:
            return self.cell_of(move, position), ""
        return self.typed(text, "", position) if before else None

    def move_text(self, move: int, side: int) -> str:
        """Return a side's move as the window writes it; files use the notation of the game."""
        return self.move_names.text(move, side)

    @property
    def rows(self) -> list[list[int]]:
        """Return the cells as they lie, row by row."""
        raise NotImplementedError

    def cell_words(self, cell: int, match: Match) -> str:
        """Say all of a cell: what it is called, what lies on it, and what its move would do."""
        raise NotImplementedError

    def side_words(self, side: int, match: Match) -> str:
        """Say briefly what a side has on the board."""
        raise NotImplementedError

    def board_words(self, match: Match) -> str:
        """Say briefly what lies on the board, the near side first."""
        return as_text(*(self.side_words(side, match) for side in (self.south, 1 - self.south)))

    def moves_words(self, match: Match) -> str:
        """Say where one may move, on a board where that is not easy to hear."""
        return ""

    def preview_words(self, move: int, position: Position) -> str:
        """Say what a move would do."""
        raise NotImplementedError

    def said(self, event: Event, shown: Any, match: Match) -> Message | None:
        """Return the words shown on the board while an event is in flight; None without any."""
        return None

    def sound(self, event: Event, ended: bool) -> str:
        """Return the sound of an event as it begins or ends; empty for none."""
        return ""

    def draw(self, surface: pygame.Surface, shown: Any, match: Match, look: Look) -> None:
        """Draw a board that ``shown`` returned; ``look`` adds marks and an event in flight."""
        raise NotImplementedError

    def mark_place(self, cell: int) -> tuple[pygame.Rect, int]:
        """Return the box of a ring around a cell, and how round its corners are (pixels)."""
        raise NotImplementedError

    def draw_marks(self, surface: pygame.Surface, look: Look) -> None:
        """Draw arrows and rings of the moves that are talked about, and their badges on top."""
        self.draw_pointers(surface, look)
        self.draw_rings(surface, look)
        self.draw_badges(surface, look)

    def draw_rings(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the rings of the moves that are talked about."""
        for cell, mark in look.moves.items():
            rect, radius = self.mark_place(cell)
            width = max(2, round(min(rect.size) * _RING))
            colour = ring_colour(mark.kind) if mark.dashed else self.palette.lit
            draw_ring(surface, rect, radius, width, colour, mark.dashed)

    def draw_pointers(self, surface: pygame.Surface, look: Look) -> None:
        """Draw what the moves that are talked about do, as arrows, and rings where it matters."""
        for pointer in look.pointers:
            (start, _), (end, radius) = map(self.mark_place, (pointer.start, pointer.end))
            width = max(3, round(min(start.size) * _ARROW))
            colour = self.palette.accent if pointer.kind == TAKEN else self.palette.best
            if pointer.kind == MATTERS:
                draw_ring(surface, end, radius, max(2, width // 2), colour, dashed=True)
                continue
            way = pygame.Vector2(end.center) - start.center
            if way:
                way.scale_to_length(min(start.size) * _OUT)
            begin, stop = start.center + way, end.center - way * 0.5
            points = [(round(point.x), round(point.y)) for point in (begin, stop)]
            draw_arrow(surface, points[0], points[1], width, colour, self.palette.card)

    def draw_badges(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the badges of the moves that are talked about."""
        for cell, mark in look.moves.items():
            rect, radius = self.mark_place(cell)
            if has_badge(mark.kind):
                # A corner that is round is nearer to the middle.
                inwards = round(radius * (1 - math.sqrt(0.5)))
                at = (rect.right - inwards, rect.top + inwards)
                size = round(min(rect.size) * _BADGE)
                draw_badge(surface, at, size, mark.kind, self.palette)

    @property
    def written(self) -> list[pygame.Rect]:
        """Return the parts of the board on which something may be written."""
        return [self.rect]

    def piece(self, number: int, size: int) -> pygame.Surface:
        """Return one of the game's pieces by itself, so many pixels wide."""
        return stones.stone(number % stones.COLOURS, size, self.palette.pieces)

    def draw_still(self, surface: pygame.Surface, shown: Any) -> None:
        """Draw the board alone, as a picture of the game."""
        raise NotImplementedError


def fold_line(match: Match, shown: Foldable, node: Node | None) -> None:
    """Fold the plies that lead to a node over a board that is shown as it was at the start."""
    for event in match.events((node or match.here).line):
        shown.apply(event)
