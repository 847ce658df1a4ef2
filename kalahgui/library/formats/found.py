"""What is found in a text or a file: games, positions, and what could not be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kalahgui.games.game import Game, Position
from kalahgui.match.match import Match
from kalahgui.match.player import Player

MOST_BYTES = 50_000_000
MOST_GAMES = 20_000  # all of them are in memory at once
TOO_MANY = f"more than {MOST_GAMES} games are not read at once"
_LONGEST = 20  # of a word that is said again whole
_LONGEST_SENTENCE = 250


class FormatError(ValueError):
    """Nothing can be read; the message is one sentence."""


class Unwritable(ValueError):
    """A format cannot hold a game; the message is one sentence."""


@dataclass(frozen=True)
class WrittenGame:
    """A game with its tree, its players' names and comments, and what else is written of it.

    ``tags`` are such as Event, Site and Date, as they are written.
    """

    match: Match
    tags: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class WrittenPosition:
    """A position alone, with its board and rules."""

    game: Game
    variant: str
    rules: tuple[str, ...]
    start: Position

    @property
    def as_game(self) -> WrittenGame:
        """Return a game of two people that begins at the position."""
        players = (Player(), Player())
        return WrittenGame(Match(self.game, self.variant, self.rules, players, start=self.start))


@dataclass(frozen=True)
class Bad:
    """A game that cannot be read: ``where`` it stands, and ``why`` in a sentence.

    ``number`` is its place among the games, counted from 1; 0 for what is no single game.
    """

    where: str
    why: str
    number: int = 0

    @classmethod
    def of(cls, where: str, error: ValueError, number: int = 0) -> Bad:
        """Make one of an error, which may say a long text again."""
        return cls(where, sentence(error), number)

    def __str__(self) -> str:
        """Return both."""
        return f"{self.where}: {self.why}"


@dataclass(frozen=True)
class Found:
    """What was found: games in their order, what could not be read, or a position alone."""

    games: tuple[WrittenGame, ...] = ()
    bad: tuple[Bad, ...] = ()
    position: WrittenPosition | None = None

    def numbered(self, number: int) -> WrittenGame | Bad | None:
        """Return a game by its place in the file, from 1, or why it is none; None beyond."""
        bad = {each.number: each for each in self.bad}
        if number in bad:
            return bad[number]
        at = number - 1 - sum(0 < each.number < number for each in self.bad)
        return self.games[at] if 0 <= at < len(self.games) else None

    @property
    def bad_words(self) -> str:
        """Say how many games could not be read, and the first of them; empty if all could."""
        if not self.bad:
            return ""
        of_all = len(self.games) + len(self.bad)
        return f"{len(self.bad)} of {of_all} games cannot be read; the first, {self.bad[0]}"


def found(games: list[WrittenGame], bad: list[Bad]) -> Found:
    """Return what was found; FormatError when that is no game at all."""
    if games:
        return Found(tuple(games), tuple(bad))
    if len(bad) == 1:
        raise FormatError(str(bad[0]))
    if bad:
        raise FormatError(f"none of {len(bad)} games can be read; the first, {bad[0]}")
    raise FormatError("there is no game")


def short(word: str) -> str:
    """Return a word in quotes, cut where it goes on without end."""
    return repr(word if len(word) <= _LONGEST else f"{word[:_LONGEST]}...")


def sentence(error: ValueError) -> str:
    """Return what an error says as one line that is not too long."""
    words = " ".join("".join(c if c.isprintable() else " " for c in str(error)).split())
    return words if len(words) <= _LONGEST_SENTENCE else f"{words[:_LONGEST_SENTENCE]}..."
