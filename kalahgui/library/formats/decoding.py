"""Bytes as text: Unicode by its mark or as UTF-8, and older encodings where a file has those.

Names are short, so what a library for this makes of a file is seldom right: charset-normalizer
took 9 of 17 names in six encodings for something else. Here an encoding is told by how usual the
letters are that it makes of a file, and where two make sense, none is taken.
"""

from __future__ import annotations

import codecs
import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before that of UTF-16, with which it begins
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LONGEST_MARK = max(len(mark) for mark, _ in _MARKS)
# A part of a file ends behind one of these: no encoding has them within a letter.
_ENDS = re.compile(rb".*[\x00-\x2f;]", re.DOTALL)
_LONGEST_WORD = 1 << 20  # bytes that are looked through for such a sign
# Nobody sees them: a mark of byte order, blanks without width, a soft hyphen; and a NUL.
UNSEEN = dict.fromkeys((0, 0xAD, 0x200B, 0x2060, 0xFEFF))
UNKNOWN = "\ufffd"  # stands for what cannot be read
_SAMPLE = 2000  # letters that tell an encoding
_SURE = 0.6  # of 1: what an encoding has to reach
_FEW, _APART_OF_FEW, _APART = 6, 0.09, 0.04  # letters, and how far the others stay behind then


def mark_of(begin: bytes) -> bytes:
    """Return the mark of an encoding that a file begins with, empty without one."""
    return next((mark for mark, _ in _MARKS if begin.startswith(mark)), b"")


class Decoding:
    """The text of a file, and how many of its signs were ``unreadable``, as far as it was read."""

    def __init__(self) -> None:
        self.unreadable = 0
        self._encoding = ""  # of what is no UTF-8; empty while that is not known
        self._declared = _NO_ENCODING  # by the file itself

    def texts(self, parts: Iterable[bytes]) -> Iterator[str]:
        """Yield the text of a file in parts, with line feeds alone and without unseen signs."""
        parts = iter(parts)
        first = next(parts, b"")
        while len(first) < _LONGEST_MARK and (more := next(parts, b"")):
            first += more
        mark = mark_of(first)
        encoding = dict(_MARKS).get(mark, "utf-8")
        parts = _joined(first[len(mark) :], parts)
        self._declared = _declared(first)
        texts = self._utf_8(parts) if encoding == "utf-8" else self._marked(parts, encoding)
        for text in _with_line_feeds(texts):
            yield text if text.isascii() and "\0" not in text else text.translate(UNSEEN)

    def _marked(self, parts: Iterable[bytes], encoding: str) -> Iterator[str]:
        decoder = codecs.getincrementaldecoder(encoding)("replace")
        for part in chain(parts, (b"",)):
            text = decoder.decode(part, final=not part)
            self.unreadable += text.count(UNKNOWN)
            yield text

    def _utf_8(self, parts: Iterable[bytes]) -> Iterator[str]:
        rest = b""
        for part in parts:
            rest += part
            end = _ENDS.match(rest)
            if end is not None or len(rest) > _LONGEST_WORD:
                at = len(rest) if end is None else end.end()
                yield self._decoded(rest[:at])
                rest = rest[at:]
        yield self._decoded(rest)

    def _decoded(self, part: bytes) -> str:
        try:
            return part.decode("utf-8")
        except UnicodeDecodeError:
            with contextlib.suppress(UnicodeError, LookupError):
                return part.decode(self._declared)
            if rating(part, self._encoding) < _SURE:
                self._encoding = likely_encoding(part)
        old = _Old(self._encoding)
        text = old.decoded(part)
        self.unreadable += old.unreadable
        return text


def _declared(begin: bytes) -> str:
    """Return the encoding that a file in SGF says it has; one that nobody knows without a word."""
    declaration = _CHARACTER_SET.search(begin) if begin.lstrip()[:2] in (b"(;", b"( ") else None
    return declaration[1].decode("ascii") if declaration else _NO_ENCODING


_CHARACTER_SET = re.compile(rb"CA\s*\[([A-Za-z0-9_.:-]{2,20})\]")
_NO_ENCODING = "none"


def _joined(first: bytes, others: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from others


def _with_line_feeds(texts: Iterable[str]) -> Iterator[str]:
    held = ""
    for text in texts:
        text = held + text
        held = "\r" if text.endswith("\r") else ""
        text = text[: len(text) - len(held)]
        yield text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
    if held:
        yield "\n"


# -- what a byte that is no UTF-8 stands for


class _Old:
    """Text in an older encoding, among which there may be UTF-8."""

    def __init__(self, encoding: str) -> None:
        """Without an ``encoding`` nobody knows how to read what is no UTF-8."""
        self._encoding = encoding
        self.unreadable = 0

    def decoded(self, part: bytes) -> str:
        parts, at = [], 0
        for run in _HIGH.finditer(part):
            if run.start() >= at:  # else it is the end of a letter before
                parts.append(part[at : run.start()].decode("ascii"))
                letters, at = self._run(part, run)
                parts.append(letters)
        return "".join(parts) + part[at:].decode("ascii")

    def _run(self, part: bytes, run: re.Match[bytes]) -> tuple[str, int]:
        """Return what a run of high bytes says, and where that ends."""
        try:
            text = run[0].decode("utf-8")
        except UnicodeDecodeError:
            text = ""
        # Two letters of two bytes may be UTF-8 by chance, three bytes a letter seldom are.
        if text and (max(text) >= _THREE_BYTES or self._encoding not in _TWO_BYTES):
            return text, run.end()
        letters, at = [], run.start()
        while at < len(part) and part[at] > 127:
            letter, length = _letter(part[at : at + 4], self._encoding)
            self.unreadable += not letter
            letters.append(letter or UNKNOWN)
            at += length
        return "".join(letters), at


def _letter(data: bytes, encoding: str) -> tuple[str, int]:
    """Return the letter that some bytes begin with, empty where there is none, and its length."""
    for length in (1, 2, 4) if encoding else ():
        try:
            letter = data[:length].decode(encoding)
        except UnicodeDecodeError:
            continue
        if len(letter) == 1:
            return letter, min(length, len(data))
    return "", 1


def _between(low: int, high: int) -> Callable[[int, int], bool]:
    """Return a test of two bytes: the first lies between two others, the second is a high one."""
    return lambda first, second: low <= first <= high and second > 0xA0


def _usual_japanese(letter: str, code: bytes) -> float:
    if "\u3040" <= letter <= "\u30ff":
        return 1.0
    if len(code) == 1:  # half as wide; in other encodings these are letters, too
        return 0.4
    return 0.9 if 0x88 <= code[0] <= 0x97 else 0.3


def _usual_among(low: int, high: int, usual: float) -> Callable[[str, bytes], float]:
    """Return how usual letters are: those of the rows between two bytes are, others are not."""
    inside = _between(low, high)
    return lambda letter, code: usual if len(code) == 2 and inside(*code) else 0.2


def _usual_big5(letter: str, code: bytes) -> float:
    return 0.85 if len(code) == 2 and 0xA4 <= code[0] <= 0xC6 else 0.2


def _usual_cyrillic(letter: str, code: bytes) -> float:
    return 0.8 if "\u0410" <= letter <= "\u044f" else 0.1


_ENCODINGS: dict[str, Callable[[str, bytes], float]] = {
    "cp932": _usual_japanese,
    "gb18030": _usual_among(0xB0, 0xD7, 0.9),
    "cp949": _usual_among(0xB0, 0xC8, 0.95),
    "big5": _usual_big5,
    "cp1251": _usual_cyrillic,
}
_TWO_BYTES = ("cp932", "gb18030", "cp949", "big5")  # a letter
_THREE_BYTES = "\u0800"  # the first letter of so many in UTF-8
_WESTERN, _FIRST_ACCENTED = "cp1252", 0xC0
_ACCENTED = b"\x8a\x8c\x8e\x9a\x9c\x9e\x9f"  # letters among the signs
# Quotation marks, apostrophes, dashes and the like, where they stand among plain letters.
_PLAIN, _LETTER = rb"A-Za-z", rb"A-Za-z\xc0-\xff"
_TYPOGRAPHIC = re.compile(
    rb"(?<![%b])[\x91\x93](?=[%b])|(?<=[%b.!?])[\x92\x94](?![%b])|(?<=[%b])\x92(?=[%b])"
    rb"|(?<= )[\x96\x97](?= )|(?<=[%b])\x85(?![%b])|(?<=[0-9])\x80|\x80(?=[0-9])"
    % (_LETTER, _LETTER, _LETTER, _LETTER, _LETTER, _PLAIN, _LETTER, _LETTER)
)
_HIGH = re.compile(rb"[\x80-\xff]+")


def likely_encoding(data: bytes) -> str:
    """Return the encoding of what has bytes that are no UTF-8; empty where several are as likely.

    >>> likely_encoding("[First \\"佐藤\\"]".encode("cp932")), likely_encoding(b"Ren\\xe9")
    ('cp932', 'cp1252')
    """
    sample = _sample(data)
    rated = {name: _rating(sample, name) for name in (*_ENCODINGS, _WESTERN)}
    best, *others = sorted(rated, key=lambda name: -rated[name])
    few = sum(byte > 127 for byte in sample[:_SAMPLE]) < 2 * _FEW
    apart = rated[best] - rated[others[0]]
    sure = rated[best] >= _SURE and apart >= (_APART_OF_FEW if few else _APART)
    return best if sure else ""


def rating(data: bytes, encoding: str) -> float:
    """Return how usual the letters are that an encoding makes of some bytes, 0 to 1."""
    return _rating(_sample(data), encoding) if encoding else 0.0


def _sample(data: bytes) -> bytes:
    """Return the lines that have bytes which are no UTF-8."""
    return b"\n".join(line for line in data.split(b"\n") if not _is_utf_8(line))


def _is_utf_8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _western_rating(sample: bytes) -> float:
    """Return how many high bytes are accented letters alone, or signs where they belong, 0 to 1."""
    signs = [sign.start() for sign in islice(_TYPOGRAPHIC.finditer(sample), _SAMPLE)]
    if sample.count(b"\x93") != sample.count(b"\x94"):  # quotation marks come in pairs
        signs = [at for at in signs if sample[at] not in b"\x93\x94"]
    plain = bytearray(sample)
    for at in signs:
        plain[at] = ord(" ")
    runs = list(islice(_HIGH.finditer(plain), _SAMPLE))
    letters = b"".join(run[0] for run in runs)
    if not letters:
        return 1.0 if signs else 0.0
    short = sum(len(run[0]) <= 1 + _is_in_a_word(plain, run) for run in runs) / len(runs)
    usual = sum(byte >= _FIRST_ACCENTED or byte in _ACCENTED for byte in letters)
    return short * usual / len(letters)


def _is_in_a_word(sample: bytes | bytearray, run: re.Match[bytes]) -> bool:
    """Tell whether plain letters stand beside a run of high bytes."""
    before, behind = (
        sample[max(0, run.start() - 1) : run.start()],
        sample[run.end() : run.end() + 1],
    )
    return before.isalpha() or behind.isalpha()


def _rating(sample: bytes, encoding: str) -> float:
    """Return how usual the letters are that an encoding makes of a sample, 0 to 1."""
    if encoding == _WESTERN:
        return _western_rating(sample)
    usual = _ENCODINGS[encoding]
    letters = [letter for letter in sample.decode(encoding, "replace") if ord(letter) > 127][
        :_SAMPLE
    ]
    if not letters:
        return 0.0
    rated = (
        0.0 if letter == UNKNOWN else usual(letter, letter.encode(encoding)) for letter in letters
    )
    mean = sum(rated) / len(letters)
    if encoding in _TWO_BYTES:
        return mean
    runs = list(islice(_HIGH.finditer(sample), _SAMPLE))
    mixed = sum(_is_in_a_word(sample, run) for run in runs) / len(runs)
    return mean * (1 - mixed)  # nobody writes a word in two alphabets
