"""What comes into the window, read on a thread; games with very large trees are left out."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from kalahgui.engine.frame_yielding import YieldToFrames, no_frames
from kalahgui.games.user_error import UserError
from kalahgui.gui.services.reading import Reading
from kalahgui.library import formats
from kalahgui.library.backup import SUFFIX
from kalahgui.library.formats import Found, WrittenGame
from kalahgui.library.formats.found import Bad, found

MOST_MOVES = 5000  # with all variations; a move is kept in a frame then, and a game opened in some


def without_large(read: Found) -> Found:
    """Return what was read, games that are too large as bad ones; UserError when nothing is left.

    The command line takes them: there nobody waits for the next frame.
    """
    games: list[WrittenGame] = []
    bad = list(read.bad)
    for number, game in _numbered(read):
        if _is_large(game):
            why = UserError("refused_large_game", most=MOST_MOVES)
            alone = len(read.games) + len(read.bad) == 1
            bad.append(
                Bad(why if alone else UserError("refused_game_number", n=number, why=why), number)
            )
        else:
            games.append(game)
    if len(games) == len(read.games):
        return read
    return found(games, sorted(bad, key=lambda each: each.number), read.notes)


def _numbered(read: Found) -> Iterator[tuple[int, WrittenGame]]:
    """Yield the games with their places in the file, at which bad ones stand, too."""
    bad = {each.number for each in read.bad}
    most = len(read.games) + len(bad) + 1
    places = (place for place in range(1, most) if place not in bad)
    return zip(places, read.games, strict=False)


def _is_large(game: WrittenGame) -> bool:
    return next(islice(game.match.root.below(), MOST_MOVES, None), None) is not None


_BEGIN = 4096  # bytes that tell what a file is
_DATABASE = b"SQLite format 3\0"


@dataclass(frozen=True)
class SearchRecording:
    """A file that holds the recording of a search, for the theatre to read."""

    path: Path


@dataclass(frozen=True)
class Backup:
    """A file that may be a back-up of the library, for the library to read."""

    path: Path


Arrival = Found | SearchRecording | Backup


class Arrivals(Reading[Arrival]):
    """Texts and files that come into the window."""

    def __init__(self, yield_to_frames: YieldToFrames = no_frames) -> None:
        super().__init__()
        self._yield_to_frames = yield_to_frames

    def read_text(self, words: str) -> None:
        """Read a text."""
        data = words.encode("utf-8", "replace")
        self.begin(lambda: without_large(formats.read(data, yield_to_frames=self._yield_to_frames)))

    def read_file(self, path: Path) -> None:
        """Read a file."""
        self.begin(lambda: _file(path, self._yield_to_frames))


def _check(path: Path) -> None:
    """Raise UserError for what cannot be read to its end, or not at all."""
    try:
        mode = path.stat().st_mode
    except ValueError:  # it has a NUL
        raise UserError("refused_file_name") from None
    if stat.S_ISDIR(mode):
        raise UserError("refused_folder")
    if not stat.S_ISREG(mode):
        # Opening a pipe waits for somebody who writes, and a device may have no end.
        raise UserError("refused_no_file")


def _file(path: Path, yield_to_frames: YieldToFrames) -> Arrival:
    _check(path)
    with path.open("rb") as file:
        begin = file.read(_BEGIN)
    # A recording is a JSON document, and no game begins like one.
    if begin.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        return SearchRecording(path)
    if begin.startswith(_DATABASE) or path.suffix == SUFFIX:
        return Backup(path)
    return without_large(formats.read_file(path, yield_to_frames=yield_to_frames))
