"""An article as something to read: its words with their figures, and a board beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pygame

from kalahgui.articles.classics import Classic
from kalahgui.articles.contents import PARTS, Read
from kalahgui.articles.figures import TreeFigure
from kalahgui.engine.method import parse
from kalahgui.games import GAMES
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.paragraph import balance, line_height, write_lines
from kalahgui.gui.screens.articles.page import Page
from kalahgui.gui.screens.articles.read_figures import (
    Block,
    Words,
    block_of,
    board_part,
    draw_board,
)
from kalahgui.gui.services.navigation import GameOf
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.control import Action
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.scroll import Scroller
from kalahgui.match.match import Match, Player

_WORDS_SHARE, _BOARD_SHARE, _WORDS_ALONE = 0.60, 0.335, 0.80
_FADE = 26  # how high words fade out where more follows, in units
_TITLE, _TEXT = 26, 16  # sizes of letters, in units
_FIGURE = re.compile(r"\[(\d)\]")  # a paragraph that stands for the figure of a number


@kept(2)
def _fade(size: theme.Size, palette: theme.Palette) -> pygame.Surface:
    """Render what hides words more and more towards its foot."""
    column = pygame.Surface((1, size[1]), pygame.SRCALPHA)
    for y in range(size[1]):
        column.set_at((0, y), (*palette.card[:3], round(255 * (y + 1) / size[1])))
    return pygame.transform.scale(column, size)


class ReadPage(Page[Read]):
    """The article told in plain words, in three parts."""

    keys = "articles_keys_read"

    def lay_out(self) -> None:
        px = self.scale.px
        if self.section.watched is None:
            self.keys = "articles_keys_subtree"
        share = _WORDS_SHARE if self.section.board is not None else _WORDS_ALONE
        place = self.rect.copy()
        place.width = round(self.rect.width * share)
        side = self.rect.copy()
        side.width = round(self.rect.width * _BOARD_SHARE)
        side.right = self.rect.right
        if self.section.board is None:
            side.bottomleft = self.rect.bottomleft
            side.height = self._button_height
            side.bottom = self.rect.bottom
            place.height -= side.height + px(12)
        # Figures end before the bar that scrolls.
        self._width = place.width - px(20)
        self._blocks = list(self._all_blocks())
        height = sum(block.above + block.height for block in self._blocks) + px(8)
        self.scroller = Scroller(place, height, 2 * line_height(self.scale.body), px(16))
        self.scroller.move_to(self.reading.offset)
        self._column: pygame.Surface | None = None
        self._lay_out_side(side)

    @property
    def _button_height(self) -> int:
        return max(self.scale.px(44), round(1.9 * self.scale.body))

    def _lay_out_side(self, side: pygame.Rect) -> None:
        """Find the places of the board and its caption, and put the buttons below them."""
        px, scale = self.scale.px, self.scale
        actions, height, top = self._actions(), self._button_height, side.y
        self._board = side.copy()
        if self.section.board is not None:
            self._caption = balance(self._said("board"), scale.small, side.width)
            below = line_height(scale.small) * len(self._caption) + px(24)
            below += (height + px(10)) * len(actions)
            wide = VIEWS[self.section.board.game].wide
            tall = round(side.width * 0.58) if wide else side.width
            self._board.height = min(tall, side.height - below)
            self._caption_at = (side.centerx, self._board.bottom + px(6))
            top = self._caption_at[1] + line_height(scale.small) * len(self._caption) + px(14)
        for place, (words, action) in enumerate(actions):
            rect = pygame.Rect(side.x, top + place * (height + px(10)), side.width, height)
            label = theme.fit(words, scale.body, side.width - px(12), True)
            style = "soft" if place else "go"
            self.screen.controls.button(rect, label, action, style=style)

    def _said(self, what: str) -> str:
        return say(f"article_{self.article.key}_read_{what}")

    def _actions(self) -> list[tuple[str, Action]]:
        if self.section.watched is None:
            return [(say("article_watch_search"), self.enter)]
        actions: list[tuple[str, Action]] = [(say("article_watch_its_game"), self.enter)]
        if self.section.opponent:
            actions.append((self._said("against"), self.space))
        return actions

    def _all_blocks(self) -> Iterator[Block]:
        """Yield the words and their figures, one below the other."""
        scale, palette, width = self.scale, self.palette, self._width
        size, ink = max(scale.body, scale.px(_TEXT)), palette.ink
        letters = max(15, scale.px(_TITLE))
        title = "\n".join(balance(self._said("title"), letters, width, True))
        yield Words(title, letters, ink, width, 0, True)
        source = say(f"article_{self.article.key}_source")
        yield Words(source, scale.small, palette.quiet, width, scale.px(2), False)
        for part in PARTS:
            above = round(size * 1.1)
            yield Words(say(f"article_part_{part}"), size, ink, width, above, True)
            above = round(size * 0.3)
            for words in self._said(part).split("\n"):
                figure = _FIGURE.fullmatch(words)
                if figure is None:
                    yield Words(words, size, ink, width, above, False)
                else:
                    shown = self.section.figures[int(figure[1]) - 1]
                    yield block_of(shown, scale, palette, width)
                above = round(size * (0.3 if figure is None else 0.8))

    def beside(self) -> list[Part]:
        """Return all words and figures, also those out of sight, and the board."""
        rect, share, y, found = self.scroller.rect, 0.0, 0, []
        share = rect.height / max(rect.height, self.scroller.height)
        for block in self._blocks:
            top, y = y, y + block.above + block.height
            place = pygame.Rect(rect.x, 0, rect.width, round((y - top) * share) - 1)
            place.y = rect.y + round(top * share)
            found.append(block.part(place))
        if self.section.board is not None:
            found.append(board_part(self.section.board, self._board, self.palette))
        return found

    # -- what the reader does

    @property
    def classic(self) -> Classic | None:
        trees = (each for each in self.section.figures if isinstance(each, TreeFigure))
        return next((tree.classic for tree in trees), None)

    def enter(self) -> None:
        """Watch the article's game, or its search where it has no game."""
        if self.section.watched is None:
            self.watch_search()
        else:
            self.watch(self.section.watched)

    def space(self) -> None:
        """Play against the article's program, where there is a game."""
        watched = self.section.watched
        if watched is not None and self.section.opponent:
            game = GAMES[watched.game]
            players = Player(), Player("", parse(self.section.opponent, game))
            self.screen.app.open(GameOf(Match(game, watched.variant, (), players)))

    def scroll(self, steps: int) -> None:
        self._move_to(self.scroller.offset + steps * (self.rect.height - self.scroller.step))

    def _move_to(self, offset: float) -> None:
        self.scroller.move_to(offset)
        self.reading.offset = self.scroller.offset
        self.screen.app.wake()

    def handle(self, event: pygame.Event) -> bool:
        moved = self.scroller.handle(event)
        if moved:
            self._move_to(self.scroller.offset)
        return moved

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        scroller = self.scroller
        surface.blit(self.column(), scroller.rect, ((0, scroller.offset), scroller.rect.size))
        if scroller.offset < scroller.longest:
            fade = _fade((self._width, self.scale.px(_FADE)), self.palette)
            surface.blit(fade, fade.get_rect(bottomleft=scroller.rect.bottomleft))
        scroller.draw(surface, self.scale, self.palette)

    def column(self) -> pygame.Surface:
        """Return a picture of all words and figures, as long as it needs to be."""
        if self._column is None:
            column = pygame.Surface((self._width, self.scroller.height))
            column.fill(self.palette.card)
            y = 0
            for block in self._blocks:
                block.draw(column, (0, y + block.above))
                y += block.above + block.height
            self._column = column  # whole: a late frame is broken off before
        return self._column

    def paint(self, surface: pygame.Surface) -> None:
        if self.section.board is not None:
            draw_board(surface, self.section.board, self._board, self.palette)
            small, quiet = self.scale.small, self.palette.quiet
            write_lines(surface, self._caption, self._caption_at, small, quiet, anchor="center")

    def text(self) -> str:
        return "\n\n".join(filter(None, (block.text() for block in self._blocks))) + "\n"
