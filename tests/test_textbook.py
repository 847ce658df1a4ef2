"""The textbook searches: the published tables, agreement with each other, and MTD(f)."""

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from kalahgui.articles import TABLES, Cell, PublishedTable, reproduce, tictactoe
from kalahgui.articles.diamond import COUNTED_BESIDES, TO_THE_END
from kalahgui.articles.example_trees import TREES
from kalahgui.articles.tictactoe import all_positions, moves_by_children
from kalahgui.core import COMPILED
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import ALGORITHMS, MAX_DEPTH, Textbook
from kalahgui.engine.method import VARIED, parse
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.games.game import children
from kalahgui.games.user_error import Message

KALAH = GAMES["kalah"]
SMALL = [[2, 2], [3, 2], [2, 3], [3, 3]]


def rows_of(name, wanted):
    table = TABLES[name]
    cells = tuple(cell for cell in table.cells if wanted(cell.case))
    return list(reproduce(PublishedTable(name, table.title, cells, table.measure)))


@pytest.mark.parametrize("name", ["kalah-minimax", "kalah-alpha-beta"])
def test_the_published_games(name):
    small = SMALL[:1] if name == "kalah-minimax" else SMALL
    rows = rows_of(name, lambda case: COMPILED or case in small)
    assert len(rows) == (16 if COMPILED else len(small))
    assert all(row["matches"] for row in rows)


def test_a_row_says_what_is_printed_and_what_is_right():
    cell = next(c for c in TABLES["kalah-minimax"].cells if c.case == [3, 2])
    assert cell.published == {"stones": [43, 17], "evaluations": 90968}
    assert cell.corrected == {"stones": [43, 17], "evaluations": 90698}
    cell = next(c for c in TABLES["kalah-minimax"].cells if c.case == [4, 4])
    assert cell.published["stones"] == [38, 34]
    assert cell.corrected["stones"] == [34, 38]
    misprints = [c.case for table in TABLES.values() for c in table.cells if c.corrected]
    assert [3, 2] in misprints
    (row,) = rows_of("kalah-alpha-beta", lambda case: case == [2, 2])
    assert row == {
        "table": "kalah-alpha-beta",
        "case": [2, 2],
        "stones": [41, 31],
        "evaluations": 6207,
        "published": {"evaluations": 6207},
        "corrected": None,
        "matches": True,
    }


boards = st.sampled_from(
    [(KALAH, board) for board in ("6x6", "6x3", "4x4", "3x2", "8x9", "2x5")]
    + [(game, board) for game in GAMES.values() if game is not KALAH for board in game.variants]
)
choices = st.lists(st.integers(0, 99), max_size=30)


def somewhere(game, board, choices):
    here = game.start(board)
    for choice in choices:
        if here.over:
            break
        here.play(here.moves()[choice % len(here.moves())])
    return here


def slow_minimax(here, depth):
    if depth == 0 or here.over:
        return here.published()
    return max(value for _, value in slow_values(here, depth))


def slow_values(here, depth):
    for move, child, sign in children(here):
        yield move, sign * slow_minimax(child, depth - (sign < 0))


@settings(max_examples=examples(200, few=60))
@given(board=boards, choices=choices, depth=st.integers(1, 3))
def test_all_algorithms_give_the_value_of_minimax_and_prove_the_move_and_the_line(
    board, choices, depth
):
    here = somewhere(*board, choices)
    expected = slow_minimax(here, depth)
    counts = {}
    for algorithm in ALGORITHMS:
        book = Textbook(algorithm)
        assert book.run(here, depth) == expected
        counts[algorithm] = book.evaluations
        follow(here, book.line(), depth, expected)
        assert not book.line() or dict(slow_values(here, depth))[book.line()[0]] == expected
    assert counts["nega-alpha"] <= counts["alpha-beta"] <= counts["minimax"]


def follow(here, line, depth, expected):
    """Check that a line is legal, ends where the search ended and is worth the value."""
    here = here.copy()
    sign = 1
    changes = 0
    for move in line:
        if not here.play(move):
            sign = -sign
            changes += 1
    assert sign * here.published() == expected
    assert changes == depth or here.over


def test_the_line_starts_with_the_first_of_equal_moves():
    book = Textbook("minimax")
    value = book.run(KALAH.start("6x6"), 2)
    start = KALAH.start("6x6")
    values = [value for _, value in slow_values(start, 2)]
    assert book.line()[0] == values.index(value)


def test_impossible_arguments_are_refused_and_a_raised_stop_word_ends_a_search():
    start, stop = KALAH.start("6x6"), StopWord()
    with pytest.raises(ValueError, match="unknown algorithm"):
        Textbook("magic")
    for depth in (0, -1, MAX_DEPTH + 1):
        with pytest.raises(ValueError, match="depth"):
            Textbook("minimax").run(start, depth)
    stop.raised = True
    for algorithm in ("minimax", "mtd-f"):
        book = Textbook(algorithm, stop=stop)
        book.run(start, MAX_DEPTH)
        assert book.nodes < 1000
    assert book.line() == []
    assert not list(reproduce(TABLES["kalah-minimax"], stop)), "a stopped table has no rows"


# -- the other published tables


NO_MISPRINT = ("kalah-alpha-beta", "eight", "trees", "diamond", "reversi-weights")


def all_rows_of(name):
    return {str(row["case"]): row for row in reproduce(TABLES[name])}


@pytest.mark.parametrize("name", ["trees", "eight", "reversi-weights"])
def test_a_small_table_is_reproduced(name):
    assert all(row["matches"] for row in reproduce(TABLES[name]))


@pytest.mark.slow
@pytest.mark.compiled
def test_the_diamond_is_reproduced_in_both_orders():
    rows = all_rows_of("diamond")
    assert len(rows) == 8
    assert all(row["matches"] for row in rows.values())


def test_what_an_article_does_not_print_is_not_published():
    published = {str(cell.case): cell.published for cell in TABLES["diamond"].cells}
    assert list(published["['cross', 'nega-alpha']"]) == ["value", "evaluations", "line"]
    assert list(published["['cross', 'nega-scout']"]) == ["value", "evaluations"]
    assert published["['cross', 'nega-alpha', 'rising']"] == {}
    eight = TABLES["eight"].cells[0]
    assert eight.published == {"height": 6}
    assert eight.right == {"nodes": 62, "winner": "second", "height": 6}
    trees = {cell.case: cell.published for cell in TABLES["trees"].cells}
    assert "R" not in trees["Kalah article"]["values"]
    assert trees["Reversi article"]["move"] == "A2"
    assert all("stones" not in cell.published for cell in TABLES["kalah-alpha-beta"].cells)


def test_the_table_of_trees_has_the_value_of_every_node_and_at_most_the_root_s_is_not_printed():
    for row in reproduce(TABLES["trees"]):
        labels = [node.label for node in TREES[row["case"]].nodes()]
        assert [*row["values"]] == labels
        assert [label for label in labels if label not in row["published"]["values"]] in ([], ["R"])
    assert row["values"] == {"R": 4, "A1": 3, "B1": 7, "C1": 7, "C2": 4, "C3": 2, "B2": 3, "A2": 4}


def test_a_figure_printed_in_part_or_not_at_all_is_no_misprint():
    assert Cell("part", {"values": {"A": 1, "B": 2}}, {"values": {"A": 1}}).corrected is None
    wrong = Cell("part", {"values": {"A": 1, "B": 2}}, {"values": {"A": 3}})
    assert wrong.corrected == {"values": {"A": 1}}
    assert Cell("none", {"nodes": 62}, {}).corrected is None
    beside = Cell("beside", {"nodes": 62}, {"nodes": 26, "seconds": 30})
    assert beside.corrected == {"nodes": 62, "seconds": 30}
    assert all(cell.corrected is None for name in NO_MISPRINT for cell in TABLES[name].cells)


def test_exchanged_headings_are_told_where_they_mislead():
    for name in ("kalah-minimax", "kalah-alpha-beta"):
        table = TABLES[name]
        assert "exchanged" in str(table.notes[0])
        for cell in table.cells:
            first, second = cell.case
            assert cell.note == (None if first == second else table.notes[0])


def test_notes_are_in_the_rows_and_below_the_table(command, monkeypatch):
    note, all_of_it = Message("terminal_note_prose"), Message("terminal_note_times")
    cells = (Cell("one", {"n": 1}, {"n": 1}), Cell("two", {"n": 2}, {"n": 7}, note))
    measure = {"one": 1, "two": 2}
    table = PublishedTable(
        "t",
        Message("terminal_table_eight"),
        cells,
        lambda case, stop: {"n": measure[case]},
        notes=(all_of_it,),
    )
    rows = list(reproduce(table))
    assert "note" not in rows[0]
    assert rows[1]["note"] == str(note)
    monkeypatch.setitem(TABLES, "t", table)
    _, out, _ = command("tables", "t")
    assert f"\n{all_of_it}\n" in out
    assert f"\ntwo: {note}\n" in out


@pytest.mark.compiled
def test_tic_tac_toe_is_reproduced_with_its_misprint():
    rows = all_rows_of("tictactoe")
    assert all(row["matches"] for row in rows.values())
    misprinted = rows["after (1,1), (1,0)"]
    assert misprinted["nodes"] == 7064
    assert misprinted["published"]["nodes"] == 7046
    assert misprinted["corrected"] == {"value": 1, "nodes": 7064}
    assert "7046" in misprinted["note"] and "7064" in misprinted["note"]
    assert rows["positions with a real choice"]["solved"] == 431
    table, children, search = (
        rows[name]
        for name in ("move from a table", "table against child values", "table against search")
    )
    assert table["microseconds"] < children["microseconds"] < search["microseconds"]
    assert 1 < children["times_faster"] < search["times_faster"]
    assert [row["published"]["microseconds"] for row in (table, children, search)] == [
        0.971,
        514,
        30_000_000,
    ]


@pytest.mark.parametrize("varied", [False, True])
def test_a_player_by_child_values_takes_the_position_that_looks_best(varied):
    game = GAMES["tictactoe"]
    limit = parse(f"child-values{VARIED * varied}", game).limit(game)
    thinker = Thinker(seed=3)
    positions = [position for position in all_positions() if not position.over][::40]
    for position in positions:
        finding = thinker.best(position, limit)
        best = moves_by_children(position)
        assert (finding.line[0] in best) if varied else (finding.line == best[:1])
        assert finding.evaluations == len(position.moves())


@pytest.mark.compiled
@pytest.mark.slow
def test_what_the_diamond_article_names_alone_is_counted_besides():
    game = GAMES["reversi"]
    for algorithm, evaluations in COUNTED_BESIDES:
        textbook = Textbook(algorithm, game.article_order)
        assert textbook.run(game.start("diamond"), TO_THE_END, -50, 50) == 0
        assert textbook.evaluations == evaluations


def test_child_values_are_no_search():
    """They see a line at once and a threat, and nothing behind them."""
    game = GAMES["tictactoe"]

    def chosen(text):
        return [game.text(move) for move in moves_by_children(game.parse_position(text))]

    assert chosen("oo.xx....") == ["c1"]
    assert chosen("o..xx...o") == ["c2"]
    assert chosen(".........") == ["b2"]
    measured = tictactoe.table_against_children(StopWord())
    assert measured["positions"] == 431
    assert 200 < measured["solved"] < 431


# -- MTD(f): null windows over a memory


REVERSI = GAMES["reversi"]


def test_evaluations_beyond_sixteen_bits_are_kept_whole():
    """The measures of Reversi with large factors reach values of millions."""
    here = REVERSI.with_evaluation(REVERSI.start("8x8"), "measures:1000,1000,1000,1000")
    here.play(here.moves()[0])
    right = Textbook("minimax").run(here, 3)
    assert abs(right) > 1 << 16
    assert Textbook("mtd-f").run(here, 3) == right


# Value, evaluations by the usual NegaScout and by MTD(f): the articles print no count of these.
COUNTED = {"diamond": (0, 1207763, 367907), "diamond-parallel": (10, 437351, 161013)}


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("variant", COUNTED)
def test_the_diamond_is_read_out_with_fewer_evaluations(variant):
    value, *counts = COUNTED[variant]
    for algorithm, evaluations in zip(("usual-nega-scout", "mtd-f"), counts, strict=True):
        book = Textbook(algorithm, REVERSI.article_order)
        assert book.run(REVERSI.start(variant), 20, -50, 50) == value
        assert book.evaluations == evaluations


# The same in both cores: evaluations and nodes, six turns from the start of the diamond.
ALIKE = {
    "minimax": (2976, 3869),
    "alpha-beta": (230, 360),
    "nega-alpha": (99, 191),
    "nega-scout": (143, 287),
    "usual-nega-scout": (103, 199),
    "mtd-f": (68, 155),
}


@pytest.mark.parametrize("algorithm", ALIKE)
def test_both_cores_count_alike(algorithm):
    book = Textbook(algorithm, REVERSI.article_order)
    book.run(REVERSI.start("diamond"), 6)
    assert (book.evaluations, book.nodes) == ALIKE[algorithm]


def test_depths_and_leads_are_remembered_apart():
    """The published evaluation of Kalah does not follow the lead: it jumps at a majority."""
    book = Textbook("mtd-f")
    for depth in (5, 4, 3, 2, 1, 5):
        start = KALAH.start("6x4")
        assert book.run(start, depth) == Textbook("minimax").run(start, depth)
    for stores in ("17,10", "10,17", "23,4"):
        here = KALAH.parse_position(f"<6,{stores},1,0,2,3,0,1,2,2,0,5,4,1>")
        assert book.run(here, 4) == Textbook("minimax").run(here, 4)


def test_turns_are_remembered_apart():
    """The measures judge a leaf for one side, whoever is to move there."""
    here = REVERSI.start("8x8")
    for _ in range(6):
        here.play(here.moves()[0])
    here = REVERSI.with_evaluation(here, "measures")
    other = here.copy()
    other.turn = 1 - here.turn
    right = [Textbook("minimax").run(position, 2) for position in (here, other)]
    assert right[0] != right[1]
    book = Textbook("mtd-f")
    assert [book.run(position, 2) for position in (here, other)] == right
