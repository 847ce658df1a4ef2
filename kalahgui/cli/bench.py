"""``bench``: how fast this machine is, and a node count that tells one search from another."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from rich.table import Table as RichTable

from kalahgui.cli import arguments
from kalahgui.cli.output import print_json, print_table, progress, signed, uninterrupted
from kalahgui.engine import bench

_DESCRIPTION = """\
Measure the searches: nodes a second, leaves counted, the time to a depth and the
depth in a second on six positions of Kalah, the work of the algorithms compared
with minimax, the time to solve small games, memory, both cores compared, and the
signature, a count of nodes over fixed positions that changes only when the search
or a game does.
"""
_EXAMPLES = """\
examples:
  python main.py bench
  python main.py bench --long --json
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    parser = commands.add_parser(
        "bench",
        help="measure the speed of this machine",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
    )
    parser.add_argument(
        "--long",
        action="store_true",
        help="also what takes minutes: the depths reached in 10 seconds, larger boards solved",
    )
    for moved in ("window", "theatre", "library", "soak"):
        parser.add_argument(f"--{moved}", nargs="?", action=_Moved, help=argparse.SUPPRESS)
    arguments.add_json(parser)
    parser.set_defaults(run=run)


class _Moved(argparse.Action):
    """An option that the laboratory has a command for."""

    def __call__(self, parser: Any, options: Any, values: Any, option: str | None = None) -> None:
        raise arguments.moved(f"bench {option}", self.dest)


def run(options: Namespace) -> int:
    """Run the command."""
    with progress() as bar:
        task = bar.add_task("", total=len(bench.steps(options.long)))

        def begin(step: str) -> None:
            bar.update(task, description=step)
            bar.advance(task)

        figures = uninterrupted(lambda interrupt: bench.measure(interrupt, begin, options.long))
    if options.json:
        print_json(figures)
    else:
        _print(figures)
    return 0


def _print(figures: dict[str, Any]) -> None:
    reason = f" ({figures['reason']})" if figures["reason"] else ""
    head = RichTable(show_header=False, box=None)
    head.add_row("core", figures["core"] + reason)
    for speed in figures["speeds"]:
        rate = f"{speed['nodes_per_second']:,} nodes/s"
        head.add_row("playing search", f"{rate} ({speed['board']} to depth {speed['depth']})")
    counts = ", ".join(f"{key} {count}" for key, count in figures["signatures"].items())
    head.add_row("signature", f"{figures['signature']} ({counts})")
    head.add_row("memory", _memory(figures["memory"]))
    if figures["cores"]:
        head.add_row("compiled core", _cores(figures["cores"]))
    board, depth = bench.COMPARED
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
            " ".join((row["board"], *row["rules"])),
            signed(row["value"]) if row["exact"] else "?",
            f"{row['nodes']:,}",
            "" if row["minimax_nodes"] is None else f"{row['minimax_nodes']:,}",
            "" if row["ratio"] is None else f"{row['ratio']:.4f}",
            f"{row['seconds']:.4f}",
        )
    for table in (head, _leaves(figures), *_depths(figures), algorithms, solved):
        print_table(table)


def _leaves(figures: dict[str, Any]) -> RichTable:
    """Return a table of the leaves that were counted."""
    table = RichTable(title="leaves", title_justify="left")
    for column in ("board", "moves ahead", "leaves", "leaves/s"):
        table.add_column(column, justify="right")
    for row in figures["leaves"]:
        numbers = (row["depth"], row["leaves"], row["leaves_per_second"])
        table.add_row(row["board"], *(f"{number:,}" for number in numbers))
    return table


def _depths(figures: dict[str, Any]) -> Iterator[RichTable]:
    """Yield a table for each evaluation: seconds to a depth, and depths in some seconds."""
    for times, reached in zip(figures["depths"], figures["reached"], strict=True):
        title = f"{times['board']} by the evaluation: {times['evaluation']}"
        table = RichTable(title=title, title_justify="left")
        within = (f"depth in {seconds:g} s" for seconds in reached["within"])
        for column in ("position", "value", "nodes", f"seconds to {times['depth']}", *within):
            table.add_column(column, justify="right")
        for row, deep in zip(times["positions"], reached["positions"], strict=True):
            counts = (f"{row['nodes']:,}", f"{row['processor_seconds']:.3f}")
            table.add_row(row["position"], signed(row["value"]), *counts, *map(str, deep["depths"]))
        counts = (f"{times['nodes']:,}", f"{times['processor_seconds']:.3f}")
        table.add_row("all", "", *counts, *[""] * len(reached["within"]))
        yield table


def _cores(cores: dict[str, Any]) -> str:
    nodes, leaves = (
        f"{cores['ratios'][f'{what}_per_second']:g} times the {what}"
        for what in ("nodes", "leaves")
    )
    return f"{nodes} a second, {leaves} of the interpreted core"


def _memory(memory: dict[str, Any]) -> str:
    peak = memory["searching"]["peak_megabytes"]
    last = memory["at_the_end"]["peak_megabytes"]
    return f"{peak:.0f} MB at most while searching, {last:.0f} MB in all" if peak and last else "?"
