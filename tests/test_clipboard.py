"""Texts on the clipboard: by SDL, and on X11 by a program of the system that does more."""

import sys
import time

import pygame
import pytest

from kalahgui.gui.services import saving, x11_clipboard
from kalahgui.gui.services.navigation import SetUpOf
from kalahgui.words import say

CTRL = pygame.KMOD_CTRL
# Keeps what was copied last in a file, and what kind it is of in another one.
XCLIP = """
import pathlib, sys
kind, copies = sys.argv[-2], sys.argv[-1] == "-in"
held, kept = (pathlib.Path(sys.argv[0]).with_name(name) for name in ("held", "kind"))
if copies:
    held.write_bytes(sys.stdin.buffer.read())
    kept.write_text(kind)
elif kind == "TARGETS":
    print("TARGETS", kept.read_text(), sep="\\n")
else:
    sys.stdout.buffer.write(held.read_bytes())
"""
XSEL = """
import pathlib, sys
held = pathlib.Path(sys.argv[0]).with_name("held")
if sys.argv[-1] == "--input":
    held.write_bytes(sys.stdin.buffer.read())
else:
    sys.stdout.buffer.write(held.read_bytes())
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="X11 has POSIX programs")


@pytest.fixture
def install(tmp_path, monkeypatch, clip):
    """Make an X11 without programs, and return what makes one of them.

    What SDL knows of the clipboard is in ``clip``.
    """
    clip["text"] = "known to SDL"
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    monkeypatch.setattr(x11_clipboard, "SECONDS", 60.0)  # also where the processor is busy

    def make(name, code):
        path = folder / name
        path.write_text(f"#!{sys.executable}\n{code}")
        path.chmod(0o755)
        return folder

    return make


@pytest.mark.parametrize(("name", "code"), [("xclip", XCLIP), ("xsel", XSEL)])
def test_what_is_copied_by_a_program_comes_back_whole(window, install, name, code):
    install(name, code)
    for words in ("abc", "対局 🙂\n", "a\0b", "m" * 1_000_000):
        assert saving.copy_text(words)
        assert saving.pasted_text() == words


def test_a_text_of_another_program_may_be_no_text_nor_is_a_picture_one(window, install, clip):
    folder = install("xclip", XCLIP)
    (folder / "kind").write_text("UTF8_STRING")
    for data in (b"\xff\xe9", "\ud800".encode("utf-8", "surrogatepass")):
        (folder / "held").write_bytes(data)
        assert "\N{REPLACEMENT CHARACTER}" in saving.pasted_text()
    (folder / "kind").write_text("image/png")
    clip["text"] = ""
    assert saving.pasted_text() == ""


FAILING = ["import sys; sys.exit(1)", "while True: pass", "import os; os.kill(os.getpid(), 9)"]


@pytest.mark.few(4)
@pytest.mark.parametrize("code", [None, *FAILING])
@pytest.mark.parametrize("name", ["xclip", "xsel"])
def test_sdl_does_what_no_program_can(window, install, clip, monkeypatch, name, code):
    monkeypatch.setattr(x11_clipboard, "SECONDS", 0.3)
    if code is not None:
        install(name, code)
    assert saving.pasted_text() == "known to SDL"
    assert saving.copy_text("copied")
    assert clip["text"] == "copied"


def test_elsewhere_no_program_is_asked(window, install, clip, monkeypatch):
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "wayland")
    install("xclip", XCLIP)
    assert saving.copy_text("copied") and clip["text"] == "copied"
    assert saving.pasted_text() == "copied"


def test_a_text_that_never_arrives_is_told_and_not_called_none(window, monkeypatch):
    """SDL waits for what comes in parts, and then knows of no text."""
    monkeypatch.setattr(saving, "WAITED", -1.0)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: "")
    window.key(pygame.K_v, "\x16", CTRL)
    assert window.services.notices.waiting == [say("no_clipboard")]
    monkeypatch.setattr(saving, "WAITED", time.monotonic())
    window.services.notices.waiting.clear()
    window.key(pygame.K_v, "\x16", CTRL)
    assert window.services.notices.waiting == [say("clipboard_empty")]


@pytest.mark.parametrize(
    "error", [pygame.error(""), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no text")], ids=type
)
def test_a_field_takes_nothing_from_a_clipboard_that_cannot_be_read(window, monkeypatch, error):
    def fail():
        raise error

    monkeypatch.setattr(pygame.scrap, "get_text", fail)
    window.app.open(SetUpOf("kalah"))
    field = window.fields()[0]
    window.app.screen.controls.focus_on(field)
    field.fill("abc")
    window.key(pygame.K_v, "\x16", CTRL)
    assert field.value == "abc" and window.app.screen.controls.typing
