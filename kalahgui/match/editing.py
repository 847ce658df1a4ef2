"""A position being set up: what was changed, step by step, and what the rules say about it."""

from __future__ import annotations

from kalahgui.games import DRAFTING
from kalahgui.games.draft import Draft, Drafting, Verdict


class Editing:
    """The draft that is edited, with the drafts before it and those that were taken back.

    ``draft`` is what lies on the board now. Each game's last draft is remembered, so that one may
    go over to another game and back, also after the way there was taken back.
    """

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self._last = {draft.game: draft}
        self._past: list[Draft] = []
        self._future: list[Draft] = []
        self._stroke: object = None  # what the last change was a part of
        self._judged: tuple[Draft, Verdict] | None = None

    @property
    def drafting(self) -> Drafting:
        """Return what the game makes of its drafts."""
        return DRAFTING[self.draft.game]

    @property
    def verdict(self) -> Verdict:
        """Return what the rules say about the draft."""
        if self._judged is None or self._judged[0] != self.draft:
            self._judged = self.draft, self.drafting.judge(self.draft)
        return self._judged[1]

    def change(self, draft: Draft, stroke: object = None) -> None:
        """Go over to another draft; changes that are part of one ``stroke`` are undone together."""
        if draft == self.draft:
            return
        if stroke is None or stroke != self._stroke:
            self._past.append(self.draft)
        self._stroke = stroke
        self._future.clear()
        self.draft = self._last[draft.game] = draft

    def choose_game(self, key: str) -> None:
        """Go over to the last draft of a game, by default to its start position."""
        if key == self.draft.game:
            return
        drafting = DRAFTING[key]
        self._last[self.draft.game] = self.draft  # what was laid after it has been taken back
        self.change(self._last.get(key) or drafting.start(drafting.game.variant))

    @property
    def can_undo(self) -> bool:
        """Tell whether anything was changed."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Tell whether anything was taken back."""
        return bool(self._future)

    def undo(self) -> None:
        """Take the last change back, if there was any."""
        self._stroke = None
        if self._past:
            self._future.append(self.draft)
            self.draft = self._past.pop()

    def redo(self) -> None:
        """Make the change again that was taken back last, if there was any."""
        self._stroke = None
        if self._future:
            self._past.append(self.draft)
            self.draft = self._future.pop()
