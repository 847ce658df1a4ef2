"""What a move of Reversi does: corners, passes, moves left, discs turned, counted by the rules."""

from __future__ import annotations

from kalahgui.core.reversi import ReversiPosition
from kalahgui.games.game import Flip, Game, Message, result_reasons


def reversi_reasons(
    game: Game[ReversiPosition], position: ReversiPosition, move: int
) -> list[Message]:
    """Return what a legal move brings about, the weightiest first."""
    child = position.copy()
    passed = child.play(move)
    reasons = result_reasons(position, move)
    corners = position.shape.corners
    if corners >> move & 1:
        reasons.append(Message.of("move_reason_corner"))
    if passed:
        reasons.append(Message.of("move_reason_no_moves"))
    elif not child.over:
        reasons += _corner_reasons(position, move, child)
        reasons.append(Message.of("move_reason_moves_left", count=len(child.moves())))
    turned = sum(isinstance(event, Flip) for event in game.tell(position, move))
    reasons.append(Message.of("move_reason_turns", count=turned))
    return reasons


def _corner_reasons(position: ReversiPosition, move: int, child: ReversiPosition) -> list[Message]:
    """Return what a move after which the other side is to move means for the corners."""
    before = _open_corners(_with_the_other_to_move(position))
    after = _open_corners(child)
    if after - before:
        return [Message.of("move_reason_gives_corner")]
    if after:
        return [Message.of("move_reason_leaves_corner")]
    if before - {move}:
        return [Message.of("move_reason_denies_corner")]
    if position.shape.corners >> move & 1:
        return []
    for other in position.moves():
        instead = position.copy()
        if not instead.play(other) and _open_corners(instead):
            return [Message.of("move_reason_keeps_corners")]
    return []


def corners_at_stake(
    game: Game[ReversiPosition], position: ReversiPosition, move: int
) -> list[int]:
    """Return the corners that the other side could take before a legal move or after it."""
    child = position.copy()
    if child.play(move) or child.over:
        return []
    corners = _open_corners(_with_the_other_to_move(position)) | _open_corners(child)
    board = game.board(position)
    return [board.cell(corner) for corner in sorted(corners - {move})]


def _open_corners(position: ReversiPosition) -> set[int]:
    corners = position.shape.corners
    return {move for move in position.moves() if corners >> move & 1}


def _with_the_other_to_move(position: ReversiPosition) -> ReversiPosition:
    other = position.copy()
    other.own, other.opp = other.opp, other.own
    other.turn = 1 - other.turn
    return other
