"""What a row of the library shows beyond its record, derived when it is first seen.

A little of that is done in every frame.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame

from kalahgui.gui.boards import VIEWS
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.paint import cache
from kalahgui.gui.paint.charts import render_curve
from kalahgui.gui.panels.move_rows import turns_along
from kalahgui.gui.services.autosave import Autosave
from kalahgui.library import saved
from kalahgui.library.listing import MatchRow
from kalahgui.library.saved import StoredMatch
from kalahgui.library.store import MatchRecord
from kalahgui.library.store_file import StoreError
from kalahgui.match.analysis import Analysis
from kalahgui.match.match import Match

_KEPT = 160  # rows whose pictures are kept
_PATIENCE = 0.01  # seconds that rendering may take of a frame
_MOST_PUT_OFF = 20  # frames; more would mean that what is rendered is never kept
_Key = tuple[int, int, int | None, int]
_MOST_PLIES = 1000  # of main and side lines, which a frame has the time to replay
_LEAST = 4  # points that a curve is high at least, up and down


@dataclass
class Detail:
    """What is known of a game by now.

    ``points`` are those of the players seated first and second, None where none are counted;
    ``turn`` is the move that comes next. ``judged`` tells that the curve is of a review and not of
    the points that lay on the board. A game of very many plies has none of these.
    """

    readable: bool = True
    points: tuple[int, int] | None = None
    turn: int | None = None
    judged: bool = False
    curve: pygame.Surface | None = None
    picture: pygame.Surface | None = None


def _persons(match: Match) -> list[int]:
    return [seat for seat in (0, 1) if match.players[seat].person]


def south_of(match: Match) -> int:
    """Return the side at the foot of a match's board: that of the only person, or the first."""
    persons = _persons(match)
    return persons[0] ^ match.here.swapped if len(persons) == 1 else 0


class Details:
    """The details of the rows that were seen last.

    Their pictures are ``picture_size`` and ``curve_size`` pixels large. ``changes`` counts how
    often there was something new to be said of one.
    """

    def __init__(self, app: Host) -> None:
        self._app = app
        self._autosave: Autosave = app.services.autosave
        self.picture_size, self.curve_size = (1, 1), (1, 1)
        self.changes = 0
        self._found: OrderedDict[_Key, Detail] = OrderedDict()
        self._begun: dict[_Key, Iterator[bool]] = {}
        self._put_off = 0

    def of(self, row: MatchRow) -> Detail:
        """Return what is known of a row."""
        return self._found.get(_key(row)) or Detail()

    def lacks(self, row: MatchRow) -> bool:
        """Tell whether there is more to be found out about a row."""
        key = _key(row)
        return key not in self._found or key in self._begun

    def work(self, rows: Sequence[MatchRow], deadline: float) -> None:
        """Find out about rows in sight until it is done or late (``time.perf_counter``)."""
        for gone in self._begun.keys() - set(map(_key, rows)):
            del self._begun[gone], self._found[gone]
        for row in rows:
            while self.lacks(row):
                self._step(row)
                if time.perf_counter() > deadline:
                    return

    def _step(self, row: MatchRow) -> None:
        key = _key(row)
        if key not in self._found:
            while len(self._found) >= _KEPT:
                self._found.popitem(last=False)
            detail = self._found[key] = Detail()
            self._begun[key] = self._derive(row, detail)
        if not next(self._begun[key], False):
            del self._begun[key]

    def _derive(self, row: MatchRow, detail: Detail) -> Iterator[bool]:
        """Find out step by step, each of a few milliseconds."""
        try:
            record = self._autosave.store.match(row.id)
            if record is not None and _plies(record) > _MOST_PLIES:
                return
            stored = None if record is None else saved.stored_of(record)
        except (ValueError, StoreError):
            stored = None
        if stored is None:
            detail.readable = False
            self.changes += 1
            return
        match = stored.match
        scored = match.game.points(match.position)
        swapped = match.here.swapped
        if scored is not None:
            detail.points = (scored[swapped], scored[1 - swapped])
        detail.turn = len(turns_along(match, match.here.line)) + 1
        self.changes += 1
        yield True
        persons = _persons(match)
        seat = persons[0] if len(persons) == 1 else 0
        leads = self._judged(stored, seat) if row.complete is not None else []
        detail.judged = len(leads) > 1
        leads = leads if detail.judged else _on_board(match, seat)
        if len(leads) > 1:
            detail.curve = self._curve(leads, match, detail)
        yield True
        south = south_of(match)
        view_class = VIEWS[match.game.key]
        shown = view_class.shown(match)
        yield True
        while detail.picture is None:
            detail.picture = self._picture(match, shown, south)
            yield True

    def _judged(self, stored: StoredMatch, seat: int) -> list[int]:
        analysis = Analysis(stored.match, self._app.services.engine, lambda why: None)
        analysis.restore(self._autosave.review_of(stored), False)
        margins = []
        for node in stored.match.main_line:
            known = analysis.evaluation(node)
            if known is not None:
                margins.append(-known.margin if seat ^ node.swapped else known.margin)
        return margins

    def _curve(self, leads: list[int], match: Match, detail: Detail) -> pygame.Surface:
        palette = self._app.palette
        line = palette.accent if detail.judged else palette.quiet
        least = _LEAST if match.game.has_points else 1
        return render_curve(self.curve_size, leads, least, line, palette.line)

    def _picture(self, match: Match, shown: object, south: int) -> pygame.Surface | None:
        """Draw the board; None when that is to go on in the next frame, with what is ready now."""
        view_class = VIEWS[match.game.key]
        width, height = self.picture_size
        margin = height // 8  # how far the shadow of a board may fall
        picture = pygame.Surface((width + 2 * margin, height + 2 * margin), pygame.SRCALPHA)
        rect = pygame.Rect(margin, margin, width, height)
        view = view_class(match.game, match.start, rect, south, self._app.palette)
        patience = _PATIENCE if self._put_off < _MOST_PUT_OFF else float("inf")
        try:
            with cache.within(patience, time.perf_counter()):
                view.draw_still(picture, shown)
        except cache.Late:
            self._put_off += 1
            return None
        self._put_off = 0
        return picture


def _on_board(match: Match, seat: int) -> list[int]:
    """Return how far a seat was ahead on the board, in the order of the main line."""
    leads = []
    for node in match.main_line:
        scored = match.game.points(node.position)
        if scored is not None:
            side = seat ^ node.swapped
            leads.append(scored[side] - scored[1 - side])
    return leads


def _plies(record: MatchRecord) -> int:
    """Return how many plies main and side lines have at most; each of these stands in a bracket."""
    return len(record.moves.split()) + record.side_lines.count("[")


def _key(row: MatchRow) -> _Key:
    return row.id, row.revision, row.complete, row.judged
