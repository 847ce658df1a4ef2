"""What may stand in each column of each table, and the one reader that makes values of rows.

SQLite lets anything stand in any column, and a file may come from anywhere. What is read here has
the type of its column, and bounds. A harmless column falls back to its default; a row that makes no
sense without another one is left out, and the log has a line. A match is never left out: where
something essential cannot be read stands the sign of it, as in a damaged text, and no game has it.
"""

from __future__ import annotations

import functools
import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

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

_NONE = object()


class Column(NamedTuple):
    """What reads a column, ValueError for what makes no sense there; and its default, if any."""

    read: Callable[[Any], Any]
    default: Any = _NONE


def read_rows(
    table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> Iterator[tuple[Any, ...]]:
    """Yield rows of some columns of a table, checked; those that make no sense are left out."""
    read = reader_of(table, columns)
    for row in rows:
        try:
            values = read(row)
        except ValueError:
            note(table)
        else:
            yield tuple(values)


def reader_of(table: str, columns: Iterable[str]) -> Callable[[Sequence[Any]], list[Any]]:
    """Return what reads a row of some columns of a table; ValueError where it makes no sense."""
    of_table = [TABLES[table][name] for name in columns]
    readers = [column.read for column in of_table]

    def read(row: Sequence[Any]) -> list[Any]:
        try:  # thousands of rows are as they should be
            return [read(value) for read, value in zip(readers, row, strict=True)]
        except ValueError:
            return [_value(*pair) for pair in zip(of_table, row, strict=True)]

    return read


def _value(column: Column, value: Any) -> Any:
    try:
        return column.read(value)
    except ValueError:
        if column.default is _NONE:
            raise
        return column.default


@functools.cache  # a screen reads the same rows at every visit
def note(table: str) -> None:
    """Note once that rows are left out; what stands there is nobody's business."""
    _LOGGER.warning("rows of the table %s that make no sense are left out", table)


def parse_json(text: str) -> Any:
    """Read JSON of any origin; ValueError for what is none, or is nested too deeply.

    A number that is none or is beyond all counts is null, which every reader of data refuses.
    """
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise ValueError("no text, or one without end")
    try:
        value = json.loads(text, parse_int=_count, parse_float=_real, parse_constant=_nothing)
    except RecursionError:
        raise ValueError("a text is nested too deeply") from None
    _check_nesting(value, _DEEPEST)
    return value


def _count(digits: str) -> int | None:
    return int(digits) if len(digits) <= _MOST_DIGITS else None


def _real(digits: str) -> float | None:
    number = float(digits)
    return number if abs(number) < 10.0**_MOST_DIGITS else None


def _nothing(name: str) -> None:
    """Read NaN and what is infinite."""


def _check_nesting(value: Any, most: int) -> None:
    within = value.values() if isinstance(value, dict) else value
    if isinstance(value, dict | list):
        if not most:
            raise ValueError("a text is nested too deeply")
        for part in within:
            _check_nesting(part, most - 1)


def short_name(name: str) -> str:
    """Return a name in one line, cut where it is longer than any.

    >>> short_name(" Anna\\tB"), len(short_name("x" * 1_000_000))
    ('Anna B', 200)
    """
    # A letter may have some marks.
    return first_letters(one_line(name[: 10 * LONGEST_NAME]), LONGEST_NAME)


# -- what can stand in a column

_Read = Callable[[Any], Any]


def _text(longest: int = _LONGEST_LINE) -> _Read:
    def read(value: Any) -> str:
        if type(value) is str and len(value) <= longest:
            return value
        raise ValueError("no text, or one without end")

    return read


def _whole(least: int, most: int) -> _Read:
    def read(value: Any) -> int:
        if type(value) is int and least <= value <= most:
            return value
        raise ValueError("no number that can be counted to")

    return read


def _between(least: float, most: float) -> _Read:
    def read(value: Any) -> float:
        if type(value) is float and least <= value <= most:
            return value
        raise ValueError("no such number")

    return read


_line, _one = _text(), _whole(0, 1)
_MONTH = re.compile("(?:[0-9]{4}(?:-[0-9]{2})?)?")
_SCORE = re.compile("[0-9]{1,9} [0-9]{1,9} [0-9]{1,9}")


def _flag(value: Any) -> bool:
    return bool(_one(value))


def _moment(value: Any) -> str:
    """Read a moment in ISO 8601, of which a day, a month or a year alone may be known."""
    text: str = _line(value)
    try:
        datetime.fromisoformat(text)
    except ValueError:
        if not _MONTH.fullmatch(text):
            raise
    return text


def _day(value: Any) -> str:
    text: str = _line(value)
    if text:
        date.fromisoformat(text)
    return text


def _name(value: Any) -> str:
    if type(value) is not str:
        raise ValueError("no name")
    return short_name(value) if value else ""


def _players(value: Any) -> str:
    """Read who played; names that are too long are cut, and nothing else is looked at."""
    text: str = _long(value)
    if len(text) <= _SHORT:
        return text
    try:
        return json.dumps([[short_name(name), computer] for name, computer in parse_json(text)])
    except TypeError:
        raise ValueError("no players") from None


def _series(value: Any) -> str:
    text: str = _line(value)
    if not _SCORE.fullmatch(text):
        raise ValueError("no score")
    return text


def _clock(value: Any) -> str:
    text: str = _line(value)
    if text:
        Clock.parse(text)
    return text


def _json(value: Any) -> str:
    parse_json(value)
    return str(value)


_long, _moves, _position = _text(_LONGEST), _text(1_000_000), _text(_SHORT)
_LINE, _ONE, _FLAG = Column(_line), Column(_one), Column(_flag)
_ID = Column(_whole(-(2**63), 2**63 - 1))
_COUNT, _POINTS = Column(_whole(0, 10_000)), Column(_whole(0, 1_000_000))
_WHEN = Column(_moment, "")

TABLES: Mapping[str, Mapping[str, Column]] = {
    "matches": {
        "id": _ID,
        "game": Column(_line, UNREADABLE),
        "variant": Column(_line, UNREADABLE),
        "rules": Column(_line, UNREADABLE),
        "start": Column(_position, UNREADABLE),
        "moves": Column(_moves, UNREADABLE),
        "players": Column(_players, UNREADABLE),
        "result": Column(_line, UNREADABLE),
        "pie": Column(_one, 0),
        "begun": _WHEN,
        "saved": _WHEN,
        "side_lines": Column(_long, UNREADABLE),
        "series": Column(_series, "0 0 0"),
        "clock": Column(_clock, ""),
        "teaching": _POINTS._replace(default=0),
        "revision": Column(_whole(0, MOST_REVISIONS - 1), 0),
        "name": Column(_name, ""),
        "starred": Column(_one, 0),
        "deleted": _LINE,
    },
    "settings": {"name": _LINE, "value": Column(_json)},
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
        "text": Column(_long),
        "edition": _COUNT,
    },
    "lessons": {
        "course": _LINE,
        "lesson": _LINE,
        "stars": Column(_whole(0, MOST_STARS)),
        "saved": _WHEN,
    },
    "puzzle_tries": {
        "id": _ID,
        "game": _LINE,
        "variant": _LINE,
        "number": Column(_whole(1, 1_000_000)),
        "way": _LINE,
        "solved": _FLAG,
        "helped": _FLAG,
        "rating": Column(_between(-10_000.0, 10_000.0)),
        "deviation": Column(_between(1.0, 1000.0)),
        "volatility": Column(_between(1e-6, 1.0)),
        "day": Column(_day),
        "saved": _WHEN,
    },
    "exercises": {
        "id": _ID,
        "game": _LINE,
        "variant": _LINE,
        "rules": _LINE,
        "start": Column(_position),
        "moves": Column(_moves),
        "played": _LINE,
        "kind": _LINE,
        "phase": _LINE,
        "control": _FLAG,
        "loss": _POINTS,
        "judgement": Column(_json),
        "card": Column(_text(_SHORT)),
        "due": Column(_moment),
        "retired": _FLAG,
    },
    "answers": {"id": _ID, "idea": _LINE, "correct": _FLAG, "saved": _WHEN},
}
