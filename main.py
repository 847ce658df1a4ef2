"""Open the window, or run a sub-command: ``python main.py --help`` lists them."""

import sys

from kalahgui.__main__ import run

if __name__ == "__main__":
    sys.exit(run())
