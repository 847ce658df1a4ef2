"""A field for one line of words, into which is typed and pasted."""

from __future__ import annotations

import pygame
from pygame_gui.core.utility import clipboard_paste
from pygame_gui.elements import UITextEntryLine

from kalahgui.games.plain_text import count_letters, first_letters, is_mark, one_line
from kalahgui.gui.widgets.manager import Manager

LONGEST_NAME = 16  # of a player, in letters
_LOOKED_AT = 4_000  # signs of what is pasted: many times as many as letters have room


class TextField(UITextEntryLine):
    """A field for so many letters; of what is pasted it takes as many as have room."""

    def __init__(self, rect: pygame.Rect, manager: Manager, words: str, most: int) -> None:
        """Begin with words, which may have more letters from earlier."""
        self._most = most
        super().__init__(rect, manager, initial_text=one_line(words))

    def put(self, words: str) -> bool:
        """Write words at the cursor, in place of what is selected; return whether any has room."""
        begin, end = sorted(self.select_range)
        if begin == end:
            begin = end = self.edit_position
        before, after = self.text[:begin], self.text[end:]
        fitting = first_letters(words, self._most - count_letters(before + after))
        if not fitting:
            return False
        self.select_range = [0, 0]
        self.set_text(before + fitting + after)
        self.edit_position = begin + len(fitting)
        self.cursor_has_moved_recently = True
        return True

    def fill(self, words: str) -> None:
        """Have words in place of all that is there, as many letters as have room."""
        self.set_text(first_letters(one_line(words), self._most))

    def _do_paste(self) -> None:
        if self.ui_manager.paste_text_enabled and self.paste_text_enabled:
            self.put(one_line(clipboard_paste().strip()[:_LOOKED_AT]))

    def _process_entered_character(self, character: str) -> bool:
        # A mark comes after its letter, and a joiner before the letter that it joins.
        kept = character if is_mark(character) or character == " " else one_line(character)
        return self.put(kept)
