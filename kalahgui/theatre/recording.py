"""Textbook searches that are recorded: their nodes, and all that happened step by step.

They do exactly what those of ``core/textbook.py`` do, node by node, which a test holds them to:
the same value, line, nodes and evaluations. They are slower by far and stop at a cap of steps. In
addition they can try the moves in orders and stop at leaves that the compiled searches do not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from kalahgui.core.search import StopWord
from kalahgui.core.textbook import ALGORITHMS, INFINITY, MAX_DEPTH, MTD_F
from kalahgui.engine.interrupt import YieldToFrames, no_frames, raise_after
from kalahgui.games.user_error import UserError, short
from kalahgui.theatre.order import Arranger, Order, TooMuch
from kalahgui.theatre.stopping import Fixed, Measure, StopRule, TimedDeepening
from kalahgui.theatre.subject import Subject

ENTER, LEAF, BETTER, CUT = "enter", "leaf", "better", "cut"
PROBE, AGAIN, KNOWN, LEAVE = "probe", "again", "known", "leave"
KINDS = (ENTER, LEAF, BETTER, CUT, PROBE, AGAIN, KNOWN, LEAVE)
ROOT = 0
# The article's NegaScout begins with a null window at infinity, whose bounds any value meets:
# a bound as large as this is shown as none.
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

    ``move`` is the move found by ``better`` and ``cut``, and ``move_index`` its index among the
    node's moves; otherwise it is the one that leads to the node, None at the root. Windows and
    values are those of the root's player; None means no bound, or no value yet. A bound may be
    INFINITE.
    """

    kind: str
    node: int
    move: str | None
    alpha: int | None
    beta: int | None
    value: int | None = None
    move_index: int | None = None


def finite(bound: int | None) -> int | None:
    """Return a bound as it is shown: None for plus or minus infinity, which bound nothing."""
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


MOST_STEPS = 100_000


class TooManySteps(TooMuch):
    """A recording has grown longer than anybody can watch."""

    def __init__(self) -> None:
        super().__init__("refused_many_steps", most=MOST_STEPS)


class Stopped(Exception):
    """The stop word was raised before the search was finished."""


class Recorder:
    """One search that is recorded; ``nodes`` counts its visits while it runs."""

    def __init__(
        self,
        plan: Plan,
        stop: StopWord | None = None,
        yield_to_frames: YieldToFrames = no_frames,
    ) -> None:
        self.plan = plan
        self._yield_to_frames = yield_to_frames
        self.nodes = 0
        self._subject = plan.subject
        self._stop = StopWord() if stop is None else stop
        self._scouts = plan.algorithm.endswith("nega-scout")
        self._first_in_full = plan.algorithm == "usual-nega-scout"
        self._one_bound = plan.algorithm in ("minimax", "alpha-beta")
        self._narrows = plan.algorithm != "minimax"
        self._remembers = plan.algorithm == MTD_F
        self._arranger = Arranger(plan.subject, plan.order, plan.rule, self._stop)
        # What alone MTD(f) needs; the memory of positions takes no space until it is used.
        self._memory = plan.subject.memory()
        self._tree: list[SearchNode] = [SearchNode(None, None, "", 0, False, 0)]
        self._measures: list[dict[int, Measure]] = [{}]
        self._steps: list[Step] = []
        self._evaluations = 0
        self._cuts = 0
        self._read_out = True

    def record(self) -> Recording:
        """Search; TooMuch says why it cannot be done, Stopped that it was not finished."""
        root, depth = self._subject.root, self.plan.depth
        measure = self.plan.rule.begin(self._subject)
        if self._remembers:
            value, moves = self._close_in(depth, measure)
        else:
            value, moves = self._search(ROOT, root, measure, depth, -INFINITY, INFINITY)
        return Recording(
            self.plan,
            self._tree,
            self._steps,
            value,
            moves,
            depth,
            self.nodes,
            self._evaluations,
            self._cuts,
            self._read_out,
        )

    # -- telling

    def _tell(
        self,
        kind: str,
        node: int,
        low: int,
        high: int,
        value: int | None = None,
        *,
        index: int | None = None,
        seen_by: int | None = None,
    ) -> None:
        """Add a step, its window and value as ``seen_by`` sees them (default: the node's mover).

        ``index`` is that of the move the step is about, where it is about one of the node's.
        """
        self._yield_to_frames()
        if self._stop.raised:
            raise Stopped
        if len(self._steps) >= MOST_STEPS:
            raise TooManySteps
        at = self._tree[node]
        if (at.mover if seen_by is None else seen_by) == 1:
            low, high = -high, -low
            value = None if value is None else -value
        alpha = None if low <= -INFINITY else low
        beta = None if high >= INFINITY else high
        move = at.texts[index] if index is not None else None if node == ROOT else at.text
        self._steps.append(Step(kind, node, move, alpha, beta, value, index))

    def _leaf(self, node: int, state: Any, low: int, high: int) -> int:
        self._evaluations += 1
        value = self._subject.worth(state)
        self._tell(LEAF, node, low, high, value)
        self._tell(LEAVE, node, low, high, value)
        return value

    def _cut(self, node: int, index: int, low: int, high: int) -> None:
        """Tell that the moves behind an index are cut, if there are any."""
        if index + 1 < len(self._tree[node].moves):
            self._cuts += 1
            self._tell(CUT, node, low, high, low, index=index)

    # -- moving about

    def _open(self, node: int, state: Any, measure: Measure, depth: int) -> bool:
        """Find a node's moves when it is entered first; tell whether it is no leaf."""
        at = self._tree[node]
        if at.moves:
            return True
        moves = self._subject.moves(state)
        ends = node != ROOT and self.plan.rule.ends(measure)
        if not moves or depth == 0 or ends:
            self._read_out = self._read_out and not moves
            return False
        measures = self.plan.rule.after(self._subject, state, moves, measure)
        self._measures[node] = dict(zip(moves, measures, strict=True))
        at.moves = self._arranger.arrange(state, moves, depth, measures)
        at.texts = tuple(self._subject.text(state, move) for move in at.moves)
        at.children = [None] * len(at.moves)
        return True

    def _child(self, node: int, index: int, state: Any) -> tuple[int, Any, Measure]:
        at = self._tree[node]
        move = at.moves[index]
        child, again = self._subject.play(state, move)
        number = at.children[index]
        if number is None:
            number = at.children[index] = len(self._tree)
            mover = at.mover if again else 1 - at.mover
            turns = at.turns if again else at.turns + 1
            self._tree.append(SearchNode(node, move, at.texts[index], mover, again, turns))
            self._measures.append({})
        return number, child, self._measures[node][move]

    # -- searching: every value and window is seen by the side to move, as in core/textbook.py

    def _search(
        self, node: int, state: Any, measure: Measure, depth: int, alpha: int, beta: int
    ) -> tuple[int, list[int]]:
        """Search within a window; return the value, which may lie beyond it, and the line."""
        self.nodes += 1
        self._tell(ENTER, node, alpha, beta)
        if not self._open(node, state, measure, depth):
            return self._leaf(node, state, alpha, beta), []
        if self._remembers and (known := self._known(state, depth, beta)) is not None:
            value, move = known
            self._tell(KNOWN, node, alpha, beta, value)
            self._tell(LEAVE, node, alpha, beta, value)
            return value, [move]
        at = self._tree[node]
        best, line = -INFINITY, []
        for index, move in enumerate(at.moves):
            low = max(alpha, best)
            branch = self._child(node, index, state)
            if self._scouts and not (self._first_in_full and index == 0):
                if beta > low + 1:
                    self._tell(PROBE, branch[0], low, low + 1, seen_by=at.mover)
                value, rest = self._below(branch, depth, low, low + 1)
                if low < value < beta:
                    self._tell(AGAIN, branch[0], value, beta, value, seen_by=at.mover)
                    value, rest = self._below(branch, depth, value, beta)
            else:
                value, rest = self._below(branch, depth, low, beta)
            if value > best:
                best, line = value, [move, *rest]
                low = max(alpha, best) if self._narrows else alpha
                self._tell(BETTER, node, low, beta, best, index=index)
            if best >= beta:
                self._cut(node, index, best, beta)
                break
        if self._remembers:
            self._memory.keep(state, depth, alpha, beta, best, line[0])
        self._tell(LEAVE, node, alpha, beta, best)
        return best, line

    def _below(
        self, branch: tuple[int, Any, Measure], depth: int, alpha: int, beta: int
    ) -> tuple[int, list[int]]:
        """Search a child within a window seen by the player who moved to it.

        Minimax has no window, and the article's alpha-beta hands down a single bound.
        """
        number, child, measure = branch
        again = self._tree[number].again
        if self._one_bound:
            alpha, beta = (-INFINITY, beta) if again else (alpha, INFINITY)
        if not self._narrows:
            alpha = -INFINITY
        if again:
            return self._search(number, child, measure, depth, alpha, beta)
        value, line = self._search(number, child, measure, depth - 1, -beta, -alpha)
        return -value, line

    def _close_in(self, depth: int, measure: Measure) -> tuple[int, list[int]]:
        """Run the passes of MTD(f)."""
        root = self._subject.root
        value, proven = self.plan.guess, []
        lower, upper = -INFINITY, INFINITY
        while lower < upper:
            bound = value + 1 if value == lower else value
            self._tell(PROBE, ROOT, bound - 1, bound)
            value, line = self._search(ROOT, root, measure, depth, bound - 1, bound)
            if value >= bound:
                lower = value
                proven = self._remembered_line(line, depth, bound)
            else:
                upper = value
        return value, proven

    def _remembered_line(self, line: list[int], depth: int, beta: int) -> list[int]:
        """Return the line of a pass, continued by the memory where that cut it short."""
        here = self._subject.root
        line = list(line)
        played = 0
        while depth and self._subject.moves(here):
            if played == len(line):
                known = self._memory.known(here, depth)
                if known is None or not (known[0] >= beta or known[2] < beta):
                    break
                line.append(known[1] if known[0] >= beta else known[3])
            here, again = self._subject.play(here, line[played])
            if not again:
                depth -= 1
                beta = 1 - beta
            played += 1
        return line

    def _known(self, state: Any, depth: int, beta: int) -> tuple[int, int] | None:
        """Return a value and its move where as much is remembered as a null window asks for."""
        known = self._memory.known(state, depth)
        if known is not None and known[0] >= beta:
            return known[0], known[1]
        if known is not None and known[2] < beta:
            return known[2], known[1] if known[0] == known[2] else known[3]
        return None


def record(
    plan: Plan, stop: StopWord | None = None, yield_to_frames: YieldToFrames = no_frames
) -> Recording:
    """Record a search.

    Raises TooMuch when it cannot be recorded, and Stopped once the stop word is raised. Where the
    search deepens, the word (or its own time, or the cap of steps) only ends the deepening: the
    last depth that was finished is recorded, and the first one always is.

    >>> from kalahgui.theatre.subject import WrittenSubject
    >>> from kalahgui.theatre.game_tree import read_tree
    >>> tree = WrittenSubject(read_tree("R(A(3 5) B(2 9))"))
    >>> recording = record(Plan(tree, "alpha-beta", 2))
    >>> recording.value, recording.line, recording.evaluations, recording.cuts
    (3, ['A', '3'], 3, 1)
    """
    stop = StopWord() if stop is None else stop
    if isinstance(plan.rule, TimedDeepening):
        return _deepen(plan, plan.rule, stop, yield_to_frames)
    return Recorder(plan, stop, yield_to_frames).record()


def _deepen(
    plan: Plan, rule: TimedDeepening, stop: StopWord, yield_to_frames: YieldToFrames
) -> Recording:
    depths = deepening(plan, stop, yield_to_frames)
    recording = next(depths)
    # The first step is finished whatever it takes, so its time does not count.
    timer = raise_after(rule.seconds, stop)
    try:
        for deeper in depths:
            recording = deeper
    except Stopped:
        return replace(recording, ended_by=TIME)
    except TooMuch:
        return replace(recording, ended_by=STEPS)
    finally:
        timer.cancel()
    return recording


def deepening(
    plan: Plan, stop: StopWord, yield_to_frames: YieldToFrames = no_frames
) -> Iterator[Recording]:
    """Yield recordings of one turn more each, up to the plan's depth or the end of all games.

    The stop word holds from the second one on. MTD(f) begins each with the value found before.
    """
    shallowest = replace(plan, depth=plan.subject.least_depth)
    recording = Recorder(shallowest, yield_to_frames=yield_to_frames).record()
    yield recording
    while recording.depth < plan.depth and not recording.read_out:
        before = recording.before[0] + recording.visits, recording.before[1] + recording.evaluations
        guess = recording.value if plan.algorithm == MTD_F else plan.guess
        deeper = replace(plan, depth=recording.depth + 1, guess=guess)
        recording = replace(Recorder(deeper, stop, yield_to_frames).record(), before=before)
        yield recording
