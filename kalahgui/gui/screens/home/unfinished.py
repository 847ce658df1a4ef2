"""All games that can be continued, on a card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import line_height
from kalahgui.gui.paint.theme import icon
from kalahgui.gui.panels.move_rows import turns_along
from kalahgui.gui.services import naming
from kalahgui.gui.services.autosave import Unfinished
from kalahgui.gui.services.keymap import Commands, walking
from kalahgui.gui.services.navigation import StoredGame
from kalahgui.gui.services.words import listed, say, when_words
from kalahgui.gui.widgets.parts import Part, Role
from kalahgui.gui.widgets.screen import CardScreen, Host, Question
from kalahgui.gui.widgets.scroll import Scroller, draw_chosen

_TOP, _FOOT = 80, 52
_READ_IN_A_FRAME = 2  # games are replayed when they come into sight


@dataclass(frozen=True)
class UnfinishedRow:
    """What is said of one game: the board, who plays, how it stands, and when it was played."""

    title: str
    players: str
    state: str
    when: str


def state_words(game: Unfinished) -> str:
    """Say at which move a game stands and who leads."""
    assert game.stored is not None
    match = game.stored.match
    words = say("continue_move", move=len(turns_along(match, match.here.line)) + 1)
    lead = naming.lead_words(match)
    return f"{words} · {lead}" if lead else words


class UnfinishedGames(CardScreen):
    """Choose which game to go on with, or delete one."""

    card_width = 880
    card_height = 680
    title = "home_unfinished"
    key_places = ("list", "unfinished", "card")

    def __init__(self, app: Host) -> None:
        """List the games, the newest first; they are read by pages as they come into sight."""
        self.count = app.services.autosave.count_unfinished()
        self.games = app.services.autosave.unfinished()
        self.chosen = 0
        self._rows: dict[Unfinished, UnfinishedRow] = {}
        self._offset = 0
        super().__init__(app)

    def rebuild(self) -> None:
        self._rows.clear()
        super().rebuild()

    def lay_out(self) -> None:
        super().lay_out()
        scale = self.scale
        height = self.card_height - _TOP - _FOOT
        place = self.inside(20, _TOP, self.card_width - 40, height)
        lines = line_height(scale.heading) + line_height(scale.small)
        self._row_height = max(scale.px(68), lines + scale.px(18))
        self.scroller = Scroller(place, self._row_height * self.count, self._row_height)
        self.scroller.move_to(self._offset)

    # -- what is known of the games

    @property
    def _seen(self) -> range:
        return self.scroller.rows_seen(self.count)

    @property
    def _unread(self) -> list[Unfinished]:
        seen = self.games[self._seen.start : self._seen.stop]
        return [game for game in seen if game not in self._rows]

    @property
    def _lacking(self) -> bool:
        """Tell whether games in sight are in a page that has not been read."""
        return self._seen.stop > len(self.games)

    def _read_page(self) -> None:
        page = self.services.autosave.unfinished(self.games[-1] if self.games else None)
        self.games += page
        if not page:  # another program has taken some away
            self.count = len(self.games)
            self.chosen = min(self.chosen, max(0, self.count - 1))
            self.rebuild()

    def _read(self, game: Unfinished) -> UnfinishedRow:
        when = when_words(game.record.saved, self.services.clock())
        if game.stored is None:
            return UnfinishedRow(say("home_unreadable"), "", "", when)
        match = game.stored.match
        return UnfinishedRow(
            naming.match_title(match), naming.against_words(match), state_words(game), when
        )

    @property
    def moving(self) -> bool:
        return super().moving or self._lacking or bool(self._unread)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._lacking:
            self._read_page()
        for game in self._unread[:_READ_IN_A_FRAME]:
            self._rows[game] = self._read(game)

    # -- events

    def _place(self, row: int) -> pygame.Rect:
        place = self.scroller.rect
        top = place.y + row * self._row_height - self.scroller.offset
        return pygame.Rect(place.x, top, place.width - self.scale.px(14), self._row_height)

    def delete_place(self, row: int) -> pygame.Rect:
        """Return where a row is clicked to delete its game."""
        rect, size = self._place(row), self.scale.px(40)
        place = pygame.Rect(0, 0, size, size)
        place.midright = (rect.right - self.scale.px(10), rect.centery)
        return place

    def handle(self, event: pygame.Event) -> bool:
        if self.scroller.handle(event):
            self._offset = self.scroller.offset
            return True
        if event.type == pygame.MOUSEMOTION:
            row = self.scroller.row_at(event.pos, self.count)
            self.chosen = self.chosen if row is None else row
        if self.scroller.clicked:
            row = self.scroller.row_at(event.pos, self.count)
            if row is not None:
                self._click(row, event.pos)
                return True
        return super().handle(event)

    def _click(self, row: int, point: tuple[int, int]) -> None:
        self.chosen = row
        if self.delete_place(row).collidepoint(point):
            self._ask()
        else:
            self._go_on()

    @property
    def commands(self) -> Commands:
        if self.controls.focused:
            return super().commands
        page = max(1, self.scroller.rect.height // self._row_height - 1)
        actions = {"go_on": self._go_on, "delete": self._ask}
        return {**super().commands, **walking(self._walk, page), **actions}

    def _walk(self, step: int) -> None:
        self.chosen = min(max(0, self.chosen + step), self.count - 1)
        top = self.chosen * self._row_height
        self.scroller.reveal(top, top + self._row_height)
        self._offset = self.scroller.offset

    @property
    def views(self) -> list[Part]:
        items, delete = [], []
        for place in self._seen:
            said = self._rows.get(self.games[place]) if place < len(self.games) else None
            chosen = place == self.chosen
            told = [] if said is None else [said.title, said.players, said.state, said.when]
            words = listed(*told) or "…"
            take, focused = partial(self._take, place), chosen and self.free
            rect = self._place(place).clip(self.scroller.rect)
            act = partial(self._do, place, self._go_on)
            items.append(
                Part(Role.ITEM, words, rect, place, on=chosen, focused=focused, act=act, take=take)
            )
            if chosen:
                act, rect = partial(self._do, place, self._ask), self.delete_place(place)
                delete = [Part(Role.BUTTON, say("home_delete_yes"), rect, "delete", act=act)]
        games = Part(Role.LIST, self.title_words, self.scroller.rect, "games", tuple(items))
        return [games, *delete]

    def _take(self, place: int) -> None:
        self.controls.let_go()
        self._walk(place - self.chosen)

    def _do(self, place: int, act: Callable[[], None]) -> None:
        self.chosen = place
        act()

    @property
    def _chosen_game(self) -> Unfinished | None:
        return self.games[self.chosen] if self.chosen < len(self.games) else None

    def _go_on(self) -> None:
        game = self._chosen_game
        if game is not None and game.stored is not None:
            self.app.open(StoredGame(game.stored))

    def _ask(self) -> None:
        game = self._chosen_game
        if game is not None:
            delete = partial(self._delete, game)
            keys = "home_delete_question", "home_delete_yes", "home_delete_no"
            self.app.push(Question(self.app, *keys, delete))

    def _delete(self, game: Unfinished) -> None:
        if not self.services.autosave.discard(game):
            return
        self.services.notices.show_now(say("home_deleted"))
        self.games.remove(game)
        self.count -= 1
        self.chosen = min(self.chosen, max(0, self.count - 1))
        if not self.count:
            self.app.pop()
        for screen in self.app.screens:
            screen.rebuild()

    # -- drawing

    def draw_inside(self, surface: pygame.Surface) -> None:
        place = self.scroller.rect
        # Rows are cut at the edges of their place, and nowhere else.
        with theme.clipped(surface, place):
            for row in self._seen:
                self._draw_row(surface, row)
        self.scroller.draw(surface, self.scale, self.palette)
        size = self.scale.small
        at = self.inside(32, self.card_height - _FOOT / 2).topleft
        room = self.scale.px(self.card_width - 64)
        self.write(surface, say("home_unfinished_keys"), at, size, room=room)

    def _draw_row(self, surface: pygame.Surface, row: int) -> None:
        scale, palette, px, rect = self.scale, self.palette, self.scale.px, self._place(row)
        if row == self.chosen:
            ground = rect.inflate(0, -px(4))
            draw_chosen(surface, ground, px(12), palette)
        else:
            line = (rect.x + px(12), rect.bottom - 1, rect.width - px(24), max(1, px(1)))
            surface.fill(palette.line, line)
        said = self._rows.get(self.games[row]) if row < len(self.games) else None
        if said is None:
            return
        bin_place = self.delete_place(row)
        theme.stamp(surface, icon("delete", px(20), palette.quiet), bin_place.center)
        left, right = rect.x + px(14), bin_place.x - px(12)
        upper = rect.centery - round(line_height(scale.small) * 0.55)
        lower = rect.centery + round(line_height(scale.heading) * 0.5)
        when = self.write(surface, said.when, (right, upper), scale.small, anchor="midright")
        at, ink, room = (left, upper), palette.ink, when.x - left - px(16)
        title = self.write(surface, said.title, at, scale.heading, ink, bold=True, room=room)
        at = (title.right + px(14), upper)
        room = max(1, when.x - at[0] - px(16))
        self.write(surface, said.players, at, scale.body, ink, room=room)
        self.write(surface, said.state, (left, lower), scale.small, room=right - left)
