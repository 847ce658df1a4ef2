"""The rules of Reversi once more, slowly, by going over the cells of the board."""

from kalahgui.games.game import Flip, Place

# The nodes that `python main.py bench` counts: the signature of the search.
SIGNATURE = 51954


def legal_moves(game, position):
    cells = game.cells(position)
    board = game.board(position)
    return [
        board.moves[cell]
        for cell in range(len(cells))
        if cells[cell] == 0 and turns_any(board, cells, cell, position.turn + 1)
    ]


def turns_any(board, cells, cell, mine):
    column, row = board.places[cell]
    for right in (-1, 0, 1):
        for down in (-1, 0, 1):
            line = []
            for distance in range(1, 8):
                there = board.cell_at(column + right * distance, row + down * distance)
                line.append(0 if there is None else cells[there])
            theirs = next((i for i, disc in enumerate(line) if disc != 3 - mine), 0)
            if theirs and line[theirs] == mine:
                return True
    return False


def move_class(game, position, move):
    """Look at the places of the board, and count the discs that are told to turn."""
    board, cells = game.board(position), game.cells(position)
    events = list(game.tell(position, move))
    [column, row] = board.places[next(event.cell for event in events if isinstance(event, Place))]
    corners = [board.places[cell] for cell in board.corners if not cells[cell]]
    between = sum(
        {(column + right, row + down), (column - right, row - down)} <= set(board.places)
        for right, down in ((0, 1), (1, 0), (1, 1), (1, -1))
    )
    if between == 0:
        where = "corner"
    elif any(max(abs(column - c), abs(row - r)) == 1 for c, r in corners):
        where = "beside-corner"
    else:
        where = "edge" if between == 1 else "inner"
    turned = sum(isinstance(event, Flip) for event in events)
    return f"{where}-{'few' if turned <= 2 else 'many'}"


def claims(game, position, move, child, value):
    """Yield of reasons for a move whether they hold."""
    again = child.turn == position.turn
    board = game.board(position)
    corners = {board.moves[cell] for cell in board.corners}
    mine_next = position.copy()
    mine_next.own, mine_next.opp = position.opp, position.own
    theirs_now, theirs_before = set(child.moves()), set(mine_next.moves())
    yield "corner", move in corners
    yield "moves_left", True
    yield "keeps_corners", not (again or corners & theirs_now)
    yield "denies_corner", bool(corners & theirs_before) and not corners & theirs_now
