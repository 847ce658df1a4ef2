"""The list of moves: its rows, and clicks, keys, the wheel, drags and side lines."""

import random

import pygame
import pytest
from driver import Driver

from kalahgui.games import GAMES
from kalahgui.gui.panels.move_rows import MoveRow, RowBuilder, Sizes, pairs_of, turns_along
from kalahgui.gui.screens.play.play import Play
from kalahgui.library.saved import record_of, stored_of
from kalahgui.match.match import Match, Player
from kalahgui.match.node import SWAP, Node
from kalahgui.words import say

# As wide as so many letters, a letter being ten pixels.
WIDTH = 250


def match_of(key: str, variant: str, *texts: str, pie: bool = False) -> Match:
    match = Match(GAMES[key], variant, (), (Player(), Player()), pie=pie)
    match.replay_texts(texts)
    return match


def rows_of(match: Match, width: int = WIDTH) -> list[MoveRow]:
    sizes = Sizes(
        width=width,
        number=30,
        disc=15,
        joint=15,
        gap=10,
        indent=10,
        buttons=40,
        words=lambda text, small: 10 * len(text),
        badge=lambda node: 0,
    )
    builder = RowBuilder(match, lambda node: match.text(node.ply), sizes)
    return builder.rows()


def written(row: MoveRow) -> str:
    """Write a row: | before the first side's turn, : before the second's, - within a turn."""
    text = row.number
    for piece in row.pieces:
        text += ("|:"[piece.side] if piece.opens else "-") + piece.words
    return text


def lines(match: Match, **kwargs) -> list[str]:
    return [written(row) for row in rows_of(match, **kwargs)]


def add_line(match: Match, node: Node, *texts: str) -> Node:
    for text in texts:
        ply = match.parse(text)
        node = node.child(ply) or match.add(node, ply)
    return node


def random_match(key: str, seed: int) -> Match:
    game = GAMES[key]
    match = Match(game, game.variants[seed % len(game.variants)], (), (Player(), Player()))
    rng = random.Random(seed)
    for _ in range(rng.randrange(60)):
        if match.over:
            break
        match.play(rng.choice(match.position.moves()))
        if rng.random() < 0.3 and match.can_undo:
            match.undo()
    return match


def test_the_turns_of_both_sides_stand_beside_each_other():
    match = match_of("kalah", "6x4", "3", "1", "2", "5", "4")
    assert lines(match) == ["1|3-1:2", "2|5:4"]
    rows = rows_of(match)
    first, second = (piece for piece in rows[0].pieces if piece.opens)
    assert first.left < WIDTH // 2 < second.left


def test_a_turn_too_long_for_its_column_has_lines_of_its_own():
    match = match_of("kalah", "6x4")
    node = add_line(match, match.root, "3", "1")
    while match.seat_of(node.position.turn) == 0 and not node.position.over:
        node = match.add(node, node.position.moves()[-1])
    match.go_to(node)
    match.tip = match.end = node
    narrow = rows_of(match, width=75)
    assert len(narrow) > 1
    assert [piece.node for row in narrow for piece in row.pieces] == node.line
    assert [row.number for row in narrow] == ["1", *[""] * (len(narrow) - 1)]


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("width", [120, 250])
def test_every_ply_of_the_tree_has_its_place_inside_the_list(key, seed, width):
    match = random_match(key, seed)
    rows = rows_of(match, width)
    nodes = [piece.node for row in rows for piece in row.pieces if piece.node is not None]
    assert sorted(map(id, nodes)) == sorted(map(id, match.root.below()))
    main = [node for node in nodes if node in match.main_line]
    assert main == match.tip.line
    for row in rows:
        end = row.number_left
        for piece in row.pieces:
            assert piece.left >= end, "no ply lies on what stands before it"
            end = piece.left + piece.width_with_badge
        assert end <= width or len(row.pieces) == 1
        assert row.small == (row.line is not None)


def test_what_was_taken_back_is_a_side_line_below_the_turn_it_leaves():
    match = match_of("reversi", "4x4")
    for _ in range(3):
        match.play(match.position.moves()[0])
    first, second, third = match.ply_texts()
    match.undo()
    match.undo()
    taken_back = match.here.children[0]
    assert lines(match) == [f"1|{first}", f"1:{second}|{third}"]
    assert rows_of(match)[1].line is taken_back and rows_of(match)[1].heads
    match.play(match.position.moves()[1])
    other = match.ply_texts()[-1]
    assert lines(match) == [f"1|{first}:{other}", f"1:{second}|{third}"]


def test_a_side_line_of_a_side_line_stands_below_it_and_further_in():
    match = match_of("kalah", "6x4", "1", "1", "2")
    side = add_line(match, match.root, "2", "1", "4")
    other = add_line(match, side.parent, "5")
    rows = rows_of(match)
    places = {row.line: place for place, row in enumerate(rows) if row.heads}
    assert places[other] > places[side.line[0]]
    assert rows[places[other]].number_left > rows[places[side.line[0]]].number_left


def test_a_line_that_leaves_within_a_turn_says_that_the_turn_goes_on():
    match = match_of("kalah", "6x4", "3", "1", "2")
    other = add_line(match, match.root.children[0], "6")
    row = next(row for row in rows_of(match) if row.line is other)
    assert row.number == "1…"


def test_what_is_only_looked_at_is_shown_too():
    match = match_of("kalah", "6x4", "1", "1")
    before = lines(match)
    seen = match.glimpse(match.tip, [1, 2])
    match.go_to(seen[0])
    added = [line for line in lines(match) if line not in before]
    assert added == ["2|2"]
    assert seen[0] not in match.tip.children


@pytest.mark.parametrize("seed", range(20))
def test_passes_stand_between_the_turns_of_reversi(seed):
    match = random_match("reversi", seed)
    turns = turns_along(match, match.tip.line)
    assert [turn.side for turn in turns] == [place % 2 for place in range(len(turns))]
    if turns and not match.tip.over:
        assert turns[-1].side != match.tip.position.turn
    assert len(pairs_of(turns)) == (len(turns) + 1) // 2


def test_a_swap_is_no_pass():
    match = match_of("reversi", "4x4", pie=True)
    match.play(match.position.moves()[0])
    match.play(SWAP)
    match.play(match.position.moves()[0])
    turns = turns_along(match, match.tip.line)
    assert [(turn.side, len(turn.nodes)) for turn in turns] == [(0, 1), (1, 2)]


def start(window: Driver, card: str = "kalah", plies: int = 0) -> Play:
    play = window.start(card)
    rng = random.Random(7)
    while len(play.match.plies) < plies:
        play.session.play(rng.choice(play.match.position.moves()))
    drawn(window)
    return play


def drawn(window: Driver) -> None:
    window.app.wake()
    window.frames(2)


def click(window: Driver, play: Play, node: Node) -> None:
    place = play.panel.moves.place_of(node)
    assert place is not None and play.panel.moves.rect.contains(place)
    window.click(place.center)


def side_line(play: Play, ago: int) -> Node:
    """Add a ply that was not played beside one of the last plies."""
    match = play.match
    node = match.main_line[-1 - ago]
    other = next(move for move in node.position.moves() if node.child(move) is None)
    return match.add(node, other)


def test_a_click_on_a_ply_shows_its_position_and_changes_nothing(window):
    play = start(window, plies=12)
    match, tip = play.match, play.match.tip
    for node in match.main_line[4:8]:
        click(window, play, node)
        assert match.here is node
        assert match.tip is tip and match.end is tip
        assert list(map(len, play.session.shown.cells)) == match.game.cells(node.position)


def test_tab_gives_the_list_the_arrows_and_a_click_on_the_board_takes_them_away(window):
    play = start(window, plies=6)
    here = play.match.here

    def listening() -> bool:
        return play.controls.focus is not None and play.controls.focus is window.button(
            say("moves")
        )

    window.key(pygame.K_LEFT)
    assert play.match.here is here, "the board has the arrows at first"
    play.hands.selected = None
    for _ in play.controls.all:
        window.key(pygame.K_TAB)
        if listening():
            break
    assert listening()
    window.key(pygame.K_LEFT)
    assert play.match.here is here.parent
    window.key(pygame.K_RIGHT)
    assert play.match.here is here
    play.refresh()
    assert listening(), "laying out again leaves the keys where they are"
    window.click((600, 690))
    assert not listening()


def test_the_position_looked_at_stays_in_view(window):
    play = start(window, card="reversi", plies=50)
    for node in (play.match.main_line[2], play.match.main_line[30], play.match.tip):
        play.session.go_to(node)
        drawn(window)
        place = play.panel.moves.place_of(node)
        assert place is not None and play.panel.moves.rect.contains(place)


@pytest.mark.parametrize("change", ["promote", "delete"])
def test_a_side_line_is_promoted_or_deleted_and_that_is_taken_back(window, change):
    play = start(window, plies=10)
    match, tip = play.match, play.match.tip
    side = side_line(play, 3)
    drawn(window)
    for by_key in (True, False):
        click(window, play, side)
        if by_key:
            window.key(pygame.K_p, "p") if change == "promote" else window.key(pygame.K_DELETE)
        else:
            press_button(window, play, change)
        if change == "promote":
            assert (match.tip, play.session.message.key) == (side, "line_promoted")
        else:
            assert side not in side.parent.children and match.here is side.parent
        window.key(pygame.K_z, "z")
        assert match.tip is tip and side in side.parent.children


def press_button(window: Driver, play: Play, command: str) -> None:
    """Click the button that says so, looked for from the right in the row that the mouse is on."""
    moves, (_, y) = play.panel.moves, pygame.mouse.get_pos()
    for x in range(moves.rect.right, moves.rect.x, -6):
        window.move_to((x, y))
        if moves.tip is not None and moves.tip[0].startswith(say(f"list_{command}")):
            window.click((x, y))
            return
    raise AssertionError(f"there is no button to {command}")


def test_the_game_itself_and_what_is_only_looked_at_are_neither_promoted_nor_deleted(window):
    play = start(window, plies=6)
    tip = play.match.tip
    click(window, play, play.match.main_line[3])
    window.key(pygame.K_DELETE)
    assert play.session.message.key == "list_not_deleted"
    window.key(pygame.K_p, "p")
    assert play.session.message.key == "list_is_the_game"
    assert play.match.tip is tip and play.match.tip.parent.children == [tip]
    play.session.go_to(play.match.glimpse(tip, [tip.position.moves()[0]])[0])
    drawn(window)
    click(window, play, play.match.here)
    window.key(pygame.K_p, "p")
    assert play.session.message.key == "list_not_played"


def test_what_was_taken_back_is_listed_on_request_and_remembered_by_the_store(window):
    play = window.start("kalah", board="6x4", pace="off")
    match = play.match
    window.type("1")
    window.settle()
    window.key(pygame.K_z, "z")
    window.type("2")
    window.settle()
    first, second = match.root.children[1], match.root.children[0]

    def listed() -> set[Node]:
        window.frames(2)
        return {piece.node for row in play.panel.moves.rows for piece in row.pieces}

    assert first.taken_back and listed() == {second}
    kept = stored_of(record_of(play.stored)).match
    assert [child.taken_back for child in kept.root.children] == [False, True]
    window.press(say("menu_taken_back"))
    window.key(pygame.K_ESCAPE)
    assert listed() == {first, second}
    window.press(say("menu_taken_back"))
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_z, "z")
    assert listed() == set()
    window.key(pygame.K_y, "y")
    assert listed() == {second} and not second.taken_back
    window.key(pygame.K_HOME)
    window.type("1")  # on purpose, from an earlier position
    window.settle()
    assert not first.taken_back and listed() == {first, second}
