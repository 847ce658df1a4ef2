"""The cards on which a game is shared, as text or as a picture, and on which a file is chosen."""

from __future__ import annotations

import contextlib
import errno
import math
import re
import stat
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pygame

from kalahgui.games.plain_text import folded
from kalahgui.games.user_error import UserError
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.elements.cards import CardScreen
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.field import Field
from kalahgui.gui.elements.layout import Column, Ground, Row, Space
from kalahgui.gui.elements.lists import List, stepped
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.text_editing import Clean, path_line
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.paint import cache, theme
from kalahgui.gui.paint.theme import Palette, Scale
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Command, Commands, walking
from kalahgui.gui.services.saving import TEXTS, copy_commands, file_name, folder
from kalahgui.library.formats import text_of
from kalahgui.library.formats.found import written_of
from kalahgui.library.saved import StoredMatch
from kalahgui.match.match import Match
from kalahgui.words import bracketed, say, why, writable

# In pixels, whatever the size of the window is.
_WIDE, _SQUARE = (1200, 640), (900, 1000)
_MARGIN, _HEAD = 40, 110


class BoardPicture:
    """The picture of the position that is looked at in a match, as that stands now."""

    def __init__(self, match: Match, palette: Palette, south: int) -> None:
        self._game, self._start = match.game, match.start
        self._palette, self._south = palette, south
        self._shown = VIEWS[match.game.key].shown(match)
        self._title = naming.match_title(match)
        # Who has won leads no longer.
        stands = naming.headline_words if match.here.over else naming.lead_words
        words = (naming.against_words(match), stands(match))
        self._players = " · ".join(filter(None, words))

    def paint(self) -> pygame.Surface:
        """Paint it; raises ``cache.Late`` as every drawing does."""
        palette, view_class = self._palette, VIEWS[self._game.key]
        width, height = _WIDE if view_class.wide else _SQUARE
        picture = pygame.Surface((width, height))
        picture.blit(theme.background((width, height), palette), (0, 0))
        rect = pygame.Rect(_MARGIN, _HEAD, width - 2 * _MARGIN, height - _HEAD - _MARGIN)
        view = view_class(self._game, self._start, rect, self._south, palette)
        view.draw_still(picture, self._shown)
        scale, room = Scale(), width - 2 * _MARGIN
        for words, y, size, ink, bold in (
            (self._title, 46, 28, palette.ink, True),
            (self._players, 84, 18, palette.quiet, False),
        ):
            fitting = theme.fit(words, size * scale.body // 15, room, bold)
            at = (_MARGIN, y)
            theme.write(picture, fitting, at, size * scale.body // 15, ink, bold, "midleft")
        return picture


_PATIENCE = 0.006  # seconds of a frame that painting may have
_MOST_PUT_OFF = 40  # frames; more would mean that what is rendered is never kept


class Painting:
    """Paints one picture after the other."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[BoardPicture, Callable[[pygame.Surface], None]]] = deque()
        self._put_off = 0

    def begin(self, picture: BoardPicture, take: Callable[[pygame.Surface], None]) -> None:
        """Paint a picture after those that wait, and hand it over."""
        self._waiting.append((picture, take))

    @property
    def busy(self) -> bool:
        """Tell whether a picture is still to be painted."""
        return bool(self._waiting)

    def update(self) -> None:
        """Go on as far as a frame has time; the next one goes on with what is rendered now."""
        if self._waiting:
            self._paint(_PATIENCE if self._put_off < _MOST_PUT_OFF else math.inf)

    def close(self) -> None:
        """Paint what is still to be painted."""
        while self._waiting:
            self._paint(math.inf)

    def _paint(self, patience: float) -> None:
        picture, take = self._waiting[0]
        try:
            with cache.within(patience, time.perf_counter()):
                painted = picture.paint()
        except cache.Late:
            self._put_off += 1
            return
        self._put_off = 0
        self._waiting.popleft()
        take(painted)


def name_of(stored: StoredMatch) -> str:
    """Return the name that a file with a game is suggested: the board, the players, the day."""
    match = stored.match
    day = stored.begun.partition("T")[0]
    words = naming.match_title(match), naming.against_words(match), day
    return file_name(" - ".join(filter(None, words)))


class Share(CardScreen):
    """Copy or save a game, or the position that is looked at."""

    card_width = 480
    title = "share"
    key_places = ("sheet", "board", "card")

    def __init__(self, app: Host, stored: StoredMatch, painting: Painting, south: int) -> None:
        """Share a match as it stands now; ``south`` is the side at the foot of a picture."""
        self._stored = stored
        self._painting = painting
        self._south = south
        copies = copy_commands(app.services.notices.show_now, stored)
        self._actions: tuple[tuple[str, str, Command], ...] = (
            ("share_game", "copy", copies["copy"]),
            ("share_position", "copy_position", copies["copy_position"]),
            ("share_picture", "", partial(self._paint, app.services.saver.copy_picture)),
            ("share_save_game", "", self._save_game),
            ("share_save_picture", "", partial(self._paint, app.services.saver.save_picture)),
        )
        super().__init__(app)

    def body(self) -> Element:
        return Column(
            *(
                Button(
                    bracketed(say(name), self.key(command)) if command else say(name),
                    partial(self.close_for, action),
                    style="soft",
                    height=44,
                )
                for name, command, action in self._actions
            ),
            gap=8,
        )

    @property
    def commands(self) -> Commands:
        copies = {name: partial(self.close_for, does) for _, name, does in self._actions if name}
        return {**super().commands, **self.controls.arrows, **copies}

    def _paint(self, take: Callable[[pygame.Surface, str], None]) -> None:
        picture = BoardPicture(self._stored.match, self.app.palette, self._south)
        self._painting.begin(picture, lambda painted: take(painted, name_of(self._stored)))

    def _save_game(self) -> None:
        words = text_of(written_of(self._stored))
        self.services.saver.save_made(lambda: words, f"{name_of(self._stored)}.kalah")


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
# Where a file was chosen last; the next one often lies beside it.
_last_folder: list[Path] = []


def first_folder() -> Path:
    """Return the folder that is shown first when a file is to be chosen."""
    return next((path for path in _last_folder if path.is_dir()), folder(TEXTS))


def remember_folder(folder: Path) -> None:
    """Have the next file chosen in a folder."""
    _last_folder[:] = [folder]


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


class OpenFile(CardScreen):
    """Choose a file with games or a position, or with the recording of a search."""

    card_width = 720
    least_height = 600
    head_gap = 20
    title = "open_title"
    does_it = "open_do"
    key_places = ("list", "file", "card")

    def __init__(
        self, app: Host, opens: Callable[[Path], object], first: Path | None = None
    ) -> None:
        """``opens`` is done with the file that is chosen; ``first`` is the folder shown first."""
        self._opens = opens
        self._told = ""
        self._typed: str | None = None  # in place of the path of what is chosen
        self._at: int | None = None
        self.folder = first or first_folder()
        self.entries: list[Entry] = []
        with contextlib.suppress(OSError):  # an empty list leads to other folders
            self._read(self.folder)
        super().__init__(app)
        if self.services.choices.switch == "off":  # the switch would type into it
            self.controls.focus_on_key("path")

    # -- what is chosen

    def _read(self, folder: Path) -> None:
        """Show what lies in a folder; OSError, and nothing changes, where it cannot be read."""
        self.entries = entries_of(folder)
        self.folder, self._at, self._typed = folder, None, None

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

    @property
    def chosen(self) -> Path | None:
        """Return the file that is chosen, if one is."""
        return self._path if self._typed is None and self._path.is_file() else None

    def _choose(self, at: int) -> None:
        self._at, self._typed = at, None
        self.refresh()

    def _type(self, words: str) -> None:
        self._typed = None if words == writable(str(self._path)) else words

    def open(self) -> None:
        """Open the file that is chosen or typed; say why where there is none."""
        path = self._path if self._typed is None else Path(self._typed)
        try:
            size_of(path)
        except (UserError, OSError) as error:
            self._refuse(path, error)
            return
        self._tell("")
        remember_folder(path.parent)
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
            Button(say(self.does_it), self.open, style="primary"),
            gap=8,
        )
        for button in buttons.children:
            button.height = 44
            button.width = None if button.grow else 130
        return Column(self._line(), Ground(files, "sunken", grow=1), buttons, gap=12)

    def _line(self) -> Element:
        """Return what the path is typed into."""
        shown = writable(str(self._path)) if self._typed is None else self._typed
        return self._field(shown, say("access_path"), path_line)

    def _field(self, words: str, name: str, clean: Clean) -> Field:
        return Field(
            words,
            self._type,
            name=name,
            most=_LONGEST,
            clean=clean,
            entered=self.open,
            key="path",
        )

    def _row(self, at: int) -> Element:
        entry = self.entries[at]
        return Text(entry.shown, bold=entry.is_folder, line=True)

    def _open_at(self, at: int) -> None:
        self._choose(at)
        self.go_to(self._path) if self._path.is_dir() else self.open()

    @property
    def commands(self) -> Commands:
        walks = walking(self._step, _PAGE, ends=False)
        return {**super().commands, **walks, "enter_folder": self._enter_folder}

    def _enter_folder(self) -> bool:
        """Show the folder that is chosen in the list; return False where none is."""
        focus = self.controls.focus
        elsewhere = focus is not None and focus.key != "path"
        if elsewhere or self._typed is not None or self._at is None or not self._path.is_dir():
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


# Where a file was saved last, by the folder that was suggested first.
_saved_in: dict[Path, Path] = {}


class SaveFile(OpenFile):
    """Choose the name of a file and the folder in which it is saved."""

    title = "save_title"
    does_it = "save_do"

    def __init__(self, app: Host, wanted: Path, save: Callable[[Path], None]) -> None:
        """Suggest a path; ``save`` is done with the one that is chosen, which has its suffix."""
        self._wanted, self._name = wanted, wanted.stem
        super().__init__(app, save, _saved_in.get(wanted.parent, wanted.parent))

    def _line(self) -> Element:
        where = Text(writable(str(self.folder)), "small", "quiet", line=True)
        return Column(self._field(self._name, say("save_name"), path_line), where, gap=6)

    def _type(self, words: str) -> None:
        self._name, self._at = words, None

    def _choose(self, at: int) -> None:
        if not self.entries[at].is_folder:
            self._name = Path(self.entries[at].shown).stem
        super()._choose(at)

    def open(self) -> None:
        """Save under the name that is typed; say why where that is none."""
        name, suffix = self._name.strip(), self._wanted.suffix
        if not name:
            self._tell(say("save_no_name"))
            return
        path = self.folder / (name if name.lower().endswith(suffix) else name + suffix)
        try:
            if not path.parent.is_dir():
                raise NotADirectoryError(errno.ENOENT, "", str(path.parent))
        except (OSError, ValueError) as error:  # a name with a NUL is none
            self._tell(say("not_saved", why=why(error)))
            return
        self._tell("")
        _saved_in[self._wanted.parent] = path.parent
        self.app.pop()
        self._opens(path)
