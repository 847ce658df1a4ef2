"""``solve --measures``: what the evaluation by three measures sees in a position."""

from __future__ import annotations

from rich.table import Table as RichTable

from kalahgui.cli.arguments import BadArguments
from kalahgui.cli.output import print_board, print_json, print_table
from kalahgui.core.reversi_measures import PUBLISHED, measures, worth
from kalahgui.games.game import MEASURES, Game, Position

_PARTS = ("own", "opponent", "mobility", "stable")
_SUM = "sum"
_TITLES = {
    "own": "own squares",
    "opponent": "opponent's squares",
    "mobility": "mobility",
    "stable": "stable discs",
}


def run(game: Game, position: Position, as_json: bool) -> int:
    """Print the measures of both sides; BadArguments when the board has none."""
    if MEASURES not in game.evaluations:
        raise BadArguments(f"{game.key} is not judged by measures; they are for reversi:8x8")
    try:
        found = {name: _side(position, side) for side, name in enumerate(game.sides)}
    except ValueError as error:
        raise BadArguments(str(error)) from None
    if as_json:
        print_json(found)
    else:
        print_board(game, position)
        if not position.over:
            print(f"{game.sides[position.turn]} to move", end="\n\n")
        _print(found)
    return 0


def _side(position: Position, side: int) -> dict[str, int]:
    """Return a side's parts as they are before weighting, and the weighted sum."""
    parts = dict(zip(_PARTS, measures(position, side), strict=True))
    return {**parts, _SUM: worth(position, side)}


def _print(found: dict[str, dict[str, int]]) -> None:
    table = RichTable(box=None)
    table.add_column("")
    table.add_column("factor", justify="right")
    for side in found:
        table.add_column(side, justify="right")
    for part, factor in zip(_PARTS, PUBLISHED, strict=True):
        sign = "-" if part == "opponent" else ""
        figures = (str(parts[part]) for parts in found.values())
        table.add_row(_TITLES[part], f"{sign}{factor}", *figures)
    table.add_row(_SUM, "", *(str(parts[_SUM]) for parts in found.values()))
    print_table(table)
    print("The article prints the opponent's squares added; in play they are subtracted.")
