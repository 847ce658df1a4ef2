"""What a format has no place for, of what games have: said once, so nothing is lost in silence.

It is told as keys of the translations, and tags by their names.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator

from kalahgui.games.user_error import Message
from kalahgui.library.formats.found import WrittenGame

_TAG = "tag "
_FEW, _MOST = 5, 1000  # tags that are named, and that are counted
_NOTE = re.compile(r"\[%([A-Za-z]+) ")


def lost_tags(written: WrittenGame, placed: Container[str], own: str = "") -> Iterator[str]:
    """Yield the tags that are not placed elsewhere, and do not begin as a format's ``own`` do."""
    for name in written.tags:
        if name not in placed and not (own and name.startswith(own)):
            yield _TAG + name


def lost_rules(written: WrittenGame) -> Iterator[str]:
    """Yield rules that are not the usual ones."""
    match = written.line or written.match
    if match.rules or (written.line is None and written.match.pie):
        yield "left_out_rules"


def lost_notes(written: WrittenGame, placed: Container[str] = ()) -> Iterator[str]:
    """Yield notes of moves, of the main line, whose names are not placed."""
    if written.line is not None:
        noted: Iterable[str] = written.line.noted.values()
    else:
        noted = (node.noted for node in written.match.main_line)
    if any(name not in placed for notes in noted for name in _NOTE.findall(notes)):
        yield "left_out_notes"


def lost_forfeit(written: WrittenGame) -> Iterator[str]:
    """Yield how a game has ended apart from the board."""
    forfeit = written.line.forfeit if written.line else written.match.tip.forfeit
    if forfeit is not None:
        how = "left_out_times" if forfeit.on_time else "left_out_resignations"
        yield "left_out_results" if forfeit.recorded else how


def lost_of_the_tree(written: WrittenGame, *, comments: bool) -> Iterator[str]:
    """Yield variations, and the comments that stand there, or all of them."""
    if written.line is not None:
        if comments and written.line.comments:
            yield "left_out_comments"
        return
    match = written.match
    nodes = [match.root, *match.root.below()]
    line = {match.root, *match.tip.line}
    if len(nodes) > len(line):
        yield "left_out_variations"
    if any(node.comment and (comments or node not in line) for node in nodes):
        yield "left_out_comments"


def lost_beyond_the_end(written: WrittenGame, *, ends: bool) -> Iterator[str]:
    """Yield what was taken back at the end, and how variations have ended."""
    if written.line is not None:
        return
    match = written.match
    if match.tip.children:
        yield "left_out_variations"
    if ends and any(node.forfeit for node in match.root.below() if node is not match.tip):
        yield "left_out_ends"


class LeftOut:
    """What was left out of the games of a file."""

    def __init__(self) -> None:
        self._kinds: dict[str, None] = {}
        self._tags: dict[str, None] = {}

    def add(self, lost: Iterable[str]) -> None:
        """Take what was left out of a game."""
        for part in lost:
            if not part.startswith(_TAG):
                self._kinds[part] = None
            elif len(self._tags) < _MOST:
                self._tags[part.removeprefix(_TAG)] = None

    @property
    def message(self) -> Message | None:
        """Return all of it in a few words, None for nothing.

        >>> left_out = LeftOut()
        >>> left_out.add(["left_out_variations", "tag Round", "tag Time"])
        >>> str(left_out.message)
        'left out: variations, 2 tags (Round, Time)'
        """
        kinds = list(map(Message, self._kinds))
        if self._tags:
            few = (*list(self._tags)[:_FEW], *["..."] * (len(self._tags) > _FEW))
            key = "left_out_tag" if len(self._tags) == 1 else "left_out_tags"
            kinds.append(Message.of(key, n=len(self._tags), tags=few))
        return Message.of("left_out", what=tuple(kinds)) if kinds else None
