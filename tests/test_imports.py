"""Imports run one way, never in a circle; what differs between games is asked of the game."""

import ast
from functools import cache

import pytest
from sources import PACKAGE, reads_sources, sources

from kalahgui.games import GAMES
from kalahgui.gui.services.settings import CATALOGUE

pytestmark = reads_sources

# What each part may import of the project besides itself; a folder stands for all that is in it.
_GAMES = ("core", "games")
_ENGINE = (*_GAMES, "engine")
_SOLVING = (*_ENGINE, "solving")
_BELOW_THE_TOP = (
    *_SOLVING,
    "match",
    "review",
    "library",
    "theatre",
    "articles",
    "learning",
    "assets",
    "files",
    "folders",
    "line_breaks",
    "memory",
    "streams",
    "words",
)
ALLOWED = {
    "": (),
    "assets": (),
    "files": (),
    "folders": (),
    "line_breaks": (),
    "memory": (),
    "streams": (),
    "core": (),
    "games": ("core", "assets"),
    "engine": (*_GAMES, "assets", "folders", "memory"),
    "solving": (*_ENGINE, "folders", "assets"),
    "match": _SOLVING,
    "review": (*_ENGINE, "match", "assets"),
    "library": (*_ENGINE, "match", "review", "files"),
    "theatre": (*_ENGINE, "assets"),
    "articles": (*_SOLVING, "theatre"),
    "learning": (*_SOLVING, "match", "review", "library", "theatre", "assets"),
    "words": ("assets", "games", "library"),
    "__main__": ("cli", "streams"),
    "cli": _BELOW_THE_TOP,
    "gui": _BELOW_THE_TOP,
}
# The rooms of the window; each may import those before it, and no screen another one.
ROOMS = ("services", "paint", "elements", "boards", "searching", "panels", "screens", "shell")
# The command line opens the window only when one is asked for.
LAZY = {"cli": ("kalahgui.gui.shell.program", "kalahgui.gui.shell.one_window")}
# These libraries are known in few places.
OWNERS = {
    "pygame": ("gui",),
    "sqlite3": ("library", "solving"),
    "fsrs": ("learning",),
    "distributed": ("solving",),
}


def module_of(path):
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part_of(module):
    """Return the part of the program that a module belongs to."""
    return ".".join(module.split(".")[1:2])


def imports(nodes, modules):
    """Yield each module imported, and whether that happens only inside a function."""
    nodes = [node for node in nodes if isinstance(node, ast.stmt)]
    inner = any(isinstance(node, ast.Import | ast.ImportFrom) and node.col_offset for node in nodes)
    lazy = {
        id(node)
        for function in nodes
        if inner and isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
    }
    for node in nodes:
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole path"
            source = node.module.replace("cython.cimports.", "")
            names = [f"{source}.{alias.name}" for alias in node.names]
            names = [name if name in modules else source for name in names]
        else:
            continue
        for name in names:
            yield name, id(node) in lazy


@cache
def all_imports():
    """Return what each module imports."""
    modules = {module_of(path): nodes for path, nodes in sources().items()}
    return {module: list(imports(nodes, modules)) for module, nodes in modules.items()}


def looks_up(module, name):
    """Tell whether a module of the window imports one of a room above it, or of another screen."""
    here, there = (tuple(dotted.split(".")[2:4]) for dotted in (module, name))
    if not here:
        return False
    if not there or {here[0], there[0]} - set(ROOMS):
        return True
    if here[0] == there[0] == "screens":
        return here[1:] != there[1:]
    return ROOMS.index(there[0]) > ROOMS.index(here[0])


def may_import(module, name, lazy):
    """Tell whether a module may import something; ``lazy`` is an import inside a function."""
    part = part_of(module)
    if part not in OWNERS.get(name.split(".")[0], (part,)) or name.split(".")[0] == "lab":
        return False
    if not name.startswith("kalahgui.") or (lazy and name in LAZY.get(part, ())):
        return True
    if part == part_of(name) == "gui":
        return not looks_up(module, name)
    return part_of(name) in (*ALLOWED[part], part)


def test_a_module_imports_only_what_lies_below_it():
    assert [
        f"{module} imports {name}"
        for module, imported in all_imports().items()
        for name, lazy in imported
        if not may_import(module, name, lazy)
    ] == []


def test_no_files_import_each_other_in_a_circle():
    below = {
        module: {name for name, _ in imported} & set(all_imports())
        for module, imported in all_imports().items()
    }
    # Whoever imports nothing that is left is in no circle: take such modules away to the end.
    while free := [module for module, names in below.items() if not names]:
        for module in free:
            del below[module]
        for names in below.values():
            names.difference_update(free)
    assert below == {}


OF_STORE = (
    "store",
    "store_file",
    "watched_file",
    "write_ahead_log",
    "salvage",
    "pages",
    "migrations",
)


@pytest.mark.parametrize("file", OF_STORE)
def test_the_store_knows_strings_only(file):
    imported = all_imports()[f"kalahgui.library.{file}"]
    ours = {name for name, _ in imported if name.startswith("kalahgui")}
    known = {
        "kalahgui.files",
        *(f"kalahgui.library.{module}" for module in (*OF_STORE, "rows")),
    }
    assert [name for name in ours if not name.startswith(tuple(known))] == []


# -- what differs between games is asked of the game


KEYS = {*GAMES, *CATALOGUE}


def is_key(node):
    """Tell whether a node is a game's or a card's key, by its name or in letters."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and node.value in KEYS
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(map(is_key, node.elts))
    owners = ("game", "offer", "card")
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "key"
        and ast.unparse(node.value).split(".")[-1] in owners
    )


def compares(node):
    """Tell whether a node compares a key."""
    if isinstance(node, ast.MatchValue):
        return is_key(node.value)
    if not isinstance(node, ast.Compare):
        return False
    # To look something up by a key is no comparison with one.
    looked_up = isinstance(node.ops[0], ast.In | ast.NotIn) and not is_key(node.comparators[0])
    return not looked_up and any(map(is_key, (node.left, *node.comparators)))


@reads_sources
def test_no_key_of_a_game_is_compared():
    assert [
        f"{path.relative_to(PACKAGE)}:{node.lineno}: {ast.unparse(node)}"
        for path, nodes in sources().items()
        for node in nodes
        if compares(node)
    ] == []


@pytest.mark.parametrize(
    "source",
    [
        "game.key == other",
        "self.offer.key != 'x'",
        "name == 'kalah'",
        "name in ('kalah', 'x')",
        "match name:\n case 'reversi':\n  pass",
    ],
)
def test_a_comparison_is_found(source):
    assert any(map(compares, ast.walk(ast.parse(source))))


@pytest.mark.parametrize("source", ["event.key == 3", "offer.key in pictures", "GAMES['kalah']"])
def test_what_is_no_comparison_is_let_be(source):
    assert not any(map(compares, ast.walk(ast.parse(source))))
