"""The look back on a match that is over: what is proven enough to be told, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node
from kalahgui.review.review_rows import (
    ReviewRow,
    Summary,
    has_outcome,
    is_mistake,
    mistakes_in,
    summary_of,
    turning_point,
)

# So many turns ahead an estimate may be told once the review has come to its end.
ENOUGH_TURNS = 6


@dataclass(frozen=True)
class LookBack:
    """What is known well enough of a match that is over.

    ``turn`` is the move that decided it, ``certain`` if no estimate says so, and ``reply`` the
    best move that the winner answered it with; without a turn, the result was certain from the
    move ``settled`` on. ``found`` has the best moves found by each seat of a person, ``mistakes``
    the number of moves worth a look, None as long as more may come.
    """

    turn: ReviewRow | None = None
    certain: bool = False
    reply: ReviewRow | None = None
    settled: ReviewRow | None = None
    found: Mapping[int, Summary] = field(default_factory=dict)
    mistakes: int | None = None

    def led_until(self, seat: int) -> ReviewRow | None:
        """Return the move with which a player gave away a won game; None without one."""
        row = self.turn
        return row if row is not None and row.seat == seat and row.best_value > 0 else None


def look_back(
    match: Match, line: Sequence[Node], rows: Sequence[ReviewRow], *, ended: bool, whole: bool
) -> LookBack:
    """Return what may be told of the main line by the rows found so far.

    The review has ``ended`` when no more will be found, and was ``whole`` when every position got
    its time: only then estimates are told, too. Until then a line is told that is certain.
    """
    known = [row for row in rows if _proven(row, whole)]
    turn = turning_point(match, rows)
    # A move behind it might have changed the result again: all of them count.
    behind = [] if turn is None else [row for row in rows if row.ply >= turn.ply]
    certain = turn is not None and all(row.exact for row in behind)
    if turn is not None and not certain:
        # By an estimate it must have lost as much as a mistake.
        proven = is_mistake(turn.kind) and all(_proven(row, whole) for row in behind)
        turn = turn if proven else None
    return LookBack(
        turn,
        certain,
        None if turn is None else _reply(match, turn, known),
        _settled(match, line, rows) if ended and turn is None else None,
        _found(match, line, known),
        len(mistakes_in(match, known)) if ended else None,
    )


def _proven(row: ReviewRow, whole: bool) -> bool:
    return row.exact or (whole and row.depth >= ENOUGH_TURNS)


def _reply(match: Match, turn: ReviewRow, known: Iterable[ReviewRow]) -> ReviewRow | None:
    """Return the winner's move right behind the other player's mistake, if none was better."""
    row = next((reply for reply in known if reply.ply == turn.ply + 1), None)
    winner = match.tip.winner
    if row is None or row.loss or row.seat != winner or turn.seat == winner:
        return None
    return row


def _settled(match: Match, line: Sequence[Node], rows: Sequence[ReviewRow]) -> ReviewRow | None:
    """Return the first move of the end of a match in which every result is certain, and the same.

    None where that is the last move alone.
    """
    exact = {row.node: row for row in rows if row.exact}
    settled = None
    for node in reversed([node for node in line if node.ply != SWAP]):
        row = exact.get(node)
        if row is None or not has_outcome(match, row):
            break
        settled = row
    return settled if settled is not None and settled.node is not match.tip else None


def _found(match: Match, line: Sequence[Node], known: Sequence[ReviewRow]) -> dict[int, Summary]:
    summaries = {}
    for seat, player in enumerate(match.players):
        moves = [n for n in line if n.ply != SWAP and match.seat_before(n) == seat]
        rows = [row for row in known if row.seat == seat]
        if player.person and moves and len(rows) == len(moves):
            summaries[seat] = summary_of(rows)
    return summaries
