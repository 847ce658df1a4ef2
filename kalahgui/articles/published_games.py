"""What the articles count in games that can be played here: in all of a game, or in one search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from kalahgui.articles.contents import ARTICLES, Crossed, Rows, WatchedGame
from kalahgui.articles.published import Cell
from kalahgui.engine.method import Method, parse
from kalahgui.games import GAMES

_COUNTED = ("evaluations", "nodes")


@dataclass(frozen=True)
class PublishedCount:
    """A count of a published table: of all searches of a ``whole`` game, or of the first one."""

    name: str
    right: int
    printed: int
    whole: bool


def published_count(
    game: str, variant: str, methods: Sequence[Method | None], opening: Sequence[str]
) -> PublishedCount | None:
    """Return what an article counts in a game of two computers; None where it has no such game.

    ``opening`` are the first moves in notation, as many as somebody else has chosen.
    """
    played = (game, variant, *methods, *opening)
    return next((count for case, count in _counts() if case == played), None)


@cache
def _counts() -> list[tuple[tuple[object, ...], PublishedCount]]:
    return [
        (_played(section.watched(cell.case)), count)
        for article in ARTICLES.values()
        for section in article.sections
        if isinstance(section, Crossed | Rows)
        for cell in section.table.cells
        for count in _counts_of(cell, whole=isinstance(section, Crossed))
    ]


def _played(watched: WatchedGame) -> tuple[object, ...]:
    players = (parse(text, GAMES[watched.game]) for text in watched.players)
    return (watched.game, watched.variant, *players, *watched.opening.split())


def _counts_of(cell: Cell, *, whole: bool) -> Iterator[PublishedCount]:
    for name in _COUNTED:
        if name in cell.right and name in cell.published:
            yield PublishedCount(name, cell.right[name], cell.published[name], whole)
