"""The games of the library: which are listed, and what statistics they make."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from kalahgui.games import GAMES
from kalahgui.games.game import Game
from kalahgui.gui.elements.element import Path
from kalahgui.gui.screens.library.wording import ending, found_by, plain, seating
from kalahgui.gui.services.settings import entry_on
from kalahgui.library import listing
from kalahgui.library.listing import MatchRow
from kalahgui.library.statistics import Statistics, counting
from kalahgui.library.store import Store

# The cards of the home screen that have a chip of their own; all others share one.
_CHIP_OF_CARD = {"kalah": "kalah", "diamond": "diamond", "reversi": "reversi", "small": "reversi"}
_OTHERS = "others"
_BY_STATE: dict[str, Callable[[MatchRow], bool]] = {
    "all": lambda row: True,
    "kept": lambda row: bool(row.starred),
    "unfinished": lambda row: row.result == "",
}
CHIPS = ("all", "kalah", "diamond", "reversi", _OTHERS, "kept", "unfinished")


@dataclass
class Browsing:
    """Which games are listed, which of them is chosen, and whose board the statistics are of.

    ``chip`` is one of CHIPS, ``words`` are looked for. ``chosen`` is a match's id, ``board`` a
    game's key and a variant, None for the board that is played most. ``kept`` is what outlasts the
    elements of the screen.
    """

    chip: str = CHIPS[0]
    words: str = ""
    chosen: int | None = None
    board: tuple[str, str] | None = None
    kept: dict[Path, Any] = field(default_factory=dict)

    def choose(self, row: MatchRow) -> None:
        """Choose a game, and the statistics of its board."""
        self.chosen, self.board = row.id, (row.game, row.variant)


def chip_suits(chip: str, row: MatchRow) -> bool:
    """Tell whether a row belongs to a chip."""
    if chip in _BY_STATE:
        return _BY_STATE[chip](row)
    if row.game not in GAMES:
        return chip == _OTHERS
    return _CHIP_OF_CARD.get(entry_on(GAMES[row.game], row.variant).key, _OTHERS) == chip


_PAGE = 500  # rows that are read at a time
_SIFTED = 50  # rows that are looked at between two looks at the clock


class Games:
    """All games, the one saved last first, and those of them that are listed.

    ``shown`` grows while rows are read and sifted (``busy``). ``version`` counts changes of
    which rows there are and of what they say of a game, and not those of names and stars.
    ``tally`` counts the endings of what is shown.
    """

    def __init__(self, store: Store, browsing: Browsing, clock: Callable[[], datetime]) -> None:
        """Begin to read; ``clock`` tells what today is."""
        self._store = store
        self._browsing = browsing
        self._clock = clock
        self._words: dict[int, str] = {}  # by which rows are found
        self.rows: list[MatchRow] = []
        self.version = 0
        self.read_all = False
        self.sift()

    def sift(self) -> None:
        """Begin to list anew what suits the browsing player."""
        self.shown: list[MatchRow] = []
        self.tally: Counter[str] = Counter()
        self._sifted = 0
        self._wanted = plain(self._browsing.words).split()
        if not self._wanted:
            self._words = {}  # of thousands of games they are as large as the games

    def forget_days(self) -> None:
        """Begin to list anew what is found by words, of which some say today, and now another."""
        self._words = {}
        if self._wanted:
            self.sift()

    def read_again(self) -> None:
        """Begin to read anew, after many matches have changed."""
        self.rows, self._words, self.read_all = [], {}, False
        self.version += 1
        self.sift()

    @property
    def busy(self) -> bool:
        """Tell whether rows are yet to be read or sifted."""
        return not self.read_all or self._sifted < len(self.rows)

    def work(self, deadline: float) -> None:
        """Read and sift until it is done or late (``time.perf_counter``); StoreError if not."""
        while self.busy:
            if self._sifted < len(self.rows):
                self._sift_some()
            else:
                self._read_page()
            if time.perf_counter() > deadline:
                break

    def _read_page(self) -> None:
        self.read_all = True  # and so it is tried no more when it fails
        page = listing.page(self._store, _PAGE, self.rows[-1] if self.rows else None)
        self.rows += page
        self.read_all = len(page) < _PAGE
        self.version += 1

    def _sift_some(self) -> None:
        end = min(self._sifted + _SIFTED, len(self.rows))
        for row in self.rows[self._sifted : end]:
            if self._suits(row):
                self.shown.append(row)
                self.tally[ending(row)] += 1
        self._sifted = end

    def _suits(self, row: MatchRow) -> bool:
        if not chip_suits(self._browsing.chip, row):
            return False
        if not self._wanted:
            return True
        words = self._words.get(row.id)
        if words is None:
            words = self._words[row.id] = found_by(row, self._clock())
        return all(word in words for word in self._wanted)

    # -- single rows

    def place_of(self, identifier: int | None) -> int | None:
        """Return where a match is listed."""
        return next((n for n, row in enumerate(self.shown) if row.id == identifier), None)

    def change(self, row: MatchRow) -> None:
        """Put a row with another name or star in the place of the one with its id."""
        for rows in (self.rows, self.shown):
            for index, known in enumerate(rows):
                if known.id == row.id:
                    rows[index] = row
        self._words.pop(row.id, None)

    def remove(self, identifier: int) -> None:
        """Take a row away."""
        self._sifted -= any(row.id == identifier for row in self.rows[: self._sifted])
        self.rows = [row for row in self.rows if row.id != identifier]
        gone = [row for row in self.shown if row.id == identifier]
        self.shown = [row for row in self.shown if row.id != identifier]
        for row in gone:
            self.tally[ending(row)] -= 1
        self.version += 1

    def insert(self, row: MatchRow) -> None:
        """Put a row where it belongs, in the list if it suits."""
        index = _place(self.rows, row)
        if index > len(self.rows) - 1 and not self.read_all:
            return  # it comes with its page
        self.rows.insert(index, row)
        if index < self._sifted or not self.busy:
            self._sifted += 1
            if self._suits(row):
                self.shown.insert(_place(self.shown, row), row)
                self.tally[ending(row)] += 1
        self.version += 1


def _place(rows: list[MatchRow], row: MatchRow) -> int:
    key = (row.saved, row.id)
    return next((n for n, known in enumerate(rows) if (known.saved, known.id) < key), len(rows))


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
        """Return the board that the statistics are of: of the game chosen last, or played most."""
        chosen = self._browsing.board
        if chosen not in self.boards and self.boards:
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
        statistics = Statistics()
        for counted in counting(game, variant, self._sound.get(game.key, ())):
            statistics = counted
            yield
        self._found = board, statistics

    def _sift(self) -> Iterator[None]:
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
