"""The standard streams, of which some may be missing, full, or read by nobody any more."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import sys
import unicodedata
from typing import BinaryIO, TextIO

_CLOSED = "it is closed"
_MAYBE_STEERING = re.compile(r"[^ -~\n\t]")
# Control and format characters, halves of characters, ends of lines and of paragraphs.
_STEERING = ("Cc", "Cf", "Cs", "Zl", "Zp")
_JOINERS = "\u200c\u200d"  # parts of letters and of emoji


class Nowhere(io.TextIOBase):
    """Takes the place of a stream that the program was started without."""

    lost = False  # something that was written

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, words: str) -> int:
        """Take words, and lose them."""
        self.lost = self.lost or bool(words)
        return len(words)


def complete() -> None:
    """Have streams to write to, also where the program was started with closed ones.

    A program with a window alone has none on Windows.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # Otherwise the next file that is opened gets the number, and what the libraries of the
            # system complain of is written into it.
            with contextlib.suppress(OSError):
                os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Nowhere())


def standard_input() -> BinaryIO:
    """Return the bytes of standard input; OSError where there is none."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, _CLOSED)
    return sys.stdin.buffer


def harmless(words: str) -> str:
    r"""Return words for a terminal: what would steer it, or turn writing around, is spelt out.

    It is spelt as JSON does, so a document of JSON stays the same.

    >>> print(harmless("a\x1b]0;b\x07 \u202ec\U000e0001"))
    a\u001b]0;b\u0007 \u202ec\udb40\udc01
    """
    return _MAYBE_STEERING.sub(_spelt, words)


def _spelt(sign: re.Match[str]) -> str:
    if sign[0] in _JOINERS or unicodedata.category(sign[0]) not in _STEERING:
        return sign[0]
    halves = sign[0].encode("utf-16-be", "surrogatepass").hex(" ", 2).split()
    return "".join(rf"\u{half}" for half in halves)


def tell(words: str, stream: TextIO | None) -> None:
    """Print a line, and go on where it cannot be written: it is no result."""
    if stream is None:
        return
    try:
        print(harmless(words), file=stream, flush=True)
    except OSError:
        give_up(stream)


def finish() -> None:
    """Have all results written that were printed; OSError where that cannot be."""
    sys.stdout.flush()
    if getattr(sys.stdout, "lost", False):
        raise OSError(errno.EBADF, "standard output is closed")


def give_up(stream: TextIO) -> None:
    """Have nothing more written to a stream: what is left in it would fail once more at exit."""
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, stream.fileno())
        finally:
            os.close(nowhere)
