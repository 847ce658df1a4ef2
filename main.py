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

        encoding = getattr(sys.stderr, "encoding", None)
        words.choose(words.writable_language(words.system_language(), encoding))
        print(words.say("libraries_missing", command=what_to_type(os.name)), file=sys.stderr)
        return 2
    from kalahgui.__main__ import run

    return run()


def what_to_type(system: str) -> str:
    """Return the command that the README begins with, or only its end where that has been done."""
    folder = Path(__file__).resolve().parent
    windows = system == "nt"
    programs = ".venv\\Scripts\\" if windows else ".venv/bin/"
    quoted = _quoted_on_windows if windows else shlex.quote
    command = " ".join(map(quoted, [f"{programs}python", "main.py", *sys.argv[1:]]))
    environment = folder / ".venv"
    installed = environment.is_dir() and Path(sys.prefix).resolve() != environment.resolve()
    if not installed:
        install = f"{programs}pip install -r requirements.txt"
        command = f"{'py' if windows else 'python3'} -m venv .venv && {install} && {command}"
    if Path.cwd() != folder:
        command = f"cd {'/d ' if windows else ''}{quoted(str(folder))} && {command}"
    return f'cmd /c "{command}"' if windows and " && " in command else command


def _quoted_on_windows(word: str) -> str:
    """Return a word of a command in quotes where it has a sign that the shell would obey."""
    quoted = subprocess.list2cmdline([word])
    return f'"{quoted}"' if quoted == word and set(word) & set("&|<>^()%!;,") else quoted


if __name__ == "__main__":
    sys.exit(main())
