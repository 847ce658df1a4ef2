"""The cards on which a game is shared, as text or as a picture, and on which a file is chosen."""

from __future__ import annotations

import contextlib
import locale
import math
import os
import re
import stat
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UITextEntryLine
from pygame_gui.windows import UIFileDialog

from kalahgui.games.plain_text import folded
from kalahgui.games.user_error import UserError
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint import cache, theme
from kalahgui.gui.paint.theme import Palette, Scale
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Command, Commands, walking
from kalahgui.gui.services.saving import TEXTS, copy_commands, folder
from kalahgui.gui.services.words import say, why, writable
from kalahgui.gui.widgets.control import Control, Kind
from kalahgui.gui.widgets.parts import Part, Role
from kalahgui.gui.widgets.screen import CardScreen, Host
from kalahgui.library.formats import text_of
from kalahgui.library.formats.found import written_of
from kalahgui.library.saved import StoredMatch
from kalahgui.match.match import Match

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
        told = (naming.against_words(match), naming.lead_words(match))
        self._players = " · ".join(filter(None, told))

    def paint(self) -> pygame.Surface:
        """Paint it; raises ``cache.Late`` as every drawing does."""
        palette, view_class = self._palette, VIEWS[self._game.key]
        width, height = _WIDE if view_class.wide else _SQUARE
        picture = pygame.Surface((width, height))
        picture.blit(theme.background((width, height), palette), (0, 0))
        place = pygame.Rect(_MARGIN, _HEAD, width - 2 * _MARGIN, height - _HEAD - _MARGIN)
        view = view_class(self._game, self._start, place, self._south, palette)
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


_ROW, _HEIGHT, _TOP = 52, 44, 76
_TEXT, _PICTURE = "kalahgui-game.kalah", "kalahgui-position"


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
        self.card_height = _TOP + _ROW * len(self._actions) + 20
        super().__init__(app)

    def lay_out(self) -> None:
        super().lay_out()
        width = self.card_width - 64
        for row, (name, command, action) in enumerate(self._actions):
            rect = self.inside(32, _TOP + _ROW * row, width, _HEIGHT)
            words = f"{say(name)} ({self.key(command)})" if command else say(name)
            self.controls.button(rect, words, partial(self.close_for, action), style="soft")

    @property
    def commands(self) -> Commands:
        copies = {name: partial(self.close_for, does) for _, name, does in self._actions if name}
        return {**super().commands, **self.controls.arrows, **copies}

    def _paint(self, take: Callable[[pygame.Surface, str], None]) -> None:
        picture = BoardPicture(self._stored.match, self.app.palette, self._south)
        self._painting.begin(picture, lambda painted: take(painted, _PICTURE))

    def _save_game(self) -> None:
        words = text_of(written_of(self._stored))
        self.services.saver.save_made(lambda: words, _TEXT)


def size_of(path: Path) -> int:
    """Return how many bytes a file has; UserError or OSError where it cannot be read to its end."""
    try:
        found = path.stat()
    except ValueError:  # it has a NUL
        raise UserError("refused_file_name") from None
    if stat.S_ISDIR(found.st_mode):
        raise UserError("refused_folder")
    if not stat.S_ISREG(found.st_mode):
        # Opening a pipe waits for somebody who writes, and a device may have no end.
        raise UserError("refused_no_file")
    return found.st_size


# In units of the layout.
_SIDE, _LIST_TOP, _GAP = 28, 72, 12
_BUTTON, _BUTTON_WIDTH = 44, 130
_LARGE = (600, 400)  # pixels; the dialog complains when it is made in a small place
_PAGE, _TOLD = 10, 200  # files
_CHOSEN = (
    pygame_gui.UI_SELECTION_LIST_NEW_SELECTION,
    pygame_gui.UI_SELECTION_LIST_DOUBLE_CLICKED_SELECTION,
)
# Where a file was chosen last; the next one often lies beside it.
_last_folder: list[Path] = []


@contextlib.contextmanager
def _locale_kept() -> Iterator[None]:
    """Have the dialog set a locale that there is, and set back what it changes."""
    before, chosen = locale.setlocale(locale.LC_ALL), os.environ.get("LC_ALL")
    try:
        locale.setlocale(locale.LC_ALL, "")
    except locale.Error:
        os.environ["LC_ALL"] = "C"
    try:
        yield
    finally:
        locale.setlocale(locale.LC_ALL, before)
        if chosen is None:
            os.environ.pop("LC_ALL", None)
        else:
            os.environ["LC_ALL"] = chosen


def _by_name(item: Sequence[str]) -> tuple[str, list[str | int]]:
    """Sort folders and files by their names and the numbers in these: 2 before 10."""
    name, kind = item  # a folder's kind comes before a file's
    parts = re.split(r"(\d+)", folded(name))
    return kind, [int(part) if place % 2 else part for place, part in enumerate(parts)]


class _PathLine(UITextEntryLine):
    """A text field with a path, of which no font may be able to write every sign."""

    _path = ""

    def set_text(self, text: str | None) -> None:
        self._path = text or ""
        super().set_text(writable(self._path))

    def get_text(self) -> str:
        typed = str(super().get_text())
        return self._path if typed == writable(self._path) else typed


class _Files(UIFileDialog):
    """The dialog without hidden files; what no font can write of a name has a mark in its place."""

    def _setup_ui_elements(self) -> None:
        folder = self.current_directory_path
        self.current_directory_path = writable(folder)  # the field is none of ours yet
        super()._setup_ui_elements()
        self.current_directory_path = folder
        self.file_path_text_line.__class__ = _PathLine
        self.file_path_text_line.set_text(folder)

    def update_current_file_list(self, should_try_again: bool = True) -> None:
        super().update_current_file_list(should_try_again)
        found = [(str(item[0]), str(item[1])) for item in self.current_file_list]
        self._names = {name: name for name, _ in found if writable(name) == name}
        shown = [(self._shown(name), kind) for name, kind in found if not name.startswith(".")]
        self.current_file_list = sorted(shown, key=_by_name)

    def _shown(self, name: str) -> str:
        """Return a name as it can be written, told apart from the others here."""
        if name in self._names:
            return name
        alike = (f"{writable(name)}{f' ({number})' * (number > 1)}" for number in count(1))
        shown = next(each for each in alike if each not in self._names)
        self._names[shown] = name
        return shown

    def name_of(self, shown: str) -> str:
        """Return the name of a file or folder that is in the list."""
        return self._names.get(shown, shown)

    def process_event(self, event: pygame.Event) -> bool:
        if event.type in _CHOSEN and event.ui_element is self.file_selection_list:
            event = pygame.Event(event.type, event.dict | {"text": self.name_of(event.text)})
        return bool(super().process_event(event))


class OpenFile(CardScreen):
    """Choose a file with games or a position, or with the recording of a search."""

    card_width = 720
    card_height = 600
    title = "open_title"
    key_places = ("list", "file", "card")

    def __init__(self, app: Host, opens: Callable[[Path], object]) -> None:
        """``opens`` is done with the file that is chosen."""
        self._opens = opens
        self._told = ""
        self.folder = next((path for path in _last_folder if path.is_dir()), folder(TEXTS))
        super().__init__(app)

    def lay_out(self) -> None:
        super().lay_out()
        right, foot = self.card_width - _SIDE, self.card_height - _SIDE - _BUTTON
        wide = self.card_width - 2 * _SIDE
        self._add_dialog(self.inside(_SIDE, _LIST_TOP, wide, foot - _GAP - _LIST_TOP))
        dialog = self.dialog
        places = [
            self.inside(x, foot, _BUTTON_WIDTH, _BUTTON)
            for x in (_SIDE, _SIDE + _BUTTON_WIDTH + 8, right - _BUTTON_WIDTH)
        ]
        for place, name, button in zip(
            places,
            ("open_up", "open_home"),
            (dialog.parent_directory_button, dialog.home_button),
            strict=False,
        ):
            self.controls.button(place, say(name), partial(self._press, button), style="soft")
        self.controls.button(places[2], say("open_do"), self.open, style="primary")

    def _add_dialog(self, place: pygame.Rect) -> None:
        """Add the dialog without what the card has itself: a title, and buttons that scale."""
        with _locale_kept():
            self.dialog = dialog = _Files(
                pygame.Rect(place.topleft, _LARGE),
                self.controls.manager,
                initial_file_path=str(self.folder),
                allow_existing_files_only=True,
            )
        dialog.resizable = False
        dialog.set_minimum_dimensions(place.size)
        dialog.set_dimensions(place.size)
        for button in (
            dialog.home_button,
            dialog.delete_button,
            dialog.parent_directory_button,
            dialog.refresh_button,
            dialog.ok_button,
            dialog.cancel_button,
        ):
            button.hide()
        line, files = dialog.file_path_text_line, dialog.file_selection_list
        line.set_position(place.topleft)
        line.set_dimensions((place.width, line.rect.height))
        line.rebuild()
        top = line.rect.height + self.scale.px(_GAP)
        files.set_position((place.x, place.y + top))
        files.set_dimensions((place.width, place.height - top))
        tip = say("access_path")
        self.controls.all.append(Control(line, tip=tip, kind=Kind.FIELD))
        if self.services.choices.switch == "off":  # the switch would type into it
            self.controls.manager.set_focus_set(line)

    @property
    def views(self) -> list[Part]:
        files, items = self.dialog.file_selection_list, []
        chosen = next((n for n, each in enumerate(files.item_list) if each["selected"]), 0)
        first = max(0, chosen - _TOLD // 2)
        for place, item in enumerate(files.item_list[first : first + _TOLD], first):
            go, on = partial(self._choose, place), bool(item["selected"])
            part = Part(Role.ITEM, str(item["text"]), files.rect, place, on=on, act=go, take=go)
            items.append(replace(part, focused=on and self.free))
        return [Part(Role.LIST, say("open_title"), files.rect, "files", tuple(items))]

    def _press(self, button: UIButton) -> None:
        """Have the dialog do what one of its hidden buttons does."""
        pressed = {"ui_element": button, "ui_object_id": ""}
        self.dialog.process_event(pygame.Event(pygame_gui.UI_BUTTON_PRESSED, pressed))

    @property
    def chosen(self) -> Path | None:
        """Return the file that is chosen, if one is."""
        path: Path | None = self.dialog.current_file_path
        return path if path is not None and path.is_file() else None

    def open(self) -> None:
        """Open the file that is chosen; without one, take what is typed as Enter does."""
        path = self.chosen
        if path is None:
            entered = {"ui_element": self.dialog.file_path_text_line, "ui_object_id": ""}
            self.handle(pygame.Event(pygame_gui.UI_TEXT_ENTRY_FINISHED, entered))
            return
        self._tell("")
        _last_folder[:] = [path.parent]
        self.app.pop()
        self._opens(path)

    def _refuse(self, typed: str) -> None:
        """Say why what was typed is no file to open; all but a folder is left to be mended."""
        try:
            size_of(Path(typed))
        except (UserError, OSError) as error:
            if Path(typed).is_dir():
                self._tell(say("open_folder"))
                return
            self.dialog.file_path_text_line.set_text(typed)
            self._tell(say("not_opened", why=why(error)))

    def _tell(self, words: str) -> None:
        """Say what is wrong with a path, in place of what was wrong with the one before."""
        self.services.notices.withdraw(self._told)
        self._told = words
        if words:
            self.services.notices.answer(words)

    # -- events

    @property
    def commands(self) -> Commands:
        walks = walking(self._step, _PAGE, ends=False)
        return {**super().commands, **walks, "enter_folder": self._enter_folder}

    def handle(self, event: pygame.Event) -> bool:
        line = self.dialog.file_path_text_line
        before = line.get_text()
        try:
            used = self._take(event, before)
        except OSError as error:  # the dialog looks for whatever is typed
            self.dialog.current_directory_path = self.dialog.last_valid_directory_path
            self._tell(say("not_opened", why=why(error)))
            used = True
        if line.get_text() != before:
            # pygame_gui goes on to delete what was selected in the text before.
            line.select_range = [0, 0]
        return used

    def _take(self, event: pygame.Event, typed: str) -> bool:
        if self.press(event):  # before the field, which is always typed in
            return True
        double = event.type == pygame_gui.UI_SELECTION_LIST_DOUBLE_CLICKED_SELECTION
        entered = event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED
        used = super().handle(event)
        if (double or entered) and self.chosen is not None:
            self.open()
        elif entered:
            self._refuse(typed)
        return used

    def _enter_folder(self) -> bool:
        """Show the folder that is chosen in the list; return False where none is."""
        files = self.dialog.file_selection_list
        name = files.get_single_selection()
        folder_chosen = isinstance(name, str) and (self.folder / self.dialog.name_of(name)).is_dir()
        if folder_chosen and not self.controls.focused:
            entered = {"ui_element": files, "text": name, "ui_object_id": ""}
            kind = pygame_gui.UI_SELECTION_LIST_DOUBLE_CLICKED_SELECTION
            self.dialog.process_event(pygame.Event(kind, entered))
            return True
        return False

    def _step(self, step: int) -> None:
        """Choose an item further up or down in the list."""
        files = self.dialog.file_selection_list
        items = files.item_list
        if not items:
            return
        now = next((at for at, item in enumerate(items) if item["selected"]), None)
        at = min(max(0, now + step), len(items) - 1) if now is not None else 0
        if at != now:
            self._choose(at)

    def _choose(self, at: int) -> None:
        """Choose an item of the list."""
        files = self.dialog.file_selection_list
        items = files.item_list
        if files.scroll_bar is not None:
            shown = files.scroll_bar.visible_percentage
            share = max(0.0, min(at / len(items) - shown / 2, 1 - shown))
            files.scroll_bar.set_scroll_from_start_percentage(share)
            files.scroll_bar.has_moved_recently = True
            self.controls.update(0.0)
        pressed = {"ui_element": items[at]["button_element"], "ui_object_id": ""}
        files.process_event(pygame.Event(pygame_gui.UI_BUTTON_PRESSED, pressed))

    # -- time

    def update(self, dt: float) -> None:
        super().update(dt)
        self.folder = Path(self.dialog.current_directory_path)

    @property
    def moving(self) -> bool:
        return True  # the list is scrolled, and its items glow under the mouse
