"""Kalah in the window: stones with an identity, and how an event in flight looks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import pygame

from kalahgui.game import Again, Capture, Event, Game, Lift, Pits, Position, Sow, Sweep
from kalahgui.gui.boards import PitsBoard
from kalahgui.gui.theme import Palette
from kalahgui.match import SWAP, Match

Flying = tuple[int, float, float, float]


class Piles:
    """The stones on a board, each by its number, so that a blue stone stays blue."""

    def __init__(self, counts: Sequence[int], board: Pits) -> None:
        self.board = board
        numbers = iter(range(sum(counts)))
        self.cells = [[next(numbers) for _ in range(count)] for count in counts]
        self.hand: list[int] = []
        self.hand_cell = 0

    def apply(self, event: Event) -> None:
        """Change the board by a whole event."""
        match event:
            case Lift(cell):
                self.hand, self.cells[cell] = self.cells[cell], []
                self.hand_cell = cell
            case Sow(cell):
                self.cells[cell].append(self.hand.pop(0))
                self.hand_cell = cell
            case Capture(cells, store) | Sweep(cells, store):
                for cell in cells:
                    self.cells[store] += self.cells[cell]
                    self.cells[cell] = []


def piles_of(match: Match, plies: int | None = None) -> Piles:
    """Return the stones after so many plies of a match (default: all played)."""
    game = match.game
    piles = Piles(game.cells(match.start), game.board(match.start))
    for index, ply in enumerate(match.plies[:plies]):
        if ply != SWAP:
            for event in game.tell(match.position_before(index), ply):
                piles.apply(event)
    return piles


class Preview:
    """What a sowing would do, told from its events."""

    def __init__(self, game: Game, position: Position, move: int) -> None:
        board = game.board(position)
        self.move = move
        self.pit = board.cell(position.turn, move)
        self.stones = game.cells(position)[self.pit]
        self.last = self.pit
        self.captured = 0
        self.again = self.over = False
        cells = game.cells(position)
        for event in game.tell(position, move):
            if isinstance(event, Sow):
                self.last = event.cell
                cells[event.cell] += 1
            elif isinstance(event, Capture):
                self.captured = sum(cells[cell] for cell in event.cells)
            elif isinstance(event, Again):
                self.again = True
            elif isinstance(event, Lift):
                cells[event.cell] = 0
        after = position.copy()
        after.play(move)
        self.over = after.over
        self.in_store = self.last == board.store(position.turn)
        self.on_own_side = self.last // (board.pits + 1) == position.turn


class KalahView:
    """A Kalah board on the screen."""

    def __init__(self, pits: int, rect: pygame.Rect, south: int, palette: Palette) -> None:
        self.board = PitsBoard(pits, rect, south, palette)
        self.palette = palette

    @property
    def south(self) -> int:
        """Return the side shown at the bottom."""
        return self.board.south

    def cell_at(self, point: Sequence[float]) -> int | None:
        """Return the cell under a point."""
        return self.board.cell_at(point)

    def draw(
        self,
        surface: pygame.Surface,
        piles: Piles,
        event: Event | None = None,
        progress: float = 0.0,
        *,
        rings: Iterable[int] = (),
        lit: Iterable[int] = (),
        turned: bool = False,
    ) -> None:
        """Draw the stones as they lie, and those that an event has in flight."""
        cells, flying = self._in_flight(piles, event, progress)
        marked = dict.fromkeys(rings, self.palette.lit)
        if isinstance(event, Capture):
            marked = dict.fromkeys(event.cells, self.palette.lit)
        self.board.draw(surface, cells, flying=flying, rings=marked, lit=list(lit), turned=turned)

    def _in_flight(
        self, piles: Piles, event: Event | None, progress: float
    ) -> tuple[list[list[int]], list[Flying]]:
        cells = piles.cells
        match event:
            case Lift(cell):
                cells = [[] if i == cell else held for i, held in enumerate(cells)]
                return cells, list(self._lifted(piles.cells[cell], cell, progress))
            case Sow(cell):
                return cells, list(self._sown(piles, cell, progress))
            case Capture(taken, store):
                share = max(0.0, (progress - 0.4) / 0.6)
                return self._gathered(piles, taken, store, share)
            case Sweep(taken, store):
                return self._gathered(piles, taken, store, progress)
        return cells, []

    def _hand(self, cell: int) -> tuple[float, float]:
        """Return where the hand hovers over a cell."""
        x, y = self.board.centre(cell)
        return x, y - 0.22 * self.board.unit

    def _in_hand(self, index: int) -> tuple[float, float]:
        """Return a stone's place in the hand, relative to its middle."""
        spread = 0.42 * self.board.stone_diameter * math.sqrt(index)
        angle = 2.4 * index
        return spread * math.cos(angle), spread * math.sin(angle)

    def _lifted(self, held: Sequence[int], cell: int, progress: float) -> Iterable[Flying]:
        share = _ease(progress)
        hand = self._hand(cell)
        for slot, stone in enumerate(held):
            offset = self._in_hand(slot)
            to = (hand[0] + offset[0], hand[1] + offset[1])
            x, y = _between(self.board.place(cell, slot), to, share)
            yield stone, x, y, share

    def _sown(self, piles: Piles, cell: int, progress: float) -> Iterable[Flying]:
        travel = _ease(min(1.0, progress / 0.72))
        hand = _between(self._hand(piles.hand_cell), self._hand(cell), travel)
        drop = max(0.0, (progress - 0.45) / 0.55) ** 1.6
        for index, stone in enumerate(piles.hand):
            offset = self._in_hand(index)
            x, y, lift = hand[0] + offset[0], hand[1] + offset[1], 1.0
            if index == 0 and drop:
                place = self.board.place(cell, len(piles.cells[cell]))
                x, y = _between((x, y), place, drop)
                lift = 1.0 - drop
            yield stone, x, y, lift

    def _gathered(
        self, piles: Piles, taken: Sequence[int], store: int, progress: float
    ) -> tuple[list[list[int]], list[Flying]]:
        """Let stones fly to a store one shortly after the other."""
        flying: list[Flying] = []
        cells = [list(held) for held in piles.cells]
        moving = [(cell, slot, stone) for cell in taken for slot, stone in enumerate(cells[cell])]
        for cell in taken:
            cells[cell] = []
        count = len(moving)
        for order, (cell, slot, stone) in enumerate(moving):
            begin = 0.45 * order / max(1, count - 1) if count > 1 else 0.0
            share = _ease(min(1.0, max(0.0, (progress - begin) / 0.55)))
            place = self.board.place(cell, slot)
            if share >= 1.0:
                cells[store].append(stone)
            else:
                to = self.board.place(store, len(piles.cells[store]) + order)
                x, y = _between(place, to, share)
                arc = math.sin(math.pi * share)
                flying.append((stone, x, y - 0.35 * self.board.unit * arc, arc))
        return cells, flying


def _ease(share: float) -> float:
    return share * share * (3 - 2 * share)


def _between(
    start: tuple[float, float], end: tuple[float, float], share: float
) -> tuple[float, float]:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
