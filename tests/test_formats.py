"""What is written in a format is read again as it was, and formats are told by their content."""

import random
import tracemalloc
from pathlib import Path

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from mutate_files import READERS, run
from written_games import BOARDS, ODD_BOARDS, facts, only, random_match

from kalahgui.games import GAMES
from kalahgui.games.plain_text import one_line
from kalahgui.games.user_error import UserError
from kalahgui.library import formats
from kalahgui.library.formats import WrittenGame, game_text, transcript
from kalahgui.library.saved import StoredMatch, record_of, stored_of

EXAMPLES = settings(max_examples=examples(60))
SEEDS = st.integers(0, 2**32)
TAGS = st.dictionaries(
    st.from_regex(r"[A-Z][A-Za-z0-9_]{2,8}", fullmatch=True).filter(
        lambda name: name not in ("Game", "Rules", "First", "Second", "Start", "Result")
    ),
    st.text(min_size=1).map(one_line).filter(bool),
    max_size=3,
)


def read(text, board=None):
    """Return what is read of a text."""
    return formats.read(text.encode(), board)


def lines_of(bad):
    """Return where the games stand that could not be read."""
    return [str(bad_game).partition(":")[0] for bad_game in bad]


@pytest.mark.few(5)
@pytest.mark.parametrize(("key", "variant"), BOARDS + ODD_BOARDS)
@EXAMPLES
@given(seed=SEEDS, tags=TAGS)
def test_our_text_keeps_all_of_a_game(key, variant, seed, tags):
    match = random_match(random.Random(seed), key, variant, from_start=seed % 3 > 0)
    written = WrittenGame(match, tags)
    text = formats.text_of(written)
    assert facts(only(text)) == facts(written)
    assert formats.text_of(only(text)) == text


@EXAMPLES
@given(comment=st.text(st.characters(blacklist_categories=["Cs"])), seed=SEEDS)
def test_any_comment_comes_back_but_for_blanks_around_it_and_signs_that_are_none(comment, seed):
    match = random_match(random.Random(seed), "kalah", "3x2", tree=False)
    match.tip.comment = comment
    again = only(formats.text_of(WrittenGame(match))).match
    shown = "".join(c for c in comment if c in "\n\t" or (c >= " " and not "\x7f" <= c < "\xa0"))
    assert again.tip.comment == shown.strip()


@EXAMPLES
@given(seed=SEEDS, board=st.sampled_from(["4x4", "6x6", "8x8"]))
def test_ggf_keeps_the_moves_the_start_the_names_and_the_result(seed, board):
    chance = random.Random(seed)
    match = random_match(chance, "reversi", board, tree=False, from_start=seed % 2 > 0, rules=())
    written = WrittenGame(match, {"Site": "a [b] \\ c", "Date": "2001.02.03", "Time": "10:11"})
    again = only(formats.ggf_of(written))
    assert again.match.plies == match.plies
    assert (again.match.start, again.match.variant) == (match.start, board)
    assert again.match.tip.forfeit == match.tip.forfeit
    assert again.tags == written.tags
    for player, was in zip(again.match.players, match.players, strict=True):
        assert player.name == (was.name or "computer search:3" * (was.computer is not None))


@EXAMPLES
@given(seed=SEEDS, board=st.sampled_from(GAMES["reversi"].variants))
def test_a_transcript_keeps_the_moves(seed, board):
    match = random_match(random.Random(seed), "reversi", board, rules=())
    if match.tip.plies:
        squares = formats.transcript_of(WrittenGame(match))
        again = only(squares.upper(), (GAMES["reversi"], board)).match
        assert (again.plies, again.variant) == (match.tip.plies, board)


@pytest.mark.few(5)
@pytest.mark.parametrize(("key", "variant"), BOARDS + ODD_BOARDS)
@EXAMPLES
@given(seed=SEEDS)
def test_a_position_comes_back_with_its_board_and_rules(key, variant, seed):
    match = random_match(random.Random(seed), key, variant, tree=False)
    for node in match.main_line:
        text = formats.position_text(match.game, variant, match.rules, node.position)
        position = read(f" {text}\n").position
        assert position.start == node.position
        assert (position.game, position.variant, position.rules) == (
            match.game,
            variant,
            match.rules,
        )


@EXAMPLES
@given(
    counts=st.lists(st.integers(0, 12), min_size=14, max_size=14).filter(any),
    second=st.booleans(),
)
def test_a_position_with_any_number_of_stones_can_be_played_from_and_stored(counts, second):
    text = f"<6,{','.join(map(str, counts))}>" + " N" * second
    if sum(counts) > 144:
        return
    written = read(text).position.as_game
    match = written.match
    if not match.over:
        match.play(match.position.moves()[0])
    assert facts(only(formats.text_of(written))) == facts(written)
    again = stored_of(record_of(StoredMatch(match))).match
    assert (again.start, again.plies) == (match.start, match.plies)


@EXAMPLES
@given(seed=SEEDS)
def test_what_is_read_and_stored_has_its_comments_side_lines_and_tags(seed):
    key, variant = random.Random(seed).choice(BOARDS)
    written = WrittenGame(random_match(random.Random(seed), key, variant), {"Event": "a cup"})
    read_again = only(formats.text_of(written))
    stored = stored_of(record_of(StoredMatch(read_again.match, tags=read_again.tags)))
    assert facts(WrittenGame(stored.match, stored.tags)) == facts(written)


@pytest.mark.parametrize(
    ("key", "variant", "text"),
    [
        ("kalah", "6x4", "3 6 1 4 2"),
        ("reversi", "6x6", "D3C5"),
        ("reversi", "diamond", "d3 c5"),
        ("tictactoe", "3x3", "a1B2"),
        ("tictactoe", "3x3", "a1 b2 resign"),
        ("eight", "8", "1 2"),
    ],
)
def test_bare_moves_are_those_of_the_board_that_is_named(key, variant, text):
    match = only(text, (GAMES[key], variant)).match
    assert (match.game.key, match.variant) == (key, variant)
    assert len(match.plies) >= 2


def test_a_text_that_names_its_board_is_not_led_astray():
    match = only("reversi:6x6 d3", (GAMES["kalah"], "6x4")).match
    assert match.variant == "6x6"


def test_transcripts_stand_one_a_line_and_one_may_be_broken_into_lines():
    assert len(read("f5d6c3\nF5F6\n\ne6").games) == 3
    assert only("f5 d6\nc3D3 c4f4\n").match.ply_texts() == ["f5", "d6", "c3", "d3", "c4", "f4"]
    # Squares that go on in the next line are one game, also when lines are games by themselves.
    assert len(read("f5d6\nc3d3").games) == 1
    for text, games in (("f5d6\na1a2\nf5f6", 2), ("f5d6\na1a2", 1)):
        contents = read(text)
        assert (len(contents.games), lines_of(contents.bad)) == (games, ["line 2"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no game"),
        ("<6,0,0,4,4>", "15 numbers, not 5"),
        ("kalah:6x4 <6,0>", "cannot be read as a position: a Kalah position with 6 pits"),
        ("--X X", "has 16, 24, 36, 64 squares, not 3"),
        ("(;GM[Chess];)", "game 1: it is a game of 'Chess', not of Othello"),
        ("f5z9", "no game begins with"),
        ("f5f5", "word 2 of the moves, 'f5': this move is not legal here"),
        ("[", 'line 1: a tag is written [Name "value"]'),
    ],
)
def test_what_cannot_be_read_is_told_in_a_sentence(text, said):
    with pytest.raises(UserError) as error:
        read(text)
    assert said in str(error.value) and "\n" not in str(error.value)


def test_a_byte_order_mark_and_any_line_ends_are_let_be():
    text = '[Game "kalah:6x4"]\n\n1. 3 {a\nb} 6\n'
    for data in (b"\xef\xbb\xbf" + text.encode(), text.replace("\n", "\r\n").encode()):
        (written,) = formats.read(data).games
        assert written.match.ply_texts() == ["3", "6"]
        assert written.match.main_line[1].comment == "a\nb"


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("zz", "'zz' is not a transcript"),
        ("f5zz", "'f5zz' is not a transcript"),
        ("a1", "word 1 of the moves, 'a1': this move is not legal here"),
    ],
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_good_transcripts_are_offered_wherever_the_bad_one_stands(bad, why, place):
    lines = ["f5d6c3", "f5f6"]
    lines.insert(place, bad)
    contents = read("\n".join(lines))
    assert ["".join(game.match.ply_texts()) for game in contents.games] == ["f5d6c3", "f5f6"]
    assert list(map(str, contents.bad)) == [f"line {place + 1}: {why}"]


LONG = 90_000


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "text",
    [
        '[Game "kalah:6x4"]\n\n{' + "a" * LONG,
        '[Game "kalah:6x4"]\n\n{' + r"\}" * (LONG // 2) + "} 1. 3",
        f'[Event "{"a" * LONG}"]\n[Game "kalah:6x4"]\n\n1. 3',
        f'[Event "{chr(92) * LONG}"]\n[Game "kalah:6x4"]\n\n1. 3',
        f"(;GM[Othello]PC[{'a' * LONG}]TY[8];)",
        "f5\n" + "f5" * (LONG // 2),
    ],
)
def test_a_long_text_needs_no_memory_for_every_sign(text):
    data = text.encode()
    formats.read(b"f5")  # what is made but once is there
    tracemalloc.start()
    try:
        formats.read(data)
    except UserError:
        pass
    finally:
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert most < 80 * LONG


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[x]\n" * 1001, "line 1: a game has at most 1000 tags"),
        (f'[Event "{"a" * 100_000}"]', "line 1: a tag has at most 100000 characters"),
        (f"(;GM[Othello]PC[{'a' * 100_000}]TY[8];)", "longer than 100000 characters"),
        ("f5" * 50_001, "longer than 100000 characters"),
        ("kalah:6x4 " + "3 " * 50_001, "longer than 100000 characters"),
        ("kalah:6x4 " + "empty-capture " * 10_000, "longer than 100000 characters"),
        ('[Game "kalah:6x4"]\n{' + " " * 200_001 + "}", "a comment has at most 100000 characters"),
    ],
)
def test_what_is_too_long_is_refused_before_it_is_taken_apart(text, said):
    with pytest.raises(UserError, match=said):
        read(text)


def test_blank_lines_among_many_tags_are_passed_over_once():
    # Looked at again for every tag they would take minutes.
    with pytest.raises(UserError, match="at most 1000 tags"):
        read("[x\n\n" * 30_000)


def test_the_documented_limits_hold():
    said = (
        f"a game has {game_text.MOST_PLIES:,} moves with all its variations "
        f"({transcript.MOST_PLIES:,} where"
    )
    assert said in " ".join(Path("docs/format.md").read_text("utf-8").split())


def test_games_of_too_many_moves_are_refused(monkeypatch):
    monkeypatch.setattr(game_text, "MOST_PLIES", 3)
    monkeypatch.setattr(transcript, "MOST_PLIES", 3)
    for text in ('[Game "kalah:6x4"]\n3 6 (5)', "kalah:6x4 3 6 4", "f5d6c3"):
        only(text)
    with pytest.raises(UserError, match="at most 3 moves"):
        read('[Game "kalah:6x4"]\n3 6 4 (1)')
    for text in ("kalah:6x4 3 6 4 1", "f5d6c3d3"):
        with pytest.raises(UserError, match="at most 3 moves"):
            read(text)


@pytest.mark.parametrize(
    "text", ["f5\nf5\nf5\n", '[Game "eight"]\n1\n' * 3, "(;GM[Othello]TY[8]B[F5];)\n" * 3]
)
def test_of_many_games_as_many_are_read_as_are_asked_for(text):
    some = formats.read(text.encode(), most=2)
    assert (len(some.games), some.bad, some.notes, some.more) == (2, (), (), True)
    assert not formats.read(text.encode(), most=3).more


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name != "games")) for name in READERS]
)
def test_damaged_files_raise_nothing_but_documented_errors(name):
    many = 1000 if name == "games" else 200  # of all that are slow .ci/long tries more
    counts = run(name, many, seed=1)
    assert counts.total() == many
    # Whatever is damaged is sometimes still read, so the reader has been at work. A database is
    # read only where the damage has changed nothing, and that is seldom.
    assert counts["read"] or name == "databases"
