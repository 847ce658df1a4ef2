"""What computers have thought, for as long as the program runs: also when a match is closed."""

from __future__ import annotations

from typing import NamedTuple

from kalahgui.match.match import Match
from kalahgui.match.node import Node, SearchStatistics
from kalahgui.match.thought import Thought

_MOST_MATCHES = 30


class _Found(NamedTuple):
    statistics: SearchStatistics | None
    thought: Thought | None


class RememberedThoughts:
    """Remembers the thoughts behind the plies of the last matches, each by its identifier."""

    def __init__(self) -> None:
        self._matches: dict[int, dict[tuple[int, ...], _Found]] = {}

    def keep(self, identifier: int | None, match: Match) -> None:
        """Remember what the nodes of a match know; one that was never kept has no identifier."""
        if identifier is None:
            return
        self._matches.pop(identifier, None)
        self._matches[identifier] = {
            tuple(node.plies): _Found(node.search_statistics, node.thought)
            for node in match.root.below()
            if node.search_statistics is not None
        }
        while len(self._matches) > _MOST_MATCHES:
            del self._matches[next(iter(self._matches))]

    def restore(self, identifier: int | None, match: Match) -> None:
        """Let the nodes of a match that was opened again know what was found for them."""
        for plies, found in self._matches.get(identifier or 0, {}).items():
            node: Node | None = match.root
            for ply in plies:
                node = None if node is None else node.child(ply)
            if node is not None and node.thought is None:
                node.search_statistics, node.thought = found
