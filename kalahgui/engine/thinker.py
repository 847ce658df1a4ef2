"""Moves and values of positions, by the searches and players that a limit asks for."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from kalahgui.core import COMPILED
from kalahgui.core.search import MAX_DEPTH as SEARCH_DEPTH
from kalahgui.core.search import Finding, Search, StopWord
from kalahgui.core.table import table_for
from kalahgui.core.textbook import MAX_DEPTH, Textbook
from kalahgui.engine.book import BookMoves
from kalahgui.engine.interrupt import Interrupt, YieldToFrames, no_frames, raise_after
from kalahgui.engine.judgement import (
    LONGEST_LINE,
    Judgement,
    judge_once,
    judge_turns_once,
    read_out_once,
    whole_turns,
)
from kalahgui.engine.knowledge import Knowledge, MovesByHeart, with_known_end
from kalahgui.engine.parallel_search import search_on
from kalahgui.engine.ready_table import looked_up
from kalahgui.engine.textbook_player import (
    ALL_MOVES,
    by_distance_to_win,
    deepen,
    equal_moves,
    move_values,
    search_once,
)
from kalahgui.engine.traced import BOOK, DATABASE, Traced
from kalahgui.engine.weak_player import WeakPlayer, best_looking_moves, simple_move
from kalahgui.games import GAMES
from kalahgui.games.game import Position
from kalahgui.games.limit import CHILD_VALUES, GLANCE, SEARCH, SIMPLE, TABLE, Limit

# The sizes of a table that a person can choose.
MEGABYTES = (16, 32, 64, 128, 256)
USUAL_MEGABYTES = 64
ENTRY_BYTES = 16
_MOST_BITS = 64 if COMPILED else 16  # the interpreted search does not fill more
# Of a level's own table, as an exponent of 2: levels were measured with it, so it is no choice.
LEVEL_BITS = min(20, _MOST_BITS)
_SMALL_BITS = 18  # of the table of a player limited in turns
LONGEST_JUDGING = 30.0  # seconds
LONGEST_PONDERING = 60.0
_SHARE_FOR_VARIETY = 1 / 3  # of the time of a varied player


def bits_within(megabytes: int) -> int:
    """Return the size of the largest table of at most so many megabytes, as an exponent of 2.

    >>> bits_within(1)
    16
    """
    entries = (megabytes << 20) // ENTRY_BYTES
    return min(entries.bit_length() - 1, _MOST_BITS)


TABLE_BITS = bits_within(USUAL_MEGABYTES)

# What finds the value, the nodes and the exactness of a position at a depth.
_Worth = Callable[[Position, int, StopWord], tuple[int, int, bool]]


class Thinker:
    """Thinks about positions, one after the other.

    The values of moves and players limited by time alone share one table, search on ``threads``,
    and use what is known by heart. Every computer of a match has a thinker of its own (``player``).
    A player limited in turns begins each move with a small empty table and knows nothing, so the
    same position gives the same move however it was reached, and no deeper search of another player
    makes it stronger.
    """

    def __init__(
        self,
        seed: int | None = None,
        table_bits: int = TABLE_BITS,
        alarm: Callable[[float, StopWord], Timer] = raise_after,
        knowledge: Knowledge | None = None,
        threads: int = 1,
        yield_to_frames: YieldToFrames = no_frames,
    ) -> None:
        """Set up a thinker.

        ``alarm`` is called with seconds and a stop word; it returns a timer that raises the word.
        ``yield_to_frames`` is for what runs on the thinker's thread.
        """
        self.yield_to_frames = yield_to_frames
        self._random = random.Random(seed)
        self._table_bits = table_bits
        self._alarm = alarm
        self._knowledge = knowledge
        self._threads = threads
        self._shared: Search | None = None
        self._family: object = None
        self._keeps_size = False
        self._match: object = None
        self._players: dict[int, Thinker] = {}

    def forget(self) -> None:
        """Free the memory of all tables."""
        self._shared = self._family = self._match = None
        self._players = {}

    def player(self, match: object, seat: int, table_bits: int | None = None) -> Thinker:
        """Return the thinker of a computer of a match, with a table of its own.

        It lasts until another match begins. ``table_bits`` is the size of its table, by default
        that of this thinker.
        """
        if self._match is not match:
            self._match, self._players = match, {}
        if seat not in self._players:
            bits = self._table_bits if table_bits is None else table_bits
            player = Thinker(
                None, bits, self._alarm, self._knowledge, self._threads, self.yield_to_frames
            )
            player._random = self._random
            player._keeps_size = table_bits is not None
            self._players[seat] = player
        return self._players[seat]

    def resize(self, table_bits: int) -> None:
        """Use empty tables of another size from now on.

        Players are resized and not forgotten, so one that ponders goes on in the table of its next
        move. A player that was given a size keeps it.
        """
        if table_bits == self._table_bits or self._keeps_size:
            return
        self._table_bits = table_bits
        self._shared = self._family = None
        for player in self._players.values():
            player.resize(table_bits)

    def use_threads(self, threads: int) -> None:
        """Search on so many threads from now on; the table stays."""
        self._threads = threads
        if self._shared is not None:
            self._shared = search_on(self._shared.table, threads)
        for player in self._players.values():
            player.use_threads(threads)

    def think(
        self, position: Position, limit: Limit, interrupt: Interrupt | None = None
    ) -> Iterator[Finding]:
        """Yield a finding for each finished step; the last one is the answer.

        Values are for the side to move. An interrupt ends the thinking soon, but the first step is
        always finished. There are no findings for a finished game.
        """
        if position.over:
            return
        interrupt = Interrupt() if interrupt is None else interrupt
        if limit.by_time_alone:
            position = self._informed(position)
        known = None if limit.even else self._by_heart(position, limit)
        if known is not None:
            yield self._recited(position, known, limit)
        elif limit.algorithm == TABLE:
            yield self._looked_up(position, limit)
        elif limit.algorithm == CHILD_VALUES:
            yield self._by_child_values(position, limit)
        elif limit.algorithm == SIMPLE:
            move = simple_move(GAMES[limit.game], position, self._random)
            yield Finding(1, position.published(), [move], 1, False)
        elif limit.algorithm == GLANCE:
            assert limit.attention is not None
            player = WeakPlayer(GAMES[limit.game], limit.attention, self._random)
            yield player.best(position, limit.turns or 1)
        elif limit.one_in and not self._random.randrange(limit.one_in):
            move = self._random.choice(position.moves())
            yield Finding(0, position.published(), [move], 0, False, 0)
        elif limit.slip:
            yield self._fallible(position, limit)
        elif limit.even:
            with self._timed(limit.seconds, interrupt) as stop:
                yield from self._even_turn(position, limit, stop)
        elif limit.varied:
            yield from self._varied(position, limit, interrupt)
        else:
            search = self._search_for(position, limit)
            with self._timed(limit.seconds, interrupt) as stop:
                yield from self._steps(position, limit, search, interrupt, stop)

    def best(self, position: Position, limit: Limit) -> Finding:
        """Return the answer to a position that is not over."""
        *_, answer = self.think(position, limit)
        return answer

    def judge(
        self,
        position: Position,
        interrupt: Interrupt,
        seconds: float = LONGEST_JUDGING,
        known: Judgement | None = None,
        swap_to_come: bool = False,
        played: int | None = None,
    ) -> Iterator[Judgement | None]:
        """Yield the values of all moves, deeper and deeper, until they are exact.

        As soon as a search might leap to the end, values become exact one by one.

        ``seconds`` is the time. With ``swap_to_come`` the other player may swap sides after this
        turn. ``known`` is a judgement to go on from; without one the first step is always finished.
        With ``played`` it ends as soon as it is exact how much this move loses. None says that a
        pause has stopped a step; the step is repeated.
        """
        if interrupt.raised or position.over:
            return
        position = self._informed(position)
        left = seconds
        self._shared_search(position).table.next_age()
        by_heart = MovesByHeart(None, {})
        if self._knowledge is not None and not swap_to_come:
            by_heart = self._knowledge.moves_by_heart(position, LONGEST_LINE)
        while left > 0 and not (interrupt.raised or (known and known.tells_enough(played))):
            depth = 1 if known is None else known.depth + 1
            if depth >= SEARCH_DEPTH:
                return
            begin = time.perf_counter()
            with self._timed(left, interrupt) as stop:
                search = self._shared_search(position)
                search.stop = StopWord() if known is None else stop
                if swap_to_come:
                    judged = judge_turns_once(
                        position, depth, search, known, self._knowledge, self.yield_to_frames
                    )
                elif known is not None and position.may_read_out(known.depth):
                    judged = read_out_once(position, search, known, self.yield_to_frames, played)
                else:
                    judged = judge_once(
                        position, depth, search, known, by_heart, self.yield_to_frames
                    )
            left -= time.perf_counter() - begin
            if judged is None and interrupt.paused:
                yield None
            elif judged is None or (known is not None and judged.progress <= known.progress):
                return
            else:
                yield judged
                known = judged

    def ponder(
        self,
        position: Position,
        limit: Limit,
        interrupt: Interrupt,
        seconds: float = LONGEST_PONDERING,
    ) -> Iterator[None]:
        """Fill a player's table by searching a position where the other side is to move.

        Yields None for every pause that has stopped the search.
        """
        position = self._informed(position)
        left = 0.0 if self._by_heart(position, limit) else seconds
        while left > 0 and not interrupt.raised:
            begin = time.perf_counter()
            with self._timed(left, interrupt) as stop:
                search = self._search_for(position, limit)
                assert search is not None
                search.stop = stop
                for _ in search.deepen(position):
                    pass
            left -= time.perf_counter() - begin
            if not interrupt.paused:
                return
            yield None

    def _informed(self, position: Position) -> Position:
        """Return a copy that is played to the very end, with its endgame database."""
        if self._knowledge is None:
            return position.to_the_end()
        return self._knowledge.informed(position)

    def _by_heart(self, position: Position, limit: Limit) -> BookMoves | None:
        if self._knowledge is None or not limit.reads_books:
            return None
        return self._knowledge.by_heart(position)

    @contextmanager
    def _timed(self, seconds: float | None, interrupt: Interrupt) -> Iterator[StopWord]:
        """Provide a stop word that is raised by an interrupt, or after so many seconds."""
        stop = interrupt.word()
        timer = None if seconds is None else self._alarm(seconds, stop)
        try:
            yield stop
        finally:
            if timer is not None:
                timer.cancel()

    def _search_for(self, position: Position, limit: Limit) -> Search | None:
        if limit.algorithm != SEARCH:
            return None
        if limit.turns is None:
            return self._shared_search(position)
        return Search(table_for(position, min(_SMALL_BITS, self._table_bits)))

    def _shared_search(self, position: Position) -> Search:
        family = position.to_the_end().family()
        if self._shared is None or self._family != family:
            self._shared = None  # let the old table go before the new one comes
            self._shared = search_on(table_for(position, self._table_bits), self._threads)
            self._family = family
        return self._shared

    def _steps(
        self,
        position: Position,
        limit: Limit,
        search: Search | None,
        interrupt: Interrupt,
        stop: StopWord,
    ) -> Iterator[Finding]:
        if search is not None:
            search.stop = stop
            steps = search.deepen(position.to_the_end(), limit.turns or SEARCH_DEPTH)
        elif limit.turns is not None:
            steps = iter([search_once(position, limit, limit.turns, interrupt, stop)])
        else:
            steps = deepen(position, limit, interrupt, stop)
        for finding in steps:
            if position.only_wins():
                yield by_distance_to_win(position, finding, stop)
                continue
            lengthened = finding._replace(line=with_known_end(position, finding.line, LONGEST_LINE))
            known = search is not None and position.known_gain() is not None
            yield Traced.of(lengthened, DATABASE) if known else lengthened

    def _varied(self, position: Position, limit: Limit, interrupt: Interrupt) -> Iterator[Finding]:
        """Yield the findings, and then one with an equally good move at random.

        A player limited in time keeps a part of it to look for such moves.
        """
        seconds, rest = limit.seconds, None
        if seconds is not None:
            seconds, rest = seconds * (1 - _SHARE_FOR_VARIETY), seconds * _SHARE_FOR_VARIETY
        search = self._search_for(position, limit)
        last = None
        with self._timed(seconds, interrupt) as stop:
            for last in self._steps(position, limit, search, interrupt, stop):
                yield last
        if last is None or interrupt.raised:
            return
        with self._timed(rest, interrupt) as stop:
            deepest = limit.turns or SEARCH_DEPTH
            moves = equal_moves(position, last, search, deepest, stop)
            move = self._random.choice(moves)
        yield last if move == last.line[0] else last._replace(line=[move])

    def _even_turn(self, position: Position, limit: Limit, stop: StopWord) -> Iterator[Finding]:
        """Yield the turn after which the sides are most nearly even, deeper and deeper."""
        worth = self._worth_by(position, limit)
        turns = list(whole_turns(position.to_the_end()))
        deepest = SEARCH_DEPTH if limit.algorithm == SEARCH else MAX_DEPTH
        nodes = 0
        for depth in range(limit.turns or deepest):
            values = []
            exact = True
            # The first step is always finished.
            patience = stop if depth else StopWord()
            for _, after in turns:
                value, more, known = worth(after, depth, patience)
                nodes += more
                if patience.raised:
                    return
                values.append(abs(value))
                exact = exact and known
            even = [index for index, value in enumerate(values) if value == min(values)]
            best = self._random.choice(even) if limit.varied else even[0]
            yield Finding(depth + 1 if nodes else 0, -values[best], turns[best][0], nodes, exact)
            if exact or stop.raised:
                return

    def _worth_by(self, position: Position, limit: Limit) -> _Worth:
        """Return the function that finds values by the algorithm of a limit.

        It returns the value at a depth, the nodes that it took and whether it is exact; once the
        stop word is raised they mean nothing.
        """

        def by_textbook(after: Position, depth: int, stop: StopWord) -> tuple[int, int, bool]:
            if depth == 0 or after.over:
                return after.published(), 1, after.over
            textbook = Textbook(limit.algorithm, limit.order or None, stop)
            return textbook.run(after, depth), textbook.nodes, False

        search = self._search_for(position, limit)
        if search is None:
            return by_textbook

        def by_search(after: Position, depth: int, stop: StopWord) -> tuple[int, int, bool]:
            recited = self._by_heart(after, limit)
            if recited is not None:
                return recited.value, 0, True
            search.stop = stop
            search.nodes = 0
            value = search.value(after, depth)
            return value or 0, search.nodes, search.exact

        return by_search

    def _fallible(self, position: Position, limit: Limit) -> Finding:
        """Return the best move that a short search sees or, by chance, a somewhat worse one."""
        turns = limit.turns or 1
        textbook = Textbook(ALL_MOVES)
        values = move_values(position, turns, textbook)
        best = max(values.values())
        pool = [move for move, value in values.items() if value == best]
        if self._random.random() < limit.slip:
            worse = [m for m, value in values.items() if best - limit.slack <= value < best]
            pool = worse or pool
        move = self._random.choice(pool)
        return Finding(turns, best, [move], textbook.nodes + 1, False, textbook.evaluations)

    def _recited(self, position: Position, known: BookMoves, limit: Limit) -> Finding:
        assert self._knowledge is not None
        line = self._knowledge.line_by_heart(position, LONGEST_LINE)
        move = self._random.choice(known.moves) if limit.varied else line[0]
        finding = Finding(0, known.value, line if move == line[0] else [move], 0, True)
        return Traced.of(finding, BOOK)

    def _looked_up(self, position: Position, limit: Limit) -> Finding:
        value, moves = looked_up(limit.game, position)
        move = self._random.choice(moves) if limit.varied else moves[0]
        return Finding(0, value, [move], 0, True, 0)

    def _by_child_values(self, position: Position, limit: Limit) -> Finding:
        count, moves = len(position.moves()), best_looking_moves(GAMES[limit.game], position)
        move = self._random.choice(moves) if limit.varied else moves[0]
        # The value of a child compares moves, and is no margin.
        return Finding(1, position.published(), [move], count, False, count)
