"""The tasks of lessons: a closed list of kinds, and for each what answers the tries."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import count, permutations
from typing import Any

from kalahgui.core.textbook import ALGORITHMS
from kalahgui.engine.method import Method
from kalahgui.games.game import Game, Message, Position
from kalahgui.learning.being_search import Kind, Question, Reply, questions
from kalahgui.learning.breaking import TARGETS, Breaking
from kalahgui.learning.exercise import Answer, Asking, Exercise, Grade, Judge
from kalahgui.learning.goals import (
    GOALS,
    Goal,
    Plies,
    Try,
    after,
    best_turn,
    goes_on,
    margin,
    tries,
)
from kalahgui.learning.mastery import order_questions
from kalahgui.learning.random_trees import random_search, search_of
from kalahgui.learning.search_task import Graded, SearchTask
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.theatre.game_tree import read_tree
from kalahgui.theatre.recording import Recording


class MoveJudge(Judge):
    """Asks for moves that reach goals one after the other, the other side answering in between.

    With ``to_end`` every move until the end of the game has to reach the goals' only one. Between
    two goals the learner may also move again, as long as they stay within reach.
    """

    def __init__(self, game: Game, start: Position, goals: tuple[str, ...], to_end: bool) -> None:
        self._game = game
        self._side = start.turn
        self.goals = goals
        self.to_end = to_end

    def answer(self, match: Match) -> Answer:
        *before, node = match.here.line
        step, tried = self._step(before), self._try_of(node)
        grade, _, message = self._judged(tried, step)
        child = tried.child
        played_on = grade is Grade.RIGHT or (grade is Grade.DONE and self.to_end)
        if played_on and not child.over and child.turn != self._side:
            return Answer(grade, None, best_turn(child))
        reply: Plies = ()
        if grade is Grade.WRONG and not goes_on(tried.position, child):
            reply = self._goal(step).refuted(tried)
        return Answer(grade, message, reply)

    def next_plies(self, match: Match) -> Plies:
        """Return the fewest plies of a turn that lead on to the goals."""
        start = (), match.position, self._step(match.here.line)
        todo: deque[tuple[Plies, Position, int]] = deque([start])
        while todo:
            plies, here, step = todo.popleft()
            for tried in tries(self._game, here):
                grade, then, _ = self._judged(tried, step)
                child, line = tried.child, (*plies, tried.move)
                if grade is Grade.DONE or (grade is Grade.RIGHT and not goes_on(here, child)):
                    return line
                if grade is Grade.RIGHT:
                    todo.append((line, child, then))
        raise ValueError("the goals are out of reach")

    def _try_of(self, node: Node) -> Try:
        assert node.parent is not None and node.ply is not None
        return Try(self._game, node.parent.position, node.ply)

    def _step(self, line: Iterable[Node]) -> int:
        """Return the goal that is wanted after the plies of a line."""
        step = 0
        for tried in map(self._try_of, line):
            if tried.position.turn == self._side:
                _, step, _ = self._judged(tried, step)
        return step

    def _goal(self, step: int) -> Goal:
        return GOALS[self.goals[0 if self.to_end else step]]

    def _judged(self, tried: Try, step: int) -> tuple[Grade, int, Message | None]:
        """Return how a move is graded, the goal that is wanted then, and what it misses."""
        child, goal = tried.child, self._goal(step)
        if goal.holds(tried):
            if self._ended(child) if self.to_end else step + 1 == len(self.goals):
                return Grade.DONE, step + 1, None
            if self._within_reach(child, step + 1):
                return Grade.RIGHT, step + 1, None
            key = "learn_then_stuck" if goes_on(tried.position, child) else "learn_then_missed"
            return Grade.WRONG, step, tried.says(key)
        if goes_on(tried.position, child):
            if self._within_reach(child, step):
                return Grade.RIGHT, step, None
            return Grade.WRONG, step, tried.says("learn_then_stuck")
        return Grade.WRONG, step, goal.missed(tried)

    def _ended(self, child: Position) -> bool:
        """Tell whether the game is over once the other side has answered."""
        if child.over or child.turn == self._side:
            return child.over
        for move in best_turn(child):
            child = after(child, move)
        return child.over

    def _within_reach(self, position: Position, step: int) -> bool:
        """Tell whether the goals from one on can be reached, whatever is answered."""
        if self.to_end or position.over:
            return self.to_end
        if position.turn != self._side:
            replies = (after(position, move) for move in position.moves())
            return all(self._within_reach(child, step) for child in replies)
        judged = (self._judged(tried, step) for tried in tries(self._game, position))
        return any(grade is not Grade.WRONG for grade, _, _ in judged)


class CellsAsked(Asking):
    """Asks for all cells of the board that are something."""

    def __init__(self, name: str, wanted: frozenset[int]) -> None:
        self.wanted = wanted
        self._name = name

    def answer(self, chosen: tuple[int, ...]) -> Answer:
        if chosen[-1] not in self.wanted:
            return Answer(Grade.WRONG, Message(f"learn_not_{self._name}"))
        return Answer(Grade.DONE if self.wanted <= {*chosen} else Grade.RIGHT)

    def next_choice(self, chosen: tuple[int, ...]) -> int:
        return min(self.wanted - {*chosen})


class OneAsked(Asking):
    """Asks for the one of some options that is right; ``shown`` plays on the board then.

    Something may be ``known`` before, and be said of every option that was ``missed``.
    """

    def __init__(
        self,
        options: tuple[Message, ...],
        right: int,
        shown: Plies = (),
        known: Message | None = None,
        missed: Message | None = None,
    ) -> None:
        self.options, self.right, self.known = options, right, known
        self._shown, self._missed = shown, missed

    def answer(self, chosen: tuple[int, ...]) -> Answer:
        if chosen[-1] == self.right:
            return Answer(Grade.DONE, None, self._shown)
        wrong = Message.of("learn_not_option", option=self.options[chosen[-1]])
        return Answer(Grade.WRONG, self._missed or wrong, self._shown)

    def next_choice(self, chosen: tuple[int, ...]) -> int:
        return self.right


class Guessed(Asking):
    """Asks for a guess: any will do, and the ``truth`` is told beside those told before.

    What is known is counted so many turns ahead; the last of it is the truth. A guess is off by a
    step for each factor of ten.
    """

    def __init__(self, numbers: tuple[int, ...], turns: list[int], counts: list[int]) -> None:
        self.options = tuple(map(_number, numbers))
        self.numbers = numbers
        self.truth = counts[-1]
        costs = [
            Message.of("learn_cost", turns=far, n=count)
            for far, count in zip(turns, counts, strict=True)
        ]
        self.known, self._all = _row(costs[:-1]), _row(costs)

    def answer(self, chosen: tuple[int, ...]) -> Answer:
        off = round(abs(math.log10(self.numbers[chosen[-1]] / self.truth)))
        return Answer(Grade.DONE, self._all, off=off)

    def next_choice(self, chosen: tuple[int, ...]) -> int:
        """Return the nearest number."""
        return min(range(len(self.numbers)), key=lambda n: abs(self.numbers[n] - self.truth))


# -- what cells are asked for, by name


def _threatened(shown: Try) -> set[int]:
    """Return the pits that one sowing of the other side would empty, if it were to move."""
    theirs = shown.position.copy()
    theirs.own, theirs.opp = theirs.opp, theirs.own
    theirs.lead, theirs.turn = -theirs.lead, 1 - theirs.turn
    return {cell for tried in tries(shown.game, theirs) for cell in tried.robbed}


CELLS: dict[str, Callable[[Try], set[int]]] = {
    "legal": lambda shown: {tried.cell for tried in tries(shown.game, shown.position)},
    "numbers": lambda shown: {*shown.position.moves()},
    "pits": lambda shown: {
        shown.board.cell(shown.position.turn, pit) for pit in range(shown.board.pits)
    },
    "store": lambda shown: {shown.store},
    "reaching": lambda shown: {
        tried.cell for tried in tries(shown.game, shown.position) if GOALS["again"].holds(tried)
    },
    "landing": lambda shown: {shown.sown[-1]},
    "threatened": _threatened,
    "corners": lambda shown: {*shown.board.corners},
    "move": lambda shown: {shown.cell},
}


# -- what is asked about a move, by name


def _points(shown: Try) -> tuple[int, int]:
    points, mover = shown.game.points(shown.child), shown.position.turn
    assert points is not None
    return points[mover], points[1 - mover]


NUMBERS: dict[str, Callable[[Try], int]] = {
    "points": lambda shown: _points(shown)[0],
    "lead": lambda shown: _points(shown)[0] - _points(shown)[1],
}


def _winner(shown: Try) -> str:
    value = margin(shown.position, shown.child)
    return "you" if value > 0 else "they" if value < 0 else "nobody"


# -- the kinds of tasks: what an exercise has, by the move that is shown and the fields of the task

Made = dict[str, Any]
MOST_ASKED = 10  # of a search
_PROBED = Kind.BETTER, Kind.RESEARCH


def _number(number: int) -> Message:
    return Message.of("learn_number", n=number)


def _row(messages: list[Message]) -> Message | None:
    return Message.of("learn_told", told=tuple(messages)) if messages else None


def _move(shown: Try, goals: list[str], to_end: bool = False) -> Made:
    for goal in goals:
        GOALS[goal]
    return {"judge": MoveJudge(shown.game, shown.position, tuple(goals), to_end)}


def _mark(shown: Try, cells: str) -> Made:
    return {"asking": CellsAsked(cells, frozenset(CELLS[cells](shown)))}


def _value(shown: Try, options: list[int], what: str = "points") -> Made:
    numbers = [int(option) for option in options]
    right = numbers.index(NUMBERS[what](shown))
    return {"asking": OneAsked(tuple(map(_number, numbers)), right, (shown.move,))}


def _choose(shown: Try, options: Sequence[str] = (), **looks: Any) -> Made:
    if looks:
        return {"asking": _deepened(**looks)}
    messages = tuple(Message(f"learn_winner_{name}") for name in options)
    return {"asking": OneAsked(messages, options.index(_winner(shown)), (shown.move,))}


def _deepened(best: list[str], counts: list[int], time: int) -> OneAsked:
    """Ask which move counts when looks one turn deeper each run out of time.

    Each has found a move as the best and looked at so many positions. The last one may be broken
    off; then the one before it counts.
    """
    looks = []
    for depth, (move, seen) in enumerate(zip(best, counts, strict=True), 1):
        time -= seen
        key = "learn_look" if time >= 0 else "learn_look_broken"
        looks.append(Message.of(key, count=depth, move=move, left=time))
    moves = sorted({*best})
    right = moves.index(best[-1 if time >= 0 else -2])
    options = tuple(Message.of("learn_number", n=move) for move in moves)
    return OneAsked(options, right, known=_row(looks), missed=Message("learn_not_look"))


def _game(shown: Try, level: int) -> Made:
    return {"opponent": Method(level=int(level))}


def _guess(shown: Try, options: list[int], turns: list[int], counts: list[int]) -> Made:
    return {"asking": Guessed(tuple(map(int, options)), turns, counts)}


def _search(
    shown: Try, asks: list[str], algorithm: str, written: str = "", last: int | None = None
) -> Made:
    kinds = [Kind(name) for name in asks]
    if algorithm not in ALGORITHMS:
        raise ValueError("no such search")

    tree = read_tree(written) if written else None
    # A second search of a small tree costs more than it saves.
    level = "medium" if Kind.RESEARCH in kinds else "easy"
    asked = slice(MOST_ASKED) if last is None else slice(-int(last), None)

    def made(seed: str, graded: Graded) -> SearchTask:
        for number in count():
            if tree:
                recording = search_of(tree, algorithm)
            else:
                recording = random_search(seed, algorithm, level, number)
            # Whether a leaf is better, and is looked at again, teaches nobody.
            row = [q for q in questions(recording, kinds) if q.kind not in _PROBED or not q.path][
                asked
            ]
            row += order_questions(recording) if Kind.ORDER in kinds else []
            if tree or _teaches(recording, row, kinds):
                break
        return SearchTask(recording, row, graded=graded)

    return {"made": made}


def _teaches(recording: Recording, row: list[Question], asks: list[Kind]) -> bool:
    """Tell whether a search looks twice and yet saves leaves, and asks for all of its passes."""
    truths = [question.truth for question in row]
    if not truths:
        return False
    if Kind.PASS in asks and (Reply.DONE not in truths or truths[0] == Reply.DONE):
        return False
    if Kind.RESEARCH not in asks:
        return True
    tree = recording.plan.subject.root
    return Reply.TWICE in truths and recording.evaluations < len(list(tree.leaves()))


def _order(shown: Try, target: str) -> Made:
    number = TARGETS.index(target)
    return {"made": lambda seed, graded: Breaking(seed, number)}


def arrange_best(breaking: Breaking) -> None:
    """Put moves into an order that meets the target."""
    for order in permutations(breaking.order):
        breaking.arrange(order)
        if breaking.met:
            return


# By the words of a task's kind, which has the fields that these take.
KINDS: dict[str, Callable[..., Made]] = {
    "move": _move,
    "mark": _mark,
    "value": _value,
    "choose": _choose,
    "guess": _guess,
    "order": _order,
    "search": _search,
    "game": _game,
}


def task_of(
    game: Game,
    goal: Message,
    *,
    kind: str,
    variant: str,
    rules: Sequence[str] = (),
    position: str = "",
    move: str = "",
    ring: str = "",
    tree: bool = False,
    intro: bool = False,
    **fields: Any,
) -> Exercise:
    """Make a task of the fields that a course gives it; what is wrong with one raises.

    That is a ValueError, a KeyError, or a TypeError for a field that the kind does not have.
    """
    start = game.parse_position(position, rules) if position else game.start(variant, tuple(rules))
    shown = Try(game, start, game.parse_move(move) if move else -1)
    if shown.move not in (-1, *start.moves()):
        raise ValueError("no legal move")
    if not move and "move" in (ring, fields.get("cells")):
        raise ValueError("it is about no move")
    rings = tuple(sorted(CELLS[ring](shown))) if ring else ()
    introduction = Message(f"{goal.key}_intro") if intro else None
    own = KINDS[kind](shown, **fields)
    return Exercise(
        game, variant, tuple(rules), start, goal, rings=rings, tree=tree, intro=introduction, **own
    )
