"""The compiled core is used whole and matching, or not at all; its constants stand in both."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kalahgui
from kalahgui.core import constants
from kalahgui.core.build_digest import (
    COMPILED_MODULES,
    DIGEST_FILE,
    DIRECTIVES,
    build_record,
    core_digest,
    recorded_digest,
)

PACKAGE = Path(kalahgui.__file__).parent
PROBE = """
import importlib, json
import kalahgui.core as core
from kalahgui.core import kalah, search, table
from kalahgui.core.build_digest import COMPILED_MODULES
files = [importlib.import_module(f"kalahgui.core.{name}").__file__ for name in COMPILED_MODULES]
value = list(search.Search(table.Table(10)).deepen(kalah.start(3, 1).to_the_end()))[-1].value
print(json.dumps([core.COMPILED, core.CAUSE, files, value]))
"""


@pytest.fixture
def copied(tmp_path):
    """Copy the package with the compiled core that lies in it."""
    folder = tmp_path / "kalahgui"
    ignored = shutil.ignore_patterns("__pycache__", "gui", "*.c")
    shutil.copytree(PACKAGE, folder, ignore=ignored)
    return folder


def run(folder, code, **environment):
    """Run code with the copied core in a new process and return what it printed as JSON."""
    clean = {name: text for name, text in os.environ.items() if name != "KALAHGUI_PURE"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder.parent,
        env=clean | {"PYTHONPATH": str(folder.parent)} | environment,
        capture_output=True,
        check=True,
        text=True,
    )
    return json.loads(done.stdout)


def probe(folder, **environment):
    """Import the copied core in a new process; return COMPILED, CAUSE and what was loaded."""
    compiled, reason, files, value = run(folder, PROBE, **environment)
    sources = [file.endswith(".py") for file in files]
    assert value == 0
    assert all(Path(file).is_relative_to(folder) for file in files), "another copy was loaded"
    assert all(sources) or not any(sources), "the core is mixed"
    assert compiled == (not any(sources)) == (not reason)
    return compiled, reason


@pytest.mark.compiled
def test_line_ends_and_another_cython_do_not_matter(copied):
    record = copied / "core" / DIGEST_FILE
    digest, cython, *rest = record.read_text("ascii").splitlines()
    assert cython.startswith("Cython 3.")
    record.write_text("\n".join([digest, "Cython 2.0", *rest, ""]), "ascii")
    path = copied / "core" / "kalah.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert probe(copied) == (True, "")


NOT_BUILT, CHANGED = "missing", "differs"


@pytest.mark.few(3)
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("files", "why"),
    [
        ("table.*.[sp][oy]*", NOT_BUILT),
        *((name, CHANGED) for name in ("kalah.py", "table.py", "search.pxd")),
        (DIGEST_FILE, None),
    ],
)
def test_what_is_changed_or_missing_makes_all_of_it_interpreted(copied, files, why):
    for path in (copied / "core").glob(files):
        if why == CHANGED:
            path.write_bytes(path.read_bytes() + b"\n# changed\n")
        else:
            path.unlink()
    compiled, reason = probe(copied)
    assert not compiled and reason == (why or reason)


def test_the_sources_run_when_they_are_asked_for(copied):
    assert probe(copied, KALAHGUI_PURE="1") == (False, "asked")


FROZEN = """
import json, sys
sys.frozen = True
import kalahgui.core as core
from kalahgui.core import kalah, reversi_measures, search, textbook
files = [module.__file__ for module in (kalah, reversi_measures, search, textbook)]
print(json.dumps([core.COMPILED, core.CAUSE, files]))
"""


@pytest.mark.few(1)
@pytest.mark.compiled
@pytest.mark.parametrize("environment", [{}, {"KALAHGUI_PURE": "1"}])
def test_a_package_runs_the_extensions_that_are_all_it_has(copied, environment):
    core = copied / "core"
    plain = [core / "__init__.py", core / "build_digest.py"]
    for path in [*core.glob("*.py"), *core.glob("*.pxd"), core / DIGEST_FILE]:
        if path not in plain:
            path.unlink()
    compiled, reason, files = run(copied, FROZEN, **environment)
    assert (compiled, reason) == (True, "")
    assert all(Path(file).parent == core and not file.endswith(".py") for file in files)


def test_a_record_tells_sources_directives_and_cython_apart(copied, monkeypatch):
    core = copied / "core"
    record = build_record(core, "3.1.0")
    assert recorded_digest(record) == core_digest(core)
    assert record == build_record(core, "3.1.0")
    assert record != build_record(core, "3.1.1")
    with monkeypatch.context() as patch:
        patch.setitem(DIRECTIVES, "boundscheck", True)
        assert record != build_record(core, "3.1.0")
    path = core / "kalah.py"
    times = path.stat()
    path.write_bytes(path.read_bytes() + b"\n")
    os.utime(path, (times.st_atime, times.st_mtime))
    assert record != build_record(core, "3.1.0"), "however old the file says it is"


def test_every_module_with_compiled_code_is_built():
    core = PACKAGE / "core"
    assert len(COMPILED_MODULES) > 10
    for path in core.glob("*.py"):
        uses_cython = "\nimport cython\n" in path.read_text("utf-8")
        assert uses_cython == (path.stem in COMPILED_MODULES), f"{path.stem} lacks its .pxd"


@pytest.mark.parametrize(
    ("files", "pattern"),
    [
        ("core/*.pxd", r"(?<!long )\blong\b(?! long)|\bwchar_t\b"),
        ("core/*.py", r"\bcython\.(p_)*u?long\b"),
        ("**/*.py", r"\barray\(\s*\"[lL]\""),
    ],
)
def test_every_number_has_the_same_width_on_every_system(files, pattern):
    """A long of C has 4 bytes on Windows and 8 elsewhere."""
    paths = list(PACKAGE.glob(files))
    assert len(paths) > 10
    for path in paths:
        # Functions that count bits give Microsoft's compiler what it asks for.
        text = re.sub(r"(?s)#if defined\(_MSC_VER\).*?#else", "", path.read_text("utf-8"))
        assert not re.search(pattern, re.sub(r"#.*", "", text)), path.name


# -- the constants of core are written twice


DECLARED = Path(constants.__file__).with_suffix(".pxd").read_text("ascii")
# Without its suffix a constant of C may be too narrow to be shifted.
MACROS = dict(re.findall(r"^    #define (\w+) (\w+)ULL$", DECLARED, re.MULTILINE))
WORDS = re.findall(r'^    const unsigned long long (\w+) "(\w+)"$', DECLARED, re.MULTILINE)
NUMBERS = re.findall(r"^    (\w+) = (\S+)$", DECLARED, re.MULTILINE)
COMPILED_CONSTANTS = {name: int(MACROS[macro], 0) for name, macro in WORDS} | {
    name: int(number, 0) for name, number in NUMBERS
}
INTERPRETED_CONSTANTS = {name: value for name, value in vars(constants).items() if name.isupper()}


def test_the_declarations_could_all_be_read():
    known = r'\s*("""|#define .*|const .*|\w+ = .*|cdef extern from \*:|cdef enum:)?'
    assert all(re.fullmatch(known, line) for line in DECLARED.splitlines())
    assert len(MACROS) == len(WORDS)


def test_compiled_and_interpreted_code_have_the_same_constants():
    assert COMPILED_CONSTANTS == INTERPRETED_CONSTANTS
