"""``convert`` and ``review``: the games that they read, and what they print of them."""

import io
import json
import os
import random
import subprocess
import sys

import pytest
from written_games import match_of, wthor

from kalahgui.core.search import StopWord
from kalahgui.games import GAMES
from kalahgui.library import formats
from kalahgui.review.review_rows import result_of
from kalahgui.solving.solver import solve

OPENING = "F5D6C3"
BAD_AND_GOOD = "zz\nf5d6c3\nf5f5\nf5f6e6\n"
TWO = '[Game "kalah:6x4"]\n3 6 (5)\n\n[Game "kalah:6x4"]\n1 {said}\n'


@pytest.fixture
def given(command, monkeypatch):
    """Run a command that reads from standard input."""

    def run(data, *arguments):
        data = data if isinstance(data, bytes) else data.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        return command(*arguments)

    return run


@pytest.fixture
def convert(given):
    """Convert what is given on standard input."""
    return lambda data, *options: given(data, "convert", "-", *options)


@pytest.fixture
def review(given):
    """Review what is given on standard input."""
    return lambda data, *options: given(data, "review", "-", *options)


@pytest.fixture
def glance(review):
    """Review what is given in no time at all; return status, moves and complaints."""

    def glance(data, *options):
        status, out, err = review(data, "--json", "--seconds", "0.01", *options)
        moves = [row["move"] for row in json.loads(out)["moves"]] if out else []
        return status, moves, err

    return glance


def test_there_and_back_through_every_format(convert):
    text = OPENING
    assert convert(text)[1] == '[Game "reversi:8x8"]\n[Result "*"]\n\n1. f5 2. d6 3. c3 *\n'
    for to in ("ggf", "text", "transcript", "ggf", "transcript"):
        status, text, err = convert(text, "--to", to)
        assert (status, err) == (0, "")
    assert text == "f5d6c3\n"


def test_a_bare_transcript_is_of_the_board_that_is_named(convert):
    for moves, board, said in (
        ("d3c5", "reversi:6x6", '[Game "reversi:6x6"]'),
        ("3 6 1", "kalah:6x4", "1. 3 6 2. 1"),
        ("3 6 1", "kalah", '[Game "kalah:6x6"]'),
    ):
        status, out, _ = convert(moves, "--game", board)
        assert status == 0 and said in out


def test_several_games_are_printed_in_order_transcripts_one_a_line(convert):
    data = wthor([(0, 0, 0, 33, [56, 64]), (0, 0, 0, 31, [56, 66])])
    status, out, err = convert(data, "--to", "transcript")
    assert (status, out) == (0, "f5d6\nf5f6\n")
    assert err == "standard input: left out: recorded results, 3 tags (Event, Date, Score)\n"
    status, out, err = convert(data)
    assert (status, err) == (0, "")
    contents = formats.read(out.encode())
    assert [written.match.ply_texts()[1] for written in contents.games] == ["d6", "f6"]


@pytest.mark.parametrize(
    ("squares", "more", "good", "said"),
    [
        (
            [[56, 56], [56, 66], [11]],
            b"",
            "f5f6\n",
            "2 of 3 games cannot be read; the first, record 1: "
            "move 2, 56: this move is not legal here",
        ),
        # A note on the file is no game that cannot be read.
        (
            [[56], [56]],
            b"x",
            "f5\nf5\n",
            "the WTHOR file: 2 games need 152 bytes, and the file has 153",
        ),
    ],
)
def test_the_good_games_of_a_damaged_file_are_printed(convert, squares, more, good, said):
    data = wthor([(0, 0, 0, 0, moves) for moves in squares]) + more
    status, out, err = convert(data, "--to", "transcript")
    assert (status, out) == (2, good)
    left_out = "recorded results, 3 tags (Event, Date, Score)"
    assert err == f"standard input: {said}; left out: {left_out}\n"


def test_what_a_format_cannot_hold_is_refused_or_left_out(convert):
    status, out, err = convert(TWO, "--to", "transcript")
    assert (status, out) == (2, "")
    assert err == (
        "standard input: 2 of 2 games cannot be written: game 1: "
        "a transcript holds Reversi alone, not kalah\n"
    )
    text = '[Game "reversi:8x8"]\nf5 {x} d6 (f6) first resigned'
    status, out, err = convert(text, "--to", "transcript")
    assert (status, out) == (0, "f5d6\n")
    assert err == "standard input: left out: variations, comments, resignations\n"
    status, out, err = convert(text, "--to", "ggf")
    assert (status, err) == (0, "standard input: left out: variations\n")
    assert "RE[-64:r]" in out


@pytest.mark.parametrize("text", ["", "nonsense", "f5f5", "(;GM[Go];)", "[x]", b"\0" * 40, b"\xff"])
def test_bad_input_is_one_line(given, text):
    for name in ("convert", "review"):
        status, out, err = given(text, name, "-")
        assert (status, out) == (2, "")
        assert len(err.splitlines()) == 1 and err.startswith("standard input: ")


def test_a_position_is_a_game_without_moves(convert):
    status, out, err = convert("<6,1,0,3,4,4,4,4,4,4,4,4,4,4,4> N")
    assert (status, err) == (0, "")
    assert '[Start "<6,1,0,3,4,4,4,4,4,4,4,4,4,4,4> N"]' in out


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


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("kalah:6x4 3 6 1\nkalah:6x4 2 3", 2),
        ("\nkalah:6x4\n3 6 1\n\nreversi f5", 5),
        ("kalah:6x4 5,2\neight 5,2", 2),
        ("5,2\n6,3", 2),
        ('eight 1 2\n[Game "eight"]\n1 2', 2),
        ("<6,1,0,3,4,4,4,4,4,4,4,4,4,4,4> N\n" * 2, 2),
        ("reversi f5d6\nf5f6", None),
    ],
)
def test_a_second_game_without_tags_is_told_by_its_line(convert, text, line):
    status, out, err = convert(text)
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    sentence = (
        f"standard input: line {line} begins another game or position: give each a tag such as"
    )
    assert err.startswith(sentence) == (line is not None)
    if line is None:
        assert "word 1 of the moves" in err


def test_a_game_after_moves_of_a_given_board_is_told_and_with_tags_both_are_read(convert):
    status, _, err = convert("3 6 1\nkalah:6x4 2 3", "--game", "kalah:6x4")
    assert status == 2 and "line 2 begins" in err
    position = '[Game "kalah:6x4"]\n[Start "<6,1,0,3,4,4,4,4,4,4,4,4,4,4,4> N"]\n'
    assert convert(f'[Game "kalah:6x4"]\n3 6 1\n{position}')[0] == 0


def test_bad_options_are_one_line(refused):
    for options in ("--to docx", "--game chess", "--game kalah:9x9"):
        refused("convert", "-", *options.split())


# -- review


def test_review_takes_every_format(glance):
    match = formats.read(OPENING.encode()).games[0]
    data = wthor([(0, 0, 0, 0, [56, 64, 33])])
    for given in (formats.text_of(match), formats.ggf_of(match), data):
        status, moves, err = glance(given)
        assert (status, err) == (0, "")
        assert moves == ["f5", "d6", "c3"]


MIXED = TWO.replace("1 {", "x {")


@pytest.mark.parametrize(
    ("data", "number", "moves", "said"),
    [
        (TWO, 2, ["1"], ""),
        (TWO, 0, [], "standard input has 2 games: say which with --number\n"),
        (TWO, 3, [], "standard input has 2 games, and no game 3\n"),
        (MIXED, 0, [], "1 of 2 games cannot be read; the first, line 5"),
        (MIXED, 1, ["3", "6"], ""),
        ("5,2", 0, [], "standard input: there is no move in the game\n"),
        # Games are numbered as they stand in the file.
        (BAD_AND_GOOD, 1, [], "line 1: 'zz' is not a transcript"),
        (BAD_AND_GOOD, 3, [], "line 3: "),
        (BAD_AND_GOOD, 5, [], "has 4 games, and no game 5"),
    ],
)
def test_one_game_is_reviewed_of_several_it_is_asked_for_by_its_number(
    glance, data, number, moves, said
):
    status, reviewed, err = glance(data, *(("--number", number) if number else ()))
    assert (status, reviewed, len(err.splitlines())) == (0 if moves else 2, moves, not moves)
    assert said in err and bool(said) == bool(err)


class Endless(io.RawIOBase):
    """A stream that never ends."""

    def readable(self):
        return True

    def readinto(self, buffer):
        buffer[:] = b"\n" * len(buffer)
        return len(buffer)


def test_input_without_end_is_refused(refused, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Endless())))
    assert "standard input" in refused("convert", "-")


KEYS = ["ply", "side", "move", "value", "best", "best_value", "loss", "exact", "depth", "selective"]
KEYS += ["kind", "mark"]
BOTH_RULES = ("last-stone", "empty-capture")


def played(key, variant, seed=0):
    """Return the texts of a random game, with passes."""
    game = GAMES[key]
    chance = random.Random(f"{seed} {key} {variant}")
    position, moves = game.start(variant), []
    while not position.over:
        moves.append(chance.choice(position.moves()))
        position.play(moves[-1])
    return game.line_texts(game.start(variant), moves)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("key", "variant"),
    [
        ("kalah", "3x2"),
        ("eight", "8"),
        pytest.param("kalah", "4x3", marks=pytest.mark.compiled),
        pytest.param("reversi", "4x4", marks=pytest.mark.compiled),
        pytest.param("reversi", "diamond", marks=pytest.mark.compiled),
    ],
)
def test_the_document_has_a_row_a_move_as_the_solver_has_it(review, key, variant):
    texts = played(key, variant)
    text = f"{key}:{variant}\n" + " ".join(texts)
    status, out, err = review(text, "--json", "--seconds", "300")
    assert (status, err) == (0, "")
    document = json.loads(out)
    assert list(document) == ["game", "opening", "moves", "loss"]
    assert document["game"] == key
    game = GAMES[key]
    moves = [text for text in texts if text != "pass"]
    assert len(document["moves"]) == len(moves)
    position = game.start(variant)
    losses = ([], [])
    for ply, (row, move) in enumerate(zip(document["moves"], moves, strict=True), start=1):
        assert list(row) == KEYS
        solution = solve(position, StopWord(), with_moves=True)
        assert (row["ply"], row["move"], row["exact"]) == (ply, move, True)
        assert row["side"] == ("first", "second")[position.turn]
        assert row["value"] == solution.moves[game.parse_move(move)]
        assert row["best_value"] == solution.value
        assert solution.moves[game.parse_move(row["best"])] == solution.value
        assert row["loss"] == row["best_value"] - row["value"]
        assert type(row["depth"]) is int and row["selective"] is False
        # What is exact is marked by what changes in the result; "!" is for a best move alone.
        fell = result_of(row["value"]) < result_of(row["best_value"])
        assert (row["mark"] == "??") == (row["kind"] == "blunder") == fell
        assert row["mark"] != "?" and (row["mark"] != "!" or not row["loss"])
        losses[position.turn].append(row["loss"])
        position.play(game.parse_move(move))
    for mean, lost in zip(document["loss"], losses, strict=True):
        assert mean == pytest.approx(sum(lost) / len(lost))


@pytest.mark.parametrize(
    ("text", "variant", "rules", "plies"),
    [
        ("kalah 3 4", "6x6", (), ["3", "4"]),
        ("kalah:4x3\n1\n2\n3", "4x3", (), ["1", "2", "3"]),
        ("kalah:4x3 last-stone,empty-capture 1 2", "4x3", BOTH_RULES, ["1", "2"]),
        ("KALAH:4x3 last-stone empty-capture\n1", "4x3", BOTH_RULES, ["1"]),
        ("  kalah:6x4 1 swap 2", "6x4", (), ["1", "swap", "2"]),
        ("tictactoe A1 b2", "3x3", (), ["a1", "b2"]),
        ("reversi d3", "diamond", (), ["d3"]),
    ],
)
def test_a_game_is_named_before_its_moves(text, variant, rules, plies):
    match = match_of(text)
    assert (match.variant, match.rules, match.ply_texts()) == (variant, rules, plies)
    assert match.tip.resigned is None


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("kalah 1 2 resign", 1),
        ("kalah:6x4 1 swap resign", 0),
        ("kalah 1 first resigned", 0),
        ("kalah 1\nSecond  Resigned\n", 1),
    ],
)
def test_a_resignation_ends_a_game_and_has_no_row(review, text, seat):
    match = match_of(text)
    assert match.tip.resigned == seat
    status, out, _ = review(text, "--json", "--seconds", "0.01")
    assert status == 0
    assert len(json.loads(out)["moves"]) == sum(ply.isdigit() for ply in match.ply_texts())


def test_a_swap_has_no_row_and_the_mean_loss_is_that_of_the_sides(review):
    status, out, _ = review("kalah:3x2 1 swap 3 1 2", "--json")
    assert status == 0
    document = json.loads(out)
    assert [(row["ply"], row["move"]) for row in document["moves"][:2]] == [(1, "1"), (3, "3")]
    for side, mean in zip(("first", "second"), document["loss"], strict=True):
        losses = [row["loss"] for row in document["moves"] if row["side"] == side]
        assert mean == pytest.approx(sum(losses) / len(losses))
    assert document["loss"][0] != document["loss"][1], "else nobody could tell the sides apart"


BAD = [
    ("chess e4", "there is no game 'chess'"),
    ("F5D", "no game begins with"),
    ("F5A1", "word 2 of the moves, 'A1': this move is not legal here"),
    ("kalah", "there is no move in the game"),
    ("kalah:4x3 7", "a pit number from 1 to 4, not '7'"),
    ("kalah:4x3 slow\n1", "no rule 'slow'"),
    ("kalah:4x3 1 swap swap", "the sides cannot be swapped now"),
    ("eight 1 2 1 2 3 1", "word"),
    ("kalah resign 1", "the match is over"),
    ("kalah 1 resigned", "word 2 of the moves, 'resigned'"),
    ("kalah " + "x1" * 5000, "..."),
    ("reversi:8x8 empties-winner,empties-nobody f5", "not both"),
]


@pytest.mark.parametrize(("text", "said"), BAD)
def test_bad_input_is_told_in_one_line(review, text, said):
    status, out, err = review(text)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1 and len(err) < 300
    assert said in err


def test_a_file_is_read_and_one_that_cannot_be_is_told(command, refused, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("eight\n1 2 1", "utf-8")
    status, out, _ = command("review", path, "--seconds", "1", "--json")
    assert (status, len(json.loads(out)["moves"])) == (0, 3)
    for name in ("none.txt", "."):
        for does in ("review", "convert"):
            assert "cannot be read" in refused(does, tmp_path / name)


@pytest.mark.slow
def test_ctrl_c_tells_what_was_found(interrupted):
    line = ("review", "-", "--json", "--seconds", "6000")
    done = interrupted(*line, given="kalah:6x6 1 2 3 4 5 6")
    assert done.returncode == 130
    assert done.stderr == "interrupted: this is what was found so far\n"
    # The end of the game is looked at first.
    assert json.loads(done.stdout)["moves"][-1]["move"] == "6"


def test_the_tables_say_the_same_as_the_document(review):
    text = "kalah:3x2 " + " ".join(played("kalah", "3x2", 1))
    _, out, _ = review(text, "--json")
    document = json.loads(out)
    status, out, err = review(text)
    assert (status, err) == (0, "")
    assert "kalah:3x2" in out
    lines = [line.split("│") for line in out.splitlines() if line.count("│") > 5]
    assert len(lines) == len(document["moves"])
    for row, cells in zip(document["moves"], lines, strict=True):
        _, ply, side, move, value, best, best_value, loss, read, kind, _ = map(str.strip, cells)
        assert (int(ply), side, move, best) == (row["ply"], row["side"], row["move"], row["best"])
        assert (int(value), int(best_value)) == (row["value"], row["best_value"])
        assert int(loss or 0) == row["loss"]
        assert read == "exact"
        assert kind
    for side, mean in zip(("first", "second"), document["loss"], strict=True):
        summary = next(line.split() for line in out.splitlines() if line.split()[:1] == [side])
        assert float(summary[-1]) == pytest.approx(mean, abs=0.005)
    assert "decided by ply" in out


def test_estimates_of_the_full_board_of_reversi_are_told_to_be_selective(review):
    _, out, _ = review("F5D6", "--seconds", "0.05", "--json")
    rows = json.loads(out)["moves"]
    assert len(rows) == 2 and all(row["selective"] and not row["exact"] for row in rows)
    _, out, _ = review("F5D6", "--seconds", "0.05")
    assert out.count(", selective") == 2


def test_a_review_says_the_mark_of_every_move(review):
    _, text, _ = review("kalah:4x3 2 4 1 2 3 4 3", "--json")
    marks = [(row["kind"], row["mark"]) for row in json.loads(text)["moves"]]
    assert marks[2] == ("dubious", "?!") and marks[4] == ("blunder", "??")
    assert marks[1] == marks[3] == ("best", "")


def test_a_game_on_the_diamond_is_written_by_the_numbers_of_the_article(convert):
    text = b'[Game "reversi:diamond"]\n\n1. d3 c5 2. f6 *\n'
    assert convert(text, "--to", "article") == (0, "19 34 45\n", "")
    status, out, err = convert(b"F5D6C3", "--to", "article")
    assert (status, out) == (2, "")
    assert "no article numbers the squares of this board" in err
