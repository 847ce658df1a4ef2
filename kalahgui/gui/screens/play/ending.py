"""The end of a game: its card, its sums, its review, and the game after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import balance, line_height, write_lines
from kalahgui.gui.panels.course import Course
from kalahgui.gui.panels.sentences import MoveText, Teller
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import Destination, GameOf, ReviewOf, Room
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Host, Screen
from kalahgui.library.saved import StoredMatch
from kalahgui.match.match import Match, players_swapped
from kalahgui.match.node import Node, SearchTotals
from kalahgui.match.session import Session


class ToReview:
    """Takes the review of a match up from the store, opens its screen and keeps what was found."""

    def __init__(self, app: Host, session: Session, stored: StoredMatch, *, kept: bool) -> None:
        """Take up what the store knows; a match that is only watched is not ``kept``."""
        self._app = app
        self._session = session
        self._stored = stored
        self._kept = kept
        judged = app.services.autosave.review_of(stored) if kept else {}
        whole = bool(judged) and app.services.autosave.has_whole_review(stored)
        self._asked = bool(judged)  # values that nobody asked a review of are not kept
        session.analysis.restore(judged, whole)
        # The end of the line whose whole review is kept.
        self._written = session.match.tip if whole else None
        self._course: Course | None = None

    def open(self, back: Callable[[], None], leave: Destination | None = None) -> None:
        """Lay the review over the playing screen; ``back`` is done when the board is seen again.

        Leaving the review leads to the board, or where ``leave`` says.
        """
        self._asked = True
        self._app.open(ReviewOf(self._session, self._stored, self.keep, back, leave))

    def update(self) -> None:
        """Keep a review that has come to its end behind the game."""
        session = self._session
        if session.analysis.reviewed and self._written is not session.match.tip:
            self.keep()

    def keep(self) -> None:
        """Keep what was found, if a review was asked for."""
        analysis = self._session.analysis
        self._written = self._session.match.tip if analysis.reviewed else None
        if self._kept and self._asked:
            self._app.services.autosave.keep_review(
                self._stored, analysis.judged, analysis.reviewed
            )

    def decided_words(self, move_text: MoveText) -> str:
        """Say which move decided the match; empty while nobody knows.

        An estimate is not said before the review has come to its end: it may still change.
        """
        match, analysis = self._session.match, self._session.analysis
        if self._course is None:
            self._course = Course(match, analysis)
        self._course.update()
        row = self._course.decided
        if row is None or not (row.exact or analysis.reviewed):
            return ""
        return Teller(match, analysis, move_text).decided(row, self._course.numbers[row.node])


_LEADING = 1.6  # of the size of the letters
_PARTING = 6  # between two players, in units of the layout


class GameSums:
    """The sums of the computers of a match that is over; nothing where only persons play."""

    def __init__(self, match: Match) -> None:
        seats = [seat for seat, player in enumerate(match.players) if not player.person]
        self._players = [
            _Table.of(naming.player_name(match, seat), match.search_totals_of(seat))
            for seat in seats
        ]
        self._players = [table for table in self._players if table.rows]
        self._all = list(self._players)
        if len(self._players) > 1:
            self._all.append(_Table.of(say("both_players"), match.search_totals_of(*seats)))

    def fitting(self, screen: Screen, height: int) -> list[_Table]:
        """Return the tables that fit a height: all, those of the players, the last, or none."""
        for tables in (self._all, self._players, self._all[-1:]):
            if self.height(screen, tables) <= height:
                return tables
        return []

    def height(self, screen: Screen, tables: Sequence[_Table] | None = None) -> int:
        """Return the height that tables need (default: all), in pixels."""
        tables = self._all if tables is None else tables
        rows = sum(1 + len(table.rows) for table in tables) + _some_unknown(tables)
        gaps = max(0, len(tables) - 1)
        return rows * _row(screen) + gaps * screen.scale.px(_PARTING)

    def draw(self, surface: pygame.Surface, screen: Screen, place: pygame.Rect) -> None:
        """Draw the tables that fit a place, from its top."""
        size, ink, row = screen.scale.small, screen.palette.ink, _row(screen)
        tables = self.fitting(screen, place.height)
        y = place.y + row // 2
        for table in tables:
            at = (place.x, y)
            screen.write(surface, table.name, at, size, ink, bold=True, room=place.width)
            y += row
            for label, value in table.rows:
                screen.write(surface, label, (place.x, y), size)
                screen.write(surface, value, (place.right, y), size, ink, anchor="midright")
                y += row
            y += screen.scale.px(_PARTING)
        if _some_unknown(tables):
            at = (place.right, y - screen.scale.px(_PARTING))
            screen.write(surface, say("at_least"), at, size, anchor="midright")


@dataclass(frozen=True)
class _Table:
    """What some searches took: rows of a label and a sum; what nobody counted has no row."""

    name: str
    rows: Sequence[tuple[str, str]]
    whole: bool

    @classmethod
    def of(cls, name: str, totals: SearchTotals) -> _Table:
        rows = [
            (say("evaluations"), naming.sum_words(totals.evaluations)),
            (say("nodes"), naming.sum_words(totals.nodes)),
            (say("time_taken"), naming.sum_words(totals.seconds, naming.seconds_words)),
        ]
        unknown = naming.count_words(None)
        known = [row for row in rows if row[1] != unknown]
        return cls(name, known, all(each is None or each.whole for each in totals.columns))


def _some_unknown(tables: Sequence[_Table]) -> bool:
    return not all(table.whole for table in tables)


def _row(screen: Screen) -> int:
    return round(screen.scale.small * _LEADING)


# A hand that was still playing must not answer a card that it has not seen.
_DEAF_SECONDS = 0.5
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
_BUTTON, _BUTTON_GAP = 42, 8
_GAP = 10  # above and below the sums
_RULE = 8  # from the rule to the sums


@dataclass(frozen=True)
class _Lines:
    """Words on the card, as lines below each other; ``gap`` is the space above, in pixels."""

    lines: Sequence[str]
    size: int
    colour: pygame.Color
    gap: int
    bold: bool = False

    @property
    def height(self) -> int:
        return self.gap + len(self.lines) * line_height(self.size)


class EndCard(Screen):
    """Say who won and why, and offer what comes next; the board stays in sight and in reach."""

    modal = False
    key_places = ("card",)

    def __init__(
        self,
        app: Host,
        place: Callable[[], pygame.Rect],
        session: Session,
        stored: StoredMatch,
        rematch: Callable[[], None],
        *,
        review: Callable[[], None],
        decided: Callable[[], str],
        timed: bool,
    ) -> None:
        """Lie beside a finished game, where ``place`` tells.

        ``review`` looks back on the game, and ``decided`` says in a sentence what decided it; it
        may be empty at first. A game is ``timed`` that was played here from its beginning.
        """
        self._place = place
        self._sums = GameSums(session.match)
        self._session = session
        self._stored = stored
        self._rematch = rematch
        self._review = review
        self._decided = decided
        self._timed = timed
        self._age = 0.0
        super().__init__(app)

    # -- layout

    def lay_out(self) -> None:
        px = self.scale.px
        self.card = self._place()
        inside = self.card.inflate(-2 * px(_MARGIN), 0)
        self._sentence = self._decided()
        self._above = self._said_above(inside.width)
        self._below = self._said_below(inside.width)
        actions: tuple[tuple[str, Callable[[], None], str], ...] = (
            ("rematch", self._rematch, "primary"),
            ("end_review", self._review, "soft"),
            ("look", self.app.pop, "soft"),
            ("start_screen", partial(self.app.open, Room.HOME), "soft"),
        )
        said = sum(each.height for each in self._above)
        foot = len(actions) * px(_BUTTON + _BUTTON_GAP) + px(8)
        foot += sum(each.height for each in self._below)
        self._top = self.card.y + px(_MARGIN)
        sums = self._sums.height(self)
        needed = px(_MARGIN) + said + sums + px(2 * _GAP + _RULE) + foot
        lowest = self.size[1] - px(_MARGIN)
        self.card.height = min(max(self.card.height, needed), lowest - self.card.y)
        y = self.card.bottom - foot
        top = self._top + said + px(_GAP)
        room = y - px(_GAP + _RULE) - top
        self._sums_place = pygame.Rect(inside.x, top, inside.width, max(0, room))
        for label, action, style in actions:
            self.controls.button(
                pygame.Rect(inside.x, y, inside.width, px(_BUTTON)), say(label), action, style=style
            )
            y += px(_BUTTON + _BUTTON_GAP)

    def _said_above(self, width: int) -> list[_Lines]:
        """Return what is said above the sums: who won, by how much, why, and when it turned."""
        match, scale, palette, px = self._session.match, self.scale, self.palette, self.scale.px
        middle = max(px(22), scale.body)

        def lines(words: str, size: int, bold: bool = False) -> Sequence[str]:
            return balance(words, size, width, bold)

        headline = naming.headline_words(match)
        large = max(px(28), scale.title)
        if theme.font(large, True).size(headline)[0] > width:
            large = middle
        said = [_Lines(lines(headline, large, True), large, palette.ink, 0, True)]
        result = naming.result_words(match)
        if result:
            score = lines(result, middle, True)
            said.append(_Lines(score, middle, palette.accent, px(2), True))
        why = lines(naming.why_over_words(match), scale.body)
        said.append(_Lines(why, scale.body, palette.ink, px(8)))
        said.append(_Lines(lines(self._facts(), scale.small), scale.small, palette.quiet, px(2)))
        if self._sentence:
            sentence = lines(self._sentence, scale.body)
            said.append(_Lines(sentence, scale.body, palette.ink, px(10)))
        return said

    def _said_below(self, width: int) -> list[_Lines]:
        """Return what stands at the foot: how the row of games stands."""
        match, scale = self._session.match, self.scale
        names = naming.names_words(match)
        score = naming.score_words(self._stored.series.counting(match))
        both = f"{names}   {score}"
        if theme.font(scale.small).size(both)[0] <= width:
            words: list[str] = [both]
        else:
            words = [theme.fit(names, scale.small, width), score]
        return [_Lines(words, scale.small, self.palette.quiet, scale.px(2))]

    def _facts(self) -> str:
        moves = say("n_moves", count=len(self._session.match.plies))
        if not self._timed:
            return moves
        minutes, seconds = divmod(round(self._session.seconds), 60)
        time = say("minutes", m=minutes, s=seconds) if minutes else say("seconds_only", s=seconds)
        return say("game_facts", moves=moves, time=time)

    # -- time and events

    @property
    def moving(self) -> bool:
        return super().moving or self._decided() != self._sentence

    def elapse(self, dt: float) -> None:
        self._age += dt

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.app.screen is self and not self._session.match.over:
            # Somebody walks through the game: what the card says is not of that position.
            self.app.pop()
        elif self._decided() != self._sentence:
            self.refresh()

    @property
    def commands(self) -> Commands:
        return {"close": self.app.pop}

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
        self.draw_card(surface, self.card)
        self._write(surface, self._above, self._top)
        place = self._sums_place
        if self._sums.height(self, self._sums.fitting(self, place.height)):
            rule = pygame.Rect(place.x, place.y, place.width, max(1, self.scale.px(1.5)))
            surface.fill(self.palette.line, rule)
            self._sums.draw(surface, self, place.move(0, self.scale.px(_RULE)))
        foot = sum(each.height for each in self._below)
        self._write(surface, self._below, self.card.bottom - self.scale.px(8) - foot)
        self.controls.draw(surface)

    def _write(self, surface: pygame.Surface, said: Sequence[_Lines], y: int) -> None:
        for each in said:
            at = (self.card.centerx, y + each.gap)
            y = write_lines(surface, each.lines, at, each.size, each.colour, each.bold, "center")


def next_game(stored: StoredMatch, *, swapped: bool, kept: bool) -> GameOf:
    """Return the same game from the beginning, with the sides ``swapped`` or as they are.

    One that is only watched is not ``kept``.
    """
    match = stored.match
    series = stored.series.counting(match)
    fresh = Match(
        match.game,
        match.variant,
        match.rules,
        players_swapped(match.players) if swapped else match.players,
        pie=match.pie,
        start=match.start.copy(),
        control=None if match.clock is None else match.clock.control,
    )
    return GameOf(fresh, series.swapped if swapped else series, kept)


class GameEnd:
    """Shows the card of a match that is over, once by itself and again when asked."""

    def __init__(
        self, screen: Screen, session: Session, card: Callable[[], EndCard], *, known: bool
    ) -> None:
        """Belong to a playing screen; ``card`` makes the card, ``known`` tells it has been seen."""
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
        match, shown = self._session.match, isinstance(self._screen.app.screen, EndCard)
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
            self._shown.add(self._session.match.here)
            self._session.rest()
            self._screen.app.push(self._card())

    def close(self) -> None:
        """Take the card away."""
        if isinstance(self._screen.app.screen, EndCard):
            self._screen.app.pop()

    def changed(self) -> None:
        """Follow a change of the match that was not played move by move."""
        self.close()
        self._shown &= {self._session.match.end, self._session.match.tip}
        self._since = 0.0
