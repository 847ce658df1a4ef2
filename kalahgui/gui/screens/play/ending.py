"""The end of a game: its card, and the game after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import pygame

from kalahgui.gui.boards.view import View
from kalahgui.gui.elements.accessible_node import AccessibleNode, as_dialog
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import (
    Column,
    Fitting,
    Layers,
    Painted,
    Row,
    Rule,
    Scroll,
    Space,
)
from kalahgui.gui.elements.screen import Host, Screen
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.paint import celebration, theme
from kalahgui.gui.paint.celebration import Celebration
from kalahgui.gui.paint.paragraph import line_height
from kalahgui.gui.panels.board import MatchReview
from kalahgui.gui.panels.graph import Graph
from kalahgui.gui.panels.section import Fact
from kalahgui.gui.panels.sentences import sentence
from kalahgui.gui.screens.play.after import Aftermath, level_kept
from kalahgui.gui.screens.play.end_words import EndWords, end_words, published_words
from kalahgui.gui.screens.play.thinking import game_sums
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import LearnOf, MainScreen
from kalahgui.match.node import Node
from kalahgui.match.session import Session
from kalahgui.review.look_back import LookBack
from kalahgui.words import as_text, say, with_label

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
_SIDE, _FOOT = 20, 12
_GAP = 12  # above and below a rule
_CURVE, _SHORT_CURVE = 84, 40
_TURN_LINES = 4  # that are told of the turning point, as a rule


class EndCard(Screen):
    """Say who won and why, and offer what comes next; the board stays in sight and in reach.

    What the review finds in the background is told as soon as it is proven enough.
    """

    modal = False
    key_places = ("card", "end")

    def __init__(
        self,
        app: Host,
        rect: Callable[[], pygame.Rect],
        session: Session,
        after: Aftermath,
        *,
        own_choices: Mapping[str, Any],
        known: MatchReview,
        review: Callable[[], None],
        view: Callable[[], View],
        celebration: Callable[[pygame.Rect], Celebration] | None,
        timed: bool,
    ) -> None:
        """Lie beside a finished game, in the rectangle that ``rect`` returns.

        ``own_choices`` are those of the game, ``known`` is what is known of it, ``review`` looks
        back on it, ``view`` is its board.
        A game is ``timed`` that was played here from its beginning. ``celebration`` is made for the
        card's rectangle; None for none.
        """
        self._free = rect
        self._session = session
        self._after = after
        self.own_choices = own_choices
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
        self._known_state, self._since = self._analysed, 0.0
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

    # -- what is on it

    def content(self) -> Element:
        middle = list(self._versions())
        foot = Column(*self._buttons(), gap=8, padding=(_SIDE, 0, _SIDE, _FOOT))
        looking = self._session.analysis.looking_back
        fullest = next(self._versions(kept=True)) if looking else middle[0]
        self._whole = Column(fullest, foot)
        return Column(Fitting(*middle, Scroll(middle[-1])), foot)

    def place_of(self, content: Element) -> pygame.Rect:
        """Lie over the panel, as high as all that is told needs, if the window has the room."""
        self.card = self._free()
        most = self.size[1] - self.scale.px(_SIDE) - self.card.y
        needed = self._whole.wants(self.controls.look, self.card.width)[1]
        # Buttons that have been seen go up no more.
        self._grown = max(self._grown, min(needed, most))
        self.card.height = max(self.card.height, self._grown)
        return self.card

    def _versions(self, *, kept: bool = False) -> Iterator[Element]:
        """Yield what is told above the buttons, whole and then shorter.

        The curve is made lower before it goes, and then the figures tell less. Room is ``kept`` for
        what may be told yet.
        """
        head, turn, rows = self._head(), self._turn(), self._rows()
        if kept:
            turn, rows = (
                Layers(element, Space(height=self._lines(lines) + 8))
                for element, lines in ((turn, _TURN_LINES), (rows, 2))
            )
        sums = game_sums(self._session.match) if self.choices.figures else [[]]
        has_curve = not self._after.aside and len(self._session.match.main_line) > 1
        for tables in sums:
            for height in (_CURVE, _SHORT_CURVE, 0) if has_curve else (0,):
                curve = self._curve(height) if height else None
                column = Column(curve, turn) if curve or turn else None
                below = [Column(*tables, gap=6)] if tables else []
                groups = (group for group in (column, *below) if group is not None)
                ruled = (Column(Rule(), group, gap=_GAP) for group in groups)
                last = [Column(Rule(), rows, gap=6)] if rows is not None else []
                column = Column(head, *ruled, gap=_GAP, grow=1)
                yield Column(column, *last, gap=_GAP, padding=(_SIDE, _SIDE - 4, _SIDE, _GAP))

    def _head(self) -> Element:
        match = self._session.match
        middle = max(self.scale.px(22), self.scale.body)
        large = max(self.scale.px(32), self.scale.title)
        said = partial(Text, balanced=True, align="centre")
        result = naming.result_words(match)
        console = say("end_aside") if self._after.aside else self._words.console
        facts = (self._facts(), published_words(match)) if self.choices.figures else ()
        return Column(
            Heading(
                naming.headline_words(match), large, smaller=middle, balanced=True, align="centre"
            ),
            said(result, middle, "accent", bold=True) if result else None,
            said(naming.why_over_words(match), "small", "quiet"),
            said(console) if console else None,
            *(said(fact, "small", "quiet") for fact in facts if fact),
            gap=2,
        )

    def _curve(self, height: float) -> Element:
        graph = self._graph
        return Painted(graph.draw, placed=graph.place, height=height)

    def _turn(self) -> Element | None:
        words, looking = self._words, self._session.analysis.looking_back
        said = say("end_looking") if looking and not words.heading else words.sentence
        heading = Text(words.heading, bold=True, balanced=True) if words.heading else None
        text = Text(said, colour="quiet", balanced=True) if said else None
        return Column(heading, text, padding=(0, 8, 0, 0)) if heading or text else None

    def _rows(self) -> Element | None:
        short = [say("review_found_short")]
        facts = (
            Fact(label, value, shorter=short if label == say("end_best") else ())
            for label, value in self._words.rows
        )
        return Column(*facts, gap=2) if self._words.rows else None

    def _lines(self, count: int) -> float:
        return count * line_height(self.scale.body) / self.scale.layout

    def _buttons(self) -> Iterator[Element]:
        """Yield the buttons from above: what is offered, and two small ones side by side."""
        room = self._free().width - self.scale.px(2 * _SIDE + 16)

        def fitting(words: Sequence[str], bold: bool = False) -> str:
            return theme.first_fitting(words, self.scale.body, room, bold)

        after, wide = self._after, partial(Button, style="segment", height=40)
        yield Button(fitting(after.next_words(), True), self._go_on, style="primary", height=46)
        if after.aside or after.level_offered is not None:
            again = lambda: self.app.open(after.next_game(swapped=True))  # noqa: E731
            yield wide(say("rematch"), again)
        yield wide(fitting(self._words.review), self._review)
        small = partial(Button, style="small", height=34, grow=1)
        home = partial(self.app.open, MainScreen.HOME)
        yield Row(small(say("look"), self.app.pop), small(say("start_screen"), home), gap=8)

    def _facts(self) -> str:
        moves = say("n_moves", count=len(self._session.match.end.plies))
        if not self._timed:
            return moves
        minutes, seconds = divmod(round(self._session.seconds), 60)
        time = say("minutes", m=minutes, s=seconds) if minutes else say("seconds_only", s=seconds)
        return say("game_facts", moves=moves, time=time)

    # -- what the buttons do

    def _go_on(self) -> None:
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

    # -- time and events

    @property
    def said(self) -> str:
        if self._session.analysis.looking_back:
            return ""
        words = self._words
        heading = sentence(words.heading) if words.heading else ""
        facts = (sentence(with_label(label, value)) for label, value in words.rows)
        return as_text(words.console, heading, words.sentence, *facts)

    @property
    def state(self) -> object:
        looking = self._session.analysis.looking_back
        return self._words, looking, self.choices.figures

    @property
    def _analysed(self) -> tuple[object, ...]:
        analysis = self._session.analysis
        return analysis.changes, analysis.looking_back

    @property
    def _flies(self) -> bool:
        return self._celebrated is not None and self._age < celebration.SECONDS

    @property
    def _has_news(self) -> bool:
        """Tell whether there is more to tell; while the review runs, that is now and then."""
        running = self._session.analysis.looking_back
        return self._known_state != self._analysed and (self._since >= _TOLD_EVERY or not running)

    @property
    def moving(self) -> bool:
        stale = self._has_news or self._drawn != self._known_state
        return super().moving or self._flies or stale

    def elapse(self, dt: float) -> None:
        self._age += dt
        self._since += dt

    def update(self, dt: float) -> None:
        if self.app.screen is self and not self._session.match.here.over:
            # Somebody walks through the game: what the card says is not of that position.
            self.app.pop()
            return
        if self._has_news:
            self._find_words()
        super().update(dt)

    def accessible_node(self) -> AccessibleNode:
        name = naming.headline_words(self._session.match)
        return as_dialog(super().accessible_node(), name, self.card, heard=self.is_top)

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
        self.controls.draw(surface)


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
        return match.end.over and not match.walking and match.end not in self._shown

    @property
    def hidden(self) -> bool:
        """Tell whether the card has been shown and lies there no longer."""
        match = self._session.match
        shown = any(isinstance(screen, EndCard) for screen in self._screen.app.screens)
        return match.end.over and match.end in self._shown and not shown

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        if not self._session.match.end.over:
            self._shown.discard(self._session.match.end)  # what ended here has been taken back
        if self.due and not self._session.moving:
            self._since += dt
            if self._since >= _DELAY and self._screen.app.screen is self._screen:
                self._screen.services.sounds.play(self._sound())
                self.show()

    def _sound(self) -> str:
        winner = self._session.match.end.winner
        if winner is None:
            return "draw"
        won = self._session.match.players[winner].person or self._session.without_person
        return "win" if won else "lose"

    def show(self) -> None:
        """Show the card of a finished game."""
        match = self._session.match
        if match.end.over and self._screen.app.screen is self._screen:
            if match.walking:
                self._session.go_to_end()  # which is what the card is about
            first = self.due
            self._shown.add(match.end)
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
