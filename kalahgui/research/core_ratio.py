"""How much faster the compiled core is than the same sources interpreted."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import kalahgui
from kalahgui.core import COMPILED
from kalahgui.games.game import HANDMADE
from kalahgui.research.checkouts import Checkout, CheckoutError
from kalahgui.research.yardsticks import BOARD, POSITIONS

_DEPTH = 6
_LEAVES = 7
_BITS = 16


def compiled_to_interpreted() -> dict[str, Any] | None:
    """Measure both cores on the same work; None where there is but one of them."""
    if not COMPILED or getattr(sys, "frozen", False):
        return None
    root = Path(kalahgui.__file__).parents[1]
    figures = []
    try:
        for interpreted in (False, True):
            with Checkout(root, Path(sys.executable), interpreted) as core:
                if (core.about["core"] == "interpreted") != interpreted:
                    return None
                figures.append(_measured(core))
    except CheckoutError:  # installed without its sources
        return None
    compiled, interpreted_figures = figures
    return {
        "compiled": compiled,
        "interpreted": interpreted_figures,
        "ratios": {
            name: round(compiled[name] / interpreted_figures[name], 1)
            for name in ("nodes_per_second", "leaves_per_second")
        },
    }


def _measured(core: Checkout) -> dict[str, Any]:
    searches = [
        core.ask("time_to_depth", text=text, depth=_DEPTH, bits=_BITS, evaluation=HANDMADE)
        for text in POSITIONS
    ]
    leaves = core.ask("leaf_rate", board=BOARD, depth=_LEAVES)
    nodes = sum(search["nodes"] for search in searches)
    return {
        "depth": _DEPTH,
        "nodes": nodes,
        "nodes_per_second": round(nodes / sum(row["processor_seconds"] for row in searches)),
        "leaves": leaves["leaves"],
        "leaves_per_second": round(leaves["leaves"] / leaves["processor_seconds"]),
    }
