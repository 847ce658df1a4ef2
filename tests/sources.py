"""The source files of the package, parsed once for all tests, and its translations."""

import ast
import gc
from functools import cache
from pathlib import Path

import pytest

import kalahgui

PACKAGE = Path(kalahgui.__file__).parent
# Tests that look into the sources run in one process, so that they are parsed once.
reads_sources = pytest.mark.xdist_group("sources")


@cache
def sources() -> dict[Path, list[ast.AST]]:
    """Return the nodes of every file of the package, the whole file as the first of them."""
    # Hundreds of thousands of nodes that stay: collecting garbage among them takes as long again.
    gc.disable()
    try:
        return {
            path: list(ast.walk(ast.parse(path.read_text("utf-8"))))
            for path in sorted(PACKAGE.rglob("*.py"))
        }
    finally:
        gc.freeze()
        gc.enable()
