"""The levels of a board against each other: every level and the one below, and fixed points.

Every pair of games that is finished is kept, so a ladder can be stopped and goes on. What is kept
counts as long as both players may use the same as then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import cycle, islice, pairwise
from typing import Any, NamedTuple

from kalahgui.engine import method
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.levels import Level, levels_on
from kalahgui.games.game import Game
from kalahgui.games.limit import Limit
from kalahgui.match.tournament import Contest, Pair, Spectator, Tally, play_pair
from kalahgui.solving.result_store import ResultStore

GAMES_EACH = 400
GAMES_OF_THE_HIGHEST = 200
GAMES_OF_FIXED_POINTS = 100
# Players that never change, to tell how strong the levels are in themselves.
FIXED_POINTS = ("simple", "alpha-beta:1", "alpha-beta:3", "alpha-beta:5")


class Meeting(NamedTuple):
    """Two players, each named as for ``match``, and how many games they are to play."""

    first: str
    second: str
    games: int


class LadderTask(NamedTuple):
    """A pair of games to be played."""

    contest: Contest
    pair: Pair


@dataclass(frozen=True)
class LadderPlan:
    """A board, the games of neighbours, the first and the last level, and where chance begins."""

    game: Game
    variant: str
    games: int = GAMES_EACH
    lowest: int = 1
    highest: int = 10
    seed: int = 0

    @property
    def board(self) -> str:
        """Return the name of the board, with its game."""
        return f"{self.game.key}:{self.variant}"

    @property
    def levels(self) -> tuple[Level, ...]:
        """Return all levels of the board."""
        return levels_on(self.game, self.variant)

    def played(self) -> list[Level]:
        """Return the levels that play."""
        return [level for level in self.levels if self.lowest <= level.number <= self.highest]

    @property
    def timed(self) -> bool:
        """Return whether a level that plays thinks for seconds."""
        return any(level.limit.seconds is not None for level in self.played())

    def meetings(self) -> Iterator[Meeting]:
        """Yield all neighbours, the weakest first, then every quick level with all fixed points."""
        numbers = [level.number for level in self.played()]
        for below, number in pairwise(numbers):
            yield Meeting(str(number), str(below), self.games_of(number))
        for level in self.played():
            if level.limit.seconds is None:
                for fixed in FIXED_POINTS:
                    games = min(self.games, GAMES_OF_FIXED_POINTS)
                    yield Meeting(str(level.number), fixed, games)

    def games_of(self, number: int) -> int:
        """Return how many games a level plays against the one below."""
        if number > len(self.levels) - 2 and self.levels[number - 1].limit.seconds is not None:
            return min(self.games, GAMES_OF_THE_HIGHEST)
        return self.games

    def contest(self, meeting: Meeting) -> Contest:
        """Return who plays whom."""
        start = self.game.start(self.variant)
        first, second = (
            method.parse(text, self.game).limit(self.game, start)
            for text in (meeting.first, meeting.second)
        )
        return Contest(self.game.key, self.variant, (), (first, second), self.seed)


def play_task(task: LadderTask) -> dict[str, Any]:
    """Play a pair of games; return their tally as a document."""
    return asdict(play_pair(task.contest, task.pair, Interrupt(), Spectator()))


class Ladder:
    """The games of a ladder, and those that a store has kept."""

    def __init__(self, plan: LadderPlan, store: ResultStore, openings: Sequence[list[int]]) -> None:
        self.plan = plan
        self.store = store
        self._openings = openings

    @property
    def openings(self) -> int:
        """Return how many different openings there are to begin with."""
        return len(self._openings)

    @property
    def total(self) -> int:
        """Return how many pairs are to be played in all."""
        return sum(self._pairs(meeting) for meeting in self.plan.meetings())

    @property
    def done(self) -> int:
        """Return how many of them have been."""
        return sum(self.store.get(repr(task)) is not None for task in self.tasks())

    def tasks(self) -> Iterator[LadderTask]:
        """Yield all pairs."""
        for meeting in self.plan.meetings():
            yield from self._tasks_of(meeting)

    def _tasks_of(self, meeting: Meeting) -> Iterator[LadderTask]:
        contest = self.plan.contest(meeting)
        for pair in enumerate(islice(cycle(self._openings), self._pairs(meeting))):
            yield LadderTask(contest, Pair(*pair))

    def _pairs(self, meeting: Meeting) -> int:
        pairs = meeting.games // 2
        if all(_always_alike(limit) for limit in self.plan.contest(meeting).players):
            # Another game from the same opening would be the same game.
            return min(pairs, len(self._openings))
        return pairs

    def tally(self, meeting: Meeting) -> Tally | None:
        """Return the games of a meeting that are kept; None without any."""
        total = Tally()
        for task in self._tasks_of(meeting):
            kept = self.store.get(repr(task))
            if kept is not None:
                total.take(Tally(**kept))
        return total if total.margins else None

    def figures(self, meeting: Meeting) -> dict[str, Any] | None:
        """Return the figures of a meeting; None when nothing has been played."""
        tally = self.tally(meeting)
        return None if tally is None else tally.document()

    def seconds_a_move(self, number: int) -> float | None:
        """Return how long a level thought on average against its neighbours; None if unknown."""
        seconds, thoughts = 0.0, 0
        whole = replace(self.plan, lowest=1, highest=len(self.plan.levels))
        for meeting in whole.meetings():
            tally = self.tally(meeting)
            if tally is not None and str(number) in meeting[:2]:
                player = meeting.index(str(number))
                seconds += tally.seconds[player]
                thoughts += tally.thoughts[player]
        return seconds / thoughts if thoughts else None


def _always_alike(limit: Limit) -> bool:
    return limit.seconds is None and not limit.errs and not limit.varied
