"""The library with ten thousand games: how long it takes to open, to search and to scroll."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from rich.table import Table as RichTable

from kalahgui.cli.output import print_table
from kalahgui.engine.judgement import Judgement
from kalahgui.engine.levels import levels_on
from kalahgui.games import GAMES
from kalahgui.games.game import Game, Position
from kalahgui.gui.screens.library.library import Library
from kalahgui.gui.services.navigation import MainScreen
from kalahgui.gui.shell.program import Program
from kalahgui.library import reviews, saved
from kalahgui.library.saved import DRAW, SEATS
from kalahgui.library.store import MatchRecord, Store
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from lab.window.window import (
    FRAME,
    SIZE,
    Took,
    every,
    figures_of,
    machine,
    machine_text,
    print_scenes,
    took,
)

_COUNT = 10_000
_FRAMES = 400  # of a scene
_SEARCHED = "ben reversi"
_SLOW, _FAST = 25, 2600  # pixels that a frame scrolls on


# Does something before a frame, whose number it is given.
Act = Callable[[Library, int], object]


def measure(games: int = _COUNT, frames: int = _FRAMES) -> dict[str, Any]:
    """Measure a window with a number of games in a temporary store."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "games.sqlite3")
        fill(store, games)
        app = Program(store, SIZE)
        try:
            return {"games": games, **machine(), **_figures(app, frames)}
        finally:
            app.close()


def _figures(app: Program, frames: int) -> dict[str, Any]:
    list(_settled(app))
    app.services.choose(text="normal")
    opened = {}
    for which in ("first", "again"):
        app.open(MainScreen.HOME)
        list(_settled(app))
        opened[which] = _opened(app)
    library = _library(app)
    searched = _searched(app, library)
    scenes = [{"scene": name, **_scene(app, library, act, frames)} for name, act in SCENES.items()]
    return {"opening": opened, "search": searched, "scenes": scenes}


def _opened(app: Program) -> dict[str, Any]:
    """Open the library: until rows are in sight, and until nothing is lacking."""
    work = [took(partial(app.open, MainScreen.LIBRARY))]
    library = _library(app)
    seen = 0
    for frame in _settled(app):
        work.append(frame)
        if not seen and library.games.shown:
            seen = len(work)
    return {
        "rows_in_sight": _sum(work[:seen]),
        "all": _sum(work),
        "frames": len(work) - 1,
        "longest_frame": _longest(work[1:]),
    }


def _searched(app: Program, library: Library) -> dict[str, Any]:
    """Look for words letter by letter, and let every one find what it finds."""
    letters, frames = [], []
    for end in range(1, len(_SEARCHED) + 1):
        work = [took(partial(library.look_for, _SEARCHED[:end]))]
        while library.games.busy:
            work.append(_frame(app))
        letters.append(_sum(work))
        frames += work
    found = len(library.games.shown)
    library.look_for("")
    list(_settled(app))
    return {
        "words": _SEARCHED,
        "found": found,
        "letters": letters,
        "longest_frame": _longest(frames),
    }


def _scene(app: Program, library: Library, act: Act, frames: int) -> dict[str, Any]:
    list(_settled(app))
    work = []
    for number in range(frames):
        act(library, number)
        app.wake()
        work.append(_frame(app))
    return figures_of(work)


def _scroll(library: Library, step: int) -> None:
    games, scroller = library.game_list.list, library.game_list.scroller
    assert games is not None
    scroller.move_to(scroller.offset + step)
    library.controls.arrange(games)


def _delete_or_undo(library: Library, _: int) -> None:
    changes = library.changes
    changes.undo() if changes.bin else changes.delete(library.games.shown[0])


def _star(library: Library, number: int) -> None:
    library.changes.star(library.games.shown[number % len(library.games.shown)])


SCENES: dict[str, Act] = {
    "scrolling": lambda library, number: _scroll(library, _SLOW),
    "dragging through": lambda library, number: _scroll(library, _FAST),
    "walking by keys": every(4, lambda library, number: library.game_list.commands["down"]()),
    "starring": every(8, _star),
    "deleting and bringing back": every(40, _delete_or_undo),
    "at rest": lambda library, number: None,
}


def _settled(app: Program) -> Iterator[Took]:
    """Let frames pass until nothing moves, and yield what each took."""
    yield _frame(app)
    while app.screen.moving:
        yield _frame(app)


def _frame(app: Program) -> Took:
    return took(partial(app.step, FRAME))


def _sum(work: list[Took]) -> dict[str, float]:
    return _written(
        Took(sum(piece.clock for piece in work), sum(piece.processor for piece in work))
    )


def _longest(work: list[Took]) -> dict[str, float]:
    return _written(Took(*(max(piece[index] for piece in work) for index in (0, 1))))


def _written(took: Took) -> dict[str, float]:
    return {"ms": round(took.clock, 1), "processor_ms": round(took.processor, 1)}


def _library(app: Program) -> Library:
    assert isinstance(app.screen, Library)
    return app.screen


def print_figures(figures: dict[str, Any]) -> None:
    """Print what was measured for people."""
    title = f"A library with {figures['games']:,} games: ms by the clock (of the processor)"
    head = RichTable(title=title)
    for column in ("", "all", "rows in sight", "longest frame"):
        head.add_column(column, justify="left" if not column else "right")
    for which, row in figures["opening"].items():
        cells = map(_both, (row["all"], row["rows_in_sight"], row["longest_frame"]))
        head.add_row(f"opening, {which}", *cells)
    search = figures["search"]
    longest = _both(search["longest_frame"])
    first, *others = search["letters"]
    head.add_row("search, first letter", _both(first), "", longest)
    slowest = max(others, key=lambda letter: letter["processor_ms"])
    head.add_row("search, another letter at most", _both(slowest), "", longest)
    print_table(head)
    print_scenes("The library in use", figures["scenes"])
    print(machine_text(figures))


def _both(took: dict[str, float]) -> str:
    return f"{took['ms']} ({took['processor_ms']})"


_BOARDS = (
    ("kalah", "6x6"),
    ("kalah", "6x6"),
    ("kalah", "6x4"),
    ("reversi", "diamond"),
    ("reversi", "8x8"),
    ("tictactoe", "3x3"),
)
_NAMES = ("", "", "", "Aiko", "石田", "Ben")
_NEWEST = datetime(2026, 11, 20, 21, 4, tzinfo=UTC)
_PLAYED = timedelta(minutes=12)
_APART = timedelta(minutes=47)
_UNFINISHED = 12  # one in so many


def fill(store: Store, count: int, reviewed: int = 5, seed: int = 1) -> None:
    """Put a number of games into a store, the newest first; one of ``reviewed`` has a review."""
    with store.together():
        for number in range(count):
            chance = random.Random(f"{seed}:{number}")
            record = store.save(_record(chance, _NEWEST - number * _APART))
            if record.result and chance.randrange(reviewed) == 0:
                _review(store, record, chance)


def _record(chance: random.Random, moment: datetime) -> MatchRecord:
    key, variant = chance.choice(_BOARDS)
    game = GAMES[key]
    start = game.start(variant)
    stops = chance.randrange(4, 30) if chance.randrange(_UNFINISHED) == 0 else None
    end, moves = _played(game, start, chance, stops)
    level = str(1 + chance.randrange(len(levels_on(game, variant))))
    players = [[chance.choice(_NAMES), ""], ["", level]]
    chance.shuffle(players)
    begun, ended = (
        instant.isoformat(timespec="milliseconds") for instant in (moment - _PLAYED, moment)
    )
    return MatchRecord(
        game=key,
        variant=variant,
        rules="",
        start=game.position_text(start),
        moves=" ".join(moves),
        players=json.dumps(players),
        result=_result(end),
        pie=0,
        begun=begun,
        saved=ended,
    )


def _played(
    game: Game, start: Position, chance: random.Random, stops: int | None
) -> tuple[Position, list[str]]:
    position = start.copy()
    moves: list[str] = []
    while not position.over and (stops is None or len(moves) < stops):
        move = chance.choice(position.moves())
        moves.append(game.text(move))
        position.play(move)
    return position, moves


def _result(position: Position) -> str:
    if not position.over:
        return ""
    margin = position.final() if position.turn == 0 else -position.final()
    return SEATS[margin < 0] if margin else DRAW


def _review(store: Store, record: MatchRecord, chance: random.Random) -> None:
    """Judge every position of a game by chance, those near its end more closely."""
    stored = saved.stored_of(record)
    reviews.keep(store, stored, _judged(stored.match, chance), whole=True)


def _judged(match: Match, chance: random.Random) -> dict[Node, Judgement]:
    judged: dict[Node, Judgement] = {}
    for node in match.main_line:
        moves = node.position.moves()
        if moves and not node.position.over:
            lead = node.position.lead
            values = {move: lead + chance.randrange(-2, 3) for move in moves}
            lines = {move: [move] for move in moves}
            judged[node] = Judgement(8, values, frozenset(), lines)
    return judged
