"""What a computer player may use for a move."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Timer

from kalahgui.core.search import StopWord
from kalahgui.games.game import HANDMADE

SEARCH = "search"
TABLE = "table"
SIMPLE = "simple"
GLANCE = "glance"


@dataclass(frozen=True)
class Sight:
    """What somebody notices who looks at a board and does not search it.

    A move is surely noticed whose effect reaches ``near`` cells at most; for every further cell
    there is a ``keen`` chance (0 to 1) to follow that far, and for every move that is to come
    before it an ``ahead`` chance to think of it at all. ``chain`` is how many moves of a turn are
    followed in a row.
    """

    near: int
    keen: float
    ahead: float
    chain: int


# Who has less time for a move does not think on a person's.
_SECONDS_OF_PONDERERS = 1.0


@dataclass(frozen=True)
class Limit:
    """What a computer player may use for a move.

    ``algorithm`` is "search" (the playing search), one of the textbook algorithms, "table", which
    looks a move up in a table made beforehand, "simple", which plays at random but for what catches
    the eye, or "glance", which knows what its ``sight`` notices; these three are told the key of
    the ``game``. ``turns`` bounds the depth, in
    changes of side, and ``seconds`` the time. ``evaluation`` is what judges
    a position where a search stops, empty for the game's own; ``order`` lists the moves in
    the order in which a textbook algorithm tries them, empty for rising numbers.

    A player with a ``slip`` chance plays, that often, a move at most ``slack`` points worse than
    the best it sees. A ``varied`` player chooses at random among the moves it finds equally good.
    A player plays ``one_in`` so many moves at random, if that is given.
    An ``even`` player looks for the turn after which neither side is better: the opponent may
    then swap sides.
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
    sight: Sight | None = None

    @property
    def judge(self) -> str:
        """Return the name of what judges for the algorithm; an empty one is the game's best.

        Textbook searches read leaves as their articles do, on positions without an evaluation.
        """
        return self.evaluation if self.evaluation or self.algorithm == SEARCH else HANDMADE

    @property
    def errs(self) -> bool:
        """Tell whether a player does not always play the best that its algorithm finds."""
        return bool(self.slip or self.one_in) or self.algorithm in (SIMPLE, GLANCE)

    @property
    def by_time_alone(self) -> bool:
        """Tell whether the playing search looks as far ahead as it gets, and plays its best."""
        return self.algorithm == SEARCH and self.turns is None and not self.errs

    @property
    def ponders(self) -> bool:
        """Tell whether a player who is allowed to thinks while a person is to move."""
        enough = self.seconds is not None and self.seconds >= _SECONDS_OF_PONDERERS
        return self.by_time_alone and enough

    @property
    def reads_books(self) -> bool:
        """Tell whether a player may look positions up in an opening book."""
        return self.by_time_alone and self.evaluation != HANDMADE


def raise_after(seconds: float, stop: StopWord) -> Timer:
    """Raise a stop word when time is up, unless the timer that is returned is cancelled."""
    timer = Timer(seconds, setattr, (stop, "raised", True))
    timer.daemon = True
    timer.start()
    return timer
