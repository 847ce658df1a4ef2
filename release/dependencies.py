"""Ask whether every library that the program needs has wheels for Windows and macOS.

``python release/dependencies.py`` asks pip for each Python, which installs nothing. It ends with 1
where a wheel is missing, and with 3 where pip cannot reach an index: then nothing is known.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from importlib.metadata import distribution

from licences import distributions
from packaging.requirements import Requirement

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
# What pip calls a system, and what the markers of requirements call it.
SYSTEMS = {
    "win_amd64": {"sys_platform": "win32", "platform_machine": "AMD64", "os_name": "nt"},
    "macosx_14_0_arm64": {"sys_platform": "darwin", "platform_machine": "arm64"},
    "macosx_14_0_x86_64": {"sys_platform": "darwin", "platform_machine": "x86_64"},
}
_UNREACHABLE = ("NewConnectionError", "Connection refused", "Name or service", "Max retries")


def needed(system: str, python: str) -> list[str]:
    """Return what is to be installed with the program on a system."""
    there = {**SYSTEMS[system], "python_version": python, "extra": ""}
    there["platform_system"] = {"win32": "Windows", "darwin": "Darwin"}[there["sys_platform"]]
    requirements = set()
    for package in (distribution("kalahgui"), *distributions().values()):
        for text in package.requires or ():
            requirement = Requirement(text)
            if requirement.marker is None or requirement.marker.evaluate(there):
                requirements.add(f"{requirement.name}{requirement.specifier}")
    return sorted(requirements)


def ask(system: str, python: str) -> str:
    """Return what pip says against installing on a system; nothing if there are all wheels."""
    with tempfile.TemporaryDirectory() as target:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--no-deps"]
        command += ["--target", target, "--only-binary", ":all:", "--platform", system]
        command += ["--python-version", python, *needed(system, python)]
        done = subprocess.run(command, capture_output=True, text=True)
    return done.stderr if done.returncode else ""


def main() -> int:
    """Ask for every system and Python; print a line for each."""
    status = 0
    for system in SYSTEMS:
        for python in PYTHONS:
            said = ask(system, python)
            if any(word in said for word in _UNREACHABLE):
                print("pip reaches no index: nothing is known", file=sys.stderr)
                return 3
            last = said.strip().splitlines()[-1:] or [f"{len(needed(system, python))} wheels"]
            print(f"{system}, Python {python}: {last[0]}")
            status |= bool(said)
    return status


if __name__ == "__main__":
    sys.exit(main())
