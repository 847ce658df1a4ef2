"""The statistics of the library: found a little in every frame, anew when games have changed."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from kalahgui.games import GAMES
from kalahgui.games.game import Game
from kalahgui.gui.screens.library.games import Browsing, Games
from kalahgui.gui.screens.library.wording import seating
from kalahgui.library.listing import MatchRow
from kalahgui.library.statistics import Statistics, counting

_AT_ONCE = 200  # rows that are looked at between two looks at the clock


class Counting:
    """The boards that were played on, those with most games first, and the statistics of one.

    While games are counted anew, ``statistics`` are those before; None while those of the board
    were never found.
    """

    def __init__(self, games: Games, browsing: Browsing) -> None:
        self._games = games
        self._browsing = browsing
        self._sound: Mapping[str, list[MatchRow]] = {}  # by game
        self._sifted = -1  # the version of the games of which ``_sound`` is
        self._counted: object = None
        self._steps: Iterator[None] | None = None
        self._found: tuple[object, Statistics] | None = None
        self.boards: list[tuple[str, str]] = []

    @property
    def board(self) -> tuple[Game, str] | None:
        """Return the board that the statistics are of, by default the one played most."""
        chosen = self._browsing.board
        if chosen is None and self.boards:
            chosen = self.boards[0]
        return None if chosen is None else (GAMES[chosen[0]], chosen[1])

    @property
    def statistics(self) -> Statistics | None:
        """Return what was found out about the board."""
        if self._found is None or self._found[0] != self.board:
            return None
        return self._found[1]

    def step_board(self, step: int) -> None:
        """Choose another board."""
        if self.boards:
            here = self.board
            key = None if here is None else (here[0].key, here[1])
            at = self.boards.index(key) if key in self.boards else 0
            self._browsing.board = self.boards[(at + step) % len(self.boards)]

    # -- time

    @property
    def busy(self) -> bool:
        """Tell whether games are yet to be counted."""
        return self._steps is not None or self._counted != self._wanted

    @property
    def _wanted(self) -> object:
        return self._games.version, self._browsing.board

    def work(self, deadline: float) -> None:
        """Count until it is done or late (``time.perf_counter``).

        BadLevelLosses when what the levels lose cannot be read; that is not tried again.
        """
        if self._counted != self._wanted:
            self._counted, self._steps = self._wanted, self._count()
        steps, self._steps = self._steps, None
        for _ in steps or ():
            if time.perf_counter() > deadline:
                self._steps = steps
                return

    def _count(self) -> Iterator[None]:
        """Find everything out, with a pause after every step."""
        if self._sifted != self._games.version:
            yield from self._sift()
        board = self.board
        if board is None:
            return
        game, variant = board
        found = Statistics()
        for each in counting(game, variant, self._sound.get(game.key, ())):
            found = each
            yield
        self._found = board, found

    def _sift(self) -> Iterator[None]:
        """Find the rows that are not damaged, and their boards."""
        rows, sound = self._games.rows, defaultdict[str, list[MatchRow]](list)
        counted: Counter[tuple[str, str]] = Counter()
        for begin in range(0, len(rows), _AT_ONCE):
            for row in rows[begin : begin + _AT_ONCE]:
                if seating(row) is not None:
                    sound[row.game].append(row)
                    counted[row.game, row.variant] += 1
            yield
        self.boards = [board for board, _ in counted.most_common() if _exists(*board)]
        self._sound, self._sifted = sound, self._games.version


def _exists(game: str, variant: str) -> bool:
    try:
        GAMES[game].start(variant)
    except ValueError:
        return False
    return True
