"""What the buttons and keys of the playing screen have done."""

from __future__ import annotations

from kalahgui.games.game import Message
from kalahgui.gui.boards.view import View
from kalahgui.gui.panels import to_editor, to_theatre
from kalahgui.gui.screens.play.hint import Hint
from kalahgui.gui.screens.play.thinking import has_measures
from kalahgui.gui.screens.play.to_review import ToReview
from kalahgui.gui.services.navigation import Destination, GameOf, Room, RulesOf, SharingOf
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.card import Question
from kalahgui.gui.widgets.controls import Action
from kalahgui.gui.widgets.screen import Screen
from kalahgui.library.saved import StoredMatch
from kalahgui.match.match import Match, Series
from kalahgui.match.node import SWAP
from kalahgui.match.player import Player, players_swapped
from kalahgui.match.session import Session
from kalahgui.match.timeline import PACES


class Commands(Screen):
    """A screen with a match in play, and what may be done there.

    ``turned`` tells that the board was turned round by hand, ``tree_asked`` that a person at the
    board wants to see the tree of all games.
    """

    session: Session
    stored: StoredMatch
    match: Match
    view: View
    turned: bool
    hint: Hint
    to_review: ToReview
    tree_asked: bool
    _back: Destination
    _kept: bool

    # -- what the screen itself does

    def changed(self) -> None:
        """Follow a change of the match that was not played move by move."""
        raise NotImplementedError

    def turn_board(self) -> None:
        """Lay the board out for whoever it faces now."""
        raise NotImplementedError

    def show_result(self) -> None:
        """Show the card of a finished game."""
        raise NotImplementedError

    def close_ending(self) -> None:
        """Take the card of a finished game away."""
        raise NotImplementedError

    def back_from_review(self) -> None:
        """Take the board up again as the review has left it."""
        raise NotImplementedError

    def walk(self, step: Action) -> None:
        """Have another position looked at."""
        raise NotImplementedError

    # -- what the player does

    def leave(self) -> None:
        """Go to the home screen, or back to where the game was chosen."""
        self.app.open(self._back)

    def open_help(self) -> None:
        """Show the rules and the keys."""
        self.app.open(RulesOf(self.match.game))

    def open_editor(self) -> None:
        """Set up a position, beginning with the one looked at."""
        to_editor.open_editor(self.app, self.session)

    def open_options(self) -> None:
        """Show the settings."""
        self.app.open(Room.OPTIONS)

    def new_game(self) -> None:
        """Start the same game from the beginning, after a question when one is under way."""
        if self.match.plies and not self.match.over:
            question = Question(self.app, "new_question", "new_yes", "resign_no", self._new_game)
            self.app.push(question)
        else:
            self._new_game()

    def _new_game(self) -> None:
        self._start_over(self.match.players, self.stored.series.counting(self.match))

    def rematch(self) -> None:
        """Play again with the sides swapped."""
        series = self.stored.series.counting(self.match).swapped
        self._start_over(players_swapped(self.match.players), series)

    def _start_over(self, players: tuple[Player, Player], series: Series) -> None:
        match = self.match
        begin = match.start.copy()
        control = None if match.clock is None else match.clock.control
        fresh = Match(
            match.game,
            match.variant,
            match.rules,
            players,
            pie=match.pie,
            start=begin,
            control=control,
        )
        self.app.open(GameOf(fresh, series, self._kept))

    def undo(self) -> None:
        """Take back."""
        if self.session.undo():
            self.changed()

    def redo(self) -> None:
        """Play again what was taken back."""
        if self.session.redo():
            self.changed()

    def step_back(self) -> None:
        """Look at the position before."""
        self.walk(lambda: self.session.step_by(-1))

    def step_on(self) -> None:
        """Look at the next position."""
        self.walk(lambda: self.session.step_by(1))

    def go_to_start(self) -> None:
        """Look at the start."""
        self.walk(self.session.go_to_start)

    def go_to_end(self) -> None:
        """Look at the end of the line that is being played."""
        self.walk(self.session.go_to_end)

    def back_to_the_game(self) -> None:
        """Leave what was looked at, and a side line, for where the game stands."""
        self.walk(self.session.back_to_the_game)

    def replay(self) -> None:
        """Show the last turn again."""
        self.close_ending()
        self.session.replay_last_turn()

    def flip(self) -> None:
        """Turn the board round."""
        self.turned = not self.turned
        self.turn_board()

    def pause(self) -> None:
        """Stop the computer, or let it go on."""
        self.session.toggle_pause()
        self.refresh()

    def step(self) -> None:
        """Let a paused computer make one move."""
        self.session.step()

    def move_now(self) -> None:
        """Have the computer move, or pause two computers."""
        if self.session.without_person or self.session.paused:
            self.pause()
        else:
            self.session.move_now()

    def resign(self) -> None:
        """Give up, after a question."""
        if not self.match.over:
            question = Question(
                self.app, "resign_question", "resign_yes", "resign_no", self._resign
            )
            self.app.push(question)

    def _resign(self) -> None:
        self.session.resign()
        self.changed()

    def swap(self) -> None:
        """Swap sides under the pie rule."""
        if self.match.can_swap and self.session.persons_turn:
            self.session.play(SWAP)
            self.changed()

    def watch_search(self) -> None:
        """Watch in the theatre how the position on the board is searched."""
        to_theatre.watch_search(self.app, self.session)

    def explain(self) -> None:
        """Watch in the theatre the search that chose the computer's last turn."""
        to_theatre.explain(self.app, self.session)

    def review(self, leave: Destination | None = None) -> None:
        """Look back on the match, move by move; leaving leads back here, or where it says."""
        if not self.match.tip.plies:
            self.session.message = Message("no_review")
            return
        self.to_review.open(self.back_from_review, leave)

    def share(self) -> None:
        """Copy or save the game, or the position looked at."""
        self.app.open(SharingOf(self.stored, self.view.south))

    def toggle_thinking(self) -> None:
        """Show or hide what the computer thinks."""
        self.services.choose(thinking=not self.services.choices.thinking)
        self.refresh()

    def toggle_values(self) -> None:
        """Show or hide what every move of a person is worth."""
        self.services.choose(values=not self.services.choices.values)
        self.refresh()

    def toggle_hint(self) -> None:
        """Show a good move of the position looked at, or show it no more."""
        self.hint.toggle()
        self.refresh()

    def toggle_bar(self) -> None:
        """Show or hide how the position looked at stands, as a bar."""
        self.services.choose(bar=not self.services.choices.bar)
        self.refresh()

    def toggle_graph(self) -> None:
        """Show or hide how the game has gone, as a graph."""
        self.services.choose(graph=not self.services.choices.graph)
        self.refresh()

    def toggle_measures(self) -> None:
        """Show or hide the measures of an article, where the board has any."""
        if has_measures(self.match):
            self.services.choose(measures=not self.services.choices.measures)
            self.refresh()

    def toggle_tree(self) -> None:
        """Show or hide the tree of all games, where a person plays a game that has one."""
        if self.view.has_tree:
            self.tree_asked = not self.tree_asked
            self.refresh()

    def toggle_sound(self) -> None:
        """Turn the sound on or off."""
        self.services.choose(sound=not self.services.choices.sound)
        self.refresh()

    def change_pace(self, step: int) -> None:
        """Have the stones move faster or slower."""
        names = list(PACES)
        at = names.index(self.services.choices.pace) + step
        pace = names[min(max(0, at), len(names) - 1)]
        self.services.choose(pace=pace)
        self.services.notices.show_now(f"{say('setting_speed')}: {say(f'speed_{pace}')}")
