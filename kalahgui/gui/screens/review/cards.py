"""Where everything lies on the review screen, its heading, and its cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_bar
from kalahgui.gui.paint.move_marks import draw_badge, has_badge
from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
from kalahgui.gui.panels.course import Course
from kalahgui.gui.panels.move_rows import side_disc
from kalahgui.gui.panels.section import FIRST_ROW, HEADING, ROW, Section
from kalahgui.gui.panels.sentences import MoveText, Said, mistake_words
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import listed, say, when_words
from kalahgui.gui.widgets.parts import Part, Role
from kalahgui.gui.widgets.screen import Screen
from kalahgui.gui.widgets.scroll import draw_chosen
from kalahgui.gui.widgets.tables import row_part, table_part
from kalahgui.library.saved import StoredMatch
from kalahgui.match.analysis import Analysis
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.review.rows import ReviewRow

# In units of the layout.
_LEFT, _TOP, _FOOT = 40, 96, 32
_PANEL, _COLUMN, _GAP = 292, 290, 14
_SENTENCE, _GRAPH, _PLAY = 136, 104, 288
_BUTTONS = 104
_BAR = 14


class ReviewLayout:
    """Places of a review screen, in pixels.

    Below a ``wide`` board lie the card with the sentence and the graph. A square board wants that
    height: the sentence stands at its left, above a card for the mistakes and the play.
    """

    def __init__(self, screen: Screen, wide: bool) -> None:
        self._box = box = screen.box
        self.wide = wide
        width, height = screen.width, screen.height
        right = width - _PANEL - _FOOT - 24
        graph_top = height - _FOOT - _GRAPH
        self.home = box(26, 20, 36, 36)
        self.help = box(width - _FOOT - 36, 20, 36, 36)
        self.share = box(width - _FOOT - 36 - 44, 20, 36, 36)
        self.edit = box(width - _FOOT - 36 - 88, 20, 36, 36)
        self.title = box(80, 28, 0, 0).topleft
        self.about = box(80, 53, 0, 0).topleft
        self.panel = box(width - _PANEL - _FOOT, _TOP, _PANEL, height - _TOP - _FOOT)
        bar_left = right - _BAR
        if wide:
            sentence_top = graph_top - _GAP - _SENTENCE
            self.board = box(_LEFT, 84, bar_left - 18 - _LEFT, sentence_top - _GAP - 84)
            self.sentence = box(_LEFT, sentence_top, right - _LEFT, _SENTENCE)
            self.graph = box(_LEFT, graph_top, right - _LEFT, _GRAPH)
            self.play = None
        else:
            left, play_top = _LEFT + _COLUMN + 20, height - _FOOT - _PLAY
            self.board = box(left, 84, bar_left - 10 - left, graph_top - 6 - 84)
            self.sentence = box(_LEFT, _TOP, _COLUMN, play_top - _GAP - _TOP)
            self.play = box(_LEFT, play_top, _COLUMN, _PLAY)
            self.graph = box(left, graph_top, right - left, _GRAPH)
        # Below the bar stands the lead.
        self.bar = box(bar_left, _TOP, _BAR, 0)
        self.bar.height = (
            self.board.bottom - self.bar.y - screen.scale.px(8) - 2 * screen.scale.small
        )

    @property
    def cards(self) -> list[pygame.Rect]:
        """Return the cards that lie on the paper."""
        found = [self.panel, self.sentence, self.graph]
        return found if self.play is None else [*found, self.play]

    @property
    def buttons_top(self) -> int:
        """Return where the buttons of the panel begin."""
        return self.panel.bottom - self._box(0, 0, 0, _BUTTONS).height

    def buttons(
        self, inside: pygame.Rect, share: float
    ) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
        """Return the places of the wide button and of the two below it.

        ``share`` is how much of the lower row the left one takes.
        """
        top, unit = self.buttons_top, self._box(0, 0, 8, 8).width
        first = pygame.Rect(inside.x, top, inside.width, 5 * unit)
        width = round((inside.width - unit) * share)
        y, height = first.bottom + unit, self._box(0, 0, 0, 36).height
        left = pygame.Rect(inside.x, y, width, height)
        right = pygame.Rect(inside.x + width + unit, y, inside.width - width - unit, height)
        return first, left, right


def about_words(screen: Screen, stored: StoredMatch, width: int) -> str:
    """Say what was played, by whom, how it ended and when, as much as a width has room for."""
    match = stored.match
    parts = [
        naming.match_title(match),
        f"{_player_words(match, 0)} – {_player_words(match, 1)}",
        _result_words(match),
        when_words(stored.begun, screen.services.clock()),
    ]
    parts = [part for part in parts if part]
    while len(parts) > 2 and theme.font(screen.scale.small).size(" · ".join(parts))[0] > width:
        parts.pop()
    return theme.fit(" · ".join(parts), screen.scale.small, width)


def _player_words(match: Match, seat: int) -> str:
    """Name a player; a computer by its level too."""
    name, method = naming.player_name(match, seat), match.players[seat].computer
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
    if not match.over_at(tip):
        return ""
    scored = match.game.points(tip.position)
    if scored is not None and tip.forfeit is None:
        seats = scored if match.seat_of(0, tip) == 0 else scored[::-1]
        return say("result", a=seats[0], b=seats[1])
    winner = match.winner_at(tip)
    return say("draw") if winner is None else say("wins", name=naming.player_name(match, winner))


_MARGIN, _ABOVE, _BADGE, _BESIDE = 22, 14, 24, 12  # units of the layout
_PARTING, _PARTING_NARROW = 3, 10  # above each sentence
# How many reasons are given, where there is room for them.
_REASONS = (2, 1, 0)


@dataclass(frozen=True)
class _Set:
    """Words broken into lines, and their sizes."""

    said: Said
    heading: Sequence[str]
    heading_size: int
    sentences: Sequence[Sequence[str]]
    size: int
    height: int


class SentenceCard:
    """Writes what is said into a rectangle; a ``narrow`` one has how sure it is on its own line."""

    def __init__(self, screen: Screen, rect: pygame.Rect, narrow: bool) -> None:
        self._screen = screen
        self._narrow = narrow
        margin = screen.scale.px(_MARGIN)
        self._inside = rect.inflate(-2 * margin, -2 * screen.scale.px(_ABOVE))
        # Between sentences, in pixels.
        self._parting = screen.scale.px(_PARTING_NARROW if narrow else _PARTING)
        self._set: _Set | None = None

    def show(self, say_with: Callable[[int], Said]) -> None:
        """Take up words, as many reasons as there is room for; ``say_with`` says so many."""
        for most in _REASONS:
            said = say_with(most)
            for smaller in (False, True):
                self._set = self._broken(said, smaller)
                if self.fits:
                    return
        while said.sentences and not self.fits:
            said = said._replace(sentences=said.sentences[:-1])
            self._set = self._broken(said, smaller=True)

    @property
    def fits(self) -> bool:
        """Tell whether all words have found room."""
        return self._set is None or self._set.height <= self._inside.height

    @property
    def words(self) -> str:
        """Return all words of the card."""
        if self._set is None:
            return ""
        return "\n".join((self._set.said.heading, *self._set.said.sentences))

    def _broken(self, said: Said, smaller: bool) -> _Set:
        scale = self._screen.scale
        large = scale.heading if smaller else max(scale.px(19), scale.heading)
        size = scale.small if smaller else scale.body
        room = self._inside.width
        if has_badge(said.kind):
            room -= scale.px(_BADGE + _BESIDE)
        if said.sure and not self._narrow:
            room -= theme.font(size, True).size(said.sure)[0] + scale.px(_BESIDE)
        heading = wrap(said.heading, large, room, True)
        sentences = [wrap(words, size, self._inside.width) for words in said.sentences]
        height = line_height(large) * len(heading)
        height += sum(line_height(size) * len(lines) + self._parting for lines in sentences)
        if said.sure and self._narrow:
            height += line_height(size)
        return _Set(said, heading, large, sentences, size, height)

    def draw(self, surface: pygame.Surface) -> None:
        """Write the words."""
        if self._set is None:
            return
        palette, px = self._screen.palette, self._screen.scale.px
        words, inside = self._set, self._inside
        x, y = inside.topleft
        if not self._narrow:
            y += max(0, (inside.height - words.height) // 2)
        if has_badge(words.said.kind):
            badge = px(_BADGE)
            at = (x + badge // 2, y + line_height(words.heading_size) // 2)
            draw_badge(surface, at, badge, words.said.kind, palette)
            x += badge + px(_BESIDE)
        large, ink = words.heading_size, palette.ink
        y = write_lines(surface, words.heading, (x, y), large, ink, True, "midleft")
        self._write_sure(surface, words, y)
        if words.said.sure and self._narrow:
            y += line_height(words.size)
        for lines in words.sentences:
            at = (inside.x, y + self._parting)
            y = write_lines(surface, lines, at, words.size, ink, anchor="midleft")

    def _write_sure(self, surface: pygame.Surface, words: _Set, y: int) -> None:
        """Write how sure it is: at the right of the heading, or below it."""
        palette, inside, said = self._screen.palette, self._inside, words.said
        colour = palette.best if said.certain else palette.quiet
        if self._narrow:
            at, anchor = (inside.x, y + line_height(words.size) // 2), "midleft"
        else:
            first = y - line_height(words.heading_size) * len(words.heading)
            at, anchor = (inside.right, first + line_height(words.heading_size) // 2), "midright"
        theme.write(surface, said.sure, at, words.size, colour, said.certain, anchor)


_FIRST, _ROW = 42, 30  # units of the layout
_DISC = 11  # of a side, where both have mistakes in the list


def mistakes_height(rows: int) -> int:
    """Return the height of a list with room for so many rows, in units of the layout."""
    return _FIRST + _ROW * rows + 6


class Mistakes:
    """Shows the mistakes of a course below each other."""

    def __init__(self, section: Section, rows: int, course: Course, move_text: MoveText) -> None:
        """Stand in a section with room for so many rows."""
        self._section = section
        self._room = rows
        self._course = course
        self._move_text = move_text
        self._first = 0

    @property
    def _shown(self) -> list[ReviewRow]:
        mistakes = self._course.mistakes
        self._first = max(0, min(self._first, len(mistakes) - self._room))
        return mistakes[self._first : self._first + self._room]

    def _place(self, number: int) -> pygame.Rect:
        section, px = self._section, self._section.screen.scale.px
        top = section.y(_FIRST + _ROW * number)
        left, right = section.left - px(8), section.right + px(8)
        return pygame.Rect(left, top, right - left, section.y(_FIRST + _ROW * (number + 1)) - top)

    @property
    def rect(self) -> pygame.Rect:
        """Return the place of all rows."""
        return self._place(0).unionall([self._place(self._room - 1)])

    def bring(self, told: Node | None) -> None:
        """Scroll to the mistake that is talked about, if it is one."""
        nodes = [row.node for row in self._course.mistakes]
        if told in nodes:
            at = nodes.index(told)
            self._first = min(max(self._first, at - self._room + 1), at)

    def part(self, told: Node | None, go_to: Callable[[Node], None]) -> Part:
        """Return all mistakes for those who do not see them, the one talked about chosen."""
        course, first, items = self._course, self._first, []
        for number, row in enumerate(course.mistakes):
            words = mistake_words(course.match, row, course.numbers[row.node], self._move_text)
            who = naming.player_name(course.match, row.seat) if len(course.seats) > 1 else ""
            go, name = partial(go_to, row.node), listed(who, *words)
            place = self._place(min(max(0, number - first), self._room - 1))
            chosen = row.node is told
            items.append(Part(Role.ITEM, name, place, id(row.node), on=chosen, act=go, take=go))
        return Part(Role.LIST, say("review_mistakes"), self.rect, "mistakes", tuple(items))

    def handle(self, event: pygame.Event, go_to: Callable[[Node], None]) -> bool:
        """Scroll by the wheel, and go where a click points; return True when it was used."""
        if event.type == pygame.MOUSEWHEEL and self.rect.collidepoint(event.pos):
            self._first -= event.y
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            for number, row in enumerate(self._shown):
                if self._place(number).collidepoint(event.pos):
                    go_to(row.node)
                    return True
        return False

    def draw(self, surface: pygame.Surface, told: Node | None, *, whole: bool, rule: bool) -> None:
        """Draw the list, the mistake that is talked about chosen; a ``whole`` one grows no more.

        ``rule`` draws the line above.
        """
        section, screen = self._section, self._section.screen
        scale, palette, px = screen.scale, screen.palette, screen.scale.px
        if rule:
            section.rule(surface)
        section.title(surface, say("review_mistakes"))
        at = (section.right, section.y(HEADING))
        count = len(self._course.mistakes)
        words = say("review_mistakes_key") if count else ""
        if count > self._room:
            words = f"{self._first + 1}–{self._first + self._room} / {count} · {words}"
        screen.write(surface, words, at, scale.small, anchor="midright")
        if not count:
            words = say("review_no_mistakes" if whole else "review_no_mistakes_yet")
            at = (section.left, self._place(0).centery)
            screen.write(surface, words, at, scale.body)
        for number, row in enumerate(self._shown):
            place = self._place(number)
            chosen = row.node is told
            if chosen:
                draw_chosen(surface, place, px(8), palette)
            words, lost = mistake_words(
                self._course.match, row, self._course.numbers[row.node], self._move_text
            )
            at = (place.right - px(8), place.centery)
            written = theme.write(surface, lost, at, scale.body, palette.bad, True, "midright")
            left = place.x + px(8)
            if len(self._course.seats) > 1:
                dot = side_disc(screen, self._course.match.game, row.side, px(_DISC))
                surface.blit(dot, dot.get_rect(midleft=(left, place.centery)))
                left += dot.get_width() + px(7)
            size, room = scale.body, written.left - left - px(8)
            if theme.font(size, chosen).size(words)[0] > room:
                size = scale.small
            at = (left, place.centery)
            screen.write(surface, words, at, size, palette.ink, bold=chosen, room=room)


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


PLAY_HEIGHT = FIRST_ROW + 3 * ROW + 2  # units of the layout


def draw_play(surface: pygame.Surface, section: Section, course: Course, level: int | None) -> None:
    """Draw the section, a column for each player."""
    screen, match, seats = section.screen, course.match, course.seats
    title = say("review_your_play" if naming.is_you(match, seats[0]) else "review_play")
    section.heading(surface, title)
    if len(seats) > 1:
        small, room = screen.scale.small, section.column(0) - section.column(1) - screen.scale.px(8)
        names = [naming.player_name(match, seat) for seat in seats]
        fit = all(theme.font(small).size(name)[0] <= room for name in names)
        for place, (seat, name) in enumerate(zip(reversed(seats), reversed(names), strict=True)):
            at = section.column(place), section.y(HEADING)
            if fit:
                screen.write(surface, name, at, small, anchor="midright")
            else:
                # The sign that the player has in the list of moves, at the end.
                side, size = match.seat_of(seat, match.tip), screen.scale.px(_DISC)
                sign = side_disc(screen, match.game, side, size)
                surface.blit(sign, sign.get_rect(midright=at))
    for place, (words, figures) in enumerate(play_rows(course)):
        section.row(surface, place, words, figures)
    if level is not None and len(seats) == 1:
        section.row(surface, 2, say("review_like_level"), [str(level)])


def play_part(section: Section, course: Course) -> Part:
    """Return the section for those who do not see it: a row for each figure."""
    match, seats = course.match, course.seats
    names = [naming.player_name(match, seat) for seat in seats] if len(seats) > 1 else [""]
    top = section.y((HEADING + FIRST_ROW) / 2)
    rect = pygame.Rect(
        section.left, top, section.right - section.left, section.y(PLAY_HEIGHT) - top
    )
    rows = [
        row_part(["", *names], [words, *figures], rect, words)
        for words, figures in play_rows(course)
    ]
    return table_part(say("review_play"), rect, rows)


def play_rows(course: Course) -> list[tuple[str, list[str]]]:
    """Return what is said of how well was played, with a figure for each player."""
    match, seats = course.match, course.seats
    short, points = len(seats) > 1, match.game.has_points
    unknown = naming.count_words(None)
    lost, found = [], []
    for each in map(course.summary, seats):
        # Where only winning counts, it is told how often a result was lost.
        mean = f"{each.loss_a_move:.1f}" if points else str(each.mistakes)
        of_all = say("review_n_of_m", n=each.found, m=each.moves)
        if short:  # counts of two players would touch in a small window
            of_all = f"{100 * each.found / max(1, each.moves):.0f} %"
        lost.append(mean if each.moves else unknown)
        found.append(of_all if each.moves else unknown)
    key = f"review_loss_{match.game.key}" if points else "review_given_away"
    if short:
        key = "review_loss_short" if points else "review_given_away_short"
    return [(say(key), lost), (say("review_found_short" if short else "review_found"), found)]
