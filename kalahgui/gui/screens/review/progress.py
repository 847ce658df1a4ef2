"""How far the analysis of a match has come, as words above a bar."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_bar
from kalahgui.gui.panels.course import Course
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.analysis import Analysis


def progress_words(analysis: Analysis, course: Course) -> str:
    """Say how many positions are judged, or how far the deeper look at all of them has come."""
    percent = int(100 * analysis.progress)
    judged, count = course.judged_count
    if not analysis.reviewing:
        return say("review_stopped", n=judged, m=count)
    if judged < count:
        return say("review_counted", n=judged, m=count, percent=percent)
    return say("review_deeper", percent=percent)


def draw_progress(
    surface: pygame.Surface, screen: Screen, rect: pygame.Rect, analysis: Analysis, course: Course
) -> None:
    """Draw the words and the bar, right-aligned in a rectangle."""
    scale, palette = screen.scale, screen.palette
    words = progress_words(analysis, course)
    at = (rect.right, rect.y + rect.height // 3)
    theme.write(surface, words, at, scale.small, palette.quiet, anchor="midright")
    bar = pygame.Rect(rect.x, 0, rect.width, scale.px(6))
    bar.bottom = rect.bottom - scale.px(2)
    judged, count = course.judged_count
    share = analysis.progress if analysis.reviewing else judged / max(1, count)
    draw_bar(surface, bar, share, palette)
