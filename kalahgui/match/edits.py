"""Changes of a match's tree that can be undone: promoting a line, and deleting one."""

from __future__ import annotations

from dataclasses import dataclass

from kalahgui.match.clock import Clock
from kalahgui.match.match import Match
from kalahgui.match.node import Forfeit, Node


@dataclass(frozen=True)
class Edit:
    """The state of a match before a change of its tree.

    ``children`` and ``forfeits`` are those of the changed nodes.
    """

    match: Match
    tip: Node
    end: Node
    here: Node
    children: tuple[tuple[Node, tuple[Node, ...]], ...]
    forfeits: tuple[tuple[Node, Forfeit | None], ...]
    clock: Clock | None

    @classmethod
    def before(cls, match: Match, *touched: Node) -> Edit:
        """Return the state of a match before some nodes are changed."""
        children = tuple((node, tuple(node.children)) for node in touched)
        forfeits = tuple((node, node.forfeit) for node in touched)
        return cls(match, match.tip, match.end, match.here, children, forfeits, match.clock)

    def take_back(self) -> None:
        """Restore the state; nothing may have been played since."""
        for node, children in self.children:
            node.children[:] = children
        for node, forfeit in self.forfeits:
            node.forfeit = forfeit
        self.match.changes += 1
        if self.clock is not None and 0.0 in self.clock.left:
            self.match.clock = self.clock
        self.match.tip, self.match.end, self.match.here = self.tip, self.end, self.here


def promote(match: Match, node: Node) -> Edit:
    """Make the line through a node the main line; the match is at its end.

    A forfeit before the end of that line is taken back. ValueError for a node of the main line, and
    for one that was only looked at.
    """
    if node in match.main_line:
        raise ValueError("this line is the game already")
    if not match.keeps(node):
        raise ValueError("this line has not been played")
    line = match.line_through(node)
    edit = Edit.before(match, match.root, *line)
    for line_node in line:
        siblings = line_node.before.children
        siblings.insert(0, siblings.pop(siblings.index(line_node)))
        line_node.before.forfeit = None
    match.changes += 1
    match.tip = match.end = line[-1]
    if match.tip.forfeit is None:
        match.begin_clocks_anew()
    if match.here not in match.main_line:
        match.here = node
    return edit


def delete(match: Match, node: Node) -> Edit:
    """Remove a node and all below it from the tree.

    If any of them was looked at, the node before is looked at instead. ValueError for a node of the
    main line, and for one that was only looked at.
    """
    if node in match.main_line:
        raise ValueError("the game itself cannot be deleted")
    if not match.keeps(node):
        raise ValueError("this line has not been played")
    edit = Edit.before(match, node.before)
    node.before.children.remove(node)
    match.changes += 1
    if node in match.here.line:  # or something that was only looked at below it
        match.here = node.before
    if node in match.end.line:
        match.end = match.tip if node.before in match.main_line else node.before
    return edit
