"""The reasons why a move is good or bad, as messages with true numbers."""

from __future__ import annotations

from collections.abc import Sequence

from kalahgui.engine.judgement import Judgement, turn_of
from kalahgui.games.game import Game, Message, Position
from kalahgui.review.rows import result_of


def reasons(
    game: Game, position: Position, move: int, judgement: Judgement | None = None
) -> list[Message]:
    """Return the reasons for a legal move and its effects, the weightiest first.

    With a judgement of the position the words tell, too, whether the result hangs on this move,
    and what the rest of the expected turn captures.
    """
    told = game.move_reasons(position, move)
    if judgement is not None:
        # Behind the words that the same side moves again.
        told[1:1] = _later_in_the_turn(game, position, judgement.lines.get(move, []))
    return _forced(position, move, judgement) + told


def _forced(position: Position, move: int, judgement: Judgement | None) -> list[Message]:
    """Return the message that no other move is legal, or that none has this result."""
    if len(position.moves()) == 1:
        return [Message.of("move_reason_forced")]
    if judgement is None or not judgement.exact:
        return []
    results = {each: result_of(value) for each, value in judgement.values.items()}
    if results[move] < 0 or list(results.values()).count(results[move]) > 1:
        return []
    if max(results.values()) > results[move]:
        return []
    return [Message.of("move_reason_only_win" if results[move] > 0 else "move_reason_only_draw")]


def _later_in_the_turn(game: Game, position: Position, line: Sequence[int]) -> list[Message]:
    """Return what the last move of an expected turn captures, when the turn has several."""
    turn = turn_of(position, line)
    if len(turn) < 2:
        return []
    here = position.copy()
    for move in turn[:-1]:
        here.play(move)
    return [
        Message.of("move_reason_then_captures", **message.values)
        for message in game.move_reasons(here, turn[-1])
        if message.key == "move_reason_captures"
    ]
