"""What the computers' searches took in a whole game, as a small table."""

from __future__ import annotations

import pygame

from kalahgui.gui.kit import naming, theme
from kalahgui.gui.kit.screen import Screen
from kalahgui.gui.kit.words import say
from kalahgui.match.match import Match

# Lengths in units of the layout.
_ROW = 24
_MARGIN = 30
_COLUMNS = (210, 90, 0)  # the right edges of the columns, from that of the table


class GameSums:
    """The sums of the computers of a match that is over; nothing where only persons play."""

    def __init__(self, match: Match) -> None:
        seats = [seat for seat, player in enumerate(match.players) if not player.person]
        self._efforts = [
            (naming.player_name(match, seat), match.efforts_of(seat)) for seat in seats
        ]
        if len(seats) > 1:
            self._efforts.append((say("both_players"), match.efforts_of(*seats)))
        sums = [each for _, efforts in self._efforts for each in efforts.columns]
        self._some_unknown = any(each is not None and not each.whole for each in sums)

    @property
    def height(self) -> float:
        """Return the height that the table needs, in units of the layout."""
        if not self._efforts:
            return 0.0
        return _ROW * (1 + len(self._efforts) + self._some_unknown) + 8

    def draw(self, surface: pygame.Surface, screen: Screen, top: pygame.Rect) -> None:
        """Draw the table below the top of a rectangle that is as wide as its card."""
        if not self._efforts:
            return
        scale, palette, px = screen.scale, screen.palette, screen.scale.px
        left, right = top.x + px(_MARGIN), top.right - px(_MARGIN)
        edges = [right - px(away) if away else right for away in _COLUMNS]
        y = top.y + px(_ROW / 2)
        for edge, key in zip(edges, ("evaluations", "nodes", "time_taken"), strict=True):
            theme.write(surface, say(key), (edge, y), scale.small, palette.quiet, anchor="midright")
        for name, efforts in self._efforts:
            y += px(_ROW)
            name = theme.fit(name, scale.small, px(130))
            theme.write(surface, name, (left, y), scale.small, palette.ink, True, "midleft")
            counts = [naming.sum_words(each) for each in efforts.columns[:2]]
            words = [*counts, naming.sum_words(efforts.seconds, naming.seconds_words)]
            for edge, word in zip(edges, words, strict=True):
                theme.write(surface, word, (edge, y), scale.small, palette.ink, anchor="midright")
        if self._some_unknown:
            at = (right, y + px(_ROW))
            theme.write(surface, say("at_least"), at, scale.small, palette.quiet, anchor="midright")
