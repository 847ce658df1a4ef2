"""Names, files and arguments from anywhere: nothing of them steers a terminal."""

import io
import json
import logging
import os
import sys
import unicodedata

import pytest

from kalahgui import streams
from kalahgui.cli.output import figures_table, print_table

STEERING = ("Cc", "Cf", "Cs", "Zl", "Zp")
TITLE = "\x1b]0;title\x07"  # a title for the terminal's window
SIGNS = [TITLE, "\x1b[2J", "\x9b2J", "\x9d0;title\x9c", "\u202e", "\u2066", "\x7f\r", "\udc9b"]
ALL = "".join(SIGNS)
GAME = f'[Game "kalah:6x4"]\n[First "A{ALL}"]\n\n1. 3 6 {{b{ALL}}} *\n'
COMMANDS = [
    ["{}"],
    ["{}.kalah"],
    ["tables", "{}"],
    ["perft", "kalah:{}", "2"],
    ["perft", "kalah", "2", "--position", "{}"],
    ["solve", "{}"],
    ["solve", "kalah:2x2", "--rules", "{}"],
    ["solve", "kalah:2x2", "--resume", "{}/a"],
    ["solve", "tictactoe", "--table", "[/b]{}.txt"],
    ["solve", "kalah:2x2", "--split", "1", "--store", "{}/a"],
    ["review", "{}.txt"],
    ["review", "game.txt"],
    ["convert", "{}.txt"],
    ["convert", "game.txt", "--game", "{}"],
    ["convert", "game.txt", "--to", "ggf"],
    ["convert", "bad.txt"],
    ["theatre", "kalah", "{}"],
    ["theatre", "tictactoe", "minimax:1", "--order", "{}"],
    ["theatre", "tictactoe", "minimax:1", "--svg", "{}/a"],
    ["tree", "R(A{}(3 5) B(2 9))", "alpha-beta"],
    ["tree", "[/R](A(3 5) {}(2 9))", "alpha-beta", "--steps"],
    ["tree", "R(A{}(3 5) B(2 9))", "alpha-beta", "--steps", "--json"],
    ["match", "tictactoe", "1", "{}"],
    ["match", "tictactoe", "1", "1", "--games", "2", "--store", "{}/a"],
    ["puzzle", "kalah:6x6", "--today", "{}"],
    ["tune", "{}"],
    ["tune", "reversi-weights", "--store", "{}/a"],
    ["endgame", "--stones", "{}"],
    ["endgame", "--pits", "1", "--stones", "2"],
    ["bench", "--{}"],
]


def is_harmless(text):
    return not any(unicodedata.category(sign) in STEERING for sign in text.replace("\n", ""))


@pytest.fixture
def places(tmp_path, monkeypatch):
    """A folder with games, and one for databases whose name is hostile, too."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.txt").write_bytes(GAME.encode("utf-8", "surrogatepass"))
    (tmp_path / "bad.txt").write_text(f'[Game "kalah:6x4"]\n3{TITLE}\n', "utf-8")
    monkeypatch.setenv("KALAHGUI_CACHE", str(tmp_path / f"cache{TITLE}\x9b2J"))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names of files")
@pytest.mark.parametrize(
    "signs", [ALL, *(pytest.param(sign, marks=pytest.mark.slow) for sign in SIGNS)], ids=ascii
)
@pytest.mark.parametrize("line", COMMANDS, ids=" ".join)
def test_no_command_prints_what_steers_a_terminal(command, places, monkeypatch, line, signs):
    # Its games are words on a terminal alone; tables have colours there, from which others differ.
    monkeypatch.setattr(sys.stdout, "isatty", lambda: line[0] == "convert", raising=False)
    status, out, err = command(*(argument.replace("{}", signs) for argument in line))
    assert status in (0, 1, 2) and out + err
    assert is_harmless(out) and is_harmless(err), ascii(out + err)


def test_a_table_on_a_terminal_has_the_colours_of_the_program_alone(monkeypatch, capfd):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    table = figures_table(f"head{ALL}", title=f"title{ALL}")
    table.add_row(f"{ALL}[/b][link=http://a]:smile:")
    print_table(table)
    out = capfd.readouterr().out
    assert r"\u001b]0;title" in out and "[/b][link=http://a]:smile:" in out
    assert not {"\x1b]", "\x1b[2J", "\x9b", "\x9d", "\u202e", "\x07"} & {*out, *zip_pairs(out)}


def zip_pairs(text):
    """Return what stands at a beginning of a sequence: two signs, and four."""
    return {text[at : at + size] for at in range(len(text)) for size in (2, 4)}


def test_games_in_a_file_keep_every_sign(command, places):
    text = '[Game "kalah:6x4"]\n[Result "*"]\n\n1. 3 6 {a\u202eb\u2066} *\n'
    with open("game.txt", "w", encoding="utf-8") as file:
        file.write(text)
    status, out, err = command("convert", "game.txt")
    assert (status, out, err) == (0, text, "")


def test_a_document_says_the_same_with_its_signs_spelt_out():
    document = {"name": f"{ALL}\U000e0001\t\n\\u001b 名前 👩\u200d👩"}
    text = json.dumps(document, ensure_ascii=False)
    assert is_harmless(streams.harmless(text).replace("\u200d", ""))
    assert json.loads(streams.harmless(text)) == document


@pytest.mark.parametrize(
    "text", ["Zoë", "名前\u3000あ", "کتاب\u200cها", "👩\u200d👩", "a\tb\nc", "│±"]
)
def test_what_people_write_is_printed_as_it_is(text):
    assert streams.harmless(text) == text


def test_what_the_window_writes_to_a_terminal_is_harmless(monkeypatch, tmp_path):
    from kalahgui.gui.services.log import Log, noting
    from kalahgui.gui.services.voice import WRITTEN, Voice

    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, io.StringIO())
    with noting(Log(tmp_path)):
        logging.getLogger("kalahgui").warning("damaged: %s", TITLE)
        try:
            raise ValueError(TITLE)
        except ValueError:
            logging.getLogger("kalahgui").exception("a defect")
    voice = Voice()
    voice.choose(WRITTEN)
    voice.tell(f"Anna{TITLE} moves")
    for stream in (sys.stdout, sys.stderr):
        assert "u001b" in stream.getvalue() and is_harmless(stream.getvalue())
