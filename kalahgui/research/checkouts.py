"""Other checkouts of the program, asked over pipes: each runs with an interpreter of its own."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

_DRIVER = Path(__file__).with_name("checkout_driver.py")
# Where people put the environment of a checkout.
_INTERPRETERS = (
    Path(".venv", "bin", "python"),
    Path("venv", "bin", "python"),
    Path(".venv", "Scripts", "python.exe"),
    Path("venv", "Scripts", "python.exe"),
)


class CheckoutError(Exception):
    """A checkout cannot be asked; the message is one clear line."""


def interpreter_of(folder: Path) -> Path:
    """Return the interpreter of the environment in a checkout; without one, the one in use."""
    for path in _INTERPRETERS:
        if (folder / path).exists():
            return folder / path
    return Path(sys.executable)


class Checkout:
    """A checkout whose program answers questions; leaving the context ends it.

    CheckoutError is raised when the folder has no program that can be asked, or when it ends.
    """

    def __init__(
        self, folder: Path, interpreter: Path | None = None, interpreted: bool = False
    ) -> None:
        """Start the program of a folder; ``interpreted`` asks for its core as sources."""
        self.folder = folder.resolve()
        if not (self.folder / "kalahgui" / "__init__.py").is_file():
            raise CheckoutError(f"{folder} is no checkout of the program")
        environment = {name: value for name, value in os.environ.items() if name != "KALAHGUI_PURE"}
        environment.pop("PYTHONPATH", None)
        if interpreted:
            environment["KALAHGUI_PURE"] = "1"
        # Open as long as the program runs: a pipe that nobody reads could fill.
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115
        command = [str(interpreter or interpreter_of(self.folder)), str(_DRIVER)]
        try:
            self._process = subprocess.Popen(
                command,
                cwd=self.folder,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                text=True,
                encoding="utf-8",
            )
        except OSError as error:
            self._complaints.close()
            raise CheckoutError(f"{command[0]} cannot be run: {error.strerror}") from None
        try:
            self.about = self.ask("about")
            self._check_package()
        except CheckoutError:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the program, whatever it does."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._complaints):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what nobody read cannot be sent any more
                    pipe.close()

    def ask(self, question: str, **details: Any) -> dict[str, Any]:
        """Ask a question and wait for the answer; CheckoutError when it is refused."""
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps({"ask": question, **details}) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except (OSError, ValueError):  # ended, or closed by another thread
            line = ""
        if not line:
            raise CheckoutError(f"the program in {self.folder} has ended: {self._last_words()}")
        answer: dict[str, Any] = json.loads(line)
        if "refused" in answer:
            raise CheckoutError(f"{self.folder}: {answer['refused']}")
        return answer

    def _check_package(self) -> None:
        """See to it that no installed copy stands in for the checkout."""
        if Path(self.about["package"]) != self.folder / "kalahgui":
            raise CheckoutError(f"{self.folder} does not run, but {self.about['package']} does")

    def _last_words(self) -> str:
        """Return the last line that the program wrote on standard error."""
        if self._complaints.closed:
            return "it was stopped"
        self._complaints.seek(0)
        lines = self._complaints.read().decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")
