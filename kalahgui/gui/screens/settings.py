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
from kalahgui.gui.boards.view import Look, View
from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
from kalahgui.gui.panels.board import view_of
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.saving import show_outside
from kalahgui.gui.services.settings import (
    ALL_CORES,
    FACES,
    MAGNIFIED,
    MOTIONS,
    PIT_NUMBERS,
    SQUARE_NAMES,
    STAYS,
    SWITCH_SECONDS,
    TEXT_SIZES,
    THEMES,
    VOLUMES,
)
from kalahgui.gui.services.voice import WAYS
from kalahgui.gui.services.words import LANGUAGES, say
from kalahgui.gui.widgets.parts import Part, silent
from kalahgui.gui.widgets.screen import CardScreen, Host
from kalahgui.match.match import Match, Player
from kalahgui.match.timeline import PACES

_MOST_IN_A_ROW = 8


@dataclass(frozen=True)
class SettingRow:
    """A setting of a group: the choice of this name, its values, and what each is called.

    Where the values do not have the kept one, as on a machine with fewer cores, the first is shown.
    A row that ``rebuilds`` has the window laid out anew.
    """

    group: str
    field: str
    values: Iterable[Any]
    words: Callable[[Any], str]
    name: str = ""
    rebuilds: bool = False

    @property
    def label(self) -> str:
        """Say what is chosen here."""
        return say(f"setting_{self.name or self.field}")

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
    SettingRow("general", "theme", THEMES, lambda name: say(f"theme_{name}"), rebuilds=True),
    SettingRow(
        "general",
        "text",
        (*TEXT_SIZES, *MAGNIFIED),
        lambda name: say(f"text_{name}"),
        rebuilds=True,
    ),
    _WindowRow("general", "window", ("window", "fullscreen"), say),
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
# Lengths in units of the layout.
_TOP, _FOOT = 84, 28
_GROUPS_WIDTH, _GROUP_STEP = 208, 46
_LEFT = 32 + _GROUPS_WIDTH + 32
_ROW, _LABEL, _HEIGHT = 82, 30, 38
_PREVIEW = 280  # beside the rows of what changes how a board looks
_KALAH = ("kalah", "4x3", "2 4")
_PREVIEWED = {  # games under way, by the group of what is seen of them
    "general": (_KALAH, ("reversi", "6x6", "d3 c5 f6 f5")),
    "board": (_KALAH, ("reversi", "diamond", "d3 c5 f6 f3 b5")),
    "help": (_KALAH,),
}
_MOST_ROWS = max(sum(row.group == group for row in ROWS) for group in GROUPS)


class SettingsCard(CardScreen):
    """What the player may choose for the window; every choice takes effect at once."""

    card_width = 900 + _PREVIEW
    card_height = _TOP + _ROW * _MOST_ROWS + _FOOT
    title = "settings"
    key_places = ("list", "card")

    def __init__(self, app: Host) -> None:
        """Show the first group."""
        self.group = GROUPS[0]
        super().__init__(app)

    @property
    def rows(self) -> list[SettingRow]:
        """Return the rows of the group that is shown."""
        return [row for row in ROWS if row.group == self.group]

    def lay_out(self) -> None:
        super().lay_out()
        for place, group in enumerate(GROUPS):
            rect = self.inside(32, _TOP + _GROUP_STEP * place, _GROUPS_WIDTH, _HEIGHT)
            options = [(group, say(f"settings_{group}"))]
            [tab] = self.controls.segments(rect, options, self.group, self.open_group)
            if group == self.group:
                self._tab = tab
        for place, row in enumerate(self.rows):
            top = _TOP + _ROW * place + _LABEL
            rect = self.inside(_LEFT, top, self._room, _HEIGHT)
            choose = partial(self._choose, row)
            self.controls.segments(rect, row.options(), row.value(self.app), choose)
        if self.group == _ABOUT:
            self._add_doors()
        self._previews = list(self._views_of_games())

    def _add_doors(self) -> None:
        """Add the buttons that show outside of the window what the text tells of."""
        top, width = self.card_height - _FOOT - _HEIGHT, (self._room - 16) / 2
        doors = (("about_open_data", data_folder()), ("about_licences", asset("licences.txt")))
        for place, (name, path) in enumerate(doors):
            rect = self.inside(_LEFT + (width + 16) * place, top, width, _HEIGHT)
            self.controls.button(rect, say(name), partial(self._show_outside, path), style="soft")

    def _show_outside(self, path: Path) -> None:
        if not show_outside(path):
            self.services.notices.answer(say("about_not_shown", path=path))

    @property
    def _room(self) -> float:
        """Return the width of the rows."""
        return self.card_width - _LEFT - 32 - (_PREVIEW if self.group in _PREVIEWED else 0)

    def _views_of_games(self) -> Iterator[tuple[View, Match]]:
        """Yield games under way, each with the view that shows it beside the rows."""
        side = _PREVIEW - 32
        top: float = _TOP + _LABEL
        for key, variant, moves in _PREVIEWED.get(self.group, ()):
            match = Match(GAMES[key], variant, (), (Player(), Player()))
            match.replay_texts(moves.split())
            height = side * 0.55 if VIEWS[key].wide else side
            place = self.inside(self.card_width - 24 - side, top, side, height)
            yield view_of(self, match, place, match.position.turn), match
            top += height + 24

    def _draw_preview(self, surface: pygame.Surface) -> None:
        """Draw the games as the choices have them now."""
        choices = self.services.choices
        hovers = self.group == "help" and choices.preview
        for view, match in self._previews:
            cell = view.cell_of(match.position.moves()[0], match.position) if hovers else None
            look = Look(cell=cell, to_move=True, marks=choices.marks, numbers=choices.numbers)
            view.draw(surface, view.shown(match), match, look)

    @property
    def views(self) -> list[Part]:
        return [silent(view.rect) for view, _ in self._previews]

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
        self.controls.focus_on(self._tab)

    def draw_inside(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        if self.group == _ABOUT:
            self._draw_about(surface)
        self._draw_preview(surface)
        for place, row in enumerate(self.rows):
            at = self.inside(_LEFT, _TOP + _ROW * place + _LABEL / 2).topleft
            room = scale.px(self._room)
            self.write(surface, row.label, at, scale.body, palette.ink, room=room)

    def _draw_about(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        width = scale.px(self.card_width - _LEFT - 32)
        x, y = self.inside(_LEFT, _TOP + 2).topleft
        y = write_lines(surface, [say("program")], (x, y), scale.heading, palette.ink, True)
        core = say("core_compiled" if COMPILED else "core_interpreted")
        endings = self.app.endgames.told if self.app.endgames else ""
        for words in filter(None, (say("about", version=__version__, core=core), endings)):
            lines = wrap(words, scale.body, width)
            y = write_lines(surface, lines, (x, y), scale.body, palette.ink)
        y += line_height(scale.small) // 2
        told = (
            say("about_data", path=data_folder()),
            say("about_stands_on"),
            say("articles_credits"),
        )
        for words, ink in zip(told, (palette.ink, palette.quiet, palette.quiet), strict=True):
            lines = wrap(words, scale.body, width)
            y = write_lines(surface, lines, (x, y), scale.body, ink) + line_height(scale.small) // 2
