"""What is found in a text or a file: games, positions, what could not be read; plies as words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeVar

from kalahgui.core.position import IllegalMove
from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.games.game import PASS, Game, Position
from kalahgui.games.user_error import UserError
from kalahgui.library.days import day_of
from kalahgui.library.formats.line import LONGEST_WORD, GameLine
from kalahgui.library.saved import FORFEITS, StoredMatch, now, record_of
from kalahgui.library.store import MatchRecord
from kalahgui.match.match import Match, Player
from kalahgui.match.node import SWAP_TEXT, Forfeit, Node

LONGEST_GAME = 100_000  # of bare moves, and of GGF
RESIGN = "resign"
WORDS = (PASS, SWAP_TEXT, RESIGN, *FORFEITS)
LOSS_PATTERN = r"(?i:first|second)[ \t]+(?i:resigned|out[ \t]+of[ \t]+time)"
DATE = "Date"
# Of a day that is not known there may be question marks, or nothing. Earlier years are none, and
# neither are the first figures of a longer number.
_DATE = re.compile(r"([1-9][0-9]{3})(?:[-./]([0-9]{1,2})(?:[-./]([0-9]{1,2}))?)?(?![0-9])")
_LENGTHS = {1: len("2001"), 2: len("2001-02"), 3: len("2001-02-03")}

Part = TypeVar("Part")


class Unwritable(UserError):
    """A format cannot hold a game."""


class UnknownText(UserError):
    """A text begins like nothing that can be read."""


class WrittenGame:
    """A game with its players' names and comments, and what else is written of it.

    ``tags`` are such as Event, Site and Date, as they are written. What was read as one ``line``
    becomes a match with a tree when somebody asks for that.
    """

    def __init__(
        self,
        match: Match | None = None,
        tags: Mapping[str, str] | None = None,
        line: GameLine | None = None,
    ) -> None:
        """Take a match, or a line without side lines."""
        assert (match is None) != (line is None), "one of the two tells the moves"
        self._match = match
        self._line = line
        self.tags: Mapping[str, str] = {} if tags is None else tags

    @property
    def match(self) -> Match:
        """Return the match; it is always the same one."""
        if self._match is None:
            assert self._line is not None
            self._match = self._line.match()
        return self._match

    @property
    def line(self) -> GameLine | None:
        """Return the line of a game that nobody has asked the match of; None for any other."""
        return self._line if self._match is None else None

    @property
    def says_something(self) -> bool:
        """Tell whether anything was played, given up at once, or set up."""
        line = self.line
        if line is not None:
            return bool(line.moves or line.forfeit or line.start)
        return self.match.has_begun or not self.match.begins_usually

    def record(self) -> MatchRecord:
        """Return the game as a record that was never written; it was saved when it was begun."""
        begun = begun_on(self.tags)
        if self.line is not None:
            return self.line.record(begun, self.tags)
        stored = StoredMatch(self.match, begun=begun, tags=dict(self.tags))
        return replace(record_of(stored), saved=begun)


@dataclass(frozen=True)
class WrittenPosition:
    """A position alone, with its board and rules, and what a file says of it."""

    game: Game
    variant: str
    rules: tuple[str, ...]
    start: Position
    comment: str = ""

    @property
    def as_game(self) -> WrittenGame:
        """Return a game of two people that begins at the position."""
        players = (Player(), Player())
        match = Match(self.game, self.variant, self.rules, players, start=self.start)
        match.root.comment = self.comment
        return WrittenGame(match)


@dataclass(frozen=True)
class Bad:
    """A game that cannot be read: ``why``, and its number among the games, from 1."""

    why: UserError
    number: int

    def __str__(self) -> str:
        """Return the English sentence."""
        return str(self.why)


class Remark(UserError):
    """What is said of a file from which nothing was lost, beside its games."""


# What a file holds; a UserError tells what is wrong with the file as a whole.
Item = WrittenGame | WrittenPosition | Bad | UserError


@dataclass(frozen=True)
class Found:
    """What was found: games in their order and those that could not be read, or a position alone.

    ``notes`` tell what is wrong with the file as a whole, or are remarks on it. Where a file has
    ``more`` games than were asked for, the rest was not read.
    """

    games: tuple[WrittenGame, ...] = ()
    bad: tuple[Bad, ...] = ()
    notes: tuple[UserError, ...] = ()
    position: WrittenPosition | None = None
    more: bool = False

    def numbered(self, number: int) -> WrittenGame | Bad | None:
        """Return a game by its number in the file, from 1, or why it is none; None beyond."""
        bad = {unreadable.number: unreadable for unreadable in self.bad}
        if number in bad:
            return bad[number]
        at = number - 1 - sum(unreadable.number < number for unreadable in self.bad)
        return self.games[at] if 0 <= at < len(self.games) else None

    @property
    def bad_words(self) -> str:
        """Say how many games could not be read, and the first of them, and what else is wrong."""
        return "; ".join(map(str, self.problems))

    @property
    def problems(self) -> list[UserError]:
        """Return how many games could not be read, with the first of them, and what is wrong."""
        first = self.bad[0] if self.bad else None
        return problems(len(self.games) + len(self.bad), len(self.bad), first, self.notes)


def problems(
    games: int, bad: int, first: Bad | None, notes: Iterable[UserError]
) -> list[UserError]:
    """Return how many of some games could not be read, with the first of them, and the notes."""
    refusals = list(notes)
    if first is not None:
        refusals.insert(0, UserError("refused_some_games", n=games, bad=bad, first=first.why))
    return refusals


def read_each(
    parts: Iterable[tuple[int, Part]],
    read: Callable[[Part], WrittenGame],
    at: Callable[[int, UserError], UserError],
    yield_to_frames: YieldToFrames = no_frames,
) -> Iterator[WrittenGame | Bad]:
    """Read games, each from a part of a file with its number; a part that is none is a bad one.

    ``at`` says by the number where something is wrong.
    """
    for game_number, (number, part) in enumerate(parts, start=1):
        yield_to_frames()
        try:
            item: WrittenGame | Bad = read(part)
        except UserError as why:
            # A traceback would keep every game of the file.
            item = Bad(at(number, why).with_traceback(None), game_number)
        yield item


def in_game(number: int, why: UserError) -> UserError:
    """Return what is wrong with a game that is told by its number in a file."""
    return UserError("refused_game_number", n=number, why=why)


def collected(items: Iterable[Item], most: int | None = None) -> Found:
    """Return what is found, at most so many games; UserError when that is no game at all."""
    games: list[WrittenGame] = []
    bad: list[Bad] = []
    notes: list[UserError] = []
    position = None
    for item in items:
        if isinstance(item, WrittenPosition):
            position = item
        elif isinstance(item, UserError):
            notes.append(item)
        elif most is not None and len(games) + len(bad) == most:
            return Found(tuple(games), tuple(bad), tuple(notes), more=True)
        elif isinstance(item, Bad):
            bad.append(item)
        else:
            games.append(item)
    if position is not None:
        return Found(notes=tuple(notes), position=position)
    if games:
        return Found(tuple(games), tuple(bad), tuple(notes))
    raise nothing_found(len(bad), bad[0] if bad else None, notes)


def nothing_found(bad: int, first: Bad | None, notes: Iterable[UserError] = ()) -> UserError:
    """Return why there is no game: the first of the bad ones, or what is wrong with the file."""
    if first is not None:
        return first.why if bad == 1 else UserError("refused_all_games", n=bad, first=first.why)
    for note in notes:
        if not isinstance(note, Remark):
            return note
    return UserError("refused_nothing")


def check_length(text: str) -> None:
    """Raise UserError where the text of a game is too long to be taken apart."""
    if len(text) > LONGEST_GAME:
        raise UserError("refused_game_signs", most=LONGEST_GAME)


def in_line(line: int, why: UserError) -> UserError:
    """Return what is wrong with a line."""
    return UserError("refused_line", line=line, why=why)


_BESIDE = frozenset(",;\"'`´‘’“”„«»、，。「」")


def name_of(player: Player) -> str:
    """Return what a player is called where there is no other place for how a computer plays."""
    return player.name or (f"computer {player.computer}" if player.computer else "")


def plain_word(word: str) -> str:
    """Return a word that may be a move in plain letters: they may be as wide as Japanese ones.

    What nobody sees is left out, and so are signs around a move.

    >>> plain_word("ｆ５"), plain_word('"D6",')
    ('f5', 'd6')
    """
    signs = unicodedata.normalize("NFKC", word)
    return "".join(sign for sign in signs if not is_beside_moves(sign)).lower()


def is_beside_moves(sign: str) -> bool:
    """Tell whether a sign means nothing around a move: a comma, a quotation mark, an unseen one."""
    return sign in _BESIDE or unicodedata.category(sign) == "Cf"


# -- plies as words: what every format that writes moves in a game's notation shares


def passed(match: Match, node: Node) -> bool:
    """Tell whether the ply that led to a node left the other side without a move."""
    if node.parent is None or node.position.over or not match.game.has_passes:
        return False
    return bool(node.position.turn == node.parent.position.turn)


def played(match: Match, node: Node, word: str) -> Node:
    """Return where a ply in notation leads; UserError says why it cannot be played at a node."""
    if node.over:
        raise UserError("refused_over")
    if len(word) > LONGEST_WORD:
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
    """Return a game as a match that was never written; it was begun on its date, if it has one."""
    return StoredMatch(written.match, begun=begun_on(written.tags), tags=dict(written.tags))


def written_of(stored: StoredMatch) -> WrittenGame:
    """Return a match with its tags; without a date of its own it has that of its beginning."""
    day = day_of(stored.begun) or stored.begun[:10]  # which may be a month or a year alone
    date = str(day).replace("-", ".")
    return WrittenGame(stored.match, {**stored.tags, DATE: stored.tags.get(DATE, date)})


def begun_on(tags: Mapping[str, str]) -> str:
    """Return when a game was begun by its tags: on its date, or now.

    Where only a month or a year is known, it was begun then, and nobody makes a day up.
    """
    matched = _DATE.match(tags.get(DATE, ""))
    if matched is None:
        return now()
    known = [int(part) for part in matched.groups() if part]
    try:
        day = date(*known, *[1] * (3 - len(known)))
    except ValueError:  # there is no such day
        return now()
    return day.isoformat()[: _LENGTHS[len(known)]]
