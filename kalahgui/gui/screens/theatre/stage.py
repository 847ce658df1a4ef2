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
from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.tree_pen import SurfacePen, tree_inks
from kalahgui.gui.screens.theatre.camera import Camera
from kalahgui.gui.screens.theatre.stage_canvas import StageCanvas
from kalahgui.gui.services.keymap import Commands, press
from kalahgui.gui.services.words import say
from kalahgui.theatre.node_labels import NodeLabels, shown_lines
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.tree_layout import TreeLayout
from kalahgui.theatre.tree_painter import MoveName, TreePainter, level_names

_NODE_REACH = 7  # pixels beside a tiny node that still mean it, in a layout of 1280 x 800
_PICTURE_PIXELS = 12_000_000
_PICTURE_SIDE = 14_000
_PICTURE_MARGIN = 16
_NOTCH = 1.25  # what one notch of the wheel or one key zooms by
_CLICK_REACH = 4  # pixels that a hand may move in a click
_ASIDE = 48  # pixels that a notch of a wheel moves sideways
_WAYS = ("up", "down", "left", "right")
_RING_LEAST = 6
_SIGN = 14
_AT_CORNER = 0.86  # of half a node's side, from its middle to that of the sign for folding


class Stage:
    """Show a playback's tree in a rectangle."""

    def __init__(
        self,
        rect: pygame.Rect,
        palette: theme.Palette,
        scale: theme.Scale,
        you: int = 0,
        move_name: MoveName | None = None,
    ) -> None:
        """Stand in a rectangle; ``you`` is who is spoken to, the root's player (0) or not (1).

        ``move_name`` writes a move of a node, by its place there; without it moves are in notation,
        as in a picture that is saved.
        """
        self._move_name = move_name
        self.you = you
        self.rect = pygame.Rect(rect)
        self.area = self.rect.copy()  # without the names of the levels
        self.palette = palette
        self.scale = scale
        self.clicked: int | None = None
        self.chosen: int | None = None  # the node a ring is around: clicked or walked to
        self.follow = True
        self.shown = False
        self._hovered: int | None = None
        self._grip: tuple[int, int] | None = None  # where a button is held down
        self._dragging = False
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
        names = say("stage_you"), say("stage_them")
        self._names = level_names(
            self.layout, names[self.you], names[1 - self.you], say("stage_values")
        )
        self.area = self.rect.copy()
        self.area.width -= self._column(self.scale)
        self.area.right = self.rect.right
        self.camera = Camera(self.layout, pygame.Rect((0, 0), self.area.size), self.scale.layout)
        self.clicked = self.chosen = self._hovered = None
        self._followed = playback.node
        self._label_anew()

    def _column(self, scale: theme.Scale) -> int:
        face = theme.font(scale.small)
        return max(face.size(words)[0] for words in self._names) + scale.px(10)

    def _label_anew(self) -> None:
        self._labels = NodeLabels(self.playback, self.layout, self._as_mover)
        self._painter = TreePainter(
            self._labels.of,
            self.camera,
            tree_inks(self.palette),
            self.scale.small,
            self._move_name or self.layout.move_text,
            say("stage_cut", values="{}"),
        )
        self._canvas = StageCanvas(self._painter, self.camera, self.palette)

    def take_over(self, other: Stage) -> None:
        """Show what another stage does, with its view: after a change of the window."""
        self.as_mover = other.as_mover
        if other.shown:
            self.show(other.playback, other.layout)
            self.chosen, self.follow = other.chosen, other.follow
            self.camera.look(self.camera.as_in(other.camera))

    @property
    def as_mover(self) -> bool:
        """Tell whether values are written as whoever moves sees them, not the root's player."""
        return self._as_mover

    @as_mover.setter
    def as_mover(self, on: bool) -> None:
        if on != self._as_mover:
            self._as_mover = on
            if self.shown:
                self._label_anew()

    # -- the view

    @property
    def moving(self) -> bool:
        """Tell whether the next frame would look different without any input."""
        return self.shown and (self.camera.gliding or not self._canvas.finished)

    def fit(self) -> None:
        """Show the whole tree."""
        self.camera.glide_to(self.camera.fitted)

    def zoom_by(self, factor: float, point: tuple[float, float] | None = None) -> None:
        """Zoom in or out around a point of the window, the middle by default."""
        local = self.camera.rect.center if point is None else self._local(point)
        self.camera.glide_to(self.camera.zoomed(factor, local))

    def move_by(self, right: float, down: float) -> None:
        """Move the tree by pixels."""
        self.camera.look(self.camera.moved(self.camera.view, round(right), round(down)))

    def focus(self, node: int, near: bool = False) -> None:
        """Bring a node into view, no farther than needed; ``near`` zooms until it can be read."""
        if self.layout.reveal(node):
            self._refold()
        self.camera.glide_to(self.camera.near(node, readable=near))

    def elapse(self, dt: float) -> None:
        """Let ``dt`` seconds pass: follow the playback, glide to where the view is going."""
        if not self.shown:
            return
        node = self.playback.node
        if node != self._followed:
            self._followed = node
            if self.follow and self._grip is None:
                self.camera.glide_to(self.camera.near(node))
        self.camera.elapse(dt)

    def fold(self, node: int) -> None:
        """Fold away what lies below a node, or unfold it; the node stays where it is."""
        self.camera.look(self.camera.goal)
        x, y = self.camera.at(node)
        if node in self.layout.folded:
            self.layout.unfold(node)
        else:
            self.layout.fold(node)
        self._refold()
        new_x, new_y = self.camera.at(node)
        self.move_by(x - new_x, y - new_y)

    def _refold(self) -> None:
        self.camera.look(self.camera.as_in(self.camera))
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
        reach = camera.half(place) * 1.2 + _NODE_REACH * self.scale.layout
        return place if math.dist(camera.at(place), (x, y)) <= reach else None

    def _local(self, point: tuple[float, float]) -> tuple[float, float]:
        return point[0] - self.area.x, point[1] - self.area.y

    def _visited(self, place: int) -> bool:
        return self._labels.of(place).visited

    # -- the mouse

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; return True when it was used."""
        if not self.shown:
            return False
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event)
        if event.type == pygame.MOUSEMOTION:
            return self._motion(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 2):
            pressed = self.area.collidepoint(event.pos)
            self._grip, self._dragging = event.pos if pressed else self._grip, False
            return pressed
        if event.type == pygame.MOUSEBUTTONUP and event.button in (1, 2):
            return self._release(event)
        return event.type == pygame.KEYDOWN and press(["watch"], self._commands, event)

    def _wheel(self, event: pygame.Event) -> bool:
        if not self.area.collidepoint(event.pos):
            return False
        if event.y:
            notches = getattr(event, "precise_y", 0.0) or event.y
            self.zoom_by(_NOTCH**notches, event.pos)
        if event.x:
            self.follow = False
            self.move_by(-event.x * _ASIDE, 0)
        return True

    def _motion(self, point: tuple[int, int]) -> bool:
        if self._grip is None:
            self.hover(point)
            return False
        right, down = point[0] - self._grip[0], point[1] - self._grip[1]
        if self._dragging or math.hypot(right, down) > _CLICK_REACH:
            self._dragging, self._grip, self.follow = True, point, False
            self.move_by(right, down)
        return True

    def _release(self, event: pygame.Event) -> bool:
        if self._grip is None:
            return False
        self._grip = None
        if event.button == 1 and not self._dragging:
            self.click(event.pos)
        return True

    def hover(self, point: tuple[float, float] | None) -> None:
        """Show the sign for folding at the node under the mouse."""
        if point is None or not self.area.collidepoint(point):
            self._hovered = None
        elif not self._on_sign(point):
            self._hovered = self.node_at(point)

    def _on_sign(self, point: tuple[float, float]) -> bool:
        sign = self._fold_sign(self._hovered)
        return sign is not None and sign.collidepoint(self._local(point))

    def click(self, point: tuple[float, float]) -> None:
        """Fold by the sign for it, or choose the node under a point."""
        if self._hovered is not None and self._on_sign(point):
            self.fold(self._hovered)
            return
        place = self._place_at(point)
        if place is not None:
            # Where nothing was looked at, the node above can tell why.
            stub = self.layout.is_stub(place)
            self.chosen = self.clicked = self.layout.parent[place] if stub else place

    # -- keys

    @property
    def _commands(self) -> Commands:
        return {
            **{f"walk_{way}": partial(self.walk, way) for way in _WAYS},
            "zoom_in": partial(self.zoom_by, _NOTCH),
            "zoom_out": partial(self.zoom_by, 1 / _NOTCH),
            "whole": self.fit,
            "fold": lambda: self.fold(self.here),
        }

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
        if self.shown:
            self._canvas.spoil_nodes(self._labels.catch_up())
            part = surface.subsurface(self.area)
            self._canvas.draw(part)
            self._draw_over(surface, part, self._hovered)

    def _draw_over(
        self, surface: pygame.Surface, part: pygame.Surface, hovered: int | None
    ) -> None:
        """Draw what lies over the tree in its part of a surface, and the names beside it.

        That is the best line, the current one over it, and the marks of two nodes.
        """
        palette, layout = self.palette, self.layout
        best, lit = shown_lines(self.playback, layout)
        lines = list(dict.fromkeys((*best, *lit)))
        pen = SurfacePen(part, palette.card)
        self._painter.paint(pen, lines, lines, best, lit)
        current = layout.shown(self.playback.node)
        self._ring(pen, current, palette.lit)
        if self.chosen is not None and self.chosen != current:
            self._ring(pen, layout.shown(self.chosen), palette.other)
        self._draw_fold_sign(part, hovered)
        pen = SurfacePen(surface.subsurface(self.rect), palette.card)
        self._painter.name_levels(pen, self._names, 0.0, 0.0, self.rect.height)

    def _ring(self, pen: SurfacePen, node: int, colour: pygame.Color) -> None:
        camera = self.camera
        width = max(1, round(2 * camera.unit))
        side = max(_RING_LEAST, round(2 * camera.half(node)))
        side += 2 * (round(3 * camera.unit) + width)
        pen.ring(camera.at(node), side, self.layout.nodes[node].mover == 0, colour, width)

    def _draw_fold_sign(self, surface: pygame.Surface, node: int | None) -> None:
        rect = self._fold_sign(node)
        if rect is None:
            return
        surface.blit(theme.rounded(rect.size, rect.width, self.palette.other), rect)
        arm, width = rect.width // 4, max(1, rect.width // 8)
        bar = pygame.Rect(0, 0, 2 * arm + width, width)
        bars = [bar, pygame.Rect(0, 0, bar.height, bar.width)]
        for each in bars if node in self.layout.folded else bars[:1]:
            each.center = rect.center
            surface.fill(self.palette.on_accent, each)

    def _fold_sign(self, node: int | None) -> pygame.Rect | None:
        """Return where a node's sign for folding lies, at its lower right corner, if it has one."""
        camera, layout = self.camera, self.layout
        if node is None or not layout.slots[node] or not camera.in_full(node):
            return None
        if not layout.is_shown(node):
            return None
        (x, y), reach = camera.at(node), camera.half(node) * _AT_CORNER
        side = max(9, round(_SIGN * camera.unit))
        rect = pygame.Rect(0, 0, side, side)
        rect.center = round(x + reach), round(y + reach)
        return rect

    def picture(self) -> tuple[pygame.Surface, bool]:
        """Return a picture of the tree, and whether it is all of it.

        All of it where every value can be read in a picture of a sensible size, else what the
        stage shows now.
        """
        whole = self._whole_size()
        picture = pygame.Surface(whole or self.rect.size)
        picture.fill(self.palette.card)
        if whole is None:
            stage = Stage(picture.get_rect(), self.palette, self.scale, self.you)
            stage.take_over(self)
        else:
            rect = picture.get_rect().inflate(-2 * _PICTURE_MARGIN, -2 * _PICTURE_MARGIN)
            stage = Stage(rect, self.palette, theme.Scale(), self.you)
            stage.as_mover = self.as_mover
            stage.show(self.playback, self.layout)
        part = picture.subsurface(stage.area)
        stage._canvas.paint_part(part, part.get_rect())
        stage._draw_over(picture, part, None)
        return picture, whole is not None

    def _whole_size(self) -> tuple[int, int] | None:
        """Return the size of a picture of all of the tree; None where it would be too large."""
        width, height = self.camera.whole
        width += self._column(theme.Scale())
        size = width + 2 * _PICTURE_MARGIN, height + 2 * _PICTURE_MARGIN
        if max(size) > _PICTURE_SIDE or size[0] * size[1] > _PICTURE_PIXELS:
            return None
        return size
