"""Open the window, or run a sub-command: ``python main.py --help`` lists them."""

import sys

from kalahgui.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
