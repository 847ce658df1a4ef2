"""What is found in a text or a file: games, positions, what could not be read; plies as words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from kalahgui.core.position import IllegalMove
from kalahgui.games.game import PASS, Game, Position
from kalahgui.games.user_error import UserError
from kalahgui.library.saved import FORFEITS, StoredMatch, now
from kalahgui.match.match import Match, Player
from kalahgui.match.node import SWAP_TEXT, Forfeit, Node

MOST_BYTES = 50_000_000
MOST_GAMES = 20_000  # all of them are in memory at once
_LONGEST_GAME = 100_000  # of bare moves, and of GGF
_LONGEST = 20  # of a word that may be a move
RESIGN = "resign"
WORDS = (PASS, SWAP_TEXT, RESIGN, *FORFEITS)
LOSS_PATTERN = r"(?i:first|second)[ \t]+(?i:resigned|out[ \t]+of[ \t]+time)"
DATE = "Date"
# Of a day that is not known there may be question marks, or nothing. Earlier years are none, and
# neither are the first figures of a longer number.
_DATE = re.compile(r"([1-9][0-9]{3})(?:[-./]([0-9]{1,2})(?:[-./]([0-9]{1,2}))?)?(?![0-9])")
_LENGTHS = {1: len("2001"), 2: len("2001-02"), 3: len("2001-02-03")}

Part = TypeVar("Part")


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


def read_parts(
    parts: Iterable[Part],
    read: Callable[[Part], WrittenGame],
    at: Callable[[Part, UserError], UserError],
    placed: bool = False,
) -> tuple[list[WrittenGame], list[Bad], list[UserError]]:
    """Read games, each from a part of a file; return them, the bad ones and what else is wrong.

    ``at`` says where something is wrong; errors of ``read`` that are ``placed`` say it themselves.
    """
    games: list[WrittenGame] = []
    bad: list[Bad] = []
    for number, part in enumerate(parts, start=1):
        if number > MOST_GAMES:
            return games, bad, [at(part, UserError("refused_too_many_games", most=MOST_GAMES))]
        try:
            games.append(read(part))
        except UserError as why:
            said = why if placed else at(part, why)
            # A traceback would keep every game of the file.
            bad.append(Bad(said.with_traceback(None), number))
    return games, bad, []


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
    forfeit = written.match.tip.forfeit
    if forfeit is not None:
        yield "losses on time" if forfeit.on_time else "resignations"


# -- plies as words: what every format that writes moves in a game's notation shares


def passed(match: Match, node: Node) -> bool:
    """Tell whether the ply that led to a node left the other side without a move."""
    if node.parent is None or node.position.over or not match.game.has_passes:
        return False
    return bool(node.position.turn == node.parent.position.turn)


def played(match: Match, node: Node, word: str) -> Node:
    """Return where a ply in notation leads; UserError says why it cannot be played at a node."""
    if match.over_at(node):
        raise UserError("refused_over")
    if len(word) > _LONGEST:
        raise UserError("refused_no_move")
    ply = match.parse(word)
    try:
        return node.child(ply) or match.add(node, ply)
    except IllegalMove:
        raise UserError("refused_illegal") from None


def stand(match: Match, node: Node) -> None:
    """Have a match stand at a node that has been added to it."""
    match.tip = match.end = match.here = node


def forfeit_of(match: Match, node: Node, word: str) -> Forfeit | None:
    """Return how a player loses at a node by a word; None for a word that says no such thing."""
    if word == RESIGN:
        return Forfeit(match.seat_of(node.position.turn, node))
    return FORFEITS.get(word)


def check_pass(match: Match, node: Node) -> None:
    """Raise UserError where the ply before did not leave the other side without a move."""
    if not passed(match, node):
        raise UserError("refused_pass")


# -- games from elsewhere as matches to be kept


def taken(written: WrittenGame) -> StoredMatch:
    """Return a game as a match that was never written; it was begun on its date, if it has one.

    Where only a month or a year is known, it was begun then, and nobody makes a day up.
    """
    return StoredMatch(written.match, begun=_begun(written.tags), tags=dict(written.tags))


def written_of(stored: StoredMatch) -> WrittenGame:
    """Return a match with its tags; without a date of its own it has that of its beginning."""
    date = stored.begun[:10].replace("-", ".")
    return WrittenGame(stored.match, {**stored.tags, DATE: stored.tags.get(DATE, date)})


def _begun(tags: Mapping[str, str]) -> str:
    found = _DATE.match(tags.get(DATE, ""))
    if found is None:
        return now()
    known = [int(part) for part in found.groups() if part]
    try:
        day = date(*known, *[1] * (3 - len(known)))
    except ValueError:  # there is no such day
        return now()
    return day.isoformat()[: _LENGTHS[len(known)]]
