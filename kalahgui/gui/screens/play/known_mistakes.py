"""The mistakes that the analysis knows of in the line that is looked at."""

from __future__ import annotations

from kalahgui.gui.panels.graph import line_shown
from kalahgui.match.node import Node
from kalahgui.match.session import Session
from kalahgui.review.rows import ReviewRow, is_mistake, mistakes_in, rows_of


class KnownMistakes:
    """Knows the mistakes of the line looked at; they are sought anew when more has been found."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._rows: dict[Node, ReviewRow] = {}
        self._known: object = None

    def __contains__(self, node: Node) -> bool:
        """Tell whether the ply that led to a node is known to be a mistake, whosever."""
        row = self._rows_now().get(node)
        return row is not None and is_mistake(row.kind)

    def beside(self, step: int) -> Node | None:
        """Return where the next mistake that is gone through led, or the one before; else None."""
        match = self._session.match
        found = mistakes_in(match, self._rows_now().values())
        at = len(match.here.line)
        if step > 0:
            return next((row.node for row in found if row.ply > at), None)
        return next((row.node for row in reversed(found) if row.ply < at), None)

    def _rows_now(self) -> dict[Node, ReviewRow]:
        """Return the rows of the line, by the nodes that their moves led to."""
        line, analysis = line_shown(self._session), self._session.analysis
        known = (line, analysis.changes)
        if known != self._known:
            self._known = known
            rows = rows_of(self._session.match, line[1:], analysis.of)
            self._rows = {row.node: row for row in rows}
        return self._rows
