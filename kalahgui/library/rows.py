"""What may stand in each column of each table, and the one reader that makes values of rows.

SQLite lets anything stand in any column, and a file may come from anywhere. What is read here has
the type of its column, and bounds. A harmless column falls back to its default; a row that makes no
sense without another one is left out, and the log has a line. A match is never left out: where
something essential cannot be read stands the sign of it, as in a damaged text, and no game has it.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from kalahgui.games.plain_text import first_letters, one_line
from kalahgui.match.clock import Clock

_LOGGER = logging.getLogger(__name__)

UNREADABLE = "\ufffd"
MOST_REVISIONS = 2**31
MOST_STARS = 3
LONGEST_NAME = 200  # letters; what is longer is cut
_SHORT = 1000  # of a text in which no name can be as long as would have to be cut
_LONGEST, _LONGEST_LINE = 10_000_000, 100
_DEEPEST = 20  # brackets within brackets of JSON that the program writes, with room to spare
_MOST_DIGITS = 15  # of a number that is the same as a whole one and as a real one

# Reads what stands in a column; ValueError for what makes no sense there.
Column = Callable[[Any], Any]


def read_rows(
    table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> Iterator[tuple[Any, ...]]:
    """Yield rows of some columns of a table, checked; those that make no sense are left out."""
    readers = readers_of(table, columns)
    for row in rows:
        try:
            yield tuple(read(value) for read, value in zip(readers, row, strict=True))
        except ValueError:
            note(table)


def readers_of(table: str, columns: Iterable[str]) -> list[Column]:
    """Return what reads some columns of a table."""
    return [TABLES[table][name] for name in columns]


def note(table: str) -> None:
    """Note that a row was left out; what stands there is nobody's business."""
    _LOGGER.warning("a row of the table %s makes no sense and is left out", table)


def parse_json(text: str) -> Any:
    """Read JSON of any origin; ValueError for what is none, or is nested too deeply.

    A number that is none or is beyond all counts is null, which every reader of data refuses.
    """
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise ValueError("no text, or one without end")
    try:
        found = json.loads(text, parse_int=_count, parse_float=_real, parse_constant=_nothing)
    except RecursionError:
        raise ValueError("a text is nested too deeply") from None
    _check_nesting(found, _DEEPEST)
    return found


def _count(digits: str) -> int | None:
    return int(digits) if len(digits) <= _MOST_DIGITS else None


def _real(digits: str) -> float | None:
    number = float(digits)
    return number if abs(number) < 10.0**_MOST_DIGITS else None


def _nothing(name: str) -> None:
    """Read NaN and what is infinite."""


def _check_nesting(found: Any, most: int) -> None:
    within = found.values() if isinstance(found, dict) else found
    if isinstance(found, dict | list):
        if not most:
            raise ValueError("a text is nested too deeply")
        for each in within:
            _check_nesting(each, most - 1)


def short_name(name: str) -> str:
    """Return a name in one line, cut where it is longer than any.

    >>> short_name(" Anna\\tB"), len(short_name("x" * 1_000_000))
    ('Anna B', 200)
    """
    # A letter may have some marks.
    return first_letters(one_line(name[: 10 * LONGEST_NAME]), LONGEST_NAME)


# -- what can stand in a column


def _text(longest: int = _LONGEST_LINE) -> Column:
    def read(value: Any) -> str:
        if type(value) is str and len(value) <= longest:
            return value
        raise ValueError("no text, or one without end")

    return read


def _whole(least: int, most: int) -> Column:
    def read(value: Any) -> int:
        if type(value) is int and least <= value <= most:
            return value
        raise ValueError("no number that can be counted to")

    return read


def _between(least: float, most: float) -> Column:
    def read(value: Any) -> float:
        if type(value) is float and least <= value <= most:
            return value
        raise ValueError("no such number")

    return read


def _flag(value: Any) -> bool:
    return bool(_ONE(value))


def _or(default: Any, column: Column) -> Column:
    def read(value: Any) -> Any:
        try:
            return column(value)
        except ValueError:
            return default

    return read


def _moment(value: Any) -> str:
    """Read a moment in ISO 8601, of which a day, a month or a year alone may be known."""
    text: str = _LINE(value)
    if not _MONTH.fullmatch(text):
        datetime.fromisoformat(text)
    return text


def _day(value: Any) -> str:
    text: str = _LINE(value)
    if text:
        date.fromisoformat(text)
    return text


def _name(value: Any) -> str:
    return short_name(value) if type(value) is str else ""


def _players(value: Any) -> str:
    """Read who played; names that are too long are cut, and nothing else is looked at."""
    text: str = _text(_LONGEST)(value)
    if len(text) <= _SHORT:
        return text
    try:
        return json.dumps([[short_name(name), computer] for name, computer in parse_json(text)])
    except TypeError:
        raise ValueError("no players") from None


def _series(value: Any) -> str:
    text: str = _LINE(value)
    if not _SCORE.fullmatch(text):
        raise ValueError("no score")
    return text


def _clock(value: Any) -> str:
    text: str = _LINE(value)
    if text:
        Clock.parse(text)
    return text


def _json(value: Any) -> str:
    parse_json(value)
    return str(value)


_LINE, _ONE, _ID = _text(), _whole(0, 1), _whole(-(2**63), 2**63 - 1)
_MONTH = re.compile("(?:[0-9]{4}(?:-[0-9]{2})?)?")
_SCORE = re.compile("[0-9]{1,9} [0-9]{1,9} [0-9]{1,9}")
_MOVES = _text(1_000_000)
_COUNT, _POINTS = _whole(0, 10_000), _whole(0, 1_000_000)
_WHEN = _or("", _moment)


def _of_game(column: Column) -> Column:
    """Keep the row of a match whose game cannot be read."""
    return _or(UNREADABLE, column)


TABLES: Mapping[str, Mapping[str, Column]] = {
    "matches": {
        "id": _ID,
        "game": _of_game(_LINE),
        "variant": _of_game(_LINE),
        "rules": _of_game(_LINE),
        "start": _of_game(_text(_SHORT)),
        "moves": _of_game(_MOVES),
        "players": _of_game(_players),
        "result": _of_game(_LINE),
        "pie": _or(0, _ONE),
        "begun": _WHEN,
        "saved": _WHEN,
        "side_lines": _of_game(_text(_LONGEST)),
        "series": _or("0 0 0", _series),
        "clock": _or("", _clock),
        "teaching": _or(0, _POINTS),
        "revision": _or(0, _whole(0, MOST_REVISIONS - 1)),
        "name": _name,
        "starred": _or(0, _ONE),
        "deleted": _LINE,
    },
    "settings": {"name": _LINE, "value": _json},
    "reviews": {
        "match": _ID,
        "game": _LINE,
        "variant": _LINE,
        "complete": _ONE,
        "first_person": _ONE,
        "first_moves": _COUNT,
        "first_found": _COUNT,
        "first_lost": _POINTS,
        "first_mistakes": _COUNT,
        "second_person": _ONE,
        "second_moves": _COUNT,
        "second_found": _COUNT,
        "second_lost": _POINTS,
        "second_mistakes": _COUNT,
        "saved": _WHEN,
        "text": _text(_LONGEST),
        "edition": _COUNT,
    },
    "lessons": {
        "course": _LINE,
        "lesson": _LINE,
        "stars": _whole(0, MOST_STARS),
        "saved": _WHEN,
    },
    "puzzle_tries": {
        "id": _ID,
        "game": _LINE,
        "variant": _LINE,
        "number": _whole(1, 1_000_000),
        "way": _LINE,
        "solved": _flag,
        "helped": _flag,
        "rating": _between(-10_000.0, 10_000.0),
        "deviation": _between(1.0, 1000.0),
        "volatility": _between(1e-6, 1.0),
        "day": _day,
        "saved": _WHEN,
    },
    "exercises": {
        "id": _ID,
        "game": _LINE,
        "variant": _LINE,
        "rules": _LINE,
        "start": _text(_SHORT),
        "moves": _MOVES,
        "played": _LINE,
        "kind": _LINE,
        "phase": _LINE,
        "control": _flag,
        "loss": _POINTS,
        "judgement": _json,
        "card": _text(_SHORT),
        "due": _moment,
        "retired": _flag,
    },
    "answers": {"id": _ID, "idea": _LINE, "correct": _flag, "saved": _WHEN},
}
