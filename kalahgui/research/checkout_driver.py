"""What ``checkouts.py`` runs inside a checkout: answers questions with that checkout's program.

It is run by its path, in the checkout's folder. A line on standard input is a question as JSON, a
line on standard output its answer. Only what an older checkout has as well may be imported.
"""

from __future__ import annotations

import importlib.util
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any


class Player:
    """A computer player of the checkout, in one game after the other."""

    def __init__(self) -> None:
        self._thinker: Any = None
        self._start: Any = None
        self._limit: Any = None
        self._game: Any = None

    def begin(self, board: str, rules: list[str], player: str, seed: str) -> dict[str, Any]:
        """Get ready for a new game, with nothing left of the one before."""
        from kalahgui.engine import method
        from kalahgui.games import game_and_variant

        self._game, variant = game_and_variant(board)
        self._start = self._game.start(variant, rules)
        self._limit = method.parse(player, self._game).limit(self._game, self._start)
        self._thinker = new_thinker(random.Random(seed).getrandbits(32))
        return {"timed": self._limit.seconds is not None}

    def turn(self, moves: list[str]) -> dict[str, Any]:
        """Think about the position after some moves; tell the moves that the player makes."""
        game = self._game
        position = self._start.copy()
        for move in moves:
            position.play(game.parse_move(move))
        judged = game.with_evaluation(position, self._limit.evaluation)
        begin = time.perf_counter()
        *_, finding = self._thinker.think(judged, self._limit)
        seconds = time.perf_counter() - begin
        made = [game.text(move) for move in whole_turn(position, finding.line)]
        return {"moves": made, "seconds": seconds, "depth": finding.depth}


def whole_turn(position: Any, line: list[int]) -> list[int]:
    """Return the start of a line that belongs to the side to move."""
    try:
        from kalahgui.engine.turns import turn_of
    except ImportError:  # an older checkout
        from kalahgui.engine.thinker import turn_of  # type: ignore[attr-defined,no-redef]
    return turn_of(position, line)


def new_thinker(seed: int) -> Any:
    """Return a thinker as the checkout's window has one, with all that the program knows."""
    from kalahgui.engine.thinker import Thinker

    try:
        from kalahgui.engine.knowledge import machine_knowledge
    except ImportError:
        return Thinker(seed)  # a checkout that knows nothing by heart
    return Thinker(seed, knowledge=machine_knowledge())


def about() -> dict[str, Any]:
    """Tell what runs here."""
    import kalahgui
    from kalahgui.core import COMPILED

    return {
        "package": str(Path(kalahgui.__file__).resolve().parent),
        "core": "compiled" if COMPILED else "interpreted",
    }


def time_to_depth(
    text: str, depth: int, bits: int, evaluation: str, board: str = ""
) -> dict[str, Any]:
    """Measure a search of a position, of one of the Kalah positions where no board is named."""
    yardsticks = _yardsticks()
    position = yardsticks.position_of(board or yardsticks.BOARD, text, evaluation)
    return dict(yardsticks.time_to_depth(position, depth, bits))


def depths_in(text: str, seconds: list[float], bits: int, evaluation: str) -> dict[str, Any]:
    """Measure how deep a search of one of the Kalah positions comes in some times."""
    from kalahgui.core.search import StopWord

    yardsticks = _yardsticks()
    position = yardsticks.position_of(yardsticks.BOARD, text, evaluation)
    return {"rows": yardsticks.depths_in(position, seconds, bits, StopWord())}


def leaf_rate(board: str, depth: int) -> dict[str, Any]:
    """Measure how fast leaves are counted below a board's start."""
    yardsticks = _yardsticks()
    return dict(yardsticks.leaf_rate(yardsticks.position_of(board), depth))


def memory() -> dict[str, Any]:
    """Tell how much memory this process has."""
    return dict(_yardsticks().memory())


def _yardsticks() -> ModuleType:
    """Load the measurements that lie beside this file, and not the checkout's own."""
    name = "yardsticks_of_the_asking_checkout"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            name, Path(__file__).with_name("yardsticks.py")
        )
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


def main() -> None:
    """Answer questions until nobody asks any more."""
    sys.path[0] = str(Path.cwd())  # the checkout, in place of the folder that this file lies in
    player = Player()
    answers: dict[str, Callable[..., dict[str, Any]]] = {
        "about": about,
        "begin": player.begin,
        "turn": player.turn,
        "time_to_depth": time_to_depth,
        "depths_in": depths_in,
        "leaf_rate": leaf_rate,
        "memory": memory,
    }
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = answers[question.pop("ask")](**question)
        except ValueError as error:
            answer = {"refused": str(error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
