"""The judgements of a match's main line: made one after the other, and kept as text."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from kalahgui.core.search import MAX_DEPTH
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.judgement import Judgement
from kalahgui.engine.thinker import Thinker
from kalahgui.games.game import Game, Position
from kalahgui.match.analysis import Portion, TimeAllocation
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node


def judge_moves(
    match: Match,
    line: Sequence[Node],
    seconds: float,
    thinker: Thinker,
    interrupt: Interrupt,
    watch: Callable[[float], None] = lambda progress: None,
) -> dict[Node, Judgement]:
    """Return the judgements of all positions of a line in which a move was played.

    It takes so many seconds in all, less when everything is exact before; however few they are,
    every position is judged one turn ahead at least. An interrupt ends it with what is known by
    then. ``watch`` is told now and then how much is done, 0 to 1.
    """
    nodes = [node.parent for node in line if node.parent is not None and node.ply != SWAP]
    judged: dict[Node, Judgement] = {}
    allocation = TimeAllocation(nodes, seconds)
    while not interrupt.raised and (portion := allocation.next(judged)) is not None:
        begin = time.perf_counter()
        _look_at(match, portion, judged, thinker, interrupt)
        allocation.spent(portion.node, time.perf_counter() - begin)
        watch(allocation.progress(judged))
    return judged


def _look_at(
    match: Match,
    portion: Portion,
    judged: dict[Node, Judgement],
    thinker: Thinker,
    interrupt: Interrupt,
) -> None:
    node, seconds, played = portion
    position = match.game.with_evaluation(node.position, "")
    swap_to_come = match.swap_to_come_at(node)
    for judgement in thinker.judge(
        position, interrupt, seconds, judged.get(node), swap_to_come, played
    ):
        if judgement is not None:
            judged[node] = judgement


_VERSION = 1
_MOST = 10_000  # no value is as large


def text_of(match: Match, judged: Mapping[Node, Judgement], whole: bool = False) -> str:
    """Return the judgements of the main line as text; empty without any.

    A ``whole`` review has come to its end.
    """
    line = [match.root, *match.tip.line]
    if not any(node in judged for node in line):
        return ""
    review = {
        "version": _VERSION,
        "whole": whole,
        "swap_counted": match.pie,
        "plies": match.ply_texts(match.tip),
        "judgements": [
            written(match.game, judged[node]) if node in judged else None for node in line
        ],
    }
    return json.dumps(review, separators=(",", ":"))


def written(game: Game, judgement: Judgement) -> dict[str, Any]:
    """Return a judgement as data for JSON."""
    text = game.text
    data = {} if judgement.most is None else {"most": judgement.most}
    return data | {
        "depth": judgement.depth,
        "values": {text(move): value for move, value in judgement.values.items()},
        "exact": [text(move) for move in judgement.values if move in judgement.exact_moves],
        "lines": {text(move): " ".join(map(text, line)) for move, line in judgement.lines.items()},
    }


def judgements_of(text: str, match: Match) -> dict[Node, Judgement]:
    """Read the text of ``text_of``: the judgements of the nodes that the main line still has.

    What comes after the first ply that is another one now is left out. ValueError when the text
    makes no sense.
    """
    if not text:
        return {}
    try:
        return dict(_read(text, match))
    except (KeyError, TypeError, AttributeError, RecursionError, ValueError) as error:
        raise ValueError(f"the review is damaged ({type(error).__name__}: {error})") from None


def is_whole(text: str, match: Match) -> bool:
    """Tell whether a review that ``judgements_of`` can read had come to its end on this line."""
    if not text:
        return False
    review = json.loads(text)
    if match.pie and not _counts_swap(review):
        return False
    return bool(review.get("whole", False)) and review["plies"] == match.ply_texts(match.tip)


def _read(text: str, match: Match) -> Iterator[tuple[Node, Judgement]]:
    review = json.loads(text)
    if review["version"] != _VERSION:
        raise ValueError("another version")
    plies, judgements = review["plies"], review["judgements"]
    if len(judgements) != len(plies) + 1:
        raise ValueError("not a judgement for each ply")
    line = [match.root, *match.tip.line]
    for number, (node, found_here) in enumerate(zip(line, judgements, strict=False)):
        if node.ply is not None and match.text(node.ply) != plies[number - 1]:
            return
        # Values of a first turn that know of no swap are none of this match.
        if match.swap_to_come_at(node) and not _counts_swap(review):
            continue
        if found_here is not None:
            yield node, read(match.game, node.position, found_here)


def _counts_swap(review: Mapping[str, Any]) -> bool:
    # Texts from before 1.0.0 may not say so (library/earlier_versions.py).
    return review.get("swap_counted", False) is True


def read(game: Game, position: Position, data: Mapping[str, Any]) -> Judgement:
    """Read what ``written`` has written; ValueError when it is of another position."""
    parse = game.parse_move
    values = {parse(move): _number(value) for move, value in data["values"].items()}
    legal = position.moves()
    if not legal or sorted(values) != legal:
        raise ValueError("values of other moves")
    exact = frozenset(map(parse, data["exact"]))
    if not exact.issubset(legal):
        raise ValueError("other moves are exact")
    lines = {parse(move): list(map(parse, line.split())) for move, line in data["lines"].items()}
    if sorted(lines) != legal:
        raise ValueError("lines of other moves")
    for move, line in lines.items():
        if line[:1] != [move]:
            raise ValueError("a line of another move")
        here = position.to_the_end()
        for ply in line:
            here.play(ply)
    depth = _number(data["depth"])
    if not 1 <= depth <= MAX_DEPTH:
        raise ValueError("no such depth")
    most = _number(data["most"]) if "most" in data else None
    if most is not None and most < max(values.values()):
        raise ValueError("a move is worth more than all can be")
    return Judgement(depth, values, exact, lines, most)


def _number(value: Any) -> int:
    if type(value) is not int or abs(value) > _MOST:
        raise ValueError(f"{value!r} is no value")
    return value
