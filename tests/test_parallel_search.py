"""Searching on several threads: true values, honest exactness, and nothing left running."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from examples import examples

from kalahgui.core import COMPILED
from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import table_for
from kalahgui.engine import parallel_search
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.judgement import judge_once
from kalahgui.engine.knowledge import MovesByHeart
from kalahgui.engine.parallel_search import ParallelSearch, search_on
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.games.game import children
from kalahgui.games.limit import Limit

KALAH, REVERSI = GAMES["kalah"], GAMES["reversi"]
BOARDS = [(key, variant) for key in GAMES for variant in GAMES[key].variants]
NOTHING_KNOWN = MovesByHeart(None, {})
# Endings of so many positions are looked through by minimax.
MOST = 3000 if COMPILED else 300
PATIENCE = 30.0


@pytest.fixture
def helped_at_once(monkeypatch):
    """Have helpers take part however little there is to search."""
    monkeypatch.setattr(parallel_search, "SHALLOWEST", 1)


def minimax(position, known):
    """Return the value for the side to move; OverflowError where that takes too long."""
    if position.over:
        return position.final()
    if position not in known:
        if len(known) > MOST:
            raise OverflowError
        known[position] = max(sign * minimax(child, known) for _, child, sign in children(position))
    return known[position]


def endings(board, count):
    """Yield the last positions of random games that minimax looks through, with their values."""
    key, variant = board
    chance = random.Random(f"{key} {variant}")
    while count:
        line = [GAMES[key].start(variant).to_the_end()]
        while not line[-1].over:
            line.append(line[-1].copy())
            line[-1].play(chance.choice(line[-1].moves()))
        ending = None
        for position in line[-2::-1]:
            known = {}
            try:
                ending = position, minimax(position, known), known
            except OverflowError:
                break
        if ending is not None:
            count -= 1
            yield ending


def value_of(position, move, known):
    child = position.copy()
    sign = 1 if child.play(move) else -1
    return sign * minimax(child, known)


@pytest.mark.few(3)
@pytest.mark.parametrize("bits", [0, 6])
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_what_is_exact_on_several_threads_is_what_minimax_finds(helped_at_once, board, bits):
    looked_at, wanted = 0, examples(4, few=2)
    for position, value, known in endings(board, wanted):
        looked_at += 1
        search = ParallelSearch(table_for(position, bits), 4)
        findings = list(search.deepen(position))
        assert findings[-1].exact
        for finding in findings:
            assert finding.value == value or not finding.exact
        assert value_of(position, findings[-1].line[0], known) == value
        judged = None
        while judged is None or not judged.exact:
            depth = 1 if judged is None else judged.depth + 1
            judged = judge_once(position, depth, search, judged, NOTHING_KNOWN)
            for move in judged.exact_moves:
                assert judged.values[move] == value_of(position, move, known)
    assert looked_at == wanted


@pytest.mark.parametrize("variant", REVERSI.variants)
def test_one_thread_counts_the_nodes_of_the_plain_search(variant):
    position = REVERSI.start(variant).to_the_end()
    limit = Limit(seconds=3000.0)
    steps = Thinker(table_bits=10).think(position, limit)
    plain = Search(table_for(position, 10)).deepen(position)
    for _, step, expected in zip(range(5), steps, plain, strict=False):
        assert step == expected
    assert type(search_on(table_for(position, 4), 1)) is Search


def let_help(monkeypatch, helping):
    """Have what helpers do, and what for, given to a function that runs on their threads."""

    class Helpers(ThreadPoolExecutor):
        def submit(self, *work):
            return super().submit(helping, *work)

    monkeypatch.setattr(parallel_search, "ThreadPoolExecutor", Helpers)


class Watched:
    """Counts the helpers that are at work, and calls a function when one begins."""

    def __init__(self, monkeypatch, begun=lambda: None):
        self.at_work = self.ever = 0
        self._lock = threading.Lock()
        self._begin = begun
        let_help(monkeypatch, self)

    def __call__(self, work, *arguments):
        with self._lock:
            self.at_work += 1
            self.ever += 1
        self._begin()
        try:
            work(*arguments)
        finally:
            with self._lock:
                self.at_work -= 1


def test_a_stop_is_heard_by_all_threads(helped_at_once, monkeypatch):
    stop = StopWord()
    watched = Watched(monkeypatch, lambda: setattr(stop, "raised", True))
    search = ParallelSearch(table_for(REVERSI.start("8x8"), 12), 3)
    search.stop = stop
    # So deep that it would never end.
    assert search.value(REVERSI.start("8x8"), 60) is None
    assert (watched.ever, watched.at_work) == (2, 0)


def test_a_player_that_is_stopped_answers_and_leaves_nothing_running(helped_at_once, monkeypatch):
    interrupt = Interrupt()
    watched = Watched(monkeypatch, interrupt.stop)
    monkeypatch.setattr("kalahgui.engine.thinker.search_on", ParallelSearch)
    thinker = Thinker(table_bits=12, threads=3)
    [finding] = thinker.think(REVERSI.start("8x8"), Limit(seconds=3000.0), interrupt)
    assert finding.depth == 1
    assert watched.ever
    assert watched.at_work == 0


def test_what_goes_wrong_on_a_thread_is_raised(helped_at_once, monkeypatch):
    def broken(*arguments):
        raise ArithmeticError

    let_help(monkeypatch, broken)
    search = ParallelSearch(table_for(KALAH.start("6x6"), 10), 2)
    with pytest.raises(ArithmeticError):
        search.value(KALAH.start("6x6"), 4)


def test_threads_end_with_their_search(helped_at_once):
    before = set(threading.enumerate())
    search = ParallelSearch(table_for(KALAH.start("6x6"), 10), 3)
    search.value(KALAH.start("6x6"), 4)
    threads = set(threading.enumerate()) - before
    assert threads
    del search
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_players_limited_in_turns_search_alone(helped_at_once, monkeypatch):
    watched = Watched(monkeypatch)
    monkeypatch.setattr("kalahgui.engine.thinker.search_on", ParallelSearch)
    thinker = Thinker(seed=1, table_bits=12, threads=3)
    for limit in (Limit(turns=5), Limit("alpha-beta", turns=3), Limit(turns=3, varied=True)):
        alone = Thinker(seed=1, table_bits=12).best(KALAH.start("6x6"), limit)
        assert thinker.best(KALAH.start("6x6"), limit) == alone
    assert watched.ever == 0
