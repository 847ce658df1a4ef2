"""The course of a match under review: which move is talked about, and what every move came to."""

from __future__ import annotations

from collections.abc import Sequence

from kalahgui.engine.judgement import Judgement
from kalahgui.gui.panels.move_rows import pairs_of, turns_along
from kalahgui.match.analysis import Analysis
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.review.review_rows import (
    ReviewRow,
    Summary,
    mistakes_in,
    reviewed_seats,
    rows_of,
    summary_of,
    turning_point,
)


class Course:
    """A line of a match with what is known of it, brought up to date by ``update``.

    ``here``, the node looked at then, is the position before the move that is talked about; a line
    that is shown on the board meanwhile changes nothing about that. Where several moves were played
    there, ``follow`` says which one it is. ``line`` are the nodes from the first ply to the end of
    the line that goes through it, ``rows`` what their moves came to. ``seats`` are the players
    whose mistakes are gone through.
    """

    def __init__(self, match: Match, analysis: Analysis) -> None:
        self.match = match
        self.here = match.here
        self.line: list[Node] = []
        self.rows: dict[Node, ReviewRow] = {}
        self.numbers: dict[Node, int] = {}
        self.mistakes: list[ReviewRow] = []
        self.seats = reviewed_seats(match)
        self.stamp = 0  # counts the changes
        self._analysis = analysis
        self._known: object = None
        self._judged: dict[Node | None, Judgement] = {}  # that the rows are made of
        self._followed: Node | None = None  # where the move led that is to be talked about
        self.update()

    def follow(self, node: Node | None) -> None:
        """Talk about the move that led to a node as long as the position before is looked at."""
        self._followed = node
        self.update()

    def update(self) -> None:
        """Take up what has been found since."""
        match = self.match
        self.here = here = match.here
        line, through = match.main_line[1:], here
        if self._followed is not None and self._followed in here.children:
            through = self._followed
        if through is not match.root and through not in line:
            line = match.line_through(through)
        known = (line, self._analysis.changes)
        if known == self._known:
            return
        if line != self.line:
            self.line = line
            self.numbers = turn_numbers(match, line)
            self._judged = {}
        self._known = known
        self._take_rows()
        self.mistakes = mistakes_in(match, self.rows.values())
        self.stamp += 1

    def _take_rows(self) -> None:
        """Make the rows of the positions that have been judged anew; the others stay."""
        before, judged = self._judged, self._analysis.judged
        self._judged = {
            node.parent: judged[node.parent] for node in self.line if node.parent in judged
        }
        changed = {
            node: judgement
            for node, judgement in self._judged.items()
            if before.get(node) is not judgement
        }
        rows = self.rows | {row.node: row for row in rows_of(self.match, self.line, changed.get)}
        self.rows = {
            node: rows[node] for node in self.line if node in rows and node.parent in self._judged
        }

    # -- the move that is talked about

    @property
    def discussed(self) -> Node | None:
        """Return where the move that is talked about has led; None at the end of the line."""
        return self.after(self.here)

    def after(self, node: Node) -> Node | None:
        """Return the next node of the line; None behind its end."""
        return next((child for child in self.line if child.parent is node), None)

    @property
    def row(self) -> ReviewRow | None:
        """Return what the move that is talked about came to, as far as that is known."""
        node = self.discussed
        return None if node is None else self.rows.get(node)

    def beside(self, step: int) -> Node | None:
        """Return the node to look at for the move before (-1) or after (+1); None at the ends."""
        nodes = [self.match.root, *self.line]
        at = nodes.index(self.here) + step
        return nodes[at] if 0 <= at < len(nodes) else None

    def beside_turn(self, step: int) -> Node | None:
        """Return the first node of the turn before or after; None at the ends."""
        nodes = [self.match.root, *self.line]
        at = nodes.index(self.here)
        first = [
            index
            for index, node in enumerate(nodes)
            if index in (0, len(nodes) - 1)
            or nodes[index - 1].position.turn != node.position.turn
            or self.match.game.has_passes
        ]
        ways = [index for index in first if (index > at if step > 0 else index < at)]
        if not ways:
            return None
        return nodes[ways[0] if step > 0 else ways[-1]]

    def mistake_beside(self, step: int) -> ReviewRow | None:
        """Return the next mistake (+1) or the one before (-1), seen from the move talked about."""
        node = self.discussed
        at = len(self.line) + 1 if node is None else self.line.index(node) + 1
        return mistake_beside(self.mistakes, at, step)

    # -- the match as a whole

    def summary(self, seat: int) -> Summary:
        """Return what the moves of a player came to."""
        return summary_of(row for row in self.rows.values() if row.seat == seat)

    @property
    def decided(self) -> ReviewRow | None:
        """Return the move that decided the match; None on a side line or if none is known."""
        side_line = self.line and self.line[-1] is not self.match.tip
        return None if side_line else turning_point(self.match, list(self.rows.values()))

    @property
    def judged_count(self) -> tuple[int, int]:
        """Return how many positions of the line are judged, and how many there are to judge."""
        nodes = [node for node in (self.match.root, *self.line) if not node.position.over]
        return sum(node in self._analysis.judged for node in nodes), len(nodes)

    @property
    def persons_turn(self) -> Node | None:
        """Return the node from which a person may play on: here, or the next one, or the last."""
        match = self.match
        nodes = [match.root, *self.line]
        at = nodes.index(self.here)
        ways = nodes[at:] + nodes[:at][::-1]
        return next(
            (node for node in ways if not node.over and match.mover_at(node).person),
            None,
        )


def mistake_beside(mistakes: Sequence[ReviewRow], ply: int, step: int) -> ReviewRow | None:
    """Return the next mistake (+1) after a ply of the line, or the one before it (-1)."""
    ways = [row for row in mistakes if (row.ply - ply) * step > 0]
    return ways[0 if step > 0 else -1] if ways else None


def turn_numbers(match: Match, line: Sequence[Node]) -> dict[Node, int]:
    """Return in which row of a list of moves each ply stands, the first player's turn first."""
    return {
        node: number
        for number, pair in enumerate(pairs_of(turns_along(match, line)), start=1)
        for turn in pair
        for node in (turn.nodes if turn else ())
    }
