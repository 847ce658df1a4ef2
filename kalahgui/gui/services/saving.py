"""What leaves the window: texts and pictures on the clipboard, and in folders of the player."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import tempfile
import time
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import pygame
from platformdirs import user_documents_path, user_pictures_path

from kalahgui.files import written_whole
from kalahgui.gui.services import machine, x11_clipboard
from kalahgui.gui.services.background import SAVES, BackgroundJobs, Errand
from kalahgui.gui.services.keymap import Command
from kalahgui.library.formats import position_text, text_of
from kalahgui.library.formats.found import written_of
from kalahgui.library.saved import StoredMatch
from kalahgui.library.store import Store
from kalahgui.words import as_text, say, why

WAITED = 0.5  # seconds
# What Windows keeps for devices, also before a dot.
_DEVICE = re.compile(r"con|prn|aux|nul|(?:com|lpt)[0-9]")
_LONGEST_NAME, _LONGEST_SUGGESTED = 240, 120  # bytes of the name of a file


def copy_text(words: str) -> bool:
    """Put a text on the clipboard; return whether there is one."""
    if x11_clipboard.copy(words):
        return True
    try:
        pygame.scrap.put_text(words)
    except pygame.error:
        return False
    return True


def pasted_text() -> str | None:
    """Return the text on the clipboard, empty where there is none; None where it cannot be read."""
    words = x11_clipboard.pasted()
    if words:
        return words
    begin = time.monotonic()
    try:
        words = pygame.scrap.get_text()
    except (pygame.error, UnicodeDecodeError):
        return None
    # SDL tells nothing of a text that it has waited for in vain, as for a long one on X11.
    in_vain = not words and time.monotonic() - begin > WAITED
    return None if in_vain else words


def pasted(show_now: Callable[[str], None]) -> str:
    """Return the text on the clipboard; where there is none, ``show_now`` is told so."""
    words = pasted_text()
    if words and words.strip():
        return words
    show_now(say("no_clipboard" if words is None else "clipboard_empty"))
    return ""


def copy_commands(show_now: Callable[[str], None], stored: StoredMatch) -> dict[str, Command]:
    """Return the commands that copy a game, or the position that is looked at there.

    ``show_now`` is told what came of it.
    """

    def copy(words: str, done: str) -> None:
        show_now(say(done if copy_text(words) else "no_clipboard"))

    def position() -> str:
        match = stored.match
        return position_text(match.game, match.variant, match.rules, match.position)

    return {
        "copy": lambda: copy(text_of(written_of(stored)), "copied_game"),
        "copy_position": lambda: copy(position(), "copied_position"),
    }


_SECONDS = 5.0  # a program that takes longer does not take it at all
_APPLE = (
    "on run files",
    "set the clipboard to (read (POSIX file (item 1 of files)) as «class PNGf»)",
    "end run",
)
_POWERSHELL = (
    "Add-Type -AssemblyName System.Windows.Forms, System.Drawing; "
    "$file = New-Object IO.MemoryStream; [Console]::OpenStandardInput().CopyTo($file); "
    "[Windows.Forms.Clipboard]::SetImage([Drawing.Image]::FromStream($file))"
)


def picture_command(
    path: Path,
    platform: str = sys.platform,
    find: Callable[[str], str | None] = machine.find_program,
    settings: Mapping[str, str] = os.environ,
) -> list[str]:
    """Return the command that copies the PNG file which is also its standard input.

    Empty where the system has no such program. Wayland and X11 have none of their own, but
    wl-copy and xclip are the usual ones.
    """
    if platform == "darwin" and (program := find("osascript")):
        return [program, *(word for line in _APPLE for word in ("-e", line)), str(path)]
    if platform == "win32" and (program := find("powershell")):
        return [program, "-NoProfile", "-NonInteractive", "-Sta", "-Command", _POWERSHELL]
    if platform in ("darwin", "win32"):
        return []
    if settings.get("WAYLAND_DISPLAY") and (program := find("wl-copy")):
        return [program, "--type", "image/png"]
    if settings.get("DISPLAY") and (program := find("xclip")):
        return [program, "-selection", "clipboard", "-target", "image/png"]
    return []


def copy_png(data: bytes) -> bool:
    """Put a PNG file on the clipboard; return whether the system took it. Waits for it."""
    with (
        contextlib.suppress(OSError, subprocess.SubprocessError),
        tempfile.TemporaryDirectory() as at,
    ):
        path = Path(at) / "picture.png"
        path.write_bytes(data)
        command = picture_command(path)
        if not command:
            return False
        with path.open("rb") as file:
            # Its output goes nowhere: xclip stays behind it until something else is copied.
            subprocess.run(
                command,
                stdin=file,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_SECONDS,
                check=True,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        return True
    return False


def png_of(picture: pygame.Surface) -> bytes:
    """Return a picture as the bytes of a PNG file; other threads go on meanwhile."""
    with tempfile.TemporaryDirectory() as at:
        path = Path(at) / "picture.png"
        pygame.image.save(picture, path)
        return path.read_bytes()


def showing_command(path: Path, platform: str, find: Callable[[str], str | None]) -> list[str]:
    """Return the command that shows a folder or a text as the system does; empty without one."""
    program = find({"darwin": "open", "win32": "explorer"}.get(platform, "xdg-open"))
    return [program, str(path)] if program else []


_showing: list[subprocess.Popen[bytes]] = []  # some programs stay until what they show is closed


def show_outside(path: Path) -> bool:
    """Have the system show a folder or a text; return whether there is a program for that."""
    command = showing_command(path, sys.platform, machine.find_program)
    if not command or not path.exists():
        return False
    _showing[:] = [process for process in _showing if process.poll() is None]
    nothing = subprocess.DEVNULL
    with contextlib.suppress(OSError):
        _showing.append(subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing))
        return True
    return False


TEXTS, PICTURES = "Documents", "Pictures"


def folder(kind: str) -> Path:
    """Return the player's folder for texts or pictures; the home folder where there is none.

    Its name is the system's, and often in the player's language. Without a home folder it is the
    system's folder for temporary files.
    """
    try:
        wanted = {TEXTS: user_documents_path, PICTURES: user_pictures_path}[kind]()
        return wanted if wanted.is_dir() else Path.home()
    except RuntimeError:
        return Path(tempfile.gettempdir())


def free_path(wanted: Path) -> Path:
    """Return a path at which nothing is yet: what was saved before is not written over."""
    number, path = 2, wanted
    while path.exists():
        path = wanted.with_name(f"{wanted.stem} {number}{wanted.suffix}")
        number += 1
    return path


def newest_files(files: Iterable[Path], most: int) -> list[Path]:
    """Return so many of some files, the newest first."""
    dated = []
    for path in files:
        try:
            dated.append((path.stat().st_mtime, path))
        except OSError:
            continue  # it has just been deleted
    return [path for _, path in sorted(dated, reverse=True)[:most]]


def file_name(words: str) -> str:
    r"""Return words as the name of a file, which every system takes.

    >>> file_name('Kalah 6 × 4, "Ann": 3/4')
    'Kalah 6 × 4, Ann 3 4'
    """
    return _in_plain(words).encode()[:_LONGEST_SUGGESTED].decode(errors="ignore").strip(" .")


def _in_plain(words: str) -> str:
    seen = (" " if unicodedata.category(sign)[0] == "C" else sign for sign in words)
    return re.sub(r'[\\/:*?"<>|\s]+', " ", "".join(seen)).strip(" .")


def is_file_name(words: str) -> bool:
    """Tell whether every system takes words as the name of a file.

    >>> is_file_name("my game.kalah"), is_file_name("nul.kalah"), is_file_name("a: b.kalah")
    (True, False, False)
    """
    stem = words.partition(".")[0].strip().lower()
    plain = words == _in_plain(words) and len(words.encode()) <= _LONGEST_NAME
    return plain and bool(stem) and _DEVICE.fullmatch(stem) is None


# Is told the folder, the name that is suggested and what to do with the path that is chosen.
AskPlace = Callable[[str, str, Callable[[Path], object]], object]


def _as_suggested(kind: str, name: str, save: Callable[[Path], object]) -> None:
    save(folder(kind) / name)


class Folders:
    """Where files of a kind were chosen last: the next one often lies beside it."""

    def __init__(self) -> None:
        self._last: dict[str, Path] = {}

    def first(self, kind: str) -> Path:
        """Return the folder that is shown first when a file of a kind is to be chosen."""
        last = self._last.get(kind)
        return last if last is not None and last.is_dir() else folder(kind)

    def remember(self, kind: str, folder: Path) -> None:
        """Have the next file of a kind chosen in a folder."""
        self._last[kind] = folder


class Made(NamedTuple):
    """Words to be saved, and what is to be told besides; nothing as a rule."""

    words: str
    besides: str = ""


class Saver:
    """Writes files on a thread of its own: a large picture takes longer than a frame."""

    def __init__(self, jobs: BackgroundJobs, tell: Callable[[str], None]) -> None:
        """``tell`` hears in a sentence what became of each file.

        ``ask`` has the player choose where a file is saved.
        """
        self._jobs = jobs
        self._tell = tell
        self.ask: AskPlace = _as_suggested
        self.folders = Folders()

    def save_text(self, words: str, name: str) -> None:
        """Save words as a text."""
        self.save_made(lambda: words, f"{name}.txt")

    def save_table(self, rows: str, name: str) -> None:
        """Save rows with tabs between their columns; a mark tells spreadsheets of UTF-8."""
        self.save_made(lambda: f"\ufeff{rows}", f"{name}.tsv")

    def save_made(self, make: Callable[[], str], name: str, kind: str = TEXTS) -> None:
        """Save words, which are made on the thread, under a name with its suffix."""

        def save(path: Path) -> None:
            self._submit(lambda: _write_text(make(), path), path.name)

        self.ask(kind, name, save)

    def save_stored(self, make: Callable[[Store, Callable[[], None]], Made], name: str) -> None:
        """Save what is made of the store, on a thread.

        ``make`` is told the store, and what to call all the time.
        """

        def save(path: Path) -> None:
            errand, besides = Errand(SAVES, lambda: say("leaving_saves", name=path.name)), [""]

            def write(store: Store) -> Path:
                words, besides[0] = make(store, errand.go_on)
                return _write_text(words, path)

            def tell(outcome: Path | Exception) -> None:
                said = "" if isinstance(outcome, Exception) else besides[0]
                self._tell(as_text(_sentence(outcome), said))

            self._jobs.start(write, tell, errand)

        self.ask(TEXTS, name, save)

    def save_picture(self, picture: pygame.Surface, name: str) -> None:
        """Save a picture, which nobody may change any more."""
        self.save_painted(lambda take: take(picture), name)

    def save_painted(
        self, paint: Callable[[Callable[[pygame.Surface], None]], object], name: str
    ) -> None:
        """Save a picture that is painted when its place is chosen; ``paint`` has who takes it."""

        def save(path: Path) -> None:
            paint(lambda painted: self._submit(lambda: _write(png_of(painted), path), path.name))

        self.ask(PICTURES, f"{name}.png", save)

    def copy_picture(self, picture: pygame.Surface, name: str) -> None:
        """Put a picture on the clipboard, or save it where the system takes none there."""
        path = folder(PICTURES) / f"{name}.png"

        def copy() -> Path | None:
            data = png_of(picture)
            return None if copy_png(data) else _write(data, path)

        self._submit(copy, path.name)

    def _submit(self, write: Callable[[], Path | None], name: str) -> None:
        errand = Errand(SAVES, lambda: say("leaving_saves", name=name))
        self._jobs.do(write, lambda outcome: self._tell(_sentence(outcome)), errand)


def _sentence(outcome: Path | BaseException | None) -> str:
    if outcome is None:
        return say("copied_picture")
    if isinstance(outcome, Exception):
        return say("not_saved", why=why(outcome))
    return say("saved_as", path=outcome)


def _write_text(words: str, wanted: Path) -> Path:
    return _write(words.replace("\n", os.linesep).encode(), wanted)


def _write(data: bytes, wanted: Path) -> Path:
    path = free_path(wanted)
    with written_whole(path) as unfinished:
        unfinished.write_bytes(data)
    return path
