"""The command line of the laboratory: ``python -m lab COMMAND``, in a checkout."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from kalahgui import streams
from kalahgui.cli.arguments import Parser
from kalahgui.cli.commands import run_command, status_of
from lab import (
    book,
    certify,
    classes,
    compare_checkouts,
    exactness,
    fair_starts,
    ladder,
    losses,
    match_checkouts,
    puzzles,
    report,
    starts,
    train,
    trials,
    window,
)

_COMMANDS = (
    ladder,
    losses,
    classes,
    train,
    book,
    starts,
    puzzles,
    certify,
    fair_starts,
    compare_checkouts,
    match_checkouts,
    exactness,
    trials,
    report,
    window,
)

_EXAMPLES = """\
examples:
  python -m lab ladder kalah:6x4      measure the levels of a board
  python -m lab losses                measure what the levels lose a move
  python -m lab classes kalah         count how often classes of moves are played
  python -m lab train kalah:6x6       learn an evaluation from games against itself
  python -m lab book kalah:6x3        make the opening book of a board
  python -m lab starts kalah:6x3      find what each first move of a board is worth
  python -m lab puzzles kalah:6x6     make the puzzles of a board
  python -m lab certify kalah:6x3     prove the value of a board, in files
  python -m lab verify FILE           check such a file by the rules alone
  python -m lab fair_starts kalah:6x4 find starts that are a draw with best play
  python -m lab compare_checkouts ../before .  tell which of two checkouts is faster
  python -m lab match_checkouts ../before . reversi:8x8  play one against the other
  python -m lab exactness . reversi:8x8  tell how early a value is exact
  python -m lab kills 70              kill the program, and look what is left
  python -m lab places                run the program where nothing is as usual
  python -m lab report                write a page with pictures of what was measured
  python -m lab window                measure the frames of the window

"python -m lab COMMAND --help" tells more about a command.
"""


def main(arguments: Sequence[str]) -> int:
    """Run a command with its arguments and return its exit status."""
    parser = Parser(
        prog="python -m lab",
        description="What measures the program, and makes the data that its releases bring along.",
        epilog=_EXAMPLES,
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add_to(commands)
    return status_of(lambda: run_command(parser, arguments))


if __name__ == "__main__":
    streams.complete()
    sys.exit(main(sys.argv[1:]))
