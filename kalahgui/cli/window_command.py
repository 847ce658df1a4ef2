"""The window, which needs none of what the commands need."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from kalahgui import memory, streams
from kalahgui.folders import data_folder

READERS = {"--accessibility": True, "--no-accessibility": False}


def names_file(argument: str) -> bool:
    """Tell whether an argument can be the name of a file to open: no command has a dot in it."""
    return not argument.startswith("-") and ("." in argument or os.path.dirname(argument) != "")


def is_wanted(arguments: Sequence[str]) -> bool:
    """Tell whether the arguments ask for the window: alone, or with a file that is to be opened."""
    others = [argument for argument in arguments if argument not in READERS]
    return not others or (len(others) == 1 and names_file(others[0]) and os.path.isfile(others[0]))


def open_window(arguments: Sequence[str]) -> int:
    """Open the window that the arguments ask for, or have the one that is open do it.

    Return the exit status; MemoryError where there is too little memory.
    """
    from kalahgui.gui.shell.one_window import OneWindow

    reader: bool | None = None
    file = ""
    for argument in arguments:
        reader = READERS.get(argument, reader)
        file = file if argument in READERS else argument
    window = OneWindow(data_folder())
    if not window.begin(file):
        opens = " and opens the file" if file else ""
        streams.tell(f"The window that is open already comes to the front{opens}.", sys.stdout)
        return 0
    if not memory.has_room(memory.FOR_WINDOW):
        raise MemoryError
    gc.disable()  # until the window opens: nothing that is made before can be given up
    from kalahgui.gui.shell.program import run

    return run(reader, window, file)
