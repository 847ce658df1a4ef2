"""The exact value of a position, played to the last stone or disc."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from kalahgui.core import COMPILED
from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import table_for
from kalahgui.engine.checkpoint import Checkpoint
from kalahgui.engine.deepening import Deepening
from kalahgui.engine.limit import raise_after
from kalahgui.engine.proving import Proving, prover_pool
from kalahgui.engine.shared_search import SharedSearch
from kalahgui.engine.solving import Solving, SolvingReport
from kalahgui.engine.solving_memory import table_bits
from kalahgui.games.game import Position

_GUESS_SHARE = 0.1  # of a limited time


@dataclass
class Solution:
    """The result of solving a position, seen by the side to move.

    ``bounds`` are the proven bounds of the value. ``nodes`` are those of the search for the value,
    without those for the line and the moves. A move whose value is not proven has none in
    ``moves``. With a checkpoint, nodes and seconds are those of all runs; ``not_kept`` says why its
    file is incomplete, and is empty otherwise.
    """

    value: int
    exact: bool
    bounds: tuple[int, int]
    line: list[int] = field(default_factory=list)
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    moves: dict[int, int | None] = field(default_factory=dict)
    not_kept: str = ""


def solve(
    position: Position,
    stop: StopWord,
    seconds: float | None = None,
    with_moves: bool = False,
    watch: Callable[[SolvingReport], None] = lambda report: None,
    threads: int = 1,
    resume: Path | None = None,
    inform: Callable[[Position], Position] = lambda position: position,
) -> Solution:
    """Search until the value is exact, ``seconds`` have passed or ``stop`` is raised.

    Where every move narrows the bounds of a value, null windows prove it. Elsewhere iterative
    deepening comes first, half as far as a game can last where that is known. ``resume`` is a file
    to go on from, or to begin; Checkpoint says what that raises. ``inform`` returns a position with
    its endgame database; it is called for every position that is not easily guessed. The
    interpreted core searches on one thread.
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
            solving = Proving(position, provers, stop, watch, checkpoint, inform, until)
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
        {move: solving.value_of(move) for move in moves},
    )
