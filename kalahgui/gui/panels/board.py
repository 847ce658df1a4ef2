"""The board as play and review show it, and the ways from there: editor, theatre, review."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Unpack

import pygame

from kalahgui.games import draft_of
from kalahgui.games.game import Game, Message, Position
from kalahgui.games.move_names import MoveNames
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.eight import EightView, path_of
from kalahgui.gui.boards.view import Look, View, chosen_names
from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.layout import Painted
from kalahgui.gui.elements.screen import Host, Screen
from kalahgui.gui.elements.tips import draw_banner
from kalahgui.gui.paint import theme
from kalahgui.gui.panels.board_input import BoardInput
from kalahgui.gui.panels.reviewed_course import Course
from kalahgui.gui.panels.sentences import value_words
from kalahgui.gui.searching.tree_parts import picture_part
from kalahgui.gui.services import keymap, naming
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import (
    Destination,
    EditorOf,
    How,
    ReviewOf,
    TheatreOf,
    how_in_match,
)
from kalahgui.learning import mistakes
from kalahgui.library.saved import StoredMatch
from kalahgui.match.explaining_search import why_of
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.match.session import Session
from kalahgui.review.look_back import LookBack, look_back
from kalahgui.theatre.subject import PositionSubject
from kalahgui.words import listed, say


def draw_board(
    surface: pygame.Surface,
    screen: Screen,
    middle: tuple[int, int],
    session: Session,
    view: View,
    look: Look,
) -> None:
    """Draw the board with an event in flight, and in the middle what the board says about it."""
    match, timeline = session.match, session.timeline
    event = timeline.event if timeline else None
    progress = timeline.progress if timeline else 0.0
    if screen.services.choices.motion == "reduced":
        progress = 1.0  # an event is seen as it ends, and nothing is seen on its way
    view.draw(surface, session.shown, match, replace(look, event=event, progress=progress))
    message = view.said(event, session.shown, match) if event else None
    if message is not None:
        text = naming.message_words(message, match)
        draw_banner(surface, text, screen.scale, screen.palette, centre=middle)


def view_of(screen: Screen, match: Match, rect: pygame.Rect, south: int) -> View:
    """Lay the board of a match out in a rectangle, written at as the player has chosen."""
    return view_from(screen, match.game, match.start, rect, south)


def view_from(screen: Screen, game: Game, start: Position, rect: pygame.Rect, south: int) -> View:
    """Lay the board of a start position out as ``view_of`` does."""
    view = VIEWS[game.key](game, start, rect, south, screen.palette)
    view.pit_numbers = screen.choices.pit_numbers
    view.square_names = screen.choices.square_names
    return view


def names_of(screen: Screen, game: Game, start: Position) -> MoveNames:
    """Return what moves are called on the board of a start position, as ``view_of`` has them."""
    choices = screen.choices
    return chosen_names(game, start, choices.pit_numbers, choices.square_names)


def value_labels(session: Session, view: View, unsure: str = "") -> dict[int, tuple[str, bool]]:
    """Return what the moves here are worth in words, and whether each is among the best.

    Where only winning counts, a draw that is not certain is written as ``unsure``, unless empty.
    """
    match, judgement = session.match, session.judgement
    if judgement is None:
        return {}
    game = match.game
    return {
        view.cell_of(move, match.position): (
            unsure
            if unsure and not (game.has_points or value or move in judgement.exact_moves)
            else value_words(game, value),
            # Where only winning counts, the least bad of lost moves is no good move.
            judgement.is_best(move) and (value >= 0 or game.has_points),
        )
        for move, value in judgement.values.items()
    }


def board_arrows(screen: Screen, hands: BoardInput) -> Commands:
    """Return the commands of the arrow keys, which choose a cell; the board has the keys then."""

    def step(right: int, down: int) -> None:
        screen.controls.let_go()
        hands.step(right, down)

    return keymap.arrows(step)


def board_part(
    screen: Screen,
    session: Session,
    hands: BoardInput,
    words: Callable[[int], str] = lambda cell: "",
    chosen: Container[int] | None = None,
) -> AccessibleNode:
    """Return the board as a table whose cells say all; it has the focus if nothing else has.

    Behind a cell further ``words`` may be said, and where cells are ``chosen`` whether it is.
    """
    match, free, selected = session.match, screen.free, hands.selected

    def take(cell: int) -> None:
        screen.controls.let_go()
        hands.selected = cell

    def cell_node(cell: int, part: AccessibleNode) -> AccessibleNode:
        focused = free and selected == cell
        useful = hands.move_of(cell) is not None
        on = None if chosen is None else cell in chosen
        part = replace(part, name=listed(part.name, words(cell)), on=on)
        act = partial(hands.choose, cell)
        return replace(part, focused=focused, useful=useful, act=act, take=partial(take, cell))

    focused = free and selected is None
    return replace(view_part(hands.view, match, cell_node), focused=focused)


def trees_of(view: View, match: Match) -> list[AccessibleNode]:
    """Return the tree of all games that is shown below a board, where there is one."""
    if not isinstance(view, EightView) or not view.tree_shown:
        return []
    tree = view.tree.tree
    path = tuple(path_of(tree, view.shown(match).numbers))
    labels, choices = view.labels(path), ("access_first_moves", "access_second_moves")
    name = say("board_tree_tip")
    return [picture_part(view.tree, labels, name, here=path, choices=choices, moves=True)]


def valued_part(view: View, match: Match, labels: Mapping[int, tuple[str, bool]]) -> AccessibleNode:
    """Return the board of a match, with what moves are worth behind the cells that have them."""

    def cell_node(cell: int, part: AccessibleNode) -> AccessibleNode:
        return replace(part, name=listed(part.name, labels.get(cell, ("", False))[0]))

    return view_part(view, match, cell_node)


def view_part(
    view: View,
    match: Match,
    cell_node: Callable[[int, AccessibleNode], AccessibleNode] = lambda cell, part: part,
) -> AccessibleNode:
    """Return the board of a match as a table of its cells, each node as ``cell_node`` makes it."""

    def cell_part(cell: int) -> AccessibleNode:
        words, rect = view.cell_words(cell, match), view.mark_place(cell)[0]
        return cell_node(cell, AccessibleNode(Role.CELL, words, rect, cell))

    return table_of(view, naming.match_title(match), cell_part)


def table_of(view: View, name: str, cell_part: Callable[[int], AccessibleNode]) -> AccessibleNode:
    """Return a board as a table of its cells."""
    rows = []
    for number, cells in enumerate(view.rows):
        parts = tuple(map(cell_part, cells))
        rect = parts[0].rect.unionall([part.rect for part in parts])
        rows.append(AccessibleNode(Role.ROW, say("access_row", n=number + 1), rect, number, parts))
    return AccessibleNode(Role.TABLE, name, view.rect, "board", tuple(rows))


class StillBoard:
    """The board of a match as it stands; its view is there before it is laid out."""

    def __init__(
        self, screen: Screen, match: Match, south: int = 0, *, effects_told: bool = True
    ) -> None:
        self._screen, self._south, self._effects_told = screen, south, effects_told
        self.match = match
        self._lay(pygame.Rect(0, 0, 100, 100))

    def _lay(self, rect: pygame.Rect) -> None:
        self.view = view_of(self._screen, self.match, rect, self._south)
        self.view.effects_told = self._effects_told

    def element(self, **room: Any) -> Painted:
        """Return the board as an element of a screen, with room as a ``box`` has it."""
        return Painted(self.draw, placed=self._place, nodes=self._told, **room)

    def _place(self, rect: pygame.Rect) -> None:
        if rect != self.view.rect:
            self._lay(rect)

    def _told(self) -> list[AccessibleNode]:
        return [view_part(self.view, self.match)]

    def draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the board where it stands."""
        self.view.draw_still(surface, self.view.shown(self.match))


def open_editor(app: Host, session: Session) -> None:
    """Set up a position, beginning with the one looked at; the match waits as it is."""
    match = session.match
    session.rest()
    session.set_aside()
    draft = draft_of(match.game, match.position, match.rules, match.variant)
    app.open(EditorOf(draft, over=True))


def watch_search(app: Host, session: Session) -> None:
    """Watch how the position on the board is searched."""
    match = session.match
    if match.here.over:
        session.message = Message("theatre_nothing_left")
        return
    subject = PositionSubject(match.game, match.position.copy(), match.rules)
    _open(app, session, subject, match.here, name=Message("theatre_from_board"))


def explain(app: Host, session: Session) -> None:
    """Show why the computer has played its last turn."""
    match = session.match
    why = why_of(match)
    if why is None:
        session.message = Message("why_nobody")
        return
    before = why.before
    position = before.position.copy()
    _open(
        app,
        session,
        PositionSubject(match.game, position, match.rules, why.evaluation),
        before,
        tab="why",
        name=Message("theatre_last_turn"),
        algorithm=why.algorithm,
        depth=why.depth,
        order=why.order,
        why=why,
    )


def _open(
    app: Host,
    session: Session,
    subject: PositionSubject,
    node: Node,
    tab: str = "watch",
    **how: Unpack[How],
) -> None:
    session.rest()
    session.set_aside()
    how.update(how_in_match(session.match, node))
    app.open(TheatreOf(subject, tab, over=True, how=how))


class MatchReview:
    """Takes up what the store has of a match's review, opens its screen and keeps what it finds."""

    def __init__(
        self,
        app: Host,
        session: Session,
        stored: StoredMatch,
        *,
        kept: bool,
        own_choices: Mapping[str, Any],
    ) -> None:
        """Take up what the store knows; a match that is only watched is not ``kept``.

        ``own_choices`` hold for it whatever the player has chosen.
        """
        self._app = app
        self._session = session
        self._stored = stored
        self._kept = kept
        self._own_choices = own_choices
        judged = app.services.autosave.review_of(stored) if kept else {}
        whole = bool(judged) and app.services.autosave.has_whole_review(stored)
        self._asked = bool(judged)  # values that nobody asked a review of are not kept
        session.analysis.restore(judged, whole)
        # The end of the line whose whole review is kept.
        self._written = session.match.tip if whole else None
        self._course: Course | None = None

    def open(
        self,
        back: Callable[[Node | None], None],
        leave: Destination | None = None,
        discussed: Node | None = None,
    ) -> None:
        """Lay the review over the playing screen; ``back`` is done when the board is seen again.

        Leaving the review leads to the board, or where ``leave`` says. It begins at a move that
        is ``discussed``.
        """
        self._asked = True
        self._app.open(
            ReviewOf(
                self._session, self._stored, self.update, back, leave, discussed, self._own_choices
            )
        )

    def update(self) -> bool:
        """Keep a review that has come to its end; return whether there was one."""
        session = self._session
        ended = session.analysis.reviewed and self._written is not session.match.tip
        if ended:
            self.keep()
        return ended

    def keep(self) -> None:
        """Keep what was found, if a review was asked for."""
        analysis = self._session.analysis
        self._written = self._session.match.tip if analysis.reviewed else None
        if self._kept and self._asked:
            self._app.services.autosave.keep_review(
                self._stored, analysis.judged, analysis.reviewed
            )
            match = self._session.match
            if analysis.reviewed and match.tip.over:
                self._take_exercises()

    def _take_exercises(self) -> None:
        """Take exercises from the mistakes of the only person, or of one who is called so."""
        match, services = self._session.match, self._app.services
        seats = [seat for seat in (0, 1) if match.players[seat].person]
        if len(seats) > 1:
            seats = [seat for seat in seats if services.choices.is_own(match.players[seat].name)]
        if len(seats) == 1:
            judged, at = dict(self._session.analysis.judged), services.clock()
            services.autosave.keep_learnt(
                lambda store: mistakes.add_from_review(store, match, judged, seats, at)
            )

    def look_back(self) -> LookBack:
        """Return what is proven enough to be told of the match, which is over.

        What is not known yet is looked for in the background.
        """
        match, analysis = self._session.match, self._session.analysis
        if not analysis.reviewed:
            analysis.look_back()
        course = self.course
        if course.line != match.main_line[1:]:
            return LookBack()  # of a side line nothing is told
        rows = [course.rows[node] for node in course.line if node in course.rows]
        whole, ended = analysis.looked_back, not analysis.looking_back
        return look_back(match, course.line, rows, ended=ended, whole=whole)

    @property
    def course(self) -> Course:
        """Return the course of the match by what is known now."""
        if self._course is None:
            self._course = Course(self._session.match, self._session.analysis)
        self._course.update()
        return self._course


_WAIT, _TURN = 1.0, 0.45  # seconds until the board turns, and while it does


class BoardTurn:
    """Turns a board over to the player to move, a while after the move before."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._waited = 0.0
        self._seconds = _TURN
        self._seen: pygame.Surface | None = None  # what was drawn last, all of it
        self._old: pygame.Surface | None = None

    @property
    def waiting(self) -> bool:
        """Tell whether the board is to turn, and waits."""
        return self._waited > 0

    @property
    def moving(self) -> bool:
        """Tell whether the board waits or turns."""
        return self.waiting or self._seconds < _TURN

    def wait(self, wanted: bool, dt: float) -> bool:
        """Let ``dt`` seconds pass; return True when a board that is ``wanted`` has to turn now."""
        self._seconds = min(_TURN, self._seconds + self._screen.glided(dt))
        self._waited = self._waited + dt if wanted else 0.0
        if self._waited < _WAIT:
            return False
        self._waited = 0.0
        return True

    def begin(self, board: pygame.Rect) -> None:
        """Keep what is seen in a rectangle: the board is laid out anew after this."""
        if self._seen is not None:
            self._old = self._seen.subsurface(board.clip(self._seen.get_rect())).copy()
            self._seconds = 0.0

    def draw(self, surface: pygame.Surface, board: pygame.Rect) -> None:
        """Draw the old board or the new one as high as it is seen, in place of the new one."""
        self._seen = surface
        if self._seconds >= _TURN or self._old is None:
            return
        rect = board.clip(surface.get_rect())
        share = math.cos(math.pi * self._seconds / _TURN)
        picture = self._old if share > 0 else surface.subsurface(rect).copy()
        with theme.clipped(surface, rect):
            self._screen.draw_paper(surface)
        height = max(1, round(abs(share) * rect.height))
        picture = pygame.transform.smoothscale(picture, (rect.width, height))
        surface.blit(picture, picture.get_rect(center=rect.center))
