"""The settings, on a card, in groups: a row a setting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from kalahgui import __version__
from kalahgui.assets import asset
from kalahgui.core import COMPILED
from kalahgui.engine.parallel_search import usable_cores
from kalahgui.engine.thinker import MEGABYTES
from kalahgui.folders import data_folder
from kalahgui.games import GAMES
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import Look
from kalahgui.gui.elements.cards import CardScreen
from kalahgui.gui.elements.controls import Button, Choice, Picture, Tabs, headed
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Painted, Row, Space
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.look_pictures import board_picture, pieces_picture
from kalahgui.gui.paint.theme import Palette
from kalahgui.gui.panels.board import view_of
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.saving import show_outside
from kalahgui.gui.services.settings import (
    ALL_CORES,
    BOARDS,
    FACES,
    MAGNIFIED,
    MOTIONS,
    PIECES,
    PIT_NUMBERS,
    SQUARE_NAMES,
    STAYS,
    SWITCH_SECONDS,
    TEXT_SIZES,
    THEMES,
    VOLUMES,
)
from kalahgui.gui.services.voice import WAYS
from kalahgui.match.match import Match, Player
from kalahgui.match.timeline import PACES
from kalahgui.words import LANGUAGES, say

_MOST_IN_A_ROW = 8


@dataclass(frozen=True)
class SettingRow:
    """A setting of a group: the choice of this name, its values, and what each is called.

    Where the values do not have the kept one, as on a machine with fewer cores, the first is shown.
    A row that ``rebuilds`` has the window laid out anew. One with a ``picture`` is of how boards
    look, and shows each value by the picture that is rendered with its palette.
    """

    group: str
    field: str
    values: Iterable[Any]
    words: Callable[[Any], str]
    name: str = ""
    rebuilds: bool = False
    picture: Callable[[theme.Size, Palette], pygame.Surface] | None = None

    @property
    def label(self) -> str:
        """Say what is chosen here."""
        return say(f"setting_{self.name or self.field}")

    def pictures(self, app: Host) -> list[Picture]:
        """Return what draws each value; none for a row of words alone."""
        return [partial(self._draw, app, value) for value in self.values if self.picture]

    def _draw(self, app: Host, value: str, surface: pygame.Surface, rect: pygame.Rect) -> None:
        assert self.picture is not None
        choices = app.services.choices
        looks = {"board": choices.board, "pieces": choices.pieces, self.field: value}
        palette = theme.palette(choices.theme, **looks)
        picture = self.picture(rect.size, palette)
        theme.stamp(surface, picture, rect.center, flags=pygame.BLEND_PREMULTIPLIED)

    def options(self) -> list[tuple[str, str]]:
        """Return pairs of a value as text and what it is called now."""
        return [(str(value), self.words(value)) for value in self.values]

    def value(self, app: Host) -> str:
        """Return the present value as text."""
        values, kept = list(self.values), getattr(app.services.choices, self.field)
        return str(kept if kept in values else values[0])

    def apply(self, app: Host, chosen: str) -> None:
        """Choose a value, given as text."""
        value = next(value for value in self.values if str(value) == chosen)
        app.services.choose(**{self.field: value})
        if self.rebuilds:
            app.rebuild()


class _WindowRow(SettingRow):
    """Window or full screen, which is a state of the window and not kept."""

    def value(self, app: Host) -> str:
        return "fullscreen" if app.fullscreen else "window"

    def apply(self, app: Host, chosen: str) -> None:
        if chosen != self.value(app):
            app.toggle_fullscreen()


def _shown(group: str, field: str) -> SettingRow:
    return SettingRow(group, field, _SWITCH, lambda on: say("shown" if on else "hidden"))


def _switched(group: str, field: str) -> SettingRow:
    return SettingRow(group, field, _SWITCH, lambda on: say("on" if on else "off"))


def _numbers_of_cores(cores: int) -> list[int]:
    """Return the numbers to choose from that are less than all cores, as many as there is room for.

    >>> _numbers_of_cores(4)
    [1, 2, 3]
    >>> _numbers_of_cores(32)
    [1, 2, 4, 8, 16]
    """
    numbers = list(range(1, cores))
    return numbers if cores <= _MOST_IN_A_ROW else [n for n in numbers if n & (n - 1) == 0]


class _Cores:
    """How many cores may think: all, or fewer; which those are may change while the window runs."""

    def __iter__(self) -> Iterator[int]:
        return iter((ALL_CORES, *_numbers_of_cores(usable_cores())))


def _cores_words(cores: int) -> str:
    return say("all_cores", n=usable_cores()) if cores == ALL_CORES else str(cores)


_SWITCH = (True, False)
# Another setting is another line here, a field of Choices, and words in the translations.
ROWS = (
    SettingRow("general", "language", LANGUAGES, LANGUAGES.__getitem__, rebuilds=True),
    SettingRow(
        "general",
        "text",
        (*TEXT_SIZES, *MAGNIFIED),
        lambda name: say(f"text_{name}"),
        rebuilds=True,
    ),
    _WindowRow("general", "window", ("window", "fullscreen"), say),
    SettingRow("looks", "theme", THEMES, lambda name: say(f"theme_{name}"), rebuilds=True),
    SettingRow(
        "looks",
        "board",
        BOARDS,
        lambda name: say(f"board_{name}"),
        rebuilds=True,
        picture=board_picture,
    ),
    SettingRow(
        "looks",
        "pieces",
        PIECES,
        lambda name: say(f"pieces_{name}"),
        rebuilds=True,
        picture=pieces_picture,
    ),
    _shown("board", "marks"),
    _shown("board", "numbers"),
    SettingRow("board", "pit_numbers", PIT_NUMBERS, lambda name: say(f"pit_numbers_{name}")),
    SettingRow("board", "square_names", SQUARE_NAMES, lambda name: say(f"square_names_{name}")),
    SettingRow("board", "face", FACES, lambda name: say(f"face_{name}")),
    _shown("help", "preview"),
    _shown("help", "thinking"),
    _shown("help", "figures"),
    _shown("help", "values"),
    _shown("help", "bar"),
    _shown("help", "graph"),
    _shown("help", "measures"),
    SettingRow("computer", "threads", _Cores(), _cores_words),
    _switched("computer", "pondering"),
    SettingRow(
        "computer",
        "table_megabytes",
        MEGABYTES,
        lambda n: say("megabytes", n=n),
        name="table_size",
    ),
    SettingRow("sound", "pace", PACES, lambda name: say(f"speed_{name}"), name="speed"),
    _switched("sound", "sound"),
    SettingRow("sound", "volume", VOLUMES, lambda percent: say(f"volume_{percent}")),
    SettingRow("access", "motion", MOTIONS, lambda name: say(f"motion_{name}")),
    SettingRow("access", "events", WAYS, lambda name: say(f"events_{name}")),
    SettingRow("access", "notices", STAYS, lambda name: say(f"notices_{name}")),
    SettingRow("access", "switch", SWITCH_SECONDS, lambda name: say(f"switch_{name}")),
)


_ABOUT = "about"
GROUPS = (*dict.fromkeys(row.group for row in ROWS), _ABOUT)
_PREVIEW = 280  # units, beside the rows of what changes how a board looks
_KALAH = ("kalah", "4x3", "2 4")
_PREVIEWED = {  # games under way, by the group of what is seen of them
    "general": (_KALAH, ("reversi", "6x6", "d3 c5 f6 f5")),
    "looks": (_KALAH, ("reversi", "6x6", "d3 c5 f6 f5")),
    "board": (_KALAH, ("reversi", "diamond", "d3 c5 f6 f3 b5")),
    "help": (_KALAH,),
}


class SettingsCard(CardScreen):
    """What the player may choose for the window; every choice takes effect at once."""

    card_width = 900 + _PREVIEW
    least_height = 112 + 82 * max(sum(row.group == group for row in ROWS) for group in GROUPS)
    title = "settings"
    key_places = ("list", "card")

    def __init__(self, app: Host) -> None:
        """Show the first group."""
        self.group = GROUPS[0]
        super().__init__(app)

    @property
    def rows(self) -> list[SettingRow]:
        """Return the rows of the group that are shown: no looks where the theme has its own."""
        return [
            row
            for row in ROWS
            if row.group == self.group and not (row.picture and self.palette.patterned)
        ]

    def body(self) -> Element:
        groups = [(group, say(f"settings_{group}")) for group in GROUPS]
        rows: list[Element] = [
            headed(
                row.label,
                Choice(
                    row.options(),
                    row.value(self.app),
                    partial(self._choose, row),
                    name=row.label,
                    pictures=row.pictures(self.app),
                ),
            )
            for row in self.rows
        ]
        if self.group == "looks" and self.palette.patterned:
            rows.append(Text(say("looks_of_contrast"), colour="quiet"))
        return Row(
            Tabs(groups, self.group, self.open_group, width=208),
            self._about() if self.group == _ABOUT else Column(*rows, gap=14, grow=1),
            self._preview() if self.group in _PREVIEWED else None,
            gap=32,
            stretch=True,
        )

    def _about(self) -> Element:
        core = say("core_compiled" if COMPILED else "core_interpreted")
        doors = (("about_open_data", data_folder()), ("about_licences", asset("licences.txt")))
        return Column(
            Heading(say("program")),
            Text(say("about", version=__version__, core=core)),
            Text(self.app.endgames.status)
            if self.app.endgames and self.app.endgames.status
            else None,
            Text(say("about_data", path=data_folder())),
            Text(say("about_stands_on"), colour="quiet"),
            Text(say("articles_credits"), colour="quiet"),
            Space(grow=1),
            Row(
                *(
                    Button(say(name), partial(self._show_outside, path), style="soft", grow=1)
                    for name, path in doors
                ),
                gap=16,
            ),
            gap=10,
            grow=1,
        )

    def _show_outside(self, path: Path) -> None:
        if not show_outside(path):
            self.services.notices.answer(say("about_not_shown", path=path))

    def _preview(self) -> Element:
        """Return games under way, as the choices have them now."""
        side = _PREVIEW - 32
        return Column(
            Space(height=6),
            *(
                Painted(partial(self._draw_game, key, variant, moves), height=height)
                for key, variant, moves in _PREVIEWED[self.group]
                for height in (side * 0.55 if VIEWS[key].wide else side,)
            ),
            gap=24,
            width=side,
        )

    def _draw_game(
        self, key: str, variant: str, moves: str, surface: pygame.Surface, rect: pygame.Rect
    ) -> None:
        match = Match(GAMES[key], variant, (), (Player(), Player()))
        match.replay_texts(moves.split())
        view = view_of(self, match, rect, match.position.turn)
        choices = self.services.choices
        hovers = self.group == "help" and choices.preview
        cell = view.cell_of(match.position.moves()[0], match.position) if hovers else None
        look = Look(cell=cell, to_move=True, marks=choices.marks, numbers=choices.numbers)
        view.draw(surface, view.shown(match), match, look)

    def open_group(self, group: str) -> None:
        """Show another group."""
        self.group = group
        self.refresh()

    def _choose(self, row: SettingRow, value: str) -> None:
        row.apply(self.app, value)
        if not row.rebuilds:
            for screen in self.app.screens:
                screen.refresh()

    @property
    def commands(self) -> Commands:
        return {
            **super().commands,
            "up": partial(self._step_group, -1),
            "down": partial(self._step_group, 1),
        }

    def _step_group(self, step: int) -> None:
        self.open_group(GROUPS[(GROUPS.index(self.group) + step) % len(GROUPS)])
        self.controls.focus_on_key(self.group)
