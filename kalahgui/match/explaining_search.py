"""Which search to record so as to explain a computer's turn, and how that differs from its own."""

from __future__ import annotations

from dataclasses import dataclass

from kalahgui.core.search import Finding
from kalahgui.core.textbook import ALGORITHMS, LIKELY, MAX_DEPTH
from kalahgui.engine.traced import source_of
from kalahgui.games.game import Position
from kalahgui.games.limit import CHILD_VALUES, GLANCE, SEARCH, SIMPLE, TABLE, Limit
from kalahgui.match.match import Match
from kalahgui.match.node import NO_SEARCH, SWAP, Node, SearchStatistics, Thought

NEAREST = "usual-nega-scout"
# The depth shown where it is unknown how far the playing search saw, or might have seen.
_FAR = MAX_DEPTH
_EXACT = ("why_exact", "why_varied")
# Ways to choose a move whose value is not one that a search has found for that very move.
_VALUES_NOTHING = frozenset(
    ("why_even", "why_random", "why_slip", "why_glance", "why_simple", "why_child_values")
)
NO_TEXTBOOK = {
    SEARCH: "why_search",
    TABLE: "why_table",
    CHILD_VALUES: "why_child_values",
    GLANCE: "why_glance",
    SIMPLE: "why_simple",
}


@dataclass(frozen=True)
class Why:
    """A turn that a computer has played, and a search to be shown for it.

    The search began at the node ``before``; ``position`` is the one there, as the player's
    ``evaluation`` judges it. ``turn`` are the moves that came out of that search; none where the
    computer ``swaps``. ``exact`` tells that what is shown is the very search, so that its counts
    are those of the turn; otherwise it is the one that comes nearest, and ``depth`` is the most
    that it may look ahead. ``sentence`` is the key of the clause that says so. ``limit`` is what
    the computer really kept to, ``thought`` what it found and ``statistics`` what that took, as
    far as that is known.
    """

    match: Match
    seat: int
    before: Node
    position: Position
    turn: tuple[int, ...]
    algorithm: str
    depth: int
    order: str
    exact: bool
    sentence: str
    evaluation: str
    limit: Limit
    thought: Thought | None
    statistics: SearchStatistics | None

    @property
    def swaps(self) -> bool:
        """Tell whether the computer answered by a swap of sides."""
        return not self.turn

    @property
    def found(self) -> Finding | None:
        """Return what the computer's own search found; None where none is known to value the turn.

        Its value is that of the turn in the eyes of who played it, before a swap.
        """
        if self.thought is None or self.sentence in _VALUES_NOTHING:
            return None
        line = tuple(self.thought.finding.line)
        return self.thought.finding if line[: len(self.turn)] == self.turn else None

    @property
    def expected(self) -> tuple[int, ...]:
        """Return the line that the computer's own search has found; empty where none is known."""
        return () if self.found is None else tuple(self.found.line)


def can_explain(match: Match) -> bool:
    """Tell whether the last turn before where a match stands was a computer's."""
    here = match.here
    return here.parent is not None and not match.players[match.seat_before(here)].person


def why_of(match: Match) -> Why | None:
    """Return the search that explains the last turn, None when that was no computer's."""
    if not can_explain(match):
        return None
    nodes = _from_last_search(match.last_turn)
    first = nodes[0]
    before, seat = first.before, match.seat_before(first)
    limit = match.players[seat].limit(match.game, match.start)
    position = match.game.with_evaluation(before.position, limit.judge)
    statistics = None if first.search_statistics is NO_SEARCH else first.search_statistics
    even = match.swap_to_come_at(before) and not limit.errs
    key = _clause(limit, first.thought, even, statistics)
    turn = tuple(node.ply for node in nodes if node.ply is not None and node.ply != SWAP)
    textbook = limit.algorithm in ALGORITHMS
    return Why(
        match,
        seat,
        before,
        position,
        turn,
        algorithm=limit.algorithm if textbook else NEAREST,
        depth=_depth(limit, first.thought),
        order=("article" if limit.order else "rising") if textbook else _played_first(match, turn),
        exact=textbook and key in _EXACT,
        sentence=key,
        evaluation=limit.evaluation,
        limit=limit,
        thought=first.thought,
        statistics=statistics,
    )


def _from_last_search(turn: list[Node]) -> list[Node]:
    for index in range(len(turn) - 1, -1, -1):
        if turn[index].search_statistics not in (None, NO_SEARCH):
            return turn[index:]
    return turn


def _played_first(match: Match, turn: tuple[int, ...]) -> str:
    """Return the order in which the move that was played is looked at before all others."""
    return f"{match.game.text(turn[0])},{LIKELY}" if turn else LIKELY


def _depth(limit: Limit, thought: Thought | None) -> int:
    if thought is not None and thought.finding.depth:
        return thought.finding.depth
    return limit.turns or _FAR


def _clause(
    limit: Limit, thought: Thought | None, even: bool, statistics: SearchStatistics | None
) -> str:
    """Return the key of the clause that says how a player really chose the move."""
    if even:
        return "why_even"
    source = "" if thought is None else source_of(thought.finding)
    if source:
        return f"why_{source}"
    if limit.algorithm not in ALGORITHMS:
        return NO_TEXTBOOK[limit.algorithm]
    if statistics is not None and statistics.nodes == 0:
        return "why_random"
    if limit.slip:
        return "why_slip"
    if statistics is None or (limit.turns is None and thought is None):
        return "why_unknown"
    if limit.turns is None:
        return "why_timed"
    if statistics.nodes is None:
        return "why_stopped"
    return "why_varied" if limit.varied else "why_exact"
