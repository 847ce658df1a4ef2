"""Where the lines of a recorded search end, and why there."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum

from kalahgui.theatre.recording import Recording
from kalahgui.theatre.stopping import Measure


class Reason(Enum):
    """What ended a line."""

    OVER = "over"  # the game is over, or a written tree has a leaf
    DEPTH = "depth"  # the search looks no further
    RULE = "rule"  # its stop rule says so


@dataclass(frozen=True)
class LineEnding:
    """Why a leaf is one: ``measure`` is what the stop rule made of the line to it."""

    reason: Reason
    measure: Measure


def ending(recording: Recording, leaf: int) -> LineEnding:
    """Return why the search went no further than a leaf."""
    plan, subject = recording.plan, recording.plan.subject
    here, measure = subject.root, plan.rule.begin(subject)
    for move in recording.moves_to(leaf):
        moves = subject.moves(here)
        measure = plan.rule.after(subject, here, moves, measure)[list(moves).index(move)]
        here, _ = subject.play(here, move)
    if not subject.moves(here):
        return LineEnding(Reason.OVER, measure)
    by_rule = plan.rule.ends(measure)
    return LineEnding(Reason.RULE if by_rule else Reason.DEPTH, measure)


def leaf_turns(recording: Recording) -> Counter[int]:
    """Return how many leaves lie how many turns ahead of the root.

    >>> from kalahgui.theatre.recorder import record
    >>> from kalahgui.theatre.recording import Plan
    >>> from kalahgui.theatre.subject import WrittenSubject
    >>> from kalahgui.theatre.written_tree import read_tree
    >>> tree = WrittenSubject(read_tree("R(A(3 5) 4)"))
    >>> sorted(leaf_turns(record(Plan(tree, "minimax", 2))).items())
    [(1, 1), (2, 2)]
    """
    return Counter(node.turns for node in recording.nodes if not node.moves)
