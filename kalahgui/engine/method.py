"""How a computer player plays, and the text that says so.

A text is a level's number, or an algorithm with turns or seconds and, behind further colons, an
order of moves and an evaluation: ``6``, ``alpha-beta:5``, ``nega-alpha:4:rising``,
``search:0.5s:measures``. An article's program on 8x8 Reversi is ``measures:4``, with its factors
and one random move in so many behind it: ``measures:4:10,15,10,30:20``. ``table`` looks
its moves up, ``child-values`` takes the move after which the position looks best, ``simple`` plays
at random but for what catches the eye. With `` varied`` behind it
the player chooses at random among equally good moves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kalahgui.core.reversi_measures import PUBLISHED
from kalahgui.core.search import MAX_DEPTH as SEARCH_DEPTH
from kalahgui.core.textbook import ALGORITHMS, MAX_DEPTH
from kalahgui.engine.levels import MOST_LEVELS, Level, level_of
from kalahgui.games.game import MEASURES, Game, Message, Position
from kalahgui.games.limit import (
    CHILD_VALUES,
    HANDMADE,
    SEARCH,
    SIMPLE,
    TABLE,
    WITHOUT_AMOUNT,
    Limit,
)
from kalahgui.games.user_error import UserError, called, short

MAX_SECONDS = 3600.0
MAX_FACTOR = 1000
MAX_ONE_IN = 1000
ARTICLE = "article"
RISING = "rising"
ORDERS = (RISING, ARTICLE)
VARIED = " varied"
_LONGEST = 40  # of a text that is said again whole

Factors = tuple[int, int, int, int]


@dataclass(frozen=True)
class Method:
    """How a computer player plays: by a level, or by an algorithm and its options.

    A player with a ``level`` has no other options but ``varied``. A level of an earlier version
    that no board has any more is given whole, as ``fixed``, with the ``text`` that names it.
    ``algorithm`` is the playing search, a textbook algorithm, "simple", or one that a game alone
    has: "measures", the minimax of an article on Reversi, "table" and "child-values". Those in
    WITHOUT_AMOUNT take neither turns nor seconds; all others have either ``turns`` or ``seconds``.
    An empty ``order`` is the board's own, an empty ``evaluation`` the game's own. ``factors`` (of
    own squares, the opponent's squares, mobility and stable discs) and ``one_in`` (one random move
    in so many) are for "measures".
    """

    level: int | None = None
    algorithm: str = ""
    turns: int | None = None
    seconds: float | None = None
    order: str = ""
    evaluation: str = ""
    varied: bool = False
    factors: Factors = PUBLISHED
    one_in: int | None = None
    fixed: Level | None = None
    text: str = ""

    def __str__(self) -> str:
        """Return the text that ``parse`` reads.

        >>> str(Method(algorithm="search", seconds=1.5, varied=True))
        'search:1.5s varied'
        """
        if self.level is not None:
            text = self.text or str(self.level)
        elif self.algorithm in WITHOUT_AMOUNT:
            text = self.algorithm
        else:
            words = (self.algorithm, self._amount, self.order, self.evaluation, *self._chances)
            text = ":".join(filter(None, words))
        return text + VARIED * self.varied

    @property
    def _amount(self) -> str:
        if self.turns is not None:
            return str(self.turns)
        # Not "%g", which drops digits.
        return f"{self.seconds!r}".removesuffix(".0") + "s"

    @property
    def _chances(self) -> list[str]:
        """Return the factors and the share of random moves as text, unless usual."""
        if self.one_in is not None:
            return [_factors_text(self.factors), str(self.one_in)]
        return [] if self.factors == PUBLISHED else [_factors_text(self.factors)]

    def level_on(self, game: Game, start: Position | None) -> Level:
        """Return the player's level in a game that begins at ``start``."""
        assert self.level is not None
        return self.fixed or level_of(game, start, self.level)

    def limit(self, game: Game, start: Position | None = None) -> Limit:
        """Return the player's limit for a move of a game that begins at ``start``.

        UserError when the player does not suit the board.
        """
        if self.level is not None:
            return replace(self.level_on(game, start).limit, varied=self.varied)
        if self.algorithm in WITHOUT_AMOUNT:
            return Limit(self.algorithm, game=game.key, varied=self.varied)
        algorithm, evaluation = self.algorithm, self.evaluation
        if algorithm == MEASURES:
            algorithm, evaluation = "minimax", f"{MEASURES}:{_factors_text(self.factors)}"
        if start is not None:
            game.with_evaluation(start, evaluation)
        return Limit(
            algorithm,
            turns=self.turns,
            seconds=self.seconds,
            evaluation=evaluation,
            order=self._moves_in_order(game, start),
            varied=self.varied,
            one_in=self.one_in,
        )

    def _moves_in_order(self, game: Game, start: Position | None) -> tuple[int, ...]:
        if self.algorithm not in ALGORITHMS:
            return ()
        by_default = not self.order and start is not None and game.has_article_order(start)
        return game.article_order if self.order == ARTICLE or by_default else ()


def players(game: Game, start: Position) -> tuple[str, ...]:
    """Return the algorithms that a computer player can have on a board."""
    return tuple(name for name in _known(game) if name != MEASURES or _suits(game, start, name))


def _suits(game: Game, start: Position, evaluation: str) -> bool:
    try:
        game.with_evaluation(start, evaluation)
    except UserError:
        return False
    return True


def _known(game: Game) -> tuple[str, ...]:
    own = [MEASURES] * (MEASURES in game.evaluations) + [TABLE] * game.has_table
    return (SEARCH, *ALGORITHMS, *own, *[CHILD_VALUES] * game.values_children)


def parse(text: str, game: Game) -> Method:
    """Return the player that a text names; UserError says what is possible.

    >>> from kalahgui.games import GAMES
    >>> parse("alpha-beta:5", GAMES["kalah"]).turns
    5
    """
    plain = text.removesuffix(VARIED)
    if re.fullmatch("[0-9]{1,9}", plain):
        method = _level(int(plain))
    elif plain == SIMPLE or (plain in WITHOUT_AMOUNT and plain in _known(game)):
        method = Method(algorithm=plain)
    else:
        method, words = _with_amount(plain, game)
        read = _with_factors if method.algorithm == MEASURES else _with_words
        method = read(method, words, game)
    return replace(method, varied=plain != text)


def _level(number: int) -> Method:
    """Return the player of a level; boards may have fewer levels."""
    if not 1 <= number <= MOST_LEVELS:
        raise UserError("refused_level", number=number, most=MOST_LEVELS)
    return Method(level=number)


def _with_amount(text: str, game: Game) -> tuple[Method, list[str]]:
    """Return a player by an algorithm with turns or seconds, and the words behind these."""
    algorithm, _, rest = text.partition(":")
    amount, *words = rest.split(":")
    shape = re.fullmatch(r"([0-9]{1,4})|([0-9]{1,6}(?:\.[0-9]{1,20})?)s", amount)
    known = _known(game)
    if algorithm not in known or algorithm in WITHOUT_AMOUNT or shape is None:
        key = "refused_player_or_table" if game.has_table else "refused_player"
        timed = tuple(name for name in known if name not in WITHOUT_AMOUNT)
        raise UserError(key, text=short(text, _LONGEST), known=timed)
    if shape[1]:
        turns = int(shape[1])
        most = SEARCH_DEPTH if algorithm == SEARCH else MAX_DEPTH
        if not 1 <= turns <= most:
            raise UserError("refused_turns", algorithm=algorithm, most=most, turns=turns)
        return Method(algorithm=algorithm, turns=turns), words
    seconds = float(shape[2])
    if not 0.001 <= seconds <= MAX_SECONDS:
        raise UserError("refused_seconds", most=f"{MAX_SECONDS:.0f}", seconds=f"{seconds:g}")
    return Method(algorithm=algorithm, seconds=seconds), words


def _with_factors(method: Method, words: list[str], game: Game) -> Method:
    """Return a player by the measures with its factors and its share of random moves."""
    if not words:
        return method
    factors, *more = words
    shape = re.fullmatch(r"([0-9]{1,4}),([0-9]{1,4}),([0-9]{1,4}),([0-9]{1,4})", factors)
    chance = re.fullmatch(r"[0-9]{1,4}", more[0]) if more else None
    if shape is None or len(more) > 1 or (more and chance is None):
        text = short(":".join(words), _LONGEST)
        raise UserError("refused_factors", algorithm=method.algorithm, text=text)
    numbers = [int(number) for number in shape.groups()]
    if max(numbers) > MAX_FACTOR:
        raise UserError("refused_factor", most=MAX_FACTOR, factor=max(numbers))
    one_in = int(chance[0]) if chance else None
    if one_in is not None and not 1 <= one_in <= MAX_ONE_IN:
        raise UserError("refused_one_in", most=MAX_ONE_IN, n=one_in)
    own, opp, mobility, stable = numbers
    return replace(method, factors=(own, opp, mobility, stable), one_in=one_in)


def _factors_text(factors: Factors) -> str:
    return ",".join(map(str, factors))


def _with_words(method: Method, words: list[str], game: Game) -> Method:
    orders, evaluations = choosable(method.algorithm, game)
    for word in words:
        if word in orders and not method.order:
            method = replace(method, order=word)
        elif word in evaluations and not method.evaluation:
            method = replace(method, evaluation=word)
        else:
            raise UserError(
                "refused_words",
                algorithm=method.algorithm,
                game=called(game.key),
                possible=_possible(orders, evaluations),
                text=short(":".join(words), _LONGEST),
            )
    return method


def _possible(orders: tuple[str, ...], evaluations: tuple[str, ...]) -> Message:
    if orders and evaluations:
        return Message.of("possible_both", orders=orders, evaluations=evaluations)
    if orders:
        return Message.of("possible_order", orders=orders)
    if evaluations:
        return Message.of("possible_evaluation", evaluations=evaluations)
    return Message("possible_nothing")


def choosable(algorithm: str, game: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the orders of moves and the evaluations that an algorithm can be given.

    The playing search has its own order, and the hand-set evaluation is made for it; textbook
    algorithms judge as their articles do.
    """
    if algorithm == SEARCH:
        return (), game.evaluations
    return ORDERS, tuple(name for name in game.evaluations if name != HANDMADE)
