"""``endgame``: build Kalah's endgame database, or verify the one that is there."""

from __future__ import annotations

import time
from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import Any

from kalahgui.cli import arguments
from kalahgui.cli.output import complain, print_facts, report, share_done, uninterrupted
from kalahgui.core import COMPILED
from kalahgui.core.endgame import Endgame
from kalahgui.core.search import StopWord
from kalahgui.core.sowing import MAX_PITS
from kalahgui.engine.endgame_store import (
    LARGEST_SIZE,
    EndgameShape,
    EndgameStore,
    Kind,
    News,
    shape_of,
    shape_within,
)
from kalahgui.engine.parallel_search import usable_cores
from kalahgui.folders import cache_folder
from kalahgui.words import number, say

_FEWEST_STONES = 2
_DESCRIPTION = """\
Build the endgame database of Kalah: the exact value of every placing of up to N
stones in the pits, one byte each. It lies in your cache folder, or in the one that
KALAHGUI_CACHE names. Whatever thinks without a limit of turns uses it. A database
that is there already is verified, and built again when it is damaged. For 6 pits,
12 stones take 3 MB, 20 stones 225 MB and 24 stones 1.25 GB.
"""
_EXAMPLES = """\
examples:
  python main.py endgame
  python main.py endgame --stones 24
  python main.py endgame --pits 4 --empty-capture --json
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about = "build the database of Kalah's last stones"
    parser = arguments.add_command(commands, "endgame", run, about, _DESCRIPTION, _EXAMPLES)
    text = "pits a side (6)"
    arguments.add_number(parser, "--pits", "P", (1, MAX_PITS), text, default=6)
    parser.add_argument(
        "--stones",
        metavar="N",
        help="most stones in the pits (what the window builds by itself: "
        f"{shape_within(6).stones} for 6 pits)",
    )
    parser.add_argument(
        "--empty-capture",
        action="store_true",
        help="the rule that captures even when the opposite pit is empty",
    )
    text = "number of threads (all cores; the interpreted core uses one)"
    cores = usable_cores() if COMPILED else 1
    arguments.add_number(parser, "--threads", "T", (1, arguments.MAX_THREADS), text, cores)
    arguments.add_json(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    shape = _shape(options)
    store = EndgameStore(cache_folder())
    threads = options.threads if COMPILED else 1
    begin = time.perf_counter()
    try:
        endgame, built = _verified(store, shape, threads)
    except OSError as error:
        why = arguments.reason(error)
        raise arguments.Failed(
            say("terminal_endgame_folder", folder=store.folder, why=why)
        ) from None
    finally:
        complain_of(store)
    seconds = time.perf_counter() - begin
    figures = _figures(store, shape_of(endgame), built, threads, seconds)
    return report(options, figures, _print)


def _shape(options: Namespace) -> EndgameShape:
    """Return what is to be built; BadArguments when that is too large or too small."""
    largest = shape_within(options.pits, options.empty_capture, LARGEST_SIZE)
    if options.stones is None:
        return shape_within(options.pits, options.empty_capture)
    try:
        # Not while the arguments are read: the number of pits, which it depends on, may come later.
        stones = arguments.whole(_FEWEST_STONES, largest.stones)(options.stones)
    except ArgumentTypeError:
        bounds = {"low": _FEWEST_STONES, "high": largest.stones}
        text = {"pits": options.pits, "text": options.stones}
        raise arguments.BadArguments(say("terminal_endgame_stones", **bounds, **text)) from None
    return largest._replace(stones=stones)


def _verified(store: EndgameStore, shape: EndgameShape, threads: int) -> tuple[Endgame, bool]:
    """Return a database that is sound, and whether it was built now.

    KeyboardInterrupt after a stop, OSError when it cannot be kept.
    """
    database = store.as_large(shape)
    if database is not None:
        return database, False

    def build(stop: StopWord) -> Endgame | None:
        with share_done(f"{shape.pits} pits, {shape.stones} stones") as show:
            return store.build(shape, stop, threads, lambda share: show(share or 0.0))

    endgame = uninterrupted(
        lambda interrupt: build(interrupt.word()),
        say("terminal_endgame_interrupted"),
    )
    assert endgame is not None  # it was not stopped
    return endgame, True


def building_words(shape: EndgameShape, share: float | None) -> str:
    """Return how far a database has come, in a line; ``share`` is None while others build it."""
    how = say("terminal_building_elsewhere") if share is None else f"{share:.0%}"
    size = shape.size // 1_000_000
    return say("terminal_building", stones=shape.stones, size=size, how=how)


def complain_of(store: EndgameStore) -> None:
    """Print on standard error what has happened to files of databases."""
    for news in store.news():
        complain(_sentence(store, news))


def _sentence(store: EndgameStore, news: News) -> str:
    key = {
        Kind.SET_ASIDE: "terminal_endgame_set_aside",
        Kind.UNREADABLE: "terminal_endgame_unreadable",
        Kind.NOT_KEPT: "terminal_endgame_not_kept",
        Kind.NOT_BUILT: "terminal_endgame_not_built",
        Kind.BEGUN: "terminal_endgame_begun",
        Kind.READY: "terminal_endgame_ready",
    }[news.kind]
    return say(key, file=store.path(news.shape).name, why=news.why)


def _figures(
    store: EndgameStore, shape: EndgameShape, built: bool, threads: int, seconds: float
) -> dict[str, Any]:
    path: Path = store.path(shape)
    return {
        "pits": shape.pits,
        "stones": shape.stones,
        "empty_capture": shape.empty_capture,
        "entries": shape.entries,
        "bytes": path.stat().st_size,
        "file": str(path),
        "built": built,
        "threads": threads,
        "seconds": round(seconds, 3),
    }


def _print(figures: dict[str, Any]) -> None:
    rule = "empty capture" if figures["empty_capture"] else "standard"
    took = f"in {figures['seconds']:.2f} s"
    facts = [
        ("board", f"{figures['pits']} pits, {rule} rule"),
        ("stones", str(figures["stones"])),
        ("entries", number(figures["entries"])),
        ("bytes", number(figures["bytes"])),
        ("file", figures["file"]),
        ("built", f"{took} on {figures['threads']} threads")
        if figures["built"]
        else ("verified", f"{took}; it was there already"),
    ]
    print_facts(facts)
