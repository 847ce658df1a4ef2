"""Trees and positions worth watching, each with a search that shows what it is about."""

from __future__ import annotations

from dataclasses import dataclass

from kalahgui.articles import example_trees
from kalahgui.games import GAMES
from kalahgui.games.game import Game, Position
from kalahgui.theatre.game_tree import TreeNode
from kalahgui.theatre.subject import PositionSubject, Subject, WrittenSubject


@dataclass(frozen=True)
class Classic:
    """Something to watch: the search that is shown of it, and its counts.

    ``visits`` is how many nodes the search visits, ``minimax`` how many minimax would, and
    ``value`` what the root is worth to its player. It is a tree of an article with made-up values,
    by its ``case`` in the table of trees, or a position of a ``game``: the start of a ``variant``
    and the ``moves`` that lead on from it, in notation.
    """

    key: str
    algorithm: str
    depth: int
    visits: int
    minimax: int
    value: int
    order: str = "rising"
    case: str = ""
    game: str = ""
    variant: str = ""
    moves: str = ""

    @property
    def tree(self) -> TreeNode:
        """Return the tree of an article."""
        return example_trees.TREES[self.case]

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
        """Return what is searched."""
        if self.case:
            return WrittenSubject(self.tree)
        return PositionSubject(self.rules, self.position)


# A best line of the diamond from its cross start, up to the last six squares.
_DIAMOND = "d3 c5 f6 f3 b5 c4 e3 f4 f5 e2 g4 c6 b4 e6"

CLASSICS = {
    classic.key: classic
    for classic in (
        Classic(
            "kalah_tree", "nega-alpha", 3, visits=11, minimax=15, value=3, case="Kalah article"
        ),
        Classic(
            "minimax_tree", "minimax", 2, visits=13, minimax=13, value=1, case="minimax article"
        ),
        Classic("reversi_tree", "minimax", 3, visits=8, minimax=8, value=4, case="Reversi article"),
        Classic("eight", "minimax", 6, visits=62, minimax=62, value=-1, game="eight", variant="8"),
        Classic(
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
        Classic(
            "kalah_2", "minimax", 2, visits=72, minimax=72, value=1, game="kalah", variant="6x6"
        ),
        Classic(
            "kalah_3", "alpha-beta", 3, visits=95, minimax=402, value=2, game="kalah", variant="6x6"
        ),
        Classic(
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
