"""Records of settings as older versions of the program wrote them, in the present form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

# The rules of Kalah had a setting each.
_RULES = {"empty_capture": "empty-capture", "last_stone": "last-stone"}


def modern(kept: dict[str, Any], cards: Iterable[str]) -> dict[str, Any]:
    """Return a record of settings in the present form, whichever version wrote it.

    Two players sat down for all games once. They stay where they were, and that was on every one
    of the ``cards``; from then on each card goes its own way.
    """
    seats: dict[str, Any] = {
        name: _modern_seat(kept[name]) for name in ("first", "second") if name in kept
    }
    chosen = kept.get("cards", _cards(kept))
    if seats and isinstance(chosen, dict):
        chosen = {card: _seated(chosen.get(card, {}), seats) for card in cards}
    return {name: value for name, value in kept.items() if name not in seats} | {"cards": chosen}


def _seated(card: Any, seats: dict[str, Any]) -> Any:
    """Seat players on a card that has none of its own."""
    return seats | card if isinstance(card, dict) else card


def _modern_seat(seat: Any) -> Any:
    """Call a seat's depth turns and not plies, and say what only the algorithm said: its limit."""
    if not isinstance(seat, dict):
        return seat
    turns = {"turns": seat["plies"]} if "plies" in seat else {}
    # The playing search had seconds, every other algorithm turns.
    return turns | {"timed": seat.get("algorithm") == "search"} | seat


def _cards(kept: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return by card what used to be settings beside each other."""
    boards = kept.get("boards")
    cards: dict[str, dict[str, Any]] = {
        card: {"board": board}
        for card, board in (boards.items() if isinstance(boards, dict) else ())
    }
    size = {"board": f"{kept['pits']}x{kept['stones']}"} if {"pits", "stones"} <= {*kept} else {}
    cards["kalah"] = size | {
        "rules": [rule for old, rule in _RULES.items() if kept.get(old) is True],
        "pie": kept.get("pie"),
        "more_boards": kept.get("more_boards"),
    }
    cards["reversi"] = cards.get("reversi", {}) | {"handicap": kept.get("handicap")}
    return cards
