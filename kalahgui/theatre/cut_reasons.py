"""A recorded search at one step: whose bound allows a cut, and what ends a line at a leaf."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum

from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import AGAIN, PROBE, Recording, finite
from kalahgui.theatre.stopping import Measure


class Source(Enum):
    """Where the bound that allows a cut comes from."""

    # A node nearer the root, whose mover has found a move worth the bound there.
    HELD = "held"
    # A null window asks only whether a value reaches the bound, and that is answered.
    ASKED = "asked"
    # The probe of a node, which is searched again, has shown that it is worth the bound.
    SHOWN = "shown"


@dataclass(frozen=True)
class Because:
    """Why the moves that are left at a node need not be looked at.

    ``mover`` moves at the ``node`` and reaches ``value`` by the move of ``move_index``, which meets
    the other side's ``bound``. ``holder`` is the node that the ``source`` speaks of: the one whose
    best move is worth the bound (at ``holder_move_index`` among its moves), or the one that was
    probed (the root for a pass of MTD(f)). All in the eyes of the root's player. The bound is None
    where any value answers the question: the article's NegaScout probes its first move so.
    """

    node: int
    mover: int
    move_index: int
    value: int
    bound: int | None
    source: Source
    holder: int
    holder_move_index: int | None = None


def because(playback: Playback, cut: int) -> Because:
    """Return the reason for a cut, by the index of its step."""
    recording = playback.recording
    step = recording.steps[cut]
    mover = recording.nodes[step.node].mover
    bound = step.alpha if mover else step.beta
    assert step.value is not None and step.move_index is not None
    source, holder, index = source_of(playback, cut, step.node, mover, bound)
    return Because(
        step.node, mover, step.move_index, step.value, finite(bound), source, holder, index
    )


def source_of(
    playback: Playback, cut: int, node: int, mover: int, bound: int | None
) -> tuple[Source, int, int | None]:
    """Return where a bound comes from, the node that holds it, and the index of its best move.

    It is looked for from a node upwards, at the moment of the step ``cut``.
    """
    nodes, steps = playback.recording.nodes, playback.recording.steps
    here: int | None = node
    while here is not None:
        enter = playback.entered(here, cut)
        assert enter is not None, "the nodes above a cut are open"
        # A node that came with this bound has not found it.
        if (steps[enter].alpha if mover else steps[enter].beta) != bound:
            return Source.HELD, here, playback.seen(here, cut).best
        before = steps[enter - 1] if enter and steps[enter - 1].node == here else None
        parent = nodes[here].parent
        asker = mover if parent is None else nodes[parent].mover
        if before is not None and before.kind == PROBE and asker == mover:
            return Source.ASKED, here, None
        if before is not None and before.kind == AGAIN and asker != mover:
            return Source.SHOWN, here, None
        here = parent
    raise AssertionError("a bound comes from the root or from below it")


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

    >>> from kalahgui.theatre.recording import Plan, record
    >>> from kalahgui.theatre.subject import WrittenSubject
    >>> from kalahgui.theatre.game_tree import read_tree
    >>> tree = WrittenSubject(read_tree("R(A(3 5) 4)"))
    >>> sorted(leaf_turns(record(Plan(tree, "minimax", 2))).items())
    [(1, 1), (2, 2)]
    """
    return Counter(node.turns for node in recording.nodes if not node.moves)
