"""A position being set up: its changes, with undo, and what the rules say about it."""

from __future__ import annotations

from kalahgui.games import DRAFTING
from kalahgui.games.draft import Draft, Drafting, Verdict


class Editing:
    """The draft that is edited, with the earlier ones and those that were undone.

    ``draft`` is the present one. The last draft of each game is kept, so one may change to another
    game and back, also after undoing.
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
        """Return the rules for drafts of the game."""
        return DRAFTING[self.draft.game]

    @property
    def verdict(self) -> Verdict:
        """Return what the rules say about the draft."""
        if self._judged is None or self._judged[0] != self.draft:
            self._judged = self.draft, self.drafting.judge(self.draft)
        return self._judged[1]

    def change(self, draft: Draft, stroke: object = None) -> None:
        """Set another draft; changes of one ``stroke`` are undone together."""
        if draft == self.draft:
            return
        if stroke is None or stroke != self._stroke:
            self._past.append(self.draft)
        self._stroke = stroke
        self._future.clear()
        self.draft = self._last[draft.game] = draft

    def choose_game(self, key: str) -> None:
        """Change to the last draft of a game, or to its start position."""
        if key == self.draft.game:
            return
        drafting = DRAFTING[key]
        self._last[self.draft.game] = self.draft  # what was laid after it has been taken back
        self.change(self._last.get(key) or drafting.start(drafting.game.variant))

    @property
    def can_undo(self) -> bool:
        """Return whether there is a change to undo."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Return whether there is a change to redo."""
        return bool(self._future)

    def undo(self) -> None:
        """Undo the last change, if there is one."""
        self._stroke = None
        if self._past:
            self._future.append(self.draft)
            self.draft = self._past.pop()

    def redo(self) -> None:
        """Redo the change that was undone last, if there is one."""
        self._stroke = None
        if self._future:
            self._past.append(self.draft)
            self.draft = self._future.pop()
