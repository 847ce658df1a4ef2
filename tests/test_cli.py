"""The command line: what it prints, boards and measurements too, and one line a mistake."""

import json
import mmap
import os
import random
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import kalahgui.articles
import main as main_file
from kalahgui.__main__ import run
from kalahgui.articles import TABLES, Cell, PublishedTable
from kalahgui.cli import commands, main, speed, yardsticks
from kalahgui.cli.output import uninterrupted
from kalahgui.core import COMPILED
from kalahgui.core.perft import perft
from kalahgui.core.search import Search
from kalahgui.core.table import Table, table_for
from kalahgui.core.textbook import ALGORITHMS
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.thinker import ENTRY_BYTES
from kalahgui.games import GAMES
from kalahgui.games.limit import HANDMADE
from kalahgui.games.user_error import Message, search_name
from kalahgui.words import LANGUAGES, say, spoken

ROOT = Path(__file__).parent.parent
KALAH = GAMES["kalah"]
COMMANDS = ["tables", "perft", "solve", "review", "match", "puzzle", "tune", "endgame", "bench"]


def test_help_tells_with_examples(command):
    for arguments in [[], *([name] for name in COMMANDS)]:
        status, out, err = command(*arguments, "--help")
        assert (status, err) == (0, "")
        assert "usage: main.py" in out
        assert "example" in out
        assert max(map(len, out.splitlines())) <= 100


@pytest.mark.parametrize(
    ("path", "name", "example"),
    [
        ("/opt/KalahGUI/KalahGUI", "KalahGUI", "KalahGUI"),
        ("/lib/kalahgui/__main__.py", "python -m kalahgui", "python -m kalahgui"),
        ("main.py", "main.py", "python main.py"),
    ],
)
def test_help_has_the_name_that_the_program_was_called_by(
    command, monkeypatch, path, name, example
):
    monkeypatch.setattr(sys, "argv", [path])
    out = command("perft", "--help")[1]
    assert f"usage: {name} perft " in out
    assert f"  {example} perft kalah:6x6 6" in out


def test_a_python_without_the_libraries_is_told_in_one_sentence_what_to_type(tmp_path):
    for language, sentence in [
        ("en", "The libraries of KalahGUI are not installed for this Python; type: "),
        ("ja", "この Python には KalahGUI のライブラリがありません。次のように入力してください："),
    ]:
        ended = subprocess.run(
            [sys.executable, "-S", ROOT / "main.py", "solve", "a b"],
            cwd=tmp_path,
            env={"LC_ALL": f"{language}.UTF-8", "PYTHONUTF8": "1", "KALAHGUI_PURE": "1"},
            capture_output=True,
            encoding="utf-8",
        )
        assert (ended.returncode, ended.stdout) == (2, "")
        said, colon, command = ended.stderr.partition(sentence[-2:])
        assert (said + colon, command.count("\n")) == (sentence, 1)
        assert command.startswith(f"cd {ROOT} && ")
        assert command.endswith(" main.py solve 'a b'\n")


def test_what_to_type_is_the_first_command_of_the_readme(monkeypatch, tmp_path):
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    monkeypatch.setattr(main_file, "__file__", str(tmp_path / "main.py"))
    monkeypatch.setattr(sys, "argv", ["main.py"])
    monkeypatch.chdir(tmp_path)
    for system in ("posix", "nt"):
        assert f"```\n{main_file.what_to_type(system)}\n```" in page
    (tmp_path / ".venv").mkdir()
    assert main_file.what_to_type("posix") == ".venv/bin/python main.py"
    assert main_file.what_to_type("nt") == r".venv\Scripts\python main.py"
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    assert main_file.what_to_type("posix").startswith("python3 -m venv .venv && ")


def test_a_symbolic_link_to_the_folder_is_the_folder(monkeypatch, tmp_path):
    folder, link = tmp_path / "folder", tmp_path / "link"
    (folder / ".venv").mkdir(parents=True)
    link.symlink_to(folder, target_is_directory=True)
    monkeypatch.setattr(main_file, "__file__", str(link / "main.py"))
    monkeypatch.setattr(sys, "argv", ["main.py"])
    monkeypatch.chdir(folder)
    for prefix in (folder, link):
        monkeypatch.setattr(sys, "prefix", str(prefix / ".venv"))
        assert main_file.what_to_type("posix").startswith("python3 -m venv .venv && ")


@pytest.mark.parametrize("name", ["a&b", "a^b", "a (b)", "a%b", "a b"])
def test_no_sign_of_a_path_is_obeyed_by_the_shell(monkeypatch, tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    monkeypatch.setattr(main_file, "__file__", str(folder / "main.py"))
    monkeypatch.setattr(sys, "argv", ["main.py", name])
    assert main_file.what_to_type("nt").startswith(f'cmd /c "cd /d "{folder}" && ')
    assert main_file.what_to_type("nt").endswith(f' main.py "{name}""')
    place, *_, command = main_file.what_to_type("posix").split(" && ")
    assert shlex.split(place) == ["cd", str(folder)] and shlex.split(command)[-1] == name


def test_a_terminal_without_japanese_signs_is_told_in_english_what_to_type():
    ended = subprocess.run(
        [sys.executable, "-S", ROOT / "main.py"],
        env={"LC_ALL": "ja_JP.UTF-8", "PYTHONIOENCODING": "ascii", "KALAHGUI_PURE": "1"},
        capture_output=True,
        encoding="ascii",
    )
    assert ended.returncode == 2 and ended.stderr.startswith("The libraries of KalahGUI")


def test_the_libraries_looked_for_are_those_that_are_required():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    required = {re.split("[>;]", line)[0].lower() for line in project["dependencies"]}
    modules = {"pygame": "pygame-ce"}
    named = {modules.get(name, name.lower()) for name in main_file.LIBRARIES}
    assert required - named == {"accesskit"}
    assert named < required


@pytest.mark.parametrize("before", [None, "/opt/lib"])
def test_a_package_keeps_its_libraries_from_others(monkeypatch, before):
    """What PyInstaller sets would have programs that read aloud load libraries of the package."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "argv", ["KalahGUI", "perft", "kalah:6x6", "2"])
    monkeypatch.setenv("LD_LIBRARY_PATH", "/package/_internal")
    if before is None:
        monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)
    else:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
    assert run() == 0
    assert os.environ.get("LD_LIBRARY_PATH") == before
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ


def test_the_version_is_told(command):
    assert command("--version") == (0, f"KalahGUI {kalahgui.__version__}\n", "")


def test_a_board_is_named_in_large_or_small_letters(document):
    for board in ("kalah", "kalah:6x6", "reversi:diamond", "eight:8"):
        named = [document("perft", name, 1) for name in (board.swapcase(), board)]
        assert named[0] | {"seconds": 0} == named[1] | {"seconds": 0}


MISTAKES = [
    "nosuch",
    "--nosuch",
    "perft",
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
    "solve kalah --position",
    "solve kalah:6x6 --seconds 0",
    "solve kalah:6x6 --seconds nan",
    "puzzle",
    "puzzle eight",
    "puzzle kalah:6x5",
    "puzzle kalah:6x6 --number 0",
    "puzzle kalah:6x6 --number 9999",
    "puzzle kalah:6x6 --today yesterday",
    "puzzle kalah:6x6 --count --number 1",
    "match kalah:6x6 nobody 3",
    "match kalah:6x6 3 0",
    "match kalah:6x6 3 3 --games 3",
    "match kalah:6x6 3 3 --games 0",
    "match kalah:6x6 3 3 --seed x",
    "match kalah:6x6 3 3 --opening-plies -1",
    "match kalah:1x1 3 3 --opening-plies 60",
    "match reversi:6x6 3 measures:4",
    "tables kalah-minimax --show",
    "tables --play 1",
    "solve reversi:6x6 --measures",
    "solve reversi:8x8 --measures --moves",
    "solve reversi:8x8 --measures --seconds 1",
    "solve reversi:8x8 --measures --show",
    "solve kalah --table unused.txt",
    "solve tictactoe --table no/such/folder/table.txt",
    "solve tictactoe --table unused.txt --json",
    "review no/such/game.txt",
    "review README.md",
    "tune nosuch",
    "tune reversi-weights --games 0",
    "tune reversi-weights --jobs 1000",
    "tune reversi-weights --store .",
    "bench --nosuch",
    "--accessibility bench",
]


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_is_one_line_and_status_2(refused, line):
    err = refused(*line.split(" "))
    assert err.endswith("\n") and "usage" not in err and "Traceback" not in err


def test_what_cannot_be_opened_in_the_window_is_told_apart(refused, tmp_path):
    folder = tmp_path / "games.kalah"
    folder.mkdir()
    assert "it is no file" in refused(str(folder))
    assert "there is no such file" in refused(str(folder / "none.kalah"))
    assert "there is no such file" in refused("--accessibility", str(folder / "none.kalah"))
    file = folder / "one.kalah"
    file.touch()
    assert "One file" in refused(str(file), str(file))


def test_what_nobody_knows_is_named(refused, monkeypatch):
    err = refused("--nosuch")
    assert "arguments: --nosuch" in err and "COMMAND" not in err
    for command in ("-", "--", "solv", "solv\ne"):
        said = f"There is no command {command!r}; python main.py --help lists them.\n"
        assert refused("--accessibility", command, "--nosuch") == said
    monkeypatch.setattr("sys.argv", ["/usr/bin/kalahgui"])
    assert "; kalahgui --help lists" in refused("solv")


def test_leaves_are_the_last_word(command, document):
    status, out, _ = command("perft", "kalah:6x6", "6")
    assert status == 0
    assert out.split()[-1] == "32243"
    figures = document("perft", "kalah", "6")
    assert (figures["leaves"], figures["depth"], figures["game"]) == (32243, 6, "kalah")
    for depth, position, leaves in (
        ("9", "<2,0,0,1,0,1,0>", 1),
        ("3", "<1,3,1,0,0>", 1),
        ("1", "<2,20,0,1,1,1,1>", 2),  # they do not stop at a majority
    ):
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


@pytest.mark.parametrize(
    "asked",
    [
        ["kalah:6x1"],
        *(["kalah", "--position", text] for text in ("<2,20,0,1,1,1,1>", "<1,3,1,0,0>")),
    ],
)
def test_a_solution_is_complete_and_played_and_shown_to_the_last_stone(document, printed, asked):
    figures = document("solve", *asked)
    assert figures["exact"]
    assert len(moves_of(printed("solve", *asked, "--show"))) == len(figures["line"])
    check_line(KALAH.parse_position(asked[2]) if asked[1:] else KALAH.start("6x1"), figures)
    assert asked[1:] or figures["value"] == 2


FIGURES = (
    *("games", "wins", "draws", "score", "error", "margin", "margin_error", "seconds_per_move"),
    *("evaluations", "reproducible"),
)


def test_a_match_has_its_figures_which_follow_from_the_seed(document):
    def played(seed):
        line = ("match", "kalah:6x4", "1", "alpha-beta:3", "--games", "8", "--seed", seed)
        figures = document(*line)
        assert tuple(figures) == FIGURES
        assert all(seconds > 0 for seconds in figures.pop("seconds_per_move"))
        return figures

    figures = played("5")
    assert figures["games"] == 8
    assert sum(figures["wins"]) + figures["draws"] == 8
    assert figures["score"] == (figures["wins"][0] + figures["draws"] / 2) / 8
    assert figures["score"] < 0.5
    assert figures["margin"] < 0
    assert figures == played("5") != played("6")


@pytest.fixture
def small_table(monkeypatch):
    """Put a table with one cell in the place of the published ones."""

    def put(right, published):
        table = PublishedTable(
            "small",
            Message("terminal_table_eight"),
            (Cell([2, 2], {"stones": [3, 4]}, {"stones": [3, 4]}), Cell([1], right, published)),
            lambda case, stop: {"stones": [3, 4]},
        )
        tables = {"small": table}
        monkeypatch.setattr(kalahgui.articles, "TABLES", tables)
        monkeypatch.setattr(commands.tables_command, "TABLES", tables)

    return put


def test_a_table_with_a_misprint_matches_and_a_wrong_figure_gives_status_1(command, small_table):
    small_table({"stones": [3, 4]}, {"stones": [4, 3]})
    status, out, err = command("tables")
    assert (status, err) == (0, "")
    assert "4, 3 *" in out
    assert "misprinted" in out
    rows = json.loads(command("tables", "small", "--json")[1])
    assert [row["matches"] for row in rows] == [True, True]
    assert [row["corrected"] for row in rows] == [None, {"stones": [3, 4]}]
    small_table({"stones": [3, 5]}, {"stones": [3, 5]})
    status, out, err = command("tables")
    assert status == 1
    assert "DIFFERS" in out
    assert err == "1 of 2 figures differ from the published ones\n"
    status, out, err = command("tables", "--json")
    assert status == 1
    assert [row["matches"] for row in json.loads(out)] == [True, False]


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


def test_work_that_gives_up_when_it_is_interrupted_has_its_own_words_said():
    def gives_up(interrupt):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt, match="nothing is kept"):
        uninterrupted(gives_up, "nothing is kept")


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
    monkeypatch.setattr(commands, "COMPILED", False)
    monkeypatch.setattr(commands, "CAUSE", "missing")
    status, _, err = command("perft", "kalah", "2")
    assert (status, err) == (0, "No compiled core was built. It runs interpreted, which is slow.\n")
    assert command("perft", "kalah", "-1")[2].count("\n") == 1
    monkeypatch.setattr(commands, "CAUSE", "asked")
    assert command("perft", "kalah", "2")[2] == ""


@pytest.mark.parametrize(
    "line",
    [
        "solve kalah:3x2 --resume",
        "solve tictactoe --table",
        "tune reversi-weights --store",
        "theatre kalah:3x2 minimax:1 --svg",
    ],
)
def test_a_file_without_a_name_is_told(line, refused):
    said = f"argument {line.split()[-1]}: the name of a file is missing\n"
    assert refused(*line.split(), "").endswith(said)


@pytest.mark.parametrize("name", ["ladder", "losses", "classes", "train", "book"])
def test_a_command_that_has_moved_says_where_it_is(refused, name):
    where = f"{name} is in the laboratory now: run python -m lab {name} in a checkout.\n"
    for more in ([], ["kalah:6x4", "--games", "20"], ["--help"]):
        assert refused(name, *more) == where


@pytest.mark.parametrize("line", ["--window --json", "--theatre", "--long --library", "--soak 20"])
def test_a_measurement_of_the_window_says_where_it_is(refused, line):
    [option] = set(line.split()) & {"--window", "--theatre", "--library", "--soak"}
    where = f"run python -m lab {option[2:]} in a checkout.\n"
    assert refused("bench", *line.split()) == f"bench {option} is in the laboratory now: {where}"


# -- boards on a terminal


REVERSI = GAMES["reversi"]
# Best play passes three times from here.
PASSING = "-XXX-XX-OOO----- X"


def positions(game, variant):
    chance = random.Random(f"{game.key} {variant}")
    position = game.start(variant)
    while not position.over:
        yield position.copy()
        position.play(chance.choice(position.moves()))
    yield position


def test_a_drawing_is_ascii_and_differs_with_the_board():
    for game in GAMES.values():
        for variant in game.variants:
            drawings = {}
            for position in positions(game, variant):
                drawing = game.drawing(position)
                assert drawing.isascii()
                assert drawing == drawing.rstrip()
                assert max(map(len, drawing.splitlines())) < 80
                assert game.tally(position).isascii()
                cells = tuple(game.cells(position))
                assert drawings.setdefault(drawing, cells) == cells
            assert len(drawings) > 4


DRAWN = [
    # Pits are numbered from each owner's left.
    (
        "kalah",
        "<3,4,15,1,2,3,7,8,9>",
        "       3    2    1\n"
        "     [ 9] [ 8] [ 7]   second\n"
        "(15)                ( 4)\n"
        "     [ 1] [ 2] [ 3]   first\n"
        "       1    2    3",
        "stones 4 : 15",
    ),
    # Hundreds of stones keep their columns.
    (
        "kalah",
        "<2,100,9,1,2,3,4>",
        "         2     1\n"
        "      [  4] [  3]   second\n"
        "(  9)             (100)\n"
        "      [  1] [  2]   first\n"
        "         1     2",
        "stones 100 : 9",
    ),
    # Nothing is drawn where no square exists.
    (
        "reversi",
        "--------OX----XO-------- X",
        "  b c d e f g\n"
        "2     - -\n"
        "3   - - - -\n"
        "4 - - O X - -\n"
        "5 - - X O - -\n"
        "6   - - - -\n"
        "7     - -",
        "black (X) 2 : white (O) 2",
    ),
    ("tictactoe", "o.x.o....", "  a b c\n1 o . x\n2 . o .\n3 . . .", ""),
    ("eight", "5,2", "sum 5, last number 2", ""),
    ("eight", "0,0", "sum 0, no number yet", ""),
]


@pytest.mark.parametrize(("key", "text", "drawing", "tally"), DRAWN)
def test_a_board_is_drawn(key, text, drawing, tally):
    game = GAMES[key]
    position = game.parse_position(text)
    assert (game.drawing(position), game.tally(position)) == (drawing, tally)
    if text.startswith("<3"):  # seen from the other side to move, the board stays where it is
        position.play(0)
        assert game.drawing(position).splitlines()[3] == "     [ 0] [ 3] [ 3]   first"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_what_both_sides_have_is_told_by_the_signs_of_the_board(key, language):
    game = GAMES[key]
    position = game.start(game.variant)
    with spoken(language):
        tally, drawing = game.tally(position, say), game.drawing(position, say)
    signs = re.findall("[(（]([A-Z])[)）]", tally)
    assert [sign for sign in signs if sign not in drawing.split()] == []


def moves_of(out):
    """Return who moved and how, for each move that was printed."""
    lines = out.splitlines()
    return [line.split(": ") for line in lines if ": " in line and " : " not in line]


def test_moves_are_shown_on_standard_output_on_a_terminal_too(monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")  # by it rich takes what it writes to for a terminal
    assert main(["match", "kalah:4x2", "simple", "simple", "--games", "2", "--show"]) == 0
    out, err = capsys.readouterr()
    assert len(moves_of(out)) > 8
    assert err == ""


def test_a_line_has_its_boards_and_its_pass(printed):
    arguments = ("solve", "reversi:4x4", "--position", PASSING)
    line = json.loads(printed(*arguments, "--json"))["line"]
    assert "pass" in line
    out = printed(*arguments, "--show")
    moves = [text for who, text in moves_of(out) if who in REVERSI.sides]
    assert moves == line
    assert " ".join(line) in out
    position = REVERSI.parse_position(PASSING).to_the_end()
    boards = [REVERSI.drawing(position)]
    for text in line:
        if text != "pass":
            position.play(REVERSI.parse_move(text))
            boards.append(REVERSI.drawing(position))
    at = [out.index(board) for board in boards]
    assert at == sorted(at)
    assert len(set(at)) == len(boards)


@pytest.mark.slow
@pytest.mark.compiled
def test_the_lines_of_the_diamond_are_shown(printed):
    out, _ = printed("tables", "diamond", "--show").split("Reversi on the")
    shown = out.split("diamond: ")[1:]
    assert len(shown) == 8
    for cell, part in zip(TABLES["diamond"].cells, shown, strict=True):
        names = (str(search_name(word)) if word in ALGORITHMS else word for word in cell.case)
        assert part.startswith(", ".join(names))
        if "line" in cell.right:
            told = [text.split(" ") for who, text in moves_of(part)]
            # The article's number stands beside ours, except of a pass.
            assert " ".join(names[-1].strip("()") for names in told) == cell.right["line"]
            for square, *number in told:
                assert number == ([] if square == "pass" else [f"({REVERSI.parse_move(square)})"])
    assert shown[0].rstrip().endswith("7     O X")
    assert "black (X) 12 : white (O) 12" in shown[0]
    assert "black (X) 17 : white (O) 7" in shown[2]


def test_a_match_shows_every_move_with_its_board(printed):
    arguments = ("match", "reversi:4x4", "alpha-beta:1", "2", "--games", "4", "--seed", "3")
    out = printed(*arguments, "--show")
    games = out.split("game ")[1:]
    assert out.count("the game is ") == 4
    assert "4 of 4: black (2), white (alpha-beta:1)" in out
    assert "pass" in out
    assert out.count("(at random): ") == 4 * 4
    position = None
    for line in out.splitlines():
        if " of 4: " in line:
            position = REVERSI.start("4x4")
        elif line.endswith("pass"):
            continue
        elif ": " in line and " : " not in line:
            assert line.startswith(REVERSI.sides[position.turn])
            position.play(REVERSI.parse_move(line.split(": ")[1]))
        elif line.startswith("black (X) "):
            assert line == REVERSI.tally(position)
        elif line.startswith("the game is"):
            assert position.over
    assert games
    out = printed("match", "kalah:6x4", "1", "5", "--games", "2", "--show")
    for said in ("and moves again", "stones ", "the game is won by second (5) by "):
        assert said in out


def test_boards_are_no_json(refused):
    for line in ("match kalah 1 2", "solve kalah:4x1", "tables diamond"):
        assert "choose one" in refused(*line.split(), "--show", "--json")


# -- what is measured of the searches


@pytest.fixture
def short(monkeypatch):
    """Have everything measured on little."""
    little = {"DEPTH": 2, "USUAL_DEPTH": 2, "SIGNATURE_DEPTH": 1, "CORE_DEPTHS": (4, 4), "BITS": 10}
    little |= {"SHORT": (0.001,), "LONG": (0.001, 0.002), "SHORTEST": 0.0, "SEARCHED": {}}
    little |= {"LEAVES": (("kalah:6x6", 3), ("reversi:8x8", 2)), "COMPARED": ("kalah:6x6", 2)}
    little |= {"SOLVED": ("kalah:2x2",), "SOLVED_LONG": (("kalah:2x3", ("empty-capture",)),)}
    for name, value in little.items():
        monkeypatch.setattr(speed, name, value)


def test_a_search_to_a_depth_tells_its_nodes():
    position = KALAH.start("6x6").to_the_end()
    *_, finding = Search(Table(10)).deepen(position, 3)
    figures = yardsticks.time_to_depth(position, 3, 10)
    assert (figures["nodes"], figures["value"], figures["depth"]) == (
        finding.nodes,
        finding.value,
        3,
    )
    assert figures["seconds"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("long", [False, True])
def test_every_step_is_measured_and_told(short, long, capsys, monkeypatch):
    begun = []
    figures = speed.measure(Interrupt(), begun.append, long)
    assert begun == list(speed.steps(long))
    assert figures["search"] == figures["speeds"][0]
    assert figures["signature"] == sum(figures["signatures"].values())
    leaves = figures["leaves"]
    assert [row["leaves"] for row in leaves] == [190, perft(GAMES["reversi"].start("8x8"), 2)]
    times, reached = figures["depths"][0], figures["reached"][0]
    assert (times["evaluation"], times["depth"], len(times["positions"])) == (HANDMADE, 2, 6)
    assert times["nodes"] == sum(row["nodes"] for row in times["positions"])
    assert reached["within"] == ([0.001, 0.002] if long else [0.001])
    assert all(len(row["depths"]) == len(reached["within"]) for row in reached["positions"])
    solved = {(row["board"], *row["rules"]): row for row in figures["solve"]}
    assert set(solved) == {("kalah:2x2",)} | ({("kalah:2x3", "empty-capture")} if long else set())
    assert solved["kalah:2x2",]["value"] == -2
    assert all(row["exact"] and row["nodes"] > 0 for row in figures["solve"])
    cores = figures["cores"]
    monkeypatch.setattr(speed, "measure", lambda *options: figures)
    assert main(["bench"]) == 0
    assert ("of the interpreted core" in capsys.readouterr().out) == COMPILED
    if COMPILED:
        assert cores["compiled"]["nodes"] == cores["interpreted"]["nodes"]
        assert all(ratio > 1 for ratio in cores["ratios"].values())
    else:
        assert cores is None


def test_it_is_printed_for_people(short, capsys, monkeypatch):
    monkeypatch.setattr(speed, "both_cores", lambda interrupt: None)
    assert main(["bench", "--long"]) == 0
    out = capsys.readouterr().out
    titles = ("leaves", "seconds to 2", "by the evaluation: handmade", "solved to the last")
    for title in (*titles, "in 0.002 s", "kalah:2x3 empty-capture"):
        assert title in out
    assert "compiled core" not in out, "where one is missing there is nothing to compare"


@pytest.mark.skipif(sys.platform != "linux", reason="memory is told by Linux")
@pytest.mark.parametrize("board", ["kalah:6x6", "kalah:8x9", "reversi:8x8"])
def test_a_table_takes_the_megabytes_that_were_chosen(board):
    def reserved():
        return int(Path("/proc/self/statm").read_text("ascii").split()[0]) * mmap.PAGESIZE

    # Not by the function itself, which makes tables of the interpreted core small.
    bits = ((32 << 20) // ENTRY_BYTES).bit_length() - 1
    position = yardsticks.position_of(board)  # this may read weights, which are no table
    before = reserved()
    table = table_for(position, bits)
    assert reserved() - before == pytest.approx(32 << 20, rel=0.05)
    del table


def test_published_win_rates_are_printed_and_not_compared(command):
    status, out, _ = command("tables", "reversi-weights")
    assert status == 0
    shares = out.partition("win rates, not")[2]
    assert [shares.count(text) for text in ("against", "66.67", "33.33", "±")] == [13, 2, 1, 0]
