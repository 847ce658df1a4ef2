"""Matches as records of text, and back by replaying them; who played, and how it ended."""

from __future__ import annotations

import functools
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any, NamedTuple

from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.games.game import Game, Position
from kalahgui.games.plain_text import one_line
from kalahgui.games.user_error import UserError
from kalahgui.library.days import day_of
from kalahgui.library.earlier_versions import parse_method
from kalahgui.library.rows import parse_json, read_rows
from kalahgui.library.store import MatchRecord, Store
from kalahgui.match.clock import Clock
from kalahgui.match.match import Match, Player, Series
from kalahgui.match.node import NO_SEARCH, Forfeit, Node, SearchStatistics

SEATS = ("first", "second")
DRAW = "draw"
# By their words: "first resigned", "second out of time" and so on.
FORFEITS: Mapping[str, Forfeit] = {
    f"{name} {how}": Forfeit(seat, on_time)
    for on_time, how in ((False, "resigned"), (True, "out of time"))
    for seat, name in enumerate(SEATS)
}
# What is recorded of a game that the board does not decide, by its words: the names of results.
RECORDED: Mapping[str, Forfeit] = {
    DRAW: Forfeit(None, recorded=True),
    **{name: Forfeit(1 - seat, recorded=True) for seat, name in enumerate(SEATS)},
}
_WORDS = {forfeit: words for words, forfeit in (*FORFEITS.items(), *RECORDED.items())}


# The tag with points that the moves of a game do not lead to, such as 40-24 or +16.
SCORE_TAG = "Score"


def words_of_forfeit(forfeit: Forfeit) -> str:
    """Return how an end apart from the board is written.

    >>> words_of_forfeit(Forfeit(0)), words_of_forfeit(Forfeit(1, on_time=True))
    ('first resigned', 'second out of time')
    >>> words_of_forfeit(Forfeit(0, recorded=True)), words_of_forfeit(Forfeit(None, recorded=True))
    ('second', 'draw')
    """
    return _WORDS[forfeit]


# What a finished match ends with, and the seat that has won then.
RESULTS: Mapping[str, int | None] = {
    DRAW: None,
    **{name: seat for seat, name in enumerate(SEATS)},
    **{words: forfeit.winner for words, forfeit in FORFEITS.items()},
}


class MatchPlayers(NamedTuple):
    """The players seated first and second: their names, how a computer plays, who is a person."""

    names: tuple[str, str]
    computers: tuple[Method | None, Method | None]
    persons: tuple[int, ...]

    @property
    def person(self) -> int | None:
        """Return the seat of the one person who played a computer; None in any other match."""
        return self.persons[0] if len(self.persons) == 1 else None

    @property
    def opponent(self) -> Method | None:
        """Return how the computer plays that the one person played; None in any other match."""
        return self.computers[1 - self.persons[0]] if len(self.persons) == 1 else None


@functools.lru_cache(maxsize=4096)
def match_players(players: str, game: str) -> MatchPlayers | None:
    """Return who played by a record's text for a game's key; None when that makes no sense."""
    try:
        (name, text), (other_name, other_text) = parse_json(players)
        names = one_line(_text(name)), one_line(_text(other_name))
        first, second = (
            parse_method(method, GAMES[game]) if _text(method) else None
            for method in (text, other_text)
        )
    except (ValueError, TypeError, KeyError):
        return None
    persons = tuple(seat for seat, computer in enumerate((first, second)) if computer is None)
    return MatchPlayers(names, (first, second), persons)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    return value


def winner_of(result: str) -> int | None:
    """Return the seat that won by a record's result; None for a draw; ValueError for no result.

    >>> winner_of("first"), winner_of("first out of time"), winner_of("draw")
    (0, 1, None)
    """
    if result not in RESULTS:
        raise ValueError(f"{result!r} is no result")
    return RESULTS[result]


def points_of(result: str, seat: int | None) -> float:
    """Return the points of a seat: 1 for a win, 0.5 for a draw, 0; ValueError for no result."""
    winner = winner_of(result)
    return 0.5 if winner is None else float(winner == seat)


def now() -> str:
    """Return the time as the store keeps it: ISO 8601 to the millisecond, in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@dataclass(eq=False)
class StoredMatch:
    """A match, and what the store knows of it besides.

    ``series`` is how the row of matches stood before it. ``identifier`` and ``revision`` name the
    record and how often it was written; a match that was never written has neither. ``tags`` are
    what a file said of the match besides, such as Event and Site.
    """

    match: Match
    begun: str = field(default_factory=now)
    series: Series = field(default_factory=Series)
    identifier: int | None = None
    revision: int = 0
    tags: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.match.recorded_score = self.tags.get(SCORE_TAG, "")

    @property
    def has_something(self) -> bool:
        """Tell whether there is anything to keep: a ply, a result, or a score to go on with."""
        kept = self.identifier is not None
        return kept or self.match.has_begun or self.series != Series()


def result_of(match: Match) -> str:
    """Return who won, or who gave up or lost on time; empty while the match goes on.

    That is ``first``, ``second``, ``draw``, ``first resigned``, ``first out of time`` and so on.
    Who has won may also be recorded, of a match that is not over on the board.
    """
    tip = match.tip
    if tip.forfeit is not None:
        return words_of_forfeit(tip.forfeit)
    if not tip.over:
        return ""
    winner = tip.winner
    return DRAW if winner is None else SEATS[winner]


def players_text(players: Iterable[Player]) -> str:
    """Return players as they are kept: the name of each, and how a computer plays."""
    return json.dumps([[player.name, _computer_text(player)] for player in players])


def record_of(stored: StoredMatch) -> MatchRecord:
    """Return a match as a record, saved now."""
    match, series = stored.match, stored.series
    return MatchRecord(
        game=match.game.key,
        variant=match.variant,
        rules=",".join(match.rules),
        start=match.game.position_text(match.start),
        moves=" ".join(match.ply_texts(match.tip)),
        side_lines=_side_lines(stored),
        players=players_text(match.players),
        result=result_of(match),
        pie=int(match.pie),
        series=" ".join(map(str, (*series.wins, series.draws))),
        clock="" if match.clock is None else str(match.clock),
        teaching=match.teaching,
        begun=stored.begun,
        saved=now(),
        revision=stored.revision,
        id=stored.identifier,
    )


def stored_of(record: MatchRecord) -> StoredMatch:
    """Return the match of a record; ValueError unless the whole of it is legal."""
    if record.game not in GAMES:
        raise ValueError(f"there is no game {record.game!r}")
    game = GAMES[record.game]
    rules = tuple(rule for rule in record.rules.split(",") if rule)
    start = start_of(game, record.variant, rules, record.start)
    players = _players(record.players, game, start)
    match = Match(game, record.variant, rules, players, pie=bool(record.pie), start=start)
    match.teaching = record.teaching
    match.replay_texts(record.moves.split())
    tags = _add_side_lines(match, record.side_lines) if record.side_lines else {}
    ends = FORFEITS if match.tip.over else {**FORFEITS, **RECORDED}
    if record.result in ends:
        match.end_as_recorded(ends[record.result], match.tip)
    match.clock = Clock.parse(record.clock) if record.clock else None
    if result_of(match) != record.result:
        raise ValueError(f"the moves do not lead to the result {record.result!r}")
    series = _series(record.series)
    return StoredMatch(match, record.begun, series, record.id, record.revision, tags)


# How a match was begun, but for the time.
BEGINNING = ("game", "variant", "rules", "start", "pie", "players")
# Parts of the side lines that do not belong to the game itself: no second copy is kept for them.
MARKS = ("taken_back", "searched", "asked")
_SAID = ("tags", "noted")  # in a file, beside the game
_ALIKE = (*BEGINNING, "moves", "result")


def find_alike(store: Store, stored: StoredMatch) -> StoredMatch | None:
    """Return the newest match of a store with the players, moves and comments of another one.

    ValueError when it makes no sense.
    """
    record = record_of(stored)
    where = " AND ".join(f"{name} = ?" for name in _ALIKE)
    rows = store.rows(
        f"SELECT id, side_lines FROM matches WHERE deleted = '' AND {where} ORDER BY id DESC",
        *(getattr(record, name) for name in _ALIKE),
    )
    wanted = _one_spelling(record.side_lines)
    candidates = read_rows("matches", ("id", "side_lines"), rows)
    alike = next((number for number, text in candidates if _one_spelling(text) == wanted), None)
    match = None if alike is None else store.match(alike)
    return None if match is None else stored_of(match)


class Added(NamedTuple):
    """How many matches were added to a library, and how many were there already."""

    added: int
    known: int


AT_ONCE = 1000  # matches that are added together, all of them or none


def add_new(
    store: Store,
    records: Iterable[MatchRecord],
    yield_to_frames: YieldToFrames = no_frames,
    watch: Callable[[Added], None] = lambda added: None,
) -> Added:
    """Add the matches that a store has none alike of; StoreError if not.

    So many are added at once that another program has not to wait, all of them or none. What was
    read stays, also when ``records`` fail, and ``watch`` is told of it. Those that have dates are
    only alike when these are. They were not played here today: what was played here comes before
    them.
    """
    known, new_ones = KnownDays(), KnownDays()
    for record in store.each_match():
        yield_to_frames()
        known.add(fingerprint(record), record.begun)
    new: list[MatchRecord] = []
    total = Added(0, 0)

    def keep() -> None:
        nonlocal total
        some = new.copy()
        new.clear()
        store.add(some)
        total = Added(total.added + len(some), total.known)
        watch(total)

    try:
        for record in records:
            yield_to_frames()
            key = fingerprint(record)
            with_event = _with_event(key, record)
            if known.has(key, record.begun) or new_ones.has(with_event, record.begun):
                total = Added(total.added, total.known + 1)
            else:
                new_ones.add(with_event, record.begun)
                new.append(record)
            if len(new) == AT_ONCE:
                keep()
    finally:  # what was read before something failed is kept
        keep()
    return total


def _with_event(key: bytes, record: MatchRecord) -> bytes:
    """Return a fingerprint that tells games of other events apart, as they are in one file."""
    besides = _WHEN.sub("", record.side_lines)
    return blake2b(key + besides.encode("utf-8", "replace"), digest_size=12).digest()


_WHEN = re.compile(r'"(?:Date|Time)": "[^"]*"')  # is compared in its own way


class KnownDays:
    """When matches were begun that are alike, in little memory, however many there are."""

    def __init__(self) -> None:
        # A day, or of several days all that is needed to compare others with them.
        self._days: dict[bytes, str | set[str]] = {}

    def add(self, key: bytes, begun: str) -> None:
        """Know one match more, by its fingerprint."""
        days, begun = self._days.get(key), sys.intern(str(begun))
        if days is None:
            self._days[key] = begun
            return
        if isinstance(days, str):
            days = self._days[key] = _compared(days)
        days |= _compared(begun)

    def has(self, key: bytes, begun: str) -> bool:
        """Tell whether a match may be one of those: a date has no time, and the month may do.

        A date is that of the player's day, which may be another one than in UTC.
        """
        days = self._days.get(key)
        if days is None or len(begun) > _LONGEST_DATE:
            return days is not None
        days = _compared(days) if isinstance(days, str) else days
        return begun in days or any(f"={begun[:length]}" in days for length in _DATES)


_DATES = tuple(map(len, ("2001", "2001-02", "2001-02-03")))
_LONGEST_DATE = _DATES[-1]


def _compared(begun: str) -> set[str]:
    """Return a date with its month and year, marked where nothing more is known of it."""
    day = day_of(begun) if len(begun) > _LONGEST_DATE else None
    date = begun if day is None else day.isoformat()
    return {date[:length] for length in _DATES} | {f"={date}"}


def fingerprint(record: MatchRecord) -> bytes:
    """Return what two matches have in common that are alike: players, moves, comments, result.

    It is short, so that those of a large library need little memory.
    """
    play = [str(getattr(record, name)) for name in _ALIKE]
    play.append(str(_one_spelling(record.side_lines)))
    return blake2b("\0".join(play).encode("utf-8", "replace"), digest_size=12).digest()


def _one_spelling(side_lines: Any) -> Any:
    """Return what side lines say of the game itself, the same for the same."""
    try:
        parts = parse_json(side_lines) if side_lines else {}
        if isinstance(parts, dict):
            parts = {name: part for name, part in parts.items() if name not in (*MARKS, *_SAID)}
        return json.dumps(parts, sort_keys=True)
    except (ValueError, TypeError):  # it makes no sense, and nothing is like it
        return side_lines


# -- the tree: the main line is the record's moves, all else stands beside it


def _numbered(match: Match) -> list[Node]:
    """Return the nodes of a match: the start, the main line, then all others in their order."""
    main = [match.root, *match.tip.line]
    known = set(main)
    return main + [node for node in match.root.below() if node not in known]


def _side_lines(stored: StoredMatch) -> str:
    """Return what the main line leaves out: other nodes, comments, forfeits, counts, tags.

    Nodes are numbered: 0 is the start, then comes the main line, then the nodes listed here, each
    with the number of its parent.
    """
    match = stored.match
    nodes = _numbered(match)
    number = {node: index for index, node in enumerate(nodes)}
    first = len(match.tip.line) + 1
    forfeits = [(node, node.forfeit) for node in nodes if node.forfeit and node is not match.tip]
    side_lines: dict[str, Any] = {
        "nodes": [
            [number[node.parent], match.text(node.ply)]
            for node in nodes[first:]
            if node.parent is not None and node.ply is not None
        ],
        "comments": {number[node]: node.comment for node in nodes if node.comment},
        "noted": {number[node]: node.noted for node in nodes if node.noted},
        **{
            name: {number[node]: end.seat for node, end in forfeits if end._replace(seat=0) == kind}
            for name, kind in _ENDS.items()
        },
        "taken_back": [number[node] for node in nodes if node.taken_back],
        "searched": _last_search(match, number),
        "asked": match.asked,
        "tags": dict(stored.tags),
    }
    return side_lines_text(side_lines)


# The ends of side lines by their names there.
_ENDS = {
    "resigned": Forfeit(0),
    "out_of_time": Forfeit(0, on_time=True),
    "recorded": Forfeit(0, recorded=True),
}


def side_lines_text(side_lines: Mapping[str, Any]) -> str:
    """Return what is said of a match beside its main line as it is kept; empty for nothing."""
    kept = {name: value for name, value in side_lines.items() if value}
    return json.dumps(kept, ensure_ascii=False) if kept else ""


def _last_search(match: Match, number: Mapping[Node, int]) -> dict[int, list[float | None]]:
    """Return what the search behind the last turn of a computer has counted, by its node."""
    for node in reversed(match.tip.line):
        statistics = node.search_statistics
        if statistics is not None and statistics is not NO_SEARCH:
            return {
                number[node]: [
                    statistics.evaluations,
                    statistics.nodes,
                    round(statistics.seconds, 3),
                ]
            }
    return {}


def _statistics(counted: Any) -> SearchStatistics:
    match counted:
        case [int() | None as evaluations, int() | None as nodes, int() | float() as seconds] if (
            seconds >= 0 and min(evaluations or 0, nodes or 0) >= 0
        ):
            return SearchStatistics(evaluations, nodes, float(seconds))
        case _:
            raise ValueError(f"a search cannot have counted {counted!r}")


def _add_side_lines(match: Match, text: str) -> dict[str, str]:
    """Add what ``_side_lines`` wrote and return the tags; ValueError when it makes no sense."""
    side_lines = parse_json(text)
    if not isinstance(side_lines, dict):
        raise ValueError("the side lines are not a mapping")
    nodes = [match.root, *match.tip.line]
    for parent, ply in _pairs(side_lines.get("nodes", [])):
        nodes.append(match.add(_at(nodes, parent), match.parse(str(ply))))
    for number, comment in _items(side_lines.get("comments", {})):
        _at(nodes, number).comment = _writable(str(comment))
    for number, noted in _items(side_lines.get("noted", {})):
        _at(nodes, number).noted = _writable(str(noted))
    for name, kind in _ENDS.items():
        for number, seat in _items(side_lines.get(name, {})):
            if not ((type(seat) is int and seat in (0, 1)) or (seat is None and kind.recorded)):
                raise ValueError(f"nobody sits at {seat!r}")
            match.end_as_recorded(kind._replace(seat=seat), _at(nodes, number))
    for number in _list(side_lines.get("taken_back", [])):
        _at(nodes, number).taken_back = True
    for number, counted in _items(side_lines.get("searched", {})):
        _at(nodes, number).search_statistics = _statistics(counted)
    match.asked = side_lines.get("asked", 0)
    if type(match.asked) is not int:
        raise ValueError(f"nobody asks {match.asked!r} times")
    return _tags(side_lines.get("tags", {}))


def _tags(tags: Any) -> dict[str, str]:
    if not isinstance(tags, dict):
        raise ValueError("the tags are not a mapping")
    return {_writable(name): _writable(str(value)) for name, value in tags.items()}


def _writable(text: str) -> str:
    """Return a text without the halves of signs that JSON may name and no file can hold."""
    return text.encode("utf-8", "ignore").decode()


def _at(nodes: list[Node], number: Any) -> Node:
    if type(number) is not int or not 0 <= number < len(nodes):
        raise ValueError(f"there is no node {number!r}")
    return nodes[number]


def _list(entries: Any) -> list[Any]:
    if not isinstance(entries, list):
        raise ValueError("the side lines are not a list")
    return entries


def _pairs(pairs: Any) -> Iterator[tuple[Any, Any]]:
    for pair in _list(pairs):
        match pair:
            case [number, value]:
                yield number, value
            case _:
                raise ValueError(f"{pair!r} is no node of a side line")


def _items(notes: Any) -> Iterator[tuple[int, Any]]:
    if not isinstance(notes, dict):
        raise ValueError("notes on nodes are not a mapping")
    for number, value in notes.items():
        yield int(number), value


# -- the rest of a record


def start_of(game: Game, variant: str, rules: tuple[str, ...], text: str) -> Position:
    """Read the position that a match begins at; UserError when it stands on another board."""
    start: Position = game.parse_position(text, rules)
    if game.board(start) != game.board(game.start(variant, rules)):
        raise UserError("refused_start", variant=variant)
    return start


def _series(text: str) -> Series:
    first, second, draws = map(int, text.split())
    if min(first, second, draws) < 0:
        raise ValueError(f"{text!r} is no score")
    return Series((first, second), draws)


def _computer_text(player: Player) -> str:
    return "" if player.computer is None else str(player.computer)


def player_of(name: str, computer: str, game: Game, start: Position) -> Player:
    """Return a player; UserError when how a computer plays cannot be read or does not suit."""
    player = Player(name, parse_method(computer, game) if computer else None)
    if player.computer is not None:
        player.computer.limit(game, start)
    return player


def _players(text: str, game: Game, start: Position) -> tuple[Player, Player]:
    try:
        pairs = parse_json(text)
    except ValueError:
        pairs = None
    match pairs:
        case [[str(name), str(computer)], [str(other_name), str(other_computer)]]:
            return (
                player_of(name, computer, game, start),
                player_of(other_name, other_computer, game, start),
            )
    raise ValueError(f"{text!r} does not name two players")
