"""What is found in a text or a file: games, positions, and what could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from kalahgui.games.game import Game, Position
from kalahgui.games.user_error import UserError
from kalahgui.match.match import Match
from kalahgui.match.player import Player

MOST_BYTES = 50_000_000
MOST_GAMES = 20_000  # all of them are in memory at once
_LONGEST_GAME = 100_000  # of bare moves, and of GGF


class Unwritable(ValueError):
    """A format cannot hold a game; the message is one sentence."""


class UnknownText(UserError):
    """A text begins like nothing that can be read."""


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
    """A game that cannot be read: ``why``, and its place among the games, counted from 1."""

    why: UserError
    number: int

    def __str__(self) -> str:
        """Return the English sentence."""
        return str(self.why)


@dataclass(frozen=True)
class Found:
    """What was found: games in their order and those that could not be read, or a position alone.

    ``notes`` tell what is wrong with the file as a whole, such as that it has more games than are
    read.
    """

    games: tuple[WrittenGame, ...] = ()
    bad: tuple[Bad, ...] = ()
    notes: tuple[UserError, ...] = ()
    position: WrittenPosition | None = None

    def numbered(self, number: int) -> WrittenGame | Bad | None:
        """Return a game by its place in the file, from 1, or why it is none; None beyond."""
        bad = {each.number: each for each in self.bad}
        if number in bad:
            return bad[number]
        at = number - 1 - sum(each.number < number for each in self.bad)
        return self.games[at] if 0 <= at < len(self.games) else None

    @property
    def bad_words(self) -> str:
        """Say how many games could not be read, and the first of them, and what else is wrong."""
        told = list(map(str, self.notes))
        if self.bad:
            many = f"{len(self.bad)} of {len(self.games) + len(self.bad)} games cannot be read"
            told.insert(0, f"{many}; the first, {self.bad[0]}")
        return "; ".join(told)


def found(games: list[WrittenGame], bad: list[Bad], notes: Iterable[UserError] = ()) -> Found:
    """Return what was found; UserError when that is no game at all."""
    if games:
        return Found(tuple(games), tuple(bad), tuple(notes))
    if len(bad) == 1:
        raise bad[0].why
    if bad:
        raise UserError("refused_all_games", n=len(bad), first=bad[0].why)
    for note in notes:
        raise note
    raise UserError("refused_nothing")


def too_many() -> UserError:
    """Return why no more games are read."""
    return UserError("refused_too_many_games", most=MOST_GAMES)


def check_length(text: str) -> None:
    """Raise UserError where the text of a game is too long to be taken apart."""
    if len(text) > _LONGEST_GAME:
        raise UserError("refused_game_signs", most=_LONGEST_GAME)


def in_line(line: int, why: UserError) -> UserError:
    """Return what is wrong with a line."""
    return UserError("refused_line", line=line, why=why)


def left_out_of_ggf(written: WrittenGame) -> Iterator[str]:
    """Yield what GGF has no place for, of what a game has."""
    match = written.match
    nodes = [match.root, *match.root.below()]
    if len(nodes) > 1 + len(match.tip.line):
        yield "variations"
    if any(node.comment for node in nodes):
        yield "comments"
    if match.rules:
        yield "rules"


def left_out_of_transcript(written: WrittenGame) -> Iterator[str]:
    """Yield what a transcript has no place for; that it has no names goes without saying."""
    yield from left_out_of_ggf(written)
    loss = written.match.tip.loss
    if loss is not None:
        yield "losses on time" if loss.on_time else "resignations"
