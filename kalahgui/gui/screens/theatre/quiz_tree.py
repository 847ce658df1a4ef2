"""The tree of a quiz question: leaves to be marked, values to be found, and how it was answered."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_mark
from kalahgui.gui.paint.search_tree import Mark, SearchTree, Standing, cross
from kalahgui.theatre.quiz import LEAVES
from kalahgui.theatre.quiz_explanation import Cut
from kalahgui.theatre.quiz_session import QuizSession
from kalahgui.theatre.tree import Node, Path, walk

_HIDDEN = "?"
_INNER = 1.4  # a bound needs more room than a leaf's value
_REACH = 0.16  # of a leaf's width, for the arms of the cross above it
FOUND, WRONG, MISSED = "found", "wrong", "missed"


class QuizTree:
    """Lay out and paint the tree of the question that a session is at."""

    def __init__(
        self,
        session: QuizSession,
        rect: pygame.Rect,
        palette: theme.Palette,
        letter: int,
        rows: tuple[str, str],
    ) -> None:
        """Lay out; ``rows`` say what a level of squares and one of circles choose."""
        self.session = session
        self.palette = palette
        tree = session.question.tree
        self._nodes = dict(walk(tree))
        levels = tuple(rows[level % 2] for level in range(tree.height))
        self.tree = SearchTree(tree, rect, palette, letter, levels, _INNER)
        self._picture: pygame.Surface | None = None
        self._shown = -1

    def leaf_rect(self, leaf: Path) -> pygame.Rect:
        """Return the place of a leaf that can be pressed."""
        size = round(self.tree.size * 1.5)
        rect = pygame.Rect(0, 0, size, size)
        rect.center = self.tree.centre(leaf)
        return rect

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the tree on its card as far as it is explained, and the answer on it."""
        if self._picture is None or self._shown != self.session.at:
            self.tree.draw(surface, self.marks())
            self._picture = surface.subsurface(self.tree.rect).copy()
            self._shown = self.session.at
        surface.blit(self._picture, self.tree.rect)
        if self.session.kind == LEAVES:
            self._draw_marks(surface)
        self._draw_place(surface)

    # -- what is written at the nodes

    def marks(self) -> dict[Path, Mark]:
        """Return what is written at every node: before Check the leaves' values alone."""
        return {path: self._mark(path, node) for path, node in self._nodes.items()}

    def _mark(self, path: Path, node: Node) -> Mark:
        step = self.session.explained
        if not node.children:
            left_out = any(path in cut.leaves for cut in self._cuts())
            return Mark(str(node.value), standing=Standing.LEFT_OUT if left_out else Standing.PLAIN)
        known = step.known.get(path) if step is not None else None
        value = _HIDDEN if known is None or known.value is None else f"{known.sign}{known.value}"
        standing = Standing.PLAIN
        if any(cut.at == path for cut in self._cuts()):
            standing = Standing.CUT
        elif self._below_a_cut(path):
            standing, value = Standing.LEFT_OUT, ""
        return Mark(value, node.label, standing=standing)

    def _cuts(self) -> list[Cut]:
        """Return the cuts explained so far."""
        return [step for step in self.session.steps[: self.session.at] if isinstance(step, Cut)]

    def _below_a_cut(self, path: Path) -> bool:
        """Tell whether all leaves below a node are left out, as far as it is explained."""
        out = {leaf for cut in self._cuts() for leaf in cut.leaves}
        return all(
            leaf in out for leaf in self.session.question.leaves if leaf[: len(path)] == path
        )

    # -- the answer

    def verdicts(self) -> Mapping[Path, str]:
        """Return how the leaves were answered that are left out or marked."""
        checked = self.session.checked
        if checked is None:
            return {}
        groups = ((FOUND, checked.found), (WRONG, checked.wrong), (MISSED, checked.missed))
        return {leaf: verdict for verdict, leaves in groups for leaf in leaves}

    def _draw_marks(self, surface: pygame.Surface) -> None:
        """Cross the ways to marked leaves out; once checked, draw a sign below each leaf."""
        size, accent = self.tree.size, self.palette.accent
        width = max(2, size // 11)
        for leaf in self.session.marks:
            self._ring(surface, leaf, 1.18, accent)
            here = pygame.Vector2(self.tree.centre(leaf))
            above = pygame.Vector2(self.tree.centre(leaf[:-1]))
            middle = here.move_towards(above, size * 0.95)
            cross(surface, middle, max(4, size * _REACH), width, accent)
        for leaf, verdict in self.verdicts().items():
            x, y = self.tree.centre(leaf)
            mark = max(12, round(size * 0.5))
            draw_verdict(surface, (x, y + size // 2 + mark * 3 // 4), mark, self.palette, verdict)

    def _draw_place(self, surface: pygame.Surface) -> None:
        """Draw a ring around the leaf that the keys are at, or the node that is explained."""
        if self.session.checked is None:
            self._ring(surface, self.session.leaf, 1.42, self.palette.lit)
        elif self.session.explained is not None:
            self._ring(surface, self.session.explained.at, 1.18, self.palette.lit)

    def _ring(
        self, surface: pygame.Surface, path: Path, share: float, colour: pygame.Color
    ) -> None:
        """Draw a ring around a node, its width a share of the node's."""
        node = self._nodes[path]
        size = round(self.tree.size_of(node) * share)
        radius = size if node.mover else size // 4
        ring = theme.outline((size, size), radius, max(2, self.tree.size // 12), colour)
        surface.blit(ring, ring.get_rect(center=self.tree.centre(path)))


def draw_verdict(
    surface: pygame.Surface,
    centre: tuple[int, int],
    size: int,
    palette: theme.Palette,
    verdict: str,
) -> None:
    """Draw the sign of an answer: a check mark, a cross, or an exclamation mark when missed."""
    if verdict != MISSED:
        draw_mark(surface, centre, size, palette, verdict == FOUND)
        return
    disc = theme.rounded((size, size), size, palette.accent)
    surface.blit(disc, disc.get_rect(center=centre))
    letter = max(9, round(size * 0.8))
    theme.write(surface, "!", centre, letter, palette.on_accent, True, "center")
