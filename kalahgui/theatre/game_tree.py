"""A game tree as something to look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kalahgui.core.textbook import MAX_DEPTH, Textbook
from kalahgui.games.game import Game, Position

# The way to a node: which child at each step, from the root.
Path = tuple[int, ...]


@dataclass(frozen=True)
class TreeNode:
    """One position: the move that led to it, its value for the first player and who moves."""

    label: str
    value: int | None
    mover: int
    children: tuple[TreeNode, ...] = ()

    def leaves(self) -> Iterator[TreeNode]:
        """Yield the leaves below, from the left; of a leaf itself that is the leaf."""
        if not self.children:
            yield self
        for child in self.children:
            yield from child.leaves()

    @property
    def height(self) -> int:
        """Return how many moves the longest way down has."""
        return max((1 + child.height for child in self.children), default=0)

    def nodes(self) -> Iterator[TreeNode]:
        """Yield this node and all below it."""
        yield self
        for child in self.children:
            yield from child.nodes()


def walk(node: TreeNode, path: Path = ()) -> Iterator[tuple[Path, TreeNode]]:
    """Yield every node below one, and itself first, with the way to it."""
    yield path, node
    for place, child in enumerate(node.children):
        yield from walk(child, (*path, place))


def whole_tree(game: Game, start: Position, label: str = "0") -> TreeNode:
    """Return the tree of all ways to play a small game on, with the values of best play.

    >>> from kalahgui.games import GAMES
    >>> eight = GAMES["eight"]
    >>> tree = whole_tree(eight, eight.start("8"))
    >>> tree.value, sum(1 for _ in tree.nodes())
    (-1, 62)
    """
    children = []
    for move in start.moves():
        child = start.copy()
        child.play(move)
        children.append(whole_tree(game, child, game.text(move)))
    if children:
        values = [child.value for child in children if child.value is not None]
        value = min(values) if start.turn else max(values)
    else:
        value = -start.final() if start.turn else start.final()
    return TreeNode(label, value, start.turn, tuple(children))


def top_of_tree(game: Game, start: Position, plies: int, label: str = "") -> TreeNode:
    """Return the first plies of a small game's tree, with the values of best play to the end.

    >>> from kalahgui.games import GAMES
    >>> tree = top_of_tree(GAMES["tictactoe"], GAMES["tictactoe"].parse_position(".x..o...."), 2)
    >>> tree.value, len(tree.children), len(list(tree.leaves()))
    (1, 7, 42)
    """
    children = []
    for move in start.moves() if plies else ():
        child = start.copy()
        child.play(move)
        children.append(top_of_tree(game, child, plies - 1, game.text(move)))
    value = start.final() if start.over else Textbook("nega-alpha").run(start, MAX_DEPTH)
    return TreeNode(label, -value if start.turn else value, start.turn, tuple(children))
