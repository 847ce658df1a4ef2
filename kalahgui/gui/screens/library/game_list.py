"""The list of games: its rows, which of them is chosen, and what is to be done with one."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from kalahgui.gui.elements.controls import Press
from kalahgui.gui.elements.element import Element, Look, Size
from kalahgui.gui.elements.layout import Column, Painted, Row, Space
from kalahgui.gui.elements.lists import List
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.scroll import Scroller
from kalahgui.gui.elements.writing import Heading, Text, wide
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.screens.library import wording
from kalahgui.gui.screens.library.details import Detail, Details
from kalahgui.gui.screens.library.games import Browsing, Games
from kalahgui.gui.services.day_words import when_words
from kalahgui.gui.services.keymap import Commands, key, walking
from kalahgui.library.listing import MatchRow
from kalahgui.words import bracketed, listed, say

# What can be done with a row, by the names in the table of keys.
OPEN, REVIEW, SHARE, RENAME, DELETE, STAR = "open", "review", "share", "rename", "delete", "star"
_ACTS = (OPEN, REVIEW, SHARE, RENAME, DELETE, STAR)
_COLOURS = {wording.WON: "best", wording.LOST: "bad"}
# Lengths in units of the layout.
_HEIGHT, _GAP = 102, 18
_PICTURE, _CURVE, _NARROW_CURVE = (134, 86), 104, 56
_RESULT, _ACT = 118, 24
RIGHT = len(_ACTS) * _ACT + 4
_MADE = 60  # rows that are kept
_FEWEST_SIGNS = 12  # wide ones that the words have room for, or else the curve is narrow


class _Pair(Text):
    """Two names beside each other; of those too long for their room the longer ones are cut."""

    def __init__(self, names: tuple[str, str], **text: Any) -> None:
        super().__init__(wording.DASH.join(filter(None, names)), line=True, **text)
        self._names = names

    def _lines(self, look: Look, room: int) -> tuple[str, ...]:
        size = look.type(self._type)
        if wide(self.name, size, False) <= room:
            return (self.name,)
        room -= wide(wording.DASH, size, False)
        first, second = (wide(name, size, False) for name in self._names)
        rooms = max(room // 2, room - second), max(room // 2, room - first)
        names = zip(self._names, rooms, strict=True)
        return (wording.DASH.join(theme.fit(name, size, most) for name, most in names),)


class _Result(Column):
    """How a game ended, at least as wide as all results that name nobody."""

    def measure(self, look: Look, room: int) -> Size:
        widest = _widest_result(look.type("body"), look.type("heading"))
        return min(room, max(look.px(_RESULT), widest)), super().measure(look, room)[1]


@kept(1)
def _widest_result(body: int, heading: int) -> int:
    """Return how wide the results are that name nobody, in pixels."""
    endings = ("won", "lost", "drawn", "first_won", "second_won")
    words = [*(say(f"library_{ending}") for ending in endings), say("library_move", n=88)]
    heads = (say("library_unfinished"), _points_words((88, 88)))
    widths = [wide(text, body, True) for text in words]
    return max(*widths, *(wide(text, heading, True) for text in heads))


class _Curve(Painted):
    """The course of a game, narrow where the words have too little room."""

    def measure(self, look: Look, room: int) -> Size:
        left = room - look.px(RIGHT) - look.px(_CURVE)
        narrow = left < _FEWEST_SIGNS * look.type("body")
        return look.px(_NARROW_CURVE if narrow else _CURVE), 0


def _points_words(points: tuple[int, int]) -> str:
    return f"{points[0]} – {points[1]}"


def _act_words(what: str, row: MatchRow) -> str:
    name = f"library_{what}"
    if what == STAR and row.starred:
        name = "library_star_off"
    elif what == OPEN and not row.result:
        name = "continue"
    return bracketed(say(name), key(("library",), what))


class GameList:
    """The games that are listed, and the one that is chosen."""

    def __init__(
        self,
        screen: Screen,
        games: Games,
        browsing: Browsing,
        act: Callable[[str, MatchRow], None],
    ) -> None:
        """``act`` is told what to do, by a name of the table of keys, and with which row."""
        self._screen, self._games, self._browsing, self._act = screen, games, browsing, act
        self._before = range(1)  # the rows that the last frame had in sight
        self._chosen = 0  # the index of the chosen row when it was looked for last
        self.renew()

    def renew(self) -> None:
        """Find everything out anew, for other sizes, colours or words."""
        self.details = Details(self._screen.app)
        self.list: List | None = None
        self._made: dict[object, Element] = {}  # rows, by all that is said in them

    def content(self) -> Element:
        """Return the list, of which only rows in sight are made."""
        rows, chosen = self._games.shown, self.chosen
        if self._games.busy and chosen is not None and rows[chosen].id != self._browsing.chosen:
            chosen = None  # the one that is chosen may be listed yet
        self.list = List(
            len(rows),
            partial(self._row, rows),
            partial(self._told, rows),
            title=say("library_games", count=len(rows)),
            chosen=chosen,
            choose=self.choose,
            opens=lambda index: self._do(OPEN, rows[index]),
            takes=self._take,
            seen_alone=True,
            step=_HEIGHT,
            ruled=True,
            grows=self._games.busy,
            key="games",
        )
        return self.list

    # -- a row

    def _row(self, rows: Sequence[MatchRow], index: int) -> Element:
        """Return a row as it was made when it was in sight, unless there is more to be said."""
        row, detail = rows[index], self.details.of(rows[index])
        today = self._screen.services.clock().date()
        said = row, detail.readable, detail.points, detail.turn, today
        if said not in self._made:
            while len(self._made) >= _MADE:
                del self._made[next(iter(self._made))]
            self._made[said] = self._new_row(row, detail)
        return self._made[said]

    def _new_row(self, row: MatchRow, detail: Detail) -> Element:
        picture, curve = partial(self._draw_picture, row), partial(self._draw_curve, row)
        return Row(
            Painted(picture, placed=self._place_picture, width=_PICTURE[0], height=_PICTURE[1]),
            self._words(row, detail),
            self._result(row, detail) if detail.readable else None,
            _Curve(curve, placed=self._place_curve, height=_NARROW_CURVE)
            if detail.readable
            else None,
            self._right(row, detail),
            gap=_GAP,
            padding=(4, 0, 0, 0),
        )

    def _words(self, row: MatchRow, detail: Detail) -> Element:
        title, players, board = self._said(row, detail)
        when = self._when(row)
        opening = wording.opening_words(row) if detail.readable else ""
        foot = " · ".join(filter(None, (board, opening, when)))
        short = (" · ".join(filter(None, (opening, when))), when or board)
        return Column(
            Text(title, "heading", bold=True, line=True),
            players,
            # The picture shows which board it is.
            Text(foot, "small", "quiet", line=True, shorter=short),
            grow=1,
        )

    def _said(self, row: MatchRow, detail: Detail) -> tuple[str, Element, str]:
        """Return the title of a row, who played, and the board below a name of its own."""
        try:
            title = wording.title_words(row)
        except ValueError:
            return say("home_unreadable"), Text(""), ""
        if not detail.readable:
            words = " · ".join(filter(None, (title, wording.players_words(row))))
            return say("home_unreadable"), Text(words, line=True), ""
        players = _Pair(wording.pair_words(row))
        return (row.name, players, title) if row.name else (title, players, "")

    def _when(self, row: MatchRow) -> str:
        return when_words(row.saved, self._screen.services.clock())

    def _result(self, row: MatchRow, detail: Detail) -> Element:
        how, whole = wording.ending(row), wording.ending_words(row)
        above, short = "", [wording.short_ending_words(row)]
        if how == wording.UNFINISHED:
            above, whole, short = whole, _turn_words(detail), []
        elif detail.points is not None:
            above = _points_words(detail.points)
        colour = _COLOURS.get(how, "quiet")
        return _Result(
            Heading(above, line=True) if above else None,
            Text(whole, colour=colour, bold=True, line=True, shorter=short),
        )

    def _right(self, row: MatchRow, detail: Detail) -> Element:
        words = wording.review_words(row) if detail.readable else ""
        buttons = [
            Press(
                "starred" if what == STAR and row.starred else "play" if what == OPEN else what,
                partial(self._do, what, row),
                name=_act_words(what, row),
                size=_ACT,
                colour="accent" if what == STAR and row.starred else "quiet",
                shy=what != STAR,
                key=what,
            )
            for what in _ACTS
            if detail.readable or what == DELETE  # a game that cannot be read can be deleted
        ]
        return Column(
            Row(
                Text(words, "small", "quiet", line=True, align="right", grow=1),
                padding=(0, 0, 4, 0),
            ),
            Row(Space(grow=1), *buttons),
            gap=6,
            width=RIGHT,
        )

    def _place_picture(self, rect: pygame.Rect) -> None:
        self.details.picture_size = rect.size

    def _place_curve(self, rect: pygame.Rect) -> None:
        self.details.curve_size = rect.size

    def _draw_picture(self, row: MatchRow, surface: pygame.Surface, rect: pygame.Rect) -> None:
        picture = self.details.of(row).picture
        if picture is not None:
            surface.blit(picture, picture.get_rect(center=rect.center))

    def _draw_curve(self, row: MatchRow, surface: pygame.Surface, rect: pygame.Rect) -> None:
        curve = self.details.of(row).curve
        if curve is not None:
            surface.blit(curve, rect, special_flags=pygame.BLEND_PREMULTIPLIED)

    def _told(self, rows: Sequence[MatchRow], index: int) -> str:
        row, when = rows[index], self._when(rows[index])
        detail, number = self.details.of(row), str(index + 1)
        try:
            said = [wording.whole_words(row)] if detail.readable else []
        except ValueError:
            said = []
        if not said:
            return listed(number, say("home_unreadable"), when)
        points = detail.points
        said += [_turn_words(detail) if points is None else _points_words(points)]
        said += [wording.review_words(row), when]
        said += [say("library_chip_kept")] if row.starred else []
        return listed(number, *said)

    # -- which rows

    @property
    def seen(self) -> range:
        """Return the indices of the rows in sight."""
        return range(0) if self.list is None else self.list.seen

    @property
    def scroller(self) -> Scroller:
        """Return where the list is scrolled to."""
        assert self.list is not None and self.list.scroller is not None
        return self.list.scroller

    @property
    def end(self) -> int:
        """Return the index after the last row that there is room for."""
        if self.list is None:
            return 1
        return (self.scroller.offset + self.scroller.rect.height) // self.scroller.step + 1

    @property
    def in_sight(self) -> list[MatchRow]:
        """Return the rows in sight."""
        return self._games.shown[self.seen.start : self.seen.stop]

    @property
    def chosen(self) -> int | None:
        """Return the index of the chosen row, the first one when none was chosen."""
        rows, wanted = self._games.shown, self._browsing.chosen
        if not rows:
            return None
        # It is mostly where it was; to look for it takes long in a long list.
        if self._chosen >= len(rows) or rows[self._chosen].id != wanted:
            self._chosen = self._games.place_of(wanted) or 0
        return self._chosen

    @property
    def chosen_row(self) -> MatchRow | None:
        """Return the chosen row."""
        index = self.chosen
        return None if index is None else self._games.shown[index]

    def choose(self, index: int) -> None:
        """Choose a row, which comes into sight."""
        rows = self._games.shown
        if rows:
            self._chosen = min(max(0, index), len(rows) - 1)
            self._browsing.choose(rows[self._chosen])
        self._screen.refresh()

    def _take(self, index: int) -> None:
        """Choose a row, which the keys are for then."""
        self._screen.controls.let_go()
        self.choose(index)

    def _do(self, what: str, row: MatchRow) -> None:
        self._browsing.choose(row)
        self._act(what, row)

    @property
    def commands(self) -> Commands:
        """Return what keys do in the list."""
        return walking(self._walk, max(1, len(self.seen) - 2))

    def _walk(self, step: int) -> None:
        self.choose((self.chosen or 0) + step)

    # -- time

    @property
    def lacking(self) -> bool:
        """Tell whether something in sight is yet to be found out."""
        return any(map(self.details.lacks, self.in_sight))

    def update(self, deadline: float) -> None:
        """Find out about the rows in sight until it is late (``time.perf_counter``).

        Those that fly past, a page in a frame, are not worth it.
        """
        count, seen, before = self.details.changes, self.seen, self._before
        self._before = seen
        stays = before.start in seen or seen.start in before
        if stays and time.perf_counter() < deadline:
            self.details.work(self.in_sight, deadline)
        if self.list is not None and count != self.details.changes:
            self._screen.controls.arrange(self.list)


def _turn_words(detail: Detail) -> str:
    return "" if detail.turn is None else say("library_move", n=detail.turn)
