"""A game written down: a transcript of Reversi, or a line that names the game and its moves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kalahgui.games import game_and_variant
from kalahgui.games.game import PASS, Again, Game
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP_TEXT
from kalahgui.match.player import Player

RESIGN = "resign"
_RESIGNATIONS = ("first resigned", "second resigned")
_WORDS = (PASS, SWAP_TEXT, RESIGN, *_RESIGNATIONS)
_LONGEST = 20  # of a word that is said again whole
_TRANSCRIPT = "reversi:8x8"
_SHAPES = "a transcript of 8x8 Reversi such as F5D6C3, or GAME[:VARIANT] [RULES] and then the moves"


def read(text: str) -> Match:
    """Read a game; ValueError says in one sentence what is wrong with it.

    A transcript is the squares of an 8x8 game of Reversi in any case, without passes; blanks and
    line ends do not count. Else the first line names the game as ``GAME[:VARIANT] [RULES]``, with
    commas or blanks between the rules, and moves in its notation follow there or on further lines.
    Among them may be ``swap``, ``pass`` where the other side had no move, and at the end
    ``resign`` (of the side to move) or ``first resigned`` and ``second resigned``.
    """
    words = _words(text)
    if not words:
        raise ValueError(f"there is no game: give {_SHAPES}")
    if _is_transcript("".join(words)):
        return _from_transcript("".join(words))
    if re.fullmatch(r"[A-Za-z]+(:.*)?", words[0]) is None:
        raise ValueError(f"{_short(words[0])} begins no game: give {_SHAPES}")
    game, variant = game_and_variant(words[0].lower())
    first_line, _, rest = text.lstrip().partition("\n")
    rules, moves = _rules_and_moves(game, variant, _words(first_line)[1:])
    return _played(game, variant, rules, [*moves, *_words(rest)])


def _words(text: str) -> list[str]:
    """Return the words of a text; a resignation is one of them."""
    found = re.findall(r"(?i:first|second)[ \t]+(?i:resigned)(?!\S)|\S+", text)
    return [" ".join(word.split()) for word in found]


def _is_transcript(squares: str) -> bool:
    return re.fullmatch(r"([A-Ha-h][1-8])+", squares) is not None


def _from_transcript(squares: str) -> Match:
    game, variant = game_and_variant(_TRANSCRIPT)
    return _played(game, variant, (), re.findall("..", squares))


def _rules_and_moves(
    game: Game, variant: str, words: Sequence[str]
) -> tuple[tuple[str, ...], Sequence[str]]:
    """Tell the rules behind a game's name from the moves that may follow on the same line."""
    rules: list[str] = []
    for at, word in enumerate(words):
        if _may_be_ply(word):
            return tuple(rules), words[at:]
        rules += [rule for rule in word.lower().split(",") if rule]
    game.start(variant, rules)
    return tuple(rules), ()


def _may_be_ply(word: str) -> bool:
    return word.lower() in _WORDS or not re.fullmatch(r"[A-Za-z,-]+", word)


def _played(game: Game, variant: str, rules: tuple[str, ...], words: Sequence[str]) -> Match:
    plies = [word.lower() for word in words]
    pie = game.has_pie_rule and SWAP_TEXT in plies
    start = game.start(variant, rules)
    match = Match(game, variant, rules, (Player(), Player()), pie=pie, start=start)
    for number, ply in enumerate(plies):
        try:
            _play(match, ply)
        except ValueError as error:
            word = _short(words[number])
            raise ValueError(f"word {number + 1} of the moves, {word}: {error}") from None
    if not match.plies:
        raise ValueError("there is no move in the game")
    return match


def _play(match: Match, ply: str) -> None:
    if ply in _RESIGNATIONS:
        match.resign(_RESIGNATIONS.index(ply))
    elif ply == RESIGN:
        match.resign(match.seat_of(match.position.turn))
    elif ply == PASS:
        if not _forced_a_pass(match):
            raise ValueError("nobody has to pass")
    elif len(ply) > _LONGEST:
        raise ValueError("this is no move")
    elif ply == SWAP_TEXT or match.over or match.parse(ply) in match.position.moves():
        match.play(match.parse(ply))
    else:
        raise ValueError("this move is not legal here")


def _forced_a_pass(match: Match) -> bool:
    """Tell whether the last ply left the other side without a move."""
    events = match.events(match.tip.line[-1:])
    return any(isinstance(event, Again) and event.passed for event in events)


def _short(word: str) -> str:
    """Return a word in quotes, cut where it goes on without end."""
    return repr(word if len(word) <= _LONGEST else f"{word[:_LONGEST]}...")
