"""``convert``: games from one format into another."""

from __future__ import annotations

import io
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kalahgui import streams
from kalahgui.cli import arguments
from kalahgui.cli.output import complain, share_done
from kalahgui.games.user_error import UserError
from kalahgui.library.formats import (
    Bad,
    Item,
    Remark,
    Unwritable,
    WrittenGame,
    WrittenPosition,
    article_line_of,
    ggf_of,
    pgn_of,
    sgf_of,
    text_of,
    transcript_of,
)
from kalahgui.library.formats.article_line import left_out_of_article_line
from kalahgui.library.formats.found import nothing_found, problems
from kalahgui.library.formats.ggf import left_out_of_ggf
from kalahgui.library.formats.left_out import LeftOut
from kalahgui.library.formats.sgf import left_out_of_sgf
from kalahgui.library.formats.text_writing import left_out_of_pgn
from kalahgui.library.formats.transcript import left_out_of_transcript
from kalahgui.words import say


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
        lambda written: article_line_of(written) + "\n", left_out=left_out_of_article_line
    ),
    "pgn": _Format(pgn_of, between="\n", left_out=left_out_of_pgn),
    "ggf": _Format(ggf_of, left_out=left_out_of_ggf),
    "sgf": _Format(sgf_of, left_out=left_out_of_sgf),
}
_BAD = 2
_WATCHED = 100  # games between two looks at how far it has got

_DESCRIPTION = f"""\
Write games in another format: "text" is the program's own, a "transcript" is
the squares of a game of Reversi, "article" has the numbers of an article (11 to
52 on the diamond, 0 to 12 in Kalah, column and row in tic-tac-toe); "pgn",
"ggf" and "sgf" are what others write of Othello. However long a file is, its
games are written as they are read.

{arguments.GAME_FILE}

Games that can be read are written. One line tells of the others, with status 2.
A format that cannot hold a game refuses it. What else it cannot hold, such as
the variations of a game, is left out; one line says so.
"""
_EXAMPLES = """\
examples:
  echo F5D6C3D3C4F4 | python main.py convert -
  python main.py convert WTH_2001.wtb --to ggf > games.ggf
  echo 19 34 45 21 33 | python main.py convert -
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
    with arguments.GamesFile(options.file, board) as file:
        if sys.stdout.isatty():  # a bar among the games would be in their way
            written = _Written(_FORMATS[options.to], streams.harmless)
            written.take(file)
        else:
            written = _Written(_FORMATS[options.to], str)
            with share_done("convert") as watch:
                written.take(file, lambda: watch(file.share_read))
        return written.end(file.name)


class _Written:
    """Games that are printed in their order, and what there is to say of them at the end."""

    def __init__(self, form: _Format, shown: Callable[[str], str]) -> None:
        """``shown`` returns what is printed in the place of a text."""
        self._form = form
        self._shown = shown
        self._between = ""
        self._games = self._bad = self._refused = 0
        self._first_bad: Bad | None = None
        self._first_refused: tuple[int, Unwritable] | None = None
        self._notes: list[UserError] = []
        self._left_out = LeftOut()

    def take(self, items: Iterable[Item], watch: Callable[[], None] = lambda: None) -> None:
        """Print games; ``watch`` is called now and then."""
        for number, item in enumerate(items):
            if number % _WATCHED == 0:
                watch()
            if isinstance(item, UserError):
                self._notes.append(item)
            elif isinstance(item, Bad):
                self._bad += 1
                self._first_bad = self._first_bad or item
            else:
                self._write(item.as_game if isinstance(item, WrittenPosition) else item)

    def _write(self, written: WrittenGame) -> None:
        self._games += 1
        try:
            text = self._form.write(written)
        except Unwritable as error:
            self._refused += 1
            self._first_refused = self._first_refused or (self._games, error)
            return
        sys.stdout.write(self._shown(self._between + text))
        self._between = self._form.between
        self._left_out.add(self._form.left_out(written))

    def end(self, name: str) -> int:
        """Say what went wrong; return the exit status. BadArguments where there was no game."""
        if not self._games:
            with arguments.refusing(UserError, key="terminal_said_of", name=name):
                raise nothing_found(self._bad, self._first_bad, self._notes)
        said = problems(self._games + self._bad, self._bad, self._first_bad, self._notes)
        complaints = [*map(arguments.reason, said), *self._refusals()]
        if complaints:
            why = say("terminal_which_joint").join(complaints)
            complain(say("terminal_said_of", name=name, why=why))
        damaged = any(not isinstance(note, Remark) for note in self._notes)
        return _BAD if self._bad or damaged or self._refused else 0

    def _refusals(self) -> Iterator[str]:
        """Yield how many games a format cannot hold, and what it left out of the others."""
        if self._first_refused is not None:
            first, error = self._first_refused
            key = "terminal_unwritten_some" if self._games > 1 else "terminal_unwritten"
            counts = {"refused": self._refused, "n": self._games, "first": first}
            yield say(key, why=arguments.reason(error), **counts)
        left_out = self._left_out.message
        if left_out is not None:
            yield left_out.said(say)
