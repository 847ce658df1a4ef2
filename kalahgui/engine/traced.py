"""A finding that tells more than its value: where it came from, or what was noticed."""

from __future__ import annotations

from typing import NamedTuple

from kalahgui.core.search import Finding

BOOK, DATABASE = "book", "database"


class Look(NamedTuple):
    """What a weak player made of a move: whether it noticed its effect, and the gain it saw."""

    move: int
    noticed: bool
    gain: int


class Traced(Finding):
    """A finding with its ``source`` (BOOK, DATABASE or empty) and a weak player's ``looks``."""

    source: str = ""
    looks: tuple[Look, ...] = ()

    @classmethod
    def of(cls, finding: Finding, source: str = "", looks: tuple[Look, ...] = ()) -> Traced:
        """Return the same finding with its source and with a weak player's looks."""
        traced = cls(*finding)
        traced.source, traced.looks = source, looks
        return traced


def source_of(finding: Finding) -> str:
    """Return where a finding came from; empty for a search."""
    return finding.source if isinstance(finding, Traced) else ""


def looks_of(finding: Finding) -> tuple[Look, ...]:
    """Return what a weak player made of its moves; nothing for any other player."""
    return finding.looks if isinstance(finding, Traced) else ()
