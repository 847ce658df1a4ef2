"""Names from anywhere, as one line of signs that are seen: how long they are, and which are alike.

A name is typed, pasted, read from a file or kept by an earlier version; all go the same way. A
letter here is a sign with the marks over and under it, and with what joins it to others.
"""

from __future__ import annotations

import re
import unicodedata

_JOINERS = "\u200c\u200d"
_SELECTORS = "\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"  # of one look of a sign
_NO_CHARACTERS = "".join(f"{chr(last)}{chr(last + 1)}" for last in range(0xFFFE, 0x110000, 0x10000))
# What nobody sees, besides format characters: fillers, tags, and what Unicode keeps for such.
_UNSEEN = re.compile(
    "[\0\u034f\u115f\u1160\u17b4\u17b5\u2065\u3164\uffa0\ufff0-\ufff8\ufdd0-\ufdef"
    f"\U000e0000-\U000e00ff\U000e01f0-\U000e0fff{_NO_CHARACTERS}]"
)
_BLANKS, _LEFT_OUT = ("Cc", "Zs", "Zl", "Zp"), ("Cf", "Cs")
_EMPTY_BRAILLE = "\u2800"
_UNKNOWN, _STANDS_FOR_IT = ("Cn", "Co"), "\ufffd"  # signs without a meaning that all share
_MOST_MARKS = 8  # of one letter; more are there to reach over other lines
_JOINING = re.compile(f"[{_SELECTORS}{_JOINERS}]+")
# A selector belongs to such a sign before it, a joiner between two; elsewhere they are not seen,
# and would make another name of one that looks the same.
_HOLDING = ("Lo", "So", "Sm", "Sk")
_ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")
_ALIKE = str.maketrans(
    {"ı": "i", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "æ": "ae", "œ": "oe", "þ": "th"}
    | {chr(katakana): chr(katakana - 0x60) for katakana in (*range(0x30A1, 0x30F7), 0x30FD, 0x30FE)}
)


def one_line(text: str) -> str:
    r"""Return a text as one line of visible signs; empty where it has none.

    Control characters and line ends become blanks. Signs that turn the direction of writing are
    left out, and so are invisible ones, except joiners between signs that have a use for them.

    >>> one_line(" Anna\tB\r\nC "), one_line("\u202eeoZ"), one_line("\u200f\u3164")
    ('Anna B C', 'eoZ', '')
    """
    if not (text.isascii() and text.isprintable()):
        text = _JOINING.sub(_held, _seen(_UNSEEN.sub("", text)))
    return " ".join(text.split())


def _seen(text: str) -> str:
    """Leave out what is not seen, but for joiners and selectors; blanks stand for all blanks."""
    seen, marks = [], _MOST_MARKS  # no mark begins a word
    for sign in text:
        kind = unicodedata.category(sign)
        if kind in _BLANKS or sign == _EMPTY_BRAILLE:
            sign, marks = " ", _MOST_MARKS
        elif kind[0] == "M":
            marks += 1
            if marks > _MOST_MARKS:
                continue
        elif kind in _LEFT_OUT:
            if sign not in _JOINERS:
                continue
        else:
            sign, marks = _STANDS_FOR_IT if kind in _UNKNOWN else sign, 0
        seen.append(sign)
    return "".join(seen)


def _held(run: re.Match[str]) -> str:
    """Return what stays of joiners and selectors in a row: one of each, where a sign holds them."""
    before = run.string[run.start() - 1 : run.start()]
    after = run.string[run.end() : run.end() + 1]
    selector = "" if run[0][0] in _JOINERS or not _holds(before) else run[0][0]
    joined = (_holds(before) or is_mark(before)) and _holds(after)
    joiner = next((sign for sign in run[0] if sign in _JOINERS), "") if joined else ""
    return selector + joiner


def _holds(sign: str) -> bool:
    return not sign.isascii() and unicodedata.category(sign) in _HOLDING


def is_mark(sign: str) -> bool:
    """Tell whether a sign belongs to the letter before it, or joins two."""
    return bool(sign) and (sign in _JOINERS or unicodedata.category(sign)[0] == "M")


def count_letters(text: str) -> int:
    r"""Return how long a text is, in letters.

    >>> count_letters("Zoe\u0308"), count_letters("\u0915\u094d\u200d\u0937")
    (3, 2)
    """
    return sum(not is_mark(sign) for sign in text)


def first_letters(text: str, most: int) -> str:
    """Return a text, or so many letters of its beginning with all their marks."""
    left = most
    for index, sign in enumerate(text):
        left -= not is_mark(sign)
        if left < 0:
            return text[:index]
    return text


def folded(text: str) -> str:
    """Return a text as it is compared: without accents, capitals, widths and kinds of kana.

    >>> folded("Zoë"), folded("İSTANBUL"), folded("ｆｏｏ ﾊﾞｰ"), folded("ヒラガナ")
    ('zoe', 'istanbul', 'foo ばー', 'ひらがな')
    """
    letters = unicodedata.normalize("NFKD", one_line(text)).casefold()
    bare = _JOINING.sub("", _ACCENTS.sub("", letters)).translate(_ALIKE)
    return one_line(unicodedata.normalize("NFKC", bare))
