"""What versions before 1.0.0 wrote, read as what the present version knows; until version 2.0.

Version 2.0 opens libraries of layout 8 of ``migrations.py``, that of 1.0.0, and later ones alone. A
library that was begun before and brought up to date still has old texts in it: players such as
``old:6``, clocks without turns, reviews that do not say whether a swap was counted. So 2.0 has a
change of the layout that writes them anew. The same commit takes away

- this module and ``tests/test_earlier_libraries.py``: players are read by ``engine.method.parse``,
  and settings as they were kept;
- ``Method.fixed``, with the cases that ask for it, and the words ``old_level_name_...``,
  ``library_old_level`` and ``library_earlier``; the players ``old:1`` to ``old:8`` of ``match``;
- what reads such clocks in ``match/clock.py``, such reviews in ``review/judgements.py``, and files
  of searches that name no evaluation in ``solving/checkpoint.py``;
- ``_old_level`` of ``migrations.py``, which stands there because the modules of the store know
  strings only. The other changes up to layout 8 also make new files: one change that makes the
  tables of layout 8 takes their place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from kalahgui.engine import method
from kalahgui.engine.levels import Level, numbered
from kalahgui.engine.method import Method
from kalahgui.games.game import Game
from kalahgui.games.limit import Limit
from kalahgui.games.user_error import UserError

# -- players: until the levels were measured there were eight, the same on every board of a game

MOST_LEVELS = 8
_OLD = "old:"

_STRONGEST = (Limit(seconds=1.0), Limit(seconds=3.0))
_USUAL = (
    Limit("alpha-beta", turns=1, slip=0.5, slack=3),
    Limit("alpha-beta", turns=1, slip=0.15, slack=3),
    Limit("alpha-beta", turns=2),
    Limit("alpha-beta", turns=3),
    Limit("alpha-beta", turns=4),
    Limit("alpha-beta", turns=5),
    *_STRONGEST,
)
# Where counting misleads, the textbook searches play like beginners.
_BEYOND_COUNTING = (
    Limit("alpha-beta", turns=1, slip=0.5, slack=4),
    Limit("alpha-beta", turns=2, slip=0.15, slack=4),
    Limit(turns=1),
    Limit(turns=2),
    Limit(turns=4),
    Limit(turns=6),
    *_STRONGEST,
)


def levels_of(game: Game) -> tuple[Level, ...]:
    """Return a game's levels before they were measured."""
    limits = _BEYOND_COUNTING if game.counting_misleads else _USUAL
    return numbered(limits, MOST_LEVELS, "old_level_name_{}")


def parse_method(text: str, game: Game) -> Method:
    """Read how a computer of a stored game plays; UserError when the text names no player.

    ``old:6`` is a level of an earlier version, and keeps its limit and its name. Any other text is
    one of the present version.

    >>> from kalahgui.games import GAMES
    >>> parse_method("old:6 varied", GAMES["kalah"]).limit(GAMES["kalah"]).turns
    5
    """
    matched = re.fullmatch(rf"{_OLD}([0-9]{{1,9}})({method.VARIED})?", text)
    if matched is None:
        return method.parse(text, game)
    number = int(matched[1])
    if not 1 <= number <= MOST_LEVELS:
        raise UserError("refused_level", number=number, most=MOST_LEVELS)
    level = levels_of(game)[number - 1]
    return Method(level=number, fixed=level, text=f"{_OLD}{number}", varied=bool(matched[2]))


# -- settings

# The rules of Kalah had a setting each.
_RULES = {"empty_capture": "empty-capture", "last_stone": "last-stone"}


def present_settings(kept: dict[str, Any], cards: Iterable[str]) -> dict[str, Any]:
    """Return a record of settings in the present form, whichever version wrote it.

    Two players sat down for all games once. They stay where they were, and that was on every one
    of the ``cards``; from then on each card goes its own way.
    """
    seats: dict[str, Any] = {
        name: _present_seat(kept[name]) for name in ("first", "second") if name in kept
    }
    chosen = kept.get("cards", _cards(kept))
    if seats and isinstance(chosen, dict):
        chosen = {card: _seated(chosen.get(card, {}), seats) for card in cards}
    if "place" not in kept and isinstance(chosen, dict):
        chosen = {key: _without_usual_level(card) for key, card in chosen.items()}
    gone = {*seats}
    if kept.get("events") == "silent" and "notices" not in kept:
        gone.add("events")  # it stood there unless another way was chosen
    return {name: value for name, value in kept.items() if name not in gone} | {"cards": chosen}


def _without_usual_level(card: Any) -> Any:
    """Drop the level of a card's seats that stood there unless another one was chosen.

    Which level is offered then goes by a person's games; earlier settings knew no ``place``.
    """
    if not isinstance(card, dict):
        return card
    usual = {
        name: {key: value for key, value in seat.items() if (key, value) != ("level", 4)}
        for name in ("first", "second")
        if isinstance(seat := card.get(name), dict)
    }
    return card | usual


def _seated(card: Any, seats: dict[str, Any]) -> Any:
    """Seat players on a card that has none of its own."""
    return seats | card if isinstance(card, dict) else card


def _present_seat(seat: Any) -> Any:
    """Call a seat's depth turns and not plies, and say what only the algorithm said: its limit."""
    if not isinstance(seat, dict):
        return seat
    turns = {"turns": seat["plies"]} if "plies" in seat else {}
    # The playing search had seconds, every other algorithm turns.
    return turns | {"timed": seat.get("algorithm") == "search"} | seat


def _cards(kept: dict[str, Any]) -> dict[str, dict[str, Any]]:
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
