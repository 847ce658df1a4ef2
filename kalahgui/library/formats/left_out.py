"""What a format for bare games leaves out of a game."""

from __future__ import annotations

from collections.abc import Iterator

from kalahgui.library.formats.found import WrittenGame


def left_out_of_ggf(written: WrittenGame) -> Iterator[str]:
    """Yield what GGF has no place for, of what a game has."""
    match = written.match
    nodes = [match.root, *match.root.below()]
    if len(nodes) > 1 + len(match.tip.line):
        yield "variations"
    if any(node.comment for node in nodes):
        yield "comments"
    if match.rules:
        yield "rules"


def left_out_of_transcript(written: WrittenGame) -> Iterator[str]:
    """Yield what a transcript has no place for; that it has no names goes without saying."""
    yield from left_out_of_ggf(written)
    loss = written.match.tip.loss
    if loss is not None:
        yield "losses on time" if loss.on_time else "resignations"
