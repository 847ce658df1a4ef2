"""What ``release/locked.txt`` has: the libraries and tools of a release, and hashes of their files.

docs/releasing.md has the command that makes it anew.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "release" / "locked.txt"


class Locked(NamedTuple):
    """The version of a distribution, and a hash of each file that it may come in."""

    version: str
    hashes: list[str]


def read(text: str) -> dict[str, Locked]:
    r"""Return what a lock has, by the names.

    >>> read("a-b==1.0 ; os_name == 'nt' \\\n    --hash=sha256:" + "0" * 64)["a-b"].version
    '1.0'
    """
    parts = re.findall(r"^(\S+)==(\S+)((?:.*\\\n)+.*)$", text, re.MULTILINE)
    return {
        name: Locked(version, re.findall("sha256:[0-9a-f]{64}", rest))
        for name, version, rest in parts
    }


def required() -> list[str]:
    """Return what the program, its build and its release ask for in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *project["dependency-groups"]["release"],
    ]


def lacking(requirements: Iterable[str], locked: Mapping[str, Locked]) -> list[str]:
    """Return the requirements that a lock does not meet with a hash."""
    return [
        text
        for text in requirements
        for wanted in [Requirement(text)]
        for entry in [locked.get(canonicalize_name(wanted.name))]
        if not (entry and entry.hashes and wanted.specifier.contains(entry.version))
    ]
