"""The positions of a line that are judged next, and the seconds for each.

The line is judged several times from its end to its start, because a table that knows later
positions helps with earlier ones. Short looks at all positions come first, so that there is
something to show, and longer looks follow. Time that a position did not need goes to the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kalahgui.engine.judgement import Judgement
from kalahgui.match.node import Node

# The shares of a position's time at its first look, its second, and so on.
SHARES = (0.04, 0.16, 0.8)
_SHORTEST = 0.001  # seconds, of a look


class TimeAllocation:
    """Divides seconds among the positions of a line."""

    def __init__(self, nodes: Sequence[Node], seconds: float) -> None:
        """Divide so many seconds in all; nodes where a match is over get none."""
        self._looks = {node: 0 for node in nodes if not node.position.over}
        self._seconds = seconds

    def __contains__(self, node: Node) -> bool:
        """Return whether a node gets any time."""
        return node in self._looks

    def follow(self, nodes: Sequence[Node], seconds_each: float) -> None:
        """Go on with the nodes of a changed line; earlier looks count."""
        looks = self._looks
        self._looks = {node: looks.get(node, 0) for node in nodes if not node.position.over}
        self._seconds = seconds_each * sum(map(self._outstanding, self._looks))

    def call_done(self) -> None:
        """Count all looks at every position as done."""
        self._looks = dict.fromkeys(self._looks, len(SHARES))

    def next(
        self, judged: Mapping[Node, Judgement], preferred: Node | None = None
    ) -> tuple[Node, float] | None:
        """Return the next node to judge and its seconds; None when all is done.

        A ``preferred`` node comes first. Every node gets its first look, even when others have
        taken too long.
        """
        open_nodes = self._open(judged)
        if not open_nodes or (self._seconds <= 0 and self.begun(judged)):
            return None
        node = preferred if preferred in open_nodes else None
        if node is None:
            node = min(reversed(open_nodes), key=lambda node: self._looks[node])
        share = SHARES[self._looks[node]]
        seconds = self._seconds * share / sum(map(self._outstanding, open_nodes))
        return node, max(_SHORTEST, seconds)

    def spent(self, node: Node, seconds: float) -> None:
        """Count a look at a node and the seconds that it took."""
        if node in self._looks:
            self._looks[node] += 1
        self._seconds -= seconds

    def begun(self, judged: Mapping[Node, Judgement]) -> bool:
        """Return whether every position has had a look, or needs none."""
        return all(self._looks[node] for node in self._open(judged))

    def progress(self, judged: Mapping[Node, Judgement]) -> float:
        """Return the share that is done, 0 to 1."""
        if self.next(judged) is None:
            return 1.0
        return 1 - sum(map(self._outstanding, self._open(judged))) / len(self._looks)

    def _outstanding(self, node: Node) -> float:
        """Return the shares of a node's time that are left."""
        return sum(SHARES[self._looks[node] :])

    def _open(self, judged: Mapping[Node, Judgement]) -> list[Node]:
        """Return the nodes that need another look, in the order of the line."""
        return [
            node
            for node, looks in self._looks.items()
            if looks < len(SHARES) and not ((known := judged.get(node)) and known.exact)
        ]
