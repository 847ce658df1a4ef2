"""All games that can be continued, on a card."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kalahgui.gui.elements.cards import CardScreen, Question
from kalahgui.gui.elements.controls import Button, Press
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Row
from kalahgui.gui.elements.lists import List
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.panels.move_rows import turns_along
from kalahgui.gui.services import naming
from kalahgui.gui.services.autosave import Unfinished
from kalahgui.gui.services.day_words import when_words
from kalahgui.gui.services.keymap import Commands, walking
from kalahgui.gui.services.navigation import StoredGame
from kalahgui.words import listed, say

_READ_IN_A_FRAME = 2  # games are replayed when they come into sight


# What is said of a game: the board, who plays, how it stands, and when it was played.
Told = tuple[str, str, str, str]
_UNREAD: Told = ("", "", "", "")


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
    least_height = 680
    head_gap = 24
    title = "home_unfinished"
    key_places = ("list", "unfinished", "card")

    def __init__(self, app: Host) -> None:
        """List the games, the newest first; they are read by pages as they come into sight."""
        self.count = app.services.autosave.count_unfinished()
        self.games = app.services.autosave.unfinished()
        self.chosen = 0
        self._rows: dict[Unfinished, Told] = {}
        super().__init__(app)

    def rebuild(self) -> None:
        self._rows.clear()
        super().rebuild()

    def body(self) -> Element:
        self._list = List(
            self.count,
            self._row,
            self._told,
            title=self.title_words,
            chosen=self.chosen,
            choose=partial(self._do, act=self._go_on),
            takes=self._take,
            step=68,
            ruled=True,
            seen_alone=True,  # the others have not been read
        )
        keys = Text(say("home_unfinished_keys"), "small", "quiet")
        stay = Text(say("home_put_away_what"), "small", "quiet")
        away = Button(say("home_put_away"), self._put_all_away, style="soft", height=40)
        return Column(self._list, Row(Column(keys, stay, grow=1), away, gap=16), gap=12)

    def _row(self, index: int) -> Element:
        title, players, state, when = self._said(index)
        first = Row(
            Heading(title, line=True),
            Text(players, line=True, grow=1),
            Text(when, "small", "quiet", line=True),
            gap=14,
        )
        ask = partial(self._do, index, act=self._ask)
        return Row(
            Column(first, Text(state, "small", "quiet", line=True), grow=1, padding=(0, 8, 0, 8)),
            Press("delete", ask, name=say("home_delete_yes"), size=40),
            gap=12,
        )

    def _said(self, index: int) -> Told:
        return self._rows.get(self.games[index], _UNREAD) if index < len(self.games) else _UNREAD

    def _told(self, index: int) -> str:
        return listed(*self._said(index)) or "…"

    # -- what is known of the games

    @property
    def _unread(self) -> list[Unfinished]:
        seen = self.games[self._list.seen.start : self._list.seen.stop]
        return [game for game in seen if game not in self._rows]

    @property
    def _lacking(self) -> bool:
        return self._list.seen.stop > len(self.games)

    def _read_page(self) -> None:
        page = self.services.autosave.unfinished(self.games[-1] if self.games else None)
        self.games += page
        if not page:  # another program has taken some away
            self.count = len(self.games)
            self.chosen = min(self.chosen, max(0, self.count - 1))
            self.rebuild()

    def _read(self, game: Unfinished) -> Told:
        when = when_words(game.record.saved, self.services.clock())
        if game.stored is None:
            return say("home_unreadable"), "", "", when
        match = game.stored.match
        return naming.match_title(match), naming.against_words(match), state_words(game), when

    @property
    def moving(self) -> bool:
        return super().moving or self._lacking or bool(self._unread)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._lacking:
            self._read_page()
        unread = self._unread[:_READ_IN_A_FRAME]
        for game in unread:
            self._rows[game] = self._read(game)
        if unread:
            self.refresh()

    # -- events

    @property
    def commands(self) -> Commands:
        if self.controls.focus is not None:
            return super().commands
        page = max(1, len(self._list.seen) - 2)
        actions = {"go_on": self._go_on, "delete": self._ask, "put_away": self._put_all_away}
        return {**super().commands, **walking(self._walk, page), **actions}

    def _walk(self, step: int) -> None:
        self._take(max(0, min(self.chosen + step, self.count - 1)))

    def _take(self, index: int) -> None:
        """Choose a game, which the keys are for then."""
        self.controls.let_go()
        self.chosen = index
        self.refresh()

    def _do(self, index: int, *, act: Callable[[], None]) -> None:
        self.chosen = index
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

    def _put_all_away(self) -> None:
        if self.services.autosave.put_all_away():
            self.services.notices.show_now(say("home_put_away_done"))
            self.app.pop()
            for screen in self.app.screens:
                screen.rebuild()

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
