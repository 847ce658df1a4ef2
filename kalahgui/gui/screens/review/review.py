"""The review screen: a match move by move, with what each one lost and what was better."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pygame

from kalahgui.games.game import Message
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import Look
from kalahgui.gui.elements.cards import KeysCard
from kalahgui.gui.paint import theme
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
from kalahgui.gui.panels.course import Course
from kalahgui.gui.panels.graph import EvaluationBar, Graph
from kalahgui.gui.panels.move_list import MoveList
from kalahgui.gui.panels.section import Section
from kalahgui.gui.panels.sentences import Said, Teller
from kalahgui.gui.panels.telling import Telling
from kalahgui.gui.screens.review.cards import (
    PLAY_HEIGHT,
    Mistakes,
    ReviewLayout,
    SentenceCard,
    about_words,
    draw_play,
    draw_progress,
    mistakes_height,
    play_part,
)
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
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.control import Action
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Host, Screen
from kalahgui.match.node import Node
from kalahgui.match.timeline import PACES

_MARGIN = 20  # of the panel, in units of the layout
_MISTAKES = 3  # rows of the list
_PROGRESS = 230
_AROUND_WORDS = 10  # of a button, at each side


class Review(Screen):
    """Look back on a match over the playing screen, which waits and shares its session."""

    covers = True
    key_places = ("review", "telling", "games")

    def __init__(self, app: Host, place: ReviewOf) -> None:
        """Take a match up."""
        self.session = session = place.session
        self.stored = place.stored
        self.match = match = session.match
        self._keep, self._back, self._leave = place.keep, place.back, place.leave
        self._view_class = VIEWS[match.game.key]
        session.rest()
        self.course = Course(match, session.analysis)
        self.walker = Walker(session, self.course, app.services.notices.show_now)
        self.hands = BoardInput(session, self.walker.try_move)
        self._telling = Telling(self, session, self.hands, self._choose_typed, lambda: "")
        self.wanted = True  # that the analysis goes on
        # The end of the line whose whole review is kept. What the card at the end of a game has
        # found is none until it is asked for here, and may then be complete at once.
        self._kept = match.tip if session.analysis.reviewed else None
        self._go_on_analysing()
        self._level = app.services.autosave.level_like(match)
        self._said_for: object = None
        self._about: object = None  # the move that is told of, its kind and what is better
        self._begin(place.told)
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
            chosen=lambda: self.walker.told or match.here,
        )
        self.bar = EvaluationBar(
            self, session, lambda: self.view, says_exact=False, node=self._stands
        )
        self.graph = Graph(
            self,
            session,
            view=lambda: self.view,
            line=lambda: [match.root, *self.course.line],
            go_to=self.walker.look_before,
            dot_of=lambda node: dot_of(self.course, node, self.palette),
            marked=lambda: self.walker.told or match.here,
        )
        super().__init__(app)

    def _begin(self, at: Node | None) -> None:
        """Stand at a move, at the end of a finished game, or at a mistake that is known already."""
        match, course = self.match, self.course
        match.go_to(match.tip)
        course.update()
        if at is not None and at in course.line:
            self.walker.look_before(at)
            return
        row = next(iter(course.mistakes), None)
        if course.decided is not None and course.decided.seat in course.seats:
            row = course.decided
        if row is not None:
            self.walker.look_at(row.node.parent or match.root)
        elif not match.over:
            told = [node for node in course.line if match.seat_before(node) in course.seats]
            self.walker.look_at((told[-1].parent if told else None) or match.root)
        else:
            self.walker.look_at(match.tip)

    def _stands(self) -> Node:
        """Return the node whose evaluation the bar shows: that of a line shown is its end's."""
        showing = self.walker.showing
        if showing is None:
            return self.match.here
        return showing.before if showing.better else showing.row.node

    def _go_on_analysing(self) -> None:
        """Have the match analysed as it is now, unless that is done or not wanted."""
        analysis = self.session.analysis
        if self.wanted and not analysis.reviewing and not analysis.reviewed:
            analysis.review()

    # -- layout

    def lay_out(self) -> None:
        match, px = self.match, self.scale.px
        self.places = places = ReviewLayout(self, self._view_class.wide)
        persons = [match.player_of(side).person for side in (0, 1)]
        self.view = view_of(self, match, places.board, int(persons == [False, True]))
        self.hands.view = self.view
        self.teller = Teller(match, self.session.analysis, self.view.move_text)
        self._sentence = SentenceCard(self, places.sentence, narrow=not places.wide)
        self._said_for = None
        inside = places.panel.inflate(-2 * px(_MARGIN), 0)
        bottom = places.buttons_top - px(8)
        if places.play is None:
            left, right, foot = inside.x, inside.right, bottom
        else:
            inner = places.play.inflate(-2 * px(_MARGIN), 0)
            left, right, foot = inner.x, inner.right, inner.bottom - px(4)
        self._play = Section(self, left, right, foot - px(PLAY_HEIGHT))
        mistakes = Section(
            self, self._play.left, self._play.right, self._play.top - px(mistakes_height(_MISTAKES))
        )
        self._mistakes = Mistakes(mistakes, _MISTAKES, self.course, self.view.move_text)
        if places.wide:
            bottom = mistakes.top
        self._moves_top = places.panel.y + px(26)
        top = places.panel.y + px(44)
        left, right = inside.x - px(8), places.panel.right - px(6)
        self.bar.place(places.bar)
        self.graph.place(places.graph.inflate(-2 * px(_MARGIN), -2 * px(8)))
        self.moves.place(pygame.Rect(left, top, right - left, bottom - px(8) - top))
        self._moves_area = self.controls.area(self.moves.rect, None, say("moves"))
        self._add_buttons(inside)

    def _add_buttons(self, inside: pygame.Rect) -> None:
        add, places, px = self.controls.button, self.places, self.scale.px
        showing = self.walker.showing
        tip, key = "review_back" if self._leave is None else "edit_back", self.key("leave")
        add(places.home, "", self._go_back, icon="chevron_left", tip=say(tip), key=key)
        self.button(places.help, "", "keys", icon="help", tip=say("keys_card"))
        self.button(places.share, "", "share", icon="share", tip=say("share"))
        self.button(places.edit, "", "edit", icon="edit", tip=say("edit_open"))
        words = say("review_play_on")
        width = theme.font(self.scale.body, True).size(words)[0] + px(32)
        place = pygame.Rect(0, places.edit.y, width, places.edit.height)
        place.right = places.edit.x - px(8)
        able = self.course.persons_turn is not None
        add(place, words, self._play_on, enabled=able, key=self.key("play_on"))
        stop = pygame.Rect(0, place.y, px(36), place.height)
        stop.right = place.x - px(10)
        icon, tip = ("pause", "review_stop_tip") if self.wanted else ("play", "review_go_on_tip")
        self._shown_state = self._state()
        self._progress = pygame.Rect(0, place.y, px(_PROGRESS), place.height)
        self._progress.right = stop.x - px(10)
        if not self.session.analysis.reviewed:
            add(stop, "", self._toggle_analysis, icon=icon, tip=say(tip))
            left = self._progress.x
        else:
            left = self._add_exercises(place)
        self._about_room = left - places.about[0] - px(16)
        if self.walker.attempt is not None:
            self._add_attempt_buttons(inside)
            return
        second_words = say("review_again" if showing is None else "review_why_better")
        third_words, share = self._button_words(second_words, inside.width)
        first, second, third = places.buttons(inside, share)
        if showing is not None:
            add(first, say("review_why_back"), self.walker.end_showing, style="primary")
            other = not showing.better
            add(second, second_words, self.walker.show_better, style="soft", enabled=other)
        else:
            known = self.course.row is not None
            add(first, say("review_why"), self.walker.show_why, style="primary", enabled=known)
            again = self.walker.can_try_again
            add(second, second_words, self._try_again, style="soft", enabled=again)
        watch, goes_on = partial(watch_search, self.app, self.session), not self.match.over
        add(third, third_words, watch, style="soft", enabled=goes_on)

    def _add_exercises(self, place: pygame.Rect) -> int:
        """Add the button for the exercises of this game beside another; return where they begin."""
        count = self.services.autosave.count_exercises_of(self.match)
        if not count:
            return place.x
        words = say("review_exercises", count=count)
        mine = place.copy()
        mine.width = theme.font(self.scale.body, True).size(words)[0] + self.scale.px(32)
        mine.right = place.x - self.scale.px(10)
        go = partial(self.app.open, LearnOf(tab="mistakes"))
        self.controls.button(mine, words, go, style="soft")
        return mine.x

    def _add_attempt_buttons(self, inside: pygame.Rect) -> None:
        add, attempt = self.controls.button, self.walker.attempt
        assert attempt is not None
        first, second, third = self.places.buttons(inside, 0.5)
        tried, key = bool(attempt.plies), self.key("try_again")
        more = say("review_once_more")
        add(first, more, self._try_again, style="primary", enabled=tried, key=key)
        add(second, say("review_go_on"), self._play_on, style="soft", enabled=tried)
        add(third, say("review_answer_show"), self.walker.end_showing, style="soft")

    def _button_words(self, left: str, room: int) -> tuple[str, float]:
        """Return the words of the lower right button, and how much of the row the left one takes.

        A row that has no room for long words has short ones.
        """
        face, px = theme.font(self.scale.body, True), self.scale.px
        right = say("review_search")
        if face.size(left)[0] + face.size(right)[0] > room - px(8 + 4 * _AROUND_WORDS):
            right = say("review_search_short")
        left_width, right_width = (face.size(words)[0] + px(40) for words in (left, right))
        return right, left_width / (left_width + right_width)

    def _state(self) -> tuple[object, ...]:
        analysis = self.session.analysis
        return (
            self.wanted,
            analysis.reviewed,
            self.walker.showing,
            self.walker.attempt,
            self.course.row is not None,
            self.walker.can_try_again,
            self.match.over,
        )

    @property
    def views(self) -> list[Part]:
        attempt, go_to = self.walker.attempt, self.walker.look_before
        found = [self.moves.part, self.graph.part(self.moves.words_of)]
        found += trees_of(self.view, self.match)
        if attempt is not None:
            return [board_part(self, self.session, self.hands), *found]
        labels = {}
        if self.walker.showing is None and not self.session.moving:
            labels = value_labels(self.session, self.view)
        mistakes = self._mistakes.part(self.walker.told, go_to)
        play = play_part(self._play, self.course)
        return [valued_part(self.view, self.match, labels), self.bar.part(), *found, mistakes, play]

    # -- events

    @property
    def commands(self) -> Commands:
        found = self._usual_commands
        if self.walker.attempt is not None:
            found |= {
                "back": partial(self.hands.step, -1, 0),
                "on": partial(self.hands.step, 1, 0),
                "turn_back": partial(self.hands.step, 0, -1),
                "turn_on": partial(self.hands.step, 0, 1),
                "why": self.hands.choose_selected,
            }
        return found

    @property
    def _usual_commands(self) -> dict[str, Action]:
        app, session, walker = self.app, self.session, self.walker
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
        }

    def _try_again(self) -> None:
        """Look for a better move than the one that is talked about; again: from the start."""
        told = self.walker.told
        self.hands.let_go()
        if not self.walker.try_again():
            key = "review_no_move_told" if told is None else "review_click_other"
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
            told = self.walker.told
            self.session.go_on()
            for ply in tried:
                self.session.play(ply)
            self.app.pop()
            self._back(told)
            return
        node = self.course.persons_turn
        if node is None:
            self.services.notices.show_now(say("review_nobody"))
        else:
            self._leave_at(node)

    def _leave_at(self, node: Node) -> None:
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
        attempt = self.walker.attempt
        typed = attempt is not None and event.type == pygame.KEYDOWN
        # A letter alone is a square first, on boards where it names one.
        if typed and (self.press(event, modified=True) or self._type(event)):
            return True
        if super().handle(event):
            return True
        if event.type == pygame.KEYDOWN:
            return self.controls.has_focus(self._moves_area) and self.moves.handle(event)
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if pressed and self.moves.rect.collidepoint(event.pos):
            self.controls.focus_on(self._moves_area)
        for each in (self.graph, self.moves):
            if (not pressed or each.rect.collidepoint(event.pos)) and each.handle(event):
                return True
        if attempt is None and self._mistakes.handle(event, self.walker.look_before):
            return True
        if attempt is not None and event.type == pygame.MOUSEMOTION:
            self.hands.move(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if attempt is None:
                return self._press(event.pos)
            if self._move_wanted:
                self.hands.press(event)
            elif self.view.cell_at(event.pos) is not None and not self.session.moving:
                self._try_again()
            return True
        return False

    @property
    def _move_wanted(self) -> bool:
        """Tell whether a move is tried by a click on the board."""
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
        """Say, where a move is clicked on the board, what would play it."""
        cell = self.view.cell_at(point)
        if cell is None or self.match.over:
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
        super().update(dt)
        session, analysis = self.session, self.session.analysis
        session.motion.pace = PACES[self.services.choices.pace]
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
        if analysis.reviewed and self._kept is not self.match.tip:
            self._kept = self.match.tip
            self._keep()
            self._level = self.services.autosave.level_like(self.match)
            self.refresh()  # the game may have exercises now
        if not self.walker.away:
            self.course.update()
        self.bar.update(self.glided(dt))
        if self._shown_state != self._state():
            self.refresh()
        self._say()

    def _say(self) -> None:
        """Say anew what there is to say, when that has changed."""
        course, here, away = (
            self.course,
            self.match.here,
            self.walker.showing or self.walker.attempt,
        )
        changes = self.session.analysis.changes if self.walker.attempt else 0
        wanted = (course.stamp, here, away, self.match.over, changes)
        if wanted != self._said_for:
            self._said_for = wanted
            row = None if self.walker.told is None else course.rows.get(self.walker.told)
            about = (self.walker.told, None if row is None else (row.best, row.kind))
            if about != self._about:  # else it was looked at deeper
                self._about = about
            self._mistakes.bring(self.walker.told)
            self._sentence.show(self._words)

    @property
    def said(self) -> str:
        showing = self.walker.showing
        if showing is None:
            return " ".join(self._sentence.words.splitlines())
        words = showing.said(self.match, self.view.move_text, whole=True)
        return " ".join((f"{words.heading}.", *words.sentences))

    @property
    def said_about(self) -> object:
        if self.walker.attempt is not None:
            return None
        return self.walker.showing or self._about

    def _words(self, most_reasons: int) -> Said:
        course, told = self.course, self.walker.told
        if self.walker.showing is not None:
            return self.walker.showing.said(self.match, self.view.move_text)
        attempt = self.walker.attempt
        if attempt is not None:
            number = course.numbers[attempt.row.node]
            return attempt.said(self.match, self.session.analysis, self.view.move_text, number)
        if told is None:
            decided = course.decided
            number = 0 if decided is None else course.numbers[decided.node]
            return self.teller.at_end(decided, number)
        return self.teller.about(told, course.numbers[told], course.rows.get(told), most_reasons)

    def close(self) -> None:
        self._keep()

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        places, palette, scale = self.places, self.palette, self.scale
        attempt = self.walker.attempt
        self.draw_paper(surface, places.cards)
        title = say("review_title")
        large = max(14, scale.px(23))
        theme.write(surface, title, places.title, large, palette.ink, True, "midleft")
        words = about_words(self, self.stored, self._about_room)
        theme.write(surface, words, places.about, scale.small, palette.quiet, anchor="midleft")
        analysis = self.session.analysis
        if not analysis.reviewed:
            draw_progress(surface, self, self._progress, analysis, self.course)
        look = Look(marks=False, numbers=self.services.choices.numbers)
        if attempt is not None:
            wanted = self._move_wanted and not self.session.moving
            cell = self.hands.cell(self.scale.lens.pointer()) if wanted else None
            by_keys = self.hands.selected is not None
            marks = wanted and self.services.choices.marks
            look = replace(look, cell=cell, by_keys=by_keys, to_move=wanted, marks=marks)
        elif self.walker.showing is None and not self.session.moving:
            values = value_labels(self.session, self.view)
            moves, shown = marks_on_board(self.view, self.course), pointers_on_board(self.course)
            look = replace(look, values=values, moves=moves, pointers=shown)
        draw_board(surface, self, places.board.center, self.session, self.view, look)
        if attempt is None:  # the bar would give the answer away
            self.bar.draw(surface, self.bar.rect)
        self._sentence.draw(surface)
        self.graph.draw(surface, self.graph.rect)
        left = places.panel.x + scale.px(_MARGIN)
        at = (left, self._moves_top)
        theme.write(surface, say("moves"), at, scale.heading, palette.ink, True, "midleft")
        self.moves.draw(surface, self.moves.rect)
        if attempt is None:
            self._mistakes.draw(
                surface, self.walker.told, whole=analysis.reviewed, rule=places.play is None
            )
        draw_play(surface, self._play, self.course, self._level)
        self.controls.draw(surface)
