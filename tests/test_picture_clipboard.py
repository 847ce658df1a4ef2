"""Pictures go to the clipboard by the system's own program, or not at all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kalahgui.gui.kit import picture_clipboard
from kalahgui.gui.kit.picture_clipboard import copy_png, picture_command

PICTURE = Path("picture.png")


@pytest.mark.parametrize(
    ("platform", "settings", "program"),
    [
        ("darwin", {}, "osascript"),
        ("win32", {}, "powershell"),
        ("linux", {"DISPLAY": ":0"}, "xclip"),
        ("linux", {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "wl-copy"),
    ],
)
def test_every_system_copies_by_its_own_program(platform, settings, program):
    command = picture_command(PICTURE, platform, lambda name: f"/bin/{name}", settings)
    assert command[0] == f"/bin/{program}"
    assert (str(PICTURE) in command) == (platform == "darwin")
    assert picture_command(PICTURE, platform, lambda name: None, settings) == []


def test_without_a_screen_nothing_is_copied():
    assert picture_command(PICTURE, "linux", lambda name: f"/bin/{name}", {}) == []


@pytest.mark.parametrize(
    ("program", "taken"),
    [
        ("import sys; sys.exit(sys.stdin.buffer.read() != b'PNG')", True),
        ("import sys; sys.exit(1)", False),
        ("", True),
    ],
)
def test_a_picture_was_taken_when_the_program_says_so(monkeypatch, program, taken):
    command = [sys.executable, "-c", program]
    monkeypatch.setattr(picture_clipboard, "picture_command", lambda path: command)
    assert copy_png(b"PNG") is taken


@pytest.mark.parametrize("command", [[], ["/no/such/program"]])
def test_a_picture_without_a_program_was_not_taken(monkeypatch, command):
    monkeypatch.setattr(picture_clipboard, "picture_command", lambda path: command)
    assert copy_png(b"PNG") is False


@pytest.mark.display
@pytest.mark.skipif(not shutil.which("xclip"), reason="needs xclip")
def test_xclip_gives_back_what_was_copied(monkeypatch):
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    if not os.environ.get("DISPLAY"):
        pytest.skip("needs a screen")
    picture = b"\x89PNG with \x00 bytes"
    assert copy_png(picture)
    given = ["xclip", "-selection", "clipboard", "-target", "image/png", "-out"]
    assert subprocess.run(given, capture_output=True, check=True).stdout == picture
