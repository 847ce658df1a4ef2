"""How moves, values and players are called in the theatre: in the words of who is spoken to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kalahgui.gui.services.naming import signed
from kalahgui.gui.services.words import say
from kalahgui.theatre.playback import Bound
from kalahgui.theatre.recording import Recording
from kalahgui.theatre.subject import PositionSubject

_TURNED = {Bound.AT_LEAST: Bound.AT_MOST, Bound.AT_MOST: Bound.AT_LEAST}
_SIGNS = {Bound.EXACT: "", Bound.AT_LEAST: "\u2265\u2009", Bound.AT_MOST: "\u2264\u2009"}
_AMOUNTS = {Bound.EXACT: "value_is", Bound.AT_LEAST: "value_least", Bound.AT_MOST: "value_most"}
MoveText = Callable[[int, int], str]  # a move and the side that plays it


def in_eyes(bound: Bound, eyes: int) -> Bound:
    """Turn what a value says for the root's player (0) into what it says in some eyes."""
    return _TURNED.get(bound, bound) if eyes else bound


@dataclass(frozen=True)
class Wording:
    """The words for one recording.

    ``you`` is who is spoken to, the root's player (0) or the other one (1). With ``as_mover``
    values are those of whoever moves, otherwise those of the root's player. ``move_text`` writes a
    move as the board's view does; a written tree has its own names.
    """

    recording: Recording
    you: int = 0
    as_mover: bool = False
    move_text: MoveText | None = None

    # -- players

    def who(self, mover: int) -> str:
        """Return "you" or "they", for keys of translations."""
        return "you" if mover == self.you else "they"

    def eyes(self, mover: int) -> int:
        """Return in whose eyes values are told at a node of a mover."""
        return mover if self.as_mover else 0

    # -- values, given as the root's player sees them

    def number(self, value: int, eyes: int = 0) -> str:
        """Write a value in the eyes of the root's player (0) or the other one."""
        return signed(-value if eyes else value)

    def amount(self, value: int, bound: Bound, eyes: int) -> str:
        """Say a value that is exact, the least or the most; a word behind it stands closer."""
        return say(_AMOUNTS[in_eyes(bound, eyes)], value=self.number(value, eyes))

    def value_for(self, value: int, mover: int, bound: Bound = Bound.EXACT) -> str:
        """Say a value, what it says and whose it is, as it is told at a node of a mover."""
        eyes = self.eyes(mover)
        return say(f"watch_for_{self.who(eyes)}", value=self.amount(value, bound, eyes).strip())

    def brief_for(self, value: int, mover: int, bound: Bound) -> str:
        """Say the same with a sign for what the value says."""
        eyes = self.eyes(mover)
        sign = _SIGNS[in_eyes(bound, eyes)]
        return say(f"watch_for_{self.who(eyes)}", value=sign + self.number(value, eyes))

    # -- moves

    def short(self, node: int) -> str:
        """Write the move that leads to a node, as briefly as it is noted."""
        at = self.recording.nodes[node]
        assert at.parent is not None and at.move is not None, "no move leads to the root"
        return self._short(at.parent, at.text, at.move)

    def move(self, node: int, place: int) -> str:
        """Write a move of a node, by its place there, as briefly as it is noted."""
        at = self.recording.nodes[node]
        return self._short(node, at.texts[place], at.moves[place])

    def name(self, node: int, place: int) -> str:
        """Name a move of a node in a sentence, such as "pit 4", by its place there."""
        at = self.recording.nodes[node]
        return self._name(node, at.texts[place], at.moves[place])

    def name_to(self, node: int) -> str:
        """Name the move that leads to a node."""
        at = self.recording.nodes[node]
        assert at.parent is not None and at.move is not None, "no move leads to the root"
        return self._name(at.parent, at.text, at.move)

    def _name(self, parent: int, text: str, move: int) -> str:
        short = self._short(parent, text, move)
        subject = self.recording.plan.subject
        if isinstance(subject, PositionSubject):
            return say(f"move_of_{subject.game.key}", move=short)
        return short

    def _short(self, parent: int, text: str, move: int) -> str:
        subject = self.recording.plan.subject
        if self.move_text is None or not isinstance(subject, PositionSubject):
            return text
        return self.move_text(move, subject.root.turn ^ self.recording.nodes[parent].mover)

    def line(self, nodes: Sequence[int]) -> list[str]:
        """Write the moves to some nodes turn by turn, those of who is not spoken to as theirs."""
        turns: list[tuple[int, list[str]]] = []
        for node in nodes:
            at = self.recording.nodes[node]
            if at.parent is None:
                continue
            mover = self.recording.nodes[at.parent].mover
            if turns and turns[-1][0] == mover:
                turns[-1][1].append(self.short(node))
            else:
                turns.append((mover, [self.short(node)]))
        return [
            ", ".join(moves) if mover == self.you else say("watch_their", move=", ".join(moves))
            for mover, moves in turns
        ]
