"""What a step of a search does, and why a cut is allowed, in a sentence each."""

from __future__ import annotations

from kalahgui.gui.screens.theatre.wording import Wording, in_eyes
from kalahgui.gui.services.words import say
from kalahgui.theatre.because import Because, Source, because
from kalahgui.theatre.endings import Reason, ending
from kalahgui.theatre.playback import Bound, Playback
from kalahgui.theatre.recording import (
    AGAIN,
    BETTER,
    CUT,
    ENTER,
    KNOWN,
    LEAF,
    PROBE,
    ROOT,
    Step,
    told,
)
from kalahgui.theatre.stopping import Conspiracy, Realization

# Of a line that leads to another node, so many turns are told.
_TURNS = 2


def heading(step: Step | None) -> str:
    """Return what stands above the sentence of a step."""
    if step is None:
        return say("reason_heading_start")
    return say("reason_heading_cut" if step.kind == CUT else "reason_heading")


def sentence(playback: Playback, wording: Wording) -> str:
    """Say what the step shown does; before the first one, what is about to begin."""
    step = playback.step
    if step is None:
        return say("reason_start")
    if step.kind == CUT:
        why = because(playback, playback.at - 1)
        return _cut(why, _bound(playback, why.node, why.place), wording)
    return _SENTENCES.get(step.kind, _leave)(step, playback, wording)


def _enter(step: Step, playback: Playback, wording: Wording) -> str:
    node = playback.recording.nodes[step.node]
    who = wording.who(node.mover)
    window = _window(step, node.mover, wording)
    if step.node == ROOT:
        return f"{say(f'reason_root_{who}')} {window}"
    if not node.moves:
        return say("reason_enter_leaf", move=wording.name_to(step.node))
    key = "reason_enter_again" if node.again else "reason_enter"
    return f"{say(f'{key}_{who}', move=wording.name_to(step.node))} {window}"


def _window(step: Step, mover: int, wording: Wording) -> str:
    """Say which values can still matter."""
    eyes = wording.eyes(mover)
    alpha, beta = told(step.alpha), told(step.beta)
    low, high = (beta, alpha) if eyes else (alpha, beta)
    if low is not None and high is not None:
        if abs(high - low) == 1:
            return say("reason_question", bound=wording.number(low, eyes))
        between = wording.number(low, eyes), wording.number(high, eyes)
        return say("reason_between", low=between[0], high=between[1])
    if low is not None:
        return say("reason_above", low=wording.number(low, eyes))
    if high is not None:
        return say("reason_below", high=wording.number(high, eyes))
    return say("reason_open")


def _leaf(step: Step, playback: Playback, wording: Wording) -> str:
    assert step.value is not None
    recording = playback.recording
    mover = recording.nodes[step.node].mover
    value = wording.value_for(step.value, mover)
    ended = ending(recording, step.node)
    rule = recording.plan.rule
    if ended.reason is Reason.OVER and wording.move_text is not None:
        return say("reason_leaf_over", value=value)
    if ended.reason is Reason.RULE and isinstance(rule, Realization):
        chance = f"{100 * ended.measure.probability:.2g}"
        limit = f"{100 * rule.threshold:.2g}"
        return say("reason_leaf_unlikely", value=value, chance=chance, limit=limit)
    if ended.reason is Reason.RULE and isinstance(rule, Conspiracy):
        return say("reason_leaf_aside", value=value, n=ended.measure, limit=rule.threshold)
    return say("reason_leaf", value=value)


def _better(step: Step, playback: Playback, wording: Wording) -> str:
    assert step.value is not None and step.place is not None
    mover = playback.recording.nodes[step.node].mover
    eyes = wording.eyes(mover)
    way = "get" if eyes == mover else "hold"
    move = wording.name(step.node, step.place)
    key = f"reason_{way}_{wording.who(mover)}"
    if not is_best(step, playback):
        return say(f"{key}_most", move=move, value=wording.number(step.value, eyes))
    bound = _bound(playback, step.node, step.place)
    return say(key, move=move, value=wording.amount(step.value, bound, eyes))


def is_best(step: Step, playback: Playback) -> bool:
    """Tell whether a step shows a move that its mover knows to be the best so far.

    A search within a window may know only that a move is worth no more than something.
    """
    if step.kind not in (BETTER, CUT):
        return False
    assert step.place is not None
    mover = playback.recording.nodes[step.node].mover
    return in_eyes(_bound(playback, step.node, step.place), mover) is not Bound.AT_MOST


def _bound(playback: Playback, node: int, place: int) -> Bound:
    """Return what the value of a node's move says, in the eyes of the root's player."""
    child = playback.recording.nodes[node].children[place]
    assert child is not None, "the move was looked at"
    return playback.seen(child).bound


def _probe(step: Step, playback: Playback, wording: Wording) -> str:
    if step.node == ROOT:
        assert step.beta is not None
        return say("reason_pass", bound=wording.number(step.beta))
    parent = playback.recording.nodes[step.node].parent
    assert parent is not None
    mover = playback.recording.nodes[parent].mover
    eyes = wording.eyes(mover)
    bound = step.beta if mover else step.alpha
    move = wording.name_to(step.node)
    if bound is None:
        return say("reason_probe_first", move=move)
    way = "get" if eyes == mover else "hold"
    return say(
        f"reason_probe_{way}_{wording.who(mover)}",
        move=move,
        bound=wording.number(bound, eyes),
    )


def _again(step: Step, playback: Playback, wording: Wording) -> str:
    return say("reason_again", move=wording.name_to(step.node))


def _known(step: Step, playback: Playback, wording: Wording) -> str:
    assert step.value is not None
    mover = playback.recording.nodes[step.node].mover
    # The node is left next, with what is remembered.
    bound = playback.seen(step.node, playback.at + 1).bound
    return say("reason_known", value=wording.value_for(step.value, mover, bound))


def _leave(step: Step, playback: Playback, wording: Wording) -> str:
    assert step.value is not None
    recording = playback.recording
    mover = recording.nodes[step.node].mover
    value = wording.value_for(step.value, mover, playback.seen(step.node).bound)
    if not recording.nodes[step.node].moves:
        return _leaf(step, playback, wording)
    if playback.finished:
        place = recording.nodes[ROOT].moves.index(recording.moves[0])
        return say("reason_done", move=wording.name(ROOT, place), value=value)
    return say("reason_leave", value=value)


_SENTENCES = {
    ENTER: _enter,
    LEAF: _leaf,
    BETTER: _better,
    PROBE: _probe,
    AGAIN: _again,
    KNOWN: _known,
}


def _cut(why: Because, found: Bound, wording: Wording) -> str:
    """Say why the moves that are left at a node need not be looked at."""
    if why.source is Source.HELD:
        return _held(why, found, wording)
    if why.source is Source.SHOWN:
        return _shown(why, wording)
    eyes = wording.eyes(why.mover)
    way = "get" if eyes == why.mover else "hold"
    if why.bound is None:
        value = wording.amount(why.value, found, eyes)
        return say("reason_cut_any", move=wording.name(why.node, why.place), value=value)
    here = {
        "move": wording.name(why.node, why.place),
        "bound": wording.number(why.bound, eyes),
        "value": wording.amount(why.value, found, eyes),
    }
    if why.holder == ROOT:
        return say(f"reason_cut_pass_{way}", **here)
    return say(f"reason_cut_asked_{way}", asked=wording.name_to(why.holder), **here)


def _held(why: Because, found: Bound, wording: Wording) -> str:
    """Say that the other side has something as good already."""
    assert why.holder_place is not None, "whoever holds a bound has a move for it"
    assert why.bound is not None, "a bound that is held is a number"
    held = wording.name(why.holder, why.holder_place)
    if why.holder != ROOT:
        line = wording.line(wording.recording.path(why.holder))
        shown = line if len(line) <= _TURNS else ["\u2026", *line[-_TURNS:]]
        held = say("reason_held_after", move=held, line=" \u2013 ".join(shown))
    who, move = wording.who(why.mover), wording.name(why.node, why.place)
    other, mine = wording.eyes(1 - why.mover), wording.eyes(why.mover)
    bound, value = wording.number(why.bound, other), wording.amount(why.value, found, mine)
    if wording.as_mover:
        left = wording.amount(why.value, found, other)
        return say(
            f"reason_cut_mover_{who}", bound=bound, held=held, move=move, value=value, left=left
        )
    way = "hold" if why.mover else "get"
    return say(f"reason_cut_{way}_{who}", bound=bound, held=held, move=move, value=value)


def _shown(why: Because, wording: Wording) -> str:
    """Say that a probe has shown as much already."""
    assert why.bound is not None, "a bound that was shown is a number"
    eyes = wording.eyes(1 - why.mover)
    way = "get" if eyes == why.mover else "hold"
    return say(
        f"reason_cut_shown_{way}",
        asked=wording.name_to(why.holder),
        bound=wording.number(why.bound, eyes),
        move=wording.name(why.node, why.place),
        value=wording.number(why.value, eyes),
    )
