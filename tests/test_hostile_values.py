"""Whatever stands in a column of the library: every screen opens, and every other row is there.

A library has one hostile value in each column of each table, each in a row of its own, beside rows
that are sound. In so many turns as there are values every value stands in every column.
"""

import gc
import json
import logging
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame
import pytest
from driver import Driver
from test_mistakes import lose

from kalahgui.gui.screens.learn.exercise_screen import ExerciseScreen
from kalahgui.gui.screens.library.games import CHIPS
from kalahgui.gui.screens.library.library import Library
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services import settings
from kalahgui.gui.services.navigation import LearnOf, MainScreen, SetUpOf
from kalahgui.gui.services.settings import CATALOGUE
from kalahgui.learning.puzzle_run import WAYS
from kalahgui.learning.puzzles import BOARDS
from kalahgui.library import learnt, listing, saved
from kalahgui.library.learnt import PuzzleTry
from kalahgui.library.rows import LONGEST_NAME, TABLES
from kalahgui.library.store import Store
from kalahgui.library.store_file import StoreError
from kalahgui.words import say
from lab.window.library import fill

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
MOST_SECONDS = 0.1  # of the processor for a frame; on a busy machine so much more than usual:
MOST_TIMES = 3
LONG, MILLION = 250_000, 1_000_000


def card(**changes):
    """Return a card of an exercise as the scheduler writes it, but for some changes."""
    known = {"card_id": 1, "state": 2, "step": None, "stability": 3.0, "difficulty": 5.0}
    when = "2026-11-20T10:00:00+00:00"
    return json.dumps(known | {"due": when, "last_review": when} | changes)


_VALUES = (
    # numbers
    0, 1, -1, 2, 7, 2**31, -(2**31), 10**15, 2**63 - 1, -(2**63),
    0.5, -0.5, 1e-200, 1e300, -1e300, float("inf"), float("-inf"),
    # blobs
    b"", b"\0", b"\xff\xfe", b"2026-01-01", bytes(LONG),
    # texts
    "", " ", "x", "\0", "a\0b", "\u200f", "\u202e\u2066", "\ufffd", "\u0301" * 1000, "\n\x1b[31m",
    "9" * 400, "x" * LONG, "界" * LONG, "1 " * LONG, "\u200f" * LONG,
    # what stands for times
    "9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+23:59", "2026-01-01T10:00", "2026-02-30",
    "tomorrow", "9999-12-31", "20260101", "99999-01-01",
    # what stands for JSON
    "null", "{}", "[]", "NaN", "[1e999]", "[" * 100_000, '{"a":' * 100_000, "[" * 90 + "]" * 90,
    json.dumps(["x" * LONG]), json.dumps([["x" * LONG, ""], ["\ud800", "4"]]),
    '{"nodes": 1, "comments": {"0": "\\ud800"}}',
    # cards of exercises
    card(stability=1e308), card(stability=1e-308, difficulty=float("inf")),
    card(last_review="2026-11-20T10:00:00"), card(state=3, due="9999-12-31T23:59:59+00:00"),
)  # fmt: skip


# Long ones are not beside each other, so that no library has many of them.
VALUES = tuple(_VALUES[13 * place % len(_VALUES)] for place in range(len(_VALUES)))


def test_there_are_sixty_values():
    assert len(VALUES) == len(set(VALUES)) == 60


@cache
def sound() -> dict[str, list[tuple]]:
    """Return sound rows of each table, enough that each column can be damaged in one of its own."""
    with closing(Store()) as store:
        fill(store, 40, reviewed=1)
        for seed in range(9):
            lose(store, "kalah", seed)
        for number in range(len(TABLES["puzzle_tries"]) + 3):
            done = PuzzleTry(*BOARDS[0], number + 1, "streak", True, False, 1500.0, 300.0, 0.06)
            learnt.keep_try(store, done)
        for number in range(len(TABLES["lessons"]) + 3):
            learnt.keep_stars(store, "kalah", f"lesson {number}", 2)
        for _ in range(len(TABLES["answers"]) + 3):
            learnt.keep_answer(store, "cut", True)
        store.set_setting("choices", {})
        store.set_setting("mistakes_counted_by", 2)
        store.set_setting("else", "x")
        return {
            table: store.rows(f"SELECT {', '.join(columns)} FROM {table} ORDER BY rowid")
            for table, columns in TABLES.items()
        }


def write_library(store, turn=None):
    """Write a library; return how many rows of each table have something hostile in them."""
    hostile = Counter()
    with store.together():
        for table, rows in sound().items():
            columns = TABLES[table]
            marks = ", ".join("?" * len(columns))
            for row in rows:
                store.change(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", *row)
            if turn is None:
                continue
            keys = [key for (key,) in store.rows(f"SELECT rowid FROM {table} ORDER BY rowid")]
            for place, (column, key) in enumerate(zip(columns, keys, strict=False)):
                value = VALUES[(place + turn) % len(VALUES)]
                with suppress(StoreError):  # which the table itself refuses
                    store.change(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", value, key)
                    hostile[table] += 1
    return hostile


def read_all(store: Store) -> dict[str, list]:
    """Return what the readers make of each table, each row by what tells it from the others."""
    return {
        "matches": [row.id for row in listing.page(store, 10_000)],
        "reviews": sorted(figures.match for figures in store.review_figures("kalah")),
        "lessons": sorted(learnt.stars(store, "kalah")),
        "puzzle_tries": [puzzle_try.number for puzzle_try in learnt.tries(store, "kalah")],
        "exercises": [(exercise.start, exercise.moves) for exercise in learnt.exercises(store)],
        "answers": learnt.answers(store).get("cut", []),
    }


@pytest.mark.few(8)
@pytest.mark.parametrize("turn", range(len(VALUES)))
def test_every_other_row_is_read(turn):
    """See that what the readers leave out are rows with something hostile in them."""
    with closing(Store()) as store, closing(Store()) as good:
        hostile = write_library(store, turn)
        write_library(good)
        rows_read, whole = read_all(store), read_all(good)
        for table, all_of_it in whole.items():
            there = sum((Counter(rows_read[table]) & Counter(all_of_it)).values())
            assert there >= len(all_of_it) - hostile[table], table
        # Of the matches only one is in the bin, and one has another id.
        listed = rows_read["matches"]
        columns = [*TABLES["matches"]]
        elsewhere = {whole["matches"][columns.index(name)] for name in ("id", "deleted")}
        assert {*whole["matches"]} - {*listed} <= elsewhere
        assert paged(lambda after: listing.page(store, 3, after)) == listed
        unfinished = paged(lambda after: store.unfinished(2, after))
        assert len(unfinished) == len({*unfinished}) == store.count_unfinished()
        see_that_it_is_bounded(store)
        settings.load(store)
        assert learnt.count_exercises(store)[0] == len(sound()["exercises"])


def see_that_it_is_bounded(store):
    """See that what is read has no end that a screen could fail at."""
    rows = [*store.each_match(), *store.review_figures("kalah"), *learnt.exercises(store)]
    rows += learnt.tries(store, "kalah")
    values = [value for row in rows for value in asdict(row).items()]
    values += [value for row in listing.page(store, 99) for value in row._asdict().items()]
    values += [("stars", value) for value in learnt.stars(store, "kalah").values()]
    for name, value in values:
        if name in ("begun", "saved", "due") and len(value) > len("2026-11"):
            datetime.fromisoformat(value)
        if isinstance(value, float):
            assert abs(value) <= 10_000 and (value > 1e-9 or name == "rating")
        if type(value) is int and name not in ("id", "match"):
            assert 0 <= value <= 2**31 and (value <= 3 or name != "stars")
        if isinstance(value, str) and name not in ("moves", "side_lines", "judgement"):
            assert len(value) <= 1000


def paged(read):
    """Return the ids of what is read page by page."""
    ids, page = [], read(None)
    while page:
        ids += [row.id for row in page]
        page = read(page[-1])
    return ids


@pytest.mark.few(8)
@pytest.mark.parametrize("turn", range(len(VALUES)))
def test_every_match_that_can_be_read_is_kept_when_it_goes_on(turn):
    with closing(Store()) as store:
        write_library(store, turn)
        for identifier in paged(lambda after: listing.page(store, 100, after)):
            record = store.match(identifier)
            for _ in range(2):  # written, and as it stands then once more
                record = store.save(record)
                assert store.match(identifier) == record
        fresh = store.save(replace(record, id=None))
        assert store.match(fresh.id) == fresh
        store.add([replace(record, id=None)] * 2)


def test_a_long_name_is_cut_and_its_game_stays():
    long = "界" * MILLION
    with closing(Store()) as store:
        write_library(store)
        match = store.matches(1)[0]
        players = json.dumps([[long, ""], ["Bo", "4"]])
        store.change(
            "UPDATE matches SET players = ?, name = ? WHERE id = ?", players, long, match.id
        )
        row = listing.row_of(store, match.id)
        assert row.name == long[:LONGEST_NAME]
        seats = saved.match_players(row.players, row.game)
        assert seats.names == (long[:LONGEST_NAME], "Bo")
        assert saved.stored_of(store.match(match.id)).match.players[0].name == seats.names[0]


ODD_JSON = (
    *("1e999", "NaN", "-Infinity", "1" + "0" * 400, "-1", "1e300", "null", "true", '"\\ud800"'),
    *("[]", "{}", "[1e999, 1]", "[" * 15 + "]" * 15, "[" * 100_000, json.dumps("x" * MILLION)),
)


@pytest.mark.parametrize("odd", ODD_JSON)
def test_whatever_a_choice_is_all_others_stay(odd):
    with closing(Store()) as store:
        before = settings.load(store)
        before.theme, before.language = "slate", "ja"
        settings.save(store, before)
        kept = asdict(before)
        seat = kept["cards"]["kalah"]["first"]
        for record, name in [*((kept, name) for name in kept), *((seat, name) for name in seat)]:
            value, record[name] = record[name], "here"
            text = json.dumps(kept).replace('"here"', odd)
            record[name] = value
            store.change("UPDATE settings SET value = ? WHERE name = 'choices'", text)
            choices = settings.load(store)
            settings.save(store, choices)
            assert settings.load(store) == choices
            readable = odd != "[" * 100_000 and "ud800" not in odd
            if readable and name not in ("theme", "language"):
                assert (choices.theme, choices.language) == ("slate", "ja")


class Watched(Driver):
    """A window that knows what the processor took at most for a frame, or to open a screen."""

    def __init__(self, path):
        super().__init__(path)
        self.services.clock = lambda: NOW
        self.choose(pace="off")
        self.took = Counter()  # at most for each kind
        for name in ("step", "open"):
            setattr(self.app, name, partial(self._timed, name, getattr(self.app, name)))

    def _timed(self, name, do, *what):
        begin = time.thread_time()
        do(*what)
        kind = name, type(self.app.screen).__name__
        self.took[kind] = max(self.took[kind], time.thread_time() - begin)


def visit(window: Driver) -> None:
    """Open every screen that reads the library, and use it."""
    app = window.app
    window.frames(3)
    app.open(MainScreen.UNFINISHED)
    window.settle()
    for _ in range(9):
        window.key(pygame.K_DOWN)
        window.settle()
    visit_library(window)
    visit_mistakes(window)
    visit_puzzles(window)
    for place in (LearnOf(), LearnOf("kalah", "sow")):
        app.open(place)
        window.frames(2)
    app.open(MainScreen.HOME)
    app.open(MainScreen.SETTINGS)
    window.frames(2)
    for key in CATALOGUE:
        app.open(SetUpOf(key))
        window.frames(2)
    window.press(say("start"))
    window.settle()
    app.open(MainScreen.HOME)
    window.frames(2)


def visit_lists(window: Driver) -> None:
    """Open the screens that list what is kept."""
    for place in (MainScreen.LIBRARY, *(LearnOf(tab=tab) for tab in ("", "puzzles", "mistakes"))):
        window.app.open(place)
        window.settle()
        window.draw()
    window.app.open(MainScreen.HOME)
    window.app.open(MainScreen.UNFINISHED)
    window.settle()


def visit_library(window: Driver) -> None:
    app = window.app
    app.open(MainScreen.LIBRARY)
    window.settle()
    library = app.screen
    assert isinstance(library, Library)
    for words in ("kalah", "x 2026", ""):
        library.look_for(words)
        window.settle()
    for chip in (*CHIPS, CHIPS[0]):
        library.choose_chip(chip)
        window.settle()
    for _ in library.counting.boards:
        library.step_board(1)
        window.settle()
    shown = list(library.games.shown)
    for place in range(0, len(shown), 4):
        library.game_list.choose(place)
        window.settle()
        window.app.accessible_node()
    for row in shown[:3] + shown[-3:]:
        for review in (False, True):
            app.open(MainScreen.LIBRARY)
            app.screen.open_game(row, review)
            window.frames(3)
            if isinstance(app.screen, Play):
                play_on(window, app.screen)
    app.open(MainScreen.LIBRARY)
    library = app.screen
    window.settle()
    for row in shown[1:3]:
        library.changes.star(row)
        library.changes.delete(row)
        library.changes.undo()
        window.settle()


def play_on(window: Driver, play: Play) -> None:
    """Play a move, if it is a person's turn, and see that it is kept."""
    if not play.match.over and play.session.player.person:
        play.session.play(play.match.position.moves()[0])
        window.frames(3)
        record = window.app.store.match(play.stored.identifier)
        assert record.moves.split() == play.match.ply_texts(play.match.tip)


def visit_mistakes(window: Driver) -> None:
    app = window.app
    app.open(LearnOf(tab="mistakes"))
    window.frames(2)
    app.accessible_node()
    app.screen.commands["begin"]()
    window.frames(2)
    while isinstance(app.screen, ExerciseScreen):
        screen = app.screen
        judge = screen.exercise.judge
        window.move(judge.next_plies(screen.match)[0])
        window.wait_for(lambda screen=screen: not screen.busy)
        if not screen.run.can_go(1):
            break
        screen.commands["next"]()
        window.frames(2)


def visit_puzzles(window: Driver) -> None:
    app = window.app
    for board in BOARDS:
        app.open(LearnOf(" ".join(board), tab="puzzles"))
        window.frames(2)
    for way in WAYS:
        app.open(LearnOf(" ".join((*BOARDS[0], way)), tab="puzzles"))
        window.frames(2)
    app.accessible_node()
    app.open(LearnOf(" ".join((*BOARDS[0], "streak")), "run", "puzzles"))
    window.frames(2)
    screen = app.screen
    while not screen.run.solved:
        window.move(window.next_ply())
        window.wait_for(lambda: not screen.busy)


@pytest.fixture
def visited(tmp_path):
    """Return what opens a window on a library and visits every screen; all are closed."""
    opened = []

    def visit_library_of(turn, visit=visit):
        path = tmp_path / f"{turn}.sqlite3"
        with closing(Store(path)) as store:
            write_library(store, turn)
        gc.collect()
        gc.freeze()  # what tests before have left is none of this window's garbage
        opened.append(Watched(path))
        visit(opened[-1])
        return opened[-1]

    yield visit_library_of
    for window in opened:
        window.close()


@cache
def usual() -> Counter:
    """Return what the processor takes where all is sound, once everything has been seen before."""
    for _ in range(2):
        with TemporaryDirectory() as folder:
            path = Path(folder) / "games.sqlite3"
            with closing(Store(path)) as store:
                write_library(store)
            window = Watched(path)
            visit(window)
            window.close()
    return window.took


@pytest.mark.slow
@pytest.mark.few(20, 20)
@pytest.mark.parametrize("turn", range(len(VALUES)))
def test_every_screen_opens_soon_and_every_other_row_is_there(visited, caplog, turn):
    before = usual()
    window = visited(turn)
    see_that_it_was_soon(window, before)
    see_that_nothing_failed(window, caplog)


@pytest.mark.slow
@pytest.mark.parametrize("sign", ["x", "界", "\u200f", "\u0301"])
def test_a_game_with_names_of_a_million_letters_is_listed_and_opened_soon(visited, caplog, sign):
    before = usual()
    window = visited(None, partial(visit_long_names, name=sign * MILLION))
    see_that_it_was_soon(window, before)
    see_that_nothing_failed(window, caplog)


def visit_long_names(window, name):
    store = window.app.store
    match = store.matches(1)[0]
    names = json.dumps([[name, ""], ["Bo", "4"]]), name, match.id
    store.change("UPDATE matches SET players = ?, name = ? WHERE id = ?", *names)
    visit_library(window)


def see_that_it_was_soon(window, before):
    most = {kind: max(MOST_SECONDS, MOST_TIMES * before[kind]) for kind in window.took}
    slow = [kind for kind, took in window.took.items() if took > most[kind]]
    assert not slow, {kind: (window.took[kind], before[kind]) for kind in slow}


@pytest.mark.parametrize("turn", [8])
def test_the_screens_that_list_what_is_kept_open(visited, caplog, turn):
    see_that_nothing_failed(visited(turn, visit_lists), caplog)


def see_that_nothing_failed(window, caplog):
    assert not [record for record in caplog.records if record.levelno > logging.WARNING]
    for table, rows in sound().items():
        [(count,)] = window.app.store.rows(f"SELECT count(*) FROM {table}")
        assert count >= len(rows), table
