"""A recording as a JSON document, and back.

What is read back is searched once more, and the steps must be those of the document: so a document
that was damaged, or made by other rules, is never shown as what it is not.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from kalahgui.core.search import StopWord
from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.games import GAMES, unknown_game
from kalahgui.games.user_error import UserError, called, short
from kalahgui.theatre import order as orders
from kalahgui.theatre import stopping
from kalahgui.theatre.game_tree import read_tree
from kalahgui.theatre.recording import Plan, Recorder, Recording, deepening, finite
from kalahgui.theatre.subject import PositionSubject, Subject, WrittenSubject

TREE = "tree"
_LONGEST = 50_000_000  # characters of a document
_FARTHEST_GUESS = 10_000_000


def document(recording: Recording, with_steps: bool = False) -> dict[str, Any]:
    """Return what a recording has found, and its steps if they are wanted.

    With the steps stands what else it takes to search once more, where that is not as usual:
    rules, an evaluation, an order, a rule for stopping, MTD(f)'s guess.
    """
    subject = recording.plan.subject
    entries: dict[str, Any] = {
        "game": subject.game.key if isinstance(subject, PositionSubject) else TREE,
        "position": subject.position_text(),
        "algorithm": recording.plan.algorithm,
        "depth": recording.depth,
        "value": recording.value,
        "line": recording.line,
        "nodes": recording.visits,
        "evaluations": recording.evaluations,
        "cuts": recording.cuts,
    }
    return (
        entries | _unusual(recording.plan) | {"steps": steps(recording)} if with_steps else entries
    )


def _unusual(plan: Plan) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    subject = plan.subject
    if isinstance(subject, PositionSubject):
        entries |= {"rules": list(subject.rules)} if subject.rules else {}
        entries |= {"evaluation": subject.evaluation} if subject.evaluation else {}
    if plan.order != orders.Order():
        entries["order"] = orders.text_of(plan.order, subject)
    if plan.rule.name != stopping.Fixed.name:
        entries["stop"] = str(plan.rule)
    if plan.guess:
        entries["guess"] = plan.guess
    return entries


def steps(recording: Recording) -> list[dict[str, Any]]:
    """Return the steps of a recording, each as an object."""
    return [
        {
            "step": step.kind,
            "node": step.node,
            "parent": recording.nodes[step.node].parent,
            "move": step.move,
            "alpha": finite(step.alpha),
            "beta": finite(step.beta),
            "value": step.value,
        }
        for step in recording.steps
    ]


def opened(
    text: str, stop: StopWord | None = None, yield_to_frames: YieldToFrames = no_frames
) -> Recording:
    """Return the recording of a document; UserError says what is wrong."""
    if len(text) > _LONGEST:
        raise UserError("refused_long_recording")
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError):
        raise UserError("refused_json") from None
    if not isinstance(entries, dict):
        raise UserError("refused_recording")
    try:
        plan = _plan(entries)
    except (KeyError, TypeError) as error:
        raise UserError("refused_entry", entry=str(error)) from None
    except ValueError as error:
        raise UserError("refused_recording_because", why=error) from None
    if "steps" not in entries:
        raise UserError("refused_no_steps")
    recording = _recorded(plan, StopWord() if stop is None else stop, yield_to_frames)
    if any(entries.get(key) != value for key, value in document(recording, True).items()):
        raise UserError("refused_steps")
    return recording


def _recorded(plan: Plan, stop: StopWord, yield_to_frames: YieldToFrames) -> Recording:
    """Search once more; a search that deepened does so up to the depth that it had reached."""
    if isinstance(plan.rule, stopping.TimedDeepening):
        *_, last = deepening(replace(plan, guess=0), stop, yield_to_frames)
        return last
    return Recorder(plan, stop, yield_to_frames).record()


def _plan(entries: dict[str, Any]) -> Plan:
    subject = _subject(entries)
    guess = _typed(entries, "guess", int, 0)
    if abs(guess) > _FARTHEST_GUESS:
        raise UserError("refused_guess", guess=guess)
    plan = Plan(
        subject,
        _typed(entries, "algorithm", str),
        _typed(entries, "depth", int),
        orders.parse(_typed(entries, "order", str, orders.RISING), subject),
        stopping.parse(_typed(entries, "stop", str, stopping.Fixed.name)),
        guess,
    )
    plan.rule.begin(subject)
    return plan


def _subject(entries: dict[str, Any]) -> Subject[Any]:
    position = _typed(entries, "position", str)
    key = _typed(entries, "game", str)
    if key == TREE:
        return WrittenSubject(read_tree(position))
    if key not in GAMES:
        raise unknown_game(key)
    rules = tuple(str(rule) for rule in _typed(entries, "rules", list, []))
    game = GAMES[key]
    evaluation = _typed(entries, "evaluation", str, "")
    if evaluation and evaluation.partition(":")[0] not in game.evaluations:
        raise UserError("refused_evaluation", game=called(key), evaluation=short(evaluation))
    return PositionSubject(game, game.parse_position(position, rules), rules, evaluation)


def _typed(entries: dict[str, Any], key: str, kind: type, default: Any = None) -> Any:
    value = entries.get(key, default)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise KeyError(key)
    return value
