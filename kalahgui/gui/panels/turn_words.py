"""What a computer did in its turn and what it hopes for, in words that follow from its line."""

from __future__ import annotations

from collections.abc import Sequence

from kalahgui.gui.panels.sentences import MoveText
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.match.match import Match
from kalahgui.match.thought import Thought
from kalahgui.review.turns import Turn, turns_of


def thought_sentences(match: Match, thought: Thought, move_text: MoveText) -> list[str]:
    """Return what a computer did by a thought, and then what it hopes for, or expects.

    What the other side might do better is not asked: the second sentence is about the line that
    the computer itself holds for best, and is left out where that has no second turn.
    """
    if thought.swaps:
        return [say("turn_swapped", name=_name(match, thought.seat))]
    game = match.game
    turns = turns_of(game, thought.position, thought.finding.line)
    if not turns:
        return []
    said = [_did(match, thought.seat, turns[0], move_text)]
    if len(turns) > 1:
        said.append(_hopes(match, thought.seat, turns[1:], move_text))
    return said


def _name(match: Match, seat: int) -> str:
    """Return who is told of, at the begin of a sentence: the only computer is "it"."""
    lone = match.players[1 - seat].person and not match.players[seat].name
    return say("turn_it") if lone else naming.player_name(match, seat)


def _moves(turn: Turn, move_text: MoveText) -> str:
    return say("review_chain").join(move_text(move, turn.side) for move in turn.moves)


def _did(match: Match, seat: int, turn: Turn, move_text: MoveText) -> str:
    key, count = turn.key or match.game.key, turn.effects[turn.key]
    if key == "took" and turn.effects["again"]:
        key = "again_took"
    name, moves = _name(match, seat), _moves(turn, move_text)
    return say(f"turn_did_{key}", name=name, moves=moves, count=count)


def _hopes(match: Match, seat: int, turns: Sequence[Turn], move_text: MoveText) -> str:
    """Say what the computer expects as an answer and, with its next turn, what it hopes for."""
    answer, name = _moves(turns[0], move_text), _name(match, seat)
    whose = "you" if naming.is_you(match, 1 - seat) else "them"
    other = naming.player_name(match, 1 - seat)
    key = turns[1].key if len(turns) > 1 else ""
    if key in ("", "turned", "no_moves"):
        return say(f"turn_expects_{whose}", name=name, answer=answer, other=other)
    what = say(f"turn_hope_{key}", count=turns[1].effects[key])
    return say(f"turn_hopes_{whose}", name=name, answer=answer, other=other, what=what)
