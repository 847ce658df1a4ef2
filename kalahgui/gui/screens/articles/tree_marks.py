"""What is written at the nodes of an example tree, by what a search found."""

from __future__ import annotations

from kalahgui.articles.example_trees import (
    AlphaBetaCut,
    Outcome,
    Window,
    alpha_beta,
    minimax,
)
from kalahgui.gui.paint.search_tree import Mark, Standing
from kalahgui.gui.services.naming import number
from kalahgui.gui.services.words import say
from kalahgui.theatre.tree import Node, Path, walk


def search(tree: Node, pruned: bool) -> Outcome:
    """Search a tree by alpha-beta, or by minimax."""
    return alpha_beta(tree) if pruned else minimax(tree)


def outcome_marks(tree: Node, pruned: bool) -> dict[Path, Mark]:
    """Return what is written at every node of a tree."""
    outcome = search(tree, pruned)
    best = {tree.label, *outcome.line}
    cuts = {cut.node: cut for cut in outcome.cuts}
    return {path: _mark(node, outcome, best, cuts) for path, node in walk(tree)}


def _mark(node: Node, outcome: Outcome, best: set[str], cuts: dict[str, AlphaBetaCut]) -> Mark:
    name = node.label
    if name not in outcome.values:
        return Mark("", name, standing=Standing.LEFT_OUT)
    cut = cuts.get(name)
    value = number(outcome.values[name])
    if cut is not None:
        value = f"{'≤' if cut.mover else '≥'}{value}"
    standing = Standing.CUT if cut else Standing.BEST if name in best else Standing.PLAIN
    note = badge = ""
    if name in outcome.windows and node.children:
        note = window_words(outcome.windows[name])
    if cut is not None:
        sign = "≤" if cut.mover else "≥"
        kind = {"alpha": "α", "beta": "β"}[cut.kind]
        badge = say(
            "article_cut",
            kind=kind,
            value=number(cut.value),
            sign=sign,
            bound=number(cut.bound),
        )
    return Mark(value, name, note, badge, standing)


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
