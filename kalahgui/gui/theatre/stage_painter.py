"""What of a tree lies in a rectangle, painted: far out as dots, near with all that is known."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import pygame

from kalahgui.gui.kit import theme
from kalahgui.gui.kit.words import say
from kalahgui.gui.paint import tree_nodes
from kalahgui.gui.theatre.view import Camera
from kalahgui.theatre.layout import Layout, Row
from kalahgui.theatre.standing import Look, Looks, Standing

_COLUMN = 2.0  # pixels in which of several nodes only one is drawn
_SMALL = 11  # a node's size from which on shapes and strikes can be seen
_SHARES = {  # how far down an edge its move's name stands
    Standing.WAITING: tree_nodes.OPEN_SHARE,
    Standing.CUT_AWAY: 0.97,
    Standing.OPEN: 0.55,
    Standing.DONE: 0.55,
    Standing.CUT: 0.55,
}
_LONG = 60  # how far words may reach to the side of a node, in a layout of 1280 x 800


class StagePainter:
    """Paint parts of a tree through a camera."""

    def __init__(self, looks: Looks, camera: Camera, palette: theme.Palette, letter: int) -> None:
        """``letter`` is the size of the names of moves, windows and badges."""
        self.looks = looks
        self.layout: Layout = looks.layout
        self.camera = camera
        self.palette = palette
        self.letter = letter
        self.faint = palette.card.lerp(palette.quiet, 0.45)
        self.thread = palette.card.lerp(palette.quiet, 0.75)

    # -- how near the view is

    @property
    def readable(self) -> bool:
        """Tell whether values can be read, and so move names, windows and badges are written."""
        return tree_nodes.letter_of("+1", self.camera.leaf) > 0

    @property
    def between_levels(self) -> float:
        """Return the pixels between the nodes of two levels."""
        return self.camera.step(self.camera.view.pitch) - self.camera.inner

    @property
    def windows_fit(self) -> bool:
        """Tell whether there is room above nodes for their windows."""
        return self.between_levels >= self.letter * 3

    @property
    def reach(self) -> int:
        """Return how many pixels what is painted may reach beyond the middle of its place."""
        if self.readable:
            return round(_LONG * self.camera.unit)
        return round(self.camera.inner / 2) + 6

    @property
    def _gap(self) -> float:
        """Return the distance of places that are drawn apart."""
        return _COLUMN / self.camera.view.pitch

    # -- what is painted

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Paint all that meets a rectangle, on the card's colour."""
        surface.set_clip(clip)
        surface.fill(self.palette.card, clip)
        near = self.readable
        reach = clip.inflate(2 * self.reach, 2 * self.reach)
        rows = list(self._rows(reach))
        for row, places in rows:
            self._edges(surface, row, places, near)
        if near:
            for row, places in rows:
                self._names(surface, row, places)
        for level, row in enumerate(self.layout.rows):
            self._nodes(surface, level, row, reach, near)
        surface.set_clip(None)

    def _rows(self, reach: pygame.Rect) -> Iterator[tuple[Row, list[int]]]:
        """Yield the rows with the entries whose edges may be seen in a rectangle."""
        camera = self.camera
        left, right = camera.across(reach.left), camera.across(reach.right)
        top, bottom = camera.level(reach.top), camera.level(reach.bottom)
        for level, row in enumerate(self.layout.rows[1:], 1):
            if top <= level and level - 1 <= bottom:
                yield row, list(self._apart(row, row.crossing(left, right)))

    def _apart(self, row: Row, entries: range) -> Iterable[int]:
        """Return entries that lie at least a column apart."""
        gap = self._gap
        if gap < 0.8:
            return entries
        return self._stepped(row, entries, gap)

    def _stepped(self, row: Row, entries: range, gap: float) -> Iterator[int]:
        entry = entries.start
        while entry < entries.stop:
            yield entry
            entry = row.after(entry, gap)

    # -- edges

    def ends(self, place: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return where the edge to a place begins and ends."""
        camera = self.camera
        x, y = camera.at(place)
        above_x, above_y = camera.at(self.layout.parent[place])
        return (above_x, above_y + camera.inner * 0.5), (x, y - self.half(place))

    def half(self, place: int) -> float:
        """Return half the side of a place's node."""
        if self.layout.is_stub(place) or not self.layout.slots[place]:
            return self.camera.leaf / 2
        return self.camera.inner / 2

    def _edges(self, surface: pygame.Surface, row: Row, entries: list[int], near: bool) -> None:
        of = self.looks.of
        size = self.camera.inner
        for entry in entries:
            place = row.places[entry]
            standing = of(place).standing
            if standing is Standing.HIDDEN:
                continue
            start, end = self.ends(place)
            if standing is Standing.WAITING:
                fork = 5 * self.camera.unit if near else 0
                tree_nodes.open_end(surface, start, end, self.faint, fork)
            elif standing is Standing.CUT_AWAY:
                self._cut_away(surface, start, end, size)
            else:
                again = self.layout.nodes[place].again and size >= _SMALL
                width = max(1.0, self.camera.unit * 1.3) if near else 1.0
                tree_nodes.edge(surface, start, end, self.thread, width, again)

    def _cut_away(
        self,
        surface: pygame.Surface,
        start: tuple[float, float],
        end: tuple[float, float],
        size: float,
    ) -> None:
        if size < _SMALL:
            tree_nodes.dashes(surface, start, end, self.faint, 5)
            return
        tree_nodes.dashes(surface, start, end, self.faint, max(6, 9 * self.camera.unit))
        bar = max(5.0, min(size * 0.3, 12 * self.camera.unit))
        tree_nodes.strike(surface, start, end, self.palette.accent, bar)

    def _names(self, surface: pygame.Surface, row: Row, entries: list[int]) -> None:
        """Write the names of moves on their edges where the neighbours leave room."""
        for entry in entries:
            place = row.places[entry]
            look = self.looks.of(place)
            if look.standing is not Standing.HIDDEN and self._name_fits(row, entry, look):
                ink = self.palette.ink if look.visited else self.faint
                self.name(surface, place, ink, look.visited)

    def _name_fits(self, row: Row, entry: int, look: Look) -> bool:
        words = self.words(row.places[entry])
        width = theme.font(self.letter, True).size(words)[0] + 4
        # On their way down the edges of neighbours part.
        room = self._room(row, entry) * _SHARES[look.standing] * self.camera.view.pitch
        return self.between_levels >= self.letter * 1.5 and width <= room

    def _room(self, row: Row, entry: int) -> float:
        """Return the distance to the nearer neighbour in a row."""
        at = row.across[entry]
        before = at - row.across[entry - 1] if entry else 99.0
        after = row.across[entry + 1] - at if entry + 1 < len(row.across) else 99.0
        return min(before, after)

    def words(self, place: int) -> str:
        """Return the name of the move that leads to a place."""
        return self.layout.nodes[self.layout.parent[place]].texts[self.layout.index[place]]

    def name(self, surface: pygame.Surface, place: int, ink: pygame.Color, bold: bool) -> None:
        """Write a move's name on its edge."""
        start, end = self.ends(place)
        standing = self.looks.of(place).standing
        share = _SHARES[standing]
        if standing is Standing.WAITING:
            share += self.letter / max(1.0, math.dist(start, end))
        x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
        picture = theme.text(self.words(place), self.letter, ink, bold)
        width, height = picture.get_width(), round(self.letter * 1.15)
        halo = pygame.Rect(0, 0, width + 4, height)
        halo.center = round(x), round(y)
        surface.fill(self.palette.card, halo)
        theme.write(surface, self.words(place), (x, y), self.letter, ink, bold, "center")

    # -- nodes

    def _nodes(
        self, surface: pygame.Surface, level: int, row: Row, reach: pygame.Rect, near: bool
    ) -> None:
        camera = self.camera
        y = camera.y(level)
        if not reach.top <= y <= reach.bottom:
            return
        entries = row.between(camera.across(reach.left), camera.across(reach.right))
        pictures = []
        for entry in self._apart(row, entries):
            place = row.places[entry]
            look = self.looks.of(place)
            if look.visited:
                picture = self.node_picture(place, look)
                size = picture.get_width()
                x = camera.x(row.across[entry])
                pictures.append((picture, (round(x - size / 2), round(y - size / 2))))
        surface.fblits(pictures)
        if near:
            for entry in entries:
                self._beside(surface, row, entry)

    def node_picture(self, place: int, look: Look, lit: bool = False) -> pygame.Surface:
        """Return the picture of a node; a lit one lies on the current line."""
        palette = self.palette
        size = max(2, round(2 * self.half(place)))
        fill, edge, ink = palette.card, self.thread, palette.ink
        fill = palette.raised if size >= _SMALL else edge
        if look.standing is Standing.CUT:
            fill = edge = palette.accent
            ink = palette.on_accent
        elif lit:
            fill = edge = palette.best
            ink = palette.on_accent
        elif look.standing is Standing.OPEN:
            edge = palette.best
        return tree_nodes.node(
            self.layout.nodes[place].mover == 0, size, fill, edge, ink, look.value
        )

    def _beside(self, surface: pygame.Surface, row: Row, entry: int) -> None:
        """Write a node's window above it, and below it why it was cut or what it hides."""
        place = row.places[entry]
        look = self.looks.of(place)
        if not look.visited:
            return
        room = self._room(row, entry) * self.camera.view.pitch
        if self.layout.slots[place] and look.window and self.windows_fit:
            width = theme.font(self.letter).size(look.window)[0]
            if width + 6 <= room:
                self.window(surface, place, look.window)
        if look.cut:
            for words in (say("stage_cut", values=look.cut), look.cut):
                if tree_nodes.badge(words, self.letter, self.palette).get_width() <= room:
                    self.badge(surface, place, words)
                    break
        if place in self.layout.folded:
            words = f"+{self.layout.hidden_below(place)}"
            mark = tree_nodes.fold_mark(words, self.letter, self.palette)
            surface.blit(mark, self._below(place, mark))

    def window(self, surface: pygame.Surface, place: int, words: str) -> None:
        """Write a window above its node."""
        x, y = self.camera.at(place)
        y -= self.half(place) + self.letter * 0.75
        width = theme.font(self.letter).size(words)[0]
        halo = pygame.Rect(0, 0, width + 4, round(self.letter * 1.1))
        halo.center = round(x), round(y)
        surface.fill(self.palette.card, halo)
        theme.write(surface, words, (x, y), self.letter, self.palette.quiet, anchor="center")

    def badge(self, surface: pygame.Surface, place: int, words: str) -> None:
        """Paint below a node why it was cut."""
        picture = tree_nodes.badge(words, self.letter, self.palette)
        surface.blit(picture, self._below(place, picture))

    def _below(self, place: int, picture: pygame.Surface) -> pygame.Rect:
        x, y = self.camera.at(place)
        at = (round(x), round(y + self.half(place) + 3 * self.camera.unit))
        return picture.get_rect(midtop=at)
