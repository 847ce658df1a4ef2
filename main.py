"""Open the window, or run a sub-command: ``python main.py --help`` lists them."""

import sys

if __name__ == "__main__":
    try:
        from kalahgui.cli import main
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(main(sys.argv[1:]))
