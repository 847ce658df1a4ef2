"""Commands print in the language that is asked for, or in the system's: every word of them."""

import argparse
import ast
import os
import re
import subprocess
import sys
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from rich.cells import cell_len
from sources import PACKAGE, reads_sources

from kalahgui.articles import TABLES
from kalahgui.assets import DAMAGED, FOREIGN, MISSING, BadPacked, read_table, words_of
from kalahgui.cli import output
from kalahgui.cli.arguments import BadArguments, Parser, called
from kalahgui.cli.commands import _parser, status_of
from kalahgui.cli.output import name_words, side_words
from kalahgui.cli.tune_command import EXPERIMENT
from kalahgui.core.textbook import ALGORITHMS
from kalahgui.engine import book
from kalahgui.engine.starts import BadStarts
from kalahgui.games import GAMES
from kalahgui.games.game import Game
from kalahgui.games.user_error import search_name
from kalahgui.games.weights import BadWeights
from kalahgui.review.like_level import BadLevelLosses
from kalahgui.review.review_rows import KINDS
from kalahgui.solving.workers import WorkerLost
from kalahgui.theatre.move_classes import BadMoveClasses
from kalahgui.theatre.order import ORDERS
from kalahgui.theatre.stopping import Conspiracy, Fixed, Realization, TimedDeepening
from kalahgui.words import LANGUAGES, say, spoken, why

ROOT = Path(__file__).parent.parent
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
GAME = "kalah:4x3 2 4 1 2 3 4 3"
# The keys of games and tables, notation, names of persons and of programs, and units stay.
NOT_SAID = {
    "kalah",
    "diamond",
    "reversi",
    "pass",
    "python",
    "lab",
    "starts",
    "anew",
    "Takizawa",
    "arXiv",
    "CPU",
}
SECONDS = "deepening:SECONDS"  # a rule with what stands for its number
COMMANDS = [
    "tables eight trees reversi-weights",
    pytest.param("tables", marks=pytest.mark.slow),
    pytest.param("tables diamond --show", marks=pytest.mark.slow),
    pytest.param("tables reversi-weights --play 2", marks=pytest.mark.slow),
    "solve kalah:4x2 --moves --show",
    "solve kalah:6x3",
    "solve reversi:8x8 --seconds 0.1 --moves",
    "solve reversi:8x8 --measures",
    "solve kalah:4x3 --split 3 --store {store} --report",
    "match kalah:4x2 2 1 --games 2 --show",
    "match reversi:4x4 2 1 --games 2 --show",
    "match tictactoe 2 1 --games 2 --show",
    "match eight 2 1 --games 2 --show",
    "match kalah:4x2 search:1 search:0.001s --games 2 --openings balanced",
    "review {game}",
    "review {drawn} --seconds 0.1",
    "puzzle kalah:6x6 --number 7 --solution",
]
MISTAKES = [
    "nosuch",
    "tables nosuch",
    "tables --play 2 eight",
    "tables eight --show",
    "solve kalah:9x9",
    "solve chess",
    "solve kalah --position x",
    "solve kalah --measures",
    "solve reversi:6x6 --measures",
    "solve kalah --split 2",
    "solve eight --table {store}",
    "solve kalah:4x2 --table {store} --moves",
    "match kalah 1 99",
    "match kalah 1 2 --games 3",
    "match kalah 1 2 --games x",
    "match kalah:1x1 1 1 --opening-plies 60",
    "review {missing}",
    "review {many}",
    "review {many} --number 9",
    "review {game} --number 2",
    "puzzle kalah:6x5",
    "puzzle kalah --count --number 1",
    "puzzle kalah --today x",
    "",
    "solve",
    "solve kalah --nosuch",
    "solve kalah --rules nosuch",
    "solve kalah --threads",
    "solve kalah --json=3",
    "theatre kalah",
    "theatre kalah nosuch",
    "theatre kalah minimax:99",
    "theatre kalah minimax:3 --order 1,9",
    "theatre kalah minimax:3 --stop nosuch",
    "theatre kalah minimax:9",
    "tree R( minimax",
    "bench nosuch",
    "bench --window",
    "perft kalah x",
    "convert",
    "convert {missing}",
    "convert {wrong}",
    "convert {game} --to nosuch",
    *(f"convert {{game}} --to {form}" for form in ("pgn", "sgf", "ggf", "transcript")),
    "convert {two} --to pgn",
    "convert {empty} --to transcript",
    "convert {drawn} --to article",
    "tune nosuch",
    "endgame --stones 99",
]


@pytest.fixture
def files(tmp_path):
    """Return the names of files for a command's line."""
    written = {
        "game": GAME,
        "drawn": "F5D6C3D3",
        "many": "F5D6C3\nF5D6E3F5\nF5F6E6",
        "wrong": "19 34 99",
        "two": '[Game "kalah:4x3"]\n\n1. 2 *\n\n[Game "eight"]\n\n1. 2 *\n',
        "empty": '[Game "reversi:8x8"]\n\n*\n',
    }
    for name, text in written.items():
        (tmp_path / name).write_text(text, "utf-8")
    return {name: tmp_path / name for name in (*written, "missing", "store")}


def filled(line, files):
    return [str(part).format(**files) for part in line.split()]


def without(text, files):
    """Return a text without the names of files."""
    for name in files.values():
        text = text.replace(str(name), "")
    return text


def english_in(text):
    """Return the words in Latin letters that a text has besides what is the same everywhere."""
    return {word for word in re.findall(r"[A-Za-z]{3,}", text) if word not in NOT_SAID}


def names_of(parser):
    """Yield the options and commands of a parser, what they can be and what stands for that."""
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action.metavar, str):
            yield from (action.metavar, *re.findall(r"\w+", action.metavar))
        yield from map(str, action.choices or ())
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from names_of(command)


@cache
def names_typed():
    """Return what can be typed, which is the same in every language."""
    rules = (rule for game in GAMES.values() for rule in game.rules)
    stops = (Fixed.name, TimedDeepening.name, Realization.name, Conspiracy.name)
    return {
        *(called(), "main.py", EXPERIMENT),
        *(*GAMES, *rules, *TABLES, *ALGORITHMS, *ORDERS, *stops),
        *names_of(_parser()[0]),
    }


@pytest.mark.parametrize("line", COMMANDS)
def test_no_english_is_left_in_what_a_command_prints(command, files, line):
    status, out, err = command("--lang", "ja", *filled(line, files))
    assert (status, err) == (0, "")
    assert JAPANESE.search(out)
    assert english_in(without(out, files)) == set()
    # Every row of a frame is as wide as its edge, though Japanese signs are twice as wide.
    for table in re.findall(r"^┏.*?^└.*?$", out, re.M | re.S):
        assert len({cell_len(row) for row in table.splitlines()}) == 1


@pytest.mark.parametrize("line", MISTAKES)
def test_no_english_is_left_in_what_is_said_of_a_mistake(refused, files, line):
    said = without(refused("--lang", "ja", *filled(line, files)), files)
    typed = {*names_typed(), *re.findall(r"\w+", line), SECONDS}
    for name in sorted(typed, key=len, reverse=True):
        said = re.sub(rf"(?<!\w){re.escape(name)}(?![\w-])", "", said, flags=re.I)
    assert english_in(said) == set()
    assert JAPANESE.search(said)


class Plain(argparse.ArgumentParser):
    """A parser that says a mistake as argparse does."""

    def error(self, message):
        raise BadArguments(message)


def said_of_a_mistake(kind, line):
    """Return what a kind of parser, with arguments of every kind, says of a line."""
    parser = kind(prog="x")
    parser.add_argument("--one")
    parser.add_argument("--two", nargs=2)
    parser.add_argument("--some", nargs="+")
    parser.add_argument("--none", action="store_true")
    parser.add_argument("--of", choices=["one", "other"])
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("--left", action="store_true")
    group.add_argument("--right", action="store_true")
    parser.add_argument("first")
    with pytest.raises(BadArguments) as refused:
        parser.parse_args(line.split())
    return str(refused.value)


@pytest.mark.parametrize(
    "line",
    [
        *("--left", "y", "--left --right y", "--left y z", "--left y --nosuch"),
        *("--left y --one", "--left y --two z", "--left y --some", "--left y --none=z"),
        "--left y --of z",
    ],
)
def test_what_argparse_says_of_a_mistake_is_translated_and_in_english_its_own(line):
    own = said_of_a_mistake(Plain, line)
    with spoken("en"):
        assert said_of_a_mistake(Parser, line).replace("'", "") == f"x: {own}".replace("'", "")
    with spoken("ja"):
        japanese = said_of_a_mistake(Parser, line)
    assert JAPANESE.search(japanese) and "'" not in japanese and ", " not in japanese
    typed = r"--\w+|first|one|other"
    assert english_in(re.sub(typed, "", japanese)) == set()


@pytest.mark.parametrize("what", [MISSING, DAMAGED, FOREIGN])
def test_a_file_of_no_use_is_told_in_the_language_of_the_command(
    command, monkeypatch, tmp_path, what
):
    bad = {kind.kind: kind("x", what) for kind in BadPacked.__subclasses__()}
    assert {*bad} == {"book", "weights"}
    monkeypatch.setattr(Game, "_learnt", bad["weights"])
    monkeypatch.setattr(book, "_found_for", lambda position: bad["book"])
    line = ("match", "kalah:4x2", "search:0.01s", "1", "--games", "2")
    status, _, err = command(*line, "--lang", "ja")
    assert (status, len(err.splitlines())) == (0, 2)
    assert all(JAPANESE.search(said) for said in err.splitlines())
    assert english_in(err) == set()
    with spoken("ja"):
        assert str(BadWeights("x", what)) == command(*line, "--lang", "en")[2].splitlines()[0]


@pytest.mark.parametrize("bad", [BadStarts, BadMoveClasses, BadLevelLosses])
def test_a_table_of_no_use_is_told_in_every_language(tmp_path, bad):
    damaged = tmp_path / "x"
    damaged.write_text("{", "utf-8")
    for path in (damaged, tmp_path / "y"):
        with pytest.raises(bad) as refused:
            read_table(path, dict, bad)
        with spoken("ja"):
            said = why(refused.value).replace(str(path), "")
        assert JAPANESE.search(said) and english_in(said) == set()


def test_lost_workers_and_a_missing_library_are_told_in_the_language_of_the_command(
    refused, monkeypatch, capfd
):
    monkeypatch.setitem(sys.modules, "distributed", None)
    line = ("match", "kalah:4x2", "2", "1", "--games", "2", "--cluster", "tcp://127.0.0.1:9")
    assert refused(*line, "--lang", "en").startswith("a cluster needs Dask")
    assert JAPANESE.search(refused(*line, "--lang", "ja"))

    def lose():
        raise WorkerLost("refused_processes_lost", n=4)

    with spoken("ja"):
        assert status_of(lose) == 1
    assert english_in(capfd.readouterr().err) == set()


@pytest.mark.parametrize("line", ["tables eight trees", "solve kalah:4x2 --show"])
def test_the_language_is_that_of_the_system_unless_one_is_asked_for(
    command, files, line, monkeypatch
):
    def printed(*before, **environment):
        for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        status, out, err = command(*before, *filled(line, files))
        assert (status, err) == (0, "")
        return re.sub(r"[0-9.]+ *$", "", out, flags=re.M)  # the seconds of solve

    japanese, english = printed("--lang", "ja", LANG="C"), printed("--lang=en", LANG="ja_JP.UTF-8")
    assert japanese != english and not JAPANESE.search(english)
    assert printed(LANG="ja_JP.UTF-8") == printed(LC_ALL="ja_JP.UTF-8", LANG="C") == japanese
    assert printed(LANG="de_DE.UTF-8") == printed(LC_ALL="C.UTF-8") == english


def test_the_language_stands_before_a_command_or_behind_it(command, printed, monkeypatch):
    assert printed("tables", "eight", "--lang", "ja") == printed("--lang=ja", "tables", "eight")
    assert "choose from" in command("--lang", "fr", "tables")[2]
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    for mistake in ("--lang", "--lang=fr"):
        assert JAPANESE.search(command("tables", mistake)[2])
    assert "--lang" in printed("--help")


@pytest.mark.parametrize("line", ["tables eight trees", "solve kalah:4x2 --moves", "review {game}"])
def test_a_document_is_the_same_in_every_language(document, files, line):
    english, japanese = (
        document(*filled(line, files), "--lang", language) for language in ("en", "ja")
    )
    for found in (english, japanese):
        if isinstance(found, dict):
            found.pop("seconds", None)
    assert english == japanese


def test_an_output_without_japanese_signs_has_english():
    environment = os.environ | {"LC_ALL": "ja_JP.UTF-8", "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "main.py", "--lang", "ja", "tables", "eight"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        check=True,
        encoding="ascii",
    )
    assert done.stderr == "" and "whole tree" in done.stdout and "?" not in done.stdout


def test_the_window_does_not_open_in_the_language_of_commands(refused):
    assert "--lang is for commands" in refused("--lang", "en")


def test_names_are_those_of_the_document_in_english_and_words_elsewhere():
    names = {("kind", kind) for kind in KINDS}
    assert len(names) > 3
    with spoken("en"):
        assert all(name_words(kind, name) == name for kind, name in names)
        assert all(side_words(game, 0) == game.sides[0] for game in GAMES.values())
    with spoken("ja"):
        assert all(JAPANESE.search(name_words(kind, name)) for kind, name in names)


def test_every_word_of_the_terminal_is_said_in_japanese():
    english = words_of("en")
    for key, said in words_of("ja").items():
        if key.startswith("terminal_") and re.search("[A-Za-z]{2}", str(english[key])):
            assert said != english[key], key
            own = re.sub(r"%\{\w+\}", "", str(said))
            assert JAPANESE.search(own) or not re.search("[a-z]{3,}", own), key


SPEAKERS = {
    "print_text", "complain", "BadArguments", "ArgumentTypeError", "Failed", "KeyboardInterrupt",
    "add_column", "figures_table", "print_facts", "working", "Bar", "share_done",
}  # fmt: skip
SPEAKING = (
    "arguments", "commands", "output", "tables_command", "solve_command", "match_command",
    "review_command", "puzzle_command",
)  # fmt: skip


def said_without_a_key(call):
    """Yield the English words in a call that are no key of the translations."""
    said = [keyword.value for keyword in call.keywords if keyword.arg not in ("justify", "end")]
    key = getattr(call.func, "id", "") == "UserError"
    nodes = [*call.args[key:], *said]
    while nodes:
        node = nodes.pop()
        named = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say"
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(r"[A-Za-z]{2,}", node.value)
        if not named and not isinstance(node, ast.Subscript):
            nodes.extend(ast.iter_child_nodes(node))


@reads_sources
def test_whole_numbers_are_written_as_all_words_write_them():
    own = [path.name for path in (PACKAGE / "cli").glob("*.py") if ":,}" in path.read_text("utf-8")]
    assert own == []


@reads_sources
def test_what_goes_wrong_in_any_command_comes_from_the_translations():
    wrong = {"complain", "BadArguments", "ArgumentTypeError", "Failed", "UserError"}
    said = [
        (path.name, call.lineno, word)
        for path in (PACKAGE / "cli").glob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and (getattr(call.func, "id", "") or getattr(call.func, "attr", "")) in wrong
        for word in said_without_a_key(call)
    ]
    assert said == []


@reads_sources
def test_what_commands_say_comes_from_the_translations():
    assert [
        (name, call.lineno, word)
        for name in SPEAKING
        for call in ast.walk(ast.parse((PACKAGE / "cli" / f"{name}.py").read_text("utf-8")))
        if isinstance(call, ast.Call)
        and (getattr(call.func, "id", "") or getattr(call.func, "attr", "")) in SPEAKERS
        for word in said_without_a_key(call)
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_of_one_search_is_titled_by_the_name_that_the_window_has(language):
    with spoken(language):
        titles = {name: table.title.said(say).lower() for name, table in TABLES.items()}
        measured = {
            name: search_name(algorithm).said(say).lower()
            for name, algorithm in product(titles, ALGORITHMS)
            if name.endswith(f"-{algorithm}")
        }
    assert len(measured) >= 2
    assert [name for name in measured if measured[name] not in titles[name]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_in_a_table_begins_or_ends_within_what_belongs_together(command, language):
    _, text, _ = command("tables", "trees", "tictactoe", "--lang", language)
    cells = [line.split("│")[1:-1] for line in text.splitlines() if line.startswith("│")]
    assert cells
    for cell in (cell.strip() for row in cells for cell in row):
        assert not re.match(r"[、。，）」：=]|,|善手", cell), cell
        assert not re.search(r"=$|\(\d,$", cell), cell


def test_no_japanese_line_on_a_terminal_begins_with_a_stop():
    for said in filter(
        lambda said: isinstance(said, str) and len(said) > 9, words_of("ja").values()
    ):
        for width in (40, 60):
            table = output.figures_table("", left=[""], width=width)
            table.add_row(said.replace("\n", " "))
            console = output._Console(width=width)
            with console.capture() as shown:
                console.print(table)
            lines = [line.strip("│ ") for line in shown.get().splitlines()]
            assert not [line for line in lines if line[:1] in tuple("、。」）：・")], lines
