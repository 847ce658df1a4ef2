"""What every section of an article is on the screen: a picture, things to choose, keys."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar, cast

import pygame

from kalahgui.articles.classics import Classic
from kalahgui.articles.contents import Section, WatchedGame
from kalahgui.engine.method import parse
from kalahgui.games import GAMES
from kalahgui.games.game import Message
from kalahgui.gui.paint.paragraph import Inked
from kalahgui.gui.screens.articles.reading import ArticleReading
from kalahgui.gui.services.navigation import GameOf, TheatreOf
from kalahgui.gui.services.theatre_visit import How
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.match import Match
from kalahgui.match.player import Player


@dataclass(frozen=True)
class Spot:
    """Something on a page that can be chosen, by its place in rows and columns."""

    rect: pygame.Rect
    row: int
    column: int


Shown = TypeVar("Shown", bound=Section)


class Page(Inked, Generic[Shown]):
    """A section of an article, laid out in a rectangle of the screen."""

    # What the foot of the screen says about the keys of this page.
    keys = "articles_keys_read"
    keys_inside = "articles_keys_inside"

    def __init__(self, screen: Screen, reading: ArticleReading, rect: pygame.Rect) -> None:
        """Lay out; ``rect`` is the room below the tabs."""
        self.screen = screen
        self.reading = reading
        self.rect = rect
        self.article = reading.article
        # Which kind of page shows which kind of section is said in ``pages.py``.
        self.section = cast(Shown, reading.section)
        self.palette = screen.palette
        self.scale = screen.scale
        self.spots: list[Spot] = []
        self._picture: pygame.Surface | None = None
        self._drawn: Hashable = None
        self.lay_out()
        for place, spot in enumerate(self.spots):
            screen.controls.area(spot.rect, partial(self.choose, place))

    def lay_out(self) -> None:
        """Find the places of all things, and add the controls."""

    # -- choosing

    @property
    def chosen(self) -> int:
        """Return the place of the chosen spot."""
        return min(self.reading.cell, max(0, len(self.spots) - 1))

    def choose(self, place: int) -> None:
        """Choose a spot."""
        self.reading.cell = place
        self.screen.app.wake()

    def step(self, right: int, down: int) -> None:
        """Choose the next spot in a direction; at the edge nothing changes."""
        here = self.spots[self.chosen]
        wanted = (here.row + down, here.column + right)
        for place, spot in enumerate(self.spots):
            if (spot.row, spot.column) == wanted:
                self.choose(place)

    def enter(self) -> None:
        """Do what Enter means for the chosen spot."""

    def space(self) -> None:
        """Do what the space bar means on this page."""

    # -- time

    def update(self) -> None:
        """Take notice of what has changed since the frame before."""

    # -- drawing

    def state(self) -> Hashable:
        """Return what the picture depends on besides the size, the language and the theme."""
        return None

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the page on a picture of the whole window."""
        raise NotImplementedError

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page; its picture is painted again only when its state has changed."""
        state = (self.state(), self.chosen, self.reading.inside)
        if self._picture is None or state != self._drawn:
            canvas = pygame.Surface(surface.get_size())
            canvas.fill(self.palette.card, self.rect)
            self.paint(canvas)
            # One that keeps the page alone: the window around it costs memory.
            self._picture = canvas.subsurface(self.rect).copy()
            self._drawn = state
        surface.blit(self._picture, self.rect)

    # -- what can be taken along

    def text(self) -> str:
        """Return the page as text, the columns of a table apart by tabs."""
        raise NotImplementedError

    def watch_search(self) -> None:
        """Watch the search of what the page shows in the theatre, where it has one."""

    def show_search(self, classic: Classic, algorithm: str = "") -> None:
        """Open the theatre on a classic; leaving it leads back to this page."""
        how = How(
            variant=classic.variant,
            name=Message(f"classics_{classic.key}_where"),
            algorithm=algorithm or classic.algorithm,
            depth=classic.depth,
            order=classic.order,
        )
        self.screen.app.open(TheatreOf(classic.subject, over=True, how=how))

    def watch(self, game: WatchedGame) -> None:
        """Have two computers play a game on the board."""
        self.screen.app.open(GameOf(match_of(game), kept=False))


def match_of(watched: WatchedGame) -> Match:
    """Return the match of a game to be watched, its opening played."""
    game = GAMES[watched.game]
    first, second = (Player("", parse(text, game)) for text in watched.players)
    match = Match(game, watched.variant, (), (first, second))
    match.replay_texts(watched.opening.split())
    return match
