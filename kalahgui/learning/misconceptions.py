"""What a wrong answer of somebody who is the search comes from, by name.

Each is told by the question and the answer alone, and the sentence about it is true of the node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kalahgui.games.user_error import Message
from kalahgui.learning.being_search import Choice, Kind, Question, Reply
from kalahgui.theatre.game_tree import Path
from kalahgui.theatre.recording import INFINITE, finite

Predicate = Callable[[Question, Any], bool]


def beyond(question: Question, value: int, bound: int) -> bool:
    """Tell whether a value is better for the node than a bound."""
    return value > bound if question.largest else value < bound


def meets(question: Question, value: int, bound: int) -> bool:
    """Tell whether a value reaches a bound, so that the node would cut by it."""
    return value == bound or beyond(question, value, bound)


def _met(question: Question, bound: int | None) -> bool | None:
    """Tell whether the node's value reaches a bound; None where there is no such bound."""
    return None if finite(bound) is None else meets(question, question.value, bound or 0)


def _is_cut_sibling(question: Question, answer: Any) -> bool:
    cut = question.last_cut
    if cut is None or not isinstance(answer, tuple) or len(answer) < len(cut):
        return False
    last = len(cut) - 1
    return answer[:last] == cut[:last] and answer[last] >= cut[last]


def _is_behind(path: Path, other: Path) -> bool:
    """Tell whether a node stands beside another one and behind it."""
    return path[:-1] == other[:-1] and path > other


# By the kind of question; the first that holds is the name.
MISCONCEPTIONS: dict[str, dict[str, Predicate]] = {
    Kind.NODE: {
        "cut_sibling": _is_cut_sibling,
        "parent_skipped": lambda q, a: len(a) > len(q.next),
        "across": lambda q, a: len(a) == len(q.path) and _is_behind(a, q.path),
        "skipped": lambda q, a: _is_behind(a, q.next),
        "seen_before": lambda q, a: a < q.next,
    },
    Kind.VALUE: {
        "wrong_choice": lambda q, a: (
            a == (min if q.largest else max)(q.value, q.child) and finite(q.value) is not None
        ),
        "sign_forgotten": lambda q, a: q.child_told != q.child and a == q.child_told,
        "sign_turned": lambda q, a: a == -q.child,
        "clamped": lambda q, a: a in (q.came, q.other),
    },
    Kind.BOUND: {
        "outside_window": lambda q, a: a == q.value and beyond(q, q.own, q.value),
        "other_bound": lambda q, a: a == q.other,
        "not_raised": lambda q, a: a in (q.own, Reply.NONE),
    },
    Kind.PRUNE: {
        "cut_sibling": _is_cut_sibling,
        "answered": lambda q, a: a == Reply.LOOK and q.asked,
        "unanswered": lambda q, a: a == Reply.CUT and q.asked,
        "less_than": lambda q, a: a == Reply.LOOK and q.value == q.other,
        "stale_bound": lambda q, a: a == Reply.LOOK and _met(q, q.before) is False,
        "deep_forgotten": lambda q, a: a == Reply.LOOK and q.deep,
        "agreed": lambda q, a: a == Reply.LOOK and q.shown,
        "cut_missed": lambda q, a: a == Reply.LOOK,
        "not_handed_down": lambda q, a: a == Reply.CUT and _met(q, q.further) is True,
        "too_early": lambda q, a: a == Reply.CUT and q.soon,
        "no_bound": lambda q, a: a == Reply.CUT and finite(q.other) is None,
        "own_bound": lambda q, a: a == Reply.CUT and _met(q, q.came) is True,
        "cut_within": lambda q, a: a == Reply.CUT,
        "skipped": lambda q, a: _is_behind(a, q.next),
        "seen_before": lambda q, a: a < q.next,
    },
    Kind.BETTER: {"not_better": lambda q, a: True},
    Kind.RESEARCH: {
        "not_twice": lambda q, a: a == Reply.SETTLED,
        "twice_beyond": lambda q, a: meets(q, q.child, q.other),
        "twice_below": lambda q, a: True,
    },
    Kind.MEMORY: {
        "bound_as_exact": lambda q, a: a == Reply.KNOWN,
        "memory_unused": lambda q, a: True,
    },
    Kind.PASS: {
        "pass_missing": lambda q, a: a == Reply.DONE,
        "same_pass": lambda q, a: a == q.other,
        "pass_needless": lambda q, a: q.truth == Reply.DONE,
        "wrong_side": lambda q, a: True,
    },
    Kind.HORIZON: {
        "past_horizon": lambda q, a: a == Reply.DEEPER,
        "again_counted": lambda q, a: q.plies >= q.depth,
        "counted_early": lambda q, a: True,
    },
    Kind.ORDER: {"worse_first": lambda q, a: True},
}
# Where none of them holds.
MISREAD = "misread"


def names() -> Iterator[str]:
    """Return all names, each once."""
    return iter(
        {name: None for predicates in MISCONCEPTIONS.values() for name in predicates}
        | {MISREAD: None}
    )


def misconception(question: Question, answer: Choice) -> str:
    """Return the name of what a wrong answer comes from.

    >>> question = Question(Kind.PRUNE, 0, 0, Reply.CUT, (), (0,), value=4, other=4)
    >>> misconception(question, Reply.LOOK)
    'less_than'
    """
    answer = question.meant(answer)
    named = MISCONCEPTIONS[question.kind].items()
    return next((name for name, holds in named if holds(question, answer)), MISREAD)


# -- in words


_FIGURES = (
    *("value", "child", "child_told", "came", "own", "other"),
    *("before", "further", "could", "low", "high", "turns", "depth"),
)


def figures(question: Question, you: int = 0) -> dict[str, object]:
    """Return what sentences about a question may name, written; to the root's player or the other.

    ``have`` tells the bound that cuts as what a side has for certain, ``had`` and ``now`` so the
    node's own, before and after, and ``brings`` what the node is worth at least or at most.
    """
    largest = question.largest
    told: dict[str, object] = {"here": question.here, "value": number_of(question.value)}
    # Whose values the numbers are, and whether the node's own bound is the least or the most.
    who = "you" if (question.mover if largest else 0) == you else "they"
    cuts, own = ("get", "hold") if largest else ("hold", "get")
    brings = Message(f"you_search_brings_{cuts}_{who}", told)
    return {
        **{name: number_of(getattr(question, name)) for name in _FIGURES},
        "truth": number_of(question.truth),
        "probed": question.name,
        "here": question.here,
        "brought": f"{question.bound}\u00a0{number_of(question.child)}".strip(),
        "below": f"{question.bound}\u00a0{number_of(question.child_told)}".strip(),
        "best": Message("you_search_largest" if largest else "you_search_smallest"),
        "sign": "\u2265" if largest else "\u2264",
        "cuts": "\u03b2" if largest else "\u03b1",
        "own_name": "\u03b1" if largest else "\u03b2",
        "have": _certain(cuts, who, question.other, question.held),
        "had": _certain(own, who, question.own),
        "now": _certain(own, who, question.truth),
        "own_side": f"{own}_{who}",
        "brings": brings,
        "known": known_words(question),
        "least": number_of(max(question.own, question.other)),
    }


def _certain(side: str, who: str, bound: Choice, held: str = "") -> Message:
    """Say a bound as what one side has for certain, if it has anything."""
    some = isinstance(bound, int) and finite(bound) is not None
    end = "" if some and not held else "_with" if some else "_none"
    values: dict[str, object] = {"bound": number_of(bound), "held": held}
    return Message(f"you_search_have_{side}_{who}{end}", values)


def sentence(question: Question, answer: Choice, name: str = "", you: int = 0) -> Message:
    """Return what is said about a wrong answer, with the figures of its node."""
    values = {**figures(question, you), "answer": number_of(answer)}
    if isinstance(answer, tuple) and question.kind == Kind.ORDER:
        values |= {"n": question.counts[answer[0]], "least": min(question.counts)}
    return Message(f"you_search_wrong_{name or misconception(question, answer)}", values)


def why(question: Question, you: int = 0) -> Message | None:
    """Return why an answer about a bound or a cut is right; None where another thing is asked."""
    q = question
    if q.kind == Kind.BOUND:
        return Message(f"you_search_shown_{q.kind}", figures(q, you))
    if q.kind != Kind.PRUNE:
        return None
    if q.asked:
        name = "wrong_answered" if q.truth == Reply.CUT else "wrong_unanswered"
    elif q.truth == Reply.CUT:
        equal = "wrong_less_than" if q.value == q.other else "wrong_cut_missed"
        name = "wrong_agreed" if q.shown else equal
    else:
        name = "why_free" if finite(q.other) is None else "why_look"
    return Message(f"you_search_{name}", figures(q, you))


def reason(question: Question, you: int = 0) -> Message:
    """Return why the true answer is true, as it is said to whoever gives the other one."""
    known_why = why(question, you)
    if known_why is not None:
        return known_why
    other = next(
        (choice for choice in question.choices if choice != question.truth), question.truth
    )
    if question.kind in (Kind.NODE, Kind.VALUE, Kind.PASS, Kind.ORDER):
        known = known_words(question) or number_of(question.child)
        values: dict[str, object] = {"truth": number_of(question.truth), "known": known}
        values["probed"] = question.name
        done = "_done" if question.truth == Reply.DONE else ""
        return Message(f"you_search_shown_{question.kind}{done}", values)
    return sentence(question, other, you=you)


def number_of(value: object) -> str:
    """Write a number, or that there is none.

    >>> number_of(3), number_of(-2), number_of(INFINITE), number_of(None)
    ('3', '\u22122', '\u221e', '')
    """
    if not isinstance(value, int):
        return ""
    words = "\u221e" if abs(value) >= INFINITE else str(abs(value))
    return f"\u2212{words}" if value < 0 else words


def known_words(question: Question) -> str:
    """Write what is remembered of a node."""
    words = span_words(question.low, question.high)
    return f"=\u00a0{words}" if question.low == question.high else words


def span_words(low: int, high: int) -> str:
    """Write between which values something lies; nothing where nothing is known.

    >>> span_words(3, 3), span_words(3, 7), span_words(-INFINITE, 7) == "≤\u00a07"
    ('3', '3…7', True)
    """
    if finite(low) is None and finite(high) is None:
        return ""
    if finite(high) is None:
        return f"\u2265\u00a0{number_of(low)}"
    if finite(low) is None:
        return f"\u2264\u00a0{number_of(high)}"
    return number_of(low) if low == high else f"{number_of(low)}\u2026{number_of(high)}"
