"""The screen on which lessons, puzzles and mistakes are done: a board, a sentence, progress."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from kalahgui.engine.engine import Each, Job, Priority
from kalahgui.games.game import Message
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.eight import EightView
from kalahgui.gui.boards.view import Look, MoveMark, View
from kalahgui.gui.elements.accessible_node import AccessibleNode
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Card, Column, Layers, Painted, Row, Space
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.paint.move_marks import CHECKED
from kalahgui.gui.panels.board import board_part, draw_board, trees_of, view_of, view_part
from kalahgui.gui.panels.board_input import BoardInput
from kalahgui.gui.panels.narration import Narration
from kalahgui.gui.panels.telling import Telling
from kalahgui.gui.screens.learn.asked_cells import AskedCells
from kalahgui.gui.screens.learn.run_screen import BUTTON, Dots, RunScreen, Stars
from kalahgui.gui.services import keymap, naming
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import Destination, GameOf
from kalahgui.learning.exercise import Answer, Grade, Run
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.match.session import Session
from kalahgui.match.timeline import PACES
from kalahgui.words import listed, say

# Seconds before an answer plays on the board, between its plies, and before the board goes back.
# What is said of a try is told aloud after half a second, which is to be before the answer.
_BEFORE, BETWEEN, _SEEN = 0.75, 0.35, 1.2
PLAIN_MARK = ""  # of a ring without a badge
# Lengths in units of the layout.
_CARD, _CARD_WIDTH, _OPTION = 164, 920, 90
_ANSWER: dict[str, Any] = {"style": "soft", "height": 40, "width": BUTTON}


class ExerciseScreen(RunScreen):
    """Do the exercises of a run, by mouse, by touch or by keys."""

    key_places: tuple[str, ...] = ("exercise", "telling")
    part_words = "learn_part_of"  # say which part of an exercise it is
    try_words = ""  # say what a try costs

    def __init__(
        self,
        app: Host,
        run: Run,
        leave: Destination | None,
        back: Callable[[Match], Destination] | None = None,
    ) -> None:
        """Take a run up; leaving leads somewhere, or back to the screen below.

        A game that is an exercise leads ``back`` here when it is left.
        """
        self._back = back
        super().__init__(app, run, leave)

    def _begin(self, app: Host) -> None:
        exercise = self.run.exercise
        self.match = match = exercise.match()
        self._view_class = VIEWS[match.game.key]
        self.session = Session(
            match,
            app.services.engine,
            self._view_class.shown,
            lambda: None,
            lambda event, ended: app.services.sounds.play(self.view.sound(event, ended)),
            app.services.now,
        )
        self.session.paused = True  # what answers is no computer's search
        self.hands: BoardInput
        if exercise.judge is not None:
            self.hands = BoardInput(self.session, self._try)
        else:
            wanted = lambda: self._on_board and self.wanted  # noqa: E731
            self.hands = AskedCells(self.session, self._choose, wanted)
        said = lambda: self._said or self.goal_words  # noqa: E731
        self._telling = Telling(
            self, self.session, self.hands, self._choose_typed, said, aside=False
        )
        self._narration = Narration(self.session, app.services.voice.tell, turns=False)
        self._job: Job | None = None
        self._take: Callable[[object], None] = lambda answer: None
        self._script: deque[tuple[float, Callable[[], object]]] = deque()
        self._waited = 0.0
        self._showing = False  # a try is not the learner's own
        self._to_show = False  # as soon as nothing is being answered any more
        self._chosen: tuple[int, ...] = ()
        self._wrong = 0

    # -- what is seen

    def body(self) -> Element:
        board = Painted(self._draw_board, placed=self._place_board, nodes=self._told, grow=1)
        aside, card = self.aside(), Card(Layers(Space(height=_CARD), self._card()), over=True)
        below: Element = Column(card, self.foot(), gap=14)
        if aside is None:
            below.width = _CARD_WIDTH
            below = Row(Space(grow=1), below, Space(grow=1))
        column = Column(board, below, gap=18, grow=1)
        sides = (14, 0, 6 if aside else 14, 12)
        return Row(column, aside, gap=32, padding=sides, stretch=True, grow=1)

    def aside(self) -> Element | None:
        """Return what is at the right of the board."""
        return None

    def foot(self) -> Element:
        """Return what is below the card."""
        return self.ways()

    def _place_board(self, rect: pygame.Rect) -> None:
        self.view: View = view_of(self, self.match, rect, self.exercise.start.turn)
        self.view.tree_shown = self.exercise.tree
        if isinstance(self.view, EightView):
            self.view.asks = self.exercise.asking is not None and not self.run.solved
        self.view.effects_told = False  # to find them out is what is learnt
        self.hands.view = self.view

    def _card(self) -> Element:
        words, colour = self._words_below
        left, right = [*self._options(), *self._marks_of_run()], self.answers()
        return Column(
            Heading(self.goal_words, "title", smaller="heading", balanced=True),
            Text(words, colour=colour),
            Space(grow=1),
            Row(*left, Space(grow=1), *right, gap=10) if left or right else None,
            gap=2,
            padding=(26, 10, 26, 14),
        )

    @property
    def _words_below(self) -> tuple[str, str]:
        said, tone = self._said or (say("learn_thinking") if self._job else ""), self._tone
        if self.hands.armed is not None:
            said, tone = naming.capital(say("preview_tap")), ""
        asking = self.exercise.asking
        if not said and asking is not None and asking.known is not None:
            said, tone = asking.known.said(say), "best"
        # Beside answers to choose from there is no room, and a guess is made once.
        offers = asking is not None and asking.options
        hint = "" if offers or not self.try_words else say(self.try_words)
        return (said, tone or "quiet") if said else (hint, "quiet")

    def _options(self) -> list[Element]:
        asking = self.exercise.asking
        if self.run.solved or asking is None:
            return []
        buttons = (
            Button(option.said(say), partial(self._choose, n), style="soft", keys=key, height=40)
            for n, (option, key) in enumerate(zip(asking.options, self._option_keys, strict=True))
        )
        return [Layers(Space(width=_OPTION), button) for button in buttons]

    def _marks_of_run(self) -> Iterator[Element]:
        """Yield the stars of what was just done, or how many parts of it are behind."""
        steps, asking = self.run.steps, self.exercise.asking
        if self.run.stars:
            yield Stars(self.run.stars, 24)
        elif steps.parts > 1 and (self.run.solved or asking is None or not asking.options):
            behind, left = steps.behind, steps.parts - steps.behind
            dots = Dots(("best",) * behind + ("accent", *("line",) * left)[:left], 12)
            number = min(behind + 1, steps.parts)
            words = say(self.part_words, n=number, all=steps.parts)
            yield Row(dots, Text(words, "small", "quiet", line=True), gap=16)

    def answers(self) -> list[Element]:
        """Return the buttons that play the game, or show the answer."""
        if self.exercise.opponent is not None and not self.run.solved:
            look = {**_ANSWER, "style": "primary"}
            return [Button(say("learn_play_it"), self._play_game, **look)]
        return [self.does("show", say("learn_show"), **_ANSWER)] if self._offers_answer else []

    @property
    def _offers_answer(self) -> bool:
        asks = self.exercise.opponent is None
        return asks and not self.run.solved and self._wrong >= self.run.patience

    @property
    def state(self) -> object:
        return self.run.solved, self._offers_answer, self.run.steps, self._words_below

    # -- what the learner does

    @property
    def wanted(self) -> bool:
        """Tell whether the learner is to do something now."""
        return not (self.run.solved or self.busy)

    @property
    def _on_board(self) -> bool:
        """Tell whether moves or cells are asked for: something to be found on the board."""
        asking = self.exercise.asking
        return self.exercise.judge is not None or (asking is not None and not asking.options)

    @property
    def busy(self) -> bool:
        """Tell whether a try is being answered."""
        return self._job is not None or bool(self._script) or self.session.motion.lasting

    def _ask(self, ask: Callable[[], object], take: Callable[[object], None]) -> None:
        """Have something worked out on the engine's thread; ``take`` gets what comes of it."""
        work = Each(lambda _, stop: ask(), [None])
        self._job = self.services.engine.start(work, Priority.VALUES)
        self._take = take

    def _copy(self) -> Match:
        """Return a match of its own for another thread, at the position looked at."""
        match = self.exercise.match()
        for ply in self.match.here.plies:
            match.play(ply)
        return match

    def _try(self, move: int) -> None:
        if self.wanted:
            self._play(move)

    def _play(self, move: int) -> None:
        judge, before = self.exercise.judge, self.match.here
        assert judge is not None, "moves are asked for"
        self._hush()
        self.session.play(move)
        self._ask(partial(judge.answer, self._copy()), partial(self._answered, before))

    def _choose(self, choice: int) -> None:
        asking = self.exercise.asking
        if asking is None or not self.wanted or choice in self._chosen:
            return
        chosen = (*self._chosen, choice)
        answer = asking.answer(chosen)
        if answer.grade is not Grade.WRONG:
            self._chosen = chosen
        self._answered(self.match.here, answer)

    def _choose_typed(self, cell: int) -> None:
        if self.wanted:
            self.hands.choose(cell)

    def _answered(self, before: Node, answer: object) -> None:
        assert isinstance(answer, Answer)
        ended = self.run.note(answer)
        wrong = answer.grade is Grade.WRONG
        message = answer.message or ended
        if wrong:
            self._wrong += 1
        if wrong or self.run.solved:
            self._script.clear()  # what was still to be shown
        elif message is None:
            message = Message("learn_shown" if self._showing else "learn_so_far")
        self._showing = self._showing and bool(self._script)
        self._say(message, "bad" if wrong else "best")
        self._waited = 0.0
        for number, ply in enumerate(answer.reply):
            wait = BETWEEN if number else _BEFORE
            self._script.append((wait, partial(self.session.play, ply)))
        seen = _SEEN * self.services.notices.times_longer
        if wrong and (answer.reply or self.match.here is not before):
            self._script.append((seen, partial(self._take_back, before)))
        steps = self.run.steps
        remark = answer.grade is Grade.DONE and answer.message  # to be read before it goes on
        if self.run.solved and steps.behind < steps.parts and not remark:
            self._script.append((seen, partial(self.go, 1)))
        self.hands.let_go()

    def _take_back(self, before: Node) -> None:
        """Take a wrong try and its answer back, and say so to who does not see it."""
        self.session.go_to(before)
        self.hands.selected = None  # or Enter would try the same again
        self.services.voice.tell(say("told_taken_back"))

    def _say(self, message: Message | None, tone: str) -> None:
        """Say a message about the exercise; a ``ply`` in it is said as the board writes it."""
        if message is None:
            return
        values = dict(message.values)
        ply = values.pop("ply", None)
        if isinstance(ply, int):
            text = self.view.move_text(ply, self.exercise.start.turn)
            values["move"] = Message.of(f"review_move_first_{self.match.game.key}", move=text)
        self._tell(partial(Message(message.key, values).said, say), tone)

    def _show_answer(self) -> None:
        """Show what to do now, or once what is being answered lies on the board."""
        if self._offers_answer and not self._showing:
            self._hurry()
            self._to_show = True

    def _show_now(self) -> None:
        self._to_show = False
        self.run.note_help()
        self._showing = True
        asking, judge = self.exercise.asking, self.exercise.judge
        if asking is not None:
            self._choose(asking.next_choice(self._chosen))
        elif judge is not None:
            self._ask(partial(judge.next_plies, self._copy()), self._take_shown)

    def _take_shown(self, plies: object) -> None:
        assert isinstance(plies, tuple)
        self._script.extend((BETWEEN, partial(self._play, ply)) for ply in plies)

    def _play_game(self) -> None:
        if self._back is not None:
            match = self.exercise.match()
            self.app.open(GameOf(match, kept=False, back=self._back(match)))

    def finished(self) -> None:
        """Hear that the game which the exercise is has been played to its end."""
        self._answered(self.match.here, Answer(Grade.DONE))
        self.refresh()

    def _told(self) -> list[AccessibleNode]:
        if self._on_board:
            chosen = None if self.exercise.asking is None else self._chosen
            board = board_part(self, self.session, self.hands, self._mark_words, chosen)
        else:
            board = replace(view_part(self.view, self.match, self._ringed_part), focused=self.free)
        return [board, *trees_of(self.view, self.match)]

    def _mark_words(self, cell: int) -> str:
        if cell in self._ringed:
            return say("access_ringed")
        moves = self.exercise.judge is not None and self.wanted and self.services.choices.marks
        return say("access_playable") if moves and self.hands.move_of(cell) is not None else ""

    def _ringed_part(self, cell: int, part: AccessibleNode) -> AccessibleNode:
        return replace(part, name=listed(part.name, self._mark_words(cell)))

    # -- events

    @property
    def commands(self) -> Commands:
        return {
            **super().commands,
            **keymap.arrows(self._step),
            **self._telling.commands,
            "choose": self._enter,
            "show": self._show_answer,
            **{f"option_{n}": partial(self._option, str(n)) for n in range(1, 10)},
        }

    @property
    def _option_keys(self) -> list[str]:
        """Return the digit of each option: itself where all are digits, or else its number."""
        asking = self.exercise.asking
        words = [option.said(say) for option in asking.options] if asking is not None else []
        places = [str(number) for number in range(1, 10)]
        return words if {*words} <= {*places} else places[: len(words)]

    def _option(self, digit: str) -> bool:
        if digit not in self._option_keys:
            return False
        self._choose(self._option_keys.index(digit))
        return True

    def _enter(self) -> object:
        """Take what the arrow keys have chosen; go on when the exercise is done."""
        if self.run.solved:
            return self.go(1)
        if self.wanted:
            self.hands.choose_selected()
        return None

    def _step(self, right: int, down: int) -> None:
        self.controls.let_go()
        if self._on_board:
            self.hands.step(right, down)

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.KEYDOWN and self._on_board and self.wanted:
            # A letter alone is a square first, on boards where it names one.
            if self.press(event, modified=True):
                return True
            typed = "" if self.controls.focus is not None else event.unicode
            if typed and self.hands.type(typed):
                return True
        if super().handle(event):
            return True
        if event.type == pygame.MOUSEMOTION:
            self.hands.move(event)
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        if not self.wanted:
            self._hurry()
        elif self._on_board:
            self.hands.press(event)
        return True

    def _hurry(self) -> None:
        """Play what is being answered to its end at once."""
        while self._script and self._job is None:
            self.session.rest()
            self._script.popleft()[1]()

    # -- time

    @property
    def moving(self) -> bool:
        return self.busy or self._narration.waiting or super().moving

    def update(self, dt: float) -> None:
        session = self.session
        session.motion.pace = PACES[self.services.choices.pace]
        session.update(dt)
        self._listen()
        self._go_on(dt)
        if self._to_show and self.wanted:
            self._show_now()
        message, session.message = session.message, None
        if message is not None:
            self._tell(partial(naming.message_words, message, self.match), "")
        if self in self.app.screens:  # else another one has taken its place
            super().update(dt)
        words = self._said or ("" if self.busy else self.goal_words)
        self._narration.update(self.view, words, dt, self._words if self._said else None)

    def _listen(self) -> None:
        """Take what the engine's thread has worked out, once what was played lies on the board."""
        if self._job is None or self.session.motion.lasting:
            return
        for report in self._job.reports():
            if report.done:
                self._job = None
                if report.failure:
                    self._say(Message.of("engine_failed", why=report.failure), "bad")
                    self.session.go_to(self.match.root)
                else:
                    assert isinstance(report.answer, tuple)
                    self._take(report.answer[1])

    def _go_on(self, dt: float) -> None:
        if self._job is not None or self.session.motion.lasting:
            self._waited = 0.0
            return
        self._waited += dt
        if self._script:
            wait, act = self._script[0]
            if self._waited >= wait:
                self._script.popleft()
                act()
                self._waited = 0.0

    def close(self) -> None:
        if self._job is not None:
            self._job.stop()
        self.session.close()

    # -- drawing

    @property
    def goal_words(self) -> str:
        """Return the sentence that says what to do."""
        return self.exercise.goal.said(say)

    @property
    def _ringed(self) -> tuple[int, ...]:
        """Return the cells that are talked about."""
        return self.exercise.rings

    def _marks(self) -> dict[int, MoveMark]:
        """Return the rings on the board: what is talked about, found, and under the hand."""
        marks = dict.fromkeys(self._ringed, MoveMark(PLAIN_MARK))
        if not self._on_board:
            return marks
        marks |= dict.fromkeys(self._chosen, MoveMark(CHECKED))
        if self.wanted and self.app.screen is self:
            cell = self.hands.cell(self.scale.magnifier.pointer())
            if cell is not None:
                marks.setdefault(cell, MoveMark(PLAIN_MARK, dashed=True))
        return marks

    def _draw_board(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        # After a wrong move one sees what the other side could answer.
        answered = bool(self._script) and not self.session.motion.lasting
        moves = self.exercise.judge is not None and (self.wanted or answered)
        choices = self.services.choices
        look = Look(
            to_move=moves,
            marks=moves and choices.marks,
            numbers=choices.numbers,
            names=False,  # initials that nobody has explained
            moves=self._marks() if not self.session.motion.lasting else {},
        )
        draw_board(surface, self, rect.center, self.session, self.view, look)
