"""The exact value of a position, played to the last stone or disc."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kalahgui.core import COMPILED
from kalahgui.core.search import Finding, Search, StopWord
from kalahgui.core.table import table_for
from kalahgui.engine.limit import raise_after
from kalahgui.games.game import Position

TABLE_BITS = 23 if COMPILED else 16


@dataclass
class Solution:
    """What is known of a position, seen by the side to move; a move not settled has no value."""

    value: int
    exact: bool
    line: list[int] = field(default_factory=list)
    nodes: int = 0
    depth: int = 0
    moves: dict[int, int | None] = field(default_factory=dict)


def solve(
    position: Position,
    stop: StopWord,
    seconds: float | None = None,
    with_moves: bool = False,
    watch: Callable[[Finding], None] = lambda finding: None,
) -> Solution:
    """Search deeper and deeper until the value is exact, time is up or ``stop`` is raised."""
    position = position.to_the_end()
    if position.over:
        return Solution(position.final(), True)
    timer = None if seconds is None else raise_after(seconds, stop)
    try:
        return _solve(position, stop, with_moves, watch)
    finally:
        if timer is not None:
            timer.cancel()


def _solve(
    position: Position, stop: StopWord, with_moves: bool, watch: Callable[[Finding], None]
) -> Solution:
    search = Search(table_for(position, TABLE_BITS), stop)
    finding = Finding(0, 0, [], 0, False)
    for finding in search.deepen(position):
        watch(finding)
    solution = Solution(finding.value, finding.exact, finding.line, finding.nodes, finding.depth)
    if finding.exact:
        solution.line = complete_line(position, finding.line, search, lambda: not stop.raised)
    if with_moves:
        for move in position.moves():
            solution.moves[move] = _exact_value(position, move, search)
    return solution


def _exact_value(position: Position, move: int, search: Search) -> int | None:
    """Return the value of a move; None when the search is stopped before it is settled."""
    child = position.copy()
    sign = 1 if child.play(move) else -1
    if child.over:
        return sign * int(child.final())
    *_, finding = search.deepen(child)
    return sign * int(finding.value) if finding.exact else None


def complete_line(
    position: Position, line: Sequence[int], search: Search, go_on: Callable[[], bool]
) -> list[int]:
    """Extend an exact line to the end of the game, as long as ``go_on`` says so."""
    here = position.copy()
    whole = list(line)
    for move in whole:
        here.play(move)
    while not here.over and go_on():
        findings = list(search.deepen(here))
        if not findings or not findings[-1].exact:
            break
        for move in findings[-1].line:
            whole.append(move)
            here.play(move)
    return whole
