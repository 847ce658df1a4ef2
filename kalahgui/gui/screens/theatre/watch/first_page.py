"""What is seen of the theatre first: three sentences, and a small search that plays itself.

Before the whole of one's own position comes a part of it that is as small.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from kalahgui.core.search import StopWord
from kalahgui.engine.engine import Job, Priority
from kalahgui.engine.interrupt import Interrupt, whole
from kalahgui.engine.thinker import Thinker
from kalahgui.games.game import Position
from kalahgui.games.limit import Limit
from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.controls import Link
from kalahgui.gui.elements.element import Act, Element, Look, Size
from kalahgui.gui.elements.layout import Card, Column, Fitting, Flow, Painted, Row, Rule, Space
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import line_height
from kalahgui.gui.paint.tree_drawing import SurfacePen, TreePicture
from kalahgui.gui.screens.theatre.step_words import Wording
from kalahgui.gui.screens.theatre.terms import (
    Explaining,
    TermSpot,
    TermSpots,
    TermText,
    term_words,
)
from kalahgui.gui.screens.theatre.theatre_page import TheatrePage, TheatreScreen, two_cards
from kalahgui.gui.screens.theatre.visit import Visit
from kalahgui.gui.screens.theatre.watch.transport import BESIDE, TimeLine, tool
from kalahgui.gui.searching.tree_parts import picture_part
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Commands
from kalahgui.theatre.first_lesson import FirstLesson, small_tree
from kalahgui.theatre.game_tree import TreeNode
from kalahgui.theatre.subject import PositionSubject
from kalahgui.words import say

# Those of a search by alpha-beta; no other term occurs here.
CHIPS = ("minimax", "evaluation", "alpha", "beta", "cut")
_NOW_LINES = 4  # of what happens, at most
_RING = 1.24  # the width of the ring around the node shown, of the node's
_LEFT, _INSIDE = 400, 28  # the card at the left, and around what is in both, in units
_TITLE, _WORDS = 21, 19  # types, the words' where they have so much room


_LOOK = Limit(turns=2)  # by which the ends of the small tree are valued
_MOST_MOVES_ON = 8


@dataclass(frozen=True)
class Small:
    """A small tree of a position that is some moves on from where one was."""

    tree: TreeNode
    moves_on: int


@dataclass(frozen=True)
class FindSmallTree:
    """Find a small tree of a position, or of one to which the best moves lead from there."""

    subject: PositionSubject

    def answers(self, thinker: Thinker, interrupt: Interrupt) -> Iterator[Small | None]:
        """Yield the tree; nothing where there is none, as in small games."""
        return whole(partial(self._found, thinker), interrupt)

    def _found(self, thinker: Thinker, stop: StopWord) -> Small | None:
        def worth(position: Position) -> int:
            return thinker.best(position, _LOOK).value

        game, here = self.subject.game, self.subject.root.copy()
        for moves_on in range(_MOST_MOVES_ON):
            if here.over or stop.raised:
                return None
            if here.turn == self.subject.root.turn:
                tree = small_tree(game, here, worth)
                if tree is not None:
                    return Small(tree, moves_on)
            here.play(thinker.best(here, _LOOK).line[0])
        return None


class _Chip(Text):
    """A term to be explained, or not any more."""

    role = Role.SWITCH
    takes_focus = True

    def __init__(self, term: str, explain: Act, words: str) -> None:
        """``words`` explain it; without any it is explained already."""
        named = say(f"term_{term}_named")
        chosen = not words
        ink = "on_accent" if chosen else "best"
        super().__init__(named, "small", ink, bold=True, line=True, align="centre", key=term)
        self.act, self.chosen, self._told = explain, chosen, words

    def measure(self, look: Look, room: int) -> Size:
        width, _ = super().measure(look, room)
        return width + look.px(18), 2 * look.type("small")

    def arrange(self, look: Look) -> None:
        self.tip = self._told

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, size = look.palette, self.rect.size
        fill = palette.best if self.chosen else palette.card.lerp(palette.best, 0.14)
        surface.blit(theme.rounded(size, size[1] // 2, fill), self.rect)
        super().draw(surface, look)


class _Chips(Flow):
    """Chips, and what they are for behind the last one, where there is room."""

    def _lines(self, look: Look, room: int) -> list[list[tuple[Element, Size]]]:
        *lines, last = super()._lines(look, room)
        return lines if last[0][0] is self.children[-1] else [*lines, last]

    def arrange(self, look: Look) -> None:
        self.children[-1].place(look, pygame.Rect(self.rect.center, (0, 0)))  # without any
        super().arrange(look)


class FirstPage(TheatrePage):
    """See what a search is."""

    name = "first"
    about = "first_about"

    def __init__(self, screen: TheatreScreen, visit: Visit) -> None:
        super().__init__(screen, visit)
        self.lesson = FirstLesson()
        self.playing = not self._by_hand
        self.small: Small | None = None  # once it is a part of one's own position
        self._finding: Job | None = None
        self.term = ""  # the one that explains itself
        self._shown_for = 0.0  # seconds
        self.line = TimeLine(self, lambda: self.lesson.at, self._go)
        self.spots = TermSpots(self, self._beside, self.term_words)
        self.tree: TreePicture | None = None
        screen.services.choose(theatre_seen=True)

    @property
    def _by_hand(self) -> bool:
        return bool(self.screen.services.choices.motion == "reduced")

    def content(self) -> Element:
        self.spots.texts.clear()
        scale = self.screen.scale
        sizes = range(max(12, scale.px(_WORDS * scale.text)), scale.small - 1, -1)
        left = Column(
            Fitting(*map(self._words, sizes)),
            Row(
                self.does("again", say("first_again"), style="soft", height=48, grow=0.42),
                self.does(
                    "go_on",
                    say("first_whole" if self.small else "first_yours"),
                    style="go",
                    height=48,
                    grow=0.58,
                ),
                gap=12,
            ),
            gap=14,
        )
        lesson = self.lesson
        looked_at = say("first_looked_at", n=lesson.looked_at, all=len(lesson.leaves))
        tree = Painted(self._draw_tree, placed=self._place_tree, nodes=self._tell_tree, grow=1)
        right = Column(
            Column(tree, padding=BESIDE, grow=1),
            self.line.content(len(lesson.steps), lesson.cuts),
            Row(
                Text(looked_at, bold=True, line=True, grow=1),
                Link(say("watch_next_cut"), self.next_cut, bold=True, colour="best"),
                padding=BESIDE,
            ),
            Row(Space(grow=1), *self._tools(), Space(grow=1), gap=20, padding=(0, 8, 0, 0)),
        )
        cards = (
            Card(left, width=_LEFT, padding=_INSIDE),
            Card(right, padding=(_INSIDE - BESIDE[0], _INSIDE) * 2),
        )
        return Explaining(two_cards(*cards), self.spots)

    def _words(self, size: int) -> Element:
        scale = self.screen.scale
        title = max(14, scale.px(_TITLE * scale.text))
        paragraphs = (Text(words, size, "soft", balanced=True) for words in self._paragraphs)
        words = self.term_words(self.term) if self.term else self.words()
        high = _NOW_LINES * line_height(size) / scale.layout
        return Column(
            Column(Heading(self._title, title), *paragraphs, gap=13),
            Column(Space(grow=1), Rule(), Space(grow=1), grow=1),
            Column(
                Heading(say("first_term" if self.term else "first_now")),
                TermText(self.spots, words, size, height=high),
                gap=4,
            ),
            _Chips(
                *map(self._chip, CHIPS),
                Text(say("first_what"), "small", "quiet", silent=True),
                gap=7,
            ),
            gap=13,
        )

    @property
    def _title(self) -> str:
        if self.small is None:
            return say("first_title")
        return say("first_small" if self.visit.played else "first_small_any")

    @property
    def _paragraphs(self) -> list[str]:
        first, *rest = (say(f"first_words_{n}") for n in (1, 2, 3))
        if self.small is None:
            return [first, *rest]
        visit, count = self.visit, self.small.moves_on
        where = naming.visited_words(visit.subject, visit.variant, visit.name)
        top = say("first_small_on" if count else "first_small_top", where=where, count=count)
        return [top, rest[0], say("first_small_ends")]

    def _chip(self, term: str) -> Element:
        words = "" if term == self.term else self.term_words(term)
        return _Chip(term, partial(self.explain, term), words)

    def _tools(self) -> Iterator[Element]:
        yield tool(self, "to_start")
        yield tool(self, "step_back")
        if not self._by_hand:
            yield tool(self, "play", runs=self.playing, chosen=True)
        yield tool(self, "step", chosen=True if self._by_hand else None)

    # -- the tree

    def _place_tree(self, rect: pygame.Rect) -> None:
        lesson, names = self.lesson.tree, (say("stage_you"), say("first_row_they"))
        self.tree = TreePicture(
            lesson,
            rect,
            self.screen.palette,
            max(11, self.screen.scale.px(16)),
            names,
            1.15,
            leaves=say("first_row_ends"),
            move_name=lambda node, move: lesson.children[move].label if not node else "",
            cut=say("stage_cut", values="{}"),
        )

    def _draw_tree(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        tree, step = self.tree, self.lesson.step
        assert tree is not None, "it is placed before it is drawn"
        tree.draw(surface, self.lesson.labels())
        if step is not None:
            palette, scale = self.screen.palette, self.screen.scale
            side = round(tree.side_of(step.at) * _RING)
            pen = SurfacePen(surface, palette.card)
            square, width = len(step.at) % 2 == 0, max(2, scale.px(4))
            pen.ring(tree.centre(step.at), side, square, palette.accent, width)

    def _tell_tree(self) -> list[AccessibleNode]:
        step, lesson = self.lesson.step, self.lesson
        here = () if step is None else step.at
        choices = "access_you_choose", "access_they_choose"
        assert self.tree is not None
        name = self._title
        return [picture_part(self.tree, lesson.labels(), name, here=here, choices=choices)]

    def _beside(self) -> list[TermSpot]:
        """Return the terms that stand beside nodes: what was cut away is to be seen."""
        tree = self.tree
        return (
            []
            if tree is None
            else [
                TermSpot(
                    term,
                    rect,
                    rect.unionall([tree.box_of(place) for place in (path, (*path, 0))]),
                    self.lesson.node(path),
                )
                for term, path, rect in tree.terms()
            ]
        )

    # -- what the visitor does

    def explain(self, term: str) -> None:
        """Have a term explain itself, or no more."""
        self.term = "" if self.term == term else term
        self._pause()

    def play_again(self) -> None:
        """Show it once more."""
        self.lesson.go_to(0)
        self.playing = not self._by_hand
        self._moved()

    def go_on(self) -> None:
        """Go to a small part of one's own position, and from there to the whole of it."""
        last = self.screen.services.autosave.newest()
        self.visit.open_own(None if last is None or last.stored is None else last.stored.match)
        self.visit.tab = self.name
        subject = self.visit.subject
        if self.small or self._finding or not isinstance(subject, PositionSubject):
            self._go_to_own()
        else:
            self._finding = self.screen.services.engine.start(
                FindSmallTree(subject), Priority.VALUES
            )
            self._pause()

    def _go_to_own(self) -> None:
        self.close()
        self.visit.plays = True
        self.screen.refresh()

    def elapse(self, dt: float) -> None:
        for report in self._finding.reports() if self._finding else ():
            if isinstance(report.answer, Small):
                self.small, self.lesson = report.answer, FirstLesson(report.answer.tree)
            if report.done:
                self._finding = None
                if self.small is None:
                    self._go_to_own()
                else:
                    self.play_again()

    def next_cut(self) -> None:
        """Go to the next cut, after the last one to the first."""
        cuts = self.lesson.cuts
        self._go(next((at for at in cuts if at > self.lesson.at), cuts[0]))

    def _go(self, at: int) -> None:
        self.playing = False
        self.lesson.go_to(at)
        self._moved()

    def _toggle(self) -> None:
        if self._by_hand:
            self._go(self.lesson.at + 1)
        elif self.lesson.finished:
            self.play_again()
        else:
            self.playing = not self.playing
            self._moved()

    def _pause(self) -> None:
        self.playing = False
        self.screen.refresh()

    def _moved(self) -> None:
        self.term, self._shown_for = "", 0.0
        self.screen.refresh()

    @property
    def commands(self) -> Commands:
        at = self.lesson.at
        return {
            "play": self._toggle,
            "step": partial(self._go, at + 1),
            "step_back": partial(self._go, at - 1),
            "to_start": partial(self._go, 0),
            "to_end": partial(self._go, len(self.lesson.steps)),
            "next_cut": self.next_cut,
            "again": self.play_again,
            "go_on": self.go_on,
        }

    def handle(self, event: pygame.Event) -> bool:
        if self.spots.tap(event):
            self._pause()
            return True
        return super().handle(event)

    # -- time

    @property
    def said(self) -> str:
        return self.term_words(self.term) if self.term else self.words()

    @property
    def moving(self) -> bool:
        return self.playing or self._finding is not None

    def update(self, dt: float) -> None:
        if not self.playing:
            return
        self._shown_for += dt
        voice = self.screen.services.voice
        seconds = max(self.lesson.seconds, voice.seconds_of(self.said))
        if self._shown_for >= seconds and voice.idle:
            self._shown_for = 0.0
            self.lesson.go_to(self.lesson.at + 1)
            self.term = ""
            self.playing = not self.lesson.finished
            self.screen.refresh()

    def close(self) -> None:
        self.playing = False
        if self._finding is not None:
            self._finding.stop()
        self._finding = None
        if self.visit.tab == self.name:
            self.visit.tab = "watch"

    # -- what is said

    def term_words(self, term: str, node: int | None = None) -> str:
        """Explain a term by a node, by default that of the step shown.

        All values lie above 0 and need no sign.
        """
        playback = self.lesson.playback
        return term_words(term, playback, Wording(playback.recording), node).replace("+", "")

    @property
    def terms(self) -> Sequence[str]:
        return [self.term_words(term) for term in CHIPS]

    def words(self) -> str:
        """Say what has just happened."""
        lesson, step = self.lesson, self.lesson.step
        if step is None:
            return say("first_begin")
        move = lesson.tree.children[step.at[0]].label if step.at else ""
        best, value = lesson.best(), lesson.known(step.at)
        name = "" if best is None else lesson.tree.children[best[0]].label
        if step.bound is not None:
            return say("first_cut", value=step.value, held=name, bound=step.bound)
        if lesson.finished:
            seen = lesson.looked_at
            return say("first_done", move=name, value=value, n=seen, all=len(lesson.leaves))
        key = "better" if step.better else "worse"
        if len(step.at) > 1:
            bound = lesson.known(step.at[:1])
            return say(f"first_end_{key}", value=value, move=move, bound=bound)
        before = lesson.best(before=1)
        if before is None:
            return say("first_move", move=move, value=value)
        held, bound = lesson.tree.children[before[0]].label, lesson.known(before)
        return say(f"first_move_{key}", move=move, value=value, held=held, bound=bound)
