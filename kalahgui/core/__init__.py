"""Rules and search, compiled where a whole and matching build lies beside the sources.

The same files run compiled or interpreted, but never mixed: a build writes a digest of its
directives and of every core source beside its extensions, and unless that digest matches, all of
core is loaded from source. ``KALAHGUI_PURE=1`` asks for the sources. ``COMPILED`` names the core
that runs, and ``CAUSE`` is the word for why it is not the compiled one, empty where it is.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path

from kalahgui.core.build_digest import (
    DIGEST_FILE,
    EXTENSION_MODULES,
    core_digest,
    recorded_digest,
)

_HERE = Path(__file__).parent


def _why_interpreted():
    """Return the word for why the compiled core cannot be used; an empty one when it can."""
    # A package has no sources: neither something to compare nor something else to run.
    if getattr(sys, "frozen", False):
        return ""
    if os.environ.get("KALAHGUI_PURE", "") not in ("", "0"):
        return "asked"
    suffixes = importlib.machinery.EXTENSION_SUFFIXES
    for module in EXTENSION_MODULES:
        if not any((_HERE / f"{module}{suffix}").exists() for suffix in suffixes):
            return "missing"
    record = _HERE / DIGEST_FILE
    if not record.exists() or recorded_digest(record.read_text("ascii")) != core_digest(_HERE):
        return "differs"
    return ""


class _SourceFinder:
    """Finds the modules of core as sources, past any extension that lies beside them."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        package, _, module = name.rpartition(".")
        source = _HERE / f"{module}.py"
        if package != __name__ or not source.exists():
            return None
        return importlib.util.spec_from_file_location(name, source)


CAUSE = _why_interpreted()
COMPILED = not CAUSE
if CAUSE:
    sys.meta_path.insert(0, _SourceFinder)  # type: ignore[arg-type]
