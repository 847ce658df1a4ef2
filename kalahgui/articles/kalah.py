"""The tables of the Kalah article: whole games between two depths, and the whole tree of Eight."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from kalahgui.articles.published import Cell, Figures, PublishedTable
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import Textbook
from kalahgui.games import GAMES
from kalahgui.games.user_error import Message
from kalahgui.theatre import game_tree

# Depth of the first player, of the second; final stores; evaluations by minimax, by alpha-beta.
_KALAH = (
    (2, 2, 41, 31, 11775, 6207),
    (3, 2, 43, 17, 90698, 40657),
    (4, 2, 26, 37, 318340, 85880),
    (5, 2, 39, 33, 1221294, 226145),
    (2, 3, 39, 23, 4383, 1757),
    (3, 3, 40, 32, 41159, 11320),
    (4, 3, 53, 19, 654559, 119750),
    (5, 3, 48, 24, 588627, 65362),
    (2, 4, 36, 36, 160765, 30242),
    (3, 4, 43, 29, 131496, 31230),
    (4, 4, 34, 38, 510241, 111266),
    (5, 4, 44, 28, 1734092, 238004),
    (2, 5, 23, 49, 3648321, 504203),
    (3, 5, 26, 39, 1580529, 221814),
    (4, 5, 43, 29, 2488362, 505170),
    (5, 5, 35, 37, 4806261, 815589),
)
_KALAH_MISPRINTS: dict[tuple[int, int], Figures] = {
    (3, 2): {"evaluations": 90968},
    (4, 4): {"stones": [38, 34]},
}


_EXCHANGED, _TWICE = Message("terminal_note_exchanged"), Message("terminal_note_twice")


def _cells(algorithm: str) -> Iterator[Cell]:
    """Yield the whole games; the stores are printed once, with minimax, and stay the same."""
    for a, b, first, second, minimax, alpha_beta in _KALAH:
        plain = algorithm == "minimax"
        counted: Figures = {"evaluations": minimax if plain else alpha_beta}
        right = {"stones": [first, second], **counted}
        printed = right | _KALAH_MISPRINTS.get((a, b), {}) if plain else counted
        yield Cell([a, b], right, printed, None if a == b else _EXCHANGED)


def kalah_game(algorithm: str, depths: tuple[int, int], stop: StopWord) -> Figures:
    """Play a whole game between two depths and count the evaluations of both players."""
    game = GAMES["kalah"]
    position = game.start("6x6")
    textbook = Textbook(algorithm, stop=stop)
    while not position.over and not stop.raised:
        textbook.run(position, depths[position.turn])
        for move in textbook.line():
            if not position.play(move):
                break
    return {
        "stones": [position.store(0), position.store(1)],
        "evaluations": textbook.evaluations,
    }


TABLES = tuple(
    PublishedTable(
        f"kalah-{algorithm}",
        Message(f"terminal_table_kalah-{algorithm}"),
        tuple(_cells(algorithm)),
        partial(kalah_game, algorithm),
        notes=notes,
    )
    for algorithm, notes in (("minimax", (_EXCHANGED,)), ("alpha-beta", (_EXCHANGED, _TWICE)))
)


_DEPTH = 8


def whole_tree(case: Any, stop: StopWord) -> Figures:
    """Search the whole tree, measure its height and name the winner."""
    game = GAMES["eight"]
    start = game.start(game.variant)
    textbook = Textbook("minimax", stop=stop)
    value = textbook.run(start, _DEPTH)
    return {
        "nodes": textbook.nodes,
        "winner": "first" if value > 0 else "second",
        "height": game_tree.whole_tree(game, start).height,
    }


EIGHT = PublishedTable(
    "eight",
    Message("terminal_table_eight"),
    (Cell("whole tree", {"nodes": 62, "winner": "second", "height": 6}, {"height": 6}),),
    whole_tree,
    notes=(Message("terminal_note_eight_height"), Message("terminal_note_eight_misprint")),
)
