"""Where everything lies on the review screen, and its heading."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say, when_words
from kalahgui.gui.widgets.screen import Screen
from kalahgui.library.saved import StoredMatch
from kalahgui.match.match import Match

# In units of the layout.
_LEFT, _TOP, _FOOT = 40, 96, 32
_PANEL, _COLUMN, _GAP = 292, 290, 14
_SENTENCE, _GRAPH, _PLAY = 136, 104, 288
_BUTTONS = 104
_BAR = 14


class ReviewLayout:
    """Places of a review screen, in pixels.

    Below a ``wide`` board lie the card with the sentence and the graph. A square board wants that
    height: the sentence stands at its left, above a card for the mistakes and the play.
    """

    def __init__(self, screen: Screen, wide: bool) -> None:
        self._box = box = screen.box
        self.wide = wide
        width, height = screen.width, screen.height
        right = width - _PANEL - _FOOT - 24
        graph_top = height - _FOOT - _GRAPH
        self.home = box(26, 20, 36, 36)
        self.help = box(width - _FOOT - 36, 20, 36, 36)
        self.share = box(width - _FOOT - 36 - 44, 20, 36, 36)
        self.edit = box(width - _FOOT - 36 - 88, 20, 36, 36)
        self.title = box(80, 28, 0, 0).topleft
        self.about = box(80, 53, 0, 0).topleft
        self.panel = box(width - _PANEL - _FOOT, _TOP, _PANEL, height - _TOP - _FOOT)
        bar_left = right - _BAR
        if wide:
            sentence_top = graph_top - _GAP - _SENTENCE
            self.board = box(_LEFT, 84, bar_left - 18 - _LEFT, sentence_top - _GAP - 84)
            self.sentence = box(_LEFT, sentence_top, right - _LEFT, _SENTENCE)
            self.graph = box(_LEFT, graph_top, right - _LEFT, _GRAPH)
            self.play = None
        else:
            left, play_top = _LEFT + _COLUMN + 20, height - _FOOT - _PLAY
            self.board = box(left, 84, bar_left - 10 - left, graph_top - 6 - 84)
            self.sentence = box(_LEFT, _TOP, _COLUMN, play_top - _GAP - _TOP)
            self.play = box(_LEFT, play_top, _COLUMN, _PLAY)
            self.graph = box(left, graph_top, right - left, _GRAPH)
        # Below the bar stands the lead.
        self.bar = box(bar_left, _TOP, _BAR, 0)
        self.bar.height = (
            self.board.bottom - self.bar.y - screen.scale.px(8) - 2 * screen.scale.small
        )

    @property
    def cards(self) -> list[pygame.Rect]:
        """Return the cards that lie on the paper."""
        found = [self.panel, self.sentence, self.graph]
        return found if self.play is None else [*found, self.play]

    @property
    def buttons_top(self) -> int:
        """Return where the buttons of the panel begin."""
        return self.panel.bottom - self._box(0, 0, 0, _BUTTONS).height

    def buttons(
        self, inside: pygame.Rect, share: float
    ) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
        """Return the places of the wide button and of the two below it.

        ``share`` is how much of the lower row the left one takes.
        """
        top, unit = self.buttons_top, self._box(0, 0, 8, 8).width
        first = pygame.Rect(inside.x, top, inside.width, 5 * unit)
        width = round((inside.width - unit) * share)
        y, height = first.bottom + unit, self._box(0, 0, 0, 36).height
        left = pygame.Rect(inside.x, y, width, height)
        right = pygame.Rect(inside.x + width + unit, y, inside.width - width - unit, height)
        return first, left, right


def about_words(screen: Screen, stored: StoredMatch, width: int) -> str:
    """Say what was played, by whom, how it ended and when, as much as a width has room for."""
    match = stored.match
    parts = [
        naming.match_title(match),
        f"{_player_words(match, 0)} – {_player_words(match, 1)}",
        _result_words(match),
        when_words(stored.begun, screen.services.clock()),
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
