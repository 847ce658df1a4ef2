"""What is known of the starts: it agrees with the search, and is told where a game begins."""

import json

import pytest

from kalahgui import words
from kalahgui.cli import solve_command
from kalahgui.core import COMPILED
from kalahgui.core.search import StopWord
from kalahgui.engine import starts
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.knowledge import machine_knowledge
from kalahgui.engine.starts import FILE, known_start
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES, game_and_variant
from kalahgui.games.game import children
from kalahgui.games.reversi.drawn_line import mark_of
from kalahgui.gui.screens.setup import forms
from kalahgui.gui.screens.setup.forms import known_sentences
from kalahgui.solving.solver import solve

KNOWN = starts.starts_of(json.loads(FILE.read_text("utf-8")))
PUBLISHED = {
    "kalah:6x3": 2,
    "kalah:6x4": 8,
    "kalah:6x5": 10,
    "reversi:diamond": 0,
    "reversi:diamond-parallel": 10,
    "reversi:4x4": -8,
    "reversi:6x6": -4,
}
FIRST_MOVES = {
    "kalah:6x3": (-14, -16, -10, -2, 2, 0),
    "kalah:6x4": (-14, -10, 8, -2, -8, 4),
    "kalah:6x5": (-10, 10, 2, 2, 2, 0),
}
MIRRORED = ("reversi:6x6", "reversi:diamond", "reversi:4x4")
QUICK = ["reversi:diamond", "reversi:diamond-parallel", "reversi:4x4"]


def start_of(board, *rules):
    game, variant = game_and_variant(board)
    return game, game.start(variant, rules)


def test_the_boards_and_their_values_are_the_published_ones():
    assert {board: known.value for board, known in KNOWN.items()} == PUBLISHED
    by_pit = {board: list(known.moves.values()) for board, known in KNOWN.items()}
    assert all(low == high for known in KNOWN.values() for low, high in known.moves.values())
    for board, values in FIRST_MOVES.items():
        assert by_pit[board] == [(value, value) for value in values]


@pytest.mark.parametrize("board", KNOWN)
def test_what_is_known_holds_together(board):
    _, start = start_of(board)
    known = known_start(start)
    assert known == KNOWN[board]
    assert sorted(known.moves) == start.moves() and known.made.startswith("python ")
    for move, child, sign in children(start.to_the_end()):
        low, high = known.moves[move]
        least, most = sorted(sign * bound for bound in child.bounds())
        assert low <= high <= known.value and low % 2 == high % 2 == 0
        assert high >= least and low <= most
    assert max(high for _, high in known.moves.values()) == known.value
    knowledge = machine_knowledge()
    for move, child, sign in children(start):  # after a first move its value is known
        low, _ = known.moves[move]
        assert sign * knowledge.value_by_heart(child) == low
        assert knowledge.moves_by_heart(child, 9).most == sign * low
    if board in MIRRORED:
        assert len({mark_of(child) for _, child, _ in children(start)}) == 1
        assert set(known.moves.values()) == {(known.value,) * 2}
    here, sign = start.to_the_end(), 1
    for move in known.line:
        sign = sign if here.play(move) else -sign
    if known.line:
        assert known.moves[known.line[0]] == (known.value, known.value)
        assert here.over and here.final() * (1 if here.turn == 0 else -1) == known.value


@pytest.mark.parametrize("board", [*QUICK, pytest.param("kalah:6x3", marks=[pytest.mark.slow])])
def test_the_search_finds_the_same(board):
    if not COMPILED and board != "reversi:4x4":
        pytest.skip("takes too long interpreted")
    known, (_, start) = KNOWN[board], start_of(board)
    solution = solve(start, StopWord(), with_moves=True)
    assert (solution.value, solution.move_bounds) == (known.value, known.moves)


def test_the_most_even_first_move_is_known_where_sides_may_be_swapped():
    _, start = start_of("kalah:6x5")
    judging = Thinker(table_bits=14, knowledge=machine_knowledge())
    first = next(judging.judge(start, Interrupt(), swap_to_come=True))
    assert (first.value, first.value_exact) == (0, True)
    assert first.lines[1][:2] == [1, 5] and first.lines[5][0] == 5, "two turns are worth 0"
    assert all(first.values[move] == 0 and move in first.exact_moves for move in (1, 5))


def test_nothing_is_known_elsewhere():
    _, start = start_of("kalah:6x3", "empty-capture")
    assert known_start(start) is None
    assert known_start(start_of("kalah:6x3", "last-stone")[1]) is not None
    assert known_start(start_of("reversi:6x6", "empties-winner")[1]) is None
    _, later = start_of("kalah:6x3")
    later.play(0)
    assert known_start(later) is None and known_start(start_of("kalah:6x6")[1]) is None


def test_a_damaged_file_is_as_if_nothing_were_known(monkeypatch, tmp_path):
    monkeypatch.setattr(starts, "FILE", tmp_path / "starts.json")
    for text in ("", "{}", FILE.read_text("utf-8").replace('"1": [', '"7": [')):
        starts.FILE.write_text(text, "utf-8")
        starts._by_position.cache_clear()  # a program reads the file once
        assert known_start(start_of("kalah:6x3")[1]) is None
    starts._by_position.cache_clear()


def test_values_of_long_searches_are_known_by_heart():
    _, start = start_of("reversi:6x6")
    by_heart = machine_knowledge().moves_by_heart(start, 8)
    assert by_heart.most == -4
    assert by_heart.moves == {move: (-4, [move]) for move in start.moves()}
    # What is searched in a moment has lines as well.
    assert machine_knowledge().moves_by_heart(start_of("reversi:4x4")[1], 8).moves == {}


def test_solve_tells_what_is_known_unless_a_search_is_asked_for(command):
    def document(*more):
        status, out, _ = command("solve", "reversi:4x4", "--moves", "--json", *more)
        assert status == 0
        return json.loads(out)

    known = document()
    assert known["known"] == KNOWN["reversi:4x4"].made
    for searched in (document("--anew"), document("--threads", "1")):
        assert "known" not in searched
        same = ("value", "exact", "bounds", "moves")
        assert [searched[key] for key in same] == [known[key] for key in same]
    out = command("solve", "kalah:6x4", "--moves")[1]
    assert "known before, by python -m lab starts kalah:6x4; --anew searches again" in out
    assert "move 3 +8" in " ".join(out.split())


def test_bounds_are_told_in_words(command, monkeypatch):
    start = start_of("kalah:6x5")[1]
    bounds = {0: (-60, 4), 1: (10, 10), 2: (-8, 60), 3: (-60, 60), 4: (2, 8), 5: (0, 0)}
    known = KNOWN["kalah:6x5"]._replace(moves=bounds)
    for teller in (solve_command, forms):
        monkeypatch.setattr(teller, "known_start", lambda position: known)
    out = command("solve", "kalah:6x5", "--moves")[1]
    bound_words = [
        line.split(maxsplit=2)[2].strip() for line in out.splitlines() if "move " in line
    ]
    assert bound_words == ["at most +4", "+10", "at least -8", "?", "+2 to +8", "0"]
    words.choose("en")

    def text(move, side):
        return str(move + 1)

    assert known_sentences(GAMES["kalah"], start, text) == [
        "With best play the first player wins: by 10, if it is played out.",
        "First moves: 1: ≤+4 · 2: +10 · 3: ≥\u22128 · 4: ? · 5: +2 … +8 · 6: 0",
    ]
    start = start_of("reversi:6x6")[1]
    monkeypatch.undo()
    assert known_sentences(GAMES["reversi"], start, text) == [
        "With best play the second player wins by 4.",
        "All first moves are worth the same.",
    ]
