"""Classes of moves: what is in them, and what comes of their counts."""

import json
import random
from pathlib import Path

import pytest
from reference import Board

from kalahgui.games import GAMES
from kalahgui.games.game import Flip, Place, Say
from kalahgui.theatre.move_classes import (
    NEVER_LEGAL,
    BadMoveClasses,
    counted_classes,
    read,
)

ROOT = Path(__file__).parent.parent
KALAH, REVERSI = GAMES["kalah"], GAMES["reversi"]
BOARDS = [(game, variant, ()) for game in GAMES.values() for variant in game.variants]
BOARDS += [(KALAH, size, ()) for size in ("1x1", "2x3", "8x9")]
BOARDS += [(KALAH, size, ("empty-capture",)) for size in ("6x3", "3x2")]
BOARDS += [(KALAH, "6x4", ("last-stone",)), (KALAH, "8x9", ("last-stone",))]


def slow_kalah_class(position, move):
    """Sow stone by stone; the rules on a plain list say whether the same side moves again."""
    cells, side = KALAH.cells(position), position.turn
    board = Board(position.pits, [*cells], side, position.empty_capture, position.majority)
    at = board.row(side)[move]
    hand, cells[at] = cells[at], 0
    while hand:
        at = (at + 1) % len(cells)
        if at != board.store(1 - side):
            cells[at] += 1
            hand -= 1
    opposite = 2 * position.pits - at
    if at in board.row(side) and cells[at] == 1 and (cells[opposite] or position.empty_capture):
        assert not board.play(move), "a sowing does one of both"
        return "capture"
    return "again" if board.play(move) else "neither"


def slow_reversi_class(position, move):
    """Look at the places of the board, and count the discs that are told to turn."""
    board, cells = REVERSI.board(position), REVERSI.cells(position)
    events = list(REVERSI.tell(position, move))
    [column, row] = board.places[next(event.cell for event in events if isinstance(event, Place))]
    corners = [board.places[cell] for cell in board.corners if not cells[cell]]
    between = sum(
        {(column + right, row + down), (column - right, row - down)} <= set(board.places)
        for right, down in ((0, 1), (1, 0), (1, 1), (1, -1))
    )
    if between == 0:
        where = "corner"
    elif any(max(abs(column - c), abs(row - r)) == 1 for c, r in corners):
        where = "beside-corner"
    else:
        where = "edge" if between == 1 else "inner"
    turned = sum(isinstance(event, Flip) for event in events)
    return f"{where}-{'few' if turned <= 2 else 'many'}"


def slow_square_class(position, move):
    [place] = GAMES["tictactoe"].tell(position, move)
    return {4: "centre"}.get(place.cell, "side" if place.cell % 2 else "corner")


def slow_number_class(position, move):
    [said] = GAMES["eight"].tell(position, move)
    assert isinstance(said, Say)
    return str(said.number)


SLOW_CLASS = {
    "kalah": slow_kalah_class,
    "reversi": slow_reversi_class,
    "tictactoe": slow_square_class,
    "eight": slow_number_class,
}


def named(case):
    game, variant, rules = case
    return ":".join((game.key, variant, *rules))


@pytest.mark.few(2)
@pytest.mark.parametrize("case", BOARDS, ids=named)
def test_every_move_is_in_one_class(case):
    game, variant, rules = case
    found = set()
    for seed in range(20):
        chance = random.Random(seed)
        here = game.start(variant, rules)
        while not here.over:
            before = here.copy()
            for move in here.moves():
                name = game.move_class(here, move)
                assert name == SLOW_CLASS[game.key](here, move), game.position_text(here)
                found.add(name)
            assert here == before
            here.play(chance.choice(here.moves()))
    assert found <= set(game.move_classes)
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
    found = [
        counted_classes().probabilities(REVERSI, REVERSI.start(variant))
        for variant in ("8x8", "6x6", "diamond", "diamond-parallel")
    ]
    assert found[0] != found[1] != found[2] == found[3]
    counted = kept()["boards"]["reversi:8x8"]["classes"]
    assert found[0] == {name: count["played"] / count["legal"] for name, count in counted.items()}


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
def test_a_damaged_file_is_one_sentence(tmp_path, text):
    path = tmp_path / "classes.json"
    path.write_text(text, "utf-8")
    with pytest.raises(BadMoveClasses, match="is damaged: make it anew") as error:
        read(path)
    assert "\n" not in str(error.value)
    path.write_bytes(b"\xff\xfe{")
    with pytest.raises(BadMoveClasses, match="is damaged"):
        read(path)


def test_a_missing_file_is_one_sentence(tmp_path):
    with pytest.raises(BadMoveClasses, match="cannot be read"):
        read(tmp_path / "classes.json")


def kept():
    return json.loads((ROOT / "assets" / "tables" / "move-classes.json").read_text("utf-8"))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_comes_with_the_program_has_every_class_of_every_game(game):
    boards = [kept()["boards"].get(f"{game.key}:{variant}") for variant in game.variants]
    assert boards[game.variants.index(game.variant)] is not None
    for name in game.move_classes:
        counts = [board["classes"][name] for board in boards if board]
        assert sum(count["legal"] for count in counts) > 0, f"{name} has never been legal"
        for variant in game.variants:
            found = counted_classes().probabilities(game, game.start(variant))
            assert 0 <= found[name] <= 1
