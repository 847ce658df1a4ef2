"""What is on the playing screen, and where: the board, and all that is around it."""

from __future__ import annotations

from copy import copy
from functools import partial

import pygame

from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import Look as BoardLook
from kalahgui.gui.boards.view import MoveMark
from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.controls import Button, titled
from kalahgui.gui.elements.element import Act, Element, Look
from kalahgui.gui.elements.layout import Column, Layers, Painted, Pinned, Row, Space, Turned
from kalahgui.gui.elements.screen import ICON, Host, Screen
from kalahgui.gui.elements.sheet import Tool, labelled_row
from kalahgui.gui.elements.tips import draw_banner
from kalahgui.gui.elements.writing import Live, Text
from kalahgui.gui.paint.celebration import Celebration
from kalahgui.gui.panels.board import (
    BoardTurn,
    board_part,
    draw_board,
    trees_of,
    value_labels,
    view_of,
)
from kalahgui.gui.panels.board_input import BoardInput
from kalahgui.gui.panels.graph import EvaluationBar
from kalahgui.gui.panels.narration import status_words
from kalahgui.gui.screens.play import tools
from kalahgui.gui.screens.play.ending import GameEnd
from kalahgui.gui.screens.play.plates import Plate, Thinking
from kalahgui.gui.screens.play.play_panel import Panel
from kalahgui.gui.screens.play.status import Hint, values_note
from kalahgui.gui.screens.play.teacher import TeacherQuestion
from kalahgui.gui.screens.play.thinking import marked_on_board
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import Destination, MainScreen
from kalahgui.library.saved import StoredMatch
from kalahgui.match.explaining_search import can_explain
from kalahgui.match.node import Node
from kalahgui.match.session import Session
from kalahgui.review.review_rows import MISTAKE
from kalahgui.words import as_text, say

# Lengths in units of the layout.
_HEAD, _FOOT, _PANEL, _SIDE = 76, 62, 292, 32
_BESIDE = 56  # between a wide board and the panel, where the bar stands
_BELOW = 46  # what is said of values, below a wide board and its players
_PLATES = 250  # beside a square board
_BUTTON, _BACK, _OFF_PLATE, _OFF_NAME = 40, 42, 70, 16


class PlayTree(Screen):
    """A playing screen by what is on it.

    A wide board lies between the plates of its players; other boards want all the height and have
    the plates at their left. ``plates`` are those of the side at the bottom and of the other one.
    ``turned`` tells that the board was turned round by hand, ``tree_asked`` that a person at the
    board wants to see the tree of all games. ``tried`` is the move of the review in place of which
    another one is tried.
    """

    def __init__(
        self,
        app: Host,
        stored: StoredMatch,
        session: Session,
        hands: BoardInput,
        ending: GameEnd,
        back: Destination,
    ) -> None:
        """Show a match that is played by ``hands`` in a session; leaving it leads ``back``."""
        self.stored, self.session, self.hands = stored, session, hands
        self.ending, self.back = ending, back
        self.match = match = stored.match
        self.view_class = VIEWS[match.game.key]
        self.tried: Node | None = None
        self.turned = self.tree_asked = False
        self.board_turn = BoardTurn(self)
        self._faced = match.position.turn  # the mover that the board was turned to last
        self._place = pygame.Rect((0, 0), app.size)  # of the board
        self._view_for: object = None
        view = lambda: self.view  # noqa: E731
        self.hint = Hint(session)
        self.bar = EvaluationBar(self, session, view)
        self.panel = Panel(self, session, stored, view, self.walk, self.changed)
        super().__init__(app)

    # -- what decides what there is

    @property
    def state(self) -> object:
        """Return what decides what there is."""
        match = self.match
        return (
            copy(self.choices),
            self._offered,
            [(tool.words, tool.selected, tool.usable()) for tool in self.row],
            (match.here.over, match.end.over, match.aside, match.here.swapped, match.position.turn),
            (self.session.thinking, self.trying, self.tree_shown, self.tree_hides),
            values_note(self.session) if self.values_shown else None,
            self._status_words() if self.opposite else "",
            self.panel.state,
        )

    @property
    def row(self) -> list[Tool]:
        """Return the buttons above the board."""
        return tools.row(self.session, hint=self.hint.wanted)

    @property
    def trying(self) -> bool:
        """Tell whether another move is tried that the review was about."""
        return self.tried is not None and self.match.aside

    @property
    def tree_hides(self) -> bool:
        """Tell whether the tree of all games would give away what a person has to find out."""
        ended = self.match.end.over
        return self.view_class.has_tree and not ended and not self.session.without_person

    @property
    def tree_shown(self) -> bool:
        return self.view_class.has_tree and (self.tree_asked or not self.tree_hides)

    @property
    def facing(self) -> bool:
        """Tell whether the north side's words are turned to a reader who sits there."""
        return self.choices.face == "both" and all(p.person for p in self.match.players)

    @property
    def values_shown(self) -> bool:
        session = self.session
        return self.choices.values and session.persons_turn and not session.moving

    @property
    def values(self) -> dict[int, tuple[str, bool]]:
        """Return what the moves of a person are worth, if that is to be shown."""
        return value_labels(self.session, self.view, "?") if self.values_shown else {}

    @property
    def cell_in_hand(self) -> int | None:
        """Return the cell of a move under the mouse, a first tap or the arrow keys."""
        if self.app.screen is not self:
            return None
        preview = self.choices.preview
        return self.hands.cell(self.scale.magnifier.pointer() if preview else None)

    @property
    def cell_told(self) -> int | None:
        """Return the cell in hand of which is told: what is said goes before one that stays."""
        said = self.session.message or self.hint.wanted
        return None if said and self.hands.stays else self.cell_in_hand

    def banner_words(self, cell: int | None) -> str:
        """Say what the move of a cell would do or, without one, a hint or what there is to say."""
        move, message = self.hands.move_of(cell), self.session.message
        if move is not None:
            words = self.view.preview_words(move, self.match.position)
            return f"{words} · {say('preview_tap')}" if cell == self.hands.armed else words
        if message is not None:
            return naming.message_words(message, self.match)
        return self.hint.words(self.view, self.choices.figures)

    def walk(self, step: Act) -> None:
        """Have another position looked at."""
        self.hands.let_go()
        self.hands.selected = None
        step()
        self.refresh()

    def changed(self) -> None:
        """Follow a change of the match that was not played move by move."""
        self.ending.changed()
        self.hands.let_go()
        self.turn_board()
        self.app.wake()

    # -- the tree

    def content(self) -> Element:
        """Return the board with its players and the panel beside it, and words over all."""
        offered = self._offered
        self.head, self.foot = self._head(), self._foot()
        panel = self.panel.content(self._back(), why="why" in offered)
        panel.grow = 1
        board = (
            self._between_plates(offered) if self.view_class.wide else self._beside_plates(offered)
        )
        board.grow = 1
        beside = Column(panel, padding=(0, 20, 0, 22), width=_PANEL)
        body = Row(board, beside, grow=1, stretch=True, padding=(0, 0, _SIDE, 0))
        return Layers(Column(self.head, body, self.foot), _Banner(self))

    def _head(self) -> Row:
        match = self.match
        icon, tip = (
            ("home", "home") if self.back is MainScreen.HOME else ("chevron_left", "edit_back")
        )
        leave = partial(self.app.open, self.back)
        rules = naming.rules_words(match)
        rules = say("teaching_mark", rules=rules) if match.teaching else rules
        return Row(
            Button("", leave, icon=icon, tip=say(tip), height=ICON),
            titled(naming.match_title(match), rules),
            labelled_row(self, self.row),
            gap=18,
            padding=(26, 0, _SIDE, 0),
            height=_HEAD,
        )

    def _foot(self) -> Row:
        said: Element = Live(self._status_shown, colour="quiet", grow=1)
        if self.opposite:
            said = Row(Turned(Text(self._status_words(), colour="quiet", line=True)), grow=1)
        keys = None
        if not self.match.here.over:  # the card that says so may reach down here
            keys = Text(say("keys_hint"), "small", "quiet", line=True)
        return Row(said, keys, gap=16, padding=(64, 0, _SIDE, 8), height=_FOOT)

    def _status_words(self) -> str:
        words = self.panel.whereabouts.words()
        if self.match.walking:
            return words
        return as_text(words, status_words(self.session, self.view))

    def _status_shown(self) -> str:
        """Return the same, unless the banner lies there."""
        banner = not self.view_class.wide and self.banner_words(self.cell_told)
        return "" if banner else self._status_words()

    @property
    def opposite(self) -> bool:
        """Tell whether the player to move sits opposite."""
        return self.facing and self.match.position.turn != self.view.south

    # -- the board and the players

    def rebuild(self) -> None:
        self._view_for = None
        super().rebuild()

    def _show(self) -> None:
        if not (self.session.moving or self.board_turn.waiting):
            self._faced = self.match.position.turn
        self.lay_board(self._place)
        super()._show()

    def lay_board(self, rect: pygame.Rect) -> None:
        """Have the board in a rectangle; it is made anew if it is to look otherwise."""
        self._place = rect
        south = self._south(self._faced)
        wanted = (tuple(rect), south, copy(self.choices))
        if wanted != self._view_for:
            self._view_for = wanted
            self.view = view_of(self, self.match, rect, south)
            self.hands.view = self.view
        self.view.tree_shown = self.tree_shown

    def _south(self, mover: int) -> int:
        """Return the side at the bottom: the only person's, that of a ``mover``, or the first."""
        persons = [self.match.player_of(side).person for side in (0, 1)]
        if persons == [False, True]:
            south = 1
        elif persons == [True, True] and self.choices.face == "flip":
            south = mover
        else:
            south = 0
        return south ^ (self.turned and self.view_class.turns_round)

    @property
    def _asked_about(self) -> dict[int, MoveMark]:
        asking = (screen for screen in self.app.screens if isinstance(screen, TeacherQuestion))
        return {self.view.cell_of(q.move, self.match.position): MoveMark(MISTAKE) for q in asking}

    def paint_board(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        session, choices = self.session, self.choices
        look = BoardLook(
            cell=self.cell_in_hand,
            by_keys=self.hands.selected is not None,
            to_move=session.persons_turn and not session.moving,
            marks=choices.marks,
            numbers=choices.numbers,
            facing=self.facing,
            values=self.values,
            moves=self.hint.marks(self.view) | self._asked_about,
            pointers=self.hint.pointers(),
            **marked_on_board(self.match, choices),
        )
        draw_board(surface, self, rect.center, session, self.view, look)
        self.board_turn.draw(surface, self.around_board)

    @property
    def around_board(self) -> pygame.Rect:
        """Return what turns: the board with the shadow that it casts, up to the plates."""
        return self._place.inflate(0, self.scale.px(24))

    @property
    def to_be_turned(self) -> bool:
        """Tell whether the board stands otherwise than for who is to move."""
        return self.view.south != self._south(self.match.position.turn)

    def turn_board(self) -> None:
        """Have the board stand as it is to."""
        if self.to_be_turned:
            self.refresh()

    def celebration(self, card: pygame.Rect) -> Celebration:
        """Have pieces fly beside the card, off all that is written."""
        choices, view, top = self.choices, self.view, self.head.rect.bottom
        bottom = self.foot.rect.centery - self.scale.body
        area = pygame.Rect(0, top, card.x, bottom - top)
        kept_off = [view.rect] if choices.measures or choices.numbers else view.written
        kept_off = [*kept_off, *(plate.rect for plate in self.plates)]
        if choices.bar:
            kept_off.append(pygame.Rect(self._place.right, top, card.x, area.height))
        return Celebration(area, kept_off, self.scale.layout, view.piece)

    @property
    def _offered(self) -> set[str]:
        session = self.session
        waits = session.waits and not session.without_person  # who have it in the row
        conditions = {
            "swap": self.match.can_swap and session.persons_turn and not waits,
            "now": session.thinking,
            "go_on": waits,
            "result": self.ending.hidden,
            "why": can_explain(self.match) and not session.moving,
        }
        return {name for name, wanted in conditions.items() if wanted}

    def _buttons(self, offered: set[str]) -> list[Element | None]:
        does = partial(self.does, height=_BUTTON)
        now = self.session.move_now  # also where one step is taken in a game that is paused
        buttons = {
            "now": Button(say("move_now"), now, width=120, height=_BUTTON),
            "go_on": does("now", say("go_on"), style="go", width=120),
            "swap": does("swap", say("swap"), style="go"),
            "result": does("result", say("end_show")),
        }
        return [button if name in offered else None for name, button in buttons.items()]

    def _both_plates(self) -> tuple[Element, Element]:
        south = self.view.south
        near, far = (
            Plate(self.session, side, broad=self.view_class.wide) for side in (south, 1 - south)
        )
        self.plates = near, Turned(far) if self.facing else far
        self._named = near.named, far.named
        return self.plates

    def _board(self) -> Element:
        tree = None
        if self.tree_hides:
            words = say("board_tree_hide" if self.tree_shown else "board_tree_show")
            button = self.does("tree", words, style="soft", tip=say("board_tree_tip"))
            tree = Pinned(button, lambda: self.view.tree_button)
        painted = Painted(self.paint_board, placed=self.lay_board, nodes=self._board_parts)
        return Layers(painted, tree, grow=1)

    def _board_parts(self) -> list[AccessibleNode]:
        values = self.values
        words = lambda cell: values.get(cell, ("", False))[0]  # noqa: E731
        board = board_part(self, self.session, self.hands, words)
        return [board, *trees_of(self.view, self.match)]

    def _bar(self, before: int, alone: int) -> list[Element]:
        """Return the bar with so much room before it, or so much where there is none."""
        if not self.choices.bar:
            return [Space(width=alone)]
        inside = Column(self.bar.element(grow=1), width=14, padding=(0, 18, 0, 18))
        return [Space(width=before), inside, Space(width=24)]

    def _thinking(self) -> Element | None:
        choices = self.choices
        figures = choices.thinking and choices.figures
        thinks = Thinking(self.session, figures=figures, wide=self.view_class.wide)
        if not self.session.thinking:
            return None
        return thinks if self.view_class.wide else Column(thinks, padding=(20, 0, 0, 0))

    def _notes(self, align: str) -> list[Element]:
        words = values_note(self.session) if self.values_shown else []
        return [Text(line, "small", "quiet", line=True, align=align) for line in words]

    def _between_plates(self, offered: set[str]) -> Element:
        south, facing = self.view.south, self.facing
        now, go_on, swap, result = self._buttons(offered)
        near, far = self._both_plates()
        thinks, there = self._thinking(), self.match.end.position.turn != south
        swaps_there = self.match.position.turn != south
        behind: list[Element | None] = [far, (there and thinks) or Space(grow=1), now, go_on]
        before: list[Element | None] = [near, (not there and thinks) or Space(grow=1)]
        (behind if swaps_there else before).append(swap)
        left, right = 14, _BESIDE  # at the left hand of who sits there
        if facing:
            behind.reverse()
            left, right = 0, _BESIDE + 14
        below = Column(*self._notes("right"), height=_BELOW, padding=(0, 4, _BESIDE + 36, 0))
        return Column(
            Row(*behind, gap=16, padding=(left, 0, right, 0)),
            Row(self._board(), *self._bar(18, _BESIDE), grow=1, stretch=True),
            Column(Row(*before, result, gap=16, padding=(14, 0, _BESIDE, 0)), below),
            gap=19,
            padding=(40, 22, 0, 0),
        )

    def _beside_plates(self, offered: set[str]) -> Element:
        inset = (12.0, 0.0, 0.0, 0.0)
        near, far = self._both_plates()
        between = Column(self._thinking(), *self._buttons(offered), gap=12, padding=inset, grow=1)
        notes = self._notes("left")
        note = Column(*notes, padding=inset) if notes else None
        players = Column(far, between, note, near, gap=12, width=_PLATES, padding=(54, 22, 0, 0))
        return Row(players, self._board(), *self._bar(14, 26), stretch=True, padding=(0, 0, 0, 14))

    def _back(self) -> Element:
        """Return what leads back to the game, or to the review that another move is tried in."""
        if self.trying:
            return self.does("leave", say("list_back_review"), style="go", height=_BACK)
        # In a side line, the key leads to the end of that.
        key = "" if self.match.aside else self.key("to_end")
        back = partial(self.walk, self.session.back_to_the_game)
        return Button(say("list_back"), back, style="go", keys=key, height=_BACK)

    def banner_place(self, *, far: bool) -> tuple[tuple[int, int], pygame.Rect]:
        """Return the middle of the words about the move under the hand, and what is free for them.

        That is beside the name of the player whose side it is; ``far`` is turned round.
        """
        board, (near, there) = self.view.rect, (plate.rect for plate in self.plates)
        off, gap = self.scale.px(_OFF_PLATE), self.scale.px(_OFF_NAME)
        left, right = 0, self.size[0]
        middle = board.centerx + (-off if far else off), (there if far else near).centery
        if not self.view_class.wide:
            left = there.right if far else 0
            middle = middle if far else (board.centerx, self.foot.rect.centery)
        elif far:
            right = there.right - self._named[1].rect.right - gap
        else:
            left = self._named[0].rect.right + gap
        return middle, pygame.Rect(left, 0, right - left, self.size[1])


class _Banner(Element):
    """Words on a dark pill over the screen, and upside down on another for who sits opposite."""

    role = Role.TEXT

    def __init__(self, play: PlayTree) -> None:
        super().__init__()
        self._play = play

    @property
    def name(self) -> str:  # type: ignore[override]
        return self._play.banner_words(self._play.cell_told)

    @property
    def keeps_tips_off(self) -> bool:  # type: ignore[override]
        return bool(self.name)

    def arrange(self, look: Look) -> None:
        self._room = self.rect

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        words, self.rect = self.name, self._room
        if not words:
            return
        play = self._play
        taken, (centre, room) = list(play.controls.taken), play.banner_place(far=False)
        if taken:  # above a notice are buttons, and beside them the panel
            taken += [element.rect for element in play.controls.all]
            room.width = play.panel.rect.left - room.left
        pill = partial(draw_banner, scale=look.scale, palette=look.palette)
        self.rect = pill(surface, words, centre=centre, room=room, taken=taken)
        if play.opposite:
            picture = pygame.Surface(self._room.size, pygame.SRCALPHA)
            centre, room = play.banner_place(far=True)
            rect = pill(picture, words, centre=centre, room=room)
            surface.blit(pygame.transform.rotate(picture.subsurface(rect), 180), rect)
