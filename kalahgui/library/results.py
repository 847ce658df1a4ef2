"""How results are written: who won, or how a player lost before the end."""

from __future__ import annotations

from collections.abc import Mapping

from kalahgui.match.node import Loss

SEATS = ("first", "second")
DRAW = "draw"
# By their words: "first resigned", "second out of time" and so on.
LOSSES: Mapping[str, Loss] = {
    f"{name} {how}": Loss(seat, on_time)
    for on_time, how in ((False, "resigned"), (True, "out of time"))
    for seat, name in enumerate(SEATS)
}
_WORDS = {loss: words for words, loss in LOSSES.items()}


def words_of_loss(loss: Loss) -> str:
    """Return how a loss before the end is written.

    >>> words_of_loss(Loss(0)), words_of_loss(Loss(1, on_time=True))
    ('first resigned', 'second out of time')
    """
    return _WORDS[loss]
