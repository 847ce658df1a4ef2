"""The playing screen: a match on its board, with all that is around it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pygame

from kalahgui.core import COMPILED
from kalahgui.games.game import Message
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.elements.cards import Question
from kalahgui.gui.elements.element import Act
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.sheet import Sheet, Tool
from kalahgui.gui.panels.board import (
    MatchReview,
    board_arrows,
    explain,
    open_editor,
    watch_search,
)
from kalahgui.gui.panels.board_input import BoardInput
from kalahgui.gui.panels.narration import Narration
from kalahgui.gui.panels.telling import Telling
from kalahgui.gui.screens.play import tools
from kalahgui.gui.screens.play.after import Aftermath
from kalahgui.gui.screens.play.ending import EndCard, GameEnd
from kalahgui.gui.screens.play.plates import clock_faces
from kalahgui.gui.screens.play.play_tree import PlayTree
from kalahgui.gui.screens.play.teacher import Teacher, TeacherQuestion
from kalahgui.gui.screens.play.thinking import has_measures
from kalahgui.gui.services import keymap
from kalahgui.gui.services.machine import Power
from kalahgui.gui.services.navigation import (
    ArticleOf,
    Destination,
    MainScreen,
    RulesOf,
    SharingOf,
)
from kalahgui.gui.services.saving import copy_commands
from kalahgui.gui.services.settings import AS_IN_ARTICLE
from kalahgui.learning.course import courses, lesson_about
from kalahgui.library.saved import StoredMatch
from kalahgui.library.statistics import LevelResults
from kalahgui.match.node import SWAP, Node
from kalahgui.match.session import Session
from kalahgui.match.timeline import PACES
from kalahgui.words import say, with_label


class Play(PlayTree):
    """Play a match: by mouse, by touch or by keys."""

    key_places = ("board", "telling", "games")

    def __init__(
        self,
        app: Host,
        stored: StoredMatch,
        back: Destination = MainScreen.HOME,
        *,
        kept: bool = True,
    ) -> None:
        """Take up a match, begun now or continued; one that is only watched is not ``kept``.

        Leaving it leads ``back``.
        """
        match = stored.match
        app.services.thoughts.restore(stored.identifier, match)
        self._kept = kept
        self.own_choices: dict[str, Any] = {**AS_IN_ARTICLE} if isinstance(back, ArticleOf) else {}
        self._clocks_drawn: list[str] = []
        self._power = Power()
        self._played_from_start = not match.plies
        session = Session(
            match,
            app.services.engine,
            VIEWS[match.game.key].shown,
            self._save,
            lambda event, ended: app.services.sounds.play(self.view.sound(event, ended)),
            app.services.now,
        )
        if kept and match.plies and (session.without_person or match.clock is not None):
            session.paused = True  # a game that is continued
        self.teacher = Teacher(session, self._play)
        hands = BoardInput(session, self.teacher.take)
        ending = GameEnd(self, session, self._end_card, known=back is not MainScreen.HOME)
        says = lambda: self.banner_words(None)  # noqa: E731
        self._telling = Telling(self, session, hands, hands.choose, says)
        self._narration = Narration(session, app.services.voice.tell)
        self.match_review = MatchReview(
            app, session, stored, kept=kept, own_choices=self.own_choices
        )
        super().__init__(app, stored, session, hands, ending, back)

    def _choose(self, name: str, value: object) -> None:
        """Change a choice: of this game alone if it has it whatever the player has chosen."""
        if name in self.own_choices:
            self.own_choices[name] = value
        else:
            self.services.choose(**{name: value})
        self.refresh()

    def _play(self, move: int) -> None:
        self.session.motion.pace = PACES[self.choices.pace]
        self.session.go_on()
        self.session.play(move)

    def _ask_about_move(self, move: int, words: str, play: Act) -> None:
        self._save()
        self.app.push(TeacherQuestion(self.app, move, words, play, self._lies_at))

    def _lies_at(self, point: tuple[int, int]) -> object:
        keys = {tool.command for tool in self.row}
        there = (element.key for element in self.controls.all if element.rect.collidepoint(point))
        move = self.hands.move_of(self.view.cell_at(point))
        return next((key for key in there if key in keys), move)

    def _save(self) -> None:
        if self._kept:
            self.services.autosave.keep_match(self.stored)

    def _after(self, results: LevelResults | None = None) -> Aftermath:
        return Aftermath(self.stored, results, kept=self._kept, back=self.back)

    def _end_card(self, first: bool) -> EndCard:
        """Make the card of the end, which is celebrated the ``first`` time if there is a reason."""
        autosave, match = self.services.autosave, self.match
        results = None
        if self._kept and not autosave.waiting:
            results = autosave.level_results(match.game, match.variant)
        after = self._after(results)
        celebrated = first and after.celebrated and self.choices.motion != "reduced"
        return EndCard(
            self.app,
            lambda: self.panel.rect.copy(),
            self.session,
            after,
            own_choices=self.own_choices,
            known=self.match_review,
            review=self.review,
            view=lambda: self.view,
            celebration=self.celebration if celebrated else None,
            timed=self._played_from_start,
        )

    def _back_from_review(self, tried: Node | None) -> None:
        """Take the board up again as the review has left it.

        Leaving leads back to the review while another move is ``tried`` in place of one.
        """
        self.tried = tried
        self.match_review.keep()
        self.hands.let_go()
        self.turn_board()
        self.app.wake()

    # -- events

    def handle(self, event: pygame.Event) -> bool:
        if self.controls.handle(event):
            return True
        if event.type == pygame.MOUSEMOTION:
            self.hands.move(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if not self.panel.rect.collidepoint(event.pos):
                self.hands.press(event)
            return True
        elif event.type == pygame.KEYDOWN:
            # A letter alone is a square first, on boards where it names one.
            return self.press(event, modified=True) or self._type(event) or self.press(event)
        return False

    def _type(self, event: pygame.Event) -> bool:
        return bool(event.unicode) and self.hands.type(event.unicode)

    @property
    def commands(self) -> keymap.Commands:
        app, session, toggle, walk = self.app, self.session, self._toggle, self.walk
        return {
            **board_arrows(self, self.hands),
            "choose": self.hands.choose_selected,
            "swap": self._swap,
            "undo": partial(self._change, session.undo),
            "redo": partial(self._change, session.redo),
            "new": self._ask_for_another,
            "hint": self._toggle_hint,
            **{
                choice: partial(toggle, choice)
                for choice in ("values", "bar", "graph", "thinking", "figures", "taken_back")
            },
            "measures": partial(toggle, "measures", has_measures(self.match)),
            "numbers": self._toggle_numbers,
            "show": partial(self._open_sheet, "show", self._switches),
            "study": partial(self._open_sheet, "study", partial(tools.study, session)),
            "menu": partial(self._open_sheet, "menu", self._menu),
            "full": app.toggle_fullscreen,
            "quit": app.quit,
            "tree": self._toggle_tree,
            "now": self._move_now,
            "step": session.step,
            "back": partial(walk, partial(session.step_by, -1)),
            "on": partial(walk, partial(session.step_by, 1)),
            "to_start": partial(walk, session.go_to_start),
            "to_end": partial(walk, session.go_to_end),
            "review": self.review,
            "replay": self._replay,
            "flip": self._flip,
            "search": partial(watch_search, app, session),
            "why": partial(explain, app, session),
            "edit": partial(open_editor, app, session),
            **copy_commands(app.services.notices.show_now, self.stored),
            **self._telling.commands,
            "sound": partial(toggle, "sound"),
            "faster": partial(self._change_pace, 1),
            "slower": partial(self._change_pace, -1),
            "help": self._help,
            "settings": partial(app.open, MainScreen.SETTINGS),
            "share": partial(app.open, SharingOf(self.stored, self.view.south)),
            "pause": self._pause,
            "resign": self._ask_to_resign,
            "result": self.ending.show,
            "leave": self._leave,
        }

    def _leave(self) -> None:
        """Forget what was half typed, or go back to where the game was opened from."""
        if self.hands.drop_typed():
            return
        if self.trying:
            self._back_to_review()
        else:
            self.app.open(self.back)

    def _change(self, act: Act) -> None:
        """Change the match; what was refused changes nothing."""
        if act() is not False:
            self.changed()

    def _swap(self) -> None:
        if self.match.can_swap and self.session.persons_turn:
            self._change(partial(self._play, SWAP))

    def _ask_for_another(self) -> None:
        act = lambda: self.app.open(self._after().next_game(swapped=False))  # noqa: E731
        if self.match.plies and not self.match.over:
            self.app.push(Question(self.app, "new_question", "new_yes", "resign_no", act))
        else:
            act()

    def _ask_to_resign(self) -> None:
        if not self.match.over:
            act = partial(self._change, self.session.resign)
            question = Question(self.app, "resign_question", "resign_yes", "resign_no", act)
            self.app.push(question)

    def _replay(self) -> None:
        self.ending.close()
        self.session.replay_last_turn()

    def _flip(self) -> None:
        self.turned = not self.turned
        self.turn_board()

    def _pause(self) -> None:
        self.session.toggle_pause()
        self.refresh()

    def _move_now(self) -> None:
        if self.session.without_person or self.session.paused:
            self._pause()
        else:
            self.session.move_now()

    def review(self, leave: Destination | None = None) -> None:
        """Look back on the match, move by move; leaving leads back here, or where it says."""
        if self.match.tip.plies:
            self.match_review.open(self._back_from_review, leave)
        else:
            self.session.message = Message("no_review")

    def _back_to_review(self) -> None:
        tried, self.tried = self.tried, None
        self.session.back_to_the_game()
        self.match_review.open(self._back_from_review, discussed=tried)

    def _toggle(self, choice: str, possible: bool = True) -> None:
        if possible:
            self._choose(choice, not getattr(self.choices, choice))
            self._tell_switch(choice)

    def _tell_switch(self, command: str) -> None:
        shown = (*self.row, *self._switches(), *self._menu())
        for tool in shown:
            if tool.command == command and tool.selected is not None:
                state = say("on" if tool.selected else "off")
                self.services.voice.tell(with_label(say(tool.words), state))

    def _toggle_numbers(self) -> None:
        if name := self.view.numbering:
            self._choose(name, self.choices.other_numbers(name))
            self._tell_switch("numbers")

    def _open_sheet(self, command: str, shown: Callable[[], list[Tool]]) -> None:
        def place() -> pygame.Rect:
            return next(element.rect for element in self.controls.all if element.key == command)

        title = next(say(tool.words) for tool in self.row if tool.command == command)
        others = [other for other in ("show", "study", "menu", "help") if other != command]
        self.app.push(Sheet(self, place, shown, others, title=title))

    def _switches(self) -> list[Tool]:
        return tools.show(self.session, self.choices, self.view.numbering)

    def _menu(self) -> list[Tool]:
        choices = self.choices
        turns_round, full = self.view.turns_round, self.app.fullscreen
        return tools.menu(self.session, choices, turns_round=turns_round, full=full)

    def _toggle_hint(self) -> None:
        self.hint.toggle()
        self.refresh()
        self._tell_switch("hint")

    def _help(self) -> None:
        """Show the rules, and the lesson on what has just happened."""
        game = self.match.game
        course = courses()[0].get(game.key)
        lesson = course and lesson_about(course, self.match)
        self.app.open(RulesOf(game, lesson.key if lesson else "", self._wait))

    def _wait(self) -> None:
        """Stop the jobs while another screen covers this one."""
        self.session.rest()
        self.session.set_aside()

    def _toggle_tree(self) -> None:
        if self.view_class.has_tree:
            self.tree_asked = not self.tree_asked
            self.refresh()

    def _change_pace(self, step: int) -> None:
        names = list(PACES)
        at = names.index(self.choices.pace) + step
        pace = names[min(max(0, at), len(names) - 1)]
        self.services.choose(pace=pace)
        self.services.notices.show_now(with_label(say("setting_speed"), say(f"speed_{pace}")))

    # -- time

    @property
    def moving(self) -> bool:
        gliding = self.choices.bar and self.bar.moving
        clocks = clock_faces(self.match) != self._clocks_drawn
        to_tell = self._narration.waiting or self.hint.waiting
        moving = gliding or clocks or to_tell or super().moving
        if self.teacher.holds:
            return True
        return self.session.busy or self.ending.due or self.board_turn.moving or moving

    @property
    def ticking(self) -> bool:
        return self.session.clock_runs

    def elapse(self, dt: float) -> None:
        # Interpreted, a search keeps the window waiting.
        wanted = COMPILED and self.choices.pondering
        self.session.pondering_wanted = wanted and not self._power.on_battery
        notices = self.services.notices
        if self.session.elapse():
            notices.add(say("notice_interrupted"))
        elif notices.waiting and not self.session.paused:
            notices.withdraw(say("notice_interrupted"))
        self.match_review.update()

    def update(self, dt: float) -> None:
        session = self.session
        session.motion.pace = PACES[self.choices.pace]
        choices = self.choices
        self.hint.update(dt)
        aids = choices.values or choices.bar or self.hint.wanted
        session.values_wanted = aids or self.teacher.watches
        session.line_wanted = choices.graph
        session.update(dt)
        self.teacher.update(dt, self._ask_about_move)
        self.panel.whereabouts.update()
        if choices.bar:
            self.bar.update(self.glided(dt))
        turns = not session.moving and self.to_be_turned
        if self.board_turn.wait(turns, dt):
            self.board_turn.begin(self.around_board)
            self.refresh()
        super().update(dt)  # what is shown from now on is drawn, though nothing may come after it
        # A screen reader says by itself which cell the arrows have come to.
        by_reader = self.services.voice.reader and self.hands.selected is not None
        cell = None if by_reader else self.cell_told
        about = None
        if self.hands.move_of(cell) is None:
            about = session.message or self.hint.about
        self._narration.update(self.view, self.banner_words(cell), dt, about)
        self.ending.update(dt)

    def close(self) -> None:
        self.services.notices.withdraw(say("notice_interrupted"))
        self.match_review.keep()
        self.session.close()
        self.services.thoughts.keep(self.stored.identifier, self.match)

    # -- drawing

    def key(self, command: str) -> str:
        key = super().key(command)
        # A letter that is a square does something else only together with Shift.
        square = bool(key) and self.view.typed(key.lower(), "", self.match.start) is not None
        return f"Shift+{key}" if square else key

    def draw(self, surface: pygame.Surface) -> None:
        self._clocks_drawn = clock_faces(self.match)
        super().draw(surface)
