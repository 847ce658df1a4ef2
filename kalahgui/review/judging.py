"""Judging the moves of a line in a given time, without a window."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.judgement import Judgement
from kalahgui.engine.thinker import Thinker
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node
from kalahgui.match.time_allocation import TimeAllocation


def judge_moves(
    match: Match,
    line: Sequence[Node],
    seconds: float,
    thinker: Thinker,
    interrupt: Interrupt,
    watch: Callable[[float], None] = lambda progress: None,
) -> dict[Node, Judgement]:
    """Return what every position of a line in which a move was played is worth.

    It takes so many seconds in all, less when everything is exact before; however few they are,
    every position is judged one turn ahead at least. An interrupt ends it with what is known by
    then. ``watch`` is told now and then how much is done, 0 to 1.
    """
    nodes = [node.parent for node in line if node.parent is not None and node.ply != SWAP]
    judged: dict[Node, Judgement] = {}
    allocation = TimeAllocation(nodes, seconds)
    while not interrupt.raised and (look := allocation.next(judged)) is not None:
        node, share = look
        begin = time.perf_counter()
        _look_at(match, node, share, judged, thinker, interrupt)
        allocation.spent(node, time.perf_counter() - begin)
        watch(allocation.progress(judged))
    return judged


def _look_at(
    match: Match,
    node: Node,
    seconds: float,
    judged: dict[Node, Judgement],
    thinker: Thinker,
    interrupt: Interrupt,
) -> None:
    position = match.game.with_evaluation(node.position, "")
    swap_to_come = match.swap_to_come_at(node)
    for judgement in thinker.judge(position, interrupt, seconds, judged.get(node), swap_to_come):
        if judgement is not None:
            judged[node] = judgement
