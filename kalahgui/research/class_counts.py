"""How often moves of a class are played where they are legal, counted over strong games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kalahgui.core.search import StopWord
from kalahgui.engine import method
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.thinker import Thinker
from kalahgui.engine.turns import turn_of
from kalahgui.games import game_and_variant
from kalahgui.games.game import Game, Position

# The strong levels think by the clock, and so a seed cannot fix their games. This is their search
# with about as many turns as a second gives it.
PLAYER = "search:10 varied"
LONGEST_OPENING = 8
VERSION = 1
_TABLE_BITS = 20


class ClassCount(NamedTuple):
    """The positions in which a move of a class was played, and those in which one was legal."""

    played: int = 0
    legal: int = 0

    def plus(self, other: ClassCount) -> ClassCount:
        """Return the sum of two counts."""
        return ClassCount(self.played + other.played, self.legal + other.legal)


Counts = dict[str, ClassCount]


class CountedGame(NamedTuple):
    """A game to be counted: its board as ``GAME:VARIANT`` and its number from 0."""

    board: str
    number: int


def count_game(seed: int, task: CountedGame, stop: StopWord) -> Counts | None:
    """Play a game and count its classes of moves; None when it was stopped.

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
        *_, finding = thinker.think(position, limit, _Heeding(stop))
        if stop.raised:
            return None
        for move in turn_of(position, finding.line):
            _count(game, position, move, counts)
            position.play(move)
    return counts


class _Heeding(Interrupt):
    """Hands out the one stop word that a process of workers has."""

    def __init__(self, stop: StopWord) -> None:
        super().__init__()
        self._only = stop

    def word(self) -> StopWord:
        return self._only


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
    """Count a position in which a move is about to be played."""
    classes = {move: game.move_class(position, move) for move in position.moves()}
    if len(classes) == 1:
        return
    for name in set(classes.values()):
        counts[name] = counts[name].plus(ClassCount(name == classes[played], 1))


@dataclass(frozen=True)
class BoardCounts:
    """What was counted on a board so far."""

    games: int
    counts: Counts


class ClassCounting:
    """Games to be counted on several boards, and what was counted in them."""

    def __init__(self, boards: Sequence[str], games: int, seed: int) -> None:
        """Count so many games on every board."""
        self.games = games
        self.seed = seed
        self.boards = {
            board: BoardCounts(
                0, dict.fromkeys(game_and_variant(board)[0].move_classes, ClassCount())
            )
            for board in boards
        }

    @property
    def total(self) -> int:
        """Return the number of games on all boards."""
        return self.games * len(self.boards)

    @property
    def counted(self) -> int:
        """Return the number of games counted so far."""
        return sum(board.games for board in self.boards.values())

    def tasks(self) -> Iterator[CountedGame]:
        """Yield all games, of the boards in turn."""
        for number in range(self.games):
            for board in self.boards:
                yield CountedGame(board, number)

    def take(self, board: str, counts: Counts) -> None:
        """Add what was counted in a game."""
        before = self.boards[board]
        summed = {name: count.plus(counts[name]) for name, count in before.counts.items()}
        self.boards[board] = BoardCounts(before.games + 1, summed)

    def document(self) -> dict[str, Any]:
        """Return the figures as they are printed and kept."""
        return {
            "version": VERSION,
            "seed": self.seed,
            "player": PLAYER,
            "boards": {
                name: {
                    "games": board.games,
                    "classes": {
                        key: {"played": count.played, "legal": count.legal}
                        for key, count in board.counts.items()
                    },
                }
                for name, board in self.boards.items()
            },
        }
