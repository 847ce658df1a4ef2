"""Lines of text kept in a file as they come, so that a command goes on where it was stopped."""

from __future__ import annotations

import zlib
from pathlib import Path


class KeptLines:
    """A file of lines that end with a checksum each; a damaged line does not count.

    ``found`` are all lines that the file held at first, with their checksums. OSError when the file
    cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        """Read what the file holds, if there is one."""
        self._path = path
        text = path.read_text("ascii", errors="replace") if path.exists() else ""
        self.found = [line for line in text.splitlines() if line.strip()]
        # A program that was killed while it wrote may have left half a line.
        self._unfinished = bool(text) and not text.endswith("\n")

    def sound(self) -> list[str]:
        """Return the lines that are as they were written, without their checksums."""
        texts = [line.rpartition(" #")[0] for line in self.found]
        return [
            text
            for text, line in zip(texts, self.found, strict=True)
            if line == with_checksum(text)
        ]

    def add(self, *texts: str) -> None:
        """Write lines behind the others."""
        lines = "".join(f"{with_checksum(text)}\n" for text in texts)
        with self._path.open("a", encoding="ascii") as file:
            file.write("\n" * self._unfinished + lines)
        self._unfinished = False


def with_checksum(text: str) -> str:
    """Return a text as the line that is kept of it."""
    return f"{text} #{zlib.crc32(text.encode('ascii', 'replace')):08x}"
