"""Open the window, or run a sub-command: ``python main.py --help`` lists them."""

import sys

if __name__ == "__main__":
    if getattr(sys, "frozen", False):
        # In a packaged program the processes that play games come by here.
        from multiprocessing import freeze_support

        freeze_support()
    try:
        from kalahgui.cli import main
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(main(sys.argv[1:]))
