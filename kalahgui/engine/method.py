"""How a computer player plays, and the text that says so.

A text is a level's number, or an algorithm with turns or seconds and, behind further colons, an
order of moves and an evaluation: ``6``, ``alpha-beta:5``, ``nega-alpha:4:rising``,
``search:0.5s:measures``. With `` varied`` behind it the player chooses at random among equally
good moves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kalahgui.core.search import MAX_DEPTH as SEARCH_DEPTH
from kalahgui.core.textbook import ALGORITHMS, MAX_DEPTH
from kalahgui.engine.levels import levels_of
from kalahgui.engine.limit import SEARCH, Limit
from kalahgui.games.game import HANDMADE, Game, Position

MAX_SECONDS = 3600.0
ARTICLE = "article"
ORDERS = ("rising", ARTICLE)
_VARIED = " varied"


@dataclass(frozen=True)
class Method:
    """How a computer player plays: by a level, or by an algorithm of one's own choice.

    With a ``level`` the other fields are left as they are, except ``varied``. An algorithm has
    either ``turns`` or ``seconds``; an empty ``order`` is the algorithm's own, an empty
    ``evaluation`` the game's own.
    """

    level: int | None = None
    algorithm: str = ""
    turns: int | None = None
    seconds: float | None = None
    order: str = ""
    evaluation: str = ""
    varied: bool = False

    def __str__(self) -> str:
        """Return the text that ``parse`` reads.

        >>> str(Method(algorithm="search", seconds=1.5, varied=True))
        'search:1.5s varied'
        """
        if self.level is not None:
            text = str(self.level)
        else:
            # Not "%g", which drops digits.
            time = f"{self.seconds!r}".removesuffix(".0") + "s"
            amount = time if self.turns is None else str(self.turns)
            text = ":".join(filter(None, (self.algorithm, amount, self.order, self.evaluation)))
        return text + _VARIED * self.varied

    def limit(self, game: Game, start: Position | None = None) -> Limit:
        """Return what the player may use for a move of a game.

        ValueError when the evaluation does not suit the board of a start position.
        """
        if start is not None:
            game.judged(start, self.evaluation)
        if self.level is not None:
            return replace(levels_of(game)[self.level - 1].limit, varied=self.varied)
        return Limit(
            self.algorithm,
            turns=self.turns,
            seconds=self.seconds,
            evaluation=self.evaluation,
            order=game.article_order if self.order == ARTICLE else (),
            varied=self.varied,
        )


def parse(text: str, game: Game) -> Method:
    """Read how a player of a game plays; ValueError names what is possible.

    >>> from kalahgui.games import GAMES
    >>> parse("alpha-beta:5", GAMES["kalah"]).turns
    5
    """
    plain = text.removesuffix(_VARIED)
    if re.fullmatch(r"[0-9]{1,9}", plain):
        method = Method(level=_level(int(plain), game))
    else:
        method = _with_words(*_with_amount(plain), game)
    return replace(method, varied=plain != text)


def _level(number: int, game: Game) -> int:
    levels = levels_of(game)
    if not 1 <= number <= len(levels):
        raise ValueError(f"there is no level {number}; levels go from 1 to {len(levels)}")
    return number


def _with_amount(text: str) -> tuple[Method, list[str]]:
    """Read an algorithm with its turns or seconds; return it and the words behind them."""
    algorithm, _, rest = text.partition(":")
    amount, *words = rest.split(":")
    shape = re.fullmatch(r"([0-9]{1,4})|([0-9]{1,6}(?:\.[0-9]{1,20})?)s", amount)
    known = (SEARCH, *ALGORITHMS)
    if algorithm not in known or shape is None:
        raise ValueError(
            f"{text!r} is no player: give a level or an algorithm ({', '.join(known)}) "
            "with turns or seconds, such as alpha-beta:5 or search:0.5s"
        )
    if shape[1]:
        turns = int(shape[1])
        most = SEARCH_DEPTH if algorithm == SEARCH else MAX_DEPTH
        if not 1 <= turns <= most:
            raise ValueError(f"{algorithm} looks 1 to {most} turns ahead, not {turns}")
        return Method(algorithm=algorithm, turns=turns), words
    seconds = float(shape[2])
    if not 0.001 <= seconds <= MAX_SECONDS:
        raise ValueError(f"a player thinks 0.001 to {MAX_SECONDS:.0f} seconds, not {seconds:g}")
    return Method(algorithm=algorithm, seconds=seconds), words


def _with_words(method: Method, words: list[str], game: Game) -> Method:
    """Read the words that name an order of moves or an evaluation."""
    orders, evaluations = _choosable(method.algorithm, game)
    for word in words:
        if word in orders and not method.order:
            method = replace(method, order=word)
        elif word in evaluations and not method.evaluation:
            method = replace(method, evaluation=word)
        else:
            possible = " and ".join(
                f"one {kind} ({', '.join(names)})"
                for kind, names in (("order of moves", orders), ("evaluation", evaluations))
                if names
            )
            raise ValueError(
                f"{method.algorithm} in {game.key} can be given {possible or 'no words'}, "
                f"not {':'.join(words)!r}"
            )
    return method


def _choosable(algorithm: str, game: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the orders and the evaluations that an algorithm can be given.

    The playing search has an order of its own, and the handmade evaluation is made for it; the
    textbook algorithms judge as their articles do.
    """
    if algorithm == SEARCH:
        return (), game.evaluations
    return ORDERS, tuple(name for name in game.evaluations if name != HANDMADE)
