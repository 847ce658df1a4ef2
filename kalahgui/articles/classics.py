"""Trees and positions worth watching, each with a search that shows what it is about."""

from __future__ import annotations

from dataclasses import dataclass

from kalahgui.articles import trees
from kalahgui.games import GAMES
from kalahgui.games.game import Game, Position
from kalahgui.theatre.game_tree import TreeNode
from kalahgui.theatre.subject import PositionSubject, Subject, WrittenSubject


@dataclass(frozen=True)
class Classic:
    """Something to watch: the search that is shown of it, and its counts.

    ``visits`` is how many nodes the search visits, ``minimax`` how many minimax would, and
    ``value`` what the root is worth to its player. A tree of no game has no ``variant``.
    """

    key: str
    algorithm: str
    depth: int
    visits: int
    minimax: int
    value: int
    order: str = "rising"
    variant: str = ""

    @property
    def subject(self) -> Subject:
        """Return what is searched."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class WrittenClassic(Classic):
    """A tree of an article with made-up values, by its case in the table of trees."""

    case: str

    @property
    def tree(self) -> TreeNode:
        """Return the tree."""
        return trees.TREES[self.case]

    @property
    def subject(self) -> Subject:
        return WrittenSubject(self.tree)


@dataclass(frozen=True, kw_only=True)
class PlayedClassic(Classic):
    """A position of a game: a start and the moves that lead on from it, in notation."""

    game: str
    moves: str = ""

    @property
    def rules(self) -> Game:
        """Return the game."""
        return GAMES[self.game]

    @property
    def position(self) -> Position:
        """Return the position that is searched."""
        position = self.rules.start(self.variant)
        for text in self.moves.split():
            position.play(self.rules.parse_move(text))
        return position

    @property
    def subject(self) -> Subject:
        return PositionSubject(self.rules, self.position)


# A best line of the diamond from its cross start, up to the last six squares.
_DIAMOND = "d3 c5 f6 f3 b5 c4 e3 f4 f5 e2 g4 c6 b4 e6"

CLASSICS = {
    classic.key: classic
    for classic in (
        WrittenClassic(
            "kalah_tree", "nega-alpha", 3, visits=11, minimax=15, value=3, case="Kalah article"
        ),
        WrittenClassic(
            "minimax_tree", "minimax", 2, visits=13, minimax=13, value=1, case="minimax article"
        ),
        WrittenClassic(
            "reversi_tree", "minimax", 3, visits=8, minimax=8, value=4, case="Reversi article"
        ),
        PlayedClassic(
            "eight", "minimax", 6, visits=62, minimax=62, value=-1, game="eight", variant="8"
        ),
        PlayedClassic(
            "tictactoe",
            "minimax",
            7,
            visits=7064,
            minimax=7064,
            value=1,
            game="tictactoe",
            variant="3x3",
            moves="b2 b1",
        ),
        PlayedClassic(
            "kalah_2", "minimax", 2, visits=72, minimax=72, value=1, game="kalah", variant="6x6"
        ),
        PlayedClassic(
            "kalah_3", "alpha-beta", 3, visits=95, minimax=402, value=2, game="kalah", variant="6x6"
        ),
        PlayedClassic(
            "diamond",
            "nega-scout",
            6,
            visits=92,
            minimax=161,
            value=0,
            order="article",
            game="reversi",
            variant="diamond",
            moves=_DIAMOND,
        ),
    )
}
