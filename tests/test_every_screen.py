"""What holds on every screen, in every language, size, theme and size of letters."""

import os
import random
import re
from collections import Counter
from functools import partial
from itertools import combinations, product

import pygame
import pytest
from driver import Driver
from japanese import faults
from test_by_keys import PLACES as BY_KEYS
from test_seen import SCREENS

from kalahgui.assets import words_of
from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.elements.controls import Button, Choice, Press
from kalahgui.gui.elements.element import Element, Look, Path
from kalahgui.gui.elements.layout import Column, Layers, Painted, Scroll
from kalahgui.gui.elements.lists import List
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.theme import PALETTES, Scale
from kalahgui.gui.screens.theatre.theatre_screen import PAGES
from kalahgui.gui.services.settings import MAGNIFIED, TEXT_SIZES
from kalahgui.words import LANGUAGES


def with_its_help(window: Driver, place: str) -> None:
    BY_KEYS[place](window)
    window.frames(2)
    window.do("keys")


PLACES = {
    # The pages of the theatre are among the others, and wait for their search there.
    **{place: scene for place, scene in SCREENS.items() if place not in (*PAGES, "first")},
    **BY_KEYS,
    **{
        f"help of {place}": partial(with_its_help, place=place)
        for place in BY_KEYS
        if place.startswith("theatre")
    },
}
SIZES = [(800, 500), (1280, 800), (2400, 1350)]


def in_pairs(*ways: tuple[object, ...]) -> list[tuple[object, ...]]:
    """Return choices of one of each, so that any two come together in some of them."""
    looks = random.Random(1).sample(grid := [*product(*ways)], len(grid))
    pairs = {look: {*combinations(enumerate(look), 2)} for look in looks}
    left, chosen = set().union(*pairs.values()), []
    while left:
        chosen.append(max(looks, key=lambda look: len(pairs[look] & left)))
        left -= pairs[chosen[-1]]
    return chosen


GRID = tuple(LANGUAGES), tuple(SIZES), tuple(PALETTES), (*TEXT_SIZES, *MAGNIFIED)
# Each place in some looks in turn; in all of them when somebody has the hours for it.
ALL = os.environ.get("KALAHGUI_LOOKS") == "all"
LOOKS = [*product(*GRID)] if ALL else in_pairs(*GRID)
CASES = [
    (place, LOOKS[(7 * number + turn) % len(LOOKS)])
    for turn in range(len(LOOKS) if ALL else 2)
    for number, place in enumerate(PLACES)
]
KEY = re.compile(r"[a-z]+(_[a-z0-9]+)+")


def faults_of(element: Element) -> list[str]:
    """Return what is wrong with the places and names of an element and of those in it."""
    who = f"{type(element).__name__} {element.name[:40]!r}"
    faults = []
    if (element.act or element.fill) and not element.words.strip():
        faults.append(f"{who} acts and has no name")
    told = element.role is not None and element.words.strip()
    seen_alone = isinstance(element, Painted)  # what is painted is nowhere else
    if (element.takes_focus or told or seen_alone) and not all(element.rect.size):
        faults.append(f"{who} has no room")
    in_a_row = isinstance(element, Press)  # for which the list has keys
    if element.act and element.role is not None and not (element.takes_focus or in_a_row):
        faults.append(f"{who} acts and never has the focus")
    if not isinstance(element, Scroll | List):  # what is out of sight there is scrolled to
        seen = (child for child in element.children if all(child.rect.size))
        outside = (child for child in seen if not element.rect.contains(child.rect))
        faults += [
            f"{type(child).__name__} {child.name[:40]!r} at {child.rect}"
            f" leaves {who} {element.rect}"
            for child in outside
        ]
    if not isinstance(element, Layers):
        pairs = combinations(element.children, 2)
        faults += [
            f"in {who}: {one.name[:40]!r} lies on {other.name[:40]!r}"
            for one, other in pairs
            if one.rect.colliderect(other.rect)
        ]
    return faults + [fault for child in element.children for fault in faults_of(child)]


def test_the_finder_finds():
    one, other = Text("one"), Button("", print)
    board = Layers(Column(one, other, key="column"))
    board.place(Look(PALETTES["paper"], Scale()), pygame.Rect(0, 0, 100, 100))
    assert [fault for fault in faults_of(board) if "no name" not in fault] == []
    other.rect = one.rect.move(0, 90)
    one.rect = pygame.Rect(0, 60, 100, 50)
    faults = " ".join(faults_of(board))
    assert all(phrase in faults for phrase in ("lies on", "leaves", "has no name"))


def test_what_screens_are_called_is_written_in_one_size(window):
    tall = {}
    for place in ("play kalah", "review", "library", "learn ", "editor", "theatre watch"):
        BY_KEYS[place](window)
        window.frames(2)
        name = next(
            part.name for part in window.app.accessible_node().all if part.role is Role.HEADING
        )
        tall[place] = next(rect.height for words, rect in window.written() if words == name)
    assert {*tall.values()} == {theme.font(window.app.scale.screen, True).get_height()}, tall


def go_round(window: Driver, mod: int) -> list[Path]:
    """Press Tab until it comes round, and return the paths of what it has come to."""
    paths = []
    with window.drawn_once():
        while len(paths) < 200:
            window.key(pygame.K_TAB, mod=mod)
            path = window.app.screen.controls.focus.path
            if path in paths:
                break
            paths.append(path)
    return paths


@pytest.mark.few(26, 80)
@pytest.mark.parametrize(("place", "look"), random.Random(2).sample(CASES, len(CASES)), ids=str)
def test_everything_has_its_place_its_name_and_the_focus_in_turn(new_window, reader, place, look):
    language, size, theme, text = look
    window = new_window(size, language, theme=theme, text=text)
    PLACES[place](window)
    window.services.notices.waiting.clear()
    window.frames(3)
    reader.cut.clear()
    window.draw()
    seen = [screen.controls for screen in window.app.seen]
    assert [fault for controls in seen for fault in faults_of(controls.root)] == []
    nodes = [*window.app.accessible_node().all]
    if language == "ja":
        names = (part.name for part in nodes)
        assert [fault for words in (*window.said(), *names) for fault in faults(words)] == []
    elements = [element for controls in seen for element in controls.root.all]
    rows = [element for element in elements if isinstance(element, Choice)]
    assert all(len({button._style.type for button in row.children}) == 1 for row in rows)
    painted = [element for element in elements if isinstance(element, Painted)]
    whole_words = [element.tip_words for element in elements]
    whole_words += [
        part.name
        for element in painted
        for part in element.parts(window.app.screen.controls.look, print)
    ]
    for words in reader.cut:
        assert any(words in tip for tip in whole_words), f"cut without a tip: {words}"
    keys, whole = words_of("en"), window.app.surface.get_rect()
    for part in nodes:
        assert part.name.strip(), part
        assert not (part.name in keys and KEY.fullmatch(part.name)), f"a raw key: {part.name}"
        assert whole.contains(part.rect) or part.role is Role.NODE, part
    assert sum(part.focused for part in nodes) <= 1
    for controls in seen:
        parts = [part for node in controls.parts() for part in node.all]
        names = Counter(part.name for part in parts if part.role is Role.BUTTON and part.enabled)
        assert [name for name, count in names.items() if count > 1] == []
    usable = {control.path for control in window.app.screen.controls.all if control.enabled}
    for mod in (0, pygame.KMOD_SHIFT):
        assert {*go_round(window, mod)} == usable
    [focused] = [part for part in window.app.accessible_node().all if part.focused]
    window.app.screen.refresh()
    [kept] = [part for part in window.app.accessible_node().all if part.focused]
    assert (kept.role, kept.name) == (focused.role, focused.name)
