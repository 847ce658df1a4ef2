"""The making of an opening book: what belongs in it, proven position by position.

A book lets a player by the book play perfectly on either side. Where that player moves, one best
move is followed; where the other side does, every move. It ends at positions that a player limited
by time alone reads out at once. That is tried by the playing search, always in the same way, so
what belongs in a book follows from its board and rules, and from nothing on the machine that makes
it.

What has been proven is kept as it is found, so that a making that was stopped goes on. Where hours
are too few for the whole book, what is proven by then makes a smaller one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from enum import Flag
from typing import NamedTuple

from kalahgui.core.endgame import Endgame, layer_ends
from kalahgui.core.kalah import KalahPosition
from kalahgui.core.prover import Prover
from kalahgui.core.search import MAX_DEPTH, Finding, Search, StopWord
from kalahgui.core.table import table_for
from kalahgui.engine.book import Book, BookBoard, Entry
from kalahgui.engine.endgame_store import EndgameShape, shape_within
from kalahgui.engine.starts import known_start
from kalahgui.games.game import children
from kalahgui.solving.result_store import ResultStore
from kalahgui.solving.solving_memory import table_bits
from lab.certificate_making import proven_bound

# What a player reads out in so many nodes is not in the book.
NODES = 1_000_000

_LARGE = 96 << 20  # bytes of the database by which values are proven: 18 stones of six pits
_USUAL = 32 << 20  # of the one that players have at least: 16 stones
_PLAYING_BITS = 18
_GUESS_DEPTH = 10


class Unproven(Exception):
    """A value is not proven, and is not to be."""


class MakingProgress(NamedTuple):
    """Progress of a book: how many positions of a ply are done, and how many the book has."""

    ply: int
    done: int
    positions: int
    in_book: int


class _Mover(Flag):
    """Who moves in a position: the player by the book, the other one, or either of them."""

    BY_THE_BOOK = 1
    OTHER = 2
    EITHER = 3


class _BookPlace(NamedTuple):
    """A position to look at, who moves there, and after how many turns."""

    position: KalahPosition
    mover: _Mover
    turns: int


_Words = tuple[int, int]


def proving_shape(subject: BookBoard) -> EndgameShape:
    """Return the endgame database that a book's values are proven with."""
    return _shape(subject, _LARGE)


def playing_shape(subject: BookBoard) -> EndgameShape:
    """Return the endgame database of those whose reading ends the book."""
    return _shape(subject, _USUAL)


def _shape(subject: BookBoard, size: int) -> EndgameShape:
    """Return the largest database of a size, but of no more than half of a game's stones."""
    largest = shape_within(subject.pits, subject.empty_capture, size)
    return largest._replace(stones=max(2, min(largest.stones, subject.stones // 2)))


class Making:
    """The making of one book."""

    def __init__(
        self,
        start: KalahPosition,
        endgame: Endgame,
        proven: Proven,
        nodes: int,
        stop: StopWord,
        watch: Callable[[MakingProgress], None] = lambda progress: None,
        plies: int | None = None,
        proves: bool = True,
    ) -> None:
        """Get ready; ``endgame`` has at least the stones that the proving shape has.

        The book ends after so many ``plies`` if it has not ended before. One that ``proves``
        nothing leaves out the positions whose value or best move is not proven yet.
        """
        self._start = start.to_the_end().knowing(endgame)
        self._start.evaluation = None
        self._subject = BookBoard(*start.book_board())
        self._proven = proven
        self._nodes = nodes
        self._stop = stop
        self._watch = watch
        self._plies = plies
        self._proves = proves
        self.prover = Prover(table_for(start, table_bits(self._start)), stop)
        self._few = _reduced(endgame, playing_shape(self._subject))
        self._playing = Search(table_for(start, _PLAYING_BITS))
        self._movers: dict[_Words, _Mover] = {}
        self._entries: dict[_Words, Entry] = {}

    def run(self, made: str) -> Book:
        """Return the book, ``made`` by a command.

        KeyboardInterrupt when the stop word was raised, Failed where lines are too long to be
        proven, or OSError from the file.
        """
        self._take_up_start()
        layer = {_words(self._start): _BookPlace(self._start, _Mover.EITHER, 0)}
        ply = 0
        while layer and ply != self._plies:
            following: dict[_Words, _BookPlace] = {}
            for done, (_, place) in enumerate(sorted(layer.items())):
                self._watch(MakingProgress(ply, done, len(layer), len(self._entries)))
                self._look_at(place, following)
            layer = following
            ply += 1
        return Book(self._subject, made, self._entries.values())

    def _take_up_start(self) -> None:
        """Take up what is known of the start and its moves, which may have taken hours."""
        known = known_start(self._start)
        if known is None:
            return
        self._proven.take_bounds(self._start, known.value, known.value)
        for move, child, sign in children(self._start):
            if not child.over:
                least, most = sorted(sign * value for value in known.moves[move])
                low, high = self._proven.bounds(child)
                self._proven.take_bounds(child, max(low, least), min(high, most))

    def _look_at(self, place: _BookPlace, following: dict[_Words, _BookPlace]) -> None:
        """Take a position into the book, and note what comes after it."""
        position, words = place.position, _words(place.position)
        known = self._movers.get(words, _Mover(0))
        mover = known | place.mover
        if mover == known:
            return
        self._movers[words] = mover
        # The values of all first turns belong in the book, for the choice under the pie rule.
        if place.turns > 1 and self._read_out_at_once(position):
            return
        try:
            value = self._value(position)
            best = self._best(position, value, mover)
        except Unproven:
            return
        for move, child, sign in children(position):
            after = _after(mover, move in best, again=sign > 0)
            if after and not child.over:
                here = _BookPlace(child, after, place.turns + (sign < 0))
                following[_words(child)] = _both(here, following.get(_words(child)))
        moves = sum(1 << move for move in best)
        self._entries[words] = Entry(*words, value - position.lead, moves)

    def _best(self, position: KalahPosition, value: int, mover: _Mover) -> list[int]:
        """Return best moves: one to follow for the player by the book, all of the other's.

        Where nothing is to be proven, those of the other that are known to be best.
        """
        best: list[int] = []
        for move in self._in_order(position):
            child = position.copy()
            sign = 1 if child.play(move) else -1
            with contextlib.suppress(Unproven):
                if not (best and mover & _Mover.BY_THE_BOOK) and self._comes_to(child, sign, value):
                    best.append(move)
                    if not child.over:
                        self._proven.take_bounds(child, sign * value, sign * value)
        if not best:
            raise Unproven
        return best

    def _in_order(self, position: KalahPosition) -> list[int]:
        first = self._deepened(position, _GUESS_DEPTH)[-1].line[0]
        others = sorted(position.moves(), key=position.priority, reverse=True)
        return [first, *(move for move in others if move != first)]

    def _comes_to(self, child: KalahPosition, sign: int, value: int) -> bool:
        """Return whether a move has a value for the side that moved; no move has a higher one."""
        if child.over:
            return bool(sign * child.final() == value)
        if sign > 0:
            return self._reaches(child, value, True)
        return not self._reaches(child, 1 - value, False)

    def _value(self, position: KalahPosition) -> int:
        low, high = self._proven.bounds(position)
        guess = self._deepened(position, _GUESS_DEPTH)[-1].value if low < high else low
        hopeful = True
        while low < high:
            if self._reaches(position, min(max(guess, low + 1), high), hopeful):
                low, high = self._proven.bounds(position)
                guess, hopeful = low + 1, False
            else:
                low, high = self._proven.bounds(position)
                guess, hopeful = high, True
        return low

    def _reaches(self, position: KalahPosition, goal: int, hopeful: bool) -> bool:
        """Return whether a position is worth a goal or more; ``hopeful`` when that is expected."""
        low, high = self._proven.bounds(position)
        if low < goal <= high:
            bound = position.proven(goal)
            if bound is None and not self._proves:
                raise Unproven
            if bound is None:
                bound = proven_bound(self.prover, position, goal, hopeful)
            low, high = (bound, high) if bound >= goal else (low, bound)
            self._proven.take_bounds(position, low, high)
        return low >= goal

    def _read_out_at_once(self, position: KalahPosition) -> bool:
        """Return whether the playing search finds the exact value within the limit of nodes."""
        at_once = self._proven.at_once(position)
        if at_once is None:
            finding = self._deepened(position, MAX_DEPTH)[-1]
            at_once = finding.exact and finding.nodes <= self._nodes
            self._proven.take_at_once(position, at_once)
        return at_once

    def _deepened(self, position: KalahPosition, depth: int) -> list[Finding]:
        """Return the findings of a player who knows nothing yet, until they take too many nodes."""
        self._playing.table.memory[:] = bytes(self._playing.table.memory.nbytes)
        self._playing.stop = self._stop
        findings = []
        for finding in self._playing.deepen(position.knowing(self._few), depth):
            findings.append(finding)
            if finding.nodes > self._nodes:
                break
        if self._stop.raised:
            raise KeyboardInterrupt
        return findings


def _after(mover: _Mover, is_best: bool, again: bool) -> _Mover:
    """Return who moves after a move; no player when the book need not follow that move."""
    after = _Mover(0)
    if mover & _Mover.BY_THE_BOOK and is_best:
        after |= _Mover.BY_THE_BOOK if again else _Mover.OTHER
    if mover & _Mover.OTHER:
        after |= _Mover.OTHER if again else _Mover.BY_THE_BOOK
    return after


def _both(place: _BookPlace, other: _BookPlace | None) -> _BookPlace:
    if other is None:
        return place
    return _BookPlace(place.position, place.mover | other.mover, min(place.turns, other.turns))


def _words(position: KalahPosition) -> _Words:
    return position.own, position.opp


def _reduced(endgame: Endgame, shape: EndgameShape) -> Endgame:
    """Return a database of as many stones as a shape has, from one that has no fewer."""
    return Endgame(*shape, endgame.data[: layer_ends(shape.pits, shape.stones)[-1]])


class Proven:
    """Bounds of what positions gain from here on, and which of them a player reads out at once."""

    def __init__(self, store: ResultStore) -> None:
        """Find and keep all that in a store, whose subject tells what is proven, and how."""
        self._store = store

    def bounds(self, position: KalahPosition) -> tuple[int, int]:
        """Return the lowest and the highest value that a position can still have."""
        low, high = position.bounds()
        known = self._store.get(_told(position))
        if known is None:
            return low, high
        return max(low, position.lead + known[0]), min(high, position.lead + known[1])

    def take_bounds(self, position: KalahPosition, low: int, high: int) -> None:
        """Keep bounds of a position's value; OSError when the file cannot be written."""
        self._store.keep(_told(position), (low - position.lead, high - position.lead))

    def at_once(self, position: KalahPosition) -> bool | None:
        """Return whether a player reads a position out at once; None when that is unknown."""
        answer: bool | None = self._store.get(f"{_told(position)} at once")
        return answer

    def take_at_once(self, position: KalahPosition, at_once: bool) -> None:
        """Keep whether a player reads a position out at once; OSError as above."""
        self._store.keep(f"{_told(position)} at once", at_once)


def _told(position: KalahPosition) -> str:
    return f"{position.own:x} {position.opp:x}"
