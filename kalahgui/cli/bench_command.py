"""``perft`` and ``bench``: leaves counted, as a check of the rules; the speed of this machine."""

from __future__ import annotations

import argparse
import time
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from rich.table import Table as RichTable

from kalahgui.cli import arguments, speed
from kalahgui.cli.output import (
    Bar,
    figures_table,
    print_facts,
    print_table,
    print_text,
    report,
    signed,
    spinner,
    uninterrupted,
)
from kalahgui.core.perft import perft
from kalahgui.games.user_error import search_name
from kalahgui.words import bracketed, number, say

_PERFT_DESCRIPTION = """\
Count the positions exactly DEPTH moves ahead. A game that ends earlier counts
once. To move again is one more move; a pass is none. Games are played to the
last stone or disc. The count is the last word printed.
"""
_PERFT_EXAMPLES = """\
examples:
  python main.py perft kalah:6x6 6
  python main.py perft kalah:4x3 8 --rules empty-capture
  python main.py perft reversi:8x8 9
  python main.py perft kalah 4 --position '<2,0,0,1,2,1,2>'
"""

_DESCRIPTION = """\
Measure the searches: nodes a second, leaves counted, the time to a depth and the
depth in a second on six positions of Kalah. Also measured: the work of the
algorithms as a share of minimax's, the time to solve small games, memory, and both
cores. The signature is a count of nodes over fixed positions. It changes only when
the search or a game does.
"""
_EXAMPLES = """\
examples:
  python main.py bench
  python main.py bench --long --json
"""


def add_perft_to(commands: Any) -> None:
    """Add the command ``perft`` to a parser."""
    about, described = "count the positions some moves ahead", (_PERFT_DESCRIPTION, _PERFT_EXAMPLES)
    parser = arguments.add_command(commands, "perft", _count, about, *described)
    arguments.add_board(parser)
    arguments.add_number(parser, "depth", "DEPTH", (0, 200), "how many moves ahead")
    arguments.add_position(parser)
    arguments.add_json(parser)


def _count(options: Namespace) -> int:
    position = arguments.start(options)
    begin = time.perf_counter()
    with spinner("counting"):
        leaves = uninterrupted(lambda interrupt: perft(position, options.depth, interrupt.word()))
    seconds = time.perf_counter() - begin
    figures = {
        "game": options.board.game.key,
        "position": options.board.game.position_text(position),
        "depth": options.depth,
        "leaves": leaves,
        "seconds": round(seconds, 3),
    }
    said = f"{options.board}, depth {options.depth}, {seconds:.2f} s, leaves: {leaves}"
    return report(options, figures, lambda _: print_text(said))


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about = "measure the speed of this machine"
    parser = arguments.add_command(commands, "bench", run, about, _DESCRIPTION, _EXAMPLES)
    parser.add_argument(
        "--long",
        action="store_true",
        help="also measure what takes minutes: depths in 10 seconds, larger boards",
    )
    for moved in ("window", "theatre", "library", "soak"):
        parser.add_argument(f"--{moved}", nargs="?", action=_Moved, help=argparse.SUPPRESS)
    arguments.add_json(parser)


class _Moved(argparse.Action):
    """An option that the laboratory has a command for."""

    def __call__(self, parser: Any, options: Any, values: Any, option: str | None = None) -> None:
        raise arguments.moved(f"bench {option}", self.dest)


def run(options: Namespace) -> int:
    """Run the command."""
    with Bar(total=len(speed.steps(options.long))) as bar:
        figures = uninterrupted(
            lambda interrupt: speed.measure(
                interrupt, lambda step: bar.show(description=step, advance=1), options.long
            )
        )
    return report(options, figures, _print)


def _print(figures: dict[str, Any]) -> None:
    core = figures["core"]
    if figures["reason"]:
        core = bracketed(core, say(f"core_{figures['reason']}"))
    facts = [("core", core)]
    for row in figures["speeds"]:
        rate = f"{number(row['nodes_per_second'])} nodes/s"
        facts.append(("playing search", f"{rate} ({row['board']} to depth {row['depth']})"))
    counts = ", ".join(f"{key} {count}" for key, count in figures["signatures"].items())
    facts.append(("signature", f"{figures['signature']} ({counts})"))
    facts.append(("memory", _memory(figures["memory"])))
    if figures["cores"]:
        facts.append(("compiled core", _cores(figures["cores"])))
    print_facts(facts)
    for table in (_leaves(figures), *_depths(figures), _algorithms(figures), _solved(figures)):
        print_table(table)


def _algorithms(figures: dict[str, Any]) -> RichTable:
    headings = ("algorithm", "nodes", "evaluations", "to minimax", "seconds", "nodes/s")
    board, depth = speed.COMPARED
    table = figures_table(*headings, title=f"{board}, {depth} turns ahead")
    for row in figures["algorithms"]:
        table.add_row(
            str(search_name(row["algorithm"])),
            number(row["nodes"]),
            number(row["evaluations"]),
            f"{row['ratio']:.4f}",
            f"{row['seconds']:.4f}",
            number(row["nodes_per_second"]),
        )
    return table


def _solved(figures: dict[str, Any]) -> RichTable:
    headings = ("board", "value", "nodes", "nodes of minimax", "to minimax", "seconds")
    table = figures_table(*headings, title="solved to the last stone")
    for row in figures["solve"]:
        table.add_row(
            " ".join((row["board"], *row["rules"])),
            signed(row["value"]) if row["exact"] else "?",
            number(row["nodes"]),
            "" if row["minimax_nodes"] is None else number(row["minimax_nodes"]),
            "" if row["ratio"] is None else f"{row['ratio']:.4f}",
            f"{row['seconds']:.4f}",
        )
    return table


def _leaves(figures: dict[str, Any]) -> RichTable:
    table = figures_table("board", "moves ahead", "leaves", "leaves/s", title="leaves")
    for row in figures["leaves"]:
        numbers = (row["depth"], row["leaves"], row["leaves_per_second"])
        table.add_row(row["board"], *map(number, numbers))
    return table


def _depths(figures: dict[str, Any]) -> Iterator[RichTable]:
    """Yield a table for each evaluation: seconds to a depth, and depths in some seconds."""
    for times, reached in zip(figures["depths"], figures["reached"], strict=True):
        title = f"{times['board']} by the evaluation: {times['evaluation']}"
        within = (f"depth in {seconds:g} s" for seconds in reached["within"])
        headings = ("position", "value", "nodes", f"seconds to {times['depth']}", *within)
        table = figures_table(*headings, title=title)
        for row, deep in zip(times["positions"], reached["positions"], strict=True):
            counts = (number(row["nodes"]), f"{row['processor_seconds']:.3f}")
            table.add_row(row["position"], signed(row["value"]), *counts, *map(str, deep["depths"]))
        counts = (number(times["nodes"]), f"{times['processor_seconds']:.3f}")
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
