"""``kills`` and ``places``: the program is killed, or begun where nothing is usual."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

import kalahgui.gui  # noqa: F401  (it has pygame say nothing when that is imported)
from kalahgui.cli import arguments
from kalahgui.cli.output import Bar, report

_KILLS = """\
Kill the program at moments by chance: in play, while stones are sown, while games are
kept, in a review, while games are added, while a backup is written or read, while an
older library is brought up to date, while a database is built. Of 56 kills in one folder,
each begins with what those before have left behind. No finished move may be lost, and no
file may be left that cannot be opened. Exit status 1 when one was.
"""
_PLACES = """\
Play a game in the window where something is strange: no room on the disk, no home,
names of any letters, a file of a newer version, no sound, a window of one point, a
clock that is set back. The program must go on, keep the game or say that it cannot.
Exit status 1 when it did not.
"""


def add_to(commands: Any) -> None:
    """Add the commands to a parser."""
    example = "example:\n  python -m lab kills 70 --seed 2\n"
    short = "kill the program at moments by chance, and look what is left"
    kills = arguments.add_command(commands, "kills", run_kills, short, _KILLS, example)
    arguments.add_number(kills, "kills", "KILLS", (1, 100_000), "how many")
    arguments.add_seed(kills, "the moments: ")
    short = "run the program without home, disk, sound and the like"
    example = "example:\n  python -m lab places --json\n"
    places = arguments.add_command(commands, "places", run_places, short, _PLACES, example)
    for parser in (kills, places):
        arguments.add_json(parser)


def run_kills(options: Namespace) -> int:
    """Run the command ``kills``."""
    from lab.trials import kills  # knows pygame, which the other commands do not need

    with Bar("kills", options.kills) as bar:
        figures = kills.measure(options.kills, options.seed, lambda: bar.show(advance=1))
    return report(options, figures, kills.print_figures) or bool(figures["found"])


def run_places(options: Namespace) -> int:
    """Run the command ``places``."""
    from lab.trials import places

    with Bar("places", len(places.PLACES)) as bar:
        figures = places.measure(lambda: bar.show(advance=1))
    return report(options, figures, places.print_figures) or bool(figures["found"])
