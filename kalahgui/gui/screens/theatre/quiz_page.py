"""Trees with hidden values, to be searched by the visitor: the questions and their trees."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from functools import partial

import pygame

from kalahgui.games.game import Message
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_mark
from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
from kalahgui.gui.paint.trees import SurfacePen, TreePicture
from kalahgui.gui.screens.theatre.page import TheatrePage
from kalahgui.gui.services.keymap import Command, Commands
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import CardScreen, Host
from kalahgui.theatre.explanation import Cut, Valued
from kalahgui.theatre.game_tree import Path, walk
from kalahgui.theatre.quiz import ALGORITHM, DIFFICULTIES, KINDS, LEAVES, Checked, QuizQuestion
from kalahgui.theatre.quiz_session import QuizSession
from kalahgui.theatre.subject import WrittenSubject

_INNER = 1.4  # a bound needs more room than a leaf's value
_AROUND, _FAR_AROUND = 1.18, 1.42  # the width of a ring, of the node's
_REACH = 0.16  # of a leaf's width, for the arms of the cross above it
FOUND, WRONG, MISSED = "found", "wrong", "missed"


class QuizTree:
    """Lay out and paint the tree of the question that a session is at."""

    def __init__(
        self,
        session: QuizSession,
        rect: pygame.Rect,
        palette: theme.Palette,
        letter: int,
        levels: tuple[str, str],
    ) -> None:
        """Lay out; ``levels`` say what a level of squares and one of circles choose."""
        self.session = session
        self.palette = palette
        tree = session.question.tree
        self._squares = {path for path, node in walk(tree) if not node.mover}
        self.tree = TreePicture(tree, rect, palette, letter, levels, _INNER)

    def leaf_rect(self, leaf: Path) -> pygame.Rect:
        """Return the place of a leaf that can be pressed."""
        side = round(self.tree.side * 1.5)
        rect = pygame.Rect(0, 0, side, side)
        rect.center = self.tree.centre(leaf)
        return rect

    def verdicts(self) -> Mapping[Path, str]:
        """Return how the leaves were answered that are left out or marked."""
        checked = self.session.checked
        if checked is None:
            return {}
        groups = ((FOUND, checked.found), (WRONG, checked.wrong), (MISSED, checked.missed))
        return {leaf: verdict for verdict, leaves in groups for leaf in leaves}

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the tree on its card as far as it is explained, and the answer on it."""
        self.tree.draw(surface, self.session.labels())
        pen = SurfacePen(surface, self.palette.card)
        if self.session.kind == LEAVES:
            for leaf in self.session.marks:
                self._ring(pen, leaf, _AROUND, self.palette.accent)
                self._cross_out(pen, leaf)
            for leaf, verdict in self.verdicts().items():
                (x, y), side = self.tree.centre(leaf), self.tree.side
                sign = max(12, round(side * 0.5))
                at = (x, y + side // 2 + sign * 3 // 4)
                draw_verdict(surface, at, sign, self.palette, verdict)
        # Where the keys are, or the explanation.
        if self.session.checked is None:
            self._ring(pen, self.session.leaf, _FAR_AROUND, self.palette.lit)
        elif self.session.explained is not None:
            self._ring(pen, self.session.explained.at, _AROUND, self.palette.lit)

    def _cross_out(self, pen: SurfacePen, leaf: Path) -> None:
        side = self.tree.side
        here, above = map(pygame.Vector2, map(self.tree.centre, (leaf, leaf[:-1])))
        x, y = here.move_towards(above, side * 0.95)
        reach, width = max(4, side * _REACH), max(2, side // 11)
        for rise in (-reach, reach):
            ends = (x - reach, y - rise), (x + reach, y + rise)
            pen.line(*ends, self.palette.accent, width)

    def _ring(self, pen: SurfacePen, path: Path, share: float, colour: pygame.Color) -> None:
        """Draw a ring around a node, its width a share of the node's."""
        side, width = round(self.tree.side_of(path) * share), max(2, self.tree.side // 12)
        pen.ring(self.tree.centre(path), side, path in self._squares, colour, width)


def draw_verdict(
    surface: pygame.Surface,
    centre: tuple[int, int],
    size: int,
    palette: theme.Palette,
    verdict: str,
) -> None:
    """Draw the sign of an answer: a check mark, a cross, or an exclamation mark when missed."""
    if verdict != MISSED:
        draw_mark(surface, centre, size, palette, verdict == FOUND)
        return
    disc = theme.rounded((size, size), size, palette.accent)
    surface.blit(disc, disc.get_rect(center=centre))
    letter = max(9, round(size * 0.8))
    theme.write(surface, "!", centre, letter, palette.on_accent, True, "center")


def verdict_words(question: QuizQuestion, checked: Checked) -> str:
    """Say how a question was answered."""
    verdict = say("quiz_right" if checked.right else "quiz_wrong")
    if question.kind != LEAVES:
        return _joined(verdict, say("quiz_result_value", value=question.value))
    found, left_out = len(checked.found), len(question.left_out)
    counted = say("quiz_result_none", count=left_out)
    if found:
        counted = say("quiz_result_leaves", found=found, count=left_out)
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
        leaves=say("list_joint").join(names[leaf] for leaf in step.leaves),
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
    return say("quiz_between_sentences").join(filter(None, sentences))


class QuizRow(CardScreen):
    """Choose a row of questions: the same word has the same ones, on every machine."""

    card_width, card_height = 480, 236
    title = "quiz_row"

    def __init__(self, app: Host, seed: str, begin: Callable[[str], None]) -> None:
        self._typed, self._begin_row = seed, begin
        super().__init__(app)

    def lay_out(self) -> None:
        super().lay_out()
        room, foot = self.card_width - 64, self.card_height - 24 - 44
        self.controls.entry(self.inside(32, foot, room - 172, 44), self._typed, self._type)
        place = self.inside(32 + room - 160, foot, 160, 44)
        self.controls.button(place, say("quiz_begin"), self.begin, style="go")

    def _type(self, words: str) -> None:
        self._typed = words.strip()

    def begin(self) -> None:
        """Begin the row, if there is a word for it."""
        if self._typed:
            self.close_for(partial(self._begin_row, self._typed))
        else:
            self.services.notices.add(say("quiz_seed_empty"))

    def draw_inside(self, surface: pygame.Surface) -> None:
        size, room = self.scale.body, self.scale.px(self.card_width - 64)
        lines = wrap(say("quiz_row_words"), size, room)
        write_lines(surface, lines, self.inside(32, 76).topleft, size, self.palette.ink)


_TREE_WIDTH = 832
_INSET = 24
_FOOT = 60  # below the tree, for the signs
_SEED_DIGITS = 4
_WATCH_SHARE = 0.32  # of the width of the last row


class QuizPage(TheatrePage):
    """Be the search."""

    name = "quiz"
    about = "quiz_about"

    @property
    def keys(self) -> str:  # type: ignore[override]
        """Return what the foot says: other keys count before and after Check."""
        if self.session.checked is not None:
            return "quiz_keys_explain"
        return "quiz_keys_answer" if self.session.kind == LEAVES else "quiz_keys_value"

    @property
    def session(self) -> QuizSession:
        """Return the quiz that is taken; one with a seed by chance is begun where there is none."""
        if self.visit.quiz is None:
            seed = "".join(random.choices("123456789", k=_SEED_DIGITS))
            self.visit.quiz = QuizSession(seed)
        return self.visit.quiz

    # -- layout

    def lay_out(self) -> None:
        px = self.scale.px
        self._left, right = self.cards = self.two_cards(_TREE_WIDTH)
        self._inside = right.inflate(-2 * px(_INSET), -2 * px(_INSET))
        self._height = max(px(38), round(1.8 * self.scale.body))
        room = self._left.inflate(-2 * px(_INSET), -2 * px(_INSET))
        room.height -= max(px(_FOOT), self._height + px(14))
        rows = (say("article_row_max"), say("article_row_min"))
        self.tree = QuizTree(self.session, room, self.palette, self.scale.small, rows)
        for leaf in self.session.question.leaves:
            self.screen.controls.area(self.tree.leaf_rect(leaf), partial(self._mark, leaf))
        self._lay_out_choices()
        self._lay_out_buttons()
        self._lay_out_row()

    def _lay_out_choices(self) -> None:
        session, controls, px = self.session, self.screen.controls, self.scale.px
        rect = pygame.Rect(self._inside.topleft, (self._inside.width, self._height))
        kinds = [(kind, say(f"quiz_kind_{kind}")) for kind in KINDS]
        controls.segments(rect, kinds, session.kind, lambda kind: self._choose(kind=kind))
        rect = rect.move(0, self._height + px(8))
        levels = [(level, say(f"quiz_{level}")) for level in DIFFICULTIES]
        controls.segments(
            rect, levels, session.difficulty, lambda level: self._choose(difficulty=level)
        )
        self._words_top = rect.bottom + px(18)

    def _lay_out_buttons(self) -> None:
        """Lay out Check, or the steps of the explanation and the next question."""
        session, add, px = self.session, self.screen.controls.button, self.scale.px
        inside = self._inside
        last = pygame.Rect(inside.x, inside.bottom - self._height, inside.width, self._height)
        if session.checked is None:
            add(last, say("quiz_check"), self._check, style="go")
            self._words_bottom = last.y - px(12)
            return
        watch = last.copy()
        watch.width = round(last.width * _WATCH_SHARE)
        last.update(watch.right + px(8), last.y, last.right - watch.right - px(8), last.height)
        add(watch, say("quiz_watch"), self._watch, style="soft", tip=say("quiz_watch_tip"))
        add(last, say("quiz_next"), self._ask_next, style="go")
        half = pygame.Rect(0, 0, (inside.width - px(8)) // 2, self._height)
        half.bottomleft = (inside.x, watch.y - px(8))
        back = add(half, say("quiz_step_back"), partial(self._show, -1), style="soft")
        half = half.move(half.width + px(8), 0)
        on = add(half, say("quiz_step_on"), partial(self._show, 1), style="soft")
        self._steps = (back, on)
        self._enable_steps()
        self._words_bottom = half.y - px(12)

    def _lay_out_row(self) -> None:
        """Lay out the way to another row of questions, below the tree."""
        px = self.scale.px
        place = pygame.Rect(0, 0, self._height, self._height)
        place.bottomright = self._left.move(-px(_INSET), -px(16)).bottomright
        self._signs_y = place.centery
        tip = say("quiz_row")
        self.screen.controls.button(place, "", self.open_row, icon="settings", tip=tip)

    # -- what the visitor does

    def _mark(self, leaf: tuple[int, ...]) -> None:
        self.session.mark(leaf)
        self.screen.app.wake()

    def _choose(self, *, kind: str = "", difficulty: str = "") -> None:
        self.session.choose(kind=kind, difficulty=difficulty)
        self.screen.refresh()

    def _check(self) -> None:
        if not self.session.answered:
            self.screen.services.notices.add(say(f"quiz_unanswered_{self.session.kind}"))
            return
        self.session.check()
        self.screen.refresh()

    def _ask_next(self) -> None:
        self.session.ask_next()
        self.screen.refresh()

    def _watch(self) -> None:
        asked = self.session.question
        self.visit.open(
            WrittenSubject(asked.tree),
            name=Message("quiz_where", {"n": self.session.number + 1}),
            algorithm=ALGORITHM,
            depth=asked.tree.height,
            order="rising",
        )
        self.close()
        self.screen.refresh()

    def _show(self, step: int) -> None:
        self.session.show(step)
        self._enable_steps()
        self.screen.app.wake()

    def _enable_steps(self) -> None:
        at, last = self.session.at, len(self.session.steps)
        for control, possible in zip(self._steps, (at > 0, at < last), strict=True):
            if possible and not control.enabled:
                control.element.enable()
            elif not possible and control.enabled:
                control.element.disable()

    def open_row(self) -> None:
        """Ask which row of questions to take."""
        self.screen.app.push(QuizRow(self.screen.app, self.session.seed, self.begin))

    def begin(self, seed: str) -> None:
        """Begin the row of questions of a seed."""
        self.session.begin(seed)
        self.screen.refresh()

    @property
    def commands(self) -> Commands:
        session = self.session
        if session.checked is not None:
            steps = {"back": partial(self._show, -1), "on": partial(self._show, 1)}
            return {**steps, "enter": self._ask_next, "watch": self._watch}
        found: dict[str, Command] = {
            "back": partial(session.step_leaf, -1),
            "on": partial(session.step_leaf, 1),
            "mark": lambda: session.mark(session.leaf),
            "enter": self._check,
        }
        if session.kind != LEAVES:
            found |= {f"type_{digit}": partial(session.type, str(digit)) for digit in range(10)}
            found["rub_out"] = session.rub_out
        return found

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        self.tree.draw(surface)
        if self.tree.verdicts():
            self._draw_signs(surface)
        y = self._draw_head(surface)
        if self.session.checked is None:
            self._draw_question(surface, y)
        else:
            self._draw_answer(surface, y)

    def _draw_signs(self, surface: pygame.Surface) -> None:
        px, scale = self.scale.px, self.scale
        size = max(12, px(16))
        x = self._left.x + px(_INSET)
        for verdict in (FOUND, WRONG, MISSED):
            centre = (x + size // 2, self._signs_y)
            draw_verdict(surface, centre, size, self.palette, verdict)
            words = say(f"quiz_legend_{verdict}")
            at = (x + size + px(6), centre[1])
            written = self.write(
                surface, words, at, scale.small, colour=self.palette.quiet, anchor="midleft"
            )
            x = written.right + px(16)

    def _draw_head(self, surface: pygame.Surface) -> int:
        """Write the question's number and the count; return where the words below begin."""
        session, scale = self.session, self.scale
        number = say("quiz_number", n=session.number + 1)
        at = (self._inside.x, self._words_top)
        self.write(surface, number, at, scale.title, bold=True)
        if session.asked:
            words = say("quiz_count", right=session.right, asked=session.asked)
            at = (self._inside.right, self._words_top + scale.title - scale.small)
            colour = self.palette.quiet
            self.write(surface, words, at, scale.small, colour=colour, anchor="topright")
        return self._words_top + line_height(scale.title) + scale.px(6)

    def _lines(
        self, surface: pygame.Surface, words: str, y: int, size: int, colour: pygame.Color
    ) -> int:
        lines = wrap(words, size, self._inside.width)
        return write_lines(surface, lines, (self._inside.x, y), size, colour)

    def _draw_question(self, surface: pygame.Surface, y: int) -> None:
        session, scale, palette = self.session, self.scale, self.palette
        y = self._lines(surface, say(f"quiz_ask_{session.kind}"), y, scale.body, palette.ink)
        y += scale.px(8)
        y = self._lines(surface, say("quiz_rule"), y, scale.small, palette.quiet) + scale.px(14)
        if session.kind == LEAVES:
            words = say("quiz_marked", count=len(session.marks))
            self._lines(surface, words, y, scale.body, palette.ink)
            return
        at = (self._inside.x, y)
        end = self.write(surface, say("quiz_answer"), at, scale.body).right
        box = pygame.Rect(end + scale.px(10), y - scale.px(6), scale.px(76), self._height)
        surface.blit(theme.rounded(box.size, scale.px(8), palette.accent_soft), box)
        typed = session.typed or "\u2026"
        self.write(surface, typed, box.center, scale.title, bold=True, anchor="center")

    def _draw_answer(self, surface: pygame.Surface, y: int) -> None:
        session, scale, palette = self.session, self.scale, self.palette
        checked = session.checked
        assert checked is not None
        size = max(14, scale.px(20))
        verdict = FOUND if checked.right else WRONG
        centre = (self._inside.x + size // 2, y + line_height(scale.body) // 2)
        draw_verdict(surface, centre, size, palette, verdict)
        left = size + scale.px(8)
        lines = wrap(
            verdict_words(session.question, checked), scale.body, self._inside.width - left, True
        )
        colour = palette.best if checked.right else palette.bad
        at = (self._inside.x + left, y)
        y = write_lines(surface, lines, at, scale.body, colour, True) + scale.px(10)
        step = session.explained
        if step is None:
            self._lines(surface, say("quiz_explain"), y, scale.body, palette.ink)
            return
        count = say("quiz_step", n=session.at, all=len(session.steps))
        y = self._lines(surface, count, y, scale.small, palette.quiet)
        self._lines(surface, step_words(session.question, step), y, scale.body, palette.ink)
