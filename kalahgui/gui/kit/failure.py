"""What went wrong, in words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Refused:
    """Why a file or a text was not taken, in one sentence."""

    why: str


def why(error: Exception) -> str:
    """Return why something failed, in words of the system where it has some.

    >>> why(FileNotFoundError(2, "No such file", "games.txt")), why(ValueError("no game"))
    ('No such file', 'no game')
    """
    return getattr(error, "strerror", None) or str(error)
