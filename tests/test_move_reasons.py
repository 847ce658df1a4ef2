"""What a move brings about, and classes of moves: every number is what the rules make of it."""

import json
import random
from pathlib import Path

import pytest
from examples import examples
from games.kalah.slow_rules import captured_cells, captured_in_a_turn, reference_of
from games.tictactoe.slow_rules import completing
from reference import slow_rules

from kalahgui import words
from kalahgui.assets import asset, words_of
from kalahgui.core.search import StopWord
from kalahgui.engine.judgement import Judgement
from kalahgui.games import GAMES
from kalahgui.review.move_reasons import reasons
from kalahgui.solving.solver import solve
from kalahgui.theatre.move_classes import (
    NEVER_LEGAL,
    BadMoveClasses,
    counted_classes,
    read,
)

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
    assert {"again", "captures", "wins", "ends"} <= seen


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
    assert {"wins", "ends", "forced", "blocks", "lets_win", "threat", "two_threats"} <= seen


@pytest.mark.parametrize(
    ("text", "move", "said"),
    [
        ("0,0", 1, {}),
        ("5,3", 1, {"lets_make_goal": {"goal": 8, "total": 6}}),
        ("7,2", 1, {"makes_goal": {"goal": 8}}),
        ("7,2", 3, {"goes_over": {"goal": 8}}),
        ("2,2", 1, {"total_wins": {"total": 3}}),
        ("1,1", 2, {}),
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


@pytest.mark.few(2)
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_every_reason_has_words_that_fit_a_line(key, language):
    game = GAMES[key]
    words.choose(language)
    for position, move in positions(game, game.variant, 3):
        for message in reasons(game, position, move):
            assert message.key in words_of("en")
            said = words.say(message.key, **message.values)
            assert said and "%{" not in said and "," not in said and len(said) <= 40


# -- classes of moves


ROOT = Path(__file__).parent.parent
BOARDS = [(game, variant, ()) for game in GAMES.values() for variant in game.variants]
BOARDS += [(KALAH, size, ()) for size in ("1x1", "2x3", "8x9")]
BOARDS += [(KALAH, size, ("empty-capture",)) for size in ("6x3", "3x2")]
BOARDS += [(KALAH, "6x4", ("last-stone",)), (KALAH, "8x9", ("last-stone",))]


def named(case):
    game, variant, rules = case
    return ":".join((game.key, variant, *rules))


@pytest.mark.few(2)
@pytest.mark.parametrize("case", BOARDS, ids=named)
def test_every_move_is_in_one_class(case):
    game, variant, rules = case
    classes = set()
    for seed in range(20):
        chance = random.Random(seed)
        here = game.start(variant, rules)
        while not here.over:
            before = here.copy()
            for move in here.moves():
                name = game.move_class(here, move)
                assert name == slow_rules(game).move_class(game, here, move), game.position_text(
                    here
                )
                classes.add(name)
            assert here == before
            here.play(chance.choice(here.moves()))
    assert classes <= set(game.move_classes)
    assert len(set(game.move_classes)) == len(game.move_classes)


def written(path, boards):
    document = {"version": 1, "seed": 0, "player": "somebody", "boards": boards}
    path.write_text(json.dumps(document), "utf-8")
    return path


def kalah_board(**counts):
    shares = {"again": (0, 0), "capture": (0, 0), "neither": (0, 0)} | counts
    counted = {name: {"played": p, "legal": n} for name, (p, n) in shares.items()}
    return {"games": 1, "classes": counted}


def test_a_probability_is_that_of_boards_alike_or_of_all_together(tmp_path):
    boards = {
        "kalah:6x3": kalah_board(again=(3, 4), capture=(0, 5)),
        "kalah:6x6": kalah_board(again=(1, 4)),
        "kalah:4x6": kalah_board(again=(0, 2), capture=(5, 5)),
    }
    path = tmp_path / "classes.json"

    def found(board):
        return read(written(path, boards)).probabilities(KALAH, KALAH.start(board))

    # Boards of six pits share their figures, whether their stones were counted or not.
    together = {"again": 1 / 2, "capture": 0, "neither": NEVER_LEGAL}
    assert found("6x3") == found("6x6") == found("6x9") == together
    assert found("4x1") == {"again": 0, "capture": 1, "neither": NEVER_LEGAL}
    assert found("5x4") == {"again": 4 / 10, "capture": 5 / 10, "neither": NEVER_LEGAL}
    assert NEVER_LEGAL == 1
    boards["kalah:4x6"] = kalah_board(neither=(1, 3))
    assert found("6x3")["neither"] == 1 / 3


def test_boards_of_other_squares_have_their_own_figures():
    probabilities = [
        counted_classes(REVERSI).probabilities(REVERSI, REVERSI.start(variant))
        for variant in ("8x8", "6x6", "diamond", "diamond-parallel")
    ]
    assert probabilities[0] != probabilities[1] != probabilities[2] == probabilities[3]
    counted = kept(REVERSI)["reversi:8x8"]["classes"]
    assert probabilities[0] == {
        name: count["played"] / count["legal"] for name, count in counted.items()
    }


DAMAGES = [
    "",
    "[]",
    "null",
    "{}",
    "[" * 100_000,
    '{"version": 2, "boards": {}}',
    '{"version": 1, "boards": []}',
    '{"version": 1, "boards": {"chess:8x8": {"classes": {}}}}',
    '{"version": 1, "boards": {"kalah:9x9": {"classes": {}}}}',
    '{"version": 1, "boards": {"kalah:6x3": {"classes": {}}}}',
    '{"version": 1, "boards": {"kalah:6x3": null}}',
    json.dumps({"version": 1, "boards": {"kalah:6x3": kalah_board(again=(2, 1))}}),
    json.dumps({"version": 1, "boards": {"kalah:6x3": kalah_board(again=(-1, 1))}}),
    json.dumps({"version": 1, "boards": {"kalah:6x3": kalah_board(again=(0.5, 1))}}),
    json.dumps({"version": 1, "boards": {"kalah:6x3": kalah_board(again=(True, True))}}),
    json.dumps({"version": 1, "boards": {"kalah:6x3": kalah_board(again=("1", "2"))}}),
    json.dumps({"version": 1, "boards": {"kalah:6x3": kalah_board(both=(1, 2))}}),
]


@pytest.mark.parametrize("text", DAMAGES, ids=range(len(DAMAGES)))
def test_a_damaged_or_missing_file_is_one_sentence(tmp_path, text):
    path = tmp_path / "classes.json"
    path.write_text(text, "utf-8")
    with pytest.raises(BadMoveClasses, match="is damaged: make it anew") as error:
        read(path)
    assert "\n" not in str(error.value)
    path.write_bytes(b"\xff\xfe{")
    with pytest.raises(BadMoveClasses, match="is damaged"):
        read(path)
    path.unlink()
    with pytest.raises(BadMoveClasses, match="cannot be read"):
        read(path)


def kept(game):
    return json.loads(asset("games", game.key, "move-classes.json").read_text("utf-8"))["boards"]


COUNTED = [key for key in GAMES if asset("games", key, "move-classes.json").exists()]


@pytest.mark.parametrize("game", [GAMES[key] for key in COUNTED], ids=COUNTED)
def test_what_comes_with_the_program_has_every_class_of_a_game(game):
    boards = [kept(game).get(f"{game.key}:{variant}") for variant in game.variants]
    assert boards[game.variants.index(game.variant)] is not None
    for name in game.move_classes:
        counts = [board["classes"][name] for board in boards if board]
        assert sum(count["legal"] for count in counts) > 0, f"{name} has never been legal"
        for variant in game.variants:
            probabilities = counted_classes(game).probabilities(game, game.start(variant))
            assert 0 <= probabilities[name] <= 1
