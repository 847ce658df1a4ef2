"""Matches as records of text, and back by replaying them through the rules."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime

from kalahgui.engine.levels import limit_for
from kalahgui.games import GAMES
from kalahgui.games.game import Game, Position
from kalahgui.library.store import MatchRecord
from kalahgui.match.match import Match, Player
from kalahgui.match.series import Series

SEATS = ("first", "second")
DRAW = "draw"
_RESIGNED = " resigned"


@dataclass(eq=False)
class StoredMatch:
    """A match and what the store knows of it: when it was begun, and the number of its record.

    ``series`` is how the row of matches stood before it.
    """

    match: Match
    begun: str
    identifier: int | None = None
    series: Series = field(default_factory=Series)


def now() -> str:
    """Return the time as the store keeps it: ISO 8601 to the millisecond, in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def result_of(match: Match) -> str:
    """Return ``first``, ``second`` (who won), ``draw``, ``first resigned``...; empty if none."""
    if match.resigned is not None:
        return SEATS[match.resigned] + _RESIGNED
    if not match.over:
        return ""
    return DRAW if match.winner is None else SEATS[match.winner]


def record_of(match: Match, begun: str, identifier: int | None = None) -> MatchRecord:
    """Return a match as a record, saved now; with an id it updates that match in the store."""
    return MatchRecord(
        game=match.game.key,
        variant=match.variant,
        rules=",".join(match.rules),
        start=match.game.position_text(match.start),
        moves=" ".join(match.ply_texts()),
        players=json.dumps([[player.name, player.engine] for player in match.players]),
        result=result_of(match),
        pie=int(match.pie),
        begun=begun,
        saved=now(),
        id=identifier,
    )


def match_of(record: MatchRecord) -> Match:
    """Return the match of a record; ValueError unless the whole of it is legal."""
    if record.game not in GAMES:
        raise ValueError(f"there is no game {record.game!r}")
    game = GAMES[record.game]
    rules = tuple(rule for rule in record.rules.split(",") if rule)
    match = Match(
        game,
        record.variant,
        rules,
        _players(record.players, game),
        pie=bool(record.pie),
        start=_start(game, record, rules),
    )
    match.replay_texts(record.moves.split())
    for seat, name in enumerate(SEATS):
        if record.result == name + _RESIGNED:
            match.resign(seat)
    if result_of(match) != record.result:
        raise ValueError(f"the moves do not lead to the result {record.result!r}")
    return match


def _start(game: Game, record: MatchRecord, rules: tuple[str, ...]) -> Position:
    start = game.parse_position(record.start, rules)
    if game.board(start) != game.board(game.start(record.variant, rules)):
        raise ValueError(f"the start position does not stand on the board {record.variant}")
    return start


def _players(text: str, game: Game) -> tuple[Player, Player]:
    try:
        pairs = json.loads(text)
    except ValueError:
        pairs = None
    match pairs:
        case [[str(name), str(engine)], [str(other_name), str(other_engine)]]:
            for known in filter(None, (engine, other_engine)):
                limit_for(known, game)
            return Player(name, engine), Player(other_name, other_engine)
    raise ValueError(f"{text!r} does not name two players")
