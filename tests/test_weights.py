"""Files of learnt weights, and what becomes of the evaluation where one is of no use."""

import json
import zlib
from array import array
from dataclasses import replace

import pytest

from kalahgui.assets import DAMAGED, FOREIGN, MISSING, asset
from kalahgui.cli import main
from kalahgui.core.disc_patterns import ERRORS, ROW_LENGTH, DiscPatterns
from kalahgui.core.pair_patterns import PHASES, PairPatterns, row_length
from kalahgui.core.position import checksum
from kalahgui.core.reversi_measures import Measures
from kalahgui.games import GAMES, bad_weights, game_and_variant
from kalahgui.games.limit import HANDMADE
from kalahgui.games.weights import (
    BadWeights,
    Weights,
    learnt_from,
    read,
    write,
)

KALAH, REVERSI = GAMES["kalah"], GAMES["reversi"]
NAME = "kalah-6x6.weights"


def weights(pits=6, board="6x6", rules=("standard",)):
    values = array("h", (number % 311 - 155 for number in range(PHASES * row_length(pits))))
    return Weights("kalah", board, rules, "pair-patterns", PHASES, values, "made up")


@pytest.fixture
def path(tmp_path):
    """A file of weights."""
    write(tmp_path / "some.weights", weights())
    return tmp_path / "some.weights"


def what_is_wrong(path):
    with pytest.raises(BadWeights) as caught:
        read(path)
    assert caught.value.file == path.name
    assert str(caught.value).count(".") - path.name.count(".") == 1, "one sentence"
    return caught.value.what


def test_weights_go_round(path):
    assert read(path) == weights()
    assert read(path).checksum == checksum(weights().values)
    assert [file.name for file in path.parent.iterdir()] == ["some.weights"]
    plain = zlib.decompress(path.read_bytes().partition(b"\n")[2])
    numbers = [int.from_bytes(plain[i : i + 2], "little", signed=True) for i in (0, 2, 4)]
    assert numbers == [-155, -154, -153], "the lower byte comes first"


def test_a_file_is_missing_or_cannot_be_read(tmp_path):
    assert what_is_wrong(tmp_path / "none.weights") == MISSING
    (tmp_path / "folder.weights").mkdir()
    assert what_is_wrong(tmp_path / "folder.weights") == DAMAGED


def test_whatever_is_wrong_with_a_file_is_noticed(path):
    data = path.read_bytes()
    line, _, rest = data.partition(b"\n")
    spoilt = [data[:length] for length in (0, 1, 100, -1, -1000)]
    for place in (0, 5, 200, -1, int(0.3 * len(data)), int(0.7 * len(data))):
        changed = bytearray(data)
        changed[place] ^= 0x55
        spoilt.append(bytes(changed))
    for change in ({"rules": 5}, {"board": 6}, {"more": 1}):
        spoilt.append(json.dumps(json.loads(line) | change).encode() + b"\n" + rest)
    spoilt += [b"\n", b"[]\n", b"{}\n", b"null\nx", b"\xff" * 100, b"[" * 70000, b'{"rules":1}']
    for contents in spoilt:
        path.write_bytes(contents)
        assert what_is_wrong(path) == DAMAGED
    path.write_bytes(json.dumps(json.loads(line) | {"version": 99}).encode() + b"\n" + rest)
    assert what_is_wrong(path) == FOREIGN


# -- those that come with the program


@pytest.mark.parametrize("rules", [(), ("empty-capture",), ("last-stone",)])
@pytest.mark.parametrize("board", ["6x6", "6x3", "6x4", "6x9"])
def test_positions_are_judged_by_what_was_learnt_unless_the_hand_set_one_is_asked_for(board, rules):
    here = KALAH.start(board, rules)
    judged = KALAH.with_evaluation(here, "")
    assert isinstance(judged.evaluation, PairPatterns)
    assert here.evaluation is None, "the position itself is left alone"
    assert KALAH.with_evaluation(here, HANDMADE) is here
    assert KALAH.with_evaluation(judged, HANDMADE) == here
    assert KALAH.with_evaluation(judged, "") is judged
    assert KALAH.with_evaluation(here.copy(), "") == judged


def test_a_board_that_nothing_was_learnt_for_keeps_its_own_evaluation():
    here = KALAH.start("8x9")
    assert KALAH.with_evaluation(here, "") is here
    for key, board in (("reversi", "6x6"), ("tictactoe", "3x3"), ("eight", "8")):
        start = GAMES[key].start(board)
        assert GAMES[key].with_evaluation(start, "") is start


@pytest.mark.parametrize("rules", [(), ("empties-winner",)])
def test_the_full_board_of_reversi_is_judged_by_patterns(rules):
    here = REVERSI.start("8x8", rules)
    judged = REVERSI.with_evaluation(here, "")
    assert isinstance(judged.evaluation, DiscPatterns) and judged.evaluation.probcut
    assert REVERSI.with_evaluation(judged, HANDMADE) == here
    assert REVERSI.with_evaluation(judged, "") is judged
    assert isinstance(REVERSI.with_evaluation(judged, "measures").evaluation, Measures)


def test_all_weights_that_should_be_there_are_there_with_their_logs_and_small():
    assert list(bad_weights()) == []
    files = sorted(asset("weights").glob("*.weights"))
    assert files
    assert sum(path.stat().st_size for path in files) <= 4 << 20
    for path in files:
        log = json.loads(path.with_suffix(".json").read_text("utf-8"))
        shipped_weights = read(path)
        assert log["sha256"] == shipped_weights.checksum
        assert log["command"] == shipped_weights.made
        assert {"kalahgui", "python", "numpy", "scipy"} <= set(log["versions"])
        last = log["rounds"][-1]
        assert last["error_learnt"] < last["error_hand_set"]


def spoil(folder, name, how):
    if how == DAMAGED:
        (folder / name).write_bytes(b"nothing of the kind")
    elif how == FOREIGN:
        write(folder / name, weights(pits=5, board="5x6"))


@pytest.mark.parametrize("board", ["kalah:6x6", "reversi:8x8"])
@pytest.mark.parametrize("how", [MISSING, DAMAGED, FOREIGN])
def test_a_command_says_it_once_and_the_hand_set_evaluation_takes_over(
    own_weights, capsys, board, how
):
    name = f"{board.replace(':', '-')}.weights"
    spoil(own_weights, name, how)
    line = ["match", board, "search:1", "search:1:handmade", "--games", "2", "--json"]
    assert main([*line, "--opening-plies", "0"]) == 0
    printed = capsys.readouterr()
    assert name in printed.err
    assert len(printed.err.splitlines()) == 1
    assert json.loads(printed.out)["margin"] == 0, "both play alike"
    game, variant = game_and_variant(board)
    here = game.start(variant)
    assert game.with_evaluation(here, "") is here
    assert [bad.what for bad in bad_weights() if bad.file == name] == [how]


def test_weights_of_patterns_are_for_their_board_and_whole(own_weights):
    good = Weights(
        "reversi", "8x8", (), "disc-patterns", 12, array("h", [0] * (12 * ROW_LENGTH + ERRORS)), ""
    )
    path = own_weights / "reversi-8x8.weights"
    for candidate, right in (
        (good, True),
        (replace(good, board="6x6"), False),
        (replace(good, evaluation="pair-patterns"), False),
        (replace(good, values=good.values[:-1]), False),
        (replace(good, phases=11), False),
    ):
        write(path, candidate)
        learnt_from.cache_clear()
        assert (list(REVERSI.bad_weights()) == []) == right


@pytest.mark.parametrize("rules", [("empty-capture",), ("standard",)])
def test_weights_for_other_rules_are_foreign(own_weights, rules):
    write(own_weights / NAME, weights(rules=rules))
    wrong = [bad.what for bad in bad_weights() if bad.file == NAME]
    assert wrong == ([] if rules == ("standard",) else [FOREIGN])
