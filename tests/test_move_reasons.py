"""What a move brings about: every number that is told is what the rules make of the move."""

from __future__ import annotations

import json
import random

import pytest
from examples import examples
from reference import Board

from kalahgui.assets import asset
from kalahgui.core.search import StopWord
from kalahgui.engine.judgement import Judgement
from kalahgui.engine.solver import solve
from kalahgui.games import GAMES
from kalahgui.gui.services import words
from kalahgui.review.move_reasons import reasons

KALAH = GAMES["kalah"]
REVERSI = GAMES["reversi"]
TICTACTOE = GAMES["tictactoe"]
EIGHT = GAMES["eight"]


def told(game, position, move, judgement=None):
    """Return the words of a move without their common beginning, each with its values."""
    return {
        message.key.removeprefix("move_reason_"): message.values
        for message in reasons(game, position, move, judgement)
    }


def positions(game, variant, games, seed=0, rules=()):
    """Yield positions of random games, each with a legal move."""
    chance = random.Random(f"{seed} {game.key} {variant}")
    for _ in range(games):
        here = game.start(variant, rules)
        while not here.over:
            moves = here.moves()
            for move in moves:
                yield here, move
            here.play(chance.choice(moves))


def after(position, move):
    child = position.copy()
    again = child.play(move)
    return child, again


@pytest.mark.few(1)
@pytest.mark.parametrize("rules", [(), ("last-stone", "empty-capture")])
@pytest.mark.parametrize("variant", ["6x4", "4x3", "3x6"])
def test_what_kalah_tells_is_what_the_stores_say(variant, rules):
    seen = set()
    for position, move in positions(KALAH, variant, examples(12, few=6), rules=rules):
        said = told(KALAH, position, move)
        seen |= set(said)
        child, again = after(position, move)
        side = position.turn
        assert ("again" in said) == again
        assert ("ends" in said or "wins" in said) == child.over
        if "wins" in said:
            assert child.store(side) > child.store(1 - side)
        stones = position.pit(side, move)
        lap = 2 * position.pits + 1
        # The sowing drops a stone into the store each time that it comes past.
        past = (stones - (position.pits - move)) // lap + 1 if stones >= position.pits - move else 0
        if "captures" in said:
            left = sum(child.pit(player, pit) for player in (0, 1) for pit in range(child.pits))
            gained = child.store(side) - position.store(side) - past
            if left:  # nothing was swept home
                assert said["captures"] == {"count": gained}
        elif not child.over:
            assert child.store(side) - position.store(side) == past
        if "sends_over" in said:
            others = sum(position.pit(1 - side, pit) for pit in range(position.pits))
            if not child.over:
                there = sum(child.pit(1 - side, pit) for pit in range(position.pits))
                assert said["sends_over"] == {"count": there - others}
        if "round" in said:
            assert said["round"] == {"count": stones}
            assert stones > position.pits - move + position.pits
        assert said, "a move of which nothing can be said"
    assert {"again", "captures", "wins", "ends"} <= seen


def reference_of(position, turn):
    """Return the position on the slow board, with a side to move."""
    return Board(position.pits, KALAH.cells(position), turn, majority=False)


def captured_cells(board):
    """Yield the pit that each sowing of the mover empties on the other side, and the board then."""
    for move in board.moves():
        cells = list(board.cells)
        own = set(board.row(board.turn))
        cell = board.row(board.turn)[move]
        hand, cells[cell] = cells[cell], 0
        while hand:
            cell = (cell + 1) % len(cells)
            if cell != board.store(1 - board.turn):
                cells[cell] += 1
                hand -= 1
        opposite = 2 * board.pits - cell
        takes = cell in own and cells[cell] == 1 and cells[opposite]
        child = Board(board.pits, list(board.cells), board.turn, majority=False)
        again = child.play(move)
        yield opposite if takes else None, child if again else None


def captured_in_a_turn(board):
    """Return every pit that a whole turn may empty on the other side."""
    found, todo = set(), [board]
    while todo:
        for cell, then in captured_cells(todo.pop()):
            found |= set() if cell is None else {cell}
            todo += [] if then is None else [then]
    return found


def test_stones_that_are_kept_can_be_captured_before_and_not_after():
    kept = unsafe = 0
    for position, move in positions(KALAH, "6x3", examples(20, few=8), rules=("last-stone",)):
        said = told(KALAH, position, move)
        child, again = after(position, move)
        if again or child.over:
            assert "saves" not in said
            continue
        before = reference_of(position, 1 - position.turn)
        threatened = [before.cells[cell] for cell, _ in captured_cells(before) if cell is not None]
        safe = not captured_in_a_turn(reference_of(child, child.turn))
        if max(threatened, default=0) and safe:
            assert said["saves"] == {"count": max(threatened)}
            kept += 1
        else:
            assert "saves" not in said
            unsafe += 1
    assert min(kept, unsafe) > 20


def test_kalah_says_that_another_extra_move_is_ready():
    position = KALAH.parse_position("<6,10,10,1,0,3,0,0,1,2,2,2,2,2,2>")
    # Pit 1 gives pit 2 its stone; 2 holds one and would need five.
    assert "readies" not in told(KALAH, position, 0)
    # Pit 3 gives pits 4, 5 and 6 a stone: 6 had its one already and has two now.
    assert "readies" not in told(KALAH, position, 2)
    position = KALAH.parse_position("<6,10,10,0,0,0,1,1,0,2,2,2,2,2,2>")
    # Pit 4 makes the one stone of pit 5 two: just right.
    assert "readies" in told(KALAH, position, 3)


def test_a_turn_tells_what_its_last_move_captures():
    # Pit 6 moves again, and then pit 1 captures the five opposite pit 2 with its own stone.
    position = KALAH.parse_position("<6,10,10,1,0,0,0,0,1,2,2,2,2,5,2>")
    judgement = Judgement(3, {0: 6, 5: 7}, frozenset(), {0: [0], 5: [5, 0]})
    keys = [message.key for message in reasons(KALAH, position, 5, judgement)]
    assert keys[:2] == ["move_reason_again", "move_reason_then_captures"]
    assert told(KALAH, position, 5, judgement)["then_captures"] == {"count": 6}
    assert "then_captures" not in told(KALAH, position, 5)


@pytest.mark.few(1)
@pytest.mark.parametrize("variant", ["8x8", "diamond", "4x4"])
def test_what_reversi_tells_is_what_the_board_says(variant):
    seen = set()
    for position, move in positions(REVERSI, variant, examples(5, few=3)):
        said = told(REVERSI, position, move)
        seen |= set(said)
        child, passed = after(position, move)
        side = position.turn
        corners = {REVERSI.board(position).moves[c] for c in REVERSI.board(position).corners}
        before, now = (REVERSI.points(here)[side] for here in (position, child))
        assert said["turns"] == {"count": now - before - 1}
        assert ("corner" in said) == (move in corners)
        assert ("no_moves" in said) == passed
        if passed or child.over:
            assert "moves_left" not in said
            continue
        assert said["moves_left"] == {"count": len(child.moves())}
        open_now = corners & set(child.moves())
        turned = REVERSI.position_text(position)[:-1] + "OX"[position.turn]
        theirs = REVERSI.parse_position(turned, variant=variant)
        open_before = corners & set(theirs.moves() if theirs.turn != side else ())
        assert ("gives_corner" in said) == bool(open_now - open_before)
        assert ("leaves_corner" in said) == bool(open_now and not open_now - open_before)
        assert ("denies_corner" in said) == bool(not open_now and open_before - {move})
        if "keeps_corners" in said:
            others = [after(position, other) for other in position.moves() if other != move]
            assert any(corners & set(other.moves()) for other, again in others if not again)
    assert {"corner", "gives_corner", "leaves_corner", "denies_corner", "moves_left"} <= seen


def completing(cells, side):
    """Return the empty squares on which a side's mark would make three in a row."""
    found = set()
    for square, mark in enumerate(cells):
        if mark == 0:
            line = [*cells[:square], side + 1, *cells[square + 1 :]]
            found |= {square} if TICTACTOE.winning_cells(line) else set()
    return found


def test_tic_tac_toe_tells_what_the_squares_say():
    seen = set()
    for position, move in positions(TICTACTOE, "3x3", examples(60, few=30)):
        said = set(told(TICTACTOE, position, move))
        seen |= said
        child, _ = after(position, move)
        side, cells, then = position.turn, TICTACTOE.cells(position), TICTACTOE.cells(child)
        assert ("wins" in said) == (move in completing(cells, side))
        assert ("forced" in said) == (len(position.moves()) == 1)
        if child.over:
            assert said - {"forced"} in ({"wins"}, {"ends"})
            continue
        assert ("blocks" in said) == (move in completing(cells, 1 - side))
        assert ("lets_win" in said) == bool(completing(then, 1 - side))
        threats = len(completing(then, side))
        assert ("threat" in said, "two_threats" in said) == (threats == 1, threats > 1)
        assert {"centre": move == 4, "corner": move in (0, 2, 6, 8), "side": move % 2 == 1} == {
            place: place in said for place in ("centre", "corner", "side")
        }
    assert {"wins", "ends", "forced", "blocks", "lets_win", "threat", "two_threats"} <= seen


@pytest.mark.parametrize(
    ("text", "move", "said"),
    [
        ("0,0", 1, {"total": {"total": 1}}),
        ("5,3", 1, {"lets_make_goal": {"goal": 8, "total": 6}}),
        ("7,2", 1, {"makes_goal": {"goal": 8}}),
        ("7,2", 3, {"goes_over": {"goal": 8}}),
        ("2,2", 1, {"total_wins": {"total": 3}}),
        ("1,1", 2, {"total": {"total": 3}}),
    ],
)
def test_eight(text, move, said):
    assert told(EIGHT, EIGHT.parse_position(text), move) == said


@pytest.mark.slow
def test_eight_says_that_no_answer_helps_where_the_search_finds_none():
    for position, move in positions(EIGHT, "8", 30):
        child, _ = after(position, move)
        if not child.over:
            lost = solve(child, StopWord()).value < 0
            assert ("total_wins" in told(EIGHT, position, move)) == lost


def judged(values, exact=True):
    """Return a judgement of some values, every move exact or none."""
    exact_moves = frozenset(values) if exact else frozenset()
    return Judgement(5, values, exact_moves, {move: [move] for move in values})


def test_the_result_may_hang_on_a_move():
    start = KALAH.start("6x4")
    values = dict.fromkeys(range(6), -2)
    assert "only_win" in told(KALAH, start, 2, judged(values | {2: 4}))
    assert "only_win" not in told(KALAH, start, 2, judged(values | {2: 4, 3: 1}))
    assert "only_win" not in told(KALAH, start, 2, judged(values | {2: 4}, exact=False))
    assert "only_draw" in told(KALAH, start, 2, judged(values | {2: 0}))
    assert "only_draw" not in told(KALAH, start, 2, judged(values | {2: 0, 3: 0}))
    for move, value in ((2, 0), (4, -2)):
        hung = set(told(KALAH, start, move, judged(values | {3: 5, 2: value})))
        assert not hung & {"only_win", "only_draw"}


@pytest.mark.few(4)
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_every_reason_has_words_that_fit_a_line(key, language):
    game = GAMES[key]
    english = json.loads(asset("translations", "kalahgui.en.json").read_text("utf-8"))["en"]
    words.choose(language)
    try:
        for position, move in positions(game, game.variant, 3):
            for message in reasons(game, position, move):
                assert message.key in english
                said = words.say(message.key, **message.values)
                assert said and "%{" not in said and "," not in said and len(said) <= 40
    finally:
        words.choose("en")
