"""``solve``, ``endgame``, ``theatre`` and ``tree``: figures, progress, files and refusals."""

import errno
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kalahgui.assets import asset
from kalahgui.cli import endgame_command, solve_command
from kalahgui.cli.endgame_command import building_words
from kalahgui.cli.output import signed
from kalahgui.cli.solve_command import progress_words
from kalahgui.core import COMPILED
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook
from kalahgui.engine.endgame_store import EndgameShape, EndgameStore
from kalahgui.games import GAMES
from kalahgui.games.user_error import UserError
from kalahgui.solving.result_store import ResultStore
from kalahgui.solving.solution_steps import SolvingReport
from kalahgui.solving.splitting import SplitSolving, Subject
from kalahgui.solving.workers import Workers
from kalahgui.theatre import export
from kalahgui.theatre.recording import Plan, record
from kalahgui.theatre.subject import PositionSubject

ROOT = Path(__file__).parent.parent
KALAH = GAMES["kalah"]
KEYS = ["value", "exact", "line", "nodes", "seconds", "depth", "bounds"]
SHAPE = EndgameShape(3, 7)
posix = pytest.mark.skipif(os.name != "posix", reason="signals and terminals of POSIX")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Return a cache folder of the test's own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("KALAHGUI_CACHE", str(folder))
    return folder


@pytest.fixture
def path(tmp_path):
    return tmp_path / "some.solving"


@pytest.fixture
def run(command):
    return lambda *arguments: command("solve", *arguments)


@pytest.fixture
def figures(run):
    def figures(*arguments):
        status, out, err = run(*arguments, "--json")
        assert (status, err) == (0, "")
        return json.loads(out)

    return figures


@pytest.fixture
def full_disk(monkeypatch):
    def no_room(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", no_room)


@pytest.mark.parametrize("threads", [1, 3])
def test_the_document_has_its_keys(figures, threads):
    document = figures("kalah:4x2", "--threads", threads)
    assert list(document) == KEYS
    assert (document["value"], document["exact"], document["bounds"]) == (6, True, [6, 6])
    assert list(figures("kalah:4x2", "--moves")) == [*KEYS, "moves"]


def test_a_time_that_is_up_leaves_bounds(figures):
    document = figures("kalah:6x6", "--seconds", "0.2", "--moves")
    low, high = document["bounds"]
    assert not document["exact"] and -72 <= low <= document["value"] <= high <= 72 and low < high
    assert document["line"] and document["seconds"] < 30
    assert set(document["moves"]) == set("123456")


def test_who_has_to_pass_is_told_whose_value_it_is(command):
    asked = ("solve", "reversi:8x8", "--position", "-" * 61 + "XOX ")
    for mover, passes in (("X", True), ("O", False)):
        status, printed, said = command(*asked[:-1], asked[-1] + mover)
        assert (status, "-64" in printed) == (0, True)
        assert ("has to pass" in said) == passes


def test_bounds_are_printed_while_they_are_apart(run):
    status, out, _ = run("kalah:6x6", "--seconds", "0.1")
    assert status == 0 and "(estimate)" in out
    assert re.search(r"proven +(-?\+?[0-9]+) to (\+?-?[0-9]+)", out)
    assert "proven" not in run("kalah:3x2")[1]


def test_a_file_is_begun_and_gone_on_with(figures, path):
    first = figures("kalah:3x2", "--resume", path)
    assert path.exists() and list(first) == KEYS
    again = figures("kalah:3x2", "--moves", "--resume", path)
    assert {key: again[key] for key in KEYS if key != "seconds"} == {
        key: first[key] for key in KEYS if key != "seconds"
    }
    assert again["moves"] == figures("kalah:3x2", "--moves")["moves"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("kalah:3x2 --position <3,0,1,2,2,2,2,2,1>", "another position"),
        ("kalah:3x2 --rules empty-capture", "another board or other rules"),
        ("kalah:2x3", "another board or other rules"),
        ("tictactoe", "another game"),
    ],
)
def test_a_file_of_something_else_is_one_line(run, path, line, why):
    run("kalah:3x2", "--resume", path)
    kept = path.read_bytes()
    assert run(*line.split(), "--resume", path) == (2, "", f"{path} was begun for {why}\n")
    assert path.read_bytes() == kept


def test_a_file_or_a_place_for_none_that_it_cannot_go_on_with_is_one_line(refused, tmp_path):
    path = tmp_path / "letter.txt"
    for content in ("a letter\n", "x" * 9000):
        path.write_text(content, "ascii")
        said = f"{path} is not a file that a search can go on with\n"
        assert refused("solve", "kalah:3x2", "--resume", path) == said
        assert path.read_text("ascii") == content
    for place in (".", "no/such/folder/some.solving"):
        said = refused("solve", "kalah:3x2", "--resume", tmp_path / place)
        assert "cannot be written" in said


def test_a_search_of_which_not_all_is_kept_is_told_and_is_status_1(run, path, monkeypatch):
    whole, why = solve_command.solve, os.strerror(errno.ENOSPC)
    monkeypatch.setattr(solve_command, "solve", lambda *how: replace(whole(*how), not_kept=why))
    status, out, err = run("kalah:3x2", "--resume", path)
    assert (status, err) == (1, f"{path} does not have all of this: {why}\n") and "+4" in out


_PROGRAM = "import sys; from kalahgui.cli import main; sys.exit(main(sys.argv[1:]))"


def on_a_terminal(*arguments):
    """Return the output of ``solve``, and what a terminal got to see of its progress."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, "solve", *arguments],
        cwd=ROOT,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "120"},
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    os.close(theirs)
    seen = b""
    try:
        while data := os.read(ours, 4096):
            seen += data
    except OSError as error:  # nobody has the other end open any more
        assert error.errno == errno.EIO
    finally:
        os.close(ours)
    out, _ = running.communicate()
    assert running.returncode == 0
    return out.decode(), re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen.decode())


@pytest.mark.slow
@posix
def test_a_terminal_shows_how_far_it_is():
    out, seen = on_a_terminal("kalah:3x2", "--json")
    assert json.loads(out)["value"] == 4
    assert re.search(r"value \+4 to \+4, [0-9,]+ nodes, [0-9]+ s", seen)
    out, seen = on_a_terminal("kalah:8x2", "--seconds", "0.2", "--json")
    low, high = json.loads(out)["bounds"]
    assert f"value {signed(low)} to {signed(high)}" in seen


def test_the_moves_and_the_database_are_shown_too():
    assert progress_words(KALAH, SolvingReport(4, 2, (1, 3), 12345, 6.7, 1)) == (
        "move 2 +1 to +3, 12\u2009345 nodes, 7 s"
    )
    assert progress_words(KALAH, SolvingReport(4, 2, (1, 3), 5, 0.2, None)) == (
        "value +1 to +3, probably +2, 5 nodes, 0 s"
    )
    assert building_words(EndgameShape(6, 18), 0.256) == (
        "endgame database of 18 stones, 86 MB: 26%"
    )
    assert building_words(EndgameShape(6, 18), None) == (
        "endgame database of 18 stones, 86 MB: another program builds it"
    )


# -- endgame

BUILT = EndgameShape(4, 8 if COMPILED else 5)
BUILD = ("endgame", "--pits", "4", "--stones", str(BUILT.stones))


def test_the_figures_are_those_of_the_file(command, folder):
    status, out, err = command(*BUILD, "--threads", "2", "--json")
    assert (status, err) == (0, "")
    figures = json.loads(out)
    assert figures.pop("seconds") > 0
    assert figures == {
        "pits": 4,
        "stones": BUILT.stones,
        "empty_capture": False,
        "entries": BUILT.entries,
        "bytes": BUILT.size,
        "file": str(folder / f"{BUILT.name}.endgame"),
        "built": True,
        "threads": 2 if COMPILED else 1,
    }
    assert EndgameStore(folder).as_large(BUILT) is not None


def test_what_is_there_is_verified_only(command):
    command(*BUILD)
    status, out, err = command(*BUILD)
    assert (status, err) == (0, "")
    assert "verified" in out and str(BUILT.stones) in out
    status, out, _ = command("endgame", "--pits", "4", "--stones", "3", "--json")
    assert status == 0
    figures = json.loads(out)
    assert (figures["built"], figures["stones"]) == (False, BUILT.stones), "it has the smaller one"


def test_without_stones_it_is_what_the_window_builds_for_either_rule(command, folder, monkeypatch):
    status, out, _ = command(*BUILD, "--empty-capture", "--json")
    assert status == 0 and json.loads(out)["built"]
    monkeypatch.setattr(endgame_command, "shape_within", lambda *arguments: BUILT)
    status, out, _ = command("endgame", "--pits", "4", "--json")
    figures = json.loads(out)
    assert (status, figures["stones"], figures["built"]) == (0, BUILT.stones, True)
    assert len(list(folder.glob("*.endgame"))) == 2


def test_a_damaged_file_is_told_and_built_again(command, folder):
    command(*BUILD)
    path = folder / f"{BUILT.name}.endgame"
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    status, out, err = command(*BUILD)
    assert status == 0 and "built" in out
    assert err.count("\n") == 1 and f"{path.name} was set aside" in err
    assert command(*BUILD)[2] == ""


def test_a_mistake_is_one_line_and_status_2(refused, folder):
    numbers = ("--pits 0", "--pits 9", "--pits six", "--threads 0", "--threads 1000")
    for mistake in (*numbers, "kalah", "--rules empty-capture"):
        assert refused("endgame", *mistake.split()).startswith("main.py")
    assert not folder.exists()


@pytest.mark.parametrize(("board", "most"), [((), 27), (("--pits", "1"), 18)])
def test_every_wrong_number_of_stones_is_told_the_range_of_the_board(refused, board, most):
    for stones in ("-1", "1", "28", "10000000000", "few", ""):
        said = f"has 2 to {most} stones, not '{stones}'"
        assert said in refused("endgame", "--stones", stones, *board)


def test_a_full_disk_and_a_folder_that_cannot_be_used_are_one_line(command, folder, full_disk):
    status, out, err = command(*BUILD)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert str(folder) in err and "No space left on device" in err
    assert not [path for path in folder.iterdir() if path.suffix != ".lock"]
    shutil.rmtree(folder)
    folder.touch()
    status, out, err = command(*BUILD)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert str(folder) in err and "No space" not in err


REVERSI = GAMES["reversi"]
CORNER = "-------X------XX-----XOX---OXOXX---OO------OX------------------- O"


def test_the_measures_of_both_sides_do_not_depend_on_the_mover(document):
    for mover in "XO":
        text = f"{CORNER[:-1]}{mover}"
        assert document("solve", "reversi:8x8", "--measures", "--position", text) == {
            "black": {"own": 2, "opponent": -3, "mobility": 96, "stable": 4, "sum": 1145},
            "white": {"own": -3, "opponent": 2, "mobility": 120, "stable": 0, "sum": 1140},
        }


def test_measures_are_printed_with_the_board(printed):
    out = printed("solve", "reversi:8x8", "--measures", "--position", CORNER)
    assert REVERSI.drawing(REVERSI.parse_position(CORNER)) in out
    rows = {line[:20].strip(): line[20:].split() for line in out.splitlines() if line[:1] == " "}
    assert rows["own squares"] == ["10", "2", "-3"]
    assert rows["sum"] == ["1145", "1140"]
    assert "white to move" in out and "subtracted" in out


def test_the_command_writes_the_table_that_players_look_into(printed, tmp_path):
    path = tmp_path / "table.txt"
    out = printed("solve", "tictactoe", "--table", str(path))
    assert out.startswith("4520 positions")
    assert path.read_text("ascii") == asset("tables", "tictactoe.txt").read_text("ascii")


# -- theatre and tree


TREE_KEYS = [
    "game", "position", "algorithm", "depth", "value", "line", "nodes", "evaluations", "cuts",
]  # fmt: skip


def test_a_position_is_searched_as_by_the_core(document):
    tree = document("theatre", "kalah:6x4", "alpha-beta:3")
    start = GAMES["kalah"].start("6x4")
    book = Textbook("alpha-beta")
    assert list(tree) == TREE_KEYS
    assert tree["value"] == book.run(start, 3)
    assert (tree["nodes"], tree["evaluations"]) == (book.nodes, book.evaluations)
    assert tree["line"] == [str(move + 1) for move in book.line()]
    assert (tree["game"], tree["depth"]) == ("kalah", 3)


def test_the_steps_are_told(document):
    tree = document("tree", "R(A(3 5) B(2 9))", "alpha-beta", "--steps")
    steps = tree.pop("steps")
    assert list(tree) == TREE_KEYS
    assert [step["step"] for step in steps].count("enter") == tree["nodes"] == 6
    assert steps[0] == {
        "step": "enter", "node": 0, "parent": None, "move": None,
        "alpha": None, "beta": None, "value": None,
    }  # fmt: skip
    (cut,) = (step for step in steps if step["step"] == "cut")
    assert cut == {
        "step": "cut", "node": 4, "parent": 0, "move": "2", "alpha": 3, "beta": 2, "value": 2,
    }  # fmt: skip
    assert (tree["value"], tree["line"], tree["cuts"]) == (3, ["A", "3"], 1)


def test_a_null_window_that_fails_high_is_searched_again(document):
    tree = document("tree", "R(A(3 5) B(4 9))", "usual-nega-scout", "--steps")
    kinds = [(s["step"], s["node"], s["alpha"], s["beta"], s["value"]) for s in tree["steps"]]
    assert ("probe", 4, 3, 4, None) in kinds
    assert ("again", 4, 4, None, 4) in kinds
    assert kinds.count(("enter", 4, 4, None, None)) == 1


def test_the_deepest_finished_search_is_the_answer(document):
    tree = document("theatre", "eight", "minimax:60", "--stop", "deepening:60")
    assert tree["depth"] == 6
    assert tree["value"] == -1


def test_passes_are_told_in_the_line(document):
    tree = document("theatre", "reversi", "alpha-beta:9", "--position", "-XXX-XX-OOO----- X"
    )  # fmt: skip
    assert tree["value"] == 14
    assert tree["line"] == ["d6", "c3", "c4", "pass", "f6", "f5", "f4", "pass", "e6", "pass", "c6"]


def test_the_tree_can_be_drawn_and_its_figures_are_printed(printed, tmp_path):
    path = tmp_path / "tree.svg"
    out = printed("tree", "R(A(3 5) B(2 9))", "alpha-beta", "--svg", path)
    facts = dict(line.split(maxsplit=1) for line in out.splitlines())
    assert {name: facts[name].strip() for name in ("value", "line", "nodes", "cuts")} == {
        "value": "+3", "line": "A 3", "nodes": "6", "cuts": "1",
    }  # fmt: skip
    assert ElementTree.fromstring(path.read_text("utf-8")).tag.endswith("svg")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["theatre", "kalah:6x6", "minimax:8"], "more than 100000 steps: look fewer turns ahead"),
        (["theatre", "kalah", "alpha-beta"], "is no search"),
        (["theatre", "kalah", "alpha-beta:x"], "is no search"),
        (["theatre", "kalah", "alpha-beta:0"], "1 to 64 turns ahead"),
        (["theatre", "kalah", "alfa:3"], "there is no algorithm 'alfa'"),
        (["theatre", "kalah", "alpha-beta:3", "--order", "up"], "is not an order"),
        (["theatre", "kalah", "alpha-beta:3", "--order", "1,1"], "stands in it twice"),
        (["theatre", "kalah", "alpha-beta:3", "--order", "9"], "is not an order"),
        (["theatre", "kalah", "alpha-beta:3", "--stop", "soon"], "'soon' does not say"),
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
        (lambda d: d.update(algorithm="mtd-f", guess=2**40), "cannot be the first guess"),
        (lambda d: d.update(stop="realization:0.1"), "the moves of a written tree have no classes"),
        (lambda d: d.update(game="kalah", position="<1,0,0,2,2>", evaluation="x"), "evaluation"),
    ],
)
def test_a_damaged_recording_is_refused_in_one_sentence(document, change, why):
    recording = document("tree", "R(A(3 5) B(2 9))", "alpha-beta", "--steps")
    change(recording)
    with pytest.raises(UserError, match=why):
        export.opened(json.dumps(recording))


def test_what_is_no_recording_is_refused_in_one_sentence():
    for text in ("", "[]", "{", "[" * 100_000, '"x"', "{}"):
        with pytest.raises(UserError, match="the file"):
            export.opened(text)


def test_an_infinite_bound_is_none(document, printed):
    """The article's NegaScout begins with a null window at infinity."""
    recording = document("tree", "R(A(3 5) B(4 9))", "nega-scout", "--steps")
    numbers = [step[key] for step in recording["steps"] for key in ("alpha", "beta", "value")]
    assert all(number is None or abs(number) < 100 for number in numbers)
    assert "1073741823" not in printed("tree", "R(A(3 5) B(4 9))", "nega-scout", "--steps")


def test_an_evaluation_is_kept_with_a_recording():
    game = GAMES["reversi"]
    subject = PositionSubject(game, game.start("8x8"), (), "measures")
    recording = record(Plan(subject, "minimax", 2))
    plain = record(Plan(PositionSubject(game, game.start("8x8")), "minimax", 2))
    assert recording.value != plain.value
    again = export.opened(json.dumps(export.document(recording, True)))
    assert again.steps == recording.steps
    assert again.plan.subject.evaluation == "measures"


# -- split into tasks


def document_of(run, *more):
    status, out, err = run(*more, "--jobs", "2", "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


@pytest.mark.compiled
def test_a_value_is_proven_by_tasks_and_kept(run, tmp_path):
    line = ("kalah:4x3", "--split", 1, "--budget", 300, "--store", tmp_path / "some.sqlite3")
    open_ = document_of(run, *line, "--report")
    assert open_["nodes"] == 0 and len(open_["asked"]) == 2 and not open_["exact"]
    assert open_["open"] and open_["rest_nodes"] is None and open_["value"] is None
    report = document_of(run, *line)
    value = document_of(run, "kalah:4x3")["value"]
    assert (report["value"], report["bounds"], report["exact"]) == (value, [value, value], True)
    assert report["open"] == 0
    assert report["proven"] and report["too_hard"] and report["nodes"] and report["rest_nodes"] == 0
    assert document_of(run, *line) == document_of(run, *line, "--report") == report
    assert f"value  {signed(value)} " in run(*line, "--report")[1]


@pytest.mark.slow
@pytest.mark.compiled
def test_one_bound_of_a_start_is_proven_or_refuted(run, tmp_path):
    line = ("kalah:4x3", "--split", 2, "--store", tmp_path / "some.sqlite3", "--seconds", 100)
    value = document_of(run, "kalah:4x3")["value"]
    known = document_of(run, *line, "--at-least", value)
    assert known["bounds"][0] == value and known["value"] == (value if known["exact"] else None)
    status, out, _ = run(*line, "--at-least", value + 1, "--jobs", 1)
    assert status == 0 and f"value  {signed(value)} " in out


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("kalah:3x2 --split 2", "--split needs --store, the file that keeps its results"),
        ("kalah:3x2 --report", "--report goes with --split"),
        ("kalah:3x2 --at-least 2", "--at-least goes with --split"),
        ("kalah:3x2 --store {}", "--store goes with --split"),
        ("kalah:3x2 --split 2 --store {} --moves", "--split does not go with --moves"),
        ("kalah:3x2 --split 2 --store {} --position <3,6,6,0,0,0,0,0,0>", "the game is over"),
        ("kalah:3x2 --split 2 --store {}/none/some.sqlite3", "cannot be written"),
    ],
)
def test_what_does_not_go_with_a_split_is_one_line(run, tmp_path, line, why):
    status, out, err = run(*line.replace("{}", str(tmp_path / "some.sqlite3")).split())
    assert (status, out, err.count("\n")) == (2, "", 1) and why in err


@posix
@pytest.mark.slow
@pytest.mark.compiled
def test_6x3_is_solved_though_a_worker_and_then_the_program_are_killed(run, tmp_path):
    path = tmp_path / "some.sqlite3"
    line = ("kalah:6x3", "--split", 2, "--budget", 20_000, "--store", path)
    subject = Subject("kalah", (), KALAH.position_text(KALAH.start("6x3")))
    store = ResultStore(path, subject.name)
    solving = SplitSolving(subject, 2, 20_000, store)
    stop, lost = StopWord(), []

    def kill():
        stop.raised = solving.proven > 40
        if solving.proven == 20 and not lost:
            lost.append(active_children()[0])
            lost[0].kill()

    with Workers(2) as workers:
        solving.run(workers, stop, kill)
        assert workers.lost == 1
    kept = dict(store.items())
    assert len(kept) > 40 and not solving.tree.bounds.meet
    program = subprocess.Popen(
        [sys.executable, ROOT / "main.py", "solve", *map(str, line), "--jobs", "2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while len(store.items()) < len(kept) + 20:
        assert program.poll() is None
    program.kill()
    program.wait()
    report = document_of(run, *line)
    assert report["bounds"] == [2, 2] and report["exact"]
    after = store.items()
    assert dict(after[: len(kept)]) == kept and len(dict(after)) == len(after)
    assert report["proven"] + report["too_hard"] == sum(not task.endswith("1") for task, _ in after)
