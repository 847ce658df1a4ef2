"""How moves, players, values and depths are called in a review."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kalahgui.games.game import Game
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.match.match import Match

MoveText = Callable[[int, int], str]


def ordinal(number: int) -> str:
    """Write a number as a place in a row.

    >>> from kalahgui.gui.services import words
    >>> words.choose("en")
    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 21, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '112th']
    """
    teen = number % 100 in (11, 12, 13)
    ending = "th" if teen else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return say(f"review_{ending}", n=number)


def player_words(match: Match, seat: int, *, begins: bool = False) -> str:
    """Name a player in a sentence, or where it ``begins``; a nameless computer has an article."""
    player = match.players[seat]
    if not player.person and not player.name and match.players[1 - seat].person:
        return say("review_computer_first" if begins else "review_computer")
    return naming.player_name(match, seat)


def whose_move_words(match: Match, seat: int, number: int) -> str:
    """Say whose move it was, and which."""
    nth = ordinal(number)
    if naming.is_you(match, seat):
        return say("review_your_move", nth=nth)
    return say("review_their_move", name=player_words(match, seat, begins=True), nth=nth)


def move_words(game: Game, text: str, *, begins: bool = False) -> str:
    """Name a move in a sentence, or where it ``begins``."""
    return say(f"review_move_first_{game.key}" if begins else f"review_move_{game.key}", move=text)


def points_words(game: Game, count: int) -> str:
    """Say so many points of a game: stones or discs."""
    return say(f"review_points_{game.key}", count=count)


def value_words(game: Game, value: int) -> str:
    """Write what a move is worth to who plays it: a margin, or who wins where only that counts."""
    if game.has_points:
        return naming.signed(value)
    return result_words(value)


def result_words(value: int) -> str:
    """Say in a word how a game ends for who it is worth something to."""
    return say("value_win" if value > 0 else "value_loss" if value < 0 else "value_draw")


def sure_words(exact: bool, depth: int, selective: bool) -> str:
    """Say how sure a value is; ``selective`` where lines were left out that hardly matter."""
    if exact:
        return say("exact")
    words = say("review_depth", count=depth)
    return say("selective", depth=words) if selective else words


def loss_words(game: Game, value: int, best_value: int) -> str:
    """Write in few signs what a move lost."""
    if game.has_points:
        return naming.signed(value - best_value)
    return say("review_result_change", before=result_words(best_value), after=result_words(value))


def joined(parts: Sequence[str]) -> str:
    """Join short words."""
    return say("review_comma").join(parts)
