"""What a visitor of the theatre looks at, and how it is searched."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Unpack

from kalahgui.articles.classics import CLASSICS
from kalahgui.games import GAMES
from kalahgui.games.game import Message
from kalahgui.games.limit import HANDMADE
from kalahgui.gui.services.navigation import How, Played, how_in_match
from kalahgui.learning.breaking import Breaking
from kalahgui.learning.mastery import Examination
from kalahgui.learning.search_task import Graded, SearchRow
from kalahgui.match.explaining_search import Why
from kalahgui.match.match import Match
from kalahgui.theatre import order as orders
from kalahgui.theatre.order import RISING, orders_of
from kalahgui.theatre.recording import Recording
from kalahgui.theatre.stopping import Fixed
from kalahgui.theatre.subject import PositionSubject, Subject

START = Message("theatre_start")
# What there are buttons for; a computer player may have looked further.
USUAL_DEPTHS = range(1, 9)
WRITTEN = Message("theatre_written")
_KALAH = GAMES["kalah"]


class Visit:
    """The subject that is searched, how it is searched, and the tab shown.

    ``variant`` is the board of a game, empty for its usual one, and ``name`` says in words what
    the subject is besides. ``order`` and ``stop`` are the
    texts that the command line reads. ``as_mover`` shows values as the player to move sees them,
    and not as the root's player does, and ``logarithmic`` bars count powers of ten. The search
    ``plays`` by itself as soon as it can be watched. ``you`` is who
    is spoken to: the root's player (0) or the other one (1), and ``other`` what the one who is not
    is, "computer" or "opponent"; ``why`` is set as long as the search
    shown explains a computer's turn, and ``played`` when a game has led to the subject. What was
    chosen before an explanation is chosen again after it.
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
        self.logarithmic = False
        self.plays = False
        self.you, self.other = 0, "opponent"
        self.why: Why | None = None
        self._own: tuple[str, int, str] | None = None  # how to search, from before an explanation
        self.played: Played | None = None
        self.tab = "watch"
        self.revision = 0
        self.classic = next(iter(CLASSICS))
        self.asking = False  # Watch stops where the search turns, and asks
        # None was begun yet.
        self.searches: SearchRow | None = None
        self.breaking: Breaking | None = None
        self.examination: Examination | None = None

    def examine(self, graded: Graded) -> None:
        """Begin ten questions."""
        self.examination = Examination(str(random.random()), graded)

    def open(self, subject: Subject[Any], *, tab: str = "watch", **how: Unpack[How]) -> None:
        """Look at a subject; how it is searched is as before where nothing is said of it."""
        self.end_explanation()
        own = self.algorithm, self.depth, self.order
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
        self.you, self.other = how.get("you", 0), how.get("other", "opponent")
        self.why, self._own = how.get("why"), own
        self.played = how.get("played")

    def end_explanation(self) -> None:
        """Search as before a computer's turn was explained, if one is."""
        if self.why is None or self._own is None:
            return
        algorithm, depth, order = self._own
        fitting = order if order in orders_of(self.subject) else RISING
        self.search_by(algorithm=algorithm, depth=min(depth, self.depths[-1]), order=fitting)

    def open_own(self, match: Match | None) -> None:
        """Look at the position of a match, unless something was looked at before."""
        if self.revision or match is None or match.here.over:
            return
        subject = PositionSubject(match.game, match.position.copy(), match.rules)
        how = how_in_match(match, match.here)
        how["name"] = Message("theatre_own")
        self.open(subject, **how)

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
    variants = (
        v
        for v, s in starts
        if game.with_evaluation(s, subject.evaluation or HANDMADE).family() == family
    )
    return next(variants, "")
