"""The rules of Eight: name a number from 1 to 3, but not the last one; who makes 8 exactly wins.

``own`` is the sum and ``opp`` the last number, whoever is to move; a move is its number.
"""

from __future__ import annotations

import functools
import re

import cython

from kalahgui.game import Game, Numbers, Say

if cython.compiled:
    from cython.cimports.kalahgui.core.position import Position
else:
    from kalahgui.core.position import Position

_ONE = cython.declare(cython.ulonglong, 1)
_NUMBERS = cython.declare(cython.ulonglong, 0b1110)
_GOAL = cython.declare(cython.int, 8)


class EightPosition(Position):
    """A position of Eight; the margin is 1 for a win."""

    def family(self):
        return ("eight",)

    def _legal(self):
        if self.own >= _GOAL:
            return 0
        return _NUMBERS & ~(_ONE << self.opp)

    def _play(self, move):
        self.own += move
        self.opp = move
        self.turn = 1 - self.turn
        return False

    def _final(self):
        return -1 if self.own == _GOAL else 1

    def _evaluate(self):
        return 0

    def _published(self):
        return self._final() if self.own >= _GOAL else 0

    def _priority(self, move):
        return 1 if self.own + move == _GOAL else 0

    def _bounds(self):
        return (-1, 1)


@functools.cache
def _reachable():
    """Return every sum and last number that comes about in some game."""
    found = set()
    todo = [EightPosition()]
    while todo:
        position = todo.pop()
        found.add((position.own, position.opp))
        for move in position.moves():
            child = position.copy()
            child.play(move)
            todo.append(child)
    return found


class Eight(Game):
    """Eight for the window and the command line."""

    key = "eight"
    variants = ("8",)
    variant = "8"
    rules = ()

    def start(self, variant, rules=()):
        if variant not in self.variants:
            raise ValueError(f"Eight is played up to 8, not up to {variant!r}")
        self.check_rules(rules)
        return EightPosition()

    def board(self, position):
        return Numbers(goal=8, highest=3)

    def cells(self, position):
        return [position.own, position.opp]

    def tell(self, position, move):
        yield Say(move)

    def text(self, move):
        return str(move)

    def parse_move(self, text):
        if not re.fullmatch(r"[1-3]", text.strip()):
            raise ValueError(f"a move of Eight is a number from 1 to 3, not {text!r}")
        return int(text)

    def position_text(self, position):
        return f"{position.own},{position.opp}" + (" N" if position.turn else "")

    def parse_position(self, text, rules=(), variant=None):
        position = self.start(self.variant if variant is None else variant, rules)
        shape = re.fullmatch(r"([0-9]{1,2}) ?, ?([0-9])( N)?", " ".join(text.split()))
        if shape is None:
            raise ValueError("a position of Eight is the sum and the last number, such as 5,2")
        total, last = int(shape[1]), int(shape[2])
        if (total, last) not in _reachable():
            raise ValueError(f"no game of Eight comes to {total} with {last} as the last number")
        position.own, position.opp = total, last
        position.turn = 1 if shape[3] else 0
        return position
