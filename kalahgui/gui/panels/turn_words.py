"""Two sentences on a computer's last turn: what it did, and which answer its search expects."""

from __future__ import annotations

from collections.abc import Sequence

from kalahgui.gui.panels.sentences import MoveText, move_words
from kalahgui.gui.services import naming
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node
from kalahgui.review.move_reasons import Turn, turns_of
from kalahgui.words import say


def turn_sentences(match: Match, move_text: MoveText) -> list[str]:
    """Return what a computer did in its last turn before here, and what it then hoped for.

    What the other side might do better is not asked: the second sentence is about the line that
    the computer itself held for best, and is left out where that has no second turn.
    """
    turn = _computers_turn(match)
    if not turn:
        return []
    seat = match.seat_before(turn[0])
    plies = [node.ply for node in turn if node.ply is not None]
    if SWAP in plies:
        return [say("turn_swapped", name=_name(match, seat))]
    done, *_ = turns_of(match.game, turn[0].before.position, plies)
    said = [_did(match, seat, done, move_text)]
    expected = turns_of(match.game, turn[-1].position, _expected(turn), 2)
    if expected and expected[0].side != done.side:  # else the turn goes on
        said.append(_hopes(match, seat, expected, move_text))
    return said


def _computers_turn(match: Match) -> list[Node]:
    plies = reversed(match.here.line)
    theirs = (node for node in plies if not match.players[match.seat_before(node)].person)
    last = next(theirs, None)
    return [] if last is None else match.turn_to(last)


def _expected(turn: Sequence[Node]) -> Sequence[int]:
    """Return what the last search of a turn expects after it; nothing where none is known."""
    for index in range(len(turn) - 1, -1, -1):
        thought, rest = turn[index].thought, [node.ply for node in turn[index:]]
        if thought is not None:
            line = thought.finding.line
            return line[len(rest) :] if list(line[: len(rest)]) == rest else ()
    return ()


def _name(match: Match, seat: int) -> str:
    """Name a computer at the beginning of a sentence; the only one without a name is "it"."""
    lone = match.players[1 - seat].person and not match.players[seat].name
    return say("turn_it") if lone else naming.player_name(match, seat)


def _moves(match: Match, turn: Turn, move_text: MoveText) -> str:
    chain = naming.turn_words((turn.side, turn.moves), move_text)
    return move_words(match.game, chain) if len(turn.moves) == 1 else chain


def _did(match: Match, seat: int, turn: Turn, move_text: MoveText) -> str:
    key, count = turn.key or match.game.key, turn.effects[turn.key]
    if key == "took" and turn.effects["again"]:
        key = "again_took"
    name, moves = _name(match, seat), _moves(match, turn, move_text)
    return say(f"turn_did_{key}", name=name, moves=moves, count=count)


def _hopes(match: Match, seat: int, turns: Sequence[Turn], move_text: MoveText) -> str:
    answer, name = _moves(match, turns[0], move_text), _name(match, seat)
    whose = "you" if naming.is_you(match, 1 - seat) else "them"
    other = naming.player_name(match, 1 - seat)
    key = turns[1].key if len(turns) > 1 else ""
    if key in ("", "turned", "no_moves"):
        return say(f"turn_expects_{whose}", name=name, answer=answer, other=other)
    what = say(f"turn_hope_{key}", count=turns[1].effects[key])
    return say(f"turn_hopes_{whose}", name=name, answer=answer, other=other, what=what)
