"""Positions of Kalah that are being set up."""

from __future__ import annotations

from dataclasses import replace

from kalahgui.core.kalah import MAX_PITS, MAX_STONES, KalahPosition
from kalahgui.core.sowing import ALL_STONES
from kalahgui.games.draft import Draft, Drafting, RuleChoice
from kalahgui.games.game import Message, Pits


def _size(variant: str) -> tuple[int, int]:
    pits, stones = map(int, variant.split("x"))
    return pits, stones


class KalahDrafting(Drafting[KalahPosition]):
    """Stones in pits and stores; the board's name says how many a pit begins with."""

    counts = True
    most_to_begin = MAX_STONES
    boards = tuple(f"{pits}x6" for pits in range(1, MAX_PITS + 1))

    def board_of(self, variant: str) -> str:
        return f"{_size(variant)[0]}x6"

    def board_text(self, board: str) -> str:
        return str(_size(board)[0])

    def rule_choices(self, variant: str) -> tuple[RuleChoice, ...]:
        return (
            ("capture", (("", "usual-capture"), ("empty-capture", "empty-capture"))),
            ("ending", (("", "majority"), ("last-stone", "last-stone"))),
        )

    def most(self, draft: Draft, cell: int) -> int:
        return ALL_STONES

    def moved(self, draft: Draft, source: int, target: int, stones: int) -> Draft:
        """Carry stones from one cell to another."""
        stones = min(stones, draft.cells[source], ALL_STONES - draft.cells[target])
        if source == target or stones <= 0:
            return draft
        return self.step(self.step(draft, source, -stones), target, stones)

    def swapped(self, draft: Draft) -> Draft:
        half = len(draft.cells) // 2
        cells = draft.cells[half:] + draft.cells[:half]
        return replace(draft, cells=cells, turn=1 - draft.turn)

    def whole(self, draft: Draft) -> int:
        pits, stones = _size(draft.variant)
        return 2 * pits * stones

    def evened(self, draft: Draft) -> Draft:
        """Add stones to the emptiest pits, or take some off the fullest, to the board's number.

        Stones are taken from the stores when the pits have none left.
        """
        pits, _ = _size(draft.variant)
        board = Pits(pits)
        stores = [board.store(side) for side in (0, 1)]
        cells = list(draft.cells)
        places = [cell for cell in range(len(cells)) if cell not in stores]
        for _ in range(self.whole(draft) - sum(cells)):
            cells[min(places, key=cells.__getitem__)] += 1
        while sum(cells) > self.whole(draft):
            full = max(places, key=cells.__getitem__)
            cells[full if cells[full] else max(stores, key=cells.__getitem__)] -= 1
        return replace(draft, cells=tuple(cells))

    def begin_with(self, draft: Draft, pieces: int) -> Draft:
        return self.on_board(draft, f"{_size(draft.variant)[0]}x{pieces}")

    def begins_with(self, draft: Draft) -> int:
        return _size(draft.variant)[1]

    def _carried(self, draft: Draft, start: Draft) -> Draft:
        before, after = Pits(_size(draft.variant)[0]), Pits(_size(start.variant)[0])
        cells = [0] * len(start.cells)
        for side in (0, 1):
            cells[after.store(side)] = draft.cells[before.store(side)]
            for pit in range(min(before.pits, after.pits)):
                cells[after.cell(side, pit)] = draft.cells[before.cell(side, pit)]
        return replace(draft, variant=start.variant, cells=tuple(cells))

    def text(self, draft: Draft) -> str:
        half = len(draft.cells) // 2
        sides = draft.cells[:half], draft.cells[half:]
        own, opp = sides[draft.turn], sides[1 - draft.turn]
        numbers = (half - 1, own[-1], opp[-1], *own[:-1], *opp[:-1])
        return "<" + ",".join(map(str, numbers)) + ">" + (" N" if draft.turn else "")

    def refused(self, draft: Draft) -> Message | None:
        stones = sum(draft.cells)
        if not stones:
            return Message("edit_no_stones")
        if stones > ALL_STONES:
            return Message.of("edit_too_many_stones", n=stones, most=ALL_STONES)
        return None

    def praise(self, draft: Draft, position: KalahPosition) -> Message:
        return Message.of("edit_stones", count=position.stones)
