"""The tasks of lessons: a closed list of kinds, and for each what answers the tries."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import permutations
from typing import Any

from kalahgui.core.textbook import ALGORITHMS
from kalahgui.engine.method import Method
from kalahgui.games.game import Game, Grid, Message, Pits, Position
from kalahgui.learning.being_search import Kind, questions
from kalahgui.learning.breaking import TARGETS, Breaking
from kalahgui.learning.exercise import Answer, Exercise, Grade
from kalahgui.learning.goals import (
    GOALS,
    Goal,
    Plies,
    after,
    best_turn,
    goes_on,
    margin,
    robbed,
    sown,
)
from kalahgui.learning.random_trees import random_search
from kalahgui.learning.search_task import Graded, SearchTask
from kalahgui.match.match import Match


class MoveJudge:
    """Asks for moves that reach goals one after the other, the other side answering in between.

    With ``to_end`` every move until the end of the game has to reach the goals' only one. Between
    two goals the learner may also move again, as long as they stay within reach.
    """

    def __init__(self, game: Game, start: Position, goals: tuple[str, ...], to_end: bool) -> None:
        self._game = game
        self._side = start.turn
        self._goals = goals
        self._to_end = to_end

    def answer(self, match: Match) -> Answer:
        """Answer the last ply of the match's line."""
        *_, (position, step, move) = self._tries(match)
        grade, _, message = self._judged(position, step, move)
        child = after(position, move)
        played_on = grade is Grade.RIGHT or (grade is Grade.DONE and self._to_end)
        if played_on and not child.over and child.turn != self._side:
            return Answer(grade, None, best_turn(child))
        reply: Plies = ()
        if grade is Grade.WRONG and not goes_on(position, child):
            reply = self._goal(step).refuted(self._game, position, move)
        return Answer(grade, message, reply)

    def next_plies(self, match: Match) -> Plies:
        """Return the fewest plies of a turn that lead on to the goals."""
        step = 0
        for position, before, move in self._tries(match):
            _, step, _ = self._judged(position, before, move)
        todo: deque[tuple[Plies, Position, int]] = deque([((), match.position, step)])
        while todo:
            plies, here, step = todo.popleft()
            for move in here.moves():
                grade, then, _ = self._judged(here, step, move)
                child, line = after(here, move), (*plies, move)
                if grade is Grade.DONE or (grade is Grade.RIGHT and not goes_on(here, child)):
                    return line
                if grade is Grade.RIGHT:
                    todo.append((line, child, then))
        raise ValueError("the goals are out of reach")

    def _tries(self, match: Match) -> list[tuple[Position, int, int]]:
        """Return the learner's plies: the position before, the goal that was wanted, the move."""
        found, step = [], 0
        for node in match.here.line:
            assert node.parent is not None and node.ply is not None
            position = node.parent.position
            if position.turn == self._side:
                found.append((position, step, node.ply))
                _, step, _ = self._judged(position, step, node.ply)
        return found

    def _goal(self, step: int) -> Goal:
        return GOALS[self._goals[0 if self._to_end else step]]

    def _judged(
        self, position: Position, step: int, move: int
    ) -> tuple[Grade, int, Message | None]:
        """Return how a move is graded, the goal that is wanted then, and what it misses."""
        child, goal = after(position, move), self._goal(step)
        if goal.holds(self._game, position, move):
            if self._ended(child) if self._to_end else step + 1 == len(self._goals):
                return Grade.DONE, step + 1, None
            if self._within_reach(child, step + 1):
                return Grade.RIGHT, step + 1, None
            key = "learn_then_stuck" if goes_on(position, child) else "learn_then_missed"
            return Grade.WRONG, step, Message.of(key, ply=move)
        if goes_on(position, child):
            if self._within_reach(child, step):
                return Grade.RIGHT, step, None
            return Grade.WRONG, step, Message.of("learn_then_stuck", ply=move)
        return Grade.WRONG, step, goal.missed(self._game, position, move)

    def _ended(self, child: Position) -> bool:
        """Tell whether the game is over once the other side has answered."""
        if child.over or child.turn == self._side:
            return child.over
        for move in best_turn(child):
            child = after(child, move)
        return child.over

    def _within_reach(self, position: Position, step: int) -> bool:
        """Tell whether the goals from one on can be reached, whatever is answered."""
        if self._to_end or position.over:
            return self._to_end
        if position.turn != self._side:
            replies = (after(position, move) for move in position.moves())
            return all(self._within_reach(child, step) for child in replies)
        tries = (self._judged(position, step, move) for move in position.moves())
        return any(grade is not Grade.WRONG for grade, _, _ in tries)


class CellsAsked:
    """Asks for all cells of the board that are something."""

    options: tuple[Message, ...] = ()

    def __init__(self, name: str, wanted: frozenset[int]) -> None:
        self.wanted = wanted
        self._name = name

    def answer(self, chosen: tuple[int, ...]) -> Answer:
        """Answer the cell that was clicked last."""
        if chosen[-1] not in self.wanted:
            return Answer(Grade.WRONG, Message(f"learn_not_{self._name}"))
        return Answer(Grade.DONE if self.wanted <= {*chosen} else Grade.RIGHT)

    def next_choice(self, chosen: tuple[int, ...]) -> int:
        """Return a cell that is missing."""
        return min(self.wanted - {*chosen})


class OneAsked:
    """Asks for the one of some options that is right; ``shown`` plays on the board then."""

    def __init__(self, options: tuple[Message, ...], right: int, shown: Plies = ()) -> None:
        self.options = options
        self.right = right
        self._shown = shown

    def answer(self, chosen: tuple[int, ...]) -> Answer:
        """Answer what was chosen."""
        if chosen[-1] == self.right:
            return Answer(Grade.DONE, None, self._shown)
        wrong = Message.of("learn_not_option", option=self.options[chosen[-1]])
        return Answer(Grade.WRONG, wrong, self._shown)

    def next_choice(self, chosen: tuple[int, ...]) -> int:
        """Return the right one."""
        return self.right


class Guessed:
    """Asks for a guess: any will do, and the ``truth`` is told."""

    def __init__(self, numbers: tuple[int, ...], truth: int) -> None:
        self.options = tuple(map(_number, numbers))
        self.numbers = numbers
        self.truth = truth

    def answer(self, chosen: tuple[int, ...]) -> Answer:
        """Say how many there are."""
        return Answer(Grade.DONE, Message.of("learn_it_is", n=_figure(self.truth)))

    def next_choice(self, chosen: tuple[int, ...]) -> int:
        """Return the nearest number."""
        return min(range(len(self.numbers)), key=lambda n: abs(self.numbers[n] - self.truth))


# -- what cells are asked for, by name


def _cell(game: Game, position: Position, move: int) -> int:
    board = game.board(position)
    if isinstance(board, Pits):
        return board.cell(position.turn, move)
    return board.cell(move) if isinstance(board, Grid) else move


def _cells(game: Game, position: Position, goal: str = "") -> set[int]:
    """Return the cells of the legal moves that reach a goal."""
    holds = GOALS[goal].holds if goal else lambda *_: True
    return {_cell(game, position, m) for m in position.moves() if holds(game, position, m)}


def _pits(game: Game, position: Position) -> set[int]:
    board = game.board(position)
    return {board.cell(position.turn, pit) for pit in range(board.pits)}


def _threatened(game: Game, position: Position) -> set[int]:
    """Return the pits that one sowing of the other side would empty, if it were to move."""
    theirs = position.copy()
    theirs.own, theirs.opp = theirs.opp, theirs.own
    theirs.lead, theirs.turn = -theirs.lead, 1 - theirs.turn
    return {cell for move in theirs.moves() for cell in robbed(game, theirs, move)}


CELLS: dict[str, Callable[[Game, Position, int], set[int]]] = {
    "legal": lambda game, position, move: _cells(game, position),
    "numbers": lambda game, position, move: {*position.moves()},
    "pits": lambda game, position, move: _pits(game, position),
    "store": lambda game, position, move: {game.board(position).store(position.turn)},
    "reaching": lambda game, position, move: _cells(game, position, "again"),
    "landing": lambda game, position, move: {sown(game, position, move)[-1]},
    "threatened": lambda game, position, move: _threatened(game, position),
    "corners": lambda game, position, move: {*game.board(position).corners},
    "move": lambda game, position, move: {_cell(game, position, move)},
}


# -- what is asked about a move, by name


def _points(game: Game, position: Position, move: int) -> int:
    points = game.points(after(position, move))
    assert points is not None
    return points[position.turn]


def _lead(game: Game, position: Position, move: int) -> int:
    points = game.points(after(position, move))
    assert points is not None
    return points[position.turn] - points[1 - position.turn]


NUMBERS: dict[str, Callable[[Game, Position, int], int]] = {"points": _points, "lead": _lead}


def _winner(game: Game, position: Position, move: int) -> str:
    value = margin(position, after(position, move))
    return "you" if value > 0 else "they" if value < 0 else "nobody"


# -- the kinds of tasks, by name

Fields = Mapping[str, Any]
MOST_ASKED = 10  # of a search


def _number(number: int) -> Message:
    return Message.of("learn_number", n=_figure(number))


def _figure(number: int) -> str:
    return f"{number:,}".replace(",", " ").replace("-", "\u2212")


def _move(exercise: Exercise, fields: Fields) -> Exercise:
    goals = tuple(fields["goals"])
    for goal in goals:
        GOALS[goal]
    judge = MoveJudge(exercise.game, exercise.start, goals, fields.get("to_end", False))
    return replace(exercise, judge=judge)


def _shown(exercise: Exercise, fields: Fields) -> int:
    """Return the move that a question is about, -1 for none."""
    move = exercise.game.parse_move(fields["move"]) if "move" in fields else -1
    if move not in (-1, *exercise.start.moves()):
        raise ValueError("no legal move")
    return move


def _mark(exercise: Exercise, fields: Fields) -> Exercise:
    name, move = fields["cells"], _shown(exercise, fields)
    wanted = CELLS[name](exercise.game, exercise.start, move)
    return replace(exercise, asking=CellsAsked(name, frozenset(wanted)))


def _value(exercise: Exercise, fields: Fields) -> Exercise:
    move, numbers = _shown(exercise, fields), [int(each) for each in fields["options"]]
    count = NUMBERS[fields.get("what", "points")]
    right = numbers.index(count(exercise.game, exercise.start, move))
    return replace(exercise, asking=OneAsked(tuple(map(_number, numbers)), right, (move,)))


def _choose(exercise: Exercise, fields: Fields) -> Exercise:
    move, names = _shown(exercise, fields), list(fields["options"])
    right = names.index(_winner(exercise.game, exercise.start, move))
    options = tuple(Message(f"learn_winner_{name}") for name in names)
    return replace(exercise, asking=OneAsked(options, right, (move,)))


def _game(exercise: Exercise, fields: Fields) -> Exercise:
    return replace(exercise, opponent=Method(level=int(fields["level"])))


def _guess(exercise: Exercise, fields: Fields) -> Exercise:
    numbers = tuple(int(each) for each in fields["options"])
    return replace(exercise, asking=Guessed(numbers, int(fields["count"])))


def _search(exercise: Exercise, fields: Fields) -> Exercise:
    asks, algorithm = [Kind(each) for each in fields["asks"]], fields["algorithm"]
    if algorithm not in ALGORITHMS:
        raise ValueError("no such search")

    def made(seed: str, graded: Graded) -> SearchTask:
        found = random_search(seed, algorithm, "easy", 0)
        return SearchTask(found, questions(found, asks)[:MOST_ASKED], graded=graded)

    return replace(exercise, made=made)


def _order(exercise: Exercise, fields: Fields) -> Exercise:
    target = TARGETS.index(fields["target"])
    return replace(exercise, made=lambda seed, graded: Breaking(seed, target))


def arrange_best(breaking: Breaking) -> None:
    """Put moves into an order that meets the target."""
    for order in permutations(breaking.order):
        breaking.arrange(order)
        if breaking.met:
            return


KINDS: dict[str, Callable[[Exercise, Fields], Exercise]] = {
    "move": _move,
    "mark": _mark,
    "value": _value,
    "choose": _choose,
    "guess": _guess,
    "order": _order,
    "search": _search,
    "game": _game,
}
_FIELDS = {"kind", "position", "variant", "rules", "ring", "goals", "to_end", "cells", "move"}
_FIELDS |= {"options", "level", "tree", "what", "turns", "count", "asks", "algorithm", "target"}


def task_of(game: Game, fields: Fields, goal: Message) -> Exercise:
    """Make a task of the fields that a course gives it; ValueError or KeyError for wrong ones."""
    if not {*fields} <= _FIELDS:
        raise ValueError("unknown fields")
    variant, rules = fields["variant"], tuple(fields.get("rules", ()))
    start = game.start(variant, rules)
    if "position" in fields:
        start = game.parse_position(fields["position"], rules)
    exercise = Exercise(game, variant, rules, start, goal, tree=fields.get("tree", False))
    if "ring" in fields:
        cells = CELLS[fields["ring"]](game, start, _shown(exercise, fields))
        exercise = replace(exercise, rings=tuple(sorted(cells)))
    return KINDS[fields["kind"]](exercise, fields)
