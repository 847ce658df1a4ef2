"""The transposition table: what is stored is found, and nothing is taken for another position."""

from __future__ import annotations

import random
import threading

import pytest

from kalahgui.core.search import Search
from kalahgui.core.table import Table, table_for
from kalahgui.games import GAMES

KALAH, REVERSI = GAMES["kalah"], GAMES["reversi"]
NARROW, WIDE = KALAH.start("6x4").to_the_end(), KALAH.start("7x4").to_the_end()


def test_the_layout_is_that_of_the_board():
    assert table_for(NARROW, 10).narrow
    assert not table_for(WIDE, 10).narrow
    assert not table_for(REVERSI.start("8x8"), 10).narrow


def test_a_narrow_table_refuses_positions_that_it_cannot_tell_apart():
    with pytest.raises(ValueError, match="no room"):
        Search(Table(10, narrow=True)).value(REVERSI.start("8x8"), 2)


@pytest.mark.parametrize("start", [NARROW, WIDE], ids=["narrow", "wide"])
@pytest.mark.parametrize("bits", [0, 2, 5, 14])
def test_a_small_table_changes_no_value(start, bits):
    chance = random.Random(4)
    for _ in range(10):
        position = start.copy()
        while not position.over and chance.random() < 0.9:
            position.play(chance.choice(position.moves()))
        if position.over:
            continue
        plain = Search(Table(16)).value(position, 4)
        search = Search(table_for(position, bits))
        assert [search.value(position, 4) for _ in range(2)] == [plain, plain]


@pytest.mark.parametrize("start", [NARROW, WIDE], ids=["narrow", "wide"])
def test_the_best_move_is_remembered(start):
    search = Search(table_for(start, 14))
    search.value(start, 5)
    assert search.remembered(start) == search.line[0]
    other = start.copy()
    other.play(1)
    assert Search(search.table).remembered(start) == search.line[0]
    search.table.clear()
    assert search.remembered(start) is None


def test_what_is_known_to_the_end_answers_every_depth():
    position = KALAH.start("3x1").to_the_end()
    search = Search(table_for(position, 12))
    *_, found = search.deepen(position)
    assert found.exact
    search.nodes = 0
    search.value(position, 60)
    # The root is searched again; all below it is known, or has one turn left.
    assert search.nodes < found.nodes


@pytest.mark.compiled
@pytest.mark.parametrize("start", [NARROW, WIDE], ids=["narrow", "wide"])
def test_threads_that_share_a_line_never_find_another_position(start):
    """All threads write into one line; every value that comes out is right."""
    table = table_for(start, 0)
    chance = random.Random(8)
    positions = []
    while len(positions) < 40:
        position = start.copy()
        while not position.over and chance.random() < 0.93:
            position.play(chance.choice(position.moves()))
        if not position.over:
            positions.append(position)
    right = [Search(table_for(position, 16)).value(position, 4) for position in positions]
    wrong = []

    def search(seed):
        own = random.Random(seed)
        searcher = Search(table)
        for _ in range(150):
            number = own.randrange(len(positions))
            if searcher.value(positions[number], 4) != right[number]:
                wrong.append(number)

    threads = [threading.Thread(target=search, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
