"""The playing screen: a match on its board, with all that is around it."""

from __future__ import annotations

from functools import partial

import pygame

from kalahgui.core import COMPILED
from kalahgui.games.game import Event
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import Look
from kalahgui.gui.paint import theme
from kalahgui.gui.panels.board import draw_board, value_labels
from kalahgui.gui.panels.evaluation_bar import EvaluationBar
from kalahgui.gui.screens.play.commands import Commands
from kalahgui.gui.screens.play.ending import EndCard
from kalahgui.gui.screens.play.hint import Hint
from kalahgui.gui.screens.play.input import BoardInput
from kalahgui.gui.screens.play.layout import PlayLayout
from kalahgui.gui.screens.play.narration import Narration
from kalahgui.gui.screens.play.panel import Panel
from kalahgui.gui.screens.play.plates import clock_faces, draw_plate, opposite
from kalahgui.gui.screens.play.status import (
    banner_words,
    draw_status,
    draw_thinking,
    draw_title,
    draw_values_note,
    draw_words,
)
from kalahgui.gui.screens.play.thinking import marked_on_board
from kalahgui.gui.screens.play.to_review import ToReview
from kalahgui.gui.screens.play.toolbar import tools
from kalahgui.gui.services import keymap
from kalahgui.gui.services.machine import Power
from kalahgui.gui.services.navigation import Destination, Room
from kalahgui.gui.services.theatre_visit import can_explain
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.controls import Action, Control, Tool
from kalahgui.gui.widgets.copying import copying
from kalahgui.gui.widgets.screen import Host
from kalahgui.library.saved import StoredMatch
from kalahgui.match.node import Node
from kalahgui.match.session import Session
from kalahgui.match.timeline import PACES

_ENDING_DELAY = 0.5


class Play(Commands):
    """Play a match: by mouse, by touch or by keys."""

    key_places = ("board", "games")

    def __init__(
        self,
        app: Host,
        stored: StoredMatch,
        back: Destination = Room.HOME,
        *,
        kept: bool = True,
    ) -> None:
        """Take up a match, begun now or continued; one that is only watched is not ``kept``.

        Leaving it leads ``back``.
        """
        self.stored = stored
        self._back = back
        self._kept = kept
        self.match = match = stored.match
        self.turned = self.tree_asked = False
        self._since_end = 0.0
        self._clocks_drawn: list[str] = []
        self._power = Power()
        # The ends of lines whose card has been shown; who has chosen a finished match knows it.
        self._results_shown: set[Node] = (
            {match.tip} if match.over and back is not Room.HOME else set()
        )
        self._played_from_start = not match.plies
        self._view_class = VIEWS[match.game.key]
        self.session = Session(
            match,
            app.services.engine,
            self._view_class.shown,
            self._save,
            self._play_sound,
            app.services.now,
        )
        if self.session.without_person and match.plies and kept:
            self.session.paused = True
        self.hands = BoardInput(self.session, self._play)
        self.hint = Hint(self.session)
        self.bar = EvaluationBar(self, self.session)
        self.panel = Panel(self)
        self._narration = Narration(self.session, app.services.voice.tell)
        self.to_review = ToReview(app, self.session, stored, kept=kept)
        super().__init__(app)

    # -- layout

    def lay_out(self) -> None:
        match, session = self.match, self.session
        self.layout = PlayLayout(self, self._view_class.wide, self.services.choices.bar)
        self.view = self._view_class(
            match.game, match.start, self.layout.board, self._south(), self.palette
        )
        self.view.pit_numbers = self.services.choices.pit_numbers
        self.view.square_names = self.services.choices.square_names
        self.view.tree_shown = self._tree_shown
        self.hands.view = self.view
        self.bar.place(self.layout.bar, self.view.south)
        self.panel.place(self.layout.panel, self.view)
        add = self.controls.button
        icon, tip = ("home", "home") if self._back is Room.HOME else ("chevron_left", "edit_back")
        add(self.layout.home, "", self.leave, icon=icon, tip=say(tip))
        shown = tools(
            session,
            self.services.choices,
            turns_round=self.view.turns_round,
            hint=self.hint.wanted,
        )
        self._tools = [
            (self._add_tool(place, tool), tool.usable) for place, tool in enumerate(reversed(shown))
        ]
        swap, now = self.layout.swap(True), self.layout.move_now
        width = theme.font(self.scale.body, True).size(say("swap"))[0] + self.scale.px(24)
        wider = swap.inflate(max(0, width - swap.width), 0)
        wider.right = swap.right
        self._swap_button = add(wider, say("swap"), self.swap, style="go")
        self._now_button = add(now, say("move_now"), session.move_now, style="plain")
        self._go_on_button = add(now, say("go_on"), self.pause, style="go", key="Space")
        result = swap if self.layout.wide else now
        self._result_button = add(result, say("end_show"), self.show_result, style="plain")
        if self._tree_hides:
            words = say("board_tree_hide" if self._tree_shown else "board_tree_show")
            tip = say("board_tree_tip")
            self.button(self.view.tree_button, words, "tree", style="soft", tip=tip)
        self._why_button = add(self.panel.why, say("why"), self.explain, style="soft")
        # In a side line, the key leads to the end of that.
        key = "" if self.match.aside else self.key("to_end")
        self._back_button = add(
            self.panel.back, say("list_back"), self.back_to_the_game, style="go", key=key
        )
        self._shown_state = self._state()
        self._show_buttons()

    def _add_tool(self, place: int, tool: Tool) -> Control:
        return self.button(
            self.layout.tool(place),
            "",
            tool.command,
            icon=tool.icon,
            tip=say(tool.words),
            selected=tool.selected,
            enabled=tool.usable(),
        )

    def _state(self) -> tuple[bool, ...]:
        """Return what decides which buttons there are, and which sections."""
        elsewhere = self.panel.whereabouts.elsewhere, self.match.aside
        paused, over = self.session.paused, self.match.over
        return paused, over, self._tree_shown, *elsewhere, self.hint.wanted

    @property
    def _tree_hides(self) -> bool:
        """Tell whether the tree of all games would give away what a person has to find out."""
        ended = self.match.over_at(self.match.end)
        return self.view.has_tree and not ended and not self.session.without_person

    @property
    def _tree_shown(self) -> bool:
        return self.view.has_tree and (self.tree_asked or not self._tree_hides)

    def _south(self) -> int:
        """Return the side at the bottom: the only person's, the mover's, or the first."""
        persons = [self.match.player_of(side).person for side in (0, 1)]
        if persons == [False, True]:
            south = 1
        elif persons == [True, True] and self.services.choices.face == "flip":
            south = self.match.position.turn
        else:
            south = 0
        return south ^ (self.turned and self._view_class.turns_round)

    @property
    def facing(self) -> bool:
        """Tell whether the north side's words are turned to a reader who sits there."""
        return self.services.choices.face == "both" and all(p.person for p in self.match.players)

    def _show_buttons(self) -> None:
        """Show the buttons that make sense now."""
        swaps = self.match.can_swap and self.session.persons_turn
        _show(self._swap_button, swaps and not self.session.interrupted)  # it stands at that place
        _show(self._now_button, self.session.thinking)
        _show(self._go_on_button, self.session.interrupted)
        _show(self._back_button, self.panel.whereabouts.elsewhere)
        for control, usable in self._tools:
            if control.enabled != usable():
                control.element.enable() if usable() else control.element.disable()
        ended = isinstance(self.app.screen, EndCard)
        _show(self._result_button, self.match.here in self._results_shown and not ended)
        _show(self._why_button, can_explain(self.match) and not self.session.moving)
        south = self.match.position.turn == self.view.south
        place = self.layout.swap(south)
        if self.facing and not south:
            place = opposite(place, self.layout.board)
        place.left -= self._swap_button.rect.width - place.width
        if self._swap_button.rect.topleft != place.topleft:
            self._swap_button.element.set_position(place.topleft)

    def _play(self, move: int) -> None:
        self.session.motion.pace = PACES[self.services.choices.pace]
        self.session.play(move)

    def _save(self) -> None:
        if self._kept:
            self.services.autosave.keep_match(self.stored)

    def _play_sound(self, event: Event, ended: bool) -> None:
        self.services.sounds.play(self.view.sound(event, ended))

    # -- the end

    @property
    def _ending_due(self) -> bool:
        match = self.match
        return match.over and not match.walking and match.here not in self._results_shown

    def _end(self) -> None:
        winner = self.match.winner
        if winner is None:
            self.services.sounds.play("draw")
        elif self.match.players[winner].person or self.session.without_person:
            self.services.sounds.play("win")
        else:
            self.services.sounds.play("lose")
        self.show_result()

    def show_result(self) -> None:
        """Show the card of a finished game; by itself that happens once."""
        if self.match.over and self.app.screen is self:
            self._results_shown.add(self.match.here)
            self.session.rest()
            self.app.push(
                EndCard(
                    self.app,
                    lambda: self.layout.panel.copy(),
                    self.session,
                    self.stored,
                    self.rematch,
                    review=self.review,
                    decided=lambda: self.to_review.decided_words(self.view.move_text),
                    timed=self._played_from_start,
                )
            )

    def close_ending(self) -> None:
        """Take the card of a finished game away."""
        if isinstance(self.app.screen, EndCard):
            self.app.pop()

    def changed(self) -> None:
        """Follow a change of the match that was not played move by move."""
        self.close_ending()
        self.hands.let_go()
        self._results_shown &= {self.match.end, self.match.tip}
        self._since_end = 0.0
        self.turn_board()
        self.app.wake()

    def back_from_review(self) -> None:
        """Take the board up again as the review has left it."""
        self.hands.let_go()
        self.turn_board()
        self.app.wake()

    def walk(self, step: Action) -> None:
        self.hands.let_go()
        step()
        self.app.wake()

    def turn_board(self) -> None:
        """Lay the board out for whoever it faces now."""
        if self.view.south != self._south():
            self.refresh()

    # -- events

    def handle(self, event: pygame.Event) -> bool:
        if self.controls.handle(event) or self.panel.handle(event):
            return True
        if event.type == pygame.MOUSEMOTION:
            self.hands.move(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
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
        return {
            **keymap.arrows(self.hands.step),
            "choose": self.hands.choose_selected,
            "swap": self.swap,
            "undo": self.undo,
            "redo": self.redo,
            "new": self.new_game,
            "hint": self.toggle_hint,
            "values": self.toggle_values,
            "bar": self.toggle_bar,
            "graph": self.toggle_graph,
            "thinking": self.toggle_thinking,
            "measures": self.toggle_measures,
            "tree": self.toggle_tree,
            "now": self.move_now,
            "step": self.step,
            "back": self.step_back,
            "on": self.step_on,
            "to_start": self.go_to_start,
            "to_end": self.go_to_end,
            "review": self.review,
            "replay": self.replay,
            "flip": self.flip,
            "search": self.watch_search,
            "why": self.explain,
            "edit": self.open_editor,
            **copying(self.app, self.stored),
            "sound": self.toggle_sound,
            "faster": partial(self.change_pace, 1),
            "slower": partial(self.change_pace, -1),
            "help": self.open_help,
            "settings": self.open_options,
            "share": self.share,
            "pause": self.pause,
            "resign": self.resign,
            "result": self.show_result,
            "leave": self.leave,
        }

    # -- time

    @property
    def moving(self) -> bool:
        gliding = self.services.choices.bar and self.bar.moving
        narration = clock_faces(self.match) != self._clocks_drawn or self._narration.waiting
        return self.session.busy or self._ending_due or gliding or narration or super().moving

    def elapse(self, dt: float) -> None:
        # Interpreted, a search keeps the window waiting.
        wanted = COMPILED and self.services.choices.pondering
        self.session.want_pondering(wanted and not self._power.on_battery)
        if self.session.elapse():
            self.services.notices.add(say("notice_interrupted"))
        self.to_review.update()

    def update(self, dt: float) -> None:
        super().update(dt)
        session = self.session
        session.motion.pace = PACES[self.services.choices.pace]
        choices = self.services.choices
        self.hint.update()
        session.want_values(choices.values or choices.bar or self.hint.wanted)
        session.want_line(choices.graph)
        session.update(dt)
        self.panel.whereabouts.update()
        if choices.bar:
            self.bar.update(self.glided(dt))
        if not session.moving:
            self.turn_board()
        if self._shown_state != self._state():
            self.refresh()
        if not self.match.over:
            self._results_shown.discard(self.match.here)  # what ended here has been taken back
        self._show_buttons()
        self._narration.update(self.view, self.banner_words(self.cell_in_hand), dt)
        if self._ending_due and not session.moving:
            self._since_end += dt
            if self._since_end >= _ENDING_DELAY and self.app.screen is self:
                self._end()

    def close(self) -> None:
        self.to_review.keep()
        self.session.close()

    # -- drawing

    @property
    def chosen_by_keys(self) -> pygame.Rect | None:
        cell = self.hands.selected
        return super().chosen_by_keys if cell is None else self.view.mark_place(cell)[0]

    @property
    def cell_in_hand(self) -> int | None:
        """Return the cell of a move under the mouse, a first tap or the arrow keys."""
        if self.app.screen is not self:
            return None
        preview = self.services.choices.preview
        return self.hands.cell(self.scale.lens.pointer() if preview else None)

    def values(self) -> dict[int, tuple[str, bool]]:
        """Return what the moves are worth in words, by the cells that stand for them."""
        if not self.services.choices.values:
            return {}
        return value_labels(self.session, self.view)

    def banner_words(self, cell: int | None) -> str:
        """Say what the move under the hand would do, or what there is to say."""
        return banner_words(self.session, self.hands, cell, self.hint.words(self.view))

    def key(self, command: str) -> str:
        key = super().key(command)
        # A letter that is a square does something else only together with Shift.
        square = bool(key) and self.view.typed(key.lower(), "", self.match.start) is not None
        return f"Shift+{key}" if square else key

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_paper(surface)
        tools_left = min(control.rect.left for control, _ in self._tools)
        draw_title(surface, self, self.layout, self.session, tools_left)
        self._clocks_drawn = clock_faces(self.match)
        cell = self.cell_in_hand
        look = Look(
            cell=cell,
            by_keys=self.hands.selected is not None,
            to_move=self.session.persons_turn and not self.session.moving,
            marks=self.services.choices.marks,
            numbers=self.services.choices.numbers,
            facing=self.facing,
            values=self.values(),
            moves=self.hint.marks(self.view),
            **marked_on_board(self.match, self.services.choices),
        )
        draw_board(surface, self, self.layout.board.center, self.session, self.view, look)
        for side in (0, 1):
            self._draw_side(surface, side)
        words = self.banner_words(cell)
        if self.layout.wide or not words:
            hint = self.key("hint")
            draw_status(surface, self, self.layout, self.session, self.panel.whereabouts, hint)
        if self.services.choices.values and self.session.persons_turn and not self.session.moving:
            draw_values_note(surface, self, self.layout, self.session)
        if words:
            opposite = self.facing and self.match.position.turn != self.view.south
            draw_words(surface, self, self.layout, words, opposite)
        if self.services.choices.bar:
            self.bar.draw(surface)
        self.panel.draw(surface)
        self.controls.draw(surface)

    def _draw_side(self, surface: pygame.Surface, side: int) -> None:
        session, south = self.session, side == self.view.south
        turn = session.side_shown == side and (session.moving or not self.match.over)
        turned, place = self.facing and not south, self.layout.plate(south)
        if turned and self.layout.wide:
            place = opposite(place, self.layout.board)
        draw_plate(
            surface,
            self,
            place,
            session,
            side,
            to_move=turn,
            narrow=not self.layout.wide,
            turned=turned,
        )
        if session.thinking and side == self.match.end.position.turn:
            draw_thinking(surface, self, self.layout, session, south)


def _show(control: Control, wanted: bool) -> None:
    if bool(control.element.visible) != wanted:
        control.element.show() if wanted else control.element.hide()
