"""Reasons for and against a move beside another one, and the effects of each turn of a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from kalahgui.engine.judgement import Judgement, turn_of
from kalahgui.games.game import Game, Message, Position
from kalahgui.review.review_rows import result_of

# Reasons against a move, and effects that are no reason: they only say what happens.
_AGAINST = frozenset(
    f"move_reason_{what}"
    for what in ("gives_corner", "leaves_corner", "lets_win", "lets_make_goal", "goes_over")
)
_HAPPENS = frozenset({"move_reason_turns"})
_MOVES_LEFT = "move_reason_moves_left"
# Reasons that need no other one beside them, and those of them by which a result hangs on the
# move: these are told together with how the move brings it about.
_ALONE = frozenset(f"move_reason_{what}" for what in ("forced", "only_win", "only_draw", "wins"))
HANGS = frozenset({"move_reason_only_win", "move_reason_only_draw"})
_HOW = frozenset(f"move_reason_{what}" for what in ("again", "captures", "then_captures", "corner"))


def reasons(
    game: Game, position: Position, move: int, judgement: Judgement | None = None
) -> list[Message]:
    """Return the reasons for a legal move and its effects, the weightiest first.

    With a judgement of the position the words tell, too, whether the result hangs on this move,
    and what the rest of the expected turn captures.
    """
    messages = game.move_reasons(position, move)
    if judgement is not None:
        # Behind the words that the same side moves again.
        messages[1:1] = _later_in_the_turn(game, position, judgement.lines.get(move, []))
    return _forced(position, move, judgement) + messages


def reasons_for(
    game: Game, position: Position, move: int, judgement: Judgement, other: int | None
) -> list[Message]:
    """Return what speaks for a move, and not for another one as much, the weightiest first."""
    messages = reasons(game, position, move, judgement)
    messages = [message for message in messages if message.key not in _AGAINST | _HAPPENS]
    if other is not None:
        beside = {message.key: message for message in reasons(game, position, other, judgement)}
        messages = [message for message in messages if _more(message, beside.get(message.key))]
    alone = [message for message in messages if message.key in _ALONE][:1]
    if alone and alone[0].key in HANGS:
        alone += [message for message in messages if message.key in _HOW]
    return alone or [
        message for message in messages if message.key != _MOVES_LEFT or other is not None
    ]


def reasons_against(
    game: Game, position: Position, move: int, judgement: Judgement, other: int
) -> list[Message]:
    """Return what speaks against a move, and not against another one."""
    beside = {message.key for message in reasons(game, position, other, judgement)}
    messages = reasons(game, position, move, judgement)
    return [
        message for message in messages if message.key in _AGAINST and message.key not in beside
    ]


def next_best(judgement: Judgement, move: int) -> int | None:
    """Return the best one of the other moves; None without any."""
    others = [other for other in judgement.values if other != move]
    return max(others, key=lambda other: judgement.values[other]) if others else None


def _more(reason: Message, other: Message | None) -> bool:
    if reason.key == _MOVES_LEFT:
        # To leave one move less is no reason.
        return other is not None and _count(reason) + 2 <= _count(other)
    return other is None or _count(reason) > _count(other)


def _count(reason: Message) -> int:
    count = reason.values.get("count", 1)
    return count if isinstance(count, int) else 1


def _forced(position: Position, move: int, judgement: Judgement | None) -> list[Message]:
    if len(position.moves()) == 1:
        return [Message.of("move_reason_forced")]
    if judgement is None or not judgement.exact:
        return []
    results = {legal: result_of(value) for legal, value in judgement.values.items()}
    if results[move] < 0 or list(results.values()).count(results[move]) > 1:
        return []
    if max(results.values()) > results[move]:
        return []
    return [Message.of("move_reason_only_win" if results[move] > 0 else "move_reason_only_draw")]


def _later_in_the_turn(game: Game, position: Position, line: Sequence[int]) -> list[Message]:
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


# The effects that are told of, by the reasons that a game gives for its moves; the first of those
# that a turn has decides what is said.
_EFFECTS = {
    "move_reason_wins": "wins",
    "move_reason_captures": "took",
    "move_reason_corner": "corner",
    "move_reason_again": "again",
    "move_reason_no_moves": "no_moves",
    "move_reason_turns": "turned",
}


class Turn(NamedTuple):
    """A turn: its moves, the side that made it, how much it had of each effect, and its end."""

    moves: Sequence[int]
    side: int
    effects: Counter[str]
    after: Position

    @property
    def key(self) -> str:
        """Return the name of what is told of the turn; empty where nothing is."""
        names = [name for name in _EFFECTS.values() if self.effects[name]]
        return names[0] if names else ""


def turns_of(game: Game, position: Position, line: Sequence[int], most: int = 3) -> list[Turn]:
    """Return the first turns of a line, as whole as the line has them."""
    turns: list[Turn] = []
    here, rest = position.copy(), list(line)
    while rest and not here.over and len(turns) < most:
        moves, side = turn_of(here, rest), here.turn
        effects: Counter[str] = Counter()
        for move in moves:
            for reason in game.move_reasons(here, move):
                if reason.key in _EFFECTS:
                    effects[_EFFECTS[reason.key]] += int(str(reason.values.get("count", 1)))
            here.play(move)
        turns.append(Turn(moves, side, effects, here.copy()))
        rest = rest[len(moves) :]
    return turns
