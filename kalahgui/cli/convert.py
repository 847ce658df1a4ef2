"""``convert``: games from one format into another."""

from __future__ import annotations

import io
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kalahgui.cli import arguments
from kalahgui.cli.output import complain
from kalahgui.library.formats import (
    Unwritable,
    WrittenGame,
    article_line_of,
    ggf_of,
    text_of,
    transcript_of,
)
from kalahgui.library.formats.found import left_out_of_ggf, left_out_of_transcript


@dataclass(frozen=True)
class _Format:
    """How a game is written, what stands between two of them, and what is left out."""

    write: Callable[[WrittenGame], str]
    between: str = ""
    left_out: Callable[[WrittenGame], Iterable[str]] = lambda written: ()


_TEXT = "text"
_FORMATS = {
    _TEXT: _Format(text_of, between="\n"),
    "transcript": _Format(
        lambda written: transcript_of(written) + "\n", left_out=left_out_of_transcript
    ),
    "article": _Format(
        lambda written: article_line_of(written) + "\n", left_out=left_out_of_transcript
    ),
    "ggf": _Format(ggf_of, left_out=left_out_of_ggf),
}
_BAD = 2

_DESCRIPTION = f"""\
Write games in another format: "text" is the program's own, a "transcript" is
the squares of a game of Reversi, "article" the numbers that an article gives
the squares of the diamond, and "ggf" is what servers of Othello write.

{arguments.GAME_FILE}

Games that can be read are written. One line tells of the others, with status 2.
A format that cannot hold a game refuses it. What else it cannot hold, such as
the variations of a game, is left out; one line says so.
"""
_EXAMPLES = """\
examples:
  echo F5D6C3D3C4F4 | python main.py convert -
  python main.py convert WTH_2001.wtb --to ggf > games.ggf
  echo 3 6 1 4 2 | python main.py convert - --game kalah:6x4
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about = "write games in another format"
    parser = arguments.add_command(commands, "convert", run, about, _DESCRIPTION, _EXAMPLES)
    parser.add_argument("file", metavar="IN", help='the games; "-" reads standard input')
    parser.add_argument(
        "--game",
        metavar="GAME[:VARIANT]",
        type=arguments.board,
        help="the board of moves that name none (reversi:8x8)",
    )
    parser.add_argument(
        "--to", choices=list(_FORMATS), default=_TEXT, help=f"the format to write ({_TEXT})"
    )


def run(options: Namespace) -> int:
    """Run the command."""
    # Games are files and not words for a terminal: any letter stays what it is.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    board = options.game and (options.game.game, options.game.variant or options.game.game.variant)
    name, found = arguments.read_games(options.file, board)
    games = [found.position.as_game] if found.position else list(found.games)
    refused, lost = _write(games, _FORMATS[options.to])
    problems = [found.bad_words] if found.bad_words else []
    if refused:
        many = f"{len(refused)} of {len(games)} games " if len(games) > 1 else ""
        problems.append(f"{many}cannot be written: {refused[0]}")
    if lost:
        problems.append(f"left out: {', '.join(lost)}")
    if problems:
        complain(f"{name}: {'; '.join(problems)}")
    return _BAD if found.bad_words or refused else 0


def _write(games: Sequence[WrittenGame], form: _Format) -> tuple[list[str], list[str]]:
    """Print games in their order; return why some could not be written, and what is left out."""
    refused: list[str] = []
    lost: dict[str, None] = {}
    between = ""
    for number, written in enumerate(games, start=1):
        try:
            text = form.write(written)
        except Unwritable as error:
            refused.append(f"game {number}: {error}" if len(games) > 1 else str(error))
            continue
        print(between + text, end="")
        between = form.between
        lost |= dict.fromkeys(form.left_out(written))
    return refused, list(lost)
