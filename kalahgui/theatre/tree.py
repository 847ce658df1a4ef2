"""A game tree as something to look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kalahgui.games.game import Game, Position


@dataclass(frozen=True)
class Node:
    """One position: the move that led to it, its value for the first player and who moves."""

    label: str
    value: int | None
    mover: int
    children: tuple[Node, ...] = ()

    def leaves(self) -> Iterator[Node]:
        """Yield the leaves below, from the left; of a leaf itself that is the leaf."""
        if not self.children:
            yield self
        for child in self.children:
            yield from child.leaves()

    def nodes(self) -> Iterator[Node]:
        """Yield this node and all below it."""
        yield self
        for child in self.children:
            yield from child.nodes()


def whole_tree(game: Game, start: Position, label: str = "0") -> Node:
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
    return Node(label, value, start.turn, tuple(children))
