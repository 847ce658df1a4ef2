"""The system's clipboard, which may not be there: texts, and pictures by the system's program."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pygame


def copy_text(words: str) -> bool:
    """Put a text on the clipboard; return whether there is one."""
    try:
        pygame.scrap.put_text(words)
    except pygame.error:
        return False
    return True


def pasted_text() -> str | None:
    """Return the text on the clipboard, empty where there is none; None without a clipboard."""
    try:
        return pygame.scrap.get_text()
    except (pygame.error, UnicodeDecodeError):
        return None


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
    find: Callable[[str], str | None] = shutil.which,
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
