"""What runs inside a checkout that is measured: answers questions with the program there.

It is run by its path, in the checkout's folder, with the path of the measurements to load. A line
on standard input is a question as JSON, which names one of the measurements and what to call it
with, a line on standard output its answer. Only what an older checkout has as well may be imported.
"""

from __future__ import annotations

import importlib.util
import json
import sys
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
            answer = about() if name == "about" else getattr(measure, name)(**question)
        except ValueError as error:
            answer = {"refused": str(error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
