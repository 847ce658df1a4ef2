"""Another try at a move: what was played in its place, and how that is judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kalahgui.gui.panels.sentences import (
    MoveText,
    Said,
    comes_to,
    move_words,
    points_words,
    sentence,
    sure_words,
    whose_move_words,
)
from kalahgui.gui.services import naming
from kalahgui.match.analysis import Analysis
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.review.review_rows import BEST, ReviewRow
from kalahgui.words import as_text, say


class Verdict(NamedTuple):
    """The points that a try is worse than the best one, whether that is exact, and its value."""

    loss: int
    exact: bool
    depth: int
    value: int


@dataclass(frozen=True)
class Attempt:
    """The plies tried in place of a move; none while one is looked for."""

    row: ReviewRow
    plies: tuple[int, ...] = ()

    @property
    def before(self) -> Node:
        """Return the node that another move is looked for at."""
        return self.row.node.before

    def verdict(self, match: Match, analysis: Analysis) -> Verdict | None:
        """Return how the plies that are on the board are judged; None while nobody knows."""
        here, losses, sure = match.here, [], True
        while here is not self.before and here.parent is not None and here.ply is not None:
            judgement = analysis.of(here.parent)
            known = None if judgement is None else judgement.value - judgement.values[here.ply]
            losses.append(known)
            sure = sure and judgement is not None and judgement.loss_exact(here.ply)
            here = here.parent
        evaluation, best = analysis.evaluation(match.here), analysis.of(self.before)
        if evaluation is None or best is None or not losses or len(losses) != len(self.plies):
            return None
        value = -evaluation.margin if self.row.side else evaluation.margin
        # Losses of one position each are sure; across a turn they come from different depths.
        loss = max(0, best.value - value)
        if None not in losses:
            loss = sum(filter(None, losses))
        else:
            sure = best.value_exact
        return Verdict(loss, evaluation.exact and sure, evaluation.depth, value)

    def judged(self, match: Match, analysis: Analysis) -> tuple[object, ...]:
        """Return what is told once of the try: how good it is, whatever it is worth."""
        verdict = self.verdict(match, analysis)
        losses = None if verdict is None else (verdict.loss > 0, verdict.loss < self.row.loss)
        return self.row.node, self.plies, losses

    def wanted(self, match: Match, analysis: Analysis) -> bool:
        """Tell whether a move is to be played on the board: the first, or the next of a turn."""
        if match.here.over or match.position.turn != self.row.side:
            return False
        verdict = self.verdict(match, analysis)
        return not self.plies or (verdict is not None and verdict.loss == 0)

    def said(self, match: Match, analysis: Analysis, move_text: MoveText, number: int) -> Said:
        """Say what is looked for, or what the try is worth; never what would be better."""
        game, row = match.game, self.row
        played = move_words(game, move_text(row.move, row.side))
        if not self.plies:
            who = whose_move_words(match, row.node, number)
            key = "review_try" if row.loss else "review_try_best"
            return Said("", say(key, who=who, move=played), "", False, (say("review_try_how"),))
        tried = naming.turn_words((row.side, self.plies), move_text)
        verdict = self.verdict(match, analysis)
        if verdict is None:
            words = say("review_try_looking", move=move_words(game, tried))
            return Said("", words, "", False, ())
        sure = sure_words(verdict.exact, verdict.depth, game.uses_probcut(match.start))
        if verdict.loss:
            return Said("", self._too_few(match, verdict), sure, verdict.exact, ())
        result = "" if match.here.over else comes_to(match, row.seat, verdict.value, verdict.exact)
        goes_on = not match.here.over and match.position.turn == row.side
        sentences = as_text(
            sentence(result) if result else "", say("review_try_again") if goes_on else ""
        )
        heading = say("review_try_right", move=move_words(game, tried, begins=True))
        return Said(BEST, heading, sure, verdict.exact, (sentences,) if sentences else ())

    def _too_few(self, match: Match, verdict: Verdict) -> str:
        row = self.row
        if self.plies == (row.move,):
            return say("review_try_same")
        if not match.game.has_points:
            return say("review_try_draws" if verdict.value == 0 else "review_try_loses")
        points = points_words(match.game, verdict.loss)
        if not verdict.exact:
            points = say("review_about", points=points)
        return say(
            "review_try_closer" if verdict.loss < row.loss else "review_try_still", points=points
        )
