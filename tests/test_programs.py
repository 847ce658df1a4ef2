"""Programs of the system: by their whole paths, never one that lies in the present folder."""

import ast
import os
from pathlib import Path

import pygame
import pytest
from sources import reads_sources, sources

from kalahgui.gui.services import machine, saving, voice, x11_clipboard

POSIX = pytest.mark.skipif(os.name != "posix", reason="its programs are files with a mode")
NAMES = ("xclip", "xsel", "xdg-open", "spd-say", "wl-copy", "say", "osascript", "open")


@pytest.fixture
def present(tmp_path, monkeypatch):
    """The present folder, with programs in it that say that they ran."""
    folder = tmp_path / "downloads"
    folder.mkdir()
    for name in (*NAMES, "powershell.exe", "explorer.exe", "powershell", "explorer"):
        path = folder / name
        path.write_text(f"#!/bin/sh\ntouch {folder / 'ran'}\n")
        path.chmod(0o755)
    monkeypatch.chdir(folder)
    return folder


@POSIX
def test_a_program_of_a_whole_path_is_found_and_none_of_the_present_folder(present):
    for folders in ("", ".", ":", "./bin:.", "downloads", "..:/nowhere:"):
        for name in NAMES:
            assert machine.find_program(name, "linux", {"PATH": folders}) is None
    settings = {"PATH": f".::bin:{present}"}
    assert machine.find_program("xclip", "linux", settings) == str(present / "xclip")


@POSIX
def test_what_lies_in_the_present_folder_never_runs(present, monkeypatch):
    monkeypatch.setenv("PATH", ":.:")
    monkeypatch.setattr(pygame.display, "get_init", lambda: True)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    assert not x11_clipboard.copy("abc") and x11_clipboard.pasted() is None
    assert not saving.show_outside(present)
    assert voice.speech_command("en", "linux") == voice.speech_command("en", "darwin") == []
    for shown in ({"DISPLAY": ":1"}, {"WAYLAND_DISPLAY": "wayland-1"}):
        assert saving.picture_command(Path("a.png"), "linux", settings=shown) == []
    assert not (present / "ran").exists()


@pytest.fixture
def windows(tmp_path):
    """The folder of Windows with its two programs."""
    folder = tmp_path / "Windows"
    shell = folder / "System32" / "WindowsPowerShell" / "v1.0" / "powershell.exe"
    for path in (shell, folder / "explorer.exe"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return {"SystemRoot": str(folder)}


def test_programs_of_windows_have_their_place(present, windows):
    def found(name):
        return machine.find_program(name, "win32", windows)

    folder = Path(windows["SystemRoot"])
    assert found("explorer") == str(folder / "explorer.exe")
    shell = str(folder / "System32" / "WindowsPowerShell" / "v1.0" / "powershell.exe")
    assert found("powershell") == shell
    assert voice.speech_command("en", "win32", found)[0] == shell
    assert saving.picture_command(Path("a.png"), "win32", found)[0] == shell
    assert saving.showing_command(present, "win32", found)[0] == str(folder / "explorer.exe")
    for root in (
        {},
        *({"SystemRoot": system_root} for system_root in ("", ".", "Windows", "/nowhere")),
    ):
        for name in ("powershell", "explorer", "xclip", ""):
            assert machine.find_program(name, "win32", root | {"PATH": str(present)}) is None


@reads_sources
def test_nothing_else_looks_for_programs():
    """Nor is one begun by its bare name."""
    names = {
        path.name
        for path, nodes in sources().items()
        for node in nodes
        if isinstance(node, ast.Attribute) and node.attr == "which"
    }
    assert names == {"machine.py"}
