"""How the articles are written: the figures of tables, and the nodes of example trees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kalahgui.articles.example_trees import AlphaBetaCut, Outcome, alpha_beta, minimax
from kalahgui.articles.published import PublishedTable, misprints
from kalahgui.core.textbook import ALGORITHMS
from kalahgui.games.move_names import line_words
from kalahgui.gui.services.naming import algorithm_words, number
from kalahgui.theatre.game_tree import Path, TreeNode, walk
from kalahgui.theatre.node_labels import NodeLabel, NodeState
from kalahgui.words import listed, named, say


def time_words(microseconds: float) -> str:
    """Write a time in the unit that suits it.

    >>> time_words(0.971), time_words(64598), time_words(30_000_000)
    ('0.97 µs', '65 ms', '30 s')
    """
    value, unit = microseconds, "µs"
    for larger in ("ms", "s"):
        if value >= 1000:
            value, unit = value / 1000, larger
    return f"{value:.0f} {unit}" if value >= 10 else f"{value:.2f} {unit}"


def times_words(times: float) -> str:
    """Write how many times as many: exactly where that matters.

    >>> times_words(1.23), times_words(9.96), times_words(101.4)
    ('1.2', '10', '101')
    """
    return f"{times:.1f}" if round(times, 1) < 10 else number(round(times))


# How figures are written that are more than a number.
_UNITS: dict[str, Callable[[Any], str]] = {
    "microseconds": time_words,
    "times_faster": lambda value: say("article_times", n=number(value)),
}


def named_figure_words(name: str, value: Any) -> str:
    """Write a figure of a name with its unit, if it has one."""
    return _UNITS.get(name, figure_words)(value)


def figure_words(value: Any) -> str:
    """Write a figure of a table: a number, several of them, a line, or named values.

    >>> figure_words([41, 31]), figure_words({"R": 1, "E2": -4})
    ('41 : 31', 'R 1, E2 \\u22124')
    """
    if isinstance(value, bool):
        return say("article_yes" if value else "article_no")
    if isinstance(value, int):
        return number(value)
    if isinstance(value, float):
        return f"{value:.1f}"
    if isinstance(value, dict):
        return listed(*(f"{name} {figure_words(part)}" for name, part in value.items()))
    if isinstance(value, (list, tuple)):
        return " : ".join(map(figure_words, value))
    return case_part(str(value))


def plain_words(value: Any) -> str:
    """Write a figure so that another program reads it: numbers without gaps between thousands.

    >>> plain_words(504203), plain_words([41, 31]), plain_words(-3)
    ('504203', '41 : 31', '-3')
    """
    if isinstance(value, (list, tuple)):
        return " : ".join(map(plain_words, value))
    plain = isinstance(value, (int, float)) and not isinstance(value, bool)
    return str(value) if plain else figure_words(value)


def case_part(part: Any) -> str:
    """Say one part of a case, such as a start position or an algorithm."""
    raw = str(part)
    return algorithm_words(raw) if raw in ALGORITHMS else named("case", line_words(raw, say))


def case_words(case: Any) -> list[str]:
    """Say the parts of a case."""
    parts = case if isinstance(case, (list, tuple)) else [case]
    return [case_part(part) for part in parts]


def depths_words(case: Any) -> str:
    """Say a case in a sentence: two depths of search are those of the first and second player."""
    if isinstance(case, (list, tuple)) and all(isinstance(part, int) for part in case):
        first, second = case
        return say("article_case_depths", first=first, second=second)
    return listed(*case_words(case))


def name_words(name: str) -> str:
    """Say what a figure counts."""
    return named("figure", name)


def misprint_words(table: PublishedTable) -> list[str]:
    """Tell the misprints of a table, a sentence each."""
    sentences = []
    for cell in table.cells:
        for name, printed, right in misprints(cell):
            words = say(
                "article_misprint",
                case=depths_words(cell.case),
                printed=figure_words(printed),
                name=name_words(name),
                right=figure_words(right),
            )
            sentences.append(words)
    return sentences


def fraction(share: float) -> str:
    """Write a share as one over the nearest whole number.

    >>> fraction(0.221)
    '1/5'
    """
    return f"1/{max(1, round(1 / share))}" if share else "0"


def search(tree: TreeNode, pruned: bool) -> Outcome:
    """Search a tree by alpha-beta, or by minimax."""
    return alpha_beta(tree) if pruned else minimax(tree)


def outcome_labels(tree: TreeNode, pruned: bool, windows: bool = True) -> dict[Path, NodeLabel]:
    """Return what is written at every node of a tree; with ``windows`` those and cuts, too."""
    outcome = search(tree, pruned)
    best = {tree.label, *outcome.line}
    cuts = {cut.node: cut for cut in outcome.cuts}
    labels = {path: _label(node, outcome, best, cuts) for path, node in walk(tree)}
    if windows:
        return labels
    return {path: replace(label, window="", cut="") for path, label in labels.items()}


def _label(
    node: TreeNode, outcome: Outcome, best: set[str], cuts: dict[str, AlphaBetaCut]
) -> NodeLabel:
    name = node.label
    if name not in outcome.values:
        return NodeLabel(NodeState.LEFT_OUT, name=name)
    value, cut = number(outcome.values[name]), cuts.get(name)
    window = window_words(*outcome.windows[name]) if name in outcome.windows else ""
    if cut is None:
        return NodeLabel(NodeState.DONE, value, window, name=name, lit=name in best)
    kind, sign = {"alpha": "α", "beta": "β"}[cut.kind], "≤" if cut.mover else "≥"
    crossed = f"{number(cut.value)} {sign} {number(cut.bound)}"
    why = say("article_cut", kind=kind, crossed=crossed)
    return NodeLabel(NodeState.CUT, sign + value, window, why, name, cut_in_short=crossed)


def window_words(alpha: int | None, beta: int | None) -> str:
    """Write alpha and beta, with a sign for infinity where nothing bounds them."""
    least = "\u2212∞" if alpha is None else number(alpha)
    most = "∞" if beta is None else number(beta)
    return f"α {least}  β {most}"


def cut_words(cut: AlphaBetaCut) -> str:
    """Say in a sentence why something was not looked at."""
    moves = listed(*cut.moves)
    if cut.moves != cut.leaves:
        moves = say("article_cut_below", moves=moves, leaves=listed(*cut.leaves))
    return say(
        f"article_cut_{cut.kind}",
        node=cut.node,
        value=number(cut.value),
        above=cut.above,
        bound=number(cut.bound),
        moves=moves,
    )
