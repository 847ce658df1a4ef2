"""Why the rest of a node was cut: who holds the bound that it meets."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import AGAIN, PROBE, told


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

    ``mover`` moves at the ``node`` and reaches ``value`` by the move at ``place``, which meets the
    other side's ``bound``. ``holder`` is the node that the ``source`` speaks of: the one whose best
    move is worth the bound (at ``holder_place`` among its moves), or the one that was probed (the
    root for a pass of MTD(f)). All in the eyes of the root's player. The bound is None where any
    value answers the question: the article's NegaScout probes its first move so.
    """

    node: int
    mover: int
    place: int
    value: int
    bound: int | None
    source: Source
    holder: int
    holder_place: int | None = None


def because(playback: Playback, cut: int) -> Because:
    """Return the reason for the cut at a step's place."""
    recording = playback.recording
    step = recording.steps[cut]
    mover = recording.nodes[step.node].mover
    bound = step.alpha if mover else step.beta
    assert step.value is not None and step.place is not None
    source, holder, place = _source(playback, cut, step.node, mover, bound)
    return Because(step.node, mover, step.place, step.value, told(bound), source, holder, place)


def _source(
    playback: Playback, cut: int, node: int, mover: int, bound: int | None
) -> tuple[Source, int, int | None]:
    """Go up from the node that was cut to whoever holds the bound."""
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
