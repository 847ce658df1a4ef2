"""``theatre`` and ``tree``: what they print, and what they refuse."""

import json
from xml.etree import ElementTree

import pytest

from kalahgui.core.textbook import Textbook
from kalahgui.games import GAMES
from kalahgui.games.user_error import UserError
from kalahgui.theatre import export
from kalahgui.theatre.recorder import record
from kalahgui.theatre.recording import Plan
from kalahgui.theatre.subject import PositionSubject

KEYS = [
    "game", "position", "algorithm", "depth", "value", "line", "nodes", "evaluations", "cuts",
]  # fmt: skip


def test_a_position_is_searched_as_by_the_core(document):
    found = document("theatre", "kalah:6x4", "alpha-beta:3")
    start = GAMES["kalah"].start("6x4")
    book = Textbook("alpha-beta")
    assert list(found) == KEYS
    assert found["value"] == book.run(start, 3)
    assert (found["nodes"], found["evaluations"]) == (book.nodes, book.evaluations)
    assert found["line"] == [str(move + 1) for move in book.line()]
    assert (found["game"], found["depth"]) == ("kalah", 3)


def test_the_steps_are_told(document):
    found = document("tree", "R(A(3 5) B(2 9))", "alpha-beta", "--steps")
    steps = found.pop("steps")
    assert list(found) == KEYS
    assert [step["step"] for step in steps].count("enter") == found["nodes"] == 6
    assert steps[0] == {
        "step": "enter", "node": 0, "parent": None, "move": None,
        "alpha": None, "beta": None, "value": None,
    }  # fmt: skip
    (cut,) = (step for step in steps if step["step"] == "cut")
    assert cut == {
        "step": "cut", "node": 4, "parent": 0, "move": "2", "alpha": 3, "beta": 2, "value": 2,
    }  # fmt: skip
    assert (found["value"], found["line"], found["cuts"]) == (3, ["A", "3"], 1)


def test_a_null_window_that_fails_high_is_searched_again(document):
    found = document("tree", "R(A(3 5) B(4 9))", "usual-nega-scout", "--steps")
    kinds = [(s["step"], s["node"], s["alpha"], s["beta"], s["value"]) for s in found["steps"]]
    assert ("probe", 4, 3, 4, None) in kinds
    assert ("again", 4, 4, None, 4) in kinds
    assert kinds.count(("enter", 4, 4, None, None)) == 1


def test_the_deepest_finished_search_is_the_answer(document):
    found = document("theatre", "eight", "minimax:60", "--stop", "deepening:60")
    assert found["depth"] == 6
    assert found["value"] == -1


def test_passes_are_told_in_the_line(document):
    found = document("theatre", "reversi", "alpha-beta:9", "--position", "-XXX-XX-OOO----- X"
    )  # fmt: skip
    assert found["value"] == 14
    assert found["line"] == ["d6", "c3", "c4", "pass", "f6", "f5", "f4", "pass", "e6", "pass", "c6"]


def test_the_tree_can_be_drawn(printed, tmp_path):
    path = tmp_path / "tree.svg"
    printed("tree", "R(A(3 5) B(2 9))", "alpha-beta", "--svg", path)
    assert ElementTree.fromstring(path.read_text("utf-8")).tag.endswith("svg")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["theatre", "kalah:6x6", "minimax:8"], "more than 100 000 steps: look fewer turns ahead"),
        (["theatre", "kalah", "alpha-beta"], "is no search"),
        (["theatre", "kalah", "alpha-beta:x"], "is no search"),
        (["theatre", "kalah", "alpha-beta:0"], "1 to 64 turns ahead"),
        (["theatre", "kalah", "alfa:3"], "there is no algorithm 'alfa'"),
        (["theatre", "kalah", "alpha-beta:3", "--order", "up"], "is no order"),
        (["theatre", "kalah", "alpha-beta:3", "--order", "1,1"], "stands in it twice"),
        (["theatre", "kalah", "alpha-beta:3", "--order", "9"], "is no order"),
        (["theatre", "kalah", "alpha-beta:3", "--stop", "soon"], "no rule 'soon'"),
        (["theatre", "kalah", "alpha-beta:3", "--stop", "deepening:-1"], "needs a number"),
        (["theatre", "kalah", "alpha-beta:3", "--stop", "deepening:nan"], "needs a number"),
        (["theatre", "kalah", "minimax:3", "--position", "<1,9>"], ""),
        (["tree", "R(A(3 5)", "minimax"], "is not closed"),
        (["tree", "R(3 5)", "minimax:2"], "there is no algorithm 'minimax:2'"),
        (["tree", "R(3 5)", "minimax", "--svg", "/nowhere/tree.svg"], "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(refused, arguments, why):
    assert why in refused(*arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ["theatre", "kalah:6x4", "mtd-f:3", "--order", "likely"],
        ["theatre", "reversi", "nega-scout:4", "--order", "article"],
        ["theatre", "kalah", "minimax:2", "--rules", "empty-capture", "--order", "3,1"],
        ["theatre", "eight", "alpha-beta:60", "--stop", "deepening:60"],
        ["tree", "R(A(3 5) B(2 J=9))", "usual-nega-scout"],
    ],
)
def test_a_recording_opens_again(printed, arguments):
    text = printed(*arguments, "--json", "--steps")
    again = export.opened(text)
    assert export.document(again, True)["steps"] == json.loads(text)["steps"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda d: d.pop("algorithm"), "algorithm"),
        (lambda d: d.update(game="chess"), "no game 'chess'"),
        (lambda d: d.update(depth="2"), "depth"),
        (lambda d: d.update(depth=True), "depth"),
        (lambda d: d.update(value=4), "not those of the search"),
        (lambda d: d["steps"].pop(), "not those of the search"),
        (lambda d: d["steps"][3].update(value=99), "not those of the search"),
        (lambda d: d.pop("steps"), "it has no steps"),
        (lambda d: d.update(algorithm="mtd-f", guess=2**40), "nobody guesses"),
        (lambda d: d.update(stop="realization:0.1"), "the moves of a written tree have no classes"),
        (lambda d: d.update(game="kalah", position="<1,0,0,2,2>", evaluation="x"), "evaluation"),
    ],
)
def test_a_damaged_recording_is_refused_in_one_sentence(document, change, why):
    found = document("tree", "R(A(3 5) B(2 9))", "alpha-beta", "--steps")
    change(found)
    with pytest.raises(UserError, match=why):
        export.opened(json.dumps(found))


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000, '"x"', "{}"])
def test_what_is_no_recording_is_refused_in_one_sentence(text):
    with pytest.raises(UserError, match="the file"):
        export.opened(text)


def test_an_infinite_bound_is_none(document, printed):
    """The article's NegaScout begins with a null window at infinity."""
    found = document("tree", "R(A(3 5) B(4 9))", "nega-scout", "--steps")
    numbers = [step[key] for step in found["steps"] for key in ("alpha", "beta", "value")]
    assert all(number is None or abs(number) < 100 for number in numbers)
    assert "1073741823" not in printed("tree", "R(A(3 5) B(4 9))", "nega-scout", "--steps")


def test_an_evaluation_is_kept_with_a_recording():
    game = GAMES["reversi"]
    subject = PositionSubject(game, game.start("8x8"), (), "measures")
    found = record(Plan(subject, "minimax", 2))
    plain = record(Plan(PositionSubject(game, game.start("8x8")), "minimax", 2))
    assert found.value != plain.value
    again = export.opened(json.dumps(export.document(found, True)))
    assert again.steps == found.steps
    assert again.plan.subject.evaluation == "measures"
