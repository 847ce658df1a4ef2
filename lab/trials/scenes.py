"""What a trial has the program do, in a process of its own: ``python -m lab.trials.scenes``.

Each line on standard output is a fact that has to hold whatever happens to the process.
"""

from __future__ import annotations

import itertools
import json
import random
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import asdict
from datetime import datetime, timedelta, tzinfo
from itertools import chain, count
from pathlib import Path
from typing import Any, Self

import pygame

from kalahgui.core.search import StopWord
from kalahgui.engine.endgame_store import EndgameShape, EndgameStore
from kalahgui.games import GAMES
from kalahgui.gui.screens.exchange.exchange import TakeGames
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services.navigation import GameOf, MainScreen, StoredGame
from kalahgui.gui.services.settings import CATALOGUE
from kalahgui.gui.shell.app import App
from kalahgui.gui.shell.program import Program, open_display
from kalahgui.library import backup, formats, migrations, saved
from kalahgui.library.saved import StoredMatch
from kalahgui.library.store import Store, StoreLost
from kalahgui.library.store_file import StoreBusy
from kalahgui.match.match import Match, Player

STORE = "kalahgui.sqlite3"
BACKUP = f"library{backup.SUFFIX}"
OLD_MATCHES, IMPORTED, MERGED = 30, 200, 150
PLIES = 12
_SHAPES = [EndgameShape(pits, stones) for pits in (4, 5) for stones in range(6, 15)]


def tell(**fact: Any) -> None:
    """Tell a fact to whoever tries the program."""
    print(json.dumps(fact), flush=True)


def played(chance: random.Random, plies: int = 1000) -> Match:
    """Return a game of two persons by chance, on any board, to its end or for so many plies."""
    offer = chance.choice(list(CATALOGUE.values()))
    match = Match(offer.game, chance.choice(offer.boards), (), (Player("A"), Player("B")))
    while not match.over and len(match.plies) < plies:
        match.play(chance.choice(match.position.moves()))
    return match


# -- what is killed


def play(folder: Path, chance: random.Random, pace: str = "off") -> None:
    """Play games of two persons, and take back now and then; tell each state that is kept."""
    program = Program(Store(folder / STORE), (1280, 800))
    program.services.choose(pace=pace)
    tell(ready=True)
    while True:
        program.open(GameOf(played(chance, 0)))
        screen = program.screen
        assert isinstance(screen, Play)
        last = None
        while not screen.match.over or screen.session.moving:
            if screen.session.persons_turn and not screen.session.moving:
                if chance.random() < 0.1:
                    screen.session.undo()
                else:
                    screen.session.play(chance.choice(screen.match.position.moves()))
            program.step(program.wait())
            state = screen.stored.identifier, len([*screen.match.root.below()])
            if state != last and not program.services.autosave.waiting and state[0] is not None:
                last = state
                tell(match=asdict(saved.record_of(screen.stored)) | {"id": state[0]})


def sow(folder: Path, chance: random.Random) -> None:
    """Play with every stone in motion."""
    play(folder, chance, "normal")


def save(folder: Path, chance: random.Random) -> None:
    """Keep games after every move, as fast as that can be done."""
    with closing(Store(folder / STORE)) as store:
        tell(ready=True)
        while True:
            stored = StoredMatch(played(chance, 0))
            while not stored.match.over:
                stored.match.play(chance.choice(stored.match.position.moves()))
                record = store.save(saved.record_of(stored))
                stored.identifier, stored.revision = record.id, record.revision
                tell(match=asdict(record))


def sync(folder: Path, chance: random.Random) -> None:
    """Keep games after every move, which this program and another one bring onto the disk."""
    with closing(Store(folder / STORE)) as store:

        def bring_onto_disk() -> None:
            while True:
                with suppress(StoreBusy):
                    store.sync()

        def be_another_program() -> None:
            other = Store(folder / STORE)
            for number in itertools.count():
                with suppress(StoreBusy):
                    other.set_setting("another program", number)
                    other.sync()

        for work in (bring_onto_disk, be_another_program):
            threading.Thread(target=work, daemon=True).start()
        tell(ready=True)
        while True:
            stored = StoredMatch(played(chance, 0))
            while not stored.match.over:
                stored.match.play(chance.choice(stored.match.position.moves()))
                try:
                    record = store.save(saved.record_of(stored))
                except StoreBusy:  # the next move is kept with this one
                    continue
                stored.identifier, stored.revision = record.id, record.revision
                tell(match=asdict(record))


def swap(folder: Path, chance: random.Random) -> None:
    """Put a copy in the place of the library while it is open, after games that it lacks."""
    copy = folder / f"copy{backup.SUFFIX}"
    with closing(Store(folder / STORE)) as store:
        _add_games(store, 20, chance)
        tell(ready=True)
        while True:
            backup.back_up(store, copy)
            number = _count(store)
            _add_games(store, 5, chance)
            tell(count=number)
            copy.replace(folder / STORE)
            with suppress(StoreLost):
                _add_games(store, 1, chance)
            for aside in folder.glob(f"{STORE}.replaced-*"):
                aside.unlink()


def review(folder: Path, chance: random.Random) -> None:
    """Review games of the store, and tell whose review is kept."""
    program = Program(Store(folder / STORE), (1280, 800))
    tell(ready=True)
    for _ in count():
        stored = StoredMatch(played(chance))
        program.services.autosave.keep_match(stored)
        program.open(StoredGame(stored, review=True))
        tell(match=asdict(saved.record_of(stored)) | {"id": stored.identifier})
        for _ in range(120):
            program.step(program.wait())
        if program.services.autosave.review_of(stored):
            tell(review=stored.identifier)


def take(folder: Path, chance: random.Random) -> None:
    """Add files of many games to the library, and tell how many games it has."""
    file = folder / "games.txt"
    program = Program(Store(folder / STORE), (1280, 800))
    tell(ready=True)
    while True:
        games = (formats.text_of(formats.WrittenGame(played(chance), {})) for _ in range(IMPORTED))
        file.write_text("\n".join(games), "utf-8")
        program.open_file(str(file))
        while not isinstance(program.screen, TakeGames):
            program.step(program.wait())
        tell(taken=True)
        program.screen.commands["yes"]()
        while program.services.background_jobs.busy:
            program.step(program.wait())
            tell(count=program.store.rows("SELECT count(*) FROM matches")[0][0])


def back_up(folder: Path, chance: random.Random) -> None:
    """Write the library to a file, and add another library to it, over and over."""
    other = folder / f"other{backup.SUFFIX}"
    other.unlink(missing_ok=True)
    with closing(Store(other)) as theirs:
        _add_games(theirs, MERGED, chance)
    with closing(Store(folder / STORE)) as store:
        tell(ready=True)
        while True:
            _add_games(store, 1, chance)
            tell(count=_count(store))
            backup.back_up(store, folder / BACKUP)
            tell(backup=backup.count(folder / BACKUP))
            if chance.random() < 0.3:
                merged = backup.merge(store, other)
                tell(count=_count(store), whole=merged.added in (0, MERGED))


def upgrade(folder: Path, chance: random.Random) -> None:
    """Open stores of the first layout, which brings them up to date."""
    names = ("game", "variant", "rules", "start", "moves", "players", "result", "pie", "begun")
    old = folder / "old"
    shutil.rmtree(old, ignore_errors=True)
    old.mkdir()
    tell(ready=True)
    for number in count():
        path = old / f"{number}.sqlite3"
        with closing(_first_layout(path)) as connection:
            for _ in range(OLD_MATCHES):
                record = saved.record_of(StoredMatch(played(chance)))
                connection.execute(
                    f"INSERT INTO matches ({', '.join(names)}, saved) "
                    f"VALUES ({', '.join('?' * len(names))}, '')",
                    [getattr(record, name) for name in names],
                )
        tell(old=path.name)
        Store(path).close()


def _first_layout(path: Path) -> Any:
    import sqlite3

    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = OFF")
    for statement in chain(*migrations.MIGRATIONS[:1]):
        connection.execute(statement)
    connection.execute("PRAGMA user_version = 1")
    return connection


def build(folder: Path, chance: random.Random) -> None:
    """Build endgame databases."""
    store = EndgameStore(folder / "endgames")
    tell(ready=True)
    while True:
        shape = chance.choice(_SHAPES)
        store.path(shape).unlink(missing_ok=True)
        EndgameStore(folder / "endgames").build(shape, StopWord())
        tell(built=shape.name)


def _add_games(store: Store, games: int, chance: random.Random) -> None:
    for _ in range(games):
        store.save(saved.record_of(StoredMatch(played(chance, 30))))


def _count(store: Store) -> int:
    return int(store.rows("SELECT count(*) FROM matches")[0][0])


KILLED: dict[str, Callable[[Path, random.Random], None]] = {
    scene.__name__: scene
    for scene in (play, sow, save, sync, swap, review, take, back_up, upgrade, build)
}


# -- what is tried in strange places


def visit(app: App) -> None:
    """Play a game in the window, look at some screens, and tell what was said and kept."""
    assert isinstance(app, Program)
    chance = random.Random(1)
    said: dict[str, None] = {}

    def frames(number: int) -> None:
        for _ in range(number):
            app.step(1 / 60)
            said.update(dict.fromkeys(app.services.notices.waiting))

    frames(30)
    app.services.choose(pace="off")
    app.open(GameOf(Match(GAMES["kalah"], "6x4", (), (Player("A"), Player("B")))))
    screen = app.screen
    assert isinstance(screen, Play)
    while len(screen.match.plies) < PLIES:
        screen.session.play(chance.choice(screen.match.position.moves()))
        frames(3)
        if len(screen.match.plies) == PLIES // 2:
            _disturb(app)
    for destination in (MainScreen.LIBRARY, MainScreen.SETTINGS, MainScreen.FILES, MainScreen.HOME):
        app.open(destination)
        frames(30)
    tell(said=[*said])
    app.close()


def _disturb(app: Program) -> None:
    """Change in the midst of a game what the command asks for: the window, sound or the clock."""
    match sys.argv[2:]:
        case ["size", *sides]:
            size = int(sides[0]), int(sides[1])
            pygame.display.set_mode(size, pygame.RESIZABLE)
            pygame.event.post(pygame.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
        case ["sound"]:
            pygame.mixer.quit()
            app.services.choose(pace="fast")
        case ["clock"]:
            app.services.clock = lambda: datetime.now().astimezone() - timedelta(days=1)
            vars(saved)["datetime"] = _Yesterday


def _nobody(number: int) -> Any:
    raise KeyError(number)


class _Yesterday(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return super().now(tz) - timedelta(days=1)


def run(arguments: list[str]) -> Iterator[int]:
    """Do a scene by its name, in a folder, by chance from a seed; or a visit."""
    if arguments[0] == "visit":
        import pwd  # there is none on Windows

        from kalahgui.gui.shell import program

        if "homeless" in arguments:
            pwd.getpwuid = _nobody
        App.run = visit  # type: ignore[assignment, method-assign]
        yield program.run()
    else:
        name, folder, seed = arguments
        yield open_display()
        KILLED[name](Path(folder), random.Random(f"{name} {seed}"))


if __name__ == "__main__":
    sys.exit(next((status for status in run(sys.argv[1:]) if status), 0))
