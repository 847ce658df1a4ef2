"""The program in strange places: a full disk, no home, a window of one point, a clock set back."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, NamedTuple

from kalahgui.library import saved
from kalahgui.library.store import Store
from lab.trials.kills import HIDDEN
from lab.trials.scenes import PLIES, STORE

_SECONDS = 120.0
_LETTERS = "a name with blanks 対局 🙂 ".ljust(120, "x")  # 200 letters or so, as bytes
_GONE = "/proc/nobody-writes-here"  # not even who may do everything


class Place(NamedTuple):
    """What is strange: names of the environment (None is taken away), the visit's own arguments,
    the most bytes that a file may have, and what is done to the data folder before.

    ``keeps`` tells whether the whole game is to be in the library afterwards, ``says`` what is to
    be told, in a word of it; where the game is not kept something is to be told. The exit
    ``status`` tells of what was accepted and is lost.
    """

    environment: Mapping[str, str | None] = MappingProxyType({})
    arguments: tuple[str, ...] = ()
    largest: int | None = None
    prepare: Callable[[Path], object] = lambda folder: None
    keeps: bool = True
    says: str = ""
    status: int = 0


def _newer(folder: Path) -> None:
    Store(folder / STORE).close()
    with closing(sqlite3.connect(folder / STORE)) as store:
        store.execute("PRAGMA user_version = 999")


def _damaged(folder: Path) -> None:
    (folder / STORE).write_bytes(b"SQLite format 3\0" + bytes(5000))


_NO_HOME: dict[str, str | None] = {"HOME": None, "XDG_DATA_HOME": None, "XDG_CACHE_HOME": None}
PLACES = {
    "as usual": Place(),
    "names with blanks, Japanese and emoji": Place({"XDG_DATA_HOME": _LETTERS}),
    "no file can be written": Place(largest=0, keeps=False, says="kept"),
    "a disk full at 40 KB": Place(largest=40_000, keeps=False, says="kept"),
    "a disk full at 100 KB": Place(largest=100_000, keeps=False, says="Not saved", status=1),
    "a disk full at 200 KB": Place(largest=200_000, keeps=False, says="Not saved", status=1),
    "a disk full at 1 MB": Place(largest=1_000_000),
    "a folder that cannot be made": Place({"XDG_DATA_HOME": _GONE}, keeps=False, says="written"),
    "a home that is gone": Place(_NO_HOME | {"HOME": _GONE}, keeps=False, says="written"),
    "no home": Place(_NO_HOME, ("homeless",), keeps=False, says="written"),
    "a file of a newer version": Place(prepare=_newer, keeps=False, says="newer"),
    "a damaged file": Place(prepare=_damaged, says="set aside"),
    "no sound device": Place({"SDL_AUDIODRIVER": "none-such"}, says="sound"),
    "a language that nobody knows": Place({"LC_ALL": "xx_YY.UTF-8", "LANGUAGE": "xx"}),
    "plain bytes for letters": Place(
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ),
    "no fonts of the system": Place({"FONTCONFIG_FILE": os.devnull, "FONTCONFIG_PATH": os.devnull}),
    "a window of one point": Place(arguments=("size", "1", "1")),
    "the sound device is lost in play": Place(arguments=("sound",)),
    "a window of one line": Place(arguments=("size", "1000", "1")),
    "a window higher than wide": Place(arguments=("size", "800", "1100")),
    "the clock set back a day": Place(arguments=("clock",)),
}


def measure(done: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """Visit all places and return what was found there."""
    problems = []
    for name, place in PLACES.items():
        with TemporaryDirectory() as folder:
            problems += [f"{name}: {problem}" for problem in visited(place, Path(folder))]
        done()
    return {"places": len(PLACES), "found": problems}


def visited(place: Place, home: Path) -> Iterator[str]:
    """Visit a place, with a home of its own, and yield what is not as it should be."""
    own = {"HOME": str(home), "XDG_DATA_HOME": str(home), "KALAHGUI_CACHE": str(home / "cache")}
    chosen = {**os.environ, **HIDDEN, **own, **place.environment}
    environment = {name: value for name, value in chosen.items() if value is not None}
    if place.environment.get("XDG_DATA_HOME") == _LETTERS:
        environment["XDG_DATA_HOME"] = str(home / _LETTERS)
    data = Path(environment.get("XDG_DATA_HOME", home), "KalahGUI", "KalahGUI")
    if data.is_relative_to(home):
        data.mkdir(parents=True)
        place.prepare(data)
    ended = subprocess.run(
        [sys.executable, "-m", "lab.trials.scenes", "visit", *place.arguments],
        env=environment,
        capture_output=True,
        timeout=_SECONDS,
        preexec_fn=None if place.largest is None else partial(_limit, place.largest),
    )
    if ended.returncode != place.status:
        yield f"it ended with status {ended.returncode}: {ended.stderr.decode(errors='replace')}"
        return
    fact = json.loads(ended.stdout.splitlines()[-1])
    if not any(place.says in said for said in fact["said"] or [""] * place.keeps):
        yield f"it was said: {fact['said']}"
    if place.keeps != (_kept(data / STORE) == [PLIES]):
        yield "the game is not kept" if place.keeps else "the game is kept"


def _kept(path: Path) -> list[int]:
    """Return how many plies the games have that are in the library's file."""
    if not path.exists():
        return []
    with closing(Store(path)) as store:
        matches = store.matches() if store.notice is None else []
        return [len(saved.stored_of(match).match.plies) for match in matches]


def _limit(size: int) -> None:
    """Let no file grow larger, as on a disk that is full."""
    import resource  # there is none on Windows

    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def print_figures(figures: dict[str, Any]) -> None:
    """Print what was found for people."""
    print(f"{figures['places']} strange places")
    print(*(figures["found"] or ["a game could be played in all of them"]), sep="\n")
