"""The rows of a review, one for each move: its loss and class; summaries and the turning point."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from kalahgui.engine.judgement import Judgement
from kalahgui.engine.levels import level_of
from kalahgui.engine.thinker import Thinker
from kalahgui.games.game import Game, Position
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node

BEST = "best"
FINE = "fine"
DUBIOUS = "dubious"
MISTAKE = "mistake"
BLUNDER = "blunder"
# A best move that is not easily found.
STRONG = "strong"
KINDS = (STRONG, BEST, FINE, DUBIOUS, MISTAKE, BLUNDER)
# The signs of the kinds that have one.
MARKS = {STRONG: "!", DUBIOUS: "?!", MISTAKE: "?", BLUNDER: "??"}

# From so many points on an estimate counts as a result.
SURE_POINTS = 4
# A strong move is better than the next one by so many points.
STRONG_POINTS = 2
# The player whose moves count as easily found: a level, and the seed of its chance.
_EASY_LEVEL, _SEED = 2, 0


def kind_of(game: Game, judgement: Judgement, move: int, easily_found: Callable[[], int]) -> str:
    """Return the class of a move: one of KINDS, by what has changed for who made it.

    A blunder turns a win into a draw or a loss, or a draw into a loss. Estimates must be worth
    SURE_POINTS at least on either side of a draw. A move after which the game is still won, or
    before which it was lost, is dubious at most. ``easily_found`` returns the move that a beginner
    would have made here; it is called for the few moves that may be strong.
    """
    value, best = judgement.values[move], judgement.value
    if value == best:
        others = [value for other, value in judgement.values.items() if other != move]
        far = bool(others) and best - max(others) >= STRONG_POINTS
        return STRONG if far and easily_found() != move else BEST
    return kind_of_worse(game, judgement, move)


def kind_of_worse(game: Game, judgement: Judgement, move: int) -> str:
    """Return the class of a move that is not among the best ones."""
    if gives_away(judgement, move):
        return BLUNDER
    dubious, mistake = game.loss_steps
    value, best = judgement.values[move], judgement.value
    if best - value < dubious:
        return FINE
    decided = _result(judgement, move) > 0 or _best_result(judgement) < 0
    return DUBIOUS if decided or best - value < mistake else MISTAKE


def gives_away(judgement: Judgement, move: int) -> bool:
    """Tell whether a move turns a win into a draw or a loss, or a draw into a loss.

    Estimates tell it only of a win and a loss.
    """
    after = _result(judgement, move)
    exact = [judgement.values[exact_move] for exact_move in judgement.exact_moves]
    if move in judgement.exact_moves and result_of(max(exact)) > after:
        return True
    return _best_result(judgement) > 0 > after


def _result(judgement: Judgement, move: int) -> int:
    """Return the result that a move has by its value, an estimate only when it is large."""
    value = judgement.values[move]
    sure = move in judgement.exact_moves or abs(value) >= SURE_POINTS
    return result_of(value) if sure else 0


def _best_result(judgement: Judgement) -> int:
    return max(_result(judgement, move) for move in judgement.values)


def _beginners_move(match: Match, position: Position) -> int:
    """Return the move of an easy level, always the same one in a position."""
    limit = level_of(match.game, match.start, _EASY_LEVEL).limit
    return Thinker(_SEED).best(position, limit).line[0]


def is_mistake(kind: str) -> bool:
    """Return whether a class is a mistake or a blunder."""
    return kind in (MISTAKE, BLUNDER)


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
    tells that both are exact, and no move is better than the best. ``kind`` is one of ``KINDS``.
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
                exact=judgement.loss_exact(move),
                depth=judgement.depth,
                kind=kind_of(
                    match.game, judgement, move, partial(_beginners_move, match, before.position)
                ),
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
    if not match.tip.over:
        return None
    known = {row.ply: row for row in rows}
    for ply in range(len(line), 0, -1):
        if line[ply - 1].ply == SWAP:
            continue
        row = known.get(ply)
        if row is None or not has_outcome(match, row):
            return None
        if _for_first(row.best_value, row.side) != _outcome(match):
            return row
    return None


def has_outcome(match: Match, row: ReviewRow) -> bool:
    """Return whether a move led to the result with which the main line has ended."""
    return _for_first(row.value, row.side) == _outcome(match)


def _outcome(match: Match) -> int:
    """Return how the main line ended for the first side: 1 won, 0 drawn, -1 lost."""
    winner = match.tip.winner
    if winner is None:
        return 0
    return 1 if match.seat_of(0, match.tip) == winner else -1


def _for_first(value: int, side: int) -> int:
    return -result_of(value) if side else result_of(value)
