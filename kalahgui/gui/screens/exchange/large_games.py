"""Games whose trees are too large for the window: every move there is kept with the whole tree."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from kalahgui.games.user_error import UserError
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
