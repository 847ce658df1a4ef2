"""Games that commands read from a file or from standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from kalahgui.cli.arguments import BadArguments
from kalahgui.games.user_error import UserError
from kalahgui.library import formats
from kalahgui.library.formats import Found
from kalahgui.library.formats.reading import read_bytes
from kalahgui.library.formats.transcript import Board

_STDIN = "-"

INPUT = """\
The file, or standard input for "-", is recognised by its content. It holds
  - games in the program's own text (docs/format.md),
  - transcripts of 8x8 Reversi in any case (F5D6C3..., without passes), one a line,
  - games in GGF, or a WTHOR file (.wtb),
  - a line GAME[:VARIANT] [RULES] and then the moves in the notation of "solve",
    separated by blanks or line ends. Among them may be "swap" (the pie rule),
    "pass", and at the end "resign", "first resigned" or "second resigned",
  - or a position alone.
A game need not be finished."""


def read(file: str, board: Board | None = None) -> tuple[str, Found]:
    """Return what a file is called and what it holds; BadArguments says why it is nothing."""
    name = "standard input" if file == _STDIN else file
    try:
        if file == _STDIN:
            return name, formats.read(read_bytes(sys.stdin.buffer), board)
        return name, formats.read_file(Path(file), board)
    except OSError as error:
        raise BadArguments(f"{name} cannot be read: {error.strerror}") from None
    except MemoryError:
        raise BadArguments(f"{name} needs more memory than there is") from None
    except UserError as error:
        raise BadArguments(f"{name}: {error}") from None
