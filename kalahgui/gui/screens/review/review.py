"""The review screen: a match move by move, with what each one lost and what was better."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pygame

from kalahgui.games.game import Message
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import Look
from kalahgui.gui.elements.accessible_node import AccessibleNode
from kalahgui.gui.elements.cards import KeysCard
from kalahgui.gui.elements.controls import Button, titled
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Card, Column, Painted, Row, Rule
from kalahgui.gui.elements.screen import ICON, Host, Screen
from kalahgui.gui.elements.writing import Heading
from kalahgui.gui.panels.board import (
    board_part,
    draw_board,
    open_editor,
    trees_of,
    value_labels,
    valued_part,
    view_of,
    watch_search,
)
from kalahgui.gui.panels.board_input import BoardInput
from kalahgui.gui.panels.graph import EvaluationBar, Graph
from kalahgui.gui.panels.move_list import MoveList
from kalahgui.gui.panels.reviewed_course import Course
from kalahgui.gui.panels.section import opening_note
from kalahgui.gui.panels.sentences import MOST_REASONS, Said, Teller, always
from kalahgui.gui.panels.telling import Telling
from kalahgui.gui.screens.review import review_cards
from kalahgui.gui.screens.review.showing import (
    SHOWN_PACE,
    Walker,
    badge_of,
    dot_of,
    marks_on_board,
    pointers_on_board,
)
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import LearnOf, ReviewOf, SharingOf
from kalahgui.gui.services.saving import copy_commands
from kalahgui.match.timeline import PACES
from kalahgui.words import as_text, say

_PANEL = 292  # units of the layout


class Review(Screen):
    """Look back on a match over the playing screen, which waits and shares its session."""

    covers = True
    key_places = ("review", "telling", "games")

    def __init__(self, app: Host, destination: ReviewOf) -> None:
        """Take a match up."""
        self.app = app
        self.session = session = destination.session
        self.stored = destination.stored
        self.match = match = session.match
        self._keep_whole, self._back, self._leave = (
            destination.keep_whole,
            destination.back,
            destination.leave,
        )
        self.own_choices = destination.own_choices
        self._view_class = VIEWS[match.game.key]
        session.rest()
        self.course = Course(match, session.analysis)
        self.walker = Walker(session, self.course, app.services.notices.show_now)
        self.hands = BoardInput(session, self.walker.try_move)
        self._telling = Telling(self, session, self.hands, self._choose_typed, lambda: "")
        self.wanted = True  # that the analysis goes on
        self._go_on_analysing()
        self._know_more()
        self._said = ""
        self._about: object = None  # the move that is told of, its kind and what is better
        self.walker.begin(destination.discussed)
        self.moves = MoveList(
            self,
            session,
            view=lambda: self.view,
            go_to=self.walker.look_before,
            step=self.walker.step,
            step_mistake=self.walker.step_mistake,
            changed=self._tree_changed,
            badge_of=lambda node: badge_of(self.course, node, self.palette),
            badges_changed=lambda: self.course.stamp,
            chosen=lambda: self.walker.discussed or match.here,
        )
        self.bar = EvaluationBar(
            self, session, lambda: self.view, says_exact=False, node=self.walker.stands
        )
        self.graph = Graph(
            self,
            session,
            view=lambda: self.view,
            line=lambda: [match.root, *self.course.line],
            go_to=self.walker.look_before,
            dot_of=lambda node: dot_of(self.course, node, self.palette),
            marked=lambda: self.walker.discussed or match.here,
        )
        super().__init__(app)

    def _go_on_analysing(self) -> None:
        analysis = self.session.analysis
        if self.wanted and not analysis.reviewing and not analysis.reviewed:
            analysis.review()

    def _know_more(self) -> None:
        """Take up what the library makes of a review: the level played like, and the exercises."""
        self._level = self.services.autosave.level_like(self.match)
        self._exercises = self.services.autosave.count_exercises_of(self.match)

    # -- what is on it

    def rebuild(self) -> None:
        self._board = pygame.Rect(0, 0, 0, 0)
        super().rebuild()

    def _place_board(self, rect: pygame.Rect) -> None:
        """Make the board, which is also asked how moves are written, anew for another rectangle."""
        if rect == self._board:
            return
        match = self.match
        self._board = rect.copy()
        persons = [match.player_of(side).person for side in (0, 1)]
        self.view = view_of(self, match, rect, int(persons == [False, True]))
        self.hands.view = self.view
        self.teller = Teller(match, self.session.analysis, self.view.move_text)

    def content(self) -> Element:
        if not self._board:
            self._place_board(pygame.Rect((0, 0), self.size))
        node = self.walker.discussed
        row = self.course.rows.get(node) if node else None
        about: tuple[object, ...] = (node, row and (row.best, row.kind))
        attempt = self.walker.attempt
        if attempt is not None:
            about = attempt.judged(self.match, self.session.analysis)
        if about != self._about:  # else it was looked at deeper
            self._about = about
        main = self._below_the_board if self._view_class.wide else self._beside_the_board
        body = Row(*main(), self._panel(), gap=24, padding=(40, 8, 32, 32), stretch=True, grow=1)
        return Column(self._head(), body)

    def _head(self) -> Element:
        reviewed, count = self.session.analysis.reviewed, self._exercises
        square = partial(Button, "", height=ICON)
        icon, tip = ("pause", "review_stop_tip") if self.wanted else ("play", "review_go_on_tip")
        elements = [
            review_cards.progress(self, self.session.analysis, self.course),
            square(self._toggle_analysis, icon=icon, tip=say(tip), key="analysis"),
        ]
        if reviewed:
            words, go = say("review_exercises", count=count), LearnOf(tab="mistakes")
            exercises = Button(words, partial(self.app.open, go), style="soft", height=36)
            elements = [exercises] if count else []
        able = self.course.persons_turn is not None
        return Row(
            square(
                self._go_back,
                icon="chevron_left",
                tip=say("edit_back" if self._leave else "review_back"),
                keys=self.key("leave"),
            ),
            Row(
                titled(say("review_title"), review_cards.about(self, self.stored)),
                padding=(10, 0, 8, 0),
                grow=1,
            ),
            *elements,
            self.does("play_on", say("review_play_on"), enabled=able, height=36),
            self.icon("edit", "edit", "edit_open"),
            self.icon("share", "share", "share"),
            self.icon("keys", "help", "keys_card"),
            gap=8,
            padding=(26, 0, 32, 0),
            height=76,
        )

    def _below_the_board(self) -> list[Element]:
        said = Card(self._sentence(narrow=False), height=136, padding=(22, 14, 22, 14))
        return [Column(self._board_and_bar(18), said, self._graph_card(), gap=14, grow=1)]

    def _beside_the_board(self) -> list[Element]:
        play = Column(self._mistakes(), self._play(), padding=(8, 8, 8, 8))
        said = Card(self._sentence(narrow=True), padding=(22, 14, 22, 14), grow=1)
        column = Column(said, Card(play), gap=14, padding=(0, 12, 0, 0), width=290)
        return [column, Column(self._board_and_bar(10), self._graph_card(), gap=6, grow=1)]

    def _board_and_bar(self, gap: float) -> Element:
        board = Painted(
            self._draw_board,
            placed=self._place_board,
            hears=self._hear_board,
            nodes=self._board_told,
            grow=1,
        )
        # While a better move is looked for, the bar would give the answer away.
        bar = self.bar.element(grow=1) if self.walker.attempt is None else None
        below = 8 + 2 * self.scale.small / self.scale.layout  # the lead, which stands there
        beside = Column(bar, padding=(0, 12, 0, below), width=14)
        return Row(board, beside, gap=gap, stretch=True, grow=1)

    def _graph_card(self) -> Element:
        graph = self.graph.element(self.moves.words_of, grow=1)
        return Card(graph, height=104, padding=(20, 8, 20, 8))

    def _sentence(self, *, narrow: bool) -> Element:
        say_with = self._words()
        said = say_with(MOST_REASONS)
        self._said = as_text(said.heading, *said.sentences)
        return review_cards.sentence(self, say_with, narrow=narrow)

    def _mistakes(self) -> Element:
        walker, whole = self.walker, self.session.analysis.reviewed
        if walker.attempt is not None:
            return review_cards.no_mistakes()
        node, go_to, text = walker.discussed, walker.look_before, self.view.move_text
        return review_cards.mistakes(self, self.course, node, go_to, text, whole=whole)

    def _play(self) -> Element:
        return Column(review_cards.play(self, self.course, self._level), padding=(12, 0, 12, 0))

    def _panel(self) -> Element:
        inset = (12.0, 0.0, 12.0, 0.0)
        end = self.course.line[-1] if self.course.line else self.match.root
        below: list[Element] = []
        if self._view_class.wide:
            below = [Column(Rule(), padding=inset), self._mistakes(), self._play()]
        card = Column(
            Row(Heading(say("moves")), opening_note(self.match, end), gap=12, padding=inset),
            Column(self.moves.element(grow=1), padding=(4, 8, 0, 8), grow=1),
            *below,
            Column(
                *review_cards.buttons(self, self.walker, self.course, _PANEL),
                gap=8,
                padding=(12, 14, 12, 0),
            ),
        )
        panel = Card(card, padding=(8, 16, 8, 20), grow=1)
        return Column(panel, padding=(0, 12, 0, 0), width=_PANEL)

    @property
    def state(self) -> object:
        """Return what decides what is on the screen, besides what is drawn by hand."""
        analysis, walker, match = self.session.analysis, self.walker, self.match
        return (
            self.wanted,
            analysis.reviewed,
            walker.showing,
            walker.attempt,
            self.course.stamp,
            match.here,
            match.here.over,
            analysis.changes if walker.attempt else 0,
            self._exercises,
        )

    def _board_told(self) -> list[AccessibleNode]:
        match, trees = self.match, trees_of(self.view, self.match)
        if self.walker.attempt is not None:
            return [board_part(self, self.session, self.hands), *trees]
        labels = {}
        if self.walker.showing is None and not self.session.moving:
            labels = value_labels(self.session, self.view)
        return [valued_part(self.view, match, labels), *trees]

    # -- events

    @property
    def commands(self) -> Commands:
        app, session, walker, step = self.app, self.session, self.walker, self.hands.step
        trying: Commands = {
            "back": partial(step, -1, 0),
            "on": partial(step, 1, 0),
            "turn_back": partial(step, 0, -1),
            "turn_on": partial(step, 0, 1),
            "why": self.hands.choose_selected,
        }
        return {
            "back": partial(walker.step, -1),
            "on": partial(walker.step, 1),
            "turn_back": partial(walker.step_turn, -1),
            "turn_on": partial(walker.step_turn, 1),
            "to_start": partial(walker.go_to_end, False),
            "to_end": partial(walker.go_to_end, True),
            "mistake": partial(walker.step_mistake, 1),
            "mistake_before": partial(walker.step_mistake, -1),
            "why": walker.show_why,
            "better": walker.show_better,
            "try_again": self._try_again,
            "play_on": self._play_on,
            "promote": self.moves.promote,
            "delete": self.moves.delete,
            "undo": self._undo,
            "search": partial(watch_search, app, session),
            "edit": partial(open_editor, app, session),
            **copy_commands(app.services.notices.show_now, self.stored),
            **self._telling.commands,
            "share": partial(app.open, SharingOf(self.stored, self.view.south)),
            "leave": walker.end_showing if walker.away else self._go_back,
            "keys": lambda: app.push(KeysCard(app, self.key_places)),
            **(trying if walker.attempt is not None else {}),
        }

    def _try_again(self) -> None:
        """Look for a better move than the one that is talked about; again: from the start."""
        node = self.walker.discussed
        self.hands.let_go()
        self.hands.selected = None
        if not self.walker.try_again():
            key = "review_no_move_told" if node is None else "review_click_other"
            if self.walker.can_try_again:
                key = "review_waits"
            self.services.notices.show_now(say(key))

    def _play_on(self) -> None:
        """Play on from the node looked at, or the one beside it where a person is to move.

        What was tried is played, and answered.
        """
        tried = self.walker.attempt.plies if self.walker.attempt else ()
        self.walker.end_showing()
        if tried:
            told_node = self.walker.discussed
            self.session.go_on()
            for ply in tried:
                self.session.play(ply)
            self.app.pop()
            self._back(told_node)
            return
        node = self.course.persons_turn
        if node is None:
            self.services.notices.show_now(say("review_nobody"))
            return
        self.walker.look_at(node)
        self.session.rest()
        self.app.pop()
        self._back(None)

    def _go_back(self) -> None:
        """Go back to where the game stands, or to where the review was asked for."""
        self.walker.showing = self.walker.attempt = None
        self.session.go_to_end()
        self.app.pop()
        if self._leave is None:
            self._back(None)
        else:
            self.app.open(self._leave)

    def _undo(self) -> None:
        """Have the tree as it was before a line was made the game or deleted, if that came last."""
        if self.session.can_take_back_edit:
            self.session.undo()
            self._tree_changed()
        else:
            self.session.message = Message("no_undo")

    def _tree_changed(self) -> None:
        self.walker.showing = self.walker.attempt = None
        self.course.update()

    def _toggle_analysis(self) -> None:
        self.wanted = not self.wanted
        if not self.wanted:
            self.session.analysis.stop_review()

    def handle(self, event: pygame.Event) -> bool:
        if self.walker.attempt is not None:
            typed = event.type == pygame.KEYDOWN
            # A letter alone is a square first, on boards where it names one.
            if typed and (self.press(event, modified=True) or self._type(event)):
                return True
            if event.type == pygame.MOUSEMOTION:
                self.hands.move(event)
        return super().handle(event)

    def _hear_board(self, event: pygame.Event) -> bool:
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        if self.walker.attempt is None:
            return self._press(event.pos)
        if self._move_wanted:
            self.hands.press(event)
        elif self.view.cell_at(event.pos) is not None and not self.session.moving:
            self._try_again()
        return True

    @property
    def _move_wanted(self) -> bool:
        attempt = self.walker.attempt
        return attempt is not None and attempt.wanted(self.match, self.session.analysis)

    def _type(self, event: pygame.Event) -> bool:
        return bool(event.unicode) and self._move_wanted and self.hands.type(event.unicode)

    def _choose_typed(self, cell: int) -> None:
        if self._move_wanted:
            self.hands.choose(cell)
        else:
            self.services.notices.show_now(say("typed_not_yet"))

    def _press(self, point: tuple[int, int]) -> bool:
        cell = self.view.cell_at(point)
        if cell is None or self.match.here.over:
            return False
        if self.view.move_of(cell, self.match.position) is None:
            return False
        key = "review_click" if self.walker.can_try_again else "review_click_other"
        self.services.notices.show_now(say("review_click_shown" if self.walker.showing else key))
        return True

    # -- time

    @property
    def moving(self) -> bool:
        reviewing = self.session.analysis.reviewing
        return reviewing or self.session.busy or self.bar.moving or super().moving

    def elapse(self, dt: float) -> None:
        # A game under way goes on, and leaves the computer's free time to the review. With a clock
        # it is paused: nobody would see that it runs.
        if self.session.clock_runs:
            self.session.pause()
        analysis = self.session.analysis
        changes = analysis.changes
        self.session.pondering_wanted = False
        self.session.elapse()
        if analysis.changes != changes:
            self.app.wake()  # what was found last is yet to be kept and shown

    def update(self, dt: float) -> None:
        session = self.session
        session.motion.pace = PACES[self.choices.pace]
        if self.walker.away:
            session.motion.pace = session.motion.pace or SHOWN_PACE
        self._go_on_analysing()
        attempt = self.walker.attempt
        # A turn that goes on is judged move by move.
        session.values_wanted = self.wanted and self.walker.showing is None
        session.values_wanted = session.values_wanted or bool(attempt and attempt.plies)
        session.update(dt)
        message, session.message = session.message, None
        if message is not None:
            self.services.notices.show_now(naming.message_words(message, self.match))
        if self._keep_whole():
            self._know_more()
        if not self.walker.away:
            self.course.update()
        self.bar.update(self.glided(dt))
        super().update(dt)

    @property
    def said(self) -> str:
        showing = self.walker.showing
        if showing is None:
            return self._said
        words = showing.said(self.match, self.view.move_text, whole=True)
        return as_text(words.heading, *words.sentences)

    @property
    def said_about(self) -> object:
        return self.walker.showing or self._about

    def _words(self) -> Callable[[int], Said]:
        """Return what says, with at most so many reasons, what there is to say."""
        course, node, text = self.course, self.walker.discussed, self.view.move_text
        showing, attempt = self.walker.showing, self.walker.attempt
        if showing is not None:
            return always(showing.said(self.match, text))
        if attempt is not None:
            number = course.numbers[attempt.row.node]
            return always(attempt.said(self.match, self.session.analysis, text, number))
        if node is None:
            decided = course.decided
            number = 0 if decided is None else course.numbers[decided.node]
            return always(self.teller.at_end(decided, number))
        return self.teller.telling(node, course.numbers[node], course.rows.get(node))

    # -- drawing

    def _draw_board(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        attempt, session = self.walker.attempt, self.session
        look = Look(marks=False, numbers=self.choices.numbers)
        if attempt is not None:
            wanted = self._move_wanted and not session.moving
            cell = self.hands.cell(self.scale.magnifier.pointer()) if wanted else None
            by_keys = self.hands.selected is not None
            marks = wanted and self.choices.marks
            look = replace(look, cell=cell, by_keys=by_keys, to_move=wanted, marks=marks)
        elif self.walker.showing is None and not session.moving:
            values = value_labels(session, self.view)
            moves, shown = marks_on_board(self.view, self.course), pointers_on_board(self.course)
            look = replace(look, values=values, moves=moves, pointers=shown)
        draw_board(surface, self, rect.center, session, self.view, look)
