"""The rules of tic-tac-toe once more, slowly, by going over the cells of the board."""

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
