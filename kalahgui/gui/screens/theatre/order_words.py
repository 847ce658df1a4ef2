"""What an order of moves teaches, in a sentence or two with the true figures."""

from __future__ import annotations

from collections.abc import Mapping

from kalahgui.core.textbook import MTD_F
from kalahgui.gui.screens.theatre.ordering import Ordering
from kalahgui.gui.services.naming import number, signed
from kalahgui.gui.services.words import say
from kalahgui.theatre.order_counts import Asked, CountedOrder
from kalahgui.theatre.smallest_tree import SmallestTree


def lesson_words(ordering: Ordering, names: Mapping[int, str]) -> str:
    """Say how the order chosen stands to the smallest tree, and why."""
    asked, counted = ordering.asked, ordering.counted(ordering.chosen)
    if asked is None or not isinstance(counted, CountedOrder):
        return ""
    if asked.algorithm == "minimax":
        return say("order_minimax")
    return " ".join(filter(None, (_cost_words(ordering, asked, counted), _why(ordering, names))))


def _cost_words(ordering: Ordering, asked: Asked, counted: CountedOrder) -> str:
    smallest = ordering.smallest
    if not isinstance(smallest, SmallestTree):
        return ""
    if counted.evaluations < smallest.evaluations and asked.algorithm == MTD_F:
        return say("order_memory")
    if counted.evaluations == smallest.evaluations:
        return say("order_perfect", value=signed(counted.value))
    times = counted.evaluations / smallest.evaluations
    words = f"{times:.1f}" if times < 9.95 else number(round(times))
    return say("order_times", n=words, value=signed(counted.value))


def _why(ordering: Ordering, names: Mapping[int, str]) -> str:
    """Say whether a best move is tried first."""
    values, moves = ordering.values, ordering.moves
    if len(moves) < 2 or any(move not in values for move in moves):
        return ""
    best = max(values.values())
    place = next(place for place, move in enumerate(moves) if values[move] == best)
    if place == 0:
        return say("order_best_first", move=names[moves[0]])
    return say("order_best_later", move=names[moves[place]], value=signed(best), count=place)
