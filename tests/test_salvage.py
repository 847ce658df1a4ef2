"""What is damaged in the file of a store hides no more than what stands there."""

import contextlib
import errno
import io
import os
import random
import shutil
import sqlite3
import time
from dataclasses import replace
from datetime import date
from itertools import chain, product
from pathlib import Path

import pytest
from examples import examples
from test_store import FIGURES, RECORD, break_page
from test_store_file import Killed, fill, fill_older, games, let_be_killed, named, posix

from kalahgui.library import rotation, salvage
from kalahgui.library import store as store_module
from kalahgui.library.migrations import MIGRATIONS, VERSION
from kalahgui.library.pages import Pages
from kalahgui.library.store import Store, StoreLost
from kalahgui.library.store_file import Unreadable
from kalahgui.library.write_ahead_log import log_of
from kalahgui.words import say

PAGE = 4096
COUNT = 900
DELETED = range(300, 400)
LEFT = named(number for number in range(COUNT) if number not in DELETED)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "folder" / "store.sqlite"


# -- a damaged page


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """Return the file of a library, in which some pages are free, with what was deleted."""
    path = tmp_path_factory.mktemp("sound") / "store.sqlite"
    with contextlib.closing(Store(path)) as store:
        with store.together():
            fill(store, range(COUNT))
            store.change("UPDATE matches SET side_lines = printf('%.*c', 2500 + 2 * id, 'x')")
            for number in range(1, COUNT + 1):
                store.save_review(replace(FIGURES, match=number), "a review", 1)
        store.change("DELETE FROM matches WHERE id - 1 BETWEEN 300 AND 399")
    return path.read_bytes()


def number_at(content, place):
    return int.from_bytes(content[place : place + 4], "big")


def page_of(content, what, path):
    """Return the number of a page, which is a table's root if nothing else."""
    path.parent.mkdir()
    if what in ("page 1", "free"):
        return 1 if what == "page 1" else number_at(content, 32)
    path.write_bytes(content)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        [(root,)] = connection.execute(query, (what.removesuffix(" inner"),))
    path.unlink()
    if what.endswith(" inner"):
        root = number_at(content, (root - 1) * PAGE + 8)  # the last one that the root leads to
    assert content[(root - 1) * PAGE] == 5  # it leads to other pages
    return root


@pytest.mark.few(8)
@pytest.mark.parametrize("kind", ["zeros", "chance", "some chance", "leads elsewhere", "fewer"])
@pytest.mark.parametrize("what", ["matches", "matches inner", "reviews", "page 1", "free"])
def test_a_page_that_leads_to_others_hides_none_of_them(path, sound, what, kind):
    number, chance = page_of(sound, what, path), random.Random(1)
    content = bytearray(sound)
    place = slice((number - 1) * PAGE, number * PAGE)
    if kind == "zeros":
        content[place] = bytes(PAGE)
    elif kind == "chance":
        content[place] = chance.randbytes(PAGE)
    elif kind == "some chance":
        for _ in range(40):
            content[place.start + chance.randrange(PAGE)] = chance.randrange(256)
    elif kind == "leads elsewhere":  # to a page that is led to twice then
        content[place.stop - 1] ^= 1
    else:
        content[place.start + 4] //= 2
    path.write_bytes(content)
    with contextlib.closing(Store(path)) as store:
        assert games(store) == LEFT
        assert store.rows("SELECT count(*) FROM reviews") == [(len(LEFT),)]
        if store.notice is None:  # nothing was hit that matters
            assert what in ("page 1", "free") or kind == "some chance"
        else:
            assert store.notice[0] == store_module.SET_ASIDE
            assert store.notice[2:] == (len(LEFT), 0)
            assert store.rows("PRAGMA integrity_check") == [("ok",)]


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_rows_of_two_tables_never_look_alike(version):
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        for statement in chain(*MIGRATIONS[:version]):
            connection.execute(statement)
        tables = salvage._tables(connection)
    assert "matches" in {table.name for table in tables}
    for table in tables:
        for count in range(table.least, len(table.columns) + 1):
            for types in product(*[*table.columns.values()][:count]):
                assert [other.name for other in tables if other.fits(types)] == [table.name]


def test_a_damaged_version_hides_nothing(path, sound):
    content = bytearray(sound)
    content[60:64] = (3).to_bytes(4, "big")
    root = page_of(sound, "matches", path)
    content[(root - 1) * PAGE : root * PAGE] = bytes(PAGE)
    path.write_bytes(content)
    with contextlib.closing(Store(path)) as store:
        assert games(store) == LEFT


@pytest.mark.parametrize("damage", ["version", "version and page 1"])
def test_a_damaged_version_hides_nothing_of_a_library_that_was_brought_up_to_date(path, damage):
    fill_older(path, 2, [f"game {number:04}" for number in range(20)])
    with contextlib.closing(Store(path)) as store:
        fill(store, range(20, 320))
    content = bytearray(path.read_bytes())
    content[60:64] = (3).to_bytes(4, "big")
    if damage == "version and page 1":
        content[100:140] = bytes(40)
    path.write_bytes(content)
    with contextlib.closing(Store(path)) as store:
        assert (store.notice.code, store.notice.lost) == (store_module.SET_ASIDE, 0)
        assert games(store) == named(range(320))


@pytest.mark.parametrize(
    ("place", "damage"),
    [
        (16, b"\x20\0"),
        (16, b"\x04\0"),
        (16, b"\x02\0"),
        (20, b"\x08"),
        (20, b"\xff"),
        (16, bytes(84)),
    ],
)
def test_a_header_that_says_something_wrong_of_all_pages_hides_none(path, sound, place, damage):
    content = bytearray(sound)
    content[place : place + len(damage)] = damage
    path.parent.mkdir()
    path.write_bytes(content)
    with contextlib.closing(Store(path)) as store:
        assert (store.notice.code, store.notice.lost) == (store_module.SET_ASIDE, 0)
        assert games(store) == LEFT


def test_what_has_any_number_is_read(path):
    numbers = [-(2**63), -5, 0, 1, 2**63 - 1]
    with contextlib.closing(Store(path)) as store:
        fill(store, range(400))
        for number in numbers:
            store.change(
                "UPDATE matches SET id = ? WHERE moves = ?", number, f"game {number % 89:04}"
            )
    break_page(path, b"game 0300")
    with contextlib.closing(Store(path)) as store:
        assert store.notice.code == store_module.SET_ASIDE
        marks = ", ".join("?" * len(numbers))
        rows = store.rows(f"SELECT id FROM matches WHERE id IN ({marks}) ORDER BY id", *numbers)
        assert rows == [(number,) for number in numbers]


def test_a_new_match_has_no_review_of_one_that_is_lost(path):
    with contextlib.closing(Store(path)) as store:
        fill(store, range(300))
        for number in range(1, 301):
            store.save_review(replace(FIGURES, match=number), "a review", 1)
    break_page(path, b"game 0299")
    with contextlib.closing(Store(path)) as store:
        assert store.notice.lost > 0
        for _ in range(store.notice.lost):
            match = store.save(RECORD)
            assert store.review_text(match.id) is None


# -- a disk that fails, a program that is killed


def with_a_damaged_page(path):
    """Write a library of which a page of matches is damaged; return what it was before."""
    with contextlib.closing(Store(path)) as store:
        fill(store, range(300))
    whole = path.read_bytes()
    break_page(path, b"game 0150")
    return whole


def test_a_full_disk_sets_nothing_aside(path, monkeypatch):
    with_a_damaged_page(path)
    content = path.read_bytes()

    def full(*values):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(shutil, "copyfile", full)
        with contextlib.closing(Store(path)) as store:
            assert store.notice.code == store_module.UNWRITABLE
    assert path.read_bytes() == content
    with contextlib.closing(Store(path)) as store:
        assert store.notice.code == store_module.SET_ASIDE
        assert 250 < len(games(store)) == store.notice.salvaged


@pytest.mark.parametrize("step", range(1, 13))
def test_a_kill_while_an_emptied_file_is_set_aside_loses_nothing(path, monkeypatch, step):
    emptied(path)
    let_be_killed(monkeypatch, step)
    with contextlib.suppress(Killed):
        Store(path).close()
    monkeypatch.undo()
    waits = path.exists() and Path(f"{path}.salvaged").exists()
    with contextlib.closing(Store(path)) as store:
        assert games(store) == named(range(10))
        if waits:
            assert store.notice == (store_module.SET_ASIDE, f"{path}.unreadable-1", 10, 0)
    aside = [file.name for file in path.parent.glob("*.unreadable-?")]
    assert aside == [f"{path.name}.unreadable-1"]
    assert not Path(f"{path}.salvaged").exists()


def test_what_was_read_of_an_earlier_damaged_file_is_not_taken_for_that_of_a_later_one(path):
    whole = with_a_damaged_page(path)
    salvaged = Path(f"{path}.salvaged")
    salvaged.write_bytes(b"games from before")
    path.write_bytes(whole)  # put back by hand
    with contextlib.closing(Store(path)) as store:
        assert store.notice is None
        assert games(store) == named(range(300))
    assert not salvaged.exists()
    assert Path(f"{salvaged}.unreadable-1").read_bytes() == b"games from before"


@posix
def test_a_damaged_file_in_place_of_the_open_one_is_told_of(path, tmp_path):
    from driver import Driver

    other = tmp_path / "other" / "store.sqlite"
    with_a_damaged_page(other)
    window = Driver(path)
    store = window.app.store
    os.replace(other, path)
    with pytest.raises(StoreLost):
        store.set_setting("theme", "slate")
    window.frames(2)
    notices = [words for words in window.services.notices.waiting if "damaged" in words]
    assert len(notices) == 1
    assert str(store.notice.salvaged) in notices[0] and str(store.notice.lost) in notices[0]
    window.close()


# -- a file that somebody has made so that it takes for ever


def hostile(chance, size=100):
    """Return a file whose pages lie: of how much is on them, of lengths, and where these go on."""

    def number(value):
        signs = [value & 0x7F]
        while value := value >> 7:
            signs.append(value & 0x7F | 0x80)
        return bytes(reversed(signs))

    pages = []
    for _ in range(size):
        kind = chance.choice([13, 13, 13, 5, 10, 2, 0])
        page = bytearray(chance.choices([0, 1, 8, 9], k=PAGE))
        page[:8] = bytes([kind]) + bytes(2) + b"\xff\xff" + bytes(3)
        if kind == 0:  # one that others go on on, in a ring
            page[:4] = chance.randrange(1, size + 1).to_bytes(4, "big")
        step = chance.choice([2, 6, 40, 560])
        for place in range(8, 1900, 2):
            where = 2000 + (place - 8) * step // 2 % 2000
            page[place : place + 2] = where.to_bytes(2, "big")
        if kind:
            for where in range(2000, 4000, max(step, 4)):
                length = chance.choice([99, 460, 4000, size * PAGE - 1, 2**62])
                lies = number(length) + b"\1" + number(chance.choice([9, 99, 200, length]))
                page[where : where + len(lies)] = lies
        for where in range(2000, PAGE, chance.choice([4, 97, 500])):
            page[where : where + 4] = chance.randrange(1, size + 1).to_bytes(4, "big")
        pages.append(bytes(page[:PAGE]))
    first = bytearray(pages[0])
    if chance.random() < 0.7:
        first[:100] = b"SQLite format 3\0".ljust(100, b"\0")
        first[16:18] = chance.choice([b"\x10\0", b"\x02\0"])
        first[20], first[63] = chance.choice([0, 255]), chance.randrange(10)
        first[32:40] = (2).to_bytes(4, "big") * 2
        first[100:108] = b"\x0d\0\0\xff\xff\0\0\0"
    return b"".join([bytes(first), *pages[1:]])


@pytest.mark.few(4, 40)
@pytest.mark.parametrize("seed", range(200))
def test_no_file_takes_for_ever(tmp_path, seed):
    path = tmp_path / "damaged"
    path.write_bytes(hostile(random.Random(seed)))
    begun = time.process_time()
    with contextlib.suppress(Unreadable):
        salvage.salvage(path, tmp_path / "fresh")
    assert time.process_time() - begun < 2


def test_a_ring_of_pages_is_not_read_again_and_again(tmp_path):
    count = 60
    ring = (2).to_bytes(4, "big").ljust(PAGE, b"\0")
    length = 489 + 50 * (PAGE - 4)  # of which 489 bytes stand on the page of the row
    header = bytes([0x80 | length >> 14, 0x80 | length >> 7 & 0x7F, length & 0x7F])
    row = (header + b"\1\2\0").ljust(489 + 4, b"\0") + (2).to_bytes(4, "big")
    leaf = bytearray(b"\x0d\0\0\0\7\0\0\0".ljust(PAGE, b"\0"))
    for cell in range(7):
        place = 100 + 560 * cell
        leaf[8 + 2 * cell : 10 + 2 * cell] = place.to_bytes(2, "big")
        leaf[place : place + len(row)] = row
    path = tmp_path / "damaged"
    path.write_bytes(bytes(PAGE) + ring + bytes(leaf) * (count - 2))
    read = []

    class File(io.BytesIO):
        def read(self, size):
            read.extend([size] * (size == PAGE))
            return super().read(size)

    pages = Pages(File(path.read_bytes()))
    for page in pages.leaves():
        assert not [*pages.rows(page)]
    assert len(read) <= 17 * count


# -- nothing where a file should be


def emptied(path):
    """Empty a library of which something stands in its log."""
    with contextlib.closing(Store(path)) as store:
        fill(store, range(9))
    content = path.read_bytes()
    store = Store(path)
    store.save(replace(RECORD, moves="game 0009"))
    log = log_of(path).read_bytes()
    store.close()
    path.write_bytes(b"")
    log_of(path).write_bytes(log)
    return content


def test_of_a_file_that_was_emptied_what_its_log_has_is_read(path):
    emptied(path)
    with contextlib.closing(Store(path)) as store:
        assert store.notice.code == store_module.SET_ASIDE
        assert games(store) == named(range(10))
        assert store.notice[2:] == (10, 0)
        assert store.rows("PRAGMA integrity_check") == [("ok",)]
    with contextlib.closing(Store(path)) as store:
        assert store.notice is None
        assert games(store) == named(range(10))


@pytest.mark.parametrize("how", ["emptied", "missing"])
def test_a_file_that_is_gone_is_told_of_where_there_are_back_ups(path, how):
    from driver import Driver

    with contextlib.closing(Store(path)) as store:
        fill(store, range(9))
        rotation.back_up_daily(store, date(2026, 1, 1))
    if how == "emptied":
        path.write_bytes(b"")
    else:
        path.unlink()
    window = Driver(path)
    assert window.app.store.notice.code == store_module.EMPTIED
    [words] = window.services.notices.waiting
    assert words == f"{say('notice_emptied')} {say('notice_earlier_days')}"
    window.close()
    with contextlib.closing(Store(path)) as store:
        assert store.notice is None


@pytest.mark.parametrize("there", [False, True])
def test_a_first_start_is_silent(path, there):
    backups = path.parent / store_module.BACKUPS
    backups.mkdir(parents=True)
    (backups / ".DS_Store").touch()  # by the system, and no back-up
    if there:  # the program was killed at once
        path.touch()
    with contextlib.closing(Store(path)) as store:
        assert store.notice is None


@pytest.mark.parametrize("kind", ["folder", pytest.param("pipe", marks=posix)])
def test_what_is_no_file_is_told_as_that(path, kind):
    from driver import Driver

    path.parent.mkdir()
    path.mkdir() if kind == "folder" else os.mkfifo(path)
    window = Driver(path)
    assert window.app.store.notice[:2] == (store_module.NO_FILE, str(path))
    assert window.services.notices.waiting == [say("notice_no_file", path=path.name)]
    window.close()


# -- pages


@pytest.mark.parametrize("size", [512, 4096, 32768])
def test_every_value_is_read_as_sqlite_reads_it(tmp_path, size):
    chance, path = random.Random(size), tmp_path / "values.sqlite"

    def value():
        length = chance.choice([0, 3, 50, size // 8, size - 60, size, 3 * size])
        return chance.choice(
            [
                None,
                chance.choice([-1, 1]) * (chance.getrandbits(chance.randrange(1, 64))),
                chance.uniform(-1e9, 1e9),
                float(chance.randrange(9)),
                "\u3042x" * (length // 4),
                chance.randbytes(length),
            ]
        )

    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size = {size}")
        connection.execute("CREATE TABLE things (a, b, c)")
        connection.execute("CREATE INDEX listed ON things (a, b)")
        connection.execute("BEGIN")
        for _ in range(examples(3000, few=300)):
            number = chance.choice([-1, 1]) * chance.getrandbits(chance.choice([7, 20, 62]))
            row = (number, value(), value(), value())
            connection.execute(
                "INSERT OR IGNORE INTO things (rowid, a, b, c) VALUES (?, ?, ?, ?)", row
            )
        connection.execute("COMMIT")
        connection.execute("DELETE FROM things WHERE rowid % 3 = 0")
        rows = connection.execute("SELECT rowid, a, b, c FROM things ORDER BY rowid").fetchall()
        listed = connection.execute("SELECT a, b, rowid FROM things").fetchall()
        roots = dict(connection.execute("SELECT name, rootpage FROM sqlite_master"))
        [(free,)] = connection.execute("PRAGMA freelist_count")
    with path.open("rb") as file:
        pages = Pages(file)
        leaves, whole = pages.table(roots["things"])
        assert whole
        assert [(number, *values) for leaf in leaves for number, values in pages.rows(leaf)] == rows
        assert sorted(map(repr, pages.index(roots["listed"]))) == sorted(map(repr, listed))
        unused, whole = pages.free()
        assert whole and len(unused) == free > 0
        assert not {*unused} & {*leaves}


def test_a_damaged_entry_of_an_index_hides_nothing(tmp_path):
    path = tmp_path / "store.sqlite"
    with contextlib.closing(Store(path)) as store:
        store.set_setting("theme", "slate")
    with contextlib.closing(sqlite3.connect(path)) as connection:
        [(root,)] = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_settings_1'"
        )
    with path.open("r+b") as file:
        file.seek((root - 1) * 4096)
        page = file.read(4096)
        file.seek((root - 1) * 4096)
        file.write(page.replace(b"theme", b"thing"))
    with contextlib.closing(Store(path)) as store:
        assert store.notice is None
        assert store.get_setting("theme") == "slate"
        store.set_setting("theme", "paper")
