"""What a card lets choose besides the players: the board, the rules, the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import pygame

from kalahgui.core.kalah import MAX_PITS, MAX_STONES
from kalahgui.engine.solver import told_bounds
from kalahgui.engine.starts import known_start
from kalahgui.games.game import Game, Position
from kalahgui.gui.paint.paragraph import balance, line_height, write_lines
from kalahgui.gui.screens.setup.clocks import Clocks
from kalahgui.gui.services import naming
from kalahgui.gui.services.settings import FAIR_STARTS, CardChoices, CatalogueEntry
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import CardScreen, Host, Screen, Stepper
from kalahgui.gui.widgets.sheet import ExplainedSwitch

# Lengths in units of the layout.
_MARGIN, _GAP = 24, 16
_HEADING, _ROW, _FOOT = 30, 44, 40
_NUMBER_WIDTH = 72  # of a button with a number alone
_BETWEEN = 8


class SetupForm:
    """The choices of a card below the picture of its board, laid out from the foot upwards."""

    def __init__(
        self,
        screen: Screen,
        offer: CatalogueEntry,
        start: Position,
        x: float,
        bottom: float,
        width: float,
    ) -> None:
        """Add the controls in a column that ends at ``bottom``; ``top`` is where it begins.

        What is known of the ``start`` stands above them.
        """
        self.screen = screen
        self.offer = offer
        self.x, self.width = x, width
        self.top = bottom - _MARGIN
        self._headings: list[tuple[float, str]] = []
        self._blocks: list[tuple[float, list[str]]] = []
        foot = self.take(_FOOT)
        self._add_block(say("rules"), self.rules())
        self.lay_out()
        # Above all else, where it comes and goes without moving what is clicked.
        # Where sides may be swapped, best play is another one.
        if not self.chosen.pie and (known := known_sentences(offer.game, start)):
            self._add_block(say("known_start"), known)
        self._add_foot(foot)  # the keys come to it last

    @property
    def chosen(self) -> CardChoices:
        """Return what is chosen on the card."""
        return self.screen.services.choices.cards[self.offer.key]

    def take(self, height: float) -> float:
        """Return the top of a row above those that stand already."""
        self.top -= height
        return self.top

    def lay_out(self) -> None:
        """Add the controls above the rules."""
        raise NotImplementedError

    def rules(self) -> list[str]:
        """Return the rules in sentences."""
        return [say(f"rule_{self.offer.game.key}")]

    def foot(self) -> list[tuple[str, Callable[[], object], str]]:
        """Return the buttons below everything: label, what it does, icon."""
        app = self.screen.app
        clock = naming.clock_words(app.services.choices.control)
        return [(clock, lambda: app.push(Clocks(app, self.screen.refresh)), "clock")]

    def change(self, **changes: Any) -> None:
        """Change what is chosen on the card."""
        app = self.screen.app
        app.services.choose(cards=app.services.choices.changed(self.offer.key, **changes))
        self.screen.refresh()

    def head(self, words: str) -> None:
        """Put a heading above what stands already."""
        self._headings.append((self.take(_HEADING), words))

    def add_boards(self, boards: Iterable[tuple[str, str]], width: float) -> None:
        """Let a board be chosen in a row, each by what it is called there."""
        self.screen.controls.segments(
            self.screen.box(self.x, self.take(_GAP + _ROW), width, _ROW),
            [*boards],
            self.chosen.board,
            lambda board: self.change(board=board),
        )

    def _add_foot(self, y: float) -> None:
        each = (self.width - 2 * _BETWEEN) / 3
        for place, (label, action, icon) in enumerate(self.foot()):
            rect = self.screen.box(self.x + place * (each + _BETWEEN), y, each, _FOOT)
            self.screen.controls.button(rect, label, action, style="segment", icon=icon)

    def _add_block(self, heading: str, sentences: Iterable[str]) -> None:
        scale = self.screen.scale
        room = scale.px(self.width)
        lines = [line for words in sentences for line in balance(words, scale.body, room)]
        height = len(lines) * line_height(scale.body) / scale.layout
        self._blocks.append((self.take(_GAP + height), lines))
        self.head(heading)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the words around the controls."""
        screen, scale = self.screen, self.screen.scale
        for y, words in self._headings:
            at = screen.box(self.x, y + _HEADING / 2 - 2, 0, 0).topleft
            screen.write(surface, words, at, scale.body, screen.palette.ink, bold=True)
        for top, lines in self._blocks:
            at = screen.box(self.x, top, 0, 0).topleft
            write_lines(surface, lines, at, scale.body, screen.palette.quiet)


def known_sentences(game: Game, start: Position) -> list[str]:
    """Say what is known of the start of a board; nothing where nothing is."""
    known = known_start(start)
    if known is None:
        return []
    winner = "first" if known.value > 0 else "second" if known.value else "draw"
    sentence = say(f"known_{winner}", points=abs(known.value))
    if set(known.moves.values()) == {(known.value, known.value)}:
        return [sentence, say("known_alike")]
    told = (
        f"{game.text(move)}: {_bounds_words(*told_bounds(start, move, bounds))}"
        for move, bounds in known.moves.items()
    )
    return [sentence, say("known_moves", moves=" · ".join(told))]


def _bounds_words(low: int | None, high: int | None) -> str:
    """Write what is proven of a value."""
    if low == high:
        return "?" if low is None else naming.signed(low)
    if low is None or high is None:
        return f"≤{naming.signed(high)}" if high is not None else f"≥{naming.signed(low or 0)}"
    return f"{naming.signed(low)} … {naming.signed(high)}"


_RULES = ("empty-capture", "last-stone")
_STEPPER_WIDTH = 210
_RULE_ROW, _FAIR_ROW = 68, 120


class RulesCard(CardScreen):
    """Switch the rules of Kalah, each explained where it is chosen; every choice holds at once."""

    title = "rules"

    def __init__(self, app: Host, form: KalahForm) -> None:
        """Show the rules that are chosen on a form, and change them there."""
        self._form = form
        super().__init__(app)

    def lay_out(self) -> None:
        fair = self._form.fair_starts
        self.card_height = 84 + 3 * _RULE_ROW + (_FAIR_ROW if fair else 0) + 8
        super().lay_out()
        self._switches = []
        for place, rule in enumerate((*_RULES, "pie")):
            on = rule in self._form.played_by
            row = self.inside(32, 80 + place * _RULE_ROW, self.card_width - 64, _RULE_ROW - 8)
            words, what = naming.capital(say(f"rules_{rule}")), say(f"rule_{rule}")
            turn = partial(self._switch, rule, not on)
            self._switches.append(ExplainedSwitch(self, row, words, what, on=on, turn=turn))
        self._fair = self.inside(32, 80 + 3 * _RULE_ROW, self.card_width - 64, _FAIR_ROW - 8)
        if fair:
            options = [(which, say(f"fair_{which or 'none'}")) for which in FAIR_STARTS]
            below = self.inside(32, self.card_height - 24 - _FOOT, self.card_width - 64, _FOOT)
            self.controls.segments(below, options, self._form.chosen.fair, self._choose_fair)

    def _switch(self, rule: str, on: bool) -> None:
        self._form.set_rule(rule, on)
        self.refresh()

    def _choose_fair(self, which: str) -> None:
        self._form.change(fair=which)
        self.refresh()

    def draw_inside(self, surface: pygame.Surface) -> None:
        for switch in self._switches:
            switch.draw(surface)
        if self._form.fair_starts:
            scale, palette, (x, y) = self.scale, self.palette, self._fair.topleft
            words, at = say("fair_start"), (x, y + scale.px(20))
            self.write(surface, words, at, scale.body, palette.ink, bold=True)
            at, room = (x, y + scale.px(44)), self._fair.width
            self.write(surface, say("fair_what"), at, scale.small, room=room)


class KalahForm(SetupForm):
    """How many pits and stones, and by which rules."""

    def lay_out(self) -> None:
        self._steppers: list[Stepper] = []
        if self.chosen.more_boards:
            row = self.take(_GAP + _ROW)
            self._steppers = [
                Stepper(
                    self.screen,
                    self.x + place * (_STEPPER_WIDTH + _GAP),
                    row,
                    _STEPPER_WIDTH,
                    partial(self._resize, what),
                )
                for place, what in enumerate(("pits", "stones"))
            ]
            self.head(naming.title_of(self.offer.game, self.chosen.board))
            return
        boards = [(board, board.partition("x")[2]) for board in sorted(self.offer.boards)]
        self.add_boards(boards, _NUMBER_WIDTH * len(boards))
        self.head(say("stones_per_pit"))

    def foot(self) -> list[tuple[str, Callable[[], object], str]]:
        boards = say("usual_boards" if self.chosen.more_boards else "more_boards")
        app = self.screen.app
        return [
            (say("change_rules"), lambda: app.push(RulesCard(app, self)), ""),
            (boards, self._toggle_boards, ""),
            *super().foot(),
        ]

    def rules(self) -> list[str]:
        pits, stones = self._size
        played = [say(f"rule_{rule}") for rule in self.played_by]
        if "last-stone" not in self.played_by:
            played.insert(0, say("rule_standard", n=pits * stones + 1))
        if self.chosen.fair and self.fair_starts:
            played.append(say("rule_fair"))
        return played

    @property
    def fair_starts(self) -> Sequence[str]:
        """Return the fair starts that are known of the chosen board and rules."""
        return self.offer.game.fair_starts(self.chosen.board, self.chosen.rules)

    @property
    def _size(self) -> tuple[int, int]:
        pits, stones = map(int, self.chosen.board.split("x"))
        return pits, stones

    @property
    def played_by(self) -> list[str]:
        """Return the rules that are chosen, the pie rule among them."""
        return [*self.chosen.rules, *["pie"] * self.chosen.pie]

    def set_rule(self, rule: str, on: bool) -> None:
        """Switch a rule on or off."""
        now = {*self.played_by} - {rule} | ({rule} if on else set())
        self.change(rules=tuple(each for each in _RULES if each in now), pie="pie" in now)

    def _resize(self, what: str, step: int) -> None:
        pits, stones = self._size
        if what == "pits":
            pits = min(max(1, pits + step), MAX_PITS)
        else:
            stones = min(max(1, stones + step), MAX_STONES)
        self.change(board=f"{pits}x{stones}")

    def _toggle_boards(self) -> None:
        if not self.chosen.more_boards:
            self.change(more_boards=True)
            return
        stones = self._size[1]
        nearest = min(
            sorted(self.offer.boards), key=lambda board: abs(int(board.partition("x")[2]) - stones)
        )
        self.change(more_boards=False, board=nearest)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        labels = (say("pits_per_side"), say("stones_per_pit"))
        for stepper, number, label in zip(self._steppers, self._size, labels, strict=False):
            stepper.draw(surface, str(number), label)


class GameForm(SetupForm):
    """What a game says of itself: its boards and a handicap."""

    def lay_out(self) -> None:
        game, chosen = self.offer.game, self.chosen
        most = game.most_handicap(chosen.board)
        if most:
            self.screen.controls.segments(
                self.screen.box(self.x, self.take(_GAP + _ROW), self.width, _ROW),
                [("0", say("handicap_none")), *((str(n), str(n)) for n in range(1, most + 1))],
                str(min(chosen.handicap, most)),
                lambda step: self.change(handicap=int(step)),
            )
            self.head(say("handicap"))
        if len(self.offer.boards) > 1:
            boards = [(board, say(f"board_{board}")) for board in self.offer.boards]
            self.add_boards(boards, self.width)


# The games that let choose more than the other ones' form asks for.
FORMS: dict[str, type[SetupForm]] = {"kalah": KalahForm}
