"""A place in the tree of a match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from kalahgui.games.game import Position
from kalahgui.match.search_statistics import SearchStatistics

SWAP = -1
SWAP_TEXT = "swap"


class Loss(NamedTuple):
    """How a player lost before the game was over: by giving up, or ``on_time``."""

    seat: int
    on_time: bool = False


@dataclass(eq=False, slots=True)
class Node:
    """A place in the tree of a match: the ply that led there and the position after it.

    ``parent`` and ``ply`` are None at the start. The first of the ``children`` was played or
    preferred last. ``loss`` tells that a player gave up or ran out of time here.
    ``search_statistics`` is what a computer's search for the ply took; it is not kept with the
    match. ``swapped`` tells whether the players have exchanged their sides.
    """

    parent: Node | None
    ply: int | None
    position: Position
    children: list[Node] = field(default_factory=list)
    comment: str = ""
    loss: Loss | None = None
    search_statistics: SearchStatistics | None = None
    swapped: bool = field(init=False)

    def __post_init__(self) -> None:
        # As long as a line may be: asked for from its end, this would go up all of it.
        self.swapped = self.parent is not None and self.parent.swapped ^ (self.ply == SWAP)

    @property
    def resigned(self) -> int | None:
        """Return the index of the player who gave up here."""
        return None if self.loss is None or self.loss.on_time else self.loss.seat

    @property
    def line(self) -> list[Node]:
        """Return the nodes from the first ply to this one."""
        line = []
        node = self
        while node.parent is not None:
            line.append(node)
            node = node.parent
        return line[::-1]

    @property
    def plies(self) -> list[int]:
        """Return the plies from the start to this node."""
        return [node.ply for node in self.line if node.ply is not None]

    def child(self, ply: int) -> Node | None:
        """Return the node that a ply has led to already."""
        return next((child for child in self.children if child.ply == ply), None)

    def below(self) -> Iterator[Node]:
        """Yield all nodes below, each before those below it."""
        todo = self.children[::-1]
        while todo:
            node = todo.pop()
            yield node
            todo += node.children[::-1]
