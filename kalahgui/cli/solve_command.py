"""``solve``: the exact value of a position, played to the last stone."""

from __future__ import annotations

import contextlib
from argparse import Namespace
from pathlib import Path
from typing import Any

from kalahgui.cli import arguments
from kalahgui.cli.endgame_command import building_words, complain_of
from kalahgui.cli.output import (
    complain,
    figures_table,
    going_on,
    name_words,
    print_board,
    print_facts,
    print_json,
    print_line,
    print_table,
    print_text,
    report,
    side_words,
    signed,
    spinner,
    status_after,
    stoppable,
    uninterrupted,
    working,
)
from kalahgui.core.reversi_measures import PUBLISHED, measures, worth
from kalahgui.engine.endgame_store import EndgameStore
from kalahgui.engine.interrupt import Interrupt, raise_after
from kalahgui.engine.parallel_search import usable_cores
from kalahgui.engine.ready_table import made
from kalahgui.engine.starts import known_start, told_bounds
from kalahgui.folders import cache_folder
from kalahgui.games.game import MEASURES, Game, Position
from kalahgui.solving.checkpoint import Unusable
from kalahgui.solving.solver import Proving, Solution, SolvingReport, solve
from kalahgui.solving.solving_memory import SolvingEndgame
from kalahgui.solving.splitting import SplitSolving, Subject
from kalahgui.words import listed, number, say

# What an evaluation is made of: the parts as they are before weighting, and their weighted sum.
_PARTS = {
    "own": "own squares",
    "opponent": "opponent's squares",
    "mobility": "mobility",
    "stable": "stable discs",
    "sum": "sum",
}

_DESCRIPTION = """\
Find the value of a position with best play: the final margin for the side to
move, played to the last stone. Without --seconds it runs until the value is
exact; Ctrl-C ends it with what it has found. Large boards of Kalah first build a
database of their end in the cache folder, of a fifth of the memory at most.
What is known of the start of a board is told at once, with the command that found
it; --anew, --threads and --resume search.
With --measures it searches nothing: it prints the three measures of an article for
8x8 Reversi. With --table it makes the file in which the player "table" looks up its
moves.

With --split the work is split over processes, or a cluster. The positions so many
moves ahead are proven one by one, the most promising first, and what takes more
nodes than --budget is split again. Whatever is proven is kept in --store as it
comes: after a stop or a crash the same command goes on without what was at work.
"""
_EXAMPLES = """\
examples:
  python main.py solve kalah:6x3
  python main.py solve kalah:6x3 --moves
  python main.py solve kalah --position '<2,0,0,1,2,1,2>'
  python main.py solve kalah:6x6 --seconds 30 --json
  python main.py solve reversi:8x8 --measures
  python main.py solve kalah:6x4 --split 3 --store 6x4.sqlite3
  python main.py solve kalah:6x4 --split 3 --store 6x4.sqlite3 --report
"""

# What takes a worker about a second.
_BUDGET = 1_000_000
_MOST_BUDGET = 10**12
_WITH_SPLIT = ("store", "cluster", "budget", "at_least", "report")


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about = "find the value with best play"
    parser = arguments.add_command(commands, "solve", run, about, _DESCRIPTION, _EXAMPLES)
    arguments.add_board(parser)
    arguments.add_position(parser)
    arguments.add_seconds(parser, "stop after S seconds")
    parser.add_argument("--moves", action="store_true", help="print the value of every move")
    text = "number of threads, which share a transposition table (one for each core)"
    arguments.add_number(parser, "--threads", "T", (1, arguments.MAX_THREADS), text)
    text = "search the start of a board, too, whose value is known"
    parser.add_argument("--anew", action="store_true", help=text)
    text = "keep the search in FILE, and go on from there after a stop or a crash; "
    text += "a missing FILE is begun; it grows to 1 GB at most"
    arguments.add_file(parser, "--resume", text)
    parser.add_argument(
        "--measures",
        action="store_true",
        help="reversi:8x8: own squares, opponent's squares, mobility, stable discs and "
        "their weighted sum for both sides, without a search",
    )
    text = "tictactoe: write all best moves of every position to a file"
    arguments.add_file(parser, "--table", text)
    text = "spread the work: split the positions less than so many moves ahead at once"
    arguments.add_number(parser, "--split", "PLIES", (0, 20), text)
    arguments.add_file(parser, "--store", "with --split: where results are kept as they come")
    text = f"with --split: nodes for a task, before it is split ({_BUDGET})"
    arguments.add_number(parser, "--budget", "N", (1, _MOST_BUDGET), text)
    text = "with --split: find only out whether the value is at least V"
    arguments.add_number(parser, "--at-least", "V", (-200, 200), text)
    text = "with --split: search nothing, print what is proven and open, the cost, what is left"
    parser.add_argument("--report", action="store_true", help=text)
    arguments.add_jobs(parser)
    arguments.add_show(parser, "print the boards along the line")
    arguments.add_json(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    arguments.check_show(options)
    game = options.board.game
    position = arguments.start(options)
    if options.table:
        others = ("measures", "moves", "seconds", "resume", "anew", "position", "json")
        _check_alone("--table", options, others)
        return _write_table(game, options.table)
    if options.measures:
        _check_alone("--measures", options, ("moves", "seconds", "resume", "anew"))
        return _measure(game, position, options)
    if options.split is not None:
        _check_alone("--split", options, ("moves", "resume"))
        return _split(game, position, options)
    for name in _WITH_SPLIT:
        if getattr(options, name) not in (None, False):
            said = say("terminal_with_split", option=name.replace("_", "-"))
            raise arguments.BadArguments(said)
    named = options.position.split()[-1] if options.position else ""
    if named in ("X", "O") and not game.position_text(position).endswith(named):
        complain(say("terminal_must_pass", mark=named))
    searches = options.anew or options.threads or options.resume
    known = None if searches else known_start(position)
    if known is None:
        options.threads = options.threads or min(arguments.MAX_THREADS, usable_cores())
        solution, interrupted = searched(game, position, options)
    else:
        solution, interrupted = Solution.of(known), False
    if options.json:
        document = _document(game, position, solution, options.moves)
        print_json(document if known is None else document | {"known": known.made})
    else:
        if options.show:
            print_line(game, position.to_the_end(), solution.line)
        _print(game, position, solution, options.moves)
        if known is not None:
            print_text(say("terminal_known", made=known.made))
    if solution.not_kept:
        complain(say("terminal_not_all_kept", file=options.resume, why=solution.not_kept))
    return status_after(interrupted) or int(bool(solution.not_kept))


def searched(
    game: Game, position: Position, options: Namespace, proving: type[Proving] = Proving
) -> tuple[Solution, bool]:
    """Return a solution and whether Ctrl-C ended the search; say meanwhile how far it is."""
    arguments.check_folder(options.resume)
    store = EndgameStore(cache_folder())
    with spinner("") as status:

        def work(interrupt: Interrupt) -> Solution:
            stop = interrupt.word()
            endgame = SolvingEndgame(
                store,
                stop,
                options.threads,
                options.seconds,
                lambda shape, share: status.update(building_words(shape, share)),
            )
            return solve(
                game.with_evaluation(position, ""),
                stop,
                options.seconds,
                options.moves,
                lambda report: status.update(progress_words(game, report)),
                options.threads,
                options.resume,
                endgame.inform,
                proving,
            )

        try:
            with arguments.refusing(Unusable):
                return stoppable(work)
        finally:
            status.stop()
            complain_of(store)


def progress_words(game: Game, report: SolvingReport) -> str:
    """Return how far a position is solved, in a line."""
    low, high = report.bounds
    known = _from_to(low, high)
    what = say("terminal_value") if report.move is None else _move_words(game, report.move)
    if report.move is None and low < high:
        known = say("terminal_probably", known=known, value=signed(report.value))
    seconds = f"{report.seconds:.0f}"
    return say("terminal_solving", what=what, known=known, nodes=report.nodes, seconds=seconds)


def _from_to(low: int, high: int) -> str:
    return say("terminal_from_to", low=signed(low), high=signed(high))


def _move_words(game: Game, move: int) -> str:
    return say("terminal_move_of", move=game.text(move))


def _check_alone(option: str, options: Namespace, others: tuple[str, ...]) -> None:
    """Raise BadArguments when an option that finds no value comes with what belongs to one."""
    for name in (*others, "show"):
        if getattr(options, name) not in (None, False):
            raise arguments.BadArguments(say("terminal_alone", option=option, other=name))


def _write_table(game: Game, path: Path) -> int:
    with arguments.refusing(ValueError):
        text = made(game)
    arguments.write_file(path, text)
    print_text(say("terminal_table_written", n=len(text.splitlines()), path=path))
    return 0


def _line(game: Game, position: Position, solution: Solution) -> list[str]:
    # Solved is to the last stone: under other rules the line may go on past the end.
    return game.line_texts(position.to_the_end(), solution.line)


def _document(
    game: Game, position: Position, solution: Solution, with_moves: bool
) -> dict[str, Any]:
    document: dict[str, Any] = {
        "value": solution.value,
        "exact": solution.exact,
        "line": _line(game, position, solution),
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 3),
        "depth": solution.depth,
        "bounds": list(solution.bounds),
    }
    if with_moves:
        document["moves"] = {game.text(move): value for move, value in solution.moves.items()}
    return document


def _bounded(position: Position, move: int, bounds: tuple[int, int]) -> str:
    low, high = told_bounds(position, move, bounds)
    if low is None:
        return "?" if high is None else say("terminal_at_most", value=signed(high))
    if high is None:
        return say("terminal_at_least", value=signed(low))
    return signed(low) if low == high else _from_to(low, high)


def _print(game: Game, position: Position, solution: Solution, with_moves: bool) -> None:
    value = signed(solution.value)
    value = value if solution.exact else say("terminal_value_estimate", value=value)
    facts = [(say("terminal_value"), value)]
    if not solution.exact:
        facts.append((say("terminal_proven"), _from_to(*solution.bounds)))
    if solution.line:
        facts.append((say("terminal_line"), " ".join(_line(game, position, solution))))
    for move, bounds in solution.move_bounds.items() if with_moves else ():
        facts.append((_move_words(game, move), _bounded(position, move, bounds)))
    facts += [(say("terminal_depth"), str(solution.depth))] * bool(solution.line)
    facts += [
        (say("terminal_nodes"), number(solution.nodes)),
        (say("terminal_seconds"), f"{solution.seconds:.2f}"),
    ]
    print_facts(facts)


# -- solving split into tasks


def _split(game: Game, position: Position, options: Namespace) -> int:
    """Solve a position by tasks, as far as that goes; print what is known then."""
    if options.store is None:
        raise arguments.BadArguments(say("terminal_split_store"))
    if position.over:
        raise arguments.BadArguments(say("terminal_split_over"))
    arguments.check_folder(options.store)
    subject = Subject(game.key, options.rules, game.position_text(position))
    store = arguments.opened(options.store, subject.name)
    budget = options.budget or _BUDGET
    solving = SplitSolving(subject, options.split, budget, store, options.at_least)
    show = lambda: report(options, solving.report(), _print_report)  # noqa: E731
    if options.report:
        return show()
    with going_on(lambda: say("terminal_after_tasks", n=solving.proven), show):
        uninterrupted(lambda interrupt: _work_off(solving, options, interrupt))
    return 0


def _work_off(solving: SplitSolving, options: Namespace, interrupt: Interrupt) -> None:
    stop = interrupt.word()
    with contextlib.ExitStack() as stack:
        if options.seconds is not None:
            stack.callback(raise_after(options.seconds, stop).cancel)
        bar, workers = stack.enter_context(working(options))

        def watch() -> None:
            if not bar.disable:
                proven = solving.proven
                asked = say("terminal_and").join(map(signed, solving.tree.goals))
                total = proven + len(solving.tree.needed())
                said = say("terminal_is_it", asked=asked)
                bar.show(description=said, completed=proven, total=total)

        solving.run(workers, stop, watch)


def _print_report(known: dict[str, Any]) -> None:
    low, high = known["bounds"]
    proven = (say("terminal_proven"), _from_to(low, high))
    facts = [(say("terminal_value"), signed(low)) if known["exact"] else proven]
    if known["asked"]:
        asked = (say("terminal_or_more", value=signed(value)) for value in known["asked"])
        facts.append((say("terminal_asked_now"), listed(*asked)))
    done = {"proven": known["proven"], "hard": known["too_hard"]}
    facts += [
        (say("terminal_tasks"), say("terminal_tasks_done", **done)),
        (say("terminal_cost"), _work_words(known["nodes"], known["seconds"])),
    ]
    if known["open"]:
        left = say("terminal_positions_left", n=known["open"])
        facts.append((say("terminal_left"), left))
    if known["rest_nodes"]:
        rest = _work_words(known["rest_nodes"], known["rest_seconds"])
        facts.append((say("terminal_estimate"), rest))
    print_facts(facts)
    if known["rest_nodes"]:
        print_text(say("terminal_method"))


def _work_words(nodes: int, seconds: float) -> str:
    return say("terminal_work", nodes=nodes, seconds=number(seconds))


# -- what an evaluation sees in a position


def _measure(game: Game, position: Position, options: Namespace) -> int:
    """Print the measures of both sides; BadArguments when the board has none."""
    if MEASURES not in game.evaluations:
        raise arguments.BadArguments(say("terminal_no_measures", game=game.key))
    squares = len(game.cells(position))
    with arguments.refusing(ValueError, key="terminal_measures_board", squares=squares):
        by_side = {
            name: dict(zip(_PARTS, (*measures(position, side), worth(position, side)), strict=True))
            for side, name in enumerate(game.sides)
        }
    return report(options, by_side, lambda by_side: _print_measures(game, position, by_side))


def _print_measures(game: Game, position: Position, by_side: dict[str, dict[str, int]]) -> None:
    print_board(game, position)
    if not position.over:
        print_text(say("terminal_to_move", side=side_words(game, position.turn)), end="\n\n")
    sides = (side_words(game, side) for side in range(len(by_side)))
    table = figures_table("", say("terminal_weight"), *sides, left=("",), box=None)
    factors = dict(zip(_PARTS, (*map(str, PUBLISHED), ""), strict=True))  # the sum has none
    for part, title in _PARTS.items():
        sign = "-" if part == "opponent" else ""
        figures = (str(parts[part]) for parts in by_side.values())
        table.add_row(name_words("case", title), sign + factors[part], *figures)
    print_table(table)
    print_text(say("terminal_added"))
