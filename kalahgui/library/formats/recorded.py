"""The result that a file records of a game, beside the one that its moves lead to.

A clock, an arbiter and a player who gives up decide games that the board does not. Both are kept:
what can be becomes the result of the game, and what contradicts a finished board is a tag.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from kalahgui.library.formats.line import GameLine
from kalahgui.library.saved import FORFEITS, RESULTS, SCORE_TAG
from kalahgui.match.match import Match
from kalahgui.match.node import Forfeit

RESULT_TAG = "RecordedResult"  # what the moves contradict, as it is written
PGN_WINNERS = {"1-0": 0, "0-1": 1, "1/2-1/2": None, "½-½": None}  # black stands first
_ONE_DASH = re.compile("(?<=[0-9])[:\u2013\u2014](?=[0-9])")  # between the discs of both
_SCORE = re.compile(r"(?P<a>[0-9]{1,3})-(?P<b>[0-9]{1,3})|(?P<margin>[+-]?[0-9]{1,4}(?:\.[0-9]+)?)")


def winner_by(margin: float) -> int | None:
    """Return the player who is ahead by the first one's margin; None for a draw."""
    return int(margin < 0) if margin else None


@dataclass(frozen=True)
class Recorded:
    """A result as it is written: who has won (None: a draw), why if that is said, and the score.

    ``margin`` is by how much the first side has won, in points; None where that is not said.
    ``total`` are the points that both must have for that.
    ``text`` is the whole of it, and ``score`` how the points are written.
    """

    text: str
    winner: int | None = None
    resigned: bool = False
    on_time: bool = False
    margin: float | None = None
    total: float = 0
    score: str = ""

    @classmethod
    def of_words(cls, text: str, on_time: bool = False) -> Recorded | None:
        """Return a result in words of ours or of PGN; None where it makes no sense."""
        words = text.lower()
        if words in RESULTS:
            forfeit = FORFEITS.get(words)
            on_time = forfeit is not None and forfeit.on_time
            resigned = forfeit is not None and not forfeit.on_time
            return cls(text, RESULTS[words], resigned=resigned, on_time=on_time)
        if words in PGN_WINNERS:
            return cls(text, PGN_WINNERS[words], on_time=on_time)
        return cls.of_score(text, words, on_time=on_time)

    @classmethod
    def of_score(cls, text: str, score: str, **why: bool) -> Recorded | None:
        """Return a result by its points, ``40-24`` or ``+16``; None for other words."""
        matched = _SCORE.fullmatch(_ONE_DASH.sub("-", score))
        if matched is None:
            return None
        margin = float(matched["margin"] or int(matched["a"]) - int(matched["b"]))
        if matched["a"] and not int(matched["a"]) + int(matched["b"]):
            return None  # nobody has a disc: the game was not played
        winner = winner_by(margin)
        total = int(matched["a"]) + int(matched["b"]) if matched["a"] else abs(margin)
        return cls(text, winner, margin=margin, total=total, score=matched[0], **why)

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
        return self.winner != winner_by(margin)

    def settle(
        self, over: bool, margin: int, other_count: float, size: int
    ) -> tuple[Forfeit | None, dict[str, str]]:
        """Return how the game ends apart from the board, if it does, and the tags to be kept.

        ``over`` tells that the board has decided it, by a margin; ``other_count`` is the margin by
        the other way to count empty squares, ``size`` the points of a whole board.
        """
        if size and self.total > size:
            return None, {RESULT_TAG: self.text}  # no result at all, and some write it so
        if not over:
            usual = self.margin is None or (abs(self.margin) == size and not self.forfeit.recorded)
            return self.forfeit, {} if usual else {SCORE_TAG: self.score}
        contradicted = self.contradicts(margin, other_count)
        if (self.resigned or self.on_time) and self.winner is not None:
            says_more = contradicted and self.margin is not None
            return self.forfeit, {SCORE_TAG: self.score} if says_more else {}
        if not contradicted:
            return None, {}
        same_winner = self.winner == winner_by(margin)
        if same_winner:
            return None, {SCORE_TAG: self.score}
        return None, {RESULT_TAG: self.text}


class End(NamedTuple):
    """How a game has ended: on the board, if it is ``over`` there, and apart from it.

    The margin is that of the first player, ``other_count`` the one where empty squares count for
    nobody. ``size`` are the points of a whole board, 0 where none count.
    """

    over: bool
    forfeit: Forfeit | None
    margin: int
    other_count: int
    size: int

    @classmethod
    def of(cls, played: GameLine | Match) -> End:
        """Return how the main line of a game has ended."""
        if isinstance(played, Match):
            node = played.tip
            position, forfeit, swapped = node.position, node.forfeit, node.swapped
            margin = node.margin
        else:
            position, forfeit, swapped = played.position, played.forfeit, False
            margin = played.margin
        game = played.game
        points = game.points(position)
        sign = -1 if swapped else 1
        if points is None:
            return cls(position.over, forfeit, sign * margin, sign * margin, 0)
        size = len(game.cells(position)) if game.counts_pieces else sum(points)
        return cls(position.over, forfeit, sign * margin, sign * (points[0] - points[1]), size)

    def settled(self, recorded: Recorded) -> tuple[Forfeit | None, dict[str, str]]:
        """Return the end apart from the board that a result tells of, and the tags to keep."""
        if self.forfeit is not None:
            same = self.forfeit.winner == recorded.winner
            return None, {} if same else {RESULT_TAG: recorded.text}
        return recorded.settle(self.over, self.margin, self.other_count, self.size)

    def score_of(self, tags: Mapping[str, str]) -> Recorded | None:
        """Return the score that a file records, as far as the game has still ended so."""
        recorded = Recorded.of_score("", tags.get(SCORE_TAG, ""))
        if recorded is None:
            return None
        if self.forfeit is not None:
            return recorded if recorded.winner == self.forfeit.winner else None
        fits = self.over and not recorded.contradicts(self.margin, self.other_count)
        return recorded if fits else None

    def contradicting(self, recorded: Recorded | None) -> bool:
        """Tell whether a recorded result is still one that the moves do not lead to."""
        if self.forfeit is not None:
            return False
        if not self.over:
            return recorded is None or self.settled(recorded)[0] is None
        return recorded is not None and recorded.contradicts(self.margin, self.other_count)
