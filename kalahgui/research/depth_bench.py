"""How quickly and how deep the playing search looks into six positions of Kalah."""

from __future__ import annotations

from typing import Any

from kalahgui.core import COMPILED
from kalahgui.engine.interrupt import Interrupt
from kalahgui.games.game import HANDMADE
from kalahgui.research.yardsticks import (
    BOARD,
    POSITIONS,
    depths_in,
    leaf_rate,
    position_of,
    time_to_depth,
)

DEPTH = 12 if COMPILED else 5
BITS = 22 if COMPILED else 16
SHORT, LONG = (1.0,), (1.0, 10.0)  # seconds
# A board and how many moves ahead leaves are counted.
LEAVES = (
    (("kalah:6x6", 10), ("reversi:8x8", 9), ("tictactoe:3x3", 9), ("eight:8", 9))
    if COMPILED
    else (("kalah:6x6", 5), ("reversi:8x8", 5), ("tictactoe:3x3", 6), ("eight:8", 9))
)
_OWN = "own"


def evaluations() -> list[str]:
    """Return the evaluations to search by: the hand-set one, and the one played with if another."""
    own, handmade = (position_of(BOARD, evaluation=name) for name in ("", HANDMADE))
    return [HANDMADE] if own == handmade else [HANDMADE, _OWN]


def leaves(interrupt: Interrupt) -> list[dict[str, Any]]:
    """Count leaves below the starts of boards; tell how many a second that are."""
    rows = []
    for board, depth in LEAVES:
        told = leaf_rate(position_of(board), depth, interrupt.word())
        rate = round(told["leaves"] / told["processor_seconds"])
        rows.append(
            {
                "board": board,
                "depth": depth,
                "leaves": told["leaves"],
                "seconds": round(told["seconds"], 5),
                "leaves_per_second": rate,
            }
        )
    return rows


def times(evaluation: str, interrupt: Interrupt) -> dict[str, Any]:
    """Search every position to a depth; tell seconds, processor seconds and nodes."""
    rows = []
    for text in POSITIONS:
        position = position_of(BOARD, text, _name(evaluation))
        told = time_to_depth(position, DEPTH, BITS, interrupt.word())
        rows.append(
            {
                "position": text,
                "value": told["value"],
                "nodes": told["nodes"],
                "seconds": round(told["seconds"], 4),
                "processor_seconds": round(told["processor_seconds"], 6),
            }
        )
    nodes = sum(row["nodes"] for row in rows)
    processor_seconds = sum(row["processor_seconds"] for row in rows)
    return {
        "board": BOARD,
        "depth": DEPTH,
        "evaluation": evaluation,
        "positions": rows,
        "nodes": nodes,
        "seconds": round(sum(row["seconds"] for row in rows), 4),
        "processor_seconds": round(processor_seconds, 6),
        "nodes_per_second": round(nodes / processor_seconds),
    }


def reached(evaluation: str, seconds: tuple[float, ...], interrupt: Interrupt) -> dict[str, Any]:
    """Search every position for some times; tell the depths that were finished in each."""
    rows = []
    for text in POSITIONS:
        position = position_of(BOARD, text, _name(evaluation))
        found = depths_in(position, seconds, BITS, interrupt.word())
        rows.append({"position": text, "depths": [row["depth"] for row in found]})
    return {"board": BOARD, "evaluation": evaluation, "within": list(seconds), "positions": rows}


def _name(evaluation: str) -> str:
    return "" if evaluation == _OWN else evaluation
