"""The tree of a recorded search on a stage: as much of it as can be read, folded by itself.

    stage = Stage(playback, rect, palette, scale)
    stage.handle(event)               # the wheel, dragging, clicking, + - 0 F and Shift + arrows
    stage.elapse(dt); stage.draw(surface)

The page reads ``clicked`` (a node, to be set to None once it is taken), sets ``follow`` (the view
stays with the node that the playback is at; dragging turns it off), and asks ``moving``. It draws
the card below the stage; the tree covers its own part of that.
"""

from __future__ import annotations

import math
from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.tree_drawing import SurfacePen, text_width, tree_inks
from kalahgui.gui.screens.theatre.terms import TermSpot
from kalahgui.gui.screens.theatre.watch.camera import Camera
from kalahgui.gui.screens.theatre.watch.stage_map import StageMap, has_map
from kalahgui.gui.services.keymap import Commands, press
from kalahgui.theatre.node_labels import NodeLabel, NodeLabels, shown_lines
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import ROOT
from kalahgui.theatre.tree_frame import measured
from kalahgui.theatre.tree_layout import TreeLayout
from kalahgui.theatre.tree_painter import WEDGE, MoveName, TermBeside, TreePainter, level_names
from kalahgui.theatre.unfolding import Unfolding
from kalahgui.words import number, say

_NODE_REACH = 7  # pixels beside a node that still mean it, in a layout of 1280 x 800
_LETTER = 13  # the least size of letters
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
        playback: Playback,
        rect: pygame.Rect,
        palette: theme.Palette,
        scale: theme.Scale,
        *,
        tree: TreeLayout | None = None,
        you: int = 0,
        other: str = "opponent",
        as_mover: bool = False,
        move_name: MoveName | None = None,
        before: Stage | None = None,
    ) -> None:
        """Stand in a rectangle; ``you`` is who is spoken to, the root's player (0) or not (1).

        ``other`` is what the one who is not is, "computer" or "opponent".
        Values are written as the root's player sees them, or ``as_mover`` as whoever moves does.
        ``move_name`` writes a move of a node, by its index there; without it moves are in notation.
        The layout of a large ``tree`` takes a moment, so it may be made where the recording was.
        Folds and view are those of the stage ``before``, after a change of the window.
        """
        self.playback, self.palette, self.scale = playback, palette, scale
        self.tree = tree or TreeLayout(playback.recording.nodes)
        self.you, self.other, self.as_mover = you, other, as_mover
        self._move_name = move_name or self.tree.move_text
        self.clicked: int | None = None
        # The node a ring is around: clicked or walked to.
        self.chosen: int | None = None if before is None else before.chosen
        self.follow: bool = before is None or before.follow
        self._hovered: int | None = None
        self._terms: list[TermBeside] = []
        self._grip: tuple[int, int] | None = None  # where a button is held down
        self._dragging = False
        self._followed = self._moment
        names = say("stage_you"), say("stage_computer" if other == "computer" else "stage_them")
        self._names = level_names(
            self.tree, names[you], names[1 - you], say("stage_values"), say("stage_again")
        )
        self.rect, self.area = pygame.Rect(rect), pygame.Rect(rect)
        self.area.width -= self._column(scale)  # for the names of the levels
        self.area.right = self.rect.right
        self.letter = max(_LETTER, scale.small)
        cut = say("stage_cut", values="{}")
        pitch, widths = measured(playback.recording, text_width, self.letter, self._move_name, cut)
        self._unfolding = hand = Unfolding(self.tree, widths)
        if before is not None:
            hand.opened, hand.closed = before._unfolding.opened, before._unfolding.closed
        root = self.tree.with_folded([ROOT], widths)
        within = pygame.Rect((0, 0), self.area.size)
        self.camera = Camera(root, within, scale.layout, pitch, self.letter)
        self._refold(at_once=True)
        if before is not None and before.camera.view != before.camera.fitted:
            self.camera.look(self.camera.as_in(before.camera))
        self.map: StageMap | None = None  # where there is a use for one
        self._labels = NodeLabels(playback, self.tree, as_mover)
        self._picture = pygame.Surface(self.rect.size)
        self._painted: object = None

    @property
    def layout(self) -> TreeLayout:
        """Return where everything lies that is shown."""
        return self.camera.layout

    def _column(self, scale: theme.Scale) -> int:
        face = theme.font(scale.small)
        return max(face.size(words)[0] for words in self._names) + scale.px(10)

    # -- the view

    @property
    def moving(self) -> bool:
        """Tell whether the next frame would look different without any input."""
        drawing = self.map is not None and not self.map.finished
        return drawing or self.camera.gliding or self._is_behind

    def fit(self) -> None:
        """Show the whole tree, folded as it is at first."""
        self._unfolding.opened.clear()
        self._unfolding.closed.clear()
        self.follow = True
        self._refold()

    def _refold(self, at_once: bool = False, keep: bool = False) -> None:
        """Open and fold what is to be, and fit it in; ``keep`` what is seen where that will do."""
        camera = self.camera
        before = camera.layout if keep and not self.playback.finished else None
        fitted = camera.view == camera.fitted
        layout = self._unfolding.fit(self.playback, camera.room, before)
        view = camera.view
        if layout is not before:
            # What it comes to is known when the layout is there.
            shown = Camera(layout, camera.rect, camera.unit, camera.readable, self.letter)
            view = shown.fitted if fitted or not keep else shown.held(view)
            view = shown.near(self.playback.node, view)
        elif self.follow:
            view = camera.near(self.playback.node)
        (camera.look if at_once else camera.glide_to)(view, layout)

    @property
    def _moment(self) -> tuple[int, int]:
        """Return what the view follows: the node, and at the root what is known there."""
        node = self.playback.node
        return node, 0 if node else self.playback.at

    @property
    def _is_behind(self) -> bool:
        """Tell whether the playback has gone on, and the view is to follow."""
        return self.follow and self._followed != self._moment

    def zoom_by(self, factor: float, point: tuple[float, float] | None = None) -> None:
        """Zoom in or out around a point of the window, the middle by default."""
        local = self.camera.rect.center if point is None else self._local(point)
        self.camera.glide_to(self.camera.zoomed(factor, local))

    def move_by(self, right: float, down: float) -> None:
        """Move the tree by pixels."""
        self.camera.look(self.camera.moved(self.camera.view, round(right), round(down)))

    def focus(self, node: int) -> None:
        """Bring a node into view, no farther than needed."""
        if not self.layout.is_shown(node):
            self._unfolding.opened |= {self.tree.parent[node], node}
            self._refold()
        self.camera.glide_to(self.camera.near(node))

    def elapse(self, dt: float) -> None:
        """Let ``dt`` seconds pass: follow the playback, glide to where the view is going."""
        if self._is_behind and self._grip is None:
            self._followed = self._moment
            self._refold(keep=True)
        self.camera.elapse(dt)

    def fold(self, node: int) -> None:
        """Fold away what lies below a node, or unfold it."""
        hand = self._unfolding
        if self.layout.is_open(node):
            hand.closed.add(node)
            hand.opened -= {other for other in hand.opened if node in self.tree.line(other)}
            self.follow = self.follow and node not in self.playback.path[:-1]
        elif self.layout.has_more(node):
            hand.closed -= set(self.tree.line(node))
            hand.opened.add(node)
        self._refold()
        self.camera.glide_to(self.camera.near(node))

    # -- where things are

    def node_at(self, point: tuple[float, float]) -> int | None:
        """Return the node under a point of the window."""
        index = self._place_at(point)
        return None if index is None or self.layout.is_stub(index) else index

    def _place_at(self, point: tuple[float, float]) -> int | None:
        """Return the node or the stub under a point that the search has come to the brink of."""
        camera, index = self.camera, self._nearest(point)
        if index is None or (index and not self._visited(self.layout.parent[index])):
            return None
        reach = camera.half(index) * 1.2 + _NODE_REACH * self.scale.layout
        return index if math.dist(camera.at(index), self._local(point)) <= reach else None

    def _nearest(self, point: tuple[float, float]) -> int | None:
        if not self.area.collidepoint(point):
            return None
        x, y = self._local(point)
        return self.layout.nearest(self.camera.across(x), round(self.camera.line(y)))

    def _count_at(self, point: tuple[float, float]) -> int | None:
        index, (x, y) = self._nearest(point), self._local(point)
        if index is None or index not in self.layout.folded:
            return None
        (middle, above), half = self.camera.at(index), self.camera.half(index)
        below = above + half < y <= above + half + 1.3 * self.letter
        return index if below and abs(x - middle) <= half else None

    @property
    def terms(self) -> list[TermSpot]:
        """Return where terms stand beside nodes, to be explained by these."""
        spots = []
        for term, node, corners in self._terms:
            rect = pygame.Rect(corners).move(self.area.topleft)
            box = self.box_of(node)
            below = box.move(0, round(self.camera.step))  # what it tells of
            spots.append(TermSpot(term, rect, rect.unionall([box, below]), node))
        return spots

    def box_of(self, node: int) -> pygame.Rect:
        """Return where a node is drawn."""
        (x, y), side = self.camera.at(node), 2 * round(self.camera.half(node))
        box = pygame.Rect(0, 0, side, side)
        box.center = self.area.x + round(x), self.area.y + round(y)
        return box

    def _local(self, point: tuple[float, float]) -> tuple[float, float]:
        return point[0] - self.area.x, point[1] - self.area.y

    def label(self, index: int) -> NodeLabel:
        """Return what is written at a place."""
        return self._labels.of(index)

    def _visited(self, index: int) -> bool:
        return self._labels.of(index).visited

    # -- the mouse

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; return True when it was used."""
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

    def let_go(self) -> None:
        """Be held no more: the tree goes while a button is held down on it."""
        self._grip = None

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
        """Fold by the sign for it, open by a count, go where the map says, or choose a node."""
        node = self.map.node_at(self._local(point)) if self.map is not None else None
        if node is not None:
            self.follow = False
            self.focus(node)
            return
        if self._hovered is not None and self._on_sign(point):
            self.fold(self._hovered)
            return
        folded = self._count_at(point)
        if folded is not None:
            self.fold(folded)
            return
        index = self._place_at(point)
        if index is not None:
            # Where nothing was looked at, the node above can tell why.
            stub = self.layout.is_stub(index)
            self.chosen = self.clicked = self.layout.parent[index] if stub else index

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
        row = layout.rows[layout.line_of(here)]
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
        """Draw the tree, the names of its rows, and the map."""
        changed = self._labels.catch_up() != set()
        now = self.camera.stamp, self.chosen, self._hovered
        if changed or now != self._painted:
            if not self.camera.gliding and now != self._painted:
                self._place_map()
            self._painted = None  # as long as a late frame may break the painting off
            self._picture.fill(self.palette.card)
            self._paint(self._picture, self.palette)
            self._painted = now
        surface.blit(self._picture, self.rect)
        self._draw_map(surface.subsurface(self.area))

    def _draw_map(self, part: pygame.Surface) -> None:
        if self.map is None:
            return
        seen = [index for index in self.layout.places if self._in_view(index)]
        self.map.draw(part, seen, self.playback.path)

    def _place_map(self) -> None:
        """Have a map where there is a use for it, where it covers least."""
        if not has_map(self.tree, self.layout):
            self.map = None
            return
        if self.map is None:
            area = pygame.Rect((0, 0), self.area.size)
            self.map = StageMap(self.tree, area, self.palette, self.scale)
        self.map.dodge(self._covered)

    def _covered(self, rect: pygame.Rect) -> int:
        camera, way = self.camera, {*self.playback.path}
        covered = 0
        for index in self.layout.places:
            box = pygame.Rect(0, 0, *[2 * camera.half(index) + camera.stem] * 2)
            box.center = camera.at(index)
            covered += (10 + 90 * (index in way)) * box.colliderect(rect)
            if index:
                route = camera.route(index)
                covered += any(map(rect.clipline, route, route[1:]))
        return covered

    def _paint(self, surface: pygame.Surface, palette: theme.Palette) -> None:
        layout, camera = self.layout, self.camera
        painter = TreePainter(
            self._labels.of,
            camera,
            tree_inks(palette),
            self.letter,
            self._move_name,
            say("stage_cut", values="{}"),
            ghosts=True,
            number=number,
        )
        part = surface.subsurface(self.area.move(-self.rect.x, -self.rect.y))
        pen = SurfacePen(part, palette.card)
        best, lit = shown_lines(self.playback, layout)
        painter.paint(pen, camera.places, list(filter(self.is_whole, camera.places)), best, lit)
        self._terms = painter.terms
        current = layout.shown(self.playback.node)
        chosen = current if self.chosen is None else layout.shown(self.chosen)
        for node, colour in ((current, palette.accent), (chosen, palette.other)):
            if self.is_whole(node) and (node != current or colour is palette.accent):
                self._ring(pen, node, colour)
        self._draw_fold_sign(part, self._hovered)
        pen = SurfacePen(surface, palette.card)
        painter.name_levels(pen, self._names, 0.0, 0.0, surface.get_height())

    def _in_view(self, index: int) -> bool:
        (x, y), half = self.camera.at(index), self.camera.half(index)
        width, height = self.area.size
        if index in self.layout.folded:
            height -= round(WEDGE * self.letter) + 1
        return half <= x <= width - half and half <= y <= height - half

    def is_whole(self, index: int) -> bool:
        """Tell whether all of a node is to be seen: halves are not shown."""
        if not self.camera.stands(index):
            return False
        if self.map is None:
            return self._in_view(index)
        (x, y), half = self.camera.at(index), self.camera.half(index)
        box = pygame.Rect(x - half, y - half, 2 * half + 1, 2 * half + 1)
        return self._in_view(index) and not self.map.rect.colliderect(box)

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
        for stroke in bars if node in self.layout.folded else bars[:1]:
            stroke.center = rect.center
            surface.fill(self.palette.on_accent, stroke)

    def _fold_sign(self, node: int | None) -> pygame.Rect | None:
        """Return where a node's sign for folding lies, at its lower right corner, if it has one."""
        camera, layout = self.camera, self.layout
        if node is None or not layout.is_shown(node) or not layout.slots[node]:
            return None
        (x, y), reach = camera.at(node), camera.half(node) * _AT_CORNER
        side = max(9, round(_SIGN * camera.unit))
        rect = pygame.Rect(0, 0, side, side)
        rect.center = round(x + reach), round(y + reach)
        return rect

    def picture(self) -> pygame.Surface:
        """Return a picture of all of the tree that is open."""
        width, height = self.camera.whole
        size = width + self._column(theme.Scale()), height
        rect = pygame.Rect((0, 0), tuple(min(_PICTURE_SIDE, side) for side in size))
        stage = Stage(
            self.playback,
            rect,
            self.palette,
            self.scale,
            tree=self.tree,
            you=self.you,
            other=self.other,
            as_mover=self.as_mover,
            move_name=self._move_name,
        )
        stage.camera.look(stage.camera.fitted, self.layout)
        stage.camera.look(stage.camera.fitted)
        picture = pygame.Surface(rect.inflate(*[2 * _PICTURE_MARGIN] * 2).size)
        picture.fill(self.palette.card)
        stage._paint(picture.subsurface(rect.move(_PICTURE_MARGIN, _PICTURE_MARGIN)), self.palette)
        return picture
