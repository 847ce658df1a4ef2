"""A recorded search at a moment: what is known of each node when so many steps are over.

Every node knows its own steps, so any moment can be gone to at once, and only what is asked about
has to be looked up.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from enum import Enum

from kalahgui.theatre.recording import (
    BETTER,
    CUT,
    ENTER,
    LEAF,
    LEAVE,
    ROOT,
    Recording,
    Step,
)


class Phase(Enum):
    """How far the search has come with a node."""

    WAITING = "waiting"  # not entered yet
    OPEN = "open"  # entered and not left: the node is on the current line
    DONE = "done"  # left with a value
    CUT_OFF = "cut off"  # not entered when the rest of the parent was cut, or when that was left


class Bound(Enum):
    """What a value says; its sign is the value, none where it is exact."""

    EXACT = ""
    AT_LEAST = "≥"
    AT_MOST = "≤"

    def seen_by(self, eyes: int) -> Bound:
        """Return what a value says for the root's player (0), or turned round for the other."""
        if not eyes or self is Bound.EXACT:
            return self
        return Bound.AT_MOST if self is Bound.AT_LEAST else Bound.AT_LEAST


@dataclass(frozen=True)
class Seen:
    """What is known of a node, in the eyes of the root's player.

    While a node is open its value is the best so far, None before there is one; later it is what
    the search left it with, and ``bound`` tells what that says, with what earlier visits have
    found. ``alpha`` and ``beta`` are its window as far as it has closed. ``best`` is the index of
    the best move among its moves. ``cut`` is the step that cut the rest of it, in the visit that
    counts, and ``cut_after`` the index of the move after which that was; the moves behind it were
    not looked at then.
    """

    phase: Phase
    value: int | None = None
    bound: Bound = Bound.EXACT
    alpha: int | None = None
    beta: int | None = None
    best: int | None = None
    cut: int | None = None
    cut_after: int | None = None
    leaf: bool = False


_WAITING = Seen(Phase.WAITING)
_CUT_OFF = Seen(Phase.CUT_OFF)


class Playback:
    """A recording and the moment in it: ``at`` steps are over, and the last of them is shown."""

    def __init__(self, recording: Recording) -> None:
        """Begin before the first step."""
        self.recording = recording
        self.at = 0
        self._by_node: list[list[int]] = [[] for _ in recording.nodes]
        for index, step in enumerate(recording.steps):
            self._by_node[step.node].append(index)
        self.cuts = [i for i, step in enumerate(recording.steps) if step.kind == CUT]
        self.changes_of_mind = list(_changes_of_mind(recording))

    # -- the moment

    @property
    def length(self) -> int:
        """Return how many steps there are."""
        return len(self.recording.steps)

    @property
    def step(self) -> Step | None:
        """Return the step shown; None before the first one."""
        return self.recording.steps[self.at - 1] if self.at else None

    @property
    def node(self) -> int:
        """Return the node of the step shown."""
        return self.recording.steps[self.at - 1].node if self.at else ROOT

    @property
    def path(self) -> list[int]:
        """Return the nodes from the root to that of the step shown."""
        return self.recording.path(self.node)

    @property
    def finished(self) -> bool:
        """Tell whether all steps are over."""
        return self.at == self.length

    def go_to(self, at: int) -> None:
        """Go to the moment after so many steps, held between 0 and ``length``."""
        self.at = min(max(0, at), self.length)

    def forward(self) -> None:
        """Go on by a step; a leaf is valued and left in one."""
        self.go_to(self.at + 1)
        if self._leaf_is_valued:
            self.go_to(self.at + 1)

    def back(self) -> None:
        """Go back by a step."""
        self.go_to(self.at - 1)
        if self._leaf_is_valued:
            self.go_to(self.at - 1)

    @property
    def _leaf_is_valued(self) -> bool:
        """Tell whether the step shown is the valuing of a leaf, which is left next."""
        return self.step is not None and self.step.kind == LEAF

    def next_cut(self) -> bool:
        """Go to the next cut, if there is one."""
        return self._go_behind(self.cuts)

    def next_change_of_mind(self) -> bool:
        """Go to where the root's best move changes next, if it does."""
        return self._go_behind(self.changes_of_mind)

    def _go_behind(self, places: list[int]) -> bool:
        following = bisect_left(places, self.at)
        if following == len(places):
            return False
        self.go_to(places[following] + 1)
        return True

    def moment_of(self, node: int) -> int:
        """Return when a node is worth going to: when it is cut, or else left, for the first time.

        It is the last such moment that is over, if there is one.
        """
        steps = self.recording.steps
        moments = [
            index
            for index in self._by_node[node]
            if steps[index].kind == CUT
            or (steps[index].kind == LEAVE and steps[index - 1].kind != CUT)
        ]
        over = [index for index in moments if index < self.at]
        return (over[-1] if over else moments[0]) + 1

    # -- what is known of a node

    def entered(self, node: int, at: int | None = None) -> int | None:
        """Return the index of the step that entered a node last; None before that."""
        own = self._by_node[node]
        steps = self.recording.steps
        for i in range(bisect_left(own, self.at if at is None else at) - 1, -1, -1):
            if steps[own[i]].kind == ENTER:
                return own[i]
        return None

    def seen(self, node: int, at: int | None = None) -> Seen:
        """Return what is known of a node after ``at`` steps of the recording (default: now)."""
        moment = self.at if at is None else at
        enter = self.entered(node, moment)
        if enter is None:
            return self._unseen(node, moment)
        steps = self.recording.steps
        own = self._by_node[node]
        first, last = bisect_left(own, enter), bisect_left(own, moment)
        phase, value, best, cut, cut_after = Phase.OPEN, None, None, None, None
        alpha, beta = steps[enter].alpha, steps[enter].beta
        leaf = False
        for index in own[first:last]:
            step = steps[index]
            if step.kind in (BETTER, CUT):
                value, alpha, beta = step.value, step.alpha, step.beta
                if step.kind == BETTER:
                    best = step.move_index
                else:
                    cut, cut_after = index, step.move_index
            elif step.kind in (LEAF, LEAVE):
                value = step.value
                leaf = leaf or step.kind == LEAF
                if step.kind == LEAVE:
                    phase = Phase.DONE
        bound = Bound.EXACT
        if phase is Phase.DONE and not leaf and value is not None:
            bound = _bound(value, steps[enter])
            if bound is not Bound.EXACT and self._met_before(own[:first], value, bound):
                bound = Bound.EXACT
        return Seen(phase, value, bound, alpha, beta, best, cut, cut_after, leaf)

    def _met_before(self, earlier: list[int], value: int, bound: Bound) -> bool:
        """Tell whether an earlier visit has found the value as the bound on the other side."""
        steps = self.recording.steps
        entered: Step | None = None
        for index in earlier:
            if steps[index].kind == ENTER:
                entered = steps[index]
            elif steps[index].kind == LEAVE and steps[index].value == value:
                assert entered is not None, "a node is entered before it is left"
                if _bound(value, entered) is not bound:
                    return True
        return False

    def _unseen(self, node: int, moment: int) -> Seen:
        """Return whether a node that was not entered was cut off or is still to come."""
        parent = self.recording.nodes[node].parent
        if parent is None:
            return _WAITING
        above = self.seen(parent, moment)
        return _CUT_OFF if above.cut is not None or above.phase is Phase.DONE else _WAITING


def _bound(value: int, enter: Step) -> Bound:
    if enter.alpha is not None and value <= enter.alpha:
        return Bound.AT_MOST
    if enter.beta is not None and value >= enter.beta:
        return Bound.AT_LEAST
    return Bound.EXACT


def _changes_of_mind(recording: Recording) -> list[int]:
    """Return the indices of the steps in which the root's best move becomes another one."""
    places, best = [], None
    for index, step in enumerate(recording.steps):
        if step.node == ROOT and step.kind == BETTER:
            if best is not None and step.move_index != best:
                places.append(index)
            best = step.move_index
    return places
