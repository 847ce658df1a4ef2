"""The settings as a table: a row a setting."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

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

Options = list[tuple[str, str]]
_MOST_IN_A_ROW = 8


@dataclass(frozen=True)
class OptionRow:
    """A setting of a group: what there is to choose from, what is chosen, and choosing it.

    ``options`` are pairs of a value and what it is called now.
    """

    group: str
    name: str
    options: Callable[[], Options]
    value: Callable[[Host], str]
    apply: Callable[[Host, str], None]

    @property
    def label(self) -> str:
        """Say what is chosen here."""
        return say(f"setting_{self.name}")


def _one_of(
    group: str, name: str, field: str, values: Iterable[str], words: Callable[[str], str]
) -> OptionRow:
    """Make the row of a choice that is one of some values; ``words`` says what one is called."""

    def options() -> Options:
        return [(value, words(value)) for value in values]

    def value(app: Host) -> str:
        return str(getattr(app.choices, field))

    return OptionRow(group, name, options, value, lambda app, chosen: app.choose(**{field: chosen}))


def _shown(group: str, name: str) -> OptionRow:
    """Make the row of something that is shown or hidden."""

    def options() -> Options:
        return [("on", say("shown")), ("off", say("hidden"))]

    def value(app: Host) -> str:
        return _switch(getattr(app.choices, name))

    return OptionRow(group, name, options, value, lambda app, on: app.choose(**{name: on == "on"}))


def _switch(on: bool) -> str:
    return "on" if on else "off"


def _rebuilding(row: OptionRow) -> OptionRow:
    """Have a row lay the window out anew."""

    def apply(app: Host, value: str) -> None:
        row.apply(app, value)
        app.rebuild()

    return OptionRow(row.group, row.name, row.options, row.value, apply)


def _language() -> OptionRow:
    return OptionRow(
        "general",
        "language",
        lambda: list(LANGUAGES.items()),
        lambda app: app.choices.language,
        lambda app, language: app.speak(language),
    )


def _window() -> OptionRow:
    def apply(app: Host, chosen: str) -> None:
        if (chosen == "fullscreen") != app.fullscreen:
            app.toggle_fullscreen()

    return OptionRow(
        "general",
        "window",
        lambda: [("window", say("window")), ("fullscreen", say("fullscreen"))],
        lambda app: "fullscreen" if app.fullscreen else "window",
        apply,
    )


def _sound() -> OptionRow:
    return OptionRow(
        "sound",
        "sound",
        lambda: [("on", say("on")), ("off", say("off"))],
        lambda app: _switch(app.choices.sound),
        lambda app, on: app.set_sound(on == "on"),
    )


def _events() -> OptionRow:
    return OptionRow(
        "access",
        "events",
        lambda: [(way, say(f"events_{way}")) for way in WAYS],
        lambda app: app.choices.events,
        lambda app, way: app.set_events(way),
    )


def _table_size() -> OptionRow:
    return OptionRow(
        "computer",
        "table_size",
        lambda: [(str(n), say("megabytes", n=n)) for n in MEGABYTES],
        lambda app: str(app.choices.table_megabytes),
        lambda app, megabytes: app.set_table_size(int(megabytes)),
    )


def _threads() -> OptionRow:
    def options() -> Options:
        some = [(str(n), str(n)) for n in _numbers_of_cores(usable_cores())]
        return [(str(ALL_CORES), say("all_cores", n=usable_cores())), *some]

    def value(app: Host) -> str:
        threads = app.choices.threads
        known = threads in _numbers_of_cores(usable_cores())
        return str(threads if known else ALL_CORES)

    return OptionRow(
        "computer",
        "threads",
        options,
        value,
        lambda app, threads: app.set_threads(int(threads)),
    )


def _numbers_of_cores(cores: int) -> list[int]:
    """Return the numbers to choose from that are less than all cores, as many as there is room for.

    >>> _numbers_of_cores(4)
    [1, 2, 3]
    >>> _numbers_of_cores(32)
    [1, 2, 4, 8, 16]
    """
    numbers = list(range(1, cores))
    return numbers if cores <= _MOST_IN_A_ROW else [n for n in numbers if n & (n - 1) == 0]


def _pondering() -> OptionRow:
    return OptionRow(
        "computer",
        "pondering",
        lambda: [("on", say("on")), ("off", say("off"))],
        lambda app: _switch(app.choices.pondering),
        lambda app, on: app.choose(pondering=on == "on"),
    )


# Another setting is another line here, with its words in the translations.
ROWS = (
    _language(),
    _rebuilding(_one_of("general", "theme", "theme", THEMES, lambda name: say(f"theme_{name}"))),
    _rebuilding(
        _one_of(
            "general", "text", "text", (*TEXT_SIZES, *MAGNIFIED), lambda name: say(f"text_{name}")
        )
    ),
    _window(),
    _shown("board", "marks"),
    _shown("board", "numbers"),
    _one_of("board", "pit_numbers", "pit_numbers", PIT_NUMBERS, lambda n: say(f"pit_numbers_{n}")),
    _one_of(
        "board", "square_names", "square_names", SQUARE_NAMES, lambda n: say(f"square_names_{n}")
    ),
    _one_of("board", "face", "face", FACES, lambda name: say(f"face_{name}")),
    _shown("help", "preview"),
    _shown("help", "thinking"),
    _shown("help", "values"),
    _shown("help", "bar"),
    _shown("help", "graph"),
    _shown("help", "measures"),
    _threads(),
    _pondering(),
    _table_size(),
    _one_of("sound", "speed", "pace", PACES, lambda name: say(f"speed_{name}")),
    _sound(),
    _one_of("access", "motion", "motion", MOTIONS, lambda name: say(f"motion_{name}")),
    _events(),
)
