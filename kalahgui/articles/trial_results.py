"""The games of the experiment kept in a file: a JSON document a line, a line a game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kalahgui.articles.weights_experiment import RULES, Factors, Trial

# The window and the command line keep their games in the same file of the data folder.
FILE_NAME = "reversi-weights.jsonl"
_SCORES = (0.0, 0.5, 1.0)
# How every line of such a file begins, also one that was written in part or by other rules.
_BEGINNING = '{"rules": '
_FACTORS = 4


class TrialResults:
    """The scores of games by a seed; without a path they are kept in memory alone.

    ``skipped`` counts the lines of the file that are damaged or no results of this experiment.
    Results of other seeds and factors stay in the file and harm nothing.
    """

    def __init__(self, path: Path | None, seed: int) -> None:
        """Read what the file holds.

        OSError when there is one that cannot be read, ValueError when it is none of results:
        nothing may be written to it.
        """
        self.path = path
        self.skipped = 0
        self._seed = seed
        self._scores: dict[tuple[Factors, Factors], dict[int, float]] = {}
        self._whole_lines = True
        if path is not None and path.exists():
            self._read(path)

    def of(self, challenger: Factors, base: Factors) -> dict[int, float]:
        """Return the challenger's scores by the games' numbers."""
        return dict(self._scores.get((challenger, base), {}))

    def add(self, trial: Trial, score: float) -> None:
        """Keep the score of a game; OSError when the file cannot be written."""
        self._keep(trial, score)
        if self.path is None:
            return
        line = json.dumps(
            {
                "rules": RULES,
                "seed": self._seed,
                "challenger": trial.challenger,
                "base": trial.base,
                "number": trial.number,
                "score": score,
            }
        )
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            # A program that was killed while it wrote may have left half a line.
            file.write(line + "\n" if self._whole_lines else f"\n{line}\n")
        self._whole_lines = True

    def _keep(self, trial: Trial, score: float) -> None:
        self._scores.setdefault((trial.challenger, trial.base), {})[trial.number] = score

    def _read(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8", errors="replace")
        self._whole_lines = text.endswith("\n") or not text
        lines = [line for line in text.splitlines() if line.strip()]
        if lines and not any(map(_of_this_kind, lines)):
            raise ValueError("it holds something else than results of the experiment")
        for line in lines:
            read = _read_line(line)
            if read is None:
                self.skipped += 1
            elif read[0] == self._seed:
                self._keep(*read[1:])


def _of_this_kind(line: str) -> bool:
    """Tell whether a line is of a file of results, even if it was written only in part."""
    return line.startswith(_BEGINNING) or _BEGINNING.startswith(line)


def _read_line(line: str) -> tuple[int, Trial, float] | None:
    """Return the seed, the game and its score; None for anything else."""
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or document.get("rules") != RULES:
        return None
    seed, number = _count(document.get("seed")), _count(document.get("number"))
    challenger, base = _factors(document.get("challenger")), _factors(document.get("base"))
    score = document.get("score")
    if seed is None or number is None or challenger is None or base is None:
        return None
    if not isinstance(score, float) or score not in _SCORES:
        return None
    return seed, Trial(challenger, base, number), score


def _count(value: Any) -> int | None:
    return value if type(value) is int and value >= 0 else None


def _factors(value: Any) -> Factors | None:
    if not isinstance(value, list) or len(value) != _FACTORS:
        return None
    own, opponent, mobility, stable = map(_count, value)
    if own is None or opponent is None or mobility is None or stable is None:
        return None
    return own, opponent, mobility, stable
