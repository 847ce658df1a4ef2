"""Pictures go to the clipboard by the system's own program, or not at all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kalahgui.gui.services import clipboard
from kalahgui.gui.services.clipboard import copy_png, picture_command

PICTURE = Path("picture.png")


X11 = {"DISPLAY": ":0"}
WAYLAND = X11 | {"WAYLAND_DISPLAY": "wayland-0"}


@pytest.mark.parametrize(
    ("settings", "command"),
    [
        (X11, "/bin/xclip -selection clipboard -target image/png"),
        (WAYLAND, "/bin/wl-copy --type image/png"),
    ],
)
def test_linux_copies_by_the_program_of_its_display(settings, command):
    found = picture_command(PICTURE, "linux", lambda name: f"/bin/{name}", settings)
    assert found == command.split()


@pytest.mark.parametrize(
    ("platform", "program", "last"),
    [
        ("darwin", "/bin/osascript", "picture.png"),
        ("win32", "/bin/powershell", "FromStream($file))"),
    ],
)
def test_other_systems_copy_by_a_script(platform, program, last):
    command = picture_command(PICTURE, platform, lambda name: f"/bin/{name}", {})
    assert command[0] == program
    assert command[-1].endswith(last)


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_without_a_program_there_is_no_command(platform):
    assert picture_command(PICTURE, platform, lambda name: None, WAYLAND) == []


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
    monkeypatch.setattr(clipboard, "picture_command", lambda path: command)
    assert copy_png(b"PNG") is taken


@pytest.mark.parametrize("command", [[], ["/no/such/program"]])
def test_a_picture_without_a_program_was_not_taken(monkeypatch, command):
    monkeypatch.setattr(clipboard, "picture_command", lambda path: command)
    assert copy_png(b"PNG") is False


@pytest.mark.display
@pytest.mark.xdist_group("display")
@pytest.mark.skipif(not shutil.which("xclip"), reason="needs xclip")
def test_xclip_gives_back_what_was_copied(monkeypatch):
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    if not os.environ.get("DISPLAY"):
        pytest.skip("needs a screen")
    picture = b"\x89PNG with \x00 bytes"
    assert copy_png(picture)
    given = ["xclip", "-selection", "clipboard", "-target", "image/png", "-out"]
    assert subprocess.run(given, capture_output=True, check=True).stdout == picture
