"""Kalah in the window: stones with an identity, and how an event in flight looks."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

import pygame

from kalahgui.games.game import (
    Again,
    Capture,
    Event,
    Game,
    Lift,
    Message,
    Pits,
    Position,
    Sow,
    Sweep,
)
from kalahgui.gui.boards.view import Look, View, fold_line
from kalahgui.gui.paint.pits import PitsBoard
from kalahgui.gui.services import naming
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.words import listed, say

Flying = tuple[int, float, float, float]

_STONE_SOUNDS = itertools.cycle(("stone1", "stone3", "stone2", "stone4"))


class Piles:
    """The stones on a board, each by its number, so that a blue stone stays blue.

    ``emptied`` are the pits sown in the turn shown last, and ``landed`` is where its last stone
    fell.
    """

    def __init__(self, counts: Sequence[int], board: Pits) -> None:
        self.board = board
        numbers = iter(range(sum(counts)))
        self.cells = [[next(numbers) for _ in range(count)] for count in counts]
        self.hand: list[int] = []
        self.hand_cell = 0
        self.emptied: list[int] = []
        self.landed: int | None = None
        self._goes_on = False

    def apply(self, event: Event) -> None:
        """Change the board by a whole event."""
        match event:
            case Lift(cell):
                self.hand, self.cells[cell] = self.cells[cell], []
                self.hand_cell = cell
                self.emptied = [*self.emptied, cell] if self._goes_on else [cell]
                self._goes_on = False
            case Sow(cell):
                self.cells[cell].append(self.hand.pop(0))
                self.hand_cell = self.landed = cell
            case Again():
                self._goes_on = True
            case Capture(cells, store) | Sweep(cells, store):
                for cell in cells:
                    self.cells[store] += self.cells[cell]
                    self.cells[cell] = []


class Preview:
    """What a sowing would do, told from its events."""

    def __init__(self, game: Game, position: Position, move: int) -> None:
        board = game.board(position)
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


class KalahView(View):
    """A Kalah board on the screen."""

    wide = True
    turns_round = True
    numbering = "pit_numbers"

    def prepare(self, start: Position) -> None:
        self.geometry: Pits = self.game.board(start)
        self.board = PitsBoard(self.geometry.pits, self.rect, self.south, self.palette)

    @staticmethod
    def shown(match: Match, node: Node | None = None) -> Piles:
        piles = Piles(match.game.cells(match.start), match.game.board(match.start))
        fold_line(match, piles, node)
        return piles

    def cell_at(self, point: Sequence[float]) -> int | None:
        return self.board.cell_at(point)

    def move_of(self, cell: int, position: Position) -> int | None:
        side, pit = divmod(cell, self.geometry.pits + 1)
        legal = side == position.turn and pit in position.moves()
        return pit if legal else None

    def cell_of(self, move: int, position: Position) -> int:
        return self.geometry.cell(position.turn, move)

    def why_not(self, cell: int, match: Match) -> Message | None:
        side, pit = divmod(cell, self.geometry.pits + 1)
        if pit == self.geometry.pits:
            return Message("a_store")
        if side != match.position.turn:
            return Message.of("other_side", seat=match.seat_of(side))
        return Message("empty_pit")

    def step(self, cell: int | None, right: int, down: int, position: Position) -> int | None:
        cells = [self.geometry.cell(position.turn, move) for move in position.moves()]
        step = right if self.south == position.turn else -right
        if not step:
            return cell
        if cell not in cells:
            return cells[0 if step > 0 else -1]
        return cells[(cells.index(cell) + step) % len(cells)]

    def number(self, cell: int) -> str:
        """Return what a pit is called; a store has no number."""
        side, pit = divmod(cell, self.geometry.pits + 1)
        return "" if pit == self.geometry.pits else self.move_text(pit, side)

    def pit_labels(self) -> dict[int, str]:
        """Return the numbers beside the pits, by their cells."""
        if self.pit_numbers == "hidden":
            return {}
        return {
            self.geometry.cell(side, pit): self.move_text(pit, side)
            for side in (0, 1)
            for pit in self.geometry.moves
        }

    @property
    def rows(self) -> list[list[int]]:
        board = self.geometry
        near = [board.cell(self.south, pit) for pit in range(board.pits)]
        far = [board.cell(1 - self.south, pit) for pit in reversed(range(board.pits))]
        return [far, [board.store(1 - self.south), board.store(self.south)], near]

    def cell_words(self, cell: int, match: Match) -> str:
        position = match.position
        side, pit = divmod(cell, self.geometry.pits + 1)
        seat, what = match.seat_of(side), "store" if pit == self.geometry.pits else "pit"
        name = naming.said_of(match, seat, f"cell_{what}", n=self.number(cell))
        words = [name, say("stones", count=match.game.cells(position)[cell])]
        move = self.move_of(cell, position)
        if move is not None and self.effects_told:
            words += self._effects(Preview(self.game, position, move))
        return listed(*words)

    def side_words(self, side: int, match: Match) -> str:
        board, seat = self.geometry, match.seat_of(side)
        counts = match.game.cells(match.position)
        pits = [str(counts[board.cell(side, pit)]) for pit in range(board.pits)]
        store = counts[board.store(side)]
        return naming.said_of(match, seat, "board_pits", pits=listed(*pits), n=store)

    @staticmethod
    def _effects(preview: Preview) -> list[str]:
        words = []
        if preview.in_store and preview.again:
            words.append(say("preview_store"))
        elif preview.captured and not preview.in_store:
            words.append(say("preview_capture", n=preview.captured))
        if preview.over:
            words.append(say("preview_over"))
        return words

    def preview_words(self, move: int, position: Position) -> str:
        preview = Preview(self.game, position, move)
        what = self._effects(preview)
        if not (preview.in_store or preview.captured):
            what.insert(0, say("preview_own" if preview.on_own_side else "preview_other"))
        stones = say("stones", count=preview.stones)
        number = self.move_text(move, position.turn)
        return f"{say('preview', n=number, stones=stones)} — {listed(*what)}"

    def said(self, event: Event, shown: Piles, match: Match) -> Message | None:
        match event:
            case Again(side):
                return Message.of("said_again", seat=match.seat_of(side))
            case Capture(cells, _):
                count = sum(len(shown.cells[cell]) for cell in cells)
                return Message.of("said_capture", n=count)
            case Sweep():
                return Message("said_sweep")
        return None

    def sound(self, event: Event, ended: bool) -> str:
        match event, ended:
            case Lift(), False:
                return "lift"
            case Sow(cell), True:
                return "store" if self.board.is_store(cell) else next(_STONE_SOUNDS)
            case Capture(), False:
                return "capture"
            case Sweep(), False:
                return "sweep"
            case Again(), False:
                return "again"
        return ""

    def draw(self, surface: pygame.Surface, shown: Piles, match: Match, look: Look) -> None:
        rings: set[int] = set()
        lit: list[int] = []
        position = match.position
        move = None if look.cell is None else self.move_of(look.cell, position)
        if move is not None and look.to_move:
            preview = Preview(self.game, position, move)
            rings = {preview.pit, preview.last}
        if look.to_move:
            lit = [self.geometry.cell(position.turn, move) for move in position.moves()]
        cells, flying = self._in_flight(shown, look.event, look.progress)
        if isinstance(look.event, Capture):
            rings = set(look.event.cells)
        marked = dict.fromkeys(rings, self.palette.lit)
        # Its dashes would be taken for those of a move that is talked about.
        dashed = any(mark.dashed for mark in look.moves.values())
        self.board.draw(
            surface,
            cells,
            flying=flying,
            rings=marked,
            lit=lit,
            labels=self.pit_labels(),
            owners=[naming.player_name(match, match.seat_of(s)) for s in (0, 1) if look.names],
            emptied=() if dashed else shown.emptied,
            # A hand on its way has not let go of the last stone.
            landed=None if shown.hand or isinstance(look.event, Lift) or dashed else shown.landed,
            turned=look.facing,
        )
        self.draw_pointers(surface, look)  # below the values
        for cell, (words, best) in look.values.items():
            colours = (self.palette.on_accent, self.palette.best)
            if not best:
                colours = (self.palette.ink, self.palette.card)
            self.board.label(surface, cell, words, *colours)
        self.draw_rings(surface, look)
        self.draw_badges(surface, look)

    def mark_place(self, cell: int) -> tuple[pygame.Rect, int]:
        return self.board.ring_place(cell)

    @property
    def written(self) -> list[pygame.Rect]:
        return self.board.written

    def draw_still(self, surface: pygame.Surface, shown: Piles) -> None:
        self.board.draw(surface, shown.cells, counts=() if self.board.unit < 40 else None)

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
        x, y = self.board.centre(cell)
        return x, y - 0.22 * self.board.unit

    def in_hand(self, held: Sequence[int], hand: tuple[float, float]) -> Iterable[Flying]:
        """Return stones as a hand holds them that is at a point."""
        for index, stone in enumerate(held):
            spread = 0.42 * self.board.stone_diameter * math.sqrt(index)
            angle = 2.4 * index
            yield stone, hand[0] + spread * math.cos(angle), hand[1] + spread * math.sin(angle), 1.0

    def _lifted(self, held: Sequence[int], cell: int, progress: float) -> Iterable[Flying]:
        share = _ease(progress)
        for slot, (stone, *to, _) in enumerate(self.in_hand(held, self._hand(cell))):
            x, y = _between(self.board.place(cell, slot), (to[0], to[1]), share)
            yield stone, x, y, share

    def _sown(self, piles: Piles, cell: int, progress: float) -> Iterable[Flying]:
        travel = _ease(min(1.0, progress / 0.72))
        hand = _between(self._hand(piles.hand_cell), self._hand(cell), travel)
        drop = max(0.0, (progress - 0.45) / 0.55) ** 1.6
        for index, (stone, x, y, lift) in enumerate(self.in_hand(piles.hand, hand)):
            if index == 0 and drop:
                end = self.board.place(cell, len(piles.cells[cell]))
                x, y = _between((x, y), end, drop)
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
            there = self.board.place(cell, slot)
            if share >= 1.0:
                cells[store].append(stone)
            else:
                to = self.board.place(store, len(piles.cells[store]) + order)
                x, y = _between(there, to, share)
                arc = math.sin(math.pi * share)
                flying.append((stone, x, y - 0.35 * self.board.unit * arc, arc))
        return cells, flying


def _ease(share: float) -> float:
    return share * share * (3 - 2 * share)


def _between(
    start: tuple[float, float], end: tuple[float, float], share: float
) -> tuple[float, float]:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


VIEW = KalahView
