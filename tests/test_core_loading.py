"""The compiled core is used whole and matching, or not at all."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kalahgui
from kalahgui.core.build_digest import COMPILED_MODULES, DIGEST_FILE, source_digest

PACKAGE = Path(kalahgui.__file__).parent
PROBE = """
import importlib, json
import kalahgui.core as core
from kalahgui.core import kalah, search, table
from kalahgui.core.build_digest import COMPILED_MODULES
files = [importlib.import_module(f"kalahgui.core.{name}").__file__ for name in COMPILED_MODULES]
value = list(search.Search(table.Table(10)).deepen(kalah.start(3, 1).to_the_end()))[-1].value
print(json.dumps([core.COMPILED, core.REASON, files, value]))
"""


@pytest.fixture
def copied(tmp_path):
    """Copy the package with the compiled core that lies in it."""
    folder = tmp_path / "kalahgui"
    ignored = shutil.ignore_patterns("__pycache__", "gui", "*.c")
    shutil.copytree(PACKAGE, folder, ignore=ignored)
    return folder


def probe(folder, **environment):
    """Import the copied core in a new process; return COMPILED, REASON and what was loaded."""
    clean = {name: text for name, text in os.environ.items() if name != "KALAHGUI_PURE"}
    done = subprocess.run(
        [sys.executable, "-c", PROBE],
        cwd=folder.parent,
        env=clean | {"PYTHONPATH": str(folder.parent)} | environment,
        capture_output=True,
        check=True,
        text=True,
    )
    compiled, reason, files, value = json.loads(done.stdout)
    sources = [file.endswith(".py") for file in files]
    assert value == 0
    assert all(Path(file).is_relative_to(folder) for file in files), "another copy was loaded"
    assert all(sources) or not any(sources), "the core is mixed"
    assert compiled == (not any(sources)) == (not reason)
    return compiled, reason


@pytest.mark.compiled
def test_a_matching_core_runs_compiled(copied):
    assert probe(copied) == (True, "")


@pytest.mark.compiled
def test_line_ends_do_not_matter(copied):
    path = copied / "core" / "kalah.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert probe(copied)[0]


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["kalah.py", "table.py", "search.pxd"])
def test_a_changed_source_makes_all_of_it_interpreted(copied, name):
    with (copied / "core" / name).open("a") as file:
        file.write("\n# changed\n")
    assert probe(copied) == (False, "The compiled core does not match its sources.")


@pytest.mark.compiled
def test_a_missing_extension_makes_all_of_it_interpreted(copied):
    for path in (copied / "core").glob("table.*.so"):
        path.unlink()
    for path in (copied / "core").glob("table.*.pyd"):
        path.unlink()
    assert probe(copied) == (False, "No compiled core was built.")


@pytest.mark.compiled
def test_a_missing_digest_makes_all_of_it_interpreted(copied):
    (copied / "core" / DIGEST_FILE).unlink()
    assert not probe(copied)[0]


def test_the_sources_run_when_they_are_asked_for(copied):
    assert probe(copied, KALAHGUI_PURE="1") == (
        False,
        "KALAHGUI_PURE asks for the interpreted core.",
    )


def test_the_sources_run_without_a_build(copied):
    for path in [*copied.rglob("*.so"), *copied.rglob("*.pyd")]:
        path.unlink()
    assert not probe(copied)[0]


def test_every_compiled_source_enters_the_digest(copied):
    core = copied / "core"
    before = source_digest(core)
    for module in COMPILED_MODULES:
        path = core / f"{module}.py"
        text = path.read_bytes()
        path.write_bytes(text + b"\n")
        assert source_digest(core) != before
        path.write_bytes(text)
    assert source_digest(core) == before


def test_every_module_with_compiled_code_is_built():
    folder = Path(kalahgui.__file__).parent / "core"
    plain = {"__init__", "bits", "build_digest"}
    assert {path.stem for path in folder.glob("*.py")} - plain == set(COMPILED_MODULES)
    for module in COMPILED_MODULES:
        assert (folder / f"{module}.pxd").exists(), f"{module} compiles without its types"
