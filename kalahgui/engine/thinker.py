"""How a computer player thinks: the searches that keep to a limit."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from threading import Timer
from typing import NamedTuple

from kalahgui.core import COMPILED
from kalahgui.core.search import MAX_DEPTH as SEARCH_DEPTH
from kalahgui.core.search import Finding, Search, StopWord
from kalahgui.core.table import Table
from kalahgui.core.textbook import MAX_DEPTH, Textbook
from kalahgui.engine.limit import SEARCH, Limit, raise_after
from kalahgui.games.game import Position

TABLE_BITS = 22 if COMPILED else 16
LONGEST_JUDGING = 30.0
_MOST_TURNS = 1000


class Judgement(NamedTuple):
    """What every move is worth to the side to move, so many turns ahead."""

    depth: int
    values: dict[int, int]
    exact: bool


class Thinker:
    """Thinks about positions one after the other, keeping its table between them."""

    def __init__(self, seed: int | None = None, table_bits: int = TABLE_BITS) -> None:
        self._random = random.Random(seed)
        self._table_bits = table_bits
        self._search: Search | None = None
        self._family: object = None

    def think(
        self, position: Position, limit: Limit, stop: StopWord | None = None
    ) -> Iterator[Finding]:
        """Yield a Finding for each finished step; the last one is the answer.

        Values are for the side to move. Raising ``stop`` ends the thinking soon; the first step
        is always finished. A finished game yields nothing.
        """
        if position.over:
            return
        stop = StopWord() if stop is None else stop
        timer: Timer | None = None
        if limit.seconds is not None:
            timer = raise_after(limit.seconds, stop)
        try:
            if limit.even:
                yield from self._even_turn(position, limit, stop)
            elif limit.slip:
                yield self._fallible(position, limit)
            elif limit.algorithm == SEARCH:
                yield from self._with_variety(self._deepen, position, limit, stop)
            else:
                yield from self._with_variety(self._by_the_book, position, limit, stop)
        finally:
            if timer is not None:
                timer.cancel()

    def best(self, position: Position, limit: Limit) -> Finding:
        """Return the answer to a position that is not finished."""
        *_, answer = self.think(position, limit)
        return answer

    def judge(self, position: Position, stop: StopWord) -> Iterator[Judgement]:
        """Yield the value of every move, deeper and deeper, until they are exact or it stops."""
        timer = raise_after(LONGEST_JUDGING, stop)
        try:
            for depth in range(1, MAX_DEPTH):
                judged = self._judge_once(position, depth, stop)
                if judged is None:
                    return
                yield judged
                if judged.exact:
                    return
        finally:
            timer.cancel()

    def _judge_once(self, position: Position, depth: int, stop: StopWord) -> Judgement | None:
        """Find every move's value so many turns ahead; None when it was stopped."""
        search = self._search_for(position, stop)
        here = position.to_the_end()
        values: dict[int, int] = {}
        exact = True
        for move in here.moves():
            child = here.copy()
            again = child.play(move)
            found = search.value(child, depth if again else depth - 1)
            if found is None:
                return None
            values[move] = found if again else -found
            exact = exact and search.exact
        return Judgement(depth, values, exact)

    def _search_for(self, position: Position, stop: StopWord) -> Search:
        if self._search is None or self._family != position.family():
            self._search = None  # let the old table go before the new one comes
            self._search = Search(Table(self._table_bits))
            self._family = position.family()
        self._search.stop = stop
        return self._search

    def _with_variety(
        self,
        findings: Callable[[Position, Limit, StopWord], Iterator[Finding]],
        position: Position,
        limit: Limit,
        stop: StopWord,
    ) -> Iterator[Finding]:
        """Yield the findings and, to a varied player, one more with an equally good move."""
        last = None
        for last in findings(position, limit, stop):
            yield last
        if not limit.varied or last is None or stop.raised:
            return
        if limit.algorithm == SEARCH:
            judged = self._judge_once(position, last.depth, stop)
            values = judged.values if judged else {}
        else:
            values, _ = move_values(position, last.depth)
        equal = [move for move, value in values.items() if value == last.value]
        if equal:
            move = self._random.choice(equal)
            yield last if move == last.line[0] else last._replace(line=[move])

    def _deepen(self, position: Position, limit: Limit, stop: StopWord) -> Iterator[Finding]:
        search = self._search_for(position, stop)
        yield from search.deepen(position.to_the_end(), limit.plies or SEARCH_DEPTH)

    def _by_the_book(self, position: Position, limit: Limit, stop: StopWord) -> Iterator[Finding]:
        """Deepen a textbook search: its last step is the search as published."""
        if position.over:
            return
        nodes = 0
        for depth in range(1, (limit.plies or MAX_DEPTH) + 1):
            book = Textbook(limit.algorithm, stop=StopWord() if depth == 1 else stop)
            value = book.run(position, depth)
            if depth > 1 and stop.raised:
                return
            nodes += book.nodes
            yield Finding(depth, value, book.line(), nodes, False)
            if stop.raised:
                return

    def _even_turn(self, position: Position, limit: Limit, stop: StopWord) -> Iterator[Finding]:
        """Yield the turn that leaves the sides most nearly even, judged deeper and deeper."""
        search = self._search_for(position, stop)
        turns = list(whole_turns(position.to_the_end()))
        nodes = 0
        for depth in range(limit.plies or SEARCH_DEPTH):
            values = []
            exact = True
            for _, after in turns:
                # The first step is always finished, as in every other way of thinking.
                search.stop = stop if depth else StopWord()
                search.nodes = 0
                found = search.value(after, depth)
                nodes += search.nodes
                if found is None:
                    return
                values.append(abs(found))
                exact = exact and search.exact
            best = min(range(len(turns)), key=values.__getitem__)
            yield Finding(depth + 1, -values[best], turns[best][0], nodes, exact)
            if exact or stop.raised:
                return

    def _fallible(self, position: Position, limit: Limit) -> Finding:
        """Look a little ahead, and now and then take a somewhat worse move on purpose."""
        plies = limit.plies or 1
        values, nodes = move_values(position, plies)
        best = max(values.values())
        pool = [move for move, value in values.items() if value == best]
        if self._random.random() < limit.slip:
            worse = [m for m, value in values.items() if best - limit.slack <= value < best]
            pool = worse or pool
        move = self._random.choice(pool)
        return Finding(plies, best, [move], nodes + len(values), False)


def move_values(position: Position, plies: int) -> tuple[dict[int, int], int]:
    """Return every move's value for the mover by textbook nega-alpha, and the nodes it took."""
    values = {}
    book = Textbook("nega-alpha")
    for move in position.moves():
        child = position.copy()
        sign = 1 if child.play(move) else -1
        depth = plies if sign == 1 else plies - 1
        values[move] = sign * (
            book.run(child, depth) if depth and not child.over else child.published()
        )
    return values, book.nodes


def turn_of(position: Position, line: Sequence[int]) -> list[int]:
    """Return the start of a line that belongs to the side to move: one turn or part of it."""
    here = position.copy()
    turn = []
    for move in line:
        turn.append(move)
        if not here.play(move):
            break
    return turn


def whole_turns(position: Position) -> Iterator[tuple[list[int], Position]]:
    """Yield every whole turn of the side to move and the position after it, at most a thousand."""
    found = 0
    todo: list[tuple[list[int], Position]] = [([], position)]
    while todo and found < _MOST_TURNS:
        turn, here = todo.pop()
        for move in here.moves():
            child = here.copy()
            if child.play(move):
                todo.append(([*turn, move], child))
            else:
                found += 1
                yield [*turn, move], child
