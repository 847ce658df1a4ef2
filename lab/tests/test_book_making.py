"""Making opening books: what they say is true, and what is proven is kept."""

import contextlib
import json
from functools import cache

import pytest
from reference import moves_worth, worth

from kalahgui.core.endgame import Endgame
from kalahgui.core.search import StopWord
from kalahgui.engine.book import BookBoard, read, write
from kalahgui.engine.endgame_store import work_out
from kalahgui.engine.starts import KnownStart
from kalahgui.games import GAMES
from kalahgui.solving.result_store import ResultStore
from lab import book_making
from lab.book_making import Making, Proven, proving_shape

KALAH = GAMES["kalah"]
TINY = "3x2"
RULES = [(), ("empty-capture",)]
BOTH = pytest.mark.parametrize("rules", RULES, ids=["standard", "empty-capture"])


@cache
def endgame_of(subject):
    endgame = Endgame(*proving_shape(subject))
    assert work_out(endgame, StopWord())
    return endgame


def making(store, rules=(), nodes=0, stop=None, watch=lambda progress: None, **options):
    start = KALAH.start(TINY, rules)
    proven = Proven(store)
    endgame = endgame_of(BookBoard(*start.book_board()))
    return Making(start, endgame, proven, nodes, stop or StopWord(), watch, **options)


@cache
def tiny_book(rules):
    return making(ResultStore(), rules).run("made up")


@pytest.fixture
def tiny():
    return lambda rules=(): tiny_book(tuple(rules))


# -- what a book says


@BOTH
def test_all_that_a_book_says_is_what_minimax_finds(tiny, rules):
    book = tiny(rules)
    assert len(book) > 50
    for entry in book:
        position = KALAH.start(TINY, rules).to_the_end()
        position.own, position.opp = entry.own, entry.opp
        known = book.find(position)
        assert known.value == worth(position)
        values = dict(moves_worth(position))
        assert known.moves and all(values[move] == known.value for move in known.moves)


def test_all_whole_first_turns_are_in_a_book_however_soon_it_ends(tmp_path):
    book = making(ResultStore(), nodes=10**9).run("")
    assert 1 < len(book) < 50
    todo = [KALAH.start(TINY).to_the_end()]
    while todo:
        here = todo.pop()
        assert book.find(here) is not None
        for move in here.moves():
            child = here.copy()
            again = child.play(move)
            if again:
                todo.append(child)
            elif not child.over:
                assert book.find(child).value == worth(child)


def test_a_book_of_some_plies_is_the_beginning_of_the_whole_one(tiny):
    whole, start = set(tiny()), KALAH.start(TINY).to_the_end()
    assert [*making(ResultStore(), plies=1).run("")] == [
        entry for entry in tiny() if (entry.own, entry.opp) == (start.own, start.opp)
    ]
    sizes = []
    for plies in (1, 2, 3):
        book = {*making(ResultStore(), plies=plies).run("")}
        assert book < whole
        sizes.append(len(book))
    assert sizes[0] < sizes[1] < sizes[2]


# -- the making


def test_what_is_known_of_the_first_moves_is_not_proven_again(tiny, monkeypatch):
    start = KALAH.start(TINY).to_the_end()
    moves = {move: (value, value) for move, value in moves_worth(start)}
    known = KnownStart(worth(start), moves, [], 0, 0, 0.0, "")
    nodes = []
    for knowledge in (None, known):
        monkeypatch.setattr(book_making, "known_start", {start: knowledge}.get)
        here = making(ResultStore())
        assert [*here.run("")] == [*tiny()]
        nodes.append(here.prover.nodes)
    assert nodes[1] < nodes[0]


def test_a_making_that_was_stopped_goes_on_to_the_same_bytes(tiny, tmp_path):
    path, seen = tmp_path / "results.sqlite3", 0
    while True:
        stop = StopWord()
        left = [3]

        def watch(progress, stop=stop, left=left):
            left[0] -= 1
            stop.raised = left[0] < 0

        store = ResultStore(path, "a book")
        try:
            book = making(store, stop=stop, watch=watch if seen < 4 else lambda progress: None)
            book = book.run("made up")
            break
        except KeyboardInterrupt:
            seen += 1
    assert seen == 4
    for number, edition in enumerate((book, tiny())):
        write(tmp_path / f"{number}.book", edition)
    assert (tmp_path / "0.book").read_bytes() == (tmp_path / "1.book").read_bytes()


def test_what_is_proven_so_far_makes_a_smaller_book_without_a_search(tiny):
    whole = {(entry.own, entry.opp): entry for entry in tiny()}
    store, sizes = ResultStore(), [0]
    for steps in (5, 20, 10**9):
        stop, left = StopWord(), [steps]

        def watch(progress, stop=stop, left=left):
            left[0] -= 1
            stop.raised = left[0] < 0

        with contextlib.suppress(KeyboardInterrupt):
            making(store, stop=stop, watch=watch).run("")
        here = making(store, proves=False)
        book = {(entry.own, entry.opp): entry for entry in here.run("")}
        assert here.prover.nodes == 0
        for words, entry in book.items():
            assert entry.gain == whole[words].gain
            assert entry.best and not entry.best & ~whole[words].best
        sizes.append(len(book))
    assert sizes == sorted(set(sizes)) and book == whole
    assert not len(making(ResultStore(), proves=False).run("")), "nothing was proven"


# -- the command


@BOTH
def test_the_command_makes_the_book_that_minimax_agrees_with(command, tiny, tmp_path, rules):
    out = tmp_path / "some.book"
    line = ["book", f"kalah:{TINY}", "--nodes", "0", "--out", out, "--json"]
    status, printed, err = command(*line, *(["--rules", rules[0]] if rules else []))
    assert (status, err) == (0, "")
    figures = json.loads(printed)
    assert figures.pop("seconds") > 0
    assert figures == {
        "board": tiny(rules).subject.name,
        "value": worth(KALAH.start(TINY, rules).to_the_end()),
        "positions": len(tiny(rules)),
        "bytes": out.stat().st_size,
        "file": str(out),
    }
    assert list(read(out)) == list(tiny(rules))
    made = read(out).made
    assert made == " ".join(
        ["python -m lab book kalah:3x2", *(f"--rules {rule}" for rule in rules), "--nodes 0"]
    )


def test_the_command_says_that_nothing_is_proven_yet(command, tmp_path):
    out = tmp_path / "some.book"
    status, printed, err = command("book", f"kalah:{TINY}", "--proven", "--out", out)
    assert (status, printed) == (1, "")
    assert err == "nothing is proven yet of the start of kalah-3x2\n" and not out.exists()
