"""A row of the library: how it is laid out, and how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import line_height
from kalahgui.gui.paint.theme import icon
from kalahgui.gui.screens.library import wording
from kalahgui.gui.screens.library.details import Detail
from kalahgui.gui.services.keymap import key
from kalahgui.gui.services.words import say, when_words
from kalahgui.gui.widgets.screen import Screen
from kalahgui.library.listing import MatchRow

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
            colour = palette.accent_soft if chosen else palette.sunken
            surface.blit(theme.rounded(ground.size, px(14), colour), ground)
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
        when = when_words(str(row.saved), screen.services.clock())
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
            picture = icon(drawn, px(_ICON), colour)
            surface.blit(picture, picture.get_rect(center=button.move(rect.topleft).center))


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
