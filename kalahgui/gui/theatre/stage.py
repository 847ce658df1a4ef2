"""The tree of a recorded search on a stage: it is played, zoomed, moved about and folded.

    stage = Stage(rect, palette, scale)
    stage.show(playback)              # a Layout made beforehand may be handed over
    stage.handle(event)               # the wheel, dragging, clicking, + - 0 F and Shift + arrows
    stage.elapse(dt); stage.draw(surface)

The page reads ``clicked`` (a node, None after it was taken), sets ``follow`` (the view stays with
the node that the playback is at; dragging turns it off) and ``as_mover``, and asks ``moving``.
"""

from __future__ import annotations

import math
from typing import Any

import pygame

from kalahgui.gui.kit import theme
from kalahgui.gui.theatre.level_names import LevelNames
from kalahgui.gui.theatre.stage_canvas import StageCanvas
from kalahgui.gui.theatre.stage_line import StageLine
from kalahgui.gui.theatre.stage_painter import StagePainter
from kalahgui.gui.theatre.view import Camera, View
from kalahgui.theatre.layout import Layout
from kalahgui.theatre.standing import Looks

_NOTCH = 1.25  # what one notch of the wheel or one key zooms by
_GLIDE_SECONDS = 0.18
_CLICK_REACH = 4  # pixels that a hand may move in a click
_NODE_REACH = 6  # pixels beside a tiny node that still mean it
_WALKS = {
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
}


class Stage:
    """Show a playback's tree in a rectangle."""

    def __init__(self, rect: pygame.Rect, palette: theme.Palette, scale: theme.Scale) -> None:
        self.rect = pygame.Rect(rect)
        self.palette = palette
        self.scale = scale
        self.clicked: int | None = None
        self.chosen: int | None = None  # the node a ring is around: clicked or walked to
        self.follow = True
        self.playback: Any = None
        self._hovered: int | None = None
        self._grip: tuple[int, int] | None = None
        self._dragging = False
        self._from: View | None = None
        self._goal: View | None = None
        self._glided = 0.0
        self._followed: int | None = None
        self._as_mover = False

    # -- what is shown

    def show(self, playback: Any, layout: Layout | None = None) -> None:
        """Show a playback, all of its tree fitted in.

        A large ``layout`` takes a moment, so it may be made where the recording was.
        """
        self.playback = playback
        self.layout = layout or Layout(playback.recording.nodes)
        self._names = LevelNames(self.layout, self.rect, self.palette, self.scale)
        self.area = self._names.rest
        local = pygame.Rect((0, 0), self.area.size)
        self.camera = Camera(self.layout, local, self.scale.layout)
        self.chosen = self._hovered = self._goal = self._followed = None
        self._look_anew()

    def _look_anew(self) -> None:
        self._looks = Looks(self.playback, self.layout, self._as_mover)
        letter = self.scale.small
        self._painter = StagePainter(self._looks, self.camera, self.palette, letter)
        self._canvas = StageCanvas(self._painter)
        self._line = StageLine(self._painter, self.playback)

    def take_over(self, other: Stage) -> None:
        """Show what another stage does, with its view: after a change of the window's size."""
        if other.playback is None:
            return
        self._as_mover = other.as_mover
        self.show(other.playback, other.layout)
        self.chosen, self.follow = other.chosen, other.follow
        if other.camera.view != other.camera.fitted:
            view = other.camera.view
            ratio = self.scale.layout / other.scale.layout
            pitch = max(view.pitch * ratio, self.camera.fitted.pitch)
            self.camera.view = self.camera.held(View(view.across, view.level, pitch))

    @property
    def as_mover(self) -> bool:
        """Tell whether values are written as whoever moves sees them, not the root's player."""
        return self._as_mover

    @as_mover.setter
    def as_mover(self, on: bool) -> None:
        if on != self._as_mover:
            self._as_mover = on
            if self.playback is not None:
                self._look_anew()

    # -- the view

    @property
    def moving(self) -> bool:
        """Tell whether the next frame would look different without any input."""
        if self.playback is None:
            return False
        return self._goal is not None or not self._canvas.finished

    def fit(self) -> None:
        """Show the whole tree."""
        self._glide(self.camera.fitted)

    def zoom_by(self, factor: float, point: tuple[float, float] | None = None) -> None:
        """Zoom in or out around a point of the window, the middle by default."""
        centre = self.camera.rect.center
        local = centre if point is None else self._local(point)
        self._glide(self.camera.zoomed(self._goal or self.camera.view, factor, local))

    def move_by(self, right: float, down: float) -> None:
        """Move the tree by pixels."""
        self._goal = None
        self.camera.view = self.camera.moved(self.camera.view, round(right), round(down))

    def focus(self, node: int, near: bool = False) -> None:
        """Bring a node into view, no farther than needed; ``near`` zooms until it can be read."""
        if self.layout.reveal(node):
            self._refold()
        view = self._goal or self.camera.view
        pitch = max(view.pitch, self.camera.readable) if near else None
        self._glide(self.camera.near(node, view, pitch))

    def _glide(self, goal: View) -> None:
        if goal != self.camera.view:
            self._from, self._goal, self._glided = self.camera.view, goal, 0.0

    def elapse(self, dt: float) -> None:
        """Let ``dt`` seconds pass: follow the playback, glide to where the view is going."""
        if self.playback is None:
            return
        current = self.playback.current
        if current != self._followed:
            self._followed = current
            if self.follow and self._grip is None:
                shown = self.layout.shown(current)
                self._glide(self.camera.near(shown, self._goal or self.camera.view))
        if self._goal is not None and self._from is not None:
            self._glided = min(1.0, self._glided + dt / _GLIDE_SECONDS)
            if self._glided >= 1:
                self.camera.view, self._goal = self._goal, None
            else:
                share = 1 - (1 - self._glided) ** 2
                self.camera.view = _between(self._from, self._goal, share)

    # -- folding

    def fold(self, node: int) -> None:
        """Fold away what lies below a node, or unfold it."""
        x, y = self.camera.at(node)
        if node in self.layout.folded:
            self.layout.unfold(node)
        else:
            self.layout.fold(node)
        self._refold()
        # The node stays under the hand.
        new_x, new_y = self.camera.at(node)
        self.camera.view = self.camera.moved(self.camera.view, x - new_x, y - new_y)

    def _refold(self) -> None:
        self._goal = None
        self.camera.view = self.camera.held(self.camera.view)
        self._canvas.spoil()

    # -- where things are

    def node_at(self, point: tuple[float, float]) -> int | None:
        """Return the node under a point of the window."""
        place = self._place_at(point)
        return None if place is None or self.layout.is_stub(place) else place

    def _place_at(self, point: tuple[float, float]) -> int | None:
        if self.playback is None or not self.area.collidepoint(point):
            return None
        x, y = self._local(point)
        camera = self.camera
        level = round(camera.level(y))
        place = self.layout.nearest(camera.across(x), level)
        if place is None:
            return None
        at = camera.at(place)
        reach = self._painter.half(place) + _NODE_REACH * self.scale.layout
        return place if math.dist(at, (x, y)) <= reach * 1.2 else None

    def _local(self, point: tuple[float, float]) -> tuple[float, float]:
        return point[0] - self.area.x, point[1] - self.area.y

    # -- what hands do

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; return True when it was used."""
        if self.playback is None:
            return False
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 2):
            return self._press(event)
        if event.type == pygame.MOUSEMOTION:
            return self._motion(event)
        if event.type == pygame.MOUSEBUTTONUP and event.button in (1, 2):
            return self._release(event)
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        return False

    def _wheel(self, event: pygame.Event) -> bool:
        point = pygame.mouse.get_pos()
        if not self.area.collidepoint(point):
            return False
        if event.y:
            notches = getattr(event, "precise_y", event.y) or event.y
            self.zoom_by(_NOTCH**notches, point)
        if event.x:
            self.follow = False
            self.move_by(-event.x * 40 * self.scale.layout, 0)
        return True

    def _press(self, event: pygame.Event) -> bool:
        if not self.area.collidepoint(event.pos):
            return False
        self._grip, self._dragging = event.pos, False
        return True

    def _motion(self, event: pygame.Event) -> bool:
        if self._grip is None:
            self._hovered = self.node_at(event.pos)
            return False
        right, down = event.pos[0] - self._grip[0], event.pos[1] - self._grip[1]
        if not self._dragging and math.hypot(right, down) <= _CLICK_REACH:
            return True
        self._dragging, self._grip, self.follow = True, event.pos, False
        self.move_by(right, down)
        return True

    def _release(self, event: pygame.Event) -> bool:
        if self._grip is None:
            return False
        clicked = not self._dragging and event.button == 1
        self._grip, self._dragging = None, False
        if clicked:
            self._click(event.pos)
        return True

    def _click(self, point: tuple[int, int]) -> None:
        marked = self._line.marked(self._hovered, self._local(point))
        if marked is not None:
            self.fold(marked)
            return
        place = self._place_at(point)
        if place is None:
            return
        # Where nothing was looked at, the node above can tell why.
        node = self.layout.parent[place] if self.layout.is_stub(place) else place
        self.chosen = self.clicked = node

    def _key(self, event: pygame.Event) -> bool:
        if event.mod & pygame.KMOD_SHIFT and event.key in _WALKS:
            return self.walk(_WALKS[event.key]) is not None
        if event.unicode in ("+", "=") or event.key == pygame.K_KP_PLUS:
            self.zoom_by(_NOTCH)
        elif event.unicode == "-" or event.key == pygame.K_KP_MINUS:
            self.zoom_by(1 / _NOTCH)
        elif event.unicode == "0" or event.key == pygame.K_KP0:
            self.fit()
        elif event.key == pygame.K_f and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self.fold(self.here)
        else:
            return False
        return True

    @property
    def here(self) -> int:
        """Return the node that keys mean: the chosen one, else the one the playback is at."""
        node = self.playback.current if self.chosen is None else self.chosen
        return self.layout.shown(int(node))

    def walk(self, direction: str) -> int | None:
        """Choose the visited node "up", "down", "left" or "right" of the chosen one."""
        node = self._next(direction)
        if node is not None:
            self.chosen = self.clicked = node
            self.focus(node)
        return node

    def _next(self, direction: str) -> int | None:
        here, layout = self.here, self.layout
        if direction == "up":
            return layout.parent[here] if here else None
        if direction == "down":
            if here in layout.folded:
                return None
            best = self.playback.seen(here).best
            below = [place for place in layout.slots[here] if self._visited(place)]
            return best if best in below else below[0] if below else None
        row = layout.rows[layout.level[here]]
        entry = row.between(layout.across(here), layout.across(here)).start
        places = row.places[entry + 1 :] if direction == "right" else row.places[:entry][::-1]
        return next((place for place in places if self._visited(place)), None)

    def _visited(self, place: int) -> bool:
        return self._looks.of(place).visited

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the tree and the names of its levels."""
        if self.playback is None:
            return
        changed = self._looks.catch_up()
        if changed is None:
            self._canvas.spoil()
        elif changed:
            self._canvas.spoil_nodes(changed)
        part = surface.subsurface(self.area)
        goal = self._goal
        zooming = goal is not None and goal.pitch != self.camera.view.pitch
        self._canvas.draw(part, zooming)
        self._line.draw(part, self.chosen, self._hovered)
        self._names.draw(surface, self.camera)


def _between(start: View, goal: View, share: float) -> View:
    """Return a view on the way to another; what both show at one point stays there."""
    if start.pitch == goal.pitch:
        moved = share
        pitch = start.pitch
    else:
        pitch = start.pitch * (goal.pitch / start.pitch) ** share
        moved = (1 / pitch - 1 / start.pitch) / (1 / goal.pitch - 1 / start.pitch)
    across = start.across + (goal.across - start.across) * moved
    return View(across, start.level + (goal.level - start.level) * moved, pitch)
