"""The player's choices, kept in the store from one start to the next."""

from __future__ import annotations

import contextlib
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from kalahgui.core.textbook import ALGORITHMS, MAX_DEPTH
from kalahgui.engine.levels import LEVELS
from kalahgui.engine.limit import SEARCH
from kalahgui.engine.method import MAX_SECONDS, Method
from kalahgui.games.game import Position
from kalahgui.gui import old_settings
from kalahgui.gui.kit import words
from kalahgui.gui.kit.theme import PALETTES
from kalahgui.gui.offers import OFFERS, Offer
from kalahgui.library.store import Store, StoreError
from kalahgui.match.match import Player
from kalahgui.match.timeline import PACES

FACES = ("fixed", "flip", "both")
TEXT_SIZES = {"normal": 1.0, "large": 1.2}
_NAME = "choices"


@dataclass
class Seat:
    """Who plays on one side: a person, a level or an algorithm of the player's own choice."""

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
class CardChoices:
    """What was chosen on the set-up screen of one card.

    ``more_boards`` tells that any board of the game may be put together, and not only one of the
    card's. A handicap that was chosen for a larger board is cut to what the board allows.
    """

    board: str
    rules: tuple[str, ...] = ()
    pie: bool = False
    handicap: int = 0
    more_boards: bool = False

    def start(self, offer: Offer) -> Position:
        """Return the start position; ValueError when the choices make no sense."""
        start = offer.game.start(self.board, self.rules)
        steps = min(self.handicap, offer.game.most_handicap(self.board))
        return offer.game.with_handicap(start, steps)

    def makes_sense(self, offer: Offer) -> bool:
        """Tell whether a game of a card can be started so."""
        try:
            self.start(offer)
        except ValueError:
            return False
        most = max(map(offer.game.most_handicap, offer.boards))
        known = self.more_boards or self.board in offer.boards
        return known and 0 <= self.handicap <= most


def _cards() -> dict[str, CardChoices]:
    return {key: CardChoices(offer.boards[0]) for key, offer in OFFERS.items()}


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
    cards: dict[str, CardChoices] = field(default_factory=_cards)
    varied: bool = False
    marks: bool = True
    numbers: bool = False
    values: bool = False

    def changed(self, card: str, **changes: Any) -> dict[str, CardChoices]:
        """Return the choices of all cards after changes to those of one."""
        return self.cards | {card: replace(self.cards[card], **changes)}


def load(store: Store) -> Choices:
    """Read the choices; what is missing or makes no sense is as at the first start."""
    kept: Any = None
    with contextlib.suppress(StoreError):
        kept = store.get_setting(_NAME)
    choices = Choices(language=words.system_language())
    if isinstance(kept, dict):
        _take_all(choices, old_settings.modern(kept))
    _mend(choices)
    return choices


def save(store: Store, choices: Choices) -> None:
    """Keep the choices; StoreBusy when another program holds the store."""
    store.set_setting(_NAME, asdict(choices))


def _take_all(choices: Choices, kept: dict[str, Any]) -> None:
    """Set every choice that was kept."""
    cards = kept.pop("cards", None)
    _take(choices, kept)
    for name in ("first", "second"):
        _take(getattr(choices, name), kept.get(name))
    for key, card in choices.cards.items():
        _take(card, cards.get(key) if isinstance(cards, dict) else None)


def _take(target: Any, kept: Any) -> None:
    """Set the fields whose kept value has the type of the default."""
    if not isinstance(kept, dict):
        return
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
        "offer": OFFERS,
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
    for key, offer in OFFERS.items():
        if not choices.cards[key].makes_sense(offer):
            choices.cards[key] = fresh.cards[key]
