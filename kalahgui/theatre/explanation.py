"""The search of a small tree told step by step, and what is known of every node after each."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kalahgui.theatre.because import because
from kalahgui.theatre.game_tree import Path, TreeNode, walk
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import Recording


def leaves_of(tree: TreeNode) -> tuple[Path, ...]:
    """Return the ways to the leaves, from the left."""
    return tuple(path for path, node in walk(tree) if not node.children)


def places(recording: Recording) -> list[Path]:
    """Return where the nodes of a recording stand in its written tree, by their numbers."""
    found: list[Path] = []
    for node in recording.nodes:
        if node.parent is None or node.move is None:
            found.append(())
        else:
            found.append((*found[node.parent], node.move))
    return found


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

    ``at`` is the node it is about, and ``over`` how many steps of the recording are over then.
    """

    at: Path
    over: int
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


def explain(recording: Recording, tree: TreeNode) -> Iterator[Valued | Cut]:
    """Tell the search of a written tree step by step; the last step is the root's value."""
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
            leaves = tuple(_not_entered(recording, tree, step.node, here))
            above = where[reason.holder]
            yield Cut(here, at + 1, dict(known), reason.value, above, reason.bound, leaves)
        elif step.kind == "leave":
            better = False
            if here:
                better = recording.steps[at + 1].kind == "better"
                _hand_up(nodes, here, known)
            yield Valued(here, at + 1, dict(known), better)


def _not_entered(recording: Recording, tree: TreeNode, number: int, path: Path) -> Iterator[Path]:
    """Return the leaves below those moves of a node that were never tried."""
    node = recording.nodes[number]
    left = {
        (*path, move)
        for move, child in zip(node.moves, node.children, strict=True)
        if child is None
    }
    return (leaf for leaf in leaves_of(tree) if leaf[: len(path) + 1] in left)


def _hand_up(nodes: Mapping[Path, TreeNode], path: Path, known: dict[Path, KnownValue]) -> None:
    """Say of the node above one that is left what follows for it."""
    above = path[:-1]
    node = nodes[above]
    below = [known.get((*above, place), KnownValue()) for place in range(len(node.children))]
    choose = min if node.mover else max
    known[above] = KnownValue(
        choose(each.low for each in below), choose(each.high for each in below)
    )


def unseen(tree: TreeNode, steps: Iterable[Valued | Cut]) -> set[Path]:
    """Return the nodes that are never looked at, by the cuts among some steps."""
    out = {leaf for step in steps if isinstance(step, Cut) for leaf in step.leaves}
    looked_at = [leaf for leaf in leaves_of(tree) if leaf not in out]
    seen = {leaf[:height] for leaf in looked_at for height in range(len(leaf) + 1)}
    return {path for path, _ in walk(tree)} - seen
