"""What packages and releases are made of."""

import re

import licences
import notes
import pytest

import kalahgui


def test_every_library_of_the_program_is_listed_with_its_licence():
    listed = licences.LISTED.read_text("utf-8")
    parts = {part.partition(":")[0] for part in listed.split(f"{licences.RULE}\n")}
    assert licences.distributions().keys() | {"KalahGUI", "Python"} <= parts
    for name, kind, by in licences.LIBRARIES.values():
        assert f"\n{name}: {kind}, {by}\n" in listed
    assert listed.count("GNU LESSER GENERAL PUBLIC LICENSE") and "SIL OPEN FONT LICENSE" in listed


@pytest.mark.parametrize(
    ("file", "key"),
    [
        ("libSDL2_ttf-2-e69aa315.0.so.0.2400.0", "SDL2"),
        ("libz.so.1", "z."),
        ("libzstd.so.1", None),
        ("libunheard.so", None),
    ],
)
def test_a_library_that_nobody_has_looked_up_is_noticed(file, key):
    assert licences.library_key(file) == key


def test_the_newest_version_in_the_list_of_changes_is_the_program_s(capsys):
    assert notes.version() == notes.newest().version == kalahgui.__version__
    assert notes.main([f"v{kalahgui.__version__}"]) == 0
    assert notes.newest().notes == capsys.readouterr().out.strip()
    assert notes.main(["v0.0.1"]) == 1


def test_every_script_that_a_workflow_calls_is_there():
    root = licences.ROOT
    flows = "".join(path.read_text("utf-8") for path in root.glob(".github/workflows/*.yml"))
    called = set(re.findall(r"(?:bash|python) ((?:release|\.ci)/[\w.]+)", flows))
    assert called == {path for path in called if (root / path).is_file()}
    assert len(called) > 4
