"""How much faster one checkout is than another: ``python -m kalahgui.research.compare_checkouts``.

Both are measured in turns, by processor time, so that what else runs on the machine changes little.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from kalahgui.core.kalah import MAX_PITS, MAX_STONES
from kalahgui.games import GAMES
from kalahgui.research import scripts, yardsticks
from kalahgui.research.checkouts import Checkout

LEAVES = (("kalah:6x6", 10), ("reversi:8x8", 9), ("tictactoe:3x3", 9))
LEAVES_INTERPRETED = (("kalah:6x6", 6), ("reversi:8x8", 5), ("tictactoe:3x3", 6))
DEPTH, DEPTH_INTERPRETED = 12, 6
BOARD_DEPTH, BOARD_DEPTH_INTERPRETED = 8, 3  # of the starts of all boards
BITS, BITS_INTERPRETED = 22, 16
OWN, HANDMADE = "", "handmade"
_BOARD_BITS = 16
_WITHIN = (1.0, 10.0)  # seconds of a long measurement

_DESCRIPTION = """\
Measure the searches of two checkouts in turns: seconds and nodes to a depth on
six positions of Kalah, by the hand-set evaluation and by the one that the
checkout plays with, and leaves counted. Seconds are those of the processor,
medians of the rounds; a ratio is the first checkout's time to the second's.
"""
_EXAMPLES = """\
example:
  python -m kalahgui.research.compare_checkouts ../before . --rounds 5 --json
"""


def all_boards() -> list[str]:
    """Return every Kalah board, and the boards that the other games offer."""
    kalah = GAMES["kalah"]
    sizes = [f"{pits}x{stones}" for pits in _up_to(MAX_PITS) for stones in _up_to(MAX_STONES)]
    others = [game for game in GAMES.values() if game is not kalah]
    return [
        *(f"{kalah.key}:{size}" for size in sizes),
        *(f"{game.key}:{variant}" for game in others for variant in game.variants),
    ]


def _up_to(most: int) -> range:
    return range(1, most + 1)


class Comparison:
    """Two checkouts, and what was measured of each in every round."""

    def __init__(self, pair: Sequence[Checkout], interpreted: bool, depth: int | None) -> None:
        self._pair = pair
        self._leaves = LEAVES_INTERPRETED if interpreted else LEAVES
        self._bits = BITS_INTERPRETED if interpreted else BITS
        self.depth = depth or (DEPTH_INTERPRETED if interpreted else DEPTH)
        self.board_depth = depth or (BOARD_DEPTH_INTERPRETED if interpreted else BOARD_DEPTH)

    def leaves(self, rounds: int) -> list[dict[str, Any]]:
        """Compare how long it takes to count leaves."""
        return [
            {"board": board, "depth": depth}
            | self._in_turns(rounds, "leaf_rate", board=board, depth=depth)
            for board, depth in self._leaves
        ]

    def searches(self, rounds: int, evaluation: str) -> dict[str, Any]:
        """Compare how long it takes to search each of the positions to a depth."""
        how = {"depth": self.depth, "bits": self._bits, "evaluation": evaluation}
        rows = [
            {"position": text} | self._in_turns(rounds, "time_to_depth", text=text, **how)
            for text in yardsticks.POSITIONS
        ]
        totals = [sum(row["seconds"][side] for row in rows) for side in (0, 1)]
        nodes = [sum(row["nodes"][side] for row in rows) for side in (0, 1)]
        return {
            "depth": self.depth,
            "evaluation": evaluation or "own",
            "positions": rows,
            "seconds": [round(total, 6) for total in totals],
            "nodes": nodes,
            "nodes_per_second": [
                round(count / total) for count, total in zip(nodes, totals, strict=True)
            ],
            "ratio": round(totals[0] / totals[1], 3),
        }

    def boards(self, rounds: int) -> list[dict[str, Any]]:
        """Compare how long it takes to search the start of every board to a depth."""
        how = {"text": "", "depth": self.board_depth, "bits": _BOARD_BITS, "evaluation": OWN}
        return [
            {"board": board, "depth": self.board_depth}
            | self._in_turns(rounds, "time_to_depth", board=board, **how)
            for board in all_boards()
        ]

    def depths(self, evaluation: str) -> list[dict[str, Any]]:
        """Compare how deep the searches come in a second and in ten."""
        rows = []
        for text in yardsticks.POSITIONS:
            both = [
                checkout.ask(
                    "depths_in",
                    text=text,
                    seconds=_WITHIN,
                    bits=self._bits,
                    evaluation=evaluation,
                )["rows"]
                for checkout in self._pair
            ]
            reached = [[row["depth"] for row in rows_of_one] for rows_of_one in both]
            rows.append(
                {
                    "position": text,
                    "within": list(_WITHIN),
                    "depths": list(zip(*reached, strict=True)),
                }
            )
        return rows

    def _in_turns(self, rounds: int, question: str, **details: Any) -> dict[str, Any]:
        """Measure both checkouts so many times; return the medians, and what was counted."""
        found = [
            [checkout.ask(question, **details) for checkout in self._pair] for _ in range(rounds)
        ]
        both = [yardsticks.median([row[side] for row in found]) for side in (0, 1)]
        counted = [name for name in ("nodes", "leaves", "value") if name in both[0]]
        seconds = [row["processor_seconds"] for row in both]
        return {
            "seconds": [round(taken, 6) for taken in seconds],
            "ratio": round(seconds[0] / seconds[1], 3),
            **{name: [row[name] for row in both] for name in counted},
        }


def _parser() -> scripts.Parser:
    parser = scripts.Parser(
        prog="python -m kalahgui.research.compare_checkouts",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
    )
    parser.add_argument("folders", metavar="FOLDER", nargs=2, type=Path, help="both checkouts")
    parser.add_argument(
        "--pythons", metavar="FILE", nargs=2, type=Path, default=(None, None), help="interpreters"
    )
    parser.add_argument("--rounds", metavar="N", type=scripts.whole(1, 99), default=5, help="(5)")
    parser.add_argument(
        "--depth", metavar="D", type=scripts.whole(1, 250), help="of the searches, in turns (12)"
    )
    parser.add_argument("--interpreted", action="store_true", help="run both cores as sources")
    parser.add_argument(
        "--boards", action="store_true", help="also the start of every board, to depth 8 or D"
    )
    parser.add_argument("--long", action="store_true", help="also the depths in 1 and 10 seconds")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def _run(options: argparse.Namespace) -> int:
    with ExitStack() as stack:
        pair = [
            stack.enter_context(Checkout(folder, python, options.interpreted))
            for folder, python in zip(options.folders, options.pythons, strict=True)
        ]
        comparison = Comparison(pair, options.interpreted, options.depth)
        document: dict[str, Any] = {
            "checkouts": [checkout.about | {"folder": str(checkout.folder)} for checkout in pair],
            "leaves": comparison.leaves(options.rounds),
            "searches": [
                comparison.searches(options.rounds, evaluation) for evaluation in (HANDMADE, OWN)
            ],
            "memory": [checkout.ask("memory") for checkout in pair],
        }
        if options.boards:
            document["boards"] = comparison.boards(options.rounds)
        if options.long:
            document["depths"] = {
                evaluation or "own": comparison.depths(evaluation) for evaluation in (HANDMADE, OWN)
            }
    if options.json:
        print(json.dumps(document), flush=True)
    else:
        _print(document)
    return 0


def _print(document: dict[str, Any]) -> None:
    for row in document["leaves"]:
        first, second = row["seconds"]
        what = f"{row['leaves'][0]:,} leaves of {row['board']}"
        print(f"{what}: {first:.4f} s, {second:.4f} s, ratio {row['ratio']:.2f}")
    for search in document["searches"]:
        print(f"six positions to depth {search['depth']}, evaluation: {search['evaluation']}")
        for row in (*search["positions"], search | {"position": "all"}):
            first, second = row["seconds"]
            nodes = " and ".join(f"{count:,}" for count in row["nodes"])
            times = f"{first:.3f} s, {second:.3f} s, ratio {row['ratio']:.2f}"
            print(f"  {row['position']}: {times}, {nodes} nodes")
    for row in document.get("boards", ()):
        first, second = row["seconds"]
        nodes = " and ".join(f"{count:,}" for count in row["nodes"])
        times = f"{first:.4f} s, {second:.4f} s, ratio {row['ratio']:.2f}"
        print(f"{row['board']} to depth {row['depth']}: {times}, {nodes} nodes")
    first, second = (row["peak_megabytes"] for row in document["memory"])
    if first and second:
        print(f"most memory: {first:.0f} MB, {second:.0f} MB")
    for evaluation, rows in document.get("depths", {}).items():
        print(f"depths in {' and '.join(f'{s:g} s' for s in _WITHIN)}, evaluation: {evaluation}")
        for row in rows:
            pairs = "; ".join(f"{first} and {second}" for first, second in row["depths"])
            print(f"  {row['position']}: {pairs}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the script and return its status."""
    options = _parser().parse_args(arguments)
    return scripts.status_of(lambda: _run(options))


if __name__ == "__main__":
    sys.exit(main())
