"""The page about the levels, as the ladder writes it: a part for each board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kalahgui.engine.limit import GLANCE, SEARCH, Attention, Limit
from kalahgui.games import GAMES
from kalahgui.games.game import HANDMADE
from lab.ladder_games import FIXED_POINTS, Ladder, Meeting

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
both players always answer alike, each opening is played once.

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


def write_page(path: Path, ladder: Ladder, command: str) -> None:
    """Put a board's part into the page, in place of the one that was there; OSError if it fails."""
    parts = parts_of(path)
    parts[ladder.plan.board] = _part(ladder, command)
    ordered = sorted(parts, key=_rank)
    page = "\n".join([_INTRODUCTION, *(parts[board] for board in ordered)])
    path.write_text(page, "utf-8")


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
    """Return the lines of a table in Markdown."""
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
    """Yield the scores of each level against the fixed points, where any are known."""
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
