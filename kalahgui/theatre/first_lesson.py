"""The first thing that is seen of the theatre: alpha-beta on a tree of seven leaves.

After it comes a tree as small of a position of one's own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from kalahgui.games.game import Game, Position
from kalahgui.theatre.cut_reasons import because
from kalahgui.theatre.game_tree import Path, TreeNode, leaves_of, read_tree, walk
from kalahgui.theatre.node_labels import NodeLabel, NodeState
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import BETTER, CUT, LEAVE, ROOT, Plan, record
from kalahgui.theatre.subject import WrittenSubject

# A first value, a cut that hides the largest leaf, and a move that is better after all.
TREE = read_tree("R(a(3 5) b(2 9 6) c(8 4))")
ALGORITHM = "alpha-beta"
# How long a step is shown: what it says must be read, a cut twice.
_LEAF_SECONDS, _MOVE_SECONDS, _CUT_SECONDS = 1.2, 1.6, 3.2
_ANY = (-math.inf, math.inf)


_MOVES = 3  # of the small tree's root, and answers to each


def small_tree(game: Game, position: Position, worth: Callable[[Position], int]) -> TreeNode | None:
    """Return three moves of a position with three answers each, on which a search can cut.

    The moves are the best one and the next two that are worth less, each with its best answer;
    moves again are none of them. ``worth`` values a position for the side to move. There are not
    always three values.
    """
    by_value: dict[int, tuple[int, list[int]]] = {}
    for move in position.moves():
        answers = [*_answered(position, move, worth)]
        if len(answers) >= _MOVES:
            by_value.setdefault(min(answers), (move, answers))
    if len(by_value) < _MOVES:
        return None
    low, middle, high = sorted(by_value)[-_MOVES:]
    # Something is certain first, then comes the cut, and then a move that is better.
    nodes = []
    for value in (middle, low, high):
        move, answers = by_value[value]
        first = answers.index(value)
        others = [index for index in range(len(answers)) if index != first][: _MOVES - 1]
        shown = [first, *others] if value == low else sorted([first, *others])
        leaves = (TreeNode(str(answers[index]), answers[index], 0) for index in shown)
        nodes.append(TreeNode(game.text(move), None, 1, tuple(leaves)))
    return TreeNode("R", None, 0, tuple(nodes))


def _answered(position: Position, move: int, worth: Callable[[Position], int]) -> Iterator[int]:
    """Yield what a move is worth after each answer; nothing where it is not answered."""
    child = position.copy()
    if child.play(move) or child.over:
        return
    for answer in child.moves():
        end = child.copy()
        end.play(answer)
        value = end.final() if end.over else worth(end)
        yield value if end.turn == position.turn else -value


@dataclass(frozen=True)
class LessonStep:
    """A node that is left, or cut because of the ``bound`` that its ``value`` has met.

    ``over`` is how many steps of the recording are over then. ``better`` tells that the node above
    gains by it.
    """

    at: Path
    over: int
    better: bool
    value: int | None
    bound: int | None = None


class FirstLesson:
    """The search of the tree, and how many of its ``steps`` are over: ``at``."""

    def __init__(self, tree: TreeNode = TREE) -> None:
        self.tree = tree
        self._recording = recording = record(Plan(WrittenSubject(tree), ALGORITHM, tree.height))
        self._playback = playback = Playback(recording)
        self.steps: list[LessonStep] = []
        for over, step in enumerate(recording.steps, 1):
            path = tuple(recording.moves_to(step.node))
            if step.kind == CUT:
                why = because(playback, over - 1)
                self.steps.append(LessonStep(path, over, False, why.value, why.bound))
            elif step.kind == LEAVE:
                better = bool(path) and recording.steps[over].kind == BETTER
                self.steps.append(LessonStep(path, over, better, step.value))
        self.leaves = leaves_of(tree)
        self.at = 0

    # -- the moment

    @property
    def step(self) -> LessonStep | None:
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
        return [at for at, step in enumerate(self.steps, 1) if step.bound is not None]

    @property
    def seconds(self) -> float:
        """Return how long the step shown stays when the search plays itself."""
        if self.at in self.cuts:
            return _CUT_SECONDS
        return _LEAF_SECONDS if self.step and self.step.at in self.leaves else _MOVE_SECONDS

    @property
    def playback(self) -> Playback:
        """Return the recording at this moment, with what follows at once for the node above."""
        self._playback.go_to(self.step.over + self.step.better if self.step else 0)
        return self._playback

    def node(self, path: Path) -> int | None:
        """Return the number of a node in the recording, if the search comes to it."""
        number: int | None = ROOT
        for index in path:
            number = None if number is None else self._recording.nodes[number].children[index]
        return number

    # -- what is known

    @property
    def looked_at(self) -> int:
        """Return how many leaves were looked at so far."""
        return sum(step.at in self.leaves for step in self.steps[: self.at])

    def known(self, path: Path) -> int | None:
        """Return a node's value, or the bound that is known of it; None where nothing is."""
        finite = [bound for bound in self._span(path) if math.isfinite(bound)]
        return int(finite[0]) if finite else None

    def _span(self, path: Path) -> tuple[float, float]:
        """Return between which values a node lies, by what was left below it."""
        left = {step.at: step.value for step in self.steps[: self.at] if step.bound is None}
        number = self.node(path)
        node = None if number is None else self._recording.nodes[number]
        if node is None or not node.moves:
            value = left.get(path)
            return _ANY if value is None else (value, value)
        children = ((*path, index) for index in range(len(node.moves)))
        below = [self._span(child) if child in left else _ANY for child in children]
        choose = min if node.mover else max
        return choose(low for low, _ in below), choose(high for _, high in below)

    def best(self, before: int = 0) -> Path | None:
        """Return the root's best move so far, or as it was so many steps ``before``."""
        done = self.steps[: max(0, self.at - before)]
        moves = [step.at for step in done if len(step.at) == 1 and step.better]
        return moves[-1] if moves else None

    def labels(self) -> dict[Path, NodeLabel]:
        """Return what is written at every node."""
        labels = ((path, self._label(path)) for path, _ in walk(self.tree))
        return {
            path: replace(label, value=_signed(label.value), cut=_signed(label.cut))
            for path, label in labels
        }

    def _label(self, path: Path) -> NodeLabel:
        done = self.steps[: self.at]
        cuts = {step.at: step for step in done if step.bound is not None}
        if self.node(path) is None and any(path[: len(at)] == at for at in cuts):
            return NodeLabel(NodeState.LEFT_OUT)
        known = self.known(path)
        if known is None:
            return NodeLabel(NodeState.AHEAD)
        low, high = self._span(path)
        sign = "" if low == high else "≥" if math.isfinite(low) else "≤"
        value = f"{sign}{known}"
        if path in cuts:
            met = "≤" if len(path) % 2 else "≥"
            return NodeLabel(
                NodeState.CUT, value, cut=f"{cuts[path].value} {met} {cuts[path].bound}"
            )
        best, left = self.best(), any(step.at == path for step in done)
        lit = best is not None and path in ((), best)
        return NodeLabel(NodeState.DONE if left else NodeState.OPEN, value, lit=lit)


def _signed(words: str) -> str:
    """Return a value or a comparison with the minus sign of the house."""
    return words.replace("-", "\u2212")
