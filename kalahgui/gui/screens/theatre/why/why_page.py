"""The page Why: board, words, table and tree, and the node that is chosen in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from kalahgui.gui.elements.controls import Choice
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Card, Column, Ground, Row, Rule, Scroll, Space
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.screens.theatre.step_words import Wording, sentence
from kalahgui.gui.screens.theatre.theatre_page import RecordedPage, TheatreScreen, two_cards
from kalahgui.gui.screens.theatre.visit import Visit
from kalahgui.gui.screens.theatre.watch.node_card import PositionBoard
from kalahgui.gui.screens.theatre.why.why_rows import why_table
from kalahgui.gui.screens.theatre.why.why_tree import WhyTree
from kalahgui.gui.screens.theatre.why.why_words import WhyWords, method_words, title_words
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Commands
from kalahgui.match.explaining_search import Why
from kalahgui.theatre.considered_moves import seen_at_end
from kalahgui.theatre.playback import Bound
from kalahgui.theatre.recording import ROOT
from kalahgui.theatre.subject import PositionSubject
from kalahgui.words import as_text, say

# Units of the layout: of the card at the left, and how high a board is.
_LEFT, _BOARD_LEAST, _BOARD_MOST = 430, 90, 230
# What can be told where two searches differ: of the one that moved, and of the one that is shown.
FACES = ("own", "small")
_NOTE = 0.62  # of the card's width


class WhyPage(RecordedPage):
    """Explain a turn."""

    name = "why"

    def __init__(self, screen: TheatreScreen, visit: Visit) -> None:
        super().__init__(screen, visit)
        self.small = False  # the small search is told of, where it is not the one that moved
        self.words: WhyWords | None = None
        self.chosen: int | None = None  # a node whose reason is told
        self._revision = -1
        self._look: object = None  # of what the words are about

    # -- what is on the page

    def content(self) -> Element:
        self.watching.follow()
        self._revision = self.watching.revision
        self._take_up()
        words = self.words
        if words is None:
            return two_cards(self._card(self._board.content()), Card(self.waiting()))
        left = Column(
            Scroll(Column(*self._parts(words), gap=10), grow=1),
            *(Text(count, "small", "quiet") for count in words.counts(self.watching.compared)),
        )
        right = self._right(words) if words.has_tree else self._found(words)
        return two_cards(self._card(left), Card(right, padding=(20, 16, 20, 16)))

    def _parts(self, words: WhyWords) -> Iterator[Element]:
        """Yield what stands at the left below each other."""
        if not words.agrees:
            faces = [(face, say(f"why_face_{face}")) for face in FACES]
            yield Choice(faces, FACES[words.small], self.show_face)
        if words.has_tree:
            yield self._board_of(words, _BOARD_LEAST, _BOARD_MOST)
        if words.small:
            yield Text(say("why_small_about"), "small", "quiet")
        head, *rest = words.sentences()
        yield Column(
            Heading(head, "title", smaller="heading"),
            *(Text(text, colour="soft") for text in rest),
        )
        if self._rows:
            yield self._table(words)

    def _board_of(self, words: WhyWords, least: int, most: int | None = None) -> Element:
        turn = words.why.turn if not words.small else words.told
        board = self._board.content(move=turn[0] if turn else None, most=most)
        board.height = least
        return board

    def _table(self, words: WhyWords) -> Element:
        return Column(
            Rule(),
            Row(
                Text(words.heading(), bold=True, line=True, smaller="small", silent=True, grow=1),
                Text(words.unit(), "small", "quiet", line=True) if words.unit() else None,
                gap=10,
            ),
            why_table(words, self._rows, self.chosen, self.choose, self.screen),
            gap=4,
        )

    def _found(self, words: WhyWords) -> Element:
        """Return the position, and the line that the search that moved has found."""
        line = words.line_words()
        return Column(
            self._board_of(words, _BOARD_LEAST),
            Text(line, colour="soft", balanced=True, align="centre") if line else None,
            gap=12,
        )

    def _card(self, child: Element) -> Element:
        return Card(child, width=_LEFT, padding=(24, 18, 24, 18))

    def _right(self, why_words: WhyWords) -> Element:
        watched, why = self.watching.shown, self._why
        assert watched is not None, "there are words about it"
        mine, other = (naming.player_name(why.match, seat) for seat in (why.seat, 1 - why.seat))
        names, move_name = (mine, other), self.wording.move
        self.tree = WhyTree(
            self.screen, watched, why_words.line, self.chosen, names, move_name, self.choose
        )
        head, words = self.headline_and_reason()
        reason = Column(
            Text(head, bold=True, line=True) if head else None, Text(words, "small", "soft")
        )
        note = Ground(reason, "sunken", 12, padding=(16, 10, 16, 12), grow=_NOTE)
        legend = self.legend("why_legend", "large", "small")
        longer = f"{legend} · {say('why_legend_count')}"
        return Column(
            self.tree.element(),
            Row(Space(grow=1 - _NOTE), note),
            Text(longer, "small", "quiet", line=True, shorter=(legend,)),
            gap=8,
        )

    def _take_up(self) -> None:
        """Find the words for what is recorded by now, unless they are there."""
        watched = self.watching.shown
        look = watched, self.looks, self.small
        if look == self._look:
            return
        self._look = look
        subject = self.visit.subject
        assert isinstance(subject, PositionSubject), "a turn was played in a position"
        self._board = PositionBoard(self, subject)
        self.words = None
        if watched is None:
            return
        text = self._board.view.move_text
        self.words = WhyWords(self._why, watched.playback, text, small=self.small)
        self._rows = self.words.rows()
        if self.chosen is None and self.words.has_tree:
            self.chosen = self._first_cut()

    def _first_cut(self) -> int | None:
        """Return the move of the root that was cut first in the table, if there is one."""
        assert self.words is not None
        cut = (move.node for move in self.words.moves if move.held_by is not None)
        return next(cut, None)

    # -- what is said

    @property
    def _why(self) -> Why:
        assert self.visit.why is not None, "what is explained is visited"
        return self.visit.why

    @property
    def title(self) -> str:
        return title_words(self._why, self._board.view.move_text)

    @property
    def subtitles(self) -> list[str]:
        if self.words is not None:
            return self.words.subtitles()
        return [" · ".join(method_words(self._why))]

    @property
    def wording(self) -> Wording:
        """Return the words for what is recorded."""
        assert self.watching.shown is not None
        text = self._board.view.move_text
        visit = self.visit
        return Wording(self.watching.shown.recording, visit.you, False, text, visit.other)

    def headline_and_reason(self) -> tuple[str, str]:
        """Return what is told of the chosen node: a heading and why it has its value."""
        watched, node = self.watching.shown, self.chosen
        if self.words is not None and not self.words.has_tree:
            return "", ""  # the reasons are those of a search that is not shown
        if watched is None or node is None:
            return "", say("why_hint")
        playback, wording = watched.playback, self.wording
        at = playback.at
        playback.go_to(playback.length)
        playback.go_to(playback.moment_of(node))
        words = sentence(playback, wording)
        playback.go_to(at)
        if node == ROOT:
            return say("why_root"), words
        if seen_at_end(playback, node).bound is not Bound.EXACT:
            return say("why_cut_heading", move=wording.name_to(node)), words
        line = " \u2013 ".join(wording.line(playback.recording.path(node)))
        return say("watch_after", line=line), words

    # -- what the visitor does

    def show_face(self, face: str) -> None:
        """Tell of the search that moved, or of the small one that can be drawn."""
        self.small, self.chosen = face == FACES[True], None
        self.screen.refresh()

    @property
    def ways_on(self) -> Sequence[tuple[str, str]]:
        """Return the tabs that the explanation leads to, with words for them."""
        other = self.words is not None and not self.words.agrees
        return [
            ("watch", say("why_watch_small" if other else "why_watch")),
            ("race", say("why_race")),
        ]

    def choose(self, node: int | None) -> None:
        """Tell the reason of a node, and open it in the tree."""
        self.chosen = node
        self.screen.refresh()

    @property
    def commands(self) -> Commands:
        return {
            "choose_before": partial(self._step, -1),
            "choose": partial(self._step, 1),
            "watch": partial(self.screen.show_tab, "watch"),
            "race": partial(self.screen.show_tab, "race"),
        }

    def _step(self, step: int) -> None:
        nodes = [row.node for row in self._rows if row.node is not None] if self.words else []
        if nodes:
            here = nodes.index(self.chosen) if self.chosen in nodes else -1 if step > 0 else 0
            self.choose(nodes[(here + step) % len(nodes)])

    # -- time

    @property
    def said(self) -> str:
        reason = as_text(*self.headline_and_reason())
        if self.words is None or self.chosen != self._first_cut():
            return reason
        return as_text(*self.words.sentences(), reason)  # the visitor has chosen nothing yet

    @property
    def moving(self) -> bool:
        watching = self.watching
        return self._revision != watching.revision or watching.recording or watching.counting

    def update(self, dt: float) -> None:
        if self._revision != self.watching.revision:
            self.screen.refresh()
