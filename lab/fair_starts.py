"""``fair_starts``: starts of a board of Kalah that are a draw with best play."""

from __future__ import annotations

import json
import time
from argparse import Namespace
from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, NamedTuple

from kalahgui import __version__
from kalahgui.cli import arguments
from kalahgui.cli.output import (
    complain,
    figures_table,
    going_on,
    print_facts,
    print_table,
    report,
    uninterrupted,
    working,
)
from kalahgui.core.kalah import KalahPosition
from kalahgui.core.prover import Prover
from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import table_for
from kalahgui.engine.book import BookBoard
from kalahgui.engine.endgame_store import EndgameStore
from kalahgui.engine.interrupt import raise_after
from kalahgui.folders import cache_folder
from kalahgui.games import GAMES
from kalahgui.games.kalah.fair_starts import path_of
from kalahgui.solving.result_store import ResultStore
from kalahgui.solving.solving_memory import SolvingEndgame
from lab.certificate_making import proven_bound

READINGS = ("between pits alone", "also into their owner's store", "also into any store")
_MOST_MOVED = 2
_GUESS_DEPTH, _GUESS_BITS = 8, 18
_TABLE_BITS = 20  # a larger table saves a tenth of the nodes, and no time

_DESCRIPTION = """\
Find the starts of a board of Kalah that are reached from its own by moving one or two
stones, and worth exactly 0 with best play, to the last stone. A stone is moved between
pits alone, then also into the store of its owner, then into any store. Null windows
prove whether a start is worth more or less than 0; one is enough for most. Those that
shallow searches hold for even come first. What is proven is kept; on Ctrl-C, or after
--seconds, what is known so far is written, unless the list has more already.
"""
_EXAMPLES = """\
examples:
  python -m lab fair_starts kalah:6x4 --jobs 1 --seconds 3600
  python -m lab fair_starts kalah:6x4 --rules empty-capture --out mine.json
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about = "find starts of a board of Kalah that are a draw with best play"
    parser = arguments.add_command(commands, "fair_starts", run, about, _DESCRIPTION, _EXAMPLES)
    arguments.add_board(parser)
    arguments.add_seconds(parser, "stop after S seconds of the clock")
    arguments.add_jobs(parser)
    arguments.add_store(parser)
    arguments.add_file(parser, "--out", "the list (the one that comes with the program)")
    arguments.add_json(parser)


class Candidate(NamedTuple):
    """A start that may be fair, with the rules of its game and a guess at its value."""

    text: str
    rules: tuple[str, ...]
    guess: int


def run(options: Namespace) -> int:
    """Run the command."""
    game, _ = options.board
    start = arguments.start(options)
    if not isinstance(start, KalahPosition):
        raise arguments.BadArguments(f"there are fair starts of kalah, not of {game.key}")
    path = options.out or path_of(*start.book_board())
    arguments.check_folder(path)
    board = BookBoard(*start.book_board())
    # What is proven holds for every version of the program.
    store = arguments.store(options, f"fair starts, {board.name}")
    readings = moved_starts(start)
    count = sum(map(len, readings))

    def prove(stop: StopWord) -> None:
        if options.seconds:
            raise_after(options.seconds, stop)
        left = [[text for text in reading if store.get(text) is None] for reading in readings]
        tasks = [
            candidate for reading in left for candidate in in_order(reading, options.rules, stop)
        ]
        with working(options, board.name, count, count - len(tasks)) as (bar, workers):
            for _ in workers.results(sign_of, tasks, stop, store, lambda task: task.text):
                bar.show(advance=1)

    def show() -> None:
        rules = f" --rules {','.join(options.rules)}" if options.rules else ""
        made = f"python -m lab fair_starts {options.board}{rules} (version {__version__})"
        document = {"made": made} | _found(readings, store)
        if _decided(document) < _decided_before(path):
            complain(f"{path.name} stays as it is: more starts are decided there")
        else:
            arguments.write_file(path, json.dumps(document, indent=1) + "\n")
        report(options, document, _print)

    with going_on(lambda: "with what is proven kept", show):
        uninterrupted(lambda interrupt: prove(interrupt.word()))
    return 0


def _decided_before(path: Path) -> int:
    """Return how many starts a file has decided; 0 for one that cannot be read."""
    try:
        return _decided(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return 0


def _decided(document: dict[str, Any]) -> int:
    return int(document["moved"][READINGS[-1]]["decided"])


def _found(readings: Sequence[Sequence[str]], store: ResultStore) -> dict[str, Any]:
    counts: dict[str, Any] = {}
    fair: list[str] = []
    candidates = decided = 0
    seconds = 0.0
    for reading, texts in zip(READINGS, readings, strict=True):
        known = {text: result for text in texts if (result := store.get(text)) is not None}
        candidates += len(texts)
        decided += len(known)
        seconds += sum(result["seconds"] for result in known.values())
        fair += [text for text, result in known.items() if result["sign"] == 0]
        counts[reading] = {"candidates": candidates, "decided": decided, "fair": len(fair)}
    return {"moved": counts, "hours": round(seconds / 3600, 3), "positions": fair}


def _print(document: dict[str, Any]) -> None:
    table = figures_table("a stone is moved", "candidates", "decided", "fair")
    for reading, counts in document["moved"].items():
        table.add_row(reading, *map(str, counts.values()))
    print_table(table)
    print_facts([("processor hours", f"{document['hours']:.2f}")])


def moved_starts(start: KalahPosition) -> list[list[str]]:
    """Return the starts with one or two stones moved: of each reading what others lack."""
    pits = start.pits
    before = [0, 0, *(start.pit(side, pit) for side in (0, 1) for pit in range(pits))]
    places = range(len(before))
    starts: list[set[str]] = [set() for _ in READINGS]
    for stones in range(1, _MOST_MOVED + 1):
        for taken in combinations_with_replacement(places[2:], stones):
            of_first = sum(index < 2 + pits for index in taken)
            for put in combinations_with_replacement(places, stones):
                cells = before.copy()
                for index in taken:
                    cells[index] -= 1
                for index in put:
                    cells[index] += 1
                sides = (cells[2 : 2 + pits], cells[2 + pits :])
                if cells == before or min(cells) < 0 or not all(map(any, sides)):
                    continue
                own = cells[0] <= of_first and cells[1] <= stones - of_first
                reading = 0 if cells[:2] == [0, 0] else 1 if own else 2
                starts[reading].add(f"<{pits},{','.join(map(str, cells))}>")
    return [sorted(texts - set().union(*starts[:at])) for at, texts in enumerate(starts)]


def in_order(
    texts: Sequence[str], rules: tuple[str, ...], stop: StopWord | None = None
) -> list[Candidate]:
    """Return candidates, those first that are even by shallow searches, and neighbours together.

    Most of the fair ones are soon found so, and neighbours share much of what the table holds. A
    guess is the sum of two depths: odd ones favour the side to move, even ones the other side.
    """
    candidates = []
    search: Search | None = None
    for text in texts:
        position = _position(text, rules)
        search = search or Search(table_for(position, _GUESS_BITS), stop)
        values = [finding.value for finding in search.deepen(position, _GUESS_DEPTH)]
        candidates.append(Candidate(text, rules, sum(values[-2:])))
    return sorted(candidates, key=lambda candidate: (abs(candidate.guess), candidate.text))


def sign_of(candidate: Candidate) -> dict[str, Any]:
    """Return whether a start is worth more than 0 (1), less (-1) or 0, and what that took."""
    begin = time.process_time()
    start = _position(candidate.text, candidate.rules)
    prover, endgame = _means(BookBoard(*start.book_board()))
    position = endgame.inform(start)
    assert isinstance(position, KalahPosition)
    low, high = position.bounds()
    for goal in (1, 0) if candidate.guess > 0 else (0, 1):
        if low <= 0 <= high:
            bound = proven_bound(prover, position, goal, hopeful=candidate.guess >= goal)
            if bound >= goal:
                low = bound
            else:
                high = bound
    sign = (low > 0) - (high < 0)
    return {"sign": sign, "seconds": round(time.process_time() - begin, 3)}


@cache
def _means(board: BookBoard) -> tuple[Prover, SolvingEndgame]:
    """Return what all starts of a board are proven with in a process: one table, one database."""
    start, stop = KalahPosition(*board), StopWord()
    endgame = SolvingEndgame(EndgameStore(cache_folder()), stop, threads=1, many=True)
    return Prover(table_for(start, _TABLE_BITS), stop), endgame


def _position(text: str, rules: tuple[str, ...]) -> KalahPosition:
    position = GAMES["kalah"].parse_position(text, rules).to_the_end()
    assert isinstance(position, KalahPosition)
    return position
