"""``verify``: check a certificate, the proof of a bound, by the rules of Kalah alone.

It shares no code with the rest and needs only numpy: ``python lab/verify.py FILE`` does as well.

A certificate is a line of JSON, which says what is proven, and compressed records: a placing of
stones, the mover's pits first, each side in its order of sowing, and a bound of its gain, which is
what the side to move banks from there to the last stone, less what the other side does. A record of
the first kind says "at least": one of its moves must do. One of the second kind says "at most": all
moves must. A move leads to the end of the game, to a placing of a few stones (all of these are
worked out here, fewest stones first), to another record, or to n stones that are worth -n to n.

Nothing is proven in a circle, as no game comes back to a placing. A stone in a store stays there. A
move that banks none did not pass the mover's store and captured nothing: it took stones from a pit
of the mover to others nearer to the same store. So every move lessens the stones in the pits, or
else the sum of their distances to the stores of their sides. The latter is checked as well.
"""

import json
import lzma
import sys
from collections.abc import Iterator
from math import comb
from typing import IO, Any

import numpy as np

NAME, BOUNDS = "KalahGUI certificate 1", ("at least", "at most")
ZERO, AT_ONCE = 128, 1 << 16  # the byte of a bound of 0; placings, a column of an array each


def moves(cells: Any, empty_capture: bool) -> Iterator[tuple[Any, Any, Any, Any, Any]]:
    """Yield for each pit: placings with a move, gains, placings after it, if again, if over."""
    pits = len(cells) // 2
    for pit in range(pits):
        which = np.flatnonzero(cells[pit])
        ring = np.insert(cells[:, which], pits, 0, axis=0)
        hand, ring[pit] = ring[pit].copy(), 0
        for stone in range(1, hand.max(initial=0) + 1):
            ring[(pit + stone) % len(ring)] += hand >= stone
        last, index = (pit + hand) % len(ring), np.arange(len(which))
        taken = ring[2 * pits - last, index]
        captures = (last < pits) & (ring[last, index] == 1) & ((taken > 0) | empty_capture)
        gain = ring[pits] + captures * (taken + 1)
        ring[last[captures], index[captures]] = ring[2 * pits - last[captures], index[captures]] = 0
        own, opp = ring[:pits], ring[pits + 1 :]
        own_rest, opp_rest = own.sum(axis=0, dtype=np.int16), opp.sum(axis=0, dtype=np.int16)
        over = (own_rest == 0) | (opp_rest == 0)
        gain += over * (own_rest - opp_rest)
        yield which, gain, np.where(last == pits, [*own, *opp], [*opp, *own]), last == pits, over


def distances(cells: Any) -> Any:
    """Return the sums of the stones' distances to the stores of the sides on which they lie."""
    return np.array([*range(len(cells) // 2, 0, -1)] * 2, np.int16) @ cells


def parts(*wholes: Any) -> Iterator[list[Any]]:
    """Yield arrays of equal length part by part, no more at once than fits into memory."""
    for at in range(0, len(wholes[0]), AT_ONCE):
        yield [whole[at : at + AT_ONCE] for whole in wholes]


class Known:
    """The records, and the gains of all placings of a few stones.

    A placing is found by its number: how many there are with fewer stones, with as many but fewer
    outside of the last cell, with as many there but fewer outside of the last two, and so on.
    """

    def __init__(self, start: bytes, rule: bool, few: int, records: list[Any]) -> None:
        """Take the records of both kinds, and work out the placings of a few stones."""
        self.rule, self.few, self.records, stones = rule, few, [], range(sum(start) + 2)
        ways = [[comb(n + at, at + 1) for n in stones] for at in range(len(start))]
        self.fewer = np.array(ways, np.int64)  # or an error where a number is larger
        for rows in records:
            numbered = [self.number(part[:, :-1].T.astype(np.int16)) for (part,) in parts(rows)]
            order = np.argsort(numbers := np.concatenate([*numbered, self.fewer[-1][-1:]]))
            self.records.append((numbers[order], np.append(rows[:, -1], 0)[order]))
            if not np.diff(numbers[order]).all() or order[-1] < len(rows):
                raise ValueError("a placing has two records of one kind, or too many stones")
        self.gains = np.zeros(comb(few + len(start), few), np.int8)
        for total in range(2, few + 1):
            layer = np.arange(*self.fewer[-1][total : total + 2])
            far = np.concatenate([distances(self.placings(part)) for (part,) in parts(layer)])
            for distance in np.unique(far):
                for (part,) in parts(layer[far == distance]):
                    self.gains[part] = self.best(self.placings(part), 0)

    def number(self, cells: Any) -> Any:
        """Return the numbers of placings."""
        return sum(map(np.take, self.fewer, np.cumsum(cells, axis=0)))

    def placings(self, numbers: Any) -> Any:
        """Return the placings with some numbers."""
        sums = np.zeros((len(self.fewer) + 1, len(numbers)), np.int16)
        for at, fewer in reversed([*enumerate(self.fewer, 1)]):
            sums[at] = np.searchsorted(fewer, numbers, "right") - 1
            numbers = numbers - fewer[sums[at]]
        return np.diff(sums, axis=0)

    def bounds(self, cells: Any, kind: int) -> Any:
        """Return the bounds that are known of placings."""
        left, numbers, (known, bounds) = cells.sum(axis=0), self.number(cells), self.records[kind]
        result, few, many = left if kind else -left, left <= self.few, left > self.few
        result[few] = self.gains[numbers[few]]
        at = np.searchsorted(known, numbers[many])
        there = known[at] == numbers[many]
        result[np.flatnonzero(many)[there]] = bounds[at[there]].astype(int) - ZERO
        return result

    def best(self, cells: Any, kind: int) -> Any:
        """Return the best bounds that the moves of placings have."""
        best = np.full(cells.shape[1], -ZERO)
        for which, gain, after, again, over in moves(cells, self.rule):
            stays = ~over & (gain == 0)
            if (distances(after[:, stays]) >= distances(cells[:, which[stays]])).any():
                raise ValueError("a game could come back to a placing")
            gain[~over & again] += self.bounds(after[:, ~over & again], kind)
            gain[~over & ~again] -= self.bounds(after[:, ~over & ~again], 1 - kind)
            best[which] = np.maximum(best[which], gain)
        return best


def verify(file: IO[bytes]) -> str:
    """Return what a certificate proves; one that does not prove what it says raises an error."""
    line = json.loads(file.readline(4096))
    own, opp, rule, few = (line[key] for key in ("own", "opp", "empty_capture", "database"))
    start, goal, kind = bytes(own + opp), line["value"] - line["lead"], BOUNDS.index(line["bound"])
    alike = (line["file"], len(own), type(rule), type(goal)) == (NAME, len(opp), bool, int)
    if not (alike and any(own) and any(opp) and few <= sum(start) < ZERO and len(own) <= 8):
        raise ValueError("its first line has no position, or one that is too large")
    rows = np.frombuffer(lzma.decompress(file.read()), np.uint8).reshape(-1, len(start) + 1)
    known = Known(start, rule, few, np.split(rows, line["records"][:1]))
    for record_kind, (numbers, bounds) in enumerate(known.records):
        for some, bytes_of in parts(numbers[:-1], bounds[:-1]):
            best, bound = known.best(known.placings(some), record_kind), bytes_of.astype(int) - ZERO
            if ((best > bound) if record_kind else (best < bound)).any():
                raise ValueError("a bound does not follow from the moves of its placing")
    (proven,) = known.bounds(np.array([[*start]]).T, kind)
    if (proven > goal) if kind else (proven < goal):
        raise ValueError(f"it proves {BOUNDS[kind]} {proven + line['lead']} only")
    return f"{line['bound']} {line['value']:+}, by {len(rows):,} placings"


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as certificate:
            print("proven:", verify(certificate))
    except Exception as error:  # whatever it is, nothing is proven
        sys.exit(f"refused: {error}")
