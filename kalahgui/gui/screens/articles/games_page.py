"""The games of an article: a list to choose from, and the board of the one chosen."""

from __future__ import annotations

from typing import Any

from kalahgui.articles.contents import ArticleGames, WatchedGame
from kalahgui.engine.method import parse
from kalahgui.games import GAMES
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Row, Space
from kalahgui.gui.elements.tables import Stand, Table
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.panels.board import StillBoard, names_of
from kalahgui.gui.screens.articles.article_page import Page, match_of, tabbed
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import SetUpOf
from kalahgui.words import listed, say


class GamesPage(Page[ArticleGames]):
    """A list of games to watch, with the board on which the chosen one is played."""

    keys = "articles_keys_games"

    def content(self) -> Element:
        _, *games = self.table_rows()
        stands: list[Stand] = [("line", 0.45)] * len(games)
        stands[self.chosen] = ("accent_soft", 1.0)
        rows = [
            [
                Column(
                    Text(title, bold=True, line=True),
                    Text(players, "small", "quiet", balanced=True),
                    gap=4,
                    padding=(0, 4, 0, 4),
                )
            ]
            for title, players in games
        ]
        look: dict[str, Any] = {"stands": stands, "tall": 82, "row_gap": 10, "inset": 16}
        return Row(
            Column(
                Table(self.title, [""], rows, **look, **self.choosing()),
                Space(grow=1),
                Row(
                    Button(say("article_set_up"), self.space, style="soft", height=40, grow=1),
                    Button(say("article_watch"), self.enter, style="go", height=40, grow=1),
                    gap=12,
                ),
                gap=16,
                grow=0.54,
            ),
            StillBoard(self.screen, match_of(self.section.watched[self.chosen])).element(grow=0.42),
            gap=32,
            padding=(0, 10, 0, 0),
            stretch=True,
        )

    def space(self) -> None:
        """Set up a game to play oneself."""
        self.screen.app.open(SetUpOf(self.section.offer))

    def enter(self) -> None:
        """Watch the chosen game."""
        self.watch(self.section.watched[self.chosen])

    def _title(self, game: WatchedGame) -> str:
        if game.name:
            return say(f"article_{game.name}")
        title = naming.title_of(GAMES[game.game], game.variant)
        if not game.opening:
            return title
        return say("article_after", title=title, moves=self._opening(game))

    def _opening(self, game: WatchedGame) -> str:
        match = match_of(game)
        names = names_of(self.screen, match.game, match.start)
        turns = (node.before.position.turn for node in match.here.line)
        return listed(*map(names.text, match.here.plies, turns))

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

    def table_rows(self) -> list[list[str]]:
        rows = [[self._title(game), self._players_words(game)] for game in self.section.watched]
        return [["", ""], *rows]

    def text(self) -> str:
        return tabbed(
            (naming.title_of(GAMES[game.game], game.variant), *game.players, self._opening(game))
            for game in self.section.watched
        )
