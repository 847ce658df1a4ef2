"""The games of an article: a list to choose from, and the board of the one chosen."""

from __future__ import annotations

import pygame

from kalahgui.articles.contents import ArticleGames, WatchedGame
from kalahgui.engine.method import parse
from kalahgui.games import GAMES
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import balance
from kalahgui.gui.panels.board import view_part
from kalahgui.gui.screens.articles.page import Page, match_of, tabbed
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import SetUpOf
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part

_LIST_SHARE = 0.54


class GamesPage(Page[ArticleGames]):
    """A list of games to watch, with the board on which the chosen one is played."""

    keys = "articles_keys_games"

    def lay_out(self) -> None:
        px = self.scale.px
        width = round(self.rect.width * _LIST_SHARE)
        games = self.section.watched
        gap, foot = px(10), px(40)
        room = self.rect.height - foot - px(16)
        height = min(px(82), room // len(games) - gap)
        self.add_rows(pygame.Rect(self.rect.topleft, (width, height)), len(games), gap)
        add = self.screen.controls.button
        button = pygame.Rect(self.rect.x, self.rect.bottom - foot, (width - px(12)) // 2, foot)
        add(button, say("article_set_up"), self.space, style="soft")
        button = button.move(button.width + px(12), 0)
        add(button, say("article_watch"), self.enter, style="go")
        left = self.rect.x + width + px(32)
        self._board = pygame.Rect(left, self.rect.y, self.rect.right - left, self.rect.height)

    def space(self) -> None:
        """Set up a game to play oneself."""
        self.screen.app.open(SetUpOf(self.section.offer))

    def enter(self) -> None:
        """Watch the chosen game."""
        self.watch(self.section.watched[self.chosen])

    def paint(self, surface: pygame.Surface) -> None:
        for place, game in enumerate(self.section.watched):
            self._game(surface, self.spots[place].rect, game, place == self.chosen)
        game = self.section.watched[self.chosen]
        match = match_of(game)
        view = VIEWS[game.game](match.game, match.start, self._board, 0, self.palette)
        view.draw_still(surface, view.shown(match))

    def _game(
        self, surface: pygame.Surface, rect: pygame.Rect, game: WatchedGame, chosen: bool
    ) -> None:
        px, palette, scale = self.scale.px, self.palette, self.scale
        ground = palette.accent_soft if chosen else palette.card.lerp(palette.line, 0.45)
        surface.blit(theme.rounded(rect.size, px(12), ground), rect)
        if chosen:
            width = px(3 if self.reading.inside else 2)
            surface.blit(theme.outline(rect.size, px(12), width, palette.accent), rect)
        room = rect.width - px(32)
        x = rect.x + px(16)
        title = theme.fit(self._title(game), scale.body, room, True)
        lines = balance(self._players_words(game), scale.small, room)
        shares = (0.31, 0.69) if len(lines) == 1 else (0.24, 0.54, 0.80)
        heights = [rect.y + round(rect.height * share) for share in shares]
        self.write(surface, title, (x, heights[0]), scale.body, bold=True, anchor="midleft")
        for line, y in zip(lines, heights[1:], strict=False):
            self.write(surface, line, (x, y), scale.small, colour=palette.quiet, anchor="midleft")

    @staticmethod
    def _title(game: WatchedGame) -> str:
        if game.name:
            return say(f"article_{game.name}")
        title = naming.title_of(GAMES[game.game], game.variant)
        if not game.opening:
            return title
        return say("article_after", title=title, moves=game.opening.replace(" ", ", "))

    def _players_words(self, game: WatchedGame) -> str:
        if game.name:
            return say(f"article_{game.name}_what")
        first, second = (self._player_words(game, text) for text in game.players)
        if first == second:
            return say("article_against_itself", first=first)
        return say("article_against", first=first, second=second)

    def _player_words(self, game: WatchedGame, text: str) -> str:
        rules = GAMES[game.game]
        start = rules.start(game.variant)
        return naming.method_words(parse(text, rules), rules, start).partition(" · ")[0]

    def beside(self) -> list[Part]:
        game = self.section.watched[self.chosen]
        match = match_of(game)
        view = VIEWS[game.game](match.game, match.start, self._board, 0, self.palette)
        return [view_part(view, match)]

    def table_rows(self) -> list[list[str]]:
        rows = [[self._title(game), self._players_words(game)] for game in self.section.watched]
        return [["", ""], *rows]

    def text(self) -> str:
        return tabbed(
            (naming.title_of(GAMES[game.game], game.variant), *game.players, game.opening)
            for game in self.section.watched
        )
