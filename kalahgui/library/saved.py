"""Matches as records of text, and back by replaying them through the rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

from kalahgui.engine import method
from kalahgui.games import GAMES
from kalahgui.games.game import Game, Position
from kalahgui.library.store import MatchRecord
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.match.player import Player
from kalahgui.match.series import Series

SEATS = ("first", "second")
DRAW = "draw"
_RESIGNED = " resigned"


def now() -> str:
    """Return the time as the store keeps it: ISO 8601 to the millisecond, in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@dataclass(eq=False)
class StoredMatch:
    """A match, and what the store knows of it besides.

    ``series`` is how the row of matches stood before it. ``identifier`` and ``revision`` name the
    record and how often it was written; a match that was never written has neither.
    """

    match: Match
    begun: str = field(default_factory=now)
    series: Series = field(default_factory=Series)
    identifier: int | None = None
    revision: int = 0

    @property
    def has_something(self) -> bool:
        """Tell whether there is anything to keep: a ply, a result, or a score to go on with."""
        root = self.match.root
        begun = bool(root.children) or root.resigned is not None
        return begun or self.series != Series() or self.identifier is not None


def result_of(match: Match) -> str:
    """Return ``first``, ``second`` (who won), ``draw``, ``first resigned``...; empty if none."""
    tip = match.tip
    if tip.resigned is not None:
        return SEATS[tip.resigned] + _RESIGNED
    if not match.over_at(tip):
        return ""
    winner = match.winner_at(tip)
    return DRAW if winner is None else SEATS[winner]


def record_of(stored: StoredMatch) -> MatchRecord:
    """Return a match as a record, saved now."""
    match, series = stored.match, stored.series
    return MatchRecord(
        game=match.game.key,
        variant=match.variant,
        rules=",".join(match.rules),
        start=match.game.position_text(match.start),
        moves=" ".join(match.ply_texts(match.tip)),
        side_lines=_side_lines(match),
        players=json.dumps([[player.name, _computer_text(player)] for player in match.players]),
        result=result_of(match),
        pie=int(match.pie),
        series=" ".join(map(str, (*series.wins, series.draws))),
        begun=stored.begun,
        saved=now(),
        revision=stored.revision,
        id=stored.identifier,
    )


def stored_of(record: MatchRecord) -> StoredMatch:
    """Return the match of a record; ValueError unless the whole of it is legal."""
    _check_types(record)
    if record.game not in GAMES:
        raise ValueError(f"there is no game {record.game!r}")
    game = GAMES[record.game]
    rules = tuple(rule for rule in record.rules.split(",") if rule)
    start = _start(game, record, rules)
    players = _players(record.players, game, start)
    match = Match(game, record.variant, rules, players, pie=bool(record.pie), start=start)
    match.replay_texts(record.moves.split())
    if record.side_lines:
        _add_side_lines(match, record.side_lines)
    for seat, name in enumerate(SEATS):
        if record.result == name + _RESIGNED:
            match.resign(seat)
    if result_of(match) != record.result:
        raise ValueError(f"the moves do not lead to the result {record.result!r}")
    return StoredMatch(match, record.begun, _series(record.series), record.id, record.revision)


# -- the tree: the main line is the record's moves, all else stands beside it


def _numbered(match: Match) -> list[Node]:
    """Return the nodes of a match: the start, the main line, then all others in their order."""
    main = [match.root, *match.tip.line]
    known = set(main)
    return main + [node for node in match.root.below() if node not in known]


def _side_lines(match: Match) -> str:
    """Return what the main line leaves out: other nodes, comments and resignations.

    Nodes are numbered: 0 is the start, then comes the main line, then the nodes listed here, each
    with the number of its parent.
    """
    nodes = _numbered(match)
    number = {node: index for index, node in enumerate(nodes)}
    first = len(match.tip.line) + 1
    found: dict[str, Any] = {
        "nodes": [
            [number[node.parent], match.text(node.ply)]
            for node in nodes[first:]
            if node.parent is not None and node.ply is not None
        ],
        "comments": {number[node]: node.comment for node in nodes if node.comment},
        "resigned": {
            number[node]: node.resigned
            for node in nodes
            if node.resigned is not None and node is not match.tip
        },
    }
    kept = {name: value for name, value in found.items() if value}
    return json.dumps(kept, ensure_ascii=False) if kept else ""


def _add_side_lines(match: Match, text: str) -> None:
    """Add what ``_side_lines`` wrote; ValueError when it makes no sense."""
    found = _read(text)
    if not isinstance(found, dict):
        raise ValueError("the side lines are not a mapping")
    nodes = [match.root, *match.tip.line]
    for parent, ply in _pairs(found.get("nodes", [])):
        nodes.append(match.add(_at(nodes, parent), match.parse(str(ply))))
    for number, comment in _items(found.get("comments", {})):
        _at(nodes, number).comment = _writable(str(comment))
    for number, seat in _items(found.get("resigned", {})):
        if type(seat) is not int or seat not in (0, 1):
            raise ValueError(f"nobody sits at {seat!r}")
        match.resign(seat, _at(nodes, number))


_NUMBERS = ("pie", "revision", "id")


def _check_types(record: MatchRecord) -> None:
    """Refuse what SQLite lets stand in a column of another type."""
    for name, value in asdict(record).items():
        if not isinstance(value, int | None if name in _NUMBERS else str):
            raise ValueError(f"the {name} of a match cannot be {value!r}")


def _writable(text: str) -> str:
    """Return a text; ValueError when JSON has made of it what no file can hold."""
    text.encode("utf-8")
    return text


def _read(text: str) -> Any:
    """Read JSON; ValueError, too, when it is nested without end."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("a text is nested too deeply") from None


def _at(nodes: list[Node], number: Any) -> Node:
    if type(number) is not int or not 0 <= number < len(nodes):
        raise ValueError(f"there is no node {number!r}")
    return nodes[number]


def _pairs(found: Any) -> Iterator[tuple[Any, Any]]:
    if not isinstance(found, list):
        raise ValueError("the side lines are not a list")
    for pair in found:
        match pair:
            case [number, value]:
                yield number, value
            case _:
                raise ValueError(f"{pair!r} is no node of a side line")


def _items(found: Any) -> Iterator[tuple[int, Any]]:
    if not isinstance(found, dict):
        raise ValueError("notes on nodes are not a mapping")
    for number, value in found.items():
        yield int(number), value


# -- the rest of a record


def _start(game: Game, record: MatchRecord, rules: tuple[str, ...]) -> Position:
    start: Position = game.parse_position(record.start, rules)
    if game.board(start) != game.board(game.start(record.variant, rules)):
        raise ValueError(f"the start position does not stand on the board {record.variant}")
    return start


def _series(text: str) -> Series:
    first, second, draws = map(int, text.split())
    if min(first, second, draws) < 0:
        raise ValueError(f"{text!r} is no score")
    return Series((first, second), draws)


def _computer_text(player: Player) -> str:
    """Return how a computer plays as text; empty for a person."""
    return "" if player.computer is None else str(player.computer)


def _player(name: str, computer: str, game: Game, start: Position) -> Player:
    player = Player(_writable(name), method.parse(computer, game) if computer else None)
    if player.computer is not None:
        player.computer.limit(game, start)
    return player


def _players(text: str, game: Game, start: Position) -> tuple[Player, Player]:
    try:
        pairs = _read(text)
    except ValueError:
        pairs = None
    match pairs:
        case [[str(name), str(computer)], [str(other_name), str(other_computer)]]:
            return (
                _player(name, computer, game, start),
                _player(other_name, other_computer, game, start),
            )
    raise ValueError(f"{text!r} does not name two players")
