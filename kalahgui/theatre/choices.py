"""Which orders of the moves and which stop rules there are to choose from for a subject."""

from __future__ import annotations

from typing import Any

from kalahgui.core.textbook import LIKELY
from kalahgui.theatre.order import ARTICLE, ORDERS
from kalahgui.theatre.stopping import StopRule, TimedDeepening
from kalahgui.theatre.subject import PositionSubject, Subject


def orders_of(subject: Subject[Any]) -> tuple[str, ...]:
    """Return the orders by name that make a difference for a subject."""
    left_out = set() if isinstance(subject, PositionSubject) else {LIKELY}
    if not subject.article_order():
        left_out.add(ARTICLE)
    return tuple(name for name in ORDERS if name not in left_out)


def suits(rule: StopRule, subject: Subject[Any]) -> bool:
    """Tell whether a rule makes sense for a subject: a written tree has a single depth."""
    if isinstance(rule, TimedDeepening) and not isinstance(subject, PositionSubject):
        return False
    try:
        rule.begin(subject)
    except ValueError:
        return False
    return True
