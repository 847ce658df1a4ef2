"""The cards on which a file is chosen: one to be opened, or the name of one to be saved."""

from __future__ import annotations

import contextlib
import re
import stat
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pygame

from kalahgui.games.plain_text import folded
from kalahgui.games.user_error import UserError
from kalahgui.gui.elements.cards import CardScreen
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.field import Field
from kalahgui.gui.elements.layout import Column, Ground, Row, Space
from kalahgui.gui.elements.lists import List, stepped
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.text_editing import path_line
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.services.keymap import Commands, walking
from kalahgui.gui.services.saving import TEXTS, is_file_name
from kalahgui.words import say, why, writable


def size_of(path: Path) -> int:
    """Return how many bytes a file has; UserError or OSError where it cannot be read to its end."""
    try:
        status = path.stat()
    except ValueError:  # it has a NUL
        raise UserError("refused_file_name") from None
    if stat.S_ISDIR(status.st_mode):
        raise UserError("refused_folder")
    if not stat.S_ISREG(status.st_mode):
        # Opening a pipe waits for somebody who writes, and a device may have no end.
        raise UserError("refused_no_file")
    return status.st_size


_PAGE = 10  # files
_LONGEST = 4000  # letters of a path


class Entry(NamedTuple):
    """A file or a folder, and its name as it can be written, told apart from the others there."""

    path: Path
    shown: str
    is_folder: bool


def entries_of(folder: Path) -> list[Entry]:
    """Return what lies in a folder and is not hidden, folders first; OSError if it cannot be read.

    Names are sorted by the numbers in them: 2 before 10. What no font can write of one has a mark
    in its place.
    """
    paths = [path for path in folder.iterdir() if not path.name.startswith(".")]
    taken = {path.name for path in paths if writable(path.name) == path.name}
    entries = []
    for path in sorted(paths, key=lambda path: path.name):
        shown = path.name
        if shown not in taken:
            alike = (f"{writable(path.name)}{f' ({n})' * (n > 1)}" for n in count(1))
            shown = next(name for name in alike if name not in taken)
            taken.add(shown)
        entries.append(Entry(path, shown, path.is_dir()))
    return sorted(entries, key=_order)


def _order(entry: Entry) -> tuple[bool, list[str | int]]:
    parts = re.split(r"(\d+)", folded(entry.shown))
    return not entry.is_folder, [int(part) if at % 2 else part for at, part in enumerate(parts)]


class _InFolder(CardScreen):
    """Choose a path among what lies in a folder."""

    card_width = 720
    least_height = 600
    head_gap = 20
    key_places = ("list", "file", "card")
    does_it: str  # the words of the button

    def __init__(self, app: Host, folder: Path) -> None:
        self._told = ""
        self._at: int | None = None
        self.folder = folder
        self.entries: list[Entry] = []
        with contextlib.suppress(OSError):  # an empty list leads to other folders
            self._read(folder)
        super().__init__(app)
        if self.services.choices.switch == "off":  # the switch would type into it
            self.controls.focus_on_key("path")

    # -- what is chosen

    def _read(self, folder: Path) -> None:
        """Show what lies in a folder; OSError, and nothing changes, where it cannot be read."""
        self.entries = entries_of(folder)
        self.folder, self._at = folder, None

    def go_to(self, folder: Path) -> None:
        """Show another folder, or say why it cannot be read."""
        try:
            self._read(folder)
        except OSError as error:
            self._tell(say("not_opened", why=why(error)))
        self.refresh()

    @property
    def _path(self) -> Path:
        return self.folder if self._at is None else self.entries[self._at].path

    def _choose(self, at: int) -> None:
        self._at = at
        self.refresh()

    def _type(self, words: str) -> None:
        raise NotImplementedError

    def do(self) -> None:
        """Do what the card is for with the path; say why that is none."""
        raise NotImplementedError

    def _tell(self, words: str) -> None:
        """Say what is wrong with a path, in place of what was wrong with the one before."""
        self.services.notices.withdraw(self._told)
        self._told = words
        if words:
            self.services.notices.answer(words)

    # -- the card

    def body(self) -> Element:
        files = List(
            len(self.entries),
            self._row,
            lambda at: self.entries[at].shown,
            title=self.title_words,
            chosen=self._at,
            choose=self._choose,
            opens=self._open_at,
            key=self.folder,
        )
        buttons = Row(
            Button(say("open_up"), partial(self.go_to, self.folder.parent), style="soft"),
            Button(say("open_home"), lambda: self.go_to(Path.home()), style="soft"),
            Space(grow=1),
            Button(say(self.does_it), self.do, style="primary"),
            gap=8,
        )
        for button in buttons.children:
            button.height = 44
            button.width = None if button.grow else 130
        return Column(*self._line(), Ground(files, "sunken", grow=1), buttons, gap=12)

    def _line(self) -> Iterator[Element]:
        """Yield what the path is typed into, and what stands below it."""
        raise NotImplementedError

    def _field(self, words: str, name: str) -> Field:
        return Field(
            words,
            self._type,
            name=name,
            most=_LONGEST,
            clean=path_line,
            entered=self.do,
            key="path",
        )

    def _row(self, at: int) -> Element:
        entry = self.entries[at]
        return Text(entry.shown, bold=entry.is_folder, line=True)

    def _open_at(self, at: int) -> None:
        self._choose(at)
        self.go_to(self._path) if self._path.is_dir() else self.do()

    @property
    def commands(self) -> Commands:
        walks = walking(self._step, _PAGE, ends=False)
        return {**super().commands, **walks, "enter_folder": self._enter_folder}

    def _enter_folder(self) -> bool:
        """Show the folder that is chosen in the list; return False where none is."""
        focus = self.controls.focus
        elsewhere = focus is not None and focus.key != "path"
        if elsewhere or self._at is None or not self._path.is_dir():
            return False
        self.go_to(self._path)
        return True

    def _step(self, step: int) -> None:
        at = stepped(self._at, step, len(self.entries))
        if at is not None:
            self._choose(at)

    def handle(self, event: pygame.Event) -> bool:
        # Before the field, which is always typed in.
        listens = not self.controls.composing and self.press(event)
        return listens or super().handle(event)


class OpenFile(_InFolder):
    """Choose a file with games or a position, or with the recording of a search."""

    title = "open_title"
    does_it = "open_do"

    def __init__(self, app: Host, opens: Callable[[Path], object]) -> None:
        """``opens`` is done with the file that is chosen."""
        self._opens = opens
        self._typed: str | None = None  # in place of the path of what is chosen
        super().__init__(app, app.services.saver.folders.first(TEXTS))

    def _read(self, folder: Path) -> None:
        super()._read(folder)
        self._typed = None

    @property
    def chosen(self) -> Path | None:
        """Return the file that is chosen, if one is."""
        return self._path if self._typed is None and self._path.is_file() else None

    def _choose(self, at: int) -> None:
        self._typed = None
        super()._choose(at)

    def _type(self, words: str) -> None:
        self._typed = None if words == writable(str(self._path)) else words

    def _line(self) -> Iterator[Element]:
        shown = writable(str(self._path)) if self._typed is None else self._typed
        yield self._field(shown, say("access_path"))

    def _enter_folder(self) -> bool:
        return self._typed is None and super()._enter_folder()

    def do(self) -> None:
        """Open the file that is chosen or typed; say why where there is none."""
        path = self._path if self._typed is None else Path(self._typed)
        try:
            size_of(path)
        except (UserError, OSError) as error:
            self._refuse(path, error)
            return
        self._tell("")
        self.services.saver.folders.remember(TEXTS, path.parent)
        self.app.pop()
        self._opens(path)

    def _refuse(self, path: Path, error: Exception) -> None:
        """Say why a path is no file to open; it is left to be mended."""
        with contextlib.suppress(OSError, ValueError):
            if path.is_dir():
                typed = self._typed
                self.go_to(path)
                self._typed = typed
                self._tell(say("open_folder"))
                return
        self._tell(say("not_opened", why=why(error)))


class SaveFile(_InFolder):
    """Choose the name of a file and the folder in which it is saved."""

    title = "save_title"
    does_it = "save_do"

    def __init__(self, app: Host, kind: str, name: str, save: Callable[[Path], object]) -> None:
        """Suggest a name; ``save`` is done with the path that is chosen, which has its suffix."""
        self._kind, self._save = kind, save
        self._name, self._suffix = Path(name).stem, Path(name).suffix
        super().__init__(app, app.services.saver.folders.first(kind))

    def _type(self, words: str) -> None:
        self._name, self._at = words, None

    def _choose(self, at: int) -> None:
        if not self.entries[at].is_folder:
            self._name = Path(self.entries[at].shown).stem
        super()._choose(at)

    def _line(self) -> Iterator[Element]:
        yield self._field(self._name, say("save_name"))
        yield Text(writable(str(self.folder)), "small", "quiet", line=True)

    def do(self) -> None:
        """Save under the name that is typed; go into a folder that is chosen in the list."""
        if self._at is not None and self._path.is_dir():
            self.go_to(self._path)
            return
        name = self._name.strip()
        path = self.folder / (name if name.lower().endswith(self._suffix) else name + self._suffix)
        if not name:
            self._tell(say("save_no_name"))
        elif not is_file_name(path.name):
            self._tell(say("save_bad_name", name=path.name))
        elif not path.parent.is_dir():
            self._tell(say("save_no_folder", folder=path.parent))
        else:
            self._tell("")
            self.services.saver.folders.remember(self._kind, path.parent)
            self.app.pop()
            self._save(path)
