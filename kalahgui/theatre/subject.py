"""What a recorded search walks: a position of a game, or a tree that somebody has written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from kalahgui.core.memory import Memory
from kalahgui.games.game import Game, Position
from kalahgui.games.limit import HANDMADE
from kalahgui.games.user_error import UserError, short
from kalahgui.theatre.game_tree import TreeNode, written

State = TypeVar("State")

# Lower bound, a move that reaches it, upper bound, a move that comes nearest to it.
Known = tuple[int, int, int, int]


class Subject(Generic[State]):
    """Something to search, and how to move about in it.

    Moves are numbers; a state tells its moves in rising order and none where its line ends.
    """

    root: State
    # How many turns a search must look ahead at least.
    least_depth = 1

    def moves(self, state: State) -> Sequence[int]:
        """Return the moves of a state in rising order."""
        raise NotImplementedError

    def play(self, state: State, move: int) -> tuple[State, bool]:
        """Return the state after a move, and whether the same side moves again."""
        raise NotImplementedError

    def worth(self, state: State) -> int:
        """Return what a leaf is taken to be worth for the side to move."""
        raise NotImplementedError

    def text(self, state: State, move: int) -> str:
        """Return a move as it is written."""
        raise NotImplementedError

    def parse_move(self, text: str) -> int:
        """Read a move at the root; ValueError when there is no such move."""
        raise NotImplementedError

    def line_texts(self, moves: Sequence[int]) -> list[str]:
        """Return a line from the root as it is written."""
        raise NotImplementedError

    def position_text(self) -> str:
        """Return the root as it is written."""
        raise NotImplementedError

    def memory(self) -> Memory | NodeMemory:
        """Return an empty memory for MTD(f): what it has found of its states."""
        raise NotImplementedError

    def priority(self, state: State, move: int) -> int:
        """Return the rank that the playing search gives a move; larger is tried earlier."""
        return 0

    def article_order(self) -> Sequence[int]:
        """Return the order of an article's program, empty where that is rising."""
        return ()


class PositionSubject(Subject[Position]):
    """A position of a game that is not over."""

    def __init__(
        self,
        game: Game,
        position: Position,
        rules: tuple[str, ...] = (),
        evaluation: str = "",
    ) -> None:
        """UserError says that there is nothing to search, or that the evaluation does not suit."""
        if position.over:
            raise UserError("refused_over_here")
        self.game = game
        # The searches that are watched judge as their articles do.
        self.root = game.with_evaluation(position, evaluation or HANDMADE)
        self.rules = rules
        self.evaluation = evaluation

    def moves(self, state: Position) -> Sequence[int]:
        return state.moves()

    def play(self, state: Position, move: int) -> tuple[Position, bool]:
        after = state.copy()
        again = after.play(move)
        return after, again

    def worth(self, state: Position) -> int:
        return state.published()

    def text(self, state: Position, move: int) -> str:
        return self.game.text(move)

    def parse_move(self, text: str) -> int:
        move = self.game.parse_move(text, self.root)
        if move not in self.root.moves():
            raise UserError("refused_move_here", move=self.game.text(move))
        return move

    def line_texts(self, moves: Sequence[int]) -> list[str]:
        return self.game.line_texts(self.root, moves)

    def position_text(self) -> str:
        return self.game.position_text(self.root)

    def memory(self) -> Memory:
        return Memory()

    def priority(self, state: Position, move: int) -> int:
        return state.priority(move)

    def article_order(self) -> Sequence[int]:
        return self.game.article_order if self.game.has_article_order(self.root) else ()


class WrittenSubject(Subject[TreeNode]):
    """A tree with the values of its leaves for the root's player; the players alternate."""

    def __init__(self, root: TreeNode) -> None:
        """UserError says that there is nothing to search."""
        if not root.children:
            raise UserError("refused_leaf")
        self.root = root
        # Nodes above the leaves have no value of their own.
        self.least_depth = root.height

    def moves(self, state: TreeNode) -> Sequence[int]:
        return range(len(state.children))

    def play(self, state: TreeNode, move: int) -> tuple[TreeNode, bool]:
        child = state.children[move]
        return child, child.mover == state.mover

    def worth(self, state: TreeNode) -> int:
        assert state.value is not None, "a leaf has a value"
        return -state.value if state.mover else state.value

    def text(self, state: TreeNode, move: int) -> str:
        return state.children[move].label

    def parse_move(self, text: str) -> int:
        labels = [child.label for child in self.root.children]
        if text not in labels:
            raise UserError("refused_root_move", text=short(text), known=tuple(labels))
        return labels.index(text)

    def line_texts(self, moves: Sequence[int]) -> list[str]:
        texts = []
        here = self.root
        for move in moves:
            here = here.children[move]
            texts.append(here.label)
        return texts

    def position_text(self) -> str:
        return written(self.root)

    def memory(self) -> NodeMemory:
        return NodeMemory()


class NodeMemory:
    """Bounds for the nodes of a written tree, each a position of its own, as ``Memory`` has them.

    ``known`` tells those of a node that so many turns remained for; ``keep`` takes what was found
    within a window, and the move.
    """

    def __init__(self) -> None:
        self._bounds: dict[tuple[int, int], Known] = {}

    def known(self, state: TreeNode, depth: int) -> Known | None:
        return self._bounds.get((id(state), depth))

    def keep(
        self, state: TreeNode, depth: int, alpha: int, beta: int, value: int, move: int
    ) -> None:
        key = id(state), depth
        lower, lower_move, upper, upper_move = self._bounds.get(key, (-(1 << 30), 0, 1 << 30, 0))
        if value > alpha:
            lower, lower_move = value, move
        if value < beta:
            upper, upper_move = value, move
        self._bounds[key] = (lower, lower_move, upper, upper_move)
