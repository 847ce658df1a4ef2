"""The moves of a line, each with what it was worth and what the best one was."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kalahgui.engine.judgement import Judgement
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node
from kalahgui.review.kinds import kind_of

JudgementOf = Callable[[Node], Judgement | None]


@dataclass(frozen=True)
class Row:
    """A move that was played, and what its position was judged to be worth.

    ``node`` is where the move led, ``ply`` counts from 1 as in the match, ``seat`` is the index of
    the player who moved and ``side`` that of the side. Values are seen by the side that moves, in
    points at the very end; both come from the same judgement, ``depth`` turns ahead. ``exact``
    tells that every move of the position was read to the end: only then is the best one known to
    be the best. ``kind`` is one of ``kinds.KINDS``.
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
        """Return what the move is worth less than the best one: 0 for a best move."""
        return self.best_value - self.value


def rows_of(match: Match, line: Iterable[Node], judgement_of: JudgementOf) -> list[Row]:
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
            Row(
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
