"""``bench``: how fast this machine is, and a node count that tells one search from another."""

from __future__ import annotations

import time
from argparse import Namespace
from typing import Any

from rich.table import Table as RichTable

from kalahgui.cli import arguments
from kalahgui.cli.output import Interrupt, print_json, print_table, progress, signed, uninterrupted
from kalahgui.core import COMPILED, REASON
from kalahgui.core.search import MAX_DEPTH as SEARCH_DEPTH
from kalahgui.core.search import Finding, Search
from kalahgui.core.table import Table
from kalahgui.core.textbook import ALGORITHMS, MAX_DEPTH, Textbook
from kalahgui.game import Position
from kalahgui.games import GAMES, game_and_variant

SIGNATURE_DEPTH = 7
SIGNATURE_PLIES = 6
_SIGNATURE_BITS = 14

_SEARCHED = ("kalah:6x6", 11 if COMPILED else 5)
_COMPARED = ("kalah:6x6", 7 if COMPILED else 4)
_SOLVED = ("kalah:4x1", "kalah:6x1", "kalah:6x2", "kalah:6x3") if COMPILED else ("kalah:4x1",)
_TO_THE_END = "kalah:4x1"
_TABLE_BITS = 22 if COMPILED else 16

_DESCRIPTION = """\
Measure the searches: nodes a second, the work of the algorithms compared with
minimax, the time to solve small games, and the signature, a count of nodes over
fixed positions that changes only when the search or a game does. With --window:
frame times of the real window.
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    parser = commands.add_parser(
        "bench",
        help="measure the speed of this machine",
        description=_DESCRIPTION,
        epilog="examples:\n  python main.py bench\n  python main.py bench --window --json\n",
    )
    parser.add_argument("--window", action="store_true", help="measure the window's frames")
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Run the command."""
    if options.window:
        from kalahgui.gui import frame_bench

        status: int = frame_bench.run(options.json)
        return status
    figures = uninterrupted(measure)
    if options.json:
        print_json(figures)
    else:
        _print(figures)
    return 0


def measure(interrupt: Interrupt) -> dict[str, Any]:
    """Measure everything; of no use when interrupted."""
    signatures = {}
    with progress() as bar:
        task = bar.add_task("", total=2 + len(_SOLVED) + len(GAMES))
        bar.update(task, description="nodes a second")
        speed = _speed(interrupt)
        bar.advance(task)
        bar.update(task, description="algorithms")
        algorithms = _algorithms(interrupt)
        bar.advance(task)
        solved = []
        for board in _SOLVED:
            bar.update(task, description=f"solve {board}")
            solved.append(_solve(board, interrupt))
            bar.advance(task)
        for key in GAMES:
            bar.update(task, description=f"signature {key}")
            signatures[key] = signature(key)
            bar.advance(task)
    return {
        "core": "compiled" if COMPILED else "interpreted",
        "reason": REASON,
        "search": speed,
        "algorithms": algorithms,
        "solve": solved,
        "signatures": signatures,
        "signature": sum(signatures.values()),
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
    for finding in Search(Table(_SIGNATURE_BITS)).deepen(position, SIGNATURE_DEPTH):
        nodes = finding.nodes
    return nodes


def _start(board: str) -> Position:
    game, variant = game_and_variant(board)
    return game.start(variant).to_the_end()


def _deepen(position: Position, depth: int, interrupt: Interrupt) -> tuple[Finding, float]:
    """Search a position with a new table; return the last finding and the seconds it took."""
    search = Search(Table(_TABLE_BITS), interrupt.word())
    begin = time.perf_counter()
    *_, finding = search.deepen(position, depth)
    return finding, time.perf_counter() - begin


def _speed(interrupt: Interrupt) -> dict[str, Any]:
    board, depth = _SEARCHED
    finding, seconds = _deepen(_start(board), depth, interrupt)
    return {
        "board": board,
        "depth": depth,
        "nodes": finding.nodes,
        "seconds": round(seconds, 4),
        "nodes_per_second": round(finding.nodes / seconds),
    }


def _algorithms(interrupt: Interrupt) -> list[dict[str, Any]]:
    """Search one position by every textbook algorithm, minimax first."""
    board, depth = _COMPARED
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


def _solve(board: str, interrupt: Interrupt) -> dict[str, Any]:
    """Solve a board; where minimax reaches the end of every game, compare with its nodes."""
    finding, seconds = _deepen(_start(board), SEARCH_DEPTH, interrupt)
    minimax = None
    if board == _TO_THE_END:
        book = Textbook("minimax", stop=interrupt.word())
        book.run(_start(board), MAX_DEPTH)
        minimax = book.nodes
    return {
        "board": board,
        "value": finding.value,
        "nodes": finding.nodes,
        "seconds": round(seconds, 4),
        "minimax_nodes": minimax,
        "ratio": None if minimax is None else round(finding.nodes / minimax, 5),
    }


def _print(figures: dict[str, Any]) -> None:
    reason = f" ({figures['reason']})" if figures["reason"] else ""
    speed = figures["search"]
    head = RichTable(show_header=False, box=None)
    head.add_row("core", figures["core"] + reason)
    head.add_row(
        "playing search",
        f"{speed['nodes_per_second']:,} nodes/s ({speed['board']} to depth {speed['depth']})",
    )
    counts = ", ".join(f"{key} {count}" for key, count in figures["signatures"].items())
    head.add_row("signature", f"{figures['signature']} ({counts})")
    board, depth = _COMPARED
    algorithms = RichTable(title=f"{board}, {depth} turns ahead", title_justify="left")
    solved = RichTable(title="solved to the last stone", title_justify="left")
    for column in ("algorithm", "nodes", "evaluations", "to minimax", "seconds", "nodes/s"):
        algorithms.add_column(column, justify="right")
    for row in figures["algorithms"]:
        algorithms.add_row(
            row["algorithm"],
            f"{row['nodes']:,}",
            f"{row['evaluations']:,}",
            f"{row['ratio']:.4f}",
            f"{row['seconds']:.4f}",
            f"{row['nodes_per_second']:,}",
        )
    for column in ("board", "value", "nodes", "nodes of minimax", "to minimax", "seconds"):
        solved.add_column(column, justify="right")
    for row in figures["solve"]:
        solved.add_row(
            row["board"],
            signed(row["value"]),
            f"{row['nodes']:,}",
            "" if row["minimax_nodes"] is None else f"{row['minimax_nodes']:,}",
            "" if row["ratio"] is None else f"{row['ratio']:.4f}",
            f"{row['seconds']:.4f}",
        )
    for table in (head, algorithms, solved):
        print_table(table)
