"""What mouse and keys do on the pits of Kalah that are edited."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import pygame

from kalahgui.games.draft import Draft
from kalahgui.games.kalah.draft import KalahDrafting
from kalahgui.gui.boards.kalah import KalahView
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.tips import draw_banner
from kalahgui.gui.screens.editor.inputs import Change, EditorInput, Pill, Point
from kalahgui.gui.services import naming
from kalahgui.match.editing import Editing
from kalahgui.words import say


class LaidStones:
    """The numbers of the stones in every cell; they follow the counts of a draft."""

    def __init__(self) -> None:
        self.cells: list[list[int]] = []
        self._spare: list[int] = []
        self._numbers = itertools.count()

    def follow(self, counts: Sequence[int]) -> None:
        """Have so many stones in the cells; one that leaves a cell goes into another first."""
        if len(counts) != len(self.cells):
            self.cells, self._spare, self._numbers = [[] for _ in counts], [], itertools.count()
        moved: list[int] = []
        for held, count in zip(self.cells, counts, strict=True):
            moved += held[count:]
            del held[count:]
        for held, count in zip(self.cells, counts, strict=True):
            while len(held) < count:
                left = moved or self._spare
                held.append(left.pop() if left else next(self._numbers))
        self._spare += moved


_DRAG = 8  # so far the mouse moves before a click becomes a drag, in units of the layout


class PitsInput(EditorInput):
    """Click, wheel and keys add stones and take them away; dragging carries them."""

    hint = "edit_hint_pits"
    keys = "edit_keys_pits"
    key_place = "edit_pits"

    def __init__(self, screen: Screen, editing: Editing, change: Change) -> None:
        super().__init__(screen, editing, change)
        self._stones = LaidStones()
        self._pressed: tuple[int, Point] | None = None  # the cell and the point
        self._carried = 0  # stones in the hand
        self._mouse: Point = (0, 0)
        self._typed: tuple[int, Draft, int] | None = None  # cell, what came of it, the stroke
        self._strokes = itertools.count(1)

    @property
    def board(self) -> KalahView:
        """Return the view of the board."""
        assert isinstance(self.view, KalahView)
        return self.view

    @property
    def _kalah(self) -> KalahDrafting:
        assert isinstance(self.drafting, KalahDrafting)
        return self.drafting

    # -- the mouse

    def move(self, point: Point) -> None:
        self._mouse = point
        if self._pressed is not None and not self._carried:
            source, begun = self._pressed
            far = math.dist(point, begun) > self.screen.scale.px(_DRAG)
            if far and self.draft.cells[source]:
                self._carried = 1
        self.cell = self._under(point)

    def _under(self, point: Point) -> int | None:
        """Return the cell under a point; its pill, and what is between them, belongs to it."""
        cell = self.view.cell_at(point)
        if self._carried or self.cell is None:
            return cell
        pill = self._pill(self.cell).rect
        near = self.board.board.ring_place(self.cell)[0].union(pill)
        at_pill = pill.collidepoint(point) or (cell is None and near.collidepoint(point))
        return self.cell if at_pill else cell

    def press(self, point: Point, less: bool) -> bool:
        self.move(point)
        if self.cell is None:
            return False
        step = self._pill(self.cell).step_at(point)
        if step or less:
            self.step(step or -1)
        elif self.view.cell_at(point) == self.cell:
            self._pressed = self.cell, point
        return True

    def release(self, point: Point) -> None:
        pressed, carried = self._pressed, self._carried
        self._pressed, self._carried = None, 0
        if pressed is None:
            return
        target = self.view.cell_at(point)
        if not carried and target == pressed[0]:
            self.change(self.drafting.step(self.draft, target, 1))
        elif carried and target is not None:
            self.change(self._kalah.moved(self.draft, pressed[0], target, carried))

    def wheel(self, steps: int) -> bool:
        if not self._carried or self._pressed is None:
            return super().wheel(steps)
        there = self.draft.cells[self._pressed[0]]
        self._carried = min(max(1, self._carried + (1 if steps > 0 else -1)), there)
        return True

    # -- keys

    def walk(self, right: int, down: int) -> None:
        self._typed = None
        pits = self.board.geometry.pits
        south, north = pits, 2 * pits + 1  # the stores
        rows = (
            [north, *reversed(range(pits + 1, north)), south],
            [north, *range(pits), south],
        )
        if self.cell is None:
            self.cell = 0
            return
        row = rows[self.cell <= pits]
        if right:
            self.cell = row[(row.index(self.cell) + right) % len(row)]
        elif down:
            self.cell = rows[down > 0][row.index(self.cell)]

    def name_of(self, cell: int) -> str:
        pits = self.board.geometry.pits
        side, pit = divmod(cell, pits + 1)
        name = naming.default_name(self.drafting.game, None, None, side)
        key = "cell_store" if pit == pits else "cell_pit"
        return say(key, name=name, n=self.board.number(cell))

    def held_words(self, content: int) -> str:
        return say("stones", count=content)

    def type(self, digit: int) -> None:
        """Put a number into the cell; a digit that follows at once is its next one."""
        assert self.cell is not None
        number, stroke = digit, next(self._strokes)
        if self._typed is not None and self._typed[:2] == (self.cell, self.draft):
            longer = 10 * self.draft.cells[self.cell] + digit
            if longer <= self.drafting.most(self.draft, self.cell):
                number, stroke = longer, self._typed[2]
        draft = self.drafting.put(self.draft, self.cell, number)
        self.change(draft, ("typed", stroke))
        self._typed = self.cell, draft, stroke

    # -- drawing

    def _pill(self, cell: int) -> Pill:
        count = self.draft.cells[cell]
        board = self.board.board
        words = say("stones", count=count)
        pill = Pill(self.screen, board.count_place(cell), words)
        if pill.rect.width > 1.25 * board.unit:
            pill = Pill(self.screen, board.count_place(cell), str(count))
        return pill

    def draw(self, surface: pygame.Surface) -> None:
        self._stones.follow(self.draft.cells)
        view, game, palette = self.board, self.drafting.game, self.screen.palette
        cells = list(self._stones.cells)
        flying = []
        if self._carried and self._pressed is not None:
            source = self._pressed[0]
            held = cells[source]
            kept = len(held) - self._carried
            cells[source] = held[:kept]
            flying = list(view.in_hand(held[kept:], self._mouse))
        marked = {} if self.cell is None else {self.cell: palette.lit}
        if self._carried and self._pressed is not None:
            marked.setdefault(self._pressed[0], pygame.Color(view.board.trace_colour))
        view.board.draw(
            surface,
            cells,
            flying=flying,
            rings=marked,
            labels=view.pit_labels(),
            owners=[naming.default_name(game, None, None, side) for side in (0, 1)],
        )
        if self._carried:
            self._draw_carried(surface)
        elif self.cell is not None:
            self._pill(self.cell).draw(surface)

    def _draw_carried(self, surface: pygame.Surface) -> None:
        """Say what letting go would do."""
        assert self._pressed is not None
        source, carried = self._pressed[0], self._carried
        stones = say("stones", count=carried)
        if self.cell is None or self.cell == source:
            words = say("edit_carried", stones=stones, all=self.draft.cells[source])
        else:
            moved = self._kalah.moved(self.draft, source, self.cell, carried)
            there, left = moved.cells[self.cell], moved.cells[source]
            words = say("edit_dropped", stones=stones, there=there, left=left)
        scale, palette = self.screen.scale, self.screen.palette
        board = self.board.board.outline
        draw_banner(surface, words, scale, palette, centre=board.center)
