"""``theatre`` and ``tree``: record a textbook search, of a game or of a tree written as text."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from rich.table import Table as RichTable

from kalahgui.cli import arguments
from kalahgui.cli.output import (
    print_facts,
    print_table,
    report,
    signed,
    spinner,
    status_after,
    stoppable,
)
from kalahgui.core.textbook import ALGORITHMS, MTD_F
from kalahgui.games.user_error import UserError, search_name
from kalahgui.theatre import export, order, stopping
from kalahgui.theatre.game_tree import read_tree
from kalahgui.theatre.order import TooMuch
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import (
    MOST_STEPS,
    STEPS,
    TIME,
    Plan,
    Recording,
    Stopped,
    finite,
    record,
)
from kalahgui.theatre.subject import PositionSubject, WrittenSubject
from kalahgui.theatre.svg import svg
from kalahgui.words import number

_DESCRIPTION = f"""\
Search a position as the articles do, and show how: by {", ".join(ALGORITHMS)}.
DEPTH is the number of turns ahead. Values, alpha and beta are those of the side
to move at the start. "nodes" counts visits, "evaluations" the leaves evaluated and
"cuts" how often the rest of a node was not looked at. A search of more than
100 000 steps is refused.

--order says in which order the moves of a node are tried: rising or falling
numbers, the best or the worst first (by their true values at the depth that
remains), the likely ones first (as the playing search would), the article's
order (on the diamond, elsewhere rising), or the first moves with commas between
them. --stop says where a line ends before DEPTH. deepening:SECONDS looks one
turn further at a time; the last finished depth counts. realization:P stops lines
whose probability is at most P. conspiracy:N stops lines with more than N better
moves passed over.
"""
_EXAMPLES = """\
examples:
  python main.py theatre kalah:6x6 alpha-beta:3
  python main.py theatre kalah usual-nega-scout:4 --order likely --steps
  python main.py theatre diamond nega-alpha:5 --order article --svg tree.svg
  python main.py theatre tictactoe minimax:3 --position '.x..o....' --json
""".replace("theatre diamond", "theatre reversi:diamond")

_TREE_DESCRIPTION = f"""\
Search a written tree, and show how: by {", ".join(ALGORITHMS)}.
A name stands before brackets, numbers are leaves, the players alternate and
the root maximises. A leaf may have a name, too: J=2.
"""
_TREE_EXAMPLES = """\
examples:
  python main.py tree "R(A(3 5) B(2 9))" alpha-beta
  python main.py tree "R(A(C(1 3) D(4 2)) B(E(2 1) F(3 5)))" alpha-beta --steps
"""

_ENDED = {
    TIME: "the time was up",
    STEPS: f"the next turn takes more than {MOST_STEPS} steps",
}


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about = "watch a search"
    parser = arguments.add_command(commands, "theatre", _watch, about, _DESCRIPTION, _EXAMPLES)
    arguments.add_board(parser)
    parser.add_argument(
        "search",
        metavar="ALGORITHM:DEPTH",
        help="the algorithm and its turns ahead, such as alpha-beta:3",
    )
    arguments.add_position(parser)
    parser.add_argument(
        "--order",
        metavar="ORDER",
        default=order.RISING,
        help=f"{', '.join(order.ORDERS)}, or first moves with commas between them (rising)",
    )
    parser.add_argument(
        "--stop",
        metavar="RULE",
        default=stopping.Fixed.name,
        help="fixed, deepening:SECONDS, realization:P or conspiracy:N (fixed)",
    )
    _add_output(parser)


def add_tree_to(commands: Any) -> None:
    """Add the command ``tree`` to a parser."""
    about, described = "watch a search of a written tree", (_TREE_DESCRIPTION, _TREE_EXAMPLES)
    parser = arguments.add_command(commands, "tree", _watch_tree, about, *described)
    parser.add_argument("tree", metavar="TREE", help='such as "R(A(3 5) B(2 9))"')
    parser.add_argument("algorithm", metavar="ALGORITHM", help="the algorithm's name alone")
    _add_output(parser)


def _add_output(parser: Any) -> None:
    parser.add_argument("--steps", action="store_true", help="print every step")
    arguments.add_file(parser, "--svg", "draw the tree at the end of the search")
    arguments.add_json(parser)


def _watch_tree(options: Namespace) -> int:
    with arguments.refusing(ValueError):
        subject = WrittenSubject(read_tree(options.tree))
        plan = Plan(subject, options.algorithm, subject.least_depth)
    return _tell(plan, options)


def _watch(options: Namespace) -> int:
    game = options.board.game
    with arguments.refusing(ValueError):
        subject = PositionSubject(game, arguments.start(options), options.rules)
        algorithm, depth = _search(options.search)
        plan = Plan(
            subject,
            algorithm,
            depth,
            order.parse(options.order, subject),
            stopping.parse(options.stop),
        )
        plan.rule.begin(subject)
    return _tell(plan, options)


def _search(text: str) -> tuple[str, int]:
    algorithm, colon, depth = text.partition(":")
    if not colon or not depth.isascii() or not depth.isdigit() or len(depth) > 9:
        raise UserError("terminal_no_search", text=text)
    return algorithm, int(depth)


def _tell(plan: Plan, options: Namespace) -> int:
    try:
        with arguments.refusing(TooMuch), spinner("searching"):
            recording, interrupted = stoppable(lambda interrupt: record(plan, interrupt.word()))
    except Stopped:
        raise KeyboardInterrupt from None
    if options.svg:
        playback = Playback(recording)
        playback.go_to(playback.length)
        arguments.write_file(options.svg, svg(playback))
    document = export.document(recording, options.steps) if options.json else {}
    report(options, document, lambda _: _print(recording, options.steps))
    return status_after(interrupted)


def _print(recording: Recording, with_steps: bool) -> None:
    if with_steps:
        print_table(_steps(recording))
    plan = recording.plan
    turns = f"{recording.depth} turn{'s' * (recording.depth != 1)} ahead"
    facts = [
        ("position", plan.subject.position_text()),
        ("search", f"{search_name(plan.algorithm)}, {turns}"),
        ("value", signed(recording.value)),
        ("line", " ".join(recording.line)),
        ("nodes", number(recording.visits)),
        ("evaluations", number(recording.evaluations)),
        ("cuts", number(recording.cuts)),
    ]
    if recording.before != (0, 0):
        visits, evaluations = recording.before
        facts.append(("before that", f"{number(visits)} nodes, {number(evaluations)} evaluations"))
    if recording.ended_by:
        facts.append(("no deeper", _ENDED[recording.ended_by]))
    if plan.algorithm == MTD_F and plan.guess:
        facts.append(("guess", signed(plan.guess)))
    print_facts(facts)


def _steps(recording: Recording) -> RichTable:
    """Return a table of the steps, indented by how deep they are."""
    table = RichTable("step", "node", "move", "alpha", "beta", "value", box=None)
    heights: list[int] = []
    for node in recording.nodes:
        heights.append(0 if node.parent is None else heights[node.parent] + 1)
    for step in recording.steps:
        numbers = (finite(step.alpha), finite(step.beta), step.value)
        table.add_row(
            "  " * heights[step.node] + step.kind,
            str(step.node),
            step.move or "",
            *("" if number is None else signed(number) for number in numbers),
        )
    return table
