"""The tree of a quiz question: leaves to be marked, values to be found, and how it was answered."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_mark
from kalahgui.gui.paint.tree_pen import SurfacePen
from kalahgui.gui.paint.tree_picture import TreePicture
from kalahgui.theatre.game_tree import Path, walk
from kalahgui.theatre.quiz import LEAVES
from kalahgui.theatre.quiz_session import QuizSession

_INNER = 1.4  # a bound needs more room than a leaf's value
_AROUND, _FAR_AROUND = 1.18, 1.42  # the width of a ring, of the node's
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
        levels: tuple[str, str],
    ) -> None:
        """Lay out; ``levels`` say what a level of squares and one of circles choose."""
        self.session = session
        self.palette = palette
        tree = session.question.tree
        self._squares = {path for path, node in walk(tree) if not node.mover}
        self.tree = TreePicture(tree, rect, palette, letter, levels, _INNER)

    def leaf_rect(self, leaf: Path) -> pygame.Rect:
        """Return the place of a leaf that can be pressed."""
        side = round(self.tree.side * 1.5)
        rect = pygame.Rect(0, 0, side, side)
        rect.center = self.tree.centre(leaf)
        return rect

    def verdicts(self) -> Mapping[Path, str]:
        """Return how the leaves were answered that are left out or marked."""
        checked = self.session.checked
        if checked is None:
            return {}
        groups = ((FOUND, checked.found), (WRONG, checked.wrong), (MISSED, checked.missed))
        return {leaf: verdict for verdict, leaves in groups for leaf in leaves}

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the tree on its card as far as it is explained, and the answer on it."""
        self.tree.draw(surface, self.session.labels())
        pen = SurfacePen(surface, self.palette.card)
        if self.session.kind == LEAVES:
            for leaf in self.session.marks:
                self._ring(pen, leaf, _AROUND, self.palette.accent)
                self._cross_out(pen, leaf)
            for leaf, verdict in self.verdicts().items():
                (x, y), side = self.tree.centre(leaf), self.tree.side
                sign = max(12, round(side * 0.5))
                at = (x, y + side // 2 + sign * 3 // 4)
                draw_verdict(surface, at, sign, self.palette, verdict)
        # Where the keys are, or the explanation.
        if self.session.checked is None:
            self._ring(pen, self.session.leaf, _FAR_AROUND, self.palette.lit)
        elif self.session.explained is not None:
            self._ring(pen, self.session.explained.at, _AROUND, self.palette.lit)

    def _cross_out(self, pen: SurfacePen, leaf: Path) -> None:
        """Cross the way to a leaf out."""
        side = self.tree.side
        here, above = map(pygame.Vector2, map(self.tree.centre, (leaf, leaf[:-1])))
        x, y = here.move_towards(above, side * 0.95)
        reach, width = max(4, side * _REACH), max(2, side // 11)
        for rise in (-reach, reach):
            ends = (x - reach, y - rise), (x + reach, y + rise)
            pen.line(*ends, self.palette.accent, width)

    def _ring(self, pen: SurfacePen, path: Path, share: float, colour: pygame.Color) -> None:
        """Draw a ring around a node, its width a share of the node's."""
        side, width = round(self.tree.side_of(path) * share), max(2, self.tree.side // 12)
        pen.ring(self.tree.centre(path), side, path in self._squares, colour, width)


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
