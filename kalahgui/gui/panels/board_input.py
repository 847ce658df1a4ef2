"""The hands of the players: what mouse, touch and keys mean on the board."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from kalahgui.games.game import Message
from kalahgui.gui.boards.view import View
from kalahgui.match.node import Node
from kalahgui.match.session import Session


class BoardInput:
    """Turns clicks, taps and typed signs into moves.

    ``armed`` is the cell of a first tap.
    """

    def __init__(self, session: Session, play: Callable[[int], None]) -> None:
        """Take part in a session; ``play`` plays a legal move."""
        self.view: View
        self.armed: int | None = None
        self._session = session
        self._play = play
        self._typed = ""
        self._chosen: tuple[Node, int] | None = None  # by keys, and where that was

    @property
    def selected(self) -> int | None:
        """Return the cell chosen by arrow keys; once a move lies on the board, one near it."""
        return None if self.stays and self._session.moving else self._near

    @selected.setter
    def selected(self, cell: int | None) -> None:
        self._chosen = None if cell is None else (self._session.match.here, cell)

    @property
    def stays(self) -> bool:
        """Tell whether a cell has only stayed chosen, after a move."""
        return self._chosen is not None and self._chosen[0] is not self._session.match.here

    @property
    def _near(self) -> int | None:
        """Return the cell chosen by keys; after a move the nearest one that can be played."""
        if self._chosen is None or not self.stays:
            return self._chosen and self._chosen[1]
        if not self._session.persons_turn:
            return None
        x, y = self.view.mark_place(self._chosen[1])[0].center
        position = self._session.match.position
        cells = (self.view.cell_of(move, position) for move in position.moves())
        return min(cells, key=lambda cell: math.dist((x, y), self.view.mark_place(cell)[0].center))

    def let_go(self) -> None:
        """Forget what was typed or tapped."""
        self.armed = None
        self._typed = ""

    def move_of(self, cell: int | None) -> int | None:
        """Return the person's move that a cell stands for now."""
        if cell is None or not self._session.persons_turn:
            return None
        return self.view.move_of(cell, self._session.match.position)

    def cell(self, pointer: tuple[int, int] | None) -> int | None:
        """Return the cell chosen by keys, of a first tap or, for a preview, under the pointer."""
        session = self._session
        if not session.persons_turn or session.replaying:
            return None
        if self.selected is not None:
            return self.selected
        if self.armed is not None:
            return self.armed
        if pointer is not None and pygame.mouse.get_focused() and not session.moving:
            cell = self.view.cell_at(pointer)
            if self.move_of(cell) is not None:
                return cell
        return None

    def move(self, event: pygame.Event) -> None:
        """Follow the mouse."""
        if any(event.rel):
            self.selected = None
            if not getattr(event, "touch", False):
                self.armed = None

    def press(self, event: pygame.Event) -> None:
        """Play where the mouse is pressed; the first tap of a finger only shows the move."""
        cell = self.view.cell_at(event.pos)
        touch = getattr(event, "touch", False)
        if touch and cell != self.armed and self.move_of(cell) is not None:
            self.armed = cell
        else:
            self.armed = None
            self.choose(cell)

    def choose(self, cell: int | None) -> None:
        """Play the move of a cell, or say why there is none."""
        move = self.move_of(cell)
        if move is not None:
            self.let_go()
            self.selected = cell if cell == self.selected else None
            self._play(move)
            return
        session = self._session
        session.rest()
        if cell is None or session.match.here.over:
            return
        if session.persons_turn:
            session.message = self.view.why_not(cell, session.match)
        else:
            session.message = Message("not_your_turn")

    def choose_selected(self) -> None:
        """Play the move that the arrow keys have chosen."""
        if self.selected is not None:
            self.choose(self.selected)

    def type(self, text: str) -> bool:
        """Take a typed sign as part of a cell's name; return True when it can be one."""
        match = self._session.match
        answer = None if match.here.over else self.view.typed(text, self._typed, match.position)
        if answer is None:
            self._typed = ""
            if text.isdigit():
                self._session.message = None  # it would be read as the answer to this digit
            return False
        cell, self._typed = answer
        if cell is not None:
            self.choose(cell)
        elif self._typed:
            self._session.message = Message.of("typing", text=self._typed)
        return True

    def drop_typed(self) -> bool:
        """Forget what was typed of a cell's name; return whether there was something."""
        typed, self._typed = self._typed, ""
        if typed:
            self._session.message = None
        return bool(typed)

    def step(self, right: int, down: int) -> None:
        """Choose a cell with the arrow keys."""
        if self._session.persons_turn:
            position = self._session.match.position
            self.selected = self.view.step(self._near, right, down, position)
