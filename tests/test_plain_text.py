"""Names as one line of signs that are seen, whatever they were: every code point, and laws."""

import random
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahgui.games.plain_text import count_letters, first_letters, folded, one_line

JOINERS = "\u200c\u200d"
TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
# Nothing of these is seen, wherever a letter stands before or after them.
LEAVE_NO_TRACE = [
    *TURNING,
    *"\0\u00ad\u034f\u115f\u1160\u180e\u200b\u2060\u2061\u2064\u206a\u206f\u3164\ufeff\uffa0\ufff9",
    *map(chr, range(0xE0001, 0xE0080)),
    *map(chr, range(0xD800, 0xE000, 0x100)),
    *("\ufe0e", "\ufe0f", "\U000e0100", *JOINERS),
]
BLANKS = [*"\t\n\r\v\f\x01\x1b\x7f\x85\xa0\u2028\u2029\u2800\u3000"]
# Each sign of these belongs to the name, with what joins it to the others.
KEPT = [
    "👨\u200d👩\u200d👧",
    "❤\ufe0f\u200d🔥",
    "👋🏽",
    "می\u200cخواهم",
    "क\u094d\u200dष",
    "ශ\u0dca\u200dරී",
    "葛\U000e0100城",
    "Zoe\u0308",
    "Phạm Thị Hương",
    "ירושלים",
    "السلام",
    "กำ",
    "が ｶﾞ",
]
SAMPLE = random.Random(0).sample(range(sys.maxunicode + 1), 1000)
TEXTS = st.text() | st.text(st.sampled_from([*"aA1 é字か😀क", "\u094d", *LEAVE_NO_TRACE, *BLANKS]))


def is_seen(text: str) -> bool:
    """Tell whether a text is a line that can be printed, but for joiners within it."""
    ends = text[:1] + text[-1:]
    bare = "".join(sign for sign in text if sign not in JOINERS)
    return bare.isprintable() and not any(sign in JOINERS or sign == " " for sign in ends)


def check(text: str) -> None:
    line, compared = one_line(text), folded(text)
    assert is_seen(line) and one_line(line) == line, ascii(text)
    assert is_seen(compared) and folded(compared) == compared == folded(line), ascii(text)
    assert not {*line} & {*TURNING}
    assert bool(line) == bool(count_letters(line))  # a name that nobody sees is none
    line.encode("utf-8")


def test_every_sign_alone_and_among_others_becomes_one_line_that_is_seen():
    for sign in map(chr, SAMPLE):
        for text in (sign, f"a{sign}b", f"字{sign}字", f"😀{sign}😀"):
            check(text)


@pytest.mark.long
def test_there_is_no_sign_at_all_that_is_not_seen():
    for number in range(sys.maxunicode + 1):
        check(f"字{chr(number)}字" if number % 2 else chr(number))
        assert is_seen(one_line(chr(number)))


@given(TEXTS)
def test_every_text_becomes_one_line_that_stays_so(text):
    check(text)


def test_what_is_not_seen_leaves_no_trace_where_it_stands_alone():
    for sign in LEAVE_NO_TRACE:
        assert one_line(sign) == one_line(sign * 9) == one_line(f" {sign} ") == "", ascii(sign)
        for text in (f"{sign}Anna", f"An{sign}na", f"Anna{sign}", f"A{sign}nn{sign}a{sign}"):
            assert (one_line(text), folded(text)) == ("Anna", "anna"), ascii(sign)


def test_control_signs_and_line_ends_are_blanks_and_many_blanks_are_one():
    for blank in BLANKS:
        assert one_line(f"{blank}Anna{blank}{blank}B{blank} C{blank}") == "Anna B C", ascii(blank)
        assert one_line(blank) == ""


@pytest.mark.parametrize("name", KEPT)
def test_what_joins_signs_of_one_letter_stays(name):
    assert one_line(name) == one_line(f"\u202e{name}\u200f") == name


def test_marks_are_of_a_letter_and_not_without_number():
    assert one_line("\u0301\u0301Anna \u0301B") == "Anna B"
    tower = one_line("Z" + "\u0301" * 1000)
    assert count_letters(tower) == 1 and len(tower) < 12


@given(TEXTS, st.integers(0, 12))
def test_the_first_letters_are_a_beginning_with_whole_letters(text, most):
    cut = first_letters(text, most)
    assert text.startswith(cut)
    assert count_letters(cut) == min(most, count_letters(text))
    rest = text[len(cut) :]
    assert not rest or count_letters(rest[0]) == 1  # no mark has lost its letter


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Zoë", "zoe"),
        ("Zoe\u0308", "ZOË"),
        ("İstanbul", "istanbul"),
        ("ISTANBUL", "istanbul"),
        ("ISPARTA", "ısparta"),
        ("Straße", "STRASSE"),
        ("Łukasz Jørgensen", "lukasz jorgensen"),
        ("Σίσυφος", "ΣΙΣΥΦΟΣ"),
        ("foo", "ｆｏｏ"),
        ("ヒラガナ", "ひらがな"),
        ("ﾋﾗｶﾞﾅ", "ひらがな"),
        ("バー・ヴ", "ﾊﾞｰ･ｳﾞ"),
        ("ヽヾ", "ゝゞ"),
        ("山田　太郎", "山田 太郎"),
        ("한글", unicodedata.normalize("NFD", "한글")),
        ("①", "1"),
    ],
)
def test_names_are_alike_without_accents_capitals_widths_and_kinds_of_kana(name, wanted):
    assert folded(name) == folded(wanted)


def test_other_letters_are_not_alike():
    for name, other in (("か", "が"), ("は", "ぱ"), ("कि", "क"), ("a", "b")):
        assert folded(name) != folded(other)
