"""What leaves the program: pictures as PNG, the system's clipboard, and files under free names."""

from __future__ import annotations

import io
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from kalahgui.gui.services import saving
from kalahgui.gui.services.saving import copy_png, picture_command, png_of


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (3, 7), (64, 40)])
@pytest.mark.parametrize("level", [1, 6])
@pytest.mark.parametrize("alpha", [False, True])
def test_what_is_written_is_read(size, level, alpha):
    chance = random.Random(5)
    picture = pygame.Surface(size, pygame.SRCALPHA if alpha else 0, 32)
    for x in range(size[0]):
        for y in range(size[1]):
            picture.set_at((x, y), [chance.randrange(256) for _ in range(4)])
    read = pygame.image.load(io.BytesIO(png_of(picture, level)), "picture.png")
    assert read.get_size() == size
    kind = "RGBA" if alpha else "RGB"
    assert pygame.image.tobytes(read, kind) == pygame.image.tobytes(picture, kind)
    assert bool(read.get_flags() & pygame.SRCALPHA) == alpha


def test_the_newest_files_of_a_kind_come_first(tmp_path, monkeypatch):
    monkeypatch.setattr(saving, "folder", lambda kind: tmp_path)
    for age, name in enumerate(("c.game", "a.game", "d.text", "b.game")):
        (tmp_path / name).write_text("", "utf-8")
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    (tmp_path / "gone.game").symlink_to(tmp_path / "nothing")
    assert [path.name for path in saving.newest_files("*.game", 2)] == ["c.game", "a.game"]
    assert [path.name for path in saving.newest_files("*.game", 9)] == [
        "c.game",
        "a.game",
        "b.game",
    ]


PICTURE = Path("picture.png")


X11 = {"DISPLAY": ":0"}
WAYLAND = X11 | {"WAYLAND_DISPLAY": "wayland-0"}


@pytest.mark.parametrize(
    ("platform", "settings", "first", "last"),
    [
        ("linux", X11, ["/bin/xclip", "-selection", "clipboard"], "image/png"),
        ("linux", WAYLAND, ["/bin/wl-copy", "--type", "image/png"], "image/png"),
        ("darwin", {}, ["/bin/osascript"], "picture.png"),
        ("win32", {}, ["/bin/powershell"], "FromStream($file))"),
    ],
)
def test_every_system_copies_by_a_program_that_is_there(platform, settings, first, last):
    command = picture_command(PICTURE, platform, lambda name: f"/bin/{name}", settings)
    assert command[: len(first)] == first
    assert command[-1].endswith(last)
    assert picture_command(PICTURE, platform, lambda name: None, settings) == []


def test_without_a_screen_nothing_is_copied(monkeypatch):
    assert picture_command(PICTURE, "linux", lambda name: f"/bin/{name}", {}) == []
    for command in ([], ["/no/such/program"]):
        monkeypatch.setattr(saving, "picture_command", lambda path, command=command: command)
        assert copy_png(b"PNG") is False


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
    monkeypatch.setattr(saving, "picture_command", lambda path: command)
    assert copy_png(b"PNG") is taken


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
