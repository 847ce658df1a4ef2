"""What stands in the place of a board where a written tree is searched: a node and its moves."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import line_height
from kalahgui.gui.screens.theatre.wording import Wording
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.theatre.playback import Phase, Playback
from kalahgui.theatre.recording import KNOWN


class WrittenBoard:
    """Names the node that the search is at, and says what is known of each of its moves."""

    def __init__(self, screen: Screen, rect: pygame.Rect) -> None:
        self._screen = screen
        self._rect = rect

    def draw(self, surface: pygame.Surface, playback: Playback, wording: Wording) -> None:
        """Draw the node of the step shown."""
        scale, palette, px = self._screen.scale, self._screen.palette, self._screen.scale.px
        node = playback.recording.nodes[playback.node]
        side = min(px(84), self._rect.height)
        box = pygame.Rect(self._rect.x, 0, side, side)
        box.centery = self._rect.centery
        edge = palette.other if node.mover else palette.best
        body = theme.rounded(box.size, side // 2 if node.mover else side // 5, edge)
        surface.blit(body, box)
        name = theme.fit(node.text or say("watch_root"), scale.title, side - px(8), True)
        theme.write(surface, name, box.center, scale.title, palette.on_accent, True, "center")
        rows = self._rows(playback, wording)
        height = line_height(scale.body)
        shown = rows[: max(1, self._rect.height // height)]
        y = self._rect.centery - height * len(shown) // 2
        left = box.right + px(24)
        for move, words, known in shown:
            rect = theme.write(surface, move, (left, y), scale.body, palette.ink, True)
            ink = palette.ink if known else palette.quiet
            at = (max(rect.right, left + px(48)) + px(12), y)
            words = theme.fit(words, scale.body, self._rect.right - at[0])
            theme.write(surface, words, at, scale.body, ink)
            y += height

    @staticmethod
    def _rows(playback: Playback, wording: Wording) -> list[tuple[str, str, bool]]:
        """Return the moves of the node, what is said of each, and whether it has a value."""
        nodes = playback.recording.nodes
        at = nodes[playback.node]
        if not at.moves:
            return [(say("watch_leaf"), "", False)]
        here = playback.seen(playback.node)
        known = playback.step is not None and playback.step.kind == KNOWN
        over = here.cut is not None or here.phase is Phase.DONE or known
        rows = []
        for text, child in zip(at.texts, at.children, strict=True):
            seen = None if child is None else playback.seen(child)
            if seen is None or seen.phase in (Phase.WAITING, Phase.CUT_OFF):
                rows.append((text, say("watch_left_out" if over else "watch_to_come"), False))
            elif seen.phase is Phase.OPEN or seen.value is None:
                rows.append((text, say("watch_at_work"), False))
            else:
                rows.append((text, wording.brief_for(seen.value, at.mover, seen.bound), True))
        return rows
