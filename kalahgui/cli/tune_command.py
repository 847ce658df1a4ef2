"""``tune``: run an article's experiment anew, which chose the weights of its evaluation."""

from __future__ import annotations

import argparse
import functools
from argparse import Namespace
from typing import Any

from kalahgui.articles.weights_experiment import (
    FIRST_BASE,
    INFERRED,
    INFERRED_GAMES,
    STAGES,
    Candidate,
    StageRun,
    Trial,
    Tuning,
    trial_score,
    trial_subject,
)
from kalahgui.cli import arguments
from kalahgui.cli.output import (
    figures_table,
    going_on,
    print_table,
    print_text,
    report,
    uninterrupted,
    working,
)
from kalahgui.core.reversi_measures import PUBLISHED
from kalahgui.core.search import StopWord
from kalahgui.folders import data_folder
from kalahgui.words import say

EXPERIMENT = "reversi-weights"

_DESCRIPTION = """\
Run the experiment that chose the weights of the three measures of 8x8 Reversi.
Own squares have 10; opponent's squares, mobility and stable discs are tuned one
after the other. Each choice of a weight plays against the base, which has 0
there. The best choice joins the base of the next stage; of equally good ones it
is the smaller. Every game is kept in a file as it ends. A later run with the same
seed goes on from there.
"""
_EXAMPLES = """\
examples:
  python main.py tune reversi-weights
  python main.py tune reversi-weights --games 200 --seed 1 --json
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about = "run an article's experiment with its evaluation"
    parser = arguments.add_command(commands, "tune", run, about, _DESCRIPTION, _EXAMPLES)
    parser.add_argument(
        "experiment", metavar="EXPERIMENT", type=_experiment, help=f"there is one: {EXPERIMENT}"
    )
    text = f"games for each choice of a weight ({INFERRED_GAMES})"
    arguments.add_number(parser, "--games", "N", (1, 100_000), text, INFERRED_GAMES)
    arguments.add_seed(parser)
    arguments.add_jobs(parser)
    arguments.add_store(parser, "the folder of your data")
    arguments.add_json(parser)


def _experiment(text: str) -> str:
    if text != EXPERIMENT:
        said = say("terminal_no_experiment", text=text, known=EXPERIMENT)
        raise argparse.ArgumentTypeError(said)
    return text


def run(options: Namespace) -> int:
    """Run the command."""
    store = arguments.store(options, trial_subject(options.seed), data_folder())
    tuning = Tuning(options.games, options.seed, store)
    with going_on(lambda: say("terminal_after_games", n=tuning.played, games=tuning.total)):
        uninterrupted(lambda interrupt: _play(tuning, options, interrupt.word()))
    return report(options, _document(tuning), lambda _: _print(tuning))


def _play(tuning: Tuning, options: Namespace, stop: StopWord) -> None:
    if tuning.finished:
        return
    play = functools.partial(trial_score, tuning.seed)
    with working(options, total=tuning.total, completed=tuning.played) as (bar, workers):
        while not (tuning.finished or stop.raised):
            stage = tuning.stage
            for trial, score in workers.results(play, stage.waiting(), stop):
                if score is not None:
                    tuning.take(trial, score)
                    bar.show(description=_doing(stage, trial), completed=tuning.played)


def _doing(stage: StageRun, trial: Trial) -> str:
    number = 1 + STAGES.index(stage.stage)
    factor = trial.challenger[stage.stage.index]
    return f"stage {number} of {len(STAGES)}, {stage.stage.measure} {factor}"


def _document(tuning: Tuning) -> dict[str, Any]:
    return {
        "experiment": EXPERIMENT,
        "games": tuning.games,
        "seed": tuning.seed,
        "stages": [
            {
                "stage": number,
                "measure": run.stage.measure,
                "base": list(run.base),
                "candidates": [_figures(candidate) for candidate in run.candidates],
                "chosen": run.best.factor,
                "published": run.stage.chosen,
            }
            for number, run in enumerate(tuning.stages, 1)
        ],
        "chosen": list(tuning.chosen),
        "published": list(PUBLISHED),
        "notes": _notes(tuning),
    }


def _figures(candidate: Candidate) -> dict[str, Any]:
    return {
        "factor": candidate.factor,
        "factors": list(candidate.factors),
        "games": len(candidate.scores),
        "percent": None if candidate.percent is None else round(candidate.percent, 2),
        "error": None if candidate.error is None else round(candidate.error, 2),
        "published": candidate.published,
        "disagrees": candidate.disagrees,
    }


def _print(tuning: Tuning) -> None:
    for number, run in enumerate(tuning.stages, 1):
        base = f"base {_slashes(run.base)}, {run.games} games each"
        title = f"stage {number}: {run.stage.measure}, {base}"
        choices = (("here", run.best.factor), ("in the article", run.stage.chosen))
        table = figures_table("weight", "won in percent", "published", "chosen", title=title)
        for candidate in run.candidates:
            won = f"{candidate.percent:.2f}"
            if candidate.error is not None:
                won += f" ± {candidate.error:.2f}"
            published = "" if candidate.published is None else f"{candidate.published:.2f}"
            chosen = [name for name, factor in choices if factor == candidate.factor]
            table.add_row(str(candidate.factor), won, published, " and ".join(chosen))
        print_table(table)
    for note in _notes(tuning):
        print_text(note)


def _slashes(factors: tuple[int, ...]) -> str:
    return " / ".join(map(str, factors))


def _notes(tuning: Tuning) -> list[str]:
    """Return sentences: what was chosen, where that disagrees, and what is inferred."""
    notes = [f"Chosen here: {_slashes(tuning.chosen)}; in the article: {_slashes(PUBLISHED)}."]
    expected = FIRST_BASE
    for run in tuning.stages:
        if run.base != expected:
            notes.append(
                f"The base for {run.stage.measure} is {_slashes(run.base)} here, "
                f"{_slashes(expected)} in the article: the shares of these stages are against "
                "different opponents."
            )
        far = [_far(candidate) for candidate in run.candidates if candidate.disagrees]
        if far:
            notes.append(
                f"For {run.stage.measure} our games disagree with the published shares by more "
                f"than two standard errors: {', '.join(far)}."
            )
        if run.best.factor != run.stage.chosen:
            notes.append(
                f"For {run.stage.measure} our games choose {run.best.factor}, "
                f"the article chose {run.stage.chosen}: they do not confirm it."
            )
        expected = run.stage.with_factor(expected, run.stage.chosen)
    return [*notes, *map(str, INFERRED)]


def _far(candidate: Candidate) -> str:
    share = f"{candidate.percent:.0f} ± {candidate.error:.0f}"
    return f"{candidate.factor} ({share} here, {candidate.published:.0f} there)"
