"""What of a tree lies in a rectangle, painted: near with all that is known, far out as dots."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import pygame

from kalahgui.gui.paint import theme, tree_nodes
from kalahgui.gui.screens.theatre.stage_far import REACH, FarPainter
from kalahgui.gui.screens.theatre.view import Camera
from kalahgui.gui.services.words import say
from kalahgui.theatre.node_labels import NodeLabel, NodeLabels, NodeState
from kalahgui.theatre.tree_layout import LayoutRow, TreeLayout

MoveName = Callable[[int, int], str]
Ends = tuple[tuple[float, float], tuple[float, float]]

_SHARES = {  # how far down an edge its move's name stands
    NodeState.WAITING: tree_nodes.OPEN_SHARE,
    NodeState.CUT_AWAY: 0.97,
    NodeState.OPEN: 0.55,
    NodeState.DONE: 0.55,
    NodeState.CUT: 0.55,
}
_LONG = 60  # how far words may reach to the side of a node, in a layout of 1280 x 800
_ALONE = 99.0  # the distance to a neighbour that is not there


class StagePainter:
    """Paint parts of a tree through a camera."""

    def __init__(
        self,
        looks: NodeLabels,
        camera: Camera,
        palette: theme.Palette,
        letter: int,
        named: MoveName | None = None,
    ) -> None:
        """``letter`` is the size of the names of moves, windows and badges.

        ``named`` writes a move of a node, by its place there; without it moves are in notation.
        """
        self._named = named
        self.looks = looks
        self.layout: TreeLayout = looks.layout
        self.camera = camera
        self.palette = palette
        self.letter = letter
        self._far = FarPainter(looks, camera, palette)
        self._faint = palette.card.lerp(palette.quiet, 0.6)
        self._thread = palette.card.lerp(palette.quiet, 0.9)

    # -- how near the view is

    def _between_levels(self, place: int) -> float:
        """Return the pixels between a place's node and the height of the one above."""
        above = self.layout.parent[place] if place else place
        return self.camera.step_now - self.camera.half(place) - self.camera.half(above)

    def windows_fit(self, place: int) -> bool:
        """Tell whether there is room for a window between a place's node and the one above."""
        return self._between_levels(place) >= self.letter * 3

    @property
    def _long(self) -> int:
        return round(_LONG * self.camera.unit)

    def reach(self, place: int) -> int:
        """Return how many pixels what is painted for a place may reach beyond its middle."""
        return self._long if self.camera.in_full(place) else REACH

    # -- what is painted

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Paint all that meets a rectangle, on the card's colour."""
        with theme.clipped(surface, clip):
            surface.fill(self.palette.card, clip)
            if not self.camera.all_in_full:
                for level in range(len(self.layout.rows)):
                    self._far.paint(surface, level, clip)
            self._paint_in_full(surface, clip.inflate(2 * self._long, 2 * self._long))

    def _paint_in_full(self, surface: pygame.Surface, reach: pygame.Rect) -> None:
        camera = self.camera
        left, right = camera.across(reach.left), camera.across(reach.right)
        top, bottom = camera.level(reach.top), camera.level(reach.bottom)
        edges, nodes = [], []
        for level, row in enumerate(self.layout.rows):
            if level and top <= level and level - 1 <= bottom:
                edges += [(row, entry) for entry in self._in_full(row, row.crossing(left, right))]
            if top <= level <= bottom:
                nodes += [(row, entry) for entry in self._in_full(row, row.between(left, right))]
        for row, entry in edges:
            self._edge(surface, row.places[entry])
        for row, entry in edges:
            self._name_where_it_fits(surface, row, entry)
        for row, entry in nodes:
            self._node(surface, row.places[entry])
        for row, entry in nodes:
            self.beside(surface, row, entry)

    def _in_full(self, row: LayoutRow, entries: range) -> Iterable[int]:
        """Return the entries that are drawn in full."""
        if self.camera.all_in_full:
            return entries
        if row.crowded:
            return ()
        return [entry for entry in entries if self.camera.in_full(row.places[entry])]

    # -- edges

    def ends(self, place: int) -> Ends:
        """Return where the edge to a place begins and ends."""
        camera = self.camera
        x, y = camera.at(place)
        above_x, above_y = camera.at(self.layout.parent[place])
        above_y += camera.half(self.layout.parent[place])
        return (above_x, above_y), (x, y - camera.half(place))

    def _edge(self, surface: pygame.Surface, place: int) -> None:
        state = self.looks.of(place).state
        unit = self.camera.unit
        if state is NodeState.HIDDEN:
            return
        start, end = self.ends(place)
        room = round(24 * unit)
        if not surface.get_clip().inflate(room, room).clipline(start, end):
            return
        if state is NodeState.WAITING:
            tree_nodes.open_end(surface, start, end, self._faint, 5 * unit)
        elif state is NodeState.CUT_AWAY:
            tree_nodes.dashes(surface, start, end, self._faint, max(6, 9 * unit))
            bar = max(5.0, min(self.camera.half(place) * 0.9, 12 * unit))
            tree_nodes.strike(surface, start, end, self.palette.accent, bar)
        else:
            again = self.layout.nodes[place].again
            tree_nodes.edge(surface, start, end, self._thread, max(1.0, unit), again)

    # -- the names of moves

    def _name_where_it_fits(self, surface: pygame.Surface, row: LayoutRow, entry: int) -> None:
        look = self.looks.of(row.places[entry])
        if look.state is not NodeState.HIDDEN and self._name_fits(row, entry, look):
            ink = self.palette.ink if look.visited else self._faint
            self.name(surface, row.places[entry], ink, look.visited)

    def _name_fits(self, row: LayoutRow, entry: int, look: NodeLabel) -> bool:
        words = self._words(row.places[entry])
        width = theme.font(self.letter, True).size(words)[0] + 4
        # On their way down the edges of neighbours part.
        room = self._room(row, entry) * _SHARES[look.state] * self.camera.view.pitch
        return self._between_levels(row.places[entry]) >= self.letter * 1.5 and width <= room

    def _room(self, row: LayoutRow, entry: int) -> float:
        """Return the distance to the nearer neighbour in a row."""
        at = row.across[entry]
        before = at - row.across[entry - 1] if entry else _ALONE
        after = row.across[entry + 1] - at if entry + 1 < len(row.across) else _ALONE
        return min(before, after)

    def _words(self, place: int) -> str:
        """Return the name of the move that leads to a place."""
        parent, index = self.layout.parent[place], self.layout.index[place]
        if self._named is not None:
            return self._named(parent, index)
        return self.layout.nodes[parent].texts[index]

    def name(self, surface: pygame.Surface, place: int, ink: pygame.Color, bold: bool) -> None:
        """Write a move's name on its edge."""
        start, end = self.ends(place)
        state = self.looks.of(place).state
        share = _SHARES[state]
        if state is NodeState.WAITING:
            share += self.letter / max(1.0, math.dist(start, end))
        x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
        self._written(surface, self._words(place), (x, y), ink, bold)

    def _written(
        self,
        surface: pygame.Surface,
        words: str,
        at: tuple[float, float],
        ink: pygame.Color,
        bold: bool = False,
    ) -> None:
        """Write words on a ground of their own, so that lines do not run through them."""
        width = theme.font(self.letter, bold).size(words)[0] + 4
        ground = pygame.Rect(0, 0, width, round(self.letter * 1.12))
        ground.center = round(at[0]), round(at[1])
        if not ground.inflate(4, 2 * self.letter).colliderect(surface.get_clip()):
            return
        surface.fill(self.palette.card, ground)
        theme.write(surface, words, at, self.letter, ink, bold, "center")

    # -- nodes

    def _node(self, surface: pygame.Surface, place: int) -> None:
        look = self.looks.of(place)
        if look.visited:
            picture = self.node_picture(place, look)
            x, y = self.camera.at(place)
            surface.blit(picture, picture.get_rect(center=(round(x), round(y))))

    def node_picture(self, place: int, look: NodeLabel, lit: bool = False) -> pygame.Surface:
        """Return the picture of a node; a lit one lies on the current line."""
        palette = self.palette
        size = max(2, round(2 * self.camera.half(place)))
        edge, ink = self._thread, palette.ink
        fill = palette.raised if size >= tree_nodes.SMALL else edge
        if look.state is NodeState.CUT:
            fill = edge = palette.accent
            ink = palette.on_accent
        elif lit:
            fill = edge = palette.best
            ink = palette.on_accent
        elif look.state is NodeState.OPEN:
            edge = palette.best
        square = self.layout.nodes[place].mover == 0
        return tree_nodes.node(square, size, fill, edge, ink, look.value)

    # -- what stands beside nodes

    def beside(self, surface: pygame.Surface, row: LayoutRow, entry: int) -> None:
        """Write a node's window above it, and below it why it was cut or what it hides."""
        place = row.places[entry]
        look = self.looks.of(place)
        if not look.visited:
            return
        room = self._room(row, entry) * self.camera.view.pitch
        if self.layout.slots[place] and look.window and self.windows_fit(place):
            width = theme.font(self.letter).size(look.window)[0]
            if width + 6 <= room:
                self.window(surface, place, look.window)
        if place in self.layout.folded:
            words = f"+{self.layout.hidden_below(place)}"
            mark = tree_nodes.fold_mark(words, self.letter, self.palette)
            surface.blit(mark, self._below(place, mark))
        elif look.cut:
            for words in (say("stage_cut", values=look.cut), look.cut):
                if tree_nodes.badge(words, self.letter, self.palette).get_width() <= room:
                    self.badge(surface, place, words)
                    break

    def window(self, surface: pygame.Surface, place: int, words: str) -> None:
        """Write a window above its node."""
        x, y = self.camera.at(place)
        y -= self.camera.half(place) + self.letter * 0.75
        self._written(surface, words, (x, y), self.palette.quiet)

    def badge(self, surface: pygame.Surface, place: int, words: str) -> None:
        """Paint below a node why it was cut."""
        picture = tree_nodes.badge(words, self.letter, self.palette)
        surface.blit(picture, self._below(place, picture))

    def _below(self, place: int, picture: pygame.Surface) -> pygame.Rect:
        x, y = self.camera.at(place)
        at = (round(x), round(y + self.camera.half(place) + 3 * self.camera.unit))
        return picture.get_rect(midtop=at)
