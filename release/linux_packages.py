"""Make the packages for Linux: ``python release/linux_packages.py FOLDER OUT [--version V]``.

FOLDER is the one that ``pyinstaller build.spec`` has made. In OUT come a .deb and a .tar.gz, and on
the terminal the oldest C library that they run with. Of another version than the program's own,
which is for trying an upgrade, only a .deb is made, and quickly.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import os
import platform
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

from notes import ROOT, newest, version

ID = "org.kalahgui.KalahGUI"
_LINUX = ROOT / "release" / "linux"
_ASSETS = ROOT / "assets"
MAINTAINER = os.environ.get(
    "KALAHGUI_MAINTAINER", "The KalahGUI developers <kalahgui@users.noreply.github.com>"
)
_PNG = b"\x89PNG"
# SDL looks for these when it starts; the first two it cannot do without.
_NEEDED = ("libx11-6", "libxext6")
_WELCOME = ("libxcursor1", "libxfixes3", "libxi6", "libxrandr2", "libxss1")
_SOUND = ("libasound2 | libasound2t64", "libpulse0")
_CONTROL = """\
Package: kalahgui
Version: {version}
Section: games
Priority: optional
Architecture: {machine}
Maintainer: {maintainer}
Installed-Size: {kilobytes}
Depends: libc6 (>= {glibc}), {needed}
Recommends: {recommended}
Description: board games against a computer that shows how it thinks
 Kalah, Reversi, tic-tac-toe and Eight in a window and on the command line,
 with up to ten levels a board, hints, a review of every game, lessons,
 puzzles, and a theatre that shows how searches find a move.
 .
 The package brings its own Python and SDL.
"""


def icons() -> dict[int, bytes]:
    """Return the icons by their sizes, as pictures."""
    pictures = {}
    ico = (_ASSETS / "icon.ico").read_bytes()
    for place in range(struct.unpack_from("<H", ico, 4)[0]):
        side, size, at = struct.unpack_from("<B7xII", ico, 6 + 16 * place)
        pictures[side or 256] = ico[at : at + size]
    icns = (_ASSETS / "icon.icns").read_bytes()
    at = icns.index(b"ic09")  # the only size that the other file cannot hold
    pictures[512] = icns[at + 8 : at + struct.unpack_from(">I", icns, at + 4)[0]]
    assert all(picture.startswith(_PNG) for picture in pictures.values())
    return pictures


def lay_share(share: Path, number: str, command: str) -> None:
    """Write what a desktop reads: menu entry with a command, icons, kinds of files, description."""
    for folder, suffix, name in (
        ("applications", "desktop", f"{ID}.desktop"),
        ("mime/packages", "mime.xml", f"{ID}.xml"),
        ("metainfo", "metainfo.xml", f"{ID}.metainfo.xml"),
    ):
        text = (_LINUX / f"{ID}.{suffix}").read_text("utf-8")
        text = text.replace("@VERSION@", number).replace("@DATE@", newest().date)
        text = text.replace("Exec=kalahgui", f"Exec={command}")
        write(share / folder / name, text.encode())
    for side, picture in icons().items():
        write(share / f"icons/hicolor/{side}x{side}/apps/{ID}.png", picture)


def write(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Write a file and the folders that it lies in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    path.chmod(mode)


def oldest_glibc(folder: Path) -> str:
    """Return the oldest C library that has all that the programs and libraries of a folder ask for.

    >>> sorted(["2.9", "2.34", "2.4"], key=_number)
    ['2.4', '2.9', '2.34']
    """
    asked: set[bytes] = set()
    for path in elf_files(folder):
        asked.update(re.findall(rb"\0GLIBC_(2\.\d+)(?:\.\d+)?(?=\0)", path.read_bytes()))
    return max((glibc.decode() for glibc in asked), key=_number)


def _number(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def elf_files(folder: Path) -> list[Path]:
    """Return the programs and libraries in a folder."""
    paths = []
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == b"\x7fELF":
                    paths.append(path)
    return paths


def forget_paths(folder: Path) -> None:
    """Take the folders of the machine that compiled them out of libraries: nothing is there."""
    for path in elf_files(folder):
        asked = ["patchelf", "--print-rpath", str(path)]
        if subprocess.run(asked, capture_output=True, text=True).stdout.startswith("/"):
            subprocess.run(["patchelf", "--remove-rpath", str(path)], check=True)


def make_deb(folder: Path, out: Path, number: str) -> Path:
    """Make the .deb of a packaged folder and return it."""
    machine = {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()]
    deb = out / f"kalahgui_{number}_{machine}.deb"
    with tempfile.TemporaryDirectory() as place:
        root = Path(place) / "root"
        program = root / "usr/lib/kalahgui"
        shutil.copytree(folder, program, symlinks=True)
        # Not every session looks for programs in this folder.
        lay_share(root / "usr/share", number, "/usr/games/kalahgui")
        (root / "usr/games").mkdir()
        (root / "usr/games/kalahgui").symlink_to("../lib/kalahgui/KalahGUI")
        papers = root / "usr/share/doc/kalahgui"
        write(papers / "copyright", (_LINUX / "copyright").read_bytes())
        write(papers / "licences.txt.gz", _zipped((_ASSETS / "licences.txt").read_bytes()))
        write(papers / "changelog.gz", _zipped(debian_changelog(number)))
        write(root / "usr/share/lintian/overrides/kalahgui", (_LINUX / "overrides").read_bytes())
        write(
            root / "usr/share/man/man6/kalahgui.6.gz", _zipped((_LINUX / "kalahgui.6").read_bytes())
        )
        files = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
        for path in root.rglob("*"):
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or path == program / "KalahGUI" else 0o644)
        sums = "".join(
            f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n"
            for path in files
        )
        control = _CONTROL.format(
            maintainer=MAINTAINER,
            version=number,
            machine=machine,
            kilobytes=sum(path.stat().st_size for path in files) // 1024,
            glibc=oldest_glibc(folder),
            needed=", ".join(_NEEDED),
            recommended=", ".join(_WELCOME + _SOUND),
        )
        write(root / "DEBIAN/control", control.encode())
        write(root / "DEBIAN/md5sums", sums.encode())
        packed = "-Zxz" if number == version() else "-Znone"
        command = ["dpkg-deb", "--root-owner-group", packed, "--build", str(root), str(deb)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return deb


def debian_changelog(number: str) -> bytes:
    """Return the list of changes in Debian's form, which names the version alone."""
    day = datetime.fromisoformat(newest().date).replace(tzinfo=UTC)
    return (
        f"kalahgui ({number}) unstable; urgency=medium\n\n  * See CHANGELOG.md of the source.\n\n"
        f" -- {MAINTAINER}  {format_datetime(day)}\n"
    ).encode()


def _zipped(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def make_tarball(folder: Path, out: Path, number: str) -> Path:
    """Make the .tar.gz of a packaged folder, with its start script, and return it."""
    name = f"KalahGUI-{number}-linux-{platform.machine()}"
    tarball = out / f"{name}.tar.gz"
    with tempfile.TemporaryDirectory() as place:
        share = Path(place) / "share"
        lay_share(share, number, "kalahgui")
        with tarfile.open(tarball, "w:gz") as tar:
            for path, inside in (
                (folder, ""),
                (share, "/share"),
                (_LINUX / "kalahgui.sh", "/kalahgui.sh"),
                (ROOT / "LICENSE", "/LICENSE"),
                (_ASSETS / "licences.txt", "/licences.txt"),
            ):
                tar.add(path, f"{name}{inside}", filter=_ownerless)
    return tarball


def _ownerless(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry


def main() -> int:
    """Make both packages."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--version", default=version())
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        folder = shutil.copytree(options.folder, Path(place) / "KalahGUI", symlinks=True)
        forget_paths(folder)
        for make in (make_deb, make_tarball)[: 2 if options.version == version() else 1]:
            made = make(folder, options.out, options.version)
            print(f"{made.name}: {made.stat().st_size / 1e6:.1f} MB")
        print(f"oldest C library: glibc {oldest_glibc(folder)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
