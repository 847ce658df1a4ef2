"""Open the window, or run a sub-command: ``python main.py --help`` lists them."""

import sys
from multiprocessing import freeze_support

if __name__ == "__main__":
    # In a packaged program the processes that play games come by here.
    freeze_support()
    try:
        from kalahgui.cli import main
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(main(sys.argv[1:]))
