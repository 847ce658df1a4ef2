"""What a move that ends the game makes of it."""

from __future__ import annotations

from kalahgui.games.game import Message, Position


def result_reasons(position: Position, move: int) -> list[Message]:
    """Return that a legal move wins the game, or only ends it; nothing when the game goes on."""
    child = position.copy()
    child.play(move)
    if not child.over:
        return []
    margin = child.final() if child.turn == position.turn else -child.final()
    return [Message.of("move_reason_wins") if margin > 0 else Message.of("move_reason_ends")]
