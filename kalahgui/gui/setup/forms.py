"""Which form a game has on the set-up screen."""

from __future__ import annotations

from kalahgui.gui.offers import Offer
from kalahgui.gui.setup.form import Form
from kalahgui.gui.setup.game_form import GameForm
from kalahgui.gui.setup.kalah_form import KalahForm

# The games that let choose more than the other ones' form asks for.
_FORMS: dict[str, type[Form]] = {"kalah": KalahForm}


def form_of(offer: Offer) -> type[Form]:
    """Return the form of a card's game."""
    return _FORMS.get(offer.game.key, GameForm)
