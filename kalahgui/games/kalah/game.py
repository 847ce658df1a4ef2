"""Kalah: its boards and rules, its notation, and its moves told as events."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kalahgui.core.constants import WON
from kalahgui.core.kalah import MAX_PITS, MAX_STONES, KalahPosition, start
from kalahgui.core.pair_patterns import PHASES, PairPatterns, row_length
from kalahgui.core.sowing import ALL_STONES
from kalahgui.games.game import Again, Capture, Card, Event, Game, Lift, Message, Pits, Sow, Sweep
from kalahgui.games.kalah.fair_starts import fair_starts
from kalahgui.games.kalah.kalah_reasons import kalah_reasons
from kalahgui.games.limit import HANDMADE, counting, glance, seconds, turns
from kalahgui.games.user_error import Saying, UserError, english, short
from kalahgui.games.weights import Weights

# Cells by which a capture is harder to see than a sowing of as many stones.
_ACROSS = 2
EVALUATION = "pair-patterns"
# What was learnt from games with six stones a pit serves boards with fewer and more as well, and
# either capture rule: found by matches.
_LEARNT_PITS = 6


def pair_patterns(weights: Weights) -> PairPatterns | None:
    """Return the evaluation that weights make; None when they are not for six pits."""
    right = (weights.evaluation, weights.phases) == (EVALUATION, PHASES)
    if not right or len(weights.values) != PHASES * row_length(_LEARNT_PITS):
        return None
    return PairPatterns(_LEARNT_PITS, weights.values)


# The limits of the levels, as they were measured.
_LEVELS_LARGE = (
    glance(1, 1, 0.7, 0.5, 1),
    glance(1, 3, 0.8, 0.6, 2),
    glance(2, 3, 0.92, 0.75, 4),
    counting(1),
    counting(2),
    *turns(2, 4, 8, 12),
    *seconds(1.0),
)
# With five stones twelve turns are hardly worse than seconds.
_LEVELS_6X5 = (*_LEVELS_LARGE[:8], *seconds(1.0))
_LEVELS_6X4 = (
    glance(1, 1, 0.7, 0.5, 1),
    glance(1, 3, 0.85, 0.6, 2),
    glance(2, 4, 0.95, 0.8, 4),
    counting(2),
    *turns(1, 3, 5, 8),
    *seconds(1.0),
)
_LEVELS_6X3 = (
    glance(1, 1, 0.7, 0.5, 1),
    glance(1, 3, 0.85, 0.6, 2),
    glance(2, 3, 0.92, 0.75, 4),
    counting(2),
    *turns(1, 3, 7),
    *seconds(2.0),
)
_LEVELS = {"6x6": _LEVELS_LARGE, "6x5": _LEVELS_6X5, "6x4": _LEVELS_6X4, "6x3": _LEVELS_6X3}


class Kalah(Game[KalahPosition]):
    """Kalah for the window and the command line."""

    key = "kalah"
    variants = ("6x3", "6x4", "6x5", "6x6")
    variant = "6x6"
    cards = (Card("kalah", ("6x6", "6x3", "6x4", "6x5"), "1 3 6 2 4 5"),)
    rules = ("standard", "empty-capture", "last-stone")
    rules_to_the_end = ("last-stone",)
    has_points = True
    has_pie_rule = True
    evaluations = (HANDMADE,)
    learnt_weights = "kalah-6x6", pair_patterns
    # None does both: the last stone falls either into the own store or into a pit.
    move_classes = ("again", "capture", "neither")
    loss_steps = (2, 3)
    levels = _LEVELS
    rule_parts = ("sow", "again", "capture", "end")
    courses = ("kalah",)
    opening_plies = 6

    def start(self, variant: str, rules: Sequence[str] = ()) -> KalahPosition:
        pits, stones = self._size(variant)
        return start(pits, stones, *self._options(rules))

    def _size(self, variant: str) -> tuple[int, int]:
        size = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", variant)
        if size is None:
            raise UserError("refused_kalah_board", variant=short(variant))
        pits, stones = int(size[1]), int(size[2])
        if not 1 <= pits <= MAX_PITS:
            raise UserError("refused_kalah_pits", most=MAX_PITS, pits=pits)
        if not 1 <= stones <= MAX_STONES:
            raise UserError("refused_kalah_stones", most=MAX_STONES, stones=stones)
        return pits, stones

    def fair_starts(self, variant: str, rules: Sequence[str] = ()) -> Sequence[str]:
        return fair_starts(*self.start(variant, rules).book_board())

    def _options(self, rules: Sequence[str]) -> tuple[bool, bool]:
        chosen = self.check_rules(rules)
        return "empty-capture" in chosen, "last-stone" not in chosen

    def board(self, position: KalahPosition) -> Pits:
        return Pits(position.pits)

    def cells(self, position: KalahPosition) -> list[int]:
        counts = []
        for side in (0, 1):
            counts += [position.pit(side, index) for index in range(position.pits)]
            counts.append(position.store(side))
        return counts

    def tell(self, position: KalahPosition, move: int) -> Iterator[Event]:
        cells = self.cells(position)
        board = self.board(position)
        side = position.turn
        store, their_store = board.store(side), board.store(1 - side)
        ours = tuple(range(board.cell(side, 0), store))
        theirs = tuple(range(board.cell(1 - side, 0), their_store))
        cell = ours[move]
        hand, cells[cell] = cells[cell], 0
        yield Lift(cell)
        while hand:
            cell = (cell + 1) % len(cells)
            if cell == their_store:
                continue
            cells[cell] += 1
            hand -= 1
            yield Sow(cell)
        if cell in ours and cells[cell] == 1:
            opposite = 2 * position.pits - cell
            if cells[opposite] or position.empty_capture:
                taken = (cell, opposite) if cells[opposite] else (cell,)
                cells[store] += cells[cell] + cells[opposite]
                cells[cell] = cells[opposite] = 0
                yield Capture(taken, store)
        for pits, other, bank in ((ours, theirs, their_store), (theirs, ours, store)):
            if not any(cells[pit] for pit in pits):
                left = tuple(pit for pit in other if cells[pit])
                if left:
                    yield Sweep(left, bank)
                return
        if position.majority and 2 * max(cells[store], cells[their_store]) > sum(cells):
            return
        if cell == store:
            yield Again(side)

    def move_class(self, position: KalahPosition, move: int) -> str:
        for event in self.tell(position, move):
            match event:
                case Capture():
                    return "capture"
                case Again():
                    return "again"
        return "neither"

    def move_reasons(self, position: KalahPosition, move: int) -> list[Message]:
        return kalah_reasons(self, position, move)

    def variant_of(self, position: KalahPosition) -> str:
        # A position that somebody has set up may have any number of stones.
        stones = position.stones // (2 * position.pits)
        return f"{position.pits}x{min(max(1, stones), MAX_STONES)}"

    def catches_the_eye(self, position: KalahPosition, move: int) -> bool:
        return self.move_class(position, move) != "neither"

    def reach(self, position: KalahPosition, move: int) -> int:
        """Return the number of stones sown, and some more for a capture across the board."""
        side = position.turn
        stones: int = position.pit(side, move)
        last = move + stones
        across = last < position.pits and position.pit(side, last) == 0
        return stones + _ACROSS * across

    def title(self, variant: str) -> Message:
        pits, stones = variant.split("x")
        return Message.of("kalah_title", pits=pits, stones=stones)

    def match_title(self, variant: str, start: KalahPosition) -> Message:
        pits, stones = self._size(variant)
        if start.stones == 2 * pits * stones:
            return self.title(variant)
        return Message.of("kalah_title_stones", count=start.stones)

    def rule_words(self, rules: Sequence[str]) -> list[str]:
        return [f"rules_{rule}" for rule in rules if rule != "standard"] or ["rules_standard"]

    def only_wins(self, position: KalahPosition, value: int, published: bool) -> bool:
        return published and bool(position.majority) and abs(value) == WON

    def may_end_early(self, position: KalahPosition) -> bool:
        return bool(position.majority)

    def weights_suit(self, position: KalahPosition) -> bool:
        return bool(position.pits == _LEARNT_PITS)

    def points(self, position: KalahPosition) -> tuple[int, int]:
        return position.store(0), position.store(1)

    def why_over(self, position: KalahPosition) -> Message:
        if position.own or position.opp:
            # Stones are left in pits, so nothing but a majority can have ended the game.
            most = max(self.points(position))
            return Message.of("end_majority", n=most, all=position.stones)
        return Message.of("end_empty_side")

    def drawing(self, position: KalahPosition, say: Saying = english) -> str:
        """Draw both rows with the numbers of their pits, counted from each owner's left."""
        pits = range(position.pits)
        first = [position.pit(0, pit) for pit in pits]
        second = [position.pit(1, pit) for pit in reversed(pits)]
        first_store, second_store = self.points(position)
        wide = max(2, len(str(max(*first, *second, first_store, second_store))))
        margin = " " * (wide + 3)

        def row(texts: Sequence[str], name: str) -> str:
            return f"{margin}{' '.join(texts)}   {name}".rstrip()

        def filled(stones: Sequence[int]) -> list[str]:
            return [f"[{count:{wide}}]" for count in stones]

        numbers = [f" {pit + 1:{wide}} " for pit in pits]
        between = " " * (len(pits) * (wide + 3) - 1)
        return "\n".join(
            (
                row(numbers[::-1], ""),
                row(filled(second), say("article_second")),
                f"({second_store:{wide}}) {between} ({first_store:{wide}})",
                row(filled(first), say("article_first")),
                row(numbers, ""),
            )
        )

    def tally(self, position: KalahPosition, say: Saying = english) -> str:
        first, second = self.points(position)
        return say("kalah_tally", first=first, second=second)

    def text(self, move: int) -> str:
        return str(move + 1)

    def article_text(self, position: KalahPosition, move: int, side: int) -> str:
        # The article counts the cells of the whole board from 0, and the stores with them.
        return str(self.board(position).cell(side, move))

    def parse_move(self, text: str, position: KalahPosition | None = None) -> int:
        pits = MAX_PITS if position is None else position.pits
        if not re.fullmatch(rf"[1-{pits}]", text.strip()):
            raise UserError("refused_kalah_move", pits=pits, text=short(text))
        return int(text) - 1

    def position_text(self, position: KalahPosition) -> str:
        side = position.turn
        numbers = [position.pits, position.store(side), position.store(1 - side)]
        for player in (side, 1 - side):
            numbers += [position.pit(player, index) for index in range(position.pits)]
        return "<" + ",".join(map(str, numbers)) + ">" + (" N" if side else "")

    def parse_position(
        self, text: str, rules: Sequence[str] = (), variant: str | None = None
    ) -> KalahPosition:
        number = " ?-?[0-9]{1,9} ?"
        shape = re.fullmatch(rf"<({number}(?:,{number})*)>( N)?", " ".join(text.split()))
        if shape is None:
            raise UserError("refused_kalah_position")
        pits, *filled = map(int, shape[1].split(","))
        if not 1 <= pits <= MAX_PITS:
            raise UserError("refused_kalah_pits", most=MAX_PITS, pits=pits)
        if len(filled) != 2 + 2 * pits:
            there = 1 + len(filled)
            raise UserError("refused_kalah_numbers", pits=pits, n=3 + 2 * pits, there=there)
        fewest = min(filled)
        if fewest < 0:
            in_store = fewest in filled[:2]
            key = "refused_kalah_store" if in_store else "refused_kalah_pit"
            raise UserError(key, stones=fewest)
        if sum(filled) > ALL_STONES:
            raise UserError("refused_kalah_all_stones", most=ALL_STONES, stones=sum(filled))
        if variant is not None:
            self._check_size(variant, pits, sum(filled))
        position = KalahPosition(pits, sum(filled), *self._options(rules))
        south, north, *pits_filled = filled
        position.own = sum(n << 8 * i for i, n in enumerate(pits_filled[:pits]))
        position.opp = sum(n << 8 * i for i, n in enumerate(pits_filled[pits:]))
        position.lead = south - north
        position.turn = 1 if shape[2] else 0
        position.settle()
        return position

    def _check_size(self, variant: str, pits: int, stones: int) -> None:
        board_pits, board_stones = self._size(variant)
        if (pits, stones) != (board_pits, 2 * board_pits * board_stones):
            raise UserError("refused_kalah_size", pits=pits, stones=stones, variant=variant)
