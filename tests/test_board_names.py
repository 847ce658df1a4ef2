"""What stands on a board: the numbers of pits, the names of squares, the last move."""

import itertools
import random
from functools import partial

import pygame
import pytest

from kalahgui import words
from kalahgui.games import GAMES, draft_of
from kalahgui.games.game import Lift, Place, Sow
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.kalah import KalahView
from kalahgui.gui.boards.view import Look
from kalahgui.gui.paint import pits
from kalahgui.gui.paint.felt import FeltBoard
from kalahgui.gui.paint.theme import PALETTES
from kalahgui.gui.panels.move_rows import ply_words
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services.navigation import EditorOf, GameOf, How, MainScreen, SetUpOf, TheatreOf
from kalahgui.gui.services.settings import PIT_NUMBERS, SQUARE_NAMES, Choices
from kalahgui.library.saved import StoredMatch, record_of, stored_of
from kalahgui.match.match import Match, Player
from kalahgui.theatre.subject import PositionSubject
from kalahgui.words import say


def kalah_view_of(pits: int, south: int = 0) -> KalahView:
    start = GAMES["kalah"].start(f"{pits}x4")
    return KalahView(GAMES["kalah"], start, pygame.Rect(0, 0, 800, 400), south, PALETTES["paper"])


def test_a_first_game_has_six_stones_a_pit(window):
    assert Choices().cards["kalah"].board == "6x6"
    play = window.start("kalah")
    assert play.match.variant == "6x6"
    window.app.open(SetUpOf("kalah"))
    window.frames()
    for stones in "345":
        window.press(stones)
        assert window.services.choices.cards["kalah"].board == f"6x{stones}"


@pytest.mark.few(2)
@pytest.mark.parametrize("south", [0, 1])
@pytest.mark.parametrize("pits", [1, 3, 6, 8])
def test_the_pits_of_both_sides_are_numbered_from_their_owners_left(pits, south):
    view = kalah_view_of(pits, south)
    labels = view.pit_labels()
    assert len(labels) == 2 * pits
    for side in (0, 1):
        cells = [view.geometry.cell(side, pit) for pit in range(pits)]
        assert [labels[cell] for cell in cells] == [str(n + 1) for n in range(pits)]
        xs = [view.board.number_place(cell)[0] for cell in cells]
        assert xs == sorted(xs, reverse=side != south)
        for cell in cells:
            x, y = view.board.number_place(cell)
            across, down = x - view.board.centre(cell)[0], y - view.board.centre(cell)[1]
            assert (across < 0) == (down > 0) == (side == south)
            assert view.board.outline.collidepoint(x, y)


def test_the_article_counts_the_cells_of_the_whole_board():
    view = kalah_view_of(6)
    view.pit_numbers = "article"
    assert [view.move_text(pit, 0) for pit in range(6)] == list("012345")
    assert [view.move_text(pit, 1) for pit in range(6)] == ["7", "8", "9", "10", "11", "12"]
    assert set(view.pit_labels().values()) == {str(n) for n in range(13)} - {"6"}


@pytest.mark.few(1)
@pytest.mark.parametrize("numbers", PIT_NUMBERS)
def test_the_board_is_painted_by_the_choice(window, numbers):
    play = window.start("kalah", pit_numbers=numbers)
    box = pygame.Rect(0, 0, 14, 14)
    box.center = play.view.board.number_place(2)
    with_choice = pygame.image.tobytes(window.app.surface.subsurface(box), "RGB")
    window.choose(pit_numbers="hidden")
    play.refresh()
    window.draw()
    without = pygame.image.tobytes(window.app.surface.subsurface(box), "RGB")
    assert (with_choice == without) == (numbers == "hidden")


def choose_in_settings(window, words: str) -> None:
    """Choose on the settings' page of boards, and leave it."""
    window.app.open(MainScreen.SETTINGS)
    window.frames()
    window.press(say("settings_board"))
    window.press(say(words))
    window.key(pygame.K_ESCAPE)


def test_the_setting_takes_effect_at_once_and_leaves_what_is_kept_alone(window):
    play = window.start("kalah")
    choose_in_settings(window, "pit_numbers_article")
    assert window.app.screen is play
    assert play.view.pit_numbers == "article"
    window.type("1")
    assert play.match.plies == [1]
    window.move_to(play.view.board.centre(play.view.geometry.cell(1, 2)))
    assert "Pit 9" in play.banner_words(play.cell_in_hand)
    window.type("9")
    assert [ply_words(play.view, node) for node in play.match.here.line] == ["1", "9"]
    assert window.app.store.matches()[0].moves == "2 3"


REVERSI = GAMES["reversi"]
SMALL = ("4x4", "6x6", "diamond", "diamond-parallel")
GRIDS = [("reversi", board) for board in REVERSI.variants] + [("tictactoe", "3x3")]


def view_of(key: str, variant: str, names: str):
    game = GAMES[key]
    view = VIEWS[key](
        game, game.start(variant), pygame.Rect(0, 0, 600, 600), 0, PALETTES["paper"]
    )  # fmt: skip
    view.square_names = names
    return view


def begun(window, variant: str, **choices) -> Play:
    window.services.choose(**choices)
    window.app.open(GameOf(Match(REVERSI, variant, (), (Player("Ann"), Player("Bob")))))
    window.frames(2)
    return window.app.screen


@pytest.mark.few(1)
@pytest.mark.parametrize("variant", SMALL)
def test_the_window_writes_the_names_shown_and_keeps_the_notation(window, variant):
    play = begun(window, variant)
    move = play.match.position.moves()[0]
    shown, kept = play.view.move_text(move, 0), REVERSI.text(move)
    assert shown != kept
    window.move_to(play.view.board.centre(play.view.grid.cell(move)))
    assert play.banner_words(play.view.grid.cell(move)).startswith(f"{shown}:")
    window.type(shown)
    assert play.match.plies == [move]
    assert ply_words(play.view, play.match.here) == shown
    play.refresh()
    said = window.said()
    assert kept not in said
    edge = set(play.view.names.column_labels + play.view.names.row_labels)
    assert edge <= set(said)
    assert window.app.store.matches()[0].moves == kept


def test_a_board_too_small_for_the_names_of_its_squares_has_none(window):
    start = GAMES["reversi"].start("8x8")
    grid = GAMES["reversi"].board(start)
    for side, named in ((300, True), (66, False)):
        board = FeltBoard(grid, pygame.Rect(0, 0, side, side))
        draw = partial(board.draw, cells=GAMES["reversi"].cells(start), names=grid)
        assert ({*"abcdefgh12345678"} <= {*window.said(draw)}) == named


@pytest.mark.few(1)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_settings_offer_the_choice_and_it_takes_effect_at_once(window, language):
    window.speak(language)
    play = begun(window, "4x4")
    assert {"a", "b", "c", "d"} <= set(window.said())
    choose_in_settings(window, "square_names_enclosing")
    assert window.app.screen is play
    said = set(window.said())
    assert {"c", "d", "e", "f"} <= said and not {"a", "b"} & said
    move = play.match.position.moves()[0]
    window.type(REVERSI.text(move))
    assert play.match.plies == [move]


@pytest.mark.parametrize(("key", "variant"), GRIDS)
def test_every_board_is_named_from_a1_on_or_as_in_the_notation_and_the_diamond_by_numbers(
    key, variant
):
    own, enclosing = (view_of(key, variant, names) for names in SQUARE_NAMES[:2])
    grid, position = own.names, GAMES[key].start(variant)
    assert (grid.column_labels[0], grid.row_labels[0]) == ("a", "1")
    for labels in (grid.column_labels, [chr(ord("`") + int(row)) for row in grid.row_labels]):
        assert [ord(b) - ord(a) for a, b in itertools.pairwise(labels)] == [1] * (len(labels) - 1)
    names = [grid.name(cell) for cell in range(len(grid.places))]
    assert len(set(names)) == len(names)
    for view in (own, enclosing):
        for move in view.grid.moves:
            column, row = view.move_text(move, 0)
            cell, before = view.typed(column, "", position)
            assert (cell, before) == (None, column)
            assert view.typed(row, before, position) == (view.grid.cell(move), "")
    for move in enclosing.grid.moves:
        assert enclosing.move_text(move, 0) == GAMES[key].text(move)
    if variant == "4x4":
        assert (own.typed("f", "", position), enclosing.typed("a", "", position)) == (None, None)
    numbered = view_of(key, variant, "article")
    if key == "tictactoe":
        assert [numbered.move_text(move, 0) for move in (4, 1)] == ["(1, 1)", "(1, 0)"]
    elif variant.startswith("diamond"):
        assert (numbered.move_text(19, 0), own.move_text(19, 0)) == ("19", "c2")
    else:
        for move in own.grid.moves:
            assert numbered.move_text(move, 0) == own.move_text(move, 0)


def test_the_diamond_is_numbered_as_in_the_article_and_typed_as_in_the_notation(window):
    play = begun(window, "diamond", square_names="article")
    view, match = play.view, play.match
    assert [view.move_text(move, 0) for move in view.grid.moves] == [
        *("11", "12", "18", "19", "20", "21", "25", "26", "27", "28", "29", "30"),
        *("33", "34", "35", "36", "37", "38", "42", "43", "44", "45", "51", "52"),
    ]
    said = window.said()
    assert {"11", "19", "52"} <= set(said) and not {"a", "b", "c", "d"} & set(said)
    move = REVERSI.parse_move("d3")
    window.move_to(view.board.centre(view.grid.cell(move)))
    assert play.banner_words(view.grid.cell(move)).startswith("19:")
    window.type("d3")
    assert match.plies == [move] == [19]
    assert ply_words(view, match.here) == "19"
    assert window.app.store.matches()[0].moves == "d3"


@pytest.mark.few(2)
@pytest.mark.parametrize("names", SQUARE_NAMES)
@pytest.mark.parametrize(
    ("variant", "shown"),
    [
        ("diamond", {"own": "c1", "enclosing": "d2", "article": "11"}),
        ("4x4", {"own": "a1", "enclosing": "c3"}),
    ],
)
def test_names_on_squares_are_what_the_squares_are_called(window, names, variant, shown):
    begun(window, variant, square_names=names, numbers=True)
    said = set(window.said())
    assert shown.get(names, shown["own"]) in said


def test_an_article_s_numbers_stand_in_the_theatre_and_the_editor(window):
    position = REVERSI.start("diamond")
    window.services.choose(square_names="article")
    window.app.open(EditorOf(draft_of(REVERSI, position, (), "diamond")))
    window.frames(2)
    assert {"11", "52"} <= set(window.said())
    how = How(algorithm="minimax", depth=1)
    window.app.open(TheatreOf(PositionSubject(REVERSI, position), how=how))
    window.wait_for(lambda: window.app.screen.page.stage is not None)
    window.app.screen.page.player.go_to(10**6)
    said = set(window.said())
    assert {"19", "26", "37", "44"} <= said and not {"d3", "b2"} & said


# -- the last move stays marked


KALAH = GAMES["kalah"]
PERSONS = (Player("Ann"), Player("Bob"))


def random_match(key: str, variant: str, seed: int, plies: int) -> Match:
    match = Match(GAMES[key], variant, (), PERSONS)
    rng = random.Random(f"{key} {seed}")
    for _ in range(plies):
        if not match.over:
            match.play(rng.choice(match.position.moves()))
    return match


def check(match: Match) -> None:
    """Compare the marks with what the events of the last turn say."""
    shown = VIEWS[match.game.key].shown(match)
    events = [
        event
        for node in (match.last_turn if match.game is KALAH else [match.here])
        for event in match.game.tell(node.parent.position, node.ply)
    ]
    if match.game is KALAH:
        # A player who moves again has not finished the turn, and what he has sown is marked.
        assert shown.emptied == [event.cell for event in events if isinstance(event, Lift)]
        landed = [event.cell for event in events if isinstance(event, Sow)]
        assert shown.landed == (landed[-1] if landed else None)
    else:
        assert shown.last == next(event.cell for event in events if isinstance(event, Place))


@pytest.mark.parametrize(
    ("key", "variant"),
    [("kalah", "6x4"), ("kalah", "2x3"), ("reversi", "4x4"), ("tictactoe", "3x3")],
)
def test_the_last_move_is_marked_at_every_node_of_a_game(key, variant):
    for seed in range(4):
        match = random_match(key, variant, seed, 60)
        for node in match.here.line:
            match.go_to(node)
            check(match)
        match.back_to_the_match()
        match.undo()
        check(match)
        match.redo()
        check(match)
        check(stored_of(record_of(StoredMatch(match))).match)


def kalah_view(match: Match, south: int = 0, theme: str = "paper"):
    return VIEWS["kalah"](
        match.game, match.start, pygame.Rect(0, 0, 900, 460), south, PALETTES[theme]
    )


def picture(view, match, shown=None, **look) -> pygame.Surface:
    surface = pygame.Surface((900, 460))
    shown = view.shown(match) if shown is None else shown
    view.draw(surface, shown, match, Look(**look))
    return surface


def changed(one: pygame.Surface, other: pygame.Surface, area: pygame.Rect) -> int:
    """Return how many pixels of an area differ."""
    return sum(
        one.get_at((x, y)) != other.get_at((x, y))
        for x in range(area.left, area.right)
        for y in range(area.top, area.bottom)
    )


def rim(view, cell) -> pygame.Rect:
    """Return a strip at the top of a pit's rim."""
    x, y = view.board.centre(cell)
    height = view.board.rects[cell].height // 2
    return pygame.Rect(x - 14, y - height - 8, 28, 9)


def test_pit_and_landing_place_are_painted_and_the_rest_of_a_chain_faintly():
    match = Match(KALAH, "6x4", (), PERSONS)
    match.replay_texts(["3", "2"])  # the third pit moves again; the second ends in the sixth
    view = kalah_view(match)
    shown = view.shown(match)
    assert (shown.emptied, shown.landed) == ([2, 1], 5)
    marked = picture(view, match)
    shown.emptied, shown.landed = [], None
    plain = picture(view, match, shown=shown)
    differences = {cell: changed(marked, plain, rim(view, cell)) for cell in range(14)}
    assert {cell for cell, count in differences.items() if count} == {1, 2, 5}
    strength = [
        max(
            sum(marked.get_at(at)[:3]) - sum(plain.get_at(at)[:3])
            for at in itertools.product(range(area.left, area.right), range(area.top, area.bottom))
        )
        for area in (rim(view, 1), rim(view, 2))
    ]
    assert strength[0] > 1.5 * strength[1] > 0


# -- whose store is whose


@pytest.mark.few(4)
@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("south", [0, 1])
@pytest.mark.parametrize("facing", [False, True])
def test_each_store_has_the_colour_of_its_player(theme, south, facing):
    match = Match(KALAH, "6x4", (), PERSONS)
    view = kalah_view(match, south, theme)
    drawn = picture(view, match, facing=facing)
    colours = [tuple(colour)[:3] for colour in (PALETTES[theme].accent, PALETTES[theme].other)]
    for side in (0, 1):
        x, y = view.board.owner_place(side)
        store = view.board.rects[view.geometry.store(side)]
        assert store.bottom < y < view.board.outline.bottom
        assert abs(x - store.centerx) < store.width / 4
        area = [drawn.get_at((x + i, y + j))[:3] for i in range(-40, 40) for j in range(-12, 12)]
        assert area.count(colours[side]) > 20 >= area.count(colours[1 - side])


def test_a_swap_of_sides_leaves_the_mark_and_exchanges_the_names(monkeypatch):
    match = Match(KALAH, "6x4", (), PERSONS, pie=True)
    match.replay_texts(["1"])
    view, owners = kalah_view(match), []
    monkeypatch.setattr(view.board, "draw", lambda *args, **how: owners.append(how["owners"]))
    for swap in (False, True):
        if swap:
            match.replay_texts(["swap"])
        shown = view.shown(match)
        assert (shown.emptied, shown.landed) == ([0], 4)
        view.draw(None, shown, match, Look())
    assert owners == [["Ann", "Bob"], ["Bob", "Ann"]]


@pytest.mark.parametrize(
    ("names", "whole"), [(("Ann", "Bob"), True), (("Ann", "Bartholomew"), False)]
)
def test_both_stores_have_names_or_both_have_initials(names, whole, monkeypatch):
    match = Match(KALAH, "6x4", (), tuple(map(Player, names)))
    view, drawn = kalah_view(match), []
    picture_of = pits.owner_picture
    monkeypatch.setattr(
        pits, "owner_picture", lambda *a, **how: drawn.append(how["whole"]) or picture_of(*a, **how)
    )
    picture(view, match)
    assert drawn == [whole, whole]
