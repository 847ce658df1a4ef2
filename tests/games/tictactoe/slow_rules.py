"""The rules of tic-tac-toe once more, slowly, by going over the cells of the board."""

from kalahgui.games import GAMES

# The nodes that `python main.py bench` counts: the signature of the search.
SIGNATURE = 2075


def legal_moves(game, position):
    cells = game.cells(position)
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    if any(cells[a] == cells[b] == cells[c] != 0 for a, b, c in lines):
        return []
    return [square for square in range(9) if cells[square] == 0]


def move_class(game, position, move):
    [place] = game.tell(position, move)
    return {4: "centre"}.get(place.cell, "side" if place.cell % 2 else "corner")


def completing(cells, side):
    """Return the empty squares on which a side's mark would make three in a row."""
    squares = set()
    for square, mark in enumerate(cells):
        if mark == 0:
            line = [*cells[:square], side + 1, *cells[square + 1 :]]
            squares |= {square} if GAMES["tictactoe"].winning_cells(line) else set()
    return squares


def claims(game, position, move, child, value):
    """Yield of reasons for a move whether they hold."""
    threats = completing(game.cells(child), position.turn)
    yield "two_threats", len(threats) > 1
    yield "threat", len(threats) == 1
    yield "blocks", move in completing(game.cells(position), 1 - position.turn)
