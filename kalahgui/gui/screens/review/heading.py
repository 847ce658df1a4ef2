"""The title of the review screen: what was played, by whom, how it ended and when."""

from __future__ import annotations

from kalahgui.gui.paint import theme
from kalahgui.gui.services import naming
from kalahgui.gui.services.dates import when_words
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.library.saved import StoredMatch
from kalahgui.match.match import Match


def about_words(screen: Screen, stored: StoredMatch, width: int) -> str:
    """Say what was played, by whom, how it ended and when, as much as a width has room for."""
    match = stored.match
    parts = [
        naming.match_title(match),
        f"{_player_words(match, 0)} – {_player_words(match, 1)}",
        _result_words(match),
        when_words(stored.begun, screen.app.clock()),
    ]
    parts = [part for part in parts if part]
    while len(parts) > 2 and theme.font(screen.scale.small).size(" · ".join(parts))[0] > width:
        parts.pop()
    return theme.fit(" · ".join(parts), screen.scale.small, width)


def _player_words(match: Match, seat: int) -> str:
    """Name a player; a computer by its level too."""
    name, method = naming.player_name(match, seat), match.players[seat].computer
    level = None if method is None else naming.level_played(match, method)
    if level is None:
        return name
    words = say(
        "review_level",
        level=say("level_n", n=level.number),
        name=say(level.name),
    )
    return f"{name}, {words}" if match.players[seat].name else words


def _result_words(match: Match) -> str:
    """Say how the match has ended, the first player's points first; nothing while it goes on."""
    tip = match.tip
    if not match.over_at(tip):
        return ""
    scored = match.game.points(tip.position)
    if scored is not None and tip.loss is None:
        seats = scored if match.seat_of(0, tip) == 0 else scored[::-1]
        return say("result", a=seats[0], b=seats[1])
    winner = match.winner_at(tip)
    return say("draw") if winner is None else say("wins", name=naming.player_name(match, winner))
