"""How the subject is searched: the buttons below the position, and the card with all choices."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import pygame

from kalahgui.core.textbook import ALGORITHMS
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
from kalahgui.gui.services.theatre_visit import Visit
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import CardScreen, Host, Screen, Stepper
from kalahgui.theatre.order import orders_of
from kalahgui.theatre.stopping import Fixed, parse, suits

# One button for each family of algorithms; the first of a family is its usual one.
_FAMILIES = (
    ("minimax",),
    ("alpha-beta", "nega-alpha"),
    ("usual-nega-scout", "nega-scout"),
    ("mtd-f",),
)
_MARGIN, _GAP, _BUTTON = 24, 8, 34
_BETWEEN, _APART = 4, 14  # buttons, and groups of them
# What is chosen among, as (value, words, tip), what is chosen, and who is told.
Group = tuple[Sequence[tuple[str, str, str]], str, Callable[[str], None]]


def depth_words(visit: Visit, depth: int) -> str:
    """Write a depth on its button; the only one of a tree is that of its leaves."""
    return str(depth) if len(visit.depths) > 1 else say("watch_to_leaves", n=depth)


def algorithm_options(names: Iterable[str]) -> list[tuple[str, str, str]]:
    """Return algorithms to choose among, with what is said about each."""
    about = {name: say(f"about_{name}").replace("\n", " ") for name in names}
    return [(name, say(f"watch_{name}"), words) for name, words in about.items()]


def add_groups(
    screen: Screen, bar: pygame.Rect, groups: Sequence[Group], size: int, most: float = math.inf
) -> None:
    """Add groups of buttons in a row, each button as wide as its words ask for.

    What is left of the bar goes to all of them, up to so much (``most``) for each.
    """
    px, face = screen.scale.px, theme.font(size)
    gap, between = px(_BETWEEN), px(_APART)
    words = [label for options, _, _ in groups for _, label, _ in options]
    taken = sum(face.size(label)[0] for label in words) + gap * len(words)
    spare = (bar.width - taken - (between - gap) * (len(groups) - 1)) / len(words)
    x = float(bar.x)
    for options, chosen, choose in groups:
        for value, label, tip in options:
            width = face.size(label)[0] + min(spare, most)
            rect = pygame.Rect(round(x), bar.y, round(width), bar.height)
            screen.controls.segments(rect, [(value, label)], chosen, choose, [tip])
            x += width + gap
        x += between - gap


class SearchBar:
    """Two rows at the foot of a card; ``top`` is where what is above them ends."""

    def __init__(
        self,
        screen: Screen,
        visit: Visit,
        card: pygame.Rect,
        choose: Callable[[str], None],
        look: Callable[[int], None],
        open_card: Callable[[], None],
    ) -> None:
        """Add the buttons for an algorithm, for so many turns ahead, and for all choices."""
        self._screen = screen
        px, small = screen.scale.px, screen.scale.small
        left, right = card.x + px(_MARGIN), card.right - px(_MARGIN)
        high = max(20, px(_BUTTON))
        y = card.bottom - px(18) - high
        more = pygame.Rect(right - high, y, high, high)
        screen.controls.button(more, "", open_card, icon="settings", tip=say("watch_how"))
        label = theme.font(small).size(say("watch_turns"))[0] + px(10)
        self._label_at = (left, y + high // 2)
        row = pygame.Rect(left + label, y, more.x - px(_GAP) - left - label, high)
        depths = [(str(depth), depth_words(visit, depth)) for depth in visit.depths]
        screen.controls.segments(row, depths, str(visit.depth), lambda depth: look(int(depth)))
        y -= px(_GAP) + high
        shown = [
            next((name for name in family if name == visit.algorithm), family[0])
            for family in _FAMILIES
        ]
        # Nothing stands behind the last button.
        row = pygame.Rect(left, y, right - left + px(_BETWEEN), high)
        add_groups(screen, row, [(algorithm_options(shown), visit.algorithm, choose)], small)
        self.top = y - px(_GAP)

    def draw(self, surface: pygame.Surface) -> None:
        """Write what the figures count."""
        screen = self._screen
        screen.write(surface, say("watch_turns"), self._label_at, screen.scale.small)


# Lengths in units of the layout.
_TOP, _ROW, _HEIGHT = 84, 50, 38
_LABEL = 170
_NOTE = 56
# What a stop rule is told, from the least to the most.
_AMOUNTS: dict[str, Sequence[str]] = {
    "deepening": ("0.2", "0.5", "1", "2", "5", "10"),
    "realization": ("0.001", "0.003", "0.01", "0.03", "0.1", "0.3"),
    "conspiracy": ("0", "1", "2", "3", "5", "8", "13"),
}
_RULES = (Fixed.name, "deepening:1", "realization:0.01", "conspiracy:3")


class SearchCard(CardScreen):
    """Choose algorithm, depth, order and stop rule; every choice takes effect at once."""

    card_width = 860
    card_height = _TOP + 7 * _ROW + _NOTE + 20
    title = "watch_how"

    def __init__(self, app: Host, visit: Visit, changed: Callable[[], None]) -> None:
        """Choose for a visit what suits its subject; ``changed`` is told of every choice."""
        self._visit = visit
        self._changed = changed
        super().__init__(app)

    # -- what is chosen

    @property
    def _rule(self) -> tuple[str, str]:
        """Return the stop rule's name and what it is told."""
        name, _, amount = self._visit.stop.partition(":")
        return name, amount

    @property
    def _rules(self) -> list[str]:
        """Return the stop rules that suit the subject, each with what it is usually told."""
        return [rule for rule in _RULES if suits(parse(rule), self._visit.subject)]

    def _step_amount(self, step: int) -> None:
        name, amount = self._rule
        amounts = _AMOUNTS[name]
        nearest = min(range(len(amounts)), key=lambda i: abs(float(amounts[i]) - float(amount)))
        place = min(max(0, nearest + step), len(amounts) - 1)
        self._choose("stop", f"{name}:{amounts[place]}")

    # -- layout

    def lay_out(self) -> None:
        super().lay_out()
        visit = self._visit
        self._labels: list[tuple[float, str]] = []
        self._row = float(_TOP)
        half = len(ALGORITHMS) // 2
        for place, names in enumerate((ALGORITHMS[:half], ALGORITHMS[half:])):
            options = [(name, say(f"watch_{name}")) for name in names]
            label = "" if place else say("watch_algorithm")
            self._segments(label, options, visit.algorithm, "algorithm")
        depths = [(str(depth), depth_words(visit, depth)) for depth in visit.depths]
        self._segments(say("watch_depth"), depths, str(visit.depth), "depth")
        orders = [(order, say(f"watch_order_{order}")) for order in orders_of(visit.subject)]
        self._segments(say("watch_order"), orders, visit.order, "order")
        rules = [(rule, say(f"watch_stop_{rule.partition(':')[0]}")) for rule in self._rules]
        of_rule = (rule for rule in self._rules if rule.partition(":")[0] == self._rule[0])
        self._segments(say("watch_stop"), rules, next(of_rule, ""), "stop")
        self._amount: Stepper | None = None
        if self._rule[1]:
            x, y = self.origin[0] + 32 + _LABEL, self.origin[1] + self._row
            self._amount = Stepper(self, x, y, 200, self._step_amount)
        self._row += _ROW
        seen = [(who, say(f"watch_seen_{who}")) for who in ("root", "mover")]
        self._segments(say("watch_seen"), seen, "mover" if visit.as_mover else "root", "seen")

    def _segments(
        self, label: str, options: Sequence[tuple[str, str]], chosen: str, what: str
    ) -> None:
        width = self.card_width - 64 - _LABEL
        rect = self.inside(32 + _LABEL, self._row, width, _HEIGHT)
        self.controls.segments(rect, options, chosen, partial(self._choose, what))
        self._labels.append((self._row, label))
        self._row += _ROW

    def _choose(self, what: str, value: str) -> None:
        visit = self._visit
        if what == "seen":
            visit.as_mover = value == "mover"
        elif what == "depth":
            visit.search_by(depth=int(value))
        else:
            how: dict[str, Any] = {what: value}
            visit.search_by(**how)
        self._changed()
        self.refresh()

    # -- drawing

    def draw_inside(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        for row, label in self._labels:
            at = self.inside(32, row + _HEIGHT / 2).topleft
            room = scale.px(_LABEL - 12)
            self.write(surface, label, at, scale.body, palette.ink, room=room)
        name, amount = self._rule
        if self._amount is not None:
            self._amount.draw(surface, say(f"watch_amount_{name}", n=amount))
        words = say(f"watch_about_{name}")
        lines = wrap(words, scale.small, scale.px(self.card_width - 64))
        at = self.inside(32, self._row + 6).topleft
        room = (self.card.bottom - at[1]) // line_height(scale.small)
        write_lines(surface, lines[:room], at, scale.small, palette.quiet)
