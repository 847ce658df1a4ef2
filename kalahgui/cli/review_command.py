"""``review``: what every move of a game lost."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from kalahgui.cli import arguments
from kalahgui.cli.output import (
    complain_of_book,
    figures_table,
    name_words,
    print_table,
    print_text,
    report,
    share_done,
    side_words,
    signed,
    status_after,
    stoppable,
)
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.judgement import Judgement
from kalahgui.engine.knowledge import machine_knowledge
from kalahgui.engine.thinker import Thinker
from kalahgui.games.reversi.drawn_line import plies_along
from kalahgui.library.formats.found import Bad, Found
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.review.judgements import judge_moves
from kalahgui.review.review_rows import MARKS, ReviewRow, rows_of, summary_of, turning_point
from kalahgui.words import chosen, say

SECONDS = 60.0
SIDES = ("first", "second")

_DESCRIPTION = f"""\
Analyse a game that was played: what every move was worth, what the best one
was, and what the move lost. Values are for the side that moves, in stones or
discs at the very end of the game, also under a rule that ends it earlier. A
value is "exact" once every move of its position has been read to the end. Else it
is an estimate so many turns ahead. Both values of a row are of one depth. On 8x8
Reversi estimates are selective: lines that hardly matter are read less far.

A kind says what has changed for the player; "mark" in --json has its sign:
  blunder  ??  turns a win into a draw or a loss, or a draw into a loss; estimates
               count from 4 points on, on both sides of a draw
  mistake  ?   loses 3 stones or 4 discs where nothing is decided yet
  dubious  ?!  loses 2 or more otherwise: still won, or lost before
  strong   !   the best by 2 or more, and level 2 with a fixed seed plays another

{arguments.GAME_FILE}
"""
_EXAMPLES = """\
examples:
  python main.py review game.txt
  echo F5D6C3D3C4F4 | python main.py review - --seconds 10
  echo kalah:6x4 3 6 1 4 2 | python main.py review - --json
  python main.py review WTH_2001.wtb --number 7
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about = "tell what each move of a game lost"
    parser = arguments.add_command(commands, "review", run, about, _DESCRIPTION, _EXAMPLES)
    parser.add_argument("file", metavar="FILE", help='the game; "-" reads standard input')
    text = "which game of several, by its place in the file"
    arguments.add_number(parser, "--number", "N", (1, arguments.MOST_GAMES), text)
    text = f"time for the whole game; it ends earlier when everything is exact ({SECONDS:.0f})"
    arguments.add_seconds(parser, text, SECONDS)
    arguments.add_json(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    match = _match(options.file, options.number)
    complain_of_book(match.start)
    with share_done(say("terminal_review")) as watch:

        def work(interrupt: Interrupt) -> dict[Node, Judgement]:
            thinker = Thinker(knowledge=machine_knowledge())
            return judge_moves(match, match.tip.line, options.seconds, thinker, interrupt, watch)

        judged, interrupted = stoppable(work)
    rows = rows_of(match, match.tip.line, judged.get)
    report(options, _document(match, rows), lambda _: _print(match, rows))
    return status_after(interrupted)


def _match(file: str, number: int | None) -> Match:
    name, contents = arguments.read_games(file)
    count = len(contents.games) + len(contents.bad)
    if number is None and count > 1:
        key = "terminal_which_game_more" if contents.more else "terminal_which_game"
        problems = map(arguments.reason, contents.problems)
        raise arguments.BadArguments(
            say("terminal_which_joint").join((say(key, name=name, n=count), *problems))
        )
    if contents.position is not None:
        contents = Found((contents.position.as_game,))
    chosen = contents.numbered(number or 1)
    if chosen is None:
        key = "terminal_no_game_of_one" if count == 1 else "terminal_no_game_of"
        raise arguments.BadArguments(say(key, name=name, n=count, number=number))
    if isinstance(chosen, Bad):
        why = arguments.reason(chosen.why)
        raise arguments.BadArguments(say("terminal_said_of", name=name, why=why))
    match = chosen.match
    if match.tip is match.root:
        why = say("refused_no_moves")
        raise arguments.BadArguments(say("terminal_said_of", name=name, why=why))
    return match


def _document(match: Match, rows: Sequence[ReviewRow]) -> dict[str, Any]:
    text, selective = match.game.text, match.game.uses_probcut(match.start)
    opening = match.opening_to(match.tip)
    return {
        "game": match.game.key,
        "opening": None if opening is None else opening.english,
        "moves": [
            {
                "ply": row.ply,
                "side": SIDES[row.side],
                "move": text(row.move),
                "value": row.value,
                "best": text(row.best),
                "best_value": row.best_value,
                "loss": row.loss,
                "exact": row.exact,
                "depth": row.depth,
                "selective": selective and not row.exact,
                "kind": row.kind,
                "mark": MARKS.get(row.kind, ""),
            }
            for row in rows
        ],
        "loss": [
            summary_of(row for row in rows if row.side == side).loss_a_move for side in (0, 1)
        ],
    }


def _print(match: Match, rows: Sequence[ReviewRow]) -> None:
    _print_moves(match, rows)
    _print_sides(match, rows)
    opening = match.opening_to(match.tip)
    if opening is not None:
        print_text(say("terminal_opening", name=opening.name(chosen())))
    if along := plies_along(match.start, match.tip.plies):
        print_text(say("terminal_drawn_line", ply=along))
    decisive = turning_point(match, rows)
    if decisive is not None:
        text = match.game.text
        said = say(
            "terminal_decided",
            ply=decisive.ply,
            best=text(decisive.best),
            move=text(decisive.move),
            value=signed(decisive.best_value),
        )
        print_text(said if decisive.exact else say("terminal_as_far", said=said))


def _print_moves(match: Match, rows: Sequence[ReviewRow]) -> None:
    title = f"{match.game.key}:{match.variant}" + (f" {','.join(match.rules)}" * bool(match.rules))
    names = ("ply", "side", "move", "value", "best", "best_value", "loss", "read", "kind")
    headings = {name: say(f"terminal_{name}") for name in names}
    left = [headings[name] for name in ("side", "move", "best", "read", "kind")]
    table = figures_table(*headings.values(), left=left, title=title)
    selective = match.game.uses_probcut(match.start)
    for row in rows:
        table.add_row(
            str(row.ply),
            side_words(match.game, row.side),
            match.game.text(row.move),
            signed(row.value),
            match.game.text(row.best),
            signed(row.best_value),
            str(row.loss) if row.loss else "",
            _sure(row, selective),
            name_words("kind", row.kind),
        )
    print_table(table)


def _sure(row: ReviewRow, selective: bool) -> str:
    if row.exact:
        return say("exact")
    read = say("terminal_read_turns", count=row.depth)
    return say("terminal_selective", read=read) if selective else read


def _print_sides(match: Match, rows: Sequence[ReviewRow]) -> None:
    names = ("side", "moves_made", "best_found", "mistakes", "lost_in_all", "loss_a_move")
    headings = [say(f"terminal_{name}") for name in names]
    table = figures_table(*headings, left=headings[:1], box=None)
    for side in (0, 1):
        summary = summary_of(row for row in rows if row.side == side)
        table.add_row(
            side_words(match.game, side),
            str(summary.moves),
            str(summary.found),
            str(summary.mistakes),
            str(summary.lost),
            f"{summary.loss_a_move:.2f}",
        )
    print_table(table)
