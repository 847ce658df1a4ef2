"""What a move of Kalah does: moves again, captures, saves stones, each counted by the rules."""

from __future__ import annotations

from collections.abc import Sequence

from kalahgui.core.kalah import KalahPosition
from kalahgui.games.game import (
    Again,
    Capture,
    Event,
    Game,
    Message,
    Pits,
    fold,
    result_reasons,
)

# Chains of extra moves can be long: beyond so many positions nothing is called safe.
_MOST_ANSWERS = 300


def kalah_reasons(game: Game[KalahPosition], position: KalahPosition, move: int) -> list[Message]:
    """Return what a legal move brings about, the weightiest first."""
    events = list(game.tell(position, move))
    child = position.copy()
    child.play(move)
    reasons = result_reasons(position, move)
    again = any(isinstance(event, Again) for event in events)
    if again:
        reasons.append(Message.of("move_reason_again"))
    captured = _captured(game.cells(position), events)
    if captured:
        reasons.append(Message.of("move_reason_captures", count=captured))
    if not again and not child.over:
        safe = _made_safe(game, position, child)
        if safe:
            reasons.append(Message.of("move_reason_saves", count=safe))
        if _readies_another(position, child):
            reasons.append(Message.of("move_reason_readies"))
    return reasons


def _captured(cells: Sequence[int], events: Sequence[Event]) -> int:
    """Return how many stones a move captures, the last one of the sowing among them."""
    for index, event in enumerate(events):
        if isinstance(event, Capture):
            before = fold(cells, events[:index])
            return sum(before[cell] for cell in event.cells)
    return 0


def _readies_another(position: KalahPosition, child: KalahPosition) -> bool:
    """Tell whether a pit can move again next time that could not do so before."""
    side = position.turn

    def ready(here: KalahPosition) -> set[int]:
        lap = 2 * here.pits + 1
        return {
            pit
            for pit in range(here.pits)
            if here.pit(side, pit) and here.pit(side, pit) % lap == (here.pits - pit) % lap
        }

    return bool(ready(child) - ready(position))


def _made_safe(game: Game[KalahPosition], position: KalahPosition, child: KalahPosition) -> int:
    """Return how many stones could be captured before a move, if none can be after it.

    Before the move that is the most that one sowing of the other side would take away; after it no
    sowing of their whole next turn may take any.
    """
    theirs = position.to_the_end()
    theirs.own, theirs.opp = theirs.opp, theirs.own
    theirs.lead, theirs.turn = -theirs.lead, 1 - theirs.turn
    standing = game.cells(position)
    threatened = 0
    for answer in theirs.moves():
        for cell in _lost_cells(game, theirs, answer):
            threatened = max(threatened, standing[cell])
    return threatened if threatened and _nothing_to_capture(game, child.to_the_end()) else 0


def _lost_cells(game: Game[KalahPosition], position: KalahPosition, move: int) -> list[int]:
    """Return the pits of the other side that a sowing empties by a capture."""
    board: Pits = game.board(position)
    return [
        cell
        for event in game.tell(position, move)
        if isinstance(event, Capture)
        for cell in event.cells
        if cell // (board.pits + 1) != position.turn
    ]


def _nothing_to_capture(game: Game[KalahPosition], position: KalahPosition) -> bool:
    """Tell whether no whole turn of the side to move captures anything."""
    looked_at = 0
    todo = [position]
    while todo:
        here = todo.pop()
        looked_at += 1
        if looked_at > _MOST_ANSWERS:
            return False
        for move in here.moves():
            if _lost_cells(game, here, move):
                return False
            child = here.copy()
            if child.play(move):
                todo.append(child)
    return True
