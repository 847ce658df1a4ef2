"""The games as the home screen offers them, and the player's choices, kept from start to start."""

from __future__ import annotations

import contextlib
import math
import random
from collections.abc import Container
from dataclasses import dataclass, field, fields, replace
from datetime import date
from typing import Any

from kalahgui import words
from kalahgui.core.reversi_measures import PUBLISHED
from kalahgui.core.textbook import ALGORITHMS, MAX_DEPTH
from kalahgui.engine.levels import MOST_LEVELS, first_level, levels_of
from kalahgui.engine.method import MAX_SECONDS, ORDERS, Factors, Method, players
from kalahgui.engine.parallel_search import usable_cores
from kalahgui.engine.thinker import MEGABYTES, USUAL_MEGABYTES
from kalahgui.games import GAMES
from kalahgui.games.game import MEASURES, Card, Game, Position
from kalahgui.games.limit import CHILD_VALUES, HANDMADE, SEARCH, TABLE, WITHOUT_AMOUNT
from kalahgui.games.plain_text import folded
from kalahgui.gui.services.voice import AUTOMATIC, WAYS
from kalahgui.learning.rating import BEGINNER, STAGES
from kalahgui.library.earlier_versions import present_settings
from kalahgui.library.rows import short_name
from kalahgui.library.store import Store
from kalahgui.library.store_file import StoreError
from kalahgui.match.clock import TimeControl
from kalahgui.match.match import Match, Player
from kalahgui.match.timeline import PACES


@dataclass(frozen=True)
class CatalogueEntry:
    """A card of the home screen, with its game."""

    card: Card
    game: Game

    @property
    def key(self) -> str:
        """Return the card's key."""
        return self.card.key

    @property
    def boards(self) -> tuple[str, ...]:
        """Return the boards to choose from, the default first."""
        return self.card.boards

    def picture(self) -> Match:
        """Return a match that shows the game in its middle."""
        match = Match(self.game, self.boards[0], (), (Player(), Player()))
        match.replay_texts(self.card.sample.split())
        return match


CATALOGUE = {card.key: CatalogueEntry(card, game) for game in GAMES.values() for card in game.cards}


def entry_of(match: Match) -> CatalogueEntry:
    """Return the card that a match belongs to."""
    return entry_on(match.game, match.variant)


def entry_on(game: Game, variant: str) -> CatalogueEntry:
    """Return the card that a board belongs to."""
    offers = [offer for offer in CATALOGUE.values() if offer.game is game]
    return next((offer for offer in offers if variant in offer.boards), offers[0])


# How the pits of a sowing board are numbered: from their owner's left, as an article counts the
# cells of the whole board, or not at all.
PIT_NUMBERS = ("own", "article", "hidden")
# How the squares of a small board are named: from a1 on, or as those of the board that encloses it,
# as in files and on the command line, or by an article's numbers where it has such.
SQUARE_NAMES = ("own", "enclosing", "article")
# How a page of an article and a game opened from it look, whatever is chosen.
AS_IN_ARTICLE = {
    "pit_numbers": "article",
    "square_names": "article",
    "thinking": True,
    "figures": True,
}
THEMES = ("paper", "slate", "contrast")
# What boards are made of, and the sets that stones and discs are of.
BOARDS = ("walnut", "slate", "paper")
PIECES = ("glass", "seeds", "pebbles")
VOLUMES = (25, 50, 100)  # percent
# How often the computer asks in a teaching game before a mistake.
EVERY_TIME = 1_000_000
TEACHING = (0, 1, 3, EVERY_TIME)
FACES = ("fixed", "flip", "both")
MOTIONS = ("full", "reduced")
# Seconds that the frame stays at a stop, for a player with one switch.
SWITCH_SECONDS = {"off": 0.0, "slow": 2.5, "middle": 1.4, "fast": 0.8}
# How long a notice stays: until it is closed, or so many times as long as usual.
STAYS = {"usual": 1.0, "longer": 3.0, "closed": math.inf}
TEXT_SIZES = {"small": 0.8, "normal": 1.0, "large": 1.25}
# Larger text finds no room beside itself: then the whole picture grows.
MAGNIFIED = {"times_1_5": 1.5, "times_2": 2.0}
LARGEST_FACTOR = 100
ONE_IN = 20  # moves of a player by the measures, of which one is random
# What was learnt for a board, and what was set by hand.
EVALUATIONS = ("", HANDMADE)
ALL_CORES = 0
_MOST_THREADS = 1024
_STAND_IN = "alpha-beta"
_NAME = "choices"
SEATS = ("first", "second")
WHAT_SUITS = 0  # in place of a level
# Which fair start a game begins with: none, the same for everybody on a day, or any.
TODAY = "today"
FAIR_STARTS = ("", TODAY, "random")


def _one_of(values: Container[Any], default: Any) -> Any:
    return field(default=default, metadata={"values": values})


def _impossible(target: Any) -> list[str]:
    allowed = {item.name: item.metadata["values"] for item in fields(target) if item.metadata}
    return [name for name, values in allowed.items() if getattr(target, name) not in values]


@dataclass
class Seat:
    """Who plays on one side: a person, a level or an algorithm of the player's own choice.

    Without a ``level`` it is the one that suits. A ``timed`` algorithm has ``seconds`` for a move,
    any other looks ``turns`` ahead. An empty ``order`` of moves is the algorithm's own, and an
    empty ``evaluation`` the best there is for the board. The algorithm by the measures has
    ``factors`` and, with ``random_moves``, plays one move in so many at random.
    """

    name: str = ""
    person: bool = True
    level: int = _one_of(range(MOST_LEVELS + 1), WHAT_SUITS)
    custom: bool = False
    algorithm: str = _one_of((SEARCH, *ALGORITHMS, MEASURES, TABLE, CHILD_VALUES), _STAND_IN)
    turns: int = _one_of(range(1, MAX_DEPTH + 1), 5)
    seconds: float = 2.0
    timed: bool = False
    order: str = _one_of(("", *ORDERS), "")
    evaluation: str = _one_of(EVALUATIONS, "")
    factors: Factors = PUBLISHED
    random_moves: bool = False

    def offered(self, level: int) -> Seat:
        """Return the seat with a level that suits, where none was chosen."""
        return self if self.level else replace(self, level=level)

    def player(self, game: Game, start: Position, varied: bool = False) -> Player:
        """Return the player who sits here; a ``varied`` computer does not always play alike."""
        method = None if self.person else self.method(game, start, varied)
        return Player(self.name, method)

    def algorithm_on(self, game: Game, start: Position) -> str:
        """Return the chosen algorithm, or the one that stands in where a board has no such."""
        return self.algorithm if self.algorithm in players(game, start) else _STAND_IN

    def level_on(self, game: Game, start: Position) -> int:
        """Return the chosen level, or the strongest one of a board that has fewer."""
        level = self.level or first_level(game, game.variant_of(start))
        return min(level, len(levels_of(game, start)))

    def method(self, game: Game, start: Position, varied: bool = False) -> Method:
        """Return how the computer who sits here plays from a start position."""
        if not self.custom:
            return Method(level=self.level_on(game, start), varied=varied)
        method = Method(algorithm=self.algorithm_on(game, start), varied=varied)
        if method.algorithm in WITHOUT_AMOUNT:
            return method
        if self.timed:
            method = replace(method, seconds=self.seconds)
        else:
            method = replace(method, turns=self.turns)
        if method.algorithm == MEASURES:
            one_in = ONE_IN if self.random_moves else None
            return replace(method, factors=self.factors, one_in=one_in)
        orders = orders_of(method.algorithm, game, start)
        evaluations = evaluations_of(method.algorithm, game, start)
        return replace(
            method,
            order=self.order if orders else "",
            evaluation=self.evaluation if evaluations else "",
        )

    @property
    def makes_sense(self) -> bool:
        """Tell whether a computer could play by every choice, also by those not in use."""
        return (
            not _impossible(self)
            and 0.001 <= self.seconds <= MAX_SECONDS
            and len(self.factors) == len(PUBLISHED)
            and all(type(n) is int and 0 <= n <= LARGEST_FACTOR for n in self.factors)
        )


def orders_of(algorithm: str, game: Game, start: Position) -> tuple[str, ...]:
    """Return the orders of moves to choose from, the default first; none where there is but one."""
    return ORDERS[::-1] if algorithm in ALGORITHMS and game.has_article_order(start) else ()


def evaluations_of(algorithm: str, game: Game, start: Position) -> tuple[str, ...]:
    """Return the evaluations to choose from, the default first; none where there is but one."""
    learnt = algorithm == SEARCH and game.with_evaluation(start, "").evaluation is not None
    return EVALUATIONS if learnt else ()


def _computer() -> Seat:
    return Seat(person=False)


@dataclass
class CardChoices:
    """What was chosen on the set-up screen of one card.

    ``more_boards`` tells that any board of the game may be put together, and not only one of the
    card's. ``fair`` is which fair start is played, of FAIR_STARTS. A handicap that was chosen for a
    larger board is cut to what the board allows.
    ``first`` and ``second`` are who plays. ``clocks`` are the times of the players as texts, by the
    board and by how many persons play on it.
    """

    board: str
    rules: tuple[str, ...] = ()
    pie: bool = False
    fair: str = ""
    handicap: int = 0
    more_boards: bool = False
    first: Seat = field(default_factory=Seat)
    second: Seat = field(default_factory=_computer)
    clocks: dict[str, str] = field(default_factory=dict)

    @property
    def clock_key(self) -> str:
        """Return what a clock belongs to: the chosen board, and how many persons play."""
        return f"{self.board} {sum(seat.person for seat in self.seats)}"

    @property
    def control(self) -> TimeControl | None:
        """Return the time of those who play on the chosen board."""
        clock = self.clocks.get(self.clock_key)
        return None if clock is None else TimeControl.parse(clock)

    def clocks_with(self, control: TimeControl | None) -> dict[str, str]:
        """Return all clocks, with another time for those who play on the chosen board."""
        others = {key: clock for key, clock in self.clocks.items() if key != self.clock_key}
        return others if control is None else {**others, self.clock_key: str(control)}

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Return who plays first and who plays second."""
        return self.first, self.second

    def start(self, offer: CatalogueEntry) -> Position:
        """Return the start position; ValueError when the choices make no sense."""
        start = offer.game.start(self.board, self.rules)
        steps = min(self.handicap, offer.game.most_handicap(self.board))
        return offer.game.with_handicap(start, steps)

    def begin(self, offer: CatalogueEntry, day: date, chance: int) -> Position:
        """Return the position that a game begins with: a fair one of a day or by chance, if any."""
        starts = offer.game.fair_starts(self.board, self.rules) if self.fair else ()
        if not starts:
            return self.start(offer)
        number = day.toordinal() if self.fair == TODAY else chance
        text = random.Random(number).choice(starts)
        return offer.game.parse_position(text, self.rules, self.board)

    def makes_sense(self, offer: CatalogueEntry) -> bool:
        """Tell whether a game of a card can be started so."""
        if self.fair not in FAIR_STARTS or not all(isinstance(rule, str) for rule in self.rules):
            return False
        try:
            self.start(offer)
        except ValueError:
            return False
        most = max(map(offer.game.most_handicap, offer.boards))
        known = self.more_boards or self.board in offer.boards
        return known and 0 <= self.handicap <= most


def _cards() -> dict[str, CardChoices]:
    return {key: _fresh(offer) for key, offer in CATALOGUE.items()}


def _fresh(offer: CatalogueEntry) -> CardChoices:
    """Return the choices of a card of which nothing was chosen: a newcomer and the computer."""
    first, second = (Seat(person=seat == offer.card.newcomer) for seat in (0, 1))
    return CardChoices(offer.boards[0], first=first, second=second)


@dataclass(slots=True)
class Choices:
    """What the player chose: for the window, and by card for the next game.

    ``threads`` is how many processor cores may think, or ALL_CORES. ``window`` is the size that the
    window was given, and ``place`` where it stood, both empty at first.
    """

    language: str = _one_of(words.LANGUAGES, "")
    theme: str = _one_of(THEMES, "paper")
    board: str = _one_of(BOARDS, BOARDS[0])
    pieces: str = _one_of(PIECES, PIECES[0])
    pace: str = _one_of(PACES, "normal")
    motion: str = _one_of(MOTIONS, "full")
    events: str = _one_of(WAYS, AUTOMATIC)
    notices: str = _one_of(STAYS, "usual")
    switch: str = _one_of(SWITCH_SECONDS, "off")
    sound: bool = True
    volume: int = _one_of(VOLUMES, VOLUMES[-1])
    preview: bool = True
    thinking: bool = True
    figures: bool = False
    taken_back: bool = False
    face: str = _one_of(FACES, "fixed")
    text: str = _one_of((*TEXT_SIZES, *MAGNIFIED), "normal")
    window: tuple[int, ...] = ()
    place: tuple[int, ...] = ()
    offer: str = _one_of(CATALOGUE, "kalah")
    cards: dict[str, CardChoices] = field(default_factory=_cards)
    varied: bool = False
    teaching: int = _one_of(TEACHING, 0)
    marks: bool = True
    numbers: bool = False
    pit_numbers: str = _one_of(PIT_NUMBERS, PIT_NUMBERS[0])
    square_names: str = _one_of(SQUARE_NAMES, SQUARE_NAMES[0])
    values: bool = False
    bar: bool = False
    graph: bool = False
    measures: bool = False
    table_megabytes: int = _one_of(MEGABYTES, USUAL_MEGABYTES)
    threads: int = _one_of(range(_MOST_THREADS + 1), ALL_CORES)
    pondering: bool = True
    theatre_seen: bool = False
    puzzle_stage: str = _one_of(STAGES, BEGINNER)

    def is_own(self, name: str) -> bool:
        """Tell whether a person plays under a name at some card."""
        seats = [seat for card in self.cards.values() for seat in card.seats]
        known = {folded(seat.name) for seat in seats if seat.person}
        return bool(name) and folded(name) in known

    def numbered(self, name: str) -> bool:
        """Tell whether a board shows its numbers, by the choice of this name."""
        return getattr(self, name, False) not in (False, "hidden")

    def other_numbers(self, name: str) -> object:
        """Return the value of a choice that shows the numbers of a board, or hides them."""
        values = PIT_NUMBERS[::2] if name == "pit_numbers" else (True, False)
        return values[self.numbered(name)]

    def changed(self, card: str, **changes: Any) -> dict[str, CardChoices]:
        """Return the choices of all cards after changes to those of one."""
        return self.cards | {card: replace(self.cards[card], **changes)}


def threads_for(chosen: int) -> int:
    """Return how many threads search by a choice of cores: never more than there are cores."""
    cores = usable_cores()
    return cores if chosen == ALL_CORES else min(chosen, cores)


def load(store: Store) -> Choices:
    """Read the choices; what is missing or makes no sense is as at the first start."""
    kept: Any = None
    with contextlib.suppress(StoreError):
        kept = store.get_setting(_NAME)
    choices = Choices(language=words.system_language())
    if isinstance(kept, dict):
        _take_all(choices, present_settings(kept, CATALOGUE))
    _mend(choices)
    if isinstance(kept, dict) and _is_control(kept.get("clock")):
        # Of version 1.0.0, for all boards: it stays where a game was begun last.
        card = choices.cards[choices.offer]
        card.clocks.setdefault(card.clock_key, kept["clock"])
    return choices


def save(store: Store, choices: Choices) -> None:
    """Keep the choices; StoreBusy when another program holds the store."""
    kept = {item.name: getattr(choices, item.name) for item in fields(choices)}
    kept["cards"] = {
        key: {**vars(card), **{name: vars(getattr(card, name)) for name in SEATS}}
        for key, card in choices.cards.items()
    }
    store.set_setting(_NAME, kept)


def _take_all(choices: Choices, kept: dict[str, Any]) -> None:
    cards = kept.pop("cards", None)
    _take(choices, kept)
    for key, card in choices.cards.items():
        chosen = cards.get(key) if isinstance(cards, dict) else None
        _take(card, chosen)
        for name in SEATS:
            _take(getattr(card, name), chosen.get(name) if isinstance(chosen, dict) else None)


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
    for name in _impossible(choices):
        setattr(choices, name, getattr(fresh, name))
    size = choices.window
    if len(size) != 2 or not all(type(n) is int and 200 <= n <= 16000 for n in size):
        choices.window = fresh.window
    if choices.place and (
        len(choices.place) != 2 or not all(type(n) is int for n in choices.place)
    ):
        choices.place = fresh.place
    for key, card in choices.cards.items():
        default = fresh.cards[key]
        seats: dict[str, Any] = {
            name: kept if kept.makes_sense else getattr(default, name)
            for name, kept in zip(SEATS, card.seats, strict=True)
        }
        for seat in seats.values():
            seat.name = short_name(seat.name)
        sensible = card if card.makes_sense(CATALOGUE[key]) else default
        clocks = {
            clock_key: clock
            for clock_key, clock in card.clocks.items()
            if _is_control(clock) and _is_clock_key(clock_key, CATALOGUE[key])
        }
        choices.cards[key] = replace(sensible, **seats, clocks=clocks)


def _is_clock_key(key: object, offer: CatalogueEntry) -> bool:
    board, _, persons = str(key).rpartition(" ")
    try:
        offer.game.start(board)
    except ValueError:
        return False
    return persons in ("0", "1", "2")


def _is_control(clock: object) -> bool:
    try:
        return isinstance(clock, str) and str(TimeControl.parse(clock)) == clock
    except ValueError:
        return False
