"""Programs of the system by their whole paths: none from the folder that the window runs in."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

# Below the folder of Windows, which looks for a bare name in the present folder first.
_OF_WINDOWS = {
    "explorer": ("explorer.exe",),
    "powershell": ("System32", "WindowsPowerShell", "v1.0", "powershell.exe"),
}


def find(
    name: str, platform: str = sys.platform, settings: Mapping[str, str] = os.environ
) -> str | None:
    """Return the path of a program; None where the system has none of that name.

    Elsewhere than on Windows it is looked for where ``PATH`` says, but in no folder that depends on
    the present one.
    """
    if platform == "win32":
        path = Path(settings.get("SystemRoot", ""), *_OF_WINDOWS.get(name, ()))
        return str(path) if path.is_absolute() and path.is_file() else None
    folders = settings.get("PATH", os.defpath).split(os.pathsep)
    return shutil.which(name, path=os.pathsep.join(filter(os.path.isabs, folders)))
