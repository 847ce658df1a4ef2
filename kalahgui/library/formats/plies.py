"""Plies as words: what every format that writes moves in a game's notation shares."""

from __future__ import annotations

from kalahgui.core.position import IllegalMove
from kalahgui.games.game import PASS
from kalahgui.games.user_error import UserError
from kalahgui.library.players import LOSSES
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP_TEXT, Loss, Node

RESIGN = "resign"
LOSS_PATTERN = r"(?i:first|second)[ \t]+(?i:resigned|out[ \t]+of[ \t]+time)"
_LONGEST = 20  # of a word that may be a move


def passed(match: Match, node: Node) -> bool:
    """Tell whether the ply that led to a node left the other side without a move."""
    if node.parent is None or node.position.over or not match.game.has_passes:
        return False
    return bool(node.position.turn == node.parent.position.turn)


def played(match: Match, node: Node, word: str) -> Node:
    """Return where a ply in notation leads; UserError says why it cannot be played at a node."""
    if match.over_at(node):
        raise UserError("refused_over")
    if len(word) > _LONGEST:
        raise UserError("refused_no_move")
    ply = match.parse(word)
    try:
        return node.child(ply) or match.add(node, ply)
    except IllegalMove:
        raise UserError("refused_illegal") from None


def stand(match: Match, node: Node) -> None:
    """Have a match stand at a node that has been added to it."""
    match.tip = match.end = match.here = node


def loss_of(match: Match, node: Node, word: str) -> Loss | None:
    """Return how a player loses at a node by a word; None for a word that says no such thing."""
    if word == RESIGN:
        return Loss(match.seat_of(node.position.turn, node))
    return LOSSES.get(word)


def check_pass(match: Match, node: Node) -> None:
    """Raise UserError where the ply before did not leave the other side without a move."""
    if not passed(match, node):
        raise UserError("refused_pass")


WORDS = (PASS, SWAP_TEXT, RESIGN, *LOSSES)
