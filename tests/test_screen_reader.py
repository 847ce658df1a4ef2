"""The real program and a player who knows it by the system's accessibility interface alone."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CLIENT = ROOT / "tests" / "screen_reader.py"
PYTHON = "/usr/bin/python3"  # has the bindings of the desktop
READY = 'import gi; gi.require_version("Atspi", "2.0")'
# The bus is a private one, on which somebody says that a screen reader is there.
SESSION = """
gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus \
    --method org.freedesktop.DBus.Properties.Set org.a11y.Status IsEnabled '<true>' > /dev/null
"$1" main.py --accessibility > "$2" &
"$3" "$4" "$5"
status=$?
kill $!
wait $!
exit $status
"""


def has_bindings():
    try:
        return subprocess.run([PYTHON, "-c", READY], capture_output=True).returncode == 0
    except OSError:
        return False


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (shutil.which("dbus-run-session") and shutil.which("gdbus") and has_bindings()),
        reason="needs dbus, at-spi2-core and the bindings of the desktop",
    ),
]


def session(tmp_path, scene):
    """Run the program and a player on a bus of their own; return what the player has printed.

    Events are told in the file "events".
    """
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"} | {
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "GSETTINGS_BACKEND": "memory",
        "XDG_DATA_HOME": str(tmp_path),
        "KALAHGUI_CACHE": str(tmp_path),
        "LANG": "C.UTF-8",
    }
    command = ["dbus-run-session", "--", "bash", "-c", SESSION, "bash"]
    # Sessions at once must not find each other's bus: its socket lies in this folder, with a short
    # path, and on a display its address would be written.
    with tempfile.TemporaryDirectory() as runtime:
        done = subprocess.run(
            [*command, sys.executable, str(tmp_path / "events"), PYTHON, str(CLIENT), scene],
            env=environment | {"XDG_RUNTIME_DIR": runtime},
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=240,
        )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_a_game_is_played_and_heard_through_the_accessibility_interface(tmp_path):
    *_, listed, cut = session(tmp_path, "game").splitlines()
    listed = json.loads(listed)
    assert "cut, because" in cut
    plies = [ply.split(" ", 1)[-1] if ply[0].isdigit() else ply for ply in listed]
    events = (tmp_path / "events").read_text("utf-8").splitlines()
    heard = [event.split(".")[0] for event in events]
    numbers = [
        number for number, event in enumerate(heard) if event.startswith(("You: ", "Computer: "))
    ]
    assert plies == [heard[number] for number in numbers]
    assert heard[numbers[-1] + 1].split()[-1] in ("win", "wins", "draw")


def test_the_first_lesson_is_done_through_it(tmp_path):
    session(tmp_path, "lesson")


def test_events_are_announced_where_that_is_chosen(tmp_path):
    heard = json.loads(session(tmp_path, "news").splitlines()[-1])
    place = heard.index("First player: 1. First player moves again")
    assert heard[place + 1] == "First player to move."


def test_screen_readers_come_and_go_while_two_computers_play(tmp_path):
    session(tmp_path, "on-and-off")


@pytest.mark.skipif("KALAHGUI_STARTS" not in os.environ, reason="a hundred starts take minutes")
def test_no_start_hangs(tmp_path):
    for _ in range(int(os.environ["KALAHGUI_STARTS"])):
        session(tmp_path, "start")
    assert not (tmp_path / "KalahGUI" / "KalahGUI" / "screen-reader-starts").exists()
