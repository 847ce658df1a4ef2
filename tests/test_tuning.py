"""The experiment with the measures: its stages, its file of results, and its processes."""

import json
import math
from pathlib import Path

import pygame
import pytest

from kalahgui.articles import three_measures
from kalahgui.articles.weights_experiment import (
    FIRST_BASE,
    STAGES,
    Trial,
    Tuning,
    standard_error,
    trial_score,
    trial_subject,
)
from kalahgui.core.search import StopWord
from kalahgui.folders import data_folder
from kalahgui.solving.result_store import ResultStore


@pytest.fixture
def path(tmp_path):
    return tmp_path / "results.sqlite3"


def kept(path, seed=0):
    return ResultStore(path, trial_subject(seed))


def play_all(run, score):
    """Play an experiment to its end with scores that a function gives."""
    while not run.finished:
        for trial in list(run.stage.waiting()):
            run.take(trial, score(trial))


def won_by(shares):
    """Return a score that gives each challenger so many of ten games, by its factors."""

    def score(trial):
        return 1.0 if trial.number < shares.get(trial.challenger, 0) else 0.0

    return score


def test_the_stages_are_the_article_s():
    assert [stage.choices for stage in STAGES] == [
        (0, 5, 10, 15, 20),
        (0, 5, 10, 15, 20),
        (0, 10, 20, 30, 40, 50),
    ]
    assert [stage.chosen for stage in STAGES] == [15, 10, 30]
    assert [cell.case for cell in three_measures.experiment(2).cells[3:6]] == [
        [[10, 20, 0, 0], [10, 0, 0, 0]],
        [[10, 15, 5, 0], [10, 15, 0, 0]],
        [[10, 15, 10, 0], [10, 15, 0, 0]],
    ]
    # The article's choices are the best of its own percentages, the smaller of two equal ones.
    for stage in STAGES:
        assert stage.chosen == max(stage.percents, key=stage.percents.get)


def test_the_best_becomes_the_base_of_the_next_stage():
    run = Tuning(10, 0, ResultStore())
    assert (len(run.stages), run.stage.base, run.total) == (1, FIRST_BASE, 130)
    shares = {(10, 20, 0, 0): 9, (10, 5, 0, 0): 8, (10, 20, 10, 0): 6, (10, 20, 10, 40): 7}
    play_all(run, won_by(shares))
    assert [stage.base for stage in run.stages] == [FIRST_BASE, (10, 20, 0, 0), (10, 20, 10, 0)]
    assert run.chosen == (10, 20, 10, 40)
    assert run.played == run.total == 130
    percents = [candidate.percent for candidate in run.stages[0].candidates]
    assert percents == [50, 80, 0, 0, 90]


def test_the_error_is_agresti_and_coull_s_and_a_share_far_from_the_published_one_disagrees():
    candidate = Tuning(30, 0, ResultStore()).stage.candidates[1]  # published: 66.67
    assert (candidate.percent, candidate.error) == (None, None)
    candidate.scores = dict(enumerate([1.0] * 20 + [0.5, 0.0, 0.0]))
    assert candidate.percent == pytest.approx(100 * 20.5 / 23)
    likely = 22.5 / 27
    assert candidate.error == pytest.approx(100 * math.sqrt(likely * (1 - likely) / 27))
    assert candidate.published_error == pytest.approx(100 * standard_error(20.001, 30))
    for won, disagrees in ((20, False), (9, True)):
        candidate.scores = dict(enumerate([1.0] * won + [0.0] * (30 - won)))
        assert candidate.disagrees == disagrees


def play_next(run, score=trial_score):
    """Play the next game of an experiment."""
    trial = next(run.stage.waiting())
    run.take(trial, score(run.seed, trial, StopWord()))


def test_a_game_that_is_stopped_has_no_score():
    stop, trial = StopWord(), Trial((10, 5, 0, 0), FIRST_BASE, 0)
    assert trial_score(0, trial, stop) in (0.0, 0.5, 1.0)
    stop.raised = True
    assert trial_score(0, trial, stop) is None


def test_the_command_line_finds_the_window_s_folder():
    assert data_folder() == Path(pygame.system.get_pref_path("KalahGUI", "KalahGUI"))


@pytest.fixture
def tune(command):
    return lambda *arguments: command("tune", "reversi-weights", *arguments)


@pytest.mark.slow
@pytest.mark.compiled
def test_results_do_not_depend_on_the_number_of_processes(tune, tmp_path):
    documents = []
    for jobs in (1, 3):
        path = tmp_path / f"{jobs}.sqlite3"
        arguments = ("--games", 2, "--jobs", jobs, "--store", path, "--json")
        status, out, err = tune(*arguments)
        assert (status, err) == (0, "")
        documents.append(json.loads(out))
    assert documents[0] == documents[1]
    here = Tuning(2, 0, ResultStore())
    while not here.finished:
        play_next(here)
    assert documents[0]["chosen"] == list(here.chosen)
    shares = [candidate["percent"] for candidate in documents[0]["stages"][2]["candidates"]]
    assert shares == [round(candidate.percent, 2) for candidate in here.stages[2].candidates]


def test_the_experiment_is_printed_beside_the_published_one(tune, path):
    play_all(Tuning(1, 0, kept(path)), won_by({}))
    status, out, err = tune("--games", 1, "--store", path)
    assert (status, err) == (0, "")
    for words in ("stage 3: stable discs", "66.67", "63.33", "in the article", "inferred"):
        assert words in out
    # Nothing is left to be played, but by another seed.
    assert Tuning(1, 0, kept(path)).finished
    assert Tuning(1, 1, kept(path, 1)).played == 0


@pytest.mark.compiled
def test_a_document_says_what_disagrees(tune, path):
    play_all(Tuning(10, 0, kept(path)), won_by({(10, 20, 0, 0): 10, (10, 20, 5, 10): 10}))
    status, out, err = tune("--games", 10, "--store", path, "--json")
    assert (status, err) == (0, "")
    document = json.loads(out)
    assert document["chosen"] == [10, 20, 0, 0]
    assert document["published"] == [10, 15, 10, 30]
    first = document["stages"][0]
    assert (first["chosen"], first["published"]) == (20, 15)
    assert first["candidates"][4]["percent"] == 100
    assert first["candidates"][3]["disagrees"] is True
    notes = " ".join(document["notes"])
    for words in ("choose 20, the article chose 15", "30 is inferred", "mobility 15", "subtracted"):
        assert words in notes
    assert "10 / 20 / 0 / 0 here, 10 / 15 / 0 / 0 in the article" in notes
