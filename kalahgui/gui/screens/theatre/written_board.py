"""The position of a node, as a board or in words."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import Look, View
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import line_height
from kalahgui.gui.screens.theatre.wording import Wording
from kalahgui.gui.services.theatre_visit import Visit
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.match import Match
from kalahgui.match.player import Player
from kalahgui.theatre.playback import Phase, Playback
from kalahgui.theatre.recording import KNOWN
from kalahgui.theatre.subject import PositionSubject


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


class PositionBoard:
    """Draws the positions of a search as the board on the playing screen does."""

    def __init__(
        self, screen: Screen, visit: Visit, subject: PositionSubject, rect: pygame.Rect
    ) -> None:
        """Lay the board out in a rectangle, the side of who is spoken to at the bottom."""
        self._screen = screen
        game = subject.game
        played = visit.played
        start = subject.root if played is None else played.start
        rules, pie = subject.rules, played is not None and played.pie
        variant = visit.variant or game.variant
        self._match = Match(game, variant, rules, (Player(), Player()), pie=pie, start=start)
        for ply in () if played is None else played.plies:
            self._match.play(ply)
        self._root = self._match.here
        south = subject.root.turn ^ visit.you
        self.view: View = VIEWS[game.key](game, start, rect, south, screen.palette)
        self.view.pit_numbers = screen.services.choices.pit_numbers
        self.view.square_names = screen.services.choices.square_names

    def draw(
        self, surface: pygame.Surface, moves: Sequence[int] = (), move: int | None = None
    ) -> None:
        """Draw the position after some moves, with what one more ``move`` would do."""
        match, view, choices = self._match, self.view, self._screen.services.choices
        match.go_to(self._root)
        for each in moves:
            match.play(each)
        cell = None if move is None else view.cell_of(move, match.position)
        look = Look(cell=cell, to_move=cell is not None, marks=False, numbers=choices.numbers)
        view.draw(surface, view.shown(match), match, None, 0.0, look)
