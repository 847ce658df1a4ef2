"""The settings as a table: a row a setting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kalahgui.engine.thinker import MEGABYTES
from kalahgui.engine.workers import usable_cores
from kalahgui.gui.services.settings import (
    ALL_CORES,
    FACES,
    MAGNIFIED,
    MOTIONS,
    PIT_NUMBERS,
    SQUARE_NAMES,
    TEXT_SIZES,
    THEMES,
)
from kalahgui.gui.services.voice import WAYS
from kalahgui.gui.services.words import LANGUAGES, say
from kalahgui.gui.widgets.screen import Host
from kalahgui.match.timeline import PACES

_MOST_IN_A_ROW = 8


@dataclass(frozen=True)
class OptionRow:
    """A setting of a group: the choice of this name, its values, and what each is called.

    Where the values depend on the machine and do not have the kept one, the first is shown. A row
    that ``rebuilds`` has the window laid out anew.
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


class _WindowRow(OptionRow):
    """Window or full screen, which is a state of the window and not kept."""

    def value(self, app: Host) -> str:
        return "fullscreen" if app.fullscreen else "window"

    def apply(self, app: Host, chosen: str) -> None:
        if chosen != self.value(app):
            app.toggle_fullscreen()


def _shown(group: str, field: str) -> OptionRow:
    """Make the row of something that is shown or hidden."""
    return OptionRow(group, field, _SWITCH, lambda on: say("shown" if on else "hidden"))


def _switched(group: str, field: str) -> OptionRow:
    """Make the row of something that is on or off."""
    return OptionRow(group, field, _SWITCH, lambda on: say("on" if on else "off"))


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
# Another setting is another line here, with its words in the translations.
ROWS = (
    OptionRow("general", "language", LANGUAGES, LANGUAGES.__getitem__, rebuilds=True),
    OptionRow("general", "theme", THEMES, lambda name: say(f"theme_{name}"), rebuilds=True),
    OptionRow(
        "general",
        "text",
        (*TEXT_SIZES, *MAGNIFIED),
        lambda name: say(f"text_{name}"),
        rebuilds=True,
    ),
    _WindowRow("general", "window", ("window", "fullscreen"), say),
    _shown("board", "marks"),
    _shown("board", "numbers"),
    OptionRow("board", "pit_numbers", PIT_NUMBERS, lambda name: say(f"pit_numbers_{name}")),
    OptionRow("board", "square_names", SQUARE_NAMES, lambda name: say(f"square_names_{name}")),
    OptionRow("board", "face", FACES, lambda name: say(f"face_{name}")),
    _shown("help", "preview"),
    _shown("help", "thinking"),
    _shown("help", "values"),
    _shown("help", "bar"),
    _shown("help", "graph"),
    _shown("help", "measures"),
    OptionRow("computer", "threads", _Cores(), _cores_words),
    _switched("computer", "pondering"),
    OptionRow(
        "computer",
        "table_megabytes",
        MEGABYTES,
        lambda n: say("megabytes", n=n),
        name="table_size",
    ),
    OptionRow("sound", "pace", PACES, lambda name: say(f"speed_{name}"), name="speed"),
    _switched("sound", "sound"),
    OptionRow("access", "motion", MOTIONS, lambda name: say(f"motion_{name}")),
    OptionRow("access", "events", WAYS, lambda name: say(f"events_{name}")),
)
