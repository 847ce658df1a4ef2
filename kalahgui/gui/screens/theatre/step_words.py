"""The steps of a recorded search in words: a sentence for each, its moves and its values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kalahgui.gui.services.naming import signed
from kalahgui.theatre.cut_reasons import Because, Reason, Source, because, ending
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
    Recording,
    Step,
    finite,
)
from kalahgui.theatre.stopping import Conspiracy, Realization
from kalahgui.theatre.subject import PositionSubject
from kalahgui.words import as_text, listed, say

_AMOUNTS = {Bound.EXACT: "value_is", Bound.AT_LEAST: "value_least", Bound.AT_MOST: "value_most"}
MoveText = Callable[[int, int], str]  # a move and the side that plays it


@dataclass(frozen=True)
class Wording:
    """The words for one recording.

    ``you`` is who is spoken to, the root's player (0) or the other one (1), and ``other`` what the
    one who is not is, "computer" or "opponent". With ``as_mover``
    values are those of whoever moves, otherwise those of the root's player. ``move_text`` writes a
    move as the board's view does; a written tree has its own names.
    """

    recording: Recording
    you: int = 0
    as_mover: bool = False
    move_text: MoveText | None = None
    other: str = "opponent"

    # -- players

    def who(self, mover: int) -> str:
        """Return "you" or "they", for keys of translations."""
        return "you" if mover == self.you else "they"

    def say(self, key: str, **values: object) -> str:
        """Return the words of a key in which the other player may be named."""
        other = f"other_{self.other}"
        return say(key, other=say(other), other_first=say(f"{other}_first"), **values)

    def eyes(self, mover: int) -> int:
        """Return who sees the values at a mover's node: the root's player (0) or the other (1)."""
        return mover if self.as_mover else 0

    # -- values, given as the root's player sees them

    def number(self, value: int, eyes: int = 0) -> str:
        """Write a value as the root's player (0) sees it, or the other one (1)."""
        return signed(-value if eyes else value)

    def amount(self, value: int, bound: Bound, eyes: int) -> str:
        """Say a value that is exact, the least or the most; a word behind it stands closer."""
        return say(_AMOUNTS[bound.seen_by(eyes)], value=self.number(value, eyes))

    def value_for(self, value: int, mover: int, bound: Bound = Bound.EXACT) -> str:
        """Say a value, what it says and whose it is, as it is told at a node of a mover."""
        eyes = self.eyes(mover)
        return self.say(
            f"watch_for_{self.who(eyes)}", value=self.amount(value, bound, eyes).strip()
        )

    def brief_for(self, value: int, mover: int, bound: Bound) -> str:
        """Say the same with a sign for what the value says."""
        eyes = self.eyes(mover)
        sign = bound.seen_by(eyes).value
        number = (sign and f"{sign}\u2009") + self.number(value, eyes)
        return self.say(f"watch_for_{self.who(eyes)}", value=number)

    # -- moves

    def move(self, node: int, index: int) -> str:
        """Write a move of a node, by its index there, as briefly as it is noted."""
        at, subject = self.recording.nodes[node], self.recording.plan.subject
        if self.move_text is None or not isinstance(subject, PositionSubject):
            return at.texts[index]
        return self.move_text(at.moves[index], subject.root.turn ^ at.mover)

    def name(self, node: int, index: int) -> str:
        """Name a move of a node in a sentence, such as "pit 4", by its index there."""
        short, subject = self.move(node, index), self.recording.plan.subject
        if isinstance(subject, PositionSubject):
            return say(f"move_of_{subject.game.key}", move=short)
        return short

    def short(self, node: int) -> str:
        """Write the move that leads to a node, as briefly as it is noted."""
        return self.move(*self._led_by(node))

    def name_to(self, node: int) -> str:
        """Name the move that leads to a node."""
        return self.name(*self._led_by(node))

    def _led_by(self, node: int) -> tuple[int, int]:
        """Return the node above one, and the index there of the move that leads to it."""
        parent = self.recording.nodes[node].parent
        assert parent is not None, "no move leads to the root"
        return parent, self.recording.nodes[parent].children.index(node)

    def line(self, nodes: Sequence[int]) -> list[str]:
        """Write the moves to some nodes turn by turn, those of the other player as "theirs"."""
        turns: list[tuple[int, list[str]]] = []
        for node in nodes:
            at = self.recording.nodes[node]
            if at.parent is None:
                continue
            mover = self.recording.nodes[at.parent].mover
            if turns and turns[-1][0] == mover:
                turns[-1][1].append(self.short(node))
            else:
                turns.append((mover, [self.short(node)]))
        played = [(mover, listed(*moves)) for mover, moves in turns]
        return [
            moves if mover == self.you else self.say("watch_their", move=moves)
            for mover, moves in played
        ]


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
        return cut_words(playback, playback.at - 1, wording)
    return _SENTENCES.get(step.kind, _leave)(step, playback, wording)


def cut_words(playback: Playback, cut: int, wording: Wording) -> str:
    """Say why the moves that are left need not be looked at; ``cut`` is the index of the step."""
    why = because(playback, cut)
    return _cut(why, _bound(playback, why.node, why.move_index), wording)


def _enter(step: Step, playback: Playback, wording: Wording) -> str:
    node = playback.recording.nodes[step.node]
    who = wording.who(node.mover)
    window = _window(step, node.mover, wording)
    if step.node == ROOT:
        return as_text(say(f"reason_root_{who}"), window)
    if not node.moves:
        return say("reason_enter_leaf", move=wording.name_to(step.node))
    key = "reason_enter_again" if node.again else "reason_enter"
    return as_text(wording.say(f"{key}_{who}", move=wording.name_to(step.node)), window)


def _window(step: Step, mover: int, wording: Wording) -> str:
    eyes = wording.eyes(mover)
    alpha, beta = finite(step.alpha), finite(step.beta)
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
    assert step.value is not None and step.move_index is not None
    mover = playback.recording.nodes[step.node].mover
    eyes = wording.eyes(mover)
    way = "get" if eyes == mover else "hold"
    move = wording.name(step.node, step.move_index)
    key = f"reason_{way}_{wording.who(mover)}"
    if not is_best(step, playback):
        return wording.say(f"{key}_most", move=move, value=wording.number(step.value, eyes))
    bound = _bound(playback, step.node, step.move_index)
    return wording.say(key, move=move, value=wording.amount(step.value, bound, eyes))


def is_best(step: Step, playback: Playback) -> bool:
    """Tell whether a step shows a move that its mover knows to be the best so far.

    A search within a window may know only that a move is worth no more than something.
    """
    if step.kind not in (BETTER, CUT):
        return False
    assert step.move_index is not None
    mover = playback.recording.nodes[step.node].mover
    return _bound(playback, step.node, step.move_index).seen_by(mover) is not Bound.AT_MOST


def _bound(playback: Playback, node: int, index: int) -> Bound:
    """Return what the value of a node's move says, in the eyes of the root's player."""
    child = playback.recording.nodes[node].children[index]
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
    return wording.say(
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
        index = recording.nodes[ROOT].moves.index(recording.moves[0])
        return say("reason_done", move=wording.name(ROOT, index), value=value)
    return say("reason_leave", value=value)


_SENTENCES = {
    ENTER: _enter,
    LEAF: _leaf,
    BETTER: _better,
    PROBE: _probe,
    AGAIN: _again,
    KNOWN: _known,
}


def _cut(why: Because, value_bound: Bound, wording: Wording) -> str:
    if why.source is Source.HELD:
        return _held(why, value_bound, wording)
    if why.source is Source.SHOWN:
        return _shown(why, wording)
    eyes = wording.eyes(why.mover)
    way = "get" if eyes == why.mover else "hold"
    if why.bound is None:
        value = wording.amount(why.value, value_bound, eyes)
        return say("reason_cut_any", move=wording.name(why.node, why.move_index), value=value)
    here = {
        "move": wording.name(why.node, why.move_index),
        "bound": wording.number(why.bound, eyes),
        "value": wording.amount(why.value, value_bound, eyes),
    }
    if why.holder == ROOT:
        return say(f"reason_cut_pass_{way}", **here)
    return say(f"reason_cut_asked_{way}", asked=wording.name_to(why.holder), **here)


def _held(why: Because, value_bound: Bound, wording: Wording) -> str:
    """Say that the other side has something as good already."""
    assert why.holder_move_index is not None, "whoever holds a bound has a move for it"
    assert why.bound is not None, "a bound that is held is a number"
    held = wording.name(why.holder, why.holder_move_index)
    if why.holder != ROOT:
        line = wording.line(wording.recording.path(why.holder))
        shown = line if len(line) <= _TURNS else ["\u2026", *line[-_TURNS:]]
        held = say("reason_held_after", move=held, line=" \u2013 ".join(shown))
    who, move = wording.who(why.mover), wording.name(why.node, why.move_index)
    other, mine = wording.eyes(1 - why.mover), wording.eyes(why.mover)
    bound, value = wording.number(why.bound, other), wording.amount(why.value, value_bound, mine)
    if wording.as_mover:
        left = wording.amount(why.value, value_bound, other)
        return wording.say(
            f"reason_cut_mover_{who}", bound=bound, held=held, move=move, value=value, left=left
        )
    way = "hold" if why.mover else "get"
    return wording.say(f"reason_cut_{way}_{who}", bound=bound, held=held, move=move, value=value)


def _shown(why: Because, wording: Wording) -> str:
    """Say that a probe has shown as much already."""
    assert why.bound is not None, "a bound that was shown is a number"
    eyes = wording.eyes(1 - why.mover)
    way = "get" if eyes == why.mover else "hold"
    return say(
        f"reason_cut_shown_{way}",
        asked=wording.name_to(why.holder),
        bound=wording.number(why.bound, eyes),
        move=wording.name(why.node, why.move_index),
        value=wording.number(why.value, eyes),
    )
