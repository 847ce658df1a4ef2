"""How every node stands at a point of a playback, and what is written at it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from kalahgui.theatre.layout import Layout


class Standing(Enum):
    """How a node stands in a search that is being played."""

    HIDDEN = "hidden"  # the search has not come to the node above
    WAITING = "waiting"  # not visited yet
    CUT_AWAY = "cut away"  # never to be visited: the node above was cut
    OPEN = "open"  # entered and not left
    DONE = "done"  # left with its value
    CUT = "cut"  # left because the rest of it was cut


@dataclass(frozen=True)
class Look:
    """What is written at a place: the value in it, the window above, the cut below."""

    standing: Standing
    value: str = ""
    window: str = ""
    cut: str = ""

    @property
    def visited(self) -> bool:
        """Tell whether the search has come to the node."""
        return self.standing in _VISITED


_VISITED = frozenset((Standing.OPEN, Standing.DONE, Standing.CUT))
_HIDDEN, _WAITING = Look(Standing.HIDDEN), Look(Standing.WAITING)
_CUT_AWAY = Look(Standing.CUT_AWAY)
_FAR = 2000  # steps in one leap, from which on everything is asked anew


class Looks:
    """The looks of all places at the playback's point, asked once each while they stay."""

    def __init__(self, playback: Any, layout: Layout, as_mover: bool = False) -> None:
        self.playback = playback
        self.layout = layout
        self.as_mover = as_mover
        self._at = playback.at
        self._looks: dict[int, Look] = {}

    def catch_up(self) -> set[int] | None:
        """Forget what has changed since the last call; return these nodes, None for all."""
        before, now = self._at, self.playback.at
        self._at = now
        if before == now:
            return set()
        if abs(now - before) > _FAR:
            self._looks.clear()
            return None
        steps = self.playback.recording.steps
        changed = {steps[i].node for i in range(min(before, now), max(before, now))}
        for node in changed:
            self._looks.pop(node, None)
            for place in self.layout.slots[node]:
                self._looks.pop(place, None)
        return changed

    def of(self, place: int) -> Look:
        """Return the look of a place."""
        look = self._looks.get(place)
        if look is None:
            look = self._looks[place] = self._find(place)
        return look

    def _find(self, place: int) -> Look:
        if not self.layout.is_stub(place):
            seen = self.playback.seen(place)
            if seen.state != "unseen":
                return self._visited(place, seen)
        parent = self.layout.parent[place]
        if parent < 0:
            return _WAITING
        above = self.of(parent)
        if not above.visited:
            return _HIDDEN
        return _CUT_AWAY if above.standing is Standing.CUT else _WAITING

    def _visited(self, node: int, seen: Any) -> Look:
        standing = Standing.OPEN if seen.state == "open" else Standing.DONE
        if seen.cut:
            standing = Standing.CUT
        flip = self.as_mover and self.layout.nodes[node].mover == 1
        cut = ""
        if seen.cut:
            cut = cut_words(seen.value, seen.alpha, seen.beta, self.layout.nodes[node].mover, flip)
        value = "" if seen.value is None else signed(-seen.value if flip else seen.value)
        return Look(standing, value, window_words(seen.alpha, seen.beta, flip), cut)


def signed(value: int) -> str:
    """Write a value with its sign.

    >>> signed(4), signed(0), signed(-2)
    ('+4', '0', '−2')
    """
    return f"{value:+d}".replace("-", "\u2212") if value else "0"


def window_words(alpha: int | None, beta: int | None, flip: bool = False) -> str:
    """Write a window; ``flip`` writes it as the other player sees it.

    >>> window_words(4, None), window_words(4, None, flip=True)
    ('α +4 β ∞', 'α −∞ β −4')
    """
    if flip:
        alpha, beta = _negated(beta), _negated(alpha)
    low = "\u2212∞" if alpha is None else signed(alpha)
    high = "∞" if beta is None else signed(beta)
    return f"α {low} β {high}"


def cut_words(
    value: int, alpha: int | None, beta: int | None, mover: int, flip: bool = False
) -> str:
    """Write which value crossed which bound.

    >>> cut_words(2, 4, 2, 1), cut_words(2, 4, 2, 1, flip=True), cut_words(6, 6, 4, 0)
    ('+2 ≤ +4', '−2 ≥ −4', '+6 ≥ +4')
    """
    bound = alpha if mover else beta
    assert bound is not None, "a cut has a bound"
    sign = "≤" if mover else "≥"
    if flip:
        value, bound, sign = -value, -bound, "≥≤"[sign == "≥"]
    return f"{signed(value)} {sign} {signed(bound)}"


def _negated(bound: int | None) -> int | None:
    return None if bound is None else -bound


def best_line(playback: Any) -> list[int]:
    """Return the nodes of the best line found so far, from the root."""
    line = [0]
    while (best := playback.seen(line[-1]).best) is not None:
        line.append(best)
    return line
