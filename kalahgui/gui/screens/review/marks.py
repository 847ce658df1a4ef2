"""How a review marks moves: on the board, behind the plies of the list, and in the graph."""

from __future__ import annotations

import pygame

from kalahgui.engine.judgement import Judgement
from kalahgui.gui.boards.view import MoveMark, View
from kalahgui.gui.paint.move_marks import CHECKED, SIGNS, badge_colour
from kalahgui.gui.paint.theme import Palette
from kalahgui.gui.panels.course import Course
from kalahgui.gui.panels.wording import value_words
from kalahgui.gui.panels.written_plies import Badge
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node
from kalahgui.review.rows import is_mistake


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
