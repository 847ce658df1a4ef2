"""Positions that are set up: every change can be undone, and the rules have words for each."""

import json
from dataclasses import replace

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from kalahgui.assets import words_of
from kalahgui.core.sowing import ALL_STONES
from kalahgui.games import DRAFTING, GAMES, draft_of, read_draft
from kalahgui.games.draft import Draft
from kalahgui.games.kalah.draft import KalahDrafting
from kalahgui.match.editing import Editing

LANGUAGES = ("en", "ja")


WORDS = {language: words_of(language) for language in LANGUAGES}
BOARDS = [
    *(("kalah", f"{pits}x{stones}") for pits in range(1, 9) for stones in (1, 6, 9)),
    *(("reversi", board) for board in ("diamond", "4x4", "6x6", "8x8")),
    ("tictactoe", "3x3"),
    ("eight", "8"),
]


def rules_on(key: str, board: str) -> list[tuple[str, ...]]:
    """Return every set of rules that the editor lets choose."""
    rule_sets: list[tuple[str, ...]] = [()]
    for _, choices in DRAFTING[key].rule_choices(board):
        named = [rule for rule, _ in choices if rule]
        rule_sets += [(*rules, rule) for rules in rule_sets for rule in named]
    return rule_sets


@st.composite
def drafts(draw, boards=BOARDS):
    """Return anything that may lie on a board."""
    key, board = draw(st.sampled_from(boards))
    drafting = DRAFTING[key]
    draft = drafting.start(board, draw(st.sampled_from(rules_on(key, board))))
    if draw(st.booleans()):
        draft = drafting.empty(draft)
    cells = list(range(len(draft.cells)))
    for cell in draw(st.lists(st.sampled_from(cells), max_size=2 * len(cells))):
        most = min(drafting.most(draft, cell), draw(st.sampled_from((3, 12, ALL_STONES))))
        draft = drafting.put(draft, cell, draw(st.integers(0, most)))
    return drafting.with_turn(draft, draw(st.integers(0, 1))) if drafting.chooses_turn else draft


def changes_of(draft: Draft, number: int) -> Draft:
    """Return what one of many changes makes of a draft."""
    drafting = DRAFTING[draft.game]
    cell = number % len(draft.cells)
    other = (number // 7) % len(draft.cells)
    kinds = [
        lambda: drafting.step(draft, cell, 1),
        lambda: drafting.step(draft, cell, -1),
        lambda: drafting.put(draft, cell, number % 20),
        lambda: drafting.empty(draft),
        lambda: drafting.start(draft.variant, draft.rules),
        lambda: drafting.on_board(draft, drafting.boards[number % len(drafting.boards)]),
        lambda: drafting.swapped(draft) if drafting.swaps else draft,
    ]
    if isinstance(drafting, KalahDrafting):
        kinds += [
            lambda: drafting.evened(draft),
            lambda: drafting.moved(draft, cell, other, number % 5),
            lambda: drafting.begin_with(draft, 1 + number % 9),
        ]
    return kinds[number // 11 % len(kinds)]()


@settings(max_examples=examples(150))
@given(drafts(), st.lists(st.integers(0, 10_000), max_size=25))
def test_what_is_undone_was_there_before_and_what_is_redone_after(draft, numbers):
    editing = Editing(draft)
    seen = [draft]
    for number in numbers:
        editing.change(changes_of(editing.draft, number))
        if editing.draft != seen[-1]:
            seen.append(editing.draft)
    for before in reversed(seen[:-1]):
        assert editing.can_undo
        editing.undo()
        assert editing.draft == before
    assert not editing.can_undo
    for after in seen[1:]:
        editing.redo()
        assert editing.draft == after
    assert not editing.can_redo


@settings(max_examples=examples(400))
@given(drafts())
def test_what_can_be_played_is_a_position_and_what_cannot_is_explained(draft):
    drafting = DRAFTING[draft.game]
    verdict = drafting.judge(draft)
    for message in filter(None, (verdict.message, verdict.ended)):
        for words in WORDS.values():
            assert message.key in words
            for value in message.values:
                shown = "name" if value == "side" else value
                assert f"%{{{shown}}}" in json.dumps(words[message.key]) or value == "count"
    if verdict.position is None:
        assert not verdict.text
        return
    position = drafting.game.parse_position(verdict.text, draft.rules)
    assert position == verdict.position
    again = drafting.game.position_text(position)
    assert drafting.game.parse_position(again, draft.rules) == position
    assert position.over == (verdict.ended is not None)
    assert verdict.playable != position.over
    if verdict.playable:
        assert tuple(drafting.game.cells(position)) == draft.cells
        assert position.moves()


@settings(max_examples=examples(150))
@given(drafts())
def test_a_playable_draft_is_read_as_it_was_written(draft):
    drafting = DRAFTING[draft.game]
    verdict = drafting.judge(draft)
    if not verdict.playable:
        return
    read = read_draft(verdict.text, "eight", ()) if draft.game != "eight" else None
    read = read or read_draft(verdict.text, draft.game, draft.rules)
    assert read is not None and (read.game, read.cells) == (draft.game, draft.cells)
    position = verdict.position
    assert draft_of(drafting.game, position, draft.rules).cells == draft.cells
    assert drafting.text(replace(draft, turn=position.turn)) == drafting.game.position_text(
        position
    )


@pytest.mark.parametrize(
    ("key", "board", "cells", "turn", "said"),
    [
        ("kalah", "6x6", (0,) * 14, 0, "edit_no_stones"),
        ("kalah", "1x6", (100, 0, 45, 0), 0, "edit_too_many_stones"),
        ("kalah", "1x6", (100, 0, 44, 0), 0, "edit_stones"),
        ("kalah", "2x2", (0, 0, 3, 4, 4, 3), 0, "edit_over"),
        ("kalah", "2x2", (1, 1, 9, 1, 1, 0), 1, "edit_over"),
        ("reversi", "4x4", (0,) * 16, 0, "edit_no_discs"),
        ("reversi", "4x4", (1,) * 5 + (0,) * 11, 0, "edit_over"),
        ("reversi", "4x4", (1, 2) * 8, 0, "edit_over"),
        ("reversi", "4x4", (1, 2, 0, 0) + (0,) * 12, 1, "edit_passes"),
        ("reversi", "4x4", (1, 2, 0, 0) + (0,) * 12, 0, "edit_discs"),
        ("tictactoe", "3x3", (1, 1, 0, 0, 0, 0, 0, 0, 0), 1, "edit_marks"),
        ("tictactoe", "3x3", (2, 0, 0, 0, 0, 0, 0, 0, 0), 0, "edit_marks"),
        ("tictactoe", "3x3", (1, 1, 1, 2, 2, 2, 0, 0, 0), 0, "edit_line_before"),
        ("tictactoe", "3x3", (1, 1, 1, 2, 2, 0, 0, 0, 0), 1, "edit_over"),
        ("tictactoe", "3x3", (1, 2, 0, 0, 0, 0, 0, 0, 0), 0, "edit_playable_turn"),
        ("eight", "8", (3, 0), 0, "edit_last_missing"),
        ("eight", "8", (1, 2), 1, "edit_last_too_large"),
        ("eight", "8", (4, 2), 0, "edit_never_comes"),
        ("eight", "8", (3, 3), 0, "edit_not_to_move"),
        ("eight", "8", (3, 3), 1, "edit_playable"),
        ("eight", "8", (8, 1), 0, "edit_over"),
    ],
)
def test_the_reason_is_told(key, board, cells, turn, said):
    assert DRAFTING[key].judge(Draft(key, board, (), cells, turn)).message.key == said


def test_another_game_is_found_as_it_was_left():
    editing = Editing(DRAFTING["kalah"].start("6x6"))
    editing.change(DRAFTING["kalah"].put(editing.draft, 3, 11))
    left = editing.draft
    editing.choose_game("reversi")
    assert editing.draft == DRAFTING["reversi"].start("diamond")
    editing.choose_game("kalah")
    assert editing.draft == left
    editing.choose_game("kalah")
    assert [editing.can_undo, editing.undo(), editing.draft.game] == [True, None, "reversi"]


def test_stones_are_evened_out_to_the_number_of_the_board():
    kalah = DRAFTING["kalah"]
    assert isinstance(kalah, KalahDrafting)
    few = Draft("kalah", "2x3", (), (5, 0, 1, 2, 1, 0))
    assert kalah.evened(few).cells == (5, 2, 1, 2, 2, 0)
    many = Draft("kalah", "2x3", (), (1, 9, 1, 2, 4, 0))
    assert kalah.evened(many).cells == (1, 4, 1, 2, 4, 0)
    stores = Draft("kalah", "2x3", (), (0, 0, 10, 0, 1, 7))
    assert kalah.evened(stores).cells == (0, 0, 6, 0, 0, 6)


def test_another_board_keeps_what_has_room_and_a_start_stays_a_start():
    kalah, reversi = DRAFTING["kalah"], DRAFTING["reversi"]
    assert kalah.on_board(kalah.start("6x4"), "3x6") == kalah.start("3x6")
    laid = Draft("kalah", "3x6", (), (1, 2, 3, 4, 5, 6, 7, 8))
    assert kalah.on_board(laid, "2x6").cells == (1, 2, 4, 5, 6, 8)
    assert kalah.on_board(laid, "4x6").cells == (1, 2, 3, 0, 4, 5, 6, 7, 0, 8)
    parallel = reversi.start("diamond-parallel")
    assert reversi.on_board(parallel, "8x8") == reversi.start("8x8")
    d3 = GAMES["reversi"].parse_move("d3")
    board = GAMES["reversi"].board(GAMES["reversi"].start("diamond"))
    laid = reversi.put(reversi.start("diamond"), board.moves.index(d3), 2)
    assert reversi.on_board(laid, "8x8").cells[d3] == 2
    assert sum(map(bool, reversi.on_board(laid, "8x8").cells)) == 5


def test_every_game_and_every_board_can_be_set_up():
    assert set(DRAFTING) == set(GAMES)
    for game in GAMES.values():
        for variant in game.variants:
            drafting = DRAFTING[game.key]
            draft = drafting.of(game.start(variant))
            assert drafting.judge(draft).playable
            assert variant in drafting.starts(draft.variant)
            shown = drafting.board_of(variant)
            assert shown in drafting.boards


def test_swapping_sides_gives_each_what_the_other_had():
    laid = Draft("kalah", "2x6", (), (1, 2, 3, 4, 5, 6))
    assert DRAFTING["kalah"].swapped(laid) == Draft("kalah", "2x6", (), (4, 5, 6, 1, 2, 3), 1)
    laid = Draft("reversi", "4x4", (), (1, 2) + (0,) * 14, 1)
    assert DRAFTING["reversi"].swapped(laid) == Draft("reversi", "4x4", (), (2, 1) + (0,) * 14)


def test_a_text_is_read_by_the_rules_of_its_own_game():
    rules = ("last-stone",)
    assert read_draft("<1,0,0,1,1>", "kalah", rules).rules == rules
    assert read_draft("-----XO--OXX---- O", "kalah", rules).rules == ()


@pytest.mark.parametrize(
    ("key", "board", "text"),
    [
        ("kalah", "6x6", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>"),
        ("reversi", "diamond-parallel", None),
    ],
)
def test_a_draft_keeps_the_board_that_is_named(key, board, text):
    game = GAMES[key]
    position = game.start(board) if text is None else game.parse_position(text, ())
    assert game.variant_of(position) != board, "the position alone tells another"
    draft = draft_of(game, position, (), board)
    assert draft.variant == board
    assert DRAFTING[key].judge(draft).position == position


def test_what_is_no_position_is_not_read():
    assert read_draft("nothing", "kalah") is None
    assert read_draft("<6,1,2>", "reversi") is None
    assert read_draft("5,2", "kalah").game == "eight"
