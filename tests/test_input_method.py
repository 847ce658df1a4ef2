"""Japanese is typed into the real window by a real input method: fcitx5 with anthy."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from test_end_to_end import DEADLINE, ROOT, display, wait_for

__all__ = ["display"]  # a fixture

pytestmark = [
    pytest.mark.display,
    pytest.mark.xdist_group("display"),
    pytest.mark.slow,
    pytest.mark.skipif(
        not all(
            shutil.which(tool)
            for tool in ("Xvfb", "xdotool", "xwininfo", "dbus-run-session", "gdbus", "fcitx5")
        )
        or not Path("/usr/share/fcitx5/addon/anthy.conf").exists(),
        reason="needs Xvfb, xdotool, xwininfo, dbus, fcitx5 and anthy",
    ),
]
PROFILE = """[Groups/0]
Name=Default
Default Layout=us
DefaultIM=anthy

[Groups/0/Items/0]
Name=anthy
Layout=

[GroupOrder]
0=Default
"""
# To ask the input method itself would begin a second one, which ends the first.
SESSION = """
fcitx5 &
until gdbus call --session --dest org.freedesktop.DBus --object-path /org/freedesktop/DBus \
    --method org.freedesktop.DBus.NameHasOwner org.fcitx.Fcitx5 | grep -q true
do sleep 0.1; done
"$1" -c "$2" "$3" &
trap 'kill $(jobs -p)' EXIT
wait $!
"""
# Opens the card of files, and tells of all words that are drawn.
WINDOW = """
import sys
from pathlib import Path
from kalahgui.gui.paint import theme
from kalahgui.gui.screens.exchange.file_cards import OpenFile
from kalahgui.gui.shell.program import Program
from kalahgui.library.store import Store

said, write = Path(sys.argv[1]).open("w", encoding="utf-8"), theme.write

def tell(surface, words, *rest, **options):
    print(words, file=said, flush=True)
    return write(surface, words, *rest, **options)

theme.write = tell
import pygame
pygame.display.init()
pygame.font.init()
app = Program(Store(), (1280, 800))
app.push(OpenFile(app, print))
app.run()
"""


def test_what_is_composed_is_seen_and_what_is_chosen_written(display, tmp_path):
    home = tmp_path / "home"
    (home / ".config" / "fcitx5").mkdir(parents=True)
    (home / ".config" / "fcitx5" / "profile").write_text(PROFILE, "utf-8")
    said = tmp_path / "said"
    env = os.environ | {
        "DISPLAY": display,
        "HOME": str(home),
        "XDG_DATA_HOME": str(home),
        "LANG": "C.UTF-8",
        "XMODIFIERS": "@im=fcitx",
        "SDL_IM_MODULE": "fcitx",
        "SDL_AUDIODRIVER": "dummy",
        "SDL_FRAMEBUFFER_ACCELERATION": "0",
        "PYTHONPATH": str(ROOT),
    }
    env.pop("SDL_VIDEODRIVER", None)
    env.pop("XDG_CONFIG_HOME", None)

    def has_said(words):
        return said.exists() and words in said.read_text("utf-8").splitlines()

    # The input method and the window are on a bus of their own.
    started = [sys.executable, WINDOW, str(said)]
    session = subprocess.Popen(
        ["dbus-run-session", "--", "bash", "-c", SESSION, "bash", *started],
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    def do(*command):
        return subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout

    try:
        wait_for(lambda: has_said("Open a file"))
        tree = do("xwininfo", "-root", "-tree").splitlines()
        window = next(line.split()[0] for line in tree if "Kalah" in line)
        do("xdotool", "windowfocus", "--sync", window)
        do("xdotool", "key", "ctrl+a", "BackSpace")
        do("xdotool", "key", "ctrl+space")  # which has the input method listen
        do("xdotool", "type", "--delay", "100", "nihongo")
        wait_for(lambda: has_said("\u306b\u307b\u3093\u3054"))
        do("xdotool", "key", "space")
        wait_for(lambda: has_said("\u65e5\u672c\u8a9e"))
        do("xdotool", "key", "Return")
        do("xdotool", "type", "--delay", "100", "a")
        wait_for(lambda: has_said("\u65e5\u672c\u8a9e\u3042"))
    finally:
        session.terminate()
        session.wait(DEADLINE)
