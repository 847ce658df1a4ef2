"""A position out of a text that is pasted: one alone, or the last one of a game."""

from __future__ import annotations

from dataclasses import dataclass

from kalahgui.engine.frame_yielding import YieldToFrames
from kalahgui.games import DRAFTING, draft_of, read_draft
from kalahgui.games.draft import Draft
from kalahgui.games.user_error import UserError, short
from kalahgui.library import formats
from kalahgui.library.formats import UnknownText
from kalahgui.library.formats.transcript import LONGEST_POSITION


@dataclass(frozen=True)
class Pasted:
    """A position that was pasted; ``of_game`` tells that it is the last one of a game."""

    draft: Draft
    of_game: bool


def draft_at_once(text: str, now: Draft) -> Draft | None:
    """Return the position that a text is in a game's notation alone, first of the game laid now.

    It is played by the rules laid now. None where the text is something else.
    """
    if len(text) > LONGEST_POSITION:
        return None
    return read_draft(text.strip(), now.game, now.rules)


def read_pasted(text: str, now: Draft, yield_to_frames: YieldToFrames) -> Pasted:
    """Read any text; UserError says why there is no position in it."""
    try:
        found = formats.read(text.encode("utf-8", "replace"), yield_to_frames=yield_to_frames)
    except UnknownText:
        return Pasted(_read_alone(text.strip(), now), of_game=False)
    if found.position is not None:
        position = found.position
        draft = draft_of(position.game, position.start, position.rules, position.variant)
        return Pasted(draft, of_game=False)
    if len(found.games) + len(found.bad) > 1:
        raise UserError("refused_several_games", n=len(found.games) + len(found.bad))
    match = found.games[0].match
    draft = draft_of(match.game, match.tip.position, match.rules, match.variant)
    return Pasted(draft, of_game=True)


def _read_alone(text: str, now: Draft) -> Draft:
    """Read a position of the game laid now; UserError says why it is none."""
    try:
        return DRAFTING[now.game].read(text, now.rules)
    except UserError as why:
        raise UserError("refused_position", text=short(text), why=why) from None
