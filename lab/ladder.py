"""``ladder``: every level of a board against the one below and fixed points, and the page of it."""

from __future__ import annotations

import argparse
import re
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table as RichTable

from kalahgui.cli import arguments
from kalahgui.cli.output import going_on, print_table, uninterrupted, working
from kalahgui.core.search import StopWord
from kalahgui.engine.levels import MOST_LEVELS
from kalahgui.games import GAMES
from kalahgui.games.limit import GLANCE, HANDMADE, SEARCH, Attention, Limit
from kalahgui.match.openings import NoOpening, balanced_openings, most_plies
from kalahgui.solving.result_store import ResultStore
from lab.ladder_games import (
    FIXED_POINTS,
    GAMES_EACH,
    GAMES_OF_THE_HIGHEST,
    Ladder,
    LadderPlan,
    Meeting,
    play_task,
)

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
    about = "measure the levels of a board"
    parser = arguments.add_command(commands, "ladder", run, about, _DESCRIPTION, _EXAMPLES)
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
    arguments.add_jobs(parser, 1)
    arguments.add_store(parser)
    arguments.add_file(parser, "--out", f"the page to put the board's part into ({_PAGE})")
    arguments.add_seed(parser, "choose the openings; ")


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
    with arguments.refusing(OSError, ValueError, before=f"{page} cannot be added to: "):
        parts_of(page)
    plan = _plan(options)
    ladder = _ladder(plan, arguments.store(options, f"ladder {plan.board}"))
    done = lambda: f"after {ladder.done} of {ladder.total} pairs"  # noqa: E731
    with going_on(done, lambda: _print(ladder)):
        uninterrupted(lambda interrupt: _play(ladder, options, interrupt.word()))
    # A part of a ladder would take the place of a whole one that is on the usual page.
    if options.out or not options.levels:
        command = f"python -m lab ladder {plan.board} --games {plan.games}"
        arguments.write_file(page, page_with(page, ladder, command))
    return 0


def _plan(options: Namespace) -> LadderPlan:
    """Return the plan that the options ask for; BadArguments for levels the board lacks."""
    game, variant = options.board
    lowest, highest = options.levels or (1, MOST_LEVELS)
    plan = LadderPlan(game, variant or game.variant, options.games, lowest, highest, options.seed)
    most = len(plan.levels)
    if (options.levels and highest > most) or len(plan.played()) < 2:
        raise arguments.BadArguments(f"the levels of {plan.board} go from 1 to {most}")
    arguments.check_jobs(options, plan.timed)
    return plan


def _ladder(plan: LadderPlan, store: ResultStore) -> Ladder:
    """Return a ladder with what was kept of it; BadArguments when it cannot be begun."""
    start = plan.game.start(plan.variant)
    with arguments.refusing(NoOpening):
        plies = most_plies(start, plan.game.opening_plies)
        balanced = uninterrupted(
            lambda interrupt: balanced_openings(
                start, plies, GAMES_EACH // 2, plan.seed, interrupt.word()
            )
        )
    return Ladder(plan, store, [opening.moves for opening in balanced.openings])


def _play(ladder: Ladder, options: Namespace, stop: StopWord) -> None:
    with working(options, "pairs", ladder.total) as (bar, workers):
        for _ in workers.results(play_task, ladder.tasks(), stop, ladder.store):
            bar.show(advance=1)


def _print(ladder: Ladder) -> None:
    table = RichTable(*LEVEL_HEADINGS, title=ladder.plan.board, title_justify="left")
    for row in level_rows(ladder):
        table.add_row(*row)
    print_table(table)


LEVEL_HEADINGS = ("Level", "May use", "Against the one below", "Games", "Time a move")

_INTRODUCTION = """\
# Levels

What the computer's levels may use on each board, and what they score.
`python -m lab ladder GAME[:VARIANT]` plays the games and writes this page; a board's part is
replaced when its ladder is played again.

Every level plays the one below, from balanced openings (worth at most 3 points to either side by a
search 8 turns ahead). Both games of a pair have the same opening with the sides exchanged. A score
is the share of the points, with half a point for a draw; its error is the standard error from the
pairs. Two players never change and serve as fixed points: `simple` plays at random, but takes
captures, extra moves, corners and wins when it sees them; alpha-beta is the textbook search. Where
both players always answer alike, each opening is played once. Scores of levels with seconds are not
reproducible: they depend on the machine.

A weak level looks at the board and does not search. It notices a move for certain when the effect
of the move reaches no farther than the cells named first. For each cell farther there is the chance
named next, and for every earlier move of a chain the chance named last. The reach of a move is the
number of stones sown in Kalah, with 2 more for a capture, and the distance of the farthest disc
turned in Reversi. What is not noticed counts for nothing, so these levels err as people do.

A level by alpha-beta misses nothing within its turns, but counts only what is in the stores. A
level by the playing search judges positions. With a limit of turns it begins every move with an
empty table and runs on one thread; with seconds it keeps a table of its own for one game. Nobody
thinks on the other's time.
"""


_TITLE = _INTRODUCTION.partition("\n")[0]


def parts_of(path: Path) -> dict[str, str]:
    """Return the parts of a page by their boards; ValueError or OSError when it is another file."""
    if not path.exists():
        return {}
    first, *parts = path.read_text("utf-8").split("\n## ")
    if not first.startswith(_TITLE):
        raise ValueError(f"it does not begin with {_TITLE!r}")
    return {part.partition("\n")[0].strip(): f"## {part.strip()}\n" for part in parts}


def page_with(path: Path, ladder: Ladder, command: str) -> str:
    """Return a page with a board's part in place of the one that is there."""
    parts = parts_of(path) | {ladder.plan.board: _part(ladder, command)}
    return "\n".join([_INTRODUCTION, *(parts[board] for board in sorted(parts, key=_rank))])


def _rank(board: str) -> tuple[int, int, str]:
    key, _, variant = board.partition(":")
    keys = list(GAMES)
    game = keys.index(key) if key in GAMES else len(keys)
    known = GAMES[key].variants if key in GAMES else ()
    return game, known.index(variant) if variant in known else len(known), board


def _part(ladder: Ladder, command: str) -> str:
    lines = [
        f"## {ladder.plan.board}",
        "",
        f"`{command}`, {ladder.openings} different openings.",
        "",
        *_table(LEVEL_HEADINGS, level_rows(ladder)),
        "",
    ]
    fixed = list(_fixed_rows(ladder))
    if fixed:
        lines += _table(("Level against", *(f"`{player}`" for player in FIXED_POINTS)), fixed)
    return "\n".join(lines).rstrip() + "\n"


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [f"| {' | '.join(cells)} |" for cells in (headings, *rows)]
    return [lines[0], "|---" * len(headings) + "|", *lines[1:]]


def level_rows(ladder: Ladder) -> Iterator[list[str]]:
    """Yield the cells of each level, under ``LEVEL_HEADINGS``."""
    for level in ladder.plan.levels:
        number = level.number
        below = Meeting(str(number), str(number - 1), ladder.plan.games_of(number))
        figures = ladder.figures(below) if number > 1 else None
        score = "not measured" if number > 1 and figures is None else _score(figures)
        games = str(figures["games"]) if figures else ""
        seconds = ladder.seconds_a_move(number)
        time = "" if seconds is None else time_text(seconds)
        yield [str(number), limit_text(level.limit), score, games, time]


def _fixed_rows(ladder: Ladder) -> Iterator[list[str]]:
    for level in ladder.plan.levels:
        meetings = [Meeting(str(level.number), fixed, ladder.plan.games) for fixed in FIXED_POINTS]
        scores = [_score(ladder.figures(meeting)) for meeting in meetings]
        if any(scores):
            yield [str(level.number), *scores]


def _score(figures: dict[str, Any] | None) -> str:
    """Return the score of a meeting with its error; nothing when there is none."""
    if figures is None:
        return ""
    error = figures["error"]
    return f"{figures['score']:.3f} ± {'?' if error is None else f'{error:.3f}'}"


def time_text(seconds: float) -> str:
    """Write how long a move takes.

    >>> time_text(0.000023), time_text(0.0247), time_text(2.9)
    ('0.02 ms', '25 ms', '2.9 s')
    """
    if seconds >= 0.1:
        return f"{seconds:.1f} s"
    milliseconds = 1000 * seconds
    return f"{milliseconds:.0f} ms" if milliseconds >= 1 else f"{milliseconds:.2f} ms"


def limit_text(limit: Limit) -> str:
    """Say what a level may use for a move."""
    if limit.algorithm == GLANCE:
        assert limit.attention is not None
        return f"a look {_turns(limit.turns)} ahead: {_attention_text(limit.attention)}"
    if limit.seconds is not None:
        return f"the playing search, {limit.seconds:g} s"
    name = "the playing search" if limit.algorithm == SEARCH else limit.algorithm
    judge = ", hand-set" if limit.evaluation == HANDMADE else ""
    return f"{name}, {_turns(limit.turns)} ahead{judge}"


def _attention_text(attention: Attention) -> str:
    cells = "1 cell" if attention.near == 1 else f"{attention.near} cells"
    words = f"{cells}, then {attention.keen:g} a cell"
    if attention.chain > 1:
        words += f"; {attention.chain} moves in a row, {attention.ahead:g} a move"
    return words


def _turns(turns: int | None) -> str:
    return "1 turn" if turns == 1 else f"{turns} turns"
