"""The screen on which puzzles are done: hints, the answer, and what can be looked at after it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from kalahgui.games.game import Message
from kalahgui.gui.elements.controls import Choice
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Card, Column, Row, Scroll
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.panels.board import watch_search
from kalahgui.gui.screens.learn.exercise_screen import BETWEEN, ExerciseScreen
from kalahgui.gui.screens.learn.puzzles_page import (
    chosen_in,
    place_of,
    puzzle_panel,
    run_of,
    themes_said,
)
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import GameOf
from kalahgui.gui.services.settings import entry_of
from kalahgui.learning.exercise import Answer, Grade
from kalahgui.learning.puzzle_run import BY_THEME, STREAK, THEME, WAYS, PuzzleRun
from kalahgui.learning.puzzles import BOARDS
from kalahgui.match.match import Match, Player
from kalahgui.match.node import Node
from kalahgui.words import as_text, say


class PuzzleScreen(ExerciseScreen):
    """Do puzzles; one that is solved can be walked, also where another turn leads."""

    key_places = ("puzzle", "exercise", "telling")
    part_words, leave_words = "puzzle_turn_of", "puzzle_back"
    run: PuzzleRun

    def _begin(self, app: Host) -> None:
        super()._begin(app)
        self._hinted: int | None = None
        self._solution: list[Node] = []  # once it is solved

    # -- what is seen

    def aside(self) -> Element:
        run = self.run
        panel = Scroll(puzzle_panel(self, run.game, run.history, run), grow=1)
        words = say("puzzle_anew" if run.lost and run.streak else "puzzle_next")
        style = "primary" if run.solved else "soft"
        button = self.does("next", words, style=style, enabled=run.can_go(1), height=44)
        return Card(Column(panel, button, gap=8), padding=(16, 20, 16, 20), width=292, over=True)

    def foot(self) -> Element:
        options = [(way, say(f"puzzle_way_{way}")) for way in WAYS]
        return Row(Choice(options, self.run.way, self._choose_way, width=150 * len(WAYS)))

    def _choose_way(self, way: str) -> None:
        # A theme is chosen where they all stand.
        begins = way != BY_THEME
        self.app.open(place_of(self.run.board, way, self.run.theme, run=begins))

    def answers(self) -> list[Element]:
        if not self.run.solved:
            return self._helps()
        icons = {"left": "step_back", "right": "step"}
        return [
            self.does(
                command,
                "" if command in icons else say(f"puzzle_{command}"),
                icon=icons.get(command, ""),
                tip=say(f"puzzle_{command}"),
                style="soft",
                height=40,
                width=46 if command in icons else 180,
            )
            for command in (*icons, "search", "play_on")
        ]

    def _helps(self) -> list[Element]:
        """Return the buttons that help; what each costs stands on it or in its tip."""
        cost = "_cost" if self.run.counts else ""
        hint, show = say(f"puzzle_hint_{self.run.hint}{cost}"), say("puzzle_show")
        return [
            self.does("hint", hint, tip=hint, style="soft", height=40, width=300),
            self.does(
                "show", show, tip=say(f"puzzle_show{cost}"), style="soft", height=40, width=180
            ),
        ]

    # -- what the learner does

    @property
    def try_words(self) -> str:  # type: ignore[override]
        if not self.run.counts:
            return ""
        once = "puzzle_streak_once" if self.run.way == STREAK else "puzzle_once"
        if self.run.hint == THEME:
            return once
        return f"{once}_told" if self.run.told else f"{once}_move"

    @property
    def wanted(self) -> bool:
        if not self.run.solved:
            return super().wanted
        here = self.match.here
        mine = here in self._solution and here.position.turn == self.match.start.turn
        return mine and not (self.busy or here.over)

    def _play(self, move: int) -> None:
        self._hinted = None
        judge = self.exercise.judge
        if not self.run.solved:
            super()._play(move)
        elif judge is not None:
            self._hush()
            self.session.play(move)
            if self.match.here not in self._solution:
                self._ask(partial(judge.answer, self._copy()), self._refuted)

    def _answered(self, before: Node, answer: object) -> None:
        if isinstance(answer, Answer) and answer.message and answer.grade is Grade.DONE:
            values = {**answer.message.values, "n": self.run.wrong + 1}
            answer = replace(answer, message=Message(self.run.found, values))
        super()._answered(before, answer)
        if self.run.solved and not self._solution:
            self._solution = [self.match.root, *self.match.here.line]
            if self._to_show:
                self._say(Message("puzzle_shown"), "")
            words = self._words
            self._tell(lambda: as_text(words(), say("puzzle_explore")), self._tone)

    def _refuted(self, answer: object) -> None:
        """Say what another turn gives away, and play what refutes it, which stays on the board."""
        assert isinstance(answer, Answer)
        wrong = answer.grade is Grade.WRONG
        self._say(answer.message or Message("learn_right"), "bad" if wrong else "best")
        if wrong:
            for ply in answer.reply:
                self._script.append((BETWEEN, partial(self.session.play, ply)))

    def _hint(self) -> bool:
        """Tell the theme; when that is told, ring where the right turn begins."""
        judge = self.exercise.judge
        self._hurry()
        if self.run.solved or not self.wanted or judge is None:
            return False
        cost = "_cost" if self.run.counts else ""
        if self.run.hint == THEME:
            self.run.note_theme()
            told = f"puzzle_told_theme{cost}"
            self._tell(lambda: say(told, themes=themes_said(self.run.puzzle)))
        else:
            self.run.note_help()
            take = partial(self._take_hint, f"puzzle_told_move{cost}")
            self._ask(partial(judge.next_plies, self._copy()), take)
        return True

    def _take_hint(self, told: str, plies: object) -> None:
        assert isinstance(plies, tuple)
        self._hinted = self.view.cell_of(plies[0], self.match.position)
        self._say(Message.of(told, ply=plies[0]), "")

    def _show_now(self) -> None:
        """Show the answer, turn by turn to its end."""
        super()._show_now()
        self._to_show = True

    def _step(self, right: int, down: int) -> None:
        """Choose a cell; once the puzzle is solved, walk along the line on the board."""
        if not self.run.solved:
            super()._step(right, down)
        elif right and not self.busy:
            here = self.match.here
            ahead = [node for node in self._solution if node.parent is here] + here.children
            node = here.parent if right < 0 else next(iter(ahead), None)
            if node is not None:
                self.session.go_to(node)

    def _search(self) -> bool:
        """See how the position is searched, or the puzzle's once its end is looked at."""
        if self.run.solved:
            if self.match.here.over or self.match.here is self._solution[-1]:
                self.session.go_to(self.match.root)
            watch_search(self.app, self.session)
        return self.run.solved

    def _play_on(self) -> bool:
        """Play the position against the computer that was chosen for the board."""
        if self.run.solved:
            match, services = self.match, self.services
            seats = services.seats(entry_of(match), match.variant)
            seat = next((seat for seat in seats if not seat.person), seats[1])
            you, computer = Player(), Player(computer=seat.method(match.game, match.start))
            players = (computer, you) if match.start.turn else (you, computer)
            start = (match.start if match.here.over else match.position).copy()
            game = Match(match.game, match.variant, match.rules, players, start=start)
            back = place_of(self.run.board, self.run.way, self.run.theme)
            self.app.open(GameOf(game, back=back))
        return self.run.solved

    @property
    def commands(self) -> Commands:
        return {
            **super().commands,
            "hint": self._hint,
            "search": self._search,
            "play_on": self._play_on,
        }

    @property
    def _ringed(self) -> tuple[int, ...]:
        return super()._ringed if self._hinted is None else (self._hinted,)


def puzzle_screen(app: Host, course: str) -> PuzzleScreen:
    """Return the screen on which the puzzles that a destination's ``course`` names are done."""
    board, way, theme = chosen_in(course)
    run = run_of(app.services, board or BOARDS[0], way, theme)
    return PuzzleScreen(app, run, place_of(run.board, run.way, run.theme))
