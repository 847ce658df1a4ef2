"""Reviews of matches as the store keeps them, and what they say of a player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields
from typing import Any

from kalahgui.engine.judgement import Judgement
from kalahgui.games.game import Game
from kalahgui.library.saved import SEATS, StoredMatch, now, stored_of
from kalahgui.library.store import ReviewFigures, Store
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node
from kalahgui.review import judgements
from kalahgui.review.like_level import ReviewedGame, like_level
from kalahgui.review.review_rows import Summary, rows_of, summary_of

# What the column ``edition`` says of a match: whether it tells which level of today a person plays
# like. 1 stands beside matches from before the levels were measured.
_TELLS, _TELLS_NOT = 2, 0


def keep(
    store: Store, stored: StoredMatch, judged: Mapping[Node, Judgement], whole: bool = False
) -> None:
    """Write what is known of a match's main line, if anything is.

    A ``whole`` review has come to its end, as has one in which nothing is left to find out. The
    match has been written before. Raises StoreConflict when another program has changed or deleted
    it since.
    """
    assert stored.identifier is not None, "the review of a match that was never written"
    whole = whole or _is_exact(stored.match, judged)
    text = judgements.text_of(stored.match, judged, whole)
    if text:
        figures = _figures(stored.match, stored.identifier, judged, whole)
        store.save_review(figures, text, stored.revision, stored.begun)


def _is_exact(match: Match, judged: Mapping[Node, Judgement]) -> bool:
    """Tell whether a game is over, and certain of all its moves what they were worth."""
    if not match.tip.over:
        return False
    known = (judged.get(node.parent) for node in match.tip.line if node.parent and node.ply != SWAP)
    return all(judgement is not None and judgement.exact for judgement in known)


def restored(store: Store, stored: StoredMatch) -> dict[Node, Judgement]:
    """Return what the store knows of a match's main line.

    ValueError when its text makes no sense.
    """
    text = None if stored.identifier is None else store.review_text(stored.identifier)
    if text is None:
        return {}
    if not isinstance(text, str):
        raise ValueError("the review is no text")
    return judgements.judgements_of(text, stored.match)


def is_whole(store: Store, stored: StoredMatch) -> bool:
    """Tell whether a review that could be restored had come to its end."""
    text = None if stored.identifier is None else store.review_text(stored.identifier)
    return text is not None and judgements.is_whole(text, stored.match)


def level_like(store: Store, game: Game, variant: str) -> int | None:
    """Return the level that a person plays like on a board and those alike.

    Games count that are over and reviewed to their end, and in which one person played a computer
    since the levels are what they are.
    """
    return like_level(game, variant, list(_reviewed_games(store, game)))


def _figures(
    match: Match, identifier: int, judged: Mapping[Node, Judgement], whole: bool
) -> ReviewFigures:
    rows = rows_of(match, match.tip.line, judged.get)
    seats: dict[str, Any] = {}
    for seat, name in enumerate(SEATS):
        summary = asdict(summary_of(row for row in rows if row.seat == seat))
        seats |= {f"{name}_{what}": number for what, number in summary.items()}
        seats[f"{name}_person"] = int(match.players[seat].person)
    return ReviewFigures(
        match=identifier,
        game=match.game.key,
        variant=match.variant,
        complete=int(whole and match.tip.over),
        saved=now(),
        edition=_TELLS if _tells_level(match) else _TELLS_NOT,
        **seats,
    )


def _tells_level(match: Match) -> bool:
    """Tell whether a match tells which level of today a person plays like.

    None does from a position that was set up, with the computer teaching, or against a level that
    no board has any more.
    """
    computers = (player.computer for player in match.players)
    return (
        not match.teaching
        and match.begins_usually
        and not any(computer.fixed for computer in computers if computer)
    )


def summaries(figures: ReviewFigures) -> tuple[Summary, Summary]:
    """Return what the moves of the players seated first and second came to."""
    names = [field.name for field in fields(Summary)]
    first, second = (
        Summary(*(getattr(figures, f"{seat}_{name}") for name in names)) for seat in SEATS
    )
    return first, second


def _reviewed_games(store: Store, game: Game) -> Iterator[ReviewedGame]:
    for figures in store.review_figures(game.key):
        if not figures.complete or figures.edition != _TELLS:
            continue
        if figures.first_person + figures.second_person == 1:
            summary = summaries(figures)[figures.second_person]
            yield ReviewedGame(figures.variant, summary.moves, summary.lost)


# By which rule the mistakes of all reviews were counted: the setting that says so, and today's.
COUNTED, _RULE = "mistakes_counted_by", 2


def count_anew(store: Store) -> Iterator[bool]:
    """Count the mistakes of all reviews by today's rule, once for a store.

    It does one review at each step, and yields whether its figures have changed. A review that
    cannot be read stays as it is. StoreError when the store cannot be written.
    """
    if store.get_setting(COUNTED) == _RULE:
        return
    for (identifier,) in store.rows("SELECT match FROM reviews ORDER BY match DESC"):
        yield _counted_anew(store, identifier)
    store.set_setting(COUNTED, _RULE)


def _counted_anew(store: Store, identifier: int) -> bool:
    record = store.match(identifier)
    try:
        stored = None if record is None else stored_of(record)
        judged = {} if stored is None else restored(store, stored)
    except ValueError:
        return False
    if stored is None or not judged:
        return False
    rows = rows_of(stored.match, stored.match.tip.line, judged.get)
    mistakes = [
        summary_of(row for row in rows if row.seat == seat).mistakes for seat in range(len(SEATS))
    ]
    changed = store.change(
        "UPDATE reviews SET first_mistakes = ?, second_mistakes = ? WHERE match = ? "
        "AND (first_mistakes, second_mistakes) != (?, ?)",
        *mistakes,
        identifier,
        *mistakes,
    )
    return bool(changed)
