"""``ladder``: every level of a board against the one below, and against fixed points."""

from __future__ import annotations

import argparse
import re
from argparse import Namespace
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from rich.table import Table as RichTable

from kalahgui.cli import arguments
from kalahgui.cli.output import INTERRUPTED, complain, print_table, progress, uninterrupted
from kalahgui.core.search import StopWord
from kalahgui.engine.levels import MOST_LEVELS
from kalahgui.engine.workers import WorkerLost, Workers, usable_cores
from kalahgui.folders import cache_folder
from kalahgui.match.openings import NoOpening, balanced_openings, most_plies
from lab.ladder_games import (
    FIXED_POINTS,
    GAMES_EACH,
    GAMES_OF_THE_HIGHEST,
    Ladder,
    LadderPlan,
    play_task,
)
from lab.ladder_page import LEVEL_HEADINGS, level_rows, parts_of, write_page

_PAGE = Path("docs/levels.md")

_DESCRIPTION = f"""\
Play the levels of a board against each other: every level against the one below,
and the quick ones against players that never change ({", ".join(FIXED_POINTS)}).
Openings are balanced, as for "match". Every pair of games that is finished is
kept: stopped with Ctrl-C, the same command goes on. Pairs of a level that may use
something else now count no more. A whole ladder is written to a page.
"""
_EXAMPLES = """\
examples:
  python -m lab ladder kalah:6x4
  python -m lab ladder reversi:6x6 --levels 1-6 --jobs 2
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    parser = commands.add_parser(
        "ladder",
        help="measure the levels of a board",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
    )
    parser.add_argument(
        "board",
        metavar="GAME[:VARIANT]",
        type=arguments.board,
        help="a board, such as kalah:6x4; a game alone is its usual one",
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=arguments.even,
        default=GAMES_EACH,
        help=f"how many neighbours play, an even number ({GAMES_EACH}); the two highest, where "
        f"they go by the clock, at most {GAMES_OF_THE_HIGHEST}",
    )
    parser.add_argument(
        "--levels",
        metavar="A-B",
        type=_range,
        help="only the levels from A to B (all); the page is written where --out names it",
    )
    parser.add_argument(
        "--jobs",
        metavar="J",
        type=arguments.whole(1, arguments.MAX_JOBS),
        default=1,
        help="how many processes play, with levels that go by the clock at most one for each "
        "core (1)",
    )
    parser.add_argument("--anew", action="store_true", help="forget what was kept of the board")
    parser.add_argument(
        "--out",
        metavar="FILE",
        type=arguments.file,
        help=f"the page to put the board's part into ({_PAGE})",
    )
    arguments.add_seed(parser, "choose the openings; ")
    parser.set_defaults(run=run)


def _range(text: str) -> tuple[int, int]:
    shape = re.fullmatch(r"([0-9]{1,2})-([0-9]{1,2})", text)
    if shape is None or not 1 <= int(shape[1]) < int(shape[2]) <= MOST_LEVELS:
        raise argparse.ArgumentTypeError(
            f"give the lower and the higher of two levels, such as 1-6, not {text!r}"
        )
    return int(shape[1]), int(shape[2])


def run(options: Namespace) -> int:
    """Run the command."""
    page = options.out or _PAGE
    arguments.check_folder(page)
    try:
        parts_of(page)
    except (OSError, ValueError) as error:
        raise arguments.BadArguments(f"{page} cannot be added to: {error}") from None
    plan = _plan(options)
    path = cache_folder() / "ladder" / f"{plan.game.key}-{plan.variant}.jsonl"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Two that wrote to one file would spoil what the other keeps.
        with FileLock(f"{path}.lock", timeout=0):
            return _climb(options, _ladder(plan, path, options.anew))
    except Timeout:
        raise arguments.BadArguments(f"{path} is in use by another program") from None


def _plan(options: Namespace) -> LadderPlan:
    """Return the plan that the options ask for; BadArguments for levels the board lacks."""
    game, variant = options.board
    lowest, highest = options.levels or (1, MOST_LEVELS)
    plan = LadderPlan(game, variant or game.variant, options.games, lowest, highest, options.seed)
    most = len(plan.levels)
    if (options.levels and highest > most) or len(plan.played()) < 2:
        raise arguments.BadArguments(f"the levels of {plan.board} go from 1 to {most}")
    if plan.timed and options.jobs > usable_cores():
        raise arguments.BadArguments(
            f"levels with seconds need a core for each process: --jobs 1 to {usable_cores()}"
        )
    return plan


def _climb(options: Namespace, ladder: Ladder) -> int:
    """Play what is missing, write the page and return the exit status."""
    plan = ladder.plan
    try:
        uninterrupted(lambda interrupt: _play(ladder, options.jobs, interrupt.word()))
        status = 0
    except KeyboardInterrupt:
        complain(
            f"interrupted after {ladder.done} of {ladder.total} pairs: the same command goes on"
        )
        status = INTERRUPTED
    except WorkerLost as error:
        complain(f"{error}: the same command goes on")
        status = 1
    # A part of a ladder would take the place of a whole one that is on the usual page.
    page = options.out or (None if options.levels else _PAGE)
    if page is not None and status == 0:
        try:
            write_page(page, ladder, f"python -m lab ladder {plan.board} --games {plan.games}")
        except OSError as error:
            raise arguments.BadArguments(f"{page} cannot be written: {error.strerror}") from None
    _print(ladder)
    return status


def _ladder(plan: LadderPlan, path: Path, anew: bool) -> Ladder:
    """Return a ladder with what was kept of it; BadArguments when it cannot be begun."""
    start = plan.game.start(plan.variant)
    try:
        if anew:
            path.unlink(missing_ok=True)
        plies = most_plies(start, plan.game.opening_plies)
        balanced = uninterrupted(
            lambda interrupt: balanced_openings(
                start, plies, GAMES_EACH // 2, plan.seed, interrupt.word()
            )
        )
        return Ladder(plan, path, [opening.moves for opening in balanced.openings])
    except OSError as error:
        raise arguments.BadArguments(f"{path} cannot be written: {error.strerror}") from None
    except NoOpening as error:
        raise arguments.BadArguments(str(error)) from None


def _play(ladder: Ladder, jobs: int, stop: StopWord) -> None:
    """Play all pairs that are missing, or until the stop word is raised."""
    with progress() as bar, Workers(jobs) as workers:
        doing = bar.add_task("pairs", total=ladder.total, completed=ladder.done)
        # All at once: what is kept changes while they are played.
        for task, tally in workers.results(play_task, list(ladder.tasks()), stop):
            if tally is not None:
                ladder.take(task, tally)
                bar.advance(doing)


def _print(ladder: Ladder) -> None:
    table = RichTable(*LEVEL_HEADINGS, title=ladder.plan.board, title_justify="left")
    for row in level_rows(ladder):
        table.add_row(*row)
    print_table(table)
