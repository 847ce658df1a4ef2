"""What packages and releases are made of."""

import hashlib
import json
import re

import licences
import locked
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


def test_a_library_that_nobody_has_looked_up_is_noticed():
    files = ("libSDL2_ttf-2-e69aa315.0.so.0.2400.0", "libz.so.1", "libzstd.so.1", "libunheard.so")
    assert [*map(licences.library_key, files)] == ["SDL2", "z.", None, None]


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


def test_a_release_is_made_of_what_is_locked_with_hashes_and_of_nothing_else():
    """A requirement that is new, or asks for more, needs the lock anew: docs/releasing.md."""
    lock = locked.read(locked.LOCK.read_text("utf-8"))
    assert locked.lacking(locked.required(), lock) == []
    for distribution in licences.distributions().values():
        needed = [text for text in distribution.requires or () if licences.is_needed(text)]
        assert locked.lacking(needed, lock) == []
    flow = (licences.ROOT / ".github/workflows/release.yml").read_text("utf-8")
    scripts = [
        (licences.ROOT / "release" / name).read_text("utf-8") for name in ("install", "wheels")
    ]
    for line in re.findall(r".*\bpip (?:install|wheel) .*", "\n".join((flow, *scripts))):
        assert "--require-hashes" in line or "--no-build-isolation" in line, line


def test_what_the_lock_lacks_is_noticed():
    hashed = " \\\n    --hash=sha256:" + "0" * 64
    for text in (f"rich==12.9{hashed}", "rich==15.0.0 \\\n    # via kalahgui", ""):
        assert locked.lacking(["rich>=13"], locked.read(text)) == ["rich>=13"], text
    assert locked.lacking(["rich>=13"], locked.read(f"rich==15.0.0{hashed}")) == []


def test_a_package_lists_what_it_contains_with_hashes(tmp_path, monkeypatch):
    sbom = pytest.importorskip("sbom", reason="needs requirements-dev.txt", exc_type=ImportError)
    there = {
        name: locked.Locked(distribution.version, [f"sha256:{'0' * 64}"])
        for name, distribution in {**licences.distributions(), "pyinstaller": None}.items()
        for name, distribution in [
            (sbom.canonicalize_name(name), distribution or sbom.distribution(name))
        ]
    }
    monkeypatch.setattr(sbom, "read", lambda text: there)
    folder = tmp_path / "KalahGUI"
    (folder / "assets").mkdir(parents=True)
    (folder / "libSDL2-2.so").write_bytes(b"sdl")
    (folder / "assets" / "move.wav").write_bytes(b"sound")
    sbom.main(folder, tmp_path)
    (file,) = tmp_path.glob("*.cdx.json")
    bill = json.loads(file.read_text("utf-8"))
    parts = {part["name"]: part for part in bill["components"]}
    assert licences.distributions().keys() | {"Python", "pyinstaller"} <= parts.keys()
    assert parts["libSDL2-2.so"]["licenses"] == [{"license": {"id": "Zlib"}}]
    assert parts["assets/move.wav"]["hashes"][0]["content"] == hashlib.sha256(b"sound").hexdigest()
    assert all("licenses" in part for part in parts.values() if part["type"] == "library")
    (root,) = (dependency for dependency in bill["dependencies"] if dependency["ref"] == "kalahgui")
    assert len(root["dependsOn"]) == len(parts)
    there["rich"] = locked.Locked("0.1", [])
    with pytest.raises(SystemExit, match=r"rich .* is not locked"):
        sbom.bill(folder)
