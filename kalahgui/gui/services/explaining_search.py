"""Which search explains the computer's last turn."""

from __future__ import annotations

from dataclasses import dataclass

from kalahgui.core.textbook import ALGORITHMS, LIKELY, MAX_DEPTH
from kalahgui.engine.limit import GLANCE, SEARCH, SIMPLE, TABLE, Limit
from kalahgui.games.game import Message, Position
from kalahgui.match.computer import Thought
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.match.search_statistics import NO_SEARCH, SearchStatistics

NEAREST = "usual-nega-scout"
# Where nobody knows how far the playing search saw, nor how far it was allowed to.
_FAR = MAX_DEPTH
_EXACT = ("why_exact", "why_varied")
_NO_TEXTBOOK = {
    SEARCH: "why_search",
    TABLE: "why_table",
    GLANCE: "why_glance",
    SIMPLE: "why_random",
}


@dataclass(frozen=True)
class Why:
    """A search to be watched, for a turn that a computer has played.

    The search began at the node ``before``; ``position`` is the one there, as the player's
    ``evaluation`` judges it. ``exact`` tells
    that it is the very search that chose the turn, so that its counts are those that were shown;
    otherwise it is the one that comes nearest, and ``depth`` is the most that it may look ahead.
    ``sentence`` says what is shown; ``expected`` is the line that the playing search had found.
    """

    before: Node
    position: Position
    algorithm: str
    depth: int
    order: str
    exact: bool
    sentence: Message
    evaluation: str = ""
    expected: tuple[int, ...] = ()


def can_explain(match: Match) -> bool:
    """Tell whether the last turn before where a match stands was a computer's."""
    here = match.here
    return here.parent is not None and not match.players[match.seat_before(here)].person


def why(match: Match, thought: Thought | None) -> Why | None:
    """Return the search that explains the last turn, None when that was no computer's.

    ``thought`` is what a computer has thought last, if that is known.
    """
    if not can_explain(match):
        return None
    first = _first_ply(match.last_turn)
    assert first.parent is not None
    before = first.parent
    limit = match.players[match.seat_before(first)].limit(match.game, match.start)
    position = match.game.with_evaluation(before.position, limit.judge)
    if thought is not None and thought.position != position:
        thought = None
    even = match.swap_to_come_at(before) and not limit.errs
    said = _deviation(limit, thought, even, first.search_statistics)
    return _explained(before, position, limit, thought, even, said)


def _first_ply(turn: list[Node]) -> Node:
    """Return the first ply that came out of the last search of a turn."""
    for node in reversed(turn):
        if node.search_statistics is not None and node.search_statistics is not NO_SEARCH:
            return node
    return turn[0]


def _explained(
    before: Node, position: Position, limit: Limit, thought: Thought | None, even: bool, key: str
) -> Why:
    depth = limit.turns or _FAR
    if thought is not None and thought.finding.depth:
        depth = thought.finding.depth
    algorithm, evaluation = limit.algorithm, limit.evaluation
    if algorithm in ALGORITHMS:
        order = "article" if limit.order else "rising"
        exact, said = key in _EXACT, Message(key)
        return Why(before, position, algorithm, depth, order, exact, said, evaluation)
    said = Message("why_even" if even else _NO_TEXTBOOK[algorithm])
    expected: tuple[int, ...] = ()
    if thought is not None and algorithm == SEARCH and not even:
        expected = tuple(thought.finding.line)
    return Why(before, position, NEAREST, depth, LIKELY, False, said, evaluation, expected)


def _deviation(
    limit: Limit, thought: Thought | None, even: bool, statistics: SearchStatistics | None
) -> str:
    """Say by a key how the choice of a textbook player differs from one plain search.

    What the match has kept of the search's ``statistics`` tells as much as the ``thought``, but for
    the depth that a time allowed.
    """
    if even:
        return "why_even"
    if statistics is not None and statistics is not NO_SEARCH and statistics.nodes == 0:
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
