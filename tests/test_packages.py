"""The packages as a stranger has them: installed, started, played, upgraded and removed.

They lie in the folder that KALAHGUI_PACKAGES names; without it nothing is tried.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from test_end_to_end import (
    BOARD,
    EASY,
    SIZE,
    THREE_STONES,
    Program,
    choose,
    display,  # noqa: F401  # a fixture
    persons_move,
    press_start,
    wait_for,
)

import kalahgui

FOLDER = os.environ.get("KALAHGUI_PACKAGES", "")
DESKTOP = "org.kalahgui.KalahGUI.desktop"
GAME = '[Game "kalah:6x4"]\n\n1. 3 6\n'
CONTINUE = (1136, 178)

pytestmark = [
    pytest.mark.display,
    pytest.mark.slow,
    pytest.mark.xdist_group("display"),
    pytest.mark.skipif(not FOLDER, reason="KALAHGUI_PACKAGES names no folder of packages"),
]


def run(*command: object, **options) -> str:
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, timeout=300, **options
    )
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout


def the_one(pattern: str) -> Path:
    [file] = Path(FOLDER).glob(pattern)
    return file


class Deb:
    """The .deb, first an older build; started by its menu entry."""

    opened_by_kind = True

    def __init__(self, home: Path) -> None:
        if os.geteuid() != 0 or shutil.which("kalahgui", path="/usr/games"):
            pytest.skip("only root installs packages, and only where none is installed")
        self.program = Path("/usr/games/kalahgui")
        self.entry = Path("/usr/share/applications", DESKTOP)
        self._old = the_one("kalahgui_0.*.deb")

    def install(self) -> None:
        run("dpkg", "-i", self._old)

    def upgrade(self) -> None:
        run("dpkg", "-i", the_one(f"kalahgui_{kalahgui.__version__}_*.deb"))

    def remove(self) -> None:
        run("dpkg", "-r", "kalahgui")
        assert not Path("/usr/lib/kalahgui").exists()

    def start(self, *files: object) -> tuple[str, ...]:
        return ("gio", "open", *map(str, files)) if files else ("gio", "launch", str(self.entry))


class Tarball(Deb):
    """The .tar.gz in a folder with a difficult name; put into the menu by its own script."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._folder = home / "my games 遊び"
        self.entry = home / "applications" / DESKTOP
        self._unpacked = the_one("KalahGUI-*-linux-*.tar.gz")
        self.program = self._folder / self._unpacked.name.removesuffix(".tar.gz") / "kalahgui.sh"

    def install(self) -> None:
        self._folder.mkdir(exist_ok=True)
        run("tar", "-xzf", self._unpacked, "-C", self._folder)
        run(self.program, "--menu", env=os.environ | {"XDG_DATA_HOME": str(self._home)})
        run("desktop-file-validate", self.entry)

    upgrade = install

    def remove(self) -> None:
        run(self.program, "--no-menu", env=os.environ | {"XDG_DATA_HOME": str(self._home)})
        shutil.rmtree(self._folder)
        assert not list(self._home.rglob("*org.kalahgui*"))


class Wheel:
    """The wheel in a fresh environment; it has a command, and no menu entry."""

    opened_by_kind = False

    def __init__(self, home: Path) -> None:
        self._environment = home / "environment"
        self.program = self._environment / "bin" / "kalahgui"

    def install(self) -> None:
        run(sys.executable, "-m", "venv", self._environment)
        self._pip("install", the_one("kalahgui-*-manylinux*.whl"))

    def upgrade(self) -> None:
        self._pip("install", "--force-reinstall", "--no-deps", the_one("kalahgui-*-manylinux*.whl"))

    def remove(self) -> None:
        self._pip("uninstall", "-y", "kalahgui")

    def start(self, *files: object) -> tuple[str, ...]:
        return (str(self.program), *map(str, files))

    def _pip(self, *words: object) -> None:
        run(self._environment / "bin" / "pip", "-q", *words)


class Started(Program):
    """The program, whoever has started it."""

    def __init__(self, screen: str, home: Path, command: tuple[str, ...]) -> None:
        super().__init__(screen, home, command=command)
        tree = run("xwininfo", "-root", "-tree", env=self.env)
        window = re.search(r'(0x\w+) "Kalah"', tree)[1]
        self.pid = int(run("xdotool", "getwindowpid", window, env=self.env))
        time.sleep(0.5)

    def close(self) -> None:
        """Ask the window to close, and wait until it has."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)
        wait_for(lambda: self._window() is None)
        self.process.wait(60)

    def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        self.process.wait(60)

    def count(self) -> int:
        return len(self.rows("SELECT id FROM matches"))


@pytest.fixture
def environment(monkeypatch):
    """Take away what a checkout has and a stranger has not."""
    for name in (
        "PYTHONPATH",
        "VIRTUAL_ENV",
        "SDL_VIDEODRIVER",
        "XDG_DATA_HOME",
        "LD_LIBRARY_PATH",
    ):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("kind", [Deb, Tarball, Wheel])
def test_a_stranger_plays_upgrades_and_removes(kind, display, environment, tmp_path):  # noqa: F811
    package, started = kind(tmp_path), []

    def start(*files: object) -> Started:
        started.append(Started(display, tmp_path, package.start(*files)))
        return started[-1]

    choose(tmp_path, cards=THREE_STONES, second=EASY, window=list(SIZE))
    package.install()
    try:
        program = start()
        press_start(program, by_mouse=True)
        program.click(BOARD.centre(3))
        before = persons_move(program, 0)
        for _ in range(3):  # a game with fewer than four moves would not be offered again
            program.click(BOARD.centre(before.position.moves()[-1]))
            before = persons_move(program, len(before.plies))
        program.close()

        package.upgrade()
        version = run(package.program, "--version", cwd=tmp_path)
        assert version == f"KalahGUI {kalahgui.__version__}\n"
        assert "1056" in run(package.program, "perft", "kalah:6x6", "4", cwd=tmp_path)
        program = start()
        program.click(CONTINUE)
        time.sleep(0.5)
        program.click(BOARD.centre(before.position.moves()[-1]))
        after = persons_move(program, len(before.plies))
        assert after.plies[: len(before.plies)] == before.plies
        assert program.count() == 1
        program.close()

        for number, running in enumerate((False, True), 2):  # a window is open the second time
            file = tmp_path / f"対局 {number}.kalah"
            file.write_text(f"{GAME} {{{number}}}", "utf-8")
            if running:
                run(*package.start(file), env=program.env)
            else:
                program = start(file)
            wait_for(lambda number=number, shown=program: shown.count() == number)
        assert program.match().ply_texts() == ["3", "6"]
        program.close()
    finally:
        for started_program in started:
            started_program.end()
        package.remove()
    assert not package.program.exists()
    assert program.count() == 3  # the player's games stay


def test_the_papers_of_the_deb_are_in_order(tmp_path):
    deb = the_one(f"kalahgui_{kalahgui.__version__}_*.deb")
    run("dpkg-deb", "-x", deb, tmp_path)
    share = tmp_path / "usr" / "share"
    run("desktop-file-validate", share / "applications" / DESKTOP)
    run("appstreamcli", "validate", "--no-net", *share.glob("metainfo/*.xml"))
    assert run("lintian", "--fail-on", "error,warning", deb) == ""
