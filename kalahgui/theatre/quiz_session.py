"""A quiz being taken: the question, the answer, the count, and the search told step by step."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kalahgui.theatre.because import because
from kalahgui.theatre.game_tree import Path, TreeNode, walk
from kalahgui.theatre.node_labels import NodeLabel, NodeState
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.quiz import (
    DIFFICULTIES,
    KINDS,
    LEAVES,
    Checked,
    QuizQuestion,
    places,
    question,
)


@dataclass(frozen=True)
class KnownValue:
    """What is known of a node's value: it lies between two bounds, which may be infinite."""

    low: float = -math.inf
    high: float = math.inf

    @property
    def value(self) -> int | None:
        """Return the bound that is known, or the value; None where nothing is known."""
        finite = [bound for bound in (self.low, self.high) if math.isfinite(bound)]
        return int(finite[0]) if finite else None

    @property
    def sign(self) -> str:
        """Return what stands before the value: nothing where it is exact."""
        if self.low == self.high:
            return ""
        return "\u2265" if math.isfinite(self.low) else "\u2264"


@dataclass(frozen=True)
class Explained:
    """One step of an explanation, and what is ``known`` of every node after it.

    ``at`` is the node it is about.
    """

    at: Path
    known: Mapping[Path, KnownValue]


@dataclass(frozen=True)
class Valued(Explained):
    """A leaf was looked at, or a node was left; ``better`` tells that its parent gained by it."""

    better: bool


@dataclass(frozen=True)
class Cut(Explained):
    """The search left a node whose mover has ``value``, because of the ``bound`` held ``above``.

    The ``leaves`` are those that it never looks at for that.
    """

    value: int
    above: Path
    bound: int
    leaves: tuple[Path, ...]


def explain(question: QuizQuestion) -> list[Valued | Cut]:
    """Tell the search of a question; the last step is the root's value."""
    return list(_told(question))


def _told(question: QuizQuestion) -> Iterator[Valued | Cut]:
    recording, tree = question.recording, question.tree
    playback = Playback(recording)
    where = places(recording)
    nodes = dict(walk(tree))
    known: dict[Path, KnownValue] = {}
    for at, step in enumerate(recording.steps):
        here = where[step.node]
        if step.kind == "leaf" and step.value is not None:
            known[here] = KnownValue(step.value, step.value)
        elif step.kind == "cut":
            reason = because(playback, at)
            assert reason.bound is not None, "alpha-beta meets a bound that somebody has found"
            leaves = tuple(_not_entered(question, step.node, here))
            yield Cut(here, dict(known), reason.value, where[reason.holder], reason.bound, leaves)
        elif step.kind == "leave":
            better = False
            if here:
                better = recording.steps[at + 1].kind == "better"
                _hand_up(nodes, here, known)
            yield Valued(here, dict(known), better)


def _not_entered(question: QuizQuestion, number: int, path: Path) -> Iterator[Path]:
    """Return the leaves below those moves of a node that were never tried."""
    node = question.recording.nodes[number]
    left = {
        (*path, move)
        for move, child in zip(node.moves, node.children, strict=True)
        if child is None
    }
    return (leaf for leaf in question.leaves if leaf[: len(path) + 1] in left)


def _hand_up(nodes: Mapping[Path, TreeNode], path: Path, known: dict[Path, KnownValue]) -> None:
    """Say of the node above one that is left what follows for it."""
    above = path[:-1]
    node = nodes[above]
    below = [known.get((*above, place), KnownValue()) for place in range(len(node.children))]
    choose = min if node.mover else max
    known[above] = KnownValue(
        choose(each.low for each in below), choose(each.high for each in below)
    )


_DIGITS = 3
_HIDDEN = "?"


class QuizSession:
    """A row of questions by a seed, and how many of those asked were answered right.

    ``marks`` are the leaves marked, ``typed`` is the value as it is typed, ``at`` is how many
    steps of the explanation are shown.
    """

    def __init__(self, seed: str) -> None:
        self.kind = KINDS[0]
        self.difficulty = next(iter(DIFFICULTIES))
        self.begin(seed)

    def begin(self, seed: str) -> None:
        """Begin a row of questions, with nothing counted."""
        self.seed = seed
        self.number = self.right = self.asked = 0
        self._ask()

    def choose(self, *, kind: str = "", difficulty: str = "") -> None:
        """Ask another kind of question, or a harder one."""
        self.kind = kind or self.kind
        self.difficulty = difficulty or self.difficulty
        self._ask()

    def go_on(self) -> None:
        """Ask the next question."""
        self.number += 1
        self._ask()

    def _ask(self) -> None:
        self.question: QuizQuestion = question(self.seed, self.kind, self.difficulty, self.number)
        self.marks: frozenset[Path] = frozenset()
        self.cursor = 0
        self.typed = ""
        self.checked: Checked | None = None
        self.steps: list[Valued | Cut] = []
        self.at = 0

    # -- answering

    @property
    def leaf(self) -> Path:
        """Return the leaf that the keys are at."""
        return self.question.leaves[self.cursor]

    def step_leaf(self, step: int) -> None:
        """Go to the next leaf, at the end to the first one."""
        self.cursor = (self.cursor + step) % len(self.question.leaves)

    def mark(self, leaf: Path) -> None:
        """Mark a leaf, or take its mark away; where a value is asked, give the leaf's."""
        if self.checked is not None:
            return
        self.cursor = self.question.leaves.index(leaf)
        if self.kind == LEAVES:
            self.marks ^= {leaf}
        else:
            self.typed = str(dict(walk(self.question.tree))[leaf].value)

    def type(self, text: str) -> None:
        """Take one more digit of a value; anything else is no part of one."""
        if self.checked is None and re.fullmatch(f"[0-9]{{1,{_DIGITS}}}", self.typed + text):
            self.typed += text

    def rub_out(self) -> None:
        """Take the last digit away."""
        if self.checked is None:
            self.typed = self.typed[:-1]

    @property
    def answered(self) -> bool:
        """Tell whether there is something to check."""
        return bool(self.marks or self.typed)

    def check(self) -> None:
        """Compare the answer with the search, and count it."""
        if self.checked is not None or not self.answered:
            return
        if self.kind == LEAVES:
            self.checked = self.question.check_marks(self.marks)
        else:
            self.checked = self.question.check_value(int(self.typed))
        self.asked += 1
        self.right += self.checked.right
        self.steps = explain(self.question)

    # -- the explanation

    def show(self, step: int) -> None:
        """Show so many more steps of the explanation, or fewer."""
        self.at = min(max(0, self.at + step), len(self.steps))

    @property
    def explained(self) -> Valued | Cut | None:
        """Return the step of the explanation that is shown; None before the first."""
        return self.steps[self.at - 1] if self.at else None

    # -- what is written at the nodes

    def labels(self) -> dict[Path, NodeLabel]:
        """Return what is written at every node: before the check the leaves' values alone."""
        cuts = [step for step in self.steps[: self.at] if isinstance(step, Cut)]
        out = {leaf for cut in cuts for leaf in cut.leaves}
        looked_at = [leaf for leaf in self.question.leaves if leaf not in out]
        seen = {leaf[:height] for leaf in looked_at for height in range(len(leaf) + 1)}
        at_cuts = {cut.at for cut in cuts}
        known = {} if self.explained is None else self.explained.known
        labels = {}
        for path, node in walk(self.question.tree):
            value, name = str(node.value), ""
            if node.children:
                found = known.get(path, KnownValue())
                name = node.label
                value = _HIDDEN if found.value is None else f"{found.sign}{found.value}"
            state = NodeState.CUT if path in at_cuts else NodeState.DONE
            if path not in seen:
                state, value = NodeState.LEFT_OUT, "" if node.children else value
            labels[path] = NodeLabel(state, value, name=name)
        return labels
