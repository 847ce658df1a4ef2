"""``book``: make the opening book of a board of Kalah."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kalahgui import __version__
from kalahgui.cli import arguments
from kalahgui.cli.endgame_command import building_words, complain_of
from kalahgui.cli.output import (
    Bar,
    going_on,
    print_facts,
    report,
    signed,
    uninterrupted,
)
from kalahgui.core import COMPILED
from kalahgui.core.endgame import Endgame
from kalahgui.core.kalah import KalahPosition
from kalahgui.core.search import StopWord
from kalahgui.engine.book import SUFFIX, Book, BookBoard, write
from kalahgui.engine.endgame_store import EndgameShape, EndgameStore
from kalahgui.engine.parallel_search import usable_cores
from kalahgui.folders import cache_folder
from lab.book_making import (
    NODES,
    Making,
    MakingProgress,
    Proven,
    proving_shape,
)

_DESCRIPTION = """\
Make the opening book of a board of Kalah: the exact values and best moves by which
a player plays perfectly from the first move on, on either side. It ends where a
player limited by time alone reads the game out at once. The values are proven with
the endgame database of the board, which is built first where it is missing. What is
proven is kept, so that the same command goes on where it was stopped. A book is the
same wherever it was made, unless it is made of what is proven so far (--proven).
"""
_EXAMPLES = """\
examples:
  python -m lab book kalah:6x3
  python -m lab book kalah:6x4 --rules empty-capture --out mine.book
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about = "make the opening book of a board of Kalah"
    parser = arguments.add_command(commands, "book", run, about, _DESCRIPTION, _EXAMPLES)
    arguments.add_board(parser)
    text = f"what is read out in so many nodes is left out of the book ({NODES})"
    arguments.add_number(parser, "--nodes", "N", (0, 10**9), text, NODES)
    text = "end the book after N moves, where its lines are not over before"
    arguments.add_number(parser, "--plies", "N", (1, 1000), text)
    text = "prove nothing: leave out what is not proven yet"
    parser.add_argument("--proven", action="store_true", help=text)
    arguments.add_file(
        parser, "--out", "where the book is written (kalah-BOARD.book in this folder)"
    )
    arguments.add_store(parser)
    arguments.add_json(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    game, _ = options.board
    start = arguments.start(options)
    if not isinstance(start, KalahPosition):
        raise arguments.BadArguments(f"there are opening books of kalah, not of {game.key}")
    subject = BookBoard(*start.book_board())
    out = options.out or Path(subject.name + SUFFIX)
    arguments.check_folder(out)
    about = f"book, version {__version__}, {subject.name}, {options.nodes} nodes"
    proven = Proven(arguments.store(options, about))
    store = EndgameStore(cache_folder())
    begin = time.perf_counter()
    try:
        with going_on(lambda: "with what is proven kept"):
            book = uninterrupted(
                lambda interrupt: _made(start, store, proven, options, interrupt.word())
            )
    finally:
        complain_of(store)
    if not len(book):
        raise arguments.Failed(f"nothing is proven yet of the start of {subject.name}")
    try:
        write(out, book)
    except OSError as error:
        said = f"{out} cannot be written: {arguments.reason(error)}; what is proven is kept"
        raise arguments.Failed(said) from None
    figures = _figures(book, start, out, time.perf_counter() - begin)
    return report(options, figures, _print)


def _command(subject: BookBoard, options: Namespace) -> str:
    board = f"kalah:{subject.pits}x{subject.stones // (2 * subject.pits)}"
    rules = " --rules empty-capture" if subject.empty_capture else ""
    plies = f" --plies {options.plies}" if options.plies else ""
    proven = " --store FILE --proven" if options.proven else ""
    return f"python -m lab book {board}{rules} --nodes {options.nodes}{plies}{proven}"


def _made(
    start: KalahPosition, store: EndgameStore, proven: Proven, options: Namespace, stop: StopWord
) -> Book:
    """Return the book; KeyboardInterrupt when the stop word was raised first."""
    with Bar() as bar:

        def show(now: MakingProgress) -> None:
            said = f"{now.in_book:,} positions in the book, ply {now.ply + 1}"
            bar.show(description=said, completed=now.done, total=now.positions)

        shape = proving_shape(BookBoard(*start.book_board()))
        endgame = database(shape, store, stop, lambda said: bar.show(description=said))
        making = Making(
            start, endgame, proven, options.nodes, stop, show, options.plies, not options.proven
        )
        return making.run(_command(BookBoard(*start.book_board()), options))


def database(
    shape: EndgameShape, store: EndgameStore, stop: StopWord, say: Callable[[str], None]
) -> Endgame:
    """Return the database that values are proven with, built where it is missing.

    KeyboardInterrupt when the stop word was raised first.
    """
    threads = usable_cores() if COMPILED else 1
    built = store.build(
        shape, stop, threads, lambda share: say(building_words(shape, share)), in_memory=True
    )
    if built is None:
        raise KeyboardInterrupt
    return built


def _figures(book: Book, start: KalahPosition, out: Path, seconds: float) -> dict[str, Any]:
    known = book.find(start)
    assert known is not None  # a book with any position begins there
    return {
        "board": book.subject.name,
        "value": known.value,
        "positions": len(book),
        "bytes": out.stat().st_size,
        "file": str(out),
        "seconds": round(seconds, 3),
    }


def _print(figures: dict[str, Any]) -> None:
    facts = {
        "book": figures["board"],
        "value": signed(figures["value"]),
        "positions": f"{figures['positions']:,}",
        "bytes": f"{figures['bytes']:,}",
        "file": figures["file"],
        "seconds": f"{figures['seconds']:.2f}",
    }
    print_facts(facts.items())
