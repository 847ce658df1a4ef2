"""Being the search: a tree whose search the learner performs, for lessons and for the theatre."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from kalahgui.gui.elements.accessible_node import AccessibleNode
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Act, Element
from kalahgui.gui.elements.layout import Card, Column, Painted, Row, Scroll, Space
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.tables import Table
from kalahgui.gui.elements.writing import Bar, Text
from kalahgui.gui.paint.tree_drawing import TreePicture
from kalahgui.gui.searching.question_card import KEYS, QuestionCard, answer_words
from kalahgui.gui.searching.tree_parts import CHOICES, picture_part
from kalahgui.gui.searching.window_line import Shown, WindowLine
from kalahgui.gui.services.keymap import Command, Commands, arrows, key, press
from kalahgui.learning.being_search import Choice, Kind, Question
from kalahgui.learning.mastery import mastery
from kalahgui.learning.misconceptions import number_of
from kalahgui.learning.search_task import SearchTask
from kalahgui.theatre.game_tree import Path, TreeNode, walk
from kalahgui.theatre.node_labels import NodeLabel
from kalahgui.theatre.recording import finite
from kalahgui.words import as_text, say

_TREE_SHARE = 0.68
_INNER = 1.4  # a bound needs more room than a leaf's value
_INNER_RING, OUTER = 1.22, 1.4  # the widths of rings, of a leaf's
_TRIED = 4  # values for the leaf that may be cut, over the whole scale
Offer = tuple[str, Act]
# A node, the colour of its ring, and the width that one around a leaf has, of the leaf's.
Ring = tuple[Path, pygame.Color, float]


def tree_picture(
    screen: Screen, tree: TreeNode, room: pygame.Rect, as_mover: bool = False
) -> TreePicture:
    """Lay a tree out, and say what squares and circles choose."""
    levels = say("article_row_max"), say("article_row_max" if as_mover else "article_row_min")
    return TreePicture(tree, room, screen.palette, screen.scale.small, levels, _INNER)


def foot_buttons(offers: Iterable[Offer], go: Act | None = None) -> Row:
    """Return buttons of one width, of which the one to ``go`` on by stands out.

    Those whose words end in the name of a command have its key.
    """
    return Row(
        *(
            Button(
                say(name),
                act,
                style="go" if act == go else "soft",
                keys=key((KEYS,), name.rpartition("_")[2]),
                height=42,
                grow=1,
                key=name,
            )
            for name, act in offers
        ),
        gap=8,
    )


class TreePanel:
    """A tree on a card, and beside it what is said about it; the screen hands it keys and time."""

    as_mover = False  # squares choose for whoever moves
    mistakes = 0
    moving = False

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    @property
    def pictured(self) -> TreeNode:
        """Return the tree."""
        raise NotImplementedError

    def _labels(self) -> Mapping[Path, NodeLabel]:
        """Return what stands at its nodes."""
        raise NotImplementedError

    def _how(self) -> dict[str, Any]:
        """Return how it is told, as ``tree_part`` has it."""
        raise NotImplementedError

    def _rings(self) -> Iterator[Ring]:
        """Yield the nodes that have a ring."""
        raise NotImplementedError

    def _press(self, path: Path) -> bool:
        """Take a click on a node; return True when it was used."""
        raise NotImplementedError

    @property
    def commands(self) -> Commands:
        """Return what can be done now by keys."""
        raise NotImplementedError

    def handle(self, event: pygame.Event) -> bool:
        """Take a key that no element has used; return True when it was used."""
        return event.type == pygame.KEYDOWN and press((KEYS,), self.commands, event)

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""

    def two_cards(self, below: Iterable[Element], said: Element) -> Element:
        """Return the cards of the tree, with what is ``below`` it, and of what is ``said``."""
        tree = Painted(self._draw, placed=self._place, hears=self._hear, nodes=self._tell, grow=1)
        left, right = Card(Column(tree, *below, gap=4), padding=22), Card(said, padding=22)
        left.grow, right.grow = _TREE_SHARE, 1 - _TREE_SHARE
        return Row(left, right, gap=24, stretch=True, grow=1)

    def _place(self, rect: pygame.Rect) -> None:
        self.tree = tree_picture(self.screen, self.pictured, rect, self.as_mover)

    def _draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        self.tree.draw(surface, self._labels())
        for path, colour, width in self._rings():
            self.tree.ring(surface, path, colour, width)

    def _hear(self, event: pygame.Event) -> bool:
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        path = self.tree.path_at(event.pos) if pressed else None
        return path is not None and self._press(path)

    def _tell(self) -> list[AccessibleNode]:
        return [picture_part(self.tree, self._labels(), say("access_tree"), **self._how())]


class SearchPanel(TreePanel):
    """A task: the tree with the window, and the question with the counts.

    ``offers`` are further buttons of the screen's: a key of the translations, and what it does. At
    the end it shows how well each idea is mastered, by the ``answers`` about it, if there are any;
    ``end`` may say otherwise how it went.
    """

    def __init__(
        self,
        screen: Screen,
        task: SearchTask,
        offers: Sequence[Offer] = (),
        answers: Callable[[], Mapping[str, Sequence[bool]]] | None = None,
        end: Callable[[], str] | None = None,
    ) -> None:
        super().__init__(screen)
        self.task = task
        self._offers = offers
        self._answers = answers
        self._end = end
        self.cursor: Path = ()
        self.tried: int | None = None  # a value for the leaf that may be cut
        self._same: bool | None = None  # the root is worth the same by it
        self._line: WindowLine | None = None
        self._told: Question | None = None

    @property
    def done(self) -> bool:
        """Tell whether the task is done."""
        return self.task.done

    @property
    def mistakes(self) -> int:  # type: ignore[override]
        """Return how many answers were wrong."""
        return self.task.mistakes

    @property
    def as_mover(self) -> bool:  # type: ignore[override]
        return self.task.as_mover

    @property
    def _written(self) -> bool:
        return isinstance(self.task.recording.plan.subject.root, TreeNode)

    @property
    def _counts(self) -> dict[str, int]:
        """Return by name what is counted; minimax has nothing to be compared with."""
        task, counts = self.task, {"looked": self.task.looked_at}
        if task.looked_again:
            counts["again"] = task.looked_again
        if task.recording.plan.algorithm != "minimax":
            counts |= {"minimax": task.leaves, "perfect": task.least}
        return counts

    # -- what is seen

    def content(self) -> Element:
        """Return both cards, and tell a question that is new."""
        self.question = QuestionCard(self.task, self.answer)
        if self.task.question is not self._told:
            self._told = here = self.task.question
            self.screen.services.voice.tell(self.question.words)
            self.cursor = here.path if here is not None else ()
        self._same = None if self.tried is None else self._same
        said = self._end_content() if self.done else self.question.content(self.screen.scale)
        below = Column(said, *self._tries(), *self._counted(), self._foot(), gap=8)
        return self.two_cards(self._window_below(), below)

    @property
    def pictured(self) -> TreeNode:
        return self.task.tree

    def _window_below(self) -> Iterator[Element]:
        """Yield the window of a search of a written tree by bounds."""
        if not self._written or self.task.recording.plan.algorithm == "minimax":
            return
        screen, before, (low, high) = self.screen, self._line, self._scale()
        low = min(low, -high) if self.task.as_mover else low
        high = max(high, -low) if self.task.as_mover else high
        self._line = line = WindowLine(low, high, screen.palette, screen.scale, number_of)
        if before is not None and (before.low, before.high) == (line.low, line.high):
            line.take_over(before)
        line.show(self._window(), at_once=before is None)
        title = say("you_search_window")
        yield Text(title, "small", bold=True, line=True, silent=True)
        yield line.element(title)

    def _scale(self) -> tuple[int, int]:
        """Return the ends of the scale: a value below all leaves, and one above them."""
        values = [leaf.value for leaf in self.task.tree.leaves() if leaf.value is not None]
        return min(values) - 1, max(values) + 1

    def _tries(self) -> Iterator[Element]:
        """Yield values for the leaf that may be cut, and what comes of the one that is tried."""
        here = self.task.question
        if not self._written or self.task.ahead() is None:
            return
        may_cut = here is not None and here.kind == Kind.PRUNE
        title = say("you_search_try_next" if may_cut else "you_search_try_cut")
        low, high = self._scale()
        tried = [low + (high - low) * n // (_TRIED - 1) for n in range(_TRIED)]
        chips = (
            Button(
                number_of(value),
                partial(self.try_value, value),
                style="chip",
                chosen=value == self.tried,
                spoken=say("access_try", n=number_of(value)),
                height=34,
                grow=1,
                key=value,
            )
            for value in tried
        )
        result, words = "you_search_try_same" if self._same else "you_search_try_changes", ""
        if self._same is not None and self.tried is not None:
            words = say(result, n=number_of(self.tried))
        colour = "quiet" if not words else "best" if self._same else "ink"
        what_comes = Text(words or title, "small", colour, bold=bool(words))
        yield Column(what_comes, Row(*chips, gap=6), gap=2)

    def _counted(self) -> Iterator[Element]:
        if self._written:
            rows = (
                Row(
                    Text(say(f"you_search_count_{name}"), "small", "quiet", line=True, grow=1),
                    Text(str(count), "small", bold=True, line=True),
                    gap=8,
                )
                for name, count in self._counts.items()
            )
            yield Column(*rows)
        yield Bar(self.task.index / max(1, len(self.task.row)), "", height=8, colour="best")

    def _foot(self) -> Element | None:
        # Where somebody else says how it ends, nothing leads on before that.
        offers = [offer for offer in self._offers if self.done or self._end is None]
        if not self.done:
            offers.insert(0, ("you_search_show", self.show_me))
        go = offers[0][1] if self.done and offers else None
        return foot_buttons(offers, go) if offers else None

    def _end_content(self) -> Element:
        task = self.task
        words = "" if self._end is None else self._end()
        if not words:
            words = say("you_search_done", right=task.right, all=len(task.row))
            if self._written and task.best:
                value = number_of(task.recording.value)
                words = f"{say('you_search_best', move=task.best, n=value)}\n{words}"
        last, reason = answer_words(task)
        if task.was_shown or reason:
            words = f"{as_text(last, reason)}\n{words}"
        known = {} if self._answers is None else self._answers()
        ideas = [
            (
                Text(say(f"you_search_idea_{idea}"), "small", "quiet", line=True, silent=True),
                Bar(mastery(answers), say(f"you_search_idea_{idea}"), height=8, colour="best"),
            )
            for idea, answers in known.items()
        ]
        title = say("you_search_mastery")
        table = Table(title, ("", ""), ideas, tall=32, gap=12, keys=False, grow=1)
        mastered = [Text(title, bold=True, line=True), table] if ideas else []
        text = Text(words, colour="best", bold=True)
        return Scroll(Column(text, Space(height=8), *mastered, gap=4), grow=1)

    # -- what the learner does

    def answer(self, answer: Choice) -> None:
        """Answer the question."""
        if not self.done:
            self.tried = None
            self.task.answer(answer)
            if self.task.wrong:
                self.screen.services.voice.tell(as_text(*answer_words(self.task)))
            self.screen.refresh()

    def show_me(self) -> None:
        """Have the question answered."""
        self.tried = None
        self.task.show_me()
        self.screen.refresh()

    def try_value(self, value: int) -> None:
        """See what would change if the leaf that may be cut had another value."""
        self.tried = None if self.tried == value else value
        if self.tried is not None and self.task.ahead() is not None:
            self._same = not self.task.can_change(self.tried)
        self.screen.refresh()

    @property
    def _clickable(self) -> bool:
        here = self.task.question
        return here is not None and here.kind in (Kind.NODE, Kind.PRUNE, Kind.ORDER)

    def _step(self, right: int, down: int) -> None:
        x, y = self.tree.centre(self.cursor)
        candidates = []
        for path, _ in walk(self.task.tree):
            at = self.tree.centre(path)
            along, across = (at[0] - x, at[1] - y) if right else (at[1] - y, at[0] - x)
            if along * (right or down) > 0:
                candidates.append((abs(along) + (6 if right else 1) * abs(across), path))
        if self._clickable and candidates:
            self.cursor = min(candidates)[1]
            self.screen.app.wake()

    def _choose(self) -> object:
        here = self.task.question
        if here is None or not self._clickable:
            return False
        if self.cursor != here.path and self._is_to_come(self.cursor):
            self.answer(self.cursor)
        return True

    def _is_to_come(self, path: Path) -> bool:
        """Tell whether to choose a node is an answer; beside two buttons, old ones are none."""
        here, old = self.task.question, self.task.labels()[path].visited
        if here is None or here.kind == Kind.ORDER:
            return here is not None and path in here.choices
        return not (here.kind == Kind.PRUNE and old)

    @property
    def commands(self) -> Commands:
        commands: dict[str, Command] = {**self.question.commands, **arrows(self._step)}
        if self._clickable:
            commands["choose"] = self._choose
        if not self.done:
            commands["show"] = self.show_me
        return commands

    def _press(self, path: Path) -> bool:
        if self._clickable and self._is_to_come(path):
            self.cursor = path
            self.answer(path)
        return self._clickable

    def _how(self) -> dict[str, Any]:
        """Return how the tree is told; the cursor has the focus."""
        here = self.task.question
        return {
            "here": self.cursor if self._clickable or here is None else here.path,
            "choose": self._take if self._clickable else None,
            "choices": CHOICES[:1] * 2 if self.as_mover else CHOICES,
            "focused": self.screen.free,
        }

    def _take(self, path: Path) -> None:
        """Go to a node; the one gone to already is the answer."""
        self.screen.controls.let_go()
        if path == self.cursor:
            self._choose()
        else:
            self.cursor = path
            self.screen.app.wake()

    # -- time

    @property
    def moving(self) -> bool:  # type: ignore[override]
        """Tell whether a wall of the window is under way."""
        return self._line is not None and self._line.moving

    def update(self, dt: float) -> None:
        """Let the walls of the window glide for ``dt`` seconds."""
        if self._line is not None:
            self._line.update(self.screen.glided(dt))

    def _window(self) -> Shown:
        """Return the window at the node that is asked about, in the eyes in which it is told."""
        q = self.task.question
        if q is None or q.kind == Kind.ORDER:
            return Shown()
        own, other = finite(q.own), finite(q.other)
        alpha, beta = (own, other) if q.largest else (other, own)
        came = q.kind in (Kind.BETTER, Kind.RESEARCH, Kind.VALUE)
        value = finite(q.child if came else q.value)
        if q.kind == Kind.PASS:
            alpha, beta = finite(q.low), finite(q.high)
        if q.kind in (Kind.NODE, Kind.PASS):
            value = None
        return Shown(
            alpha,
            beta,
            value,
            "" if alpha is None else f"\u03b1 {number_of(alpha)}",
            "" if beta is None else f"\u03b2 {number_of(beta)}",
            say("you_search_here") if value is not None else "",
            0 if q.largest else 1,
        )

    def _labels(self) -> Mapping[Path, NodeLabel]:
        labels, leaf = self.task.labels(), self.task.ahead() if self._written else None
        if self.tried is not None and leaf is not None:
            labels[leaf] = replace(labels[leaf], value=number_of(self.tried))
        return labels

    def _rings(self) -> Iterator[Ring]:
        q, palette = self.task.question, self.screen.palette
        if q is None:
            return
        yield q.path, palette.accent, _INNER_RING
        if self.task.wrong and q.holder is not None:
            yield q.holder, palette.other, _INNER_RING
        leaf = self.task.ahead() if self.tried is not None else None
        if leaf is not None:
            yield leaf, palette.accent, OUTER
        if self._clickable and self.cursor != q.path:
            yield self.cursor, palette.ink, OUTER
