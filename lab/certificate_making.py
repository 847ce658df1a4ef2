"""The making of a certificate: the proof of a bound, placing by placing.

It walks from the start to the end of the game. Where the side to move is to reach something, one
move is followed, and all moves where the other side is to be kept from it. A move comes from the
table of a search that has proven the bound, or is searched again where the table forgot.

A placing is dealt with once, after all that lead to it: those of more stones come first, and of as
many stones those that lie farther from the stores. By then the strongest bound that is asked of it
is known. Placings of a few stones are left out: the database knows their gains, and whoever checks
the certificate works them all out.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable
from operator import mul
from pathlib import Path
from typing import NamedTuple

from kalahgui.cli.arguments import Failed
from kalahgui.core.kalah import KalahPosition
from kalahgui.core.prover import Prover
from kalahgui.core.search import Search
from kalahgui.core.table import table_for
from kalahgui.solving.solution_steps import Bounds

AT_LEAST, AT_MOST = 0, 1
BOUNDS = ("at least", "at most")

# Not taken from what checks certificates, which is to share nothing.
_NAME = "KalahGUI certificate 1"
_ZERO = 128  # the byte of a bound of 0
_COMPRESSION = 5

_GUESS_DEPTH = 10
_GUESS_BITS = 18


class NotProven(Failed):
    """A position is not worth what was to be proven."""

    def __init__(self) -> None:
        super().__init__("this bound is not true, so there is no proof of it")


def proven_bound(prover: Prover, position: KalahPosition, goal: int, hopeful: bool) -> int:
    """Return what Prover.bound does; KeyboardInterrupt after a stop.

    Failed where a line of the game is longer than a search can follow.
    """
    bound = prover.bound(position, goal, hopeful)
    if bound is None and prover.stop.raised:
        raise KeyboardInterrupt
    if bound is None:
        raise Failed("the games of this board are too long to be proven")
    return int(bound)


def value_of(position: KalahPosition, prover: Prover) -> int:
    """Return the exact value of a position; raises what ``proven_bound`` does."""
    search = Search(table_for(position, _GUESS_BITS))
    *_, guess = (finding.value for finding in search.deepen(position, _GUESS_DEPTH))
    bounds = Bounds(*position.bounds())
    while not bounds.meet:
        goal = bounds.questions(guess)[0]
        bound = proven_bound(prover, position, goal, hopeful=goal <= guess)
        if bound >= goal:
            bounds.raise_low(bound)
        else:
            bounds.lower_high(bound)
    return bounds.low


class _Step(NamedTuple):
    """A move whose bound does not follow from the stones that are left."""

    move: int
    own: int
    opp: int
    kind: int
    bound: int
    stones: int


_Level = dict[tuple[int, int, int], int]


class Certificate:
    """The proof that a position is worth at least, or at most, a value for the side to move."""

    def __init__(
        self,
        start: KalahPosition,
        kind: int,
        value: int,
        prover: Prover,
        few: int,
        watch: Callable[[int, int], None] = lambda stones, records: None,
    ) -> None:
        """Set up; ``start`` is played to the last stone.

        Placings of up to ``few`` stones are left out; its endgame database has at least as many.
        ``watch`` is called with the most stones of what is left to be done, and the records so far.
        """
        self.bound, self.value, self.few = BOUNDS[kind], value, few
        self._start, self._kind = start, kind
        self._prover = prover
        self._watch = watch
        self._here = start.copy()
        self._to_store = range(start.pits, 0, -1)
        self._levels: dict[tuple[int, int], _Level] = {}
        self.records: tuple[dict[bytes, bytearray], ...] = ({}, {})
        self.count = [0, 0]

    def make(self) -> None:
        """Find the records; raises NotProven, and what ``proven_bound`` does."""
        start, bound = self._start, self.value - self._start.lead
        first = _Step(0, start.own, start.opp, self._kind, bound, start.size())
        if not self._holds(first):
            raise NotProven
        self._ask(first)
        while self._levels:
            level = max(self._levels)
            self._watch(level[0], sum(self.count))
            for (own, opp, kind), bound in self._levels.pop(level).items():
                self._add(own, opp, kind, bound)
                self._follow(own, opp, kind, bound)

    def write(self, path: Path, made: str) -> None:
        """Write the certificate, ``made`` by a command; OSError when that cannot be done."""
        start = self._start
        own, opp = (list(side) for side in self._sides(start.own, start.opp))
        header = {
            "file": _NAME,
            "made": made,
            "own": own,
            "opp": opp,
            "lead": start.lead,
            "empty_capture": bool(start.empty_capture),
            "bound": self.bound,
            "value": self.value,
            "database": self.few,
            "records": self.count,
        }
        # Lines that are alike follow each other, and only the differences are kept.
        filters = [
            {"id": lzma.FILTER_DELTA, "dist": 2 * start.pits + 1},
            {"id": lzma.FILTER_LZMA2, "preset": _COMPRESSION},
        ]
        with path.open("wb") as file:
            file.write(json.dumps(header).encode() + b"\n")
            with lzma.open(file, "wb", filters=filters) as packed:
                for records in self.records:
                    for side, rest in sorted(records.items()):
                        width = len(side) + 1
                        places = (rest[at : at + width] for at in range(0, len(rest), width))
                        packed.write(b"".join(side + place for place in sorted(places)))

    def _sides(self, own: int, opp: int) -> tuple[bytes, bytes]:
        pits = self._start.pits
        return own.to_bytes(8, "little")[:pits], opp.to_bytes(8, "little")[:pits]

    def _add(self, own: int, opp: int, kind: int, bound: int) -> None:
        side, other = self._sides(own, opp)
        records = self.records[kind].setdefault(side, bytearray())
        records += other
        records.append(bound + _ZERO)
        self.count[kind] += 1

    def _follow(self, own: int, opp: int, kind: int, bound: int) -> None:
        """Ask of the positions after one move, or after all, what a record follows from."""
        steps = self._steps(own, opp, kind, bound)
        if kind == AT_MOST:
            for step in steps:
                self._ask(step)
        elif steps and not any(map(self._asked, steps)):
            self._ask(self._chosen(own, opp, bound, steps))

    def _steps(self, own: int, opp: int, kind: int, bound: int) -> list[_Step]:
        """Return the moves that are not settled yet; none where one move settles the record."""
        here, endgame = self._here, self._start.endgame
        steps = []
        self._go_to(own, opp)
        for move in here.moves():
            self._go_to(own, opp)
            again = here.play(move)
            sign = 1 if again else -1
            after, rest = kind if again else 1 - kind, here.size()
            needed = sign * (bound - sign * here.lead)
            lowest, highest = -rest, rest
            if 0 < rest <= self.few:
                lowest = highest = endgame.gain(here.own, here.opp)
            if needed <= lowest if after == AT_LEAST else needed >= highest:
                if kind == AT_LEAST:
                    return []
            elif lowest < highest:
                # All gains of so many stones are even, or all are odd.
                needed += ((needed - rest) & 1) * (1 if after == AT_LEAST else -1)
                steps.append(_Step(move, here.own, here.opp, after, needed, rest))
            elif kind == AT_MOST:
                raise NotProven
        return steps

    def _go_to(self, own: int, opp: int) -> None:
        self._here.own, self._here.opp, self._here.lead, self._here.turn = own, opp, 0, 0

    def _level(self, step: _Step) -> tuple[int, int]:
        """Return the stones of a placing and the sum of their distances to the stores."""
        distances = sum(
            sum(map(mul, side, self._to_store)) for side in self._sides(step.own, step.opp)
        )
        return step.stones, distances

    def _ask(self, step: _Step) -> None:
        """Ask a bound of a placing, or a stronger one than before."""
        level = self._levels.setdefault(self._level(step), {})
        place = step.own, step.opp, step.kind
        stronger = max if step.kind == AT_LEAST else min
        level[place] = stronger(step.bound, level.get(place, step.bound))

    def _asked(self, step: _Step) -> bool:
        """Return whether as much has been asked of a placing already."""
        known = self._levels.get(self._level(step), {}).get((step.own, step.opp, step.kind))
        if known is None:
            return False
        return known >= step.bound if step.kind == AT_LEAST else known <= step.bound

    def _chosen(self, own: int, opp: int, bound: int, steps: list[_Step]) -> _Step:
        """Return a move that does: the table's, or else the first that a search would try."""
        here = self._here
        self._go_to(own, opp)
        proven_bound(self._prover, here, bound, hopeful=True)
        first = self._prover.remembered(here)
        steps.sort(key=lambda step: (step.move == first, here.priority(step.move)), reverse=True)
        return next(step for step in steps if self._holds(step))

    def _holds(self, step: _Step) -> bool:
        self._go_to(step.own, step.opp)
        goal = step.bound + step.kind  # at most a bound is not at least one more
        hopeful = step.kind == AT_LEAST
        return (proven_bound(self._prover, self._here, goal, hopeful) >= goal) == hopeful
