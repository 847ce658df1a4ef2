"""Programs that are killed at moments by chance, and what they have left behind."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kalahgui.core.search import StopWord
from kalahgui.engine.endgame_store import EndgameShape, EndgameStore
from kalahgui.library import backup, reviews, saved
from kalahgui.library.store import MatchRecord, Store
from kalahgui.match.match import Match
from lab.trials.scenes import BACKUP, KILLED, OLD_MATCHES, STORE

_LONGEST = 2.5  # seconds that a scene goes on
_WITHIN = 120.0  # seconds for a program to begin
_ON_ONE = 56  # kills on one folder
HIDDEN = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}

Facts = list[dict[str, Any]]


def measure(kills: int, seed: int, done: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """Kill the program so many times, in all scenes in turn, and return what was found.

    Many work on one folder, so each program meets what those before it have left behind.
    """
    chance = random.Random(f"kills {seed}")
    problems: list[str] = []
    counted: Counter[str] = Counter()
    kept = matches = 0
    for begin in range(0, kills, _ON_ONE):
        with TemporaryDirectory() as folder:
            home = Path(folder)
            for number in range(begin, min(begin + _ON_ONE, kills)):
                scene = [*KILLED][number % len(KILLED)]
                facts = killed(scene, home, number + seed, chance.uniform(0.0, _LONGEST))
                counted[scene] += 1
                kept += len(facts)
                problems += [
                    f"kill {number}, {scene}: {problem}" for problem in checked(home, facts)
                ]
                done()
            with closing(Store(home / STORE)) as store:
                matches += len(store.rows("SELECT id FROM matches"))
    return {"kills": dict(counted), "facts": kept, "matches": matches, "found": problems}


def killed(scene: str, home: Path, seed: int, after: float) -> Facts:
    """Begin a scene, kill it so many seconds after it is ready, and return what it has told."""
    command = [sys.executable, "-m", "lab.trials.scenes", scene, str(home), str(seed)]
    # Unbuffered: what a buffer has read beyond the first line nobody would see again.
    process = subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=0, env=os.environ | HIDDEN)
    try:
        assert process.stdout is not None
        ready = process.stdout.readline()
        said, _ = process.communicate(timeout=after if ready else _WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        said, _ = process.communicate()
    lines = [line for line in said.splitlines(keepends=True) if line.endswith(b"\n")]
    facts: Facts = [json.loads(line) for line in lines]
    if process.returncode >= 0 and os.name == "posix":
        facts.append({"ended": process.returncode})
    return facts


def checked(home: Path, facts: Facts) -> Iterator[str]:
    """Yield what is not as the facts say, and every file that cannot be opened."""
    yield from (f"it ended with status {fact['ended']}" for fact in facts if "ended" in fact)
    with closing(Store(home / STORE)) as store:
        yield from _checked_library(store, facts)
    yield from _checked_backup(home / BACKUP, facts)
    yield from _checked_upgrades(home / "old")
    yield from _checked_databases(home / "endgames")


def _checked_library(store: Store, facts: Facts) -> Iterator[str]:
    if store.notice is not None:
        yield f"the library cannot be used: {store.notice.code}"
        return
    if store.rows("PRAGMA integrity_check") != [("ok",)]:
        yield "the library is damaged"
    kept: dict[int | None, Match] = {}
    for record in store.matches(10**6):
        try:
            kept[record.id] = saved.stored_of(record).match
        except ValueError as error:
            yield f"match {record.id} cannot be read: {error}"
    last = {fact["match"]["id"]: MatchRecord(**fact["match"]) for fact in facts if "match" in fact}
    for reported in last.values():  # a game that is told again has all moves of before
        if reported.id not in kept:
            yield f"match {reported.id} is gone"
        elif not _nodes(saved.stored_of(reported).match) <= _nodes(kept[reported.id]):
            yield f"match {reported.id} has lost moves"
    for fact in facts:
        if len(kept) < fact.get("count", 0):
            yield f"there are {len(kept)} matches of {fact['count']}"
        if not fact.get("whole", True):
            yield "a back-up was added in part"
        if "review" in fact:
            reviewed = store.match(fact["review"])
            if (
                reviewed is None
                or reviewed.id not in kept
                or not reviews.restored(store, saved.stored_of(reviewed))
            ):
                yield f"the review of match {fact['review']} is gone"


def _nodes(match: Match) -> set[tuple[str, ...]]:
    lines: dict[Any, tuple[str, ...]] = {match.root: ()}
    for node in match.root.below():
        lines[node] = (*lines[node.parent], str(node.ply))
    return set(lines.values())


def _checked_backup(path: Path, facts: Facts) -> Iterator[str]:
    number = max((fact["backup"] for fact in facts if "backup" in fact), default=0)
    if path.exists() or number:
        try:
            if backup.count(path) < number:
                yield f"the back-up has fewer than {number} matches"
        except Exception as error:
            yield f"the back-up cannot be read: {error}"


def _checked_upgrades(folder: Path) -> Iterator[str]:
    """Open the last two files: those before were all opened by the program itself."""
    files = folder.glob("*.sqlite3") if folder.exists() else ()
    last = sorted(files, key=lambda file: int(file.stem))[-2:]
    for path in last:
        with closing(Store(path)) as store:
            number = len(store.rows("SELECT id FROM matches")) if store.notice is None else 0
        # The last one may have been killed before all of its matches were in the old layout.
        if store.notice is not None or (number < OLD_MATCHES and path != last[-1]):
            yield f"{path.name} was brought up to date with {number} matches, {store.notice}"


def _checked_databases(folder: Path) -> Iterator[str]:
    store = EndgameStore(folder)
    for path in folder.glob("*.endgame") if folder.exists() else ():
        _, pits, rule, stones = path.stem.split("-")
        shape = EndgameShape(int(pits), int(stones), rule != "standard")
        if store.build(shape, StopWord()) is None:
            yield f"{path.name} cannot be built"
    yield from (f"a database was {news.kind.value}" for news in store.news())


def print_figures(figures: dict[str, Any]) -> None:
    """Print what was found for people."""
    killed = ", ".join(f"{number} in {scene}" for scene, number in figures["kills"].items())
    print(f"{sum(figures['kills'].values())} kills: {killed}")
    print(
        f"{figures['facts']} facts told, {figures['matches']} matches in the libraries at the end"
    )
    print(*(figures["found"] or ["nothing was lost, and every file can be opened"]), sep="\n")
