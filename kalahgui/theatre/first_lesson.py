"""The first thing that is seen of the theatre: alpha-beta on a tree of seven leaves."""

from __future__ import annotations

from kalahgui.theatre.explanation import (
    Cut,
    Explained,
    KnownValue,
    Valued,
    explain,
    leaves_of,
    unseen,
)
from kalahgui.theatre.game_tree import Path, TreeNode, read_tree, walk
from kalahgui.theatre.node_labels import NodeLabel, NodeState
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import BETTER, ROOT, Plan, record
from kalahgui.theatre.subject import WrittenSubject

# A first value, a cut that hides the largest leaf, and a move that is better after all.
TREE = read_tree("R(a(3 5) b(2 9 6) c(8 4))")
ALGORITHM = "alpha-beta"
# How long a step is shown: what it says must be read, a cut twice.
_LEAF_SECONDS, _MOVE_SECONDS, _CUT_SECONDS = 1.2, 1.6, 3.2


class FirstLesson:
    """The search of the tree, and how many of its ``steps`` are over: ``at``."""

    def __init__(self, tree: TreeNode = TREE) -> None:
        self.tree = tree
        recording = record(Plan(WrittenSubject(tree), ALGORITHM, tree.height))
        self.steps = list(explain(recording, tree))
        self.leaves = leaves_of(tree)
        self.at = 0
        self._playback = Playback(recording)

    # -- the moment

    @property
    def step(self) -> Valued | Cut | None:
        """Return the step shown; None before the first."""
        return self.steps[self.at - 1] if self.at else None

    @property
    def finished(self) -> bool:
        """Tell whether all steps are over."""
        return self.at == len(self.steps)

    def go_to(self, at: int) -> None:
        """Go to where so many steps are over; beyond the ends it is the end."""
        self.at = min(max(0, at), len(self.steps))

    @property
    def cuts(self) -> list[int]:
        """Return how many steps are over at each cut."""
        return [at for at, step in enumerate(self.steps, 1) if isinstance(step, Cut)]

    @property
    def seconds(self) -> float:
        """Return how long the step shown stays when the search plays itself."""
        if isinstance(self.step, Cut):
            return _CUT_SECONDS
        return _LEAF_SECONDS if self.step and self.step.at in self.leaves else _MOVE_SECONDS

    @property
    def playback(self) -> Playback:
        """Return the recording at this moment, with what follows at once for the node above."""
        over, steps = self.step.over if self.step else 0, self._playback.recording.steps
        if isinstance(self.step, Valued) and self.step.better and steps[over].kind == BETTER:
            over += 1
        self._playback.go_to(over)
        return self._playback

    def node(self, path: Path) -> int | None:
        """Return the number of a node in the recording, if the search comes to it."""
        nodes, number = self._playback.recording.nodes, ROOT
        for place in path:
            child = nodes[number].children[place]
            if child is None:
                return None
            number = child
        return number

    # -- what is known

    @property
    def looked_at(self) -> int:
        """Return how many leaves were looked at so far."""
        return sum(step.at in self.leaves for step in self.steps[: self.at])

    def known(self, path: Path) -> KnownValue:
        """Return what is known of a node."""
        return self.step.known.get(path, KnownValue()) if self.step else KnownValue()

    def best(self, before: int = 0) -> Path | None:
        """Return the root's best move so far, or as it was so many steps ``before``."""
        done = self.steps[: max(0, self.at - before)]
        moves = [s.at for s in done if isinstance(s, Valued) and len(s.at) == 1 and s.better]
        return moves[-1] if moves else None

    def labels(self) -> dict[Path, NodeLabel]:
        """Return what is written at every node."""
        done = self.steps[: self.at]
        left_out = unseen(self.tree, done)
        cuts = {step.at: step for step in done if isinstance(step, Cut)}
        best = self.best()
        lit = () if best is None else ((), best)
        left = {step.at for step in done if isinstance(step, Valued)}
        return {
            path: self._label(path, path in left_out, cuts.get(path), path in left, path in lit)
            for path, _ in walk(self.tree)
        }

    def _label(
        self, path: Path, left_out: bool, cut: Cut | None, left: bool, lit: bool
    ) -> NodeLabel:
        if left_out:
            return NodeLabel(NodeState.LEFT_OUT)
        known = self.known(path)
        if known.value is None:
            return NodeLabel(NodeState.AHEAD)
        value = f"{known.sign}{known.value}"
        if cut is not None:
            return NodeLabel(NodeState.CUT, value, cut=_condition(cut))
        return NodeLabel(NodeState.DONE if left else NodeState.OPEN, value, lit=lit)


def _condition(cut: Cut) -> str:
    """Write which value has met which bound."""
    return f"{cut.value} {'≤' if len(cut.at) % 2 else '≥'} {cut.bound}"


def moves_named(step: Explained, tree: TreeNode) -> str:
    """Return the name of the root's move that a step lies below."""
    return tree.children[step.at[0]].label if step.at else ""
