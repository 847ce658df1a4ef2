"""What is written at the nodes of an example tree, by what a search found."""

from __future__ import annotations

from dataclasses import replace

from kalahgui.articles.trees import (
    AlphaBetaCut,
    Outcome,
    Window,
    alpha_beta,
    minimax,
)
from kalahgui.gui.services.naming import number
from kalahgui.gui.services.words import say
from kalahgui.theatre.game_tree import Path, TreeNode, walk
from kalahgui.theatre.node_labels import NodeLabel, NodeState


def search(tree: TreeNode, pruned: bool) -> Outcome:
    """Search a tree by alpha-beta, or by minimax."""
    return alpha_beta(tree) if pruned else minimax(tree)


def outcome_labels(tree: TreeNode, pruned: bool, told: bool = True) -> dict[Path, NodeLabel]:
    """Return what is written at every node of a tree; windows and cuts only where they are told."""
    outcome = search(tree, pruned)
    best = {tree.label, *outcome.line}
    cuts = {cut.node: cut for cut in outcome.cuts}
    labels = {path: _label(node, outcome, best, cuts) for path, node in walk(tree)}
    if told:
        return labels
    return {path: replace(label, window="", cut="") for path, label in labels.items()}


def _label(
    node: TreeNode, outcome: Outcome, best: set[str], cuts: dict[str, AlphaBetaCut]
) -> NodeLabel:
    name = node.label
    if name not in outcome.values:
        return NodeLabel(NodeState.LEFT_OUT, name=name)
    value, cut = number(outcome.values[name]), cuts.get(name)
    window = window_words(outcome.windows[name]) if name in outcome.windows else ""
    if cut is None:
        return NodeLabel(NodeState.DONE, value, window, name=name, lit=name in best)
    sign = "≤" if cut.mover else "≥"
    why = say(
        "article_cut",
        kind={"alpha": "α", "beta": "β"}[cut.kind],
        value=number(cut.value),
        sign=sign,
        bound=number(cut.bound),
    )
    return NodeLabel(NodeState.CUT, sign + value, window, why, name)


def window_words(window: Window) -> str:
    """Write alpha and beta, with a sign for infinity where nothing bounds them."""
    alpha = "\u2212∞" if window.alpha is None else number(window.alpha)
    beta = "∞" if window.beta is None else number(window.beta)
    return f"α {alpha}  β {beta}"


def cut_words(cut: AlphaBetaCut) -> str:
    """Say in a sentence why something was not looked at."""
    moves = ", ".join(cut.moves)
    if cut.moves != cut.leaves:
        moves = say("article_cut_below", moves=moves, leaves=", ".join(cut.leaves))
    return say(
        f"article_cut_{cut.kind}",
        node=cut.node,
        value=number(cut.value),
        above=cut.above,
        bound=number(cut.bound),
        moves=moves,
    )
