"""Puzzles: positions in which one turn keeps the value with best play, and all others lose.

A board has a list of them, a text file to which only new ones are ever added: a puzzle's number is
that of its line. A line has the position, the turns of the solution, what the solver gets in the
end, by how much the next best turn is worse, the rating, the themes, and the number of the game it
comes from, with semicolons between them. Everything is played to the last stone or disc.

The solution begins and ends with a turn of the solver; the other turns are the replies. At each of
the solver's turns all turns that keep the value lead to one position, so a chain of moves may be
played in any order that comes to the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from math import gcd
from random import Random
from zlib import crc32

from kalahgui.assets import asset
from kalahgui.games.game import Game, Position, children
from kalahgui.games.user_error import Message, UserError, called, short
from kalahgui.games.weights import name_of
from kalahgui.learning.rating import BEGINNER, PLAYER, STRONG

# The boards that have puzzles.
BOARDS = (
    ("kalah", "6x6"),
    ("kalah", "6x4"),
    ("kalah", "6x3"),
    ("reversi", "8x8"),
    ("reversi", "6x6"),
    ("reversi", "diamond"),
)
SUFFIX = ".txt"
_BETWEEN = ";"
_CHAIN = "-"  # between the moves of a turn
_ALIKE = 10  # puzzles among which one is chosen at random
_STREAK_STEP = 40  # by which ratings rise from one puzzle of a streak to the next
_GRACE = 7  # days in which one may be left out
# Where the puzzles of the days of a stage begin in a list by rating, and how many are for each day
# of the week, both in parts of 28.
_OF_STAGE = {BEGINNER: (0, 1), PLAYER: (7, 2), STRONG: (21, 1)}

Turn = tuple[int, ...]


@dataclass(frozen=True)
class Puzzle:
    """A puzzle: where it begins, its turns (the solver's and the replies), and what is known of it.

    ``value`` is the margin for the solver with best play, and ``gap`` what the second best first
    turn loses. ``origin`` is the number of the game that it comes from.
    """

    position: Position
    turns: tuple[Turn, ...]
    value: int
    gap: int
    rating: int
    themes: tuple[str, ...]
    origin: int = 0
    number: int = 0

    @property
    def positions(self) -> tuple[Position, ...]:
        """Return the position before each turn, and the one after the last."""
        here = self.position.copy()
        positions = [here.copy()]
        for turn in self.turns:
            for move in turn:
                here.play(move)
            positions.append(here.copy())
        return tuple(positions)

    @property
    def goals(self) -> tuple[Position, ...]:
        """Return the positions after each of the solver's turns."""
        return self.positions[1::2]


# -- the lists


def file_name(game: Game, variant: str) -> str:
    """Return the name of the file with a board's puzzles.

    >>> from kalahgui.games import GAMES
    >>> file_name(GAMES["kalah"], "6x6")
    'kalah-6x6.txt'
    """
    return name_of(game.key, variant, ()) + SUFFIX


@cache
def puzzles_of(game: Game, variant: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a board in the order of their numbers, which begin with 1.

    UserError when the board has none, or when the file cannot be used.
    """
    if (game.key, variant) not in BOARDS:
        raise UserError("refused_no_puzzles", game=called(game.key), variant=short(variant))
    name = file_name(game, variant)
    try:
        lines = asset("puzzles", name).read_text("ascii").splitlines()
    except (OSError, ValueError):
        raise UserError("refused_puzzles_file", file=name) from None
    if not lines:
        raise UserError("refused_puzzles_file", file=name)
    return tuple(read_lines(game, variant, lines, name))


def read_lines(game: Game, variant: str, lines: Iterable[str], name: str) -> list[Puzzle]:
    """Return the puzzles of a file's lines; UserError names the first that is damaged."""
    puzzles = []
    for number, line in enumerate(lines, start=1):
        try:
            puzzles.append(_read(game, variant, line, number))
        except ValueError:
            raise UserError("refused_puzzle_line", file=name, line=number) from None
    return puzzles


def _read(game: Game, variant: str, line: str, number: int) -> Puzzle:
    text, solution, value, gap, rating, themes, origin = line.split(_BETWEEN)
    position = game.parse_position(text, game.rules_to_the_end, variant)
    turns = tuple(
        tuple(game.parse_move(move, position) for move in turn.split(_CHAIN))
        for turn in solution.split(" ")
    )
    here = position.copy()
    for turn in turns:
        for index, move in enumerate(turn):
            if here.play(move) != (index < len(turn) - 1):
                raise ValueError("a turn ends where it should not")
    if len(turns) % 2 == 0:
        raise ValueError("a solution ends with a turn of the solver")
    numbers = (int(value), int(gap), int(rating))
    return Puzzle(position, turns, *numbers, tuple(themes.split()), int(origin), number)


def written(game: Game, puzzle: Puzzle) -> str:
    """Return the line of a puzzle."""
    turns = " ".join(_CHAIN.join(map(game.text, turn)) for turn in puzzle.turns)
    numbers = (str(number) for number in (puzzle.value, puzzle.gap, puzzle.rating))
    text, themes = game.position_text(puzzle.position), " ".join(puzzle.themes)
    return _BETWEEN.join((text, turns, *numbers, themes, str(puzzle.origin)))


# -- turns


def ends_of_turn(position: Position) -> dict[Position, Turn]:
    """Return the positions that a whole turn of the side to move can lead to, with such a turn."""
    ends: dict[Position, Turn] = {}
    seen = {position}
    todo: list[tuple[Position, Turn]] = [(position, ())]
    while todo:
        here, turn = todo.pop()
        for move, child, sign in children(here):
            if sign < 0:
                ends.setdefault(child, (*turn, move))
            elif child not in seen:
                seen.add(child)
                todo.append((child, (*turn, move)))
    return ends


# -- which puzzle


def number_of_day(game: Game, variant: str, day: date, stage: str = PLAYER) -> int:
    """Return the number of a board's puzzle of a day, which rises through the week.

    It is of the list's easiest quarter by rating for a beginner, of its hardest for a strong
    player, and otherwise of its middle half. It follows from the day, the stage and the list alone,
    so it is the same for everybody of the stage; on a weekday none comes twice before all of them
    have come.
    """
    ordered = _nearest(puzzles_of(game, variant), 0)
    week, weekday = divmod(day.toordinal() - 1, 7)
    begins, for_a_day = _OF_STAGE[stage]
    first, after = (
        len(ordered) * (begins + for_a_day * day) // 28 for day in (weekday, weekday + 1)
    )
    among = ordered[first:after] or ordered
    count = len(among)
    # Neighbours are about as hard: a step by the golden section leads far away.
    step = next(step for step in range(round(0.618 * count), 2 * count) if gcd(step, count) == 1)
    return among[(crc32(file_name(game, variant).encode()) + week * step) % count].number


def by_rating(
    puzzles: Sequence[Puzzle], rating: float, tried: Collection[int], chance: Random
) -> Puzzle:
    """Return a puzzle about as hard as a player is good, if possible one not yet tried.

    ``tried`` are numbers. For puzzles of one theme give ``with_theme(puzzles, theme)``.
    """
    left = [puzzle for puzzle in puzzles if puzzle.number not in tried] or puzzles
    return chance.choice(_nearest(left, rating)[:_ALIKE])


def _nearest(puzzles: Sequence[Puzzle], rating: float) -> list[Puzzle]:
    return sorted(puzzles, key=lambda puzzle: (abs(puzzle.rating - rating), puzzle.number))


def in_streak(
    puzzles: Sequence[Puzzle], solved: Sequence[int], tried: Collection[int], chance: Random
) -> Puzzle:
    """Return the next puzzle of a streak: none is easier than the one before.

    ``puzzles`` are a whole list, ``solved`` the numbers of this streak so far. One that was
    ``tried`` comes again when all were.
    """
    least = min(puzzle.rating for puzzle in puzzles) + _STREAK_STEP * len(solved)
    if solved and solved[-1] <= len(puzzles):  # a newer version may have had more
        least = max(least, puzzles[solved[-1] - 1].rating)
    unsolved = [puzzle for puzzle in puzzles if puzzle.number not in solved] or puzzles
    left = [puzzle for puzzle in unsolved if puzzle.number not in tried] or unsolved
    harder = [puzzle for puzzle in left if puzzle.rating >= least]
    return by_rating(harder or left, least, (), chance)


def with_theme(puzzles: Sequence[Puzzle], theme: str) -> list[Puzzle]:
    """Return the puzzles that have a theme, in the order of the list."""
    return [puzzle for puzzle in puzzles if theme in puzzle.themes]


def themes_in(puzzles: Sequence[Puzzle]) -> dict[str, int]:
    """Return the themes of some puzzles and how often they come, the most frequent first."""
    return dict(Counter(theme for puzzle in puzzles for theme in puzzle.themes).most_common())


def theme_words(theme: str) -> Message:
    """Return what a theme is called."""
    return Message(f"puzzle_theme_{theme}")


def row_of_days(days: Collection[date], today: date) -> list[date]:
    """Return the days in a row up to today, today's first, of ``days`` with a puzzle solved.

    One day that was left out in any seven does not end the row and stands in it; today may still
    come.
    """
    here = today if today in days else today - timedelta(1)
    row: list[date] = []
    left_out: date | None = None
    while here in days or left_out is None or (left_out - here).days >= _GRACE:
        left_out = left_out if here in days else here
        row.append(here)
        here -= timedelta(1)
    while row and row[-1] not in days:
        row.pop()
    return row


def days_in_a_row(days: Collection[date], today: date) -> int:
    """Return on how many days in a row up to today a day's puzzle was solved."""
    return sum(day in days for day in row_of_days(days, today))
