"""Open the window, or run a sub-command: ``main.py --help`` lists them."""

import os
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

# What requirements.txt brings and the program cannot do without, by the names of their modules.
LIBRARIES = ("Cython", "crossfiledialog", "filelock", "fsrs", "platformdirs", "pygame", "rich")


def main() -> int:
    """Run the program where this Python can; else say in one sentence what to type."""
    if sys.version_info < (3, 11):  # noqa: UP036  # somebody's only Python may be an older one
        version = sys.version.split()[0]
        print(f"KalahGUI needs Python 3.11 or newer; this is {version}.", file=sys.stderr)
        return 2
    if not getattr(sys, "frozen", False) and not all(map(find_spec, LIBRARIES)):
        from kalahgui import words

        words.choose(words.system_language())
        print(words.say("libraries_missing", command=what_to_type(os.name)), file=sys.stderr)
        return 2
    from kalahgui.__main__ import run

    return run()


def what_to_type(system: str) -> str:
    """Return the command that the README begins with, or only its end where that has been done."""
    folder = Path(__file__).resolve().parent
    windows = system == "nt"
    programs = ".venv\\Scripts\\" if windows else ".venv/bin/"
    join = subprocess.list2cmdline if windows else shlex.join
    command = join([f"{programs}python", "main.py", *sys.argv[1:]])
    installed = (folder / ".venv").is_dir() and Path(sys.prefix) != folder / ".venv"
    if not installed:
        install = f"{programs}pip install -r requirements.txt"
        command = f"{'py' if windows else 'python3'} -m venv .venv && {install} && {command}"
    if Path.cwd() != folder:
        place = f"/d {folder}" if windows else shlex.quote(str(folder))
        command = f"cd {place} && {command}"
    return f'cmd /c "{command}"' if windows and " && " in command else command


if __name__ == "__main__":
    sys.exit(main())
