"""Trees of the articles: with made-up values, of a whole game, and after a position."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pygame

from kalahgui.articles.classics import Classic
from kalahgui.articles.contents import ExampleTree, PositionTree, WatchedGame, WholeTree
from kalahgui.articles.example_trees import TABLE
from kalahgui.articles.published import SAME, verdict
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import NEGA_ALPHA
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.controls import Button, Choice
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Painted, Row
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.theme import Palette
from kalahgui.gui.paint.tree_drawing import SurfacePen, TreePicture, tree_inks
from kalahgui.gui.screens.articles.article_page import Mark, MeasuredPage, Page, tabbed
from kalahgui.gui.searching.figures import (
    cut_words,
    figure_words,
    name_words,
    outcome_labels,
    search,
)
from kalahgui.gui.searching.tree_parts import picture_part
from kalahgui.gui.services.naming import algorithm_words, number
from kalahgui.match.match import Match, Player
from kalahgui.theatre.game_tree import Path, TreeNode, walk, whole_tree
from kalahgui.theatre.node_labels import NodeLabel, game_labels, signed
from kalahgui.words import as_text, listed, say

_ACROSS = 2  # replies beside each other below a move
# Frames of a board by its value: how far in they lie and how wide they are, in shares of its side.
_FRAMES = {"best": ((0.0, 0.08),), "quiet": ((0.0, 0.025),), "bad": ((0.0, 0.025), (0.06, 0.025))}
_FRAME = 0.085  # what all of them take
# In the side of a reply: the other boards, and what is free between two, below the root and a move.
_ROOT, _MOVE, _GAP, _BELOW_ROOT, _BELOW_MOVE = 1.7, 1.5, 0.16, 0.45, 0.3
_FINE_SIDE = 160  # pixels of a board whose strokes are drawn as meant
_LABEL = 1.5  # the height for a move's name, in the size of its letters


def agrees(section: ExampleTree) -> bool:
    """Tell whether the search finds what the article says of its tree."""
    figures = TABLE.measure(section.classic.case, StopWord())
    return verdict(section.cell, figures) == SAME


class TreePage(Page[ExampleTree]):
    """A small tree with the values of a search, what was cut, and why."""

    keys = "articles_keys_tree"
    tabular = False

    def content(self) -> Element:
        well, options = agrees(self.section), (("", "minimax"), ("pruned", NEGA_ALPHA))
        words = say("article_tree_agrees" if well else "article_tree_differs")
        chosen = "pruned" if self.reading.pruned else ""
        named = [(value, algorithm_words(name)) for value, name in options]
        sentences = (
            Text(sentence, "small", "quiet", balanced=True) for sentence in self._sentences()
        )
        return Column(
            Row(Mark(well), Text(words, "small", "best" if well else "bad", bold=True), gap=7),
            Painted(self._draw, placed=self._place, nodes=self._told, grow=1),
            Row(
                Column(*sentences, grow=0.70),
                Column(
                    Button(say("article_watch_search"), self.watch_search, style="soft"),
                    Choice(named, chosen, self._choose_search),
                    gap=8,
                    grow=0.28,
                ),
                gap=20,
            ),
            gap=4,
        )

    def _place(self, rect: pygame.Rect) -> None:
        levels = say("article_row_max"), say("article_row_min")
        tree, screen = self.section.classic.tree, self.screen
        self._picture = TreePicture(tree, rect, screen.palette, screen.scale.small, levels)

    def _draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        self._picture.draw(surface, self._labels())

    def _labels(self) -> dict[Path, NodeLabel]:
        return outcome_labels(self.section.classic.tree, self.reading.pruned)

    def _told(self) -> list[AccessibleNode]:
        return [picture_part(self._picture, self._labels(), self.title)]

    def _sentences(self) -> list[str]:
        tree, pruned = self.section.classic.tree, self.reading.pruned
        outcome = search(tree, pruned)
        leaves = sum(1 for _ in tree.leaves())
        others = sum(1 for _ in tree.nodes()) - leaves
        counted = say("article_tree_counts", leaves=leaves, others=others)
        looked = say("article_tree_looked", count=len(outcome.evaluated), all=leaves)
        move = say("article_tree_move", move=outcome.line[0], value=number(outcome.value))
        said = [as_text(counted, looked, move), *map(cut_words, outcome.cuts)]
        if pruned and not outcome.cuts:
            said.append(say("article_tree_nothing_cut"))
        return said

    def _choose_search(self, choice: str) -> None:
        self.reading.pruned = bool(choice)
        self.screen.refresh()

    def watch_search(self, algorithm: str = "") -> None:
        super().watch_search(NEGA_ALPHA if self.reading.pruned else "minimax")

    def space(self) -> None:
        """Change between minimax and alpha-beta."""
        self._choose_search("" if self.reading.pruned else "pruned")

    def text(self) -> str:
        outcome = search(self.section.classic.tree, self.reading.pruned)
        rows = []
        for path, node in walk(self.section.classic.tree):
            value = outcome.values.get(node.label)
            rows.append("\t" * len(path) + f"{node.label}\t{'-' if value is None else value}")
        return "\n".join([*rows, "", *self._sentences()]) + "\n"


class WholePage(MeasuredPage[WholeTree]):
    """The whole tree of a game, with its nodes and its winner; a click follows one game."""

    keys = "articles_keys_watch"
    scrolls = False
    tabular = False

    def __init__(self, *place: Any) -> None:
        super().__init__(*place)
        self.path: Path = ()

    def body(self) -> Element:
        return Column(
            Painted(
                lambda surface, rect: self.tree.draw(surface, self._labels()),
                placed=self._place,
                pressed=self._press,
                nodes=self._told,
                grow=1,
            ),
            Text(say("article_whole_legend"), "small", "quiet", balanced=True),
            Text(self._counted(), "small", bold=True, line=True),
            grow=1,
        )

    def buttons(self) -> list[tuple[str, Callable[[], None]]]:
        return [(say("article_watch_search"), self.watch_search), *super().buttons()]

    def _place(self, rect: pygame.Rect) -> None:
        classic, palette = self.section.classic, self.screen.palette
        root = whole_tree(classic.rules, classic.position)
        inks = tree_inks(palette, best=palette.accent)
        self.tree = TreePicture(root, rect, palette, inks=inks)

    def _labels(self) -> dict[Path, NodeLabel]:
        return game_labels(self.tree.tree, self.path)

    def _press(self, point: tuple[int, int]) -> bool:
        path = self.tree.path_at(point)
        if path is not None:
            self._follow(path)
        return path is not None

    def _told(self) -> list[AccessibleNode]:
        tree = picture_part(
            self.tree,
            self._labels(),
            self.title,
            here=self.path,
            choose=self._follow,
            choices=("access_first_moves", "access_second_moves"),
            moves=True,
            focused=self.screen.free,
        )
        return [tree]

    def _follow(self, path: Path) -> None:
        self.path = path
        self.screen.app.wake()

    def enter(self) -> None:
        player = f"minimax:{self.tree.tree.height + 2}"
        classic = self.section.classic
        self.watch(WatchedGame(classic.game, classic.variant, (player, player)))

    def _counted(self) -> str:
        figures = self.sheet.figures.get(0)
        cell = self.table.cells[0]
        shown = cell.published if figures is None else figures
        words = [
            say(f"article_winner_{value}")
            if name == "winner"
            else f"{name_words(name)} {figure_words(value)}"
            for name, value in shown.items()
        ]
        if figures is None:
            words.append(say("article_published" if shown else "article_not_published"))
        return " · ".join(words)

    def text(self) -> str:
        figures = self.sheet.figures.get(0, {})
        rows = [f"{name_words(name)}\t{figure_words(value)}" for name, value in figures.items()]
        labels = self._labels()
        rows += [
            "\t" * len(path) + f"{node.label}\t{labels[path].value}"
            for path, node in walk(self.tree.tree)
        ]
        return "\n".join(rows) + "\n"


@kept(4)
def _tree(classic: Classic, plies: int) -> TreeNode:
    return whole_tree(classic.rules, classic.position, plies)


@kept(64)
def _board_picture(
    classic: Classic, moves: tuple[str, ...], side: int, colour: str, palette: Palette
) -> pygame.Surface:
    """Draw the board of a position, given by the moves that lead to it, framed by its colour."""
    radius, frame, ink = max(3, side // 10), max(3, round(side * _FRAME)), getattr(palette, colour)
    ground = palette.card.lerp(ink, 0.13)
    picture = theme.rounded((side, side), radius, ground).copy()
    for inset, wide in _FRAMES[colour]:
        width, at = max(1, round(side * wide)), math.ceil(side * inset)
        size, corner = (side - 2 * at, side - 2 * at), max(1, radius - at)
        picture.blit(theme.outline(size, corner, width, ink), (at, at))
    game, start = classic.rules, classic.position
    match = Match(game, game.variant, (), (Player(), Player()), start=start)
    match.replay_texts(list(moves))
    inside = picture.get_rect().inflate(-3 * frame, -3 * frame)
    # Strokes have a least width: a small board is drawn large and made smaller.
    fine = max(1, round(_FINE_SIDE / inside.width))
    large = pygame.Surface((fine * inside.width, fine * inside.height))
    large.fill(ground)
    view = VIEWS[game.key](game, start, large.get_rect(), 0, palette)
    view.draw_still(large, view.shown(match))
    picture.blit(pygame.transform.smoothscale(large, inside.size), inside)
    return picture


def _colour(node: TreeNode) -> str:
    if not node.value:
        return "quiet"
    return "best" if node.value > 0 else "bad"


class SubtreePage(Page[PositionTree]):
    """The first two plies after a position, as little boards framed by their values."""

    keys = "articles_keys_subtree"

    @property
    def root(self) -> TreeNode:
        """Return the position with what follows it."""
        return _tree(self.section.classic, self.section.plies)

    def content(self) -> Element:
        watch = say("article_watch_search")
        return Column(
            Painted(self._paint, placed=self._place, nodes=self._told, grow=1),
            Row(
                Text(say("article_subtree_legend"), "small", "quiet", grow=1),
                Button(watch, self.watch_search, style="soft"),
                gap=20,
            ),
            gap=8,
        )

    def _place(self, rect: pygame.Rect) -> None:
        self._rect, children = rect, self.root.children
        down = -(-max(len(child.children) for child in children) // _ACROSS) * (1 + _GAP)
        self._column, self._label = rect.width / len(children), self._small * _LABEL
        tall = _ROOT + _BELOW_ROOT + _MOVE + _BELOW_MOVE + down
        across = _ACROSS * (1 + _GAP) + _GAP
        self._side = max(12, int(min(self._column / across, (rect.height - self._label) / tall)))

    @property
    def _small(self) -> int:
        return self.screen.scale.small

    def _told(self) -> list[AccessibleNode]:
        def part(node: TreeNode, way: tuple[str, ...]) -> AccessibleNode:
            words = self._move_words(node.label) if way else say("watch_root")
            below = tuple(part(child, (*way, child.label)) for child in node.children)
            name = listed(words, signed(node.value or 0))
            return AccessibleNode(Role.NODE, name, self._rect, way, below)

        return [AccessibleNode(Role.TREE, self.title, self._rect, "tree", (part(self.root, ()),))]

    # -- drawing

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        palette, small, side = self.screen.palette, self._small, self._side
        pen = SurfacePen(surface, palette.card)
        middle, foot = rect.centerx, rect.y + side * _ROOT
        top = foot + side * _BELOW_ROOT + self._label
        for index, child in enumerate(self.root.children):
            x = middle + (index - (len(self.root.children) - 1) / 2) * self._column
            ink, name_top = getattr(palette, _colour(child)), top - self._label
            pen.line((middle, foot), (x, name_top), ink)
            words = f"{self._move_words(child.label)}  {signed(child.value or 0)}"
            pen.write(words, (x, (top + name_top) / 2), small, ink, True)
            self._draw_move(surface, (x, top + side * _MOVE / 2), child)
        box = self._board(surface, (middle, foot - side * _ROOT / 2), _ROOT, self.root)
        at = (box.right + small, box.centery)
        value, ink = signed(self.root.value or 0), getattr(palette, _colour(self.root))
        pen.write(value, at, round(small * 1.5), ink, True, 1)

    def _draw_move(self, surface: pygame.Surface, at: tuple[float, float], child: TreeNode) -> None:
        side, step = self._side, self._side * (1 + _GAP)
        box = self._board(surface, at, _MOVE, child, child.label)
        left = box.centerx - (_ACROSS * step - side * _GAP) / 2
        top = box.bottom + side * _BELOW_MOVE
        for index, reply in enumerate(child.children):
            down, right = divmod(index, _ACROSS)
            corner = round(left + right * step), round(top + down * step)
            rect = pygame.Rect(corner, (side, side))
            self._board(surface, rect.center, 1, reply, child.label, reply.label)

    def _board(
        self,
        surface: pygame.Surface,
        centre: tuple[float, float],
        share: float,
        node: TreeNode,
        *moves: str,
    ) -> pygame.Rect:
        side = round(self._side * share)
        colour, palette = _colour(node), self.screen.palette
        picture = _board_picture(self.section.classic, moves, side, colour, palette)
        rect = picture.get_rect(center=(round(centre[0]), round(centre[1])))
        surface.blit(picture, rect)
        return rect

    def _move_words(self, text: str) -> str:
        """Write a move as the article does."""
        game, position = self.section.classic.rules, self.section.classic.position
        return game.article_text(position, game.parse_move(text), position.turn)

    def text(self) -> str:
        rows = []
        for child in self.root.children:
            move = self._move_words(child.label)
            rows.append([move, "", child.value])
            rows += [
                [move, self._move_words(grandchild.label), grandchild.value]
                for grandchild in child.children
            ]
        return tabbed(rows)
