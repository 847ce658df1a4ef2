"""The games as the home screen offers them: one card may hold several boards."""

from __future__ import annotations

from dataclasses import dataclass

from kalahgui.games import GAMES
from kalahgui.games.game import Game
from kalahgui.match.match import Match, Player


@dataclass(frozen=True)
class Offer:
    """A card of the home screen: a game and the boards to choose from.

    ``sample`` are the moves that lead to the position shown on the card.
    """

    key: str
    game: Game
    variants: tuple[str, ...]
    sample: str

    def picture(self) -> Match:
        """Return a match that shows the game in its middle."""
        match = Match(self.game, self.variants[0], (), (Player(), Player()))
        match.replay_texts(self.sample.split())
        return match


def _offer(key: str, game: str, variants: tuple[str, ...], sample: str) -> Offer:
    return Offer(key, GAMES[game], variants, sample)


OFFERS = {
    offer.key: offer
    for offer in (
        _offer("kalah", "kalah", ("6x4", "6x3", "6x5", "6x6"), "3 6 4 2 1 5"),
        _offer("diamond", "reversi", ("diamond", "diamond-parallel"), "d3 c5 f6 f3 b5"),
        _offer("reversi", "reversi", ("8x8",), "f5 d6 c7 f4 g3 g4 h3 g5"),
        _offer("small", "reversi", ("6x6", "4x4"), "d3 c3 b3 e3 f3 c5"),
        _offer("tictactoe", "tictactoe", ("3x3",), "b2 c1 a3"),
        _offer("eight", "eight", ("8",), "2 1 3"),
    )
}


def offer_of(match: Match) -> Offer:
    """Return the card that a match belongs to."""
    for offer in OFFERS.values():
        if offer.game is match.game and match.variant in offer.variants:
            return offer
    return next(offer for offer in OFFERS.values() if offer.game is match.game)
