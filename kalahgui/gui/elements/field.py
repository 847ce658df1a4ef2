"""The text field: one line of words, typed, pasted or composed by an input method."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from functools import partial
from typing import Unpack

import pygame

from kalahgui.games.plain_text import one_line
from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.elements.element import Element, Look, Placing, Size
from kalahgui.gui.elements.text_editing import Clean, Editing
from kalahgui.gui.elements.writing import wide
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.theme import icon
from kalahgui.gui.services import keymap
from kalahgui.gui.services.saving import copy_text, pasted_text
from kalahgui.words import say, writable

LONGEST_NAME = 16  # of a player, in letters
_INSIDE, _RADIUS, _PENCIL = 14.0, 10.0, 18.0


class Field(Element):
    """A field for so many letters; ``changed`` hears every change.

    ``hint`` stands in an empty one. What ``looks_written`` looks like words on the card until it is
    used. ``entered`` hears Enter.
    """

    role = Role.FIELD
    takes_focus = True
    height = 38.0
    fill: Callable[[str], object]

    def __init__(
        self,
        text: str,
        changed: Callable[[str], object],
        *,
        name: str,
        hint: str = "",
        most: int = LONGEST_NAME,
        clean: Clean = one_line,
        looks_written: bool = False,
        entered: Callable[[], object] | None = None,
        **placing: Unpack[Placing],
    ) -> None:
        super().__init__(**placing)
        self.name = name
        self._text, self._changed, self._hint = text, changed, hint
        self._looks_written, self._entered = looks_written, entered
        self.fill = self._fill
        self.editing = Editing(text, most, clean)
        self._shift = 0  # by so many pixels the words begin left of the field

    @property
    def value(self) -> str:  # type: ignore[override]
        """Return what is typed into it."""
        return writable(self.editing.text)

    @property
    def selection(self) -> tuple[int, int]:  # type: ignore[override]
        """Return where what is selected begins, and the cursor."""
        return self.editing.anchor, self.editing.cursor

    def measure(self, look: Look, room: int) -> Size:
        return room, 0

    def arrange(self, look: Look) -> None:
        """Go on with what was typed before the tree was made anew, unless there are other words.

        What is not used any more shows what was made of that.
        """
        given, editing = look.kept.get(self.path, (self._text, self.editing))
        if look.focus != self.path:
            editing.composed = ""
        words = self.editing.text
        other = given != self._text and editing.text.strip() != words
        if look.focus != self.path and editing.text != words:
            editing = self.editing
        elif other:
            editing.fill(words)
        self.editing = editing
        look.kept[self.path] = (self._text, editing)

    def _fill(self, words: str) -> None:
        self.editing.fill(words)
        self._changed(self.editing.text)

    # -- what is typed

    def handle(self, event: pygame.Event) -> bool:
        """Take what is typed; every key is the field's. Return True when the event was used."""
        editing = self.editing
        if event.type == pygame.TEXTEDITING:
            editing.composed = event.text
            return True
        if event.type == pygame.TEXTINPUT:
            editing.composed = ""
            self._heard(editing.type(event.text))
        elif event.type != pygame.KEYDOWN:
            return False
        elif editing.composed:
            pass  # the key is the input method's
        else:
            keymap.press(("field",), self._commands, event)
        return True

    def _heard(self, has_changed: bool) -> None:
        if has_changed:
            self._changed(self.editing.text)

    @property
    def _commands(self) -> keymap.Commands:
        editing, commands = self.editing, dict[str, keymap.Command]()
        for select in ("", "select_"):
            for name, step in (("left", -1), ("right", 1)):
                for word in ("", "word_"):
                    move = partial(editing.move, step, word=bool(word), select=bool(select))
                    commands[f"{select}{word}{name}"] = move
            for name, index in (("begin", 0), ("end", len(editing.text))):
                commands[f"{select}{name}"] = partial(editing.go_to, index, select=bool(select))
        for name, step in (("erase", -1), ("erase_next", 1)):
            for word in ("", "_word"):
                erase = partial(editing.erase, step, word=bool(word))
                commands[f"{name}{word}"] = partial(self._change, erase)
        return {
            **commands,
            "select_all": editing.select_all,
            "copy": self._copy,
            "cut": lambda: self._copy() and self._change(partial(editing.erase, -1)),
            "paste": lambda: self._change(lambda: editing.put((pasted_text() or "").strip())),
            "undo": partial(self._change, editing.undo),
            "redo": partial(self._change, editing.redo),
            "done": self._entered or bool,
        }

    def _change(self, change: Callable[[], bool]) -> bool:
        """Do a change, and tell of it where there is one; the key is used in any case."""
        self._heard(change())
        return True

    def _copy(self) -> bool:
        return bool(self.editing.selected) and copy_text(self.editing.selected)

    def point(self, look: Look, x: int, *, select: bool, clicks: int = 1) -> None:
        """Put the cursor where the mouse is; two clicks select a word, three all."""
        face, left = self._face(look), self._left(look)
        text = self.editing.text
        places = range(len(text) + 1)
        after = bisect(places, x, key=lambda index: left + face.size(text[:index])[0])
        beside = [index for index in (after - 1, after) if index in places]
        at = min(beside, key=lambda index: abs(left + face.size(text[:index])[0] - x))
        if clicks > 2:
            self.editing.select_all()
        elif clicks == 2:
            self.editing.select_word(at)
        else:
            self.editing.go_to(at, select=select)

    # -- how it looks

    def _face(self, look: Look) -> theme.Font:
        return theme.font(self._size(look), self._looks_written)

    def _size(self, look: Look) -> int:
        return look.type("heading" if self._looks_written else "body")

    def _left(self, look: Look) -> int:
        return self.rect.x + look.px(_INSIDE) - self._shift

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        used = look.focus == self.path
        self._draw_ground(surface, look, used)
        inner = self.rect.inflate(-2 * look.px(_INSIDE), 0)
        if used and self.editing.full:
            inner.width -= self._draw_limit(surface, look, inner) + look.px(_INSIDE)
        with theme.clipped(surface, inner.inflate(2 * look.px(2), 0).clip(surface.get_clip())):
            if not used:
                self._shift, self.editing.composed = 0, ""
            self._draw_words(surface, look, inner, used)

    def _draw_limit(self, surface: pygame.Surface, look: Look, inner: pygame.Rect) -> int:
        """Write at the right how many letters have room at most; return how wide that is."""
        words, size = say("field_full", n=self.editing.most), look.type("small")
        theme.write(surface, words, inner.midright, size, look.palette.quiet, anchor="midright")
        return wide(words, size, False)

    def _draw_ground(self, surface: pygame.Surface, look: Look, used: bool) -> None:
        palette, size, radius = look.palette, self.rect.size, look.px(_RADIUS)
        if not self._looks_written or used:
            surface.blit(theme.rounded(size, radius, palette.sunken), self.rect)
        if used or look.hovered == self.path or not self._looks_written:
            width = max(2, look.px(2)) if used else max(1, look.px(1))
            edge = palette.accent if used else palette.edge
            surface.blit(theme.outline(size, radius, width, edge), self.rect)

    def _draw_words(
        self, surface: pygame.Surface, look: Look, inner: pygame.Rect, used: bool
    ) -> None:
        palette, size, bold = look.palette, self._size(look), self._looks_written
        editing, face = self.editing, self._face(look)
        before, after = editing.text[: editing.cursor], editing.text[editing.cursor :]
        shown = f"{before}{editing.composed}{after}" if used else editing.text.strip()
        cursor = face.size(before + editing.composed)[0]
        if used:
            self._shift = min(max(self._shift, cursor - inner.width), max(0, cursor))
        left, middle = self._left(look), self.rect.centery
        ink = palette.ink if shown or (bold and not used) else palette.quiet
        begin, end = editing.selection
        if used and begin != end:
            x, right = (left + face.size(editing.text[:index])[0] for index in (begin, end))
            height = round(1.4 * size)
            ground = pygame.Rect(x, middle - height // 2, right - x, height)
            surface.fill(palette.accent_soft, ground)
        room = inner.width - (look.px(_PENCIL + 10) if bold else 0)
        fitting = shown if used and shown else theme.fit(shown or self._hint, size, room, bold)
        if fitting:
            theme.write(surface, fitting, (left, middle), size, ink, bold, "midleft")
        if bold and not used:
            mark = icon("rename", look.px(_PENCIL), palette.quiet)
            at = left + face.size(fitting)[0] + look.px(10)
            surface.blit(mark, mark.get_rect(midleft=(at, middle)))
        if used:
            self._draw_cursor(surface, look, left + cursor, face)

    def _draw_cursor(self, surface: pygame.Surface, look: Look, x: int, face: theme.Font) -> None:
        """Draw the cursor, and a line under what is composed; the candidates stand there, too."""
        size, middle = self._size(look), self.rect.centery
        height = round(1.4 * size)
        bar = pygame.Rect(x, middle - height // 2, max(1, look.px(1.5)), height)
        surface.fill(look.palette.ink, bar)
        composed = face.size(self.editing.composed)[0] if self.editing.composed else 0
        if composed:
            line = pygame.Rect(x - composed, bar.bottom - look.px(2), composed, look.px(2))
            surface.fill(look.palette.accent, line)
        window = look.scale.magnifier.part
        pygame.key.set_text_input_rect(bar.move(-window.x, -window.y))
