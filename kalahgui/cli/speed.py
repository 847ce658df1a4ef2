"""The speed of this machine, and a count of nodes as the signature of the search."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import kalahgui
from kalahgui.cli import yardsticks
from kalahgui.cli.yardsticks import BOARD, POSITIONS, position_of
from kalahgui.core import CAUSE, COMPILED
from kalahgui.core.search import Finding, Search, StopWord
from kalahgui.core.table import table_for
from kalahgui.core.textbook import ALGORITHMS, MAX_DEPTH, Textbook
from kalahgui.engine.interrupt import Interrupt
from kalahgui.games import GAMES, game_and_variant
from kalahgui.games.game import Position
from kalahgui.games.limit import HANDMADE
from kalahgui.solving.solver import solve
from kalahgui.solving.solving_memory import machine_endgame

SIGNATURE_DEPTH = 7
SIGNATURE_PLIES = 6
_SIGNATURE_BITS = 14

# A board and a depth; the other games are searched on their usual board.
SEARCHED = {
    "kalah": ("kalah:6x6", 11 if COMPILED else 5),
    "reversi": ("reversi:8x8", 9 if COMPILED else 4),
}
USUAL_DEPTH = 9 if COMPILED else 6
SHORTEST = 0.5 if COMPILED else 0.0  # seconds; a search that ends sooner is repeated
COMPARED = ("kalah:6x6", 7 if COMPILED else 4)
SOLVED = ("kalah:4x1", "kalah:6x1", "kalah:6x2", "kalah:6x3") if COMPILED else ("kalah:4x1",)
SOLVED_LONG = tuple(("kalah:6x4", rules) for rules in ((), ("empty-capture",))) if COMPILED else ()
_LONGEST_SOLVING = 300.0  # seconds
_TO_THE_END = "kalah:4x1"

# The six positions of Kalah: the depth to reach, and the seconds after which it is noted.
DEPTH = 12 if COMPILED else 5
BITS = 22 if COMPILED else 16
SHORT, LONG = (1.0,), (1.0, 10.0)  # seconds
# A board, and the depth in moves at which leaves are counted.
LEAVES = (
    (("kalah:6x6", 10), ("reversi:8x8", 9), ("tictactoe:3x3", 9), ("eight:8", 9))
    if COMPILED
    else (("kalah:6x6", 5), ("reversi:8x8", 5), ("tictactoe:3x3", 6), ("eight:8", 9))
)
_OWN = "own"

# Both cores are compared by searches and leaves so many turns and moves ahead.
CORE_DEPTHS = (6, 7)
_CORE_BITS = 16


def steps(long: bool) -> dict[str, Callable[[Interrupt], Any]]:
    """Return the steps of a measurement by their names, in order."""
    solved = [*((board, ()) for board in SOLVED), *(SOLVED_LONG if long else ())]
    within = LONG if long else SHORT
    return {
        **{f"speed {key}": partial(_speed, key) for key in GAMES},
        "leaves": _leaves,
        **{f"depth {name}": partial(_times, name) for name in _evaluations()},
        **{f"seconds {name}": partial(_reached, name, within) for name in _evaluations()},
        "algorithms": lambda interrupt: (yardsticks.memory(), _algorithms(interrupt)),
        **{
            " ".join(("solve", name, *rules)): partial(_solve, name, rules)
            for name, rules in solved
        },
        "both cores": both_cores,
        **{f"signature {key}": partial(signature, key) for key in GAMES},
    }


def measure(
    interrupt: Interrupt, begin: Callable[[str], None] = lambda step: None, long: bool = False
) -> dict[str, Any]:
    """Return all figures; ``begin`` is called with each step. Of no use when interrupted.

    It takes less than a minute, unless a ``long`` measurement is asked for.
    """
    results = {}
    for name, step in steps(long).items():
        begin(name)
        results[name] = step(interrupt)

    def of_kind(kind: str) -> list[Any]:
        return [figures for name, figures in results.items() if name.startswith(f"{kind} ")]

    searching, algorithms = results["algorithms"]
    signatures = dict(zip(GAMES, of_kind("signature"), strict=True))
    return {
        "core": "compiled" if COMPILED else "interpreted",
        "reason": CAUSE,
        "search": of_kind("speed")[0],
        "speeds": of_kind("speed"),
        "algorithms": algorithms,
        "solve": of_kind("solve"),
        "signatures": signatures,
        "signature": sum(signatures.values()),
        "leaves": results["leaves"],
        "depths": of_kind("depth"),
        "reached": of_kind("seconds"),
        "cores": results["both cores"],
        "memory": {"searching": searching, "at_the_end": yardsticks.memory()},
    }


def signature(key: str, interrupt: Interrupt | None = None) -> int:
    """Return the nodes of searches of a game's fixed positions, each with a new table."""
    game = GAMES[key]
    stop = StopWord() if interrupt is None else interrupt.word()
    nodes = 0
    for variant in game.variants:
        position = game.start(variant).to_the_end()
        nodes += _nodes(position, stop)
        for ply in range(SIGNATURE_PLIES):
            if position.over:
                break
            moves = position.moves()
            position.play(moves[(7 * ply + 3) % len(moves)])
        nodes += _nodes(position, stop)
    return nodes


def _nodes(position: Position, stop: StopWord) -> int:
    nodes = 0
    search = Search(table_for(position, _SIGNATURE_BITS), stop)
    for finding in search.deepen(position, SIGNATURE_DEPTH):
        nodes = finding.nodes
    return nodes


def _start(board: str) -> Position:
    game, variant = game_and_variant(board)
    return game.start(variant).to_the_end()


def _deepen(position: Position, depth: int, interrupt: Interrupt) -> tuple[Finding, float]:
    """Return the last finding of a search with a new table, and the seconds that it took."""
    search = Search(table_for(position, BITS), interrupt.word())
    begin = time.perf_counter()
    *_, finding = search.deepen(position, depth)
    return finding, time.perf_counter() - begin


def _speed(key: str, interrupt: Interrupt) -> dict[str, Any]:
    board, depth = SEARCHED.get(key, (f"{key}:{GAMES[key].variant}", USUAL_DEPTH))
    nodes, seconds = 0, 0.0
    while seconds == 0.0 or (seconds < SHORTEST and not interrupt.raised):
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


def both_cores(interrupt: Interrupt) -> dict[str, Any] | None:
    """Return the speeds of the compiled and the interpreted core; None where one is missing."""
    if interrupt.raised or not COMPILED or getattr(sys, "frozen", False):
        return None
    compiled, interpreted = (_core_elsewhere(pure) for pure in ("", "1"))
    if not (compiled and interpreted) or interpreted.pop("core") == compiled.pop("core"):
        return None
    ratios = {
        name: round(compiled[name] / interpreted[name], 1)
        for name in ("nodes_per_second", "leaves_per_second")
    }
    return {"compiled": compiled, "interpreted": interpreted, "ratios": ratios}


def _core_elsewhere(pure: str) -> dict[str, Any]:
    measuring = (
        "import json; from kalahgui.cli.speed import core_speed; "
        f"print(json.dumps(core_speed{CORE_DEPTHS}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", measuring],
        cwd=Path(kalahgui.__file__).parents[1],
        env=os.environ | {"KALAHGUI_PURE": pure},
        capture_output=True,
        check=False,
    )
    return {} if done.returncode else dict(json.loads(done.stdout))


def core_speed(depth: int, leaves_depth: int) -> dict[str, Any]:
    """Return the speed of this process's core: searches of six positions, and counting leaves."""
    searches = [
        yardsticks.time_to_depth(position_of(BOARD, text, HANDMADE), depth, _CORE_BITS)
        for text in POSITIONS
    ]
    leaves = yardsticks.leaf_rate(position_of(BOARD), leaves_depth)
    nodes = sum(search["nodes"] for search in searches)
    return {
        "core": "compiled" if COMPILED else "interpreted",
        "depth": depth,
        "nodes": nodes,
        "nodes_per_second": round(nodes / sum(row["processor_seconds"] for row in searches)),
        "leaves": leaves["leaves"],
        "leaves_per_second": round(leaves["leaves"] / leaves["processor_seconds"]),
    }


def _algorithms(interrupt: Interrupt) -> list[dict[str, Any]]:
    board, depth = COMPARED
    game, variant = game_and_variant(board)
    rows: list[dict[str, Any]] = []
    for algorithm in ALGORITHMS:
        textbook = Textbook(algorithm, stop=interrupt.word())
        begin = time.perf_counter()
        value = textbook.run(game.start(variant), depth)
        seconds = time.perf_counter() - begin
        minimax = rows[0]["evaluations"] if rows else textbook.evaluations
        rows.append(
            {
                "algorithm": algorithm,
                "board": board,
                "depth": depth,
                "value": value,
                "nodes": textbook.nodes,
                "evaluations": textbook.evaluations,
                "seconds": round(seconds, 4),
                "nodes_per_second": round(textbook.nodes / seconds),
                "ratio": round(textbook.evaluations / minimax, 5),
            }
        )
    return rows


def _solve(board: str, rules: tuple[str, ...], interrupt: Interrupt) -> dict[str, Any]:
    """Return the figures of solving a board on one thread, with minimax's nodes where it can."""
    game, variant = game_and_variant(board)
    stop = interrupt.word()
    endgame = machine_endgame(stop, 1, _LONGEST_SOLVING)
    begin = time.perf_counter()
    start = game.start(variant, rules)
    solution = solve(start, stop, _LONGEST_SOLVING, inform=endgame.inform)
    seconds = time.perf_counter() - begin
    minimax = None
    if board == _TO_THE_END:
        textbook = Textbook("minimax", stop=interrupt.word())
        textbook.run(_start(board), MAX_DEPTH)
        minimax = textbook.nodes
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


# -- the six positions of Kalah


def _evaluations() -> list[str]:
    """Return the evaluations to search by: the hand-set one, and the learnt one if there is one."""
    own, handmade = (position_of(BOARD, evaluation=name) for name in ("", HANDMADE))
    return [HANDMADE] if own == handmade else [HANDMADE, _OWN]


def _leaves(interrupt: Interrupt) -> list[dict[str, Any]]:
    rows = []
    for board, depth in LEAVES:
        figures = yardsticks.leaf_rate(position_of(board), depth, interrupt.word())
        rate = round(figures["leaves"] / figures["processor_seconds"])
        rows.append(
            {
                "board": board,
                "depth": depth,
                "leaves": figures["leaves"],
                "seconds": round(figures["seconds"], 5),
                "leaves_per_second": rate,
            }
        )
    return rows


def _times(evaluation: str, interrupt: Interrupt) -> dict[str, Any]:
    """Return the seconds, processor seconds and nodes of searching every position to a depth."""
    rows = []
    for text in POSITIONS:
        position = position_of(BOARD, text, _name(evaluation))
        figures = yardsticks.time_to_depth(position, DEPTH, BITS, interrupt.word())
        rows.append(
            {
                "position": text,
                "value": figures["value"],
                "nodes": figures["nodes"],
                "seconds": round(figures["seconds"], 4),
                "processor_seconds": round(figures["processor_seconds"], 6),
            }
        )
    nodes = sum(row["nodes"] for row in rows)
    processor_seconds = sum(row["processor_seconds"] for row in rows)
    return {
        "board": BOARD,
        "depth": DEPTH,
        "evaluation": evaluation,
        "positions": rows,
        "nodes": nodes,
        "seconds": round(sum(row["seconds"] for row in rows), 4),
        "processor_seconds": round(processor_seconds, 6),
        "nodes_per_second": round(nodes / processor_seconds),
    }


def _reached(evaluation: str, seconds: tuple[float, ...], interrupt: Interrupt) -> dict[str, Any]:
    """Return the depths that are finished in some times, for every position."""
    rows = []
    for text in POSITIONS:
        position = position_of(BOARD, text, _name(evaluation))
        depths = yardsticks.depths_in(position, seconds, BITS, interrupt.word())
        rows.append({"position": text, "depths": [row["depth"] for row in depths]})
    return {"board": BOARD, "evaluation": evaluation, "within": list(seconds), "positions": rows}


def _name(evaluation: str) -> str:
    return "" if evaluation == _OWN else evaluation
