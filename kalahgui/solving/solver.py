"""The exact value of a position, played to the last stone or disc.

It is found by iterative deepening, or by null windows beside a guess, each of which proves a bound.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from kalahgui.core import COMPILED
from kalahgui.core.prover import Prover, busy_list
from kalahgui.core.search import MAX_DEPTH, Finding, Search, StopWord
from kalahgui.core.table import Table, table_for
from kalahgui.engine.interrupt import raise_after
from kalahgui.engine.parallel_search import SharedQuestion, SharedSearch
from kalahgui.engine.starts import KnownStart
from kalahgui.games.game import Position
from kalahgui.solving.checkpoint import Checkpoint
from kalahgui.solving.solution_steps import Bounds, Proof, Solving, SolvingReport
from kalahgui.solving.solving_memory import table_bits

# With so few turns left a deepening search reaches the end in a moment.
_FEW_TURNS = 12


class Deepening(Solving):
    """Solves by null windows, after a search to half the length of the game, or a selective one."""

    def find_value(self) -> None:
        self._settle(self.position, self.known.bounds, self.known.take)

    def lengthen_line(self) -> None:
        here = self.position.copy()
        for move in self.known.line:
            here.play(move)
        while not here.over and not self.stop.raised:
            findings: list[Finding] = []
            self._settle(here, Bounds(*here.bounds()), findings.append)
            if not findings or not findings[-1].exact:
                break
            for move in findings[-1].line:
                self.known.line.append(move)
                here.play(move)

    def find_bounds(self, child: Position, bounds: Bounds) -> None:
        self._settle(child, bounds, lambda finding: None)

    def _settle(self, position: Position, bounds: Bounds, tell: Callable[[Finding], None]) -> None:
        """Narrow bounds until they meet or the stop word is raised; ``tell`` receives the findings.

        Where the game must end after a known number of turns, the value is only foreseen. Null
        windows to the end then prove it, and their table has the line.
        """
        last: list[Finding] = []

        def take(finding: Finding) -> None:
            last[:] = [finding]
            if finding.exact:
                bounds.raise_low(finding.value)
                bounds.lower_high(finding.value)
            tell(finding)

        turns = position.most_turns()
        short = turns <= _FEW_TURNS or turns > MAX_DEPTH
        self.shared.count_anew()
        self.shared.ask(_Depths(position, take, to_the_end=short))
        if bounds.meet or self.stop.raised or not last:
            return
        self.shared.ask(Proof(position, bounds, last[0].value))
        if bounds.meet:
            guess = last[0]._replace(depth=turns, value=bounds.low, exact=True)
            tell(self._with_line(position, guess))

    def _with_line(self, position: Position, proven: Finding) -> Finding:
        """Return a proven finding with its line; with none if the stop word is raised meanwhile."""
        search, value = self.shared.searches[0], proven.value
        search.stop = self.stop
        answer = search.value(position, proven.depth, value - 1, value + 1)
        if answer is None:
            return proven._replace(line=[])
        return proven._replace(line=search.line, nodes=search.nodes)


class _Depths(SharedQuestion[Search]):
    """The same iterative deepening on every thread.

    A finding counts if it is deeper than those before, or exact, which ends the question. By the
    shared table a thread may prove a value at a depth at which another one only estimates. Nodes
    are those of the thread that has found it.
    """

    def __init__(
        self, position: Position, tell: Callable[[Finding], None], to_the_end: bool
    ) -> None:
        super().__init__()
        self._position = position
        self._tell = tell
        self._to_the_end = to_the_end
        self._depth = 0
        self._exact = False

    def answer(self, search: Search) -> None:
        """Deepen until a finding is exact, or foretell the value."""
        with self.lock:
            self.give_word(search)
        steps = search.deepen if self._to_the_end else search.foresee
        for finding in steps(self._position):
            with self.lock:
                if not self._exact and (finding.exact or finding.depth > self._depth):
                    self._depth = finding.depth
                    self._exact = finding.exact
                    self._tell(finding)


GUESS_BITS = 20 if COMPILED else 14
GUESS_DEPTH = 10


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
        self._inform = inform
        self._guess_until = guess_until

    def find_value(self) -> None:
        known = self.known
        if known.depth < GUESS_DEPTH:
            search = Search(table_for(self.position, GUESS_BITS), self.stop)
            for finding in search.deepen(self.position):
                known.take(finding)
                self.searched = finding.nodes
                self.look()
                if finding.depth >= GUESS_DEPTH and time.monotonic() >= self._guess_until:
                    break
        self._settle(self.position, known.bounds, known.value)

    def lengthen_line(self) -> None:
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
        value = 0
        search = Search(table_for(child, GUESS_BITS), self.stop)
        for finding in search.deepen(child, GUESS_DEPTH):
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
            self.shared.ask(Proof(self._inform(position), bounds, guess))

    def _reaches(self, position: Position, value: int) -> bool | None:
        """Return whether a position is worth at least ``value``; None after a stop."""
        bounds = Bounds(value - 1, value)
        self._settle(position, bounds, value)
        return bounds.low >= value if bounds.meet else None

    def _keeping(self, position: Position, value: int) -> int | None:
        """Return a move that keeps a position's exact value; None after a stop."""
        remembered = self.shared.searches[0].remembered(position)
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


_GUESS_SHARE = 0.1  # of a limited time


@dataclass
class Solution:
    """The result of solving a position, seen by the side to move.

    ``bounds`` are the proven bounds of the value. ``nodes`` are those of the search for the value,
    without those for the line and the moves. ``move_bounds`` are the lowest and the highest value
    that each move can have. With a checkpoint, nodes and seconds are those of all runs,
    ``nodes_before`` those of the earlier ones;
    ``not_kept`` says why its file is incomplete, and is empty otherwise.
    """

    value: int
    exact: bool
    bounds: tuple[int, int]
    line: list[int] = field(default_factory=list)
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    move_bounds: dict[int, tuple[int, int]] = field(default_factory=dict)
    not_kept: str = ""
    nodes_before: int = 0

    @classmethod
    def of(cls, known: KnownStart) -> Self:
        """Return what is known of a start as the result of a search."""
        bounds, line, moves = (known.value,) * 2, [*known.line], {**known.moves}
        return cls(known.value, True, bounds, line, known.nodes, known.depth, known.seconds, moves)

    @property
    def moves(self) -> dict[int, int | None]:
        """Return the values of moves; None for one whose value is not proven."""
        pairs = self.move_bounds.items()
        return {move: low if low == high else None for move, (low, high) in pairs}


def solve(
    position: Position,
    stop: StopWord,
    seconds: float | None = None,
    with_moves: bool = False,
    watch: Callable[[SolvingReport], None] = lambda report: None,
    threads: int = 1,
    resume: Path | None = None,
    inform: Callable[[Position], Position] = lambda position: position,
    proving: type[Proving] = Proving,
) -> Solution:
    """Search until the value is exact, ``seconds`` have passed or ``stop`` is raised.

    Where every move narrows the bounds of a value, null windows prove it. Elsewhere iterative
    deepening comes first, half as far as a game can last where that is known. ``resume`` is a file
    to go on from, or to begin; Checkpoint says what that raises. ``inform`` returns a position with
    its endgame database; it is called for every position that is not easily guessed. ``proving`` is
    how null windows are asked. The interpreted core searches on one thread.
    """
    begin = time.monotonic()
    position = position.to_the_end()
    if position.over:
        final = position.final()
        return Solution(final, True, (final, final))
    with ExitStack() as stack:
        if seconds is not None:
            stack.callback(raise_after(seconds, stop).cancel)
        bits = table_bits(position)
        checkpoint = None
        if resume is not None:
            checkpoint = stack.enter_context(Checkpoint(resume, position, bits))
            bits = checkpoint.bits
        table = table_for(position, bits)
        if checkpoint is not None:
            checkpoint.fill(table.memory)
        threads = threads if COMPILED else 1
        solving: Solving
        if position.proved_by_windows():
            provers = stack.enter_context(SharedSearch(prover_pool(table, threads), stop))
            until = begin + _GUESS_SHARE * (seconds or 0.0)
            solving = proving(position, provers, stop, watch, checkpoint, inform, until)
        else:
            searches = [Search(table) for _ in range(threads)]
            shared = stack.enter_context(SharedSearch(searches, stop))
            solving = Deepening(position, shared, stop, watch, checkpoint)
        solving.run(with_moves)
        solution = _solution(solving, with_moves)
        if checkpoint is not None:
            solution.not_kept = checkpoint.not_kept
        return solution


def _solution(solving: Solving, with_moves: bool) -> Solution:
    known = solving.known
    moves = solving.position.moves() if with_moves else []
    return Solution(
        known.bounds.nearest(known.value),
        known.bounds.meet,
        known.bounds.pair,
        known.line if known.bounds.meet else known.guess,
        solving.nodes,
        known.depth,
        solving.seconds,
        {move: solving.bounds_of(move) for move in moves},
        nodes_before=solving.nodes_before,
    )
