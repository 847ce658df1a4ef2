"""What a puzzle is about, by rule: from its moves told as events, and from what they decline."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from kalahgui.games.game import (
    Again,
    Capture,
    Event,
    Flip,
    Game,
    Grid,
    Lift,
    Pits,
    Position,
    Sow,
    Sweep,
)
from kalahgui.learning.puzzles import Puzzle, ends_of_turn

_LONG_CHAIN = 3
_SAVES, _GIVES_CORNER = "move_reason_saves", "move_reason_gives_corner"


class _Ply(NamedTuple):
    """A move of the solver: where it is played, its events, and its place among the moves."""

    position: Position
    move: int
    events: tuple[Event, ...]
    turn: int  # of the solver's, 0 for the first one

    def tells(self, kind: type[Event]) -> bool:
        return any(isinstance(event, kind) for event in self.events)


def themes_of(game: Game, puzzle: Puzzle) -> tuple[str, ...]:
    """Return the themes of a puzzle, in a fixed order."""
    return tuple(filter(None, _THEMES[game.key](game, puzzle)))


def _plies(game: Game, puzzle: Puzzle) -> Iterator[_Ply]:
    for number, (turn, here) in enumerate(
        zip(puzzle.turns[::2], puzzle.positions[::2], strict=True)
    ):
        for move in turn:
            yield _Ply(here.copy(), move, tuple(game.tell(here, move)), number)
            here.play(move)


def only(value: int, second: int) -> str:
    """Name a turn that alone wins or draws, by its value and the next best one; empty for others.

    >>> only(10, 0), only(0, -2), only(10, 2)
    ('only-win', 'only-draw', '')
    """
    if second <= 0 < value:
        return "only-win"
    return "only-draw" if second < 0 == value else ""


def _kalah(game: Game, puzzle: Puzzle) -> Iterator[str]:
    plies = list(_plies(game, puzzle))
    first = [ply for ply in plies if ply.turn == 0]
    start = puzzle.position
    classes = {game.move_class(start, move) for move in start.moves()}
    captures = any(ply.tells(Capture) for ply in first)
    again = any(ply.tells(Again) for ply in first)
    yield only(puzzle.value, puzzle.value - puzzle.gap)
    if captures:
        yield "capture"
    elif not again:
        yield "quiet"
    if any(len(turn) >= _LONG_CHAIN for turn in puzzle.turns[::2]):
        yield "chain"
    if any(
        reason.key == _SAVES for reason in game.move_reasons(first[-1].position, first[-1].move)
    ):
        yield "defence"
    if "capture" in classes and not captures:
        yield "declines-capture"
    if "again" in classes and not again:
        yield "declines-again"
    yield from sorted({_reach(game, ply) for ply in first})
    if any(ply.tells(Sweep) for ply in plies):
        yield "sweep"
    elif _must_end(puzzle.goals[-1]):
        yield "they-must-end"


def _reach(game: Game, ply: _Ply) -> str:
    """Return "round" for a sowing that comes home again, "far" for one past their half."""
    board: Pits = game.board(ply.position)
    lift = next(event.cell for event in ply.events if isinstance(event, Lift))
    sown = sum(isinstance(event, Sow) for event in ply.events)
    last = lift % (board.pits + 1) + sown
    if last > 2 * board.pits:
        return "round"
    return "far" if last > board.pits + board.pits // 2 else ""


def _must_end(position: Position) -> bool:
    """Tell whether every turn of the side to move ends the game."""
    return not position.over and all(end.over for end in ends_of_turn(position))


def _reversi(game: Game, puzzle: Puzzle) -> Iterator[str]:
    plies = list(_plies(game, puzzle))
    board: Grid = game.board(puzzle.position)
    squares: set[str] = set()
    for ply in plies:
        cells, cell = game.cells(ply.position), board.cell(ply.move)
        squares |= {"corner"} if cell in board.corners else _beside_corner(board, cells, cell)
        region = len(_region(board, cells, cell))
        if region == 1 and ply.turn == 0:
            squares.add("last-in-region")
        elif region > 1 and region % 2 and region < cells.count(0):
            squares.add("odd-region")
    yield only(puzzle.value, puzzle.value - puzzle.gap)
    yield from sorted(squares)
    if any(
        reason.key == _GIVES_CORNER
        for ply in plies
        for reason in game.move_reasons(ply.position, ply.move)
    ):
        yield "gives-corner"
    if any(ply.tells(Again) for ply in plies):
        yield "forces-pass"
    if sum(isinstance(event, Flip) for event in plies[0].events) == 1:
        yield "quiet"


def _beside_corner(board: Grid, cells: list[int], cell: int) -> set[str]:
    """Return by what name a square is known that lies beside an empty corner."""
    names = set()
    column, row = board.places[cell]
    for corner in board.corners:
        right, down = (abs(a - b) for a, b in zip(board.places[corner], (column, row), strict=True))
        if cells[corner] == 0 and max(right, down) == 1:
            names.add("x-square" if right == down else "c-square")
    return names


def _region(board: Grid, cells: list[int], cell: int) -> set[int]:
    """Return the empty squares that hang together with one, by sides or corners."""
    region, todo = {cell}, [cell]
    while todo:
        column, row = board.places[todo.pop()]
        for right, down in product((-1, 0, 1), repeat=2):
            beside = board.cell_at(column + right, row + down)
            if beside is not None and cells[beside] == 0 and beside not in region:
                region.add(beside)
                todo.append(beside)
    return region


_THEMES = {"kalah": _kalah, "reversi": _reversi}
