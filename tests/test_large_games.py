"""Games with trees that are too large for the window."""

from __future__ import annotations

import random

import pytest

from kalahgui.games import GAMES
from kalahgui.games.user_error import UserError
from kalahgui.gui.screens.exchange import exchange
from kalahgui.gui.screens.exchange.exchange import MOST_MOVES, without_large
from kalahgui.gui.services import words
from kalahgui.gui.services.words import why
from kalahgui.library.formats import Found, WrittenGame
from kalahgui.library.formats.found import Bad
from kalahgui.match.match import Match, Player


def game(moves: int) -> WrittenGame:
    """Return a game with so many moves in its variations."""
    chance = random.Random(1)
    match = Match(GAMES["reversi"], "8x8", (), (Player(), Player()))
    nodes = [match.root]
    while len(nodes) <= moves:
        node = chance.choice(nodes)
        free = [move for move in node.position.moves() if node.child(move) is None]
        if free and not node.position.over:
            nodes.append(match.add(node, chance.choice(free)))
    return WrittenGame(match)


def test_a_game_of_as_many_moves_as_the_window_takes_is_taken():
    read = Found((game(MOST_MOVES),))
    assert without_large(read) is read
    with pytest.raises(UserError) as refused:
        without_large(Found((game(MOST_MOVES + 1),)))
    said = {}
    for language in ("ja", "en"):
        words.choose(language)
        said[language] = why(refused.value)
    assert said["en"] == str(refused.value)
    assert "at most 5000 moves with all its variations" in said["en"]
    assert "5000 手" in said["ja"]


def test_the_others_of_a_file_stay_with_their_places(monkeypatch):
    monkeypatch.setattr(exchange, "MOST_MOVES", 3)
    small, large, last = game(3), game(4), game(1)
    unread, rest = Bad(UserError("refused_nothing"), 2), UserError("refused_nothing")
    found = without_large(Found((small, large, last), (unread,), (rest,)))
    assert found.games == (small, last)
    assert [bad.number for bad in found.bad] == [2, 3]
    assert found.notes == (rest,)
    assert str(found.bad[1]).startswith("game 3: a game in the window has at most 3 moves")
    assert [found.numbered(number) for number in (1, 4)] == [small, last]


def test_a_position_is_no_game(monkeypatch):
    monkeypatch.setattr(exchange, "MOST_MOVES", 0)
    read = Found()
    assert without_large(read) is read
