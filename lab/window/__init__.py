"""``window``, ``theatre``, ``library`` and ``soak``: measurements in a window that they open."""

from __future__ import annotations

import gc
from argparse import Namespace
from functools import partial
from importlib import import_module
from typing import Any

from kalahgui.cli import arguments
from kalahgui.cli.output import Bar, report

# What is measured, by the command; the module has the command's name.
_MEASURED = {
    "window": "the program's first frame, frame times while the strongest level thinks and at "
    "rest, and memory",
    "theatre": "frame times of the theatre's stage with a tree of more than 20,000 nodes, and of "
    "its tabs in use",
    "library": "opening, searching and scrolling a library of 10,000 generated games",
    "soak": "games played by chance, with clicks, keys, other sizes and other screens while the "
    "engine thinks: errors, the longest frame, memory",
}


def add_to(commands: Any) -> None:
    """Add the commands to a parser."""
    for name, measured in _MEASURED.items():
        parser = commands.add_parser(name, help=measured, description=f"Measure {measured}.")
        if name == "soak":
            arguments.add_number(parser, "games", "GAMES", (1, 10_000), "how many")
        arguments.add_json(parser)
        parser.set_defaults(run=partial(run, name))


def run(name: str, options: Namespace) -> int:
    """Open the window, measure, print and return the exit status."""
    # pygame is of use to these commands alone.
    from kalahgui.gui.shell.program import open_display

    status = open_display()
    if status:
        return status
    module = import_module(f"lab.window.{name}")
    gc.freeze()  # no frame waits until what the imports have made has been looked through
    if name == "soak":
        with Bar("games", options.games) as bar:
            figures = module.measure(options.games, lambda: bar.show(advance=1))
    else:
        figures = module.measure()
    return report(options, figures, module.print_figures)
