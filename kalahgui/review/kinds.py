"""What a move is called by what it lost."""

from __future__ import annotations

from kalahgui.engine.judgement import Judgement
from kalahgui.games.game import Game

BEST = "best"
FINE = "fine"
DUBIOUS = "dubious"
MISTAKE = "mistake"
BLUNDER = "blunder"
# The only good move, and it was found.
ONLY = "only"
KINDS = (ONLY, BEST, FINE, DUBIOUS, MISTAKE, BLUNDER)


def kind_of(game: Game, judgement: Judgement, move: int) -> str:
    """Return what a move is called: one of KINDS.

    A loss counts by the game's steps. One that gives away a won game or a draw is a mistake at
    least, however small, once that is exact. A best move is the only one when every other would be
    a mistake.
    """
    if judgement.values[move] < judgement.value:
        return _by_loss(game, judgement, move)
    others = [each for each in judgement.values if each != move]
    if others and all(is_mistake(_by_loss(game, judgement, each)) for each in others):
        return ONLY
    return BEST


def is_mistake(kind: str) -> bool:
    """Tell whether a kind is a mistake or worse."""
    return kind in (MISTAKE, BLUNDER)


def _by_loss(game: Game, judgement: Judgement, move: int) -> str:
    dubious, mistake, blunder = game.loss_steps
    value = judgement.values[move]
    loss = judgement.value - value
    if loss >= blunder:
        return BLUNDER
    gives_away = judgement.exact and _result(value) < _result(judgement.value)
    if loss >= mistake or gives_away:
        return MISTAKE
    if loss >= dubious:
        return DUBIOUS
    return FINE if loss else BEST


def _result(value: int) -> int:
    return (value > 0) - (value < 0)
