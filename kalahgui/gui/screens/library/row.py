"""A row of the library: what it shows beyond its record, how it is laid out, and how drawn.

The details are derived when a row is first seen, a little in every frame.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame

from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint import cache, theme
from kalahgui.gui.paint.charts import render_curve
from kalahgui.gui.paint.paragraph import line_height
from kalahgui.gui.paint.theme import icon
from kalahgui.gui.panels.move_rows import turns_along
from kalahgui.gui.screens.library import wording
from kalahgui.gui.services.autosave import Autosave
from kalahgui.gui.services.keymap import key
from kalahgui.gui.services.words import listed, say, when_words
from kalahgui.gui.widgets.screen import Host, Screen
from kalahgui.gui.widgets.scroll import draw_chosen
from kalahgui.library import saved
from kalahgui.library.listing import MatchRow
from kalahgui.library.saved import StoredMatch
from kalahgui.library.store import MatchRecord
from kalahgui.library.store_file import StoreError
from kalahgui.match.analysis import Analysis
from kalahgui.match.match import Match

_KEPT = 160  # rows whose pictures are kept
_PATIENCE = 0.01  # seconds that rendering may take of a frame
_MOST_PUT_OFF = 20  # frames; more would mean that what is rendered is never kept
_Key = tuple[int, int, int | None, int]
_MOST_PLIES = 1000  # of main and side lines, which a frame has the time to replay
_LEAST = 4  # points that a curve is high at least, up and down


@dataclass
class Detail:
    """What is known of a game by now.

    ``points`` are those of the players seated first and second, None where none are counted;
    ``turn`` is the move that comes next. ``judged`` tells that the curve is of a review and not of
    the points that lay on the board. A game of very many plies has neither curve nor picture.
    """

    readable: bool = True
    points: tuple[int, int] | None = None
    turn: int = 1
    judged: bool = False
    curve: pygame.Surface | None = None
    picture: pygame.Surface | None = None


class Details:
    """The details of the rows that were seen last."""

    def __init__(self, app: Host, picture: tuple[int, int], curve: tuple[int, int]) -> None:
        """Have pictures of boards and curves of so many pixels."""
        self._app = app
        self._autosave: Autosave = app.services.autosave
        self._picture_size, self._curve_size = picture, curve
        self._found: OrderedDict[_Key, Detail] = OrderedDict()
        self._begun: dict[_Key, Iterator[bool]] = {}
        self._put_off = 0

    def of(self, row: MatchRow) -> Detail:
        """Return what is known of a row."""
        return self._found.get(_key(row)) or Detail()

    def lacks(self, row: MatchRow) -> bool:
        """Tell whether there is more to be found out about a row."""
        key = _key(row)
        return key not in self._found or key in self._begun

    def work(self, rows: Sequence[MatchRow], deadline: float) -> None:
        """Find out about rows in sight until it is done or late (``time.perf_counter``)."""
        for gone in self._begun.keys() - set(map(_key, rows)):
            del self._begun[gone], self._found[gone]
        for row in rows:
            while self.lacks(row):
                self._step(row)
                if time.perf_counter() > deadline:
                    return

    def _step(self, row: MatchRow) -> None:
        key = _key(row)
        if key not in self._found:
            while len(self._found) >= _KEPT:
                self._found.popitem(last=False)
            detail = self._found[key] = Detail()
            self._begun[key] = self._derive(row, detail)
        if not next(self._begun[key], False):
            del self._begun[key]

    def _derive(self, row: MatchRow, detail: Detail) -> Iterator[bool]:
        """Find out step by step, each of a few milliseconds."""
        try:
            record = self._autosave.store.match(row.id)
            if record is not None and _plies(record) > _MOST_PLIES:
                return
            stored = None if record is None else saved.stored_of(record)
        except (ValueError, StoreError):
            stored = None
        if stored is None:
            detail.readable = False
            return
        match = stored.match
        scored = match.game.points(match.position)
        swapped = match.here.swapped
        if scored is not None:
            detail.points = (scored[swapped], scored[1 - swapped])
        detail.turn = len(turns_along(match, match.here.line)) + 1
        yield True
        persons = [seat for seat in (0, 1) if match.players[seat].person]
        seat = persons[0] if len(persons) == 1 else 0
        leads = self._judged(stored, seat) if row.complete is not None else []
        detail.judged = len(leads) > 1
        leads = leads if detail.judged else _on_board(match, seat)
        if len(leads) > 1:
            detail.curve = self._curve(leads, match, detail)
        yield True
        south = seat ^ swapped if len(persons) == 1 else 0
        view_class = VIEWS[match.game.key]
        shown = view_class.shown(match)
        yield True
        while detail.picture is None:
            detail.picture = self._picture(match, shown, south)
            yield True

    def _judged(self, stored: StoredMatch, seat: int) -> list[int]:
        """Return how a seat stood by the review, in the order of the main line."""
        analysis = Analysis(stored.match, self._app.services.engine, lambda why: None)
        analysis.restore(self._autosave.review_of(stored), False)
        found = []
        for node in stored.match.main_line:
            known = analysis.evaluation(node)
            if known is not None:
                found.append(-known.margin if seat ^ node.swapped else known.margin)
        return found

    def _curve(self, leads: list[int], match: Match, detail: Detail) -> pygame.Surface:
        palette = self._app.palette
        line = palette.accent if detail.judged else palette.quiet
        least = _LEAST if match.game.has_points else 1
        return render_curve(self._curve_size, leads, least, line, palette.line)

    def _picture(self, match: Match, shown: object, south: int) -> pygame.Surface | None:
        """Draw the board; None when that is to go on in the next frame, with what is ready now."""
        view_class = VIEWS[match.game.key]
        width, height = self._picture_size
        margin = height // 8  # how far the shadow of a board may fall
        picture = pygame.Surface((width + 2 * margin, height + 2 * margin), pygame.SRCALPHA)
        place = pygame.Rect(margin, margin, width, height)
        view = view_class(match.game, match.start, place, south, self._app.palette)
        patience = _PATIENCE if self._put_off < _MOST_PUT_OFF else float("inf")
        try:
            with cache.within(patience, time.perf_counter()):
                view.draw_still(picture, shown)
        except cache.Late:
            self._put_off += 1
            return None
        self._put_off = 0
        return picture


def _on_board(match: Match, seat: int) -> list[int]:
    """Return how far a seat was ahead on the board, in the order of the main line."""
    leads = []
    for node in match.main_line:
        scored = match.game.points(node.position)
        if scored is not None:
            side = seat ^ node.swapped
            leads.append(scored[side] - scored[1 - side])
    return leads


def _plies(record: MatchRecord) -> int:
    """Return how many plies main and side lines have at most; each of these stands in a bracket."""
    return len(record.moves.split()) + record.side_lines.count("[")


def _key(row: MatchRow) -> _Key:
    """Return what the details of a row depend on."""
    return row.id, row.revision, row.complete, row.judged


# Lengths in units of the layout.
HEIGHT = 102
PICTURE, CURVE, NARROW_CURVE = (134, 86), (104, 56), (56, 56)
_LEFT, _GAP = 16, 18
_RESULT, _RIGHT = 118, 140
_FEWEST_SIGNS = 12  # wide ones that the words have room for, or else the curve is narrow
_BUTTON, _ICON = 28, 20

# What can be done with a row, by the names in the table of keys.
OPEN, REVIEW, RENAME, DELETE, STAR = "open", "review", "rename", "delete", "star"
_ICONS = {OPEN: "play"}  # where that is not the name itself
ACTS = (OPEN, REVIEW, RENAME, DELETE, STAR)
_FROM_THE_RIGHT = (STAR, DELETE, RENAME, REVIEW, OPEN)


@dataclass(frozen=True)
class RowPlaces:
    """Where the parts of a row stand, in pixels from its corner."""

    picture: pygame.Rect
    words: pygame.Rect
    result: pygame.Rect
    curve: pygame.Rect
    right: pygame.Rect
    buttons: dict[str, pygame.Rect]

    @classmethod
    def of(cls, screen: Screen, width: int) -> RowPlaces:
        """Lay a row out; what a wide window has to spare goes to the words."""
        px = screen.scale.px
        height = row_height(screen)
        picture = pygame.Rect(px(_LEFT), 0, px(PICTURE[0]), px(PICTURE[1]))
        picture.centery = height // 2
        right = pygame.Rect(0, 0, px(_RIGHT), height)
        right.right = width - px(16)
        left = picture.right + px(_GAP)
        for size in (CURVE, NARROW_CURVE):
            curve = pygame.Rect(0, 0, px(size[0]), px(size[1]))
            curve.midright = (right.x - px(_GAP), height // 2)
            result = pygame.Rect(0, 0, _result_width(screen), height)
            result.right = curve.x - px(_GAP)
            words = pygame.Rect(left, 0, result.x - px(12) - left, height)
            if words.width >= _FEWEST_SIGNS * screen.scale.body:
                break
        buttons = {}
        x = right.right + px((_BUTTON - _ICON) / 2)
        for what in _FROM_THE_RIGHT:
            place = pygame.Rect(0, 0, px(_BUTTON), px(_BUTTON))
            place.midright = (x, height // 2 + px(20))
            buttons[what] = place
            x -= px(_BUTTON)
        return cls(picture, words, result, curve, right, buttons)


def _result_width(screen: Screen) -> int:
    """Return how wide the results are that name nobody."""
    scale = screen.scale
    endings = ("won", "lost", "drawn", "first_won", "second_won")
    bodies = [say(f"library_{ending}") for ending in endings]
    bodies.append(say("library_move", n=88))
    headings = [say("library_unfinished"), _points_words((88, 88))]
    body, heading = theme.font(scale.body, True), theme.font(scale.heading, True)
    widths = [body.size(words)[0] for words in bodies]
    widths += [heading.size(words)[0] for words in headings]
    return max(scale.px(_RESULT), *widths)


def _points_words(points: tuple[int, int]) -> str:
    return f"{points[0]} – {points[1]}"


def row_height(screen: Screen) -> int:
    """Return the height of a row, which three lines fit in (pixels)."""
    scale = screen.scale
    lines = sum(map(line_height, (scale.heading, scale.body, scale.small)))
    return max(scale.px(HEIGHT), lines + scale.px(12))


def tip_words(what: str, row: MatchRow) -> str:
    """Say what a button of a row does, with its key."""
    name = f"library_{what}"
    if what == STAR and row.starred:
        name = "library_star_off"
    elif what == OPEN and not row.result:
        name = "continue"
    return f"{say(name)} ({key(('library',), what)})"


def is_offered(what: str, detail: Detail) -> bool:
    """Tell whether a button makes sense: a game that cannot be read can be deleted."""
    return detail.readable or what == DELETE


class RowPainter:
    """Draws rows of one width."""

    def __init__(self, screen: Screen, width: int) -> None:
        self._screen = screen
        self.width = width
        self.places = RowPlaces.of(screen, width)

    def draw(
        self,
        surface: pygame.Surface,
        rect: pygame.Rect,
        row: MatchRow,
        detail: Detail,
        *,
        chosen: bool,
        hovered: bool,
        under: str | None,
    ) -> None:
        """Draw a row in its place; ``under`` is the button below the mouse."""
        screen, px = self._screen, self._screen.scale.px
        palette = screen.palette
        if chosen or hovered:
            ground = rect.inflate(0, -px(4))
            if chosen:
                draw_chosen(surface, ground, px(14), palette)
            else:
                surface.blit(theme.rounded(ground.size, px(14), palette.sunken), ground)
        else:
            line = (rect.x + px(12), rect.bottom - 1, rect.width - px(24), max(1, px(1)))
            surface.fill(palette.line, line)
        if detail.picture is not None:
            place = self.places.picture.move(rect.topleft)
            surface.blit(detail.picture, detail.picture.get_rect(center=place.center))
        self._draw_words(surface, rect, row, detail)
        if detail.readable:
            self._draw_result(surface, rect, row, detail)
            if detail.curve is not None:
                place = self.places.curve.move(rect.topleft)
                surface.blit(detail.curve, place, special_flags=pygame.BLEND_PREMULTIPLIED)
        self._draw_right(surface, rect, row, chosen or hovered, under, detail)

    def _lines(self, rect: pygame.Rect, count: int = 3) -> list[int]:
        scale = self._screen.scale
        step = max(scale.px(24), line_height(scale.small))
        top = rect.centery - step * (count - 1) / 2
        return [round(top + step * line) for line in range(count)]

    def _draw_words(
        self, surface: pygame.Surface, rect: pygame.Rect, row: MatchRow, detail: Detail
    ) -> None:
        screen = self._screen
        scale, palette = screen.scale, screen.palette
        place = self.places.words.move(rect.topleft)
        if not detail.readable:
            place.width = self.places.curve.right - self.places.words.x
        when = when_words(row.saved, screen.services.clock())
        title, players, board = self._said(row, detail, place.width)
        # The picture shows which board it is.
        whole = f"{board} · {when}" if board and when else board or when
        foot = theme.first_fitting((whole, when or board), scale.small, place.width)
        lines = (
            (title, scale.heading, palette.ink, True),
            (players, scale.body, palette.ink, False),
            (foot, scale.small, palette.quiet, False),
        )
        for y, (words, size, colour, bold) in zip(self._lines(rect), lines, strict=True):
            if words:
                at = (place.x, y)
                screen.write(surface, words, at, size, colour, bold=bold, room=place.width)

    def _said(self, row: MatchRow, detail: Detail, room: int) -> tuple[str, str, str]:
        """Say the title of a row, who played, and the board below a name of its own."""
        try:
            title = wording.title_words(row)
        except ValueError:
            return say("home_unreadable"), "", ""
        if not detail.readable:
            players = wording.players_words(row)
            return say("home_unreadable"), f"{title} · {players}" if players else title, ""
        players = _fit_pair(wording.pair_words(row), self._screen.scale.body, room)
        return (row.name, players, title) if row.name else (title, players, "")

    def words_of(self, row: MatchRow, detail: Detail) -> str:
        """Say all of a row, for those who do not see it."""
        when = when_words(row.saved, self._screen.services.clock())
        if not detail.readable:
            return listed(say("home_unreadable"), when)
        said = [wording.whole_words(row)]
        if detail.points is not None:
            said.append(_points_words(detail.points))
        elif detail.picture or detail.curve:
            said.append(say("library_move", n=detail.turn))
        said += [wording.review_words(row), when]
        said += [say("library_chip_kept")] if row.starred else []
        return listed(*said)

    def cut_words(self, row: MatchRow, detail: Detail) -> str:
        """Return what a row says in full when it has no room for that; else nothing."""
        if not detail.readable:
            return ""
        scale, words, result = self._screen.scale, self.places.words, self.places.result
        said = (
            (row.name or wording.title_words(row), scale.heading, True, words),
            (wording.players_words(row), scale.body, False, words),
            (wording.ending_words(row), scale.body, True, result),
        )
        fits = all(
            theme.font(size, bold).size(each)[0] <= place.width for each, size, bold, place in said
        )
        return "" if fits else wording.whole_words(row)

    def _draw_result(
        self, surface: pygame.Surface, rect: pygame.Rect, row: MatchRow, detail: Detail
    ) -> None:
        scale, palette = self._screen.scale, self._screen.palette
        place = self.places.result.move(rect.topleft)
        how = wording.ending(row)
        colour = {wording.WON: palette.best, wording.LOST: palette.bad}.get(how, palette.quiet)
        words = theme.first_fitting(
            (wording.ending_words(row), wording.short_ending_words(row)),
            scale.body,
            place.width,
            bold=True,
        )
        above, below = "", words
        if how == wording.UNFINISHED:
            above = words
            below = say("library_move", n=detail.turn) if detail.picture or detail.curve else ""
        elif detail.points is not None:
            above = _points_words(detail.points)
        upper, lower = self._lines(rect, 2) if above else (rect.centery, rect.centery)
        write, x, room = self._screen.write, place.x, place.width
        if above:
            write(surface, above, (x, upper), scale.heading, palette.ink, bold=True, room=room)
        write(surface, below, (x, lower), scale.body, colour, bold=True, room=room)

    def _draw_right(
        self,
        surface: pygame.Surface,
        rect: pygame.Rect,
        row: MatchRow,
        active: bool,
        under: str | None,
        detail: Detail,
    ) -> None:
        screen = self._screen
        scale, palette, px = screen.scale, screen.palette, screen.scale.px
        place = self.places.right.move(rect.topleft)
        words = wording.review_words(row) if detail.readable else ""
        at = (place.right, rect.centery - px(18))
        screen.write(surface, words, at, scale.small, anchor="midright", room=place.width)
        for what, button in self.places.buttons.items():
            if not is_offered(what, detail) or not (active or what == STAR):
                continue
            colour = palette.ink if what == under else palette.quiet
            if what == STAR and row.starred:
                colour = palette.accent
            drawn = "starred" if what == STAR and row.starred else _ICONS.get(what, what)
            theme.stamp(surface, icon(drawn, px(_ICON), colour), button.move(rect.topleft).center)


def _fit_pair(names: tuple[str, str], size: int, room: int) -> str:
    """Say two names beside each other; of those too long for a room the longer ones are cut."""
    if not any(names):
        return ""
    face = theme.font(size)
    room -= face.size(wording.DASH)[0]
    first, second = (face.size(name)[0] for name in names)
    if first + second > room:
        half = room // 2
        rooms = max(half, room - second), max(half, room - first)
        names = theme.fit(names[0], size, rooms[0]), theme.fit(names[1], size, rooms[1])
    return wording.DASH.join(names)
