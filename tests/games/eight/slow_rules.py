"""The rules of Eight once more, slowly, by going over the cells of the board."""

from kalahgui.games.game import Say

# The nodes that `python main.py bench` counts: the signature of the search.
SIGNATURE = 90


def legal_moves(game, position):
    total, last = game.cells(position)
    board = game.board(position)
    return [] if total >= board.goal else [n for n in range(1, board.highest + 1) if n != last]


def move_class(game, position, move):
    [said] = game.tell(position, move)
    assert isinstance(said, Say)
    return str(said.number)


def claims(game, position, move, child, value):
    """Yield of reasons for a move whether they hold."""
    yield "makes_goal", child.own == 8
    yield "total_wins", value > 0
