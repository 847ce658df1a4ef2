"""What the leaves seen so far prove: between which values nodes lie, and what can still matter."""

from __future__ import annotations

from collections.abc import Sequence

from kalahgui.core.textbook import INFINITY
from kalahgui.theatre.recording import LEAF, Recording

# The lowest and the highest value that a node may have, for the root's player.
Span = tuple[int, int]
ANY: Span = (-INFINITY, INFINITY)


def spans(recording: Recording, at: int, unseen: int | None = None) -> list[Span]:
    """Return what is proven of each node when ``at`` steps are over; one may be left ``unseen``.

    >>> from kalahgui.learning.random_trees import search_of
    >>> from kalahgui.theatre.game_tree import read_tree
    >>> recording = search_of(read_tree("R(A(3 5) B(2 9))"), "alpha-beta")
    >>> spans(recording, len(recording.steps))[:3]
    [(3, 3), (3, 3), (3, 3)]
    """
    seen = {s.node: s.value for s in recording.steps[:at] if s.kind == LEAF and s.value is not None}
    proven = [(seen[node],) * 2 if node in seen else ANY for node in range(len(recording.nodes))]
    for number in range(len(recording.nodes) - 1, -1, -1):
        node = recording.nodes[number]
        if node.moves:
            below = [ANY if child is None else proven[child] for child in node.children]
            proven[number] = chosen(node.mover, below)
        if number == unseen:
            proven[number] = ANY
    return proven


def chosen(mover: int, below: Sequence[Span]) -> Span:
    """Return between which values a node lies, by its moves."""
    best = min if mover else max
    return best(low for low, _ in below), best(high for _, high in below)


def open_window(recording: Recording, proven: Sequence[Span], node: int, index: int) -> Span:
    """Return between which values a move of a node can still decide the root's.

    Where the first is not below the second, nothing behind that move can matter: whatever it is
    worth, another move at the node or above it is taken.
    """
    low, high = ANY
    here: int | None = node
    while here is not None:
        above = recording.nodes[here]
        beside = [
            child for n, child in enumerate(above.children) if n != index and child is not None
        ]
        if above.mover:
            high = min([high, *(proven[child][1] for child in beside)])
        else:
            low = max([low, *(proven[child][0] for child in beside)])
        if above.parent is not None:
            index = recording.nodes[above.parent].children.index(here)
        here = above.parent
    return low, high


def rest_matters(recording: Recording, proven: Sequence[Span], node: int, index: int) -> bool:
    """Tell whether the root's value can depend on a node's moves from an index on."""
    for later, child in enumerate(recording.nodes[node].children[index:], index):
        low, high = open_window(recording, proven, node, later)
        least, most = ANY if child is None else proven[child]
        if max(low, least) < min(high, most):
            return True
    return False
