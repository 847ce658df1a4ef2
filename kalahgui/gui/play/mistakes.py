"""The mistakes that the analysis knows of in the line that is looked at."""

from __future__ import annotations

from kalahgui.gui.play.graph import line_shown
from kalahgui.match.match import SWAP, Node
from kalahgui.match.session import Session
from kalahgui.review.kinds import is_mistake, kind_of


def known_mistake(session: Session, node: Node) -> bool:
    """Tell whether the ply that led to a node is known to be a mistake."""
    judgement = None if node.parent is None else session.analysis.of(node.parent)
    if judgement is None or node.ply is None or node.ply == SWAP:
        return False
    return is_mistake(kind_of(session.match.game, judgement, node.ply))


def mistake_beside(session: Session, step: int) -> Node | None:
    """Return the next known mistake of the line, or the one before; None where there is none."""
    line = line_shown(session)
    here = line.index(session.match.here)
    beside = line[here + 1 :] if step > 0 else line[:here][::-1]
    return next((node for node in beside if known_mistake(session, node)), None)
