"""The smallest part of a game tree that could prove the root's value.

To prove that the root is worth v takes one child of value v in full, and for every other child a
proof that it is no better. Such a proof needs every move of the one side and a single move of the
other, the cheapest that will do. No search that remembers nothing gets by with less, in whatever
order it tries the moves: what it has looked at proves the value, so it contains such a tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic

from kalahgui.core.search import StopWord
from kalahgui.theatre.order import TooMuch
from kalahgui.theatre.recording import Stopped
from kalahgui.theatre.subject import State, Subject

MOST_POSITIONS = 150_000


class TooManyPositions(TooMuch):
    """A tree too large for its smallest proof to be found."""


@dataclass(frozen=True)
class SmallestTree:
    """The value of a root, and the fewest nodes and the fewest evaluations that prove it.

    Each of the two is the least by itself: now and then a proof with a node more does with an
    evaluation less.
    """

    value: int
    nodes: int
    evaluations: int


def smallest_tree(
    subject: Subject[State], depth: int, stop: StopWord | None = None, most: int = MOST_POSITIONS
) -> SmallestTree:
    """Return how small a proof of the root's value can be, ``depth`` changes of side deep.

    TooManyPositions says in one sentence that more than ``most`` positions would have to be looked
    at. Stopped is raised once the stop word is.
    """
    positions = _InnerPositions(subject, StopWord() if stop is None else stop, most)
    try:
        root = positions.at(subject.root, depth, True)
        value = positions.value(root, -_BEYOND, _BEYOND)
        cost = _Proofs(positions, value).exact(root)
    finally:
        positions.forget()
    assert cost is not None, "a true value can be proved"
    return SmallestTree(value, *cost)


_BEYOND = 1 << 30


@dataclass(slots=True, eq=False)
class _InnerPosition(Generic[State]):
    """A position that is no leaf, with ``turns`` changes of side to go.

    ``maximises`` tells that the root's player moves.
    """

    state: State
    turns: int
    maximises: bool
    moves: Sequence[int]
    children: tuple[_InnerPosition[State] | int, ...] = ()


class _InnerPositions(Generic[State]):
    """The positions that were looked at, each once for every number of turns to go.

    No position knows them, so none waits for a collection of garbage.
    """

    def __init__(self, subject: Subject[State], stop: StopWord, most: int) -> None:
        self._subject = subject
        self._stop = stop
        self._most = most
        self._known: dict[tuple[State, int, bool], _InnerPosition[State]] = {}

    def at(self, state: State, turns: int, maximises: bool) -> _InnerPosition[State] | int:
        """Return a position with so many changes of side to go; of a leaf, its worth.

        The same position is the same object every time. A worth is the root's player's.
        """
        moves = self._subject.moves(state) if turns else ()
        if not moves:
            worth = self._subject.worth(state)
            return worth if maximises else -worth
        key = (state, turns, maximises)
        position = self._known.get(key)
        if position is None:
            if self._stop.raised:
                raise Stopped
            if len(self._known) == self._most:
                raise TooManyPositions("refused_many_positions", most=self._most)
            position = self._known[key] = _InnerPosition(*key, moves)
        return position

    def children(self, position: _InnerPosition[State]) -> tuple[_InnerPosition[State] | int, ...]:
        """Return what the moves lead to: a position, or what a leaf is worth.

        They are worked out when they are first asked for.
        """
        if not position.children:
            played = (self._subject.play(position.state, move) for move in position.moves)
            position.children = tuple(
                self.at(child, position.turns, position.maximises)
                if again
                else self.at(child, position.turns - 1, not position.maximises)
                for child, again in played
            )
        return position.children

    def forget(self) -> None:
        """Let go of all positions, one after the other.

        All at once would hold the interpreter's lock for a tenth of a second.
        """
        for position in self._known.values():
            position.children = ()
        while self._known:
            self._known.popitem()

    def value(self, position: _InnerPosition[State] | int, alpha: int, beta: int) -> int:
        """Return a position's value for the root's player; outside the window, a bound."""
        if isinstance(position, int):
            return position
        best = -_BEYOND if position.maximises else _BEYOND
        for child in self.children(position):
            value = self.value(child, alpha, beta)
            if position.maximises:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best


# Nodes and evaluations of the cheapest proof of a claim; None for a claim that is false.
_Cost = tuple[int, int] | None
_LEAF = (1, 1)


class _Proofs(Generic[State]):
    """The cheapest proofs of claims about one value, each worked out once."""

    def __init__(self, positions: _InnerPositions[State], value: int) -> None:
        self._positions = positions
        self._value = value
        self._exact: dict[_InnerPosition[State], _Cost] = {}
        self._bounded: dict[tuple[_InnerPosition[State], bool], _Cost] = {}

    def exact(self, position: _InnerPosition[State] | int) -> _Cost:
        """Return what it takes to prove that a position is worth the value."""
        if isinstance(position, int):
            return _LEAF if position == self._value else None
        if position not in self._exact:
            self._exact[position] = self._prove_exact(position)
        return self._exact[position]

    def _prove_exact(self, position: _InnerPosition[State]) -> _Cost:
        no_better = [
            self.bounded(child, not position.maximises)
            for child in self._positions.children(position)
        ]
        whole = _all_of(no_better)
        if whole is None:
            return None
        return _least(
            (whole[0] - cost[0] + full[0], whole[1] - cost[1] + full[1])
            for child, cost in zip(self._positions.children(position), no_better, strict=True)
            if cost is not None and (full := self.exact(child)) is not None
        )

    def bounded(self, position: _InnerPosition[State] | int, above: bool) -> _Cost:
        """Return the cost of proving that a position is worth no more than the value.

        With ``above`` it is that it is worth no less.
        """
        if isinstance(position, int):
            return (
                _LEAF if (position >= self._value if above else position <= self._value) else None
            )
        if (position, above) not in self._bounded:
            costs = (self.bounded(child, above) for child in self._positions.children(position))
            combine = _one_of if position.maximises == above else _all_of
            self._bounded[position, above] = combine(costs)
        return self._bounded[position, above]


def _all_of(costs: Iterable[_Cost]) -> _Cost:
    """Return the cost of a node that needs all of its moves."""
    nodes, evaluations = 1, 0
    for cost in costs:
        if cost is None:
            return None
        nodes, evaluations = nodes + cost[0], evaluations + cost[1]
    return nodes, evaluations


def _one_of(costs: Iterable[_Cost]) -> _Cost:
    """Return the cost of a node that needs one of its moves, the cheapest."""
    cheapest = _least(costs)
    return None if cheapest is None else (1 + cheapest[0], cheapest[1])


def _least(costs: Iterable[_Cost]) -> _Cost:
    known = [cost for cost in costs if cost is not None]
    if not known:
        return None
    return min(nodes for nodes, _ in known), min(evaluations for _, evaluations in known)
