"""What is written can be read, in every theme: on paper, on buttons and on boards."""

from itertools import product

import pygame
import pytest

from kalahgui.games import GAMES
from kalahgui.gui.elements.controls import STYLES
from kalahgui.gui.elements.element import Look
from kalahgui.gui.paint import discs, felt, pen, pits, stones, theme
from kalahgui.gui.paint.move_marks import ring_colour
from kalahgui.gui.paint.theme import PALETTES, Palette, Scale
from kalahgui.gui.paint.tree_drawing import tree_inks
from kalahgui.gui.screens.play.plates import Face
from kalahgui.gui.services.settings import BOARDS, PIECES
from kalahgui.theatre import svg

READABLE = 4.5
VISIBLE = 3.0  # what is no writing: edges, bars, large letters
PALE = 1.5  # what is to stand back, and is told in words as well

Place = tuple[float, float]

in_every_theme = pytest.mark.parametrize("name", PALETTES)
LOOKS = [*dict.fromkeys(map(theme.palette, *zip(*product(PALETTES, BOARDS, PIECES), strict=True)))]
IN_GLASS = [look for look in LOOKS if look.pieces != "seeds" and look.pieces != "pebbles"]


def of_look(look: Palette) -> str:
    """Return the name of a look for a test's id."""
    name = next(name for name in PALETTES if PALETTES[name].paper_top == look.paper_top)
    return f"{name}-{look.board}-{look.pieces}"


on_every_board = pytest.mark.parametrize("look", IN_GLASS, ids=of_look)
with_all_pieces = pytest.mark.parametrize("look", LOOKS, ids=of_look)


@pytest.fixture(autouse=True)
def display():
    pygame.display.init()
    pygame.font.init()


def luminance(colour: pygame.Color) -> float:
    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(colour.r) + 0.7152 * linear(colour.g) + 0.0722 * linear(colour.b)


def contrast(one: pygame.Color, other: pygame.Color) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def grounds(palette: Palette) -> dict[str, pygame.Color]:
    names = ("paper_top", "paper_bottom", "card", "raised", "accent_soft", "sunken", "line")
    return {name: getattr(palette, name) for name in names}


def test_black_on_white_is_as_the_definition_says():
    assert contrast(pygame.Color("black"), pygame.Color("white")) == pytest.approx(21)


@in_every_theme
@pytest.mark.parametrize("ink", ["ink", "quiet", "best", "bad"])
def test_every_ink_can_be_read_on_every_ground(name, ink):
    palette = PALETTES[name]
    contrasts = {
        ground: contrast(getattr(palette, ink), colour)
        for ground, colour in grounds(palette).items()
    }
    assert min(contrasts.values()) >= READABLE, contrasts


@in_every_theme
def test_what_is_written_on_colours_can_be_read(name):
    palette = PALETTES[name]
    for ground in (palette.accent, palette.best, palette.other, palette.bad):
        assert contrast(palette.on_accent, ground) >= READABLE
    assert contrast(palette.on_banner, palette.banner) >= READABLE
    # The card of the theatre on the home screen, whose second line is quieter.
    quiet = palette.stage.lerp(palette.on_stage, 0.85)
    assert contrast(quiet, palette.stage) >= READABLE


@in_every_theme
def test_what_is_no_writing_can_be_seen(name):
    palette = PALETTES[name]
    for ground in grounds(palette).values():
        assert contrast(palette.accent, ground) >= VISIBLE
        assert contrast(palette.edge, ground) >= VISIBLE
        assert contrast(palette.as_ink(palette.accent), ground) >= READABLE


@in_every_theme
def test_a_tree_that_is_not_searched_yet_is_seen_palely(name):
    palette = PALETTES[name]
    for inks, card in ((tree_inks(palette), palette.card), (svg.INKS, svg.INKS.ground)):
        ground, ink, faint, ghost = (
            pygame.Color(colour) for colour in (card, inks.ink, inks.faint, inks.ghost)
        )
        assert PALE <= contrast(ghost, ground) < contrast(faint, ground)
        assert contrast(ink, ghost) >= READABLE  # how many nodes are folded


@in_every_theme
def test_the_words_of_every_button_can_be_read_in_every_state(name):
    palette = PALETTES[name]
    for style, look in STYLES.items():
        ink, *grounds = (
            getattr(palette, colour) for colour in (look.ink, look.ground, look.hovered)
        )
        for ground in (*grounds, *([palette.line] if not look.strong else [])):
            assert contrast(ink, ground) >= READABLE, style
        assert contrast(palette.on_accent, palette.accent) >= READABLE


@in_every_theme
def test_what_cannot_be_used_looks_so(name):
    """Weaker than what can be used, and still to be seen."""
    palette = PALETTES[name]
    ground = palette.paper_top.lerp(palette.card, 0.35)
    assert contrast(palette.faded, ground) >= VISIBLE
    assert contrast(palette.ink, palette.raised) > 1.9 * contrast(palette.faded, ground)
    assert contrast(ground, palette.paper_top) < contrast(palette.raised, palette.paper_top)


# -- boards


def over(colour: theme.Colour, ground: pygame.Color) -> pygame.Color:
    """Return a colour as it comes out on a ground."""
    ink = pygame.Color(colour)
    share = ink.a / 255
    return pygame.Color(
        *(round(a * share + b * (1 - share)) for a, b in zip(ink[:3], ground[:3], strict=True))
    )


def ground_at(surface: pygame.Surface, place: Place, reach: int = 7) -> pygame.Color:
    """Return the mean colour around a place."""
    colours = [
        surface.get_at((round(place[0]) + i, round(place[1]) + j))
        for i in range(-reach, reach + 1)
        for j in range(-reach, reach + 1)
    ]
    return pygame.Color(
        *(round(sum(colour[part] for colour in colours) / len(colours)) for part in range(3))
    )


def kalah_board(look: Palette) -> tuple[pits.PitsBoard, pygame.Surface]:
    board = pits.PitsBoard(6, pygame.Rect(0, 0, 860, 444), 0, look)
    surface = pygame.Surface((860, 444))
    board.draw(surface, [[] for _ in range(14)], counts=())
    return board, surface


@on_every_board
def test_the_numbers_of_pits_and_the_counts_stand_out_of_the_board(look):
    board, surface = kalah_board(look)
    for cell in range(14):
        wood = ground_at(surface, board.count_place(cell))
        pill = over(pits.count_pill(look), wood)
        assert contrast(over(pits.COUNT_INK, pill), pill) >= READABLE
        if not board.is_store(cell):
            wood = ground_at(surface, board.number_place(cell))
            assert contrast(over(pits.NUMBER_INK, wood), wood) >= READABLE


@pytest.mark.parametrize("side", [0, 1])
@on_every_board
def test_the_name_at_a_store_stands_out(look, side):
    board, surface = kalah_board(look)
    pill = over(pits.count_pill(look), ground_at(surface, board.owner_place(side)))
    assert contrast(over(pits.COUNT_INK, pill), pill) >= READABLE


@on_every_board
def test_the_last_sowing_stands_out_of_the_board(look):
    """A ring is no writing: 3 : 1 is what signs need."""
    board, surface = kalah_board(look)
    for cell in range(14):
        x, y = board.centre(cell)
        rim = (x, y - board.rects[cell].height / 2 - board.unit * 0.06)
        wood = ground_at(surface, rim, 2)
        assert contrast(over((*board.trace_colour, pits.TRACES[0]), wood), wood) >= VISIBLE


@on_every_board
def test_figures_stand_out_of_the_squares(look, monkeypatch):
    grid = GAMES["reversi"].board(GAMES["reversi"].start("8x8"))
    board = felt.FeltBoard(grid, pygame.Rect(0, 0, 600, 600), look)
    surface = pygame.Surface((600, 600))
    inks = []
    monkeypatch.setattr(theme, "write", lambda *args, **how: inks.append(args[4]))
    board.draw(surface, [0] * 64, labels=["1"] * 64)
    assert set(map(tuple, inks)) == {tuple(felt.CHALK)}
    for cell in range(64):
        x, y = board.centre(cell)
        for place in ((x - board.unit * 0.34, y - board.unit * 0.38), (x, y)):
            cloth = ground_at(surface, place, 4)
            assert contrast(over(felt.CHALK, cloth), cloth) >= READABLE


@pytest.mark.parametrize("side", [0, 1])
@with_all_pieces
def test_the_initial_on_a_plate_stands_on_a_disc_as_on_the_board(look, side):
    palette, scale = look, Scale.of((1280, 800))
    surface, place = pygame.Surface((60, 60)), pygame.Rect(10, 10, 40, 40)
    face, look = Face("", side, discs=True), Look(palette, scale)
    face.place(look, place)
    face.draw(surface, look)
    board = pygame.Surface((60, 60))
    theme.stamp(board, discs.disc(side, 40, palette.pieces), place.center)
    inks = pygame.Color("white"), pygame.Color("black")
    assert contrast(inks[side], surface.get_at(place.center)) >= READABLE
    for x in (12, 15, 44, 47):  # where no initial stands
        assert contrast(surface.get_at((x, 30)), board.get_at((x, 30))) < 1.1


# -- pieces and marks


def around(place: Place, radius: float) -> list[tuple[int, int]]:
    """Return places in a circle around one."""
    turned = (pygame.Vector2(radius, 0).rotate(5 * step) for step in range(72))
    return [(round(place[0] + point.x), round(place[1] + point.y)) for point in turned]


def mean(surface: pygame.Surface, places: list[tuple[int, int]]) -> pygame.Color:
    colours = [surface.get_at(place) for place in places]
    return pygame.Color(
        *(sum(colour[part] for colour in colours) // len(colours) for part in range(3))
    )


def felt_with(look: Palette, **marks) -> tuple[felt.FeltBoard, pygame.Surface]:
    grid = GAMES["reversi"].board(GAMES["reversi"].start("8x8"))
    board = felt.FeltBoard(grid, pygame.Rect(0, 0, 600, 600), look)
    surface = pygame.Surface((600, 600))
    board.draw(surface, marks.pop("cells", [0] * 64), **marks)
    return board, surface


MIDDLE = 27
DISCS = {"black": 1, "white": 2}


@pytest.mark.parametrize("disc", DISCS.values(), ids=DISCS)
@with_all_pieces
def test_discs_stand_out_of_the_squares_and_the_last_dot_out_of_the_disc(look, disc):
    cells = [disc if cell == MIDDLE else 0 for cell in range(64)]
    (board, surface), (_, last) = (
        felt_with(look, cells=cells),
        felt_with(look, last=27, cells=cells),
    )
    centre, radius = board.centre(MIDDLE), board.diameter / 2
    cloth = mean(surface, around(board.centre(MIDDLE + 2), radius / 2))
    rings = [mean(surface, around(centre, radius * share)) for share in (0.5, 0.7, 0.92)]
    assert max(contrast(ring, cloth) for ring in rings) >= VISIBLE
    assert look.patterned or contrast(rings[0], cloth) >= VISIBLE
    assert contrast(last.get_at(centre), surface.get_at(centre)) >= VISIBLE


def brightest(surface: pygame.Surface, places: list[tuple[int, int]]) -> pygame.Color:
    return max((surface.get_at(place) for place in places), key=luminance)


@pytest.mark.parametrize(
    "marks",
    [
        {"legal": [MIDDLE]},
        {"would_turn": [MIDDLE]},
        {"ghost": (MIDDLE, 0)},
        {"ghost": (MIDDLE, 1)},
        {"values": {MIDDLE: ("", True)}},
    ],
    ids=["legal", "would turn", "black under the hand", "white under the hand", "best"],
)
@with_all_pieces
def test_rings_on_squares_stand_out_of_the_squares(look, marks):
    (board, surface), (_, empty) = felt_with(look, **marks), felt_with(look)
    centre = board.centre(MIDDLE)
    ways = [around(centre, board.unit * share) for share in (0.36, 0.37, 0.38, 0.42)]
    places = max(ways, key=lambda way: contrast(brightest(surface, way), mean(empty, way)))
    assert contrast(brightest(surface, places), mean(empty, places)) >= VISIBLE


@pytest.mark.parametrize("side", [0, 1])
@with_all_pieces
def test_what_every_move_is_worth_can_be_read_on_the_disc_under_the_hand_and_beside(look, side):
    """The value of the best move stands on a mark of its own, and others on their squares."""
    values = {MIDDLE: ("", True), MIDDLE + 3: ("", True)}
    board, surface = felt_with(look, ghost=(MIDDLE, side), values=values)
    disc, mark = (mean(surface, around(board.centre(cell), 6)) for cell in values)
    assert contrast((felt._BLACK_INK, felt._INK)[side], disc) >= READABLE
    assert look.patterned or contrast(felt._INK, mark) >= READABLE


@on_every_board
def test_what_is_written_in_the_corners_of_squares_can_be_read_over_discs(look):
    for disc in ("white", "black"):
        tag = over(felt.tag_of(look), pygame.Color(disc))
        assert contrast(pygame.Color(felt.CHALK), tag) >= READABLE
        assert look.patterned or contrast(pygame.Color(felt._BAD_CHALK), tag) >= READABLE


@with_all_pieces
def test_stones_stand_out_of_their_pit(look):
    board, empty = kalah_board(look)
    floor = mean(empty, around(board.centre(2), board.radius * 0.6))
    numbers = {pits.stone_kind(number, look.pieces): number for number in range(144)}
    assert len(numbers) == stones.kinds(look.pieces)
    weak = {}
    for kind, number in numbers.items():
        surface = empty.copy()
        board.draw(surface, [[number] if cell == 2 else [] for cell in range(14)], counts=())
        place, radius = board.place(2, 0), board.stone_diameter / 2
        faces = [mean(surface, around(place, radius * share)) for share in (0.5, 0.8)]
        weak[kind] = max(contrast(face, floor) for face in faces)
    assert min(weak.values()) >= VISIBLE, weak


@on_every_board
def test_pits_that_can_be_chosen_stand_out_of_the_board(look):
    board, plain = kalah_board(look)
    lit = plain.copy()
    board.draw(lit, [[] for _ in range(14)], counts=(), lit=[2])
    wood = mean(plain, around(board.centre(2), board.radius * 1.12))
    rims = [mean(lit, around(board.centre(2), board.radius * r / 100)) for r in range(95, 104)]
    assert max(contrast(rim, wood) for rim in rims) >= VISIBLE


def marks_of(look: Palette) -> dict[str, pygame.Color]:
    """Return the colours of what is marked on boards: moves of a review, and the pit under hand."""
    kinds = ("best", "dubious", "mistake", "")
    return {"lit": look.lit, **{kind: ring_colour(kind) for kind in kinds}}


@on_every_board
def test_marks_of_moves_stand_out_as_on_wood_and_felt(look):
    """Around pits by 3 : 1; on squares a badge says the same, and no board is weaker than felt."""
    board, surface = kalah_board(look)
    ground = mean(surface, around(board.centre(2), board.radius * 1.08))
    usual = theme.PALETTES["contrast" if look.patterned else "paper"]
    squares = []
    for palette in (look, usual):
        grid, drawn = felt_with(palette)
        squares.append(mean(drawn, around(grid.centre(MIDDLE), grid.unit * 0.44)))
    for kind, colour in marks_of(look).items():
        assert contrast(colour, ground) >= VISIBLE, kind
        assert contrast(colour, squares[0]) >= 0.95 * contrast(colour, squares[1]), kind


@on_every_board
@pytest.mark.parametrize("side", [0, 1])
def test_noughts_and_crosses_stand_out_of_their_card(look, side):
    grid = GAMES["tictactoe"].board(GAMES["tictactoe"].start("3x3"))
    board = pen.PenBoard(grid, pygame.Rect(0, 0, 500, 500), look)
    surface = pygame.Surface((500, 500))
    board.draw(surface, [0] * 9)
    for cell in range(9):
        ground = ground_at(surface, board.centre(cell), 30)
        colour = (board.palette.accent, board.palette.other)[side]
        assert contrast(colour, ground) >= VISIBLE
        assert contrast(board.palette.ink, ground) >= READABLE
    x, y = board.square_rect(6).bottomleft
    for place in ((x - board.unit * 0.26, y - 40), (x + 40, y + board.unit * 0.26)):
        assert contrast(board.palette.quiet, ground_at(surface, place, 3)) >= READABLE
