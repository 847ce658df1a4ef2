"""Games between two sets of factors for the three measures, as the article tuned them.

The opponent's squares are subtracted: added, as the article prints it, they lose most games
that its table says they win, so its program must have subtracted them, too.
"""

from __future__ import annotations

import random

from kalahgui.core.reversi_measures import measured
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook
from kalahgui.engine.thinker import turn_of
from kalahgui.games import GAMES

Factors = tuple[int, int, int, int]

_TURNS = 4
_ONE_IN_TWENTY = 1 / 20


def scores(
    challenger: Factors, base: Factors, games: int, seed: int, stop: StopWord
) -> list[float]:
    """Return the challenger's score of each game: 1, 0, or a half for a draw."""
    found = []
    for number in range(games):
        chance = random.Random(f"{seed} {challenger} {base} {number}")
        side = number % 2
        players = (challenger, base) if side == 0 else (base, challenger)
        margin = play_game(players, chance, stop)
        if stop.raised:
            break
        lead = margin if side == 0 else -margin
        found.append(0.5 + 0.5 * ((lead > 0) - (lead < 0)))
    return found


def play_game(players: tuple[Factors, Factors], chance: random.Random, stop: StopWord) -> int:
    """Play a game of 8x8 Reversi, one move in twenty at random; return the first side's margin.

    Alpha-beta finds the moves of the article's minimax.
    """
    position = GAMES["reversi"].start("8x8")
    book = Textbook("alpha-beta", stop=stop)
    while not position.over and not stop.raised:
        if chance.random() < _ONE_IN_TWENTY:
            position.play(chance.choice(position.moves()))
            continue
        side = position.turn
        book.run(measured(position, players[side], judge=side, subtracts=True), _TURNS)
        for move in turn_of(position, book.line()):
            position.play(move)
    if not position.over:
        return 0
    return int(position.final()) * (-1 if position.turn else 1)
