"""Measure the first frame of a package: python release/first_frame.py PROGRAM [ARGUMENT ...]

A frame is there when a screen of its own (Xvfb) is no longer black. Each start finds an empty home,
and the endgame database of the cache folder.
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


def wait_until(lit: bool, picture: mmap.mmap, begin: float) -> float:
    """Wait for a picture, or for none; return the seconds since the begin."""
    while is_lit(picture) != lit:
        if time.perf_counter() - begin > LONGEST:
            sys.exit(f"the screen was not {'drawn' if lit else 'cleared'} after {LONGEST:.0f} s")
        time.sleep(LOOK)
    return time.perf_counter() - begin


def started(command: Sequence[str], name: str, picture: mmap.mmap) -> float:
    """Start the program and end it; return the seconds to its first frame."""
    with TemporaryDirectory() as home:
        places = {"HOME": home, "XDG_DATA_HOME": home, "KALAHGUI_CACHE": str(cache_folder())}
        begin = time.perf_counter()
        process = subprocess.Popen(
            command, env={**os.environ, **places, "DISPLAY": name}, stderr=subprocess.DEVNULL
        )
        try:
            seconds = wait_until(True, picture, begin)
        finally:
            process.terminate()
            process.wait()
    wait_until(False, picture, time.perf_counter())
    return seconds


def main() -> None:
    command = sys.argv[1:]
    if not command:
        sys.exit(__doc__)
    with screen() as (name, picture):
        # The first one finds files that are not in memory yet.
        seconds = [started(command, name, picture) for _ in range(STARTS + 1)][1:]
    least, most = min(seconds), max(seconds)
    print(f"first frame after {median(seconds):.2f} s, the median of {STARTS} starts", end=" ")
    print(f"({least:.2f} to {most:.2f})")


if __name__ == "__main__":
    main()
