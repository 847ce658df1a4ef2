"""How every node of a tree stands, and what is written at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from kalahgui.theatre.game_tree import Path, TreeNode, walk
from kalahgui.theatre.playback import Bound, Phase, Playback, Seen
from kalahgui.theatre.recording import ROOT, finite
from kalahgui.theatre.tree_layout import TreeLayout


class NodeState(Enum):
    """How a node stands in a search or in a game."""

    HIDDEN = "hidden"  # the search has not come to the node above
    WAITING = "waiting"  # not visited yet
    CUT_AWAY = "cut away"  # not visited when the node above was cut or left
    AHEAD = "ahead"  # not visited yet, in a tree whose nodes are all shown
    LEFT_OUT = "left out"  # cut away in such a tree
    RULED_OUT = "ruled out"  # the game took another way
    OPEN = "open"  # entered and not left
    DONE = "done"  # left with its value
    CUT = "cut"  # left because the rest of it was cut


@dataclass(frozen=True, slots=True)
class NodeLabel:
    """What is written at a place: the value in it, the window above, the cut below.

    ``cut_in_short`` is for where the words for the cut have no room, unless these are short enough.
    The ``name`` stands beside the node, which is ``lit`` when the line that matters leads through
    it. A ``winner`` (1 the first player, -1 the second, 0 nobody) colours it.
    """

    state: NodeState
    value: str = ""
    window: str = ""
    cut: str = ""
    name: str = ""
    lit: bool = False
    winner: int | None = None
    cut_in_short: str = ""

    @property
    def visited(self) -> bool:
        """Tell whether the search has come to the node."""
        return self.state in _VISITED


# Thousands of nodes have few different labels, and the garbage collector need not count them all.
_label = lru_cache(maxsize=4096)(NodeLabel)
_VISITED = frozenset((NodeState.OPEN, NodeState.DONE, NodeState.CUT))
_HIDDEN, _WAITING = NodeLabel(NodeState.HIDDEN), NodeLabel(NodeState.WAITING)
_CUT_AWAY, _BEGIN = NodeLabel(NodeState.CUT_AWAY), NodeLabel(NodeState.OPEN)
_SIGNS = {(bound, flip): bound.seen_by(flip).value for bound in Bound for flip in (False, True)}
_FAR = 2000  # steps in one leap, from which on everything is asked anew


class NodeLabels:
    """The labels of all places at the playback's point, asked once each while they stay."""

    def __init__(self, playback: Playback, layout: TreeLayout, as_mover: bool = False) -> None:
        self.playback = playback
        self.layout = layout
        self.as_mover = as_mover
        self._at = playback.at
        self._labels: dict[int, NodeLabel] = {}

    def catch_up(self) -> set[int] | None:
        """Forget what has changed since the last call; return these nodes, None for all."""
        before, now = self._at, self.playback.at
        self._at = now
        if before == now:
            return set()
        if abs(now - before) > _FAR:
            self._labels.clear()
            return None
        steps = self.playback.recording.steps
        changed = {steps[i].node for i in range(min(before, now), max(before, now))}
        for node in changed:
            self._labels.pop(node, None)
            for index in self.layout.slots[node]:
                self._labels.pop(index, None)
        return changed

    def of(self, index: int) -> NodeLabel:
        """Return the label of a place."""
        label = self._labels.get(index)
        if label is None:
            label = self._labels[index] = self._find(index)
        return label

    def _find(self, index: int) -> NodeLabel:
        parent = self.layout.parent[index]
        if not self.layout.is_stub(index):
            seen = self.playback.seen(index)
            if seen.phase in (Phase.OPEN, Phase.DONE):
                return self._visited(index, seen)
            if parent < 0:
                return _BEGIN
        above = self.of(parent)
        if not above.visited:
            return _HIDDEN
        # A node that was left has done without its other moves.
        return _WAITING if above.state is NodeState.OPEN else _CUT_AWAY

    def _visited(self, node: int, seen: Seen) -> NodeLabel:
        mover = self.layout.nodes[node].mover
        flip = self.as_mover and mover == 1
        window = window_words(seen.alpha, seen.beta, flip)
        value = ""
        if seen.value is not None:
            value = _SIGNS[seen.bound, flip] + signed(-seen.value if flip else seen.value)
        if seen.cut is None or seen.value is None:
            state = NodeState.OPEN if seen.phase is Phase.OPEN else NodeState.DONE
            return _label(state, value, window)
        cut = cut_words(seen.value, seen.alpha, seen.beta, mover, flip)
        return _label(NodeState.CUT, value, window, cut)


def signed(value: int) -> str:
    """Write a value with its sign.

    >>> signed(4), signed(0), signed(-2)
    ('+4', '0', '−2')
    """
    return f"{value:+d}".replace("-", "\u2212") if value else "0"


def window_words(alpha: int | None, beta: int | None, flip: bool = False) -> str:
    """Write a window; ``flip`` writes it as the other player sees it.

    >>> window_words(4, None), window_words(4, None, flip=True)
    ('α +4 β ∞', 'α −∞ β −4')
    """
    if flip:
        alpha, beta = negated(beta), negated(alpha)
    return f"α {_bound(alpha, '−∞')} β {_bound(beta, '∞')}"


def cut_words(
    value: int, alpha: int | None, beta: int | None, mover: int, flip: bool = False
) -> str:
    """Write which value crossed which bound; one that any value crosses is infinite.

    >>> cut_words(2, 4, 2, 1), cut_words(2, 4, 2, 1, flip=True), cut_words(6, 6, 4, 0)
    ('+2 ≤ +4', '−2 ≥ −4', '+6 ≥ +4')
    >>> cut_words(6, 6, None, 0)
    '+6 ≥ −∞'
    """
    bound = alpha if mover else beta
    at_most = bool(mover)
    if flip:
        value, bound, at_most = -value, negated(bound), not at_most
    sign, none = ("≤", "∞") if at_most else ("≥", "−∞")
    return f"{signed(value)} {sign} {_bound(bound, none)}"


def _bound(bound: int | None, none: str) -> str:
    bound = finite(bound)
    return none if bound is None else signed(bound)


def negated(bound: int | None) -> int | None:
    """Return a bound as the other player sees it."""
    return None if bound is None else -bound


def best_line(playback: Playback, node: int = ROOT, at: int | None = None) -> list[int]:
    """Return a node and the best line found below it at a moment, by default from the root now."""
    nodes, line = playback.recording.nodes, [node]
    while (best := playback.seen(line[-1], at).best) is not None:
        child = nodes[line[-1]].children[best]
        assert child is not None, "a move that is better was looked at"
        line.append(child)
    return line


def shown_lines(playback: Playback, layout: TreeLayout) -> tuple[list[int], list[int]]:
    """Return what is shown of the best line, and of the line that is lit.

    That is the one to the node of the step shown; at the root it is the best line.
    """
    best = [node for node in best_line(playback) if layout.is_shown(node)]
    line = [node for node in playback.path if layout.is_shown(node)]
    return best, best if len(line) == 1 else line


# -- a game among all of its kind


def game_labels(tree: TreeNode, path: Sequence[int]) -> dict[Path, NodeLabel]:
    """Return what is written in a tree of games: who wins, what was played and what cannot be."""
    signs_only = all(abs(node.value or 0) <= 1 for node in tree.nodes())
    played = tuple(path)
    return {way: _game_label(way, node, played, signs_only) for way, node in walk(tree)}


def _game_label(way: Path, node: TreeNode, played: Path, signs_only: bool) -> NodeLabel:
    value = node.value or 0
    winner = (value > 0) - (value < 0)
    lit = way == played[: len(way)]
    state = NodeState.OPEN
    if not lit and way[: len(played)] != played:
        state = NodeState.RULED_OUT
    elif not node.children or way == played:
        state = NodeState.DONE
    words = "\u22120+"[winner + 1] if signs_only else signed(value)
    return NodeLabel(state, words, lit=lit, winner=winner)
