"""Being the search: what a recorded search decides at each step, as a row of questions.

What is true is read off the recorded steps; the figures beside it are what the search knew then,
so whoever applies the algorithm's rule to them finds the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Any, NamedTuple

from kalahgui.core.textbook import INFINITY, MTD_F
from kalahgui.engine.interrupt import no_frames
from kalahgui.learning.proven import rest_matters, spans
from kalahgui.theatre.cut_reasons import Source, source_of
from kalahgui.theatre.game_tree import Path
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import (
    AGAIN,
    BETTER,
    CUT,
    ENTER,
    KNOWN,
    LEAF,
    LEAVE,
    PROBE,
    ROOT,
    Recording,
    Step,
    finite,
)
from kalahgui.theatre.stopping import Fixed
from kalahgui.theatre.subject import PositionSubject, WrittenSubject


class Kind(StrEnum):
    """What is asked."""

    NODE = auto()  # which node comes next
    VALUE = auto()  # what a node's value is now
    BOUND = auto()  # what its bound is now
    PRUNE = auto()  # whether the moves that are left are looked at
    BETTER = auto()  # whether a node that was probed is better at all
    RESEARCH = auto()  # whether a node that was probed is searched again
    MEMORY = auto()  # whether MTD(f) remembers enough
    PASS = auto()  # which window MTD(f) probes next
    HORIZON = auto()  # whether the search ends here
    ORDER = auto()  # which move is best tried first


class Reply(StrEnum):
    """The answers that are neither a number nor a node, and a bound that is none."""

    LOOK = auto()
    CUT = auto()
    TWICE = auto()
    SETTLED = auto()
    KNOWN = auto()
    SEARCH = auto()
    DONE = auto()
    DEEPER = auto()
    JUDGE = auto()
    NO = auto()
    YES = auto()
    NONE = auto()


# Where one of two replies is right: the one where nothing comes of it, and the other.
_EITHER = {
    Kind.PRUNE: (Reply.LOOK, Reply.CUT),
    Kind.BETTER: (Reply.NO, Reply.YES),
    Kind.RESEARCH: (Reply.SETTLED, Reply.TWICE),
    Kind.MEMORY: (Reply.SEARCH, Reply.KNOWN),
    Kind.HORIZON: (Reply.DEEPER, Reply.JUDGE),
}
# Of these the leaves seen may prove more than the search knows.
_PROVEN = Kind.PRUNE, Kind.RESEARCH, Kind.MEMORY, Kind.PASS
# To search again asks whether it is better, too.
USUAL = tuple(kind for kind in Kind if kind != Kind.BETTER)
# A node is named by the indices of the moves that lead to it, as they are tried.
Choice = int | str | Path

IDEAS = ("minimax", "horizon", "alpha", "beta", "deep", "order", "null", "research", "memory")


@dataclass(slots=True)
class Question:
    """A decision of the search at a ``node``, when ``at`` steps are over.

    Numbers are told by the root's player, or by who moves at the node; one from INFINITE on is no
    number. ``largest`` tells that the node takes the largest. ``value`` is the node's own, at VALUE
    before the ``child`` was looked at, whose value its own mover tells as ``child_told``. ``came``
    is the node's own bound when it was entered, ``own`` what it is now, and ``other`` the bound
    that cuts. ``before`` is the latter before it was raised last, by the node that is the
    ``holder``; one that is ``deep`` comes from beyond the nearest node of that side. One that is
    ``asked`` is the question of a null window, and one that is ``shown`` what such a question has
    shown of a node that is searched again. ``further`` is a bound further up that the article's
    alpha-beta hands down to nobody, and ``could`` a value with which the next leaf could still
    change the root's. ``soon`` tells that the next move brings the cut. ``last_cut`` is the first
    node that was cut off last, ``low`` and ``high`` what is remembered of a node, and ``counts``
    what each order costs. ``here`` is what the node is called, ``name`` what the one is that was
    left just now, empty for a leaf, and ``bound`` the sign before its value. ``mover`` moves at the
    node, and ``held`` is the move that is worth the bound which cuts, empty where it has no name.
    """

    kind: Kind
    at: int
    node: int
    truth: Choice
    choices: tuple[Choice, ...]
    path: Path
    idea: str = "minimax"
    largest: bool = True
    next: Path = ()
    value: int = 0
    child: int = 0
    child_told: int = 0
    came: int = 0
    own: int = 0
    other: int = 0
    before: int | None = None
    holder: Path | None = None
    asked: bool = False
    shown: bool = False
    deep: bool = False
    further: int | None = None
    could: int | None = None
    soon: bool = False
    last_cut: Path | None = None
    low: int = -INFINITY
    high: int = INFINITY
    turns: int = 0
    plies: int = 0
    depth: int = 0
    counts: tuple[int, ...] = ()
    here: str = ""
    name: str = ""
    bound: str = ""
    mover: int = 0
    held: str = ""

    def is_right(self, answer: Choice) -> bool:
        """Grade an answer; to choose the next node is to look at it."""
        return self.meant(answer) == self.truth

    def meant(self, answer: Choice) -> Choice:
        """Return an answer as one of the choices, where a node stands for one."""
        return Reply.LOOK if self.kind == Kind.PRUNE and answer == self.next else answer


class _Known(NamedTuple):
    """What the search knows at a node that is open, as it is told there."""

    node: int
    path: Path
    mover: int
    largest: bool
    value: int
    came: int
    own: int
    other: int

    @property
    def begun(self) -> bool:
        return self.value != (-INFINITY if self.largest else INFINITY)


class _Walker:
    """Goes through a recording, and asks what the search decides at each step."""

    def __init__(self, recording: Recording, as_mover: bool) -> None:
        plan = recording.plan
        self.recording, self.as_mover = recording, as_mover
        self.steps, self.nodes = recording.steps, recording.nodes
        self.playback, self.paths = Playback(recording), paths_of(recording)
        self.narrows, self.remembers = plan.algorithm != "minimax", plan.algorithm == MTD_F
        by_turns = isinstance(plan.subject, PositionSubject) and isinstance(plan.rule, Fixed)
        self.ends_by_depth = by_turns
        self.written = isinstance(plan.subject, WrittenSubject)
        self.remembered: dict[int, tuple[int, int]] = {}  # in the eyes of the root's player
        self.last_cut: Path | None = None
        self.before: dict[int, int] = {}  # the bound of a node before it was raised last
        self.looked: dict[int, Question] = {}  # the last question at a node whether to cut

    def walk(self) -> Iterator[Question]:
        for at, step in enumerate(self.steps):
            above = self.nodes[step.node].parent
            if step.kind == ENTER:
                yield from self._enter(at, step.node, above)
            elif step.kind == PROBE and above is not None:
                yield from self._goes_down(at, above, step.node)
            elif step.kind == CUT:
                assert step.move_index is not None, "a cut comes after a move"
                self.last_cut = (*self.paths[step.node], step.move_index + 1)
            elif step.kind == LEAVE:
                yield from self._leave(at, step, above)

    def _sign(self, node: int) -> int:
        """Return -1 where numbers are told turned round from those of the root's player."""
        return -1 if self.as_mover and self.nodes[node].mover else 1

    def _window(self, node: int, at: int) -> tuple[int, int]:
        """Return the bounds with which a node was entered, as numbers of the root's player."""
        enter = self.playback.entered(node, at)
        assert enter is not None, "only nodes that were entered are asked about"
        alpha, beta = self.steps[enter].alpha, self.steps[enter].beta
        return -INFINITY if alpha is None else alpha, INFINITY if beta is None else beta

    def _known(self, node: int, at: int) -> _Known:
        mover, sign = self.nodes[node].mover, self._sign(node)
        largest = not mover or self.as_mover
        came, other = (sign * bound for bound in self._window(node, at)[:: -1 if mover else 1])
        seen_value = self.playback.seen(node, at).value
        value = (-INFINITY if largest else INFINITY) if seen_value is None else sign * seen_value
        own = max(came, value) if largest else min(came, value)
        return _Known(node, self.paths[node], mover, largest, value, came, own, other)

    # -- going down

    def _enter(self, at: int, node: int, above: int | None) -> Iterator[Question]:
        if above is not None and self._came_by(at) not in (PROBE, AGAIN):
            yield from self._goes_down(at, above, node)
        path = self.paths[node]
        if self.last_cut is not None and path == self.last_cut[:-1][: len(path)]:
            self.last_cut = None  # it is visited once more
        self.looked.pop(node, None)
        yield from self._remembers(at + 1, node)
        yield from self._ends(at + 1, node)

    def _came_by(self, enter: int) -> str:
        """Return which step announced that a node would be entered, if one did."""
        before = self.steps[enter - 1] if enter else None
        return before.kind if before and before.node == self.steps[enter].node else ""

    def _goes_down(self, at: int, above: int, node: int) -> Iterator[Question]:
        """Ask for the next node, unless the question whether to cut has told it."""
        here, path = self._known(above, at), self.paths[node]
        if self.narrows and here.begun:
            return
        beside = range(len(self.nodes[above].moves))
        parent = self.nodes[above].parent
        up = 0 if parent is None else len(self.nodes[parent].moves)
        choices = [(*here.path, index) for index in beside]
        choices += [(*here.path[:-1], index) for index in range(up) if index != here.path[-1]]
        if len(choices) > 1:
            yield self._question(Kind.NODE, at, here, path, tuple(choices), next=path)

    def _remembers(self, at: int, node: int) -> Iterator[Question]:
        if not self.remembers or node not in self.remembered:
            return
        known, here = self.steps[at].kind == KNOWN, self._known(node, at)
        low, high = sorted(self._sign(node) * bound for bound in self.remembered[node])
        # A full memory may have forgotten; what nobody can know is not asked.
        if known == (low >= max(here.own, here.other) or high <= min(here.own, here.other)):
            yield self._either(Kind.MEMORY, at, here, known, "memory", low=low, high=high)

    def _ends(self, at: int, node: int) -> Iterator[Question]:
        depth, turns, kind = self.recording.depth, self.nodes[node].turns, self.steps[at].kind
        over = kind == LEAF and turns < depth
        if not self.ends_by_depth or node == ROOT or over or kind == KNOWN:
            return
        here = self._known(node, at)
        figures: dict[str, Any] = {"turns": turns, "plies": len(here.path), "depth": depth}
        yield self._either(Kind.HORIZON, at, here, kind == LEAF, "horizon", **figures)

    def follows(self, question: Question) -> bool:
        """Tell whether the answer follows from the leaves seen; they may prove more than is known.

        What the algorithm does not know, though it has seen it, is not asked.
        """
        q, node = question, self.nodes[question.node]
        if q.kind not in _PROVEN or not self.written:
            return True
        proven, sign, cut = spans(self.recording, q.at), self._sign(q.node), q.truth == Reply.CUT
        low, high = proven[q.node]
        if q.kind == Kind.PASS:
            return (low == high) is (q.truth == Reply.DONE)
        if q.kind == Kind.MEMORY:
            return sorted((sign * low, sign * high)) == [q.low, q.high]
        if q.kind == Kind.RESEARCH:
            low, high = proven[self.steps[q.at - 1].node]
            return low < high or q.truth == Reply.SETTLED
        if q.asked:
            bound = sign * q.other + node.mover
            return (low >= bound or high < bound) is cut
        held = q.further is not None and (q.value >= q.further) is q.largest
        return held or rest_matters(self.recording, proven, q.node, q.next[-1]) is not cut

    # -- coming back

    def _leave(self, at: int, step: Step, above: int | None) -> Iterator[Question]:
        node, value = step.node, step.value
        assert value is not None, "a node is left with a value"
        if self.remembers and self.nodes[node].moves:
            self._remember(at, node, value)
        if above is None:
            yield from self._next_pass(at + 1, value)
            return
        here, following = self._known(above, at + 1), self.steps[at + 1].kind
        enter = self.playback.entered(node, at)
        if enter is not None and self._came_by(enter) == PROBE:
            yield from self._settles(at + 1, here, node, value)
            if following == AGAIN:
                return
        # A null window brings a bound, which is no value to be taken over.
        if abs(here.came - here.other) > 1:
            yield from self._takes_over(at + 1, here, node, value)
        better = following == BETTER
        index = self.paths[node][-1] + 1
        left = len(self.nodes[above].moves) - index
        if better:
            self.before[above] = here.own
        if left and self.narrows:
            if better:
                yield from self._raises(at + 2, here.own, self._known(above, at + 2))
            yield from self._cuts(at + 1 + better, step, above, index)

    def _remember(self, at: int, node: int, value: int) -> None:
        alpha, beta = self._window(node, at)
        low, high = self.remembered.get(node, (-INFINITY, INFINITY))
        self.remembered[node] = (value if value > alpha else low, value if value < beta else high)

    def _next_pass(self, at: int, value: int) -> Iterator[Question]:
        if not self.remembers:
            return
        root, (low, high) = self._known(ROOT, at - 1), self.remembered[ROOT]
        bound = Reply.DONE if at == len(self.steps) else self.steps[at].beta
        assert bound is not None, "a pass has a null window"
        choices: tuple[Choice, ...] = (*sorted({root.other, value, value + 1}), Reply.DONE)
        figures: dict[str, Any] = {"low": low, "high": high, "child": value}
        yield self._question(Kind.PASS, at, root, bound, choices, "memory", **figures)

    def _settles(self, at: int, here: _Known, node: int, value: int) -> Iterator[Question]:
        sign, again = self._sign(here.node), self.steps[at].kind == AGAIN
        # A probe asks by a null window on the near side of the one here.
        own = sign * self._window(node, at)[self.nodes[here.node].mover]
        child = sign * value
        # The article's NegaScout probes its first move, too; a leaf is not better than it looks.
        if finite(own) is None or not self.nodes[node].moves:
            return
        better, name = (child > own if here.largest else child < own), self.nodes[node].text
        figures: dict[str, Any] = {"child": child, "own": own, "name": name}
        figures["bound"] = "\u2265" if child > own else "\u2264"
        yield self._either(Kind.BETTER, at, here, better, "null", **figures)
        yield self._either(Kind.RESEARCH, at, here, again, "research", **figures)

    def _takes_over(self, at: int, here: _Known, node: int, value: int) -> Iterator[Question]:
        sign, step = self._sign(here.node), self.steps[at]
        taken = step.value if step.kind == BETTER else None
        child, after = sign * value, here.value if taken is None else sign * taken
        seen = {child, here.value, after, here.came, here.other}
        if self.as_mover:
            seen.add(-child)
        numbers = sorted(number for number in seen if finite(number) is not None)
        # The first value is always taken over: that is asked only where it lies outside the window.
        low, high = sorted((here.came, here.other))
        plain = not here.begun and low < value < high and not self.as_mover
        if len(numbers) > 1 and not plain:
            bound = self.playback.seen(node, at).bound.seen_by(self._sign(node) < 0).value
            figures: dict[str, Any] = {"child": child, "child_told": self._sign(node) * value}
            figures |= {"bound": bound, "name": self.nodes[node].text}
            yield self._question(Kind.VALUE, at, here, after, tuple(numbers), **figures)

    def _raises(self, at: int, before: int, here: _Known) -> Iterator[Question]:
        numbers = {n for n in (here.value, before, here.other) if finite(n) is not None}
        none = (Reply.NONE,) if finite(before) is None else ()
        null = abs(here.came - here.other) <= 1  # neither bound of it is of use any more
        if finite(here.own) is not None and len(numbers) + len(none) > 1 and not null:
            choices, idea = (*sorted(numbers), *none), "alpha" if here.largest else "beta"
            yield self._question(Kind.BOUND, at, here, here.own, choices, idea, own=before)

    def _cuts(self, at: int, left_by: Step, node: int, index: int) -> Iterator[Question]:
        cut, here = self.steps[at].kind == CUT, self._known(node, at)
        cause = self._cause(at, here)
        if cause.get("asked") and finite(here.other) is None:
            return  # any value answers such a question
        assert left_by.value is not None, "a node is left with a value"
        figures: dict[str, Any] = {"child": self._sign(node) * left_by.value, **cause}
        question = self._either(Kind.PRUNE, at, here, cut, next=(*here.path, index), **figures)
        if cut and node in self.looked:
            self.looked[node].soon = True
        self.looked[node] = question
        usual = "beta" if question.largest else "alpha"
        question.idea = "null" if question.asked else "deep" if question.deep else usual
        yield question

    def _cause(self, at: int, here: _Known) -> dict[str, Any]:
        """Return where the bound that cuts comes from, and what is not handed down."""
        nodes, mover, sign = self.nodes, self.nodes[here.node].mover, self._sign(here.node)
        line, figures = self.recording.path(here.node), dict[str, Any]()
        bound = sign * here.other
        if abs(bound) < INFINITY:
            source, holder, best = source_of(self.playback, at, here.node, mover, bound)
            if source is not Source.HELD:
                figures[source.value] = True
            elif finite(bound) is not None:
                between = line[line.index(holder) + 1 : -1]
                figures["holder"] = self.paths[holder]
                figures["held"] = self._named(holder, best)
                figures["before"] = sign * self._sign(holder) * self.before[holder]
                figures["deep"] = any(nodes[number].mover != mover for number in between)
        known: tuple[list[int], list[int]] = [], []  # what both sides have found, further up
        for number in line:
            value = self.playback.seen(number, at).value
            if value is not None:
                known[nodes[number].mover].append(value)
        if self.recording.plan.algorithm == "alpha-beta" and known[1 - mover]:
            figures["further"] = sign * (max(known[0]) if mover else min(known[1]))
        if known[mover]:
            figures["could"] = sign * (min(known[1]) - 1 if mover else max(known[0]) + 1)
        return figures

    def _named(self, node: int, index: int | None) -> str:
        """Return what a move of a node of a written tree is called; a leaf has no name."""
        child = None if index is None else self.nodes[node].children[index]
        if child is None or not self.written or not self.nodes[child].moves:
            return ""
        return self.nodes[child].text

    def _either(
        self, kind: Kind, at: int, here: _Known, yes: bool, idea: str = "", **figures: Any
    ) -> Question:
        return self._question(kind, at, here, _EITHER[kind][yes], _EITHER[kind], idea, **figures)

    def _question(
        self,
        kind: Kind,
        at: int,
        here: _Known,
        truth: Choice,
        choices: tuple[Choice, ...],
        idea: str = "minimax",
        **figures: Any,
    ) -> Question:
        told_of = {**here._asdict(), "last_cut": self.last_cut, **figures}
        told_of["here"] = self.nodes[here.node].text or "R"
        return Question(kind=kind, at=at, truth=truth, choices=choices, idea=idea, **told_of)


def paths_of(recording: Recording) -> list[Path]:
    """Return where the nodes of a recording stand, by their numbers: as moves are tried."""
    paths: list[Path] = [()]
    for number, node in enumerate(recording.nodes[1:], 1):
        assert node.parent is not None, "the root alone has nothing above it"
        index = recording.nodes[node.parent].children.index(number)
        paths.append((*paths[node.parent], index))
    return paths


def questions(
    recording: Recording,
    kinds: Sequence[Kind] = USUAL,
    *,
    as_mover: bool = False,
    heed: Callable[[], None] = no_frames,
) -> list[Question]:
    """Return what a search decided, step by step; ``heed`` is called at each.

    >>> from kalahgui.theatre.game_tree import read_tree
    >>> from kalahgui.theatre.recording import Plan, record
    >>> from kalahgui.theatre.subject import WrittenSubject
    >>> recording = record(Plan(WrittenSubject(read_tree("R(A(3 5) B(2 9))")), "alpha-beta", 2))
    >>> [question.truth.value for question in questions(recording, (Kind.PRUNE,))]
    ['look', 'look', 'cut']
    """
    asked, walker = [], _Walker(recording, as_mover)
    for question in walker.walk():
        heed()
        if question.kind in kinds and walker.follows(question):
            asked.append(question)
    return asked
