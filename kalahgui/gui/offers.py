"""The games as the home screen offers them: the cards of every view."""

from __future__ import annotations

from dataclasses import dataclass

from kalahgui.games import GAMES
from kalahgui.games.game import Game
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import Card, View
from kalahgui.match.match import Match
from kalahgui.match.player import Player


@dataclass(frozen=True)
class Offer:
    """A card of the home screen, with its game and the view of that."""

    card: Card
    game: Game
    view: type[View]

    @property
    def key(self) -> str:
        """Return the card's key."""
        return self.card.key

    @property
    def boards(self) -> tuple[str, ...]:
        """Return the boards to choose from, the default first."""
        return self.card.boards

    def picture(self) -> Match:
        """Return a match that shows the game in its middle."""
        match = Match(self.game, self.boards[0], (), (Player(), Player()))
        match.replay_texts(self.card.sample.split())
        return match


OFFERS = {
    card.key: Offer(card, GAMES[key], view) for key, view in VIEWS.items() for card in view.cards
}


def offer_of(match: Match) -> Offer:
    """Return the card that a match belongs to."""
    return offer_on(match.game, match.variant)


def offer_on(game: Game, variant: str) -> Offer:
    """Return the card that a board belongs to."""
    offers = [offer for offer in OFFERS.values() if offer.game is game]
    return next((offer for offer in offers if variant in offer.boards), offers[0])
