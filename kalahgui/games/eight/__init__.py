"""Eight: rules in notation, events and drafts."""

from kalahgui.games.eight.draft import EightDrafting
from kalahgui.games.eight.game import Eight

GAME, DRAFTING = Eight(), EightDrafting
