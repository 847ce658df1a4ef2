"""Kalah once more, slowly and on a plain list, to check the rules against.

The first player's pits come first, then the first player's store, the second player's pits and
the second player's store, all sown in rising order.
"""

from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module

from kalahgui.games.game import children


@dataclass
class Board:
    """A board with the side to move and whether the game is over."""

    pits: int
    cells: list[int]
    turn: int = 0
    empty_capture: bool = False
    majority: bool = True
    over: bool = False

    @classmethod
    def start(cls, pits, stones, empty_capture=False, majority=True):
        half = [stones] * pits + [0]
        return cls(pits, half + half, 0, empty_capture, majority)

    def store(self, side):
        return self.pits + side * (self.pits + 1)

    def side_of(self, cell):
        return None if cell in (self.store(0), self.store(1)) else cell // (self.pits + 1)

    def row(self, side):
        return range(self.store(side) - self.pits, self.store(side))

    def moves(self):
        if self.over:
            return []
        return [m for m, cell in enumerate(self.row(self.turn)) if self.cells[cell]]

    def sow(self, move):
        """Sow a pit stone by stone and return where the last one fell."""
        me, cells = self.turn, self.cells
        cell = self.row(me)[move]
        hand, cells[cell] = cells[cell], 0
        while hand:
            cell = (cell + 1) % len(cells)
            if cell != self.store(1 - me):
                cells[cell] += 1
                hand -= 1
        return cell

    def play(self, move):
        """Play a move and return whether the same side moves again."""
        me, cells = self.turn, self.cells
        cell = self.sow(move)
        if self.side_of(cell) == me and cells[cell] == 1:
            opposite = 2 * self.pits - cell
            if cells[opposite] > 0 or self.empty_capture:
                cells[self.store(me)] += 1 + cells[opposite]
                cells[cell] = cells[opposite] = 0
        if any(not any(cells[c] for c in self.row(side)) for side in (0, 1)):
            for side in (0, 1):
                for c in self.row(side):
                    cells[self.store(side)] += cells[c]
                    cells[c] = 0
            self.over = True
        if self.majority and any(2 * cells[self.store(side)] > sum(cells) for side in (0, 1)):
            self.over = True
        again = not self.over and cell == self.store(me)
        if not again:
            self.turn = 1 - me
        return again

    def margin(self, side):
        return self.cells[self.store(side)] - self.cells[self.store(1 - side)]

    def copy(self):
        return Board(
            self.pits,
            self.cells.copy(),
            self.turn,
            self.empty_capture,
            self.majority,
            self.over,
        )


def full_width(position, depth):
    """Return the value of a search that looks at every move, by the position's evaluation."""
    if position.over:
        return position.final()
    if depth == 0:
        return position.evaluate()
    return max(
        sign * full_width(child, depth - (sign < 0)) for _, child, sign in children(position)
    )


@cache
def worth(position):
    """Return the value of a position of any game by plain minimax."""
    if position.over:
        return position.final()
    return max(value for _, value in moves_worth(position))


def moves_worth(position):
    """Yield each move with its value, by plain minimax."""
    for move, child, sign in children(position):
        yield move, sign * worth(child)


def value(board, known=None):
    """Return the final margin for the side to move by searching everything."""
    known = {} if known is None else known
    key = (tuple(board.cells), board.turn, board.over)
    if key not in known:
        if board.over:
            known[key] = board.margin(board.turn)
        else:
            values = []
            for move in board.moves():
                child = board.copy()
                sign = 1 if child.play(move) else -1
                # At the end the words are the next side's, whoever played last.
                values.append(sign * value(child, known))
            known[key] = max(values)
    return known[key]


def minimax(node):
    """Return the value of a written tree."""
    if not node.children:
        return node.value
    return (min if node.mover else max)(map(minimax, node.children))


def with_values(node, values, path=()):
    """Return a tree with other values at some of its leaves."""
    if not node.children:
        return replace(node, value=values.get(path, node.value))
    children = tuple(
        with_values(child, values, (*path, place)) for place, child in enumerate(node.children)
    )
    return replace(node, children=children)


VARIANTS = {
    "kalah": ("6x6", "6x3", "4x2", "3x3"),
    "reversi": ("diamond", "8x8", "4x4", "6x6"),
}


def random_position(game, chance):
    """Return an unfinished position after some random moves."""
    start = game.start(chance.choice(VARIANTS.get(game.key, game.variants)))
    while True:
        here = start.copy()
        for _ in range(chance.randrange(30)):
            if here.over:
                break
            here.play(chance.choice(here.moves()))
        if not here.over:
            return here


def slow_rules(game):
    """Return the module with a game's rules once more: its slow moves and classes of moves."""
    return import_module(f"games.{game.key}.slow_rules")
