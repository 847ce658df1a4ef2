"""An example tree as it stands in its article, by minimax or by alpha-beta."""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from kalahgui.articles.classics import CLASSICS
from kalahgui.articles.contents import ExampleTree
from kalahgui.articles.measuring import SAME, verdict
from kalahgui.articles.trees import TABLE
from kalahgui.core.search import StopWord
from kalahgui.gui.paint.charts import draw_mark
from kalahgui.gui.paint.paragraph import balance, line_height, write_lines
from kalahgui.gui.paint.tree_picture import TreePicture
from kalahgui.gui.panels.outcome_labels import cut_words, outcome_labels, search
from kalahgui.gui.screens.articles.page import Page
from kalahgui.gui.services.naming import number
from kalahgui.gui.services.words import say
from kalahgui.theatre.game_tree import walk


def agrees(section: ExampleTree) -> bool:
    """Tell whether the search finds what the article says of its tree."""
    figures = TABLE.measure(section.case, StopWord())
    return verdict(section.cell, figures) == SAME


class TreePage(Page[ExampleTree]):
    """A small tree with the values of a search, what was cut, and why."""

    keys = "articles_keys_tree"

    def lay_out(self) -> None:
        px, scale = self.scale.px, self.scale
        tree = self.section.tree
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
        """Say what was counted and cut, and which move is chosen."""
        tree, pruned = self.section.tree, self.reading.pruned
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

    def watch_search(self) -> None:
        algorithm = "nega-alpha" if self.reading.pruned else "minimax"
        self.show_search(CLASSICS[self.section.classic], algorithm)

    def space(self) -> None:
        """Change between minimax and alpha-beta."""
        self._choose_search("" if self.reading.pruned else "pruned")

    def state(self) -> Hashable:
        return self.reading.pruned

    def paint(self, surface: pygame.Surface) -> None:
        scale, px, palette = self.scale, self.scale.px, self.palette
        self.tree.draw(surface, outcome_labels(self.section.tree, self.reading.pruned))
        size = max(12, px(16))
        words = say("article_tree_agrees" if agrees(self.section) else "article_tree_differs")
        ink = palette.best if agrees(self.section) else palette.bad
        centre = (self.rect.x + size // 2, self.rect.y + size // 2)
        draw_mark(surface, centre, size, palette, agrees(self.section))
        at = (centre[0] + size // 2 + px(7), centre[1])
        self.write(surface, words, at, scale.small, colour=ink, bold=True, anchor="midleft")
        write_lines(surface, self._words, self._foot.topleft, scale.small, palette.quiet)

    def text(self) -> str:
        outcome = search(self.section.tree, self.reading.pruned)
        rows = []
        for path, node in walk(self.section.tree):
            value = outcome.values.get(node.label)
            rows.append("\t" * len(path) + f"{node.label}\t{'-' if value is None else value}")
        return "\n".join([*rows, "", *self._sentences()]) + "\n"
