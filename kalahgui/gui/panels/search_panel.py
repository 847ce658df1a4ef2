"""Being the search: a tree whose search the learner performs, for lessons and for the theatre."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_bar
from kalahgui.gui.paint.paragraph import Inked, line_height, wrap, write_lines
from kalahgui.gui.paint.trees import TreePicture
from kalahgui.gui.panels.question_card import KEYS, QuestionCard, answer_words, told_words
from kalahgui.gui.panels.tree_parts import CHOICES, picture_part
from kalahgui.gui.panels.window_line import Shown, WindowLine
from kalahgui.gui.services.keymap import Command, Commands, arrows, key, press
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Screen
from kalahgui.learning.being_search import Choice, Kind, Question
from kalahgui.learning.mastery import mastery
from kalahgui.learning.misconceptions import number_of
from kalahgui.learning.search_task import SearchTask
from kalahgui.theatre.game_tree import Path, TreeNode, walk
from kalahgui.theatre.node_labels import NodeLabel
from kalahgui.theatre.recording import told

_TREE_SHARE, _GAP, _INSET = 0.68, 24, 22
_INNER = 1.4  # a bound needs more room than a leaf's value
_RING = 1.18  # the width of a ring, of the node's
_BUTTON = 42
_TRIED = 4  # values for the leaf that may be cut, over the whole scale
Offer = tuple[str, Callable[[], object]]


def tree_picture(
    screen: Screen, tree: TreeNode, room: pygame.Rect, as_mover: bool = False
) -> TreePicture:
    """Lay a tree out, and say what squares and circles choose."""
    levels = say("article_row_max"), say("article_row_max" if as_mover else "article_row_min")
    return TreePicture(tree, room, screen.palette, screen.scale.small, levels, _INNER)


def two_cards(
    rect: pygame.Rect, scale: theme.Scale
) -> tuple[list[pygame.Rect], tuple[pygame.Rect, pygame.Rect]]:
    """Return the cards of a tree and of what is said about it, and the room inside each."""
    left, right = rect.copy(), rect.copy()
    left.width = round((rect.width - scale.px(_GAP)) * _TREE_SHARE)
    right.width = rect.width - scale.px(_GAP) - left.width
    right.right = rect.right
    inset = -2 * scale.px(_INSET)
    return [left, right], (left.inflate(inset, inset), right.inflate(inset, inset))


def button_height(scale: theme.Scale) -> int:
    """Return how high a button below a tree's words is."""
    return max(scale.px(_BUTTON), round(scale.body * 1.9))


def cells(rect: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """Return so many places of one width in a row."""
    width = (rect.width - gap * (count - 1)) // max(1, count)
    return [
        pygame.Rect(rect.x + n * (width + gap), rect.y, width, rect.height) for n in range(count)
    ]


class SearchPanel(Inked):
    """A task on two cards: the tree with the window, and the question with the counts.

    The screen draws the ``cards``, has the panel laid out by its own ``lay_out``, and hands it
    events and time. ``offers`` are further buttons of the screen's: a key of the translations, and
    what it does. At the end it shows how well
    each idea is mastered, by the ``answers`` about it, if there are any; ``end`` may say
    otherwise how it went.
    """

    def __init__(
        self,
        screen: Screen,
        task: SearchTask,
        offers: Sequence[Offer] = (),
        answers: Callable[[], Mapping[str, Sequence[bool]]] | None = None,
        end: Callable[[], str] | None = None,
    ) -> None:
        self.screen = screen
        self.task = task
        self._offers = offers
        self._answers = answers
        self._end = end
        self.cursor: Path = ()
        self.tried: int | None = None  # a value for the leaf that may be cut
        self._same: bool | None = None  # the root is worth the same by it
        self._known: Mapping[str, Sequence[bool]] | None = None  # the answers, at the end
        self.cards: list[pygame.Rect] = []
        self._line: WindowLine | None = None
        self._told: Question | None = None

    @property
    def done(self) -> bool:
        """Tell whether the task is done."""
        return self.task.done

    @property
    def mistakes(self) -> int:
        """Return how many answers were wrong."""
        return self.task.mistakes

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

    # -- layout

    def lay_out(self, rect: pygame.Rect) -> None:
        """Find the places of all things, and add the buttons to the screen's."""
        self.palette, self.scale = self.screen.palette, self.screen.scale
        px, task = self.scale.px, self.task
        self.cards, (room, inside) = two_cards(rect, self.scale)
        self._line_rect: pygame.Rect | None = None
        if self._written and task.recording.plan.algorithm != "minimax":
            height = WindowLine.height(self.scale)
            self._line_rect = pygame.Rect(room.x, room.bottom - height, room.width, height)
            title = line_height(self.scale.small)
            self._line_title = (room.x, self._line_rect.y - title)
            room.height -= height + title + px(8)
            self._lay_out_line()
        self.tree = tree_picture(self.screen, task.tree, room, task.as_mover)
        inside.height = self._lay_out_foot(inside) - px(10) - inside.y
        self._lay_out_question(inside)

    def _lay_out_line(self) -> None:
        before, (low, high) = self._line, self._scale()
        low = min(low, -high) if self.task.as_mover else low
        high = max(high, -low) if self.task.as_mover else high
        self._line = WindowLine(low, high, self.palette, self.scale, number_of)
        if before is not None and (before.low, before.high) == (self._line.low, self._line.high):
            self._line.take_over(before)
        self._line.show(self._window(), at_once=before is None)

    def _scale(self) -> tuple[int, int]:
        """Return the ends of the scale: a value below all leaves, and one above them."""
        values = [leaf.value for leaf in self.task.tree.leaves() if leaf.value is not None]
        return min(values) - 1, max(values) + 1

    def _lay_out_foot(self, inside: pygame.Rect) -> int:
        """Lay out the buttons at the foot and the counts above; return where these begin."""
        px, small = self.scale.px, self.scale.small
        high = button_height(self.scale)
        # Where somebody else says how it ends, nothing leads on before that.
        offers = list(self._offers) if self.done or self._end is None else []
        if not self.done:
            offers.insert(0, ("you_search_show", self.show_me))
        y = inside.bottom - high if offers else inside.bottom
        foot = pygame.Rect(inside.x, y, inside.width, high)
        for rect, (name, act) in zip(cells(foot, len(offers), px(8)), offers, strict=True):
            words = say(name)
            style = "go" if self.done and rect.x == foot.x else "soft"
            stroke = key((KEYS,), "show" if act == self.show_me else "")
            self.screen.controls.button(rect, words, act, style=style, tip=words, key=stroke)
        self._bar = pygame.Rect(inside.x, y - px(16), inside.width, max(4, px(8)))
        rows = len(self._counts) if self._written else 0
        self._counts_y = self._bar.y - px(6) - rows * line_height(small)
        return self._counts_y - px(6)

    def _lay_out_question(self, inside: pygame.Rect) -> None:
        px, task = self.scale.px, self.task
        self._inside = inside
        self._same = None if self.tried is None else self._same
        if self.done and self._answers is not None:
            self._known = self._answers()
        self._end_words = "" if self._end is None or not self.done else self._end()
        self._try_at: tuple[int, int] | None = None
        leaf = task.ahead() if self._written else None
        row = line_height(self.scale.small) + max(px(34), round(self.scale.small * 1.9))
        tries = row + line_height(self.scale.small) + px(8) if leaf is not None else 0
        room = inside.copy()
        room.height -= tries
        self.question = QuestionCard(self.screen, room, task, self.answer)
        if leaf is not None:
            rect = pygame.Rect(inside.x, inside.bottom - tries, inside.width, row)
            self._lay_out_tries(rect)
        if task.question is not self._told:
            self._told = task.question
            self.screen.services.voice.tell(self.question.words)
            here = task.question
            self.cursor = here.path if here is not None else ()

    def _lay_out_tries(self, rect: pygame.Rect) -> None:
        px, controls = self.scale.px, self.screen.controls
        self._try_at, self._result_at = rect.topleft, (rect.x, rect.bottom + px(2))
        row = rect.copy()
        row.height -= line_height(self.scale.small)
        row.bottom = rect.bottom
        low, high = self._scale()
        tried = [low + (high - low) * n // (_TRIED - 1) for n in range(_TRIED)]
        for chip, value in zip(cells(row, len(tried), px(6)), tried, strict=True):
            act, chosen = partial(self.try_value, value), value == self.tried
            words, style = number_of(value), "segment_small"
            control = controls.button(chip, words, act, style=style, selected=chosen)
            control.name = say("access_try", n=words)

    # -- what the learner does

    def answer(self, answer: Choice) -> None:
        """Answer the question."""
        if not self.done:
            self.tried = None
            self.task.answer(answer)
            if self.task.wrong:
                self.screen.services.voice.tell(told_words(*answer_words(self.task)))
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
        """Go to the nearest node in a direction."""
        x, y = self.tree.centre(self.cursor)
        found = []
        for path, _ in walk(self.task.tree):
            at = self.tree.centre(path)
            along, across = (at[0] - x, at[1] - y) if right else (at[1] - y, at[0] - x)
            if along * (right or down) > 0:
                found.append((abs(along) + (6 if right else 1) * abs(across), path))
        if self._clickable and found:
            self.cursor = min(found)[1]
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
        """Return what can be done now by keys."""
        found: dict[str, Command] = {**self.question.commands, **arrows(self._step)}
        if self._clickable:
            found["choose"] = self._choose
        if not self.done:
            found["show"] = self.show_me
        return found

    def handle(self, event: pygame.Event) -> bool:
        """Take an event that no button has used; return True when it was used."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._clickable:
            path = self.tree.path_at(event.pos)
            if path is not None and self._is_to_come(path):
                self.cursor = path
                self.answer(path)
            return path is not None
        return event.type == pygame.KEYDOWN and press((KEYS,), self.commands, event)

    @property
    def views(self) -> list[Part]:
        """Return the tree for those who do not see it; the cursor has the focus."""
        here = self.task.question
        path = self.cursor if self._clickable or here is None else here.path
        line, place = self._line, self._line_rect
        window = (
            [] if line is None or place is None else [line.part(say("you_search_window"), place)]
        )
        return [
            *window,
            picture_part(
                self.tree,
                self._labels(),
                say("access_tree"),
                here=path,
                choose=self._take if self._clickable else None,
                choices=CHOICES if not self.task.as_mover else CHOICES[:1] * 2,
                focused=self.screen.free,
            ),
        ]

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
    def moving(self) -> bool:
        """Tell whether a wall of the window is under way."""
        return self._line is not None and self._line.moving

    def update(self, dt: float) -> None:
        """Let the walls of the window glide for ``dt`` seconds."""
        if self._line is not None:
            self._line.update(self.screen.glided(dt))

    # -- drawing

    def _window(self) -> Shown:
        """Return the window at the node that is asked about, in the eyes in which it is told."""
        q = self.task.question
        if q is None or q.kind == Kind.ORDER:
            return Shown()
        own, other = told(q.own), told(q.other)
        alpha, beta = (own, other) if q.largest else (other, own)
        came = q.kind in (Kind.BETTER, Kind.RESEARCH, Kind.VALUE)
        value = told(q.child if came else q.value)
        if q.kind == Kind.PASS:
            alpha, beta = told(q.low), told(q.high)
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

    def draw(self, surface: pygame.Surface) -> None:
        """Draw all but the cards and the buttons."""
        self.tree.draw(surface, self._labels())
        self._draw_rings(surface)
        if self._line is not None and self._line_rect is not None:
            words, small = say("you_search_window"), self.scale.small
            self.write(surface, words, self._line_title, small, bold=True)
            self._line.draw(surface, self._line_rect)
        if self.done:
            self._draw_end(surface)
        else:
            self.question.draw(surface)
        self._draw_tried(surface)
        self._draw_counts(surface)

    def _labels(self) -> Mapping[Path, NodeLabel]:
        labels, leaf = self.task.labels(), self.task.ahead() if self._written else None
        if self.tried is not None and leaf is not None:
            labels[leaf] = replace(labels[leaf], value=number_of(self.tried))
        return labels

    def _draw_rings(self, surface: pygame.Surface) -> None:
        q = self.task.question
        if q is None:
            return
        ring, palette = partial(self.tree.ring, surface), self.palette
        ring(q.path, palette.accent, _RING)
        if self.task.wrong and q.holder is not None:
            ring(q.holder, palette.other, _RING)
        leaf = self.task.ahead() if self.tried is not None else None
        if leaf is not None:
            ring(leaf, palette.accent)
        if self._clickable and self.cursor != q.path:
            ring(self.cursor, palette.ink)

    def _draw_tried(self, surface: pygame.Surface) -> None:
        if self._try_at is None:
            return
        small, room = self.scale.small, self._inside.width
        quiet = self.palette.quiet
        here = self.task.question
        may_cut = here is not None and here.kind == Kind.PRUNE
        title = say("you_search_try_next" if may_cut else "you_search_try_cut")
        self.write(surface, title, self._try_at, small, colour=quiet, room=room)
        if self._same is None:
            return
        result = "you_search_try_same" if self._same else "you_search_try_changes"
        words = say(result, n=number_of(self.tried))
        ink = self.palette.best if self._same else self.palette.ink
        self.write(surface, words, self._result_at, small, colour=ink, bold=True, room=room)

    def _draw_counts(self, surface: pygame.Surface) -> None:
        task, scale, palette = self.task, self.scale, self.palette
        share = task.place / max(1, len(task.row))
        draw_bar(surface, self._bar, share, palette)
        if not self._written:
            return
        y, right = self._counts_y, self._bar.right
        for name, count in self._counts.items():
            room = self._bar.width - scale.px(40)
            words = say(f"you_search_count_{name}")
            self.write(
                surface, words, (self._bar.x, y), scale.small, colour=palette.quiet, room=room
            )
            at = (right, y)
            self.write(surface, str(count), at, scale.small, bold=True, anchor="topright")
            y += line_height(scale.small)

    def _draw_end(self, surface: pygame.Surface) -> None:
        """Say how the task went, and draw how well each idea is mastered."""
        task, size, rect = self.task, self.scale.body, self._inside.copy()
        words = self._end_words or say("you_search_done", right=task.right, all=len(task.row))
        if self._written and task.best and not self._end_words:
            value = number_of(task.recording.value)
            words = f"{say('you_search_best', move=task.best, n=value)}\n{words}"
        if task.was_shown:
            words = f"{told_words(*answer_words(task))}\n{words}"
        lines = wrap(words, size, rect.width, True)
        y = write_lines(surface, lines, rect.topleft, size, self.palette.best, True)
        if self._known is not None:
            rect.y, rect.height = y + self.scale.px(12), rect.bottom - y - self.scale.px(12)
            self._draw_mastery(surface, rect, self._known)

    def _draw_mastery(
        self, surface: pygame.Surface, rect: pygame.Rect, answers: Mapping[str, Sequence[bool]]
    ) -> None:
        """Draw how well each idea is mastered, by the answers about it."""
        px, body, size = self.scale.px, self.scale.body, self.scale.small
        self.write(surface, say("you_search_mastery"), rect.topleft, body, bold=True)
        y = rect.y + line_height(body)
        row = min(px(32), (rect.bottom - y) // len(answers))
        names = {idea: say(f"you_search_idea_{idea}") for idea in answers}
        left = rect.x + max(theme.font(size).size(words)[0] for words in names.values()) + px(12)
        for place, (idea, words) in enumerate(names.items()):
            middle = y + row * place + row // 2
            self.write(surface, words, (rect.x, middle), size, anchor="midleft")
            bar = pygame.Rect(left, 0, rect.right - left, max(4, px(8)))
            bar.centery = middle
            draw_bar(surface, bar, mastery(answers[idea]), self.palette)
