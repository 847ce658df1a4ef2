"""Walking through a review: lines that are shown on the board, and marks of moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from kalahgui.gui.boards.view import MoveMark, View
from kalahgui.gui.paint.move_marks import CHECKED, badge_colour
from kalahgui.gui.paint.theme import Palette
from kalahgui.gui.panels.move_rows import Badge
from kalahgui.gui.panels.reviewed_course import Course
from kalahgui.gui.panels.sentences import (
    MoveText,
    Said,
    comes_to,
    move_words,
    player_words,
    sentence,
    sure_words,
)
from kalahgui.gui.screens.review.attempt import Attempt
from kalahgui.gui.services import naming
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node
from kalahgui.match.session import Session
from kalahgui.review.pointers import Pointer, pointers
from kalahgui.review.review_rows import MARKS, ReviewRow, is_mistake
from kalahgui.words import say

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
        return self.row.node.before

    def shown_count(self, here: Node) -> int:
        """Return how many plies of the line are on the board, the one in motion among them."""
        count = 0
        while here is not self.before and here.parent is not None:
            count += 1
            here = here.parent
        return count

    def said(self, match: Match, move_text: MoveText, *, whole: bool = False) -> Said:
        """Say which moves are shown so far, whose they are, and what they come to in the end.

        The ``whole`` line is said to who hears it.
        """
        row, game = self.row, match.game
        move, value = (row.best, row.best_value) if self.better else (row.move, row.value)
        words = move_words(game, move_text(move, row.side))
        heading = say("review_shown_better" if self.better else "review_shown", move=words)
        moved, here = [], self.before.position.copy()
        shown = self.plies if whole else self.plies[: self.shown_count(match.here)]
        for ply in shown:
            moved.append((here.turn, ply))
            here.play(ply)
        parts = []
        for side, plies in naming.turns_in(game, moved):
            name = player_words(match, match.seat_of(side, self.before), begins=True)
            turn = naming.turn_words((side, plies), move_text)
            parts.append(say("review_shown_turn", name=name, turn=turn))
        end = sentence(comes_to(match, row.seat, value, row.exact))
        sentences = (say("review_shown_joint").join(parts), end)
        sure = sure_words(row.exact, row.depth, game.uses_probcut(match.start))
        return Said("best" if self.better else row.kind, heading, sure, row.exact, sentences)


def line_to_show(row: ReviewRow, line: Sequence[int], better: bool) -> Showing:
    """Return a line as far as it is shown: so many turns, and no further than the match goes."""
    here = row.node.before.position.copy()
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


def marks_on_board(view: View, course: Course) -> dict[int, MoveMark]:
    """Return the marks of the move that is talked about and of the best one, by their cells."""
    node, row = course.discussed, course.row
    if node is None or node.ply is None or node.ply == SWAP:
        return {}
    position = course.match.position
    kind = "" if row is None else row.kind
    marks = {view.cell_of(node.ply, position): MoveMark(kind, dashed=True)}
    if row is not None and row.loss:
        marks[view.cell_of(row.best, position)] = MoveMark(CHECKED)
    return marks


def pointers_on_board(course: Course) -> list[Pointer]:
    """Return what the best move does, as arrows; none while it is not known."""
    row = course.row
    if row is None:
        return []
    return pointers(course.match.game, row.node.before.position, row.best)


def badge_of(course: Course, node: Node, palette: Palette) -> Badge | None:
    """Return the sign of what a move is called; mistakes that are not gone through are quieter."""
    row = course.rows.get(node)
    if row is None or row.kind not in MARKS:
        return None
    others = is_mistake(row.kind) and row.seat not in course.seats
    return Badge(MARKS[row.kind], palette.other if others else badge_colour(row.kind, palette))


def dot_of(course: Course, node: Node, palette: Palette) -> pygame.Color | None:
    """Return the colour of a mistake's dot in the graph; other moves have none."""
    row = course.rows.get(node)
    badge = None if row is None or not is_mistake(row.kind) else badge_of(course, node, palette)
    return None if badge is None else badge.colour


class Walker:
    """Walks through a match under review, and shows lines on its board.

    ``showing`` is the line that is shown now, ``attempt`` another try at a move; ``say_now`` says
    that there is nowhere to go.
    """

    def __init__(self, session: Session, course: Course, say_now: Callable[[str], None]) -> None:
        self.showing: Showing | None = None
        self.attempt: Attempt | None = None
        self._session = session
        self._course = course
        self._say_now = say_now

    @property
    def discussed(self) -> Node | None:
        """Return where the move that is talked about has led; None at the end of the line."""
        away = self.showing or self.attempt
        return self._course.discussed if away is None else away.row.node

    @property
    def away(self) -> bool:
        """Tell whether the board shows something else than the course of the match."""
        return self.showing is not None or self.attempt is not None

    @property
    def can_try_again(self) -> bool:
        """Tell whether the move that is talked about is a person's, who may try another one."""
        node = self.discussed
        if node is None or node.parent is None or node.ply == SWAP:
            return False
        return self._course.match.mover_at(node.parent).person

    def stands(self) -> Node:
        """Return the node whose value is told: that of a line that is shown is its end's."""
        showing = self.showing
        if showing is None:
            return self._course.match.here
        return showing.before if showing.better else showing.row.node

    # -- walking

    def begin(self, at: Node | None) -> None:
        """Stand at a move, at the end of a finished game, or at a mistake that is known already."""
        course, match = self._course, self._course.match
        match.go_to(match.tip)
        course.update()
        if at is not None and at in course.line:
            self.look_before(at)
            return
        row = next(iter(course.mistakes), None)
        if course.decided is not None and course.decided.seat in course.seats:
            row = course.decided
        if row is not None:
            self.look_at(row.node.before)
        elif not match.over:
            nodes = [node for node in course.line if match.seat_before(node) in course.seats]
            self.look_at(nodes[-1].before if nodes else match.root)
        else:
            self.look_at(match.tip)

    def look_at(self, node: Node, next_node: Node | None = None) -> None:
        """Look at the position before the next move; a line that is shown comes to its end.

        Where several moves follow, ``next_node`` is where the one has led that is to be talked
        about; by default the line goes on as it was played.
        """
        self.showing = self.attempt = None
        self._session.go_to(node)
        self._course.follow(next_node)

    def look_before(self, node: Node) -> None:
        """Talk about the move that led to a node."""
        self.look_at(node.parent or node, node)

    def step(self, count: int) -> None:
        """Go on by a move, or back by one; a line that is shown goes back to its beginning."""
        if self.away:
            self.end_showing()
        else:
            self._go(self._course.beside(count))

    def step_turn(self, count: int) -> None:
        """Go on by a turn, or back by one."""
        self.end_showing()
        self._go(self._course.beside_turn(count))

    def _go(self, node: Node | None) -> None:
        if node is not None:
            self.look_at(node, self._course.after(node))

    def go_to_end(self, last: bool) -> None:
        """Go to the start, or behind the last move."""
        self.end_showing()
        course = self._course
        self.look_at(course.line[-1] if last and course.line else course.match.root)

    def step_mistake(self, count: int) -> None:
        """Go to the next mistake or the one before; behind the last one comes the first."""
        self.end_showing()
        row = self._course.mistake_beside(count)
        if row is None and self._course.mistakes:
            row = self._course.mistakes[0 if count > 0 else -1]
        if row is not None:
            self.look_before(row.node)
        else:
            reviewed = self._session.analysis.reviewed
            self._say_now(say("review_no_mistakes" if reviewed else "review_no_mistakes_yet"))

    # -- showing why

    def show_why(self) -> None:
        """Show on the board what follows the move that was played; again: lead back."""
        if self.showing is not None:
            self.end_showing()
        else:
            self._show(better=False)

    def show_better(self) -> None:
        """Show on the board what would have followed the best move."""
        self.end_showing()
        self._show(better=True)

    def _show(self, better: bool) -> None:
        row = self._course.row
        if row is None:
            return
        judgement = self._session.analysis.of(row.node.before)
        assert judgement is not None, "a move with a row has been judged"
        line = judgement.lines[row.best if better else row.move]
        self.showing = line_to_show(row, line, better)
        self._session.show_line(self.showing.before, self.showing.plies)

    def end_showing(self) -> None:
        """Go back to where a line began that is shown, or another try."""
        away = self.showing or self.attempt
        if away is not None:
            self.look_at(away.before, away.row.node)

    # -- another try

    def try_again(self) -> bool:
        """Look for another move in place of the one talked about; return whether that can be."""
        self.end_showing()
        row = self._course.row
        if row is None or not self.can_try_again:
            return False
        attempt = Attempt(row)
        self.look_at(attempt.before, row.node)
        self.attempt = attempt
        return True

    def try_move(self, move: int) -> None:
        """Play a move of the try on the board; the match stays as it is."""
        assert self.attempt is not None
        self._session.show_line(self._course.match.here, (move,))
        self.attempt = replace(self.attempt, plies=(*self.attempt.plies, move))
