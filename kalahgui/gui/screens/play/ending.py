"""The end of a game: its card, and the game after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from kalahgui.gui.boards.view import View
from kalahgui.gui.paint import celebration, theme
from kalahgui.gui.paint.celebration import Celebration
from kalahgui.gui.paint.paragraph import balance, line_height, write_lines
from kalahgui.gui.paint.writing import Line
from kalahgui.gui.panels.board import MatchReview
from kalahgui.gui.panels.graph import Graph
from kalahgui.gui.screens.play.after import Aftermath, level_kept
from kalahgui.gui.screens.play.end_words import EndWords, end_words
from kalahgui.gui.screens.play.thinking import GameSums
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import LearnOf, Room
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part, as_dialog, silent
from kalahgui.gui.widgets.screen import Host, Screen
from kalahgui.match.node import Node
from kalahgui.match.session import Session
from kalahgui.review.look_back import LookBack

# A hand that was still playing must not answer a card that it has not seen.
_DEAF_SECONDS = 0.5
_TOLD_EVERY = 0.2  # seconds
_DELAY = 0.5  # seconds from the end to the card
_INPUT = (
    pygame.KEYDOWN,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.FINGERDOWN,
    pygame.FINGERUP,
)
# Lengths in units of the layout.
_MARGIN = 20
_FILLED, _BUTTON, _LINK, _BUTTON_GAP = 46, 40, 34, 8
_FOOT = 12  # below the buttons
_RULE = 12  # above and below a rule
_CURVE, _SHORT_CURVE = 84, 40
_TURN_LINES = 4  # that are told of the turning point, as a rule
_ROW = 1.75  # of the size of its letters


@dataclass(frozen=True)
class _Lines:
    """Words on the card, as lines below each other; ``gap`` is the space above, in pixels."""

    lines: Sequence[str]
    size: int
    colour: pygame.Color
    gap: int = 0
    bold: bool = False
    anchor: str = "center"

    @property
    def height(self) -> int:
        return self.gap + len(self.lines) * line_height(self.size)


class EndCard(Screen):
    """Say who won and why, and offer what comes next; the board stays in sight and in reach.

    What the review finds in the background is told as soon as it is proven enough.
    """

    modal = False
    key_places = ("card", "end")

    def __init__(
        self,
        app: Host,
        place: Callable[[], pygame.Rect],
        session: Session,
        after: Aftermath,
        *,
        known: MatchReview,
        review: Callable[[], None],
        view: Callable[[], View],
        celebration: Callable[[pygame.Rect], Celebration] | None,
        timed: bool,
    ) -> None:
        """Lie beside a finished game, where ``place`` tells.

        ``known`` is what is known of the game, ``review`` looks back on it, ``view`` is its board.
        A game is ``timed`` that was played here from its beginning. ``celebration`` is made for the
        card's place; None for none.
        """
        self._place = place
        self._sums = GameSums(session.match)
        self._session = session
        self._after = after
        self._known = known
        self._review = review
        self._view = view
        self._celebrated = celebration
        self._celebration: Celebration | None = None
        self._timed = timed
        self._age = self._since = 0.0
        self._grown = 0  # how high the card had to be for what was told before
        self._graph = Graph(
            self,
            session,
            view=view,
            line=lambda: session.match.main_line,
            go_to=lambda node: None,
            dot_of=self._dot_of,
            marked=lambda: session.match.tip,
            plain=True,
        )
        self._drawn: object = None
        super().__init__(app)

    def rebuild(self) -> None:
        self._celebration = None
        self._grown = 0
        self._find_words()
        super().rebuild()

    def _find_words(self) -> None:
        """Say what is known now."""
        self._known_state = self._state
        known, aside = self._known, self._after.aside
        self._found = LookBack() if aside else known.look_back()
        numbers, move_text = known.course.numbers, self._view().move_text
        self._words: EndWords = end_words(self._after, self._found, numbers, move_text)

    def _dot_of(self, node: Node) -> pygame.Color | None:
        """Return the colour of the turning point: good if it was not the only person's mistake."""
        turn, seat = self._found.turn, self._after.seat
        if turn is None or node is not turn.node:
            return None
        return self.palette.best if seat is not None and turn.seat != seat else self.palette.bad

    # -- layout
    def lay_out(self) -> None:
        px = self.scale.px
        self.card = self._place()
        inside = self.card.inflate(-2 * px(_MARGIN), 0)
        self._figures = self.services.choices.figures
        self._head = self._said_above(inside.width)
        self._turn = self._said_of_the_turn(inside.width)
        rows = len(self._words.rows)
        self._rows_height = self._rule + rows * self._row + px(6) if rows else 0
        buttons = self._buttons()
        foot = sum(px(height + _BUTTON_GAP) for *_, height in buttons) + px(_LINK + _FOOT)
        self._top = self.card.y + px(_MARGIN - 4)
        self._grow(foot)
        self._share_out(inside, self.card.bottom - foot)
        y = self.card.bottom - foot
        for label, action, style, height in buttons:
            place = pygame.Rect(inside.x, y, inside.width, px(height))
            self.controls.button(place, label, action, style=style)
            y += px(height + _BUTTON_GAP)
        half = (inside.width - px(_BUTTON_GAP)) // 2
        place = pygame.Rect(inside.x, y, half, px(_LINK))
        self.controls.button(place, say("look"), self.app.pop, style="small")
        place.right = inside.right
        home = partial(self.app.open, Room.HOME)
        self.controls.button(place, say("start_screen"), home, style="small")

    def _buttons(self) -> list[tuple[str, Callable[[], None], str, int]]:
        """Return the wide buttons from above: label, action, style and height."""
        room = self.card.width - self.scale.px(2 * _MARGIN + 16)

        def fitting(words: Sequence[str], bold: bool = False) -> str:
            return theme.first_fitting(words, self.scale.body, room, bold)

        after = self._after
        buttons = [(fitting(after.next_words(), True), self._go_on, "primary", _FILLED)]
        if after.aside or after.level_offered is not None:
            buttons.append((say("rematch"), self._play_again, "segment", _BUTTON))
        return [*buttons, (fitting(self._words.review), self._review, "segment", _BUTTON)]

    def _grow(self, foot: int) -> None:
        """Make the card as high as all that is told needs, if the window has the room."""
        px = self.scale.px
        needed = self._top - self.card.y + sum(each.height for each in self._head) + foot
        needed += self._rule + (px(_CURVE) if self._has_curve else 0)
        turn, rows = sum(each.height for each in self._turn), self._rows_height
        if self._session.analysis.looking_back:  # so that the buttons stay where they are
            turn = max(turn, _TURN_LINES * line_height(self.scale.body) + px(8))
            rows = max(rows, self._rule + 2 * self._row + px(6))
        needed += turn + rows
        if self._figures:
            needed += self._rule + self._sums.height(self)
        lowest = self.size[1] - px(_MARGIN)
        # Buttons that have been seen go up no more.
        self._grown = max(self._grown, min(needed, lowest - self.card.y))
        self.card.height = max(self.card.height, self._grown)

    def _share_out(self, inside: pygame.Rect, bottom: int) -> None:
        """Give what is told between the head and the buttons its place; the first gives way last.

        The figures come first where they are asked for; the curve is made lower before it goes.
        """
        px, y = self.scale.px, self._top + sum(each.height for each in self._head)
        turn = sum(each.height for each in self._turn)
        if self._rows_height > bottom - y:
            self._rows_height = 0
        self._rows_top = bottom - self._rows_height
        room = self._rows_top - y - self._rule
        if turn > room:
            self._turn, turn = [], 0
        room -= turn
        sums = min(self._sums.height(self), room - self._rule - px(6)) if self._figures else 0
        sums = self._sums.height(self, self._sums.fitting(self, max(0, sums)))
        room -= sums + (self._rule if sums else 0)
        curve = next((h for h in map(px, (_CURVE, _SHORT_CURVE)) if h <= room), 0)
        curve = curve if self._has_curve else 0
        y += self._rule
        self._graph.place(pygame.Rect(inside.x, y, inside.width, curve))
        self._turn_top = y + curve
        self._sums_place = pygame.Rect(inside.x, y + curve + turn, inside.width, sums)

    @property
    def _rule(self) -> int:
        return self.scale.px(2 * _RULE)

    @property
    def _has_curve(self) -> bool:
        return not self._after.aside and len(self._session.match.main_line) > 1

    def _said_above(self, width: int) -> list[_Lines]:
        """Return what is said at the head: who won, by how much, and why."""
        match, scale, palette, px = self._session.match, self.scale, self.palette, self.scale.px
        middle = max(px(22), scale.body)

        def lines(words: str, size: int, bold: bool = False) -> Sequence[str]:
            return balance(words, size, width, bold)

        headline = naming.headline_words(match)
        large = max(px(32), scale.title)
        if theme.font(large, True).size(headline)[0] > width:
            large = middle
        said = [_Lines(lines(headline, large, True), large, palette.ink, bold=True)]
        result = naming.result_words(match)
        if result:
            said.append(_Lines(lines(result, middle, True), middle, palette.accent, bold=True))
        why = lines(naming.why_over_words(match), scale.small)
        said.append(_Lines(why, scale.small, palette.quiet, px(2)))
        console = say("end_aside") if self._after.aside else self._words.console
        if console:
            said.append(_Lines(lines(console, scale.body), scale.body, palette.ink, px(6)))
        if self._figures:
            facts = lines(self._facts(), scale.small)
            said.append(_Lines(facts, scale.small, palette.quiet, px(2)))
        return said

    def _said_of_the_turn(self, width: int) -> list[_Lines]:
        """Return the turning point and the sentence about it."""
        scale, palette, words = self.scale, self.palette, self._words
        said = []
        waits = self._session.analysis.looking_back and not words.heading
        for each, colour, bold in (
            (words.heading, palette.ink, True),
            (say("end_looking") if waits else words.sentence, palette.quiet, False),
        ):
            if each:
                lines = balance(each, scale.body, width, bold)
                gap = scale.px(8) if bold else 0
                said.append(_Lines(lines, scale.body, colour, gap, bold, "topleft"))
        return said

    @property
    def _row(self) -> int:
        return round(self.scale.body * _ROW)

    def _facts(self) -> str:
        moves = say("n_moves", count=len(self._session.match.plies))
        if not self._timed:
            return moves
        minutes, seconds = divmod(round(self._session.seconds), 60)
        time = say("minutes", m=minutes, s=seconds) if minutes else say("seconds_only", s=seconds)
        return say("game_facts", moves=moves, time=time)

    # -- what the buttons do

    def _go_on(self) -> None:
        """Do what is offered: play again, on another level, or go back to the game."""
        after, level = self._after, self._after.level_offered
        if after.aside:
            self.app.pop()
            self._session.back_to_the_game()
            return
        if isinstance(after.back, LearnOf):
            self.app.open(after.back)
            return
        if level is not None:
            choices = self.services.choices
            self.services.choose(cards=level_kept(choices, after.match, level))
        self.app.open(after.next_game(swapped=True, level=level))

    def _play_again(self) -> None:
        self.app.open(self._after.next_game(swapped=True))

    # -- time and events

    @property
    def _state(self) -> tuple[object, ...]:
        """Return what decides what is told."""
        analysis = self._session.analysis
        return analysis.changes, analysis.looking_back, self.services.choices.figures

    @property
    def _flies(self) -> bool:
        """Tell whether the celebration is under way."""
        return self._celebrated is not None and self._age < celebration.SECONDS

    @property
    def _has_news(self) -> bool:
        """Tell whether there is more to tell; while the review runs, that is now and then."""
        running = self._session.analysis.looking_back
        return self._known_state != self._state and (self._since >= _TOLD_EVERY or not running)

    @property
    def moving(self) -> bool:
        stale = self._has_news or self._drawn != self._known_state
        return super().moving or self._flies or stale

    def elapse(self, dt: float) -> None:
        self._age += dt
        self._since += dt

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.app.screen is self and not self._session.match.over:
            # Somebody walks through the game: what the card says is not of that position.
            self.app.pop()
        elif self._has_news:
            self._since = 0.0
            before = self._words
            self._find_words()
            if self._words != before or self._figures != self.services.choices.figures:
                self.refresh()

    @property
    def views(self) -> list[Part]:
        return [silent(self._graph.rect)] if self._graph.rect.height else []

    def told(self, lines: Iterable[Line]) -> Part:
        name = naming.headline_words(self._session.match)
        return as_dialog(super().told(lines), name, self.card, heard=self.is_top)

    @property
    def commands(self) -> Commands:
        return {"close": self.app.pop, "go_on": self._go_on}

    def handle(self, event: pygame.Event) -> bool:
        if self._age < _DEAF_SECONDS and event.type in _INPUT:
            return True
        if super().handle(event):
            return True
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return self.card.collidepoint(event.pos)
        # The moves that the card covers do not scroll.
        return event.type == pygame.MOUSEWHEEL and self.card.collidepoint(event.pos)

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        self._drawn = self._known_state
        if self._celebrated is not None and self._flies:
            self._celebration = self._celebration or self._celebrated(self.card)
            self._celebration.draw(surface, self._age)
        self.draw_card(surface, self.card)
        self._write(surface, self._head, self.card.centerx, self._top)
        left = self.card.x + self.scale.px(_MARGIN)
        if self._graph.rect.height or self._turn or self._sums_place.height:
            self._draw_rule(surface, self._graph.rect.y - self.scale.px(_RULE))
        if self._graph.rect.height:
            self._graph.draw(surface, self._graph.rect)
        self._write(surface, self._turn, left, self._turn_top)
        place = self._sums_place
        if place.height:
            self._draw_rule(surface, place.y + self.scale.px(_RULE))
            self._sums.draw(surface, self, place.move(0, self._rule))
        if self._rows_height:
            self._draw_rows(surface)
        self.controls.draw(surface)

    def _draw_rows(self, surface: pygame.Surface) -> None:
        """Draw what was found and how it stands, above the buttons."""
        px, size = self.scale.px, self.scale.body
        place = self.card.inflate(-2 * px(_MARGIN), 0)
        self._draw_rule(surface, self._rows_top + px(_RULE) // 2)
        y = self._rows_top + px(_RULE) * 5 // 4 + self._row // 2
        short = say("review_found_short")
        for label, value in self._words.rows:
            at, ink = (place.right, y), self.palette.ink
            figure = self.write(surface, value, at, size, ink, bold=True, anchor="midright")
            room = figure.x - px(10) - place.x
            labels = (label, short) if label == say("end_best") else (label,)
            self.write(surface, theme.first_fitting(labels, size, room), (place.x, y), size)
            y += self._row

    def _draw_rule(self, surface: pygame.Surface, y: int) -> None:
        place = self.card.inflate(-2 * self.scale.px(_MARGIN), 0)
        surface.fill(self.palette.line, (place.x, y, place.width, max(1, self.scale.px(1.5))))

    def _write(self, surface: pygame.Surface, said: Sequence[_Lines], x: int, y: int) -> None:
        for each in said:
            at = (x, y + each.gap)
            y = write_lines(surface, each.lines, at, each.size, each.colour, each.bold, each.anchor)


class GameEnd:
    """Shows the card of a match that is over, once by itself and again when asked."""

    def __init__(
        self, screen: Screen, session: Session, card: Callable[[bool], EndCard], *, known: bool
    ) -> None:
        """Belong to a playing screen; ``card`` makes the card, ``known`` tells it has been seen.

        It is told whether it is shown for the first time.
        """
        self._screen = screen
        self._session = session
        self._card = card
        self._since = 0.0
        # The ends of lines whose card has been shown.
        self._shown: set[Node] = {session.match.tip} if session.match.over and known else set()

    @property
    def due(self) -> bool:
        """Tell whether the card is yet to be shown by itself."""
        match = self._session.match
        return match.over and not match.walking and match.here not in self._shown

    @property
    def hidden(self) -> bool:
        """Tell whether the card has been shown and lies there no longer."""
        match = self._session.match
        shown = any(isinstance(screen, EndCard) for screen in self._screen.app.screens)
        return match.over and match.here in self._shown and not shown

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        if not self._session.match.over:
            self._shown.discard(self._session.match.here)  # what ended here has been taken back
        if self.due and not self._session.moving:
            self._since += dt
            if self._since >= _DELAY and self._screen.app.screen is self._screen:
                self._screen.services.sounds.play(self._sound())
                self.show()

    def _sound(self) -> str:
        winner = self._session.match.winner
        if winner is None:
            return "draw"
        won = self._session.match.players[winner].person or self._session.without_person
        return "win" if won else "lose"

    def show(self) -> None:
        """Show the card of a finished game."""
        if self._session.match.over and self._screen.app.screen is self._screen:
            first = self.due
            self._shown.add(self._session.match.here)
            self._session.rest()
            self._screen.app.push(self._card(first))

    def close(self) -> None:
        """Take the card away."""
        if isinstance(self._screen.app.screen, EndCard):
            self._screen.app.pop()

    def changed(self) -> None:
        """Follow a change of the match that was not played move by move."""
        self.close()
        self._shown &= {self._session.match.end, self._session.match.tip}
        self._since = 0.0
