"""The limits of a computer player for a move: depth, time, evaluation, mistakes."""

from __future__ import annotations

from dataclasses import dataclass

# The evaluation written by hand, used where none was learnt or the learnt one is not wanted.
HANDMADE = "handmade"
SEARCH = "search"
TABLE = "table"
SIMPLE = "simple"
GLANCE = "glance"
CHILD_VALUES = "child-values"
# Algorithms that take neither turns nor seconds.
WITHOUT_AMOUNT = (TABLE, SIMPLE, CHILD_VALUES)


@dataclass(frozen=True)
class Attention:
    """How much a weak player notices, one that looks at a board and does not search.

    A move whose effect reaches at most ``near`` cells is always noticed. For every further cell the
    chance is multiplied by ``keen`` (0 to 1), and for every move that has to be made before it by
    ``ahead``. ``chain`` is the most moves of one turn that are followed in a row.
    """

    near: int
    keen: float
    ahead: float
    chain: int


# A player with less time for a move does not ponder.
_SECONDS_OF_PONDERERS = 1.0


@dataclass(frozen=True)
class Limit:
    """The limits of a computer player for a move.

    ``algorithm`` is "search" (the playing search), a textbook algorithm, "table" (moves from a
    table made beforehand), "child-values" (the best-looking position after one move), "simple" (at
    random, but for what catches the eye) or "glance" (what its ``attention`` notices); the last
    four need the key of the ``game``. ``turns`` is the depth, in
    changes of side, and ``seconds`` the time. ``evaluation`` judges a position where a search
    stops, empty for the game's own; ``order`` lists the moves in the order in which a textbook
    algorithm tries them, empty for rising numbers.

    With the chance ``slip`` (0 to 1) a player chooses a move at most ``slack`` points worse than
    the best it sees. One move in ``one_in`` is random, if that is given. A ``varied`` player
    chooses at random among moves that it finds equally good. An ``even`` player looks for the turn
    after which neither side is better, since the opponent may then swap sides.
    """

    algorithm: str = SEARCH
    turns: int | None = None
    seconds: float | None = None
    evaluation: str = ""
    order: tuple[int, ...] = ()
    slip: float = 0.0
    slack: int = 0
    varied: bool = False
    even: bool = False
    one_in: int | None = None
    game: str = ""
    attention: Attention | None = None

    @property
    def judge(self) -> str:
        """Return the name of the evaluation; empty for the best of the game.

        Textbook searches judge leaves as their articles do, so their positions have no other.
        """
        return self.evaluation if self.evaluation or self.algorithm == SEARCH else HANDMADE

    @property
    def errs(self) -> bool:
        """Return whether the player does not always play the best that its algorithm finds."""
        return self.varies or bool(self.one_in)

    @property
    def varies(self) -> bool:
        """Return whether the player plays one game unlike another even if it is not ``varied``."""
        return bool(self.slip) or self.algorithm in (SIMPLE, GLANCE)

    @property
    def by_time_alone(self) -> bool:
        """Return whether time is the only limit of a playing search."""
        return self.algorithm == SEARCH and self.turns is None and not self.errs

    @property
    def ponders(self) -> bool:
        """Return whether the player may ponder, that is think while a person is to move."""
        enough = self.seconds is not None and self.seconds >= _SECONDS_OF_PONDERERS
        return self.by_time_alone and enough

    @property
    def reads_books(self) -> bool:
        """Return whether the player may use an opening book."""
        return self.by_time_alone and self.evaluation != HANDMADE


# -- the limits of levels


def glance(turns: int, near: int, keen: float, ahead: float, chain: int) -> Limit:
    """Return the limit of who looks at the board and does not search it."""
    return Limit(GLANCE, turns=turns, attention=Attention(near, keen, ahead, chain))


def turns(*numbers: int) -> tuple[Limit, ...]:
    """Return limits of so many turns each."""
    return tuple(Limit(turns=number) for number in numbers)


def seconds(*numbers: float) -> tuple[Limit, ...]:
    """Return limits of so many seconds each."""
    return tuple(Limit(seconds=number) for number in numbers)


def counting(number: int) -> Limit:
    """Return a textbook search: it misses nothing, but only counts what is in the stores."""
    return Limit("alpha-beta", turns=number)


# More turns than any game has on the boards with such a level.
TO_THE_END = turns(60)
