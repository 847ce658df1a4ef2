"""Rules and search, compiled where a whole and matching build lies beside the sources.

The same files run compiled or interpreted, but never mixed: a build writes a digest of its
directives and of every core source beside its extensions, and unless that digest matches, all of
core is loaded from source. ``KALAHGUI_PURE=1`` asks for the sources. ``COMPILED`` names the core
that runs and ``REASON`` says, in one sentence, why it is not the compiled one.
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
    """Return why the compiled core cannot be used; an empty string when it can."""
    # A package has no sources: neither something to compare nor something else to run.
    if getattr(sys, "frozen", False):
        return ""
    if os.environ.get("KALAHGUI_PURE", "") not in ("", "0"):
        return "KALAHGUI_PURE asks for the interpreted core."
    suffixes = importlib.machinery.EXTENSION_SUFFIXES
    for module in EXTENSION_MODULES:
        if not any((_HERE / f"{module}{suffix}").exists() for suffix in suffixes):
            return "No compiled core was built."
    record = _HERE / DIGEST_FILE
    if not record.exists() or recorded_digest(record.read_text("ascii")) != core_digest(_HERE):
        return "The compiled core does not match its sources."
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


REASON = _why_interpreted()
COMPILED = not REASON
if REASON:
    sys.meta_path.insert(0, _SourceFinder)  # type: ignore[arg-type]
