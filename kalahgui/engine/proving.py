"""Solving by null windows beside a guess, each of which proves a bound."""

from __future__ import annotations

import time
from collections.abc import Callable

from kalahgui.core import COMPILED
from kalahgui.core.prover import Prover, busy_list
from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import Table, table_for
from kalahgui.engine.checkpoint import Checkpoint
from kalahgui.engine.proof import Bounds, Proof
from kalahgui.engine.shared_search import SharedSearch
from kalahgui.engine.solving import Solving, SolvingReport
from kalahgui.games.game import Position

_GUESS_BITS = 20 if COMPILED else 14
_GUESS_DEPTH = 10


class Proving(Solving):
    """Solves by null windows to the end of the game, beginning beside a guess."""

    def __init__(
        self,
        position: Position,
        shared: SharedSearch[Prover],
        stop: StopWord,
        watch: Callable[[SolvingReport], None],
        checkpoint: Checkpoint | None,
        inform: Callable[[Position], Position],
        guess_until: float,
    ) -> None:
        """Set up.

        ``inform`` returns a position with its endgame database. The guess deepens until
        ``guess_until`` (a moment of ``time.monotonic``), since without a proof it is the answer.
        """
        super().__init__(position, shared, stop, watch, checkpoint)
        self._provers = shared
        self._inform = inform
        self._guess_until = guess_until

    def find_value(self) -> None:
        """Narrow the bounds of the value until they meet or the stop word is raised."""
        known = self.known
        if known.depth < _GUESS_DEPTH:
            search = Search(table_for(self.position, _GUESS_BITS), self.stop)
            for finding in search.deepen(self.position):
                known.take(finding)
                self.searched = finding.nodes
                self.look()
                if finding.depth >= _GUESS_DEPTH and time.monotonic() >= self._guess_until:
                    break
        self._settle(self.position, known.bounds, known.value)

    def lengthen_line(self) -> None:
        """Lengthen the proven line to the end of the game, or until the stop word is raised."""
        here = self.position.copy()
        value = self.known.bounds.low
        turns = 0
        for move in self.known.line:
            value, turns = _played(here, move, value, turns)
        while not here.over:
            kept = self._keeping(here, value)
            if kept is None:
                break
            self.known.line.append(kept)
            value, turns = _played(here, kept, value, turns)
        self.known.depth = max(self.known.depth, turns)

    def find_bounds(self, child: Position, bounds: Bounds) -> None:
        """Narrow the bounds of a position after a move."""
        value = 0
        search = Search(table_for(child, _GUESS_BITS), self.stop)
        for finding in search.deepen(child, _GUESS_DEPTH):
            value = finding.value
            if finding.exact:
                bounds.raise_low(value)
                bounds.lower_high(value)
        self._settle(child, bounds, value)

    def _settle(self, position: Position, bounds: Bounds, guess: int) -> None:
        """Narrow the bounds of a position's value until they meet or the stop word is raised.

        ``guess`` is the expected value; the null windows beside it come first.
        """
        if not bounds.meet:
            self._provers.ask(Proof(self._inform(position), bounds, guess))

    def _reaches(self, position: Position, value: int) -> bool | None:
        """Return whether a position is worth at least ``value``; None after a stop."""
        bounds = Bounds(value - 1, value)
        self._settle(position, bounds, value)
        return bounds.low >= value if bounds.meet else None

    def _keeping(self, position: Position, value: int) -> int | None:
        """Return a move that keeps a position's exact value; None after a stop."""
        remembered = self._provers.searches[0].remembered(position)
        moves = sorted(position.moves(), key=position.priority, reverse=True)
        moves.sort(key=lambda move: move != remembered)
        for move in moves[:-1]:
            keeps = self._keeps(position, move, value)
            if keeps is None:
                return None
            if keeps:
                return move
        return moves[-1]

    def _keeps(self, position: Position, move: int, value: int) -> bool | None:
        """Return whether a move keeps the value of its position; None after a stop."""
        child = position.copy()
        again = child.play(move)
        if child.over:
            return (1 if again else -1) * child.final() == value
        if again:
            return self._reaches(child, value)
        better = self._reaches(child, 1 - value)
        return None if better is None else not better


def prover_pool(table: Table, threads: int) -> list[Prover]:
    """Return provers that share a table."""
    if threads == 1:
        return [Prover(table)]
    busy = busy_list()
    return [Prover(table, busy=busy) for _ in range(threads)]


def _played(position: Position, move: int, value: int, turns: int) -> tuple[int, int]:
    """Play a move; return the value for the side that moves then, and the turns so far."""
    again = position.play(move)
    return (value, turns) if again else (-value, turns + 1)
