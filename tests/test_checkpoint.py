"""Searches that go on from a file, whatever became of them or of it."""

import errno
import json
import os
import random
import zlib
from array import array
from operator import itemgetter
from pathlib import Path

import pytest
from examples import ALL
from small_kalah import built
from test_solver import Stopping

from kalahgui.core import COMPILED
from kalahgui.core.disc_patterns import PHASES, ROW_LENGTH, DiscPatterns
from kalahgui.core.search import StopWord
from kalahgui.core.table import table_for
from kalahgui.engine import parallel_search
from kalahgui.games import GAMES
from kalahgui.solving import checkpoint, solver
from kalahgui.solving.checkpoint import Checkpoint, Unusable
from kalahgui.solving.solution_steps import Bounds, SolvingState
from kalahgui.solving.solver import solve

KALAH, REVERSI = GAMES["kalah"], GAMES["reversi"]
BOARD = "4x3" if COMPILED else "4x2"
START = KALAH.start(BOARD)
ENDGAME = built(START.pits, 2)
BITS, BLOCK, SLOT = 8, 1 << 10, 4096
# Long enough after its beginning, and before its end, for a search to be in the midst of it.
WRITES = range(1, 40, 2 if COMPILED else 6)


class Killed(BaseException):
    """The program has died."""


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Let a file have small blocks and be written at every look, of which there are many."""
    shrink(monkeypatch.setattr)


def shrink(change):
    change(checkpoint, "_BLOCK", BLOCK)
    change(checkpoint, "_PAUSE", 0.0)
    change(parallel_search, "LOOK_SECONDS", 0.0001)
    change(solver, "GUESS_DEPTH", 1)
    change(solver, "table_bits", lambda position: BITS)


class Watched:
    """A file of which each write is watched."""

    def __init__(self, file, write):
        self._file = file
        self._watch = write

    def write(self, data):
        return self._watch(self._file, data)

    def __getattr__(self, name):
        return getattr(self._file, name)


def on_write(change, write):
    """Have ``write`` do what a checkpoint's file is to write."""
    opened = Path.open

    def open(path, mode="r", *rest, **options):
        file = opened(path, mode, *rest, **options)
        return Watched(file, write) if mode in ("r+b", "x+b") else file

    change(Path, "open", open)


def kill_at(change, write, die):
    """Have the n-th write of a checkpoint die in its midst."""
    count = 0

    def dying(file, piece):
        nonlocal count
        count += 1
        if count == write:
            file.write(piece[: len(piece) // 2])
            file.flush()
            die()
        return file.write(piece)

    on_write(change, dying)


def die():
    raise Killed


def solved(path, position=START, stop=None, **options):
    """Solve with a file; few stones are known, so that most positions stand in the table."""
    inform = options.pop("inform", lambda here: here.knowing(ENDGAME))
    stop = StopWord() if stop is None else stop
    return solve(position, stop, with_moves=True, resume=path, inform=inform, **options)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "some.solving"


@pytest.fixture(scope="module")
def right():
    """What is right."""
    solution = solve(START, StopWord(), with_moves=True)
    assert solution.exact and None not in solution.moves.values()
    return solution


def same(solution, right):
    here = START.to_the_end()
    value = solution.value
    for move in solution.line:
        value = value if here.play(move) else -value
    return (
        (solution.bounds, solution.moves) == (right.bounds, right.moves)
        and here.over
        and here.final() == value
    )


@pytest.fixture
def half(tmp_path, monkeypatch):
    """The bytes of a file whose search died in its midst, after some rounds of writing."""
    return left_behind(tmp_path / "half", monkeypatch, 36)


def left_behind(path, monkeypatch, write):
    with monkeypatch.context() as patch:
        kill_at(patch.setattr, write, die)
        with pytest.raises(Killed):
            solved(path)
    return path.read_bytes()


def test_a_file_is_begun_and_has_it_all_at_the_end(path, right):
    first = solved(path)
    assert same(first, right) and first.not_kept == ""
    with Checkpoint(path, START.to_the_end(), BITS) as file:
        kept = file.spent["seconds"]
    asked = []
    again = solved(path, inform=lambda here: asked.append(here) or here)
    assert same(again, right) and asked == [], "nothing is left to be searched"
    assert (again.nodes, again.line) == (first.nodes, first.line)
    assert again.seconds >= kept > 0


def test_moves_are_found_with_what_is_known_of_the_value(path, right):
    first = solve(START, StopWord(), resume=path)
    assert first.bounds == right.bounds and first.moves == {}
    again = solved(path)
    assert same(again, right) and again.nodes == first.nodes


@pytest.mark.parametrize("threads", [1, 3])
def test_a_search_that_was_stopped_goes_on(path, right, threads):
    for reports in WRITES:
        watch = Stopping(reports)
        solution = solved(path, stop=watch.stop, watch=watch, threads=threads)
        low, high = solution.bounds
        assert low <= right.value <= high
        if len(watch.reports) > 2:
            assert watch.reports[-1].nodes >= watch.reports[0].nodes
    assert same(solved(path, threads=threads), right)


@pytest.mark.few(4)
@pytest.mark.parametrize("write", WRITES)
def test_a_search_that_died_goes_on(path, monkeypatch, right, write):
    left_behind(path, monkeypatch, write)
    assert same(solved(path), right)


def pieces(data):
    """Return where the slots and the blocks of a file begin and end."""
    yield from ((0, SLOT), (SLOT, 2 * SLOT))
    for begin in range(2 * SLOT, len(data), BLOCK + 4):
        yield begin, begin + BLOCK + 4


def harmed(data):
    """Yield files in each of which one piece was harmed."""
    chance = random.Random(7)
    for begin, end in pieces(data):
        for place in (begin, begin + 4, end - 1, *(chance.randrange(begin, end) for _ in "12")):
            yield data[:place]
            yield data[:place] + bytes(end - place) + data[end:]
            flipped = bytearray(data)
            flipped[place] ^= 1 << chance.randrange(8)
            yield bytes(flipped)


@pytest.mark.slow
def test_a_torn_piece_leads_to_what_is_right_or_to_a_sentence(path, half, right):
    refused = 0
    files = list(harmed(half))
    for data in files if COMPILED else files[::9]:
        path.write_bytes(data)
        try:
            assert same(solved(path), right)
        except Unusable as error:
            assert str(error) == f"{path} is not a file that a search can go on with"
            assert path.read_bytes() == data
            refused += 1
    # Only what is cut before the second slot may have lost both.
    assert refused <= 10


def test_the_newer_slot_that_is_whole_counts(path, half):

    def spent(data):
        path.write_bytes(data)
        with Checkpoint(path, START.to_the_end(), BITS) as file:
            return file.spent

    slots = (half[:SLOT], half[SLOT : 2 * SLOT])
    documents = [json.loads(slot.partition(b" ")[2]) for slot in slots]
    older, newer = sorted(documents, key=itemgetter("number"))
    assert spent(half) == newer["spent"] != older["spent"]
    slot = documents.index(newer) * SLOT
    assert spent(half[:slot] + bytes(SLOT) + half[slot + SLOT :]) == older["spent"]
    chance = random.Random(5)
    end = half.index(b"\n", slot)
    for place in (
        *range(slot, end + 1, 1 if ALL else 29),
        *range(end, slot + SLOT, 50 if ALL else 400),
    ):
        spoilt = bytearray(half[: 2 * SLOT])
        spoilt[place] ^= 1 << chance.randrange(8)
        assert spent(spoilt) == older["spent"]


def fill(path, bits=BITS, position=START):
    """Return the memory of a table that was filled from a file."""
    table = table_for(position.to_the_end(), bits)
    with Checkpoint(path, position.to_the_end(), bits) as file:
        file.fill(table.memory)
    return bytes(table.memory)


def test_only_the_block_that_is_torn_is_lost(path):
    solved(path)
    written = path.read_bytes()
    whole = fill(path)
    assert len(whole) == 4 * BLOCK and all(
        any(whole[at : at + BLOCK]) for at in range(0, len(whole), BLOCK)
    )
    chance = random.Random(3)
    for number in range(4):
        at = 2 * SLOT + number * (BLOCK + 4)
        kept = whole[: number * BLOCK] + bytes(BLOCK) + whole[(number + 1) * BLOCK :]
        for place in (0, 3, 4, BLOCK + 3, chance.randrange(BLOCK)):
            spoilt = bytearray(written)
            spoilt[at + place] ^= 1 << chance.randrange(8)
            path.write_bytes(spoilt)
            assert fill(path) == kept
    # A block in the place of another one holds what would be looked for elsewhere.
    at, size = 2 * SLOT, BLOCK + 4
    path.write_bytes(written[:at] + written[at + size : at + 2 * size] + written[at : at + size])
    assert fill(path) == bytes(4 * BLOCK)


def test_a_table_that_is_not_there_yet_is_empty(path, half):
    """The checksum of nothing is the number of a block: what is cut must not pass for it."""
    for more in (b"", b"\0", bytes(4), bytes(4 + BLOCK), bytes(4 + BLOCK) + b"\1\0\0\0"):
        path.write_bytes(half[: 2 * SLOT] + more)
        assert fill(path) == bytes(4 * BLOCK)


OTHERS = {
    "position": ("another position", lambda: changed(own=START.opp + 1 - (1 << 8))),
    "lead": ("another position", lambda: changed(lead=2)),
    "mover": ("another position", lambda: changed(turn=1)),
    "rules": ("another board or other rules", lambda: KALAH.start(BOARD, ["empty-capture"])),
    "board": ("another board or other rules", lambda: KALAH.start("6x2")),
    "game": ("another game", lambda: REVERSI.start("4x4")),
}


def changed(**fields):
    position = START.copy()
    for name, value in fields.items():
        setattr(position, name, value)
    return position


@pytest.mark.parametrize("other", OTHERS)
def test_a_file_of_something_else_is_refused_and_left_alone(path, half, other):
    path.write_bytes(half)
    why, position = OTHERS[other]
    with pytest.raises(Unusable, match=f"was begun for {why}"):
        solved(path, position(), inform=lambda here: here)
    assert path.read_bytes() == half


EVALUATIONS = ("handmade", "", "measures", "measures:1,2,3,4")


def judged(name):
    """A position of 8x8 Reversi with an evaluation, which is another object every time."""
    position = REVERSI.with_evaluation(REVERSI.start("8x8"), name or "handmade").copy()
    if not name:
        position.evaluation = DiscPatterns(array("h", [0] * PHASES * ROW_LENGTH))
    return position.to_the_end()


def begun(path, position):
    """Begin a file and return its bytes."""
    with Checkpoint(path, position, BITS) as file:
        file.fill(table_for(position, BITS).memory)
        file.keep_all(SolvingState(Bounds(-1, 1)).written(), {"nodes": 1, "seconds": 1.0})
    return path.read_bytes()


def opened(path, position):
    """Return what had been proven in a file."""
    with Checkpoint(path, position, BITS) as file:
        return file.proven


@pytest.mark.parametrize("first", EVALUATIONS)
def test_estimates_go_on_with_their_evaluation_alone(path, first):
    kept = begun(path, judged(first))
    for second in EVALUATIONS:
        if second == first:
            assert opened(path, judged(second))["bounds"] == [-1, 1]
        else:
            with pytest.raises(Unusable, match="begun with another evaluation"):
                opened(path, judged(second))
        assert path.read_bytes() == kept


def with_evaluation(data, name):
    """Return a file that says another evaluation, or none."""
    pages = []
    for page in (data[:SLOT], data[SLOT : 2 * SLOT]):
        if page.strip(b" \n\0"):
            document = json.loads(page[9:])
            document.pop("evaluation")
            line = json.dumps(document | ({} if name is None else {"evaluation": name})).encode()
            page = (b"%08x %s\n" % (zlib.crc32(line), line)).ljust(SLOT)
        pages.append(page)
    return b"".join(pages) + data[2 * SLOT :]


def test_files_of_proofs_from_before_an_evaluation_was_noted_go_on(path, half, right):
    path.write_bytes(with_evaluation(half, None))
    with Checkpoint(path, START.to_the_end(), BITS) as file:
        assert file.proven
    assert same(solved(path), right)


@pytest.mark.parametrize("name", [None, "<kalahgui.core.DiscPatterns object at 0x7f0123456789>"])
def test_estimates_of_an_evaluation_that_is_not_known_are_refused(path, name):
    path.write_bytes(with_evaluation(begun(path, judged("")), name))
    for evaluation in EVALUATIONS:
        with pytest.raises(Unusable, match="begun with another evaluation"):
            opened(path, judged(evaluation))


def test_a_file_of_another_version_or_layout_is_refused(path, monkeypatch, half):
    path.write_bytes(half)
    with pytest.raises(Unusable, match="another machine or by another version"):
        fill(path, BITS + 1)
    monkeypatch.setattr(checkpoint, "__version__", "0.0.1")
    with pytest.raises(Unusable, match=r"was begun by version .* this is version 0\.0\.1"):
        solved(path)
    assert path.read_bytes() == half


def test_what_is_no_such_file_is_refused_and_left_alone(path):
    for data in (b"a letter\n", bytes(20_000), b"00000000 {}\n" * 900):
        path.write_bytes(data)
        with pytest.raises(Unusable, match="is not a file that a search can go on with"):
            solved(path)
        assert path.read_bytes() == data


def test_one_program_at_a_time_uses_a_file(tmp_path, path, right):
    with Checkpoint(path, START.to_the_end(), BITS), pytest.raises(Unusable, match="in use"):
        solved(path)
    assert same(solved(path), right)
    assert [file.name for file in tmp_path.iterdir()] == ["some.solving"]


def test_the_majority_option_shares_a_file(path, right):
    solved(path)
    assert same(solved(path, KALAH.start(BOARD, ["last-stone"])), right)


@pytest.mark.parametrize("write", [2, 3, 20])
def test_a_search_outlasts_a_full_disk(path, monkeypatch, right, write):
    with monkeypatch.context() as patch:
        fill_disk(patch, write)
        solution = solved(path)
    assert same(solution, right)
    assert solution.not_kept == os.strerror(errno.ENOSPC)
    assert same(solved(path), right)


def test_room_that_is_there_again_is_used(path, monkeypatch, right):
    with monkeypatch.context() as patch:
        fill_disk(patch, 3, 6)
        assert solved(path).not_kept == ""
    asked = []
    assert same(solved(path, inform=lambda here: asked.append(here) or here), right)
    assert asked == []


def test_a_disk_that_is_full_from_the_beginning_is_said(path, monkeypatch):
    fill_disk(monkeypatch, 1)
    with pytest.raises(Unusable) as refusal:
        solved(path)
    assert str(refusal.value) == f"{path} cannot be written: {os.strerror(errno.ENOSPC)}"


def fill_disk(patch, first, last=10**9):
    """Let the writes from one to another be refused."""
    writes = 0

    def write(file, data):
        nonlocal writes
        writes += 1
        if first <= writes <= last:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return file.write(data)

    on_write(patch.setattr, write)


def test_a_file_that_may_not_be_opened_is_said(tmp_path, monkeypatch):
    def refuse(path, *mode):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(Unusable, match="cannot be used: Permission denied"):
        solved(tmp_path / "some.solving")


def test_a_search_by_deepening_goes_on_too(path):
    start = REVERSI.start("4x4")
    for reports in (1, 4, 6):
        watch = Stopping(reports)
        solve(start, watch.stop, watch=watch, resume=path)
    solution = solve(start, StopWord(), with_moves=True, resume=path)
    assert (solution.value, solution.exact) == (-8, True)
    again = solve(start, StopWord(), with_moves=True, resume=path)
    assert (again.moves, again.line, again.nodes) == (solution.moves, solution.line, solution.nodes)


def test_a_guess_is_not_forgotten_for_a_shallower_one(path):
    start = REVERSI.start("6x6")

    stop = StopWord()

    def watch(report):
        stop.raised = report.depth >= 4

    deep = solve(start, stop, watch=watch, resume=path).depth
    assert deep >= 4
    assert solve(start, stop, resume=path).depth == deep
