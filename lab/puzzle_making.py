"""The making of puzzles: games between levels, valued from their ends, searched for only moves.

All that comes of a game follows from the seed, the board and its number: work is limited by counts
of nodes and of empty squares, and never by time.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kalahgui.core.endgame import Endgame
from kalahgui.core.prover import Prover
from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import table_for
from kalahgui.engine.endgame_store import work_out
from kalahgui.engine.judgement import turn_of
from kalahgui.engine.levels import levels_on
from kalahgui.engine.thinker import Thinker
from kalahgui.games import game_and_variant
from kalahgui.games.game import Game, Position
from kalahgui.games.limit import Limit
from kalahgui.games.reversi.drawn_line import mark_of
from kalahgui.learning.puzzles import Puzzle, Turn, ends_of_turn
from lab.many_games import GameTask
from lab.puzzle_themes import only, themes_of

_PLAYERS = slice(1, 6)  # levels 2 to 6 play the games
_LEAST_MOVES = 3
_LEAST_LOSS = 2  # of the turn before a puzzle
_LEAST_GAP = 4  # between the best turn of a puzzle and the next
_LEAST_LATER_GAP = 2  # the same of later turns, and of one that alone wins or draws
_MOST_TURNS = 3
_TABLE_BITS = 20
# Nodes for the values of a game, and for the solution of a puzzle.
_MOST_VALUING, _MOST_SOLVING = 2_000_000, 5_000_000
_ENDGAME_STONES = 14
_TRIES = 20  # of a level that does not always play alike
_WEAKEST = 2  # so many levels may solve at most half of their tries, on the average
_MOST_SOLVED = 0.5
_COUNTING = Limit("alpha-beta", turns=1)  # finds no whole solution

# The first rating of a puzzle: about what a level has that solves half of its like.
_SIMPLE = 800.0
_USUAL_RATING, _SPREAD = 1400.0, 500.0
_LOWEST, _HIGHEST = 600, 2400
_LEVELS_PAGE = Path(__file__).parents[1] / "docs" / "levels.md"


class Recipe(NamedTuple):
    """How a board's games begin and how far they are valued.

    ``opening`` is the number of random moves, ``most`` the highest value of a puzzle without a turn
    that alone wins. Values go back to positions with more than so much ``left``, stones in pits or
    empty squares, an item for every other game.
    """

    opening: int
    most: int
    left: tuple[int, ...]


# Fewer stones give more puzzles in the same time, more stones fuller boards.
_STONES = (28, 36)
RECIPES = {
    "kalah:6x6": Recipe(4, 16, _STONES),
    "kalah:6x4": Recipe(4, 16, _STONES),
    "kalah:6x3": Recipe(3, 12, _STONES),
    "reversi:8x8": Recipe(8, 24, (16,)),
    "reversi:6x6": Recipe(4, 16, (16,)),
    "reversi:diamond": Recipe(6, 12, (20,)),
}


class GivenUp(Exception):
    """A position takes too many nodes."""


class Choice(NamedTuple):
    """A turn to the one position that keeps a value, and what the next best turn is worth.

    There is none where every turn leads to the same position.
    """

    turn: Turn
    position: Position
    second: int | None


class Values:
    """Finds exact values of positions of one game, with one table for all of them."""

    def __init__(self, position: Position) -> None:
        """Get ready for positions like this one."""
        searcher = Prover if position.proved_by_windows() else Search
        self._searcher = searcher(table_for(position, _TABLE_BITS))
        self._last = 0

    @property
    def nodes(self) -> int:
        """Return how many nodes have been searched so far."""
        return int(self._searcher.nodes)

    def allow(self, nodes: int) -> None:
        """Give the next position up once it has taken so many nodes."""
        self._last = self.nodes + nodes

    def _check(self) -> None:
        if self.nodes > self._last:
            raise GivenUp

    def value(self, position: Position, guess: int, low: int = -1000, high: int = 1000) -> int:
        """Return the value of a position if it is between ``low`` and ``high``.

        Otherwise return a bound of it, no more than ``low`` or no less than ``high``.
        """
        if position.over:
            return position.final()
        least, most = position.bounds()
        while least < most and least < high and most > low:
            goal = min(max(guess, least + 1), most)
            bound = self._searcher.bound(position, goal)
            if bound is None:
                raise GivenUp
            if bound >= goal:
                least, guess = bound, bound + 1
            else:
                most = guess = bound
        return least if least >= high else most

    def only_choice(self, position: Position, value: int, most: int) -> Choice | None:
        """Return the position that all turns lead to which keep a position's value.

        None when there are several, or when another turn is worth more than ``most``.
        """
        ends = ends_of_turn(position)
        kept = None
        others = []
        for end in ends:
            worth = -self.value(end, -most, -value, -most)
            if worth <= most:
                others.append((worth, end))
            elif kept is None and worth >= value:
                kept = end
            else:
                return None
            self._check()
        assert kept is not None, "some turn keeps the value"
        second = None
        for worth, end in sorted(others, key=lambda pair: -pair[0]):
            if second is None:
                second = -self.value(end, -worth)
            elif worth > second:
                second = max(second, -self.value(end, -worth, -worth, -second))
            self._check()
        return Choice(ends[kept], kept, second)

    def reply(self, position: Position, value: int) -> tuple[Turn, Position]:
        """Return a turn that keeps a position's value, and the position after it."""
        for end, turn in ends_of_turn(position).items():
            if -self.value(end, -value, -value, 1 - value) >= value:
                return turn, end
            self._check()
        raise AssertionError("some turn keeps the value")


def puzzles_of_game(seed: int, task: GameTask) -> list[Puzzle]:
    """Return the puzzles of a game that is played now."""
    try:
        return _GameOfPuzzles(seed, task).puzzles()
    except GivenUp:
        return []


class _GameOfPuzzles:
    """A game, and the puzzles in it."""

    def __init__(self, seed: int, task: GameTask) -> None:
        self._game, self._variant = game_and_variant(task.board)
        self._recipe = RECIPES[task.board]
        self._number = task.number
        chance = random.Random(f"{seed} {task.board} {task.number}")
        self._line = played(self._game, self._variant, self._recipe.opening, chance)
        self._values = Values(self._informed(self._line[0]))

    def puzzles(self) -> list[Puzzle]:
        """Return the puzzles, the earliest first; none begins before another one ends."""
        worths = self._worths()
        puzzles: list[Puzzle] = []
        free = 1
        for index in range(1, len(self._line)):
            before, here = worths[index - 1], worths[index]
            if index < free or before is None or here is None or before + here < _LEAST_LOSS:
                continue
            puzzle = self._puzzle_at(self._line[index], here)
            if puzzle is not None:
                free = index + len(puzzle.turns)
                puzzles.append(puzzle)
        return puzzles

    def _informed(self, position: Position) -> Position:
        """Return a copy as the solver wants it: with an endgame database, or an evaluation."""
        board = position.endgame_board()
        if board is not None:
            return position.knowing(_endgame(*board))
        return self._game.with_evaluation(position, "").copy()

    def _worths(self) -> list[int | None]:
        """Return the value of the positions of the game; None for the early ones."""
        worths: list[int | None] = [None] * len(self._line)
        most = self._recipe.left[self._number % len(self._recipe.left)]
        guess = 0
        for index in reversed(range(len(self._line))):
            if left_in(self._line[index]) > most or self._values.nodes > _MOST_VALUING:
                break
            guess = -self._values.value(self._informed(self._line[index]), guess)
            worths[index] = -guess
        return worths

    def _puzzle_at(self, position: Position, value: int) -> Puzzle | None:
        if value < 0 or len(position.moves()) < _LEAST_MOVES:
            return None
        self._values.allow(_MOST_SOLVING)
        try:
            solved = self._solution(position, value)
        except GivenUp:
            return None
        if solved is None:
            return None
        turns, counted, second = solved
        if not only(value, second) and (value > self._recipe.most or counted < 2):
            return None
        puzzle = Puzzle(position, turns, value, value - second, 0, (), self._number)
        if finds(self._game, puzzle, _COUNTING):
            return None
        shares = shares_solved(self._game, self._variant, puzzle)
        if shares is None:
            return None
        rating = rating_for(shares, elo_of_levels(f"{self._game.key}:{self._variant}"))
        return replace(puzzle, rating=rating, themes=themes_of(self._game, puzzle))

    def _solution(self, position: Position, value: int) -> tuple[tuple[Turn, ...], int, int] | None:
        """Return the turns of a solution, how many of them were a choice, and the second value."""
        here = self._informed(position)
        turns: list[Turn] = []
        kept = counted = 0
        first = None
        most = most_second(value)
        while counted < _MOST_TURNS:
            choice = self._values.only_choice(here, value, most)
            if choice is None or (first is None and choice.second is None):
                break
            if choice.second is not None:
                first = choice.second if first is None else first
                counted += 1
                kept = len(turns) + 1
            turns.append(choice.turn)
            here = choice.position
            if here.over:
                break
            reply, here = self._values.reply(here, -value)
            turns.append(reply)
            if here.over:
                break
            most = value - _LEAST_LATER_GAP
        return None if first is None else (tuple(turns[:kept]), counted, first)


def left_in(position: Position) -> int:
    """Return how many stones are in the pits of a position, or how many squares are empty."""
    if not position.proved_by_windows():
        return position.most_turns()
    low, high = position.bounds()
    return (high - low) // 2


def most_second(value: int) -> int:
    """Return what the second best turn of a puzzle may be worth at most.

    >>> most_second(10), most_second(2), most_second(0)
    (6, 0, -2)
    """
    return value - _LEAST_GAP if value >= _LEAST_GAP else min(0, value - _LEAST_LATER_GAP)


def played(game: Game, variant: str, opening: int, chance: random.Random) -> list[Position]:
    """Return the positions at the turns of a game between two levels, after random moves.

    The last one is unfinished.
    """
    levels = levels_on(game, variant)[_PLAYERS]
    limits = [replace(chance.choice(levels).limit, varied=True) for _ in (0, 1)]
    thinkers = [Thinker(chance.getrandbits(32)) for _ in limits]
    here = game.start(variant, game.rules_to_the_end)
    line: list[Position] = []
    plies = 0
    again = False
    while not here.over:
        if plies >= opening and not again:
            line.append(here.copy())
        if plies < opening:
            again = here.play(chance.choice(here.moves()))
            plies += 1
            continue
        limit, thinker = limits[here.turn], thinkers[here.turn]
        finding = thinker.best(game.with_evaluation(here, limit.judge), limit)
        for move in turn_of(here, finding.line):
            again = here.play(move)
            plies += 1
    return line or [game.start(variant, game.rules_to_the_end)]


@cache
def _endgame(pits: int, empty_capture: bool) -> Endgame:
    """Return a database that is the same on every machine."""
    endgame = Endgame(pits, _ENDGAME_STONES, empty_capture)
    work_out(endgame, StopWord())
    return endgame


# -- marks of positions


def marks_of(puzzle: Puzzle) -> set[tuple[int, int]]:
    """Return a mark of the position at each turn, alike for mirrored ones."""
    return {_mark(position) for position in puzzle.positions[:-1]}


def _mark(position: Position) -> tuple[int, int]:
    """Return the words of a position, of mirrored ones the smallest."""
    if position.endgame_board() is not None:  # a row of pits has no mirror
        return position.own, position.opp
    return mark_of(position)


# -- the first rating


def finds(game: Game, puzzle: Puzzle, limit: Limit, seed: int = 0) -> bool:
    """Tell whether a computer player finds a whole solution."""
    thinker = Thinker(seed)
    for here, goal in zip(puzzle.positions[::2], puzzle.goals, strict=True):
        again = True
        while again:
            finding = thinker.best(game.with_evaluation(here, limit.judge), limit)
            for move in turn_of(here, finding.line):
                again = here.play(move)
        if here != goal:
            return False
    return True


def shares_solved(game: Game, variant: str, puzzle: Puzzle) -> list[float] | None:
    """Return the share of its tries that each level solves.

    None where the weakest ones solve too many. A level with seconds reads a puzzle to its end.
    """
    shares: list[float] = []
    for level in levels_on(game, variant):
        if level.limit.seconds is not None:
            shares.append(1.0)
            continue
        tries = _TRIES if level.limit.errs else 1
        solved = (finds(game, puzzle, level.limit, seed) for seed in range(tries))
        shares.append(sum(solved) / tries)
        if level.number == _WEAKEST and sum(shares) / _WEAKEST > _MOST_SOLVED:
            return None
    return shares


def rating_for(shares: Sequence[float], ratings: Sequence[float]) -> int:
    """Return the rating by which players with these ratings most likely solve such shares.

    Puzzles are thought to be spread about a usual rating.

    >>> rating_for([0.5], [1400.0])
    1400
    """

    def slope(rating: float) -> float:
        expected = (1 / (1 + 10 ** ((rating - level_rating) / 400)) for level_rating in ratings)
        excess = sum(e - s for s, e in zip(shares, expected, strict=True))
        return excess * math.log(10) / 400 - (rating - _USUAL_RATING) / _SPREAD**2

    low, high = float(_LOWEST), float(_HIGHEST)
    while high - low > 0.01:
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return round(low)


@cache
def elo_of_levels(board: str) -> tuple[float, ...]:
    """Return the ratings of a board's levels by the page of levels.

    The first is compared with the player who never changes, every other one with the one below.
    """
    part = _LEVELS_PAGE.read_text("utf-8").split(f"\n## {board}\n")[1].split("\n## ")[0]
    first = re.search(r"^\| 1 \| ([01]\.[0-9]+) ±", part, re.MULTILINE)
    scores = re.findall(r"^\| [0-9]+ \| [^|]*[a-z][^|]* \| ([01]\.[0-9]+) ±", part, re.MULTILINE)
    assert first is not None
    ratings = [_SIMPLE]
    for score in (first[1], *scores):
        won = float(score)
        ratings.append(ratings[-1] + 400 * math.log10(won / (1 - won)))
    return tuple(ratings[1:])
