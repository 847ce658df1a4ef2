"""What the levels lose a move, measured in games between neighbours that are then reviewed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from kalahgui.core.search import StopWord
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.levels import levels_on
from kalahgui.engine.method import Method
from kalahgui.engine.thinker import Thinker
from kalahgui.engine.turns import turn_of
from kalahgui.games import game_and_variant
from kalahgui.match.match import Match
from kalahgui.match.player import Player
from kalahgui.research.openings import NoOpening, random_opening
from kalahgui.research.workers import heeding
from kalahgui.review.judging import judge_moves
from kalahgui.review.like_level import VERSION, LevelLoss
from kalahgui.review.rows import rows_of
from kalahgui.review.summary import summary_of

# So many random moves begin a game at most; they are not counted.
LONGEST_OPENING = 4
# Levels that think for seconds play so much less.
TIMED_PART = 2
_TABLE_BITS = 20


class LevelGame(NamedTuple):
    """A game to be measured: its board as ``GAME:VARIANT``, the weaker level, its number from 0."""

    board: str
    level: int
    number: int


class Plan(NamedTuple):
    """What all games have in common: where chance comes from, and the seconds of a review."""

    seed: int
    seconds: float


def measure_game(plan: Plan, task: LevelGame, stop: StopWord) -> tuple[LevelLoss, LevelLoss] | None:
    """Play a game of a level and the next one, and return what each lost; None when stopped.

    The weaker one begins in the games with even numbers. The game follows from the seed and the
    task alone, as far as nobody thinks by the clock.
    """
    game, variant = game_and_variant(task.board)
    chance = random.Random(f"{plan.seed} {task.board} {task.level} {task.number}")
    weaker_seat = task.number % 2
    levels = (task.level + weaker_seat, task.level + 1 - weaker_seat)
    match = Match(game, variant, (), _players(levels))
    _open(match, chance)
    opened = len(match.plies)
    with heeding(stop) as interrupt:
        _play(match, chance, interrupt)
        played = match.tip.line[opened:]
        thinker = Thinker(table_bits=_TABLE_BITS)
        judged = judge_moves(match, played, plan.seconds, thinker, interrupt)
        if interrupt.raised:
            return None
    rows = rows_of(match, played, judged.get)
    summaries = [summary_of(row for row in rows if row.seat == seat) for seat in (0, 1)]
    first, second = (LevelLoss(summary.moves, summary.lost) for summary in summaries)
    return (second, first) if weaker_seat else (first, second)


def _play(match: Match, chance: random.Random, interrupt: Interrupt) -> None:
    """Play a match to its end, unless interrupted."""
    thinkers = [Thinker(chance.getrandbits(32), _TABLE_BITS) for _ in match.players]
    while not match.over:
        seat = match.seat_of(match.position.turn)
        limit = match.mover.limit(match.game, match.start)
        position = match.game.with_evaluation(match.position, limit.judge)
        *_, finding = thinkers[seat].think(position, limit, interrupt)
        if interrupt.raised:
            return
        for move in turn_of(match.position, finding.line):
            match.play(move)


def _players(levels: tuple[int, int]) -> tuple[Player, Player]:
    first, second = (Player(computer=Method(level=level)) for level in levels)
    return first, second


def _open(match: Match, chance: random.Random) -> None:
    """Play a few random moves, as many as leave a game to be played."""
    plies = chance.randrange(LONGEST_OPENING + 1)
    while True:
        try:
            opening = random_opening(match.start, plies, chance)
        except NoOpening:
            plies -= 1
        else:
            break
    for move in opening:
        match.play(move)


class LossMeasuring:
    """Games to be measured on several boards, and what was found in them."""

    def __init__(self, boards: Sequence[str], games: int, plan: Plan) -> None:
        """Let every pair of neighbours play so many games, those by the clock fewer."""
        self.plan = plan
        self._games = games
        self.losses: dict[str, list[LevelLoss]] = {
            board: [LevelLoss() for _ in levels_on(*game_and_variant(board))] for board in boards
        }
        self.measured = 0
        self.total = sum(1 for _ in self.tasks())

    def tasks(self) -> Iterator[LevelGame]:
        """Yield all games, of the boards in turn."""
        for number in range(self._games):
            for board, losses in self.losses.items():
                for level in range(1, len(losses)):
                    if number < self._games_of(board, level):
                        yield LevelGame(board, level, number)

    def _games_of(self, board: str, level: int) -> int:
        timed = levels_on(*game_and_variant(board))[level].limit.seconds is not None
        return max(1, self._games // TIMED_PART) if timed else self._games

    def take(self, task: LevelGame, lost: tuple[LevelLoss, LevelLoss]) -> None:
        """Add what was found in a game."""
        losses = self.losses[task.board]
        for index, loss in zip((task.level - 1, task.level), lost, strict=True):
            losses[index] = losses[index].plus(loss)
        self.measured += 1

    def document(self) -> dict[str, Any]:
        """Return the figures as they are printed and kept."""
        return {
            "version": VERSION,
            "seed": self.plan.seed,
            "games": self._games,
            "seconds": self.plan.seconds,
            "boards": {
                board: {"levels": [loss._asdict() for loss in losses]}
                for board, losses in self.losses.items()
            },
        }
