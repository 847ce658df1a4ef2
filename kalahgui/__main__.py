"""Run the program: the command ``kalahgui`` of an installed one, and ``python -m kalahgui``."""

import sys


def run() -> int:
    """Open the window, or run the sub-command that the arguments name; return the exit status."""
    if getattr(sys, "frozen", False):
        # In a packaged program the processes that play games come by here.
        from multiprocessing import freeze_support

        freeze_support()
    try:
        from kalahgui.cli import main
    except KeyboardInterrupt:
        return 130
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(run())
