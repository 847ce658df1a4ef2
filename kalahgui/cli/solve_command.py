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
    print_board,
    print_facts,
    print_json,
    print_line,
    print_table,
    print_text,
    report,
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
_METHOD = """\
The estimate: what the proven positions have taken, for as much work as they promised (by
stones and by the distance of a shallow search from the goal), if all that are left are as
they seem. What is not as it seems comes on top: early in a large task that is most of it."""


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
    text = f"with --split: nodes for a task, before it is split ({_BUDGET:,})"
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
            raise arguments.BadArguments(f"--{name.replace('_', '-')} goes with --split")
    named = options.position.split()[-1] if options.position else ""
    if named in ("X", "O") and not game.position_text(position).endswith(named):
        complain(f"{named} has to pass: the value is that of the other side, which moves")
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
            print_text(f"known before, by {known.made}; --anew searches again")
    if solution.not_kept:
        complain(f"{options.resume} does not have all of this: {solution.not_kept}")
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
    known = f"{signed(low)} to {signed(high)}"
    what = "value" if report.move is None else f"move {game.text(report.move)}"
    guess = f", probably {signed(report.value)}" if report.move is None and low < high else ""
    return f"{what} {known}{guess}, {report.nodes:,} nodes, {report.seconds:.0f} s"


def _check_alone(option: str, options: Namespace, others: tuple[str, ...]) -> None:
    """Raise BadArguments when an option that finds no value comes with what belongs to one."""
    for name in (*others, "show"):
        if getattr(options, name) not in (None, False):
            raise arguments.BadArguments(f"{option} does not go with --{name}: leave that out")


def _write_table(game: Game, path: Path) -> int:
    with arguments.refusing(ValueError):
        text = made(game)
    arguments.write_file(path, text)
    print_text(f"{len(text.splitlines())} positions written to {path}")
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
        return "?" if high is None else f"at most {signed(high)}"
    if high is None:
        return f"at least {signed(low)}"
    return signed(low) if low == high else f"{signed(low)} to {signed(high)}"


def _print(game: Game, position: Position, solution: Solution, with_moves: bool) -> None:
    facts = [("value", signed(solution.value) + ("" if solution.exact else " (estimate)"))]
    if not solution.exact:
        low, high = solution.bounds
        facts.append(("proven", f"{signed(low)} to {signed(high)}"))
    if solution.line:
        facts.append(("line", " ".join(_line(game, position, solution))))
    for move, bounds in solution.move_bounds.items() if with_moves else ():
        facts.append((f"move {game.text(move)}", _bounded(position, move, bounds)))
    facts += [("depth", str(solution.depth))] * bool(solution.line)
    facts += [
        ("nodes", f"{solution.nodes:,}"),
        ("seconds", f"{solution.seconds:.2f}"),
    ]
    print_facts(facts)


# -- solving split into tasks


def _split(game: Game, position: Position, options: Namespace) -> int:
    """Solve a position by tasks, as far as that goes; print what is known then."""
    if options.store is None:
        raise arguments.BadArguments("--split needs --store, the file that keeps its results")
    if position.over:
        raise arguments.BadArguments("the game is over: there is nothing to split")
    arguments.check_folder(options.store)
    subject = Subject(game.key, options.rules, game.position_text(position))
    store = arguments.opened(options.store, subject.name)
    budget = options.budget or _BUDGET
    solving = SplitSolving(subject, options.split, budget, store, options.at_least)
    show = lambda: report(options, solving.report(), _print_report)  # noqa: E731
    if options.report:
        return show()
    with going_on(lambda: f"after {solving.proven:,} tasks", show):
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
                proven, asked = solving.proven, " and ".join(map(signed, solving.tree.goals))
                total = proven + len(solving.tree.needed())
                bar.show(description=f"is it {asked}?", completed=proven, total=total)

        solving.run(workers, stop, watch)


def _print_report(known: dict[str, Any]) -> None:
    low, high = map(signed, known["bounds"])
    facts = [("value", low) if known["exact"] else ("proven", f"{low} to {high}")]
    if known["asked"]:
        facts.append(
            ("asked now", ", ".join(f"{signed(value)} or more?" for value in known["asked"]))
        )
    facts += [
        ("tasks", f"{known['proven']:,} proven, {known['too_hard']:,} split as too hard"),
        ("cost", f"{known['nodes']:,} nodes, {known['seconds']:,} s of a processor"),
    ]
    if known["open"]:
        facts.append(("left", f"{known['open']:,} positions, if all are as they seem"))
    if known["rest_nodes"]:
        rest = f"{known['rest_nodes']:,} nodes, {known['rest_seconds']:,} s of a processor"
        facts.append(("estimate", rest))
    print_facts(facts)
    if known["rest_nodes"]:
        print_text(_METHOD)


# -- what an evaluation sees in a position


def _measure(game: Game, position: Position, options: Namespace) -> int:
    """Print the measures of both sides; BadArguments when the board has none."""
    if MEASURES not in game.evaluations:
        raise arguments.BadArguments(
            f"{game.key} is not judged by measures; they are for reversi:8x8"
        )
    with arguments.refusing(ValueError):
        by_side = {
            name: dict(zip(_PARTS, (*measures(position, side), worth(position, side)), strict=True))
            for side, name in enumerate(game.sides)
        }
    return report(options, by_side, lambda by_side: _print_measures(game, position, by_side))


def _print_measures(game: Game, position: Position, by_side: dict[str, dict[str, int]]) -> None:
    print_board(game, position)
    if not position.over:
        print_text(f"{game.sides[position.turn]} to move", end="\n\n")
    table = figures_table("", "weight", *by_side, left=("",), box=None)
    factors = dict(zip(_PARTS, (*map(str, PUBLISHED), ""), strict=True))  # the sum has none
    for part, title in _PARTS.items():
        sign = "-" if part == "opponent" else ""
        figures = (str(parts[part]) for parts in by_side.values())
        table.add_row(title, sign + factors[part], *figures)
    print_table(table)
    print_text("The article prints the opponent's squares added; in play they are subtracted.")
