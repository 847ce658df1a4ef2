"""Games made by chance, each from a seed, to fill a library with."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta

from kalahgui.engine.judgement import Judgement
from kalahgui.engine.levels import levels_on
from kalahgui.games import GAMES
from kalahgui.games.game import Game, Position
from kalahgui.library import reviews, saved
from kalahgui.library.players import DRAW, SEATS
from kalahgui.library.store import MatchRecord, Store
from kalahgui.match.match import Match
from kalahgui.match.node import Node

_BOARDS = (
    ("kalah", "6x6"),
    ("kalah", "6x6"),
    ("kalah", "6x4"),
    ("reversi", "diamond"),
    ("reversi", "8x8"),
    ("tictactoe", "3x3"),
)
_NAMES = ("", "", "", "Aiko", "石田", "Ben")
_NEWEST = datetime(2026, 11, 20, 21, 4, tzinfo=UTC)
_PLAYED = timedelta(minutes=12)
_APART = timedelta(minutes=47)
_UNFINISHED = 12  # one in so many


def fill(store: Store, count: int, reviewed: int = 5, seed: int = 1) -> None:
    """Put a number of games into a store, the newest first; one of ``reviewed`` has a review."""
    with store.together():
        for number in range(count):
            chance = random.Random(f"{seed}:{number}")
            record = store.save(_record(chance, _NEWEST - number * _APART))
            if record.result and chance.randrange(reviewed) == 0:
                _review(store, record, chance)


def _record(chance: random.Random, moment: datetime) -> MatchRecord:
    key, variant = chance.choice(_BOARDS)
    game = GAMES[key]
    start = game.start(variant)
    stops = chance.randrange(4, 30) if chance.randrange(_UNFINISHED) == 0 else None
    end, moves = _played(game, start, chance, stops)
    level = str(1 + chance.randrange(len(levels_on(game, variant))))
    players = [[chance.choice(_NAMES), ""], ["", level]]
    chance.shuffle(players)
    begun, ended = (each.isoformat(timespec="milliseconds") for each in (moment - _PLAYED, moment))
    return MatchRecord(
        game=key,
        variant=variant,
        rules="",
        start=game.position_text(start),
        moves=" ".join(moves),
        players=json.dumps(players),
        result=_result(end),
        pie=0,
        begun=begun,
        saved=ended,
    )


def _played(
    game: Game, start: Position, chance: random.Random, stops: int | None
) -> tuple[Position, list[str]]:
    position = start.copy()
    moves: list[str] = []
    while not position.over and (stops is None or len(moves) < stops):
        move = chance.choice(position.moves())
        moves.append(game.text(move))
        position.play(move)
    return position, moves


def _result(position: Position) -> str:
    if not position.over:
        return ""
    margin = position.final() if position.turn == 0 else -position.final()
    return SEATS[margin < 0] if margin else DRAW


def _review(store: Store, record: MatchRecord, chance: random.Random) -> None:
    """Judge every position of a game by chance, those near its end more closely."""
    stored = saved.stored_of(record)
    reviews.keep(store, stored, _judged(stored.match, chance), whole=True)


def _judged(match: Match, chance: random.Random) -> dict[Node, Judgement]:
    judged: dict[Node, Judgement] = {}
    for node in match.main_line:
        moves = node.position.moves()
        if moves and not node.position.over:
            lead = node.position.lead
            values = {move: lead + chance.randrange(-2, 3) for move in moves}
            lines = {move: [move] for move in moves}
            judged[node] = Judgement(8, values, frozenset(), lines)
    return judged
