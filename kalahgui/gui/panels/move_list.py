"""The list of a match's moves: it scrolls, every ply leads to its position, side lines are kept.

It is the inside of a painted element, and has no heading of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import pygame

from kalahgui.games.game import Message
from kalahgui.gui.boards.view import View
from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.element import Act
from kalahgui.gui.elements.layout import Painted
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.scroll import Scroller
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.theme import icon
from kalahgui.gui.panels.move_rows import (
    Badge,
    MoveRow,
    Piece,
    PliesPainter,
    RowBuilder,
    nearest,
    ply_words,
    row_height,
    sizes_for,
)
from kalahgui.gui.services import keymap, naming
from kalahgui.match.node import Node
from kalahgui.match.session import Session
from kalahgui.words import bracketed, say

# Lengths in units of the layout.
_BAR = 14  # what scrolling takes at the right
_INSET = 8  # from the edge of the list to what is written
_BUTTON = 22
_REACH = 20  # how far beside its words a ply can be hit


class _Button(NamedTuple):
    rect: pygame.Rect
    icon: str
    tip: str
    act: Callable[[Node], None]


class MoveList:
    """Shows the moves of a session's match; it outlasts the screen's laying out."""

    def __init__(
        self,
        screen: Screen,
        session: Session,
        *,
        view: Callable[[], View],
        go_to: Callable[[Node], None],
        step: Callable[[int], None],
        step_mistake: Callable[[int], None],
        changed: Act,
        badge_of: Callable[[Node], Badge | None] = lambda node: None,
        badges_changed: Callable[[], int] = lambda: 0,
        chosen: Callable[[], Node] | None = None,
    ) -> None:
        """``view`` writes plies: it is made anew whenever anything is to look otherwise.

        ``go_to`` has a node looked at, ``step`` one so many plies on, ``step_mistake`` the next
        mistake (+1) or the one before (-1). ``changed`` is told when a side line has been promoted
        or deleted. ``badge_of`` marks the ply that led to a node; ``badges_changed`` counts the
        changes of these marks. The ply that led to the ``chosen`` node is lit, by default the one
        looked at; of what is not played, or was taken back, its line alone is listed.
        """
        self.screen = screen
        self.session = session
        self.match = session.match
        self.rows: list[MoveRow] = []
        self._view = view
        self._badge_of = badge_of
        self._badges_changed = badges_changed
        self._go_to = go_to
        self._step = step
        self._step_mistake = step_mistake
        self._changed = changed
        self._chosen = chosen or (lambda: self.match.here)
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._scroller = Scroller(self.rect, 0, 1)
        self._tops = [0]
        self._words: dict[Node, str] = {}
        self._built_for: object = None
        self._seen: object = None
        self._followed: Node | None = None  # what has been brought into view
        self._picture: pygame.Surface | None = None
        self._drawn: object = None

    def place(self, rect: pygame.Rect) -> None:
        """Stand in a rectangle."""
        self._scroller.rect = self.rect = rect

    def element(self, **box: Any) -> Painted:
        """Return the list as an element of a screen, with room as a ``box`` has it."""
        return Painted(
            self.draw,
            placed=self.place,
            hears=self.handle,
            nodes=lambda: [self.part],
            tips=lambda: self.tip,
            name=say("moves"),
            takes_focus=True,
            key="moves",
            **box,
        )

    # -- what is in it

    def update(self) -> None:
        """Follow the match: its tree, and what is looked at."""
        self._build()
        here = self._chosen()
        if self._followed is here:
            return
        self._followed = here
        index = self._row_of(here)
        if index is not None:
            margin = row_height(self.screen, self.rows[index].small) // 2
            self._scroller.reveal(self._tops[index] - margin, self._tops[index + 1] + margin)
            # No row is cut at the top.
            offset = self._scroller.offset
            self._scroller.move_to(next(top for top in self._tops if top >= offset))
        elif here is self.match.root:
            self._scroller.move_to(0)

    def _build(self) -> None:
        match, here, view = self.match, self._chosen(), self._view()
        look = self.rect.size, view
        seen = (match.changes, match.tip, here, self._badges_changed(), look)
        if seen == self._seen:
            return
        self._seen = seen
        tree = (match.root, *match.root.below())
        strange = here not in tree
        badges = tuple(map(self._badge_of, tree))
        hidden = tuple(node.taken_back for node in tree)
        wanted = (match.tip, match.tip.over, tree, badges, hidden, strange and here, look)
        if wanted == self._built_for:
            return
        self._built_for = wanted
        self._words = {}
        px = self.screen.scale.px
        self._scroller.step, self._scroller.grip = row_height(self.screen, False), px(_BAR)
        turns = len(match.main_line) // 2 + 1
        width = self.rect.width - px(_INSET + _BAR)
        sizes = sizes_for(self.screen, width, turns, 2 * px(_BUTTON + 2), self._badge_of)
        builder = RowBuilder(
            match,
            lambda node: ply_words(view, node),
            sizes,
            here=here,
            taken_back=self.screen.choices.taken_back,
        )
        self.rows = builder.rows()
        self._tops = [0]
        for row in self.rows:
            self._tops.append(self._tops[-1] + row_height(self.screen, row.small))
        # At the foot there is room for a whole row at the top.
        longest = self._tops[-1] - self.rect.height
        self._scroller.height = self._tops[-1]
        if longest > 0:
            aligned = next(top for top in self._tops if top >= longest)
            self._scroller.height = aligned + self.rect.height
        self._scroller.move_to(self._scroller.offset)
        self._followed = None

    @property
    def rows_shown(self) -> range:
        """Return which rows can be seen, in part or whole."""
        top = self._scroller.offset
        shown = [
            index
            for index in range(len(self.rows))
            if self._tops[index + 1] > top and self._tops[index] < top + self.rect.height
        ]
        return range(shown[0], shown[-1] + 1) if shown else range(0)

    def place_of(self, node: Node) -> pygame.Rect | None:
        """Return where a ply stands on the screen now, also outside the list's rectangle."""
        index = self._row_of(node)
        if index is None:
            return None
        piece = next(piece for piece in self.rows[index].pieces if piece.node is node)
        return self._piece_rect(index, piece)

    def _piece_rect(self, index: int, piece: Piece) -> pygame.Rect:
        height = self._tops[index + 1] - self._tops[index]
        return pygame.Rect(self._left + piece.left, self._y(index), piece.width, height)

    @property
    def _left(self) -> int:
        return self.rect.x + self.screen.scale.px(_INSET)

    def _y(self, index: int) -> int:
        return self.rect.y + self._tops[index] - self._scroller.offset

    def _row_of(self, node: Node) -> int | None:
        for index, row in enumerate(self.rows):
            if any(piece.node is node for piece in row.pieces):
                return index
        return None

    @property
    def part(self) -> AccessibleNode:
        """Return the list for those who do not see it: every ply, the one looked at chosen."""
        self._build()
        plies, numbers = list[AccessibleNode](), dict[Node | None, str]()
        for index, row in enumerate(self.rows):
            # A turn may have more rows than one, and only the first has its number.
            number = numbers[row.line] = row.number or numbers.get(row.line, "")
            plies += [
                self._ply_part(number, piece.node, self._piece_rect(index, piece))
                for piece in row.pieces
                if piece.node is not None
            ]
        return AccessibleNode(Role.LIST, say("moves"), self.rect, "moves", plies)

    def _ply_part(self, number: str, node: Node, rect: pygame.Rect) -> AccessibleNode:
        go, words = partial(self._go_to, node), f"{number} {self.words_of(node)}".strip()
        chosen = node is self._chosen()
        seen = rect.clip(self.rect)
        return AccessibleNode(Role.ITEM, words, seen, id(node), on=chosen, act=go, take=go)

    def words_of(self, node: Node) -> str:
        """Say a ply with its player."""
        words = self._words.get(node)
        if words is None:
            name = naming.player_name(self.match, self.match.seat_before(node))
            words = say("told_ply", name=name, ply=ply_words(self._view(), node))
            self._words[node] = words
        return words

    # -- what is done with it

    def handle(self, event: pygame.Event) -> bool:
        """Take a key, or what the mouse does over it; return True when it was for the list."""
        if event.type == pygame.KEYDOWN:
            return keymap.press(("moves",), self._commands, event)
        if self._scroller.handle(event):
            return True
        if self._scroller.clicked:
            self._click(event.pos)
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        return pressed or self._scroller.clicked

    @property
    def _commands(self) -> keymap.Commands:
        scroller = self._scroller
        commands: dict[str, keymap.Command] = {
            "back": partial(self._step, -1),
            "on": partial(self._step, 1),
            "up": lambda: scroller.move_to(scroller.offset - scroller.step),
            "down": lambda: scroller.move_to(scroller.offset + scroller.step),
            "mistake": partial(self._step_mistake, 1),
            "mistake_before": partial(self._step_mistake, -1),
            "promote": self.promote,
            "delete": self.delete,
        }
        if self._chosen() not in self.match.main_line:
            commands["make_game"] = self.promote
        return commands

    def promote(self) -> None:
        """Make the side line looked at the game."""
        self._edit(self._chosen(), self.session.promote, "list_is_the_game")

    def delete(self) -> None:
        """Delete the side line looked at."""
        here = self._chosen()
        index = self._row_of(here)
        line = None if index is None else self.rows[index].line
        self._edit(line or here, self.session.delete, "list_not_deleted")

    def _edit(self, node: Node, act: Callable[[Node], None], refusal: str) -> None:
        try:
            act(node)
        except ValueError:
            played = node in self.match.main_line
            self.session.message = Message(refusal if played else "list_not_played")
        else:
            self._changed()

    def _click(self, point: tuple[int, int]) -> None:
        for button in self._buttons():
            if button.rect.collidepoint(point):
                line = self._lit_line()
                assert line is not None
                self._edit(line, button.act, "list_is_the_game")
                return
        node = self._node_at(point)
        if node is not None:
            self._go_to(node)

    # -- under the mouse

    @property
    def _mouse(self) -> tuple[int, int] | None:
        point = self.screen.scale.magnifier.pointer()
        return point if self.screen.reached and self.rect.collidepoint(point) else None

    def _row_at(self, point: tuple[int, int] | None) -> int | None:
        y = -1 if point is None else point[1]
        return next((p for p in self.rows_shown if self._y(p) <= y < self._y(p + 1)), None)

    def _node_at(self, point: tuple[int, int] | None) -> Node | None:
        index = self._row_at(point)
        if index is None or point is None:
            return None
        reach = self.screen.scale.px(_REACH)
        return nearest(self.rows[index].pieces, point[0] - self._left, reach)

    def _lit_line(self) -> Node | None:
        for index in (self._row_at(self._mouse), self._row_of(self._chosen())):
            line = None if index is None else self.rows[index].line
            if line is not None and line.parent is not None and line in line.parent.children:
                return line
        return None

    def _buttons(self) -> list[_Button]:
        """Return the buttons of the side line that is lit, where its head can be seen."""
        line, px = self._lit_line(), self.screen.scale.px
        heads = (p for p in self.rows_shown if self.rows[p].heads and self.rows[p].line is line)
        index = next(heads, None)
        if line is None or index is None:
            return []
        size = px(_BUTTON)
        delete = pygame.Rect(0, 0, size, size)
        middle = (self._y(index) + self._y(index + 1)) // 2
        delete.midright = (self.rect.right - px(_BAR), middle)
        promote = delete.move(-size - px(2), 0)
        return [
            _Button(promote, icon="promote", tip=_tip("promote"), act=self.session.promote),
            _Button(delete, icon="close", tip=_tip("delete"), act=self.session.delete),
        ]

    @property
    def tip(self) -> tuple[str, pygame.Rect] | None:
        """Return what a button under the mouse does, and where it stands."""
        mouse = self._mouse
        for button in self._buttons():
            if mouse is not None and button.rect.collidepoint(mouse):
                return button.tip, button.rect
        return None

    # -- drawing

    def draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw what can be seen of the list; the picture is kept until something changes."""
        self.update()
        hovered, buttons = self._node_at(self._mouse), self._buttons()
        places = tuple(button.rect.topleft for button in buttons)
        offset, here = self._scroller.offset, self._chosen()
        wanted = (self._built_for, offset, here, hovered, places)
        if self._picture is None or wanted != self._drawn:
            self._picture = self._render(hovered, buttons)
            self._drawn = wanted
        surface.blit(self._picture, rect)
        self._scroller.draw(surface, self.screen.scale, self.screen.palette)

    def _render(self, hovered: Node | None, buttons: list[_Button]) -> pygame.Surface:
        screen, palette, px = self.screen, self.screen.palette, self.screen.scale.px
        picture = pygame.Surface(self.rect.size)
        picture.fill(palette.card)
        painter = PliesPainter(screen, self.match.game, self._badge_of, self._chosen(), hovered)
        for index in self.rows_shown:
            row = self.rows[index]
            middle = (self._y(index) + self._y(index + 1)) // 2 - self.rect.y
            size = screen.scale.small if row.small else screen.scale.body
            at = (px(_INSET) + row.number_left, middle)
            theme.write(picture, row.number, at, size, palette.quiet, anchor="midleft")
            for piece in row.pieces:
                painter.draw(picture, piece, (px(_INSET), middle), row.small)
        for button in buttons:
            at = button.rect.move(-self.rect.x, -self.rect.y).topleft
            picture.blit(theme.rounded(button.rect.size, px(6), palette.sunken), at)
            drawn = icon(button.icon, px(15), palette.ink)
            inside = drawn.get_rect(center=pygame.Rect(at, button.rect.size).center)
            picture.blit(drawn, inside)
        return picture


def _tip(command: str) -> str:
    return bracketed(say(f"list_{command}"), keymap.key(("moves",), command))
