"""What the quiz says: the question, how it was answered, and every step of the search."""

from __future__ import annotations

import math

from kalahgui.gui.services.words import say
from kalahgui.theatre.game_tree import Path, walk
from kalahgui.theatre.quiz import LEAVES, Checked, QuizQuestion
from kalahgui.theatre.quiz_explanation import Cut, Valued


def verdict_words(question: QuizQuestion, checked: Checked) -> str:
    """Say how a question was answered."""
    verdict = say("quiz_right" if checked.right else "quiz_wrong")
    if question.kind != LEAVES:
        return _joined(verdict, say("quiz_result_value", value=question.value))
    found, left_out = len(checked.found), len(question.left_out)
    counted = say("quiz_result_leaves", found=found, all=left_out)
    wrong = say("quiz_result_wrong", count=len(checked.wrong)) if checked.wrong else ""
    return _joined(verdict, counted, wrong)


def step_words(question: QuizQuestion, step: Valued | Cut) -> str:
    """Say what a step of the search does, and what follows from it for the node above."""
    names = {path: node.label for path, node in walk(question.tree)}
    if isinstance(step, Cut):
        return _cut_words(question, step, names)
    return _joined(_valued_words(question, step, names), _follows(question, step, names))


def _cut_words(question: QuizQuestion, step: Cut, names: dict[Path, str]) -> str:
    smallest = len(step.at) % 2
    return say(
        "quiz_cut_alpha" if smallest else "quiz_cut_beta",
        node=names[step.at],
        value=step.value,
        above=names[step.above],
        bound=step.bound,
        leaves=", ".join(names[leaf] for leaf in step.leaves),
    )


def _valued_words(question: QuizQuestion, step: Valued, names: dict[Path, str]) -> str:
    known = step.known[step.at]
    if step.at in question.leaves:
        return say("quiz_leaf", value=known.value)
    key = {"": "quiz_node_exact", "\u2265": "quiz_node_least", "\u2264": "quiz_node_most"}
    chosen = key[known.sign] if step.at else "quiz_root"
    return say(chosen, node=names[step.at], value=known.value)


def _follows(question: QuizQuestion, step: Valued, names: dict[Path, str]) -> str:
    """Say what a value means for the node above, as long as more is to come there."""
    above = step.at[:-1]
    if not step.at:
        return ""
    if not step.better:
        return say("quiz_no_change", node=names[above])
    known = step.known[above]
    if known.low == known.high:
        return ""  # the next step says it
    if math.isfinite(known.low):
        return say("quiz_now_least", node=names[above], value=known.value)
    if math.isfinite(known.high):
        return say("quiz_now_most", node=names[above], value=known.value)
    return ""


def _joined(*sentences: str) -> str:
    """Write sentences one behind the other, as the language does."""
    return say("quiz_between_sentences").join(filter(None, sentences))
