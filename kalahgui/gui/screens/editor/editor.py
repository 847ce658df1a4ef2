"""The position editor: stones and discs laid by hand, what the rules say, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from kalahgui.engine.interrupt import YieldToFrames
from kalahgui.games import DRAFTING, draft_of, read_draft
from kalahgui.games.draft import Draft
from kalahgui.games.game import Grid, Message, Numbers, Pits
from kalahgui.games.user_error import UserError, short
from kalahgui.gui.elements.cards import KeysCard
from kalahgui.gui.elements.controls import titled
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Card, Column, Painted, Row, Rule, Scroll
from kalahgui.gui.elements.screen import Host, Screen
from kalahgui.gui.elements.writing import Text, wide
from kalahgui.gui.screens.editor.form import (
    WIDTH,
    Value,
    form,
    match_of,
    verdict_card,
    verdict_words,
)
from kalahgui.gui.screens.editor.inputs import EditorInput, NumbersInput, SquaresInput
from kalahgui.gui.screens.editor.pits_input import PitsInput
from kalahgui.gui.services import naming
from kalahgui.gui.services.background import FAILURES, Reading
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import GameOf, How, MainScreen, TheatreOf
from kalahgui.gui.services.saving import copy_text, pasted
from kalahgui.library import formats
from kalahgui.library.formats import UnknownText, position_text
from kalahgui.library.formats.transcript import LONGEST_POSITION
from kalahgui.match.editing import Editing
from kalahgui.match.match import Match
from kalahgui.theatre.subject import PositionSubject
from kalahgui.words import say, why


@dataclass(frozen=True)
class Pasted:
    """A position that was pasted; ``of_game`` tells that it is the last one of a game."""

    draft: Draft
    of_game: bool


def draft_at_once(text: str, now: Draft) -> Draft | None:
    """Return the position that a text is in a game's notation alone, first of the game laid now.

    It is played by the rules laid now. None where the text is something else.
    """
    if len(text) > LONGEST_POSITION:
        return None
    return read_draft(text.strip(), now.game, now.rules)


def read_pasted(text: str, now: Draft, yield_to_frames: YieldToFrames) -> Pasted:
    """Read any text; UserError says why there is no position in it."""
    try:
        contents = formats.read(text.encode("utf-8", "replace"), yield_to_frames=yield_to_frames)
    except UnknownText:
        return Pasted(_read_alone(text.strip(), now), of_game=False)
    if contents.position is not None:
        position = contents.position
        draft = draft_of(position.game, position.start, position.rules, position.variant)
        return Pasted(draft, of_game=False)
    if len(contents.games) + len(contents.bad) > 1:
        raise UserError("refused_several_games", n=len(contents.games) + len(contents.bad))
    match = contents.games[0].match
    draft = draft_of(match.game, match.tip.position, match.rules, match.variant)
    return Pasted(draft, of_game=True)


def _read_alone(text: str, now: Draft) -> Draft:
    """Read a position of the game laid now; UserError says why it is none."""
    try:
        return DRAFTING[now.game].read(text, now.rules)
    except UserError as why:
        raise UserError("refused_position", text=short(text), why=why) from None


# By what a board is made of.
HANDS: dict[type, type[EditorInput]] = {Pits: PitsInput, Grid: SquaresInput, Numbers: NumbersInput}


_GAP = 8  # between the buttons of the panel


class Editor(Screen):
    """Lay a position by hand, and go on from it."""

    covers = True
    key_places = ("edit",)

    def __init__(self, app: Host, editing: Editing, over: bool) -> None:
        """Edit; ``over`` tells that leaving goes back to the screen below, and not home."""
        self.editing = editing
        self._over = over
        self._input: EditorInput | None = None
        self._laid: tuple[str, str] | None = None  # the game and the board of the hands
        self._followed: Draft | None = None
        self.value = Value(
            app.services.engine,
            lambda why: app.services.notices.add(say("values_failed", why=why)),
        )
        self.reading: Reading[Pasted] = Reading()
        super().__init__(app)

    # -- layout

    @property
    def hands(self) -> EditorInput:
        """Return the hands on the board of the draft."""
        draft = self.editing.draft
        here = draft.game, self.editing.drafting.board_of(draft.variant)
        if self._input is None or self._laid != here:
            game = self.editing.drafting.game
            kind = type(game.board(game.start(draft.variant)))
            self._input = HANDS[kind](self, self.editing, self.change)
            self._laid = here
        return self._input

    def content(self) -> Element:
        self._follow()
        hands = self.hands
        board = Painted(
            lambda surface, rect: hands.draw(surface),
            placed=hands.place,
            nodes=lambda: [hands.part],
            grow=1,
        )
        return Column(
            self._top_row(),
            Row(
                Column(board, verdict_card(self.editing, self.change), gap=16, grow=1),
                Card(self._panel(), padding=(14, 14, 14, 18), width=WIDTH + 28),
                gap=48,
                stretch=True,
                grow=1,
            ),
            Row(Text(say(hands.keys), "small", "quiet", line=True, grow=1), padding=(24, 0, 0, 0)),
            gap=24,
            padding=(40, 20, 32, 24),
        )

    def _top_row(self) -> Element:
        editing, game = self.editing, self.editing.drafting.game
        first, second = (say(side) for side in game.sides)
        hint = say(self.hands.hint, first=first, second=second)
        words = f"{say(f'rules_tab_{game.key}')} \u00b7 {hint}"
        icon, tip = ("chevron_left", "edit_back") if self._over else ("home", "home")

        return Row(
            self.icon("leave", icon, tip),
            titled(say("edit_title"), words),
            Row(
                self.icon("copy", "copy", "edit_copy", enabled=bool(editing.verdict.text)),
                self.icon("paste", "paste", "edit_paste"),
                self.icon("undo", "undo", "edit_undo", enabled=editing.can_undo),
                self.icon("redo", "redo", "edit_redo", enabled=editing.can_redo),
                self.icon("keys", "help", "keys_card"),
                self.icon("settings", "settings", "settings"),
                gap=8,
            ),
            gap=18,
        )

    def _panel(self) -> Element:
        choose_game = partial(self._edit, self.editing.choose_game)
        rows = form(self.editing, self.scale, choose_game, self.change)
        value = self.value.content(self.hands, self.scale)
        ways: dict[str, Any] = {"enabled": self.editing.verdict.playable}
        play = naming.against_words(self.next_match())
        further = [
            ("analyse", say("edit_analyse"), say("edit_analyse_tip")),
            ("search", say("review_search"), say("search_watched")),
        ]
        # Both have the same room around their words.
        widths = [wide(label, self.scale.body, True) for _, label, _ in further]
        beside = max(0, self.scale.px(WIDTH - _GAP) - sum(widths)) / 2
        return Column(
            Scroll(rows, grow=1),
            Rule(),
            Column(value, height=58),
            self.does("play", say("edit_play"), style="primary", tip=play, height=44, **ways),
            Row(
                *(
                    self.does(command, label, style="soft", tip=tip, grow=width + beside, **ways)
                    for (command, label, tip), width in zip(further, widths, strict=True)
                ),
                gap=_GAP,
            ),
            gap=_GAP,
        )

    # -- what changes

    def change(self, draft: Draft, stroke: object = None) -> None:
        """Go over to another draft, by a hand on the board."""
        self.editing.change(draft, stroke)
        self.refresh()

    def _edit(self, act: Callable[..., None], *values: str) -> None:
        act(*values)
        self.refresh()

    def _follow(self) -> None:
        if self._followed != self.editing.draft:
            self._followed = self.editing.draft
            playable = self.editing.verdict.playable
            self.value.follow(match_of(self.editing) if playable else None)

    def _copy(self) -> None:
        draft, verdict, game = self.editing.draft, self.editing.verdict, self.editing.drafting.game
        text = verdict.text
        if verdict.position is not None:
            # With its board and rules, so that it is read as it was set up.
            text = position_text(game, draft.variant, draft.rules, verdict.position)
        if text:
            words = say("edit_copied", text=text) if copy_text(text) else say("no_clipboard")
            self.services.notices.show_now(words)
        else:
            self._refuse()

    def _paste(self) -> None:
        """Take the position that is on the clipboard, or the last one of a game there."""
        text, now = pasted(self.services.notices.show_now), self.editing.draft
        if text and (draft := draft_at_once(text, now)) is not None:
            self.change(draft)
        elif text:
            self.reading.begin(partial(read_pasted, text, now, self.services.frame_yield))

    # -- the ways on

    def _refuse(self) -> None:
        words = verdict_words(self.editing.verdict, match_of(self.editing))
        self.services.notices.show_now(words)

    def _if_playable(self, way: Callable[[], None]) -> None:
        """Do ``way`` if the draft can be played, else say why not."""
        if self.editing.verdict.playable:
            way()
        else:
            self._refuse()

    def next_match(self) -> Match:
        """Return the match from here, against the computer."""
        match = match_of(self.editing)
        start = match.start.copy()
        return self.services.match_with_computer(match.game, match.variant, match.rules, start)

    def _play(self) -> None:
        self.app.open(GameOf(self.next_match()))

    def _analyse(self) -> None:
        """Go to the board with two persons, where values, bar and graph are shown."""
        self.services.choose(values=True, bar=True)
        self.app.open(GameOf(match_of(self.editing)))

    def _watch_search(self) -> None:
        match = match_of(self.editing)
        self.value.drop()
        how = How(variant=match.variant, name=Message("edit_theatre_name"))
        subject = PositionSubject(match.game, match.position.copy(), match.rules)
        self.app.open(TheatreOf(subject, over=True, how=how))

    # -- events

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONUP:
            self.hands.handle(event)  # wherever a drag ends
        if super().handle(event):
            return True
        return event.type != pygame.MOUSEBUTTONUP and self.hands.handle(event)

    @property
    def commands(self) -> Commands:
        return {
            "undo": partial(self._edit, self.editing.undo),
            "redo": partial(self._edit, self.editing.redo),
            "copy": self._copy,
            "paste": self._paste,
            "play": partial(self._if_playable, self._play),
            "analyse": partial(self._if_playable, self._analyse),
            "search": partial(self._if_playable, self._watch_search),
            "leave": self.app.back,
            "keys": lambda: self.app.push(
                KeysCard(self.app, (self.hands.key_place, *self.key_places))
            ),
            "settings": partial(self.app.open, MainScreen.SETTINGS),
        }

    # -- time

    @property
    def state(self) -> object:
        return self.value.changes

    @property
    def moving(self) -> bool:
        return self.stale or self.reading.busy or super().moving

    def elapse(self, dt: float) -> None:
        self.value.elapse(dt)

    def update(self, dt: float) -> None:
        read = self.reading.arrived()
        if isinstance(read, FAILURES):
            self.services.notices.answer(say("edit_not_pasted", why=why(read)))
        elif read is not None:
            self.change(read.draft)
            if read.of_game:
                self.services.notices.add(say("edit_game_pasted"))
        super().update(dt)

    def close(self) -> None:
        self.value.drop()
        self.reading.close()
