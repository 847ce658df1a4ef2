"""What stands on the review screen beside its board: what is said, the mistakes, and the play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element, Look
from kalahgui.gui.elements.layout import Column, Fitting, Painted, Row, Scroll, Space
from kalahgui.gui.elements.lists import List
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.tables import Table
from kalahgui.gui.elements.writing import Heading, Live, Text, wide
from kalahgui.gui.paint.charts import draw_bar
from kalahgui.gui.paint.move_marks import draw_badge, has_badge
from kalahgui.gui.paint.theme import Scale
from kalahgui.gui.panels.move_rows import side_disc
from kalahgui.gui.panels.reviewed_course import Course
from kalahgui.gui.panels.section import Fact, note, section
from kalahgui.gui.panels.sentences import MOST_REASONS, MoveText, Said, mistake_words
from kalahgui.gui.screens.review.showing import Walker
from kalahgui.gui.services import naming
from kalahgui.gui.services.day_words import when_words
from kalahgui.library.saved import StoredMatch
from kalahgui.match.analysis import Analysis
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.words import listed, say

# -- what was played


def about(screen: Screen, stored: StoredMatch) -> Element:
    """Return what was played, by whom, how it ended and when, as much as there is room for."""
    match = stored.match
    parts = [
        naming.match_title(match),
        f"{_player_words(match, 0)} – {_player_words(match, 1)}",
        _result_words(match),
        when_words(stored.begun, screen.services.clock()),
    ]
    parts = [part for part in parts if part]
    words = [" · ".join(parts[:count]) for count in range(len(parts), 1, -1)]
    return Text(words[0], "small", "quiet", line=True, shorter=words[1:])


def _player_words(match: Match, seat: int) -> str:
    name, method = naming.player_name(match, seat, whole=True), match.players[seat].computer
    level = None if method is None else naming.level_played(match, method)
    if level is None:
        return name
    words = say(
        "review_level",
        level=say("level_n", n=level.number),
        name=say(level.name),
    )
    return listed(name, words) if match.players[seat].name else words


def _result_words(match: Match) -> str:
    """Say how the match has ended, the first player's points first; nothing while it goes on."""
    tip = match.tip
    if not tip.over:
        return ""
    scored = match.game.points(tip.position)
    if scored is not None and tip.forfeit is None:
        seats = scored if match.seat_of(0, tip) == 0 else scored[::-1]
        return say("result", a=seats[0], b=seats[1])
    winner = tip.winner
    return say("draw") if winner is None else say("wins", name=naming.player_name(match, winner))


def progress_words(analysis: Analysis, course: Course) -> str:
    """Say how many positions are judged, or how far the deeper look at all of them has come."""
    percent = int(100 * analysis.progress)
    judged, count = course.judged_count
    if not analysis.reviewing:
        return say("review_stopped", n=judged, m=count)
    if judged < count:
        return say("review_counted", n=judged, m=count, percent=percent)
    return say("review_deeper", percent=percent)


def progress(screen: Screen, analysis: Analysis, course: Course) -> Element:
    """Return how far the review has come, in words and as a bar."""

    def draw(surface: pygame.Surface, bar: pygame.Rect) -> None:
        judged, count = course.judged_count
        share = analysis.progress if analysis.reviewing else judged / max(1, count)
        draw_bar(surface, bar, share, screen.palette)

    words = Live(partial(progress_words, analysis, course), "small", colour="quiet", align="right")
    words.height = 24
    bar = Painted(draw, height=6)
    return Column(words, Space(grow=1), bar, padding=(0, 0, 0, 2), width=230, height=36)


# -- buttons

_BESIDE = 40  # what the words of a button leave of its width, in units of the layout


def _search_words(scale: Scale, beside: str, room: float) -> str:
    """Return the key of the words of the button beside another, short ones in little room."""
    needed = [wide(words, scale.body, True) for words in (beside, say("review_search"))]
    return "review_search_short" if sum(needed) > scale.px(room - _BESIDE) else "review_search"


def _shared_row(scale: Scale, *buttons: Button) -> Element:
    """Return buttons that share a row as their words do."""
    for button in buttons:
        button.height = 36
        button.grow = wide(button.label, scale.body, True) + scale.px(_BESIDE)
    return Row(*buttons, gap=8)


def buttons(screen: Screen, walker: Walker, course: Course, room: float) -> list[Element]:
    """Return the wide button at the foot of a panel ``room`` wide, and the row below it."""
    showing, attempt, does = walker.showing, walker.attempt, screen.does
    wide_one = {"style": "primary", "height": 40}
    if attempt is not None:
        tried = bool(attempt.plies)
        first = does("try_again", say("review_once_more"), enabled=tried, **wide_one)
        left = does("play_on", say("review_go_on"), style="soft", enabled=tried)
        right = Button(say("review_answer_show"), walker.end_showing, style="soft")
        return [first, _shared_row(screen.scale, left, right)]
    if showing is not None:
        first = Button(say("review_why_back"), walker.end_showing, style="primary", height=40)
        words, other = say("review_why_better"), not showing.better
        left = does("better", words, style="soft", enabled=other)
    else:
        known, able = course.row is not None, walker.can_try_again
        first = does("why", say("review_why"), enabled=known, **wide_one)
        left = does("try_again", say("review_again"), style="soft", enabled=able)
    words = say(_search_words(screen.scale, left.label, room - 40 - 8))
    right = does("search", words, style="soft", enabled=not course.match.here.over)
    return [first, _shared_row(screen.scale, left, right)]


# -- what is said

_LARGE = 19  # units of the layout: the letters of what is said first


class _Badge(Element):
    def __init__(self, kind: str) -> None:
        super().__init__(width=24, height=24)
        self._kind = kind

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        draw_badge(surface, self.rect.center, self.rect.height, self._kind, look.palette)


def sentence(screen: Screen, say_with: Callable[[int], Said], *, narrow: bool) -> Element:
    """Return what is said, as many reasons as there is room for; ``say_with`` says so many.

    How sure that is stands at the right, in a ``narrow`` place on a line of its own.
    """
    large: int | str = max(screen.scale.px(_LARGE), screen.scale.heading)
    versions = [
        _set(said, head, size, narrow)
        for said in map(say_with, range(MOST_REASONS, -1, -1))
        for head, size in ((large, "body"), ("heading", "small"))
    ]
    return Fitting(*versions, Scroll(_set(say_with(0), "heading", "small", narrow)))


def _set(said: Said, large: int | str, size: str, narrow: bool) -> Element:
    sure = None
    if said.sure:
        colour = "best" if said.certain else "quiet"
        sure = Text(said.sure, size, colour, bold=said.certain, line=True)
    head = Row(
        _Badge(said.kind) if has_badge(said.kind) else None,
        Heading(said.heading, large, grow=1),
        None if narrow else sure,
        gap=12,
    )
    return Column(
        None if narrow else Space(grow=1),
        Column(head, sure if narrow else None),
        *(Text(words, size) for words in said.sentences),
        None if narrow else Space(grow=1),
        gap=10 if narrow else 3,
    )


# -- mistakes

_HEIGHT, _ROW = 138, 30  # units of the layout, with room for three of them


class _Sign(Element):
    def __init__(self, screen: Screen, match: Match, side: int) -> None:
        super().__init__(width=13, height=13)
        self._screen, self._match, self._side = screen, match, side

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        sign = side_disc(self._screen, self._match.game, self._side, look.px(11))
        surface.blit(sign, sign.get_rect(center=self.rect.center))


def mistakes(
    screen: Screen,
    course: Course,
    node: Node | None,
    go_to: Callable[[Node], None],
    move_text: MoveText,
    *,
    whole: bool,
) -> Element:
    """Return the mistakes of a course, the one ``node`` chosen; a ``whole`` list grows no more."""
    match, rows, both = course.match, course.mistakes, len(course.seats) > 1
    keys = f"{len(rows)} · " if len(rows) > 3 else ""
    keys += say("review_mistakes_key") if rows else ""
    head = Row(
        Heading(say("review_mistakes"), line=True, smaller="small", height=24),
        note(keys, good=False) if rows else None,
        gap=8,
        padding=(12, 12, 12, 6),
    )
    none = say("review_no_mistakes" if whole else "review_no_mistakes_yet")

    def said(index: int) -> tuple[str, str]:
        row = rows[index]
        return mistake_words(match, row, course.numbers[row.node], move_text)

    def row(index: int) -> Element:
        words, lost = said(index)
        return Row(
            _Sign(screen, match, rows[index].side) if both else None,
            Text(words, bold=rows[index].node is node, line=True, smaller="small", grow=1),
            Text(lost, colour="bad", bold=True, line=True),
            gap=7,
        )

    def name(index: int) -> str:
        return listed(naming.player_name(match, rows[index].seat) if both else "", *said(index))

    nodes = [row.node for row in rows]
    listing = List(
        len(rows),
        row,
        name,
        title=say("review_mistakes"),
        chosen=nodes.index(node) if node in nodes else None,
        choose=lambda index: go_to(nodes[index]),
        step=_ROW,
        keys=False,
        key="mistakes",
    )
    nothing = Column(Text(none, colour="quiet", line=True, height=_ROW), padding=(12, 0, 12, 0))
    return Column(head, listing if rows else nothing, height=_HEIGHT)


def no_mistakes() -> Element:
    """Return the empty place of the mistakes, which would give away what is looked for."""
    return Space(height=_HEIGHT)


# -- how well was played

_FIGURE, _LINE = 62, 24  # units of the layout: a column of figures, and the height of a row


def play(screen: Screen, course: Course, level: int | None) -> Element:
    """Return how well was played, a column for each player; one may play like a ``level``."""
    match, seats, rows = course.match, course.seats, play_rows(course)
    title = say("review_your_play" if naming.is_you(match, seats[0]) else "review_play")
    if len(seats) == 1:
        if level is not None:
            rows.append((say("review_like_level"), [str(level)]))
        return section(title, *(Fact(label, *values, height=_LINE) for label, values in rows))
    names = [naming.player_name(match, seat) for seat in seats]
    room = screen.scale.px(_FIGURE - 8)
    fit = all(wide(name, screen.scale.small, False) <= room for name in names)

    def head(seat: int, name: str) -> Element:
        words = Text(name, "small", "quiet", line=True, silent=True, align="right", width=_FIGURE)
        sign = Row(
            Space(grow=1), _Sign(screen, match, match.seat_of(seat, match.tip)), width=_FIGURE
        )
        return words if fit else sign

    label = partial(Text, colour="quiet", line=True, height=_LINE)
    figure = partial(Text, bold=True, line=True, align="right", width=_FIGURE)
    cells = [[label(words), *map(figure, values)] for words, values in rows]
    table = Table(say("review_play"), ["", *names], cells, shares=[1, 0, 0])
    return section(title, table, beside=[Row(Space(grow=1), *map(head, seats, names), grow=1)])


def play_rows(course: Course) -> list[tuple[str, list[str]]]:
    """Return what is said of how well was played, with a figure for each player."""
    match, seats = course.match, course.seats
    short, points = len(seats) > 1, match.game.has_points
    unknown = naming.count_words(None)
    lost, found = [], []
    for summary in map(course.summary, seats):
        # Where only winning counts, it is told how often a result was lost.
        mean = f"{summary.loss_a_move:.1f}" if points else str(summary.mistakes)
        of_all = say("review_n_of_m", n=summary.found, m=summary.moves)
        if short:  # counts of two players would touch in a small window
            of_all = f"{100 * summary.found / max(1, summary.moves):.0f} %"
        lost.append(mean if summary.moves else unknown)
        found.append(of_all if summary.moves else unknown)
    key = f"review_loss_{match.game.key}" if points else "review_given_away"
    if short:
        key = "review_loss_short" if points else "review_given_away_short"
    return [(say(key), lost), (say("review_found_short" if short else "review_found"), found)]
