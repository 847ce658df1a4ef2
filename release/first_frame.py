"""Measure the first frame of a package: python release/first_frame.py PROGRAM [ARGUMENT ...]

A frame is there when a screen of its own (Xvfb) is no longer black. Each start finds an empty home,
and the endgame database of the cache folder, if there is one.
"""

import mmap
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from struct import unpack_from
from tempfile import TemporaryDirectory

from kalahgui.folders import cache_folder

STARTS = 10
WIDTH, HEIGHT = 1280, 800
LOOK, LONGEST = 0.002, 30.0  # seconds


@contextmanager
def screen() -> Iterator[tuple[str, mmap.mmap]]:
    """Open a screen; yield its name, and its file in memory."""
    with TemporaryDirectory() as folder:
        size = f"{WIDTH}x{HEIGHT}x24"
        asked = ["Xvfb", "-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp"]
        server = subprocess.Popen([*asked, "-fbdir", folder], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            name = f":{server.stdout.readline().strip()}"
            with (Path(folder) / "Xvfb_screen0").open("rb") as file:
                yield name, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        finally:
            server.terminate()
            server.wait()


def is_lit(picture: mmap.mmap) -> bool:
    """Tell whether most of a picture is drawn; it is kept as by ``xwd``, in four bytes a point."""
    header, colours = unpack_from(">I", picture, 0)[0], unpack_from(">I", picture, 76)[0]
    first = header + 12 * colours  # bytes
    points = [(x, y) for x in range(40, WIDTH, 80) for y in range(40, HEIGHT, 80)]
    places = [first + 4 * (y * WIDTH + x) for x, y in points]
    return sum(picture[place : place + 3] != bytes(3) for place in places) > len(points) // 2


def wait_for(picture: mmap.mmap, process: subprocess.Popen[bytes]) -> None:
    """Wait until the program has drawn a picture."""
    end = time.perf_counter() + LONGEST
    while not is_lit(picture):
        if process.poll() is not None:
            sys.exit(f"the program has ended, with status {process.returncode}")
        if time.perf_counter() > end:
            sys.exit(f"nothing was drawn in {LONGEST:.0f} s")
        time.sleep(LOOK)


def started(command: Sequence[str]) -> float:
    """Start and end the program on a screen of its own; return the seconds to its first frame."""
    shown_elsewhere = ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")
    ours = {key: value for key, value in os.environ.items() if key not in shown_elsewhere}
    with TemporaryDirectory() as home, screen() as (name, picture):
        places = {"HOME": home, "XDG_DATA_HOME": home, "KALAHGUI_CACHE": str(cache_folder())}
        begin = time.perf_counter()
        process = subprocess.Popen(
            command, env={**ours, **places, "DISPLAY": name}, stderr=subprocess.DEVNULL
        )
        try:
            wait_for(picture, process)
            return time.perf_counter() - begin
        finally:
            process.terminate()
            process.wait(LONGEST)


def main() -> None:
    command = sys.argv[1:]
    if not command:
        sys.exit(__doc__)
    # The first one finds files that are not in memory yet.
    seconds = [started(command) for _ in range(STARTS + 1)][1:]
    least, most = min(seconds), max(seconds)
    print(f"first frame after {median(seconds):.2f} s, the median of {STARTS} starts", end=" ")
    print(f"({least:.2f} to {most:.2f})")


if __name__ == "__main__":
    main()
