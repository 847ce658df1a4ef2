"""GGF and WTHOR: what others write, and what is said of what cannot be."""

import random
import re

import pytest
from written_games import names_file, only, random_match, wthor, wthor_moves

from kalahgui.games.user_error import UserError
from kalahgui.library import formats
from kalahgui.library.formats import Unwritable, WrittenGame
from kalahgui.library.formats.found import taken
from kalahgui.library.saved import record_of
from kalahgui.match.node import Forfeit

BOARD = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
GGF = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.31_23:59:59.MST]PB[Zürich]PW[black\\]]RE[?]TI[15:00]TY[8]"
    f"BO[{BOARD}]B[F5//1.2]W[f6/0.5/3]B[E6];)"
)


def ggf(moves, result="?", board=BOARD, kind="8"):
    """Return a game in GGF."""
    return f"(;GM[Othello]PB[a]PW[b]RE[{result}]TY[{kind}]BO[{board}]{moves};)"


def finished(seed=0, **kind):
    """Return a random game of 8x8 Reversi that was played to its end."""
    chance = random.Random(seed)
    while True:
        match = random_match(chance, "reversi", "8x8", tree=False, rules=(), **kind)
        if match.over and match.tip.resigned is None:
            return match


def stopped_with_empty_squares():
    """Return a finished game that left squares empty and was won by black."""
    seed = 0
    while True:
        match = finished(seed)
        if sum(match.game.points(match.position)) < 64 and match.tip.margin > 0:
            return match
        seed += 1


def test_a_game_of_a_server_is_read():
    written = only(GGF)
    match = written.match
    assert match.ply_texts() == ["f5", "f6", "e6"]
    assert [player.name for player in match.players] == ["Zürich", "black]"]
    assert dict(written.tags) == {
        "Site": "GGS/os",
        "TimeControl": "15:00",
        "Date": "2003.12.31",
        "Time": "23:59:59.MST",
    }
    assert match.start == match.game.start("8x8")


def test_several_games_with_a_count_and_a_bad_one_among_them():
    bad = ggf("B[A1]")
    contents = formats.read(f"2 {GGF}{bad}\n{GGF}".encode())
    assert len(contents.games) == 2
    assert [str(bad_game) for bad_game in contents.bad] == [
        "game 2: move 1, B[A1]: this move is not legal here"
    ]


def test_an_unclosed_value_spoils_its_own_game_alone():
    contents = formats.read((ggf("B[F5").replace(";)", "") + GGF).encode())
    assert (len(contents.games), list(map(str, contents.bad))) == (
        1,
        ["game 1: 'B[F5' is not a property NAME[value]"],
    )


def test_a_start_with_white_to_move_and_squares_of_smaller_boards_from_a1():
    board = "4 ---- -O*- -*O- ---- O"
    match = only(ggf("W[C1]", board=board, kind="4")).match
    assert (match.variant, match.start.turn, match.ply_texts()) == ("4x4", 1, ["e3"])
    again = formats.ggf_of(WrittenGame(match))
    assert f"BO[{board}]" in again and "W[C1]" in again


def test_passes_are_written_and_read_also_at_the_start_and_behind_the_end():
    match = finished(next(s for s in range(99) if "[PA]" in formats.ggf_of(_written(s))))
    text = formats.ggf_of(WrittenGame(match))
    assert "[PA]" in text
    assert only(text).match.plies == match.plies
    assert only(text.replace(";)", "B[PA]W[PA];)")).match.plies == match.plies
    assert only(re.sub(r"[BW]\[PA\]", "", text)).match.plies == match.plies
    # Black has no move here: a disc of white's must lie between.
    board = "4 *O-- ---- ---- ---- O"
    assert only(ggf("W[PA]B[C1]", board=board, kind="4")).match.ply_texts() == ["e3"]


def _written(seed):
    return WrittenGame(finished(seed))


@pytest.mark.parametrize(
    ("result", "forfeit"),
    [
        ("+64.000:r", Forfeit(1)),
        ("-64:r", Forfeit(0)),
        ("-2:t", Forfeit(0, on_time=True)),
        ("+0.00", Forfeit(None, recorded=True)),
        ("-12.00", Forfeit(0, recorded=True)),
        ("?", None),
        ("-127.000", None),
    ],
)
def test_who_gives_up_or_oversteps_the_time_has_lost(result, forfeit):
    match = only(ggf("B[F5]", result)).match
    assert match.tip.forfeit == forfeit
    written = formats.ggf_of(WrittenGame(match))
    assert only(written).match.tip.forfeit == forfeit


@pytest.mark.parametrize("kind", ["8", "s8", "8b", "8W", "8r18", "s8r20", "S8R20", ""])
def test_types_that_are_played_by_the_usual_rules_are_read(kind):
    assert only(ggf("B[F5]", kind=kind)).match.ply_texts() == ["f5"]


def test_a_date_may_be_in_seconds():
    written = only("(;GM[Othello]DT[1071529443]TY[8]B[F5];)")
    assert dict(written.tags) == {"Date": "2003.12.15", "Time": "23:04:03.UTC"}


def test_a_result_that_contradicts_the_moves_is_kept_beside_them_and_said():
    match = stopped_with_empty_squares()
    text = formats.ggf_of(WrittenGame(match))
    assert only(text).match.tip.margin == match.tip.margin
    contrary = re.sub(r"RE\[([+-])", lambda s: f"RE[{'-+'[s[1] == '-']}", text)
    contents = formats.read(contrary.encode())
    (written,) = contents.games
    assert (written.match.plies, written.match.tip.forfeit) == (match.plies, None)
    assert written.tags["RecordedResult"] == f"{-match.tip.margin:+d}"
    assert "both are kept (games: 1)" in contents.bad_words
    # A clock decides against the board, and the discs of both are kept.
    on_time = only(re.sub(r"(RE\[[^\]]*)", r"\1:t", contrary))
    assert on_time.match.tip.forfeit == Forfeit(0, on_time=True)
    assert (on_time.match.winner, on_time.match.tip.margin) == (1, match.tip.margin)
    assert on_time.tags["Score"] == f"{-match.tip.margin:+d}"
    assert formats.ggf_of(on_time) == re.sub(r"(RE\[[^\]]*)", r"\1:t", contrary)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ggf("B[F5]W[F5]"), "move 2, W[F5]: this move is not legal here"),
        (ggf("B[F5]B[F6]"), "it is the other side's turn"),
        (ggf("W[PA]"), "this side does not have to pass"),
        (ggf("B[J9]"), "this square is not on the board"),
        (ggf("B[]"), "this square is not on the board"),
        (ggf("", board="8 --- *"), "64 characters of - * O"),
        (ggf("", board=BOARD.replace("*", "?")), "64 characters of - * O"),
        (ggf("", kind="10"), "two sizes of the board"),
        (
            ggf("", board="10 " + "-" * 100 + "*", kind="10"),
            "boards of 10x10 squares",
        ),
        (ggf("", board="", kind=""), "it has no board"),
        ("(;GM[Othello]TY[8r18]B[F5];)", "it has no board"),
        (ggf("", kind="8a"), "games of the type '8a' are not read"),
        (ggf("", kind="s8kr20"), "games of the type 's8kr20' are not read"),
        (ggf("", kind="8 rapid"), "games of the type '8 rapid' are not read"),
        ("(;GM[Othello]TY[8]", "it has no end ;)"),
        ("(;GM[Othello] TY(8);)", "is not a property NAME[value]"),
        (ggf("B[F5]" * 501), "more than 500 moves"),
        (ggf("", board="8 " + "-" * 64 + "*"), "always has at least one disc"),
    ],
)
def test_bad_ggf_is_told_in_a_sentence(text, said):
    with pytest.raises(UserError) as error:
        formats.read(text.encode())
    assert said in str(error.value) and str(error.value).startswith("game 1: ")


def test_what_a_format_of_othello_cannot_hold_is_refused():
    chance = random.Random(1)
    kalah = WrittenGame(random_match(chance, "kalah", "6x4"))
    diamond = WrittenGame(random_match(chance, "reversi", "diamond"))
    set_up = only(ggf("W[C1]", board="4 ---- -O*- -*O- ---- O", kind="4"))
    without_moves = only(ggf(""))
    for write, refused in (
        (formats.ggf_of, (kalah, diamond)),
        (formats.pgn_of, (kalah, diamond, set_up)),
        (formats.sgf_of, (kalah, diamond)),
        (formats.transcript_of, (kalah, set_up, without_moves)),
    ):
        for written in refused:
            with pytest.raises(Unwritable):
                write(written)


# -- WTHOR


def record(match, discs=None, numbers=(1, 2, 3)):
    """Return a game as a record, by default with black's discs, empty squares to the winner."""
    if discs is None:
        discs = (64 + match.tip.margin) // 2
    return (*numbers, discs, wthor_moves(match))


def test_a_file_of_games_is_read():
    first, second = finished(1), finished(2)
    contents = formats.read(wthor([record(first), record(second, numbers=(0, 0, 7))]))
    assert [written.match.plies for written in contents.games] == [first.plies, second.plies]
    written = contents.games[0]
    assert written.match.variant == "8x8"
    assert [player.name for player in written.match.players] == ["2", "3"]
    assert dict(written.tags) == {"Event": "1", "Date": "2001"}


def test_squares_are_ten_times_the_row_and_the_column():
    written = only(wthor([(0, 0, 0, 0, [56, 64, 33])]))
    assert written.match.ply_texts() == ["f5", "d6", "c3"]


@pytest.mark.parametrize("suffix", ["JOU TRN", "jou trn"])
def test_names_are_taken_from_the_files_beside(tmp_path, suffix):
    path = tmp_path / "WTH_2001.wtb"
    path.write_bytes(wthor([(1, 0, 1, 0, [56]), (9, 2, 999, 0, [56])]))
    players, tournaments = suffix.split()
    (tmp_path / f"WTHOR.{players}").write_bytes(names_file(["Zoé", "Mü"], 20))
    (tmp_path / f"wthor.{tournaments}").write_bytes(names_file(["x", "A cup"], 26))
    first, second = formats.read_file(path).games
    assert [player.name for player in first.match.players] == ["Zoé", "Mü"]
    assert first.tags["Event"] == "A cup"
    assert [player.name for player in second.match.players] == ["2", "999"]
    assert second.tags["Event"] == "9"


def test_names_that_cannot_be_read_stay_numbers(tmp_path):
    path = tmp_path / "WTH_2001.wtb"
    path.write_bytes(wthor([(0, 0, 1, 0, [56])]))
    (tmp_path / "WTHOR.JOU").mkdir()
    (written,) = formats.read_file(path).games
    assert [player.name for player in written.match.players] == ["0", "1"]


def test_the_discs_of_a_finished_game_are_compared_with_or_without_empty_squares():
    match = stopped_with_empty_squares()
    discs, _ = match.game.points(match.position)
    assert discs != (64 + match.tip.margin) // 2
    for said in (discs, (64 + match.tip.margin) // 2):
        written = only(wthor([record(match, said)]))
        assert written.match.plies == match.plies
        assert not {"Score", "RecordedResult"} & set(written.tags)
    for said, tags in (
        (discs - 1, {"Score": f"{discs - 1}-{65 - discs}"}),
        (99, {"RecordedResult": "99-0"}),
    ):
        written = only(wthor([record(match, said)]))
        assert written.match.tip.forfeit is None
        assert {name: written.tags.get(name) for name in tags} == tags


@pytest.mark.parametrize(
    ("discs", "forfeit"),
    [
        (40, Forfeit(1, recorded=True)),
        (24, Forfeit(0, recorded=True)),
        (32, Forfeit(None, recorded=True)),
        (0, Forfeit(0, recorded=True)),
    ],
)
def test_the_discs_of_a_game_that_stops_early_are_its_result(discs, forfeit):
    written = only(wthor([(0, 0, 0, discs, [56])]))
    assert written.match.ply_texts() == ["f5"]
    assert written.match.tip.forfeit == forfeit
    winner = {40: "first", 24: "second", 32: "draw", 0: "second"}[discs]
    assert written.record().result == winner == record_of(taken(written)).result
    assert written.tags["Score"] == f"{discs}-{64 - discs}"
    again = only(formats.text_of(written))
    assert (again.match.tip.forfeit, again.tags) == (forfeit, written.tags)


def test_a_bad_record_leaves_the_others_alone():
    good = record(finished(1))
    contents = formats.read(wthor([good, (0, 0, 0, 0, [56, 56]), good, (0, 0, 0, 0, [99]), good]))
    assert len(contents.games) == 3
    assert list(map(str, contents.bad)) == [
        "record 2: move 2, 56: this move is not legal here",
        "record 4: move 1, 99: this is not a square",
    ]
    contents = formats.read(wthor([good, (0, 0, 0, 0, [56, 0, 64])]))
    assert [str(bad) for bad in contents.bad] == ["record 2: move 2, 0: this is not a square"]


def test_a_file_that_is_cut_short_or_too_long_offers_what_it_has():
    whole = wthor([record(finished(1)), record(finished(2))])
    for data, games in ((whole[:-1], 1), (whole + b"x", 2)):
        contents = formats.read(data)
        assert (len(contents.games), contents.bad) == (games, ())
        assert list(map(str, contents.notes)) == [
            f"the WTHOR file: 2 games need 152 bytes, and the file has {len(data)}"
        ]
        assert contents.bad_words == str(contents.notes[0])
        assert contents.numbered(games + 1) is None


def dated(month, day):
    """Return a file of a game that was written on a day."""
    data = wthor([(0, 0, 0, 0, [56])])
    return data[:2] + bytes((month, day)) + data[4:]


@pytest.mark.parametrize(
    "data", [wthor([(0, 0, 0, 0, [56])]), wthor([(0, 0, 0, 0, [56])], size=0), dated(12, 31)]
)
def test_boards_of_eight_by_eight_are_read_whatever_the_day(data):
    match = only(data).match
    assert (match.variant, match.ply_texts()) == ("8x8", ["f5"])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (wthor([(0, 0, 0, 0, [56])], size=10), "boards of 10x10, and only 8x8 is read"),
        (wthor([]), "there is no game"),
        (wthor([], count=-1), "neither text nor a WTHOR file"),
        (names_file(["x"], 20)[:8] + b"\5\0" + bytes(30), "names for WTHOR files"),
        (b"\0", "begins with 16 bytes"),
        (bytes(99), "neither text nor a WTHOR file"),
        (dated(13, 1), "neither text nor a WTHOR file"),
        (dated(1, 32), "neither text nor a WTHOR file"),
    ],
)
def test_what_is_no_file_of_games_is_told(data, said):
    with pytest.raises(UserError, match=said):
        formats.read(data)
