"""What runs inside a checkout that is measured: answers questions with the program there.

It is run by its path, in the checkout's folder, with the paths of modules to load: the measurements
and, for the questions that these cannot answer, a player. A line on standard input is a question as
JSON, which names a function and what to call it with, a line on standard output its answer. Only
what an older checkout has as well may be imported.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable
from functools import cache
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


@cache
def load(path: str) -> ModuleType:
    """Return the module at a path, which imports the checkout's own package."""
    name = f"{Path(path).stem}_of_the_asking_checkout"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def function_of(name: str) -> Callable[..., Any]:
    """Return the function that answers a question; the modules are loaded as they are needed."""
    if name == "about":
        return about
    measure = load(sys.argv[1])
    function: Callable[..., Any] = getattr(
        measure if hasattr(measure, name) else load(sys.argv[2]), name
    )
    return function


def main() -> None:
    """Answer the questions on standard input until it ends."""
    sys.path[0] = str(Path.cwd())  # the checkout, in place of the folder that this file lies in
    measure = load(sys.argv[1])
    for line in sys.stdin:
        question = json.loads(line)
        name = question.pop("ask")
        try:
            if "position" in question:
                question["position"] = measure.position_of(*question["position"])
            answer = function_of(name)(**question)
        except ValueError as error:
            answer = {"refused": str(error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
