"""A decision of a search, put to the learner: what is known, what is asked, and what was answered.

Lessons and the theatre show it beside a tree.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.games.game import Message
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import Inked, line_height, wrap, write_lines
from kalahgui.gui.services.keymap import Command, key
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.learning.being_search import Choice, Kind, Question, Reply
from kalahgui.learning.misconceptions import figures, number_of, reason, sentence
from kalahgui.learning.search_task import SearchTask
from kalahgui.theatre.recording import told

# The place of its keys in the table of keys.
KEYS = "answers"
# Answered by a click on a node.
_CLICKED = Kind.NODE, Kind.ORDER
_ACROSS = 3


def question_words(question: Question) -> tuple[str, str, str]:
    """Say what has happened, what is known beside it, and what is asked."""
    q, kind = question, question.kind
    parts = [f"you_search_{part}_{kind}" for part in ("head", "body", "ask")]
    values = figures(q) | {"count": q.depth}
    if kind == Kind.PASS and q.child < q.other:
        parts[0] = "you_search_head_pass_no"
    if kind == Kind.RESEARCH and told(q.other) is None:
        parts[1] = "you_search_body_better"
    if kind == Kind.VALUE and told(q.value) is None:
        parts[1] = "you_search_body_first"
    if kind == Kind.PRUNE and q.asked:
        parts[0], parts[1] = "you_search_head_asked", "you_search_body_asked"
    elif kind == Kind.PRUNE and q.child != q.value:
        parts[0] = "you_search_head_prune_stays"
    bound = {Kind.PRUNE: (q.other, "cuts"), Kind.BOUND: (q.own, "own_name")}.get(kind)
    if bound is not None and told(bound[0]) is None:
        values["mark"] = values[bound[1]]
        parts[1] = "you_search_body_theirs" if q.name else "you_search_body_none"
    head, body, ask = (Message(part, values).said(say) for part in parts)
    if kind == Kind.PRUNE:
        body = told_words(body, say("you_search_left", count=q.left))
    return head, body, ask


def choice_words(question: Question, choice: Choice) -> str:
    """Say an answer as it stands on its button."""
    if isinstance(choice, int):
        number = number_of(choice)
        return say("you_search_least", n=number) if question.kind == Kind.PASS else number
    return say(f"you_search_choice_{choice}")


def told_words(*sentences: str) -> str:
    """Say sentences one after the other."""
    return say("you_search_between").join(filter(None, sentences))


def answer_words(task: SearchTask) -> tuple[str, str]:
    """Say how the last answer was, and why."""
    shown = task.shown
    if shown is None or task.answered is None:
        return "", ""
    if task.wrong:
        return say("you_search_not_quite"), sentence(shown, task.answered, task.wrong).said(say)
    if task.was_shown:
        node = task.recording.nodes[shown.node].text or "R"
        return say("you_search_shown", node=node), reason(shown).said(say)
    return say("you_search_right"), ""


class QuestionCard(Inked):
    """Lay out and draw the question that a task is at; its buttons are the screen's."""

    def __init__(
        self,
        screen: Screen,
        rect: pygame.Rect,
        task: SearchTask,
        answer: Callable[[Choice], object],
    ) -> None:
        """Stand at the top of a rectangle; ``answer`` takes an answer.

        ``bottom`` is where it ends.
        """
        self.palette = screen.palette
        self._screen, self._rect, self._task, self._answer = screen, rect, task, answer
        asked = task.question
        self._head, self._body, self._ask = ("", "", "") if asked is None else question_words(asked)
        self._said = answer_words(task)
        name, found = task.again
        if name and not self._said[1]:
            key = "you_search_was_again" if found else "you_search_again"
            self._said = self._said[0], say(key, name=name, n=found)
        scale = screen.scale
        for size in range(round(scale.body * 1.12), max(9, scale.small - 2), -1):
            self._size = size
            self._lay_out_words()
            if self.bottom <= rect.bottom:
                break
        self._add_buttons()

    @property
    def words(self) -> str:
        """Return all that is said, as it is told in words."""
        return told_words(*self._said, self._head, self._body, self._ask)

    # -- layout

    def _wrapped(self, words: str, bold: bool = False, size: int = 0) -> tuple[str, ...]:
        return wrap(words, size or self._size, self._rect.width, bold) if words else ()

    def _lay_out_words(self) -> None:
        px, size = self._screen.scale.px, self._size
        self._large, gap = round(size * 1.25), px(8)
        asked = self._task.question
        self._buttons: dict[Choice, str] = {}
        if asked is not None and asked.kind not in _CLICKED:
            self._buttons = {each: choice_words(asked, each) for each in asked.choices}
        # Whatever is said above them, the buttons stay where they are.
        self._high = max(px(40), round(self._screen.scale.body * 1.9))
        face = theme.font(self._screen.scale.body)
        wide = max((face.size(words)[0] for words in self._buttons.values()), default=0)
        fitting = (self._rect.width + gap) // (wide + px(24) + gap)
        self._across = max(1, min(_ACROSS, fitting, len(self._buttons)))
        if len(self._buttons) == 2 * self._across - 2 and self._across == _ACROSS:
            self._across = 2  # four stand in two rows of two
        rows = -(-len(self._buttons) // self._across)
        self._lines = {
            "head": self._wrapped(self._head, True, self._large),
            "body": self._wrapped(self._body),
            "ask": self._wrapped(self._ask, True),
            "verdict": self._wrapped(self._said[0], True),
            "why": self._wrapped(self._said[1]),
            "hint": self._wrapped(say("you_search_click") if asked and not self._buttons else ""),
        }
        y = self._rect.y
        self._at = {}
        for part in ("verdict", "why", "head", "body", "ask", "hint"):
            self._at[part] = y
            lines = len(self._lines[part])
            y += lines * line_height(self._large if part == "head" else size)
            y += gap // 2 if lines else 0
            y += gap if lines and part in ("why", "body") else 0
        high = rows * (self._high + gap) - gap
        self._buttons_y = self._rect.bottom - high
        self.bottom = y + gap + high

    def _add_buttons(self) -> None:
        self.commands: dict[str, Command] = {}  # by a number each, and two by letters
        gap = self._screen.scale.px(8)
        width = (self._rect.width - gap * (self._across - 1)) // self._across
        for place, (choice, words) in enumerate(self._buttons.items()):
            row, column = divmod(place, self._across)
            rect = pygame.Rect(self._rect.x + column * (width + gap), 0, width, self._high)
            rect.y = self._buttons_y + row * (self._high + gap)
            act, names = partial(self._answer, choice), [f"choice_{place + 1}"]
            names += [str(choice)] if choice in (Reply.LOOK, Reply.CUT) else []
            self.commands |= dict.fromkeys(names, act)
            stroke = key((KEYS,), names[-1])
            self._screen.controls.button(rect, words, act, style="soft", tip=words, key=stroke)

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the words; the buttons are drawn with the screen's."""
        palette, x = self.palette, self._rect.x
        wrong = bool(self._task.wrong)
        inks = {
            "head": palette.ink,
            "body": palette.ink.lerp(palette.quiet, 0.4),
            "ask": palette.ink,
            "verdict": palette.bad if wrong else palette.best,
            "why": palette.ink,
            "hint": palette.quiet,
        }
        for part, lines in self._lines.items():
            size = self._large if part == "head" else self._size
            bold = part in ("head", "ask", "verdict")
            write_lines(surface, lines, (x, self._at[part]), size, inks[part], bold)
