"""A decision of a search, put to the learner: what is known, what is asked, and what was answered.

Lessons and the theatre show it beside a tree.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.games.game import Message
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element, Look, Size
from kalahgui.gui.elements.layout import Box, Column, Fitting, Scroll, Space
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.paint.theme import Scale
from kalahgui.gui.services.keymap import Command, key
from kalahgui.learning.being_search import Choice, Kind, Question, Reply
from kalahgui.learning.misconceptions import figures, number_of, reason, sentence, why
from kalahgui.learning.search_task import SearchTask
from kalahgui.theatre.recording import finite
from kalahgui.words import as_text, say

# The place of its keys in the table of keys.
KEYS = "answers"
# Answered by a click on a node.
_CLICKED = Kind.NODE, Kind.ORDER
_ACROSS = 3
# Lengths in units of the layout: a button's height, and what it can do without beside its words.
_BUTTON, _TIGHT = 40, 20
_APART = 4  # words, and what is weighty among them twice as much


def question_words(question: Question, you: int = 0) -> tuple[str, str, str]:
    """Say what has happened, what is known beside it, and what is asked."""
    q, kind = question, question.kind
    parts = [f"you_search_{part}_{kind}" for part in ("head", "body", "ask")]
    values = figures(q, you) | {"count": q.depth}
    if kind == Kind.PASS and q.child < q.other:
        parts[0] = "you_search_head_pass_no"
    if kind == Kind.RESEARCH and finite(q.other) is None:
        parts[1] = "you_search_body_better"
    if kind == Kind.VALUE and finite(q.value) is None:
        parts[1] = "you_search_body_first"
    if kind == Kind.PRUNE and q.asked:
        parts[0], parts[1] = "you_search_head_asked", "you_search_body_asked"
    elif kind == Kind.PRUNE and q.child != q.value:
        parts[0] = "you_search_head_prune_stays"
    if kind == Kind.BOUND:
        parts[2] += f"_{values['own_side']}"
    bound = {Kind.PRUNE: q.other, Kind.BOUND: q.own}.get(kind, 0)
    if not q.asked and finite(bound) is None:
        parts[1] += "_none"
    head, body, ask = (Message(part, values).said(say) for part in parts)
    return head, body, ask


def choice_words(question: Question, choice: Choice) -> str:
    """Say an answer as it stands on its button."""
    if isinstance(choice, int):
        number = number_of(choice)
        return say("you_search_least", n=number) if question.kind == Kind.PASS else number
    return say(f"you_search_choice_{choice}")


def answer_words(task: SearchTask) -> tuple[str, str]:
    """Say how the last answer was, and why."""
    shown = task.shown
    if shown is None or task.answered is None:
        return "", ""
    if task.wrong:
        wrong = sentence(shown, task.answered, task.wrong, task.you)
        return say("you_search_not_quite"), wrong.said(say)
    if task.was_shown:
        node = task.recording.nodes[shown.node].text or "R"
        return say("you_search_shown", node=node), reason(shown, task.you).said(say)
    because = why(shown, task.you)
    return say("you_search_right"), "" if because is None else because.said(say)


class QuestionCard:
    """What is asked at a step of a task, how the last answer was, and the answers to choose from.

    ``answer`` takes an answer.
    """

    def __init__(self, task: SearchTask, answer: Callable[[Choice], object]) -> None:
        self._task, asked = task, task.question
        self._asked = ("", "", "") if asked is None else question_words(asked, task.you)
        self._said = answer_words(task)
        name, outcome = task.again
        right = not (task.wrong or task.was_shown)  # then what follows is of more use
        if name and (right or not self._said[1]):
            key = "you_search_was_again" if outcome else "you_search_again"
            self._said = self._said[0], say(key, name=name, n=outcome)
        self.commands: dict[str, Command] = {}  # by a number each, and two by letters
        self._buttons: list[Button] = []
        if asked is not None and asked.kind not in _CLICKED:
            for number, choice in enumerate(asked.choices, start=1):
                self._offer(f"choice_{number}", choice, choice_words(asked, choice), answer)

    def _offer(
        self, command: str, choice: Choice, words: str, answer: Callable[[Choice], object]
    ) -> None:
        letter = [str(choice)] if choice in (Reply.LOOK, Reply.CUT) else []
        act, names = partial(answer, choice), [command, *letter]
        self.commands |= dict.fromkeys(names, act)
        stroke = key((KEYS,), names[-1])
        self._buttons.append(
            Button(words, act, style="soft", keys=stroke, height=_BUTTON, key=choice)
        )

    @property
    def words(self) -> str:
        """Return all that is said, as it is told in words."""
        return as_text(*self._said, *self._asked)

    def content(self, scale: Scale) -> Element:
        """Return the words, as large as they find room, and the buttons below them.

        Where they find none, the smallest stand close to each other. Whatever is said above them,
        the buttons stay where they are.
        """
        sizes = range(round(scale.body * 1.12), max(9, scale.small - 2), -1)
        versions = [self._said_in(size, _APART) for size in sizes]
        close = Scroll(self._said_in(sizes[-1], 0))
        answers = _Answers(*self._buttons, gap=8) if self._buttons else None
        return Column(Fitting(*versions, close), answers, gap=8, grow=1)

    def _said_in(self, size: int, gap: float) -> Element:
        (verdict, why), (head, body, ask) = self._said, self._asked
        hint = say("you_search_click") if head and not self._buttons else ""
        colour = "bad" if self._task.wrong else "best"
        return Column(
            Text(verdict, size, colour, bold=True) if verdict else None,
            Column(Text(why, size), Space(height=gap)) if why else None,
            Heading(head, round(size * 1.25)),
            Column(Text(body, size, "soft"), Space(height=gap)) if body else None,
            Text(ask, size, bold=True),
            Text(hint, size, "quiet") if hint else None,
            gap=gap,
        )


class _Answers(Box):
    """Buttons of one width: up to three in a row, or fewer where their words need it."""

    def _across(self, look: Look, room: int) -> int:
        gap, count = look.px(self.gap), len(self.children)
        widest = max(child.wants(look, room)[0] for child in self.children) - look.px(_TIGHT)
        across = max(1, min(_ACROSS, (room + gap) // (widest + gap), count))
        return 2 if count == 2 * across - 2 and across == _ACROSS else across  # two rows of two

    def measure(self, look: Look, room: int) -> Size:
        height, gap = self.children[0].wants(look, room)[1], look.px(self.gap)
        rows = -(-len(self.children) // self._across(look, room))
        return room, rows * (height + gap) - gap

    def arrange(self, look: Look) -> None:
        across, gap = self._across(look, self.rect.width), look.px(self.gap)
        width = (self.rect.width - gap * (across - 1)) // across
        for index, child in enumerate(self.children):
            row, column = divmod(index, across)
            height = child.wants(look, width)[1]
            x, y = self.rect.x + column * (width + gap), self.rect.y + row * (height + gap)
            child.place(look, pygame.Rect(x, y, width, height))
