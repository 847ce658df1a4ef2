"""Being the search: what a recorded search decides at each step, as a row of questions.

What is true is read off the recorded steps; the figures beside it are what the search knew then,
so whoever applies the algorithm's rule to them finds the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum, auto
from typing import Any

from kalahgui.core.textbook import INFINITY, MTD_F
from kalahgui.theatre.game_tree import Path
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
    told,
)
from kalahgui.theatre.stopping import Fixed
from kalahgui.theatre.subject import PositionSubject


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
# To search again asks whether it is better, too.
USUAL = tuple(kind for kind in Kind if kind != Kind.BETTER)
# A node is named by the places of the moves that lead to it, as they are tried.
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
    ``holder``; one that is ``deep`` comes from beyond the nearest node of that side. ``further`` is
    a bound further up that the article's alpha-beta hands down to nobody. ``soon`` tells that the
    next move brings the cut. ``left`` are the moves that are left, ``last_cut`` the first node that
    was cut off last, ``low`` and ``high`` what is remembered of a node, and ``counts`` what each
    order costs. ``name`` is what a node that was probed is called.
    """

    kind: Kind
    at: int
    node: int
    truth: Choice
    choices: tuple[Choice, ...]
    path: Path
    idea: str = "minimax"
    largest: bool = True
    next: Path | None = None
    value: int = 0
    child: int = 0
    child_told: int = 0
    came: int = 0
    own: int = 0
    other: int = 0
    before: int | None = None
    holder: Path | None = None
    asked: bool = False
    deep: bool = False
    further: int | None = None
    soon: bool = False
    left: int = 0
    last_cut: Path | None = None
    low: int = -INFINITY
    high: int = INFINITY
    turns: int = 0
    plies: int = 0
    depth: int = 0
    counts: tuple[int, ...] = ()
    name: str = ""

    def is_right(self, answer: Choice) -> bool:
        """Grade an answer; to choose the next node is to look at it."""
        return self.meant(answer) == self.truth

    def meant(self, answer: Choice) -> Choice:
        """Return an answer as one of the choices, where a node stands for one."""
        return Reply.LOOK if self.kind == Kind.PRUNE and answer == self.next else answer


@dataclass(slots=True)
class _Frame:
    """A node that is open, with what the search knows there; told by the root's player."""

    node: int
    mover: int
    path: Path
    alpha: int
    beta: int
    came_by: str
    value: int | None = None
    before: int = 0  # its own bound before it was raised last
    probed: Step | None = None
    looked: Question | None = None

    @property
    def came(self) -> int:
        return self.beta if self.mover else self.alpha

    @property
    def other(self) -> int:
        return self.alpha if self.mover else self.beta

    @property
    def own(self) -> int:
        if self.value is None:
            return self.came
        return min(self.beta, self.value) if self.mover else max(self.alpha, self.value)

    @property
    def none(self) -> int:
        """Return what is worse for its mover than any value."""
        return INFINITY if self.mover else -INFINITY

    def bound_of(self, side: int) -> int:
        """Return the bound of a side with which the node came."""
        return self.beta if side else self.alpha


@dataclass
class _Walker:
    recording: Recording
    as_mover: bool
    stack: list[_Frame] = field(default_factory=list)
    remembered: dict[int, tuple[int, int]] = field(default_factory=dict)
    last_cut: Path | None = None

    def __post_init__(self) -> None:
        plan = self.recording.plan
        self.steps = self.recording.steps
        self.narrows = plan.algorithm != "minimax"
        self.ends_by_depth = isinstance(plan.subject, PositionSubject) and isinstance(
            plan.rule, Fixed
        )

    def walk(self) -> Iterator[Question]:
        for at, step in enumerate(self.steps):
            if step.kind == ENTER:
                yield from self._enter(at, step)
            elif step.kind == PROBE and self.stack:
                yield from self._goes_down(at, step.node)
                self.stack[-1].probed = step
            elif step.kind == CUT:
                assert step.place is not None, "a cut comes after a move"
                self.last_cut = (*self.stack[-1].path, step.place + 1)
            elif step.kind == LEAVE:
                yield from self._leave(at, step)

    # -- going down

    def _enter(self, at: int, step: Step) -> Iterator[Question]:
        above = self.steps[at - 1] if at else None
        came_by = above.kind if above is not None and above.node == step.node else ""
        if self.stack and came_by not in (PROBE, AGAIN):
            yield from self._goes_down(at, step.node)
        path = self._path(step.node)
        if self.last_cut is not None and path == self.last_cut[:-1][: len(path)]:
            self.last_cut = None  # it is visited once more
        alpha = -INFINITY if step.alpha is None else step.alpha
        beta = INFINITY if step.beta is None else step.beta
        mover = self.recording.nodes[step.node].mover
        self.stack.append(_Frame(step.node, mover, path, alpha, beta, came_by))
        yield from self._remembers(at + 1)
        yield from self._ends(at + 1)

    def _path(self, node: int) -> Path:
        if not self.stack:
            return ()
        above = self.stack[-1]
        return (*above.path, self.recording.nodes[above.node].children.index(node))

    def _goes_down(self, at: int, node: int) -> Iterator[Question]:
        """Ask for the next node, unless the question whether to cut has told it."""
        here, path = self.stack[-1], self._path(node)
        if self.narrows and here.value is not None:
            return
        beside = range(len(self.recording.nodes[here.node].moves))
        up = len(self.recording.nodes[self.stack[-2].node].moves) if len(self.stack) > 1 else 0
        choices = [(*here.path, place) for place in beside]
        choices += [(*here.path[:-1], place) for place in range(up) if place != here.path[-1]]
        if len(choices) > 1:
            yield self._question(Kind.NODE, at, path, tuple(choices), next=path)

    def _remembers(self, at: int) -> Iterator[Question]:
        here = self.stack[-1]
        if self.recording.plan.algorithm != MTD_F or here.node not in self.remembered:
            return
        low, high = self.remembered[here.node]
        known = self.steps[at].kind == KNOWN
        # A full memory may have forgotten; what nobody can know is not asked.
        if known == (low >= here.beta or high <= here.alpha):
            if self._turned(here):
                low, high = -high, -low
            yield self._either(Kind.MEMORY, at, known, "memory", low=low, high=high)

    def _ends(self, at: int) -> Iterator[Question]:
        here, depth = self.stack[-1], self.recording.depth
        turns = self.recording.nodes[here.node].turns
        leaf = self.steps[at].kind == LEAF
        over = leaf and turns < depth
        if not self.ends_by_depth or here.node == ROOT or over or self.steps[at].kind == KNOWN:
            return
        plies = len(here.path)
        yield self._either(Kind.HORIZON, at, leaf, "horizon", turns=turns, plies=plies, depth=depth)

    # -- coming back

    def _leave(self, at: int, step: Step) -> Iterator[Question]:
        child = self.stack.pop()
        assert step.value is not None, "a node is left with a value"
        if self.recording.nodes[child.node].moves:
            self._remember(child, step.value)
        if not self.stack:
            yield from self._next_pass(at + 1, child, step.value)
            return
        here = self.stack[-1]
        following = self.steps[at + 1]
        if here.probed is not None:
            yield from self._settles(at + 1, here, step.value)
            here.probed = None
            if following.kind == AGAIN:
                return
        yield from self._takes_over(at + 1, here, child, step.value)
        better = following.kind == BETTER
        left = len(self.recording.nodes[here.node].moves) - child.path[-1] - 1
        if better:
            here.before, here.value = here.own, following.value
            if left and self.narrows:
                yield from self._raises(at + 2, here)
        if left and self.narrows:
            yield self._cuts(at + 1 + better, here, child, left)

    def _remember(self, child: _Frame, value: int) -> None:
        low, high = self.remembered.get(child.node, (-INFINITY, INFINITY))
        self.remembered[child.node] = (
            value if value > child.alpha else low,
            value if value < child.beta else high,
        )

    def _next_pass(self, at: int, root: _Frame, value: int) -> Iterator[Question]:
        if self.recording.plan.algorithm != MTD_F:
            return
        low, high = self.remembered.get(ROOT, (-INFINITY, INFINITY))
        over = at == len(self.steps)
        bound = Reply.DONE if over else self.steps[at].beta
        assert bound is not None, "a pass has a null window"
        choices: tuple[Choice, ...] = (*sorted({root.beta, value, value + 1}), Reply.DONE)
        question = self._question(Kind.PASS, at, bound, choices, "memory", root)
        question.low, question.high, question.child = low, high, value
        question.other = root.beta
        yield question

    def _settles(self, at: int, here: _Frame, value: int) -> Iterator[Question]:
        assert here.probed is not None
        low = here.probed.beta if here.mover else here.probed.alpha
        own = self._seen(here, here.none if low is None else low)
        again, child = self.steps[at].kind == AGAIN, self._seen(here, value)
        better = child > own if self._largest(here) else child < own
        name = self.recording.nodes[here.probed.node].text
        yield self._either(Kind.BETTER, at, better, "null", child=child, own=own, name=name)
        yield self._either(Kind.RESEARCH, at, again, "research", child=child, own=own)

    def _takes_over(self, at: int, here: _Frame, child: _Frame, value: int) -> Iterator[Question]:
        before = here.none if here.value is None else here.value
        after = self.steps[at].value if self.steps[at].kind == BETTER else here.value
        assert after is not None, "the first move is better than none"
        turned = -value if self._turned(child) else value
        seen = [self._seen(here, each) for each in (value, before, after, here.came, here.other)]
        if self.as_mover:
            seen.append(-seen[0])
        numbers = sorted({each for each in seen if told(each) is not None})
        # What comes first is taken over; only outside the window that is worth asking.
        plain = here.value is None and here.alpha < value < here.beta and not self.as_mover
        if len(numbers) > 1 and not plain:
            question = self._question(Kind.VALUE, at, seen[2], tuple(numbers))
            question.child, question.value, question.child_told = *seen[:2], turned
            yield question

    def _raises(self, at: int, here: _Frame) -> Iterator[Question]:
        assert here.value is not None
        before = here.before
        truth = told(self._seen(here, here.own))
        seen = [self._seen(here, each) for each in (here.value, before, here.other)]
        numbers = {each for each in seen if told(each) is not None}
        none = (Reply.NONE,) if told(before) is None else ()
        null = here.beta - here.alpha == 1  # neither bound of a null window is of use any more
        if truth is not None and len(numbers) + len(none) > 1 and not null:
            choices = (*sorted(numbers), *none)
            idea = "alpha" if self._largest(here) else "beta"
            yield self._question(Kind.BOUND, at, truth, choices, idea, own=seen[1])

    def _cuts(self, at: int, here: _Frame, child: _Frame, left: int) -> Question:
        cut, following = self.steps[at].kind == CUT, (*here.path, child.path[-1] + 1)
        question = self._either(Kind.PRUNE, at, cut, next=following, left=left)
        self._find_holder(question, here)
        if cut and here.looked is not None:
            here.looked.soon = True
        here.looked = question
        usual = "beta" if question.largest else "alpha"
        question.idea = "null" if question.asked else "deep" if question.deep else usual
        return question

    def _find_holder(self, question: Question, here: _Frame) -> None:
        """Say where the bound that cuts comes from."""
        side = 1 - here.mover
        bound, between = here.other, False
        for frame, above in zip(self.stack[::-1], [*self.stack[-2::-1], None], strict=True):
            if frame.bound_of(side) != bound:
                if told(bound) is not None:
                    question.holder = frame.path
                    question.before = self._seen(here, frame.before)
                    question.deep = between
                break
            # Its own side asks with a null window; the other one has probed it before.
            asker = here.mover if above is None else above.mover
            if frame.came_by == (AGAIN if asker == side else PROBE):
                question.asked = True
                break
            between = between or (frame is not here and frame.mover == side)
        if self.recording.plan.algorithm == "alpha-beta":
            held = [each.value for each in self.stack[:-1] if each.mover == side]
            known = [each for each in held if each is not None]
            if known:
                best = min(known) if side else max(known)
                question.further = self._seen(here, best)

    # -- eyes

    def _turned(self, frame: _Frame) -> bool:
        """Tell whether numbers at a node are turned round from those of the root's player."""
        return self.as_mover and frame.mover == 1

    def _seen(self, frame: _Frame, number: int) -> int:
        return -number if self._turned(frame) else number

    def _largest(self, frame: _Frame) -> bool:
        return frame.mover == 0 or self.as_mover

    def _either(self, kind: Kind, at: int, yes: bool, idea: str = "", **figures: Any) -> Question:
        return self._question(kind, at, _EITHER[kind][yes], _EITHER[kind], idea, **figures)

    def _question(
        self,
        kind: Kind,
        at: int,
        truth: Choice,
        choices: tuple[Choice, ...],
        idea: str = "minimax",
        frame: _Frame | None = None,
        **figures: Any,
    ) -> Question:
        here = self.stack[-1] if frame is None else frame
        question = Question(kind, at, here.node, truth, choices, here.path, idea)
        question.largest = self._largest(here)
        question.last_cut = self.last_cut
        question.value = self._seen(here, here.none if here.value is None else here.value)
        question.came = self._seen(here, here.came)
        question.own = self._seen(here, here.own)
        question.other = self._seen(here, here.other)
        for name, figure in figures.items():
            setattr(question, name, figure)
        return question


def questions(
    recording: Recording, kinds: Sequence[Kind] = USUAL, *, as_mover: bool = False
) -> list[Question]:
    """Return what a search decided, step by step.

    >>> from kalahgui.theatre.game_tree import read_tree
    >>> from kalahgui.theatre.recording import Plan, record
    >>> from kalahgui.theatre.subject import WrittenSubject
    >>> found = record(Plan(WrittenSubject(read_tree("R(A(3 5) B(2 9))")), "alpha-beta", 2))
    >>> [question.truth.value for question in questions(found, (Kind.PRUNE,))]
    ['look', 'look', 'cut']
    """
    walked = _Walker(recording, as_mover).walk()
    return [question for question in walked if question.kind in kinds]
