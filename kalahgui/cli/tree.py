"""``tree``: record a textbook search of a tree written as text."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from kalahgui.cli import arguments, theatre
from kalahgui.core.textbook import ALGORITHMS
from kalahgui.theatre.game_tree import read_tree
from kalahgui.theatre.recording import Plan
from kalahgui.theatre.subject import WrittenSubject

_DESCRIPTION = f"""\
Search a tree that is written down, and tell how: by {", ".join(ALGORITHMS)}.
A name stands before brackets, numbers are leaves, the players alternate and
the root maximises. A leaf may have a name, too: J=2.
"""
_EXAMPLES = """\
examples:
  python main.py tree "R(A(3 5) B(2 9))" alpha-beta
  python main.py tree "R(A(C(1 3) D(4 2)) B(E(2 1) F(3 5)))" alpha-beta --steps
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    parser = commands.add_parser(
        "tree", help="watch a search of a written tree", description=_DESCRIPTION, epilog=_EXAMPLES
    )
    parser.add_argument("tree", metavar="TREE", help='such as "R(A(3 5) B(2 9))"')
    parser.add_argument("algorithm", metavar="ALGORITHM", help="the algorithm's name alone")
    theatre.add_output(parser)
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Run the command."""
    try:
        subject = WrittenSubject(read_tree(options.tree))
        plan = Plan(subject, options.algorithm, subject.least_depth)
    except ValueError as error:
        raise arguments.BadArguments(str(error)) from None
    return theatre.tell(plan, options)
