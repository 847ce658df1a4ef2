"""Where somebody looks who walks about in a match, in words."""

from __future__ import annotations

from kalahgui.gui.services.words import say
from kalahgui.match.match import Match
from kalahgui.match.node import Node


class Whereabouts:
    """Knows where a match is looked at, and whether the computer has moved meanwhile."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._end = match.end  # as it was when somebody looked at it last

    def update(self) -> None:
        """Take notice of what is looked at."""
        if not self._match.walking:
            self._end = self._match.end

    @property
    def elsewhere(self) -> bool:
        """Tell whether something else is looked at, or played, than the game."""
        return self._match.walking or self._match.aside

    @property
    def computer_has_moved(self) -> bool:
        """Tell whether a computer has moved that nobody has seen."""
        end = self._match.end
        before = end.parent
        return (
            self._match.walking
            and before is not None
            and self._end in _before(end)
            and not self._match.mover_at(before).person
        )

    def words(self) -> str:
        """Say where one stands; nothing where the game is looked at."""
        match = self._match
        if self.computer_has_moved:
            return say("list_computer_has_moved")
        if match.here not in match.main_line:
            return say("list_side_line") if self.elsewhere else ""
        if not match.walking:
            return ""
        words = say("list_earlier", n=len(match.here.line), of=len(match.tip.line))
        person = not match.over and match.mover.person
        return f"{words} {say('list_earlier_play')}" if person else words


def _before(node: Node) -> list[Node]:
    """Return all nodes before one."""
    found = []
    while node.parent is not None:
        node = node.parent
        found.append(node)
    return found
