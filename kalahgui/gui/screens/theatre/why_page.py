"""Why a computer played its turn: the reason, what it thought of each move, and the tree."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import balance, line_height, wrap, write_lines
from kalahgui.gui.paint.writing import Line, heard, tell
from kalahgui.gui.screens.theatre.node_card import PositionBoard
from kalahgui.gui.screens.theatre.page import TheatrePage
from kalahgui.gui.screens.theatre.reasons import Wording, sentence
from kalahgui.gui.screens.theatre.watching import Watching
from kalahgui.gui.screens.theatre.why_rows import WhyRows
from kalahgui.gui.screens.theatre.why_tree import WhyTree
from kalahgui.gui.screens.theatre.why_words import WhyWords, method_words, title_words
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.naming import number
from kalahgui.gui.services.theatre_visit import Visit
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.control import Control
from kalahgui.gui.widgets.parts import Part, Role
from kalahgui.gui.widgets.screen import Screen
from kalahgui.theatre.considered import seen_at_end
from kalahgui.theatre.playback import Bound
from kalahgui.theatre.recording import ROOT
from kalahgui.theatre.subject import PositionSubject

_LEFT, _GAP, _INSIDE = 430, 20, 24  # the card at the left, the gap, and inside a card, in units
_BOARD_MOST, _BOARD_LEAST, _ROW_MOST = 230, 76, 42
_NOTE_WIDTH, _NOTE_LINES = 0.62, 5
_MANY = 888_888_888  # positions, for which there is room


class WhyPage(TheatrePage):
    """Explain a turn."""

    name = "why"

    def __init__(
        self,
        screen: Screen,
        visit: Visit,
        rect: pygame.Rect,
        watching: Watching,
        go_on: Callable[[str], None],
    ) -> None:
        """``watching`` has the recording, which another tab shows step by step.

        ``go_on`` shows another tab.
        """
        self.watching = watching
        self._go_on = go_on
        self.words: WhyWords | None = None
        self.tree: WhyTree | None = None
        self.chosen: int | None = None  # a node whose reason is told
        self._revision = -1
        self._picture: pygame.Surface | None = None
        self._written: list[Line] = []  # on the picture
        super().__init__(screen, visit, rect)

    # -- layout

    def lay_out(self) -> None:
        self.watching.follow()
        px, why = self.scale.px, self.visit.why
        assert why is not None, "what is explained is visited"
        self._left = pygame.Rect(self.rect.x, self.rect.y, px(_LEFT), self.rect.height)
        x = self._left.right + px(_GAP)
        self._right = pygame.Rect(x, self.rect.y, self.rect.right - x, self.rect.height)
        self.cards = (self._left, self._right)
        self._inside = self._left.inflate(-2 * px(_INSIDE), -2 * px(18))
        subject = self.visit.subject
        assert isinstance(subject, PositionSubject), "a turn was played in a position"
        self._board = PositionBoard(self.screen, self.visit, subject, self._inside)
        self._show()

    def _show(self) -> None:
        """Take up what is recorded by now."""
        self._revision = self.watching.revision
        self._picture = self.words = self.tree = None
        watched, why = self.watching.shown, self.visit.why
        if watched is None or why is None:
            return
        self.words = WhyWords(why, watched.playback, self._board.view.move_text)
        self._sentences = self.words.sentences()
        self._rows = self.words.rows()
        if self.chosen is None:
            self.chosen = self._first_cut()
        self._fit_left()
        self._fit_right()
        self._areas: dict[int, Control] = {}
        for row in self._rows:
            place = self._table.place(row.move)
            if row.node is not None and place is not None:
                choose, name = partial(self.choose, row.node), self.words.row_name(row)
                self._areas[row.move] = self.screen.controls.area(place, choose, name)

    def _first_cut(self) -> int | None:
        """Return the move of the root that was cut first in the table, if there is one."""
        assert self.words is not None
        cut = (each.node for each in self.words.moves if each.held_by is not None)
        return next(cut, None)

    def _fit_left(self) -> None:
        """Find room for the reason, as large as can be, above the table."""
        assert self.words is not None and self.watching.shown is not None
        scale, px, inside = self.scale, self.scale.px, self._inside
        head, *rest = self._sentences
        foot = len(self._counts(_MANY)) * line_height(scale.small)
        least = line_height(scale.small)
        for size in range(scale.body, scale.small - 1, -1):
            title = wrap(head, max(size, min(scale.title, size + px(4))), inside.width, True)
            lines = [line for each in rest for line in wrap(each, size, inside.width)]
            said = line_height(size + px(4)) * len(title) + line_height(size) * len(lines)
            table = line_height(scale.body) + px(22)
            room = inside.height - said - table - foot - px(12)
            if room >= least * len(self._rows) + px(_BOARD_LEAST):
                break
        self._size, self._title, self._lines = size, title, lines
        high = min(px(_ROW_MOST), max(least, (room - px(_BOARD_MOST)) // len(self._rows)))
        board = min(px(_BOARD_MOST), max(px(_BOARD_LEAST), room - high * len(self._rows)))
        shown = min(len(self._rows), max(1, (room - board) // high))
        place = pygame.Rect(inside.x, inside.y, inside.width, board)
        subject = self.visit.subject
        assert isinstance(subject, PositionSubject)
        self._board = PositionBoard(self.screen, self.visit, subject, place)
        self._said_y = place.bottom + px(10)
        top = self._said_y + said + px(12)
        rows = pygame.Rect(inside.x, top + line_height(scale.body), inside.width, high * shown)
        self._table = WhyRows(rows, self._rows, self.words, self.palette, scale, shown)

    def _counts(self, minimax: int | None) -> list[str]:
        """Return the lines at the foot, which say what the search has counted."""
        assert self.words is not None
        said, size, width = self.words.counts(minimax), self.scale.small, self._inside.width
        return [line for words in said for line in wrap(words, size, width)]

    def _fit_right(self) -> None:
        assert self.words is not None and self.watching.shown is not None
        scale, px = self.scale, self.scale.px
        inside = self._right.inflate(-2 * px(20), -2 * px(16))
        self._legend_y = inside.bottom - line_height(scale.small)
        note = line_height(scale.body) + _NOTE_LINES * line_height(scale.small) + px(24)
        self._note = pygame.Rect(0, 0, round(inside.width * _NOTE_WIDTH), note)
        self._note.bottomright = inside.right, self._legend_y - px(8)
        place = pygame.Rect(inside.x, inside.y, inside.width, self._note.y - px(8) - inside.y)
        why = self.words.why
        names = tuple(naming.player_name(why.match, seat) for seat in (why.seat, 1 - why.seat))
        self.tree = WhyTree(
            self.watching.shown,
            self.words.line,
            self.chosen,
            (names[0], names[1]),
            self.wording.move,
            place,
            self.palette,
            scale,
        )

    # -- what is said

    @property
    def title(self) -> str:
        """Return what stands at the head of the screen."""
        assert self.visit.why is not None
        return title_words(self.visit.why, self._board.view.move_text)

    @property
    def subtitles(self) -> list[str]:
        """Return the words below the title, and shorter ones where these have no room."""
        if self.words is not None:
            return self.words.subtitles()
        assert self.visit.why is not None
        return [" · ".join(method_words(self.visit.why))]

    @property
    def wording(self) -> Wording:
        """Return the words for what is recorded."""
        assert self.watching.shown is not None
        text = self._board.view.move_text
        return Wording(self.watching.shown.recording, self.visit.you, False, text)

    def told(self) -> tuple[str, str]:
        """Return what is told of the chosen node: a heading and why it has its value."""
        watched, node = self.watching.shown, self.chosen
        if watched is None or node is None:
            return "", say("why_hint")
        playback, wording = watched.playback, self.wording
        at = playback.at
        playback.go_to(playback.length)
        playback.go_to(playback.moment_of(node))
        words = sentence(playback, wording)
        playback.go_to(at)
        if node == ROOT:
            return say("why_root"), words
        if seen_at_end(playback, node).bound is not Bound.EXACT:
            return say("why_cut_heading", move=wording.name_to(node)), words
        line = " \u2013 ".join(wording.line(playback.recording.path(node)))
        return say("watch_after", line=line), words

    # -- events

    def choose(self, node: int) -> None:
        """Tell the reason of a node, and open it in the tree."""
        self.chosen = node
        if self.tree is not None:
            self.tree.open(node)
        self._picture = None
        self.screen.app.wake()

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.tree is not None:
            node = self.tree.node_at(event.pos)
            if node is not None:
                self.choose(node)
                return True
        return super().handle(event)

    @property
    def views(self) -> list[Part]:
        found = [self._board.part]
        if self.words is not None and self.tree is not None:
            screen = self.screen
            parts = {m: screen.part_of(each, Role.ROW) for m, each in self._areas.items()}
            found.append(self._table.part(self.chosen, parts))
            found.append(self.tree.part(self.chosen, self.choose, focused=screen.free))
        return found

    @property
    def commands(self) -> Commands:
        return {
            "choose_before": partial(self._step, -1),
            "choose": partial(self._step, 1),
            "watch": partial(self._go_on, "watch"),
            "race": partial(self._go_on, "race"),
        }

    def _step(self, step: int) -> None:
        """Tell the reason of the next move of the table, or of the one before."""
        nodes = [row.node for row in self._rows if row.node is not None] if self.words else []
        if nodes:
            here = nodes.index(self.chosen) if self.chosen in nodes else -1 if step > 0 else 0
            self.choose(nodes[(here + step) % len(nodes)])

    # -- time

    @property
    def said(self) -> str:
        return ". ".join(filter(None, self.told()))

    @property
    def moving(self) -> bool:
        watching = self.watching
        return self._revision != watching.revision or watching.recording or watching.counting

    def elapse(self, dt: float) -> None:
        self.watching.poll()

    def update(self, dt: float) -> None:
        if self._revision != self.watching.revision:
            if self.words is not None and self.watching.shown is not None:
                self._revision = self.watching.revision  # only a count has come in
                self._picture = None
            else:
                self.screen.refresh()

    def close(self) -> None:
        self.watching.stop()

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        if self.words is None or self.tree is None:
            self._draw_waiting(surface)
            return
        if self._picture is None:
            with heard(surface) as self._written:
                self._paint(surface)
            self._picture = surface.subsurface(self.rect).copy()
        else:
            surface.blit(self._picture, self.rect)
        tell(self._written)

    def _draw_waiting(self, surface: pygame.Surface) -> None:
        self._board.draw(surface)
        note, size = self.watching.note, self.scale.body
        words = say("watch_recording", n=number(self.watching.nodes_so_far))
        if note is not None:
            words = say(note.key, **note.values)
        lines = balance(words, size, round(self._right.width * 0.8))
        write_lines(surface, lines, self._right.center, size, self.palette.quiet, anchor="center")

    def _paint(self, surface: pygame.Surface) -> None:
        assert self.words is not None and self.tree is not None
        palette, scale, px = self.palette, self.scale, self.scale.px
        turn = self.words.why.turn
        self._board.draw(surface, move=turn[0] if turn else None)
        head, x = self._size + px(4), self._inside.x
        y = self._said_y
        for line in self._title:
            self.write(surface, line, (x, y), head, bold=True)
            y += line_height(head)
        ink = palette.ink.lerp(palette.quiet, 0.3)
        write_lines(surface, self._lines, (x, y), self._size, ink)
        self._table.draw(surface, self.chosen)
        said = self._counts(self.watching.compared)
        y = self._inside.bottom - line_height(scale.small) * len(said)
        write_lines(surface, said, (x, y), scale.small, palette.quiet)
        self.tree.draw(surface, self.chosen)
        self._paint_note(surface)
        inside = self._right.inflate(-2 * px(20), 0)
        at, quiet = (inside.x, self._legend_y), palette.quiet
        self.write(surface, self._legend(), at, scale.small, colour=quiet, room=inside.width)

    def _paint_note(self, surface: pygame.Surface) -> None:
        """Write the reason of the chosen node on a ground of its own."""
        scale, px, palette = self.scale, self.scale.px, self.palette
        head, words = self.told()
        width = self._note.width - 2 * px(16)
        lines = wrap(words, scale.small, width)[:_NOTE_LINES]
        height = line_height(scale.small) * len(lines) + px(22)
        height += line_height(scale.body) if head else 0
        rect = pygame.Rect(self._note.x, self._note.bottom - height, self._note.width, height)
        surface.blit(theme.rounded(rect.size, px(12), palette.sunken), rect)
        x, y = rect.x + px(16), rect.y + px(10)
        if head:
            self.write(surface, head, (x, y), scale.body, bold=True, room=width)
            y += line_height(scale.body)
        write_lines(surface, lines, (x, y), scale.small, palette.ink.lerp(palette.quiet, 0.3))

    def _legend(self) -> str:
        who = ("you", "they") if self.visit.you == 0 else ("they", "you")
        words = say(
            "why_legend",
            square=say(f"watch_legend_large_{who[0]}"),
            circle=say(f"watch_legend_small_{who[1]}"),
        )
        room = self._right.width - 2 * self.scale.px(20)
        longer = f"{words} · {say('why_legend_count')}"
        return theme.first_fitting((longer, words), self.scale.small, room)
