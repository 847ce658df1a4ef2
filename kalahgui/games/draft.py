"""A position that is being set up, and what the rules say about it.

A draft is what somebody has laid on a board; it need not be a position that a game can have. What a
game makes of drafts is its ``Drafting``: it lays stones or discs, writes and reads drafts in the
game's notation, and says in words why one cannot be played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from kalahgui.games.game import Game, Message, Position

# What is chosen, and each rule with what it is called; the one without a name needs none.
RuleChoice = tuple[str, tuple[tuple[str, str], ...]]

P = TypeVar("P", bound=Position)


@dataclass(frozen=True)
class Draft:
    """What lies in every cell of a board, and which side is to move.

    ``game`` is the key of a game, ``variant`` one of its boards; cells are those that the game
    tells of its positions.
    """

    game: str
    variant: str
    rules: tuple[str, ...]
    cells: tuple[int, ...]
    turn: int = 0


@dataclass(frozen=True)
class Verdict:
    """What the rules say about a draft.

    Either there is a ``position`` to be played, or ``message`` says why there is none; a game that
    is over has ended because of ``ended``. ``text`` is the draft in the game's notation, empty
    where that could not be read again.
    """

    message: Message
    position: Any = None
    ended: Message | None = None
    text: str = ""

    @property
    def playable(self) -> bool:
        """Return whether the game can be played on from here."""
        return self.position is not None and self.ended is None


class Drafting(Generic[P]):
    """The changes, the notation and the verdicts of drafts of a game.

    ``boards`` are the boards to choose from. ``swaps`` tells that exchanging what both sides have
    makes sense, ``chooses_turn`` that it does not follow from the cells who is to move. ``counts``
    tells that a cell holds any number of pieces, and that one may choose how many begin in each, up
    to ``most_to_begin``.
    """

    boards: tuple[str, ...]
    swaps = True
    chooses_turn = True
    counts = False
    most_to_begin = 0

    def __init__(self, game: Game[P]) -> None:
        self.game = game

    # -- drafts

    def start(self, variant: str, rules: Sequence[str] = ()) -> Draft:
        """Return the start position of a board as a draft; ValueError names what is unknown."""
        position = self.game.start(variant, rules)
        return Draft(
            self.game.key, variant, tuple(rules), tuple(self.game.cells(position)), position.turn
        )

    def of(self, position: P, rules: Sequence[str] = (), variant: str = "") -> Draft:
        """Return a position, played by some rules on a board, as a draft.

        Without a ``variant`` it is the one that the position tells of.
        """
        variant = variant or self.game.variant_of(position)
        cells = tuple(self.game.cells(position))
        return Draft(self.game.key, variant, tuple(rules), cells, position.turn)

    def read(self, text: str, rules: Sequence[str] = ()) -> Draft:
        """Read a draft in the game's notation; ValueError when it is none."""
        return self.of(self.game.parse_position(text, rules), rules)

    def starts(self, variant: str) -> tuple[str, ...]:
        """Return the boards whose start position stands on the same squares or pits."""
        return (variant,)

    def board_of(self, variant: str) -> str:
        """Return the one of ``boards`` that a board is shown as."""
        return variant

    def board_text(self, board: str) -> str:
        """Return the name of one of ``boards`` if it needs no translation, or an empty one."""
        return ""

    def rule_choices(self, variant: str) -> tuple[RuleChoice, ...]:
        """Return the rules to choose between on a board."""
        return ()

    # -- changes: each returns another draft

    def most(self, draft: Draft, cell: int) -> int:
        """Return the largest content of a cell."""
        return 2

    def put(self, draft: Draft, cell: int, content: int) -> Draft:
        """Return a draft with another content of a cell, held between 0 and ``most``.

        ``content`` is as in ``Game.cells``: a count of stones, or 0, 1 and 2 on squares.
        """
        cells = list(draft.cells)
        cells[cell] = min(max(0, content), self.most(draft, cell))
        return replace(draft, cells=tuple(cells))

    def step(self, draft: Draft, cell: int, steps: int) -> Draft:
        """Return a draft with so many steps more in a cell, less if negative."""
        return self.put(draft, cell, draft.cells[cell] + steps)

    def empty(self, draft: Draft) -> Draft:
        """Take everything off the board."""
        return replace(draft, cells=(0,) * len(draft.cells))

    def swapped(self, draft: Draft) -> Draft:
        """Give each side what the other one has, the move too."""
        raise NotImplementedError

    def whole(self, draft: Draft) -> int:
        """Return how many pieces the board begins with, where they are counted."""
        raise NotImplementedError

    def evened(self, draft: Draft) -> Draft:
        """Return a draft with as many pieces as the board begins with, where they are counted."""
        raise NotImplementedError

    def begins_with(self, draft: Draft) -> int:
        """Return how many pieces a cell begins with, where they are counted."""
        raise NotImplementedError

    def begin_with(self, draft: Draft, pieces: int) -> Draft:
        """Choose how many pieces a cell begins with; what was laid stays."""
        raise NotImplementedError

    def with_turn(self, draft: Draft, turn: int) -> Draft:
        """Return a draft in which another side is to move."""
        return replace(draft, turn=turn)

    def on_board(self, draft: Draft, variant: str) -> Draft:
        """Return a draft on another board; a start position becomes the start position there."""
        start = self.start(variant, draft.rules)
        if draft.cells in [self.start(v, draft.rules).cells for v in self.starts(draft.variant)]:
            return start
        return self._carried(draft, start)

    def _carried(self, draft: Draft, start: Draft) -> Draft:
        """Return what can stay of a draft on the board of a start position."""
        return start

    # -- what the rules say

    def text(self, draft: Draft) -> str:
        """Return a draft in the game's notation."""
        raise NotImplementedError

    def refused(self, draft: Draft) -> Message | None:
        """Return why the draft is no position of the game; None when it is one."""
        raise NotImplementedError

    def praise(self, draft: Draft, position: P) -> Message:
        """Return a message about a draft that can be played."""
        return Message("edit_playable")

    def judge(self, draft: Draft) -> Verdict:
        """Return whether a draft can be played, and if not why."""
        refused = self.refused(draft)
        if refused is not None:
            return Verdict(refused)
        text = self.text(draft)
        position = self.game.parse_position(text, draft.rules)
        if position.over:
            return Verdict(Message("edit_over"), position, self.game.why_over(position), text)
        return Verdict(self.praise(draft, position), position, text=text)
