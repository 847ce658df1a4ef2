"""The manager of pygame_gui in the window's colours, type and sizes."""

from __future__ import annotations

import json
from typing import Any

import i18n
import pygame
from pygame_gui import UIManager
from pygame_gui.core import UIAppearanceTheme, gui_font_pygame
from pygame_gui.core.resource_loaders import BlockingThreadedResourceLoader
from pygame_gui.core.utility import set_default_manager

from kalahgui.assets import asset
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.theme import Palette, Scale
from kalahgui.gui.services import words

# By this name the library makes the fonts of its elements.
gui_font_pygame.Font = theme.Font  # type: ignore[misc]


class Manager(UIManager):
    """A manager that shares its theme, with its fonts and pictures, with all others."""

    def __init__(self, size: tuple[int, int], scale: Scale, palette: Palette) -> None:
        self._look = (scale, palette)
        super().__init__(
            size,
            resource_loader=_started_loader(),
            enable_live_theme_updates=False,
            starting_language=words.chosen(),
        )
        # Else the first manager lives for good as the default, and each lists its path once more.
        set_default_manager(None)
        i18n.load_path[:] = dict.fromkeys(i18n.load_path)

    def process_events(self, event: pygame.Event) -> bool:
        """Take an event; return True when it was used. A clipboard may have no text for a field."""
        try:
            return super().process_events(event)
        except (pygame.error, UnicodeDecodeError):
            if event.type != pygame.KEYDOWN:
                raise
            return True

    def _update_mouse_position(self) -> None:
        """Take the mouse to be on the picture, of which the window may show a part."""
        self.mouse_position = self._look[0].lens.pointer()

    def create_new_theme(self, theme_path: object = None) -> UIAppearanceTheme:
        """Return the theme of the window's language, sizes and colours."""
        return shared_theme(*self._look)


def shared_theme(scale: Scale, palette: Palette) -> UIAppearanceTheme:
    """Load the theme of the window's language, sizes and colours, unless it is there already."""
    return _loaded(words.chosen(), scale, palette)


class _Theme(UIAppearanceTheme):
    """A theme that finds the names of an element quickly once it has found them.

    The library keeps them as well, under a key that takes longer to make than the element.
    """

    def __init__(self, loader: BlockingThreadedResourceLoader, language: str) -> None:
        super().__init__(loader, language)
        self._names: dict[tuple[object, ...], list[str]] = {}

    def build_all_combined_ids(self, *ids: Any) -> list[str]:
        """Return by what names an element is themed, given the lists of its ids."""
        key = tuple(None if each is None else tuple(each) for each in ids)
        if key not in self._names:
            self._names[key] = super().build_all_combined_ids(*ids)
        return self._names[key]


@kept(1)
def _loaded(language: str, scale: Scale, palette: Palette) -> UIAppearanceTheme:
    shared = _Theme(_started_loader(), language)
    shared.load_theme(_theme(scale, palette))
    return shared


def _started_loader() -> BlockingThreadedResourceLoader:
    """Return a loader by which everything is loaded at once.

    The library's threads, five a loader, would be waited for at the end for ever where one of them
    cannot be started.
    """
    loader = BlockingThreadedResourceLoader()
    loader.num_loading_threads = 0
    loader.start()
    return loader


def _theme(scale: Scale, palette: Palette) -> dict[str, Any]:
    """Return the theme of assets/theme.json with a palette's colours and the window's sizes."""
    values = {
        name: _hex(getattr(palette, name))
        for name in palette.__dataclass_fields__
        if isinstance(getattr(palette, name), pygame.Color)
    }
    values |= {
        "accent_strong": _hex(palette.accent.lerp(palette.ink, 0.15)),
        "best_strong": _hex(palette.best.lerp(palette.ink, 0.15)),
        "sunken": _hex(palette.sunken),
        "faded": _hex(palette.faded),
        "edge": _hex(palette.edge),
        "faint": _hex(palette.paper_top.lerp(palette.card, 0.35)),
        "body": str(scale.body),
        "small": str(scale.small),
        "radius": str(scale.px(10)),
        "padding": f"{scale.px(12)},{scale.px(4)}",
        "row": str(max(22, scale.px(32))),
        "text_indent": str(scale.px(12)),
        "tool_indent": str(scale.px(40)),
        "tool_foot": str(scale.px(2)),
        "regular": str(asset("fonts", "NotoSansJP-Regular.otf")),
        "bold": str(asset("fonts", "NotoSansJP-Bold.otf")),
    }
    loaded: dict[str, Any] = _filled_in(json.loads(asset("theme.json").read_text("utf-8")), values)
    loaded["@tool_opens"] = loaded["@tool"]
    loaded["@segment_small"] = loaded["@segment"] | {"font": loaded["@small"]["font"]}
    return loaded


def _filled_in(node: Any, values: dict[str, str]) -> Any:
    if isinstance(node, dict):
        return {key: _filled_in(value, values) for key, value in node.items()}
    if isinstance(node, str) and node.startswith("$"):
        return values[node[1:]]
    return node


def _hex(colour: pygame.Color) -> str:
    return f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}"
