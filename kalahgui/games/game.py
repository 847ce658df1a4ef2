"""The class ``Game``, which the window and the command line ask, and the events of a move.

A move is told as a list of small events. Folding them over the cells of a board gives exactly
the cells after the move, so the window animates events and knows no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from string import ascii_lowercase
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from kalahgui.core.endgame import Endgame
from kalahgui.core.position import Evaluation
from kalahgui.games.limit import HANDMADE, Limit
from kalahgui.games.user_error import Message, Saying, UserError, called, english, short
from kalahgui.games.weights import BadWeights, Weights, learnt_from

PASS = "pass"
# An evaluation by weights of squares, mobility and stable discs.
MEASURES = "measures"


class Position(Protocol):
    """A position of any game, as the core implements it, with types.

    The docstrings of ``kalahgui/core/position.py`` say what each method does. ``own`` and ``opp``
    are the 64-bit words of the side to move and of the other side; ``lead`` is by how many points
    the side to move is ahead already; ``turn`` is 0 for the first player, 1 for the second. A move
    is a number from 0 to 63. ``play`` changes the position, returns True when the same side moves
    again, and raises IllegalMove. ``final`` is a margin in points, seen by the side to move.
    An ``evaluation`` judges in place of the game's own; None leaves that to the game. An endgame
    database is for pits and a rule of capture, an opening book for pits, stones and that rule.

    >>> from kalahgui.games import GAMES
    >>> position = GAMES["kalah"].start("6x4")
    >>> position.moves(), position.play(2), position.turn
    ([0, 1, 2, 3, 4, 5], True, 0)
    """

    own: int
    opp: int
    lead: int
    turn: int
    evaluation: Evaluation | None

    @property
    def over(self) -> bool: ...
    def moves(self) -> list[int]: ...
    def play(self, move: int) -> bool: ...
    def final(self) -> int: ...
    def evaluate(self) -> int: ...
    def published(self) -> int: ...
    def priority(self, move: int) -> int: ...
    def bounds(self) -> tuple[int, int]: ...
    def rules(self) -> tuple[Any, ...]: ...
    def may_read_out(self, depth: int) -> bool: ...
    def whole_depth(self, depth: int) -> int: ...
    def most_turns(self) -> int: ...
    def size(self) -> int: ...
    def proved_by_windows(self) -> bool: ...
    def endgame_board(self) -> tuple[int, bool] | None: ...
    def knowing(self, endgame: Endgame) -> Self: ...
    def known_gain(self) -> int | None: ...
    def book_board(self) -> tuple[int, int, bool] | None: ...
    def family(self) -> tuple[Any, ...]: ...
    def copy(self) -> Self: ...
    def only_wins(self) -> bool: ...
    def to_the_end(self) -> Self: ...


P = TypeVar("P", bound=Position)


def children(position: P) -> Iterator[tuple[int, P, int]]:
    """Yield each legal move, a copy of the position after it, and a sign.

    The sign is 1 when the same side moves again and else -1: times the value of the copy, it is
    the value for the side to move now.
    """
    for move in position.moves():
        child = position.copy()
        yield move, child, 1 if child.play(move) else -1


@dataclass(frozen=True)
class Lift:
    """All stones of a pit are taken into the hand."""

    cell: int


@dataclass(frozen=True)
class Sow:
    """One stone goes from the hand into a cell."""

    cell: int


@dataclass(frozen=True)
class Capture:
    """The stones of some pits go into a store because the last stone fell right."""

    cells: tuple[int, ...]
    store: int


@dataclass(frozen=True)
class Sweep:
    """The stones left in some pits go into their owner's store: the game is over."""

    cells: tuple[int, ...]
    store: int


@dataclass(frozen=True)
class Again:
    """``side`` moves again; ``passed`` tells that the other side had no move."""

    side: int
    passed: bool = False


@dataclass(frozen=True)
class Place:
    """A player puts a new disc or mark on an empty cell."""

    cell: int
    side: int


@dataclass(frozen=True)
class Flip:
    """A disc turns over and now belongs to ``side``."""

    cell: int
    side: int


@dataclass(frozen=True)
class Say:
    """A player names a number."""

    number: int


Event = Lift | Sow | Capture | Sweep | Place | Flip | Say | Again


@dataclass(frozen=True)
class Pits:
    """The geometry of a sowing board.

    Cells 0 to pits - 1 are the first player's pits in sowing order, then come the first
    player's store, the second player's pits and the second player's store.
    """

    pits: int

    @property
    def moves(self) -> range:
        """Return the moves of each side, legal or not."""
        return range(self.pits)

    def store(self, side: int) -> int:
        """Return the cell of a player's store."""
        return self.pits + side * (self.pits + 1)

    def cell(self, side: int, pit: int) -> int:
        """Return the cell of a player's pit, counted from 0."""
        return side * (self.pits + 1) + pit


@dataclass(frozen=True)
class Grid:
    """The geometry of a board of squares, its cells numbered row by row from the top left.

    ``places`` holds the column and the row of every cell, ``moves`` the move that puts
    something on it, and ``corners`` the cells whose disc can never be turned.
    """

    column_labels: tuple[str, ...]
    row_labels: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    moves: tuple[int, ...]
    corners: tuple[int, ...] = ()

    @property
    def columns(self) -> int:
        """Return the number of columns."""
        return len(self.column_labels)

    @property
    def rows(self) -> int:
        """Return the number of rows."""
        return len(self.row_labels)

    @cached_property
    def from_a1(self) -> Grid:
        """Return the same board with columns and rows that are named from a1 on."""
        columns = tuple(ascii_lowercase[: self.columns])
        rows = tuple(str(row + 1) for row in range(self.rows))
        return replace(self, column_labels=columns, row_labels=rows)

    @cached_property
    def from_0(self) -> Grid:
        """Return the same board with columns and rows that are counted from 0."""
        columns, rows = (tuple(map(str, range(count))) for count in (self.columns, self.rows))
        return replace(self, column_labels=columns, row_labels=rows)

    def name(self, cell: int) -> str:
        """Return the name of a cell: its column and its row."""
        column, row = self.places[cell]
        return self.column_labels[column] + self.row_labels[row]

    def cell(self, move: int) -> int:
        """Return the cell that a move plays on."""
        return self.moves.index(move)

    def cell_at(self, column: int, row: int) -> int | None:
        """Return the cell in a column and a row, from 0 at the top left; None without one."""
        square = (column, row)
        return self.places.index(square) if square in self.places else None


@dataclass(frozen=True)
class Numbers:
    """The geometry of a game of numbers: cell 0 is the sum so far, cell 1 the last number."""

    goal: int
    highest: int

    @property
    def moves(self) -> range:
        """Return the moves of each side, legal or not."""
        return range(1, self.highest + 1)


@dataclass(frozen=True)
class Measured:
    """One side of a position by an article's measures.

    The parts are unweighted; ``sum`` is what the playing evaluation makes of them for some
    factors. ``stable_cells`` hold the discs that are counted as ``stable``.
    """

    own: int
    opponent: int
    mobility: int
    stable: int
    sum: int
    stable_cells: tuple[int, ...]


class Opening(NamedTuple):
    """An opening that has a name, so many plies long; its Japanese name is empty where it has none.

    >>> Opening(5, "Tiger", "虎定石").name("ja"), Opening(7, "Stephenson").name("ja")
    ('虎定石', 'Stephenson')
    """

    plies: int
    english: str
    japanese: str = ""

    def name(self, language: str) -> str:
        """Return the name in a language, the English one where that has none."""
        return self.japanese if language == "ja" and self.japanese else self.english


def fold(cells: Sequence[int], events: Iterable[Event]) -> list[int]:
    """Apply events to the cells of a board and return the cells after them.

    A cell holds a count of stones, or 0 when empty, 1 for the first player and 2 for the second.

    >>> fold([2, 0, 0, 1, 0, 0], [Lift(0), Sow(1), Sow(2)])
    [0, 1, 1, 1, 0, 0]
    """
    after = list(cells)
    for event in events:
        match event:
            case Lift(cell):
                after[cell] = 0
            case Sow(cell):
                after[cell] += 1
            case Capture(taken, store) | Sweep(taken, store):
                after[store] += sum(after[cell] for cell in taken)
                for cell in taken:
                    after[cell] = 0
            case Place(cell, side) | Flip(cell, side):
                after[cell] = side + 1
            case Say(number):
                after[0] += number
                after[1] = number
    return after


@dataclass(frozen=True)
class Card:
    """Boards of a game that are offered together, the default first.

    ``sample`` are the moves that lead to the position shown on the card. ``newcomer`` is the seat
    of somebody who plays for the first time.
    """

    key: str
    boards: tuple[str, ...]
    sample: str
    newcomer: int = 0


class Game(Generic[P]):
    """A game as the window and the command line see it.

    ``key`` names the game in texts and translations, ``variants`` lists the boards offered
    first (``variant`` is the default) and ``rules`` the rule options. ``sides`` are words for the
    first and the second player's side. ``has_points`` tells that a margin counts points, and not
    only who wins; ``counts_pieces`` that the points are a side's pieces on the board;
    ``has_pie_rule`` that the pie rule makes sense. ``evaluations`` are what a computer player may
    judge positions by, and ``article_order`` the order in which an article tries the moves, empty
    where that is rising; ``has_table`` tells that a table of all its best moves is kept ready
    (a position's two words alone must tell who is to move), ``values_children`` that a player may
    choose by values of the child positions alone; ``counting_misleads`` tells that
    whoever has more points in the middle of a game is often worse off; ``has_passes`` that a side
    moves twice in a row only because the other one had no move. ``published_factors`` weigh the
    measures of an article, where there are any: own squares, the opponent's, mobility and stable
    discs. ``move_classes`` are the names of the classes that every move falls into one of.
    ``loss_steps`` are the losses, in points, from which a move is dubious, and a mistake while
    nothing is decided. ``opening_plies``
    are how many random moves make openings that differ enough, of which some are even;
    ``named_plies`` how long the longest opening with a name is, on boards that have any. ``cards``
    are the boards as they are offered to a player. ``rules_to_the_end`` are those by which no game
    ends early. ``levels`` are the limits of the computer's levels on each board, easiest first, as
    they were measured (``docs/levels.md``); on the boards of ``easiest_first`` the second one is
    too strong for whoever is new. ``rule_parts`` are the parts in which its rules are told, and
    ``courses`` the keys of its courses.
    """

    key: str
    variants: tuple[str, ...]
    variant: str
    rules: tuple[str, ...]
    sides = ("first", "second")
    has_points = False
    counts_pieces = False
    has_pie_rule = False
    evaluations: tuple[str, ...] = ()
    # The name of the learnt weights, and what makes an evaluation of them.
    learnt_weights: tuple[str, Callable[[Weights], Evaluation | None]] | None = None
    article_order: tuple[int, ...] = ()
    has_table = False
    values_children = False
    counting_misleads = False
    has_passes = False
    published_factors: tuple[int, ...] = ()
    move_classes: tuple[str, ...]
    loss_steps: tuple[int, int] = (1, 1)
    opening_plies = 2
    named_plies: Mapping[str, int] = {}
    cards: tuple[Card, ...]
    rules_to_the_end: tuple[str, ...] = ()
    levels: Mapping[str, tuple[Limit, ...]]
    easiest_first: tuple[str, ...] = ()
    rule_parts: tuple[str, ...]
    courses: tuple[str, ...] = ()

    def start(self, variant: str, rules: Sequence[str] = ()) -> P:
        """Return a new start position of a board, such as ``6x4``, by some rules.

        Raise UserError that names an unknown ``variant`` or rule.
        """
        raise NotImplementedError

    def board(self, position: P) -> Any:
        """Return the geometry of the board a position stands on: Pits, Grid or Numbers."""
        raise NotImplementedError

    def cells(self, position: P) -> list[int]:
        """Return what each cell of the board holds, in the order of its geometry.

        That is a count of stones, or 0 for an empty square, 1 for the first player's piece and 2
        for the second's, whoever is to move.
        """
        raise NotImplementedError

    def tell(self, position: P, move: int) -> Iterator[Event]:
        """Yield the events of a legal move; the position is left as it is.

        Folding them over the ``cells`` before the move gives the cells after it.

        >>> from kalahgui.games import GAMES
        >>> game = GAMES["tictactoe"]
        >>> list(game.tell(game.start("3x3"), 4))
        [Place(cell=4, side=0)]
        """
        raise NotImplementedError

    def move_class(self, position: P, move: int) -> str:
        """Return the one of ``move_classes`` that a legal move is in."""
        raise NotImplementedError

    def move_reasons(self, position: P, move: int) -> list[Message]:
        """Return what a legal move brings about, the weightiest first; every number is true.

        The words (``move_reason_...``) are short and can be joined by commas.
        """
        raise NotImplementedError

    def at_stake(self, position: P, move: int) -> list[int]:
        """Return the cells that the reasons for a legal move, or against it, are about."""
        return []

    def text(self, move: int) -> str:
        """Return a move in the game's notation, which ``parse_move`` reads.

        The notation of a move is the same for both sides and in every position.

        >>> from kalahgui.games import GAMES
        >>> GAMES["kalah"].text(2), GAMES["reversi"].text(19)
        ('3', 'd3')
        """
        raise NotImplementedError

    def parse_move(self, text: str, position: P | None = None) -> int:
        """Read a move in the game's notation; it need not be legal.

        Raise UserError when the text names no move, or none on the board of a ``position``.
        """
        raise NotImplementedError

    def article_text(self, position: P, move: int, side: int) -> str:
        """Return what an article calls a side's move on the board of a position.

        It is empty on a board that no article numbers.
        """
        return ""

    def line_texts(self, position: P, moves: Iterable[int]) -> list[str]:
        """Return a line of moves in notation, with ``pass`` where a player has no move."""
        here = position.copy()
        texts = []
        for move in moves:
            texts.append(self.text(move))
            if any(isinstance(event, Again) and event.passed for event in self.tell(here, move)):
                texts.append(PASS)
            here.play(move)
        return texts

    def position_text(self, position: P) -> str:
        """Return a position in the game's notation, which ``parse_position`` reads.

        The rules and, on boards alike, the variant are not in it.
        """
        raise NotImplementedError

    def drawing(self, position: P, say: Saying = english) -> str:
        """Draw the board for a terminal, in English in ASCII signs; its lines have no own end."""
        raise NotImplementedError

    def tally(self, position: P, say: Saying = english) -> str:
        """Return the points of both sides as text; empty in a game without points."""
        return ""

    def parse_position(self, text: str, rules: Sequence[str] = (), variant: str | None = None) -> P:
        """Read a position in the game's notation, to be played by some rules.

        Without a ``variant`` the text tells the board. Raise UserError that says what is wrong.
        """
        raise NotImplementedError

    def variant_of(self, position: P) -> str:
        """Return the name of the board that a position stands on, of boards alike the first."""
        return self.variant

    def catches_the_eye(self, position: P, move: int) -> bool:
        """Return whether a move gains something that even the random player takes."""
        raise NotImplementedError

    def reach(self, position: P, move: int) -> int:
        """Return the number of cells that the effect of a move reaches."""
        return 1

    def child_value(self, child: P) -> int:
        """Return how good a position looks for the side that has just moved."""
        raise NotImplementedError

    def at_a_glance(self, position: P) -> int:
        """Return the mover's lead as a beginner counts it."""
        return position.published()

    def title(self, variant: str) -> Message:
        """Return the title of the game on one of its boards."""
        return Message(f"{self.key}_name")

    def match_title(self, variant: str, start: P) -> Message:
        """Return the title of a match that begins at a position of a board."""
        return self.title(variant)

    def usual_starts(self, variant: str, rules: Sequence[str] = ()) -> tuple[str, ...]:
        """Return the positions that a board begins with, with every handicap, in notation."""
        start = self.start(variant, rules)
        steps = range(self.most_handicap(variant) + 1)
        return tuple(self.position_text(self.with_handicap(start, step)) for step in steps)

    def named_opening(self, position: P) -> Opening | None:
        """Return the opening that leads to a position, by whatever moves; None without a name."""
        return None

    def rule_words(self, rules: Sequence[str]) -> list[str]:
        """Return the keys of the translations for some rules."""
        return [f"rules_{self.key}"]

    def points(self, position: P) -> tuple[int, int] | None:
        """Return the points of the first and the second side; None in a game without points."""
        return None

    def why_over(self, position: P) -> Message:
        """Return why a game that has ended on the board is over.

        A ``side`` among the values is 0 or 1 and stands for the player who has it.
        """
        raise NotImplementedError

    def only_wins(self, position: P, value: int, published: bool) -> bool:
        """Return whether a value is a win, a draw or a loss and no number of points.

        ``published`` tells that an article's evaluation has judged.
        """
        return not self.has_points

    def winning_cells(self, cells: Sequence[int]) -> tuple[int, ...]:
        """Return the cells that won the game by lying in a line."""
        return ()

    def may_end_early(self, position: P) -> bool:
        """Tell whether a game may be won before it is played out, so that values count on."""
        return False

    def most_handicap(self, variant: str) -> int:
        """Return how many steps of advantage the first player may be given at the start."""
        return 0

    def with_handicap(self, start: P, steps: int) -> P:
        """Return a start position with so many steps of advantage for the first player."""
        return start

    def fair_starts(self, variant: str, rules: Sequence[str] = ()) -> Sequence[str]:
        """Return starts of a board that are a draw with best play, as texts; mostly none."""
        return ()

    def with_evaluation(self, position: P, evaluation: str) -> P:
        """Return a position that is judged by an evaluation: itself, or a copy.

        An empty name stands for the best one: the weights that were learnt for the board or, where
        there are none, the game's own. ``handmade`` asks for the latter. Textbook searches judge
        leaves as their articles do, whichever of the two it is. Factors may follow a colon, as in
        ``measures:10,15,10,30``. Raise UserError when the evaluation does not suit the board.
        """
        weights = self._learnt if evaluation != HANDMADE and self.weights_suit(position) else None
        judge = None if isinstance(weights, BadWeights) else weights
        if position.evaluation == judge:
            return position
        other = position.copy()
        other.evaluation = judge
        return other

    def weights_suit(self, position: P) -> bool:
        """Return whether the learnt weights are for a position's board."""
        return False

    def uses_probcut(self, position: P, judge: str = "") -> bool:
        """Tell whether searches with an evaluation, by default the best, use ProbCut."""
        evaluation = self.with_evaluation(position, judge).evaluation
        return evaluation is not None and bool(evaluation.probcut)

    def bad_weights(self) -> Iterator[BadWeights]:
        """Yield what is wrong with the files of weights that were learnt for this game."""
        if isinstance(self._learnt, BadWeights):
            yield self._learnt

    @property
    def _learnt(self) -> Evaluation | BadWeights | None:
        return learnt_from(*self.learnt_weights) if self.learnt_weights else None

    def has_article_order(self, position: P) -> bool:
        """Tell whether the article's order of moves is that of a position's board."""
        return False

    def square_weights(self, position: P) -> tuple[int, ...]:
        """Return an article's weight of every cell; empty for a board that it does not measure."""
        return ()

    def measured(self, position: P, side: int, factors: Sequence[int] = ()) -> Measured:
        """Return a side by the measures of a board whose cells have weights.

        The published factors are the default.
        """
        raise NotImplementedError

    def check_rules(self, rules: Sequence[str]) -> frozenset[str]:
        """Return the rules as a set; UserError names an unknown one."""
        for rule in rules:
            if rule not in self.rules:
                if not self.rules:
                    raise UserError("refused_no_rules", game=called(self.key), rule=short(rule))
                raise UserError(
                    "refused_rule", game=called(self.key), rule=short(rule), known=self.rules
                )
        return frozenset(rules)


def grid_drawing(board: Grid, cells: Sequence[int], marks: str) -> str:
    """Draw a board of squares with its labels; nothing stands where no square exists.

    ``marks`` are the signs of an empty square, the first and the second player.

    >>> board = Grid(("a", "b"), ("1", "2"), ((0, 0), (1, 0), (1, 1)), (0, 1, 3))
    >>> print(grid_drawing(board, [1, 0, 2], "-XO"))
      a b
    1 X -
    2   O
    """
    lines = [" ".join((" ", *board.column_labels))]
    for row, label in enumerate(board.row_labels):
        in_row = [board.cell_at(column, row) for column in range(board.columns)]
        signs = (" " if cell is None else marks[cells[cell]] for cell in in_row)
        lines.append(" ".join((label, *signs)).rstrip())
    return "\n".join(lines)


def result_reasons(position: Position, move: int) -> list[Message]:
    """Return the message that a legal move wins or ends the game; none when the game goes on."""
    child = position.copy()
    child.play(move)
    if not child.over:
        return []
    margin = child.final() if child.turn == position.turn else -child.final()
    return [Message.of("move_reason_wins") if margin > 0 else Message.of("move_reason_ends")]
