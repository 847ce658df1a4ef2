"""How fast this machine is, and a count of nodes that tells one search from another."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from kalahgui.core import COMPILED, REASON
from kalahgui.core.search import Finding, Search
from kalahgui.core.table import table_for
from kalahgui.core.textbook import ALGORITHMS, MAX_DEPTH, Textbook
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.solver import solve
from kalahgui.engine.solving_endgame import machine_endgame
from kalahgui.games import GAMES, game_and_variant
from kalahgui.games.game import Position
from kalahgui.research import depth_bench, yardsticks
from kalahgui.research.core_ratio import compiled_to_interpreted

SIGNATURE_DEPTH = 7
SIGNATURE_PLIES = 6
_SIGNATURE_BITS = 14

# A board and a depth; the other games are searched on their usual board.
_SEARCHED = {
    "kalah": ("kalah:6x6", 11 if COMPILED else 5),
    "reversi": ("reversi:8x8", 9 if COMPILED else 4),
}
_USUAL_DEPTH = 9 if COMPILED else 6
_SHORTEST = 0.5 if COMPILED else 0.0  # seconds; a search that ends sooner is repeated
COMPARED = ("kalah:6x6", 7 if COMPILED else 4)
_SOLVED = ("kalah:4x1", "kalah:6x1", "kalah:6x2", "kalah:6x3") if COMPILED else ("kalah:4x1",)
_SOLVED_LONG = tuple(("kalah:6x4", rules) for rules in ((), ("empty-capture",))) if COMPILED else ()
_LONGEST_SOLVING = 300.0  # seconds
_TO_THE_END = "kalah:4x1"
_TABLE_BITS = 22 if COMPILED else 16


def steps(long: bool) -> tuple[str, ...]:
    """Return the steps of a measurement in the order in which they begin."""
    return (
        *(f"speed {key}" for key in GAMES),
        "leaves",
        *(f"depth {evaluation}" for evaluation in depth_bench.evaluations()),
        *(f"seconds {evaluation}" for evaluation in depth_bench.evaluations()),
        "algorithms",
        *(_solving(*what) for what in _to_solve(long)),
        "both cores",
        *(f"signature {key}" for key in GAMES),
    )


def measure(
    interrupt: Interrupt, begin: Callable[[str], None] = lambda step: None, long: bool = False
) -> dict[str, Any]:
    """Measure everything, narration each of the steps as it begins; of no use when interrupted.

    Less than a minute, unless a ``long`` measurement is asked for.
    """
    speeds = []
    for key in GAMES:
        begin(f"speed {key}")
        usual = (f"{key}:{GAMES[key].variant}", _USUAL_DEPTH)
        speeds.append(_speed(*_SEARCHED.get(key, usual), interrupt))
    begin("leaves")
    leaves = depth_bench.leaves(interrupt)
    times, reached = [], []
    for evaluation in depth_bench.evaluations():
        begin(f"depth {evaluation}")
        times.append(depth_bench.times(evaluation, interrupt))
    within = depth_bench.LONG if long else depth_bench.SHORT
    for evaluation in depth_bench.evaluations():
        begin(f"seconds {evaluation}")
        reached.append(depth_bench.reached(evaluation, within, interrupt))
    searching = yardsticks.memory()
    begin("algorithms")
    algorithms = _algorithms(interrupt)
    solved = []
    for board, rules in _to_solve(long):
        begin(_solving(board, rules))
        solved.append(_solve(board, rules, interrupt))
    begin("both cores")
    cores = None if interrupt.raised else compiled_to_interpreted()
    signatures = {}
    for key in GAMES:
        begin(f"signature {key}")
        signatures[key] = signature(key)
    return {
        "core": "compiled" if COMPILED else "interpreted",
        "reason": REASON,
        "search": speeds[0],
        "speeds": speeds,
        "algorithms": algorithms,
        "solve": solved,
        "signatures": signatures,
        "signature": sum(signatures.values()),
        "leaves": leaves,
        "depths": times,
        "reached": reached,
        "cores": cores,
        "memory": {"searching": searching, "at_the_end": yardsticks.memory()},
    }


def signature(key: str) -> int:
    """Count the nodes of searches over fixed positions of a game, each with a new table."""
    game = GAMES[key]
    nodes = 0
    for variant in game.variants:
        position = game.start(variant).to_the_end()
        nodes += _nodes(position)
        for ply in range(SIGNATURE_PLIES):
            if position.over:
                break
            moves = position.moves()
            position.play(moves[(7 * ply + 3) % len(moves)])
        nodes += _nodes(position)
    return nodes


def _nodes(position: Position) -> int:
    nodes = 0
    for finding in Search(table_for(position, _SIGNATURE_BITS)).deepen(position, SIGNATURE_DEPTH):
        nodes = finding.nodes
    return nodes


def _start(board: str) -> Position:
    game, variant = game_and_variant(board)
    return game.start(variant).to_the_end()


def _deepen(position: Position, depth: int, interrupt: Interrupt) -> tuple[Finding, float]:
    """Search a position with a new table; return the last finding and the seconds it took."""
    search = Search(table_for(position, _TABLE_BITS), interrupt.word())
    begin = time.perf_counter()
    *_, finding = search.deepen(position, depth)
    return finding, time.perf_counter() - begin


def _speed(board: str, depth: int, interrupt: Interrupt) -> dict[str, Any]:
    nodes, seconds = 0, 0.0
    while seconds == 0.0 or (seconds < _SHORTEST and not interrupt.raised):
        finding, more = _deepen(_start(board), depth, interrupt)
        nodes += finding.nodes
        seconds += more
    return {
        "board": board,
        "depth": depth,
        "nodes": finding.nodes,
        "seconds": round(seconds, 4),
        "nodes_per_second": round(nodes / seconds),
    }


def _algorithms(interrupt: Interrupt) -> list[dict[str, Any]]:
    """Search one position by every textbook algorithm, minimax first."""
    board, depth = COMPARED
    game, variant = game_and_variant(board)
    rows: list[dict[str, Any]] = []
    for algorithm in ALGORITHMS:
        book = Textbook(algorithm, stop=interrupt.word())
        begin = time.perf_counter()
        value = book.run(game.start(variant), depth)
        seconds = time.perf_counter() - begin
        minimax = rows[0]["evaluations"] if rows else book.evaluations
        rows.append(
            {
                "algorithm": algorithm,
                "board": board,
                "depth": depth,
                "value": value,
                "nodes": book.nodes,
                "evaluations": book.evaluations,
                "seconds": round(seconds, 4),
                "nodes_per_second": round(book.nodes / seconds),
                "ratio": round(book.evaluations / minimax, 5),
            }
        )
    return rows


def _to_solve(long: bool) -> list[tuple[str, tuple[str, ...]]]:
    """Return the boards that are solved, each with its rules."""
    return [*((board, ()) for board in _SOLVED), *(_SOLVED_LONG if long else ())]


def _solving(board: str, rules: tuple[str, ...]) -> str:
    return " ".join(("solve", board, *rules))


def _solve(board: str, rules: tuple[str, ...], interrupt: Interrupt) -> dict[str, Any]:
    """Solve a board on one thread; where minimax reaches every end, compare with its nodes."""
    game, variant = game_and_variant(board)
    stop = interrupt.word()
    endgame = machine_endgame(stop, 1, _LONGEST_SOLVING)
    begin = time.perf_counter()
    start = game.start(variant, rules)
    solution = solve(start, stop, _LONGEST_SOLVING, inform=endgame.inform)
    seconds = time.perf_counter() - begin
    minimax = None
    if board == _TO_THE_END:
        book = Textbook("minimax", stop=interrupt.word())
        book.run(_start(board), MAX_DEPTH)
        minimax = book.nodes
    return {
        "board": board,
        "rules": list(rules),
        "value": solution.value,
        "exact": solution.exact,
        "nodes": solution.nodes,
        "seconds": round(seconds, 4),
        "minimax_nodes": minimax,
        "ratio": None if minimax is None else round(solution.nodes / minimax, 5),
    }
