"""The words of the window and of the commands in a chosen language, and what went wrong."""

from __future__ import annotations

import errno
import locale
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from kalahgui.assets import BadPacked, words_of

# Each by the name that its speakers give it.
LANGUAGES = {"en": "English", "ja": "日本語"}
_chosen = ["en", False]


def choose(language: str, *, plain: bool = False) -> None:
    """Let ``say`` speak a language of LANGUAGES, whole numbers in digits alone where ``plain``."""
    _chosen[:] = [language, plain]


def writable_language(language: str, encoding: str | None) -> str:
    """Return a language, or English where an output of that encoding has no signs for it.

    >>> writable_language("ja", "ascii"), writable_language("ja", "utf-8")
    ('en', 'ja')
    """
    try:
        LANGUAGES[language].encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return "en"
    return language


def chosen() -> str:
    """Return the language that is spoken now."""
    return str(_chosen[0])


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Speak another language in here."""
    before = _chosen.copy()
    choose(language)
    try:
        yield
    finally:
        _chosen[:] = before


def say(key: str, **values: object) -> str:
    """Return the words of a key of the translations in the chosen language.

    Each ``%{name}`` in them is replaced by the value of that name, a whole number as ``number``
    writes it. ``count`` chooses between singular and plural. Words that are missing are the value
    ``default``, or else the key.

    >>> say("level_n", n=3)
    'Level 3'
    """
    return _say(*_chosen, key, tuple(values.items()))


def number(value: float) -> str:
    """Return a number as text, its thousands apart as the language has it, and a true minus sign.

    >>> number(1025), number(-2), number(1025.5)
    ('1\\u2009025', '\\u22122', '1\\u2009025.5')
    """
    if _chosen[1]:
        return str(value)
    return f"{value:,}".replace(",", say("thousands")).replace("-", "\u2212")


def named(kind: str, name: str, *families: str, otherwise: str = "") -> str:
    """Say a name of a kind, such as a case of a table, by the key that its letters make.

    That is one of the articles, or of the first of some ``families`` of keys that has it. Else it
    is what is to be said ``otherwise``, or the name itself.

    >>> from kalahgui import words
    >>> words.choose("en")
    >>> named("case", "Opponent's squares"), named("figure", "none")
    ("Opponent's squares", 'none')
    """
    key = f"{kind}_{_SIGNS.sub('_', name.lower()).strip('_')}"
    said = otherwise or name
    for family in reversed(families or ("article",)):
        said = say(f"{family}_{key}", default=said)
    return said


_SIGNS = re.compile("[^a-z0-9]+")


def listed(*words: str) -> str:
    """Join words by the comma of the chosen language; empty ones are left out.

    >>> listed("Kalah", "", "6x4")
    'Kalah, 6x4'
    """
    return say("list_joint").join(filter(None, words))


def as_text(*sentences: str) -> str:
    """Write sentences one after the other, as the chosen language does; empty ones are left out.

    A heading, or another that has no stop before the next one, gets it.

    >>> as_text("Undo", "", "Takes a move back.", "off"), as_text("(A note.)", "No …", "on")
    ('Undo. Takes a move back. off', '(A note.) No … on')
    """
    *before, last = [*filter(None, sentences)] or [""]
    ended = (each if _ENDED.search(each) else each + say("sentence_stop") for each in before)
    return say("sentence_joint").join((*ended, last))


def first_sentence(text: str) -> str:
    """Return what a text begins with, up to its first stop and without that.

    >>> first_sentence("1. f5. The best move."), first_sentence("盤は 8 × 8。次の局面")
    ('1. f5', '盤は 8 × 8')
    """
    begins = _FIRST_SENTENCE.match(text)
    return begins[0] if begins else text


def with_label(label: str, words: str) -> str:
    """Return words behind what they are, with the colon of the chosen language.

    >>> with_label("Theme", "light")
    'Theme: light'
    """
    return f"{label}{say('label_joint')}{words}"


def bracketed(words: str, more: str) -> str:
    """Return words with more of them behind, in the brackets of the chosen language.

    >>> bracketed("Undo", "Z")
    'Undo (Z)'
    """
    return say("bracketed", words=words, more=more)


@lru_cache(maxsize=2048)
def _say(language: str, plain: bool, key: str, values: tuple[tuple[str, object], ...]) -> str:
    # A frame says the same words as the one before: look each of them up once.
    given = dict(values)
    entry = words_of(language).get(key, str(given.get("default", key)))
    if isinstance(entry, dict):
        count = given["count"]
        entry = entry.get("zero" if count == 0 else "one" if count == 1 else "", entry["many"])
    # Every second part of it is the name of a value.
    said, *rest = _VALUE.split(entry)
    for name, text in zip(rest[::2], rest[1::2], strict=True):
        said = _joined(said, _written(given.get(name, f"%{{{name}}}")))
        said = _joined(said, text)
    return writable(said)


def _written(value: object) -> str:
    return number(value) if isinstance(value, int) else str(value)


_FIRST_SENTENCE = re.compile(r"(?:\d+\. )?.*?(?=\. |\u3002|\Z)", re.DOTALL)
# A stop, or another sign behind which none is put, and the brackets and quotation marks after it.
_ENDED = re.compile(
    "[.\u2026:;,!?\u3002\u3001\uff0c\uff1a\uff1b\uff01\uff1f]"
    "[)\\]}\"'\u201d\u2019\u300d\u300f\uff09\u3011]*$"
)
_VALUE = re.compile(r"%\{(\w+)\}")
_JAPANESE = r"[\u3005\u3007\u3041-\u3096\u30a1-\u30fa\u30fc-\u30ff\u4e00-\u9fff]"
_LATIN_BEGINS = r"[\w(+<\u00b1\u2212\u2264\u2265]"
_LATIN_ENDS = r"[\w)%\u2026\u221e]"
_JAPANESE_JOINT = re.compile(rf"{_JAPANESE} ?\0 ?{_JAPANESE}")
_MIXED_JOINT = re.compile(rf"{_JAPANESE}\0{_LATIN_BEGINS}|{_LATIN_ENDS}\0{_JAPANESE}")


def _joined(before: str, after: str) -> str:
    """Join two texts: a blank parts Japanese from letters and figures, and from nothing else.

    >>> _joined("f5", "の手"), _joined("3 番の穴", " です"), _joined("on ", "f5")
    ('f5 の手', '3 番の穴です', 'on f5')
    """
    joint = f"{before[-2:]}\0{after[:2]}"
    if _JAPANESE_JOINT.search(joint):
        return before.rstrip(" ") + after.lstrip(" ")
    return f"{before} {after}" if _MIXED_JOINT.search(joint) else before + after


def writable(words: str) -> str:
    """Return words with a mark in place of what no font can write: a file may have any name."""
    return words.encode("utf-8", "replace").decode("utf-8").replace("\0", "?")


def system_language() -> str:
    """Return the language of the system when it is one of LANGUAGES, else English."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    name = next((name for name in names if name), "") or locale.getlocale()[0] or ""
    code = name.replace("Japanese", "ja")[:2].lower()
    return code if code in LANGUAGES else "en"


# What files meet most often; the system's words may be of another language.
_KNOWN = {
    errno.ENOENT: "failed_gone",
    errno.EACCES: "failed_forbidden",
    errno.EPERM: "failed_forbidden",
    errno.EROFS: "failed_read_only",
    errno.ENOSPC: "failed_full",
    errno.EISDIR: "refused_folder",
}


def why(error: Exception) -> str:
    """Return what an error says, in the chosen language as far as that has words for it.

    A UserError has them, a packed file of no use, and the usual errors of the system and of the
    store.

    >>> from kalahgui import words
    >>> words.choose("en")
    >>> why(FileNotFoundError(2, "No such file", "games.txt")), why(OSError(5, "Input error"))
    ('No such file or directory', 'Input error')
    >>> from kalahgui.games.user_error import UserError
    >>> why(UserError("refused_nothing")), why(ValueError("no game"))
    ('there is no game', 'no game')
    """
    # They need libraries; that these are missing is said without them.
    from kalahgui.games.user_error import UserError
    from kalahgui.library.store_file import StoreError

    if isinstance(error, UserError):
        return error.message.said(say)
    if isinstance(error, BadPacked):
        return say(error.key, file=error.file)
    if isinstance(error, StoreError):
        cause = error.__cause__
        if error.code:
            return say(f"store_{error.code}")
        return why(cause) if isinstance(cause, OSError) else say("store_failed", words=error)
    if isinstance(error, MemoryError):
        return say("failed_memory")
    if isinstance(error, OSError) and error.errno in _KNOWN:
        return say(_KNOWN[error.errno])
    return getattr(error, "strerror", None) or str(error)
