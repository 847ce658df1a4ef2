"""``losses``: measure what the levels lose a move, in games of neighbours that are reviewed."""

from __future__ import annotations

import functools
import random
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from kalahgui.cli import arguments
from kalahgui.cli.output import figures_table, print_table
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.judgement import turn_of
from kalahgui.engine.levels import levels_on
from kalahgui.engine.method import Method
from kalahgui.engine.thinker import Thinker
from kalahgui.games import game_and_variant
from kalahgui.match.match import Match, Player
from kalahgui.match.openings import most_plies, random_opening
from kalahgui.review.judgements import judge_moves
from kalahgui.review.like_level import VERSION, LevelLoss
from kalahgui.review.review_rows import rows_of, summary_of
from lab import many_games
from lab.many_games import GameTask

# So many random moves begin a game at most; they are not counted.
LONGEST_OPENING = 4
# Levels that think for seconds play so much less.
TIMED_PART = 2
_TABLE_BITS = 20
_GAMES_EACH = 4
_SECONDS = 6.0
BOARDS = (
    "kalah:6x3",
    "kalah:6x4",
    "kalah:6x6",
    "reversi:diamond",
    "reversi:6x6",
    "reversi:8x8",
)

_DESCRIPTION = f"""\
Measure what the levels lose a move: neighbouring levels play games against each
other, and every game is reviewed. 0 to {LONGEST_OPENING} random moves begin a game; they are not
counted. Levels that think for seconds play 1/{TIMED_PART} of the games. The same seed
begins the same games in whatever order, but players and reviews that keep to a
time do what the machine allows.

Games that are only won or lost tell the levels apart badly and are left out,
unless they are named. By the file a player is told which level plays like
that. It is made by
  python -m lab losses --out assets/tables/level-losses.json
"""
_EXAMPLES = f"""\
examples:
  python -m lab losses kalah:6x4 --games 10
  python -m lab losses tictactoe eight --seconds 1 --json

without a board: {", ".join(BOARDS)}
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about = "measure what the levels lose a move"
    parser = arguments.add_command(commands, "losses", run, about, _DESCRIPTION, _EXAMPLES)
    parser.add_argument(
        "boards",
        metavar="GAME[:VARIANT]",
        nargs="*",
        type=_board,
        help="a board, such as kalah:6x4; a game alone is its usual one",
    )
    arguments.add_seconds(parser, f"for the review of a game ({_SECONDS:g})", _SECONDS)
    many_games.add_options(parser, _GAMES_EACH, "each two neighbours play on a board")


def _board(text: str) -> str:
    game, variant = arguments.board(text)
    return f"{game.key}:{game.variant if variant is None else variant}"


def run(options: Namespace) -> int:
    """Run the command."""
    boards = list(dict.fromkeys(options.boards or BOARDS))
    measuring = LossMeasuring(boards, options.games, options.seed, options.seconds)
    work = functools.partial(measure_game, options.seed, options.seconds)
    return many_games.run(options, f"losses {options.seed} {options.seconds}", work, measuring)


def measure_game(seed: int, seconds: float, task: GameTask) -> tuple[LevelLoss, LevelLoss]:
    """Play a game of a level and the next one, and return what each lost.

    ``seconds`` are those of its review. The weaker one begins in the games with even numbers. The
    game follows from the seed and the task alone, as far as nobody thinks by the clock.
    """
    weaker_seat = task.number % 2
    match, opened = play_neighbours(seed, task)
    played = match.tip.line[opened:]
    judged = judge_moves(match, played, seconds, Thinker(table_bits=_TABLE_BITS), Interrupt())
    rows = rows_of(match, played, judged.get)
    summaries = [summary_of(row for row in rows if row.seat == seat) for seat in (0, 1)]
    first, second = (LevelLoss(summary.moves, summary.lost) for summary in summaries)
    return (second, first) if weaker_seat else (first, second)


def play_neighbours(seed: int, task: GameTask) -> tuple[Match, int]:
    """Return a game of a level and the next one, and how many random moves it began with."""
    game, variant = game_and_variant(task.board)
    chance = random.Random(f"{seed} {task.board} {task.level} {task.number}")
    levels = (task.level + task.number % 2, task.level + 1 - task.number % 2)
    first, second = (Player(computer=Method(level=level)) for level in levels)
    match = Match(game, variant, (), (first, second))
    _open(match, chance)
    opened = len(match.plies)
    _play(match, chance)
    return match, opened


def _play(match: Match, chance: random.Random) -> None:
    thinkers = [Thinker(chance.getrandbits(32), _TABLE_BITS) for _ in match.players]
    while not match.over:
        seat = match.seat_of(match.position.turn)
        limit = match.mover.limit(match.game, match.start)
        position = match.game.with_evaluation(match.position, limit.judge)
        for move in turn_of(match.position, thinkers[seat].best(position, limit).line):
            match.play(move)


def _open(match: Match, chance: random.Random) -> None:
    """Play a few random moves, as many as leave a game to be played."""
    plies = most_plies(match.start, chance.randrange(LONGEST_OPENING + 1))
    for move in random_opening(match.start, plies, chance):
        match.play(move)


class LossMeasuring:
    """Games to be measured on several boards, and what was found in them."""

    def __init__(
        self, boards: Sequence[str], games: int, seed: int = 0, seconds: float = _SECONDS
    ) -> None:
        """Let neighbours play a number of games; levels that think for seconds play fewer."""
        self._games, self._seed, self._seconds = games, seed, seconds
        self.losses: dict[str, list[LevelLoss]] = {
            board: [LevelLoss() for _ in levels_on(*game_and_variant(board))] for board in boards
        }

    def tasks(self) -> list[GameTask]:
        """Return all games, of the boards in turn; a ``level`` is the weaker of both."""
        return [
            GameTask(board, number, level)
            for number in range(self._games)
            for board, losses in self.losses.items()
            for level in range(1, len(losses))
            if number < self._games_of(board, level)
        ]

    def _games_of(self, board: str, level: int) -> int:
        timed = levels_on(*game_and_variant(board))[level].limit.seconds is not None
        return max(1, self._games // TIMED_PART) if timed else self._games

    def take(self, task: GameTask, lost: list[list[int]]) -> None:
        """Add what was found in a game."""
        losses = self.losses[task.board]
        for index, loss in zip((task.level - 1, task.level), lost, strict=True):
            losses[index] = losses[index].plus(LevelLoss(*loss))

    def document(self) -> dict[str, Any]:
        """Return the figures as they are printed and kept."""
        return {
            "version": VERSION,
            "seed": self._seed,
            "games": self._games,
            "seconds": self._seconds,
            "boards": {
                board: {"levels": [loss._asdict() for loss in losses]}
                for board, losses in self.losses.items()
            },
        }

    def print(self) -> None:
        """Print a table for each board."""
        for board, losses in self.losses.items():
            table = figures_table("level", "moves", "lost", "loss a move", title=board)
            for number, loss in enumerate(losses, start=1):
                mean = f"{loss.lost / loss.moves:.2f}" if loss.moves else "?"
                table.add_row(str(number), f"{loss.moves:,}", f"{loss.lost:,}", mean)
            print_table(table)
