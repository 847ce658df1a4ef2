"""Which matches are in a library already: what has all that another match has is the same."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kalahgui.library.store import MatchRecord

_Key = tuple[object, ...]
_Facts = frozenset[object]
_NOTES = ("comments", "resigned", "out_of_time")


class _Known(NamedTuple):
    """A match of the library, and all that is to be said of its tree."""

    id: int
    moves: str
    facts: _Facts


class KnownMatches:
    """Matches, found by what they have in common with another one, however many there are."""

    def __init__(self, matches: Iterable[tuple[int, MatchRecord]]) -> None:
        """Know matches by their ids; of several that are the same the first one counts."""
        self._whole: dict[_Key, int] = {}
        self._begun: defaultdict[_Key, list[tuple[int, MatchRecord]]] = defaultdict(list)
        # Nodes have numbers, the same in all trees: by the number of the parent and the ply.
        self._nodes: dict[tuple[int, str], int] = {}
        # Trees are only read where a match with the same beginning is looked for.
        self._having: dict[_Key, dict[object, list[_Known]]] = {}
        for identifier, record in matches:
            if isinstance(record.moves, str):
                self._whole.setdefault(_whole(record), identifier)
                self._begun[_begun(record)].append((identifier, record))

    def find(self, record: MatchRecord) -> int | None:
        """Return the id of a match that has all that another one has; None without one.

        It was begun at the same moment by the same players, and its tree has every node of the
        other one, every comment, loss and tag; and the result, where the other one has ended.
        """
        found = self._whole.get(_whole(record))
        key = _begun(record)
        if found is not None or key not in self._begun:
            return found
        facts = self._facts(record)
        if facts is None:
            return None
        tip = self._line(record.moves)[-1]
        known = [each for each in self._known(key).get(tip, ()) if facts <= each.facts]
        same_moves = (each for each in known if each.moves == record.moves)
        best = next(same_moves, known[0] if known else None)
        return None if best is None else best.id

    def _known(self, key: _Key) -> dict[object, list[_Known]]:
        """Return the matches with a beginning, by each of their facts."""
        if key not in self._having:
            having: defaultdict[object, list[_Known]] = defaultdict(list)
            for identifier, record in self._begun[key]:
                known = _Known(identifier, record.moves, self._facts(record) or frozenset())
                for fact in known.facts:
                    having[fact].append(known)
            self._having[key] = having
        return self._having[key]

    def _facts(self, record: MatchRecord) -> _Facts | None:
        """Return nodes, comments, losses, tags and the result; None when they make no sense."""
        nodes = self._line(record.moves)
        facts: set[object] = set()
        if record.result:
            facts.add(("ended", nodes[-1], record.result))
        try:
            facts.update(self._side_facts(nodes, record.side_lines))
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            return None
        return frozenset(facts.union(nodes))

    def _side_facts(self, nodes: list[int], text: str) -> Iterator[object]:
        """Add the nodes of the side lines, and yield what is said of any."""
        found = json.loads(text) if text else {}
        for parent, ply in found.pop("nodes", []):
            nodes.append(self._node(nodes[parent], ply))
        for name, value in found.pop("tags", {}).items():
            yield "tag", name, value
        for note in _NOTES:
            for number, value in found.pop(note, {}).items():
                yield note, nodes[int(number)], value
        if found:
            raise ValueError(f"nobody knows what {', '.join(found)} means")

    def _line(self, moves: str) -> list[int]:
        """Return the nodes of a main line, from the start on."""
        nodes = [0]
        for ply in moves.split():
            nodes.append(self._node(nodes[-1], ply))
        return nodes

    def _node(self, parent: int, ply: str) -> int:
        return self._nodes.setdefault((parent, ply), len(self._nodes) + 1)


def _begun(record: MatchRecord) -> _Key:
    """Return what two matches have in common that may be the same."""
    return (
        record.begun,
        record.game,
        record.variant,
        record.rules,
        record.start,
        record.pie,
        record.players,
    )


def _whole(record: MatchRecord) -> _Key:
    return (*_begun(record), record.moves, record.result, record.side_lines)
