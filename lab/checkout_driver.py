"""What ``compare_checkouts`` runs inside a checkout: answers questions with the program there.

It is run by its path, in the checkout's folder, with the path of the measurements to load. A line
on standard input is a question as JSON, a line on standard output its answer. Only what an older
checkout has as well may be imported.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any


def about() -> dict[str, Any]:
    """Return the place of the package that runs here, and which core it has."""
    import kalahgui
    from kalahgui.core import COMPILED

    return {
        "package": str(Path(kalahgui.__file__).resolve().parent),
        "core": "compiled" if COMPILED else "interpreted",
    }


def load(path: str) -> ModuleType:
    """Return the module at a path, which imports the checkout's own package."""
    name = "yardsticks_of_the_asking_checkout"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def time_to_depth(
    measure: Any, text: str, depth: int, bits: int, evaluation: str, board: str = ""
) -> dict[str, Any]:
    """Measure a search of a position, one of the Kalah positions where no board is named."""
    position = measure.position_of(board or measure.BOARD, text, evaluation)
    return dict(measure.time_to_depth(position, depth, bits))


def depths_in(
    measure: Any, text: str, seconds: list[float], bits: int, evaluation: str
) -> dict[str, Any]:
    """Measure how deep a search of one of the Kalah positions comes in some times."""
    position = measure.position_of(measure.BOARD, text, evaluation)
    return {"rows": measure.depths_in(position, seconds, bits, measure.StopWord())}


def leaf_rate(measure: Any, board: str, depth: int) -> dict[str, Any]:
    """Measure how fast leaves are counted below a board's start."""
    return dict(measure.leaf_rate(measure.position_of(board), depth))


def main() -> None:
    """Answer the questions on standard input until it ends."""
    sys.path[0] = str(Path.cwd())  # the checkout, in place of the folder that this file lies in
    measure = load(sys.argv[1])
    answers: dict[str, Callable[..., dict[str, Any]]] = {
        "about": about,
        "time_to_depth": partial(time_to_depth, measure),
        "depths_in": partial(depths_in, measure),
        "leaf_rate": partial(leaf_rate, measure),
        "memory": measure.memory,
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
