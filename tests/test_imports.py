"""Imports run one way."""

import ast
from pathlib import Path

import pytest

import kalahgui

PACKAGE = Path(kalahgui.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))

MIDDLE = (
    "kalahgui.core",
    "kalahgui.engine",
    "kalahgui.game",
    "kalahgui.games",
    "kalahgui.levels",
    "kalahgui.match",
    "kalahgui.reversi_experiment",
    "kalahgui.store",
    "kalahgui.thinker",
    "kalahgui.tictactoe_book",
    "kalahgui.trees",
)
# What each part may import of the project; a folder stands for all that is in it.
ALLOWED = {
    "kalahgui": (),
    "kalahgui.game": (),
    "kalahgui.core": ("kalahgui.core", "kalahgui.game"),
    "kalahgui.games": ("kalahgui.core", "kalahgui.game"),
    "kalahgui.thinker": ("kalahgui.core", "kalahgui.game"),
    "kalahgui.levels": ("kalahgui.game", "kalahgui.thinker"),
    "kalahgui.engine": ("kalahgui.core", "kalahgui.game", "kalahgui.thinker"),
    "kalahgui.match": ("kalahgui.game", "kalahgui.levels", "kalahgui.thinker"),
    "kalahgui.store": (),
    "kalahgui.trees": (),
    "kalahgui.tables": ("kalahgui.tables", *MIDDLE),
}
TOP = ("kalahgui.gui", "kalahgui.cli")
LAZY = {"kalahgui.cli": ("kalahgui.gui.app", "kalahgui.gui.frame_bench")}


def module_of(path):
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part_of(module):
    """Return the part of the program that a module belongs to."""
    return ".".join(module.split(".")[:2])


def imports(tree):
    """Yield each module imported, and whether that happens only inside a function."""
    lazy = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole path"
            names = [node.module]
            if node.module in ("kalahgui", "kalahgui.gui"):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            yield name.replace("cython.cimports.", ""), id(node) in lazy


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_a_module_imports_only_what_lies_below_it(path):
    module = module_of(path)
    part = part_of(module)
    for name, lazy in imports(ast.parse(path.read_text("utf-8"))):
        if name.split(".")[0] in ("pygame", "pygame_gui", "i18n"):
            assert part == "kalahgui.gui", f"{module} imports {name}"
        if name in ("sqlite3",):
            assert part == "kalahgui.store", f"{module} imports {name}"
        if not name.startswith("kalahgui") or name == "kalahgui.__version__":
            continue
        if lazy and name in LAZY.get(part, ()):
            continue
        target = part_of(name)
        allowed = ALLOWED.get(part, MIDDLE)
        if part in TOP:
            allowed = (*everything_below_the_top(), part)
        assert target in allowed, f"{module} imports {name}"


def everything_below_the_top():
    parts = {part_of(module_of(path)) for path in FILES}
    return sorted(parts - set(TOP) - {"kalahgui"})


def test_the_store_knows_strings_only():
    tree = ast.parse((PACKAGE / "store.py").read_text("utf-8"))
    assert not [name for name, _ in imports(tree) if name.startswith("kalahgui")]
