"""The rows of the list of moves: two columns, long turns, side lines, passes."""

from __future__ import annotations

import random

import pytest

from kalahgui.games import GAMES
from kalahgui.gui.panels.move_rows import MoveRow, RowBuilder, Sizes, pairs_of, turns_along
from kalahgui.match.match import Match, Player
from kalahgui.match.node import SWAP, Node

# As wide as so many letters, a letter being ten pixels.
WIDTH = 250


def match_of(key: str, variant: str, *texts: str, pie: bool = False) -> Match:
    match = Match(GAMES[key], variant, (), (Player(), Player()), pie=pie)
    match.replay_texts(texts)
    return match


def rows_of(match: Match, width: int = WIDTH, badged: tuple[Node, ...] = ()) -> list[MoveRow]:
    sizes = Sizes(
        width=width,
        number=30,
        disc=15,
        joint=15,
        gap=10,
        indent=10,
        buttons=40,
        words=lambda text, small: 10 * len(text),
        badge=lambda node: 20 if node in badged else 0,
    )
    builder = RowBuilder(match, lambda node: match.text(node.ply), "pass", sizes)
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


def test_a_badge_has_room_behind_its_ply():
    match = match_of("kalah", "6x4", "3", "1", "2")
    plain, badged = rows_of(match), rows_of(match, badged=(match.root.children[0],))
    assert badged[0].pieces[1].left == plain[0].pieces[1].left + 20


@pytest.mark.parametrize("seed", range(20))
def test_passes_stand_between_the_turns_of_reversi(seed):
    match = random_match("reversi", seed)
    turns = turns_along(match, match.tip.line)
    assert [turn.side for turn in turns] == [place % 2 for place in range(len(turns))]
    if turns and not match.over_at(match.tip):
        assert turns[-1].side != match.tip.position.turn
    assert len(pairs_of(turns)) == (len(turns) + 1) // 2


def test_a_swap_is_no_pass():
    match = match_of("reversi", "4x4", pie=True)
    match.play(match.position.moves()[0])
    match.play(SWAP)
    match.play(match.position.moves()[0])
    turns = turns_along(match, match.tip.line)
    assert [(turn.side, len(turn.nodes)) for turn in turns] == [(0, 1), (1, 2)]
