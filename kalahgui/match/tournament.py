"""Games between two computer players: pairs from the same openings, with sides exchanged."""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.judgement import turn_of
from kalahgui.engine.knowledge import machine_knowledge
from kalahgui.engine.thinker import LEVEL_BITS, Thinker
from kalahgui.games import GAMES
from kalahgui.games.game import Game, Position
from kalahgui.games.limit import Limit
from kalahgui.solving.result_store import ResultStore
from kalahgui.solving.workers import Workers


@dataclass(frozen=True)
class Contest:
    """The players and the board of a match: all that a process needs to play its games."""

    game_key: str
    variant: str
    rules: tuple[str, ...]
    players: tuple[Limit, Limit]
    seed: int = 0

    @property
    def game(self) -> Game:
        """Return the game that is played."""
        return GAMES[self.game_key]

    @property
    def timed(self) -> bool:
        """Return whether a player thinks for seconds, so that no other run plays the same games."""
        return any(limit.seconds is not None for limit in self.players)

    @property
    def start(self) -> Position:
        """Return the position that games begin with."""
        position: Position = self.game.start(self.variant, self.rules)
        return position


@dataclass
class Tally:
    """The results of a match, seen by the player named first.

    A player's evaluations are None when some of its searches did not count them.
    """

    margins: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    thoughts: list[int] = field(default_factory=lambda: [0, 0])
    evaluations: list[int | None] = field(default_factory=lambda: [0, 0])

    def add(self, player: int, seconds: float, evaluations: int | None, thoughts: int = 1) -> None:
        """Add the searches for some turns of a player."""
        self.seconds[player] += seconds
        self.thoughts[player] += thoughts
        before = self.evaluations[player]
        counted = None if before is None or evaluations is None else before + evaluations
        self.evaluations[player] = counted

    def take(self, later: Tally) -> None:
        """Add the games of another tally, which were played after these."""
        self.margins += later.margins
        for player in (0, 1):
            counts = later.evaluations[player], later.thoughts[player]
            self.add(player, later.seconds[player], *counts)

    def document(self) -> dict[str, Any]:
        """Return the figures as a JSON document."""
        points = [0.5 + 0.5 * ((margin > 0) - (margin < 0)) for margin in self.margins]
        return {
            "games": len(points),
            "wins": [points.count(1.0), points.count(0.0)],
            "draws": points.count(0.5),
            "score": round(statistics.fmean(points), 4),
            "error": _error(points),
            "margin": round(statistics.fmean(self.margins), 3),
            "margin_error": _error(self.margins),
            "seconds_per_move": [
                round(seconds / max(1, thoughts), 6)
                for seconds, thoughts in zip(self.seconds, self.thoughts, strict=True)
            ],
            "evaluations": self.evaluations,
        }


def _error(results: Sequence[float]) -> float | None:
    # The games of a pair have the same opening; pairs are independent.
    pairs = [statistics.fmean(pair) for pair in zip(results[::2], results[1::2], strict=True)]
    return round(statistics.stdev(pairs) / math.sqrt(len(pairs)), 4) if len(pairs) > 1 else None


class Spectator:
    """A listener to the games of a match as they are played; this one does nothing."""

    def begin(self, number: int, first: int) -> None:
        """A game begins, counted from 0; player ``first`` has the first side."""

    def move(self, position: Position, move: int, player: int | None) -> None:
        """A move is about to be played in a position; None as player in the opening."""

    def end(self, position: Position, margin: int) -> None:
        """A game has ended with a margin for player 0."""


class Pair(NamedTuple):
    """Two games from one opening, each player once the first: their number and the opening."""

    number: int
    opening: list[int]


class _GameMoves(Spectator):
    """Records the moves of a pair of games for another spectator."""

    def __init__(self) -> None:
        self.games: list[list[tuple[int, int | None]]] = []

    def begin(self, number: int, first: int) -> None:
        self.games.append([])

    def move(self, position: Position, move: int, player: int | None) -> None:
        self.games[-1].append((move, player))


def play_match(
    contest: Contest,
    openings: Iterable[list[int]],
    interrupt: Interrupt,
    spectator: Spectator | None = None,
    workers: Workers | None = None,
    store: ResultStore | None = None,
) -> Tally:
    """Play a pair of games from each opening; the result is of no use when interrupted.

    It does not depend on the workers, nor do the spectator's calls, except for players limited in
    time. Without workers the games are played here; with them, pairs are kept in the store.
    """
    spectator = Spectator() if spectator is None else spectator
    pairs = (Pair(number, opening) for number, opening in enumerate(openings))
    tally = Tally()
    if workers is None:
        for pair in pairs:
            tally.take(play_pair(contest, pair, interrupt, spectator))
            if interrupt.raised:
                break
        return tally
    tasks = ((contest, pair) for pair in pairs)
    results = workers.results(_play_elsewhere, tasks, interrupt.word(), store)
    numbered = ((pair.number, played) for (_, pair), played in results)
    for number, (played, games) in in_order(numbered):
        pair_tally = Tally(**played)
        _tell(contest, number, zip(games, pair_tally.margins, strict=True), spectator)
        tally.take(pair_tally)
    return tally


def play_pair(contest: Contest, pair: Pair, interrupt: Interrupt, spectator: Spectator) -> Tally:
    """Play two games from an opening, the sides exchanged; ends early when it is interrupted."""
    tally = Tally()
    start = contest.start
    knowledge = machine_knowledge()
    for first in (0, 1):
        seeds = random.Random(f"{contest.seed} {pair.number} {first}")
        thinkers = [
            Thinker(seeds.getrandbits(32), LEVEL_BITS, knowledge=knowledge) for _ in contest.players
        ]
        spectator.begin(2 * pair.number + first, first)
        position = start.copy()
        for move in pair.opening:
            spectator.move(position, move, None)
            position.play(move)
        _play_on(contest, position, thinkers, first, tally, interrupt, spectator)
        if interrupt.raised:
            break
        margin = position.final() * (1 if position.turn == first else -1)  # of player 0
        tally.margins.append(margin)
        spectator.end(position, margin)
    return tally


def in_order(numbered: Iterable[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
    """Yield numbered items in the order of their numbers, from 0, each as soon as possible."""
    waiting: dict[int, Any] = {}
    due = 0
    for number, result in numbered:
        waiting[number] = result
        while due in waiting:
            yield due, waiting.pop(due)
            due += 1


def _play_on(
    contest: Contest,
    position: Position,
    thinkers: list[Thinker],
    first: int,
    tally: Tally,
    interrupt: Interrupt,
    spectator: Spectator,
) -> None:
    while not position.over:
        player = position.turn ^ first
        limit = contest.players[player]
        begin = time.perf_counter()
        judged = contest.game.with_evaluation(position, limit.judge)
        *_, finding = thinkers[player].think(judged, limit, interrupt)
        tally.add(player, time.perf_counter() - begin, finding.evaluations)
        if interrupt.raised:
            return
        for move in turn_of(position, finding.line):
            spectator.move(position, move, player)
            position.play(move)


def _play_elsewhere(task: tuple[Contest, Pair]) -> tuple[dict[str, Any], list[Any]]:
    moves = _GameMoves()
    return asdict(play_pair(*task, Interrupt(), moves)), moves.games


def _tell(
    contest: Contest, number: int, games: Iterable[tuple[Any, int]], spectator: Spectator
) -> None:
    for first, (moves, margin) in enumerate(games):
        spectator.begin(2 * number + first, first)
        position = contest.start
        for move, player in moves:
            spectator.move(position, move, player)
            position.play(move)
        spectator.end(position, margin)
