"""What scripts have in common that are run by ``python -m``: mistakes are one line and status 2."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any, NoReturn

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from kalahgui.research.checkouts import CheckoutError

_BAD_ARGUMENTS = 2
INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """An argument parser that says one line about a mistake."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **options
        )

    def error(self, message: str) -> NoReturn:
        """Print the message and end the program."""
        complain(message)
        sys.exit(_BAD_ARGUMENTS)


def whole(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from ``low`` to ``high``."""

    def read(text: str) -> int:
        number = int(text) if text.isdecimal() and len(text) < 19 else low - 1
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(
                f"give a whole number from {low} to {high}, not {text!r}"
            )
        return number

    return read


def complain(message: str) -> None:
    """Print one line on standard error."""
    print(" ".join(message.split()), file=sys.stderr)


def progress() -> Progress:
    """Return a progress bar on standard error; it shows nothing where that is no terminal."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def status_of(work: Callable[[], int]) -> int:
    """Do the work of a script; return its status, or that of what went wrong after a line on it."""
    try:
        return work()
    except (ValueError, CheckoutError) as error:
        complain(str(error))
        return _BAD_ARGUMENTS
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
