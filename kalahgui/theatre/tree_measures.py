"""How wide the nodes of a search must be for their words, so that nothing covers anything."""

from __future__ import annotations

from collections.abc import Callable

from kalahgui.theatre.node_labels import cut_words, signed
from kalahgui.theatre.recording import LEAF, Recording
from kalahgui.theatre.tree_layout import Widths

# Pixels of words in letters of a size, bold or not.
WidthOf = Callable[[str, int, bool], float]

_LEAST = 2.2  # a leaf's width in letters
# Of a leaf's width, what can be written on in a leaf, and in a folded node.
_LEAF_SIDE, _FOLDED_SIDE = 0.79, 0.92
_BESIDE = 12.0  # pixels between a node and what stands beside it, with the gap behind
_GAP = 3.0


def measured(
    recording: Recording,
    width: WidthOf,
    letter: int,
    name: Callable[[int, int], str],
    cut: str = "{}",
) -> tuple[float, Widths]:
    """Return the pixels of a leaf's width at which all can be read, and what places need then.

    ``name`` writes a move of a node, by its place there, and ``cut`` holds ``{}`` for the values of
    a cut.
    """
    values = {step.value for step in recording.steps if step.value is not None}
    leaves = {step.value or 0 for step in recording.steps if step.kind == LEAF}

    def longest(words: set[str], bold: bool = True) -> float:
        return max((width(each, letter, bold) for each in words), default=0.0)

    bounds = set(map(signed, values))
    beside = width("", letter, True)
    pitch = max(
        _LEAST * letter,
        (longest(set(map(signed, leaves))) - beside) / _LEAF_SIDE,
        (longest({f"≥{each}" for each in bounds}) - beside) / _FOLDED_SIDE,
    )
    samples: dict[str, str] = {}
    for number, node in enumerate(recording.nodes):
        for i, text in enumerate(node.texts):
            if text not in samples:
                samples[text] = name(number, i)
    named = longest(set(samples.values())) + _GAP
    window = longest({"α −∞", *(f"β {each}" for each in bounds)}, bold=False)
    cuts = {
        cut.format(cut_words(each, each, each, mover))
        for each in _outer(values)
        for mover in (0, 1)
    }
    inner = Widths.inner
    return pitch, Widths(
        leaf=max(0.5, named / 2 / pitch),
        figure=(width("00", letter, False) - width("0", letter, False)) / pitch,
        stub=max(0.3, named / 2 / pitch),
        # What is free on a node's right already is counted twice, as air.
        beside=max(0.0, (window + _BESIDE) / pitch - (inner - 0.57)),
        cut=(longest(cuts) + 2 * letter) / pitch,
    )


def _outer(values: set[int]) -> set[int]:
    """Return those of some values that are longest to write."""
    return {min(values), max(values)} if values else {0}
