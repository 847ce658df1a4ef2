"""``classes``: count how often moves of a class are played where they are legal."""

from __future__ import annotations

import functools
import random
from argparse import Namespace
from collections.abc import Sequence
from typing import Any, NamedTuple

from kalahgui.cli import arguments
from kalahgui.cli.output import figures_table, print_table
from kalahgui.engine import method
from kalahgui.engine.judgement import turn_of
from kalahgui.engine.thinker import Thinker
from kalahgui.games import game_and_variant
from kalahgui.games.game import Game, Position
from lab import many_games
from lab.many_games import GameTask

# The strong levels think by the clock, and so a seed cannot fix their games. This is their search
# with about as many turns as a second gives it.
PLAYER = "search:10 varied"
LONGEST_OPENING = 8
VERSION = 1
_TABLE_BITS = 20
_GAMES_EACH = 100

_DESCRIPTION = f"""\
Count how often the moves of a class are played where they are legal: the
positions in which one of them was played, divided by the positions in which one
was legal. Positions with a single legal move are left out. The games are played
by "{PLAYER}" on both sides, the strong levels' search with turns in place
of seconds, so that the same seed plays the same games. 0 to {LONGEST_OPENING} random moves begin
a game; they are not counted.

A game without a board stands for all of its usual boards. The file that "theatre
--stop realization:P" reads is made by
  python -m lab classes kalah --out assets/games/kalah/move-classes.json
"""
_EXAMPLES = """\
examples:
  python -m lab classes kalah
  python -m lab classes reversi:8x8 --games 20 --seed 1 --json
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about = "count how often classes of moves are played"
    parser = arguments.add_command(commands, "classes", run, about, _DESCRIPTION, _EXAMPLES)
    parser.add_argument(
        "boards",
        metavar="GAME[:VARIANT]",
        nargs="+",
        type=_boards,
        help="a game on its usual boards, or one board, such as kalah:6x4",
    )
    many_games.add_options(parser, _GAMES_EACH, "on each board")


def _boards(text: str) -> list[str]:
    game, variant = arguments.board(text)
    variants = game.variants if variant is None else (variant,)
    return [f"{game.key}:{name}" for name in variants]


def run(options: Namespace) -> int:
    """Run the command."""
    boards = [board for named in options.boards for board in named]
    counting = ClassCounting(boards, options.games, options.seed)
    work = functools.partial(count_game, options.seed)
    return many_games.run(options, f"classes {options.seed} {PLAYER}", work, counting)


class ClassCount(NamedTuple):
    """The positions in which a move of a class was played, and those in which one was legal."""

    played: int = 0
    legal: int = 0

    def plus(self, other: ClassCount) -> ClassCount:
        """Return the sum of two counts."""
        return ClassCount(self.played + other.played, self.legal + other.legal)


Counts = dict[str, ClassCount]


def count_game(seed: int, task: GameTask) -> Counts:
    """Return the counts of a game that is played now.

    The game follows from the seed and the task alone. The random moves of its opening are not
    counted, nor are positions with a single legal move: there is nothing to choose.
    """
    game, variant = game_and_variant(task.board)
    chance = random.Random(f"{seed} {task.board} {task.number}")
    position = varied_opening(game.start(variant), chance)
    limit = method.parse(PLAYER, game).limit(game, position)
    thinker = Thinker(chance.getrandbits(32), _TABLE_BITS)
    counts = dict.fromkeys(game.move_classes, ClassCount())
    while not position.over:
        for move in turn_of(position, thinker.best(position, limit).line):
            _count(game, position, move, counts)
            position.play(move)
    return counts


def varied_opening(start: Position, chance: random.Random) -> Position:
    """Return the position after 0 to 8 random moves that leave a move to be played."""
    moves: list[int] = []
    here = start.copy()
    while not here.over and len(moves) <= LONGEST_OPENING:
        moves.append(chance.choice(here.moves()))
        here.play(moves[-1])
    opened = start.copy()
    for move in moves[: chance.randrange(len(moves))]:
        opened.play(move)
    return opened


def _count(game: Game, position: Position, played: int, counts: Counts) -> None:
    classes = {move: game.move_class(position, move) for move in position.moves()}
    if len(classes) == 1:
        return
    for name in set(classes.values()):
        counts[name] = counts[name].plus(ClassCount(name == classes[played], 1))


class ClassCounting:
    """Games to be counted on several boards, and what was counted in them."""

    def __init__(self, boards: Sequence[str], games: int, seed: int) -> None:
        """Count a number of games on every board."""
        self._games, self._seed = games, seed
        self._counted = dict.fromkeys(boards, 0)
        self._counts: dict[str, Counts] = {
            board: dict.fromkeys(game_and_variant(board)[0].move_classes, ClassCount())
            for board in boards
        }

    def tasks(self) -> list[GameTask]:
        """Return all games, of the boards in turn."""
        return [GameTask(board, n) for n in range(self._games) for board in self._counted]

    def take(self, task: GameTask, counted: dict[str, list[int]]) -> None:
        """Add what was counted in a game."""
        self._counted[task.board] += 1
        counts = self._counts[task.board]
        for name, count in counted.items():
            counts[name] = counts[name].plus(ClassCount(*count))

    def document(self) -> dict[str, Any]:
        """Return the figures as they are printed and kept."""
        return {
            "version": VERSION,
            "seed": self._seed,
            "player": PLAYER,
            "boards": {
                board: {
                    "games": games,
                    "classes": {
                        name: count._asdict() for name, count in self._counts[board].items()
                    },
                }
                for board, games in self._counted.items()
            },
        }

    def print(self) -> None:
        """Print a table for each board."""
        for board, number in self._counted.items():
            games = "1 game" if number == 1 else f"{number} games"
            headings = ("class", "played", "legal", "probability")
            table = figures_table(*headings, left=("class",), title=f"{board}, {games}")
            for name, (played, legal) in self._counts[board].items():
                share = f"{played / legal:.3f}" if legal else "?"
                table.add_row(name, f"{played:,}", f"{legal:,}", share)
            print_table(table)
