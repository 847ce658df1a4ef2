"""The command line: what it prints, and one clear line for every mistake."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import kalahgui.articles
import kalahgui.cli
from kalahgui.articles import Cell, PublishedTable
from kalahgui.games import GAMES

ROOT = Path(__file__).parent.parent
KALAH = GAMES["kalah"]
COMMANDS = (
    "tables",
    "perft",
    "solve",
    "review",
    "match",
    "tune",
    "endgame",
    "bench",
)


@pytest.mark.parametrize("arguments", [[], *([name] for name in COMMANDS)])
def test_help_tells_with_examples(command, arguments):
    status, out, err = command(*arguments, "--help")
    assert (status, err) == (0, "")
    assert "usage: main.py" in out
    assert "example" in out
    assert max(map(len, out.splitlines())) <= 100


def test_the_version_is_told(command):
    assert command("--version") == (0, f"KalahGUI {kalahgui.__version__}\n", "")


MISTAKES = [
    "nosuch",
    "--nosuch",
    "perft",
    "perft kalah",
    "perft chess 3",
    "perft kalah\nchess 3",
    "perft kalah:9x9 3",
    "perft kalah:6x6 -1",
    "perft kalah:6x6 1000",
    "perft kalah:6x6 3 4",
    "perft kalah:6x6 3 --rules chess",
    "perft kalah:6x6 3 --position <6,1>",
    "perft kalah:6x6 3 --position <1,0,0,1,1>",
    "tables nosuch",
    "tables kalah-minimax nosuch",
    "solve",
    "solve kalah --position <6,1>",
    "solve kalah --position",
    "solve kalah:6x6 --seconds 0",
    "solve kalah:6x6 --seconds nan",
    "solve kalah:6x6 --seconds soon",
    "match kalah:6x6 nobody 3",
    "match kalah:6x6 3",
    "match kalah:6x6 3 0",
    "match kalah:6x6 3 minimax:0",
    "match kalah:6x6 3 3 --games 3",
    "match kalah:6x6 3 3 --games 0",
    "match kalah:6x6 3 3 --seed x",
    "match kalah:6x6 3 3 --opening-plies -1",
    "match kalah:1x1 3 3 --opening-plies 60",
    "match kalah 3 measures:4",
    "match reversi:6x6 3 measures:4",
    "match reversi:8x8 3 measures:4:1,2,3",
    "match kalah 3 table",
    "match kalah 3 mtd-f:0",
    "tables kalah-minimax --show",
    "tables --play 1",
    "solve reversi:6x6 --measures",
    "solve reversi:8x8 --measures --moves",
    "solve reversi:8x8 --measures --seconds 1",
    "solve reversi:8x8 --measures --show",
    "solve kalah --table unused.txt",
    "solve eight --table unused.txt",
    "solve tictactoe --table no/such/folder/table.txt",
    "solve tictactoe --table unused.txt --json",
    "review",
    "review no/such/game.txt",
    "review README.md --seconds 0",
    "review README.md",
    "tune",
    "tune nosuch",
    "tune reversi-weights --games 0",
    "tune reversi-weights --seed -1",
    "tune reversi-weights --jobs 0",
    "tune reversi-weights --jobs 1000",
    "tune reversi-weights --results .",
    "bench --nosuch",
]


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_is_one_line_and_status_2(refused, line):
    err = refused(*line.split(" "))
    assert err.endswith("\n") and "usage" not in err and "Traceback" not in err


def test_leaves_are_the_last_word(command, document):
    status, out, _ = command("perft", "kalah:6x6", "6")
    assert status == 0
    assert out.split()[-1] == "32243"
    figures = document("perft", "kalah", "6")
    assert (figures["leaves"], figures["depth"], figures["game"]) == (32243, 6, "kalah")


@pytest.mark.parametrize(
    ("depth", "position", "leaves"),
    [
        ("0", "<2,0,0,1,0,1,0>", 1),
        ("9", "<2,0,0,1,0,1,0>", 1),
        ("3", "<1,3,1,0,0>", 1),
        ("1", "<2,20,0,1,1,1,1>", 2),  # they do not stop at a majority
    ],
)
def test_leaves_of_a_position(document, depth, position, leaves):
    assert document("perft", "kalah", depth, "--position", position)["leaves"] == leaves


def check_line(position, figures):
    """Check that a line is legal, sowing by sowing, and ends in the value."""
    here = position.to_the_end()
    sign = 1
    for text in figures["line"]:
        if not here.play(KALAH.parse_move(text)):
            sign = -sign
    assert here.over
    assert sign * here.final() == figures["value"]


@pytest.mark.parametrize(("board", "value"), [("6x1", 2), ("4x2", 6), ("3x2", 4)])
def test_a_solution_is_complete(document, board, value):
    figures = document("solve", f"kalah:{board}")
    assert list(figures) == ["value", "exact", "line", "nodes", "seconds", "depth", "bounds"]
    assert (figures["value"], figures["exact"]) == (value, True)
    check_line(KALAH.start(board), figures)


def test_every_move_has_its_value(document):
    figures = document("solve", "kalah:4x1", "--moves")
    assert set(figures["moves"]) == {"1", "2", "3", "4"}
    assert max(figures["moves"].values()) == figures["value"]
    for text, value in figures["moves"].items():
        child = KALAH.start("4x1")
        again = child.play(KALAH.parse_move(text))
        answer = document("solve", "kalah", "--position", KALAH.position_text(child))
        assert value == (answer["value"] if again else -answer["value"])


@pytest.mark.parametrize("position", ["<2,20,0,1,1,1,1>", "<1,3,1,0,0>"])
def test_a_decided_or_finished_position_is_solved_to_the_last_stone(document, position):
    figures = document("solve", "kalah", "--position", position)
    check_line(KALAH.parse_position(position), figures)


def test_a_match_has_its_figures(document):
    figures = document("match", "kalah:6x4", "1", "alpha-beta:3", "--games", "8", "--seed", "5")
    assert list(figures) == [
        "games",
        "wins",
        "draws",
        "score",
        "error",
        "margin",
        "margin_error",
        "seconds_per_move",
        "evaluations",
    ]
    assert figures["games"] == 8
    assert sum(figures["wins"]) + figures["draws"] == 8
    assert figures["score"] == (figures["wins"][0] + figures["draws"] / 2) / 8
    assert figures["score"] < 0.5
    assert figures["margin"] < 0
    assert all(seconds > 0 for seconds in figures["seconds_per_move"])


def test_a_seed_decides_a_match(document):
    def games(seed):
        arguments = ("match", "kalah:4x3", "2", "search:3", "--games", "6", "--seed", seed)
        figures = document(*arguments)
        del figures["seconds_per_move"]
        return figures

    assert games("1") == games("1")
    assert any(games("1") != games(str(seed)) for seed in (2, 3, 4))


@pytest.fixture
def small_table(monkeypatch):
    """Put a table with one cell in the place of the published ones."""

    def put(right, published):
        table = PublishedTable(
            "small",
            "A small table",
            (Cell([2, 2], {"stones": [3, 4]}, {"stones": [3, 4]}), Cell([1], right, published)),
            lambda case, stop: {"stones": [3, 4]},
        )
        tables = {"small": table}
        monkeypatch.setattr(kalahgui.articles, "TABLES", tables)
        monkeypatch.setattr(kalahgui.cli.tables, "TABLES", tables)

    return put


def test_a_table_with_a_misprint_matches(command, small_table):
    small_table({"stones": [3, 4]}, {"stones": [4, 3]})
    status, out, err = command("tables")
    assert (status, err) == (0, "")
    assert "4, 3 *" in out
    assert "misprinted" in out
    status, out, _ = command("tables", "small", "--json")
    rows = json.loads(out)
    assert [row["matches"] for row in rows] == [True, True]
    assert rows[1]["corrected"] == {"stones": [3, 4]}
    assert rows[0]["corrected"] is None


def test_a_wrong_figure_gives_status_1(command, small_table):
    small_table({"stones": [3, 5]}, {"stones": [3, 5]})
    status, out, err = command("tables")
    assert status == 1
    assert "DIFFERS" in out
    assert err == "1 of 2 figures differ from the published ones\n"
    status, out, err = command("tables", "--json")
    assert status == 1
    assert [row["matches"] for row in json.loads(out)] == [True, False]


@pytest.mark.slow
@pytest.mark.compiled
def test_the_published_tables_are_reproduced(command):
    status, out, err = command("tables", "--json")
    assert (status, err) == (0, "")
    rows = json.loads(out)
    assert len(rows) >= 32
    assert all(row["matches"] for row in rows)
    assert list(rows[0]) == [
        "table",
        "case",
        "stones",
        "evaluations",
        "published",
        "corrected",
        "matches",
    ]


def program(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "main.py", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("line", "prints"),
    [
        ("perft kalah:6x6 60", False),
        ("solve kalah:6x6 --json", True),
        ("match kalah:6x6 search:600s search:600s", False),
        ("match kalah:6x6 minimax:40 minimax:40", False),
        ("match kalah:6x6 1 2 --games 1000000", False),
        ("endgame --stones 24", False),
        ("tune reversi-weights --games 1000", False),
    ],
)
def test_ctrl_c_is_one_line_and_status_130(interrupted, line, prints):
    done = interrupted(*line.split())
    assert done.returncode == 130
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("interrupted")
    assert bool(done.stdout) == prints


@pytest.mark.skipif(os.name != "posix", reason="a broken pipe is POSIX")
def test_nobody_reading_is_no_failure():
    running = program("perft", "kalah:6x6", "7")
    running.stdout.close()
    assert running.stderr.read() == ""
    assert running.wait() == 0
    running.stderr.close()


def test_commands_need_no_window():
    code = (
        "import sys; from kalahgui.cli import main; main(['perft', 'kalah', '2']);"
        "sys.exit('pygame' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def test_an_interpreted_core_that_nobody_asked_for_is_told_once(command, monkeypatch):
    monkeypatch.setattr(kalahgui.cli, "COMPILED", False)
    monkeypatch.setattr(kalahgui.cli, "REASON", "No compiled core was built.")
    status, _, err = command("perft", "kalah", "2")
    assert (status, err) == (0, "No compiled core was built. It runs interpreted, which is slow.\n")
    assert command("perft", "kalah", "-1")[2].count("\n") == 1
    monkeypatch.setattr(kalahgui.cli, "REASON", "KALAHGUI_PURE asks for the interpreted core.")
    assert command("perft", "kalah", "2")[2] == ""


@pytest.mark.parametrize(
    "line",
    [
        "solve kalah:3x2 --resume",
        "solve tictactoe --table",
        "tune reversi-weights --results",
        "theatre kalah:3x2 minimax:1 --svg",
    ],
)
def test_a_file_without_a_name_is_told(line, refused):
    said = f"argument {line.split()[-1]}: the name of a file is missing\n"
    assert refused(*line.split(), "").endswith(said)


@pytest.mark.parametrize("name", ["ladder", "losses", "classes", "train", "book"])
@pytest.mark.parametrize("more", [[], ["kalah:6x4", "--games", "20"], ["--help"]])
def test_a_command_that_has_moved_says_where_it_is(refused, name, more):
    where = f"run python -m lab {name} in a checkout.\n"
    assert refused(name, *more) == f"{name} is in the laboratory now: {where}"


@pytest.mark.parametrize("line", ["--window --json", "--theatre", "--long --library", "--soak 20"])
def test_a_measurement_of_the_window_says_where_it_is(refused, line):
    [option] = set(line.split()) & {"--window", "--theatre", "--library", "--soak"}
    where = f"run python -m lab {option[2:]} in a checkout.\n"
    assert refused("bench", *line.split()) == f"bench {option} is in the laboratory now: {where}"
