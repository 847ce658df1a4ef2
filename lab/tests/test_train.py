"""Learning an evaluation: the fit, the file of games, and the command."""

import importlib.util
import json

import pytest
from reference import worth

from kalahgui.core import COMPILED
from kalahgui.core.disc_patterns import PHASES, ROW_LENGTH, DiscPatterns
from kalahgui.core.pair_patterns import PairPatterns
from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import Table
from kalahgui.games import GAMES
from kalahgui.games.weights import read
from kalahgui.solving.result_store import ResultStore
from kalahgui.solving.workers import Workers
from lab.__main__ import main
from lab.training.kalah import KalahLearning
from lab.training.learning import Samples, Settings, WeightLayout, fit, predict
from lab.training.reversi import ReversiLearning
from lab.training.rounds import Training

needs_numpy = pytest.mark.skipif(
    importlib.util.find_spec("scipy") is None, reason="needs numpy and scipy"
)
TOY = "3x5"


# -- the fit


def synthetic(count, entries, noise=0.0, phases=3):
    """Return known weights and samples of them, with some entries more frequent than others."""
    import numpy as np

    chance = np.random.default_rng(5)
    known = chance.normal(0, 3, (phases, entries))
    active = np.minimum(chance.exponential(entries / 4, (count, 6)), entries - 1).astype(int)
    which = chance.integers(0, phases, count)
    labels = known[which[:, None], active].sum(axis=1) + chance.normal(0, noise, count)
    return known, Samples(active, which, labels, np.ones(count))


@needs_numpy
def test_a_fit_finds_what_the_normal_equations_have():
    """With a ridge, weights of samples, free entries and entries that count twice."""
    import numpy as np

    _, samples = synthetic(300, 12, noise=2.0, phases=1)
    weights = np.linspace(0.2, 3.0, 300)
    samples = Samples(samples.active, samples.phases, samples.labels, weights)
    dense = np.zeros((300, 12))
    for row, entries in enumerate(samples.active):
        for entry in entries:
            dense[row, entry] += 1
    ridge = 7.0 * np.eye(12)
    ridge[0, 0] = 0.0
    left = dense.T @ (weights[:, None] * dense) + ridge
    expected = np.linalg.solve(left, dense.T @ (weights * samples.labels))
    fitted = fit(samples, WeightLayout(1, 12, free=1), Settings(ridge=7.0, steps=300))
    assert np.allclose(fitted[0], expected, atol=1e-6)


@needs_numpy
def test_phases_learn_from_their_neighbours_as_much_as_they_are_told():
    import numpy as np

    active = np.zeros((4, 1), int)
    phases, labels = np.array([0, 1, 2, 4]), np.array([0.0, 10.0, 20.0, 8.0])
    samples = Samples(active, phases, labels, np.ones(4))
    fitted = fit(samples, WeightLayout(6, 1), Settings(ridge=1e-9, nearness=(1.0, 0.5)))[:, 0]
    expected = [5 / 1.5, 20 / 2, 25 / 1.5, 14 / 1, 8, 8]
    assert np.allclose(fitted, expected)
    alone = fit(samples, WeightLayout(6, 1), Settings(ridge=1e-9))[:, 0]
    assert np.allclose(alone, [0, 10, 20, 0, 8, 0]), "a phase without samples has no weights"


@needs_numpy
def test_a_fit_is_drawn_to_the_weights_before():
    import numpy as np

    samples = Samples(np.zeros((1, 1), int), np.array([1]), np.array([9.0]), np.ones(1))
    before = np.array([[2.0], [3.0]])
    fitted = fit(samples, WeightLayout(2, 1), Settings(ridge=2.0), before=before)
    assert np.allclose(fitted, [[2.0], [3.0 + 6.0 / 3.0]])
    learning = ReversiLearning("8x8", ())
    whole = learning.weights(np.random.default_rng(2).normal(0, 1, (PHASES, ROW_LENGTH)))
    assert learning.weights(learning.table(whole + whole[:9])) == whole


@needs_numpy
def test_what_is_active_is_what_the_evaluation_adds_up():
    """The fit's prediction, in whole units, is the evaluation's estimate."""
    import numpy as np

    learning = KalahLearning("3x6", ("last-stone",))
    positions = [s for seed in "ab" for s in learning.play(None, 1, seed)]
    chance = np.random.default_rng(1)
    table = chance.normal(0, 0.1, (learning.layout.phases, learning.layout.entries))
    weights = learning.weights(table)
    whole = np.array(weights).reshape(table.shape) / 64
    start = GAMES["kalah"].start("3x6", ["last-stone"])
    start.evaluation = PairPatterns(3, weights)
    for sample, value in zip(positions, predict(whole, learning.samples(positions)), strict=True):
        here = start.copy()
        here.own, here.opp = sample.own, sample.opp
        rest = sum(here.own.to_bytes(8, "little") + here.opp.to_bytes(8, "little"))
        assert here.evaluate() == min(max(np.floor(value + 0.5), 1 - rest), rest - 1)


@needs_numpy
def test_what_is_active_in_reversi_is_what_the_evaluation_adds_up():
    """Patterns that mean the same share a weight, so reflected positions are worth the same."""
    import numpy as np

    learning = ReversiLearning("8x8", ())
    positions = [s for seed in "ab" for s in learning.play(None, 1, seed)]
    table = np.random.default_rng(1).normal(0, 0.1, (PHASES, ROW_LENGTH))
    judge = DiscPatterns(learning.weights(table))
    whole = np.array(learning.weights(table)).reshape(table.shape) / 128
    start = GAMES["reversi"].start("8x8")
    start.evaluation = judge
    for sample, value in zip(positions, predict(whole, learning.samples(positions)), strict=True):
        here, mirrored = start.copy(), start.copy()
        here.own, here.opp = sample.own, sample.opp
        mirrored.own, mirrored.opp = (
            int.from_bytes(word.to_bytes(8, "little"), "big") for word in (sample.own, sample.opp)
        )
        assert here.evaluate() == min(max(np.floor(value + 0.5), -63), 63)
        assert mirrored.evaluate() == here.evaluate()


# -- games


def test_a_game_of_reversi_is_labelled_by_its_end_and_on_the_way():
    learning = ReversiLearning("8x8", ())
    games = [learning.play(None, 2, seed) for seed in ("one", "two", "one")]
    assert games[0] == games[2] != games[1]
    last = games[0][-1]
    here = GAMES["reversi"].start("8x8")
    here.own, here.opp = last.own, last.opp
    *_, finding = Search(Table(10)).deepen(here)
    assert last.label == 4 * finding.value


@pytest.mark.compiled
def test_a_deep_game_of_reversi_labels_two_positions_by_one_search():
    learning = ReversiLearning("8x8", ())
    games = [learning.play(None, 6, seed) for seed in ("one", "one")]
    assert games[0] == games[1]
    first, second = games[0][:2]
    assert first.label == -second.label, "the same value and end, seen by either side"


def test_labels_of_few_stones_are_exact():
    start = GAMES["kalah"].start("3x2", ["last-stone"])
    for sample in KalahLearning("3x2", ()).play(None, 1, "some"):
        here = start.copy()
        here.own, here.opp = sample.own, sample.opp
        assert sample.label == worth(here)


# -- the command


def learn(out, *more):
    store = out.with_suffix(".sqlite3")
    asked = ("--games", "30", "--out", str(out), "--store", str(store))
    return main(["train", f"kalah:{TOY}", *asked, *more])


@needs_numpy
@pytest.mark.slow
@pytest.mark.compiled
def test_the_same_seed_gives_the_same_weights_whatever_happens(tmp_path, capsys):
    """On one process, on two, after a stop in each round, and other ones by another seed."""
    one, two, stopped, other = (tmp_path / f"{name}.weights" for name in "abcd")
    assert learn(one, "--jobs", "1") == 0
    assert learn(two, "--jobs", "2", "--json") == 0
    assert one.read_bytes() == two.read_bytes()
    log = json.loads(one.with_suffix(".json").read_text("utf-8"))
    assert log == json.loads(capsys.readouterr().out.splitlines()[-1])
    assert log["sha256"] == read(one).checksum
    for played in (5, 12, 20):
        store = ResultStore(stopped.with_suffix(".sqlite3"), "train kalah")
        training = Training(KalahLearning(TOY, ()), 30, 0, store)
        stop = StopWord()

        def watch(doing, training=training, stop=stop, played=played):
            stop.raised = stop.raised or training.played >= played

        with Workers(1) as workers, pytest.raises(KeyboardInterrupt):
            training.run(workers, stop, watch)
        assert training.played < training.total
    assert learn(stopped, "--jobs", "2") == 0
    assert stopped.read_bytes() == one.read_bytes()
    assert learn(other, "--seed", "1") == 0
    assert read(other).values != read(one).values


@needs_numpy
@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="the interpreted core takes too long")
def test_weights_are_of_their_board(tmp_path):
    out = tmp_path / "some.weights"
    assert learn(out, "--rules", "empty-capture,last-stone", "--jobs", "1") == 0
    weights = read(out)
    assert (weights.game, weights.board, weights.rules) == ("kalah", TOY, ("empty-capture",))
    assert weights.made.startswith(f"python -m lab train kalah:{TOY} --rules empty-capture")
    assert weights.name == f"kalah-{TOY}-empty-capture"
    assert PairPatterns(3, weights.values).checksum == weights.checksum


@pytest.mark.parametrize("missing", ["numpy", "scipy"])
def test_without_its_libraries_training_says_what_to_do(tmp_path, monkeypatch, capsys, missing):
    there = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == missing else there(name)
    )
    assert learn(tmp_path / "some.weights") == 2
    printed = capsys.readouterr()
    assert 'pip install -e ".[train]"' in printed.err
    assert len(printed.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@needs_numpy
@pytest.mark.parametrize("game", ["kalah:1x1", "kalah:2x1", "kalah:3x2"])
def test_too_few_positions_are_said_and_no_file_is_blamed(game, tmp_path, capsys):
    out = tmp_path / "some.weights"
    assert main(["train", game, "--games", "1", "--jobs", "1", "--out", str(out)]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert "too few positions to learn from" in line and game in line and "--games" in line
    assert "some.weights" not in line
    assert not out.exists()


@needs_numpy
def test_weights_cannot_have_the_name_of_their_log(tmp_path, capsys):
    for name in ("some.json", "some.JSON"):
        assert learn(tmp_path / name) == 2
        [line] = capsys.readouterr().err.splitlines()
        assert name in line and "log" in line
    assert list(tmp_path.iterdir()) == [], "it is said before any work"


@pytest.mark.slow
@needs_numpy
@pytest.mark.skipif(not COMPILED, reason="the interpreted core takes too long")
@pytest.mark.parametrize("kept", ["a.weights", "a.json"])
def test_the_files_of_another_training_are_left_alone(kept, tmp_path, capsys):
    def learn_here(board, *more):
        out = ("--out", str(tmp_path / "a.weights"))
        return main(["train", board, "--games", "10", "--jobs", "1", *out, *more])

    assert learn_here("kalah:3x3") == 0
    for path in tmp_path.iterdir():
        if path.name != kept:
            path.unlink()
    before = (tmp_path / kept).read_bytes()
    for more in (
        ("kalah:3x4",),
        ("kalah:3x3", "--seed", "1"),
        ("kalah:3x3", "--rules", "empty-capture"),
    ):
        capsys.readouterr()
        assert learn_here(*more) == 2
        [line] = capsys.readouterr().err.splitlines()
        assert f"{kept} belongs to another board" in line
        assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [(kept, before)]
    assert learn_here("kalah:3x3", "--games", "12") == 0, "more games of the same go on"
