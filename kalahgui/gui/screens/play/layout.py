"""What is on the playing screen, and where: the board, and all that is around it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from kalahgui.gui.boards import VIEWS
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element, Look
from kalahgui.gui.elements.layout import Column, Layers, Painted, Pinned, Row, Space, Turned
from kalahgui.gui.elements.sheet import labelled_row
from kalahgui.gui.elements.writing import Heading, Live, Text
from kalahgui.gui.panels.narration import status_words
from kalahgui.gui.screens.play.plates import Thinking, plate
from kalahgui.gui.screens.play.status import values_note
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import Room
from kalahgui.gui.services.why import can_explain
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.controls import draw_banner
from kalahgui.gui.widgets.parts import Role

if TYPE_CHECKING:
    from kalahgui.gui.screens.play.play import Play

# Lengths in units of the layout.
_HEAD, _FOOT, _PANEL, _SIDE = 76, 62, 292, 32
_BESIDE = 56  # between a wide board and the panel, where the bar stands
_BELOW = 46  # what is said of values, below a wide board and its players
_PLATES = 250  # beside a square board
_BUTTON, _BACK, _OFF_PLATE = 40, 42, 70


class Surroundings:
    """Says what is around the board of a playing screen.

    A wide board lies between the plates of its players; other boards want all the height and have
    the plates at their left. ``plates`` are those of the side at the bottom and of the other one.
    """

    def __init__(self, play: Play) -> None:
        self._play, self._session, self._match = play, play.session, play.match
        self.wide = VIEWS[play.match.game.key].wide
        self.plates: tuple[Element, Element]
        self.head = self.foot = Row()

    @property
    def state(self) -> tuple[object, ...]:
        """Return what decides what there is."""
        play, match = self._play, self._match
        return (
            self._offered,
            [(tool.words, tool.selected, tool.usable()) for tool in play.row],
            (match.here.over, match.end.over, match.aside, match.here.swapped, match.position.turn),
            (self._session.thinking, play.trying, play.tree_shown, play.tree_hides),
            values_note(self._session) if play.values_shown else None,
            self._status_words() if self.opposite else "",
            play.panel.state,
        )

    def content(self) -> Element:
        """Return the board with its players and the panel beside it, and words over all."""
        play, offered = self._play, self._offered
        self.head, self.foot = self._head(), self._foot()
        why = None
        if "why" in offered:
            words = play.panel.why_words
            why = play.does("why", words, style="soft", height=28 if words == say("why") else 38)
        panel = play.panel.content(why, self._back())
        panel.grow = 1
        board = self._between_plates(offered) if self.wide else self._beside_plates(offered)
        board.grow = 1
        beside = Column(panel, padding=(0, 20, 0, 22), width=_PANEL)
        body = Row(board, beside, grow=1, stretch=True, padding=(0, 0, _SIDE, 0))
        return Layers(Column(self.head, body, self.foot), _Banner(play))

    def _head(self) -> Row:
        play, match = self._play, self._match
        icon, tip = ("home", "home") if play.back is Room.HOME else ("chevron_left", "edit_back")
        leave = partial(play.app.open, play.back)
        rules = naming.rules_words(match)
        rules = say("teaching_mark", rules=rules) if match.teaching else rules
        return Row(
            Button("", leave, icon=icon, tip=say(tip), width=36, height=36),
            Column(
                Heading(naming.match_title(match), "title", line=True),
                Text(rules, "small", "quiet", line=True),
                grow=1,
            ),
            labelled_row(play, play.row),
            gap=18,
            padding=(26, 0, _SIDE, 0),
            height=_HEAD,
        )

    def _foot(self) -> Row:
        """Return where one stands and whose turn it is, turned to who sits opposite."""
        said: Element = Live(self._status_shown, colour="quiet", grow=1)
        if self.opposite:
            said = Row(Turned(Text(self._status_words(), colour="quiet", line=True)), grow=1)
        keys = None
        if not self._match.here.over:  # the card that says so may reach down here
            keys = Text(say("keys_hint"), "small", "quiet", line=True)
        return Row(said, keys, gap=16, padding=(64, 0, _SIDE, 8), height=_FOOT)

    def _status_words(self) -> str:
        words = self._play.panel.whereabouts.words()
        if self._match.walking:
            return words
        return f"{words} {status_words(self._session, self._play.view)}".lstrip()

    def _status_shown(self) -> str:
        """Return the same, unless the banner lies there."""
        return "" if not self.wide and self._play.banner_shown else self._status_words()

    @property
    def opposite(self) -> bool:
        """Tell whether the player to move sits opposite."""
        return self._play.facing and self._match.position.turn != self._play.view.south

    # -- the board and the players

    @property
    def _offered(self) -> set[str]:
        """Return the buttons that are there now."""
        session = self._session
        waits = session.waits and not session.without_person  # who have it in the row
        found = {
            "swap": self._match.can_swap and session.persons_turn and not waits,
            "now": session.thinking,
            "go_on": waits,
            "result": self._play.ending.hidden,
            "why": can_explain(self._match) and not session.moving,
        }
        return {name for name, wanted in found.items() if wanted}

    def _buttons(self, offered: set[str]) -> list[Element | None]:
        """Return what makes a computer move or a game go on, swaps sides, and shows the end."""
        does = partial(self._play.does, height=_BUTTON)
        now = self._session.move_now  # also where one step is taken in a game that is paused
        found = {
            "now": Button(say("move_now"), now, width=120, height=_BUTTON),
            "go_on": does("now", say("go_on"), style="go", width=120),
            "swap": does("swap", say("swap"), style="go"),
            "result": does("result", say("end_show")),
        }
        return [each if name in offered else None for name, each in found.items()]

    def _both_plates(self) -> tuple[Element, Element]:
        south = self._play.view.south
        near, far = (plate(self._session, side, broad=self.wide) for side in (south, 1 - south))
        self.plates = near, Turned(far) if self._play.facing else far
        return self.plates

    def _board(self) -> Element:
        play, tree = self._play, None
        if play.tree_hides:
            words = say("board_tree_hide" if play.tree_shown else "board_tree_show")
            button = play.does("tree", words, style="soft", tip=say("board_tree_tip"))
            tree = Pinned(button, lambda: play.view.tree_button)
        painted = Painted(play.paint_board, placed=play.lay_board, told=play.board_parts)
        return Layers(painted, tree, grow=1)

    def _bar(self, before: int, alone: int) -> list[Element]:
        """Return the bar with so much room before it, or so much where there is none."""
        bar = self._play.bar
        if not self._play.services.choices.bar:
            return [Space(width=alone)]
        drawn = Painted(bar.draw, placed=bar.place, told=lambda: [bar.part()], grow=1)
        inside = Column(drawn, width=14, padding=(0, 18, 0, 18))
        return [Space(width=before), inside, Space(width=24)]

    def _thinking(self) -> Element | None:
        choices = self._play.services.choices
        figures = choices.thinking and choices.figures
        thinks = Thinking(self._session, figures=figures, wide=self.wide)
        if not self._session.thinking:
            return None
        return thinks if self.wide else Column(thinks, padding=(20, 0, 0, 0))

    def _notes(self, align: str) -> list[Element]:
        words = values_note(self._session) if self._play.values_shown else []
        return [Text(line, "small", "quiet", line=True, align=align) for line in words]

    def _between_plates(self, offered: set[str]) -> Element:
        """Return a wide board between its players; below it is said how sure values are."""
        south, facing = self._play.view.south, self._play.facing
        now, go_on, swap, result = self._buttons(offered)
        near, far = self._both_plates()
        thinks, there = self._thinking(), self._match.end.position.turn != south
        swaps_there = self._match.position.turn != south
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
        """Return a board that takes all the height, with the players at its left."""
        inset = (12.0, 0.0, 0.0, 0.0)
        near, far = self._both_plates()
        between = Column(self._thinking(), *self._buttons(offered), gap=12, padding=inset, grow=1)
        notes = self._notes("left")
        note = Column(*notes, padding=inset) if notes else None
        players = Column(far, between, note, near, gap=12, width=_PLATES, padding=(54, 22, 0, 0))
        return Row(players, self._board(), *self._bar(14, 26), stretch=True, padding=(0, 0, 0, 14))

    def _back(self) -> Element:
        """Return what leads back to the game, or to the review that another move is tried in."""
        play = self._play
        if play.trying:
            return play.does("leave", say("list_back_review"), style="go", height=_BACK)
        # In a side line, the key leads to the end of that.
        key = "" if self._match.aside else play.key("to_end")
        back = partial(play.walk, self._session.back_to_the_game)
        return Button(say("list_back"), back, style="go", keys=key, height=_BACK)

    def banner_centre(self, *, far: bool) -> tuple[int, int]:
        """Return the middle of the words about the move under the hand, on a player's side."""
        board, off = self._play.view.rect, self._play.scale.px(_OFF_PLATE)
        if far:
            return board.centerx - off, self.plates[1].rect.centery
        if not self.wide:
            return board.centerx, self.foot.rect.centery
        return board.centerx + off, self.plates[0].rect.centery


class _Banner(Element):
    """Words on a dark pill over the screen, and upside down on another for who sits opposite."""

    role = Role.TEXT

    def __init__(self, play: Play) -> None:
        super().__init__()
        self._play = play

    @property
    def name(self) -> str:  # type: ignore[override]
        """Return the words as they are now."""
        return self._play.banner_words(self._play.cell_in_hand)

    @property
    def keeps_tips_off(self) -> bool:  # type: ignore[override]
        """Tell whether there are words."""
        return bool(self.name)

    def arrange(self, look: Look) -> None:
        self._room = self.rect

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        words, self.rect = self.name, self._room
        if not words:
            return
        play, around, ground = self._play, self._play.around, surface
        taken = list(play.controls.taken)
        if taken:  # above a notice are buttons, and beside them the panel
            taken += [each.rect for each in play.controls.all]
            ground = surface.subsurface((0, 0, play.panel.rect.left, self._room.height))
        pill = partial(draw_banner, scale=look.scale, palette=look.palette)
        self.rect = pill(ground, words, centre=around.banner_centre(far=False), taken=taken)
        if around.opposite:
            picture = pygame.Surface(self._room.size, pygame.SRCALPHA)
            place = pill(picture, words, centre=around.banner_centre(far=True))
            surface.blit(pygame.transform.rotate(picture.subsurface(place), 180), place)
