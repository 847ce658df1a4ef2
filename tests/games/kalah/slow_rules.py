"""The rules of Kalah once more, slowly, by going over the cells of the board."""

from reference import Board

# The nodes that `python main.py bench` counts: the signature of the search.
SIGNATURE = 85949


def legal_moves(game, position):
    cells = game.cells(position)
    pits = game.board(position).pits
    half = len(cells) // 2
    sides = cells[:pits], cells[half : half + pits]
    stores = cells[pits], cells[-1]
    if not any(sides[0]) or not any(sides[1]):
        return []
    if position.majority and 2 * max(stores) > sum(cells):
        return []
    return [pit for pit in range(pits) if sides[position.turn][pit]]


def move_class(game, position, move):
    """Sow on a plain list, whose rules say whether the same side moves again, too."""
    cells, side = [*game.cells(position)], position.turn
    board = Board(position.pits, cells, side, position.empty_capture, position.majority)
    sown = board.copy()
    at, cells = sown.sow(move), sown.cells
    opposite = 2 * position.pits - at
    if at in board.row(side) and cells[at] == 1 and (cells[opposite] or position.empty_capture):
        assert not board.play(move), "a sowing does one of both"
        return "capture"
    return "again" if board.play(move) else "neither"
