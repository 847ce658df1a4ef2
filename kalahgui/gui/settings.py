"""The player's choices, kept in the store from one start to the next."""

from __future__ import annotations

import contextlib
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from kalahgui.core.textbook import ALGORITHMS, MAX_DEPTH
from kalahgui.engine.levels import LEVELS
from kalahgui.engine.limit import SEARCH
from kalahgui.engine.method import MAX_SECONDS, Method
from kalahgui.gui.kit import words
from kalahgui.gui.kit.theme import PALETTES
from kalahgui.gui.offers import Offer
from kalahgui.library.store import Store, StoreError
from kalahgui.match.match import Player
from kalahgui.match.timeline import PACES

FACES = ("fixed", "flip", "both")
TEXT_SIZES = {"normal": 1.0, "large": 1.2}
_NAME = "choices"


@dataclass
class Seat:
    """Who plays on one side: a person, a level or an engine of the player's own choice."""

    name: str = ""
    person: bool = True
    level: int = 4
    custom: bool = False
    algorithm: str = "alpha-beta"
    turns: int = 5
    seconds: float = 2.0

    def player(self, varied: bool = False) -> Player:
        """Return the player who sits here; a ``varied`` computer does not always play alike."""
        return Player(self.name.strip(), None if self.person else self._method(varied))

    def _method(self, varied: bool) -> Method:
        if not self.custom:
            return Method(level=self.level, varied=varied)
        if self.algorithm == SEARCH:
            return Method(algorithm=SEARCH, seconds=self.seconds, varied=varied)
        return Method(algorithm=self.algorithm, turns=self.turns, varied=varied)

    @property
    def makes_sense(self) -> bool:
        """Tell whether a computer could play by every choice, also by those not in use."""
        return (
            1 <= self.level <= len(LEVELS)
            and self.algorithm in (SEARCH, *ALGORITHMS)
            and 1 <= self.turns <= MAX_DEPTH
            and 0.001 <= self.seconds <= MAX_SECONDS
        )


@dataclass
class Choices:
    """What the player chose: for the window, and for the next game."""

    language: str = ""
    theme: str = "paper"
    pace: str = "normal"
    sound: bool = True
    preview: bool = True
    thinking: bool = True
    face: str = "fixed"
    text: str = "normal"
    window: tuple[int, int] = (1280, 800)
    first: Seat = field(default_factory=Seat)
    second: Seat = field(default_factory=lambda: Seat(person=False))
    offer: str = "kalah"
    boards: dict[str, str] = field(default_factory=dict)
    handicap: int = 0
    varied: bool = False
    marks: bool = True
    numbers: bool = False
    values: bool = False
    pits: int = 6
    stones: int = 4
    more_boards: bool = False
    empty_capture: bool = False
    last_stone: bool = False
    pie: bool = False

    def variant(self, offer: Offer) -> str:
        """Return the board that is chosen for a card."""
        if offer.game.key == "kalah":
            return f"{self.pits}x{self.stones}"
        board = self.boards.get(offer.key)
        return board if board in offer.variants else offer.variants[0]

    def rules(self, offer: Offer) -> tuple[str, ...]:
        """Return the rules that are chosen for a card."""
        if offer.game.key != "kalah":
            return ()
        chosen = {"empty-capture": self.empty_capture, "last-stone": self.last_stone}
        return tuple(rule for rule, on in chosen.items() if on)


def load(store: Store) -> Choices:
    """Read the choices; what is missing or makes no sense is as at the first start."""
    kept: Any = None
    with contextlib.suppress(StoreError):
        kept = store.get_setting(_NAME)
    choices = Choices(language=words.system_language())
    if isinstance(kept, dict):
        _take(choices, kept)
        for name in ("first", "second"):
            if isinstance(kept.get(name), dict):
                _take(getattr(choices, name), _with_turns(kept[name]))
    _mend(choices)
    return choices


def save(store: Store, choices: Choices) -> None:
    """Keep the choices; StoreBusy when another program holds the store."""
    store.set_setting(_NAME, asdict(choices))


def _with_turns(seat: dict[str, Any]) -> dict[str, Any]:
    """Return a kept seat whose depth is called turns, as plies in older records."""
    return {"turns" if name == "plies" else name: value for name, value in seat.items()}


def _take(target: Any, kept: dict[str, Any]) -> None:
    """Set the fields whose kept value has the type of the default."""
    for item in fields(target):
        default, value = getattr(target, item.name), kept.get(item.name)
        if isinstance(default, float) and type(value) is int:
            value = float(value)
        if isinstance(default, tuple) and isinstance(value, list):
            value = tuple(value)
        if type(value) is type(default):
            setattr(target, item.name, value)


def _mend(choices: Choices) -> None:
    """Put back the default where a kept value is of the right type and yet impossible."""
    fresh = Choices(language=words.system_language())
    allowed: dict[str, Any] = {
        "language": words.LANGUAGES,
        "theme": PALETTES,
        "pace": PACES,
        "face": FACES,
        "text": TEXT_SIZES,
        "pits": range(1, 9),
        "stones": range(1, 10),
        "handicap": range(5),
    }
    for name, values in allowed.items():
        if getattr(choices, name) not in values:
            setattr(choices, name, getattr(fresh, name))
    size = choices.window
    if len(size) != 2 or not all(type(n) is int and 200 <= n <= 16000 for n in size):
        choices.window = fresh.window
    for name in ("first", "second"):
        if not getattr(choices, name).makes_sense:
            setattr(choices, name, getattr(fresh, name))
