"""Run the program: the command ``kalahgui`` of an installed one, and ``python -m kalahgui``."""

import os
import sys

from kalahgui import streams


def run() -> int:
    """Open the window, or run the sub-command that the arguments name; return the exit status."""
    streams.complete()
    if getattr(sys, "frozen", False):
        _begin_packaged()
    try:
        from kalahgui.cli import main
    except KeyboardInterrupt:
        return 130
    return main(sys.argv[1:])


def _begin_packaged() -> None:
    from multiprocessing import freeze_support

    # The processes that play games come by here.
    freeze_support()
    # Programs of the system that are started from here must not find the libraries of the package.
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before


if __name__ == "__main__":
    sys.exit(run())
