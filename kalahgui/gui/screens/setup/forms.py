"""What a card lets choose besides the players: the board, the rules, the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from kalahgui.core.kalah import MAX_PITS, MAX_STONES
from kalahgui.engine.starts import known_start, told_bounds
from kalahgui.games.game import Game, Position
from kalahgui.gui.elements.controls import Button, Choice, Stepper, Switch, headed, labelled
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Row, Space
from kalahgui.gui.elements.screen import Host, Screen
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.panels.board import names_of
from kalahgui.gui.panels.sentences import MoveText
from kalahgui.gui.screens.setup.custom import ChoicesCard
from kalahgui.gui.services import naming
from kalahgui.gui.services.settings import FAIR_STARTS, CardChoices, CatalogueEntry
from kalahgui.match.clock import TimeControl
from kalahgui.words import say, with_label

_IN_A_ROW = 3  # buttons below everything


_USUAL = {
    "off": None,
    "game": TimeControl(5 * 60, 3),
    "move": TimeControl(20, each_move=True),
}
_MINUTES = (1, 3, 5, 10, 15, 30)
_INCREMENTS = (0, 2, 3, 5, 10)
_SECONDS = (5, 10, 20, 30, 60)


class Clocks(ChoicesCard):
    """Choose the time of who plays on the board of a form; every choice takes effect at once."""

    card_width = 820
    least_height = 336
    title = "clock"

    def __init__(self, app: Host, form: SetupForm) -> None:
        """Show the time that is chosen on a form, and change it there."""
        self._form = form
        super().__init__(app)

    def body(self) -> Element:
        control = self._form.chosen.control
        kind = "off" if control is None else "move" if control.each_move else "game"
        kinds = [(option, say(f"clock_{option}")) for option in _USUAL]
        return Column(
            _clock_row("kind", kinds, kind, self._choose_kind),
            *(() if control is None else self._amounts(control)),
            Text(naming.clock_rule_words(control), "small", "quiet", balanced=True),
            gap=18,
        )

    def _amounts(self, control: TimeControl) -> Iterator[Element]:
        """Yield a row for each number of a control; minutes are its seconds."""
        offered = {"minutes": _MINUTES, "increment": _INCREMENTS}
        for what, numbers in ({"seconds": _SECONDS} if control.each_move else offered).items():
            name, unit = ("seconds", 60) if what == "minutes" else (what, 1)
            options = [(str(number), str(number)) for number in numbers]
            chosen = str(getattr(control, name) // unit)
            yield _clock_row(what, options, chosen, partial(self._choose_amount, name, unit))

    def _choose_kind(self, chosen: str) -> None:
        self._choose(_USUAL[chosen])

    def _choose_amount(self, name: str, unit: int, chosen: str) -> None:
        control = self._form.chosen.control
        assert control is not None
        change: dict[str, Any] = {name: unit * int(chosen)}
        self._choose(replace(control, **change))

    def _choose(self, control: TimeControl | None) -> None:
        self._form.change(clocks=self._form.chosen.clocks_with(control))


def _clock_row(
    what: str, options: list[tuple[str, str]], chosen: str, choose: Callable[[str], None]
) -> Element:
    label = say(f"clock_{what}")
    return labelled(label, Choice(options, chosen, choose, name=label))


class SetupForm:
    """The choices of a card below the picture of its board."""

    def __init__(self, screen: Screen, offer: CatalogueEntry) -> None:
        self.screen = screen
        self.offer = offer

    @property
    def chosen(self) -> CardChoices:
        """Return what is chosen on the card."""
        return self.screen.services.choices.cards[self.offer.key]

    def content(self, start: Position, program: Element | None) -> Element:
        """Return what can be chosen, above it what is known of the ``start``.

        There it comes and goes without moving what is clicked. Below the rules stands who else
        plays by them, the ``program`` of an article.
        """
        # Where sides may be swapped, best play is another one.
        game = self.offer.game
        names = names_of(self.screen, game, start)
        known = [] if self.chosen.pie else known_sentences(game, start, names.text)
        foot = self.foot()
        return Column(
            _told(say("known_start"), known, "known") if known else None,
            *self.boards(),
            _told(say("rules"), self.rules()),
            program,
            Row(*foot, *(Space(grow=1) for _ in range(len(foot), _IN_A_ROW)), gap=8),
            gap=16,
        )

    def boards(self) -> Iterator[Element]:
        """Yield what the board is chosen with."""
        raise NotImplementedError

    def rules(self) -> list[str]:
        """Return the rules in sentences."""
        return [say(f"rule_{self.offer.game.key}")]

    def foot(self) -> list[Button]:
        """Return the buttons below everything."""
        app = self.screen.app
        clock = naming.clock_words(self.chosen.control)
        return [_foot_button(clock, lambda: app.push(Clocks(app, self)), "clock")]

    def change(self, **changes: Any) -> None:
        """Change what is chosen on the card."""
        app = self.screen.app
        app.services.choose(cards=app.services.choices.changed(self.offer.key, **changes))

    def choose_board(self, board: str) -> None:
        """Play on another board."""
        self.change(board=board)


def _told(heading: str, sentences: Iterable[str], key: str = "") -> Element:
    words = (Text(sentence, colour="quiet", balanced=True) for sentence in sentences)
    return Column(Heading(heading, "body"), Space(height=6), *words, key=key)


def _foot_button(label: str, act: Callable[[], object], icon: str = "") -> Button:
    return Button(label, act, style="segment", icon=icon, height=40, grow=1)


def known_sentences(game: Game, start: Position, move_text: MoveText) -> list[str]:
    """Say what is known of the start of a board; nothing where nothing is."""
    known = known_start(start)
    if known is None:
        return []
    winner = "first" if known.value > 0 else "second" if known.value else "draw"
    early = "_early" if known.value and game.may_end_early(start) else ""
    sentence = say(f"known_{winner}{early}", points=abs(known.value))
    if set(known.moves.values()) == {(known.value, known.value)}:
        return [sentence, say("known_alike")]
    moves = (
        with_label(move_text(move, start.turn), _bounds_words(*told_bounds(start, move, bounds)))
        for move, bounds in known.moves.items()
    )
    return [sentence, say("known_moves", moves=" · ".join(moves))]


def _bounds_words(low: int | None, high: int | None) -> str:
    if low == high:
        return "?" if low is None else naming.signed(low)
    if low is None or high is None:
        return f"≤{naming.signed(high)}" if high is not None else f"≥{naming.signed(low or 0)}"
    return f"{naming.signed(low)} … {naming.signed(high)}"


_RULES = ("empty-capture", "last-stone")


class RulesCard(ChoicesCard):
    """Switch the rules of Kalah, each explained where it is chosen; every choice holds at once."""

    title = "rules"

    def __init__(self, app: Host, form: KalahForm) -> None:
        """Show the rules that are chosen on a form, and change them there."""
        self._form = form
        super().__init__(app)

    def body(self) -> Element:
        played = self._form.played_by
        switches = (
            Switch(
                naming.capital(say(f"rules_{rule}")),
                say(f"rule_{rule}"),
                on=rule in played,
                turn=partial(self._form.set_rule, rule, rule not in played),
            )
            for rule in (*_RULES, "pie")
        )
        return Column(*switches, self._fair() if self._form.fair_starts else None, gap=24)

    def _fair(self) -> Element:
        options = [(which, say(f"fair_{which or 'none'}")) for which in FAIR_STARTS]
        return Column(
            Heading(say("fair_start"), "body"),
            Text(say("fair_what"), "small", "quiet"),
            Space(height=8),
            Choice(options, self._form.chosen.fair, self._choose_fair, name=say("fair_start")),
        )

    def _choose_fair(self, which: str) -> None:
        self._form.change(fair=which)


class KalahForm(SetupForm):
    """How many pits and stones, and by which rules."""

    def boards(self) -> Iterator[Element]:
        stones = say("stones_per_pit")
        if self.chosen.more_boards:
            steppers = (
                Stepper(str(number), label, partial(self._resize, what), width=210)
                for number, label, what in zip(
                    self._size, (say("pits_per_side"), stones), ("pits", "stones"), strict=True
                )
            )
            title = naming.title_of(self.offer.game, self.chosen.board)
            yield headed(title, Row(*steppers, gap=40), bold=True)
            return
        boards = [(board, board.partition("x")[2]) for board in sorted(self.offer.boards)]
        width = 72 * len(boards)
        choice = Choice(boards, self.chosen.board, self.choose_board, name=stones, width=width)
        yield headed(stones, choice, bold=True)

    def foot(self) -> list[Button]:
        boards = say("usual_boards" if self.chosen.more_boards else "more_boards")
        app = self.screen.app
        return [
            _foot_button(say("change_rules"), lambda: app.push(RulesCard(app, self))),
            _foot_button(boards, self._toggle_boards),
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
        self.change(rules=tuple(rule for rule in _RULES if rule in now), pie="pie" in now)

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


class GameForm(SetupForm):
    """What a game says of itself: its boards and a handicap."""

    def boards(self) -> Iterator[Element]:
        chosen = self.chosen
        if len(self.offer.boards) > 1:
            boards = [(board, say(f"board_{board}")) for board in self.offer.boards]
            yield Choice(boards, chosen.board, self.choose_board)
        most = self.offer.game.most_handicap(chosen.board)
        if most:
            numbers = [("0", say("handicap_none")), *((str(n), str(n)) for n in range(1, most + 1))]
            handicap, words = str(min(chosen.handicap, most)), say("handicap")
            yield headed(words, Choice(numbers, handicap, self._give, name=words), bold=True)

    def _give(self, handicap: str) -> None:
        self.change(handicap=int(handicap))


# The games that let choose more than the other ones' form asks for.
FORMS: dict[str, type[SetupForm]] = {"kalah": KalahForm}
