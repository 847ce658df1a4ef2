"""What each of the five articles holds: its trees, its tables, and games to watch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kalahgui.articles import diamond, example_trees, kalah, three_measures, tictactoe
from kalahgui.articles.classics import CLASSICS, Classic
from kalahgui.articles.published import Cell, PublishedTable
from kalahgui.articles.weights_experiment import STAGES, Factors
from kalahgui.games.reversi.drawn_line import DRAWN_LINE


@dataclass(frozen=True)
class Bars:
    """Bars below each other, each with what it stands for and its number.

    ``what`` is the key of their caption. Numbers are counts, or shares in ``percent``.
    """

    what: str
    bars: tuple[tuple[str, float], ...]
    percent: bool = False

    @property
    def most(self) -> float:
        """Return the number that a bar as wide as can be stands for."""
        return 100.0 if self.percent else max(number for _, number in self.bars)


@dataclass(frozen=True)
class TreeFigure:
    """A tree of an article with its values; ``pruned`` shows what alpha-beta leaves out."""

    classic: Classic
    pruned: bool = False


NUMBERS, WEIGHTS, VALUES = "numbers", "weights", "values"


@dataclass(frozen=True)
class BoardFigure:
    """A board after some moves, and what is written on it.

    That are the article's numbers of the cells, the values of the squares, or what every move is
    worth with best play.
    """

    game: str
    variant: str
    shows: str
    moves: str = ""


Figure = Bars | TreeFigure


def _right(table: PublishedTable, case: Any, name: str) -> Any:
    """Return the right figure of a case of a table."""
    return next(cell.right[name] for cell in table.cells if cell.case == case)


@dataclass(frozen=True)
class WatchedGame:
    """A game for two computers, who are given as the texts of players.

    ``opening`` are moves in the game's notation that are played before. A whole game that was
    published has a ``name``, and no players: it is walked through from its start.
    """

    game: str
    variant: str
    players: tuple[str, ...]
    opening: str = ""
    name: str = ""


PARTS = ("asked", "done", "found")


@dataclass(frozen=True)
class Read:
    """The article told in plain words: what was asked, how it was done, and what came out.

    ``figures`` stand among the words, which name them by their numbers from 1 on, and the ``board``
    beside them. ``watched`` is a game to watch, where there is one, and ``opponent`` who plays
    against the reader on its board.
    """

    board: BoardFigure | None = None
    figures: tuple[Figure, ...] = ()
    watched: WatchedGame | None = None
    opponent: str = ""
    key: str = "read"


@dataclass(frozen=True)
class ExampleTree:
    """A tree of the article with made-up values."""

    classic: Classic
    key: str = "tree"

    @property
    def cell(self) -> Cell:
        """Return what the article says of its tree."""
        return next(cell for cell in example_trees.TABLE.cells if cell.case == self.classic.case)


@dataclass(frozen=True)
class WholeTree:
    """All of a small game as a tree, and the table that counts it."""

    classic: Classic
    table: PublishedTable
    key: str = "whole"


@dataclass(frozen=True)
class PositionTree:
    """The first plies after a position of a game, with the values of best play."""

    classic: Classic
    plies: int
    key: str = "subtree"


@dataclass(frozen=True)
class Crossed:
    """A table of whole games, the first player's depth down and the second player's across.

    Its evaluations stand as shares of those in the table ``against``, if there is one.
    """

    key: str
    table: PublishedTable
    watched: Callable[[Any], WatchedGame]
    against: PublishedTable | None = None


@dataclass(frozen=True)
class Rows:
    """A table with a row for each case, and the figure that is drawn as bars, if one is.

    ``line`` is a figure too long for a column. It is shown for the row that is chosen.
    """

    key: str
    table: PublishedTable
    watched: Callable[[Any], WatchedGame]
    bars: str = ""
    line: str = ""


@dataclass(frozen=True)
class WorkedExample:
    """Measures added up step by step, each with the diagram that shows it."""

    key: str
    table: PublishedTable


@dataclass(frozen=True)
class Experiment:
    """The choice of factors by games, so many for each factor."""

    key: str = "experiment"


@dataclass(frozen=True)
class ArticleGames:
    """Games of the article to watch, and the card on which its game is set up."""

    offer: str
    watched: tuple[WatchedGame, ...]
    key: str = "play"


Section = (
    Read
    | ExampleTree
    | WholeTree
    | PositionTree
    | Crossed
    | Rows
    | WorkedExample
    | Experiment
    | ArticleGames
)


@dataclass(frozen=True)
class Article:
    """One of the articles that the program goes back to."""

    key: str
    sections: tuple[Section, ...]

    @property
    def read(self) -> Read:
        """Return what tells the article in words."""
        return next(section for section in self.sections if isinstance(section, Read))

    @property
    def boards(self) -> set[tuple[str, str]]:
        """Return the games with their boards on which games of the article can be watched."""
        lists = (section for section in self.sections if isinstance(section, ArticleGames))
        return {(game.game, game.variant) for games in lists for game in games.watched}

    @property
    def tables(self) -> list[PublishedTable]:
        """Return the tables of the article."""
        tabulated = (Crossed, Rows, WorkedExample)
        return [section.table for section in self.sections if isinstance(section, tabulated)]


def _kalah_game(algorithm: str) -> Callable[[Any], WatchedGame]:
    def watched(case: Any) -> WatchedGame:
        first, second = case
        return WatchedGame("kalah", "6x6", (f"{algorithm}:{first}", f"{algorithm}:{second}"))

    return watched


def _diamond_game(case: Any) -> WatchedGame:
    start, algorithm, *order = case
    player = ":".join([algorithm, str(diamond.TO_THE_END), *(order or ["article"])])
    return WatchedGame("reversi", diamond.VARIANTS[start], (player, player))


def _tic_tac_toe_game(case: Any) -> WatchedGame:
    opening = "b2 b1" if case == tictactoe.TWO_MARKS else ""
    return WatchedGame("tictactoe", "3x3", ("minimax:9", "minimax:9"), opening)


def game_of_measures(factors: tuple[Factors, Factors], random_moves: bool = False) -> WatchedGame:
    """Return a game of 8x8 Reversi between two sets of factors for the three measures.

    With ``random_moves`` one move in twenty is chosen at random, as in the article's experiment.
    """
    chance = ":20" if random_moves else ""
    first, second = (
        f"measures:4:{','.join(map(str, side_factors))}{chance}" for side_factors in factors
    )
    return WatchedGame("reversi", "8x8", (first, second))


_EIGHT_GAME = WatchedGame("eight", "8", ("minimax:8", "minimax:8"))
_MINIMAX, _ALPHA_BETA = kalah.TABLES
_COUNTED = "evaluations"


def _diamond_bars(start: str) -> Bars:
    counts = tuple(
        (algorithm, _right(diamond.TABLE, [start, algorithm], _COUNTED))
        for algorithm in ("nega-alpha", "nega-scout")
    )
    return Bars(f"counted_{start}", counts)


def _shares(percents: dict[int, float]) -> tuple[tuple[str, float], ...]:
    return tuple((str(factor), percent) for factor, percent in percents.items())


_READ = {
    "kalah": Read(
        BoardFigure("kalah", "6x6", NUMBERS),
        (
            TreeFigure(CLASSICS["kalah_tree"], pruned=True),
            Bars(
                "counted_kalah",
                (
                    ("minimax", _right(_MINIMAX, [5, 5], _COUNTED)),
                    ("alpha-beta", _right(_ALPHA_BETA, [5, 5], _COUNTED)),
                ),
            ),
        ),
        _kalah_game("alpha-beta")((5, 5)),
        "alpha-beta:5",
    ),
    "minimax": Read(figures=(TreeFigure(CLASSICS["minimax_tree"]),)),
    "diamond": Read(
        BoardFigure("reversi", "diamond", NUMBERS),
        (
            _diamond_bars("cross"),
            _diamond_bars("parallel"),
            Bars("counted_besides", _diamond_bars("cross").bars[1:] + diamond.COUNTED_BESIDES),
        ),
        _diamond_game(("cross", "nega-scout")),
        f"nega-scout:{diamond.TO_THE_END}:article",
    ),
    "measures": Read(
        BoardFigure("reversi", "8x8", WEIGHTS),
        (
            TreeFigure(CLASSICS["reversi_tree"]),
            *(
                Bars(f"share_{stage.index}", _shares(stage.percents), percent=True)
                for stage in STAGES
            ),
        ),
        WatchedGame("reversi", "8x8", ("measures:4", "measures:4")),
        "measures:4",
    ),
    "tictactoe": Read(
        BoardFigure("tictactoe", "3x3", VALUES, "b2 b1"),
        (
            Bars(
                "counted_tictactoe",
                tuple(
                    (case, _right(tictactoe.TABLE, case, "nodes")) for case in tictactoe.SEARCHED
                ),
            ),
        ),
        _tic_tac_toe_game(""),
        "minimax:9",
    ),
}

ARTICLES = {
    article.key: article
    for article in (
        Article(
            "kalah",
            (
                _READ["kalah"],
                ExampleTree(CLASSICS["kalah_tree"]),
                WholeTree(CLASSICS["eight"], kalah.EIGHT),
                Crossed("minimax", _MINIMAX, _kalah_game("minimax")),
                Crossed("alpha-beta", _ALPHA_BETA, _kalah_game("alpha-beta"), against=_MINIMAX),
                ArticleGames(
                    "kalah",
                    (
                        _kalah_game("minimax")((3, 3)),
                        _kalah_game("alpha-beta")((5, 2)),
                        _kalah_game("alpha-beta")((5, 5)),
                        _EIGHT_GAME,
                    ),
                ),
            ),
        ),
        Article("minimax", (_READ["minimax"], ExampleTree(CLASSICS["minimax_tree"]))),
        Article(
            "diamond",
            (
                _READ["diamond"],
                Rows("counts", diamond.TABLE, _diamond_game, bars="evaluations", line="line"),
                ArticleGames(
                    "diamond",
                    (
                        _diamond_game(("cross", "nega-alpha")),
                        _diamond_game(("cross", "nega-scout")),
                        _diamond_game(("parallel", "nega-alpha")),
                        _diamond_game(("parallel", "nega-scout")),
                    ),
                ),
            ),
        ),
        Article(
            "measures",
            (
                _READ["measures"],
                WorkedExample("example", three_measures.TABLE),
                ExampleTree(CLASSICS["reversi_tree"]),
                Experiment(),
                ArticleGames(
                    "reversi",
                    (
                        WatchedGame("reversi", "8x8", ("measures:4", "measures:4")),
                        WatchedGame("reversi", "8x8", ("measures:4", "1")),
                        WatchedGame("reversi", "8x8", ("measures:4", "5")),
                        WatchedGame("reversi", "8x8", (), DRAWN_LINE, "drawn_line"),
                    ),
                ),
            ),
        ),
        Article(
            "tictactoe",
            (
                _READ["tictactoe"],
                PositionTree(CLASSICS["tictactoe"], 2),
                Rows("counts", tictactoe.TABLE, _tic_tac_toe_game),
                ArticleGames(
                    "tictactoe",
                    (_tic_tac_toe_game(""), _tic_tac_toe_game(tictactoe.TWO_MARKS)),
                ),
            ),
        ),
    )
}


def program_on(game: str, variant: str) -> Article | None:
    """Return the article whose program plays on a board, if there is one."""
    for article in ARTICLES.values():
        watched = article.read.watched
        if not article.read.opponent or watched is None or watched.game != game:
            continue
        if (game, variant) in article.boards:
            return article
    return None
