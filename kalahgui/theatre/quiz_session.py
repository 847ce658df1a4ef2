"""A quiz being taken: the question, the answer, the count, and the search told step by step."""

from __future__ import annotations

import re

from kalahgui.theatre.explanation import Cut, KnownValue, Valued, explain, unseen
from kalahgui.theatre.game_tree import Path, TreeNode, walk
from kalahgui.theatre.node_labels import NodeLabel, NodeState
from kalahgui.theatre.quiz import DIFFICULTIES, KINDS, LEAVES, Checked, QuizQuestion, question

_DIGITS = 3
_HIDDEN = "?"


def _worth(node: TreeNode) -> int | None:
    """Return what a node is worth, for the first player."""
    below = [each for each in map(_worth, node.children) if each is not None]
    if not below:
        return node.value
    return min(below) if node.mover else max(below)


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

    def ask_next(self) -> None:
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
        self.steps = list(explain(self.question.recording, self.question.tree))

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
        """Return what is written at every node: before the check the leaves' values alone.

        An answer that was checked has all true values beside it, until the search is gone through.
        """
        steps, tree = self.steps[: self.at], self.question.tree
        cuts = [step for step in steps if isinstance(step, Cut)]
        left_out = unseen(tree, steps)
        at_cuts = {cut.at for cut in cuts}
        known = {} if self.explained is None else self.explained.known
        labels = {}
        for path, node in walk(tree):
            value, name = str(node.value), ""
            if node.children:
                found = known.get(path, KnownValue())
                name = node.label
                value = _HIDDEN if found.value is None else f"{found.sign}{found.value}"
                if self.checked is not None and not self.at:
                    value = str(_worth(node))
            state = NodeState.CUT if path in at_cuts else NodeState.DONE
            if path in left_out:
                state, value = NodeState.LEFT_OUT, "" if node.children else value
            labels[path] = NodeLabel(state, value, name=name)
        return labels
