"""The playing search and its table: true values, honest exactness, the same nodes."""

import random
import threading

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import Board, full_width, slow_rules, value

from kalahgui.cli.speed import signature
from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import Table, table_for
from kalahgui.games import GAMES

KALAH = GAMES["kalah"]
SIGNATURES = {key: slow_rules(game).SIGNATURE for key, game in GAMES.items()}


def last_stone(board, *rules):
    return KALAH.start(board, ["last-stone", *rules])


def board_of(here):
    """Return a position as a board of the slow implementation."""
    board = Board(here.pits, KALAH.cells(here), here.turn, here.empty_capture, here.majority)
    board.over = here.over
    return board


def answer(here, bits=12, depth=250):
    *_, finding = Search(Table(bits)).deepen(here, depth)
    return finding


@pytest.mark.parametrize(("board", "expected"), [("6x1", 2), ("6x2", 6)])
def test_the_published_values(board, expected):
    finding = answer(last_stone(board), 16)
    assert (finding.value, finding.exact) == (expected, True)


@pytest.mark.parametrize(("depth", "leaps"), [(9, False), (10, True)])
def test_moves_of_kalah_are_read_out_by_turns_and_stones(depth, leaps):
    assert KALAH.start("6x3").may_read_out(depth) is leaps


@settings(max_examples=examples(80))
@given(
    board=st.sampled_from(["1x3", "2x2", "2x3", "3x1", "3x2", "4x1"]),
    rules=st.sampled_from([(), ("empty-capture",)]),
    choices=st.lists(st.integers(0, 99), max_size=12),
    bits=st.sampled_from([1, 4, 12]),
)
def test_every_exact_step_is_the_true_value(board, rules, choices, bits):
    here = last_stone(board, *rules)
    for choice in choices:
        if here.over:
            return
        here.play(here.moves()[choice % len(here.moves())])
    if here.over:
        return
    true = value(board_of(here))
    findings = list(Search(Table(bits)).deepen(here))
    assert findings[-1].exact
    for finding in findings:
        low, high = here.bounds()
        assert low <= finding.value <= high
        if finding.exact:
            assert finding.value == true


def test_a_shallow_search_is_a_full_width_search():
    """On fixed positions: elsewhere a table entry may rightly know more than the depth."""
    chance = random.Random(1)
    for game in range(40):
        here = last_stone("4x3")
        for _ in range(game):
            if not here.over:
                here.play(chance.choice(here.moves()))
        if here.over:
            continue
        for depth in (1, 2, 3, 4):
            assert Search(Table(16)).value(here, depth) == full_width(here, depth)


@pytest.mark.parametrize("depth", [126, 128, 200, 1000, 30000])
def test_a_search_that_may_go_far_beyond_the_end_remembers_what_it_found(depth):
    here = last_stone("4x2")
    usual, deep = Search(Table(14)), Search(Table(14))
    assert deep.value(here, depth) == usual.value(here, 60)
    assert deep.exact and usual.exact
    assert deep.remembered(here) == usual.remembered(here) == usual.line[0]
    assert deep.nodes == usual.nodes


def test_a_table_serves_positions_that_differ_in_their_stores():
    search = Search(Table(16))
    nodes = []
    for stores, lead in (("0,0", 0), ("9,2", 7), ("1,30", -29)):
        here = KALAH.parse_position(f"<3,{stores},1,2,0,2,1,1>", ["last-stone"])
        finding = list(search.deepen(here))[-1]
        assert finding.exact
        assert finding.value == value(board_of(here))
        assert here.lead == lead
        nodes.append(finding.nodes)
    assert max(nodes[1:]) < nodes[0] / 2, "what is known of the pits did not help"


def test_a_raised_stop_word_leaves_the_first_step_and_a_finished_game_none():
    stop = StopWord()
    stop.raised = True
    findings = list(Search(Table(10), stop).deepen(KALAH.start("6x6").to_the_end()))
    assert [finding.depth for finding in findings] == [1]
    assert findings[0].line
    assert Search(Table(10), stop).value(KALAH.start("6x6"), 5) is None
    assert not list(Search(Table(4)).deepen(KALAH.parse_position("<1,3,1,0,0>")))


def signatures():
    return {key: signature(key) for key in SIGNATURES}


def test_the_signature_is_known():
    assert signatures() == SIGNATURES, "the search has changed; if that is meant, say so here"


# -- the transposition table


REVERSI = GAMES["reversi"]
NARROW, WIDE = KALAH.start("6x4").to_the_end(), KALAH.start("7x4").to_the_end()


def test_the_layout_is_that_of_the_board():
    boards = (NARROW, WIDE, REVERSI.start("8x8"))
    assert [bool(table_for(start, 10).narrow) for start in boards] == [True, False, False]
    with pytest.raises(ValueError, match="no room"):  # it could not tell such positions apart
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
    *_, finding = search.deepen(position)
    assert finding.exact
    search.nodes = 0
    search.value(position, 60)
    # The root is searched again; all below it is known, or has one turn left.
    assert search.nodes < finding.nodes


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
