"""The rows of a review, one for each move: its loss and class; summaries and the turning point."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kalahgui.engine.judgement import Judgement
from kalahgui.games.game import Game
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node

BEST = "best"
FINE = "fine"
DUBIOUS = "dubious"
MISTAKE = "mistake"
BLUNDER = "blunder"
# The only good move, and it was found.
ONLY = "only"
KINDS = (ONLY, BEST, FINE, DUBIOUS, MISTAKE, BLUNDER)


def kind_of(game: Game, judgement: Judgement, move: int) -> str:
    """Return the class of a move: one of KINDS.

    A loss counts by the game's steps. One that gives away a won game or a draw is a mistake at
    least, however small, once that is exact. A best move is the only one when every other would be
    a mistake.
    """
    if judgement.values[move] < judgement.value:
        return _by_loss(game, judgement, move)
    others = [each for each in judgement.values if each != move]
    if others and all(is_mistake(_by_loss(game, judgement, each)) for each in others):
        return ONLY
    return BEST


def is_mistake(kind: str) -> bool:
    """Return whether a class is a mistake or a blunder."""
    return kind in (MISTAKE, BLUNDER)


def _by_loss(game: Game, judgement: Judgement, move: int) -> str:
    dubious, mistake, blunder = game.loss_steps
    value = judgement.values[move]
    loss = judgement.value - value
    if loss >= blunder:
        return BLUNDER
    gives_away = judgement.exact and result_of(value) < result_of(judgement.value)
    if loss >= mistake or gives_away:
        return MISTAKE
    if loss >= dubious:
        return DUBIOUS
    return FINE if loss else BEST


def result_of(value: int) -> int:
    """Return 1 for a value that wins, 0 for a draw, -1 for a loss."""
    return (value > 0) - (value < 0)


JudgementOf = Callable[[Node], Judgement | None]


@dataclass(frozen=True)
class ReviewRow:
    """A move that was played, with the values of its position by the judgement.

    ``node`` is where the move led, ``ply`` counts from 1 as in the match, ``seat`` is the index of
    the player who moved and ``side`` that of the side. Values are seen by the side that moves, in
    points at the very end; both come from the same judgement, ``depth`` turns ahead. ``exact``
    tells that every move of the position was read to the end: only then is the best one known to
    be the best. ``kind`` is one of ``KINDS``.
    """

    node: Node
    ply: int
    side: int
    seat: int
    move: int
    value: int
    best: int
    best_value: int
    exact: bool
    depth: int
    kind: str

    @property
    def loss(self) -> int:
        """Return the difference to the value of the best move."""
        return self.best_value - self.value


def rows_of(match: Match, line: Iterable[Node], judgement_of: JudgementOf) -> list[ReviewRow]:
    """Return a row for every move of a line whose position has been judged.

    ``line`` has the nodes from the first ply on; a swap of sides has no row. A move that is as good
    as the best one is the best.
    """
    rows = []
    for ply, node in enumerate(line, start=1):
        before, move = node.parent, node.ply
        if before is None or move is None or move == SWAP:
            continue
        judgement = judgement_of(before)
        if judgement is None:
            continue
        value = judgement.values[move]
        rows.append(
            ReviewRow(
                node=node,
                ply=ply,
                side=before.position.turn,
                seat=match.seat_before(node),
                move=move,
                value=value,
                best=move if value == judgement.value else judgement.best,
                best_value=judgement.value,
                exact=judgement.exact,
                depth=judgement.depth,
                kind=kind_of(match.game, judgement, move),
            )
        )
    return rows


def reviewed_seats(match: Match) -> tuple[int, ...]:
    """Return the seats whose mistakes are listed: those of persons, or both without a person."""
    return tuple(seat for seat in (0, 1) if match.players[seat].person) or (0, 1)


def mistakes_in(match: Match, rows: Iterable[ReviewRow]) -> list[ReviewRow]:
    """Return the rows of the mistakes of the ``reviewed_seats``."""
    seats = reviewed_seats(match)
    return [row for row in rows if row.seat in seats and is_mistake(row.kind)]


@dataclass(frozen=True)
class Summary:
    """The number of judged moves, of best ones and of mistakes, and the points lost."""

    moves: int = 0
    found: int = 0
    lost: int = 0
    mistakes: int = 0

    @property
    def loss_a_move(self) -> float:
        """Return the mean loss; 0 without a move."""
        return self.lost / self.moves if self.moves else 0.0


def summary_of(rows: Iterable[ReviewRow]) -> Summary:
    """Return the summary of some rows.

    The moves of a player are the rows of a seat, those of a side the rows of a side: a swap of
    sides tells them apart.
    """
    moves = found = lost = mistakes = 0
    for row in rows:
        moves += 1
        found += row.loss == 0
        lost += row.loss
        mistakes += is_mistake(row.kind)
    return Summary(moves, found, lost, mistakes)


def turning_point(match: Match, rows: Sequence[ReviewRow]) -> ReviewRow | None:
    """Return the move after which the result of a finished game never changed again.

    ``rows`` are those of the main line. The move gave away a better result, which its ``best`` and
    ``best_value`` tell; whether that is certain, its ``exact``. None when no single move did, and
    as long as the moves behind it have not all been judged.
    """
    line = match.tip.line
    if not match.over_at(match.tip):
        return None
    outcome = _outcome(match)
    known = {row.ply: row for row in rows}
    for ply in range(len(line), 0, -1):
        if line[ply - 1].ply == SWAP:
            continue
        row = known.get(ply)
        if row is None or _for_first(row.value, row.side) != outcome:
            return None
        if _for_first(row.best_value, row.side) != outcome:
            return row
    return None


def _outcome(match: Match) -> int:
    """Return how the main line ended for the first side: 1 won, 0 drawn, -1 lost."""
    winner = match.winner_at(match.tip)
    if winner is None:
        return 0
    return 1 if match.seat_of(0, match.tip) == winner else -1


def _for_first(value: int, side: int) -> int:
    """Return a value for a side as the first side's result."""
    return -result_of(value) if side else result_of(value)
