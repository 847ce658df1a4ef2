"""What the buttons and keys of the review screen have done."""

from __future__ import annotations

from collections.abc import Callable

from kalahgui.games.game import Message
from kalahgui.gui.boards.view import View
from kalahgui.gui.panels import to_editor, to_theatre
from kalahgui.gui.panels.course import Course
from kalahgui.gui.panels.move_list import MoveList
from kalahgui.gui.screens.review.showing import Showing, line_to_show
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import Destination, SharingOf
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.card import KeysCard
from kalahgui.gui.widgets.screen import Screen
from kalahgui.library.saved import StoredMatch
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node
from kalahgui.match.session import Session
from kalahgui.review.rows import ReviewRow


class ReviewCommands(Screen):
    """A screen with a match under review, and what may be done there.

    ``showing`` is the line that is shown on the board, ``wanted`` whether the analysis goes on.
    """

    session: Session
    stored: StoredMatch
    match: Match
    view: View
    course: Course
    moves: MoveList
    showing: Showing | None
    wanted: bool
    _back: Callable[[], None]
    _leave: Destination | None

    @property
    def told(self) -> Node | None:
        """Return where the move that is talked about has led; None at the end of the line."""
        return self.course.told if self.showing is None else self.showing.row.node

    # -- walking

    def look_at(self, node: Node, told: Node | None = None) -> None:
        """Look at the position before the next move; a line that is shown comes to its end.

        Where several moves follow, ``told`` is where the one has led that is to be talked about; by
        default the line goes on as it was played.
        """
        self.showing = None
        self.session.go_to(node)
        self.course.follow(told)

    def talk_about(self, row: ReviewRow) -> None:
        """Look at the position before a move that is known."""
        self.look_before(row.node)

    def look_before(self, node: Node) -> None:
        """Talk about the move that led to a node."""
        self.look_at(node.parent or node, node)

    def step(self, count: int) -> None:
        """Go on by a move, or back by one; a line that is shown goes back to its beginning."""
        if self.showing is not None:
            self.end_showing()
            return
        node = self.course.beside(count)
        if node is not None:
            self.look_at(node, self.course.after(node))

    def step_turn(self, count: int) -> None:
        """Go on by a turn, or back by one."""
        self.end_showing()
        node = self.course.beside_turn(count)
        if node is not None:
            self.look_at(node, self.course.after(node))

    def go_to_end_of_line(self, last: bool) -> None:
        """Go to the start, or behind the last move."""
        self.end_showing()
        self.look_at(self.course.line[-1] if last and self.course.line else self.match.root)

    def step_mistake(self, count: int) -> None:
        """Go to the next mistake or the one before; behind the last one comes the first."""
        self.end_showing()
        row = self.course.mistake_beside(count)
        if row is None and self.course.mistakes:
            row = self.course.mistakes[0 if count > 0 else -1]
        if row is None:
            key = (
                "review_no_mistakes" if self.session.analysis.reviewed else "review_no_mistakes_yet"
            )
            self.services.notices.show_now(say(key))
        else:
            self.talk_about(row)

    # -- showing why

    def show_why(self) -> None:
        """Show on the board what follows the move that was played; again: lead back."""
        if self.showing is not None:
            self.end_showing()
        else:
            self._show(better=False)

    def show_better(self) -> None:
        """Show on the board what would have followed the best move."""
        self.end_showing()
        self._show(better=True)

    def _show(self, better: bool) -> None:
        row = self.course.row
        if row is None or row.node.parent is None:
            return
        judgement = self.session.analysis.of(row.node.parent)
        assert judgement is not None, "a move with a row has been judged"
        line = judgement.lines[row.best if better else row.move]
        self.showing = line_to_show(self.match, row, line, better)
        self.showing.begin(self.session)

    def end_showing(self) -> None:
        """Go back to where a line began that is shown."""
        if self.showing is not None:
            self.look_at(self.showing.before, self.showing.row.node)

    # -- playing on

    @property
    def can_try_again(self) -> bool:
        """Tell whether the move that is talked about is a person's, who may try another one."""
        told = self.told
        if told is None or told.parent is None or told.ply == SWAP:
            return False
        return self.match.mover_at(told.parent).person

    def try_again(self) -> None:
        """Play on from the position before the move that is talked about."""
        told = self.told
        if self.can_try_again and told is not None and told.parent is not None:
            self._leave_at(told.parent)
        else:
            key = "review_no_move_told" if told is None else "review_click_other"
            self.services.notices.show_now(say(key))

    def play_on(self) -> None:
        """Play on from the node looked at, or the one beside it where a person is to move."""
        self.end_showing()
        node = self.course.persons_turn
        if node is None:
            self.services.notices.show_now(say("review_nobody"))
        else:
            self._leave_at(node)

    def _leave_at(self, node: Node) -> None:
        self.look_at(node)
        self.session.rest()
        self.app.pop()
        self._back()

    def leave(self) -> None:
        """Go back to where the game stands, or to where the review was asked for."""
        self.showing = None
        self.session.go_to_end()
        self.app.pop()
        if self._leave is None:
            self._back()
        else:
            self.app.open(self._leave)

    def back(self) -> None:
        """Leave what is shown, or the screen."""
        if self.showing is not None:
            self.end_showing()
        else:
            self.leave()

    # -- the tree of the match

    def tree_changed(self) -> None:
        """Follow a change of the match's tree."""
        self.showing = None
        self.course.update()

    def undo(self) -> None:
        """Have the tree as it was before a line was made the game or deleted, if that came last."""
        if self.session.can_take_back_edit:
            self.session.undo()
            self.tree_changed()
        else:
            self.session.message = Message("no_undo")

    def show_message(self) -> None:
        """Show as a notice what the session has to say."""
        message, self.session.message = self.session.message, None
        if message is not None:
            self.services.notices.show_now(naming.message_words(message, self.match))

    # -- the rest

    def watch_search(self) -> None:
        """Watch in the theatre how the position on the board is searched."""
        to_theatre.watch_search(self.app, self.session)

    def open_editor(self) -> None:
        """Set up a position, beginning with the one on the board."""
        to_editor.open_editor(self.app, self.session)

    def toggle_analysis(self) -> None:
        """Stop the analysis, or go on with it."""
        self.wanted = not self.wanted
        if not self.wanted:
            self.session.analysis.stop_review()

    def share(self) -> None:
        """Copy or save the match, or the position looked at."""
        self.app.open(SharingOf(self.stored, self.view.south))

    def open_keys(self) -> None:
        """Show all keys of the screen."""
        self.app.push(KeysCard(self.app, self.key_places))
