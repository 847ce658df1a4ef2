"""The tree of a recorded search on a stage: it is played, zoomed, moved about and folded.

    stage = Stage(rect, palette, scale)
    stage.show(playback)              # a TreeLayout made beforehand may be handed over
    stage.handle(event)               # the wheel, dragging, clicking, + - 0 F and Shift + arrows
    stage.elapse(dt); stage.draw(surface)

The page reads ``clicked`` (a node, to be set to None once it is taken), sets ``follow`` (the view
stays with the node that the playback is at; dragging turns it off) and ``as_mover``, and asks
``moving``. It draws the card below the stage; the tree covers its own part of that.
"""

from __future__ import annotations

import math

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.screens.theatre.glide import Glide
from kalahgui.gui.screens.theatre.level_names import LevelNames
from kalahgui.gui.screens.theatre.stage_canvas import StageCanvas
from kalahgui.gui.screens.theatre.stage_input import StageInput
from kalahgui.gui.screens.theatre.stage_line import StageLine
from kalahgui.gui.screens.theatre.stage_painter import MoveName, StagePainter
from kalahgui.gui.screens.theatre.view import Camera, View
from kalahgui.theatre.node_labels import NodeLabels
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.tree_layout import TreeLayout

_NODE_REACH = 7  # pixels beside a tiny node that still mean it, in a layout of 1280 x 800
_PICTURE_PIXELS = 12_000_000
_PICTURE_SIDE = 14_000
_PICTURE_MARGIN = 16


class Stage:
    """Show a playback's tree in a rectangle."""

    def __init__(
        self,
        rect: pygame.Rect,
        palette: theme.Palette,
        scale: theme.Scale,
        you: int = 0,
        named: MoveName | None = None,
    ) -> None:
        """Stand in a rectangle; ``you`` is who is spoken to, the root's player (0) or not (1).

        ``named`` writes a move of a node, by its place there; without it moves are in notation, as
        in a picture that is saved.
        """
        self._named = named
        self.you = you
        self.rect = pygame.Rect(rect)
        self.area = self.rect.copy()  # without the names of the levels
        self.palette = palette
        self.scale = scale
        self.clicked: int | None = None
        self.chosen: int | None = None  # the node a ring is around: clicked or walked to
        self.follow = True
        self.shown = False
        self._input = StageInput()
        self._hovered: int | None = None
        self._glide: Glide | None = None
        self._followed: int | None = None
        self._as_mover = False

    # -- what is shown

    def show(self, playback: Playback, layout: TreeLayout | None = None) -> None:
        """Show a playback, all of its tree fitted in.

        A large ``layout`` takes a moment, so it may be made where the recording was.
        """
        self.shown = True
        self.playback = playback
        self.layout = layout or TreeLayout(playback.recording.nodes)
        self._names = LevelNames(self.layout, self.rect, self.palette, self.scale, self.you)
        self.area = self._names.rest
        self.camera = Camera(self.layout, pygame.Rect((0, 0), self.area.size), self.scale.layout)
        self.clicked = self.chosen = self._hovered = self._glide = None
        self._followed = playback.node
        self._look_anew()

    def _look_anew(self) -> None:
        self._looks = NodeLabels(self.playback, self.layout, self._as_mover)
        letter = self.scale.small
        self._painter = StagePainter(self._looks, self.camera, self.palette, letter, self._named)
        self._canvas = StageCanvas(self._painter)
        self._line = StageLine(self._painter, self.playback)

    def take_over(self, other: Stage) -> None:
        """Show what another stage does, with its view: after a change of the window."""
        self._as_mover = other.as_mover
        if not other.shown:
            return
        self.show(other.playback, other.layout)
        self.chosen, self.follow = other.chosen, other.follow
        view = other.camera.view
        if view != other.camera.fitted:
            pitch = view.pitch * self.scale.layout / other.scale.layout
            pitch = max(pitch, self.camera.fitted.pitch)
            self.camera.look(self.camera.held(View(view.across, view.level, pitch)))

    @property
    def as_mover(self) -> bool:
        """Tell whether values are written as whoever moves sees them, not the root's player."""
        return self._as_mover

    @as_mover.setter
    def as_mover(self, on: bool) -> None:
        if on != self._as_mover:
            self._as_mover = on
            if self.shown:
                self._look_anew()

    # -- the view

    @property
    def moving(self) -> bool:
        """Tell whether the next frame would look different without any input."""
        return self.shown and (self._glide is not None or not self._canvas.finished)

    def fit(self) -> None:
        """Show the whole tree."""
        self._glide_to(self.camera.fitted)

    def zoom_by(self, factor: float, point: tuple[float, float] | None = None) -> None:
        """Zoom in or out around a point of the window, the middle by default."""
        local = self.camera.rect.center if point is None else self._local(point)
        self._glide_to(self.camera.zoomed(self._goal, factor, local))

    def move_by(self, right: float, down: float) -> None:
        """Move the tree by pixels."""
        self._glide = None
        self.camera.look(self.camera.moved(self.camera.view, round(right), round(down)))

    def focus(self, node: int, near: bool = False) -> None:
        """Bring a node into view, no farther than needed; ``near`` zooms until it can be read."""
        if self.layout.reveal(node):
            self._refold()
        pitch = max(self._goal.pitch, self.camera.readable) if near else None
        self._glide_to(self.camera.near(node, self._goal, pitch))

    @property
    def _goal(self) -> View:
        """Return where the view is going, or where it is."""
        return self.camera.view if self._glide is None else self._glide.goal

    def _glide_to(self, goal: View) -> None:
        if goal != self.camera.view:
            self._glide = Glide(self.camera.view, goal)

    def elapse(self, dt: float) -> None:
        """Let ``dt`` seconds pass: follow the playback, glide to where the view is going."""
        if not self.shown:
            return
        node = self.playback.node
        if node != self._followed:
            self._followed = node
            if self.follow and not self._input.holding:
                self._glide_to(self.camera.near(node, self._goal))
        if self._glide is not None:
            self.camera.look(self._glide.elapse(dt))
            if self.camera.view == self._glide.goal:
                self._glide = None

    # -- folding

    def fold(self, node: int) -> None:
        """Fold away what lies below a node, or unfold it; the node stays where it is."""
        self.camera.look(self._goal)
        x, y = self.camera.at(node)
        if node in self.layout.folded:
            self.layout.unfold(node)
        else:
            self.layout.fold(node)
        self._refold()
        new_x, new_y = self.camera.at(node)
        self.camera.look(self.camera.moved(self.camera.view, x - new_x, y - new_y))

    def _refold(self) -> None:
        self._glide = None
        least = self.camera.fitted.pitch
        view = self.camera.view
        self.camera.look(self.camera.held(View(view.across, view.level, max(view.pitch, least))))
        self._canvas.spoil()

    # -- where things are

    def node_at(self, point: tuple[float, float]) -> int | None:
        """Return the node under a point of the window."""
        place = self._place_at(point)
        return None if place is None or self.layout.is_stub(place) else place

    def _place_at(self, point: tuple[float, float]) -> int | None:
        """Return the node or the stub under a point that the search has come to the brink of."""
        if not self.shown or not self.area.collidepoint(point):
            return None
        x, y = self._local(point)
        camera = self.camera
        place = self.layout.nearest(camera.across(x), round(camera.level(y)))
        if place is None or (place and not self._visited(self.layout.parent[place])):
            return None
        reach = self.camera.half(place) * 1.2 + _NODE_REACH * self.scale.layout
        return place if math.dist(camera.at(place), (x, y)) <= reach else None

    def _local(self, point: tuple[float, float]) -> tuple[float, float]:
        return point[0] - self.area.x, point[1] - self.area.y

    def _visited(self, place: int) -> bool:
        return self._looks.of(place).visited

    # -- what hands do

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; return True when it was used."""
        return self.shown and self._input.handle(self, event)

    def hover(self, point: tuple[float, float] | None) -> None:
        """Show the sign for folding at the node under the mouse."""
        if point is None or not self.area.collidepoint(point):
            self._hovered = None
        elif self._line.sign_at(self._hovered, self._local(point)) is None:
            self._hovered = self.node_at(point)

    def click(self, point: tuple[float, float]) -> None:
        """Fold by the sign for it, or choose the node under a point."""
        signed = self._line.sign_at(self._hovered, self._local(point))
        if signed is not None:
            self.fold(signed)
            return
        place = self._place_at(point)
        if place is not None:
            # Where nothing was looked at, the node above can tell why.
            stub = self.layout.is_stub(place)
            self.chosen = self.clicked = self.layout.parent[place] if stub else place

    @property
    def here(self) -> int:
        """Return the node that keys mean: the chosen one, else the one the playback is at."""
        return self.layout.shown(self.playback.node if self.chosen is None else self.chosen)

    def walk(self, direction: str) -> int | None:
        """Choose the visited node "up", "down", "left" or "right" of the chosen one."""
        node = self._beside(direction)
        if node is not None:
            self.chosen = self.clicked = node
            self.focus(node)
        return node

    def _beside(self, direction: str) -> int | None:
        here, layout = self.here, self.layout
        if direction == "up":
            return layout.parent[here] if here else None
        if direction == "down":
            return self._below(here)
        row = layout.rows[layout.level[here]]
        entry = row.places.index(here)
        places = row.places[entry + 1 :] if direction == "right" else row.places[:entry][::-1]
        return next(filter(self._visited, places), None)

    def _below(self, node: int) -> int | None:
        """Return the best child, or the first where none is best yet."""
        if node in self.layout.folded:
            return None
        slots, best = self.layout.slots[node], self.playback.seen(node).best
        return next(filter(self._visited, slots), None) if best is None else slots[best]

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the tree and the names of its levels."""
        if not self.shown:
            return
        changed = self._looks.catch_up()
        if changed is None:
            self._canvas.spoil()
        else:
            self._canvas.spoil_nodes(changed)
        part = surface.subsurface(self.area)
        self._canvas.draw(part, self._glide is not None and self._glide.zooms)
        self._line.draw(part, self.chosen, self._hovered)
        self._names.draw(surface, self.camera)

    def picture(self) -> tuple[pygame.Surface, bool]:
        """Return a picture of the tree, and whether it is all of it.

        All of it where every value can be read in a picture of a sensible size, else what the
        stage shows now.
        """
        whole = self._whole_size()
        if whole is None:
            picture = pygame.Surface(self.rect.size)
            picture.fill(self.palette.card)
            stage = Stage(pygame.Rect((0, 0), self.rect.size), self.palette, self.scale)
            stage.take_over(self)
        else:
            picture = pygame.Surface(whole)
            picture.fill(self.palette.card)
            rect = picture.get_rect().inflate(-2 * _PICTURE_MARGIN, -2 * _PICTURE_MARGIN)
            stage = Stage(rect, self.palette, theme.Scale())
            stage._as_mover = self._as_mover
            stage.show(self.playback, self.layout)
        stage._draw_at_once(picture)
        return picture, whole is not None

    def _draw_at_once(self, surface: pygame.Surface) -> None:
        """Draw the tree as a picture to keep: without what is under the hand."""
        part = surface.subsurface(self.area)
        self._painter.paint(part, part.get_rect())
        self._line.draw(part, self.chosen, None)
        self._names.draw(surface, self.camera)

    def _whole_size(self) -> tuple[int, int] | None:
        """Return the size of a picture of all of the tree; None where it would be too large."""
        names = LevelNames(self.layout, self.rect, self.palette, theme.Scale(), self.you)
        column = self.rect.width - names.rest.width
        width, height = self.camera.whole
        size = width + column + 2 * _PICTURE_MARGIN, height + 2 * _PICTURE_MARGIN
        if max(size) > _PICTURE_SIDE or size[0] * size[1] > _PICTURE_PIXELS:
            return None
        return size
