"""Games between two computer players, with equal chances for both."""

from __future__ import annotations

import math
import random
import statistics
import time
from dataclasses import dataclass, field
from typing import Any

from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.limit import Limit
from kalahgui.engine.thinker import Thinker, turn_of
from kalahgui.games.game import Game, Position

_OPENING_TRIES = 1000
_TABLE_BITS = 20


class NoOpening(ValueError):
    """So many random moves always end the game."""


@dataclass
class Tally:
    """The games of a match, seen by the player named first.

    A player's evaluations are None when some of its thoughts did not count them.
    """

    margins: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    thoughts: list[int] = field(default_factory=lambda: [0, 0])
    evaluations: list[int | None] = field(default_factory=lambda: [0, 0])

    def add(self, player: int, seconds: float, evaluations: int | None) -> None:
        """Count a thought of a player."""
        self.seconds[player] += seconds
        self.thoughts[player] += 1
        before = self.evaluations[player]
        counted = None if before is None or evaluations is None else before + evaluations
        self.evaluations[player] = counted

    def document(self) -> dict[str, Any]:
        """Return the figures as they are printed."""
        points = [0.5 + 0.5 * ((margin > 0) - (margin < 0)) for margin in self.margins]
        games = len(points)
        # Both games of a pair begin alike, so they are not independent: the pairs are.
        pairs = [statistics.fmean(pair) for pair in zip(points[::2], points[1::2], strict=True)]
        error = None
        if len(pairs) > 1:
            error = round(statistics.stdev(pairs) / math.sqrt(len(pairs)), 4)
        return {
            "games": games,
            "wins": [points.count(1.0), points.count(0.0)],
            "draws": points.count(0.5),
            "score": round(statistics.fmean(points), 4),
            "error": error,
            "margin": round(statistics.fmean(self.margins), 3),
            "seconds_per_move": [
                round(seconds / max(1, thoughts), 6)
                for seconds, thoughts in zip(self.seconds, self.thoughts, strict=True)
            ],
            "evaluations": self.evaluations,
        }


class Spectator:
    """Is told the games of a match as they are played; this one takes no notice."""

    def begin(self, number: int, first: int) -> None:
        """A game begins, counted from 0; player ``first`` has the first side."""

    def move(self, position: Position, move: int, player: int | None) -> None:
        """A move is about to be played in a position; no player chose it in the opening."""

    def end(self, position: Position, margin: int) -> None:
        """A game has ended, with player 0 so far ahead."""


def play_match(
    game: Game,
    start: Position,
    players: tuple[Limit, Limit],
    games: int,
    seed: int,
    plies: int,
    interrupt: Interrupt,
    spectator: Spectator | None = None,
) -> Tally:
    """Play pairs of games; ends early when it is interrupted."""
    spectator = Spectator() if spectator is None else spectator
    tally = Tally()
    for pair in range(games // 2):
        opening = random_opening(start, plies, random.Random(f"{seed} {pair}"))
        for first in (0, 1):
            seeds = random.Random(f"{seed} {pair} {first}")
            thinkers = [Thinker(seeds.getrandbits(32), _TABLE_BITS) for _ in players]
            spectator.begin(2 * pair + first, first)
            position = start.copy()
            for move in opening:
                spectator.move(position, move, None)
                position.play(move)
            _play_on(game, position, players, thinkers, first, tally, interrupt, spectator)
            if interrupt.raised:
                return tally
            margin = int(position.final()) * (1 if position.turn == first else -1)
            tally.margins.append(margin)
            spectator.end(position, margin)
    return tally


def random_opening(start: Position, plies: int, chance: random.Random) -> list[int]:
    """Return random moves that do not end the game; NoOpening when there are no such moves."""
    for _ in range(_OPENING_TRIES):
        position = start.copy()
        moves: list[int] = []
        while len(moves) < plies and not position.over:
            moves.append(chance.choice(position.moves()))
            position.play(moves[-1])
        if not position.over:
            return moves
    raise NoOpening(f"no {plies} random moves leave a game to be played")


def _play_on(
    game: Game,
    position: Position,
    players: tuple[Limit, Limit],
    thinkers: list[Thinker],
    first: int,
    tally: Tally,
    interrupt: Interrupt,
    spectator: Spectator,
) -> None:
    """Play a game on to its end, unless interrupted; player ``first`` has the first side."""
    while not position.over:
        player = position.turn ^ first
        begin = time.perf_counter()
        judged = game.judged(position, players[player].evaluation)
        *_, finding = thinkers[player].think(judged, players[player], interrupt)
        tally.add(player, time.perf_counter() - begin, finding.evaluations)
        if interrupt.raised:
            return
        for move in turn_of(position, finding.line):
            spectator.move(position, move, player)
            position.play(move)
