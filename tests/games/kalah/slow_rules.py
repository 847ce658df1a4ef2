"""The rules of Kalah once more, slowly, by going over the cells of the board."""

from reference import Board

from kalahgui.games import GAMES
from kalahgui.games.game import Capture, fold

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


def reference_of(position, turn):
    """Return the position on the slow board, with a side to move."""
    return Board(position.pits, GAMES["kalah"].cells(position), turn, majority=False)


def captured_cells(board):
    """Yield the pit that each sowing of the mover empties on the other side, and the board then."""
    for move in board.moves():
        cells = list(board.cells)
        own = set(board.row(board.turn))
        cell = board.row(board.turn)[move]
        hand, cells[cell] = cells[cell], 0
        while hand:
            cell = (cell + 1) % len(cells)
            if cell != board.store(1 - board.turn):
                cells[cell] += 1
                hand -= 1
        opposite = 2 * board.pits - cell
        takes = cell in own and cells[cell] == 1 and cells[opposite]
        child = Board(board.pits, list(board.cells), board.turn, majority=False)
        again = child.play(move)
        yield opposite if takes else None, child if again else None


def captured_in_a_turn(board):
    """Return every pit that a whole turn may empty on the other side."""
    pits, todo = set(), [board]
    while todo:
        for cell, then in captured_cells(todo.pop()):
            pits |= set() if cell is None else {cell}
            todo += [] if then is None else [then]
    return pits


def claims(game, position, move, child, value):
    """Yield of reasons for a move whether they hold."""
    events, cells = list(game.tell(position, move)), game.cells(position)
    yield "captures", any(isinstance(event, Capture) for event in events)
    yield "then_captures", True
    yield "saves", not captured_in_a_turn(reference_of(child, child.turn))
    yield "readies", fold(cells, events) == game.cells(child)
