"""What a move comes to and why, in words that make whole sentences."""

from __future__ import annotations

from collections.abc import Sequence

from kalahgui.games.game import Game, Message
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.match.match import Match
from kalahgui.review.move_reasons import HANGS


def player_words(match: Match, seat: int, *, begins: bool = False) -> str:
    """Name a player in a sentence, or where it ``begins``; a nameless computer has an article."""
    player = match.players[seat]
    if not player.person and not player.name and match.players[1 - seat].person:
        return say("review_computer_first" if begins else "review_computer")
    return naming.player_name(match, seat)


def points_words(game: Game, count: int) -> str:
    """Say so many points of a game: stones or discs."""
    return say(f"review_points_{game.key}", count=count)


def comes_to(match: Match, seat: int, value: int, exact: bool) -> str:
    """Say what a value for a player comes to: a result with best play, or an estimate."""
    game = match.game
    if not value:
        level = "estimate_level" if game.has_points else "estimate_open"
        return say("result_draw" if exact else level)
    ahead = seat if value > 0 else 1 - seat
    key = "result_wins" if exact else "estimate_ahead"
    points = ""
    if game.has_points:
        key, points = f"{key}_by", points_words(game, abs(value))
    return naming.said_of(match, ahead, key, name=player_words(match, ahead), points=points)


def because(match: Match, found: Sequence[Message]) -> str:
    """Join reasons for a move to one phrase, which says what the move does."""
    # Said first, it would seem to be the only move that does the other thing, too.
    told = sorted(found, key=lambda each: each.key in HANGS)
    return say("review_and").join(naming.message_words(each, match) for each in told)


def sentence(clause: str) -> str:
    """Make a sentence of a clause."""
    return say("review_stop", said=clause[:1].upper() + clause[1:])


def after(*sentences: str) -> str:
    """Write sentences one after the other; empty ones are left out."""
    return say("review_space").join(filter(None, sentences))
