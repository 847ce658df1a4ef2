"""A recorded search at its end: the value or bound of each move of the root, and the best line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kalahgui.theatre.node_labels import best_line
from kalahgui.theatre.playback import Bound, Playback, Seen
from kalahgui.theatre.recording import ROOT, Recording


@dataclass(frozen=True)
class Considered:
    """What is known of a move of the root, in the eyes of the root's player.

    ``node`` and ``value`` are None where the search never looked at the move. Where the value is
    only a ``bound``, something below was cut; ``held_by`` is then the move that was best so far,
    by its index, and that this one is not better than. ``line`` begins with the move itself.
    """

    move_index: int
    move: int
    node: int | None = None
    value: int | None = None
    bound: Bound = Bound.EXACT
    held_by: int | None = None
    line: tuple[int, ...] = ()

    @property
    def exact(self) -> bool:
        """Tell whether the value is no mere bound."""
        return self.value is not None and self.bound is Bound.EXACT


def considered(playback: Playback, chosen: int) -> list[Considered]:
    """Return the moves of the root: the ``chosen`` one, then the others by what they are worth.

    Of moves that come out alike those that are known exactly stand first, and those that were not
    looked at stand last.
    """
    root = playback.recording.nodes[ROOT]
    candidates = [_considered(playback, index) for index in range(len(root.moves))]

    def rank(candidate: Considered) -> tuple[bool, bool, int, bool, int]:
        value = candidate.value or 0
        return (
            candidate.move != chosen,
            candidate.value is None,
            -value,
            not candidate.exact,
            candidate.move_index,
        )

    return sorted(candidates, key=rank)


def _considered(playback: Playback, index: int) -> Considered:
    recording = playback.recording
    root = recording.nodes[ROOT]
    move, node = root.moves[index], root.children[index]
    if node is None:
        return Considered(index, move)
    seen = seen_at_end(playback, node)
    line = tuple(recording.moves_to(line_below(playback, node)[-1]))
    held = _holder(playback, node, seen) if seen.bound is Bound.AT_MOST else None
    return Considered(index, move, node, seen.value, seen.bound, held, line)


def _holder(playback: Playback, node: int, seen: Seen) -> int | None:
    """Return the index of the move that one is known not to be better than.

    A pass of MTD(f) compares with a bound that no move may be worth.
    """
    best = playback.seen(ROOT, playback.entered(node, playback.length)).best
    holder = None if best is None else playback.recording.nodes[ROOT].children[best]
    if holder is None or seen.value is None:
        return None
    held = seen_at_end(playback, holder)
    exact = held.bound is Bound.EXACT and held.value is not None
    return best if exact and seen.value <= (held.value or 0) else None


def seen_at_end(playback: Playback, node: int) -> Seen:
    """Return what is known of a node when the search is over; on its line that is the value."""
    seen = playback.seen(node, playback.length)
    recording = playback.recording
    if node in line_of(recording):
        return Seen(seen.phase, recording.value, best=seen.best, leaf=seen.leaf)
    return seen


def line_of(recording: Recording) -> list[int]:
    """Return the nodes of the line found, from the root, as far as the search came to them."""
    return _along(recording, recording.moves)


def line_below(playback: Playback, node: int) -> list[int]:
    """Return a node and the best line that was found below it."""
    line = line_of(playback.recording)
    if node in line:
        return line[line.index(node) :]
    return best_line(playback, node, playback.length)


def line_through(playback: Playback, moves: Sequence[int]) -> list[int]:
    """Return the nodes that some moves lead to from the root, and the best line below them."""
    along = _along(playback.recording, moves)
    return along[:-1] + line_below(playback, along[-1])


def _along(recording: Recording, moves: Sequence[int]) -> list[int]:
    line = [ROOT]
    for move in moves:
        at = recording.nodes[line[-1]]
        child = at.children[at.moves.index(move)] if move in at.moves else None
        if child is None:
            break
        line.append(child)
    return line
