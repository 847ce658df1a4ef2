"""The command ``convert``, and what ``review`` takes of the same files."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys

import pytest
from written_games import random_match, wthor

from kalahgui.cli import main
from kalahgui.library import formats
from kalahgui.library.formats import WrittenGame

OPENING = "F5D6C3"
TWO = '[Game "kalah:6x4"]\n3 6 (5)\n\n[Game "kalah:6x4"]\n1 {said}\n'


def run(capsys, monkeypatch, data, *arguments):
    """Run a command that reads from standard input."""
    data = data if isinstance(data, bytes) else data.encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    status = main([*arguments])
    out, err = capsys.readouterr()
    return status, out, err


def convert(capsys, monkeypatch, data, *options):
    """Convert what is given on standard input."""
    return run(capsys, monkeypatch, data, "convert", "-", *options)


def test_our_text_is_written_by_default(capsys, monkeypatch):
    status, out, err = convert(capsys, monkeypatch, OPENING)
    assert (status, err) == (0, "")
    assert out == '[Game "reversi:8x8"]\n[Result "*"]\n\n1. f5 2. d6 3. c3 *\n'


def test_there_and_back_through_every_format(capsys, monkeypatch):
    text = OPENING.lower()
    for to in ("ggf", "text", "transcript", "ggf", "transcript"):
        status, text, err = convert(capsys, monkeypatch, text, "--to", to)
        assert (status, err) == (0, "")
    assert text == "f5d6c3\n"


def test_a_bare_transcript_is_of_the_board_that_is_named(capsys, monkeypatch):
    status, out, _ = convert(capsys, monkeypatch, "d3c5", "--game", "reversi:6x6")
    assert (status, '[Game "reversi:6x6"]' in out) == (0, True)
    status, out, _ = convert(capsys, monkeypatch, "3 6 1", "--game", "kalah:6x4")
    assert (status, "1. 3 6 2. 1" in out) == (0, True)
    status, out, _ = convert(capsys, monkeypatch, "3 6 1", "--game", "kalah")
    assert '[Game "kalah:6x6"]' in out


def test_several_games_are_printed_in_order_transcripts_one_a_line(capsys, monkeypatch):
    data = wthor([(0, 0, 0, 0, [56, 64]), (0, 0, 0, 0, [56, 66])])
    status, out, err = convert(capsys, monkeypatch, data, "--to", "transcript")
    assert (status, out, err) == (0, "f5d6\nf5f6\n", "")
    status, out, err = convert(capsys, monkeypatch, data)
    assert (status, err) == (0, "")
    found = formats.read(out.encode())
    assert [written.match.ply_texts()[1] for written in found.games] == ["d6", "f6"]


def test_the_good_games_of_a_mixed_file_are_printed(capsys, monkeypatch):
    data = wthor([(0, 0, 0, 0, [56, 56]), (0, 0, 0, 0, [56, 66]), (0, 0, 0, 0, [11])])
    status, out, err = convert(capsys, monkeypatch, data, "--to", "transcript")
    assert (status, out) == (2, "f5f6\n")
    assert err == (
        "standard input: 2 of 3 games cannot be read; the first, record 1: "
        "move 2, 56: this move is not legal here\n"
    )


def test_what_a_format_cannot_hold_is_refused_or_left_out(capsys, monkeypatch):
    status, out, err = convert(capsys, monkeypatch, TWO, "--to", "transcript")
    assert (status, out) == (2, "")
    assert err == (
        "standard input: 2 of 2 games cannot be written: game 1: "
        "a transcript holds Reversi alone, not kalah\n"
    )
    text = '[Game "reversi:8x8"]\nf5 {x} d6 (f6) first resigned'
    status, out, err = convert(capsys, monkeypatch, text, "--to", "transcript")
    assert (status, out) == (0, "f5d6\n")
    assert err == "standard input: left out: variations, comments, resignations\n"
    status, out, err = convert(capsys, monkeypatch, text, "--to", "ggf")
    assert (status, err) == (0, "standard input: left out: variations, comments\n")
    assert "RE[-64:r]" in out


def test_another_start_is_refused_by_a_transcript_and_held_by_ggf(capsys, monkeypatch):
    chance = random.Random(3)
    match = random_match(chance, "reversi", "8x8", tree=False, from_start=False, rules=())
    assert match.start != match.game.start("8x8")
    text = formats.text_of(WrittenGame(match))
    status, out, err = convert(capsys, monkeypatch, text, "--to", "transcript")
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    status, out, err = convert(capsys, monkeypatch, text, "--to", "ggf")
    assert (status, err) == (0, "")
    assert formats.read(out.encode()).games[0].match.plies == match.tip.plies


def test_a_position_is_a_game_without_moves(capsys, monkeypatch):
    status, out, err = convert(capsys, monkeypatch, "<6,1,0,3,4,4,4,4,4,4,4,4,4,4,4> N")
    assert (status, err) == (0, "")
    assert '[Start "<6,1,0,3,4,4,4,4,4,4,4,4,4,4,4> N"]' in out


@pytest.mark.parametrize("text", ["", "nonsense", "f5f5", "(;GM[Go];)", "[x]", b"\0" * 40, b"\xff"])
def test_bad_input_is_one_line(capsys, monkeypatch, text):
    for command in ("convert", "review"):
        status, out, err = run(capsys, monkeypatch, text, command, "-")
        assert (status, out) == (2, "")
        assert len(err.splitlines()) == 1 and err.startswith("standard input: ")


def test_letters_stay_what_they_are_whatever_the_locale_is():
    text = '[Game "eight:8"]\n[First "名前"]\n[Result "*"]\n\n1. 3 *\n'
    program = "from kalahgui.cli import main; main(['convert', '-'])"
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=text.encode(),
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        check=True,
    )
    assert done.stdout.decode().replace("\r\n", "\n") == text


def test_a_note_on_the_file_is_no_game_that_cannot_be_read(capsys, monkeypatch):
    data = wthor([(0, 0, 0, 0, [56]), (0, 0, 0, 0, [56])])
    status, out, err = convert(capsys, monkeypatch, data + b"x", "--to", "transcript")
    assert (status, out) == (2, "f5\nf5\n")
    assert err == "standard input: the WTHOR file: 2 games need 152 bytes, and the file has 153\n"


def test_a_lack_of_memory_is_one_line(capsys, monkeypatch):
    def short_of_memory(data, board):
        raise MemoryError

    monkeypatch.setattr(formats, "read", short_of_memory)
    status, out, err = convert(capsys, monkeypatch, OPENING)
    assert (status, out, err) == (2, "", "standard input needs more memory than there is\n")


@pytest.mark.parametrize("options", ["--to pgn", "--game chess", "--game kalah:9x9"])
def test_bad_options_are_one_line(capsys, monkeypatch, options):
    status, out, err = convert(capsys, monkeypatch, OPENING, *options.split())
    assert (status, out, len(err.splitlines())) == (2, "", 1)


# -- review


def review(capsys, monkeypatch, data, *options):
    """Review what is given on standard input."""
    return run(capsys, monkeypatch, data, "review", "-", "--json", "--seconds", "0.01", *options)


def moves_of(out):
    """Return the moves that a review tells of."""
    return [row["move"] for row in json.loads(out)["moves"]]


def test_review_takes_every_format(capsys, monkeypatch):
    match = formats.read(OPENING.encode()).games[0]
    data = wthor([(0, 0, 0, 0, [56, 64, 33])])
    for given in (formats.text_of(match), formats.ggf_of(match), data):
        status, out, err = review(capsys, monkeypatch, given)
        assert (status, err) == (0, "")
        assert moves_of(out) == ["f5", "d6", "c3"]


def test_one_of_several_games_is_asked_for_by_its_number(capsys, monkeypatch):
    status, out, err = review(capsys, monkeypatch, TWO, "--number", "2")
    assert (status, err, moves_of(out)) == (0, "", ["1"])
    status, out, err = review(capsys, monkeypatch, TWO)
    assert (status, out) == (2, "")
    assert err == "standard input has 2 games: say which with --number\n"
    status, out, err = review(capsys, monkeypatch, TWO, "--number", "3")
    assert (status, out) == (2, "")
    assert err == "standard input has 2 games, and no game 3\n"


def test_a_mixed_file_is_not_taken_for_one_game(capsys, monkeypatch):
    status, out, err = review(capsys, monkeypatch, TWO.replace("1 {", "x {"))
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert "1 of 2 games cannot be read; the first, line 5" in err
    status, out, _ = review(capsys, monkeypatch, TWO.replace("1 {", "x {"), "--number", "1")
    assert (status, moves_of(out)) == (0, ["3", "6"])


def test_a_position_alone_has_no_move_to_review(capsys, monkeypatch):
    status, out, err = review(capsys, monkeypatch, "5,2")
    assert (status, out, err) == (2, "", "standard input: there is no move in the game\n")


class Endless(io.RawIOBase):
    """A stream that never ends."""

    def readable(self):
        return True

    def readinto(self, buffer):
        buffer[:] = b"\n" * len(buffer)
        return len(buffer)


def test_input_without_end_is_refused(capsys, monkeypatch):
    monkeypatch.setattr("kalahgui.library.formats.reading.MOST_BYTES", 100_000)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Endless())))
    assert main(["convert", "-"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "standard input" in err
