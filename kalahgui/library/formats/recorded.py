"""The result that a file records of a game, beside the one that its moves lead to.

A clock, an arbiter and a player who gives up decide games that the board does not. Both are kept:
what can be becomes the result of the game, and what contradicts a finished board is a tag.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kalahgui.library.formats.line import GameLine
from kalahgui.library.saved import SCORE_TAG
from kalahgui.match.match import Match
from kalahgui.match.node import Forfeit

RESULT_TAG = "RecordedResult"  # what the moves contradict, as it is written
_SCORE = re.compile(r"(?P<a>[0-9]{1,3})-(?P<b>[0-9]{1,3})|(?P<margin>[+-]?[0-9]{1,4}(?:\.[0-9]+)?)")


@dataclass(frozen=True)
class Recorded:
    """A result as it is written: who has won (None: a draw), why if that is said, and the score.

    ``margin`` is by how much the first side has won, in points; None where that is not said.
    ``text`` is the whole of it, and ``score`` how the points are written.
    """

    text: str
    winner: int | None = None
    resigned: bool = False
    on_time: bool = False
    margin: float | None = None
    score: str = ""

    @classmethod
    def of_score(cls, text: str, score: str, **why: bool) -> Recorded | None:
        """Return a result by its points, ``40-24`` or ``+16``; None for other words."""
        found = _SCORE.fullmatch(score)
        if found is None:
            return None
        margin = float(found["margin"] or int(found["a"]) - int(found["b"]))
        if found["a"] and not int(found["a"]) + int(found["b"]):
            return None  # nobody has a disc: the game was not played
        winner = int(margin < 0) if margin else None
        return cls(text, winner, margin=margin, score=score, **why)

    @property
    def forfeit(self) -> Forfeit:
        """Return the end apart from the board that the result tells of."""
        if self.winner is None:
            return Forfeit(None, recorded=True)
        known = self.resigned or self.on_time
        return Forfeit(1 - self.winner, on_time=self.on_time, recorded=not known)

    def contradicts(self, margin: int, other_count: float) -> bool:
        """Tell whether a finished board says something else, by either way of counting."""
        if self.margin is not None:
            return self.margin not in (margin, other_count)
        return self.winner != (int(margin < 0) if margin else None)

    def settle(
        self, over: bool, margin: int, other_count: float, size: int
    ) -> tuple[Forfeit | None, dict[str, str]]:
        """Return how the game ends apart from the board, if it does, and the tags to be kept.

        ``over`` tells that the board has decided it, by a margin; ``other_count`` is the margin by
        the other way to count empty squares, ``size`` the points of a whole board.
        """
        if not over and self.margin is not None and size and abs(self.margin) > size:
            return None, {RESULT_TAG: self.text}  # no result at all, and some write it so
        if not over:
            usual = self.margin is None or (abs(self.margin) == size and not self.forfeit.recorded)
            return self.forfeit, {} if usual else {SCORE_TAG: self.score}
        if not self.contradicts(margin, other_count):
            return None, {}
        same_winner = self.winner == (int(margin < 0) if margin else None)
        if (self.resigned or self.on_time) and self.winner is not None:
            forfeit = None if same_winner else self.forfeit
            return forfeit, {} if self.margin is None else {SCORE_TAG: self.score}
        possible = self.margin is None or abs(self.margin) <= size
        if same_winner and possible:
            return None, {SCORE_TAG: self.score}
        return None, {RESULT_TAG: self.text}


def settled(
    played: GameLine | Match, recorded: Recorded, ended: Forfeit | None = None
) -> tuple[Forfeit | None, dict[str, str]]:
    """Return the end apart from the board that a result tells of a game, and the tags to keep.

    It may have ``ended`` so already.
    """
    if isinstance(played, Match):
        position, already = played.position, played.tip.forfeit
        swapped = played.here.swapped
    else:
        position, already, swapped = played.position, played.forfeit, False
    already = already or ended
    if already is not None:
        same = already.winner == recorded.winner
        return None, {} if same else {RESULT_TAG: recorded.text}
    margin = -played.margin if swapped else played.margin
    points = played.game.points(position)
    if points is None:
        return recorded.settle(position.over, margin, margin, 0)
    size = len(played.game.cells(position)) if played.game.counts_pieces else sum(points)
    return recorded.settle(position.over, margin, points[0] - points[1], size)
