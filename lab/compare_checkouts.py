"""``compare_checkouts``: how much faster one checkout of the program is than another.

Both are measured in turns, by processor time, so that what else runs on the machine changes little.
Each runs with an interpreter of its own and is asked over pipes; ``checkout_driver.py`` answers.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import ExitStack, closing
from itertools import product
from pathlib import Path
from typing import Any

from kalahgui.cli import arguments, yardsticks
from kalahgui.cli.output import report
from kalahgui.core.kalah import MAX_PITS, MAX_STONES
from kalahgui.games import GAMES
from kalahgui.games.limit import HANDMADE

# Run in a checkout, and told where the measurements are: the checkout's own may be others.
_DRIVER = (
    str(Path(__file__).with_name("checkout_driver.py")),
    str(yardsticks.__file__),
    str(Path(__file__).with_name("timed_player.py")),
)
# Where people put the environment of a checkout.
_INTERPRETERS = (
    Path(".venv", "bin", "python"),
    Path("venv", "bin", "python"),
    Path(".venv", "Scripts", "python.exe"),
    Path("venv", "Scripts", "python.exe"),
)

LEAVES = (("kalah:6x6", 10), ("reversi:8x8", 9), ("tictactoe:3x3", 9))
LEAVES_INTERPRETED = (("kalah:6x6", 6), ("reversi:8x8", 5), ("tictactoe:3x3", 6))
DEPTH, DEPTH_INTERPRETED = 12, 6
BOARD_DEPTH, BOARD_DEPTH_INTERPRETED = 8, 3  # of the starts of all boards
BITS, BITS_INTERPRETED = 22, 16
_OWN = ""
_BOARD_BITS = 16
WITHIN = (1.0, 10.0)  # seconds of a long measurement

_DESCRIPTION = """\
Measure the searches of two checkouts in turns: seconds and nodes to a depth on
six positions of Kalah, by the hand-set evaluation and by the one that the
checkout plays with, and leaves counted. Seconds are those of the processor,
medians of the rounds; a ratio is the first checkout's time to the second's.
"""
_EXAMPLES = """\
example:
  python -m lab compare_checkouts ../before . --rounds 5 --json
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about, name = "tell how much faster one checkout is than another", "compare_checkouts"
    parser = arguments.add_command(commands, name, run, about, _DESCRIPTION, _EXAMPLES)
    add_checkouts(parser)
    arguments.add_number(parser, "--rounds", "N", (1, 99), "(5)", 5)
    arguments.add_number(parser, "--depth", "D", (1, 250), "of the searches, in turns (12)")
    parser.add_argument("--interpreted", action="store_true", help="run both cores as sources")
    parser.add_argument(
        "--boards", action="store_true", help="also the start of every board, to depth 8 or D"
    )
    parser.add_argument("--long", action="store_true", help="also the depths in 1 and 10 seconds")
    arguments.add_json(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    with ExitStack() as stack:
        pair = opened(options, stack, options.interpreted)
        comparison = Comparison(pair, options.interpreted, options.depth)
        document: dict[str, Any] = {
            "checkouts": [checkout.about | {"folder": str(checkout.folder)} for checkout in pair],
            "leaves": comparison.leaves(options.rounds),
            "searches": [
                comparison.searches(options.rounds, evaluation) for evaluation in (HANDMADE, _OWN)
            ],
            "memory": [checkout.ask("memory") for checkout in pair],
        }
        if options.boards:
            document["boards"] = comparison.boards(options.rounds)
        if options.long:
            document["depths"] = {
                evaluation or "own": comparison.depths(evaluation)
                for evaluation in (HANDMADE, _OWN)
            }
    return report(options, document, _print)


def _print(document: dict[str, Any]) -> None:
    for row in document["leaves"]:
        print(f"{row['leaves'][0]:,} leaves of {row['board']}: {_compared(row)}")
    for search in document["searches"]:
        print(f"six positions to depth {search['depth']}, evaluation: {search['evaluation']}")
        for row in (*search["positions"], search | {"position": "all"}):
            print(f"  {row['position']}: {_compared(row)}")
    for row in document.get("boards", ()):
        print(f"{row['board']} to depth {row['depth']}: {_compared(row)}")
    first, second = (row["peak_megabytes"] for row in document["memory"])
    if first and second:
        print(f"most memory: {first:.0f} MB, {second:.0f} MB")
    for evaluation, rows in document.get("depths", {}).items():
        print(f"depths in {' and '.join(f'{s:g} s' for s in WITHIN)}, evaluation: {evaluation}")
        for row in rows:
            pairs = "; ".join(f"{first} and {second}" for first, second in row["depths"])
            print(f"  {row['position']}: {pairs}")


def _compared(row: dict[str, Any]) -> str:
    """Return the times of both checkouts, and the nodes where these were counted."""
    first, second = row["seconds"]
    nodes = " and ".join(f"{count:,}" for count in row.get("nodes", ()))
    times = f"{first:.4f} s, {second:.4f} s, ratio {row['ratio']:.2f}"
    return f"{times}, {nodes} nodes" if nodes else times


# -- what is compared


def all_boards() -> list[str]:
    """Return every Kalah board, and the boards that the other games offer."""
    kalah = GAMES["kalah"]
    sizes = product(range(1, MAX_PITS + 1), range(1, MAX_STONES + 1))
    others = [game for game in GAMES.values() if game is not kalah]
    return [
        *(f"{kalah.key}:{pits}x{stones}" for pits, stones in sizes),
        *(f"{game.key}:{variant}" for game in others for variant in game.variants),
    ]


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
            | self._in_turns(rounds, "leaf_rate", position=(board,), depth=depth)
            for board, depth in self._leaves
        ]

    def searches(self, rounds: int, evaluation: str) -> dict[str, Any]:
        """Compare how long it takes to search each of the positions to a depth."""
        rows = [
            {"position": text}
            | self._searched(rounds, self.depth, self._bits, yardsticks.BOARD, text, evaluation)
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
        return [
            {"board": board, "depth": self.board_depth}
            | self._searched(rounds, self.board_depth, _BOARD_BITS, board)
            for board in all_boards()
        ]

    def depths(self, evaluation: str) -> list[dict[str, Any]]:
        """Compare how deep the searches come in a second and in ten."""
        rows = []
        for text in yardsticks.POSITIONS:
            how = {"seconds": WITHIN, "bits": self._bits}
            position = (yardsticks.BOARD, text, evaluation)
            answers = [
                checkout.ask("depths_in", position=position, **how) for checkout in self._pair
            ]
            reached = [[row["depth"] for row in answer] for answer in answers]
            pairs = list(zip(*reached, strict=True))
            rows.append({"position": text, "within": list(WITHIN), "depths": pairs})
        return rows

    def _searched(self, rounds: int, depth: int, bits: int, *position: str) -> dict[str, Any]:
        return self._in_turns(rounds, "time_to_depth", position=position, depth=depth, bits=bits)

    def _in_turns(self, rounds: int, question: str, **details: Any) -> dict[str, Any]:
        """Return the medians of some rounds, in which the checkouts take turns, and counts."""
        answers = [
            [checkout.ask(question, **details) for checkout in self._pair] for _ in range(rounds)
        ]
        both = [yardsticks.median([row[side] for row in answers]) for side in (0, 1)]
        counted = [name for name in ("nodes", "leaves", "value") if name in both[0]]
        seconds = [row["processor_seconds"] for row in both]
        return {
            "seconds": [round(taken, 6) for taken in seconds],
            "ratio": round(seconds[0] / seconds[1], 3),
            **{name: [row[name] for row in both] for name in counted},
        }


# -- the checkouts


class CheckoutError(arguments.BadArguments):
    """A checkout cannot be asked; the message is one clear line."""


def add_checkouts(parser: ArgumentParser) -> None:
    """Add the arguments for two checkouts."""
    parser.add_argument("folders", metavar="FOLDER", nargs=2, type=Path, help="both checkouts")
    parser.add_argument(
        "--pythons", metavar="FILE", nargs=2, type=Path, default=(None, None), help="interpreters"
    )


def opened(options: Namespace, stack: ExitStack, interpreted: bool = False) -> list[Checkout]:
    """Return the two checkouts of a command, which ``stack`` closes."""
    return [
        stack.enter_context(closing(Checkout(folder, python, interpreted)))
        for folder, python in zip(options.folders, options.pythons, strict=True)
    ]


def interpreter_of(folder: Path) -> Path:
    """Return the interpreter of the environment in a checkout; without one, the one in use."""
    for path in _INTERPRETERS:
        if (folder / path).exists():
            return folder / path
    return Path(sys.executable)


class Checkout:
    """A checkout whose program answers questions until it is closed.

    CheckoutError is raised when the folder has no program that can be asked, or when it ends.
    """

    def __init__(
        self, folder: Path, interpreter: Path | None = None, interpreted: bool = False
    ) -> None:
        """Start the program of a folder; ``interpreted`` asks for its core as sources."""
        self.folder = folder.resolve()
        if not (self.folder / "kalahgui" / "__init__.py").is_file():
            raise CheckoutError(f"{folder} is no checkout of the program")
        environment = os.environ | {"KALAHGUI_PURE": "1" if interpreted else ""}
        environment.pop("PYTHONPATH", None)
        # Open as long as the program runs: a pipe that nobody reads could fill.
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115
        command = [str(interpreter or interpreter_of(self.folder)), *_DRIVER]
        try:
            self._process = subprocess.Popen(
                command,
                cwd=self.folder,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                text=True,
                encoding="utf-8",
            )
        except OSError as error:
            self._complaints.close()
            raise CheckoutError(f"{command[0]} cannot be run: {error.strerror}") from None
        try:
            self.about = self.ask("about")
            # No installed copy may stand in for the checkout.
            if Path(self.about["package"]) != self.folder / "kalahgui":
                raise CheckoutError(f"{self.folder} does not run, but {self.about['package']} does")
        except CheckoutError:
            self.close()
            raise

    def close(self) -> None:
        """End the program, whatever it does."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._complaints):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what nobody read cannot be sent any more
                    pipe.close()

    def ask(self, question: str, **details: Any) -> Any:
        """Ask a question and wait for the answer; CheckoutError when it is refused."""
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps({"ask": question, **details}) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except OSError:  # it has ended
            line = ""
        if not line:
            raise CheckoutError(f"the program in {self.folder} has ended: {self._last_words()}")
        answer = json.loads(line)
        if "refused" in answer:
            raise CheckoutError(f"{self.folder}: {answer['refused']}")
        return answer

    def _last_words(self) -> str:
        self._complaints.seek(0)
        lines = self._complaints.read().decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")
