"""The games as the home screen offers them: the cards of every game."""

from __future__ import annotations

from dataclasses import dataclass

from kalahgui.games import GAMES
from kalahgui.games.game import Card, Game
from kalahgui.match.match import Match, Player


@dataclass(frozen=True)
class CatalogueEntry:
    """A card of the home screen, with its game."""

    card: Card
    game: Game

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


CATALOGUE = {card.key: CatalogueEntry(card, game) for game in GAMES.values() for card in game.cards}


def entry_of(match: Match) -> CatalogueEntry:
    """Return the card that a match belongs to."""
    return entry_on(match.game, match.variant)


def entry_on(game: Game, variant: str) -> CatalogueEntry:
    """Return the card that a board belongs to."""
    offers = [offer for offer in CATALOGUE.values() if offer.game is game]
    return next((offer for offer in offers if variant in offer.boards), offers[0])
