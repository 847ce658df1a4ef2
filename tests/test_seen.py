"""What every screen shows can be seen in every theme, measured on the pixels that are drawn."""

from collections import Counter
from functools import partial
from itertools import product

import make_pictures
import pygame
import pytest
from driver import Driver, give_pictures_up, label_of
from test_contrast import READABLE, VISIBLE, contrast, over
from test_nothing_cut import SCENES, WITH_KEYS

from kalahgui.games import GAMES
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.field import Field
from kalahgui.gui.elements.scroll import draw_chosen
from kalahgui.gui.elements.sheet import _Line
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.theme import PALETTES
from kalahgui.gui.panels import graph
from kalahgui.gui.panels.move_rows import side_disc

NOWHERE = pygame.Surface((1, 1))
COLUMNS, ROWS = 24, 5  # of the places looked at behind a line
OUTLIERS = COLUMNS * ROWS // 20  # a line may cross an edge


def faint_lines(window: Driver) -> list[tuple[str, float]]:
    """Draw everything anew; return the lines that are too weak on what lies behind them."""
    lines, write, palette = [], theme.write, window.app.palette

    def measure(surface, words, pos, size, colour, bold=False, anchor="topleft"):
        ink, place = pygame.Color(colour), write(NOWHERE, words, pos, size, colour, bold, anchor)
        box = place.inflate(0, -2 * place.height // 5).clip(surface.get_clip())
        if words.strip() and box.width and box.height:
            spots = product(range(COLUMNS), range(ROWS))
            behind = Counter(
                tuple(
                    surface.get_at(
                        (
                            box.x + int(box.width * (x + 0.5) / COLUMNS),
                            box.y + int(box.height * (y + 0.5) / ROWS),
                        )
                    )
                )
                for x, y in spots
            )
            ratios = sorted(
                contrast(over(ink, ground), ground)
                for ground in map(pygame.Color, behind.elements())
                if ground.a == 255
            )
            unused = ink == palette.faded
            if ratios and ratios[OUTLIERS] < (VISIBLE if unused else READABLE):
                lines.append((words, round(ratios[OUTLIERS], 2)))
        return write(surface, words, pos, size, colour, bold, anchor)

    give_pictures_up()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(theme, "write", measure)
        window.draw()
    return lines


def colours_in(surface: pygame.Surface, place: pygame.Rect) -> Counter[tuple[int, ...]]:
    return Counter(
        tuple(surface.get_at((x, y)))[:3]
        for x in range(place.left, place.right)
        for y in range(place.top, place.bottom)
    )


def faint_buttons(window: Driver) -> list[tuple[str, str, float]]:
    """Return the buttons whose words, or whose edges, are too weak."""
    faults, surface = [], window.app.surface
    for control in window.app.screen.controls.all:
        rect = control.rect
        if not isinstance(control, Button) or isinstance(control, _Line):  # which has no edge
            continue
        name = label_of(control) or control.icon
        colours = colours_in(surface, rect.inflate(-6, -6))
        ground = pygame.Color(*max(colours, key=colours.get))
        words = max(contrast(pygame.Color(*colour), ground) for colour in colours)
        if words < (READABLE if control.enabled else VISIBLE):
            faults.append((name, "words", round(words, 2)))
        outside = (rect.centerx, rect.top - 2)
        if control.enabled and surface.get_rect().collidepoint(outside):
            beside = surface.get_at(outside)
            edge = max(
                contrast(surface.get_at((rect.centerx, rect.top + y)), beside) for y in range(3)
            )
            if edge < VISIBLE:
                faults.append((name, "edge", round(edge, 2)))
    return faults


def sheet(window: Driver, command: str) -> None:
    make_pictures.start(window, "kalah", 2)
    window.do(command)


# The scenes of the documents but those that wait for a review.
SCREENS = {
    **{
        name: scene
        for name, scene in make_pictures.SCENES.items()
        if name not in ("game", "review", "contrast")
    },
    **SCENES,
    **WITH_KEYS,
    **{f"sheet {command}": partial(sheet, command=command) for command in ("show", "menu")},
}


@pytest.mark.few(4)
@pytest.mark.parametrize("screen", SCREENS)
def test_what_is_written_and_every_button_can_be_seen_in_every_theme(window, screen):
    SCREENS[screen](window)
    faint = {}
    for name in PALETTES:
        window.choose(theme=name)
        window.app.rebuild()
        window.services.notices.waiting.clear()
        pygame.mouse.set_pos((2, 798))
        window.frames(4)
        faint[name] = faint_lines(window) + faint_buttons(window)
    assert not any(faint.values()), faint


def test_the_eye_finds_what_is_too_weak(window):
    """Grey on grey is found, on a button too; the same on white is not."""
    screen = window.app.screen
    weak, strong, white = "#9a8f84", "#3a2c20", "#fbf7f0"

    def draw(surface: pygame.Surface) -> None:
        surface.fill(white)
        for y, ink in ((100, weak), (200, strong)):
            theme.write(surface, ink, (100, y), 15, ink)

    screen.draw = draw
    assert [words for words, _ in faint_lines(window)] == [weak]
    assert ("My games", "words", 1.0) in faint_buttons(window)


# -- what colour alone would tell


def test_a_chosen_row_is_told_by_its_bar_and_the_evaluation_bar_is_divided_by_a_gap(window):
    for palette in PALETTES.values():
        surface = pygame.Surface((200, 200))
        surface.fill(palette.card)
        draw_chosen(surface, pygame.Rect(20, 10, 160, 40), 12, palette)
        for beside in ((100, 30), (10, 30)):
            assert contrast(surface.get_at((21, 30)), surface.get_at(beside)) >= VISIBLE
        colours = [tuple(colour) for colour in (palette.accent, palette.other)]
        surface.fill(palette.paper_bottom)
        surface.blit(graph._bar((12, 200), 80, *colours), (0, 0))
        above, gap, below = (surface.get_at((6, y)) for y in (70, 80, 90))
        assert min(contrast(above, gap), contrast(below, gap)) >= VISIBLE


@pytest.mark.parametrize("game", ["kalah", "reversi"])
def test_the_sides_of_a_list_of_moves_are_told_by_shape_or_lightness(window, game):
    signs = [side_disc(window.app.screen, GAMES[game], side, 16) for side in (0, 1)]
    middles = [sign.get_at(sign.get_rect().center) for sign in signs]
    filled = [middle.a > 0 for middle in middles]
    assert filled == [True, False] or contrast(*middles) >= VISIBLE


@pytest.mark.few(1)
@pytest.mark.parametrize("screen", ["home", "start", "theatre", "library"])
@pytest.mark.parametrize("name", PALETTES)
def test_the_ring_of_the_focus_stands_out_around_every_control(window, screen, name):
    SCREENS[screen](window)
    window.choose(theme=name)
    window.app.rebuild()
    controls, surface, weak = window.app.screen.controls, window.app.surface, []
    for _ in range(len(controls.all)):
        window.key(pygame.K_TAB)
        rect = controls.focus.rect
        window.draw()
        reach = window.app.scale.px(8) // 2
        if isinstance(controls.focus, Field):  # whose own edge is as strong
            reach = 0
        ring = surface.get_at((rect.centerx, rect.top - reach))
        beside = surface.get_at((rect.centerx, rect.top - reach - 3))
        if contrast(ring, beside) < VISIBLE:
            weak.append((controls.focus_words, round(contrast(ring, beside), 2)))
    assert weak == []
