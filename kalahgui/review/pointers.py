"""What an arrow or a ring on the board says of a move: ways, what is taken, squares that matter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kalahgui.games.game import Capture, Event, Flip, Game, Grid, Lift, Place, Position, Sow

WAY = "way"
TAKEN = "taken"
MATTERS = "matters"


class Pointer(NamedTuple):
    """An arrow from a cell to another one; what only ``matters`` is a cell alone."""

    kind: str
    start: int
    end: int


def pointers(game: Game, position: Position, move: int) -> list[Pointer]:
    """Return the pointers of a legal move, as its events tell them."""
    events = list(game.tell(position, move))
    of_events = [*_sown(events), *_turned(game.board(position), events)]
    return [*of_events, *(Pointer(MATTERS, cell, cell) for cell in game.at_stake(position, move))]


def _sown(events: Sequence[Event]) -> Iterator[Pointer]:
    """Yield the way of the stones, and what is captured."""
    lifted = [event.cell for event in events if isinstance(event, Lift)]
    sown = [event.cell for event in events if isinstance(event, Sow)]
    if lifted and sown:
        yield Pointer(WAY, lifted[0], sown[-1])
    for event in events:
        if isinstance(event, Capture):
            for cell in event.cells:
                if cell != sown[-1]:
                    yield Pointer(TAKEN, cell, event.store)


def _turned(board: object, events: Sequence[Event]) -> Iterator[Pointer]:
    """Yield an arrow to the farthest disc that turns in each direction."""
    placed = [event.cell for event in events if isinstance(event, Place)]
    if not placed or not isinstance(board, Grid):
        return
    column, row = board.places[placed[0]]
    farthest: dict[tuple[int, int], tuple[int, int]] = {}
    for event in events:
        if isinstance(event, Flip):
            x, y = board.places[event.cell]
            right, down = x - column, y - row
            way = max(abs(right), abs(down))
            direction = (right // way, down // way)
            farthest[direction] = max(farthest.get(direction, (0, 0)), (way, event.cell))
    for _, cell in farthest.values():
        yield Pointer(TAKEN, placed[0], cell)
