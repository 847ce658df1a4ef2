"""What a board says when it is asked, and a line in which moves and commands are typed as words."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import partial

import pygame

from kalahgui import words
from kalahgui.gui.boards.view import View
from kalahgui.gui.elements.cards import CardScreen
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.field import Field
from kalahgui.gui.elements.layout import Column, Row
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.panels.board_input import BoardInput
from kalahgui.gui.panels.narration import ply_line, turn_words
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Commands
from kalahgui.match.match import Match
from kalahgui.match.session import Session
from kalahgui.words import as_text, say


class Telling:
    """What can be asked and typed on a screen with a board.

    ``choose`` takes the cell of a typed move, ``said`` returns what the screen says just now. The
    line stands below the board, ``aside`` of the panel, or else in the middle.
    """

    def __init__(
        self,
        screen: Screen,
        session: Session,
        hands: BoardInput,
        choose: Callable[[int], object],
        said: Callable[[], str],
        *,
        aside: bool = True,
    ) -> None:
        self.screen, self.session, self.hands = screen, session, hands
        self.choose, self.said, self.aside = choose, said, aside

    @property
    def answers(self) -> Mapping[str, Callable[[], str]]:
        """Return what is answered, by the commands that ask for it."""
        view, match = self.hands.view, self.session.match
        return {
            "tell_board": lambda: as_text(
                view.board_words(match), turn_words(match), view.moves_words(match)
            ),
            "tell_near": partial(view.side_words, view.south, match),
            "tell_far": partial(view.side_words, 1 - view.south, match),
            "tell_cell": self._cell_words,
        }

    @property
    def commands(self) -> Commands:
        """Return the commands that ask, and the one that opens the line."""
        asked = {name: partial(self._answer, name) for name in self.answers}
        return {**asked, "type": lambda: self.screen.app.push(TypedLine(self))}

    def _answer(self, name: str) -> None:
        self.screen.services.answer(self.answers[name]())

    def _cell_words(self) -> str:
        """Say the cell that the arrows have chosen, or else the one under the mouse."""
        view, cell = self.hands.view, self.hands.selected
        if cell is None:
            cell = view.cell_at(self.screen.scale.magnifier.pointer())
        if cell is None:
            return say("board_no_cell")
        return naming.capital(view.cell_words(cell, self.session.match))


# Commands that have words in every language, behind ``typed_``.
TYPED = (
    *("undo", "redo", "hint", "tell_board", "tell_near", "tell_far", "now", "swap", "values"),
    *("show", "why", "better", "try_again", "play_on", "mistake", "back", "on", "before", "next"),
    *("to_start", "to_end", "replay", "review", "new", "resign", "help", "leave"),
)


def command_of(text: str, commands: Iterable[str]) -> str:
    """Return the one of some commands that a text means in any language; empty for none."""
    for command in (key for key in TYPED if key in commands):
        for language in words.LANGUAGES:
            with words.spoken(language):
                if text in say(f"typed_{command}").split(say("list_joint")):
                    return command
    return ""


def cell_of(text: str, view: View, match: Match) -> int | None:
    """Return the cell whose move is typed by a text; None where it is no move."""
    move = view.move_names.move(text, match.position.turn)
    return None if move is None else view.cell_of(move, match.position)


# Lengths in units of the layout.
_WIDTH, _ASIDE, _LEFT, _EDGE, _FOOT = 470, 860, 32, 14, 10
_MOST = 40  # letters


class TypedLine(CardScreen):
    """A line at the foot of a board: a move or a command is typed, and answered above it."""

    title = "typed_field"
    veils = False  # the board is to be seen
    key_places = ("typed", "telling")

    def __init__(self, telling: Telling) -> None:
        self._telling = telling
        self._text = self._answer = ""
        self._ended = telling.session.match.end.over
        super().__init__(telling.screen.app)
        self.controls.focus_on(self._field)

    def content(self) -> Element:
        self._field = Field(self._text, self._changed, name=self.title_words, most=_MOST)
        words = Text(self.state) if self.state else None
        if self._telling.aside:  # low enough for what stands below the board
            words, self._field.grow = words and Text(self.state, grow=2), 1
            return Row(words, self._field, gap=_EDGE, padding=(_EDGE, _EDGE / 2, _EDGE, _EDGE / 2))
        return Column(words, self._field, gap=_EDGE / 2, padding=_EDGE)

    def place_of(self, content: Element) -> pygame.Rect:
        px, aside = self.scale.px, self._telling.aside
        width = px(_ASIDE if aside else _WIDTH)
        height = content.wants(self.controls.look, width)[1]
        self.card = pygame.Rect(0, 0, width, height)
        self.card.midbottom = self.size[0] // 2, self.size[1] - px(_FOOT)
        if aside:
            self.card.left = px(_LEFT)
        return self.card

    @property
    def state(self) -> str:
        """Return what stands above the line: an answer, what the board says, or an example."""
        return self._answer or self._telling.said() or self._hint

    @property
    def _hint(self) -> str:
        match, view = self._telling.session.match, self._telling.hands.view
        moves = match.position.moves()
        if not moves:
            return ""
        return say("typed_example", move=view.move_text(moves[0], match.position.turn))

    def _changed(self, text: str) -> None:
        self._text = text

    # -- what is typed

    @property
    def commands(self) -> Commands:
        asked = {name: partial(self._ask, name) for name in self._telling.answers}
        return {**super().commands, **asked, "do": self._do}

    def _ask(self, command: str) -> str:
        self._answer = self._telling.answers[command]()
        self.services.voice.answer(self._answer)
        return self._answer

    def _do(self) -> None:
        """Do what is typed, and have the line free for the next."""
        text = " ".join(unicodedata.normalize("NFKC", self._text).lower().split())
        self._field.fill("")
        self._answer = self._done(text) if text else ""

    def _done(self, text: str) -> str:
        telling = self._telling
        commands, session = telling.screen.commands, telling.session
        option = commands.get(f"option_{text}")
        if option is not None and option() is not False:
            return ""
        cell = cell_of(text, telling.hands.view, session.match)
        if cell is not None:
            before = session.match.end
            telling.choose(cell)
            played = session.match.end
            moved = played is not before and played.parent is not None
            return ply_line(session, telling.hands.view, played) if moved else ""
        command = command_of(text, commands)
        if command in telling.answers:
            return self._ask(command)
        if command:
            commands[command]()
            return ""
        key = "typed_unknown"
        if telling.hands.view.move_names.move(text, 1 - session.match.position.turn) is not None:
            key = "typed_other_side"
        answer = say(key, text=text)
        self.services.voice.answer(answer)
        return answer

    def handle(self, event: pygame.Event) -> bool:
        # The line has its keys before the field does, which takes them all.
        heard = not self.controls.composing and self.press(event)
        return heard or super().handle(event)

    def update(self, dt: float) -> None:
        super().update(dt)
        session = self._telling.session
        ends = session.match.end.over and not self._ended
        if ends and not session.moving and self.is_top:
            self.app.pop()  # the end is told on a card of its own
