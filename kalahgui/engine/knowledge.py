"""Exact values without a search: from endgame databases, opening books and known starts."""

from __future__ import annotations

from typing import NamedTuple

from kalahgui.engine.book import BookMoves, book_for
from kalahgui.engine.endgame_store import LARGEST_IN_PLAY, EndgameBuilds, EndgameStore
from kalahgui.engine.starts import known_start, known_value
from kalahgui.folders import cache_folder
from kalahgui.games.game import Position, children

# What takes less is searched: that finds lines as well.
_LONG = 60.0  # seconds


class MovesByHeart(NamedTuple):
    """The exact value and the line of each move that is known by heart.

    No other move is worth more than ``most``; None when that is not known.
    """

    most: int | None
    moves: dict[int, tuple[int, list[int]]]


class Knowledge:
    """The endgame databases of this machine and the opening books.

    Players limited by time alone and the values of moves use both, the solver the databases.
    """

    def __init__(self, endgames: EndgameStore, builds: EndgameBuilds | None = None) -> None:
        """Set up; ``builds`` opens and builds databases on its own thread.

        Without it, a file that is there is opened by the first caller, and none is built.
        """
        self._endgames = endgames
        self._builds = builds

    def informed(self, position: Position) -> Position:
        """Return a copy with its endgame database, if there is one, played to the very end."""
        here = position.to_the_end()
        board = here.endgame_board()
        if board is None:
            return here
        if self._builds is None:
            endgame = self._endgames.find(*board)
        else:
            self._builds.wish(*board)
            endgame = self._endgames.opened(*board)
        return here if endgame is None else here.knowing(endgame)

    def by_heart(self, position: Position) -> BookMoves | None:
        """Return what the opening book has of a position; None for nothing.

        Books are to the last stone, so a majority that would end the game does not matter.
        """
        book = book_for(position)
        return None if book is None else book.find(position)

    def value_by_heart(self, position: Position) -> int | None:
        """Return the exact value that the book has, or that is known without one; None for none."""
        known = self.by_heart(position)
        return known_value(position) if known is None else known.value

    def line_by_heart(self, position: Position, longest: int) -> list[int]:
        """Return best moves, at most ``longest``, as far as book and database have them."""
        here = position.copy()
        line: list[int] = []
        while len(line) < longest and not here.over:
            known = self.by_heart(here)
            if known is None:
                break
            line.append(max(known.moves, key=lambda move: (here.priority(move), move)))
            here.play(line[-1])
        return with_known_end(position, line, longest)

    def moves_by_heart(self, position: Position, longest: int) -> MovesByHeart:
        """Return the exact values and the lines of the moves that the book has.

        Where there is no book, the values of a start may be known that took long to find, or the
        value of a position after it.
        """
        known = self.by_heart(position)
        start = None if known is not None else known_start(position)
        if start is not None and start.seconds >= _LONG:
            exact = {move: low for move, (low, high) in start.moves.items() if low == high}
            return MovesByHeart(start.value, {move: (exact[move], [move]) for move in exact})
        moves: dict[int, tuple[int, list[int]]] = {}
        for move, child, sign in children(position):
            after = self.by_heart(child)
            if after is not None:
                value = sign * after.value
            elif known is not None and move in known.moves:
                value = known.value
            else:
                continue
            moves[move] = value, [move, *self.line_by_heart(child, longest - 1)]
        return MovesByHeart(self.value_by_heart(position), moves)


def machine_knowledge() -> Knowledge:
    """Return the knowledge of this machine; missing databases are not built."""
    return Knowledge(EndgameStore(cache_folder(), LARGEST_IN_PLAY))


def with_known_end(position: Position, line: list[int], longest: int) -> list[int]:
    """Return a line continued with best moves from the position's endgame database.

    It has at most ``longest`` moves. A search ends its lines where the database has the value.
    """
    here = position.copy()
    for move in line:
        if here.over:  # by a majority, which a search looks past
            return line
        here.play(move)
    whole = list(line)
    while len(whole) < longest and not here.over:
        best = _best_known(here)
        if best is None:
            break
        whole.append(best)
        here.play(best)
    return whole


def _best_known(position: Position) -> int | None:
    """Return the best move; None unless the position's database has the values of all moves."""
    best = None
    for move, child, sign in children(position):
        gain = child.known_gain()
        if gain is None:
            return None
        rank = sign * (child.lead + gain), position.priority(move), move
        best = rank if best is None else max(best, rank)
    return None if best is None else best[2]
