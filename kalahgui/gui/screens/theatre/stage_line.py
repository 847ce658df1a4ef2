"""What lies over the picture of a tree: the line being looked at, the best one, and marks."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import theme, tree_nodes
from kalahgui.gui.screens.theatre.stage_painter import StagePainter
from kalahgui.gui.services.words import say
from kalahgui.theatre.node_labels import NodeState, best_line
from kalahgui.theatre.playback import Playback


class StageLine:
    """Draw the lit nodes of a playback over a painter's picture."""

    def __init__(self, painter: StagePainter, playback: Playback) -> None:
        self.painter = painter
        self.playback = playback

    def draw(self, surface: pygame.Surface, chosen: int | None, hovered: int | None) -> None:
        """Draw the best line, the current one over it, and the marks of two nodes."""
        painter, layout = self.painter, self.painter.layout
        line = [node for node in self.playback.path if layout.is_shown(node)]
        best = [node for node in best_line(self.playback) if layout.is_shown(node)]
        lit = best if len(line) == 1 else line
        for node in best[1:]:
            self._edge(surface, node, 2.0)
        for node in lit[1:]:
            self._edge(surface, node, 3.2)
        for node in filter(painter.camera.in_full, {*best[1:], *lit[1:]}):
            painter.name(surface, node, painter.palette.ink, True)
        for node in best:
            if node not in lit:
                self._node(surface, node, lit=False)
        for node in lit:
            self._node(surface, node, lit=True)
        for node in filter(painter.camera.in_full, best):
            row = layout.rows[layout.level[node]]
            entry = row.between(layout.across(node), layout.across(node)).start
            painter.beside(surface, row, entry)
        self._beside(surface, lit)
        current = layout.shown(self.playback.node)
        self._ring(surface, current, painter.palette.lit)
        if chosen is not None and chosen != current:
            self._ring(surface, layout.shown(chosen), painter.palette.other)
        self._fold_sign(surface, hovered)

    def _edge(self, surface: pygame.Surface, node: int, width: float) -> None:
        start, end = self.painter.ends(node)
        unit = self.painter.camera.unit
        again = self.painter.layout.nodes[node].again and self.painter.camera.in_full(node)
        colour = self.painter.palette.best
        tree_nodes.edge(
            surface,
            start,
            end,
            colour,
            max(1.3, width * unit if self.painter.camera.in_full(node) else width * 0.6),
            again,
        )

    def _node(self, surface: pygame.Surface, node: int, lit: bool) -> None:
        painter = self.painter
        look = painter.looks.of(node)
        if not look.visited:
            return
        picture = painter.node_picture(node, look, lit)
        x, y = painter.camera.at(node)
        surface.blit(picture, picture.get_rect(center=(round(x), round(y))))
        if not lit:
            self._ring(surface, node, painter.palette.best, 0)

    def _beside(self, surface: pygame.Surface, line: list[int]) -> None:
        """Write the windows along the line, and why its last node was cut."""
        painter, layout = self.painter, self.painter.layout
        for node in filter(painter.camera.in_full, line):
            look = painter.looks.of(node)
            if look.window and layout.slots[node] and painter.windows_fit(node):
                painter.window(surface, node, look.window)
        look = painter.looks.of(line[-1])
        if look.state is NodeState.CUT and line[-1] not in layout.folded:
            painter.badge(surface, line[-1], say("stage_cut", values=look.cut))

    def _ring(
        self, surface: pygame.Surface, node: int, colour: pygame.Color, gap: float = 3.0
    ) -> None:
        painter = self.painter
        unit = painter.camera.unit
        width = max(1, round(2 * unit))
        room = round(gap * unit) + width if gap else 0
        size = max(6, round(2 * painter.camera.half(node))) + 2 * room
        radius = max(2, size // 4) if painter.layout.nodes[node].mover == 0 else size
        picture = theme.outline((size, size), radius, width, colour)
        x, y = painter.camera.at(node)
        surface.blit(picture, picture.get_rect(center=(round(x), round(y))))

    # -- folding

    def _fold_sign(self, surface: pygame.Surface, node: int | None) -> None:
        rect = self._sign_rect(node)
        if rect is None or node is None:
            return
        palette = self.painter.palette
        surface.blit(theme.rounded(rect.size, rect.width, palette.other), rect)
        arm = rect.width // 4
        x, y = rect.center
        width = max(1, rect.width // 8)
        bar = pygame.Rect(0, 0, 2 * arm + width, width)
        bar.center = x, y
        surface.fill(palette.on_accent, bar)
        if node in self.painter.layout.folded:
            bar = pygame.Rect(0, 0, width, 2 * arm + width)
            bar.center = x, y
            surface.fill(palette.on_accent, bar)

    def _sign_rect(self, node: int | None) -> pygame.Rect | None:
        """Return where a node's sign for folding lies, at its lower right corner."""
        painter = self.painter
        if node is None or not painter.layout.slots[node] or not painter.camera.in_full(node):
            return None
        if not painter.layout.is_shown(node):
            return None
        side = max(9, round(14 * painter.camera.unit))
        x, y = painter.camera.at(node)
        half = painter.camera.half(node) * 0.86
        rect = pygame.Rect(0, 0, side, side)
        rect.center = round(x + half), round(y + half)
        return rect

    def sign_at(self, hovered: int | None, point: tuple[float, float]) -> int | None:
        """Return the node whose sign for folding lies under a point."""
        rect = self._sign_rect(hovered)
        return hovered if rect is not None and rect.collidepoint(point) else None
