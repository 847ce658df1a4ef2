"""Files in whatever encoding: no game is lost, and names are right where they can be told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from written_games import only

from kalahgui.library import formats
from kalahgui.library.formats.decoding import UNKNOWN, Decoding

TEXT = '[Game "reversi:8x8"]\n[First "{}"]\n\n1. f5 2. d6 *\n'


def decoded(data, size=None):
    """Return a text that is read in parts of a size, and how many signs were unreadable."""
    size = size or max(1, len(data))
    decoding = Decoding()
    parts = [data[at : at + size] for at in range(0, len(data), size)]
    return "".join(decoding.texts(parts)), decoding.unreadable


NAMES = [
    ("René", "cp1252"),
    ("Zoë Müller", "cp1252"),
    ("José Ängström", "cp1252"),
    ("Tomáš Rößler", "cp1252"),
    ("“Zoë”", "cp1252"),
    ("“A” – Café…", "cp1252"),
    ("Zoë’s 100€", "cp1252"),
    ("佐藤", "cp932"),
    ("田", "cp932"),
    ("山田", "cp932"),
    ("名人", "cp932"),
    ("やまだ たろう", "cp932"),
    ("スター・ゲーム", "cp932"),
    ("村上健 vs 為則英司", "cp932"),
    ("李小龙", "gb18030"),
    ("刘洋 对 赵敏", "gb18030"),
    ("陳水扁", "big5"),
    ("Иван Петров", "cp1251"),
    ("김철수 박지성 이영희 최민수", "cp949"),
]


@pytest.mark.parametrize(("name", "encoding"), NAMES)
def test_names_in_older_encodings_are_read_where_they_can_be_told(name, encoding):
    written = only(TEXT.format(name).encode(encoding))
    assert written.match.ply_texts() == ["f5", "d6"]
    assert written.match.players[0].name == name


@pytest.mark.parametrize(
    ("name", "encoding"),
    [("Иван", "KOI8-R"), ("山田太郎", "EUC-JP"), ("Γιώργος", "ISO-8859-7"), ("Łukasz", "cp1250")],
)
def test_sgf_is_read_in_the_encoding_that_it_says_it_has(name, encoding):
    data = f"(;GM[2]CA[{encoding}]PB[{name}]PW[Ann];B[f5])".encode(encoding)
    assert [player.name for player in only(data).match.players] == [name, "Ann"]
    # One that is not true is no harm.
    wrong = f"(;GM[2]CA[nonsense]PB[{name}]PW[Ann];B[f5])".encode()
    assert only(wrong).match.players[0].name == name


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-16-be", "utf-32-be"])
def test_unicode_is_read_by_its_mark(encoding):
    mark = "\ufeff" if encoding.endswith("be") else ""
    written = only((mark + TEXT.format("Zoë 名人 😀")).encode(encoding))
    assert written.match.players[0].name == "Zoë 名人 😀"


def test_one_bad_byte_spoils_neither_its_game_nor_the_others():
    games = [TEXT.format(f"p{number}").encode() for number in range(21)]
    games[7] = games[7].replace(b"p7", b"p\xe97 \x8d")
    contents = formats.read(b"\n".join(games))
    assert (len(contents.games), contents.bad) == (21, ())
    assert contents.games[8].match.players[0].name == "p8"
    ggf = b"(;GM[Othello]PB[%s]PW[b]TY[8]B[f5]W[d6];)\n"
    contents = formats.read(b"".join(ggf % (b"\xe9a" if n == 3 else b"%d" % n) for n in range(21)))
    assert (len(contents.games), contents.games[3].match.players[0].name) == (21, "éa")


def test_signs_that_nobody_can_read_are_marked_and_counted_once():
    contents = formats.read(TEXT.format("zz").encode().replace(b"zz", b"\xb0\xa1\xb0"))
    assert contents.games[0].match.players[0].name == 3 * UNKNOWN
    assert [str(note) for note in contents.notes] == [
        "3 of its characters could not be read, and a mark stands for each"
    ]


def test_text_that_is_partly_utf_8_keeps_that_part():
    data = TEXT.format("名人").encode() + b"\n" + TEXT.format("René").encode("cp1252")
    names = [game.match.players[0].name for game in formats.read(data).games]
    assert names == ["名人", "René"]


@pytest.mark.parametrize("unseen", ["\0", "\ufeff", "\u200b", "\u2060", "\xad"])
def test_what_nobody_sees_spoils_no_move(unseen):
    written = only(TEXT.format("Ann").replace("f5", f"f{unseen}5").replace("d6", f"d6{unseen}"))
    assert written.match.ply_texts() == ["f5", "d6"]


@given(
    text=st.text(st.characters(blacklist_categories=["Cs"])),
    encoding=st.sampled_from(["utf-8", "utf-16", "utf-32", "cp932", "gb18030", "cp1252"]),
    size=st.integers(1, 7),
)
def test_where_a_file_is_cut_into_parts_changes_nothing(text, encoding, size):
    """The encoding of what is no Unicode is told by the part in which it begins."""
    data = text.encode(encoding, "replace")
    if encoding.startswith("utf"):
        assert decoded(data, size) == decoded(data)
    else:
        assert len(decoded(data, size)[0].split("\n")) == len(decoded(data)[0].split("\n"))


@given(data=st.binary(max_size=200), size=st.integers(1, 50))
def test_any_bytes_are_a_text(data, size):
    text, unreadable = decoded(data, size)
    text.encode("utf-8")
    assert "\r" not in text and "\0" not in text
    if UNKNOWN.encode() not in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        assert text.count(UNKNOWN) == unreadable
