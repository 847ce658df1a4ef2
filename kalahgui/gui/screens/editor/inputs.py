"""What mouse and keys do on a board that is edited: on every one, on squares, in Eight."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.games.draft import Draft, Drafting
from kalahgui.gui.boards.eight import way_to
from kalahgui.gui.boards.grid import GridView
from kalahgui.gui.boards.view import View
from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.tiles import NumberTiles
from kalahgui.gui.panels.board import table_of, view_from
from kalahgui.gui.services.keymap import Commands, arrows, press
from kalahgui.match.editing import Editing
from kalahgui.words import listed, say, with_label

_HEIGHT = 30
_END = 34  # the width of what can be pressed at either end


class Pill:
    """Words between a minus and a plus, in units of the layout."""

    def __init__(self, screen: Screen, centre: tuple[int, int], words: str) -> None:
        """Stand around a point, inside the window."""
        self._screen = screen
        self._words = words
        scale = screen.scale
        width = theme.font(scale.body, True).size(words)[0] + 2 * scale.px(_END)
        self.rect = pygame.Rect(0, 0, width, max(scale.px(_HEIGHT), round(1.7 * scale.body)))
        self.rect.center = centre
        self.rect.clamp_ip(pygame.Rect((0, 0), screen.size))

    def step_at(self, point: tuple[int, int]) -> int:
        """Return -1 on the minus, 1 on the plus, 0 elsewhere."""
        if not self.rect.collidepoint(point):
            return 0
        end = self._screen.scale.px(_END)
        return (point[0] >= self.rect.right - end) - (point[0] < self.rect.left + end)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the pill."""
        scale, palette, rect = self._screen.scale, self._screen.palette, self.rect
        surface.blit(theme.rounded(rect.size, rect.height // 2, palette.banner), rect)
        end = scale.px(_END)
        for words, x in (
            ("\u2212", rect.left + end // 2 + scale.px(3)),
            (self._words, rect.centerx),
            ("+", rect.right - end // 2 - scale.px(3)),
        ):
            at = (x, rect.centery)
            theme.write(surface, words, at, scale.body, palette.on_banner, True, "center")


Point = tuple[int, int]
Change = Callable[..., None]


class EditorInput:
    """A board that is edited: it draws the draft, and hears mouse and keys.

    ``cell`` is under the mouse or chosen by the arrow keys. ``hint`` and ``keys`` are
    the translations that say in short what mouse and keys do.
    """

    hint: str
    keys: str
    key_place: str

    def __init__(self, screen: Screen, editing: Editing, change: Change) -> None:
        """``change`` takes another draft, and what it is a stroke of or None."""
        self.screen = screen
        self.editing = editing
        self.cell: int | None = None
        self.view: View
        self._laid: tuple[object, ...] = ()
        self.change = change

    def place(self, rect: pygame.Rect) -> None:
        """Lay the board out in a rectangle; nothing is done where it lies there already."""
        drafting, choices = self.drafting, self.screen.choices
        laid = rect.copy(), self.screen.palette, choices.pit_numbers, choices.square_names
        if laid == self._laid:
            return
        self._laid = laid
        start = drafting.game.start(self.draft.variant)
        self.view = view_from(self.screen, drafting.game, start, rect, 0)

    @property
    def draft(self) -> Draft:
        """Return what lies on the board."""
        return self.editing.draft

    @property
    def drafting(self) -> Drafting:
        """Return what the game makes of drafts."""
        return self.editing.drafting

    # -- events

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; return True when it was used."""
        match event.type:
            case pygame.MOUSEMOTION:
                self.move(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button in (1, 3):
                shift = bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
                return self.press(event.pos, event.button == 3 or shift)
            case pygame.MOUSEBUTTONUP if event.button in (1, 3):
                self.release(event.pos)
            case pygame.MOUSEWHEEL if event.y:
                return self.wheel(event.y)
            case pygame.KEYDOWN:
                return press((self.key_place,), self._commands, event)
        return False

    @property
    def _commands(self) -> Commands:
        commands = arrows(self._walk)
        if self.cell is not None:
            commands |= {f"type_{digit}": partial(self.type, digit) for digit in range(10)}
            commands |= {"more": partial(self.step, 1), "less": partial(self.step, -1)}
            emptied = self.drafting.put(self.draft, self.cell, 0)
            commands["empty"] = partial(self.change, emptied)
        return commands

    def _walk(self, right: int, down: int) -> None:
        self.screen.controls.let_go()  # the board has the keys
        self.walk(right, down)

    def move(self, point: Point) -> None:
        """Follow the mouse."""
        self.cell = self.view.cell_at(point)

    def press(self, point: Point, less: bool) -> bool:
        """Hear a button of the mouse go down; ``less`` tells that something is to be taken away."""
        raise NotImplementedError

    def release(self, point: Point) -> None:
        """Hear a button of the mouse go up."""

    def wheel(self, steps: int) -> bool:
        """Hear the wheel, up where ``steps`` is positive."""
        if self.cell is None:
            return False
        self.step(1 if steps > 0 else -1)
        return True

    def walk(self, right: int, down: int) -> None:
        """Follow an arrow key."""
        raise NotImplementedError

    def step(self, steps: int) -> None:
        """Put more or less into the cell under the hand."""
        assert self.cell is not None
        self.change(self.drafting.step(self.draft, self.cell, steps))

    def type(self, digit: int) -> None:
        """Hear a digit."""
        raise NotImplementedError

    # -- for those who do not see it

    @property
    def part(self) -> AccessibleNode:
        """Return the board as a table; a cell tells what pressing it would put there."""
        return table_of(self.view, self._name, self._cell_part)

    @property
    def _name(self) -> str:
        return say(f"rules_tab_{self.drafting.game.key}")

    def _cell_part(self, cell: int) -> AccessibleNode:
        drafting, draft = self.drafting, self.draft
        after = drafting.step(draft, cell, 1).cells[cell]
        words = [self.name_of(cell), self.held_words(draft.cells[cell])]
        if after != draft.cells[cell]:
            words.append(say("access_press", what=self.held_words(after)))
        return AccessibleNode(
            Role.CELL,
            listed(*words),
            self.view.mark_place(cell)[0],
            cell,
            focused=self.screen.free and cell == self.cell,
            act=partial(self._press_cell, cell),
            take=partial(self._take, cell),
        )

    def _take(self, cell: int) -> None:
        self.screen.controls.let_go()
        self.cell = cell

    def _press_cell(self, cell: int) -> None:
        self._take(cell)
        self.step(1)

    def name_of(self, cell: int) -> str:
        """Return what a cell is called."""
        raise NotImplementedError

    def held_words(self, content: int) -> str:
        """Say what lies in a cell."""
        raise NotImplementedError

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the board with the draft, and what is under the hand."""
        raise NotImplementedError


_CONTENTS = 3  # empty, the first side's, the second side's


class SquaresInput(EditorInput):
    """A click goes round from empty to one side and the other; dragging paints what it began."""

    hint = "edit_hint_squares"
    keys = "edit_keys_squares"
    key_place = "edit_squares"

    def __init__(self, screen: Screen, editing: Editing, change: Change) -> None:
        super().__init__(screen, editing, change)
        self._strokes = itertools.count(1)
        self._painting: tuple[object, int] | None = None  # the stroke, and what it lays

    @property
    def board(self) -> GridView:
        """Return the view of the board."""
        assert isinstance(self.view, GridView)
        return self.view

    def move(self, point: Point) -> None:
        super().move(point)
        if self._painting is not None and self.cell is not None:
            stroke, content = self._painting
            self.change(self.drafting.put(self.draft, self.cell, content), stroke)

    def press(self, point: Point, less: bool) -> bool:
        self._painting = None
        self.move(point)
        if self.cell is None:
            return False
        draft = self.drafting.step(self.draft, self.cell, -1 if less else 1)
        stroke = "painted", next(self._strokes)
        self._painting = stroke, draft.cells[self.cell]
        self.change(draft, stroke)
        return True

    def release(self, point: Point) -> None:
        self._painting = None

    def walk(self, right: int, down: int) -> None:
        if self.cell is None:
            self.cell = 0
        else:
            start = self.drafting.game.start(self.draft.variant)
            self.cell = self.view.step(self.cell, right, down, start)

    def name_of(self, cell: int) -> str:
        return self.board.cell_name(cell)

    def held_words(self, content: int) -> str:
        return say(self.board.held[content])

    def type(self, digit: int) -> None:
        assert self.cell is not None
        if digit < _CONTENTS:
            self.change(self.drafting.put(self.draft, self.cell, digit))

    def draw(self, surface: pygame.Surface) -> None:
        ghost = None
        if self.cell is not None and not self.draft.cells[self.cell] and self._painting is None:
            ghost = (self.cell, 0)
        names = self.board.written_names
        self.board.board.draw(surface, self.draft.cells, ghost=ghost, chosen=self.cell, **names)


_SUM, _LAST = 0, 1
_BESIDE = 100  # the middle of the pill from the hollows, in units of the layout


class NumbersInput(EditorInput):
    """The row of hollows takes the sum, the tiles the number named last."""

    hint = "edit_hint_numbers"
    keys = "edit_keys_numbers"
    key_place = "edit_numbers"

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        numbers = self.drafting.game.board(self.drafting.game.start(self.draft.variant))
        self._numbers = numbers
        self._tiles = NumberTiles(numbers, rect, self.screen.palette)
        first, last = (self._tiles.hollow_centre(count) for count in (1, numbers.goal))
        pitch = self._tiles.hollow_centre(2)[0] - first[0]
        self._row = pygame.Rect(first[0] - pitch // 2, 0, last[0] - first[0] + pitch, 2 * pitch)
        self._row.centery = first[1]
        self.cell = _SUM

    def move(self, point: Point) -> None:
        """Leave the sum under the hand: there is nothing else to step."""
        self._hovered = self._tiles.tile_at(point)

    _hovered: int | None = None

    def press(self, point: Point, less: bool) -> bool:
        self.move(point)
        step = self._pill.step_at(point)
        if step:
            self.step(step)
        elif self._hovered is not None:
            named = 0 if self.draft.cells[_LAST] == self._hovered or less else self._hovered
            self.change(self.drafting.put(self.draft, _LAST, named))
        elif self._row.collidepoint(point):
            # The last hollow of the sum is taken away again.
            centres = [self._tiles.hollow_centre(n)[0] for n in range(1, self._numbers.goal + 1)]
            count = 1 + min(range(len(centres)), key=lambda n: abs(centres[n] - point[0]))
            total = self.draft.cells[_SUM]
            if less:
                self.step(-1)
            else:
                self.change(self.drafting.put(self.draft, _SUM, count - (count == total)))
        else:
            return False
        return True

    def walk(self, right: int, down: int) -> None:
        if right:
            self.step(right)
        else:
            self.change(self.drafting.step(self.draft, _LAST, -down))

    @property
    def part(self) -> AccessibleNode:
        total, last = self.draft.cells
        cells = []
        less = self._pill.rect
        less.width //= 2
        for name, step, rect in (("more", 1, less.move(less.width, 0)), ("less", -1, less)):
            words = with_label(say("edit_sum", total=total), say(f"access_{name}"))
            act = partial(self.step, step)
            cells.append(AccessibleNode(Role.CELL, words, rect, name, act=act, take=act))
        for number in range(1, self._numbers.highest + 1):
            named = 0 if number == last else number
            act = partial(self._name_last, named)
            words = say("access_last_said", n=number)
            rect, on = self._tiles.tile_rect(number), number == last
            cells.append(AccessibleNode(Role.CELL, words, rect, number, on=on, act=act))
        row = AccessibleNode(Role.ROW, say("access_row", n=1), self.view.rect, 0, tuple(cells))
        return AccessibleNode(Role.TABLE, self._name, self.view.rect, "board", (row,))

    def _name_last(self, number: int) -> None:
        self.change(self.drafting.put(self.draft, _LAST, number))

    def type(self, digit: int) -> None:
        if digit <= self._numbers.highest:
            self.change(self.drafting.put(self.draft, _LAST, digit))

    @property
    def _pill(self) -> Pill:
        words = say("edit_sum", total=self.draft.cells[_SUM])
        # A sum beyond the goal reaches out at the right.
        x = self._row.left - self.screen.scale.px(_BESIDE)
        return Pill(self.screen, (x, self._row.centery), words)

    def draw(self, surface: pygame.Surface) -> None:
        position, (total, last) = self.editing.verdict.position, self.draft.cells
        # The numbers that made the sum, or one run where no game comes to it.
        said = [total] if total else []
        if position is not None:
            said = list(way_to(self.drafting.game, position))
        numbers = range(1, self._numbers.highest + 1)
        self._tiles.draw(
            surface, said, allowed=[n for n in numbers if n != last], hovered=self._hovered
        )
        self._pill.draw(surface)
