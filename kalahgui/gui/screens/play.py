"""The board: a game in play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from kalahgui.game import Event
from kalahgui.gui import naming, theme
from kalahgui.gui.controls import Action, draw_banner
from kalahgui.gui.screens.ending import Ending
from kalahgui.gui.screens.help import Help
from kalahgui.gui.screens.options import Options
from kalahgui.gui.screens.panel import Panel
from kalahgui.gui.screens.plates import draw_plate
from kalahgui.gui.screens.question import Question
from kalahgui.gui.screens.screen import Screen
from kalahgui.gui.session import Kept, Series, Session
from kalahgui.gui.timeline import PACES
from kalahgui.gui.view import Look, Message
from kalahgui.gui.views import VIEWS
from kalahgui.gui.words import say
from kalahgui.match import SWAP, Match, Player, players_swapped

if TYPE_CHECKING:
    from kalahgui.gui.app import App

_ENDING_DELAY = 0.5


class Play(Screen):
    """Play a match: by mouse, by touch or by keys."""

    def __init__(self, app: App, kept: Kept, series: Series) -> None:
        """Take up a match, begun now or continued."""
        self.kept = kept
        self.match = match = kept.match
        self.series = series
        self.turned = False
        self.selected: int | None = None
        self._armed: int | None = None
        self._typed = ""
        self._ending_wait = 0.0
        self._ending_seen = False
        self.session = Session(match, app.engine, self._save, self._hear)
        if self.session.without_person and match.plies:
            self.session.paused = True
        super().__init__(app)

    # -- layout

    def lay_out(self) -> None:
        # A sowing board is wide and lies between the plates; squares want all the height.
        self.wide = VIEWS[self.match.game.key].turns_round
        if self.wide:
            self.board_rect = self.box(40, 172, self.width - 420, self.height - 172 - 184)
        else:
            self.board_rect = self.box(250, 76, self.width - 600, self.height - 76 - 76)
        self.panel = Panel(self, self.box(self.width - 324, 96, 292, self.height - 180))
        match = self.match
        view = VIEWS[match.game.key]
        self.view = view(match.game, match.start, self.board_rect, self._south(), self.palette)
        self.controls.button(
            self.box(26, 20, 36, 36), "", self.app.start_screen, icon="home", tip=say("home")
        )
        right = self.width - 32
        for place, (icon, tip, action, on) in enumerate(reversed(self._tools())):
            rect = self.box(right - 36 - 44 * place, 20, 36, 36)
            self.controls.button(rect, "", action, icon=icon, tip=tip, selected=on)
        self._swap_button = self.controls.button(
            self.box(40 + self.width - 420 - 150, self.height - 158, 150, 40),
            say("swap"),
            self.swap,
            style="go",
        )
        self._now_button = self.controls.button(
            self._beside_plate_top(), say("move_now"), self.session.move_now, style="plain"
        )
        self._show_buttons()

    def _tools(self) -> list[tuple[str, str, Action, bool]]:
        session, choices = self.session, self.app.choices
        pause = ("play", say("resume")) if session.paused else ("pause", say("pause"))
        tools: list[tuple[str, str, Action, bool]] = [
            ("new", say("new_game"), self.new_game, False),
            ("undo", say("undo"), self.undo, False),
            ("redo", say("redo"), self.redo, False),
            ("replay", say("replay"), self.replay, False),
        ]
        if self.view.turns_round:
            tools.append(("flip", say("flip"), self.flip, False))
        if any(player.person for player in self.match.players):
            tools.append(("hint", say("values_shown"), self.toggle_values, choices.values))
        if not all(player.person for player in self.match.players):
            tools.append((*pause, self.pause, session.paused))
            if session.without_person:
                tools.append(("step", say("step"), session.step, False))
            tools.append(("eye", say("thinking_shown"), self.toggle_thinking, choices.thinking))
        if any(player.person for player in self.match.players):
            tools.append(("resign", say("resign"), self.resign, False))
        sound = "sound" if choices.sound else "mute"
        tools.append((sound, say("setting_sound"), self.toggle_sound, False))
        tools.append(("help", say("help"), self._open_help, False))
        tools.append(("settings", say("settings"), self._open_options, False))
        return tools

    def _open_help(self) -> None:
        self.app.push(Help(self.app, self.match.game))

    def _open_options(self) -> None:
        self.app.push(Options(self.app))

    def _beside_plate_top(self) -> pygame.Rect:
        if not self.wide:
            return self.box(66, 244, 120, 40)
        return self.box(40 + self.width - 420 - 120, 104, 120, 40)

    def _south(self) -> int:
        """Return the side at the bottom: the only person's, the mover's, or the first."""
        persons = [self.match.player_of(side).person for side in (0, 1)]
        if persons == [False, True]:
            south = 1
        elif persons == [True, True] and self.app.choices.face == "flip":
            south = self.match.position.turn
        else:
            south = 0
        return south ^ (self.turned and VIEWS[self.match.game.key].turns_round)

    @property
    def facing(self) -> bool:
        """Tell whether the north side's words are turned to a reader who sits there."""
        return self.app.choices.face == "both" and all(p.person for p in self.match.players)

    def _show_buttons(self) -> None:
        """Show the buttons that make sense now."""
        swap = self.match.can_swap and self.session.persons_turn
        for control, wanted in (
            (self._swap_button, swap),
            (self._now_button, self.session.thinking),
        ):
            if bool(control.element.visible) != wanted:
                control.element.show() if wanted else control.element.hide()
        # The swap is offered beside the plate of the one who may swap.
        south = self.match.position.turn == self.view.south
        y = self.height - 158 if south else 104
        place = self.box(40 + self.width - 420 - 150, y, 150, 40)
        if self._swap_button.rect.topleft != place.topleft:
            self._swap_button.element.set_position(place.topleft)

    # -- what the player does

    def new_game(self) -> None:
        """Start the same game from the beginning, after a question when one is under way."""
        if self.match.plies and not self.match.over:
            question = Question(self.app, "new_question", "new_yes", "resign_no", self._new_game)
            self.app.push(question)
        else:
            self._new_game()

    def _new_game(self) -> None:
        self._start_over(self.match.players, self.series.counting(self.match))

    def rematch(self) -> None:
        """Play again with the sides swapped."""
        series = self.series.rematch(self.match)
        self._start_over(players_swapped(self.match.players), series)

    def _start_over(self, players: tuple[Player, Player], series: Series) -> None:
        match = self.match
        begin = match.start.copy()
        fresh = Match(match.game, match.variant, match.rules, players, pie=match.pie, start=begin)
        self.app.play(fresh, series)

    def undo(self) -> None:
        """Take back."""
        if self.session.undo():
            self._close_ending()
            self._changed()

    def redo(self) -> None:
        """Play again what was taken back."""
        if self.session.redo():
            self._close_ending()
            self._changed()

    def replay(self) -> None:
        """Show the last turn again."""
        self._close_ending()
        self.session.replay_last_turn()

    def flip(self) -> None:
        """Turn the board round."""
        self.turned = not self.turned
        self._turn_board()

    def pause(self) -> None:
        """Stop the computer, or let it go on."""
        self.session.toggle_pause()
        self.refresh()

    def resign(self) -> None:
        """Give up, after a question."""
        if not self.match.over:
            self.app.push(
                Question(self.app, "resign_question", "resign_yes", "resign_no", self._resign)
            )

    def _resign(self) -> None:
        self.session.resign()
        self._changed()

    def swap(self) -> None:
        """Swap sides under the pie rule."""
        if self.match.can_swap and self.session.persons_turn:
            self.session.play(SWAP)
            self._changed()

    def toggle_thinking(self) -> None:
        """Show or hide what the computer thinks."""
        self.app.choose(thinking=not self.app.choices.thinking)
        self.refresh()

    def toggle_values(self) -> None:
        """Show or hide what every move of a person is worth."""
        self.app.choose(values=not self.app.choices.values)
        self.refresh()

    def toggle_sound(self) -> None:
        """Turn the sound on or off."""
        self.app.set_sound(not self.app.choices.sound)
        self.refresh()

    def _change_pace(self, step: int) -> None:
        names = list(PACES)
        at = names.index(self.app.choices.pace) + step
        pace = names[min(max(0, at), len(names) - 1)]
        self.app.choose(pace=pace)
        self.app.show_now(f"{say('setting_speed')}: {say(f'speed_{pace}')}")

    def _changed(self) -> None:
        """Follow a change of the match that was not played move by move."""
        self.selected = self._armed = None
        self._ending_seen = False
        self._ending_wait = 0.0
        self._turn_board()
        self.app.wake()

    def _turn_board(self) -> None:
        if self.view.south != self._south():
            self.refresh()

    def _close_ending(self) -> None:
        if isinstance(self.app.screen, Ending):
            self.app.pop()

    def _save(self) -> None:
        self.app.keep_match(self.kept)

    def _hear(self, event: Event, ended: bool) -> None:
        self.app.sounds.play(self.view.sound(event, ended))

    # -- events

    def handle(self, event: pygame.Event) -> bool:
        if super().handle(event):
            return True
        if self.panel.handle(event):
            return True
        if event.type == pygame.MOUSEMOTION and any(event.rel):
            self.selected = None
            if not getattr(event, "touch", False):
                self._armed = None
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press(event.pos, bool(getattr(event, "touch", False)))
            return True
        elif event.type == pygame.KEYDOWN:
            return self._key(event)
        return False

    def _press(self, point: tuple[int, int], touch: bool) -> None:
        cell = self.view.cell_at(point)
        if touch and cell is not None and cell != self._armed and self._move_of(cell) is not None:
            self._armed = cell
        else:
            self._armed = None
            if cell is not None or not self.match.over:
                self._choose(cell)

    def _move_of(self, cell: int | None) -> int | None:
        """Return the person's move that a cell stands for now."""
        if cell is None or not self.session.persons_turn:
            return None
        return self.view.move_of(cell, self.match.position)

    def _choose(self, cell: int | None) -> None:
        """Play the move of a cell, or say why there is none."""
        move = self._move_of(cell)
        if move is not None:
            self._play(move)
            return
        self.session.rest()
        if self.match.over:
            self._show_ending()
            return
        if cell is None:
            return
        if self.session.persons_turn:
            self.session.message = self.view.why_not(cell, self.match)
        else:
            self.session.message = Message("not_your_turn")

    def _play(self, move: int) -> None:
        self._armed = self.selected = None
        self._typed = ""
        self.session.pace = PACES[self.app.choices.pace]
        self.session.play(move)

    def _key(self, event: pygame.Event) -> bool:
        actions = {
            pygame.K_z: self.undo,
            pygame.K_BACKSPACE: self.undo,
            pygame.K_y: self.redo,
            pygame.K_r: self.replay,
            pygame.K_f: self.flip,
            pygame.K_v: self.toggle_values,
            pygame.K_t: self.toggle_thinking,
            pygame.K_s: self.swap,
            pygame.K_n: self.new_game,
            pygame.K_m: self.toggle_sound,
            pygame.K_SPACE: self._space,
            pygame.K_PERIOD: self.session.step,
            pygame.K_ESCAPE: self.app.start_screen,
            pygame.K_F1: self._open_help,
            pygame.K_LEFT: lambda: self._step(-1, 0),
            pygame.K_RIGHT: lambda: self._step(1, 0),
            pygame.K_UP: lambda: self._step(0, -1),
            pygame.K_DOWN: lambda: self._step(0, 1),
            pygame.K_RETURN: self._enter,
            pygame.K_KP_ENTER: self._enter,
        }
        if event.unicode and self._type(event.unicode):
            pass
        elif event.unicode == "?":
            self._open_help()
        elif event.unicode in ("+", "="):
            self._change_pace(1)
        elif event.unicode == "-":
            self._change_pace(-1)
        elif event.key in actions:
            actions[event.key]()
        else:
            return False
        return True

    def _type(self, text: str) -> bool:
        """Take a typed sign as part of a move; return True when it can be one."""
        answer = self.view.typed(text, self._typed, self.match.position)
        if answer is None:
            self._typed = ""
            return False
        cell, self._typed = answer
        if cell is not None:
            self._choose(cell)
        elif self._typed:
            self.session.message = Message.of("typing", text=self._typed)
        return True

    def _space(self) -> None:
        if self.session.without_person or self.session.paused:
            self.pause()
        else:
            self.session.move_now()

    def _step(self, right: int, down: int) -> None:
        """Choose a cell with the arrow keys."""
        if self.session.persons_turn:
            self.selected = self.view.step(self.selected, right, down, self.match.position)

    def _enter(self) -> None:
        if self.match.over:
            self._show_ending()
        elif self.selected is not None:
            self._choose(self.selected)

    # -- time

    @property
    def moving(self) -> bool:
        session = self.session
        busy = session.moving or session.thinking or self._ending_due
        return busy or session.computer_moves or session.judging or super().moving

    @property
    def _ending_due(self) -> bool:
        return self.match.over and not self._ending_seen

    def elapse(self, dt: float) -> None:
        self.session.elapse(dt)

    def update(self, dt: float) -> None:
        super().update(dt)
        session = self.session
        session.pace = PACES[self.app.choices.pace]
        session.want_values(self.app.choices.values)
        was_paused = session.paused
        session.update(dt)
        if not session.moving:
            self._turn_board()
        if was_paused != session.paused:
            self.refresh()
        self._show_buttons()
        if self._ending_due and not session.moving:
            self._ending_wait += dt
            if self._ending_wait >= _ENDING_DELAY and self.app.screen is self:
                self._end()

    def _end(self) -> None:
        self._ending_seen = True
        match = self.match
        winner = match.winner
        if winner is None:
            self.app.sounds.play("draw")
        elif match.players[winner].person or self.session.without_person:
            self.app.sounds.play("win")
        else:
            self.app.sounds.play("lose")
        self._show_ending()

    def _show_ending(self) -> None:
        if self.app.screen is self and not self.session.moving:
            self.app.push(Ending(self))

    def close(self) -> None:
        self.session.close()

    # -- drawing

    @property
    def cell_in_hand(self) -> int | None:
        """Return the cell of a move under the mouse, a first tap or the arrow keys."""
        session = self.session
        if not session.persons_turn or session.replaying or self.app.screen is not self:
            return None
        if self.selected is not None:
            return self.selected
        if self._armed is not None:
            return self._armed
        if self.app.choices.preview and pygame.mouse.get_focused() and not session.moving:
            cell = self.view.cell_at(pygame.mouse.get_pos())
            if self._move_of(cell) is not None:
                return cell
        return None

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_paper(surface)
        self._draw_title(surface)
        cell = self.cell_in_hand
        self._draw_board(surface, cell)
        for side in (0, 1):
            self._draw_side(surface, side)
        words = self._banner_words(cell)
        if self.wide or not words:
            self._draw_status(surface)
        self._draw_banner(surface, words)
        self.panel.draw(surface)
        self.controls.draw(surface)

    def _draw_title(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        title = naming.match_title(self.match)
        at = self.box(80, 28, 0, 0).topleft
        theme.write(surface, title, at, scale.title, palette.ink, True, "midleft")
        at = self.box(80, 51, 0, 0).topleft
        rules = naming.rules_words(self.match)
        theme.write(surface, rules, at, scale.small, palette.quiet, anchor="midleft")

    def _draw_board(self, surface: pygame.Surface, cell: int | None) -> None:
        session, match = self.session, self.match
        timeline = session.timeline
        event = timeline.event if timeline else None
        progress = timeline.progress if timeline else 0.0
        look = Look(
            cell=cell,
            by_keys=self.selected is not None,
            to_move=session.persons_turn and not session.moving,
            marks=self.app.choices.marks,
            numbers=self.app.choices.numbers,
            facing=self.facing,
            values=self._values(),
        )
        self.view.draw(surface, session.shown, match, event, progress, look)
        words = self.view.said(event, session.shown, match) if event else None
        if words is not None:
            text = say(words.key, **words.values)
            centre = self.board_rect.center
            draw_banner(surface, text, self.scale, self.palette, centre=centre)

    def _values(self) -> dict[int, tuple[str, bool]]:
        """Return what the moves are worth, by the cells that stand for them."""
        session, match = self.session, self.match
        if session.judgement is None or session.moving or not session.persons_turn:
            return {}
        values = session.judgement.values
        best = max(values.values())
        return {
            self.view.cell_of(move, match.position): (
                naming.signed(value),
                # Where only winning counts, the least bad of lost moves is no good move.
                value == best and (value >= 0 or naming.points(match) is not None),
            )
            for move, value in values.items()
        }

    def _draw_side(self, surface: pygame.Surface, side: int) -> None:
        seat = self.match.seat_of(side)
        south = side == self.view.south
        y = self.height - 158 if south else 104
        turn = self.session.side_shown == side and (self.session.moving or not self.match.over)
        rect = self.box(54, y, 380 if self.wide else 190, 44)
        draw_plate(self, surface, rect, seat, side, turn, self.facing and not south)
        if self.session.thinking and side == self.match.position.turn:
            self._draw_thinking(surface, south)

    def _draw_thinking(self, surface: pygame.Surface, south: bool) -> None:
        report = self.session.report
        words = say("hidden_thinking")
        if self.app.choices.thinking and report is not None and report.finding is not None:
            words = say("thinking_depth", n=report.finding.depth)
        if self.wide:
            y = self.height - 136 if south else 124
            at = self.box(40 + self.width - 420 - 136, y, 0, 0).topleft
            anchor = "midright"
        else:
            at, anchor = self.box(86, 220, 0, 0).topleft, "midleft"
        size = self.scale.small
        place = theme.write(surface, words, at, size, self.palette.quiet, anchor=anchor)
        self._draw_pulse(surface, (place.left - self.scale.px(14), at[1]))

    def _draw_pulse(self, surface: pygame.Surface, centre: tuple[int, int]) -> None:
        """Draw a dot that breathes while the computer thinks."""
        phase = abs((self.session.seconds * 0.9) % 2 - 1)
        size = self.scale.px(6 + 5 * phase)
        dot = theme.rounded((size, size), size // 2, self.palette.other)
        surface.blit(dot, dot.get_rect(center=centre))

    def _banner_words(self, cell: int | None) -> str:
        move = self._move_of(cell)
        if move is not None:
            words = self.view.preview_words(move, self.match.position)
            return f"{words} · {say('preview_tap')}" if cell == self._armed else words
        message = self.session.message
        return say(message.key, **message.values) if message is not None else ""

    def _draw_banner(self, surface: pygame.Surface, words: str) -> None:
        if not words:
            return
        if self.wide:
            centre = self.box(40 + (self.width - 420) / 2 + 70, self.height - 136, 0, 0).topleft
        else:
            centre = (self.board_rect.centerx, self.box(0, self.height - 35, 0, 0).y)
        draw_banner(surface, words, self.scale, self.palette, centre=centre)
        if self.facing and self.match.position.turn != self.view.south:
            self._draw_turned_banner(surface, words)

    def _draw_turned_banner(self, surface: pygame.Surface, words: str) -> None:
        """Say it to the player who sits opposite, too."""
        room = pygame.Surface(self.size, pygame.SRCALPHA)
        centre = self.box(40 + (self.width - 420) / 2 - 70, 126, 0, 0).topleft
        pill = draw_banner(room, words, self.scale, self.palette, centre=centre)
        surface.blit(pygame.transform.rotate(room.subsurface(pill), 180), pill)

    def _draw_status(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        y = self.height - 35
        at = self.box(64, y, 0, 0).topleft
        theme.write(surface, self._status(), at, scale.body, palette.quiet, anchor="midleft")
        at = self.box(self.width - 32, y, 0, 0).topleft
        theme.write(surface, say("hint_keys"), at, scale.small, palette.quiet, anchor="midright")

    def _status(self) -> str:
        match = self.match
        if self.session.moving:
            name = naming.player_name(match, match.seat_of(self.session.side_shown))
            return say("moving_status_you" if name == say("you") else "moving_status", name=name)
        if match.over:
            return say("over_status")
        if self.session.paused and not match.mover.person:
            return say("paused_status")
        name = naming.player_name(match, match.seat_of(match.position.turn))
        if not match.mover.person:
            return say("computer_turn", name=name)
        key = "turn_swap" if match.can_swap else f"turn_{match.game.key}"
        if name == say("you"):
            key = "turn_swap_you" if match.can_swap else f"turn_{match.game.key}_you"
        pits = match.variant.partition("x")[0]
        return say(key, name=name, n=pits)

    def score_words(self) -> str:
        """Say how the series stands."""
        series = self.series.counting(self.match)
        a, b = series.by_seat()
        words = f"{a} – {b}"
        return f"{words} · {say('draws', n=series.draws)}" if series.draws else words

    def names_words(self) -> str:
        """Say who plays against whom."""
        first, second = (naming.player_name(self.match, seat) for seat in (0, 1))
        return f"{first} – {second}"
