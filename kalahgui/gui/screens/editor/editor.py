"""The position editor: stones and discs laid by hand, what the rules say, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pygame

from kalahgui.engine.interrupt import YieldToFrames
from kalahgui.games import DRAFTING, draft_of, read_draft
from kalahgui.games.draft import Draft
from kalahgui.games.game import Message
from kalahgui.games.user_error import UserError, short
from kalahgui.gui.elements.cards import KeysCard
from kalahgui.gui.paint import theme
from kalahgui.gui.screens.editor.form import EditorForm, Value, VerdictCard, match_of, verdict_words
from kalahgui.gui.screens.editor.inputs import EditorInput, NumbersInput, SquaresInput
from kalahgui.gui.screens.editor.pits_input import PitsInput
from kalahgui.gui.services import naming, saving
from kalahgui.gui.services.background import FAILURES, Reading
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import GameOf, Room, TheatreOf
from kalahgui.gui.services.services import Services
from kalahgui.gui.services.settings import entry_of
from kalahgui.gui.services.theatre_visit import How
from kalahgui.gui.services.words import say, why
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Host, Screen
from kalahgui.library import formats
from kalahgui.library.formats import UnknownText, position_text
from kalahgui.library.formats.transcript import LONGEST_POSITION
from kalahgui.match.editing import Editing
from kalahgui.match.match import Match
from kalahgui.theatre.subject import PositionSubject


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
        found = formats.read(text.encode("utf-8", "replace"), yield_to_frames=yield_to_frames)
    except UnknownText:
        return Pasted(_read_alone(text.strip(), now), of_game=False)
    if found.position is not None:
        position = found.position
        draft = draft_of(position.game, position.start, position.rules, position.variant)
        return Pasted(draft, of_game=False)
    if len(found.games) + len(found.bad) > 1:
        raise UserError("refused_several_games", n=len(found.games) + len(found.bad))
    match = found.games[0].match
    draft = draft_of(match.game, match.tip.position, match.rules, match.variant)
    return Pasted(draft, of_game=True)


def _read_alone(text: str, now: Draft) -> Draft:
    """Read a position of the game laid now; UserError says why it is none."""
    try:
        return DRAFTING[now.game].read(text, now.rules)
    except UserError as why:
        raise UserError("refused_position", text=short(text), why=why) from None


class Pasting:
    """Copies the position that is edited, and reads what is pasted in its place."""

    def __init__(
        self,
        services: Services,
        editing: Editing,
        change: Callable[[Draft], None],
        refuse: Callable[[], None],
    ) -> None:
        """``change`` lays what was pasted, ``refuse`` says why there is nothing to copy."""
        self._services = services
        self._editing = editing
        self._change = change
        self._refuse = refuse
        self._reading: Reading[Pasted] = Reading()

    @property
    def busy(self) -> bool:
        """Tell whether something is being read."""
        return self._reading.busy

    def copy(self) -> None:
        """Put the position as text on the clipboard."""
        draft, verdict = self._editing.draft, self._editing.verdict
        text = verdict.text
        if verdict.position is not None:
            # With its board and rules, so that it is read as it was set up.
            game = self._editing.drafting.game
            text = position_text(game, draft.variant, draft.rules, verdict.position)
        if not text:
            self._refuse()
            return
        done = saving.copy_text(text)
        self._services.notices.show_now(
            say("edit_copied", text=text) if done else say("no_clipboard")
        )

    def paste(self) -> None:
        """Take the position that is on the clipboard, or the last one of a game there."""
        text, now = saving.pasted_text(), self._editing.draft
        if text is None:
            self._services.notices.show_now(say("no_clipboard"))
        elif not text.strip():
            self._services.notices.show_now(say("clipboard_empty"))
        elif (draft := draft_at_once(text, now)) is not None:
            self._change(draft)
        else:
            self._reading.begin(partial(read_pasted, text, now, self._services.frame_yield))

    def update(self) -> None:
        """Take what was pasted once it has been read."""
        pasted = self._reading.arrived()
        if isinstance(pasted, FAILURES):
            self._services.notices.answer(say("edit_not_pasted", why=why(pasted)))
        elif pasted is not None:
            self._change(pasted.draft)
            if pasted.of_game:
                self._services.notices.add(say("edit_game_pasted"))

    def close(self) -> None:
        """Read nothing any more."""
        self._reading.close()


HANDS: dict[str, type[EditorInput]] = {
    "kalah": PitsInput,
    "reversi": SquaresInput,
    "tictactoe": SquaresInput,
    "eight": NumbersInput,
}


# Lengths in units of the layout.
_PANEL, _TOP, _FOOT = 292, 96, 76
_CARD = 150  # the height of the card below the board
_VALUE, _BUTTONS = 216, 136  # from the panel's foot up


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
        self._drawn = -1
        self.value = Value(
            app.services.engine,
            lambda why: app.services.notices.add(say("values_failed", why=why)),
        )
        self.pasting = Pasting(app.services, editing, self.change, self._refuse)
        super().__init__(app)

    # -- layout

    @property
    def hands(self) -> EditorInput:
        """Return the hands on the board of the draft."""
        draft = self.editing.draft
        here = draft.game, self.editing.drafting.board_of(draft.variant)
        if self._input is None or self._laid != here:
            self._input = HANDS[draft.game](self, self.editing, self.change)
            self._laid = here
        return self._input

    def lay_out(self) -> None:
        width, height = self.width, self.height
        self._panel = self.box(width - _PANEL - 32, _TOP, _PANEL, height - _TOP - _FOOT)
        card_top = height - _FOOT - _CARD
        self._card = self.box(40, card_top, width - 40 - _PANEL - 56 - 32, _CARD)
        board = self.box(40, _TOP - 4, 0, card_top - _TOP - 20)
        board.width = self._card.width
        self.hands.place(board)
        left = width - _PANEL - 32 + 20
        self._form = EditorForm(
            self,
            self.editing,
            (left, _TOP + 16, _PANEL - 40),
            self.change,
            partial(self._edit, self.editing.choose_game),
        )
        self._verdict = VerdictCard(self, self.editing, self._card, self.change)
        self._add_ways_on(left, height - _FOOT - _BUTTONS)
        self._value_place = self.box(left, height - _FOOT - _VALUE + 14, _PANEL - 40, 60)
        self._add_tools()
        self._laid_out_for = self._state()
        self._follow()

    def _add_ways_on(self, left: float, top: float) -> None:
        width = _PANEL - 40
        tip = naming.against_words(self.next_match())
        # Both have the same room around their words.
        face = theme.font(self.scale.body, True)
        long, short = (
            face.size(say(key))[0] / self.scale.layout for key in ("review_search", "edit_analyse")
        )
        first = (width - 8 + short - long) / 2
        rect = self.box(left, top, width, 44)
        self._ways = [
            self.button(rect, say("edit_play"), "play", style="primary", tip=tip),
            self.button(
                self.box(left, top + 56, first, 40),
                say("edit_analyse"),
                "analyse",
                style="soft",
                tip=say("edit_analyse_tip"),
            ),
            self.button(
                self.box(left + first + 8, top + 56, width - first - 8, 40),
                say("review_search"),
                "search",
                style="soft",
                tip=say("search_watched"),
            ),
        ]

    def _add_tools(self) -> None:
        add, right = self.button, self.width - 32
        icon, tip = ("chevron_left", "edit_back") if self._over else ("home", "home")
        add(self.box(26, 20, 36, 36), "", "leave", icon=icon, tip=say(tip))
        places = [self.box(right - 36 - 44 * place, 20, 36, 36) for place in range(6)]
        self._copy = add(places[5], "", "copy", icon="copy", tip=say("edit_copy"))
        add(places[4], "", "paste", icon="paste", tip=say("edit_paste"))
        self._undo = add(places[3], "", "undo", icon="undo", tip=say("edit_undo"))
        self._redo = add(places[2], "", "redo", icon="redo", tip=say("edit_redo"))
        add(places[1], "", "keys", icon="help", tip=say("keys_card"))
        add(places[0], "", "settings", icon="settings", tip=say("settings"))

    def _state(self) -> tuple[object, ...]:
        """Return what decides which controls there are, and what they show."""
        draft = self.editing.draft
        return draft.game, draft.variant, draft.rules, draft.turn

    @property
    def views(self) -> list[Part]:
        return [self.hands.part]

    # -- what changes

    def change(self, draft: Draft, stroke: object = None) -> None:
        """Go over to another draft, by a hand on the board."""
        self.editing.change(draft, stroke)
        self._changed()

    def _edit(self, act: Callable[..., None], *values: str) -> None:
        """Change what is edited, and follow that."""
        act(*values)
        self._changed()

    def _changed(self) -> None:
        if self._laid_out_for != self._state():
            self.refresh()
        self._follow()
        self.app.wake()

    def _follow(self) -> None:
        """Have the position judged that lies on the board now."""
        if self._followed != self.editing.draft:
            self._followed = self.editing.draft
            playable = self.editing.verdict.playable
            self.value.follow(match_of(self.editing) if playable else None)

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
        """Return the match from here between those chosen on the set-up screen, by its clock."""
        match = match_of(self.editing)
        seats = self.services.seats(entry_of(match), match.variant)
        varied = self.services.choices.varied
        first, second = (seat.player(match.game, match.start, varied) for seat in seats)
        return Match(
            match.game,
            match.variant,
            match.rules,
            (first, second),
            start=match.start.copy(),
            control=self.services.choices.control,
        )

    def _play(self) -> None:
        self.app.open(GameOf(self.next_match()))

    def _analyse(self) -> None:
        """Go to the board with two persons, where values, bar and graph are shown."""
        self.services.choose(values=True, bar=True)
        self.app.open(GameOf(match_of(self.editing)))

    def _watch_search(self) -> None:
        """See in the theatre how the position is searched, and come back."""
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
            "copy": self.pasting.copy,
            "paste": self.pasting.paste,
            "play": partial(self._if_playable, self._play),
            "analyse": partial(self._if_playable, self._analyse),
            "search": partial(self._if_playable, self._watch_search),
            "leave": self.app.back,
            "keys": lambda: self.app.push(
                KeysCard(self.app, (self.hands.key_place, *self.key_places))
            ),
            "settings": partial(self.app.open, Room.SETTINGS),
        }

    # -- time

    @property
    def moving(self) -> bool:
        changed = self.value.changes != self._drawn
        return changed or self.pasting.busy or super().moving

    def elapse(self, dt: float) -> None:
        self.value.elapse(dt)

    def update(self, dt: float) -> None:
        super().update(dt)
        self.pasting.update()
        editing = self.editing
        for control in self._ways:
            control.enable(editing.verdict.playable)
        self._copy.enable(bool(editing.verdict.text))
        self._undo.enable(editing.can_undo)
        self._redo.enable(editing.can_redo)

    def close(self) -> None:
        self.value.drop()
        self.pasting.close()

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_paper(surface, (self._panel, self._card))
        scale, palette, hands = self.scale, self.palette, self.hands
        at = self.box(80, 28, 0, 0).topleft
        self.write(surface, say("edit_title"), at, scale.title, palette.ink, bold=True)
        game = self.editing.drafting.game
        first, second = (say(side) for side in game.sides)
        hint = say(hands.hint, first=first, second=second)
        words = f"{say(f'rules_tab_{game.key}')} \u00b7 {hint}"
        y = theme.below(at[1], scale.title, scale.small, scale.px(23))
        self.write(surface, words, (at[0], y), scale.small)
        self._form.draw(surface)
        self._draw_value(surface)
        self._verdict.draw(surface)
        hands.draw(surface)
        at = self.box(64, self.height - 35, 0, 0).topleft
        self.write(surface, say(hands.keys), at, scale.small)
        self.controls.draw(surface)

    def _draw_value(self, surface: pygame.Surface) -> None:
        self._drawn = self.value.changes
        line = self._value_place.move(0, -self.scale.px(10))
        line.height = max(1, self.scale.px(1.5))
        surface.fill(self.palette.line, line)
        self.value.draw(surface, self, self.hands.view, self._value_place)
