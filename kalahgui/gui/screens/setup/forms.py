"""Which form a game has on the set-up screen."""

from __future__ import annotations

from kalahgui.gui.screens.setup.form import Form
from kalahgui.gui.screens.setup.game_form import GameForm
from kalahgui.gui.screens.setup.kalah_form import KalahForm
from kalahgui.gui.services.game_catalogue import CatalogueEntry

# The games that let choose more than the other ones' form asks for.
_FORMS: dict[str, type[Form]] = {"kalah": KalahForm}


def form_of(offer: CatalogueEntry) -> type[Form]:
    """Return the form of a card's game."""
    return _FORMS.get(offer.game.key, GameForm)
