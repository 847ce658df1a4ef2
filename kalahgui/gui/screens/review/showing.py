"""A line that is shown on the board, and how a review marks moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from kalahgui.engine.judgement import Judgement
from kalahgui.gui.boards.view import MoveMark, View
from kalahgui.gui.paint.move_marks import CHECKED, SIGNS, badge_colour
from kalahgui.gui.paint.theme import Palette
from kalahgui.gui.panels.course import Course
from kalahgui.gui.panels.sentences import Said
from kalahgui.gui.panels.wording import MoveText, move_words, player_words, sure_words, value_words
from kalahgui.gui.panels.written_plies import Badge
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node
from kalahgui.match.session import Session
from kalahgui.review.rows import ReviewRow, is_mistake

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


def values_on_board(
    view: View, match: Match, judgement: Judgement | None
) -> dict[int, tuple[str, bool]]:
    """Return what the moves here are worth in words, by their cells, and which are the best."""
    if judgement is None:
        return {}
    game, best = match.game, judgement.value
    return {
        view.cell_of(move, match.position): (
            value_words(game, value),
            # Where only winning counts, the least bad of lost moves is no good move.
            value == best and (value >= 0 or game.has_points),
        )
        for move, value in judgement.values.items()
    }


def marks_on_board(view: View, course: Course) -> dict[int, MoveMark]:
    """Return the marks of the move that is talked about and of the best one, by their cells."""
    told, row = course.told, course.row
    if told is None or told.ply is None or told.ply == SWAP:
        return {}
    position = course.match.position
    kind = "" if row is None else row.kind
    marks = {view.cell_of(told.ply, position): MoveMark(kind, dashed=True)}
    if row is not None and row.loss:
        marks[view.cell_of(row.best, position)] = MoveMark(CHECKED)
    return marks


def badge_of(course: Course, node: Node, palette: Palette) -> Badge | None:
    """Return the sign of what a move is called; mistakes that are not gone through are quieter."""
    row = course.rows.get(node)
    if row is None or row.kind not in SIGNS:
        return None
    others = is_mistake(row.kind) and row.seat not in course.seats
    return Badge(SIGNS[row.kind], palette.other if others else badge_colour(row.kind, palette))


def dot_of(course: Course, node: Node, palette: Palette) -> pygame.Color | None:
    """Return the colour of a mistake's dot in the graph; other moves have none."""
    row = course.rows.get(node)
    badge = None if row is None or not is_mistake(row.kind) else badge_of(course, node, palette)
    return None if badge is None else badge.colour
