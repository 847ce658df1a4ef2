"""Positions of Reversi that are being set up."""

from __future__ import annotations

from dataclasses import replace

from kalahgui.core.reversi import ReversiPosition
from kalahgui.games.draft import Draft, Drafting, RuleChoice
from kalahgui.games.game import Game, Message

_MARKS = "-XO"
_OTHER = (0, 2, 1)


class ReversiDrafting(Drafting[ReversiPosition]):
    """Black and white discs on squares."""

    def __init__(self, game: Game[ReversiPosition]) -> None:
        super().__init__(game)
        self.boards = tuple(dict.fromkeys(map(self.board_of, game.variants)))

    def board_of(self, variant: str) -> str:
        return self.game.variant_of(self.game.start(variant))

    def starts(self, variant: str) -> tuple[str, ...]:
        here = self.board_of(variant)
        return tuple(name for name in self.game.variants if self.board_of(name) == here)

    def rule_choices(self, variant: str) -> tuple[RuleChoice, ...]:
        rules = self.game.rules
        usual = rules[bool(self.game.start(variant).empties_winner)]
        return (("empties", tuple(("" if rule == usual else rule, rule) for rule in rules)),)

    def step(self, draft: Draft, cell: int, steps: int) -> Draft:
        """Go round from empty to black to white."""
        return self.put(draft, cell, (draft.cells[cell] + steps) % len(_MARKS))

    def swapped(self, draft: Draft) -> Draft:
        cells = tuple(_OTHER[content] for content in draft.cells)
        return replace(draft, cells=cells, turn=1 - draft.turn)

    def _carried(self, draft: Draft, start: Draft) -> Draft:
        """Keep the discs on squares that both boards have, where all lie in the same grid."""
        before, after = (
            self.game.board(self.game.start(each.variant)).moves for each in (draft, start)
        )
        held = dict(zip(before, draft.cells, strict=True))
        cells = tuple(held.get(square, 0) for square in after)
        return replace(draft, variant=start.variant, cells=cells)

    def text(self, draft: Draft) -> str:
        return "".join(_MARKS[content] for content in draft.cells) + " " + "XO"[draft.turn]

    def refused(self, draft: Draft) -> Message | None:
        return None if any(draft.cells) else Message("edit_no_discs")

    def praise(self, draft: Draft, position: ReversiPosition) -> Message:
        if position.turn != draft.turn:
            return Message.of("edit_passes", side=draft.turn)
        return Message.of("edit_discs", count=sum(map(bool, draft.cells)))
