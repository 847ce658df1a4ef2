"""Trees of the articles: with made-up values, of a whole game, and after a position."""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from kalahgui.articles.classics import Classic
from kalahgui.articles.contents import ExampleTree, PositionTree, WatchedGame, WholeTree
from kalahgui.articles.published import SAME, verdict
from kalahgui.articles.trees import TABLE
from kalahgui.core.search import StopWord
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.charts import draw_mark
from kalahgui.gui.paint.paragraph import balance, line_height, wrap, write_lines
from kalahgui.gui.paint.trees import SurfacePen, TreePicture, tree_inks
from kalahgui.gui.panels.figures import cut_words, figure_words, name_words, outcome_labels, search
from kalahgui.gui.panels.tree_parts import picture_part
from kalahgui.gui.screens.articles.page import MeasuredPage, Page, tabbed
from kalahgui.gui.services.naming import number
from kalahgui.gui.services.words import listed, say
from kalahgui.gui.widgets.parts import Part, Role
from kalahgui.match.match import Match, Player
from kalahgui.theatre.game_tree import Path, TreeNode, walk, whole_tree
from kalahgui.theatre.node_labels import game_labels, signed

_ACROSS = 2  # replies beside each other below a move
_FRAME = 0.055  # of a board's side
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

    def lay_out(self) -> None:
        px, scale = self.scale.px, self.scale
        tree = self.section.classic.tree
        self._words = [
            line for each in self._sentences() for line in balance(each, scale.small, self._room)
        ]
        height = max(px(36), line_height(scale.body))
        foot = max(2 * height + px(8), line_height(scale.small) * len(self._words))
        self._foot = pygame.Rect(self.rect.x, self.rect.bottom - foot, self.rect.width, foot)
        switch = pygame.Rect(0, 0, self.rect.width - self._room - px(20), height)
        switch.bottomright = self.rect.bottomright
        self.screen.controls.segments(
            switch,
            [("", say("short_minimax")), ("pruned", say("short_alpha-beta"))],
            "pruned" if self.reading.pruned else "",
            self._choose_search,
        )
        button = switch.move(0, -height - px(8))
        words = say("article_watch_search")
        self.screen.controls.button(button, words, self.watch_search, style="soft")
        rect = self.rect.copy()
        rect.y += line_height(scale.small)
        rect.height = self._foot.y - px(8) - rect.y
        levels = say("article_row_max"), say("article_row_min")
        self.tree = TreePicture(tree, rect, self.palette, scale.small, levels)

    @property
    def _room(self) -> int:
        """Return how wide the sentences may be, beside the choice of the search."""
        return round(self.rect.width * 0.70)

    def _sentences(self) -> list[str]:
        tree, pruned = self.section.classic.tree, self.reading.pruned
        outcome = search(tree, pruned)
        leaves = sum(1 for _ in tree.leaves())
        others = sum(1 for _ in tree.nodes()) - leaves
        counted = say("article_tree_counts", leaves=leaves, others=others)
        looked = say("article_tree_looked", count=len(outcome.evaluated), all=leaves)
        move = say("article_tree_move", move=outcome.line[0], value=number(outcome.value))
        sentences = [f"{counted} {looked} {move}"]
        sentences += [cut_words(cut) for cut in outcome.cuts]
        if pruned and not outcome.cuts:
            sentences.append(say("article_tree_nothing_cut"))
        return sentences

    def _choose_search(self, choice: str) -> None:
        self.reading.pruned = bool(choice)
        self.screen.refresh()

    def watch_search(self, algorithm: str = "") -> None:
        super().watch_search("alpha-beta" if self.reading.pruned else "minimax")

    def space(self) -> None:
        """Change between minimax and alpha-beta."""
        self._choose_search("" if self.reading.pruned else "pruned")

    def beside(self) -> list[Part]:
        labels = outcome_labels(self.section.classic.tree, self.reading.pruned)
        return [picture_part(self.tree, labels, self.title)]

    def state(self) -> Hashable:
        return self.reading.pruned

    def paint(self, surface: pygame.Surface) -> None:
        scale, px, palette = self.scale, self.scale.px, self.palette
        self.tree.draw(surface, outcome_labels(self.section.classic.tree, self.reading.pruned))
        size = max(12, px(16))
        words = say("article_tree_agrees" if agrees(self.section) else "article_tree_differs")
        ink = palette.best if agrees(self.section) else palette.bad
        centre = (self.rect.x + size // 2, self.rect.y + size // 2)
        draw_mark(surface, centre, size, palette, agrees(self.section))
        at = (centre[0] + size // 2 + px(7), centre[1])
        self.write(surface, words, at, scale.small, colour=ink, bold=True, anchor="midleft")
        write_lines(surface, self._words, self._foot.topleft, scale.small, palette.quiet)

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

    def lay_out(self) -> None:
        super().lay_out()
        self.foot_button(say("article_watch_search"), self.watch_search)
        classic = self.section.classic
        root = whole_tree(classic.rules, classic.position)
        small = line_height(self.scale.small)
        legend = say("article_whole_legend")
        self._legend = balance(legend, self.scale.small, self.content.width)
        rect = self.content.copy()
        rect.height -= (1 + len(self._legend)) * small
        inks = tree_inks(self.palette, best=self.palette.accent)
        self.tree = TreePicture(root, rect, self.palette, inks=inks)
        self.path: Path = ()

    def handle(self, event: pygame.Event) -> bool:
        """Follow the game that leads to the node under a click."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        path = self.tree.path_at(event.pos)
        if path is not None:
            self.path = path
        return path is not None

    @property
    def views(self) -> list[Part]:
        labels = game_labels(self.tree.tree, self.path)
        tree = picture_part(
            self.tree,
            labels,
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

    def state(self) -> Hashable:
        return super().state(), self.path

    def paint(self, surface: pygame.Surface) -> None:
        self.tree.draw(surface, game_labels(self.tree.tree, self.path))
        scale, small = self.scale, line_height(self.scale.small)
        y = self.content.bottom - small
        at, room = (self.content.x, y), self.content.width
        self.write(surface, self._counted(), at, scale.small, bold=True, room=room)
        at = (self.content.x, y - small * len(self._legend))
        write_lines(surface, self._legend, at, scale.small, self.palette.quiet)

    def _counted(self) -> str:
        figures = self.sheet.figures.get(0)
        cell = self.table.cells[0]
        found = cell.published if figures is None else figures
        words = [
            say(f"article_winner_{value}")
            if name == "winner"
            else f"{name_words(name)} {figure_words(value)}"
            for name, value in found.items()
        ]
        if figures is None:
            words.append(say("article_published" if found else "article_not_published"))
        return " · ".join(words)

    def text(self) -> str:
        figures = self.sheet.figures.get(0, {})
        rows = [f"{name_words(name)}\t{figure_words(value)}" for name, value in figures.items()]
        labels = game_labels(self.tree.tree, self.path)
        rows += [
            "\t" * len(path) + f"{node.label}\t{labels[path].value}"
            for path, node in walk(self.tree.tree)
        ]
        return "\n".join(rows) + "\n"


@kept(4)
def _tree(classic: Classic, plies: int) -> TreeNode:
    return whole_tree(classic.rules, classic.position, plies)


class SubtreePage(Page[PositionTree]):
    """The first two plies after a position, as little boards coloured by their values."""

    keys = "articles_keys_subtree"

    def lay_out(self) -> None:
        px, small = self.scale.px, self.scale.small
        self.root = _tree(self.section.classic, self.section.plies)
        words = say("article_watch_search")
        width = theme.font(self.scale.body, True).size(words)[0] + px(48)
        button = pygame.Rect(0, 0, width, max(px(36), line_height(self.scale.body)))
        button.bottomright = self.rect.bottomright
        self.screen.controls.button(button, words, self.watch_search, style="soft")
        room = self.rect.width - width - px(20)
        self._words = wrap(say("article_subtree_legend"), small, room)
        height = self.rect.height - px(8)
        height -= max(button.height, line_height(small) * len(self._words))
        replies = max(len(child.children) for child in self.root.children)
        down = -(-replies // _ACROSS) * (1 + _GAP)
        self._column, self._label = self.rect.width / len(self.root.children), small * _LABEL
        tall = _ROOT + _BELOW_ROOT + _MOVE + _BELOW_MOVE + down
        across = _ACROSS * (1 + _GAP) + _GAP
        self._side = max(12, int(min(self._column / across, (height - self._label) / tall)))

    def beside(self) -> list[Part]:
        def part(node: TreeNode, way: tuple[str, ...]) -> Part:
            words = self._move_words(node.label) if way else say("watch_root")
            below = tuple(part(child, (*way, child.label)) for child in node.children)
            name = listed(words, signed(node.value or 0))
            return Part(Role.NODE, name, self.rect, way, below)

        rect = self.rect.copy()
        rect.height -= line_height(self.scale.small) * len(self._words)
        return [Part(Role.TREE, self.title, rect, "tree", (part(self.root, ()),))]

    # -- drawing

    def paint(self, surface: pygame.Surface) -> None:
        pen, small, side = SurfacePen(surface, self.palette.card), self.scale.small, self._side
        middle, foot = self.rect.centerx, self.rect.y + side * _ROOT
        top = foot + side * _BELOW_ROOT + self._label
        for place, child in enumerate(self.root.children):
            x = middle + (place - (len(self.root.children) - 1) / 2) * self._column
            ink, name_top = self._colour(child), top - self._label
            pen.line((middle, foot), (x, name_top), ink)
            words = f"{self._move_words(child.label)}  {signed(child.value or 0)}"
            pen.write(words, (x, (top + name_top) / 2), small, ink, True)
            self._draw_move(surface, (x, top + side * _MOVE / 2), child)
        box = self._board(surface, (middle, foot - side * _ROOT / 2), _ROOT, self.root)
        at = (box.right + small, box.centery)
        value, ink = signed(self.root.value or 0), self._colour(self.root)
        pen.write(value, at, round(small * 1.5), ink, True, 1)
        at = (self.rect.x, self.rect.bottom - line_height(small) * len(self._words))
        write_lines(surface, self._words, at, small, self.palette.quiet)

    def _draw_move(self, surface: pygame.Surface, at: tuple[float, float], child: TreeNode) -> None:
        side, step = self._side, self._side * (1 + _GAP)
        box = self._board(surface, at, _MOVE, child, child.label)
        left = box.centerx - (_ACROSS * step - side * _GAP) / 2
        top = box.bottom + side * _BELOW_MOVE
        for place, reply in enumerate(child.children):
            down, right = divmod(place, _ACROSS)
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
        """Draw the board of a position, given by the moves that lead to it; return where."""
        rect = pygame.Rect(0, 0, round(self._side * share), round(self._side * share))
        rect.center = round(centre[0]), round(centre[1])
        radius, width = max(3, rect.width // 10), max(2, round(rect.width * _FRAME))
        colour = self._colour(node)
        ground = self.palette.card.lerp(colour, 0.13)
        surface.blit(theme.rounded(rect.size, radius, ground), rect)
        surface.blit(theme.outline(rect.size, radius, width, colour), rect)
        game, start = self.section.classic.rules, self.section.classic.position
        match = Match(game, game.variant, (), (Player(), Player()), start=start)
        match.replay_texts(list(moves))
        inside = rect.inflate(-4 * width, -4 * width)
        # Strokes have a least width: a small board is drawn large and made smaller.
        fine = max(1, round(_FINE_SIDE / inside.width))
        large = pygame.Surface((fine * inside.width, fine * inside.height))
        large.fill(ground)
        view = VIEWS[game.key](game, start, large.get_rect(), 0, self.palette)
        view.draw_still(large, view.shown(match))
        surface.blit(pygame.transform.smoothscale(large, inside.size), inside)
        return rect

    def _colour(self, node: TreeNode) -> pygame.Color:
        palette = self.palette
        if not node.value:
            return palette.quiet
        return palette.best if node.value > 0 else palette.bad

    def _move_words(self, text: str) -> str:
        """Write a move as the article does: column and row, counted from 0."""
        game = self.section.classic.rules
        board = game.board(self.section.classic.position)
        column, row = board.places[board.cell(game.parse_move(text))]
        return f"({column}, {row})"

    def text(self) -> str:
        rows = []
        for child in self.root.children:
            move = self._move_words(child.label)
            rows.append([move, "", child.value])
            rows += [[move, self._move_words(each.label), each.value] for each in child.children]
        return tabbed(rows)
