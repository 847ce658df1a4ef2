"""Trees and positions worth watching, as cards to choose from."""

from __future__ import annotations

from functools import partial

import pygame

from kalahgui.articles.classics import CLASSICS, Classic
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.paragraph import balance, line_height, write_lines
from kalahgui.gui.paint.trees import TreePicture
from kalahgui.gui.panels.figures import outcome_labels
from kalahgui.gui.screens.theatre.page import TheatrePage
from kalahgui.gui.services.keymap import Commands, arrows
from kalahgui.gui.services.naming import number
from kalahgui.gui.services.theatre_visit import how_to_watch
from kalahgui.gui.services.words import say
from kalahgui.match.match import Match, Player

_LETTER_SHARE = 0.055  # of a picture's height
_NAME_SHARE = 0.055  # of a picture's width, for a letter of the longest name
_SHADOW = 0.06  # of a picture's height, below and above a board


@kept(2 * len(CLASSICS))
def classic_picture(key: str, size: tuple[int, int], palette: theme.Palette) -> pygame.Surface:
    """Paint what a classic is about, on the colour of a card."""
    picture = pygame.Surface(size)
    picture.fill(palette.card)
    (_tree if CLASSICS[key].case else _board)(picture, CLASSICS[key], palette)
    return picture


def _tree(picture: pygame.Surface, classic: Classic, palette: theme.Palette) -> None:
    """Paint a tree with what its search finds, without the windows; a tiny one without names."""
    letter = round(picture.get_height() * _LETTER_SHARE)
    names = max(len(node.label) for node in classic.tree.nodes())
    letter = min(letter, round(picture.get_width() * _NAME_SHARE / names))
    tree = TreePicture(classic.tree, picture.get_rect(), palette, letter)
    tree.draw(picture, outcome_labels(classic.tree, classic.algorithm != "minimax", told=False))


def _board(picture: pygame.Surface, classic: Classic, palette: theme.Palette) -> None:
    game = classic.rules
    match = Match(game, classic.variant, (), (Player(), Player()))
    match.replay_texts(classic.moves.split())
    rect = picture.get_rect().inflate(0, -round(2 * _SHADOW * picture.get_height()))
    view = VIEWS[game.key](game, match.start, rect, 0, palette)
    view.draw_still(picture, view.shown(match))


_COLUMNS, _GAP = 2, 12
_LIST_WIDTH = 700


class ClassicsPage(TheatrePage):
    """Choose a classic and watch it."""

    keys = "classics_keys"
    name = "classics"
    about = "classics_about"

    @property
    def classic(self) -> Classic:
        """Return the classic that is chosen."""
        return CLASSICS[self.visit.classic]

    def lay_out(self) -> None:
        px = self.scale.px
        rows = -(-len(CLASSICS) // _COLUMNS)
        room, self._large = self.two_cards(_LIST_WIDTH)
        gap = px(_GAP)
        width = (room.width - (_COLUMNS - 1) * gap) // _COLUMNS
        height = (room.height - (rows - 1) * gap) // rows
        self.places: dict[str, pygame.Rect] = {}
        for place, key in enumerate(CLASSICS):
            row, column = divmod(place, _COLUMNS)
            corner = (room.x + column * (width + gap), room.y + row * (height + gap))
            self.places[key] = pygame.Rect(corner, (width, height))
            name = say(f"classics_{key}_title")
            self.screen.controls.area(self.places[key], partial(self.choose, key), name)
        self.cards = (*self.places.values(), self._large)
        self._inside = self._large.inflate(-2 * px(28), -2 * px(24))
        foot = max(px(44), round(1.9 * self.scale.body))
        button = self._large.inflate(-2 * px(28), 0)
        button.height = foot
        button.bottom = self._large.bottom - px(24)
        words = say("classics_watch")
        self.screen.controls.button(button, words, self.watch, style="go", icon="play")
        self._words_bottom = button.y - px(12)

    # -- choosing

    def choose(self, key: str) -> None:
        """Choose a classic; the one chosen already is watched."""
        if key == self.visit.classic:
            self.watch()
        self.visit.classic = key
        self.screen.app.wake()

    def watch(self) -> None:
        """Watch the chosen classic by the search that shows what it is about."""
        self.visit.open(self.classic.subject, **how_to_watch(self.classic))
        self.close()
        self.screen.refresh()

    @property
    def commands(self) -> Commands:
        return {**arrows(self._step), "watch": self.watch}

    def _step(self, right: int, down: int) -> None:
        keys = list(CLASSICS)
        place = keys.index(self.visit.classic) + right + _COLUMNS * down
        if 0 <= place < len(keys):
            self.visit.classic = keys[place]

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        for key, rect in self.places.items():
            self._draw_card(surface, key, rect)
        self._draw_large(surface)

    def _draw_card(self, surface: pygame.Surface, key: str, rect: pygame.Rect) -> None:
        px, scale, palette = self.scale.px, self.scale, self.palette
        if key == self.visit.classic:
            ring = theme.outline(rect.size, px(16), max(2, px(3)), palette.accent)
            surface.blit(ring, rect)
        inside = rect.inflate(-px(28), -px(20))
        picture = classic_picture(key, (round(inside.width * 0.44), inside.height), palette)
        surface.blit(picture, inside)
        x = inside.x + picture.get_width() + px(14)
        room = inside.right - x
        title = balance(say(f"classics_{key}_title"), scale.body, room, True)
        classic = CLASSICS[key]
        what = say(f"short_{classic.algorithm}"), say("limit_turns", count=classic.depth)
        lines = [theme.fit(line, scale.small, room) for line in what]
        height = len(title) * line_height(scale.body) + len(lines) * line_height(scale.small)
        y = rect.centery - (height + px(6)) // 2
        y = write_lines(surface, title, (x, y), scale.body, palette.ink, True)
        write_lines(surface, lines, (x, y + px(6)), scale.small, palette.quiet)

    def _draw_large(self, surface: pygame.Surface) -> None:
        px, scale, palette = self.scale.px, self.scale, self.palette
        size = self.picture_size()
        surface.blit(classic_picture(self.classic.key, size, palette), self._inside)
        x, y = self._inside.x, self._inside.y + size[1] + px(14)
        title = say(f"classics_{self.classic.key}_title")
        self.write(surface, title, (x, y), scale.title, bold=True)
        y += line_height(scale.title) + px(2)
        ink = palette.ink.lerp(palette.quiet, 0.35)
        y = write_lines(surface, self._words(), (x, y), scale.body, ink) + px(6)
        at, room, quiet = (x, y), self._inside.width, palette.quiet
        self.write(surface, self._counts(), at, scale.small, colour=quiet, room=room)

    def _words(self) -> tuple[str, ...]:
        classic = self.classic
        counts = {"visits": number(classic.visits), "minimax": number(classic.minimax)}
        words = say(f"classics_{classic.key}", **counts)
        return balance(words, self.scale.body, self._inside.width)

    def picture_size(self) -> tuple[int, int]:
        """Return what the words leave for the large picture, in pixels."""
        px, scale = self.scale.px, self.scale
        words = line_height(scale.title) + line_height(scale.body) * len(self._words())
        words += line_height(scale.small) + px(14 + 10)
        return self._inside.width, self._words_bottom - words - self._inside.y

    def _counts(self) -> str:
        """Say how many nodes the search visits, beside minimax where that is another."""
        classic = self.classic
        less = classic.visits < classic.minimax
        return say(
            "classics_counts_less" if less else "classics_counts",
            algorithm=say(f"short_{classic.algorithm}"),
            limit=say("limit_turns", count=classic.depth),
            visits=number(classic.visits),
            minimax=number(classic.minimax),
        )
