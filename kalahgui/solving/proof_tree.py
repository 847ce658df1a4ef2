"""What is left to be proven of a position, split into the positions that may come of it.

A node is a position whatever way leads to it, so its margins are what the side to move gains from
there on, without its lead. It has proven bounds of that gain and an estimate. A *task* asks whether
a position gains at least a goal. A position that is too hard is split into those one move ahead,
and what is proven of these flows up to all that lead to them. Positions must not come back.

Which positions are asked first follows from how much work they promise either way, as in
proof-number search (Allis): one move that reaches a goal proves it, so the most promising one comes
first; where no move is thought to, all have to be refuted.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from kalahgui.games.game import Position, children
from kalahgui.solving.solution_steps import Bounds

# The work that a position promises, in tasks without a unit: it doubles with so many points between
# the estimate and the goal, and grows by so much with each stone or empty square.
_DOUBLING = 4
_GROWTH = 1.4
_MOST_SIZE = 60
_NEVER = math.inf


class Task(NamedTuple):
    """A question: does the side to move gain at least a goal from these words on?

    One that is ``hard`` is to be split without a try.
    """

    own: int
    opp: int
    goal: int
    hard: bool = False


class Step(NamedTuple):
    """A move to another position: its words, what is gained, and 1 or -1 as in ``children``."""

    words: tuple[int, int]
    gained: int
    sign: int

    def value(self, gain: int) -> int:
        """Return what the move is worth if the position after it has a gain."""
        return self.gained + self.sign * gain

    def goal(self, goal: int) -> int:
        """Return the goal after the move that tells whether it reaches one."""
        return goal - self.gained if self.sign > 0 else self.gained - goal + 1


@dataclass
class Node:
    """What is known of a position: bounds, an estimate, and the steps from it once it is split."""

    bounds: Bounds
    size: int
    estimate: int = 0
    steps: list[Step] = field(default_factory=list)
    before: set[tuple[int, int]] = field(default_factory=set)
    work: dict[int, tuple[float, float]] = field(default_factory=dict)


def bare(position: Position, own: int, opp: int) -> Position:
    """Return a position of the same game and rules with two words, no lead, and the first side."""
    here = position.copy()
    here.own, here.opp, here.lead, here.turn = own, opp, 0, 0
    return here


class ProofTree:
    """The positions that one position has been split into."""

    def __init__(
        self, position: Position, guess: int, plies: int = 0, goal: int | None = None
    ) -> None:
        """Set up; ``guess`` is the expected value of the position, which is not over.

        Positions less than ``plies`` ahead are split without a try. With a ``goal`` all that is
        asked is whether the position is worth so much.
        """
        self._position = position
        self._plies = plies
        self._goal = None if goal is None else goal - position.lead
        self._lead = position.lead
        self._words = position.own, position.opp
        self.nodes: dict[tuple[int, int], Node] = {}
        self._running: set[tuple[int, int]] = set()
        self._root = self._node(self._words)
        self._guess = guess - self._lead
        self._root.estimate = self._guess

    @property
    def bounds(self) -> Bounds:
        """Return the proven bounds of the position's value."""
        low, high = self._root.bounds.pair
        return Bounds(low + self._lead, high + self._lead)

    @property
    def goals(self) -> list[int]:
        """Return the values of which it is to be proven now whether they are reached."""
        return [goal + self._lead for goal in self._goals()]

    def waiting(self) -> Iterator[Task]:
        """Yield tasks, the most useful ones of the moment, each position once at a time."""
        while (task := next(self._useful(), None)) is not None:
            self._running.add(task[:2])
            yield task

    def needed(self) -> list[Task]:
        """Return the tasks that are left if everything is as it is thought to be."""
        return list(dict.fromkeys(self._expected()))

    def promise(self, task: Task) -> float:
        """Return how much work a task promises, by its position alone."""
        return min(self._promised(self._node(task[:2]), task.goal))

    def put_back(self) -> None:
        """Offer tasks again whose results will not come."""
        self._running.clear()

    def take(self, task: Task, low: int, high: int, estimates: Iterable[tuple[int, int]]) -> None:
        """Take what was found: bounds of a gain, and where they do not decide the task, estimates.

        Those are of what each move is worth. Tasks may come in any order.
        """
        words = task[:2]
        self._running.discard(words)
        node = self._node(words)
        node.bounds.raise_low(low)
        node.bounds.lower_high(high)
        if not (node.steps or node.bounds.decide(task.goal)):
            self._split(words, node, dict(estimates))
        self._tell(words)

    def _split(self, words: tuple[int, int], node: Node, estimates: dict[int, int]) -> None:
        for move, child, sign in children(bare(self._position, *words)):
            step = Step((child.own, child.opp), sign * child.lead, sign)
            after = self._node(step.words)
            if child.over:
                gain = child.final() - child.lead
                after.bounds = Bounds(gain, gain)
            after.before.add(words)
            after.estimate = sign * (estimates[move] - step.gained)
            node.steps.append(step)

    def _node(self, words: tuple[int, int]) -> Node:
        if words not in self.nodes:
            here = bare(self._position, *words)
            size = here.size() or min(here.most_turns(), _MOST_SIZE)
            self.nodes[words] = Node(Bounds(*here.bounds()), size)
        return self.nodes[words]

    def _tell(self, words: tuple[int, int]) -> None:
        """Bring all that leads to a position up to date."""
        changed = [words]
        while changed:
            node = self.nodes[changed.pop()]
            before = node.bounds.pair
            if node.steps:
                known = [(step, self.nodes[step.words].bounds) for step in node.steps]
                least = (step.value(b.low if step.sign > 0 else b.high) for step, b in known)
                most = (step.value(b.high if step.sign > 0 else b.low) for step, b in known)
                node.bounds.raise_low(max(least))
                node.bounds.lower_high(max(most))
            # What a node knows of its work rests on nodes that know theirs, so where nothing is
            # known there is nothing to forget above it.
            if node.work or before != node.bounds.pair or node is self.nodes[words]:
                node.work.clear()
                changed += node.before

    def _goals(self) -> list[int]:
        bounds = self._root.bounds
        if self._goal is None:
            return bounds.questions(self._guess)
        return [] if bounds.decide(self._goal) else [self._goal]

    def _useful(self) -> Iterator[Task]:
        yield from self._expected()
        for goal in self._goals():
            yield from self._open(self._words, goal, every=True)

    def _expected(self) -> Iterator[Task]:
        for goal in self._goals():
            yield from self._open(self._words, goal, every=False)

    def _open(self, words: tuple[int, int], goal: int, every: bool, ply: int = 0) -> Iterator[Task]:
        """Yield the tasks of what nobody works at.

        Where a goal is thought to be reached these are of the best move alone, or of ``every`` one.
        """
        node = self.nodes[words]
        if node.bounds.decide(goal):
            return
        if not node.steps:
            if words not in self._running:
                yield Task(*words, goal, ply < self._plies)
            return
        reaching, refuting = self._work(words, goal)
        order = sorted(node.steps, key=lambda step: self._work_after(step, goal)[0])
        for step in order if every or refuting < reaching else order[:1]:
            yield from self._open(step.words, step.goal(goal), every, ply + 1)

    def _work(self, words: tuple[int, int], goal: int) -> tuple[float, float]:
        """Return how much work it promises to reach a goal, and to refute it."""
        node = self.nodes[words]
        if node.bounds.decide(goal):
            return (0.0, _NEVER) if goal <= node.bounds.low else (_NEVER, 0.0)
        if goal not in node.work:
            after = [self._work_after(step, goal) for step in node.steps]
            node.work[goal] = (
                (min(reach for reach, _ in after), sum(refute for _, refute in after))
                if after
                else self._promised(node, goal)
            )
        return node.work[goal]

    def _promised(self, node: Node, goal: int) -> tuple[float, float]:
        above = (node.bounds.nearest(node.estimate) - goal + 0.5) / _DOUBLING
        size = _GROWTH**node.size
        return size * 2**-above, size * 2**above

    def _work_after(self, step: Step, goal: int) -> tuple[float, float]:
        reaching, refuting = self._work(step.words, step.goal(goal))
        return (reaching, refuting) if step.sign > 0 else (refuting, reaching)
