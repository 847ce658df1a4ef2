"""A search that was recorded: its nodes, and all that happened step by step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kalahgui.core.textbook import ALGORITHMS, INFINITY, MAX_DEPTH, MTD_F
from kalahgui.games.user_error import UserError, short
from kalahgui.theatre.order import Order
from kalahgui.theatre.stopping import Fixed, StopRule
from kalahgui.theatre.subject import Subject

ENTER, LEAF, BETTER, CUT = "enter", "leaf", "better", "cut"
PROBE, AGAIN, KNOWN, LEAVE = "probe", "again", "known", "leave"
KINDS = (ENTER, LEAF, BETTER, CUT, PROBE, AGAIN, KNOWN, LEAVE)
ROOT = 0
# The article's NegaScout begins with a null window at infinity, whose bounds any value meets:
# what is as large as this is told as no bound.
INFINITE = INFINITY - 1
TIME, STEPS = "time", "steps"


@dataclass(frozen=True)
class Plan:
    """What is to be searched, and how.

    ``depth`` counts changes of side. MTD(f) begins with a ``guess`` at the value. ValueError says
    in one sentence what does not go together.
    """

    subject: Subject[Any]
    algorithm: str
    depth: int
    order: Order = field(default_factory=Order)
    rule: StopRule = field(default_factory=Fixed)
    guess: int = 0

    def __post_init__(self) -> None:
        if self.algorithm not in ALGORITHMS:
            raise UserError(
                "refused_algorithm", algorithm=short(self.algorithm), known=tuple(ALGORITHMS)
            )
        if not 1 <= self.depth <= MAX_DEPTH:
            raise UserError("refused_depth", most=MAX_DEPTH, depth=self.depth)
        if self.depth < self.subject.least_depth:
            raise UserError("refused_tree_depth", least=self.subject.least_depth, depth=self.depth)
        if self.rule.by_path and self.algorithm == MTD_F:
            raise UserError("refused_memory", algorithm=MTD_F, rule=str(self.rule))


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened.

    - ``enter``, ``leave``: the search goes to a node with a window, and leaves it with a value.
    - ``leaf``, ``known``: a leaf is valued; MTD(f) remembers enough of a node.
    - ``better``: a move of the node is better than those before it.
    - ``cut``: the node's value meets the bound of the other side, so the moves that are left are
      not looked at. ``alpha`` is not below ``beta`` there.
    - ``probe``: the node is about to be entered with a null window, narrower than the window of
      the search there; at the root it begins a pass of MTD(f).
    - ``again``: a probe has found ``value``; the node is about to be entered a second time.

    ``move`` is the move found by ``better`` and ``cut``, and ``place`` its place among the node's
    moves; otherwise it is the one that leads to the node, None at the root. Windows and values are
    those of the root's player; None means no bound, or no value yet. A bound may be INFINITE.
    """

    kind: str
    node: int
    move: str | None
    alpha: int | None
    beta: int | None
    value: int | None = None
    place: int | None = None


def told(bound: int | None) -> int | None:
    """Return a bound as it is told: None where any value meets it, or none does."""
    return None if bound is None or abs(bound) >= INFINITE else bound


@dataclass(slots=True)
class SearchNode:
    """A position that the search has come to, by its number from the root, which is 0.

    ``mover`` is 0 where the root's player moves, who maximises, and 1 where the other one does.
    ``again`` tells that whoever made the ``move`` to it moves again. ``turns`` counts the changes
    of side since the root. The ``moves`` stand in the order in which they are tried, none at a
    leaf; ``children`` are the numbers of the nodes behind them, None where the search never came.
    """

    parent: int | None
    move: int | None
    text: str
    mover: int
    again: bool
    turns: int
    moves: tuple[int, ...] = ()
    texts: tuple[str, ...] = ()
    children: list[int | None] = field(default_factory=list)


@dataclass
class Recording:
    """A finished search: what it found, in the eyes of the root's player, and how.

    ``visits`` are all nodes entered, each as often as it was; ``evaluations`` the leaves valued,
    and ``cuts`` the cuts. ``depth`` is that of the search recorded; searches of smaller depths
    that went before it are counted in ``before``: their visits and their evaluations.
    ``read_out`` tells that no leaf was an estimate. ``ended_by`` says what ended a deepening before
    its last depth: TIME or STEPS.
    """

    plan: Plan
    nodes: list[SearchNode]
    steps: list[Step]
    value: int
    moves: list[int]
    depth: int
    visits: int
    evaluations: int
    cuts: int
    read_out: bool
    before: tuple[int, int] = (0, 0)
    ended_by: str = ""

    @property
    def line(self) -> list[str]:
        """Return the line found, as it is written."""
        return self.plan.subject.line_texts(self.moves)

    def path(self, node: int) -> list[int]:
        """Return the numbers of the nodes from the root to a node."""
        path = []
        here: int | None = node
        while here is not None:
            path.append(here)
            here = self.nodes[here].parent
        return path[::-1]

    def moves_to(self, node: int) -> list[int]:
        """Return the moves from the root to a node."""
        moves = []
        for number in self.path(node)[1:]:
            move = self.nodes[number].move
            assert move is not None, "the root alone was not moved to"
            moves.append(move)
        return moves

    def state(self, node: int) -> Any:
        """Return the position or the written node that a node stands for."""
        here = self.plan.subject.root
        for move in self.moves_to(node):
            here, _ = self.plan.subject.play(here, move)
        return here
