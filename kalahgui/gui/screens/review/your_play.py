"""What the persons' moves came to: the loss a move, best moves found, the level they are like."""

from __future__ import annotations

import pygame

from kalahgui.games.game import Game
from kalahgui.gui.paint import theme
from kalahgui.gui.panels.course import Course
from kalahgui.gui.panels.section import FIRST_ROW, HEADING, ROW, Section
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.review.summary import Summary

PLAY_HEIGHT = FIRST_ROW + 3 * ROW + 2  # units of the layout


def draw_play(surface: pygame.Surface, section: Section, course: Course, level: int | None) -> None:
    """Draw the section, a column for each player."""
    screen, match = section.screen, course.match
    scale, palette = screen.scale, screen.palette
    seats = course.seats
    title = say("review_your_play" if naming.is_you(match, seats[0]) else "review_play")
    section.heading(surface, title)
    if len(seats) > 1:
        for place, seat in enumerate(reversed(seats)):
            room = section.column(0) - section.column(1) - scale.px(8)
            name = theme.fit(naming.player_name(match, seat), scale.small, room)
            at = (section.column(place), section.y(HEADING))
            theme.write(surface, name, at, scale.small, palette.quiet, anchor="midright")
    unknown = naming.count_words(None)
    summaries = [course.summary(seat) for seat in seats]
    lost = [_lost(each, match.game) if each.moves else unknown for each in summaries]
    short = len(seats) > 1
    key = f"review_loss_{match.game.key}" if match.game.has_points else "review_given_away"
    if short:
        key = "review_loss_short" if match.game.has_points else "review_given_away_short"
    section.row(surface, 0, say(key), lost)
    found = [_of_all(each, short) if each.moves else unknown for each in summaries]
    section.row(surface, 1, say("review_found_short" if short else "review_found"), found)
    if level is not None and len(seats) == 1:
        section.row(surface, 2, say("review_like_level"), [str(level)])


def _lost(summary: Summary, game: Game) -> str:
    """Write the mean loss of a move; where only winning counts, how often a result was lost."""
    return f"{summary.loss_a_move:.1f}" if game.has_points else str(summary.mistakes)


def _of_all(summary: Summary, short: bool) -> str:
    """Write how many of all moves were best ones."""
    if short:
        return f"{summary.found} / {summary.moves}"
    return say("review_n_of_m", n=summary.found, m=summary.moves)
