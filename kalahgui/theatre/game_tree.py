"""A game tree as something to look at, and trees as text: ``R(A(3 5) B(2 9))``.

In text a name stands before brackets, and what is in them are its moves: numbers, which are leaves,
and further names with brackets. A leaf may have a name too: ``J=2``. The root maximises and the
players alternate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kalahgui.core.textbook import MAX_DEPTH, NEGA_ALPHA, Textbook
from kalahgui.games.game import Game, Position
from kalahgui.games.user_error import UserError, short

# The way to a node: which child at each step, from the root.
Path = tuple[int, ...]


@dataclass(frozen=True)
class TreeNode:
    """One position: the move that led to it, its value for the first player and who moves."""

    label: str
    value: int | None
    mover: int
    children: tuple[TreeNode, ...] = ()

    def leaves(self) -> Iterator[TreeNode]:
        """Yield the leaves below, from the left; of a leaf itself that is the leaf."""
        return (node for node in self.nodes() if not node.children)

    @property
    def height(self) -> int:
        """Return how many moves the longest way down has."""
        return max((1 + child.height for child in self.children), default=0)

    def nodes(self) -> Iterator[TreeNode]:
        """Yield this node and all below it."""
        return (node for _, node in walk(self))


def walk(node: TreeNode, path: Path = ()) -> Iterator[tuple[Path, TreeNode]]:
    """Yield a node and all below it, each before those below it, from the left, with its path.

    A path has the index of the child taken at each step; ``path`` is that of the node itself.

    >>> [(path, each.label) for path, each in walk(read_tree("R(A(3 5) 4)"))][:2]
    [((), 'R'), ((0,), 'A')]
    """
    yield path, node
    for index, child in enumerate(node.children):
        yield from walk(child, (*path, index))


def leaves_of(tree: TreeNode) -> list[Path]:
    """Return the ways to the leaves, from the left."""
    return [path for path, node in walk(tree) if not node.children]


def whole_tree(game: Game, start: Position, plies: int = MAX_DEPTH, label: str = "0") -> TreeNode:
    """Return the tree of all ways to play a small game on, with the values of best play.

    It is so many plies high, whose values are those of the end all the same.

    >>> from kalahgui.games import GAMES
    >>> eight = GAMES["eight"]
    >>> tree = whole_tree(eight, eight.start("8"))
    >>> tree.value, sum(1 for _ in tree.nodes())
    (-1, 62)
    >>> tree = whole_tree(GAMES["tictactoe"], GAMES["tictactoe"].parse_position(".x..o...."), 2)
    >>> tree.value, len(tree.children), len(list(tree.leaves()))
    (1, 7, 42)
    """
    children = []
    for move in start.moves() if plies else ():
        child = start.copy()
        child.play(move)
        children.append(whole_tree(game, child, plies - 1, game.text(move)))
    value = start.final() if start.over else Textbook(NEGA_ALPHA).run(start, MAX_DEPTH)
    return TreeNode(label, -value if start.turn else value, start.turn, tuple(children))


_TOKEN = re.compile(r"\s*(?:([()])|([^\s()=]+)(?:=([^\s()=]+))?)")
_NUMBER = re.compile(r"[-+\u2212]?[0-9]{1,6}")
_LARGE = re.compile(r"[-+\u2212]?[0-9]{7,}")
_MOST_NODES = 100_000
_HIGHEST = 64


class _Reader:
    """Reads the signs of a tree from the left."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.count = 0

    def token(self) -> re.Match[str] | None:
        """Return the next sign or word and leave it there; None at the end."""
        if not self.text[self.at :].strip():
            return None
        token = _TOKEN.match(self.text, self.at)
        if token is None:
            raise UserError("refused_tree_sign", text=_excerpt(self.text[self.at :]))
        return token

    def node(self, mover: int, height: int) -> TreeNode:
        word = self.token()
        if word is None:
            raise UserError("refused_tree_open")
        if word[1]:
            raise UserError("refused_tree_name", text=_excerpt(self.text[self.at :]))
        self.at = word.end()
        self.count += 1
        if self.count > _MOST_NODES or height > _HIGHEST:
            raise UserError("refused_large_tree", most=_MOST_NODES, highest=_HIGHEST)
        name, value = word[2], word[3]
        sign = self.token()
        opens = sign is not None and sign[1] == "("
        if value is not None or not opens:
            if opens:
                raise UserError("refused_tree_leaf", leaf=short(f"{name}={value}"))
            return TreeNode(name, _leaf(name if value is None else value), mover)
        assert sign is not None
        self.at = sign.end()
        children = []
        while True:
            sign = self.token()
            if sign is None:
                raise UserError("refused_tree_bracket", name=short(name))
            if sign[1] == ")":
                self.at = sign.end()
                break
            children.append(self.node(1 - mover, height + 1))
        if not children:
            raise UserError("refused_tree_empty", name=short(name))
        return TreeNode(name, None, mover, tuple(children))


def _leaf(word: str) -> int:
    if _LARGE.fullmatch(word):
        raise UserError("refused_tree_value", text=_excerpt(word))
    if not _NUMBER.fullmatch(word):
        raise UserError("refused_tree_word", text=_excerpt(word))
    return int(word.replace("\u2212", "-"))


def _excerpt(text: str) -> str:
    return short(" ".join(text.split()))


def read_tree(text: str) -> TreeNode:
    """Read a tree; UserError says what is wrong with it.

    >>> tree = read_tree("R(A(3 5) B(2 9))")
    >>> [child.label for child in tree.children], [leaf.value for leaf in tree.leaves()]
    (['A', 'B'], [3, 5, 2, 9])
    """
    reader = _Reader(text)
    root = reader.node(0, 0)
    if not root.children:
        raise UserError("refused_tree_root")
    if reader.token() is not None:
        raise UserError("refused_tree_end", text=_excerpt(reader.text[reader.at :]))
    return root


def written(tree: TreeNode) -> str:
    """Return a tree as ``read_tree`` reads it.

    >>> written(read_tree("R( A(3 J=5)  B(-2 9) )"))
    'R(A(3 J=5) B(-2 9))'
    """
    if not tree.children:
        value = str(tree.value)
        return value if tree.label == value else f"{tree.label}={value}"
    return f"{tree.label}({' '.join(map(written, tree.children))})"
