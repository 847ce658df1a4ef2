"""PGN, SGF, logbooks, boards and moves as others write them, and what is kept of each."""

import contextlib
import io
import os
import random
import re
import threading
import time

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from written_games import facts, only, random_match, shape

from kalahgui.games import GAMES
from kalahgui.games.user_error import UserError
from kalahgui.library import formats
from kalahgui.library.formats import WrittenGame
from kalahgui.library.formats.found import collected, taken
from kalahgui.library.formats.ggf import left_out_of_ggf
from kalahgui.library.formats.left_out import LeftOut
from kalahgui.library.formats.reading import games_in
from kalahgui.library.formats.sgf import left_out_of_sgf
from kalahgui.library.formats.text_writing import left_out_of_pgn
from kalahgui.library.formats.transcript import left_out_of_transcript
from kalahgui.library.saved import record_of, stored_of
from kalahgui.match.node import Forfeit

EXAMPLES = settings(max_examples=examples(60))
SEEDS = st.integers(0, 2**32)
FIRST_FIVE = ["f5", "d6", "c3", "d3", "c4"]
PASSED = [
    square
    for line in (
        "f5d6c4d3c3f4c5b3c2e3d2c6b4b5f2e2f3c1e1d1c7f1b6c8a5a4a3d7e6g1",
        "a6g5h5g6g4h6g3h4h3e7f6h2e8d8b8b7f8f7g8b2a2g2h1g7a7a8h7h8b1a1",
    )
    for square in re.findall("..", line)
]
PLAYOK = """[Event "?"]
[Site "PlayOK"]
[Date "2024.01.02"]
[Round "-"]
[Black "ann"]
[White "bob"]
[Result "47-17"]
[Time "20:13:30"]
[TimeControl "120"]
[BlackElo "1224"]
[WhiteElo "1314"]

1. f5 d6 2. c4 d3 3. c3 f4 4. c5 b3 5. c2 e3 6. d2 c6 7. b4 b5 8. f2 e2 9. f3 c1
10. e1 d1 11. c7 f1 12. b6 c8 13. a5 a4 14. a3 d7 15. e6 g1 16. a6 g5 17. h5 g6
18. g4 h6 19. g3 h4 20. h3 e7 21. f6 h2 22. e8 d8 23. b8 b7 24. f8 f7 25. g8 b2
26. a2 g2 27. h1 g7 28. a7 -- 29. a8 -- 30. h7 h8 31. b1 a1 47-17
"""


def on_8x8(seed, **kind):
    """Return a random game of 8x8 Reversi with its moves, names and result."""
    return random_match(random.Random(seed), "reversi", "8x8", rules=(), **kind)


# -- PGN


def test_pgn_as_a_server_writes_it_comes_back_to_the_letter():
    written = only(PLAYOK)
    match = written.match
    assert match.ply_texts() == PASSED
    assert [player.name for player in match.players] == ["ann", "bob"]
    assert (match.tip.forfeit, match.tip.margin) == (None, 30)
    assert written.tags["WhiteElo"] == "1314" and "Score" not in written.tags
    assert formats.pgn_of(only(PLAYOK)).split() == PLAYOK.split()
    # The same by the tree, which a comment asks for.
    assert formats.pgn_of(written).split() == PLAYOK.split()


@pytest.mark.parametrize(
    ("result", "seat", "score"),
    [
        ("64-0", 1, "64-0"),
        ("0-64", 0, "0-64"),
        ("32-32", None, "32-32"),
        ("1-0", 1, None),
        ("0-1", 0, None),
        ("1/2-1/2", None, None),
    ],
)
def test_a_result_of_an_unfinished_game_is_kept_as_it_is_recorded(result, seat, score):
    text = (
        f'[Black "ann"]\n[White "bob"]\n[Result "{result}"]\n\n1. f5 d6 2. c3 d3 3. c4 {result}\n'
    )
    written = only(text)
    assert written.match.tip.forfeit == Forfeit(seat, recorded=True)
    assert written.tags.get("Score") == score
    assert formats.pgn_of(written) == text
    again = stored_of(record_of(taken(written)))
    assert (again.match.tip.forfeit, dict(again.tags)) == (
        written.match.tip.forfeit,
        dict(written.tags),
    )
    assert formats.pgn_of(only(formats.text_of(written))) == text


@pytest.mark.parametrize("result", ["40-30", "64-64", "nobody", "B+3"])
def test_a_result_that_cannot_be_is_kept_as_text_and_said(result):
    contents = formats.read(f'[Black "a"]\n[Result "{result}"]\n1. f5 d6'.encode())
    (written,) = contents.games
    assert (written.match.tip.forfeit, written.tags["RecordedResult"]) == (None, result)
    assert "does not fit the moves, and both are kept (games: 1)" in contents.bad_words


def test_comments_to_the_end_of_a_line_and_escapes_of_pgn_are_passed_over():
    text = '% escape\n[Black "a"]\n[White "b"]\n1. f5 ; good\n d6 {a;b}\n% more\n2. c3 *\n'
    match = only(text).match
    assert match.ply_texts() == ["f5", "d6", "c3"]
    assert match.main_line[2].comment == "a;b"


@pytest.mark.parametrize("result", ["*", "0-0", "?"])
def test_what_says_nothing_of_who_won_leaves_a_game_unfinished(result):
    text = f'[Black "ann"]\n[Result "{result}"]\n1. f5 d6 *\n'
    written = only(text)
    assert written.match.tip.forfeit is None and written.record().result == ""
    assert ("RecordedResult" in written.tags) == (result == "0-0")


def test_pgn_with_one_pair_a_line_and_no_pass_written():
    """The columns are then wrong: the side to move follows from the board alone."""
    pairs = [PASSED[at : at + 2] for at in range(0, len(PASSED), 2)]
    moves = "\n".join(f"{2 * n + 1}. {' '.join(pair)}" for n, pair in enumerate(pairs))
    text = f'[Event "Cup"]\n[Black "ann"]\n[White "bob"]\n[Result "47-17"]\n{moves}\n47-17\n'
    contents = formats.read(f"{text}\n{text.replace('ann', 'zoe')}".encode())
    assert [game.match.ply_texts() for game in contents.games] == [PASSED, PASSED]
    assert contents.games[1].match.players[0].name == "zoe"
    assert only(moves).match.ply_texts() == PASSED, "moves alone are one game"


def test_pgn_keeps_what_careless_writers_write():
    text = '[Event "The "Coq" - 1988"]\n[Date "2001.??.??"]\n[Date "2001.02.03"]\n'
    text += '[Black "?"]\n1. F5 D6'
    written = only(text)
    assert written.tags["Event"] == 'The "Coq" - 1988'
    assert written.tags["Date"] == "2001.02.03"
    assert written.match.players[0].name == ""
    with pytest.raises(UserError, match=r"line 2: PGN that begins at a position \(FEN\)"):
        formats.read(b'[Black "a"]\n[FEN "8/8 b"]\n1. f5')


@EXAMPLES
@given(seed=SEEDS)
def test_pgn_keeps_moves_variations_comments_names_and_tags(seed):
    match = on_8x8(seed)
    for node in list(match.tip.children):  # what was taken back has no place
        match.tip.children.remove(node)
    written = WrittenGame(match, {"Site": 'a "b"', "Round": "1"})
    again = only(formats.pgn_of(written))
    assert again.tags == written.tags
    assert again.match.plies == match.plies
    names = ["" if player.name in ("?", "*") else player.name for player in again.match.players]
    computer = "computer search:3"
    assert names == [player.name or computer * bool(player.computer) for player in match.players]
    assert again.match.tip.winner == match.tip.winner
    assert _without_ends(shape(again.match)) == _without_ends(shape(match))
    assert formats.pgn_of(again) == formats.pgn_of(written)


def _without_ends(tree):
    """Return a tree without who gave up: PGN tells of a main line who won, and not why."""
    return [(ply, comment, _without_ends(below)) for ply, comment, _, below in tree]


# -- SGF


def test_sgf_as_several_programs_write_it():
    edax = (
        "(;FF[4]GM[2]AP[x:4]PC[y]DT[2026-10-07]PB[a]PW[b]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[B+12]"
        "B[f5];W[d6];B[c3];)"
    )
    written = only(edax)
    assert written.match.ply_texts() == ["f5", "d6", "c3"]
    assert written.match.start == GAMES["reversi"].start("8x8")
    assert written.match.tip.forfeit == Forfeit(1, recorded=True)
    assert dict(written.tags) == {
        "Site": "y", "Date": "2026.10.07", "SGF_AP": "x:4", "Score": "+12",
    }  # fmt: skip
    contents = formats.read(b"(;GM[2]\n;B[fe];W[df];B[cc])\n(;GaMe[2];B[P@f5];W[@d6])")
    assert ["".join(game.match.ply_texts()) for game in contents.games] == ["f5d6c3", "f5d6"]


@pytest.mark.parametrize("passed", ["", "W[]", ";W[]", ";W[PA]", ";W[@@@@]", ";W[tt]"])
def test_a_pass_in_sgf_may_be_written_in_many_ways(passed):
    moves, match = [], only("".join(PASSED)).match
    for node in match.main_line[1:]:
        moves.append(f";{'BW'[node.parent.position.turn]}[{match.text(node.ply)}]")
        if match.text(node.ply) == "a7":
            moves.append(passed)
    assert only(f"(;GM[2]SZ[8]{''.join(moves)})").match.ply_texts() == PASSED


@pytest.mark.parametrize(
    ("result", "forfeit", "tags"),
    [
        ("B+R", Forfeit(1), {}),
        ("W+Time", Forfeit(0, on_time=True), {}),
        ("W+", Forfeit(0, recorded=True), {}),
        ("0", Forfeit(None, recorded=True), {}),
        ("W+64", Forfeit(0, recorded=True), {"Score": "-64"}),
        ("Void", None, {}),
        ("Black", None, {"RecordedResult": "Black"}),
    ],
)
def test_results_of_sgf(result, forfeit, tags):
    written = only(f"(;GM[2]RE[{result}];B[f5])")
    assert (written.match.tip.forfeit, dict(written.tags)) == (forfeit, tags)
    again = only(formats.sgf_of(written))
    assert again.match.tip.forfeit == forfeit


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(;FF[4]GM[1]SZ[19];B[pd])", "it is a game of '1', not of Othello"),
        ("(;GM[2]SZ[10];B[f5])", "boards of 10x10"),
        ("(;GM[2];B[f5];B[f6])", "move 2, B[f6]: it is the other side's turn"),
        ("(;GM[2];B[f5];W[f5])", "move 2, W[f5]: this move is not legal here"),
        ("(;GM[2];B[zz])", "this square is not on the board"),
        ("(;GM[2];B[f5]", "it has no end"),
        ("(;GM[2];B[f5] =)", "is not a property NAME[value]"),
        ("(;GM[2]" + "(;B[f5]" * 2000, "nested more than 1000 deep"),
        ("(;GM[2];B[])", "this side does not have to pass"),
    ],
)
def test_bad_sgf_is_told_in_a_sentence(text, said):
    with pytest.raises(UserError, match=r"^game 1: ") as error:
        formats.read(text.encode())
    assert said in str(error.value)


def test_a_bad_game_of_sgf_spoils_only_itself():
    contents = formats.read(b"(;FF[4]GM[2];B[f5]\n(;FF[4]GM[2];B[a1])\n(;FF[4]GM[2];B[f5];W[d6])")
    assert ["".join(game.match.ply_texts()) for game in contents.games] == ["f5d6"]
    assert [bad.number for bad in contents.bad] == [1, 2]


@EXAMPLES
@given(seed=SEEDS, board=st.sampled_from(["4x4", "6x6", "8x8"]))
def test_sgf_keeps_the_whole_tree_the_start_and_the_result(seed, board):
    chance = random.Random(seed)
    match = random_match(chance, "reversi", board, rules=(), from_start=seed % 2 > 0)
    written = WrittenGame(match, {"Site": "a [b] \\ c", "Round": "3", "SGF_US": "me"})
    again = only(formats.sgf_of(written))
    assert again.match.start == match.start
    assert again.match.plies == match.plies
    assert again.tags == written.tags
    assert again.match.tip.winner == match.tip.winner
    # Comments of the start and all moves are there; lines behind the last move become the game's.
    if not match.tip.children:
        assert _sorted(shape(again.match)) == _sorted(shape(match))
        assert again.match.tip.forfeit == match.tip.forfeit


def _sorted(tree):
    """Return a tree without the order of its lines and who gave up in them."""
    return sorted((str(ply), comment, _sorted(below)) for ply, comment, _, below in tree)


# -- facts: what stands beside the moves


GGF = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.31_23:59:59.MST]PB[a]PW[b]RB[1500.3]RW[1600]TI[15:00]"
    "TB[01:00]RE[+16:t]TY[8b]KO[x y]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "C[before \\] all]B[F5/1.50/2]C[fine\nand well]W[D6//3.25]B[C3/0.2];)\n"
)


def test_all_facts_of_ggf_stay_through_every_way_that_keeps_a_game():
    written = only(GGF)
    assert written.tags["BlackElo"] == "1500.3" and written.tags["GGF_KO"] == "x y"
    stored = stored_of(record_of(taken(only(GGF))))
    from_line = stored_of(only(GGF).record())
    for game in (
        only(GGF),
        written,
        only(formats.text_of(written)),
        only(formats.text_of(only(GGF))),
        WrittenGame(stored.match, stored.tags),
        WrittenGame(from_line.match, from_line.tags),
    ):
        assert formats.ggf_of(game) == GGF
    assert [(n.comment, n.noted) for n in written.match.main_line] == [
        ("before ] all", ""),
        ("fine\nand well", "[%eval 1.50] [%emt 2]"),
        ("", "[%emt 3.25]"),
        ("", "[%eval 0.2]"),
    ]


def test_what_another_format_has_no_place_for_is_told():
    written = only(GGF)
    assert lost(left_out_of_ggf, written) == lost(left_out_of_pgn, written) == ""
    assert lost(left_out_of_sgf, written) == ("5 tags (BlackTime, Time, GGF_TY, GGF_KO, Score)")
    assert lost(left_out_of_transcript, written).startswith(
        "comments, notes of moves, losses on time, 10 tags (Site, "
    )
    pgn = only(PLAYOK)
    assert lost(left_out_of_ggf, pgn) == "1 tag (Round)"
    assert lost(left_out_of_sgf, pgn) == "1 tag (Time)"
    clocked = only('[Black "a"]\n1. f5 {[%clk 9]} d6')
    assert lost(left_out_of_ggf, clocked) == "notes of moves"
    # Once for a file, however many games have what is left out.
    left_out = LeftOut()
    for number in range(2000):
        left_out.add(left_out_of_ggf(WrittenGame(clocked.match, {f"A{number}": "x"})))
    said = "left out: notes of moves, 1000 tags (A0, A1, A2, A3, A4, ...)"
    assert str(left_out.message) == said


def lost(left_out, written):
    """Say what is left out of one game."""
    all_left_out = LeftOut()
    all_left_out.add(left_out(written))
    return str(all_left_out.message or "").removeprefix("left out: ")


def test_what_a_server_notes_of_a_pass_stays_with_the_pass():
    moves, match = [], only("".join(PASSED)).match
    for node in match.main_line[1:]:
        side = node.parent.position.turn
        if match.text(node.ply) == "h7":
            moves.append("W[PA//9.9]")
        moves.append(f"{'BW'[side]}[{match.text(node.ply).upper()}/1.5]")
    text = f"(;GM[Othello]RE[+30]TY[8]{''.join(moves)};)"
    again = formats.ggf_of(only(text))
    assert again.count("[PA") == 2 and "W[PA//9.9]" in again
    assert again.count("/1.5]") == 60


def test_comments_of_sgf_stay_where_a_node_has_no_move():
    text = "(;GM[2]C[root];C[hello];B[f5]C[one];C[two];W[d6];C[end])"
    assert [node.comment for node in only(text).match.main_line] == [
        "root\nhello",
        "one\ntwo",
        "end",
    ]
    with_branch = text.replace("W[d6]", "W[d6](;B[c3])(;B[c4]")[:-1] + "))"
    assert only(with_branch).match.main_line[1].comment == "one\ntwo"
    with pytest.raises(UserError, match="only the start may be set up"):
        formats.read(b"(;GM[2];B[f5];AB[a1];W[d6])")


@pytest.mark.parametrize("write", [formats.pgn_of, formats.ggf_of, formats.sgf_of])
def test_a_record_that_was_undone_is_not_written_any_more(write):
    written = only('[Black "a"]\n[Result "64-0"]\n1. f5 d6 64-0')
    match = written.match
    match.undo()
    assert formats.pgn_of(WrittenGame(match, written.tags)).rstrip().endswith("*")
    match.resign(0)
    again = only(write(WrittenGame(match, written.tags))).match
    assert again.tip.winner == 1


@pytest.mark.parametrize("tree", [False, True])
@pytest.mark.parametrize("forfeit", [Forfeit(0), Forfeit(1, on_time=True), Forfeit(0, True)])
def test_a_clock_counts_on_a_full_board_whoever_is_ahead(forfeit, tree):
    match = only("".join(PASSED)).match
    match.end_as_recorded(forfeit, match.tip)
    if tree:
        match.add(match.root, match.parse("d3"))
    for write in (formats.text_of, formats.ggf_of, formats.sgf_of):
        if not tree or write is not formats.ggf_of:
            again = only(write(WrittenGame(match))).match
            assert (again.tip.forfeit, again.tip.plies) == (forfeit, match.tip.plies)
    assert only(formats.ggf_of(WrittenGame(match))).match.tip.forfeit == forfeit
    stored = stored_of(record_of(taken(WrittenGame(match)))).match
    assert stored.tip.forfeit == forfeit


def test_a_contradicted_result_is_written_as_it_was_read():
    ggf = f"(;GM[Othello]PB[a]PW[b]RE[-30]TY[8]{_ggf_moves(PASSED)};)"
    assert "RE[-30]" in formats.ggf_of(only(ggf))
    sgf = formats.sgf_of(only("".join(PASSED))).replace("RE[B+30]", "RE[W+30]")
    assert formats.sgf_of(only(sgf)) == sgf


def _ggf_moves(squares):
    match = only("".join(squares)).match
    return "".join(
        f"{'BW'[node.parent.position.turn]}[{match.text(node.ply)}]" for node in match.main_line[1:]
    )


def test_a_pipe_is_read_once_and_whole(tmp_path):
    """Nobody may look into it twice: what was read is gone."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    lines = b"f5d6c3\n" * 3000
    writer = threading.Thread(target=path.write_bytes, args=(lines,))
    writer.start()
    contents = formats.read_file(path)
    writer.join()
    assert (len(contents.games), contents.bad) == (3000, ())


@pytest.mark.parametrize(
    "text", ["f5  d6  c3  d9  c4", "f5d6c3 | d9c4f4", "f5d6c3  1. e3", "f5d6: c9"]
)
def test_a_bad_move_is_no_remark(text):
    with pytest.raises(UserError):
        formats.read(text.encode())


def test_a_bad_line_among_positions_spoils_only_itself():
    board = f"{START} X; F5:+0;"
    contents = formats.read("\n".join([board, "zz", board, board]).encode())
    assert (len(contents.games), [str(bad) for bad in contents.bad]) == (
        3,
        ["line 2: there is no game"],
    )


@pytest.mark.parametrize("sign", [" ", "\n", "\t", "(", "[", "{", "1", "f", ";", "-", ":", "\\"])
@pytest.mark.parametrize(
    "begin", ["", "A 10-20", "1.", "f5", "(;GM[2]", "(;GM[Othello]TY[8]B[F5]", '[Game "eight"]\n1']
)
def test_a_long_run_of_one_sign_takes_no_longer_than_it_is_long(begin, sign):
    """Twice as many signs take about twice as many steps, wherever they stand."""
    for text in (begin + sign * 40_000, begin + sign * 40_000 + "x"):
        start = time.process_time()
        with contextlib.suppress(UserError):
            formats.read(text.encode())
        assert time.process_time() - start < 3


@EXAMPLES
@given(seed=SEEDS, forfeit=st.sampled_from([None, Forfeit(0), Forfeit(None, recorded=True)]))
def test_a_game_kept_as_a_line_is_the_match_that_it_becomes(seed, forfeit):
    """What is written of a line alone is what is written of its tree."""
    chance = random.Random(seed)
    match = on_8x8(seed, tree=False)
    if not match.over and forfeit is not None:
        match.end_as_recorded(forfeit, match.tip)
    text = formats.text_of(WrittenGame(match, {"Event": "x", "Round": str(chance.random())}))
    writers = [formats.text_of, formats.pgn_of, formats.ggf_of, formats.sgf_of]
    for write in writers + [formats.transcript_of] * bool(match.tip.plies):
        line, tree = only_line(text), only_line(text)
        assert tree.match.plies == match.plies
        assert line.line is not None and tree.line is None
        assert write(line) == write(tree)
    assert facts(only(text)) == facts(WrittenGame(match, only(text).tags))
    as_line, as_tree = only_line(text).record(), record_of(taken(only(text)))
    for name in ("moves", "players", "result", "side_lines", "start", "rules"):
        assert getattr(as_line, name) == getattr(as_tree, name)


def only_line(text):
    """Return the one game of a text, whose match nobody has asked for yet."""
    (written,) = formats.read(text.encode()).games
    return written


# -- moves, one game a line or alone


@pytest.mark.parametrize(
    "text",
    [
        "1. f5 2. d6 3. c3 4. d3 5. c4 *",
        "1. f5 d6 2. c3 d3 3. c4",
        "1. f5 d6\n2. c3 d3\n3. c4",
        "1.f5 d6 2.c3\n  d3 3.c4 *",
        "1. f5 {good} d6 (1... f6) 2. c3 d3 3. c4",
        "1.\u00a0f5\u00a0d6 2.\u2009c3 d3 3. c4",
        "f5-d6-c3-d3-c4",
        "f5, d6, c3, d3, c4",
        '"f5d6c3d3c4"',
        "'F5 D6 C3 D3 C4'",
        "f5 | d6 | c3 | d3 | c4",
        "f5—d6—c3—d3—c4",
        "ｆ５ｄ６ｃ３ｄ３ｃ４",
        "Ｆ５　Ｄ６　Ｃ３　Ｄ３　Ｃ４",
        "f5d6c3\u200bd3c4",
        "\ufefff5d6\u2060c3d3c4",
        "f5d6\u200ec3d3c4",
        "f5d6c3\0d3c4",
        "+f5-d6+c3-d3+c4: +02 10",
        "F5d6C3d3C4                          Tiger",
        "f5d6c3d3c4 33-31",
        "HEIBERG Thomas 52-12 JACOBS Carol : F5D6C3D3C4",
        "F5d6C3d3C4 Tiger",
        "f5、d6、c3、d3、c4",
        "f5 → d6 → c3 → d3 → c4",
        "黒f5 白d6 黒c3 白d3 黒c4",
        "B:f5 W:d6 B:c3 W:d3 B:c4",
        "1) f5 2) d6 3) c3 4) d3 5) c4",
        "1 f5\n2 d6\n3 c3\n4 d3\n5 c4",
        "76\nf5d6c3d3c4",
        "# a remark\nf5d6c3d3c4",
    ],
)
def test_moves_are_read_however_they_are_parted(text):
    assert only(text).match.ply_texts() == FIRST_FIVE


@pytest.mark.parametrize(
    ("text", "names", "tags", "forfeit"),
    [
        ("+f5-d6: -04 10", ["", ""], {"Score": "-04"}, Forfeit(0, recorded=True)),
        ("f5d6\tTiger, wild", ["", ""], {"Remark": "Tiger, wild"}, None),
        ("A b 52-12 C d : f5d6", ["A b", "C d"], {"Score": "52-12"}, Forfeit(1, recorded=True)),
    ],
)
def test_what_stands_beside_the_moves_of_a_line_is_kept(text, names, tags, forfeit):
    written = only(text)
    assert [player.name for player in written.match.players] == names
    assert (dict(written.tags), written.match.tip.forfeit) == (tags, forfeit)


@pytest.mark.parametrize(
    "text",
    ["f5zz", "f5 d6 zz", "I played f5 yesterday", "f55d6", "d3d3", "1. f5 d6 2. f5", "f5d66"],
)
def test_what_is_no_game_is_not_taken_for_one(text):
    with pytest.raises(UserError):
        formats.read(text.encode())


def test_a_legal_game_of_sixty_moves_with_an_unwritten_pass_is_read():
    text = (
        "D3C5F6F5F4C3C4D2E2B4D1F3B5E3F2F1A4D6E6E7F7B6E8C6B3A5D7A3E1A6G1A2C2C7B8D8C8G8G6H6G5H5G4H4H3"
        "G7H8F8H7A8A7B7A1B2G3G2H2H1C1B1"
    )
    match = only(text).match
    assert (len(match.plies), match.over, match.tip.margin) == (60, True, 0)
    assert only(text + " PA").match.plies == match.plies, "some write passes behind the end as well"


class Dripping(io.BytesIO):
    """A file of which no more than so many bytes are had at once."""

    def __init__(self, data, size):
        super().__init__(data)
        self._most = size

    def read(self, length=-1):
        return super().read(min(length, self._most))


@pytest.mark.parametrize("size", [20, 33, 64, 200])
def test_where_a_text_is_cut_into_parts_changes_no_game(size):
    game = only("".join(PASSED))
    for write in (formats.sgf_of, formats.ggf_of, formats.pgn_of):
        data = "\n".join(write(game)[:300] + write(game) for _ in range(3)).encode()
        contents, whole = collected(games_in(Dripping(data, size))), formats.read(data)
        assert [written.match.plies for written in contents.games] == [
            e.match.plies for e in whole.games
        ]
        assert list(map(str, contents.bad)) == list(map(str, whole.bad))


def test_a_pass_is_refused_where_only_an_earlier_move_has_forced_one():
    assert only("".join(PASSED[:56]) + " PA " + "".join(PASSED[56:])).match.plies
    with pytest.raises(UserError, match="nobody has to pass"):
        formats.read(("".join(PASSED[:58]) + " PA").encode())


def test_a_long_text_of_lines_is_read_without_looking_at_all_of_it(monkeypatch):
    monkeypatch.setattr("kalahgui.library.formats.reading.LONGEST_BARE", 100)
    contents = formats.read(b"f5d6c3\n" * 20 + b"zz\n" + b"f5f6")
    assert (len(contents.games), [str(bad) for bad in contents.bad]) == (
        21,
        ["line 21: 'zz' is not a transcript"],
    )
    with pytest.raises(UserError, match="no line of this long text"):
        formats.read(b"hello\n" * 30)


# -- boards


START = "---------------------------OX------XO---------------------------"
ROWS = [START[at : at + 8] for at in range(0, 64, 8)]


def drawn(marks):
    """Return the start in other marks for an empty square, black and white."""
    return START.translate(str.maketrans(dict(zip("-XO", marks, strict=True))))


@pytest.mark.parametrize(
    "text",
    [
        f"{drawn('.bw')} b",
        f"{drawn('.BW')} B",
        f"{drawn('-*O')} *",
        f"{drawn('.xo')} x",
        f"{drawn('.●○')} ●",
        f"{drawn('-X0')} X",
        f"{START}X",
        START,
        f"{START} X; F5:+0; D6:-2;",
        f"{START} X % a remark",
        f"8 {' '.join(drawn('-*O')[at : at + 8] for at in range(0, 64, 8))} *",
        "\n".join([*ROWS[:7], f"{ROWS[7]} X"]),
        "\n".join([*ROWS, "black to move"]),
        "\n".join(
            ["  a b c d e f g h", *(f"{n} {' '.join(r)}" for n, r in enumerate(ROWS, 1)), "X"]
        ),
        "\n".join(
            ["  a b c d e f g h", *(f"{n} {' '.join(r)} {n}" for n, r in enumerate(ROWS, 1))]
        ),
        "\n".join("|".join(row) for row in ROWS),
        "|".join(drawn("-bw")[at : at + 8] for at in range(0, 64, 8)) + "| b",
    ],
)
def test_a_board_is_read_however_it_is_drawn(text):
    position = formats.read(text.encode()).position
    assert (position.game.key, position.variant) == ("reversi", "8x8")
    assert position.start == GAMES["reversi"].start("8x8")


def test_the_side_to_move_and_smaller_boards_are_read_from_drawings():
    white = formats.read(f"{drawn('.bw')} w".encode()).position
    assert white.start.turn == 1
    small = formats.read(b"4 ---- -O*- -*O- ---- O").position
    assert (small.variant, small.start.turn) == ("4x4", 1)


def test_positions_one_a_line_are_games_without_moves_and_keep_their_values():
    text = (
        "% a remark\n"
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12;\n"
        "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X; A4:+10; B2:+0;\n"
    )
    contents = formats.read(text.encode())
    assert [game.match.root.comment for game in contents.games] == [
        "G8:+18; H1:+12",
        "A4:+10; B2:+0",
    ]
    assert [game.match.plies for game in contents.games] == [[], []]


@pytest.mark.parametrize("size", [10, 63, 65])
def test_a_board_of_dots_is_never_told_to_be_one_of_tic_tac_toe(size):
    with pytest.raises(UserError) as error:
        formats.read(("." * (size - 3) + "bwb b").encode())
    assert "tic" not in str(error.value).lower()


@pytest.mark.parametrize(
    "text", ["<3,0,0,3,3,3,3,3,3>", "4 state <3,0,0,3,3,3,3,3,3>", "1@3 state <3,0,0,3,3,3,3,3,3>"]
)
def test_boards_of_a_protocol_for_kalah_are_positions(text):
    position = formats.read(text.encode()).position
    assert (position.game.key, position.variant) == ("kalah", "3x3")


# -- what is refused names the format


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n",
            "a Git LFS pointer, not the file",
        ),
        (
            bytes((20, 1, 2, 3, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0)) + b"???" + bytes(57),
            "names for",
        ),
    ],
)
def test_what_is_no_game_says_what_it_is(data, said):
    with pytest.raises(UserError, match=re.escape(said)):
        formats.read(data)
