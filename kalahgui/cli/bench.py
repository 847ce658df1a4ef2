"""``bench``: how fast this machine is, and a node count that tells one search from another."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from rich.table import Table as RichTable

from kalahgui.cli import arguments, soak
from kalahgui.cli.output import print_json, print_table, progress, signed, uninterrupted
from kalahgui.research import bench

_DESCRIPTION = """\
Measure the searches: nodes a second, the work of the algorithms compared with
minimax, the time to solve small games, and the signature, a count of nodes over
fixed positions that changes only when the search or a game does. With --window:
frame times of the real window. With --theatre: those of the search theatre's
stage with a tree of more than 20,000 nodes, and of its tabs in use. With
--soak: games played in the window by chance, with clicks, keys, other sizes
and other screens while the engine thinks: errors, the longest frame, memory.
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
    parser.add_argument("--theatre", action="store_true", help="measure the theatre's frames")
    parser.add_argument(
        "--soak",
        type=arguments.whole(1, 10_000),
        metavar="GAMES",
        help="play games by chance in the window",
    )
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Run the command."""
    if options.window:
        from kalahgui.gui import frame_bench

        return frame_bench.run(options.json)
    if options.theatre:
        from kalahgui.gui import stage_bench

        return stage_bench.run(options.json)
    if options.soak:
        return soak.run(options.soak, options.json)
    with progress() as bar:
        task = bar.add_task("", total=len(bench.STEPS))

        def begin(step: str) -> None:
            bar.update(task, description=step)
            bar.advance(task)

        figures = uninterrupted(lambda interrupt: bench.measure(interrupt, begin))
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
            row["board"],
            signed(row["value"]),
            f"{row['nodes']:,}",
            "" if row["minimax_nodes"] is None else f"{row['minimax_nodes']:,}",
            "" if row["ratio"] is None else f"{row['ratio']:.4f}",
            f"{row['seconds']:.4f}",
        )
    for table in (head, algorithms, solved):
        print_table(table)
