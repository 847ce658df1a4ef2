"""How the subject is searched: the buttons below the position, and the card with all choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from kalahgui.core.textbook import ALGORITHMS
from kalahgui.engine.method import ARTICLE
from kalahgui.gui.elements.cards import CardScreen
from kalahgui.gui.elements.controls import Choice, Stepper, labelled
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Row, Space
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.screens.theatre.theatre_page import TheatrePage
from kalahgui.gui.screens.theatre.visit import Visit
from kalahgui.gui.services.naming import algorithm_words
from kalahgui.theatre.order import orders_of
from kalahgui.theatre.stopping import Fixed, parse, suits
from kalahgui.words import say

# One button for each family of algorithms; the first of a family is its usual one.
_FAMILIES = (
    ("minimax",),
    ("alpha-beta", "nega-alpha"),
    ("usual-nega-scout", "nega-scout"),
    ("mtd-f",),
)


def depth_words(visit: Visit, depth: int) -> str:
    """Write a depth on its button; the only one of a tree is that of its leaves."""
    return str(depth) if len(visit.depths) > 1 else say("watch_to_leaves", n=depth)


def algorithm_options(names: Iterable[str]) -> list[tuple[str, str, str]]:
    """Return algorithms to choose among, with what is said about each."""
    return [(name, algorithm_words(name, begins=True), say(f"about_{name}")) for name in names]


def search_bar(page: TheatrePage, look: Callable[[int], object]) -> Element:
    """Return the buttons for an algorithm, for so many turns ahead, and for all choices.

    No tip of one of them lies on the others.
    """
    visit, depth, turns = page.visit, str(page.visit.depth), say("watch_turns")
    names = [
        next((name for name in family if name == visit.algorithm), family[0])
        for family in _FAMILIES
    ]
    described = algorithm_options(names)
    options, about = [option[:2] for option in described], [option[2] for option in described]
    named = say("watch_algorithm")
    depths = [(str(depth), depth_words(visit, depth)) for depth in visit.depths]
    bar = Column(
        Choice(options, visit.algorithm, page.choose_algorithm, name=named, tips=about),
        Row(
            Text(turns, "small", "quiet", line=True, silent=True),
            Choice(depths, depth, lambda chosen: look(int(chosen)), name=turns, grow=1),
            page.does("choices", icon="settings", tip=say("watch_how"), height=34),
            gap=8,
        ),
        gap=8,
    )
    bar.keeps_tips_off = True
    return bar


_LABEL = 170  # units of the layout
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
    title = "watch_how"

    def __init__(self, app: Host, visit: Visit, changed: Callable[[], None]) -> None:
        """Choose for a visit what suits its subject; ``changed`` is told of every choice."""
        self._visit = visit
        self._changed = changed
        super().__init__(app)

    def body(self) -> Element:
        visit, half = self._visit, len(ALGORITHMS) // 2
        algorithms = [(name, algorithm_words(name, begins=True)) for name in ALGORITHMS]
        depths = [(str(depth), depth_words(visit, depth)) for depth in visit.depths]
        orders = [(order, say(f"watch_order_{order}")) for order in orders_of(visit.subject)]
        rules = [(rule, say(f"watch_stop_{rule.partition(':')[0]}")) for rule in self._rules]
        name, amount = self._rule
        rule = next((rule for rule in self._rules if rule.partition(":")[0] == name), "")
        seen = [(who, say(f"watch_seen_{who}")) for who in ("root", "mover")]
        return Column(
            self._row("algorithm", algorithms[:half], visit.algorithm),
            self._row("algorithm", algorithms[half:], visit.algorithm, named=False),
            self._row("depth", depths, str(visit.depth)),
            self._row("order", orders, visit.order),
            self._row("stop", rules, rule),
            self._amount(name, amount) if amount else None,
            self._row("seen", seen, "mover" if visit.as_mover else "root"),
            Text(say(f"watch_about_{name}"), "small", "quiet"),
            Text(say("article_order_about"), "small", "quiet") if visit.order == ARTICLE else None,
            gap=12,
        )

    def _row(
        self, what: str, options: Sequence[tuple[str, str]], chosen: str, *, named: bool = True
    ) -> Element:
        name = say(f"watch_{what}")
        choice = Choice(options, chosen, partial(self._choose, what), name=name)
        return labelled(name if named else "", choice, _LABEL)

    def _amount(self, name: str, amount: str) -> Element:
        words = say(f"watch_amount_{name}", n=amount)
        stepper = Stepper(words, "", self._step_amount, name=say("watch_stop"), width=200)
        return Row(Space(width=_LABEL), stepper)

    # -- what is chosen

    @property
    def _rule(self) -> tuple[str, str]:
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
        index = min(max(0, nearest + step), len(amounts) - 1)
        self._choose("stop", f"{name}:{amounts[index]}")

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
