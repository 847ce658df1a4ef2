"""A line of words while it is typed: the cursor, what is selected, and what can be undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kalahgui.games.plain_text import count_letters, first_letters, is_mark, one_line

Clean = Callable[[str], str]
_LOOKED_AT = 4_000  # signs of what is pasted: many times as many as letters have room
_UNDONE = 100  # changes that can be undone


class _State(NamedTuple):
    text: str
    cursor: int
    anchor: int


class Editing:
    r"""A text of at most so many letters, with a cursor in it.

    What is selected lies between the cursor and the ``anchor``. ``composed`` is what an input
    method has made so far: it stands at the cursor and is no part of the text.

    >>> line = Editing("Ann", most=5)
    >>> line.put("a\nMaria")
    True
    >>> line.text, line.cursor
    ('Anna ', 5)
    >>> line.undo(), line.text
    (True, 'Ann')
    """

    def __init__(self, text: str, most: int, clean: Clean = one_line) -> None:
        """Begin with a text, which may be longer than ``most`` letters.

        ``clean`` makes what is written one line of visible signs; a last blank stays.
        """
        self._clean = clean
        self.text, self.most = clean(text), most
        self.cursor = self.anchor = len(self.text)
        self.composed = ""
        self._before: list[_State] = []
        self._undone: list[_State] = []
        self._typing = False  # letters typed one after the other are undone together

    @property
    def selection(self) -> tuple[int, int]:
        """Return where what is selected begins and ends."""
        return min(self.cursor, self.anchor), max(self.cursor, self.anchor)

    @property
    def selected(self) -> str:
        """Return what is selected."""
        begin, end = self.selection
        return self.text[begin:end]

    @property
    def full(self) -> bool:
        """Tell whether no letter more has room."""
        return count_letters(self.text) >= self.most

    # -- changes

    def put(self, words: str) -> bool:
        """Write words in place of what is selected, as many letters as have room."""
        return self._put(_fit_to_keep(words[:_LOOKED_AT], self._clean), typed=False)

    def type(self, signs: str) -> bool:
        """Write what was typed: a blank, a mark of the letter before, or words."""
        kept = signs if len(signs) == 1 and is_mark(signs) else _fit_to_keep(signs, self._clean)
        return self._put(kept, typed=True)

    def fill(self, words: str) -> None:
        """Have words in place of all that is there."""
        self.select_all()
        if not self.put(words):
            self.erase(-1)

    def _put(self, words: str, *, typed: bool) -> bool:
        begin, end = self.selection
        before, after = self.text[:begin], self.text[end:]
        fitting = first_letters(words, max(0, self.most - count_letters(before + after)))
        if not fitting:
            return False
        self._note(typed and self._typing and begin == end)
        self._typing = typed
        self.text = before + fitting + after
        self.cursor = self.anchor = begin + len(fitting)
        return True

    def erase(self, step: int, *, word: bool = False) -> bool:
        """Erase what is selected, or the letter or word before the cursor (-1) or after it (1)."""
        begin, end = self.selection
        if begin == end:
            begin, end = sorted((self.cursor, self._beside(step, word)))
        if begin == end:
            return False
        self._note()
        self.text = self.text[:begin] + self.text[end:]
        self.cursor = self.anchor = begin
        return True

    def _note(self, together: bool = False) -> None:
        """Note how it is before a change, unless that is undone ``together`` with the last one."""
        self._undone.clear()
        self._typing = False
        if not together:
            self._before = [*self._before[1 - _UNDONE :], self._state]

    @property
    def _state(self) -> _State:
        return _State(self.text, self.cursor, self.anchor)

    def undo(self) -> bool:
        """Undo the last change; return whether there was one."""
        return self._go_back(self._before, self._undone)

    def redo(self) -> bool:
        """Do again what was undone last; return whether there was anything."""
        return self._go_back(self._undone, self._before)

    def _go_back(self, source: list[_State], target: list[_State]) -> bool:
        self._typing = False
        if not source:
            return False
        target.append(self._state)
        self.text, self.cursor, self.anchor = source.pop()
        return True

    # -- the cursor

    def move(self, step: int, *, word: bool = False, select: bool = False) -> None:
        """Move the cursor by a letter or a word; from a selection first to its end."""
        begin, end = self.selection
        if begin != end and not select and not word:
            self.go_to(begin if step < 0 else end)
        else:
            self.go_to(self._beside(step, word), select=select)

    def go_to(self, index: int, *, select: bool = False) -> None:
        """Put the cursor before the sign at an index; ``select`` what lies between the two."""
        self.cursor = min(max(0, index), len(self.text))
        while 0 < self.cursor < len(self.text) and is_mark(self.text[self.cursor]):
            self.cursor -= 1
        self._typing = False
        if not select:
            self.anchor = self.cursor

    def select_all(self) -> None:
        """Select the whole text."""
        self.anchor, self.cursor = 0, len(self.text)

    def select_word(self, index: int) -> None:
        """Select the word at an index, or the one that ends there."""
        ends = not self.text[index : index + 1].isalnum() and self.text[:index][-1:].isalnum()
        self.go_to(index - ends)
        self.cursor = self._beside(1, word=True)
        self.anchor = self._beside(-1, word=True)

    def _beside(self, step: int, word: bool) -> int:
        index = self._letter(self.cursor, step)
        while word and 0 < index < len(self.text):
            before, here = self.text[index - 1].isalnum(), self.text[index].isalnum()
            if (before, here) == ((False, True) if step < 0 else (True, False)):
                break
            index = self._letter(index, step)
        return index

    def _letter(self, index: int, step: int) -> int:
        index += step
        while 0 < index < len(self.text) and is_mark(self.text[index]):
            index += step
        return min(max(0, index), len(self.text))


def path_line(path: str) -> str:
    """Return a path as one line, with all blanks and signs that a name may have."""
    return "".join(sign if sign.isprintable() or not sign.isascii() else " " for sign in path)


def _fit_to_keep(signs: str, clean: Clean) -> str:
    """Return signs as one line; a blank stays."""
    if clean is not one_line:
        return clean(signs)
    if signs.isspace():
        return " "
    before, after = (
        " " if signs[edge : edge + 1].isspace() else "" for edge in (0, len(signs) - 1)
    )
    return f"{before}{one_line(signs)}{after}"
