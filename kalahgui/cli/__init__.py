"""The command line: no argument opens the window, sub-commands print to the terminal."""

import sys
from collections.abc import Sequence

from kalahgui import memory, streams


def main(arguments: Sequence[str]) -> int:
    """Run the program with its arguments and return its exit status."""
    from kalahgui.cli import window_command

    try:
        if window_command.is_wanted(arguments):
            return window_command.open_window(arguments)
        # The window opens sooner without what the commands need.
        from kalahgui.cli import commands

        return commands.run(arguments)
    except KeyboardInterrupt:
        streams.tell("interrupted", sys.stderr)
        return 130
    except Exception as error:
        if not memory.is_short(error):
            raise
    streams.tell("There is not enough memory.", sys.stderr)
    return 1
