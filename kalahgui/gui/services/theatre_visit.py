"""What a visitor of the theatre looks at, and which search explains a computer's turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypedDict, Unpack

from kalahgui.articles.classics import CLASSICS
from kalahgui.core.textbook import ALGORITHMS, LIKELY, MAX_DEPTH
from kalahgui.engine.limit import GLANCE, SEARCH, SIMPLE, TABLE, Limit
from kalahgui.games import GAMES
from kalahgui.games.game import HANDMADE, Message, Position
from kalahgui.match.computer import Thought
from kalahgui.match.match import Match
from kalahgui.match.node import NO_SEARCH, Node, SearchStatistics
from kalahgui.theatre import order as orders
from kalahgui.theatre.order import RISING, orders_of
from kalahgui.theatre.quiz_session import QuizSession
from kalahgui.theatre.recording import Recording
from kalahgui.theatre.stopping import Fixed
from kalahgui.theatre.subject import PositionSubject, Subject

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


START = Message("theatre_start")
# What there are buttons for; a computer player may have looked further.
USUAL_DEPTHS = range(1, 9)
WRITTEN = Message("theatre_written")
_KALAH = GAMES["kalah"]


@dataclass(frozen=True)
class Played:
    """The game that has led to what is searched: where it began, and its plies."""

    start: Position
    plies: tuple[int, ...]
    pie: bool = False


class How(TypedDict, total=False):
    """How a subject is looked at, where that is not as usual.

    ``variant`` is the board of a game and ``name`` says in words what the subject is. ``order`` and
    ``stop`` are the texts that the command line reads. ``you`` is who is spoken to, the player of
    the root (0) or the other (1). ``why`` comes with what explains a computer's turn, and
    ``played`` where a game has led there.
    """

    variant: str
    name: Message
    algorithm: str
    depth: int
    order: str
    stop: str
    you: int
    why: Why
    played: Played


class Visit:
    """The subject that is searched, how it is searched, and the tab shown.

    ``variant`` is the board of a game, empty for its usual one, and ``name`` says in words what
    the subject is besides. ``order`` and ``stop`` are the
    texts that the command line reads. ``as_mover`` shows values as the player to move sees them,
    and not as the root's player does. ``you`` is who is spoken to: the root's player (0) or the
    other one (1); ``why`` is set as long as the search shown explains a computer's turn, and
    ``played`` when a game has led to the subject.
    ``revision`` grows whenever a search would be another one.
    """

    def __init__(self) -> None:
        self.subject: Subject[Any] = PositionSubject(_KALAH, _KALAH.start(_KALAH.variant))
        self.variant = _KALAH.variant
        self.name = START
        self.algorithm = "alpha-beta"
        self.depth = 3
        self.order = RISING
        self.stop = "fixed"
        self.as_mover = False
        self.you = 0
        self.why: Why | None = None
        self.played: Played | None = None
        self.tab = "watch"
        self.revision = 0
        self.classic = next(iter(CLASSICS))
        self.quiz: QuizSession | None = None  # none was begun yet

    def open(self, subject: Subject[Any], *, tab: str = "watch", **how: Unpack[How]) -> None:
        """Look at a subject; how it is searched is as before where nothing is said of it."""
        self.subject = subject
        self.variant = how.get("variant", "")
        written = not isinstance(subject, PositionSubject)
        self.name = how.get("name", WRITTEN if written else START)
        self.tab = tab
        self.search_by(
            algorithm=how.get("algorithm"),
            depth=how.get("depth", min(self.depth, self.depths[-1])),
            # A list of moves, and what only some have, belongs to the subject before.
            order=how.get("order", self.order if self.order in orders_of(subject) else RISING),
            stop=how.get("stop", Fixed.name),
        )
        self.you = how.get("you", 0)
        self.why = how.get("why")
        self.played = how.get("played")

    @property
    def depths(self) -> Sequence[int]:
        """Return the depths to choose from: a written tree is searched to its leaves."""
        written = not isinstance(self.subject, PositionSubject)
        return (self.subject.least_depth,) if written else USUAL_DEPTHS

    def watch(self, recording: Recording) -> None:
        """Look at what a recording has searched, in the way it did."""
        plan = recording.plan
        self.open(
            plan.subject,
            variant=_variant_of(plan.subject),
            name=Message("along_name"),
            algorithm=plan.algorithm,
            depth=recording.depth,
            order=orders.text_of(plan.order, plan.subject),
            stop=str(plan.rule),
        )

    def search_by(
        self,
        *,
        algorithm: str | None = None,
        depth: int | None = None,
        order: str | None = None,
        stop: str | None = None,
    ) -> None:
        """Search the subject in another way; None leaves what is chosen."""
        self.algorithm = self.algorithm if algorithm is None else algorithm
        self.depth = max(self.depth if depth is None else depth, self.subject.least_depth)
        self.order = self.order if order is None else order
        self.stop = self.stop if stop is None else stop
        self.why = None
        self.revision += 1


def _variant_of(subject: Subject[Any]) -> str:
    """Return a board on which a position can come about; empty where none is offered."""
    if not isinstance(subject, PositionSubject):
        return ""
    game, family = subject.game, subject.root.family()
    starts = ((variant, game.start(variant, subject.rules)) for variant in game.variants)
    found = (
        v
        for v, s in starts
        if game.with_evaluation(s, subject.evaluation or HANDMADE).family() == family
    )
    return next(found, "")
