"""Trees for screen readers: what stands at a node, in words, with those below it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pygame

from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.layout import Painted
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.paint.tree_drawing import TreePicture
from kalahgui.theatre.game_tree import Path, TreeNode
from kalahgui.theatre.node_labels import NodeLabel, NodeState
from kalahgui.words import listed, say

MOST = 300  # nodes that are told: more are folded away
_SIGNS = {"≥": "value_least", "≤": "value_most"}
_STATES = {
    NodeState.HIDDEN: "watch_to_come",
    NodeState.WAITING: "watch_to_come",
    NodeState.AHEAD: "watch_to_come",
    NodeState.CUT_AWAY: "watch_left_out",
    NodeState.LEFT_OUT: "watch_left_out",
    NodeState.RULED_OUT: "board_tree_ruled_out",
    NodeState.OPEN: "",
    NodeState.DONE: "",
    NodeState.CUT: "",
}
_WINDOW = {
    "α": "access_alpha",
    "β": "access_beta",
    "\u2212∞": "access_low",
    "∞": "access_high",
}
_WINNERS = {1: "article_winner_first", 0: "value_draw", -1: "article_winner_second"}
# The keys that say who chooses at a node: the side that maximises, and the one that minimises.
CHOICES = ("access_largest", "access_smallest")


def value_words(value: str) -> str:
    """Say a value as it stands in a node: a sign before it as a word."""
    if value in ("", "?"):
        return ""
    key = next((_SIGNS[sign] for sign in _SIGNS if value.startswith(sign)), "value_is")
    return say(key, value=value.lstrip("≥≤ \u2009")).strip()


def window_words(window: str) -> str:
    """Say a window that stands above a node."""
    for sign, key in _WINDOW.items():
        window = window.replace(sign, say(key))
    return window


def node_words(name: str, choice: str, label: NodeLabel, because: str = "", value: str = "") -> str:
    """Say all that stands at a node; ``because`` says why the rest of it was cut.

    The ``value`` may be said in longer words.
    """
    value = value or value_words(label.value)
    if label.winner is not None:
        value = say(_WINNERS[label.winner])
    state = say(_STATES[label.state]) if _STATES[label.state] else ""
    if label.state is NodeState.CUT:
        because = because or value_words(label.cut)
        state = say("access_cut", why=because) if because else ""
    beside = label.name if label.name != name else ""
    return listed(name, choice, value, window_words(label.window), beside, state)


def picture_part(
    picture: TreePicture, labels: Mapping[Path, NodeLabel], name: str, **how: Any
) -> AccessibleNode:
    """Return the tree of a picture, of which all is shown; ``how`` as ``tree_part`` has it."""
    return tree_part(picture.tree, labels, name, pygame.Rect(picture.rect), picture.box_of, **how)


def tree_part(
    tree: TreeNode,
    labels: Mapping[Path, NodeLabel],
    name: str,
    rect: pygame.Rect,
    box_of: Callable[[Path], pygame.Rect],
    *,
    here: Path | None = None,
    choose: Callable[[Path], object] | None = None,
    choices: Sequence[str] = CHOICES,
    moves: bool = False,
    focused: bool = False,
) -> AccessibleNode:
    """Return a small tree, whose nodes stand where ``box_of`` tells.

    ``here`` is the node looked at, which has the focus if the tree has; ``choose`` chooses a node.
    ``choices`` are keys of what is said of who moves at a node, none for none. Leaves have names
    where these are ``moves``.
    """

    def part(node: TreeNode, path: Path) -> AccessibleNode:
        act = None if choose is None else partial(choose, path)
        choice = say(choices[node.mover]) if choices and node.children else ""
        named = moves or node.children or labels[path].name == node.label
        name = node.label if named else say("watch_leaf")
        return AccessibleNode(
            Role.NODE,
            node_words(name, choice, labels[path]),
            box_of(path),
            path,
            tuple(part(child, (*path, index)) for index, child in enumerate(node.children)),
            on=None if here is None else path == here,
            focused=focused and path == here,
            act=act,
            take=act,
        )

    return AccessibleNode(Role.TREE, name, rect, "tree", (part(tree, ()),))


def still_tree(
    screen: Screen,
    tree: TreeNode,
    labels: Mapping[Path, NodeLabel],
    levels: tuple[str, str] = ("", ""),
    **box: Any,
) -> Painted:
    """Return a tree that is only looked at, with room as a ``box`` has it."""
    area = pygame.Rect(0, 0, 0, 0)

    def draw(surface: pygame.Surface, rect: pygame.Rect) -> None:
        TreePicture(tree, rect, screen.palette, screen.scale.small, levels).draw(surface, labels)

    def nodes() -> Sequence[AccessibleNode]:
        return [tree_part(tree, labels, say("access_tree"), area, lambda path: area)]

    return Painted(draw, placed=area.update, nodes=nodes, **box)
