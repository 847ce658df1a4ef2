"""A line of moves that is shown on the board, to see why a move is what it is called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kalahgui.gui.panels.sentences import Said
from kalahgui.gui.panels.wording import MoveText, move_words, player_words, sure_words, value_words
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.match.session import Session
from kalahgui.review.rows import ReviewRow

_MOST_TURNS = 6
# Stones move at this pace where the player lets them jump: a line must be seen to be understood.
SHOWN_PACE = 1.0


@dataclass(frozen=True)
class Showing:
    """The plies of a line from the position before a move on, and what they come to.

    ``better`` tells that the line is that of the best move and not of the one played.
    """

    row: ReviewRow
    plies: tuple[int, ...]
    better: bool

    @property
    def before(self) -> Node:
        """Return the node that the line begins at."""
        assert self.row.node.parent is not None
        return self.row.node.parent

    def begin(self, session: Session) -> None:
        """Have the line played on the board."""
        session.show_line(self.before, self.plies)

    def shown_count(self, here: Node) -> int:
        """Return how many plies of the line are on the board, the one in motion among them."""
        count = 0
        while here is not self.before and here.parent is not None:
            count += 1
            here = here.parent
        return count

    def said(self, match: Match, move_text: MoveText) -> Said:
        """Say which moves are shown so far, whose they are, and what they come to in the end."""
        row, game = self.row, match.game
        move, value = (row.best, row.best_value) if self.better else (row.move, row.value)
        words = move_words(game, move_text(move, row.side))
        heading = say("review_shown_better" if self.better else "review_shown", move=words)
        moved, here = [], self.before.position.copy()
        for ply in self.plies[: self.shown_count(match.here)]:
            moved.append((here.turn, ply))
            here.play(ply)
        parts = []
        for side, plies in naming.turns_in(game, moved):
            name = player_words(match, match.seat_of(side, self.before), begins=True)
            turn = naming.turn_words((side, plies), move_text, say("review_chain"))
            parts.append(say("review_shown_turn", name=name, turn=turn))
        who = player_words(match, row.seat, begins=True)
        key = "review_comes_to" if row.exact else "review_comes_to_read"
        comes_to = say(key, name=who, value=value_words(game, value))
        sentences = (say("review_shown_joint").join(parts), comes_to)
        sure = sure_words(row.exact, row.depth, game.foresees(match.start))
        return Said("best" if self.better else row.kind, heading, sure, row.exact, sentences)


def line_to_show(match: Match, row: ReviewRow, line: Sequence[int], better: bool) -> Showing:
    """Return a line as far as it is shown: so many turns, and no further than the match goes."""
    assert row.node.parent is not None
    here = row.node.parent.position.copy()
    plies: list[int] = []
    turns, before = 0, None
    for ply in line:
        if here.over:
            break
        turns += here.turn != before
        if turns > _MOST_TURNS:
            break
        before = here.turn
        plies.append(ply)
        here.play(ply)
    return Showing(row, tuple(plies), better)
