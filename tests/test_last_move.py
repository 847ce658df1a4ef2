"""The last move stays marked on the board: after play, going back, walking and loading."""

from __future__ import annotations

import itertools
import random

import pygame
import pytest

from kalahgui.games import GAMES
from kalahgui.games.game import Capture, Lift, Place, Sow
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import Look
from kalahgui.gui.paint.theme import PALETTES
from kalahgui.library.saved import StoredMatch, record_of, stored_of
from kalahgui.match.match import Match, Player

KALAH, REVERSI = GAMES["kalah"], GAMES["reversi"]
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
    height = view.board._rects[cell].height // 2
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


def test_a_capture_leaves_the_mark_where_the_stone_fell():
    start = KALAH.parse_position("<6,0,0,1,0,0,0,0,4,0,0,0,0,3,1>")
    match = Match(KALAH, "6x4", (), PERSONS, start=start)
    match.replay_texts(["1"])
    events = list(match.events([match.here]))
    assert any(isinstance(event, Capture) for event in events)
    shown = VIEWS["kalah"].shown(match)
    assert (shown.emptied, shown.landed) == ([0], 1)
    assert not shown.cells[1]


# -- whose store is whose


@pytest.mark.few(4)
@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("south", [0, 1])
@pytest.mark.parametrize("facing", [False, True])
def test_each_store_has_the_colour_of_its_player(theme, south, facing):
    match = Match(KALAH, "6x4", (), PERSONS)
    view = kalah_view(match, south, theme)
    drawn = picture(view, match, facing=facing)
    colours = [tuple(each)[:3] for each in (PALETTES[theme].accent, PALETTES[theme].other)]
    for side in (0, 1):
        x, y = view.board.owner_place(side)
        store = view.board._rects[view.geometry.store(side)]
        assert store.bottom < y < view.board.outline.bottom
        assert abs(x - store.centerx) < store.width / 4
        area = [drawn.get_at((x + i, y + j))[:3] for i in range(-40, 40) for j in range(-12, 12)]
        assert area.count(colours[side]) > 20 >= area.count(colours[1 - side])


def test_a_swap_of_sides_leaves_the_mark_and_exchanges_the_names(monkeypatch):
    match = Match(KALAH, "6x4", (), PERSONS, pie=True)
    match.replay_texts(["1"])
    view, told = kalah_view(match), []
    monkeypatch.setattr(view.board, "draw", lambda *args, **how: told.append(how["owners"]))
    for swap in (False, True):
        if swap:
            match.replay_texts(["swap"])
        shown = view.shown(match)
        assert (shown.emptied, shown.landed) == ([0], 4)
        view.draw(None, shown, match, Look())
    assert told == [["Ann", "Bob"], ["Bob", "Ann"]]
