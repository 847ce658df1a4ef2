"""What a row of the library says of a game, in the chosen language."""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Callable
from datetime import date, datetime, tzinfo

from kalahgui.games import GAMES
from kalahgui.games.game import Game, Opening
from kalahgui.games.plain_text import folded
from kalahgui.gui.services import naming
from kalahgui.gui.services.day_words import month_words
from kalahgui.library.days import day_of
from kalahgui.library.listing import MatchRow, openings_of
from kalahgui.library.saved import RESULTS, SEATS, MatchPlayers, match_players
from kalahgui.words import LANGUAGES, chosen, say, spoken

DASH = " – "
WON, LOST, DRAWN, UNFINISHED, OTHER = "won", "lost", "drawn", "unfinished", "other"


def seating(row: MatchRow) -> MatchPlayers | None:
    """Return who played; None when the row is damaged."""
    return match_players(row.players, row.game) if row.game in GAMES else None


def ending(row: MatchRow) -> str:
    """Return how a game ended for the player; OTHER where it was no game of one person here."""
    if row.result not in RESULTS:
        return UNFINISHED
    seats = seating(row)
    if seats is None or seats.person is None or row.from_file:
        return OTHER
    winner = RESULTS[row.result]
    if winner is None:
        return DRAWN
    return WON if winner == seats.person else LOST


def title_words(row: MatchRow) -> str:
    """Say a game and its board; ValueError when there is no such."""
    if row.game not in GAMES:
        raise ValueError(f"there is no game {row.game!r}")
    return naming.title_of(GAMES[row.game], row.variant)


def opening_words(row: MatchRow) -> str:
    """Name the opening that a game went through last; nothing without one."""
    openings = openings_of(row)
    return openings[-1].name(chosen()) if openings else ""


def players_words(row: MatchRow) -> str:
    """Say who played whom, a level with its number."""
    return DASH.join(filter(None, pair_words(row)))


def pair_words(row: MatchRow) -> tuple[str, str]:
    """Say who sat on either seat; empty when the row is damaged."""
    seats = seating(row)
    return ("", "") if seats is None else _pair(seats, GAMES[row.game])


def _pair(seats: MatchPlayers, game: Game) -> tuple[str, str]:
    return seat_words(seats, game, 0), seat_words(seats, game, 1)


def seat_words(seats: MatchPlayers, game: Game, seat: int) -> str:
    """Say who sat on a seat."""
    if seats.names[seat]:
        return seats.names[seat]
    method = seats.computers[seat]
    if method is not None and method.level is not None:
        return say("library_old_level" if method.fixed else "level_n", n=method.level)
    if method is not None:
        return naming.algorithm_words(method.algorithm)
    return naming.default_name(game, None, seats.computers[1 - seat], seat)


def _told(row: MatchRow) -> str:
    """Return how the words tell an ending: a draw is one whoever played."""
    how = ending(row)
    return DRAWN if how == OTHER and RESULTS[row.result] is None else how


def ending_words(row: MatchRow) -> str:
    """Say how a game ended, for its one person or by the winner's name."""
    how = _told(row)
    if how != OTHER:
        return say(f"library_{how}")
    seats, winner = seating(row), RESULTS[row.result]
    if seats is None or winner is None:
        return ""
    return say("library_wins", name=seat_words(seats, GAMES[row.game], winner))


def short_ending_words(row: MatchRow) -> str:
    """Say how a game ended without a name: who won stands among the players."""
    if _told(row) != OTHER:
        return ending_words(row)
    winner = RESULTS[row.result]
    return "" if winner is None else say(f"library_{SEATS[winner]}_won")


def whole_words(row: MatchRow) -> str:
    """Say all that a row says of a game but its date; ValueError when there is no such game."""
    parts = (
        row.name,
        title_words(row),
        opening_words(row),
        players_words(row),
        ending_words(row),
    )
    return " · ".join(filter(None, parts))


def review_words(row: MatchRow) -> str:
    """Say how many mistakes a review has found, or how far it has come."""
    if row.complete is None or not row.judged:
        return "" if ending(row) == UNFINISHED else say("library_not_reviewed")
    if not row.complete:
        if row.judged >= row.plies:  # of all at a first look, and not yet at a longer one
            return say("library_review_unfinished")
        return say("library_review_share", n=100 * row.judged // row.plies)
    seats = seating(row)
    counted = (seats.persons if seats else ()) or (0, 1)
    return say("library_mistakes", count=sum(row.mistakes[seat] for seat in counted))


# -- what is looked for, in every language

# Blanks that nobody has to type: in "6 x 6", and between a figure and a Japanese word.
_NEEDLESS = re.compile(
    r"(?<=[0-9]) (?=x [0-9])|(?<=[0-9] x) (?=[0-9])"
    r"|(?<=[0-9]) (?=[\u3000-\u9fff])|(?<=[\u3000-\u9fff]) (?=[0-9])"
)


def plain(words: str) -> str:
    """Return words as they are compared: folded, and without blanks within figures.

    >>> plain("Kalah 6 × 6"), plain("11 月 22 日")
    ('kalah 6x6', '11月22日')
    """
    return _NEEDLESS.sub("", folded(words).replace("×", "x"))


def found_by(row: MatchRow, now: datetime) -> str:
    """Return all words by which a row is found, as ``plain`` has them."""
    parts = [plain(row.name)]
    if row.game in GAMES:
        parts.append(_board_words(row.game, row.variant))
        parts.append(_who_words(row.players, row.game))
        parts.append(_ending_words(_told(row)))
        parts += map(_opening_words, openings_of(row))
    day = day_of(row.saved, now.tzinfo)
    if day is not None:
        parts.append(_date_words(day, (now.date() - day).days))
    else:
        parts.append(_month_words(row.saved))
    return " ".join(parts)


@functools.lru_cache(maxsize=256)
def _board_words(game: str, variant: str) -> str:
    def title() -> str:
        with contextlib.suppress(ValueError):
            return naming.title_of(GAMES[game], variant)
        return ""

    return plain(f"{variant} {_in_all_languages(title)}")


@functools.lru_cache(maxsize=256)
def _opening_words(opening: Opening) -> str:
    return plain(_in_all_languages(lambda: opening.name(chosen())))


@functools.lru_cache(maxsize=4096)
def _who_words(players: str, game: str) -> str:
    seats = match_players(players, game)
    if seats is None:
        return ""
    return plain(_in_all_languages(lambda: DASH.join(_pair(seats, GAMES[game]))))


@functools.lru_cache(maxsize=16)
def _ending_words(how: str) -> str:
    return "" if how == OTHER else plain(_in_all_languages(lambda: say(f"library_{how}")))


@functools.lru_cache(maxsize=4096)
def _date_words(day: date, days_ago: int) -> str:
    def said() -> str:
        date = say(f"when_month_{day.month}", day=day.day)
        whole = say("when_year", date=date, year=str(day.year))
        if days_ago not in (0, 1):
            return whole
        return f"{whole} {say('when_yesterday' if days_ago else 'when_today', time='')}"

    return plain(f"{day.isoformat()} {day:%Y.%m.%d} {_in_all_languages(said)}")


@functools.lru_cache(maxsize=4096)
def _month_words(moment: str) -> str:
    return plain(f"{moment} {_in_all_languages(lambda: month_words(moment))}")


def _in_all_languages(words: Callable[[], str]) -> str:
    texts = []
    for language in LANGUAGES:
        with spoken(language):
            texts.append(words())
    return " ".join(texts)


def period_words(first: str, last: str, zone: tzinfo | None) -> tuple[str, str]:
    """Say two moments: their months, or their days when those are the same."""
    begin, end = day_of(first, zone), day_of(last, zone)
    if begin is None or end is None:
        return "", ""
    if (begin.year, begin.month) != (end.year, end.month):
        return say(f"library_month_{begin.month}"), say(f"library_month_{end.month}")
    month = f"when_month_{begin.month}"
    return say(month, day=begin.day), say(month, day=end.day)
